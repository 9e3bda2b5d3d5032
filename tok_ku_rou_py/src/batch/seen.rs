//! Which positions came up in a game, in little memory.

use tok_ku_rou_core::{Pit, Position};

/// Every so many sowings, the position itself is kept.
const GAP: usize = 32;

/// The positions of a game that can still come up again: from some 8 bytes a sowing each of them can be had back.
///
/// What was sown into stores never comes out of them, so only positions with as many seeds in stores as now are kept.
pub(crate) struct Seen<P> {
    /// A few bits of each position's key: one that was never seen before mostly differs in them from all others.
    prints: Vec<u32>,
    /// The move from each position to the next.
    pits: Vec<Pit>,
    /// Every `GAP`-th position.
    marks: Vec<P>,
    /// What both players have together.
    scores: u16,
}

impl<P: Position> Seen<P> {
    /// Nothing seen yet.
    pub(crate) const fn new() -> Self {
        Self { prints: Vec::new(), pits: Vec::new(), marks: Vec::new(), scores: 0 }
    }

    /// Forgets everything but this position.
    pub(crate) fn begin(&mut self, position: &P) {
        self.prints.clear();
        self.pits.clear();
        self.marks.clear();
        self.prints.push(position.key() as u32);
        self.marks.push(position.clone());
        self.scores = scores(position);
    }

    /// Notes a move and the position after it, and tells how often that came up before.
    pub(crate) fn follow(&mut self, pit: Pit, position: &P) -> u16 {
        if self.scores != scores(position) {
            self.begin(position);
            return 0;
        }
        let print = position.key() as u32;
        let earlier = self.count_alike(print, position);
        self.pits.push(pit);
        if self.prints.len().is_multiple_of(GAP) {
            self.marks.push(position.clone());
        }
        self.prints.push(print);
        earlier
    }

    /// How often a position came up so far.
    pub(crate) fn count(&self, position: &P) -> u16 {
        if self.scores == scores(position) { self.count_alike(position.key() as u32, position) } else { 0 }
    }

    /// The positions before the one that was noted last, the oldest first.
    pub(crate) fn before(&self) -> Vec<P> {
        (0..self.pits.len()).map(|index| self.at(index)).collect()
    }

    /// How often a position of this print came up.
    fn count_alike(&self, print: u32, position: &P) -> u16 {
        // No branch on the way, so that many are compared at once.
        let alike: u32 = self.prints.iter().map(|&other| u32::from(other == print)).sum();
        if alike == 0 { 0 } else { self.count_equal(print, position) }
    }

    /// How many positions with this print are equal to this one.
    #[cold]
    fn count_equal(&self, print: u32, position: &P) -> u16 {
        let alike = self.prints.iter().enumerate().filter(|&(_, &other)| other == print);
        alike.map(|(index, _)| u16::from(self.at(index) == *position)).sum()
    }

    /// The position of this number.
    fn at(&self, index: usize) -> P {
        let mark = index / GAP;
        let mut position = self.marks[mark].clone();
        for &pit in &self.pits[mark * GAP..index] {
            position.play_unchecked(pit);
        }
        position
    }
}

/// What both players have together.
fn scores(position: &impl Position) -> u16 {
    let scores = position.scores();
    u16::from(scores.south) + u16::from(scores.north)
}
