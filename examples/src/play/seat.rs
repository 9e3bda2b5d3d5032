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
    let positions: Vec<_> = game.positions().copied().collect();
    let (position, history) = positions.split_last()?;
    let chosen = match position {
        // Each game is searched as its own type, which is faster than either of them.
        AnyPosition::Kalah(position) => {
            let history: Vec<_> = history.iter().filter_map(kalah).collect();
            level.choose(position, &history, game.adjudication().repetition, seed)
        }
        AnyPosition::TokKuRou(position) => {
            let history: Vec<_> = history.iter().filter_map(tok_ku_rou).collect();
            level.choose(position, &history, game.adjudication().repetition, seed)
        }
    };
    chosen.unwrap_or_else(|_| position.legal_moves().nth(0))
}

fn kalah(position: &AnyPosition) -> Option<tok_ku_rou_core::Kalah> {
    if let AnyPosition::Kalah(position) = position { Some(*position) } else { None }
}

fn tok_ku_rou(position: &AnyPosition) -> Option<tok_ku_rou_core::TokKuRou> {
    if let AnyPosition::TokKuRou(position) = position { Some(*position) } else { None }
}
