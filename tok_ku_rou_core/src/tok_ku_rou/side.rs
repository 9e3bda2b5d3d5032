//! What one player's side of the board looks like at a glance.

use super::{TokKuRou, sow};

/// A side of the board in numbers.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    /// How many seeds it holds.
    pub(crate) seeds: u8,
    /// How many pits can be lifted.
    pub(crate) movable: u8,
    /// How many seeds lie in columns both of whose pits hold some: those can be captured.
    pub(crate) exposed: u8,
    /// How many occupied front pits face seeds that can be captured.
    pub(crate) attacks: u8,
}

impl TokKuRou {
    /// The sides of both players, the player to move first.
    #[inline]
    pub(crate) fn sides(&self) -> [Side; 2] {
        let (own, opponent) = (&self.rings[self.turn], &self.rings[!self.turn]);
        let columns = usize::from(self.rules.columns());
        [(own, opponent), (opponent, own)].map(|(ring, other)| {
            let (mut exposed, mut attacks) = (0, 0);
            for column in 0..columns.min(13) {
                // By the owner's columns from the left; those of the other player run the other way.
                let (back, front) = (ring[column], ring[2 * columns - 1 - column]);
                exposed += if back > 0 && front > 0 { back + front } else { 0 };
                let (back, front) = (other[columns - 1 - column], other[columns + column]);
                attacks += u8::from(ring[2 * columns - 1 - column] > 0 && back > 0 && front > 0);
            }
            let movable = sow::at_least_two(ring).len() as u8;
            Side { seeds: sow::sum(ring), movable, exposed, attacks }
        })
    }
}
