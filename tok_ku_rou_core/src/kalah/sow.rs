//! Sowing in Kalah, with whole rows at a time.
//!
//! A player's pits and store are the bytes of one word: pit i is byte i, the store byte 7. A byte cannot overflow,
//! since a board holds at most 255 seeds. Sowing a hand is one addition to each player's word, of a row looked up by
//! the pit that is lifted and the seeds in it. The lifted pit's seeds are already subtracted in that row.
//!
//! Where the last seed falls cannot be predicted, so as little as possible branches on it: one comparison tells whether
//! it captures, and the words change sides by a choice that need not branch. Two plain branches made perft slower.

use super::{Capture, Direction, Kalah, Sweep};
use crate::{Event, Observer, Pit, PitSet, Place, Player};
use core::hint::select_unpredictable;

/// The byte of a word in which the store lies.
pub(super) const STORE: u8 = 7;
/// Everything of a word but the store.
pub(super) const PITS: u64 = !(0xff << (8 * STORE));

/// A place as the mover sees it: the byte index in the mover's word, or 8 more than that in the opponent's.
type Spot = u8;

/// The spot that gets a seed after `spot`, in the mover's eyes, on a board with this many pits a row.
pub(super) const fn after(spot: Spot, pits: u8, direction: Direction) -> Spot {
    let last = pits - 1;
    match direction {
        Direction::Counterclockwise if spot == last => STORE,
        Direction::Counterclockwise if spot == STORE => 8,
        Direction::Counterclockwise if spot == 8 + last => 0,
        Direction::Counterclockwise => spot + 1,
        Direction::Clockwise if spot == 0 => 8 + last,
        Direction::Clockwise if spot == 8 => STORE,
        Direction::Clockwise if spot == STORE => last,
        Direction::Clockwise => spot - 1,
    }
}

/// What one hand does: what is added to each word, and where the last seed falls.
#[derive(Clone, Copy)]
struct Row {
    own: u64,
    opponent: u64,
    last: Spot,
    /// What an own pit looks like in which the last seed lies alone: these bits of the mover's word ...
    mask: u64,
    /// ... are just this one; no word looks like this if the last seed falls elsewhere.
    alone: u64,
}

impl Row {
    const NONE: Self = Self { own: 0, opponent: 0, last: 0, mask: 0, alone: 1 };
}

/// The rows of one board size and direction, by the spot lifted and the seeds in it, up to a whole lap of 15.
type Rows = [[Row; 16]; 16];

const fn rows(pits: u8, direction: Direction) -> Rows {
    let mut rows = [[Row::NONE; 16]; 16];
    let mut start = 0;
    while start < 16 {
        let is_pit = start & 7 < pits;
        let (mut own, mut opponent, mut last, mut seeds) = (0, 0, start, 0);
        while is_pit && seeds <= 2 * pits + 1 {
            let lifted = (seeds as u64) << (8 * (start & 7));
            let mut row = Row { own, opponent, last, ..Row::NONE };
            if start < 8 {
                row.own = row.own.wrapping_sub(lifted);
            } else {
                row.opponent = row.opponent.wrapping_sub(lifted);
            }
            if last < STORE {
                (row.mask, row.alone) = (0xff << (8 * last), 1 << (8 * last));
            }
            rows[start as usize][seeds as usize] = row;
            last = after(last, pits, direction);
            if last < 8 {
                own += 1 << (8 * last);
            } else {
                opponent += 1 << (8 * (last - 8));
            }
            seeds += 1;
        }
        start += 1;
    }
    rows
}

/// By direction and by pits; there is no board without pits, but eight are found faster than seven.
static ROWS: [[Rows; 8]; 2] = {
    let mut table = [[[[Row::NONE; 16]; 16]; 8]; 2];
    let mut pits = 1;
    while pits <= 7 {
        table[Direction::Counterclockwise as usize][pits as usize] = rows(pits, Direction::Counterclockwise);
        table[Direction::Clockwise as usize][pits as usize] = rows(pits, Direction::Clockwise);
        pits += 1;
    }
    table
};

/// The seeds in one byte of a word.
#[inline]
const fn byte(word: u64, index: u8) -> u8 {
    (word >> (8 * (index & 7))) as u8
}

/// What so many whole laps add to each word, by the row of one lap.
#[cold]
const fn whole_laps(lap: &Row, laps: u8) -> (u64, u64) {
    (lap.own.wrapping_mul(laps as u64), lap.opponent.wrapping_mul(laps as u64))
}

/// The sum of all bytes of a word.
#[inline]
pub(super) const fn sum(word: u64) -> u8 {
    (word.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// The high bit of each byte of a row of pits that holds seeds.
#[inline]
pub(super) const fn full(row: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (((row & LOW) + LOW) | row) & !LOW
}

impl Kalah {
    /// Lifts a pit of the player to move and does all that follows from it.
    ///
    /// Random games wait for each sowing to end: the words stay in registers from one to the next, so they must not be
    /// lent to a function that is called. The rare ones get a copy.
    #[expect(clippy::inline_always, reason = "a call would take the position to memory and back")]
    #[inline(always)]
    pub(super) fn sow<O: Observer>(&mut self, pit: Pit, observer: &mut O) {
        let start = pit.number();
        if start >= self.rules.pits() {
            self.pass(true, observer);
            return;
        }
        let keep_sowing = self.rules.capture() == Capture::KeepSowing;
        let row = if keep_sowing {
            let mut next = *self;
            let row = next.relay(start, observer);
            *self = next;
            row
        } else {
            // A number below 8 is known to be a pit of the mover.
            self.lap(start & 7, observer)
        };
        let last = row.last;
        if self.own & row.mask == row.alone && !keep_sowing {
            self.capture(last, observer);
        } else if O::ACTIVE {
            observer.event(match (last, self.at(last)) {
                (STORE, _) => Event::Store,
                (_, 1) => Event::Sleep,
                _ => Event::Stay,
            });
        }
        self.pass(last != STORE, observer);
        if self.own & PITS == 0 || self.opponent & PITS == 0 {
            (self.own, self.opponent) = self.finish(observer);
            self.pass(last == STORE, observer);
            observer.event(Event::Over);
        }
    }

    /// The seeds in a spot.
    #[inline]
    const fn at(&self, spot: Spot) -> u8 {
        self.word_at(spot) as u8
    }

    /// The word of a spot, shifted so that its seeds are the lowest byte.
    #[inline]
    const fn word_at(&self, spot: Spot) -> u64 {
        (if spot < 8 { self.own } else { self.opponent }) >> (8 * (spot & 7))
    }

    /// Moves all seeds of one pit to where they go and tells where the last one falls.
    #[inline]
    fn lap<O: Observer>(&mut self, start: Spot, observer: &mut O) -> &'static Row {
        let word = self.word_at(start);
        let seeds = word as u8;
        if O::ACTIVE {
            let place = self.place(start);
            observer.event(Event::Lift { pit: place, seeds });
            observer.event(Event::Sow { from: place, seeds });
        }
        let pits = self.rules.pits();
        let rows = &ROWS[self.rules.direction() as usize][usize::from(pits & 7)][usize::from(start & 15)];
        let lap = 2 * pits + 1;
        let mut rest = word;
        if seeds > lap {
            let (own, opponent) = whole_laps(&rows[usize::from(lap & 15)], seeds / lap);
            self.own = self.own.wrapping_add(own);
            self.opponent = self.opponent.wrapping_add(opponent);
            rest = u64::from(seeds % lap);
        }
        let row = &rows[(rest & 15) as usize];
        self.own = self.own.wrapping_add(row.own);
        self.opponent = self.opponent.wrapping_add(row.opponent);
        row
    }

    /// Sows lap after lap, until a last seed falls in the store or in an empty pit, and tells where it falls. It
    /// ends, because every way round the board leaves a seed in the store.
    #[inline(never)]
    fn relay<O: Observer>(&mut self, mut start: Spot, observer: &mut O) -> &'static Row {
        loop {
            let row = self.lap(start, observer);
            // After an illegal move there may be no seed at all.
            if row.last == STORE || self.at(row.last) <= 1 {
                return row;
            }
            start = row.last;
        }
    }

    /// Takes the seed that fell in the mover's empty pit and those across from it.
    #[inline]
    fn capture<O: Observer>(&mut self, at: Spot, observer: &mut O) {
        let across = self.rules.pits() - 1 - at;
        let seeds = byte(self.opponent, across);
        // In this order: the rules can be predicted, the seeds cannot.
        if self.rules.capture() == Capture::LeaveEmpty && seeds == 0 {
            observer.event(Event::Sleep);
            return;
        }
        self.own = self.own - (1 << (8 * at)) + (u64::from(seeds + 1) << (8 * STORE));
        self.opponent -= u64::from(seeds) << (8 * across);
        let pits = if seeds == 0 { PitSet::EMPTY } else { PitSet::EMPTY.with(Pit::new(across)) };
        observer.event(Event::Capture { at: self.place(at), pits, seeds });
    }

    /// Gives the turn to the opponent if it `passes`: no branch is asked for, since it would be hard to predict.
    #[inline]
    fn pass<O: Observer>(&mut self, passes: bool, observer: &mut O) {
        (self.own, self.opponent) = (
            select_unpredictable(passes, self.opponent, self.own),
            select_unpredictable(passes, self.own, self.opponent),
        );
        self.turn = if (self.turn == Player::South) == passes { Player::North } else { Player::South };
        if O::ACTIVE && passes {
            observer.event(Event::Turn);
        }
    }

    /// Sweeps when one side has run out, and tells the words after that.
    #[cold]
    #[inline(never)]
    fn finish<O: Observer>(mut self, observer: &mut O) -> (u64, u64) {
        let (player, seeds) = self.sweep();
        if seeds > 0 {
            observer.event(Event::Sweep { player, seeds });
        }
        (self.own, self.opponent)
    }

    /// Empties all pits when one side is empty. Tells who gets the seeds, if anyone, and how many there are.
    pub(super) fn sweep(&mut self) -> (Option<Player>, u8) {
        let seeds = sum((self.own | self.opponent) & PITS);
        let owner = if self.own & PITS == 0 { !self.turn } else { self.turn };
        let player = match self.rules.sweep() {
            Sweep::Owner => Some(owner),
            Sweep::Finisher => Some(!owner),
            Sweep::None => None,
        };
        self.own &= !PITS;
        self.opponent &= !PITS;
        if let Some(player) = player {
            *self.word_mut(player) += u64::from(seeds) << (8 * STORE);
        }
        (player, seeds)
    }

    /// A spot as everyone sees it.
    #[inline]
    pub(super) fn place(&self, spot: Spot) -> Place {
        let (player, index) = if spot < 8 { (self.turn, spot) } else { (!self.turn, spot - 8) };
        if index == STORE { Place::Store(player) } else { Place::Pit(player, Pit::new(index)) }
    }
}
