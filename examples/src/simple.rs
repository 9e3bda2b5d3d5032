//! The two players that do not look ahead.

use tok_ku_rou_core::ai::Rng;
use tok_ku_rou_core::{Pit, PitSet, Position};

/// Any of these moves.
pub(crate) fn any(moves: PitSet, seed: u64) -> Option<Pit> {
    moves.nth(usize::try_from(Rng::new(seed).below(moves.len() as u32)).ok()?)
}

/// Any of the moves that are worth most at once.
pub(crate) fn greedy<P: Position>(position: &P, seed: u64) -> Option<Pit> {
    let worth = |pit| {
        let next = position.play(pit).ok()?;
        let scores = next.scores().map(i16::from);
        let mover = position.turn();
        Some((scores[mover] - scores[!mover], next.turn() == mover))
    };
    let moves = position.legal_moves();
    let best = moves.into_iter().filter_map(worth).max();
    any(moves.into_iter().filter(|&pit| worth(pit) == best).collect(), seed)
}
