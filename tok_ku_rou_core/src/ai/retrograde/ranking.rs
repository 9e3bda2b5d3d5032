//! Numbering the ways to lay seeds into pits.

use crate::tok_ku_rou::Rules;
use alloc::vec;
use alloc::vec::Vec;

/// The largest number of positions that can be numbered, so that all their moves can be, too.
pub(super) const fn most_positions(columns: u8) -> u32 {
    u32::MAX / (2 * columns as u32)
}

/// A number for each way to lay the seeds of a start into the pits of both players, from 0 on without gaps, in the
/// order of the first pit, then the second, and so on.
pub(super) struct Ranking {
    /// How many pits each player has.
    pits: usize,
    seeds: u8,
    /// For each pit, the player to move's first, and for each number of seeds: the ways to lay so many into this pit and
    /// those after it.
    ways: Vec<u32>,
}

impl Ranking {
    /// The numbering for these rules, if they do not have too many positions.
    pub(super) fn new(rules: Rules) -> Option<Self> {
        let pits = usize::from(2 * rules.columns());
        let seeds = 4 * rules.columns() * rules.seeds();
        let row = usize::from(seeds) + 1;
        let mut ways = vec![1; 2 * pits * row];
        // From the last pit, which must take all, to the first. A number too large stays so: all grow towards the first.
        for pit in (0..2 * pits - 1).rev() {
            for seeds in 1..row {
                let at = pit * row + seeds;
                ways[at] = u32::saturating_add(ways[at - 1], ways[at + row]);
            }
        }
        (ways[row - 1] <= most_positions(rules.columns())).then_some(Self { pits, seeds, ways })
    }

    /// How many positions there are.
    pub(super) fn positions(&self) -> u32 {
        self.ways[usize::from(self.seeds)]
    }

    /// How many seeds there are.
    pub(super) const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// For each pit the ways to fill it and those after it, by seeds.
    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.ways.chunks_exact(usize::from(self.seeds) + 1)
    }

    /// The number of a position, given by the rings of the player to move and of the other, which hold all the seeds.
    pub(super) fn rank(&self, [own, other]: [&[u8; 32]; 2]) -> u32 {
        let mut left = usize::from(self.seeds);
        let mut rank = 0;
        for (ways, &seeds) in self.rows().zip(own[..self.pits].iter().chain(&other[..self.pits])) {
            // Those with fewer seeds in this pit come before: the ways to lay more than what is left then behind it,
            // summed up, which telescopes.
            let behind = left - usize::from(seeds);
            rank += ways[left] - ways[behind];
            left = behind;
        }
        rank
    }

    /// The rings of the position with this number, which is less than [`positions`](Self::positions).
    pub(super) fn unrank(&self, mut rank: u32) -> [[u8; 32]; 2] {
        let mut rings = [[0; 32]; 2];
        let mut left = usize::from(self.seeds);
        for (pit, ways) in self.rows().enumerate() {
            let mut behind = left;
            while behind > 0 && ways[left] - ways[behind - 1] <= rank {
                behind -= 1;
            }
            rank -= ways[left] - ways[behind];
            rings[pit / self.pits][pit % self.pits] = (left - behind) as u8;
            left = behind;
        }
        rings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        // C(S + 4C - 1, 4C - 1), by hand.
        for (columns, seeds, positions) in [(1, 1, 35), (1, 9, 9_139), (2, 1, 6_435), (2, 2, 245_157)] {
            let ranking = Ranking::new(Rules::new(columns, seeds).unwrap()).unwrap();
            assert_eq!(ranking.positions(), positions);
            let mut last = None;
            for rank in 0..positions {
                let rings = ranking.unrank(rank);
                assert_eq!(ranking.rank(rings.each_ref()), rank);
                let seeds: u32 = rings.as_flattened().iter().map(|&seeds| u32::from(seeds)).sum();
                assert_eq!(seeds, u32::from(ranking.seeds()));
                assert!(last < Some(rings), "in order and none twice");
                last = Some(rings);
            }
        }
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        let positions =
            |columns, seeds| Ranking::new(Rules::new(columns, seeds).unwrap()).map(|r| r.positions());
        assert_eq!(positions(3, 2), Some(417_225_900));
        assert_eq!(positions(4, 1), Some(300_540_195));
        assert_eq!(positions(4, 2), None);
        assert_eq!(positions(13, 4), None);
    }
}
