//! Sowing in Tok Ku Rou, with whole rings at a time.
//!
//! A player's ring is 32 bytes, pit i in byte i; no byte can overflow, since a board holds at most 255 seeds. What a
//! ring gains when k seeds are sown from pit 0 on is a row of a table; sowing n seeds behind pit p therefore adds row
//! p+1+n less row p+1, whether or not the hand comes round. Rings are changed as a whole wherever a sow reads them
//! again as a whole: a processor waits long for a wide load that takes in a narrow store just made.

use super::{Laps, TokKuRou};
use crate::{ByPlayer, Event, Observer, Pit, PitSet, Place, Player};

/// The pits of one player.
pub(super) type Ring = [u8; 32];

/// After this many lifts without a capture a sow counts as endless, if the state it must come back to has not come
/// back yet. Some sows on full boards take more than 10^9 lifts to come back, which nobody can wait for; the longest
/// that is known to end by itself takes 962.
const MOST_LIFTS: u32 = 1 << 16;

/// By columns: what a ring gains when this many seeds, up to two laps, are sown into pits 0, 1, 2, ... Both sizes are
/// powers of two, so that an index is masked rather than checked.
static GAINS: [[Ring; 64]; 16] = {
    let mut gains = [[[0; 32]; 64]; 16];
    let mut columns = 1;
    while columns <= 13 {
        let mut seeds = 1;
        while seeds <= 4 * columns {
            gains[columns][seeds] = gains[columns][seeds - 1];
            gains[columns][seeds][(seeds - 1) % (2 * columns)] += 1;
            seeds += 1;
        }
        columns += 1;
    }
    gains
};

/// All ones, but for the pit that is lifted; the rows beyond the pits lift nothing.
static KEEP: [Ring; 64] = {
    let mut keep = [[0xff; 32]; 64];
    let mut pit = 0;
    while pit < 32 {
        keep[pit][pit] = 0;
        pit += 1;
    }
    keep
};
const NOTHING: usize = 32;

/// A hand on its way: from which pit it is sown, and which pit is still to be emptied for it.
struct Hand {
    from: usize,
    lifted: usize,
    seeds: usize,
}

impl Hand {
    /// Takes all seeds of a pit.
    #[inline]
    fn lift(ring: &Ring, pit: usize) -> Self {
        Self { from: pit, lifted: pit, seeds: ring[pit & 31].into() }
    }

    /// Lays the hand out. Tells in which pit the last seed falls and how many seeds it finds there.
    #[inline]
    fn sow(&self, ring: &mut Ring, columns: usize) -> (usize, u8) {
        let (gains, length) = (&GAINS[columns & 15], 2 * columns);
        // Whole laps are rare; they may be laid out at the end, since the last seed falls behind them all.
        let (rest, laps) = if self.seeds > length { whole_laps(self.seeds, length) } else { (self.seeds, 0) };
        let end = self.from + rest;
        let last = if end < length { end } else { end - length };
        let before = if last == self.lifted { 0 } else { ring[last & 31] };
        let (keep, less, more) =
            (&KEEP[self.lifted & 63], &gains[(self.from + 1) & 63], &gains[(end + 1) & 63]);
        for pit in 0..32 {
            ring[pit] = (ring[pit] & keep[pit]).wrapping_add(more[pit]).wrapping_sub(less[pit]);
        }
        if laps > 0 {
            ring[..length].iter_mut().for_each(|seeds| *seeds += laps);
        }
        (last, before + laps)
    }
}

/// Divides a large hand into the seeds of its last lap, at least one, and the number of laps before it.
#[cold]
const fn whole_laps(seeds: usize, length: usize) -> (usize, u8) {
    ((seeds - 1) % length + 1, ((seeds - 1) / length) as u8)
}

/// The sum of a ring, which is at most 255.
pub(super) fn sum(ring: &Ring) -> u8 {
    ring.iter().sum()
}

/// The pits of a ring that hold at least two seeds.
#[inline]
pub(super) fn at_least_two(ring: &Ring) -> PitSet {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let eight = |first: usize| {
        let word = u64::from_le_bytes(core::array::from_fn(|pit| ring[first + pit]));
        let high = (((word & LOW) + 0x7e7e_7e7e_7e7e_7e7e) | word) & !LOW;
        ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    };
    PitSet::from_bits(eight(0) | eight(8) << 8 | eight(16) << 16 | eight(24) << 24)
}

/// Both rings, the mover's first.
#[inline]
fn seen_by(rings: &mut ByPlayer<Ring>, mover: Player) -> (&mut Ring, &mut Ring) {
    match mover {
        Player::South => (&mut rings.south, &mut rings.north),
        Player::North => (&mut rings.north, &mut rings.south),
    }
}

impl TokKuRou {
    /// Lifts a pit of the player to move and does all that follows from it.
    #[inline]
    pub(super) fn sow<O: Observer>(&mut self, pit: Pit, observer: &mut O) {
        if pit.number() >= 2 * self.rules.columns() || self.endless {
            return;
        }
        match self.rules.laps() {
            Laps::Single => self.laps::<false, O>(pit.index(), observer),
            Laps::Multiple => self.laps::<true, O>(pit.index(), observer),
        }
        self.turn = !self.turn;
        observer.event(Event::Turn);
        if O::ACTIVE && self.is_over() {
            observer.event(Event::Over);
        }
    }

    /// Sows until the move ends. Compiled once for single and once for multiple laps.
    #[inline]
    fn laps<const MULTIPLE: bool, O: Observer>(&mut self, start: usize, observer: &mut O) {
        let columns = usize::from(self.rules.columns());
        let mover = self.turn;
        let (own, other) = seen_by(&mut self.rings, mover);
        let place = |pit: usize| Place::Pit(mover, Pit::new(pit as u8));

        // The lift whose return shows that the sow is endless: the turn's own, or the first since a capture. A lap
        // without a capture can be undone in one way only, so nothing else can come back before it.
        let mut first = if MULTIPLE { Some((start, *own)) } else { None };
        let mut lifts = 0;
        let mut hand = Hand::lift(own, start);
        observer.event(Event::Lift { pit: place(start), seeds: hand.seeds as u8 });
        loop {
            observer.event(Event::Sow { from: place(hand.from), seeds: hand.seeds as u8 });
            let (last, found) = hand.sow(own, columns);
            if found == 0 {
                observer.event(Event::Sleep);
                return;
            }
            if last >= columns {
                let (front, back) = ((3 * columns - 1 - last) & 31, last - columns);
                let (in_front, in_back) = (other[front], other[back]);
                if in_front > 0 && in_back > 0 {
                    (other[front], other[back]) = (0, 0);
                    let seeds = in_front + in_back;
                    hand = Hand { from: last, lifted: NOTHING, seeds: seeds.into() };
                    first = None;
                    let pits = PitSet::EMPTY.with(Pit::new(front as u8)).with(Pit::new(back as u8));
                    observer.event(Event::Capture { at: place(last), pits, seeds });
                    continue;
                }
            }
            if !MULTIPLE {
                observer.event(Event::Stay);
                return;
            }
            hand = Hand::lift(own, last);
            observer.event(Event::Lift { pit: place(last), seeds: hand.seeds as u8 });
            match &first {
                None => (first, lifts) = (Some((last, *own)), 0),
                Some((pit, ring)) => {
                    lifts += 1;
                    if lifts == MOST_LIFTS || (*pit == last && ring == own) {
                        observer.event(Event::Endless);
                        *own = *ring;
                        self.endless = true;
                        return;
                    }
                }
            }
        }
    }
}
