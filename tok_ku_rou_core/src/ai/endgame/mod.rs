//! Endgame tables of Kalah: the margin to come in every position with few seeds in the pits.
//!
//! **What is stored.** Counterclockwise every game ends: a sowing either brings a seed into a store, for good, or moves
//! seeds to later pits of one row, and there is only so far to go. So the final margin is what the stores hold now plus
//! what is still to come, and since both players add the same number to every line, what is to come does not depend on the
//! stores. Neither does it depend on who is called South. A table holds it for each pair of rows, the mover's and the
//! opponent's. Clockwise, seeds go from row to row and play can go round for ever, which is a tie: then whoever is ahead
//! must leave the round and whoever is behind stays in it, so that what is to come does depend on the stores, and there is
//! no such table.
//!
//! **Ranking.** A row of m pits with k seeds, seen as k seeds and m - 1 bars between pits, is a choice of the bars' places;
//! the combinatorial number system numbers those choices without a gap: with s(i) seeds in the pits up to i, the number is
//! the sum over i < m - 1 of C(s(i) + i, i + 1). All s(i) come from one multiplication of the row as a word, so the
//! number takes m - 1 look-ups. A position is at the first number of its two sums of seeds, plus the opponent's number times
//! the mover's rows, plus the mover's number. Seeds in later pits make every s(i) smaller or equal, which gives the order
//! in which a table is built.
//!
//! **Packing.** With n seeds in the pits the margin to come lies from -n to n. If the sweep gives all that is left to a
//! player, each of the n seeds ends in a store, so the margin is as odd or even as n and half of the sum of both lies from 0
//! to n: five bits for up to 31 seeds. Under `Sweep::None` it need not be: with one seed in each last pit
//! the mover takes his own and ends the game, one seed counts for nobody, and the margin is 1 with two seeds in the pits.
//! There the whole sum is stored. Each value takes as many bits as the largest needs.
//!
//! Building from fewer seeds to more follows the tables that Romein and Bal made to solve awari (2002); Irving, Donkers and
//! Uiterwijk (2000) solved small Kalah boards with such tables.

mod build;
mod error;
pub(super) mod file;
mod pack;
mod rank;

pub use error::BuildError;

use super::kept::OpenError;

pub(super) use pack::Scale;
pub(super) use rank::{Ranking, entries};

use pack::Shape;

use crate::Kalah;
use crate::kalah::{Bare, Direction, Rules};
use alloc::borrow::Cow;
use core::ops::ControlFlow;

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuildProgress {
    /// How many positions are valued.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// The margin to come in every position with few seeds in the pits, under any counterclockwise rules.
///
/// ```
/// use core::ops::ControlFlow;
/// use tok_ku_rou_core::ai::EndgameTable;
/// use tok_ku_rou_core::{Kalah, kalah::Rules};
/// let table = EndgameTable::build(Rules::STANDARD, 6, 1, &mut |_| ControlFlow::Continue(()))?;
/// let position: Kalah = "kalah 0,0,0,0,0,1/0,0,0,0,0,1 20,24 s 6x4,leave-empty".parse()?;
/// assert_eq!(table.probe(&position), Some(-4), "South takes one, and North what is left");
/// let copy = EndgameTable::open(table.bytes())?;
/// assert_eq!(copy.probe(&position), Some(-4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Play by a table
///
/// A [`Search`](super::Search) and a [`TreeSearch`](super::TreeSearch) ask a table through [`Informed`](super::Informed),
/// and stop where it knows the margin. This is level seven of Kalah with a table of eight seeds, built at once; one of 18
/// takes seconds:
/// ```
/// use core::ops::ControlFlow;
/// use tok_ku_rou_core::ai::{EndgameTable, Informed, Limits, Search, Table, Tuned};
/// use tok_ku_rou_core::{Kalah, kalah::Rules};
/// let table = EndgameTable::build(Rules::STANDARD, 8, 1, &mut |_| ControlFlow::Continue(()))?;
/// let known = |position: &Kalah| table.probe(position);
/// let search = Search::new(Table::new(1 << 24)?, Informed::new(Tuned, known));
/// let position: Kalah = "kalah 2,0,1,0,1,1/0,1,0,2,0,1 18,21 s 6x4,leave-empty".parse()?;
/// let found = search.find(&position, &[], Limits::nodes(3_000_000));
/// assert!(found.line.complete, "the rest is solved");
/// # let whole = Search::new(Table::new(1 << 20)?, Tuned).find(&position, &[], Limits::default());
/// # assert_eq!(found.line.value, whole.line.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct EndgameTable<'a> {
    shape: Shape,
    ranking: Ranking,
    /// The header and the values.
    bytes: Cow<'a, [u8]>,
}

impl EndgameTable<'static> {
    /// Values every position with at most so many seeds in the pits, on so many threads (one without the feature
    /// `std`). Now and then `progress` is told how far it has come, and may stop it.
    ///
    /// # Errors
    /// If the rules are clockwise, if the table cannot be held, or if `progress` stopped it.
    pub fn build(
        rules: Rules,
        seeds: u8,
        threads: usize,
        progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        if rules.direction() == Direction::Clockwise {
            return Err(BuildError::Clockwise);
        }
        let shape = Shape::new(rules, seeds).ok_or(BuildError::TooLarge)?;
        let ranking = Ranking::new(rules.pits(), seeds).ok_or(BuildError::TooLarge)?;
        let mut bytes = build::build(&shape, &ranking, threads, progress)?;
        file::close(&mut bytes, &shape);
        Ok(Self { shape, ranking, bytes: Cow::Owned(bytes) })
    }
}

impl<'a> EndgameTable<'a> {
    /// The table that these bytes are, as [`bytes`](Self::bytes) gave them. They may be owned, borrowed, or a file that
    /// the caller has mapped into memory.
    ///
    /// # Errors
    /// If they are not a whole and unchanged table.
    ///
    /// ```
    /// use tok_ku_rou_core::ai::{EndgameTable, OpenError};
    /// assert_eq!(EndgameTable::open(&b"a letter"[..]).err(), Some(OpenError::Foreign));
    /// ```
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, OpenError> {
        let bytes = bytes.into();
        let shape = file::check(&bytes)?;
        let ranking = Ranking::new(shape.rules.pits(), shape.seeds).ok_or(OpenError::Header)?;
        Ok(Self { shape, ranking, bytes })
    }

    /// The table as bytes, to be kept in a file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The most seeds in the pits.
    #[must_use]
    pub const fn seeds(&self) -> u8 {
        self.shape.seeds
    }

    /// How many positions the table values.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.shape.entries
    }

    /// The rules, which are those of boards that start with any number of seeds; told with one in each pit.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.shape.rules
    }

    /// Whether the table is one of these rules.
    #[must_use]
    pub fn fits(&self, rules: Rules) -> bool {
        rules.with_one_seed() == self.shape.rules
    }

    /// The final margin for the player to move with best play of both, in seeds; `None` if there are too many seeds in
    /// the pits, or if the table is one of other rules.
    #[must_use]
    pub fn probe(&self, position: &Kalah) -> Option<i16> {
        let bare = position.bare();
        let seeds = bare.seeds();
        if !self.fits(position.rules()) || seeds > self.shape.seeds {
            return None;
        }
        let to_come = if bare.is_over() { 0 } else { self.to_come(bare, seeds) };
        Some(position.store_margin() + to_come)
    }

    /// The margin to come in a position with so many seeds, both of whose rows hold some.
    #[inline]
    pub(super) fn to_come(&self, bare: Bare, seeds: u8) -> i16 {
        self.to_come_at(self.ranking.index(bare), seeds)
    }

    /// The same of the position with this number.
    #[inline]
    pub(super) fn to_come_at(&self, index: u64, seeds: u8) -> i16 {
        let number = pack::read(&self.bytes[file::HEADER..], index, self.shape.bits);
        Scale::of(self.shape.rules).margin(number, seeds)
    }

    /// Reads something of what that will look at.
    #[inline]
    pub(super) fn touch(&self, index: u64) -> u64 {
        pack::read(&self.bytes[file::HEADER..], index, self.shape.bits).into()
    }
}
