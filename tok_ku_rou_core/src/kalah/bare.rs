//! Positions without their stores, for whoever values what is still to come.

use super::{Kalah, Rules, sow};
use crate::Player;

/// The pits of the player to move and those of the opponent: pit i of each is byte i of its word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bare {
    pub(crate) own: u64,
    pub(crate) opponent: u64,
}

impl Bare {
    /// South to move with these pits and empty stores. Both rows must hold seeds.
    #[inline]
    pub(crate) const fn position(self, rules: Rules) -> Kalah {
        Kalah { own: self.own, opponent: self.opponent, turn: Player::South, rules }
    }

    /// How many seeds there are: at most 255.
    #[inline]
    pub(crate) const fn seeds(self) -> u8 {
        sow::sum(self.own).wrapping_add(sow::sum(self.opponent))
    }

    /// Whether the game is over: then both rows are empty.
    #[inline]
    pub(crate) const fn is_over(self) -> bool {
        self.own == 0
    }
}

impl Kalah {
    /// The pits alone.
    #[inline]
    pub(crate) const fn bare(&self) -> Bare {
        Bare { own: self.own & sow::PITS, opponent: self.opponent & sow::PITS }
    }
}
