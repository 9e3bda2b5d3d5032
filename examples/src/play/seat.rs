//! Who sits at the board: a person, or a computer player.

use crate::simple::{any, greedy};
use fastrand::Rng;
use std::fmt;
use std::str::FromStr;
use tok_ku_rou_core::ai::Level;
use tok_ku_rou_core::{AnyPosition, Game, Pit, Position};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// A person who types moves.
    Human,
    /// Any legal move.
    Random,
    /// The move that is worth most seeds at once.
    Greedy,
    /// One of the seven levels.
    Level(Level),
}

impl FromStr for Seat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let level = |number: &str| number.parse().ok().and_then(Level::new).map(Self::Level);
        match text {
            "human" => Some(Self::Human),
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            _ => text.strip_prefix("level:").and_then(level),
        }
        .ok_or("expected human, random, greedy, or level:1 to level:7")
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("a person"),
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Level(level) => write!(f, "level {level}"),
        }
    }
}

impl Seat {
    /// The move this seat plays; `None` if a person has to choose, or the game is over.
    pub(crate) fn choose(self, game: &Game<AnyPosition>, rng: &mut Rng) -> Option<Pit> {
        let position = game.position();
        match self {
            Self::Human => None,
            Self::Random => any(position.legal_moves(), rng.u64(..)),
            Self::Greedy => greedy(position, rng.u64(..)),
            Self::Level(level) => best(game, level, rng.u64(..)),
        }
    }
}

/// The move that a level chooses. Where there is no memory for its table, any legal move must do.
pub(crate) fn best(game: &Game<AnyPosition>, level: Level, seed: u64) -> Option<Pit> {
    let repetition = game.adjudication().repetition;
    // Each game is searched as its own type, which is faster than either of them.
    let chosen = match game.position() {
        AnyPosition::Kalah(position) => level.choose(position, &history(game), repetition, seed),
        AnyPosition::TokKuRou(position) => level.choose(position, &history(game), repetition, seed),
    };
    chosen.unwrap_or_else(|_| game.position().legal_moves().nth(0))
}

/// The positions of a game before the one now, oldest first, as those of one game.
pub(crate) fn history<P: TryFrom<AnyPosition>>(game: &Game<AnyPosition>) -> Vec<P> {
    game.positions().take(game.ply_count()).filter_map(|&position| P::try_from(position).ok()).collect()
}
