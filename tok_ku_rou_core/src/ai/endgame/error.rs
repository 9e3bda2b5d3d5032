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

impl Error for BuildError {}
