//! What one player's row of pits looks like at a glance.

use super::{Direction, Kalah, sow};

/// A row of pits in numbers.
#[derive(Clone, Copy)]
pub(crate) struct PitRow {
    /// How many seeds it holds.
    pub(crate) seeds: u8,
    /// How many pits hold seeds.
    pub(crate) full: u8,
    /// How many pits hold just the seeds that reach the own store.
    pub(crate) again: u8,
}

/// The low seven bits of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The high bit of each byte of a word that is not zero.
const fn nonzero(word: u64) -> u64 {
    (((word & LOW) + LOW) | word) & !LOW
}

/// By direction and by pits: how far each pit is from the own store, and 255 where there is no pit.
static REACH: [[u64; 8]; 2] = {
    let mut reach = [[0xffff_ffff_ffff_ffff; 8]; 2];
    let mut pits = 1;
    while pits <= 7 {
        let mut pit = 0;
        while pit < pits {
            let counterclockwise = (pits - pit) as u64;
            let clockwise = (pit + pits + 1) as u64;
            reach[Direction::Counterclockwise as usize][pits] &= !((0xff ^ counterclockwise) << (8 * pit));
            reach[Direction::Clockwise as usize][pits] &= !((0xff ^ clockwise) << (8 * pit));
            pit += 1;
        }
        pits += 1;
    }
    reach
};

impl Kalah {
    /// The rows of both players, the player to move first.
    #[inline]
    pub(crate) fn pit_rows(&self) -> [PitRow; 2] {
        let reach = REACH[self.rules.direction() as usize][usize::from(self.rules.pits() & 7)];
        [self.own & sow::PITS, self.opponent & sow::PITS].map(|row| PitRow {
            seeds: sow::sum(row),
            full: nonzero(row).count_ones() as u8,
            again: 8 - nonzero(row ^ reach).count_ones() as u8,
        })
    }
}
