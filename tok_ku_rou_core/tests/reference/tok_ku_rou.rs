//! Tok Ku Rou by the book.

use std::collections::HashSet;
use tok_ku_rou_core::tok_ku_rou::{Laps, Rules, Setup};
use tok_ku_rou_core::{ByPlayer, Player};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) rings: [Vec<u32>; 2],
    pub(crate) turn: usize,
    pub(crate) endless: bool,
}

/// What one move did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) captures: u32,
    pub(crate) captured: u32,
    /// Lifts after the turn's own.
    pub(crate) lifts: u32,
}

impl Board {
    pub(crate) fn from_setup(setup: &Setup) -> Self {
        let length = usize::from(2 * setup.rules.columns());
        let ring = |player: Player| setup.pits[player][..length].iter().map(|&seeds| seeds.into()).collect();
        Self {
            rings: [ring(Player::South), ring(Player::North)],
            turn: setup.turn.index(),
            endless: setup.endless,
        }
    }

    pub(crate) fn to_setup(&self, rules: Rules) -> Setup {
        let ring = |player: usize| {
            let mut ring = [0; 26];
            for (to, from) in ring.iter_mut().zip(&self.rings[player]) {
                *to = u8::try_from(*from).unwrap();
            }
            ring
        };
        let pits = ByPlayer { south: ring(0), north: ring(1) };
        Setup { pits, turn: Player::ALL[self.turn], rules, endless: self.endless }
    }

    pub(crate) fn legal(&self) -> Vec<u8> {
        let ring = &self.rings[self.turn];
        let may_lift = |&pit: &usize| !self.endless && ring[pit] >= 2;
        (0..ring.len()).filter(may_lift).map(|pit| u8::try_from(pit).unwrap()).collect()
    }

    /// Plays a legal move. Every lift since the last capture is remembered, so that whichever comes back is seen.
    /// After 65,536 lifts without a capture the sow counts as endless, too, and is taken back to the first of them.
    pub(crate) fn play(&mut self, pit: u8, rules: Rules) -> Turn {
        let columns = usize::from(rules.columns());
        let (mover, opponent) = (self.turn, 1 - self.turn);
        self.turn = opponent;
        let mut turn = Turn::default();
        let mut at = usize::from(pit);
        let mut first = self.rings.clone();
        let mut lifted = HashSet::from([(at, first[mover].clone())]);
        let mut hand = std::mem::take(&mut self.rings[mover][at]);
        loop {
            at = (at + 1) % (2 * columns);
            if hand > 1 || self.rings[mover][at] == 0 {
                hand -= 1;
                self.rings[mover][at] += 1;
                if hand > 0 {
                    continue;
                }
                return turn;
            }
            // The last seed is about to fall in an occupied pit.
            if at >= columns {
                let (front, back) = (3 * columns - 1 - at, at - columns);
                if self.rings[opponent][front] > 0 && self.rings[opponent][back] > 0 {
                    let eaten = self.rings[opponent][front] + self.rings[opponent][back];
                    self.rings[opponent][front] = 0;
                    self.rings[opponent][back] = 0;
                    turn.captures += 1;
                    turn.captured += eaten;
                    // One seed of the joined hand falls in that very pit.
                    self.rings[mover][at] += 1;
                    hand = eaten;
                    lifted.clear();
                    continue;
                }
            }
            self.rings[mover][at] += 1;
            if rules.laps() == Laps::Single {
                return turn;
            }
            turn.lifts += 1;
            if lifted.is_empty() {
                first.clone_from(&self.rings);
            }
            if lifted.len() == 65_536 || !lifted.insert((at, self.rings[mover].clone())) {
                assert!(
                    lifted.len() == 65_536 || self.rings == first,
                    "the first lift is the one that comes back"
                );
                self.rings = first;
                self.endless = true;
                return turn;
            }
            hand = std::mem::take(&mut self.rings[mover][at]);
        }
    }
}
