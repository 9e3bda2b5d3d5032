//! Kalah as the crate `minimax` plays it, by our own rules and sowing, so that what differs is the search.
//!
//! That crate has the players alternate and turns each value round at every ply. So a sowing that earns another turn is
//! followed by a pass of the opponent, who has no other move then.

use minimax::{Evaluation, Game, IterativeOptions, IterativeSearch, Winner};
use std::cell::Cell;
use tok_ku_rou_core::{Kalah, Pit, Player, Position};

thread_local! {
    static SOWINGS: Cell<u64> = const { Cell::new(0) };
}

/// How many sowings this thread has made in games that count them.
#[must_use]
pub fn sowings() -> u64 {
    SOWINGS.get()
}

/// The rules as `minimax` wants them. Only with `COUNT` are sowings counted, so that counting takes no time elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct KalahGame<const COUNT: bool>;

/// A position, and whether the player to move can but pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The position. Its player to move is the one who sows next.
    pub position: Kalah,
    passes: bool,
}

impl State {
    /// This position, with its player to move.
    #[must_use]
    pub const fn new(position: Kalah) -> Self {
        Self { position, passes: false }
    }

    /// The player to move, who may have to pass.
    #[must_use]
    pub fn turn(&self) -> Player {
        if self.passes { !self.position.turn() } else { self.position.turn() }
    }

    /// By how many seeds the player to move leads.
    #[inline]
    fn lead(&self) -> Evaluation {
        let scores = self.position.scores();
        Evaluation::from(scores[self.turn()]) - Evaluation::from(scores[!self.turn()])
    }
}

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The player to move lifts this pit.
    Sow(Pit),
    /// The opponent has another turn.
    Pass,
}

impl<const COUNT: bool> Game for KalahGame<COUNT> {
    type S = State;
    type M = Move;

    #[inline]
    fn generate_moves(state: &State, moves: &mut Vec<Move>) -> Option<Winner> {
        if state.passes {
            moves.push(Move::Pass);
            return None;
        }
        moves.extend(state.position.legal_moves().into_iter().map(Move::Sow));
        Self::get_winner(state)
    }

    #[inline]
    fn apply(state: &mut State, ply: Move) -> Option<State> {
        let Move::Sow(pit) = ply else { return Some(State::new(state.position)) };
        if COUNT {
            SOWINGS.set(SOWINGS.get() + 1);
        }
        let mut position = state.position;
        position.play_unchecked(pit);
        // When the game is over, the turn is the opponent's.
        Some(State { position, passes: position.turn() == state.position.turn() })
    }

    #[inline]
    fn get_winner(state: &State) -> Option<Winner> {
        if state.passes || !state.position.legal_moves().is_empty() {
            return None;
        }
        Some(match state.lead() {
            0 => Winner::Draw,
            lead if lead > 0 => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }

    #[inline]
    fn zobrist_hash(state: &State) -> u64 {
        state.position.key() ^ if state.passes { 0x9e37_79b9_7f4a_7c15 } else { 0 }
    }
}

/// The seed difference, in seeds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead<const COUNT: bool>;

impl<const COUNT: bool> minimax::Evaluator for Lead<COUNT> {
    type G = KalahGame<COUNT>;

    #[inline]
    fn evaluate(&self, state: &State) -> Evaluation {
        state.lead()
    }
}

/// The iterative search of `minimax` with a table of so many bytes, and otherwise its default options: principal
/// variation search, and a table of two tiers.
#[must_use]
pub fn search<const COUNT: bool>(bytes: usize) -> IterativeSearch<Lead<COUNT>> {
    IterativeSearch::new(Lead, IterativeOptions::new().with_table_byte_size(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minimax::Strategy;
    use tok_ku_rou_core::ai::{Limits, Material, Search, Table};
    use tok_ku_rou_core::perft;

    /// The lines of so many sowings, passes not counted.
    fn lines(mut state: State, depth: u32) -> u64 {
        let mut moves = Vec::new();
        if depth == 0 {
            return 1;
        }
        if KalahGame::<true>::generate_moves(&state, &mut moves).is_some() {
            return 0;
        }
        let after = moves.into_iter().map(|ply| {
            let next = KalahGame::<true>::apply(&mut state, ply).expect("a new state");
            assert_eq!(next.turn(), !state.turn(), "the players alternate");
            lines(next, depth - u32::from(ply != Move::Pass))
        });
        after.sum()
    }

    #[test]
    fn minimax_has_the_same_tree() {
        for text in ["kalah 6x4", "kalah 6x4,keep-sowing", "kalah 2x2"] {
            let start: Kalah = text.parse().expect("a start");
            let before = sowings();
            assert_eq!(lines(State::new(start), 6), perft(&start, 6));
            assert_eq!(sowings() - before, (1..=6).map(|depth| perft(&start, depth)).sum());
        }
    }

    /// Compares who wins this position and all those that its first sowings lead to.
    fn same_winner(position: Kalah, sowings: u32) {
        let ours = Search::new(Table::new(1 << 20).expect("memory"), Material);
        let line = ours.find(&position, &[], Limits::default()).line;
        assert!(line.complete);
        if position.outcome().is_some() {
            return;
        }
        let mut theirs = search::<false>(1 << 20);
        theirs.set_max_depth(60);
        let best = theirs.choose_move(&State::new(position));
        let value = theirs.root_value();
        assert_eq!(value.signum(), line.value.margin().unwrap_or(0).signum(), "{position}: {value}");
        assert!(value == 0 || value.abs() == minimax::BEST_EVAL, "{position} is solved");
        let Some(Move::Sow(pit)) = best else { panic!("no move in {position}") };
        assert!(position.legal_moves().contains(pit));
        if sowings > 0 {
            position.legal_moves().into_iter().for_each(|pit| {
                let mut next = position;
                next.play_unchecked(pit);
                same_winner(next, sowings - 1);
            });
        }
    }

    #[test]
    fn minimax_finds_the_same_winners() {
        for text in ["kalah 2x2", "kalah 3x1", "kalah 3x2", "kalah 2x4"] {
            same_winner(text.parse().expect("a start"), 2);
        }
    }
}
