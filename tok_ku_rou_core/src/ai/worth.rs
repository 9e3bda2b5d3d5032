//! What seeds are worth where they lie.

use super::eval::Evaluate;
use super::tuned::Rated;
use super::value::{Value, lead};
use crate::{Pit, Place};

/// What seeds are worth where they lie, in hundredths of a seed: an estimate that adds up what it knows of each pit, as
/// chess programs add up what each piece is worth on its square.
///
/// In a sowing game the number of seeds in a pit says how far its owner can sow from there: whether it earns another move,
/// where a capture may come from, and what the opponent may take. A table by pit and number of seeds holds all that; what
/// pits do together it leaves to the search.
///
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Evaluate, Value, Worth};
/// let mut worth = Worth::PLAIN;
/// assert_eq!(worth.evaluate(&Kalah::default()), Value::estimate(0));
/// worth.pits[0][5][4] = 30;
/// assert_eq!(worth.evaluate(&Kalah::default()), Value::estimate(30), "four seeds in the mover's last pit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// What it is worth to be ahead by a seed (see [`Position::scores`](crate::Position::scores)).
    pub lead: i16,
    /// What it is worth to be on the move.
    pub turn: i16,
    /// What it is worth to the player to move that so many seeds lie in a pit: by whose pit it is, the mover's first; by
    /// the pit's row (see [`Rated::row`]); and by the number of seeds, where the last one stands for all larger ones.
    pub pits: [[[i16; Self::SEEDS]; Self::ROWS]; 2],
}

impl Worth {
    /// How many pits a player has at most, as far as tables go.
    pub const ROWS: usize = 26;
    /// How many numbers of seeds are told apart, 0 among them.
    pub const SEEDS: usize = 16;
    /// The plain lead, a seed worth a seed.
    pub const PLAIN: Self = Self { lead: 100, turn: 0, pits: [[[0; Self::SEEDS]; Self::ROWS]; 2] };

    /// What was tuned for a board of `N` pits, telling `K` numbers of seeds apart.
    pub(super) const fn of<const N: usize, const K: usize>(
        lead: i16,
        turn: i16,
        pits: &[[[i16; K]; N]; 2],
    ) -> Self {
        let mut worth = Self { lead, turn, ..Self::PLAIN };
        let mut side = 0;
        while side < 2 {
            let mut row = 0;
            while row < N {
                let mut seeds = 0;
                while seeds < Self::SEEDS {
                    let known = if seeds < K { seeds } else { K - 1 };
                    worth.pits[side][row][seeds] = pits[side][row][known];
                    seeds += 1;
                }
                row += 1;
            }
            side += 1;
        }
        worth
    }
}

impl<P: Rated> Evaluate<P> for Worth {
    #[inline]
    fn evaluate(&self, position: &P) -> Value {
        let mover = position.turn();
        let mut sum = i32::from(self.turn) + i32::from(self.lead) * i32::from(lead(position));
        for number in 0..position.pits() {
            let pit = Pit::new(number);
            let row = position.row(pit).min(Self::ROWS - 1);
            let seeds = |player| usize::from(position.seeds(Place::Pit(player, pit))).min(Self::SEEDS - 1);
            sum += i32::from(self.pits[0][row][seeds(mover)]) + i32::from(self.pits[1][row][seeds(!mover)]);
        }
        Value::estimate(sum)
    }
}
