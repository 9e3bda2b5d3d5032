//! Counting all lines of play to a fixed depth: the test and the yardstick of every rules engine.

use crate::{Pit, Position};
use core::hint::black_box;

/// The number of lines of exactly `depth` sowings from this position. A finished game has no continuation; an
/// endless sow counts as one sowing. Every sowing is made, the last ones too.
///
/// ```
/// use tok_ku_rou_core::{TokKuRou, perft};
/// assert_eq!(perft(&TokKuRou::default(), 3), 11_386);
/// ```
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    for pit in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(pit);
        lines += if depth == 1 {
            // Nobody looks at the last positions, but they are to be made.
            black_box(&next);
            1
        } else {
            perft(&next, depth - 1)
        };
    }
    lines
}

/// [`perft`] by first move: each legal pit with the number of lines of `depth` sowings that begin with it. With
/// depth 0 there is no first move and so nothing to list.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Pit, divide};
/// let lines: Vec<u64> = divide(&Kalah::default(), 2).map(|(_, lines)| lines).collect();
/// assert_eq!(lines, [6, 6, 5, 6, 6, 6]);
/// ```
pub fn divide<P: Position>(position: &P, depth: u32) -> impl Iterator<Item = (Pit, u64)> {
    let moves = if depth == 0 { crate::PitSet::EMPTY } else { position.legal_moves() };
    moves.into_iter().map(move |pit| {
        let mut next = position.clone();
        next.play_unchecked(pit);
        (pit, perft(&next, depth - 1))
    })
}
