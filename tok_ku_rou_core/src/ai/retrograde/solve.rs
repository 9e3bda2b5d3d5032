//! The analysis: which position leads to which, and the rounds in which values spread.

use super::crew::Crew;
use super::ranking::Ranking;
use super::{SmallBoard, SmallBoardError, Stage, bytes};
use crate::ai::value::lead;
use crate::tok_ku_rou::Rules;
use crate::{Position, TokKuRou};
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicI8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// How many positions a thread takes at a time, in words of 64 and one by one.
const WORDS: usize = 1 << 8;
const POSITIONS: usize = 64 * WORDS;

/// What a move leads to.
pub(super) enum Next {
    /// The end of the game, with this margin for the player who would be next.
    Over(i8),
    /// The position with this number.
    Position(usize),
}

/// All positions of a board under its rules, each seen by the player to move.
pub(super) struct Positions {
    pub(super) rules: Rules,
    pub(super) ranking: Ranking,
}

impl Positions {
    /// The position with this number, South to move.
    pub(super) fn get(&self, number: usize) -> TokKuRou {
        let [south, north] = self.ranking.unrank(number as u32);
        TokKuRou::from_rings(self.rules, south, north)
    }

    pub(super) fn number(&self, position: &TokKuRou) -> usize {
        self.ranking.rank(position.rings_from_mover()) as usize
    }

    /// What this position is, or leads to: one that is over has a value at once.
    pub(super) fn next(&self, position: &TokKuRou) -> Next {
        if position.legal_moves().is_empty() {
            Next::Over(lead(position) as i8)
        } else {
            Next::Position(self.number(position))
        }
    }

    /// What each move of a position leads to.
    fn moves(&self, position: TokKuRou) -> impl Iterator<Item = Next> {
        position.legal_moves().into_iter().map(move |pit| {
            let mut next = position;
            next.play_unchecked(pit);
            self.next(&next)
        })
    }
}

/// A vector of zeros, if there is the memory.
fn zeros<T: Default>(length: usize) -> Result<Vec<T>, SmallBoardError> {
    let mut zeros = Vec::new();
    zeros
        .try_reserve_exact(length)
        .map_err(|_| SmallBoardError::Memory { bytes: length as u64 * size_of::<T>() as u64 })?;
    zeros.resize_with(length, T::default);
    Ok(zeros)
}

/// What is known of all positions in one round.
struct Analysis {
    positions: Positions,
    /// Margins: no board whose positions can be numbered has more than 56 seeds.
    values: Vec<AtomicI8>,
    plies: Vec<AtomicU16>,
    /// A bit for each position whose value must be looked at again.
    open: Vec<AtomicU64>,
    /// For each position, where those begin that lead to it.
    begins: Vec<AtomicU32>,
    leading: Vec<AtomicU32>,
}

impl Analysis {
    fn new(positions: Positions) -> Result<Self, SmallBoardError> {
        let count = positions.ranking.positions() as usize;
        Ok(Self {
            positions,
            values: zeros(count)?,
            plies: zeros(count)?,
            open: zeros(count.div_ceil(64))?,
            begins: zeros(count + 1)?,
            leading: Vec::new(),
        })
    }

    /// Finds the positions that are over, and how many moves lead to each other one.
    fn count(&self, crew: &mut Crew<'_>) -> Result<(), SmallBoardError> {
        let total = self.values.len();
        crew.share(Stage::Count, (total, POSITIONS), |range, (): &mut ()| {
            for number in range {
                let position = self.positions.get(number);
                match self.positions.next(&position) {
                    Next::Over(value) => self.values[number].store(value, Relaxed),
                    Next::Position(_) => self.reopen(number),
                }
                for next in self.positions.moves(position) {
                    if let Next::Position(next) = next {
                        self.begins[next].fetch_add(1, Relaxed);
                    }
                }
            }
        })?;
        Ok(())
    }

    /// Notes for each position which ones lead to it.
    fn link(&mut self, crew: &mut Crew<'_>) -> Result<(), SmallBoardError> {
        // Where those of each position end, until each has moved its mark one down: then it is where they begin.
        let mut end = 0;
        for begin in &mut self.begins {
            end += *begin.get_mut();
            *begin.get_mut() = end;
        }
        self.leading = zeros(end as usize)?;
        let total = self.values.len();
        crew.share(Stage::Link, (total, POSITIONS), |range, (): &mut ()| {
            for number in range {
                for next in self.positions.moves(self.positions.get(number)) {
                    if let Next::Position(next) = next {
                        let at = self.begins[next].fetch_sub(1, Relaxed) - 1;
                        self.leading[at as usize].store(number as u32, Relaxed);
                    }
                }
            }
        })?;
        Ok(())
    }

    fn reopen(&self, number: usize) {
        self.open[number / 64].fetch_or(1 << (number % 64), Relaxed);
    }

    /// The value of a position that is not over, one ply deeper than those of its successors.
    fn deeper(&self, number: usize) -> i8 {
        let values = self.positions.moves(self.positions.get(number)).map(|next| match next {
            Next::Over(value) => -value,
            Next::Position(next) => -self.values[next].load(Relaxed),
        });
        values.max().unwrap_or_default()
    }

    /// Looks at the open positions in these words, and notes those whose value changes.
    fn look(&self, words: Range<usize>, changed: &mut Vec<(u32, i8)>) {
        for word in words {
            let mut open = self.open[word].swap(0, Relaxed);
            while open > 0 {
                let number = 64 * word + open.trailing_zeros() as usize;
                open &= open - 1;
                let value = self.deeper(number);
                if value != self.values[number].load(Relaxed) {
                    changed.push((number as u32, value));
                }
            }
        }
    }

    /// Enters new values, and reopens the positions that lead there.
    fn enter(&self, changed: &[(u32, i8)], round: u32) {
        for &(number, value) in changed {
            let number = number as usize;
            self.values[number].store(value, Relaxed);
            self.plies[number].store(u16::try_from(round).unwrap_or(u16::MAX), Relaxed);
            let begin = |number: usize| self.begins[number].load(Relaxed) as usize;
            for leading in &self.leading[begin(number)..begin(number + 1)] {
                self.reopen(leading.load(Relaxed) as usize);
            }
        }
    }
}

/// Solves a board.
pub(super) fn solve(rules: Rules, crew: &mut Crew<'_>) -> Result<SmallBoard<'static>, SmallBoardError> {
    let ranking = Ranking::new(rules).ok_or(SmallBoardError::TooLarge { columns: rules.columns() })?;
    let mut analysis = Analysis::new(Positions { rules, ranking })?;
    analysis.count(crew)?;
    analysis.link(crew)?;
    // All new values are found before any is entered, so that round k sees no further than k plies.
    for round in 1.. {
        let stage = Stage::Round(round);
        let changed = crew.share(stage, (analysis.open.len(), WORDS), |words, changed| {
            analysis.look(words, changed);
        })?;
        if changed.iter().all(Vec::is_empty) {
            break;
        }
        for changed in &changed {
            crew.share(stage, (changed.len(), POSITIONS), |range, (): &mut ()| {
                analysis.enter(&changed[range], round);
            })?;
        }
    }
    let Analysis { positions, values, plies, open, begins, leading } = analysis;
    // Before more memory is taken.
    drop((open, begins, leading));
    let solved =
        values.into_iter().map(AtomicI8::into_inner).zip(plies.into_iter().map(AtomicU16::into_inner));
    let bytes = bytes::write(rules, solved)?.into();
    Ok(SmallBoard { positions, bytes })
}
