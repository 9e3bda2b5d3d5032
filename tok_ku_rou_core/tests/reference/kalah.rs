//! Kalah by the book.

use tok_ku_rou_core::kalah::{Capture, Direction, Rules, Setup, Sweep};
use tok_ku_rou_core::{ByPlayer, Player};

/// Where a seed can fall, as the owner's name and what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cup {
    Pit(usize, usize),
    Store(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) pits: [Vec<u32>; 2],
    pub(crate) stores: [u32; 2],
    pub(crate) turn: usize,
    pub(crate) over: bool,
}

impl Board {
    pub(crate) fn from_setup(setup: &Setup) -> Self {
        let row = |player: Player| {
            setup.pits[player][..setup.rules.pits().into()].iter().map(|&seeds| seeds.into()).collect()
        };
        Self {
            pits: [row(Player::South), row(Player::North)],
            stores: [setup.stores.south.into(), setup.stores.north.into()],
            turn: setup.turn.index(),
            over: false,
        }
    }

    pub(crate) fn to_setup(&self, rules: Rules) -> Setup {
        let row = |player: usize| {
            let mut row = [0; 7];
            for (to, from) in row.iter_mut().zip(&self.pits[player]) {
                *to = u8::try_from(*from).unwrap();
            }
            row
        };
        Setup {
            pits: ByPlayer { south: row(0), north: row(1) },
            stores: ByPlayer {
                south: u8::try_from(self.stores[0]).unwrap(),
                north: u8::try_from(self.stores[1]).unwrap(),
            },
            turn: Player::ALL[self.turn],
            rules,
        }
    }

    pub(crate) fn legal(&self) -> Vec<u8> {
        let row = &self.pits[self.turn];
        (0..row.len())
            .filter(|&pit| !self.over && row[pit] > 0)
            .map(|pit| u8::try_from(pit).unwrap())
            .collect()
    }

    fn cup(&mut self, cup: Cup) -> &mut u32 {
        match cup {
            Cup::Pit(player, pit) => &mut self.pits[player][pit],
            Cup::Store(player) => &mut self.stores[player],
        }
    }

    /// The cup that gets the seed after this one when `mover` sows.
    fn next(&self, cup: Cup, mover: usize, direction: Direction) -> Cup {
        let last = self.pits[0].len() - 1;
        match (direction, cup) {
            (Direction::Counterclockwise, Cup::Pit(player, pit)) if pit < last => Cup::Pit(player, pit + 1),
            (Direction::Counterclockwise, Cup::Pit(player, _)) if player == mover => Cup::Store(mover),
            (Direction::Counterclockwise, Cup::Pit(..)) => Cup::Pit(mover, 0),
            (Direction::Counterclockwise, Cup::Store(_)) => Cup::Pit(1 - mover, 0),
            (Direction::Clockwise, Cup::Pit(player, pit)) if pit > 0 => Cup::Pit(player, pit - 1),
            (Direction::Clockwise, Cup::Pit(player, _)) if player == mover => Cup::Pit(1 - mover, last),
            (Direction::Clockwise, Cup::Pit(..)) => Cup::Store(mover),
            (Direction::Clockwise, Cup::Store(_)) => Cup::Pit(mover, last),
        }
    }

    /// Sows without ending the game. Tells how many seeds of the opponent and of the mover were captured.
    pub(crate) fn sow(&mut self, pit: u8, rules: Rules) -> u32 {
        let mover = self.turn;
        let mut cup = Cup::Pit(mover, pit.into());
        let mut captured = 0;
        loop {
            let mut hand = std::mem::take(self.cup(cup));
            while hand > 0 {
                cup = self.next(cup, mover, rules.direction());
                *self.cup(cup) += 1;
                hand -= 1;
            }
            let was_empty = *self.cup(cup) == 1;
            match cup {
                Cup::Store(_) => return captured,
                _ if rules.capture() == Capture::KeepSowing => {
                    if !was_empty {
                        continue;
                    }
                }
                Cup::Pit(player, pit) if player == mover && was_empty => {
                    let across = Cup::Pit(1 - mover, self.pits[0].len() - 1 - pit);
                    if *self.cup(across) > 0 || rules.capture() == Capture::TakeEmpty {
                        captured = std::mem::take(self.cup(cup)) + std::mem::take(self.cup(across));
                        self.stores[mover] += captured;
                    }
                }
                Cup::Pit(..) => {}
            }
            self.turn = 1 - mover;
            return captured;
        }
    }

    /// Ends the game if a side is empty.
    pub(crate) fn sweep(&mut self, rules: Rules) {
        let left: Vec<u32> = self.pits.iter().map(|row| row.iter().sum()).collect();
        if left[0] > 0 && left[1] > 0 {
            return;
        }
        for (owner, seeds) in left.into_iter().enumerate() {
            match rules.sweep() {
                Sweep::Owner => self.stores[owner] += seeds,
                Sweep::Finisher => self.stores[1 - owner] += seeds,
                Sweep::None => {}
            }
            self.pits[owner].fill(0);
        }
        self.over = true;
    }

    /// Plays a legal move and tells how many seeds were captured.
    pub(crate) fn play(&mut self, pit: u8, rules: Rules) -> u32 {
        let mover = self.turn;
        let captured = self.sow(pit, rules);
        self.sweep(rules);
        if self.over {
            self.turn = 1 - mover;
        }
        captured
    }
}
