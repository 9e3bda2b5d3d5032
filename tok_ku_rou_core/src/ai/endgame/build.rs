//! Building a table from the bottom up.
//!
//! Positions with n seeds in the pits make a layer. A sowing that brings a seed into a store leads to a layer that is
//! complete. Any other one moves seeds to later pits of the mover's row, which makes the number of that row smaller, and
//! leaves the opponent's row alone. So if two rows A and B are looked at, either to move, after all pairs of rows of which
//! neither comes later and one comes sooner, then all they can lead to is known. Blocks of rows that lie
//! on one diagonal do not need one another, and go to any number of threads; the values do not depend on it.

use super::file::HEADER;
use super::pack::{self, Scale, Shape, Writer};
use super::rank::{Ranking, entries};
use super::{BuildError, BuildProgress};
use crate::kalah::{Bare, Rules};
use crate::{Player, Position};
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicU8, Ordering};

/// How many rows make a block: so few that what is read and written for two of them stays in a cache.
const BLOCK: usize = 64;

/// Layers with fewer positions are not worth a thread.
#[cfg(feature = "std")]
const WORTH_THREADS: u64 = 100_000;

/// So many values are packed before the caller may stop the build, which takes less than a tenth of a second.
const PACKED: usize = 1 << 24;

/// The layer that is being filled, above those that are.
struct Layer<'a> {
    rules: Rules,
    ranking: &'a Ranking,
    scale: Scale,
    bits: u8,
    /// All values of lower layers.
    done: &'a [u8],
    /// The seeds in the pits.
    seeds: u8,
    /// The first number of this layer.
    first: u64,
    /// The values of this layer, one in each byte, set once each. Threads write different ones and read only those of
    /// earlier diagonals and their own.
    values: &'a [AtomicU8],
    /// All rows by their seeds.
    rows: &'a [Vec<u64>],
}

/// A block of rows against another.
#[derive(Clone, Copy)]
struct Block {
    /// The seeds of the rows with fewer of them, or as many.
    few: u8,
    /// Which block of those rows, and which of the others.
    at: (usize, usize),
}

impl Layer<'_> {
    /// The margin to come in a position that moves lead to.
    #[inline]
    fn known(&self, bare: Bare) -> i16 {
        let ((own, own_seeds), (opponent, opponent_seeds)) =
            (self.ranking.row(bare.own), self.ranking.row(bare.opponent));
        let index =
            self.ranking.offset(own_seeds, opponent_seeds) + opponent * self.ranking.rows(own_seeds) + own;
        let seeds = own_seeds + opponent_seeds;
        let number = if seeds == self.seeds {
            u16::from(self.values[(index - self.first) as usize].load(Ordering::Relaxed))
        } else {
            pack::read(self.done, index, self.bits)
        };
        self.scale.margin(number, seeds)
    }

    /// The margin to come with the best move.
    #[inline]
    fn best(&self, bare: Bare) -> i16 {
        let position = bare.position(self.rules);
        let mut best = i16::MIN;
        for pit in position.legal_moves() {
            let mut next = position;
            next.play_unchecked(pit);
            let bare = next.bare();
            let to_come = if bare.is_over() { 0 } else { self.known(bare) };
            let margin = next.store_margin() + to_come;
            best = best.max(if next.turn() == Player::South { margin } else { -margin });
        }
        best
    }

    fn fill(&self, index: u64, bare: Bare) {
        let number = self.scale.number(self.best(bare), self.seeds);
        self.values[(index - self.first) as usize].store(number as u8, Ordering::Relaxed);
    }

    /// Values all pairs of rows of a block, either to move.
    fn fill_block(&self, block: Block) {
        let (few, many) = (block.few, self.seeds - block.few);
        let (rows, others) = (&self.rows[usize::from(few)], &self.rows[usize::from(many)]);
        let (offset, other_offset) = (self.ranking.offset(few, many), self.ranking.offset(many, few));
        for row in range(block.at.0, rows.len()) {
            for other in range(block.at.1, others.len()) {
                if few == many && other > row {
                    break;
                }
                let (own, opponent) = (rows[row], others[other]);
                self.fill(offset + (other * rows.len() + row) as u64, Bare { own, opponent });
                if few != many || other != row {
                    let index = other_offset + (row * others.len() + other) as u64;
                    self.fill(index, Bare { own: opponent, opponent: own });
                }
            }
        }
    }

    /// The blocks of one diagonal.
    fn diagonal(&self, diagonal: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        for few in 1..=self.seeds / 2 {
            let many = self.seeds - few;
            let (count, others) = (self.blocks(few), self.blocks(many));
            for at in 0..count.min(diagonal + 1) {
                let other = diagonal - at;
                if other < others && (few != many || other <= at) {
                    blocks.push(Block { few, at: (at, other) });
                }
            }
        }
        blocks
    }

    /// How many positions a block values.
    fn positions(&self, block: Block) -> u64 {
        let (few, many) = (block.few, self.seeds - block.few);
        let rows = range(block.at.0, self.rows[usize::from(few)].len()).len() as u64;
        let others = range(block.at.1, self.rows[usize::from(many)].len()).len() as u64;
        if few == many && block.at.0 == block.at.1 { rows * rows } else { 2 * rows * others }
    }

    /// How many blocks the rows with so many seeds make.
    fn blocks(&self, seeds: u8) -> usize {
        self.rows[usize::from(seeds)].len().div_ceil(BLOCK)
    }

    /// Fills the blocks, on several threads if that is worth it.
    fn fill_blocks(&self, blocks: &[Block], threads: usize) {
        #[cfg(feature = "std")]
        if threads > 1 && self.values.len() as u64 >= WORTH_THREADS && blocks.len() > 1 {
            let next = core::sync::atomic::AtomicUsize::new(0);
            let work = || {
                while let Some(&block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    self.fill_block(block);
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..threads.min(blocks.len()) {
                    // Where the system has no more threads to give, fewer must do.
                    let _ = std::thread::Builder::new().spawn_scoped(scope, work);
                }
                work();
            });
            return;
        }
        let _ = threads;
        for &block in blocks {
            self.fill_block(block);
        }
    }
}

/// The rows of a block.
fn range(block: usize, rows: usize) -> Range<usize> {
    block * BLOCK..((block + 1) * BLOCK).min(rows)
}

/// The bytes of the table, with its header still to be written.
pub(super) fn build(
    shape: &Shape,
    ranking: &Ranking,
    threads: usize,
    progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<Vec<u8>, BuildError> {
    let Shape { rules, bits, entries: total, .. } = *shape;
    let bytes = HEADER + shape.bytes;
    let mut packed: Vec<u8> = Vec::new();
    packed.try_reserve_exact(bytes).map_err(|_| BuildError::Memory { bytes })?;
    packed.resize(HEADER + 1, 0);
    let rows: Vec<Vec<u64>> = (0..shape.seeds.max(1)).map(|seeds| ranking.all_rows(seeds)).collect();
    let mut values: Vec<AtomicU8> = Vec::new();
    let mut first = 0;
    for seeds in 2..=shape.seeds {
        let count = entries(rules.pits(), seeds).unwrap_or(0) - first;
        let more = count as usize - values.len();
        values.try_reserve_exact(more).map_err(|_| BuildError::Memory { bytes: more })?;
        values.resize_with(count as usize, AtomicU8::default);
        let layer = Layer {
            rules,
            ranking,
            scale: Scale::of(rules),
            bits,
            done: &packed[HEADER..],
            seeds,
            first,
            values: &values,
            rows: &rows,
        };
        let mut done = first;
        for diagonal in 0.. {
            let blocks = layer.diagonal(diagonal);
            if blocks.is_empty() {
                break;
            }
            layer.fill_blocks(&blocks, threads);
            done += blocks.iter().map(|block| layer.positions(*block)).sum::<u64>();
            if progress(BuildProgress { done, total }).is_break() {
                return Err(BuildError::Stopped);
            }
        }
        let mut writer = Writer::at(&mut packed, HEADER, first, bits);
        for some in values.chunks_mut(PACKED) {
            for value in some {
                writer.push(*value.get_mut(), bits);
            }
            if progress(BuildProgress { done, total }).is_break() {
                return Err(BuildError::Stopped);
            }
        }
        writer.close();
        first += count;
    }
    Ok(packed)
}
