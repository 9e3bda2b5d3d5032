//! The scorekeeper: a match as the page is told of it. The page keeps its text.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use tok_ku_rou_core::{ByPlayer, Contestant, Match, Outcome, Player, Reason, Starts};

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

/// A finished game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finished {
    starter: Player,
    seeds: ByPlayer<u8>,
    /// How it ended; a game from a board of wood by the count of its seeds.
    outcome: Option<Outcome>,
}

/// What is to be counted, and in which match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The text of the match; a new one if not given.
    score: Option<String>,
    /// How the starter of the next game is found; as before if not given.
    starts: Option<Starts>,
    /// The games to be counted, the earliest first.
    #[serde(default)]
    games: Vec<Finished>,
}

impl Request {
    /// The score after this request.
    pub(crate) fn count(self) -> Result<Score, Fault> {
        let mut score: Match = self.score.map_or(Ok(Match::default()), |text| text.parse())?;
        if let Some(starts) = self.starts {
            score = score.with_starts(starts);
        }
        for Finished { starter, seeds, outcome } in self.games {
            let outcome = outcome.unwrap_or_else(|| Outcome::by_count(seeds, Reason::NoMove));
            score.record(Contestant::First, starter, outcome, seeds);
        }
        Ok(score.into())
    }
}
