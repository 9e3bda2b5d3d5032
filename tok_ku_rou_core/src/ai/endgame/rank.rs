//! The perfect ranking of positions.

use crate::kalah::Bare;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// A number for each position of a board size with at most so many seeds in the pits, both rows holding some: from 0,
/// without a gap, fewer seeds first.
#[derive(Clone)]
pub(in crate::ai) struct Ranking {
    pits: u8,
    seeds: u8,
    /// By pit and by the seeds up to that pit: what they add to the rank of a row. The last pit adds nothing, since it
    /// holds what is left, nor do pits that the board does not have.
    steps: Box<[[u64; 256]; 6]>,
    /// How many rows there are of each number of seeds.
    rows: Box<[u64; 256]>,
    /// By the seeds of the player to move times [`Ranking::stride`], and those of the opponent: the first number.
    offsets: Vec<u64>,
}

/// How many ways there are to choose `few` of `all`, or `None` beyond 128 bits.
fn choose(all: u128, few: u128) -> Option<u128> {
    (0..few).try_fold(1u128, |ways, step| Some(ways.checked_mul(all - step)? / (step + 1)))
}

/// How many positions there are of this board size with at most so many seeds in the pits and none of the rows empty.
/// Of the C(N+2m, 2m) ways to lay at most N seeds into 2m pits, C(N+m, m) leave the one row empty, as many the other,
/// and one way both.
pub(in crate::ai) fn entries(pits: u8, seeds: u8) -> Option<u64> {
    let (pits, seeds) = (u128::from(pits), u128::from(seeds));
    let all = choose(seeds + 2 * pits, 2 * pits)? + 1;
    u64::try_from(all - 2 * choose(seeds + pits, pits)?).ok()
}

impl Ranking {
    /// The ranking of this board size up to this number of seeds; `None` if the numbers need more than 62 bits.
    pub(in crate::ai) fn new(pits: u8, seeds: u8) -> Option<Self> {
        entries(pits, seeds).filter(|&entries| entries < 1 << 62)?;
        let mut steps = Box::new([[0; 256]; 6]);
        let mut rows = Box::new([0; 256]);
        for sum in 0..=usize::from(seeds) {
            // Seeds in so many pits: one way with one pit, then sums of ways with a pit less.
            rows[sum] = choose((sum + usize::from(pits) - 1) as u128, u128::from(pits) - 1)? as u64;
            for pit in 0..usize::from(pits) - 1 {
                steps[pit][sum] = choose((sum + pit) as u128, pit as u128 + 1)? as u64;
            }
        }
        let stride = usize::from(seeds) + 1;
        let mut offsets = vec![0; stride * stride];
        let mut next = 0;
        for all in 2..stride {
            for own in 1..all {
                offsets[own * stride + all - own] = next;
                next += rows[own] * rows[all - own];
            }
        }
        Some(Self { pits, seeds, steps, rows, offsets })
    }

    /// With how many seeds the ranking ends.
    pub(in crate::ai) const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// How many rows there are with so many seeds.
    pub(super) fn rows(&self, seeds: u8) -> u64 {
        self.rows[usize::from(seeds)]
    }

    /// The number of a row among those with as many seeds, and its seeds. Moving a seed to a later pit makes the number
    /// smaller.
    #[inline]
    pub(super) fn row(&self, row: u64) -> (u64, u8) {
        // Each byte of the product is the sum of the bytes up to it.
        let sums = row.wrapping_mul(0x0101_0101_0101_0101).to_le_bytes();
        let mut rank = 0;
        for (step, sum) in self.steps.iter().zip(sums) {
            rank += step[usize::from(sum)];
        }
        (rank, sums[7])
    }

    /// The first number of the positions with so many seeds in either row.
    #[inline]
    pub(super) fn offset(&self, own: u8, opponent: u8) -> u64 {
        self.offsets[usize::from(own) * (usize::from(self.seeds) + 1) + usize::from(opponent)]
    }

    /// The number of a position that has at most [`seeds`](Self::seeds) seeds in its pits and none of its rows empty.
    #[inline]
    pub(in crate::ai) fn index(&self, bare: Bare) -> u64 {
        let ((own, own_seeds), (opponent, opponent_seeds)) = (self.row(bare.own), self.row(bare.opponent));
        self.offset(own_seeds, opponent_seeds) + opponent * self.rows(own_seeds) + own
    }

    /// All rows with so many seeds, by their numbers.
    pub(super) fn all_rows(&self, seeds: u8) -> Vec<u64> {
        let mut rows = vec![0; self.rows(seeds) as usize];
        self.lay(0, seeds, 0, &mut rows);
        rows
    }

    /// Lays the seeds that are left into this pit and those after it, in every way.
    fn lay(&self, pit: u8, left: u8, row: u64, rows: &mut [u64]) {
        let last = pit + 1 == self.pits;
        for seeds in if last { left } else { 0 }..=left {
            let row = row | u64::from(seeds) << (8 * pit);
            if last {
                rows[self.row(row).0 as usize] = row;
            } else {
                self.lay(pit + 1, left - seeds, row, rows);
            }
        }
    }
}
