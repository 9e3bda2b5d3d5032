//! Which move to look at first.

use super::search::{Child, Node};
use crate::ai::{Rated, Worth};
use crate::kalah::{Bare, Rules};
use crate::{Kalah, Pit};

/// Tells which moves are worth looking at first: those that probably reach the target, and of these the ones that take
/// the fewest sowings to prove. What seeds are worth where they lie says the most about the former; a gain says something
/// about both, since what is gained is no more there to be sown. With all moves known by a deeper search first, the
/// proofs took more sowings rather than fewer.
pub(super) struct Guide {
    /// What it is worth to be on the move, in hundredths of a seed.
    turn: i32,
    /// What it is worth that so many seeds lie in a pit, the mover's first; nothing for pits that the board has not.
    pits: [[[i16; Worth::SEEDS]; 7]; 2],
}

impl Guide {
    pub(super) fn new(rules: Rules) -> Self {
        let start = Kalah::new(rules);
        let worth = start.worth();
        let mut pits = [[[0; Worth::SEEDS]; 7]; 2];
        for pit in (0..rules.pits()).map(Pit::new) {
            for (side, rows) in pits.iter_mut().zip(&worth.pits) {
                side[pit.index()] = rows[start.row(pit)];
            }
        }
        Self { turn: worth.turn.into(), pits }
    }

    /// What the seeds of a position are worth to the player to move, in hundredths of a seed.
    #[inline]
    fn estimate(&self, bare: Bare) -> i32 {
        let mut sum = self.turn;
        for (rows, row) in self.pits.iter().zip([bare.own, bare.opponent]) {
            for (worth, seeds) in rows.iter().zip(row.to_le_bytes()) {
                sum += i32::from(worth[usize::from(seeds).min(Worth::SEEDS - 1)]);
            }
        }
        sum
    }

    /// How soon to look at a move: the greatest number comes first. The unit is a hundredth of a seed of the estimate; a
    /// seed that is gained, or by which both bounds are known to be higher, counts 2.8 times as much. Moves of the right
    /// leave the rest of the row as it is, those that earn another one need no answer, and what is left to sow is work.
    /// Found by trying: each number was changed up and down until Kalah 6x4 took no fewer sowings.
    #[inline]
    pub(super) fn order(&self, node: &Node, child: &Child) -> i32 {
        let (low, high) = child.bounds();
        let estimate = self.estimate(child.node.bare);
        let mut order =
            140 * i32::from(low + high) + 100 * i32::from(child.pit) - 50 * i32::from(child.node.seeds);
        order += if child.again { 800 + estimate } else { -estimate };
        if child.pit == node.best { order + 100 } else { order }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::ai::{Evaluate, Rng, Tuned};
    use crate::kalah::{Capture, Sweep};

    #[test]
    fn estimates_are_those_of_play() {
        let mut rng = Rng::new(1);
        for pits in 1..=7 {
            let start = Rules::new(pits, 6).unwrap();
            for rules in [start, start.with_capture(Capture::LeaveEmpty), start.with_sweep(Sweep::Finisher)] {
                let guide = Guide::new(rules);
                let mut position = Kalah::new(rules);
                while position.outcome().is_none() {
                    let bare = position.bare();
                    let estimate = Tuned.evaluate(&bare.position(rules)).hundredths();
                    assert_eq!(guide.estimate(bare), estimate, "{position}");
                    let moves = position.legal_moves();
                    let pit = moves.into_iter().nth(rng.below(moves.len() as u32) as usize).unwrap();
                    position.play_unchecked(pit);
                }
            }
        }
    }
}
