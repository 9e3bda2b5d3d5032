//! The transposition table.

use super::value::Value;
use crate::Pit;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a value that a search found relates to the true one, at the depth searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What the table remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: Value,
    pub(super) bound: Bound,
    /// How deep the search was; [`Entry::COMPLETE`] if it saw every line to its end.
    pub(super) depth: u8,
    pub(super) best: Option<Pit>,
}

impl Entry {
    /// The depth of a search that met no horizon.
    pub(super) const COMPLETE: u8 = u8::MAX;

    const fn pack(self, search: u8) -> u64 {
        let best = match self.best {
            Some(pit) => pit.number() as u64,
            None => 0xff,
        };
        // The lowest bit tells an entry from an empty slot.
        (self.value.to_bits() as u64) << 32
            | (search as u64) << 24
            | (self.depth as u64) << 16
            | best << 8
            | (self.bound as u64) << 1
            | 1
    }

    const fn unpack(bits: u64) -> Self {
        let best = (bits >> 8) as u8;
        Self {
            value: Value::from_bits((bits >> 32) as u32),
            bound: match (bits >> 1) & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: (bits >> 16) as u8,
            best: if best == 0xff { None } else { Some(Pit::new(best)) },
        }
    }
}

/// A slot keeps an entry and, mixed with it, the key it belongs to: a slot torn by two threads has a wrong key.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

/// How many slots a key may choose from.
const WAYS: usize = 4;

/// A table of positions that a search has seen, of a fixed size, for any number of threads. It is sound only as far as
/// 64-bit keys tell positions apart; the search checks a move from it for legality.
///
/// ```
/// use tok_ku_rou_core::ai::Table;
/// let table = Table::new(1 << 20)?;
/// assert!(table.bytes() <= 1 << 20);
/// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
/// ```
pub struct Table {
    slots: Vec<Slot>,
    /// The number of the search that is going on, as far as eight bits tell: what older ones left makes room first.
    search: AtomicU8,
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableError {
    /// How many bytes were asked for.
    pub bytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected memory for a table of {} bytes, found less", self.bytes)
    }
}

impl Error for TableError {}

/// The first of a key's slots among this many groups of them.
const fn group(key: u64, groups: u64) -> u64 {
    ((key as u128 * groups as u128) >> 64) as u64
}

impl Table {
    /// An empty table of at most this many bytes, and at least one group of slots.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        let slots = (bytes / (WAYS * size_of::<Slot>())).max(1) * WAYS;
        let mut table = Self { slots: Vec::new(), search: AtomicU8::new(0) };
        table.slots.try_reserve_exact(slots).map_err(|_| TableError { bytes })?;
        table.slots.resize_with(slots, Slot::default);
        Ok(table)
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// Begins a new search.
    pub(super) fn begin(&self) {
        self.search.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Ordering::Relaxed);
            slot.entry.store(0, Ordering::Relaxed);
        }
    }

    fn ways(&self, key: u64) -> &[Slot] {
        let first = WAYS * group(key, (self.slots.len() / WAYS) as u64) as usize;
        &self.slots[first..first + WAYS]
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.ways(key).iter().find_map(|slot| {
            let bits = slot.entry.load(Ordering::Relaxed);
            let known = bits != 0 && slot.check.load(Ordering::Relaxed) == key ^ bits;
            known.then(|| Entry::unpack(bits))
        })
    }

    /// Remembers this of the position with this key: in its own slot, else in an empty one, else in place of the
    /// shallowest entry, those of earlier searches first. What is complete only gives way to what is, too.
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let search = self.search.load(Ordering::Relaxed);
        let worth = |slot: &Slot| {
            let bits = slot.entry.load(Ordering::Relaxed);
            if bits == 0 {
                1
            } else if slot.check.load(Ordering::Relaxed) == key ^ bits {
                0
            } else {
                let is_new = (bits >> 24) as u8 == search;
                2 + u32::from(Entry::unpack(bits).depth) + if is_new { 256 } else { 0 }
            }
        };
        if let Some(slot) = self.ways(key).iter().min_by_key(|slot| worth(slot)) {
            let old = slot.entry.load(Ordering::Relaxed);
            let is_same = old != 0 && slot.check.load(Ordering::Relaxed) == key ^ old;
            if is_same && Entry::unpack(old).depth == Entry::COMPLETE && entry.depth != Entry::COMPLETE {
                return;
            }
            let bits = entry.pack(search);
            slot.entry.store(bits, Ordering::Relaxed);
            slot.check.store(key ^ bits, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_tables_are_used_to_their_end() {
        let groups = 1 << 33;
        assert_eq!(group(0, groups), 0);
        assert_eq!(group(u64::MAX, groups), groups - 1);
        assert_eq!(group(1 << 63, groups), groups / 2);
    }

    #[test]
    fn entries_round_trip() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for value in
                [Value::MIN, Value::decided(-255), Value::estimate(0), Value::decided(255), Value::MAX]
            {
                for best in [None, Some(Pit::new(0)), Some(Pit::new(25))] {
                    let entry = Entry { value, bound, depth: Entry::COMPLETE, best };
                    assert_eq!(Entry::unpack(entry.pack(0xff)), entry);
                }
            }
        }
    }

    #[test]
    fn a_small_table_keeps_what_is_deep() {
        let table = Table::new(0).unwrap();
        assert_eq!(table.bytes(), WAYS * 16);
        let entry = |depth| Entry { value: Value::estimate(7), bound: Bound::Exact, depth, best: None };
        for key in 1..=4 {
            table.put(key, entry(10 + key as u8));
        }
        table.put(9, entry(1));
        assert_eq!(table.get(9), Some(entry(1)), "the newest entry is always kept");
        assert_eq!(table.get(1), None, "the shallowest one is not");
        assert_eq!(table.get(4), Some(entry(14)));
        let complete = Entry { depth: Entry::COMPLETE, ..entry(0) };
        table.put(4, complete);
        table.put(4, entry(3));
        assert_eq!(table.get(4), Some(complete));
        table.begin();
        for key in 10..14 {
            table.put(key, entry(0));
        }
        assert!((10..14).all(|key| table.get(key).is_some()), "what earlier searches left goes first");
        table.put(4, complete);
        table.clear();
        assert_eq!(table.get(4), None);
    }

    #[test]
    fn more_than_all_memory_is_refused() {
        assert_eq!(Table::new(usize::MAX).err(), Some(TableError { bytes: usize::MAX }));
    }
}
