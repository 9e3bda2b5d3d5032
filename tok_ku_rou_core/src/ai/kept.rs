//! What bytes that are kept, in files for example, have in common: a checksum, and what can be wrong with them.

use core::error::Error;
use core::fmt;
use core::ops::Range;

/// Why some bytes are not a table, a solved board or what a solver remembers. Nothing is read from bytes of which anything
/// is wrong.
///
/// ```
/// use tok_ku_rou_core::ai::{OpenError, SmallBoard};
/// let board = SmallBoard::solve("1x2".parse()?)?;
/// let mut bytes = board.as_bytes().to_vec();
/// bytes[40] ^= 1;
/// assert!(matches!(SmallBoard::from_bytes(bytes), Err(OpenError::Checksum { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenError {
    /// They begin like something else.
    Foreign,
    /// They have another format.
    Version {
        /// The format this release reads.
        expected: u8,
        /// The one found.
        found: u8,
    },
    /// The header tells of rules or a size that there cannot be.
    Header,
    /// They are too few or too many.
    Length {
        /// How many the header tells of.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// Something in them was changed.
    Checksum {
        /// The checksum that is written in them.
        expected: u64,
        /// The one that they have.
        found: u64,
    },
    /// There is not the memory that they ask for.
    Memory {
        /// How many bytes were asked for.
        bytes: usize,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("expected what this library wrote, found something else"),
            Self::Version { expected, found } => {
                write!(f, "expected format {expected}, found format {found}")
            }
            Self::Header => f.write_str("expected a header as this library writes it, found another"),
            Self::Length { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            Self::Checksum { expected, found } => {
                write!(f, "expected the checksum {expected:016x}, found {found:016x}")
            }
            Self::Memory { bytes } => write!(f, "expected memory of {bytes} bytes, found less"),
        }
    }
}

impl Error for OpenError {}

/// A checksum of words. Each step can be undone, whatever the word, so a change within one word never goes unseen.
#[derive(Default)]
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) const fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    pub(super) const fn value(&self) -> u64 {
        self.0
    }
}

/// The checksum of all bytes but those in its own place. A change within eight bytes, from where a part begins, never goes
/// unseen.
pub(super) fn checksum(bytes: &[u8], place: Range<usize>) -> u64 {
    let mut sum = Checksum::default();
    for part in [&bytes[..place.start], &bytes[place.end..]] {
        let words = part.chunks_exact(8);
        let rest = words.remainder();
        words.for_each(|bytes| sum.add(word(bytes)));
        sum.add(word(rest));
    }
    sum.value()
}

/// The word of at most eight bytes.
#[inline]
pub(super) fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}
