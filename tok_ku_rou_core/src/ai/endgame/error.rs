//! What can be wrong with a table that is built or opened.

use core::error::Error;
use core::fmt;

/// Why a table was not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildError {
    /// Clockwise games can go round in circles, which is a tie, so that what is to come depends on the stores.
    Clockwise,
    /// So many seeds need more than a byte for a value, or more memory than there are addresses.
    TooLarge,
    /// There is not so much memory.
    Memory {
        /// How many bytes were asked for.
        bytes: usize,
    },
    /// The caller stopped it.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clockwise => f.write_str("expected counterclockwise rules, found clockwise ones"),
            Self::TooLarge => f.write_str("expected fewer seeds, found more than a table can hold"),
            Self::Memory { bytes } => write!(f, "expected memory for a table of {bytes} bytes, found less"),
            Self::Stopped => f.write_str("stopped before the table was complete"),
        }
    }
}

/// Why some bytes are not an endgame table or what a solver remembers.
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
        }
    }
}

impl Error for BuildError {}
impl Error for OpenError {}
