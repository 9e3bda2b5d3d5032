//! Sowing in Tok Ku Rou, with whole rings at a time.
//!
//! A player's ring is the bytes of four words: pit i is byte i % 8 of word i / 8. A byte cannot overflow, since a
//! board holds at most 255 seeds. What a ring gains when k seeds are sown from pit 0 on is a row of a table; sowing
//! n seeds behind pit p is therefore row p+1+n less row p+1, whether or not the hand comes round.

use super::{Laps, TokKuRou};
use crate::{Event, Observer, Pit, PitSet, Place};

/// The pits of one player, a byte each.
pub(super) type Ring = [u64; 4];

/// After this many lifts without a capture a sow counts as endless, if the state it must come back to has not come
/// back yet. Some sows on full boards take more than 10^9 lifts to come back, which nobody can wait for; the longest
/// that is known to end by itself takes 962.
const MOST_LIFTS: u32 = 1 << 16;

/// By columns less one: what a ring gains when this many seeds, up to two laps, are sown into pits 0, 1, 2, ...
static GAINS: [[Ring; 53]; 13] = {
    let mut gains = [[[0; 4]; 53]; 13];
    let mut columns = 1;
    while columns <= 13 {
        let mut seeds = 1;
        while seeds <= 4 * columns {
            gains[columns - 1][seeds] = gains[columns - 1][seeds - 1];
            let pit = (seeds - 1) % (2 * columns);
            gains[columns - 1][seeds][pit / 8] += 1 << (8 * (pit % 8));
            seeds += 1;
        }
        columns += 1;
    }
    gains
};

/// The seeds in a pit.
#[inline]
pub(super) const fn seeds(ring: &Ring, pit: usize) -> u8 {
    (ring[pit / 8 % 4] >> (8 * (pit % 8))) as u8
}

/// The sum of a ring.
pub(super) fn sum(ring: &Ring) -> u8 {
    let bytes = ring.iter().fold(0u64, |sum, word| sum.wrapping_add(pairs(*word)));
    (bytes.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u8
}

/// The sums of each two neighbouring bytes, so that four words can be added up.
const fn pairs(word: u64) -> u64 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    (word & EVEN) + ((word >> 8) & EVEN)
}

/// A bit for each byte that is at least two.
#[inline]
pub(super) const fn at_least_two(word: u64) -> u32 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let high = (((word & LOW) + 0x7e7e_7e7e_7e7e_7e7e) | word) & !LOW;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// Takes this many seeds out of a pit, which must hold them.
#[inline]
fn take(ring: &mut Ring, pit: usize, seeds: u8) {
    ring[pit / 8 % 4] -= u64::from(seeds) << (8 * (pit % 8));
}

/// Sows seeds behind a pit.
#[inline]
fn lay_out(ring: &mut Ring, from: &Ring, to: &Ring) {
    for word in 0..4 {
        ring[word] += to[word] - from[word];
    }
}

impl TokKuRou {
    /// Lifts a pit of the player to move and does all that follows from it.
    #[inline]
    pub(super) fn sow<O: Observer>(&mut self, pit: Pit, observer: &mut O) {
        let columns = usize::from(self.rules.columns());
        let length = 2 * columns;
        let multiple = self.rules.laps() == Laps::Multiple;
        let gains = &GAINS[(columns - 1) % 13];
        let (mover, opponent) = (self.turn, !self.turn);
        let place = |pit: usize| Place::Pit(mover, Pit::new(pit as u8));

        let mut start = pit.index();
        if start >= length || self.endless {
            return;
        }
        let mut own = self.rings[mover];
        let mut other = self.rings[opponent];
        let mut hand = seeds(&own, start);
        // The lift whose return shows that the sow is endless: the turn's own, or the first since a capture. A lap
        // without a capture can be undone in one way only, so nothing else can come back before it.
        let mut first = Some((start, own));
        let mut lifts = 0;
        take(&mut own, start, hand);
        observer.event(Event::Lift { pit: place(start), seeds: hand });
        loop {
            observer.event(Event::Sow { from: place(start), seeds: hand });
            let mut rest = usize::from(hand);
            while rest > length {
                lay_out(&mut own, &gains[0], &gains[length]);
                rest -= length;
            }
            let mut last = start + rest;
            if last >= length {
                last -= length;
            }
            let found = seeds(&own, last);
            lay_out(&mut own, &gains[start + 1], &gains[start + 1 + rest]);
            if found == 0 {
                observer.event(Event::Sleep);
                break;
            }
            start = last;
            if last >= columns {
                let (front, back) = (length + columns - 1 - last, last - columns);
                let eaten = (seeds(&other, front), seeds(&other, back));
                if eaten.0 > 0 && eaten.1 > 0 {
                    take(&mut other, front, eaten.0);
                    take(&mut other, back, eaten.1);
                    hand = eaten.0 + eaten.1;
                    first = None;
                    let pits = PitSet::EMPTY.with(Pit::new(front as u8)).with(Pit::new(back as u8));
                    observer.event(Event::Capture { at: place(last), pits, seeds: hand });
                    continue;
                }
            }
            if !multiple {
                observer.event(Event::Stay);
                break;
            }
            hand = found + 1;
            observer.event(Event::Lift { pit: place(start), seeds: hand });
            match first {
                None => (first, lifts) = (Some((start, own)), 0),
                Some((pit, ring)) => {
                    lifts += 1;
                    if lifts == MOST_LIFTS || (pit == start && ring == own) {
                        observer.event(Event::Endless);
                        own = ring;
                        self.endless = true;
                        break;
                    }
                }
            }
            take(&mut own, start, hand);
        }
        self.rings[mover] = own;
        self.rings[opponent] = other;
        self.turn = opponent;
        observer.event(Event::Turn);
        if O::ACTIVE && self.is_over() {
            observer.event(Event::Over);
        }
    }
}
