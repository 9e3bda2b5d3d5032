//! The scorekeeper: a match as the page is told of it. The page keeps its text.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use tok_ku_rou_core::{AnyPosition, ByPlayer, Contestant, Match, Outcome, Player, Reason, Record, Starts};

/// The score of a match. South is the first contestant: nobody changes chairs.
#[derive(Serialize)]
pub(crate) struct Score {
    text: String,
    games: u32,
    wins: ByPlayer<u32>,
    seeds: ByPlayer<u32>,
    ties: u32,
    starts: Starts,
    /// Who starts the next game; nobody if a toss decides.
    next: Option<Player>,
}

impl From<Match> for Score {
    fn from(score: Match) -> Self {
        Self {
            text: score.to_string(),
            games: score.games(),
            wins: ByPlayer::new_with(|player| score.wins(contestant(player))),
            seeds: ByPlayer::new_with(|player| score.seeds(contestant(player))),
            ties: score.ties(),
            starts: score.starts(),
            next: next(&score),
        }
    }
}

const fn contestant(player: Player) -> Contestant {
    match player {
        Player::South => Contestant::First,
        Player::North => Contestant::Second,
    }
}

/// Who starts the next game of a match; nobody if a toss decides.
pub(crate) fn next(score: &Match) -> Option<Player> {
    score.next_starter().map(|starter| match starter {
        Contestant::First => Player::South,
        Contestant::Second => Player::North,
    })
}

/// A game that was played on a board of wood.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    starter: Player,
    seeds: ByPlayer<u8>,
}

/// What is to be counted, and in which match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The text of the match; a new one if not given.
    score: Option<String>,
    /// Who starts the games of a new match.
    starts: Option<Starts>,
    /// The record of a finished game.
    record: Option<String>,
    /// The result of a game that was not played here.
    counted: Option<Counted>,
}

impl Request {
    /// The score after this request.
    pub(crate) fn count(self) -> Result<Score, Fault> {
        let mut score = match self.score {
            Some(text) => text.parse()?,
            None => Match::new(self.starts.unwrap_or_default()),
        };
        if let Some(text) = self.record {
            let game = text.parse::<Record<AnyPosition>>()?.game;
            if !score.record_game(Contestant::First, &game) {
                return Err(Fault::bad("expected a finished game, found one that goes on"));
            }
        }
        if let Some(Counted { starter, seeds }) = self.counted {
            let outcome = Outcome::by_count(seeds, Reason::NoMove);
            score.record(Contestant::First, starter, outcome, seeds);
        }
        Ok(score.into())
    }
}
