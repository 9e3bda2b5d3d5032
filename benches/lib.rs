//! What the benchmarks share: other crates made to do the same work as ours, and a random generator.

pub mod minimax_kalah;

use mancala::game::Position as MancalaPosition;
use mancala_board::{MancalaBoard, MoveResult, Side};
use std::hint::black_box;

/// Kalah `6x4,leave-empty` as the crate `mancala_board` plays it. That crate sows and tells how the sowing ended; the
/// capture, the turn and the end of the game are the caller's to see to.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    board: MancalaBoard<6>,
    turn: Side,
}

impl Default for Board {
    fn default() -> Self {
        Self { board: MancalaBoard::new(4), turn: Side::Left }
    }
}

impl Board {
    /// The pits of the player to move, which may lift those that hold seeds.
    #[must_use]
    pub fn own_pits(&self) -> &[usize; 6] {
        self.board.side_to_dishes(self.turn)
    }

    /// Plays a pit that holds seeds, and all that follows from it, so that each sowing leaves a whole position as
    /// ours does.
    #[inline]
    pub fn sow(&mut self, pit: usize) {
        match self.board.move_piece(self.turn, pit) {
            MoveResult::ExtraTurn => {}
            MoveResult::Capture(side, at) => {
                self.board.capture(side, at);
                self.turn = !self.turn;
            }
            MoveResult::Done(..) | MoveResult::IllegalMove => self.turn = !self.turn,
        }
        if self.board.game_over() {
            self.board.collect_dishes();
        }
    }

    /// The number of lines of exactly `depth` sowings, counted as [`tok_ku_rou_core::perft`] counts them.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut lines = 0;
        for pit in 0..6 {
            if self.own_pits()[pit] > 0 {
                let mut next = *self;
                next.sow(pit);
                lines += lines_after(depth, &next, Self::perft);
            }
        }
        lines
    }
}

/// The same count in the tree of the crate `mancala`, whose rules differ: a capture leaves the seed that captured
/// where it fell. Up to four sowings the trees have equally many lines, later its tree has some more.
#[must_use]
pub fn mancala_perft(position: &MancalaPosition, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.finished() {
        return 0;
    }
    let after = position.options().into_iter().filter_map(|bowl| position.play(bowl));
    after.map(|next| lines_after(depth, &next, mancala_perft)).sum()
}

/// How many lines of `depth` sowings begin with one that led here. Like ours, the walk makes the last positions but
/// makes no call for them.
#[inline]
fn lines_after<P>(depth: u32, next: &P, perft: impl FnOnce(&P, u32) -> u64) -> u64 {
    if depth == 1 {
        black_box(next);
        1
    } else {
        perft(next, depth - 1)
    }
}

/// A small random generator (xorshift64*), so that everyone plays the same games.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// A number from 0 to one less than `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((number * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tok_ku_rou_core::{Kalah, kalah::Rules, perft};

    #[test]
    fn mancala_board_counts_as_we_do() {
        let ours = Kalah::new(Rules::STANDARD);
        for depth in 0..=6 {
            assert_eq!(Board::default().perft(depth), perft(&ours, depth));
        }
    }

    #[test]
    fn mancala_counts_as_we_do_for_four_sowings() {
        let ours = Kalah::new(Rules::STANDARD);
        let theirs = MancalaPosition::new(6, 4);
        for depth in 0..=4 {
            assert_eq!(mancala_perft(&theirs, depth), perft(&ours, depth));
        }
        assert_eq!((mancala_perft(&theirs, 5), perft(&ours, 5)), (4712, 4690));
    }
}
