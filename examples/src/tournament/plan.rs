//! What is to be played: the pairings, the openings, and the two games of a pair.

use super::arguments::{Arguments, Pairs};
use super::entrant::{Entrant, Seated};
use super::game::{Ending, mixed, play};
use super::statistics::Score;
use crate::simple::any;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tok_ku_rou_core::ai::{Rated, Rng, TableError};
use tok_ku_rou_core::{Adjudication, AnyPosition, ByPlayer, Game, Pit, Player, Position};

/// A game that was played, from the view of the first player of its pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    pub(super) score: Score,
    /// Why the game was over: a reason's word, or what the loser did wrong.
    pub(super) reason: String,
    /// Whether the loser did something wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) fault: bool,
    pub(super) plies: usize,
}

impl Played {
    fn new(ending: Ending, first: Player) -> Self {
        let score = match ending.winner {
            Some(winner) if winner == first => Score::Win,
            Some(_) => Score::Loss,
            None => Score::Tie,
        };
        Self { score, reason: ending.reason, fault: ending.fault, plies: ending.plies }
    }
}

/// The players that a thread has seated so far, in the order of the list, or why they could not be.
pub(super) type Seats = Vec<Option<Result<Seated, TableError>>>;

/// A tournament before it is played.
pub(super) struct Plan {
    pub(super) players: Vec<Entrant>,
    /// Who plays whom, by their places in the list: the later player first.
    pub(super) pairings: Vec<(usize, usize)>,
    pub(super) start: AnyPosition,
    /// The opening of each pair of games; the same for all pairings.
    pub(super) openings: Vec<Vec<Pit>>,
    /// How many different positions the openings lead to.
    pub(super) different: usize,
    pub(super) adjudication: Adjudication,
    pub(super) seed: u64,
}

impl Plan {
    /// Plans what the flags say.
    ///
    /// # Errors
    /// If the flags contradict each other or no game can begin so.
    pub(super) fn new(arguments: &Arguments) -> Result<Self, String> {
        arguments.check()?;
        let players = arguments.players.clone();
        let later = 1..players.len();
        let pairings = match arguments.pairs {
            Pairs::Neighbours => later.map(|later| (later, later - 1)).collect(),
            Pairs::All => later.flat_map(|later| (0..later).map(move |earlier| (later, earlier))).collect(),
        };
        let (start, adjudication) = (arguments.start, arguments.adjudication());
        let mut rng = Rng::new(mixed(&[arguments.seed]));
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        for _ in 0..arguments.games / 2 {
            // A position that came up already is drawn again, unless there seem to be no others.
            let mut latest = None;
            for _ in 0..100 {
                if let Some((opening, position)) = open(start, adjudication, arguments.opening, &mut rng) {
                    latest = Some(opening);
                    if seen.insert(position) {
                        break;
                    }
                }
            }
            openings.push(latest.ok_or_else(|| {
                format!(
                    "expected a start from which {} random sowings do not end the game",
                    arguments.opening
                )
            })?);
        }
        let different = seen.len();
        Ok(Self { players, pairings, start, openings, different, adjudication, seed: arguments.seed })
    }

    /// Plays the two games of a pair: the first player of the pairing sits South, then North.
    pub(super) fn play(&self, pairing: usize, pair: usize, seats: &mut Seats) -> [Played; 2] {
        match self.start {
            AnyPosition::Kalah(start) => self.play_from(&start, pairing, pair, seats),
            AnyPosition::TokKuRou(start) => self.play_from(&start, pairing, pair, seats),
        }
    }

    fn play_from<P>(&self, start: &P, pairing: usize, pair: usize, seats: &mut Seats) -> [Played; 2]
    where
        P: Rated + Send + Sync,
    {
        let (first, second) = self.pairings[pairing];
        let repetition = self.adjudication.repetition;
        seats.resize_with(self.players.len(), || None);
        for player in [first, second] {
            seats[player].get_or_insert_with(|| Seated::new(self.players[player], repetition));
        }
        let choose = |player: usize, position: &P, history: &[P], seed| match &seats[player] {
            Some(Ok(seated)) => {
                seated.choose(position, history, repetition, seed).map_err(|error| error.to_string())
            }
            Some(Err(error)) => Err(error.to_string()),
            None => Err("expected a player at the board, found none".to_owned()),
        };
        Player::ALL.map(|seat| {
            for seated in [first, second].iter().filter_map(|&player| seats[player].as_ref()).flatten() {
                seated.clear();
            }
            let (south, north) = if seat == Player::South { (first, second) } else { (second, first) };
            let mut south = |position: &P, history: &[P], seed| choose(south, position, history, seed);
            let mut north = |position: &P, history: &[P], seed| choose(north, position, history, seed);
            let seed = mixed(&[self.seed, pairing as u64, pair as u64, seat.index() as u64]);
            let choosers = ByPlayer { south: &mut south as _, north: &mut north as _ };
            Played::new(play(start, &self.openings[pair], self.adjudication, choosers, seed), seat)
        })
    }
}

/// Some random sowings from the start, and where they lead; `None` if that ends the game.
fn open(
    start: AnyPosition,
    adjudication: Adjudication,
    sowings: u32,
    rng: &mut Rng,
) -> Option<(Vec<Pit>, AnyPosition)> {
    let mut game = Game::with_adjudication(start, adjudication);
    for _ in 0..sowings {
        game.play(any(game.position().legal_moves(), rng.next_u64())?).ok()?;
    }
    game.outcome().is_none().then(|| (game.moves().collect(), *game.position()))
}
