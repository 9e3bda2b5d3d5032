//! Who sits at the board: a person, or one of the simple computer players.

use clap::ValueEnum;
use fastrand::Rng;
use tok_ku_rou_core::{Pit, PitSet, Position};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Seat {
    /// A person who types moves
    Human,
    /// Any legal move
    Random,
    /// The move that is worth most seeds at once
    Greedy,
}

impl Seat {
    /// The move this seat plays; `None` if a person has to choose, or the game is over.
    pub(super) fn choose(self, position: &impl Position, rng: &mut Rng) -> Option<Pit> {
        match self {
            Self::Human => None,
            Self::Random => rng.choice(position.legal_moves()),
            Self::Greedy => {
                let moves = position.legal_moves();
                let best = moves.into_iter().filter_map(|pit| worth(position, pit)).max()?;
                let best: PitSet =
                    moves.into_iter().filter(|&pit| worth(position, pit) == Some(best)).collect();
                rng.choice(best)
            }
        }
    }
}

/// The margin in seeds right after a move, and whether the mover is to move again.
fn worth(position: &impl Position, pit: Pit) -> Option<(i16, bool)> {
    let next = position.play(pit).ok()?;
    let scores = next.scores().map(i16::from);
    let mover = position.turn();
    Some((scores[mover] - scores[!mover], next.turn() == mover))
}
