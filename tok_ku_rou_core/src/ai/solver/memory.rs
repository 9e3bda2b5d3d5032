//! What a solver remembers of positions: bounds of the margin to come, without a chance of mistaking one for another.
//!
//! Positions are known by their numbers in the perfect ranking. A number times an odd constant, cut to the bits that the
//! numbers need, is another such number: its upper bits choose a group of slots and the others are kept in the slot, so
//! that nothing of the number is lost.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position: its lower bound above the least, how far its upper bound is below the most, both in
/// steps, and the move that proved the lower bound (or 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) low: u8,
    pub(super) slack: u8,
    pub(super) best: u8,
}

impl Known {
    /// Nothing at all.
    pub(super) const NOTHING: Self = Self { low: 0, slack: 0, best: 7 };
}

/// As many slots as a line of a cache holds.
pub(super) const WAYS: usize = 8;
/// How many bits of a slot are left for the number.
const TAG: u32 = 45;
/// How many bits the bounds and the move take.
const REST: u32 = 64 - TAG;
/// An odd number: the fractional bits of the golden ratio.
pub(super) const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Times `FACTOR` it is 1.
const INVERSE: u64 = {
    let (mut inverse, mut step) = (FACTOR, 0);
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
};

/// How large a memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// How many bits the numbers need.
    pub(super) bits: u32,
    /// How many of them choose the group.
    pub(super) group_bits: u32,
}

impl Size {
    /// The size for numbers below this many, of at most this many bytes but at least one group. `None` if what is left
    /// of a number would not fit into a slot.
    pub(super) fn new(entries: u64, bytes: usize) -> Option<Self> {
        let bits = (u64::BITS - entries.leading_zeros()).max(1);
        let group_bits = (bytes / size_of::<Group>()).max(1).ilog2().min(bits);
        (bits - group_bits <= TAG).then_some(Self { bits, group_bits })
    }

    /// How many bytes that is.
    pub(super) fn bytes(self) -> usize {
        size_of::<Group>() << self.group_bits
    }

    /// The bits of what is left of a number.
    const fn tag_bits(self) -> u32 {
        self.bits - self.group_bits
    }

    const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

/// A slot is empty if it is 0: whoever knows nothing writes nothing.
#[derive(Default)]
#[repr(align(64))]
struct Group([AtomicU64; WAYS]);

/// The memory, for any number of threads.
pub(super) struct Memory {
    size: Size,
    groups: Vec<Group>,
}

impl Memory {
    /// Empty memory; `None` if there is not so much.
    pub(super) fn new(size: Size) -> Option<Self> {
        let count = 1 << size.group_bits;
        let mut groups = Vec::new();
        groups.try_reserve_exact(count).ok()?;
        groups.resize_with(count, Group::default);
        Some(Self { size, groups })
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// All that is not empty: the number of a group, then its slots.
    pub(super) fn words(&self) -> impl Iterator<Item = [u64; WAYS + 1]> {
        (0..).zip(&self.groups).filter_map(|(number, group)| {
            let slots = group.0.each_ref().map(|slot| slot.load(Ordering::Relaxed));
            let mut words = [number; WAYS + 1];
            words[1..].copy_from_slice(&slots);
            slots.iter().any(|&slot| slot != 0).then_some(words)
        })
    }

    /// Takes back what [`words`](Self::words) gave; false if there is no such group.
    pub(super) fn restore(&self, words: &[u64]) -> bool {
        let Some((&number, slots)) = words.split_first() else { return false };
        let Some(group) = usize::try_from(number).ok().and_then(|number| self.groups.get(number)) else {
            return false;
        };
        group.0.iter().zip(slots).for_each(|(slot, &word)| slot.store(word, Ordering::Relaxed));
        true
    }

    /// The group of a number, and what is left of it.
    #[inline]
    fn place(&self, index: u64) -> (usize, u64) {
        let mixed = index.wrapping_mul(FACTOR) & self.size.mask();
        let tag_bits = self.size.tag_bits();
        ((mixed >> tag_bits) as usize, mixed & ((1 << tag_bits) - 1))
    }

    /// The number that has this group and this rest.
    #[inline]
    fn index(&self, group: usize, tag: u64) -> u64 {
        ((group as u64) << self.size.tag_bits() | tag).wrapping_mul(INVERSE) & self.size.mask()
    }

    /// What is known of the position with this number.
    #[inline]
    pub(super) fn get(&self, index: u64) -> Known {
        let (group, tag) = self.place(index);
        // The first that fits, which `put` writes, too. Looking at all slots takes less time than to go back from the wrong
        // guess of which it is.
        let mut found = u64::from(Known::NOTHING.best);
        for slot in self.groups[group].0.iter().rev() {
            let slot = slot.load(Ordering::Relaxed);
            found = if slot >> REST == tag && slot != 0 { slot } else { found };
        }
        Known { low: (found >> 11) as u8, slack: (found >> 3) as u8, best: found as u8 & 7 }
    }

    /// Reads something of what [`get`](Self::get) will look at.
    #[inline]
    pub(super) fn touch(&self, index: u64) -> u64 {
        self.groups[self.place(index).0].0[0].load(Ordering::Relaxed)
    }

    /// Remembers this of a position: in its slot, in an empty one, or in place of that with the smallest number, which
    /// is among those with the fewest seeds.
    #[inline]
    pub(super) fn put(&self, index: u64, known: Known) {
        let (group, tag) = self.place(index);
        let slots = &self.groups[group].0;
        let (mut least, mut place) = (u64::MAX, &slots[0]);
        for slot in slots {
            let found = slot.load(Ordering::Relaxed);
            if found == 0 || found >> REST == tag {
                place = slot;
                break;
            }
            let number = self.index(group, found >> REST);
            if number < least {
                (least, place) = (number, slot);
            }
        }
        let bounds = u64::from(known.low) << 11 | u64::from(known.slack) << 3 | u64::from(known.best);
        place.store(tag << REST | bounds, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_group_and_rest() {
        for (entries, bytes) in [(1, 0), (100, 1 << 20), (1 << 30, 1 << 12), ((1 << 45) - 1, 64)] {
            let size = Size::new(entries, bytes).unwrap();
            let memory = Memory::new(size).unwrap();
            for index in [0, 1, entries / 3, entries - 1] {
                let (group, tag) = memory.place(index);
                assert_eq!(memory.index(group, tag), index);
                assert!(tag < 1 << TAG);
            }
        }
        assert_eq!(Size::new(1 << 45, 64), None, "46 bits, and one group");
    }

    #[test]
    fn full_groups_lose_the_smallest_number() {
        let memory = Memory::new(Size::new(1000, 0).unwrap()).unwrap();
        let known = |low| Known { low, slack: 3, best: 2 };
        for index in 1..=8 {
            memory.put(index, known(index as u8));
        }
        memory.put(5, known(50));
        memory.put(999, known(9));
        assert_eq!((memory.get(5), memory.get(999)), (known(50), known(9)));
        assert_eq!((memory.get(1), memory.get(2)), (Known::NOTHING, known(2)));
    }

    #[test]
    fn what_is_saved_comes_back() {
        let memory = Memory::new(Size::new(100_000, 1 << 10).unwrap()).unwrap();
        (0..60).for_each(|index| memory.put(index * 1000, Known { low: 1, slack: index as u8, best: 7 }));
        let copy = Memory::new(memory.size()).unwrap();
        assert!(memory.words().all(|words| copy.restore(&words)));
        assert!((0..60).all(|index| copy.get(index * 1000) == memory.get(index * 1000)));
        assert!(!copy.restore(&[16, 0, 0, 0, 0, 0, 0, 0, 0]), "there are 16 groups");
    }
}
