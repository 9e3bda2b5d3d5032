//! What can be wrong with a question to a solver.

use core::error::Error;
use core::fmt;

/// Why a solver does not take a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolverError {
    /// Clockwise games can go round in circles, which is a tie, so that what is to come depends on the stores.
    Clockwise,
    /// The position, or the table, has other rules.
    Rules,
    /// There are too many seeds in the pits.
    Seeds {
        /// How many.
        found: u8,
    },
    /// There is not so much memory.
    Memory {
        /// How many bytes were asked for.
        bytes: usize,
    },
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clockwise => f.write_str("expected counterclockwise rules, found clockwise ones"),
            Self::Rules => f.write_str("expected the rules of the solver, found others"),
            Self::Seeds { found } => {
                write!(f, "expected fewer seeds in the pits, found {found}, more than this solver is for")
            }
            Self::Memory { bytes } => {
                write!(f, "expected memory for a solver of {bytes} bytes, found less")
            }
        }
    }
}

impl Error for SolverError {}
