//! How values lie in memory: as whole numbers from 0, with as many bits each as the largest needs.

use super::rank::entries;
use crate::kalah::{Rules, Sweep};
use alloc::vec::Vec;

/// How a margin to come becomes a number from 0. With n seeds in the pits it lies from -n to n, and if every seed
/// ends in a store, it is as odd or even as n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ai) struct Scale {
    /// The difference between neighbouring margins: 1 or 2, so that a shift divides by it.
    step: i16,
}

impl Scale {
    pub(in crate::ai) const fn of(rules: Rules) -> Self {
        Self { step: if matches!(rules.sweep(), Sweep::None) { 1 } else { 2 } }
    }

    /// The difference between neighbouring margins.
    #[inline]
    pub(in crate::ai) const fn step(self) -> i16 {
        self.step
    }

    /// The number of the greatest margin with so many seeds.
    pub(in crate::ai) const fn most(self, seeds: u8) -> u16 {
        (2 * seeds as u16) >> (self.step - 1)
    }

    /// The number of a margin with so many seeds.
    pub(in crate::ai) const fn number(self, margin: i16, seeds: u8) -> u16 {
        ((margin + seeds as i16) >> (self.step - 1)).cast_unsigned()
    }

    /// The margin of a number with so many seeds.
    pub(in crate::ai) const fn margin(self, number: u16, seeds: u8) -> i16 {
        self.step * number.cast_signed() - seeds as i16
    }

    /// How many bits the numbers take with at most so many seeds; `None` if that is more than a byte.
    pub(super) const fn bits(self, seeds: u8) -> Option<u8> {
        let bits = u16::BITS - self.most(seeds).leading_zeros();
        if bits <= 8 { Some(bits as u8) } else { None }
    }
}

/// All that the header of a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The rules, with one seed a pit whatever the table was built for.
    pub(super) rules: Rules,
    /// The most seeds in the pits.
    pub(super) seeds: u8,
    /// How many bits a value takes.
    pub(super) bits: u8,
    /// How many positions there are.
    pub(super) entries: u64,
    /// How many bytes their values take, and one more, so that two can be read anywhere.
    pub(super) bytes: usize,
}

impl Shape {
    /// The shape of a table of these rules; `None` if there can be none so large.
    pub(super) fn new(rules: Rules, seeds: u8) -> Option<Self> {
        let bits = Scale::of(rules).bits(seeds)?;
        let entries = entries(rules.pits(), seeds)?;
        let bytes = entries.checked_mul(u64::from(bits))?.div_ceil(8) + 1;
        // With the header, too, it must fit into memory.
        let bytes = usize::try_from(bytes).ok().filter(|&bytes| bytes < usize::MAX / 4)?;
        Some(Self { rules: rules.with_one_seed(), seeds, bits, entries, bytes })
    }
}

/// The number at this place.
#[inline]
pub(super) fn read(bytes: &[u8], index: u64, bits: u8) -> u16 {
    let bit = index * u64::from(bits);
    let at = (bit >> 3) as usize;
    let pair = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    (pair >> (bit & 7)) & ((1 << bits) - 1)
}

/// Adds numbers at the end of those that are there.
pub(super) struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
    /// Bits that do not make a byte yet.
    rest: u32,
    filled: u8,
}

impl<'a> Writer<'a> {
    /// Goes on at this number, counted from this byte.
    pub(super) fn at(bytes: &'a mut Vec<u8>, start: usize, index: u64, bits: u8) -> Self {
        let bit = index * u64::from(bits);
        bytes.truncate(start + bit.div_ceil(8) as usize);
        let filled = (bit & 7) as u8;
        let rest = if filled == 0 { 0 } else { u32::from(bytes.pop().unwrap_or(0)) };
        Self { bytes, rest, filled }
    }

    #[inline]
    pub(super) fn push(&mut self, number: u8, bits: u8) {
        self.rest |= u32::from(number) << self.filled;
        self.filled += bits;
        while self.filled >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.filled -= 8;
        }
    }

    /// Writes what is left, and the byte that closes the numbers.
    pub(super) fn close(self) {
        if self.filled > 0 {
            self.bytes.push(self.rest as u8);
        }
        self.bytes.push(0);
    }
}
