//! A solved board as bytes: a header, then three bytes for each position in order, its margin and its plies, the less
//! significant byte first.
//!
//! The header is 20 bytes: `TKRsmall`; the version of the format, the columns, the seeds a pit, and 0 or 1 for single or
//! multiple laps, one byte each; and a checksum of all other bytes.

use super::ranking::Ranking;
use super::solve::Positions;
use super::{SmallBoard, SmallBoardError, Solved};
use crate::hash;
use crate::tok_ku_rou::{Laps, Rules};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

const NAME: &[u8; 8] = b"TKRsmall";
const VERSION: u8 = 1;
/// Where the checksum stands.
const CHECKSUM: core::ops::Range<usize> = 12..20;
const HEADER: usize = 20;
/// How many bytes a position takes.
const EACH: usize = 3;

/// Why bytes are not a solved board. Nothing is read from bytes of which anything is wrong.
///
/// ```
/// use tok_ku_rou_core::ai::SmallBoard;
/// let board = SmallBoard::solve("1x2".parse()?)?;
/// let mut bytes = board.as_bytes().to_vec();
/// bytes[40] ^= 1;
/// let error = SmallBoard::from_bytes(bytes).err().unwrap();
/// assert_eq!(error.to_string(), "expected bytes that fit their checksum, found damaged ones");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmallBoardReadError {
    /// They are something else.
    Foreign,
    /// They have another version of the format.
    Version {
        /// The version they have.
        found: u8,
    },
    /// They name rules that do not exist, or a board that is too large.
    Rules,
    /// There are more or fewer than the board takes.
    Length {
        /// How many it takes.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// They have been changed since they were written.
    Checksum,
}

impl fmt::Display for SmallBoardReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("expected a solved board, found something else"),
            Self::Version { found } => {
                write!(f, "expected version {VERSION} of a solved board, found {found}")
            }
            Self::Rules => f.write_str("expected rules of a board that can be solved, found others"),
            Self::Length { expected, found } => write!(f, "expected {expected} bytes, found {found}"),
            Self::Checksum => f.write_str("expected bytes that fit their checksum, found damaged ones"),
        }
    }
}

impl Error for SmallBoardReadError {}

/// The checksum of all other bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes[CHECKSUM.end..].as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut header = [0; 16];
    header[..CHECKSUM.start].copy_from_slice(&bytes[..CHECKSUM.start]);
    let words = header.as_chunks().0.iter().chain(words).chain([&last]);
    words.fold(0, |sum, word| hash::mix(sum, u64::from_le_bytes(*word)))
}

/// The value of the position with this number.
pub(super) fn get(bytes: &[u8], number: usize) -> Solved {
    let at = HEADER + EACH * number;
    Solved {
        margin: bytes[at].cast_signed().into(),
        plies: u16::from_le_bytes([bytes[at + 1], bytes[at + 2]]),
    }
}

/// The bytes of a board of these rules, with the margin and the plies of each position in order.
pub(super) fn write(
    rules: Rules,
    solved: impl ExactSizeIterator<Item = (i8, u16)>,
) -> Result<Vec<u8>, SmallBoardError> {
    let length = HEADER + EACH * solved.len();
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| SmallBoardError::Memory { bytes: length as u64 })?;
    bytes.extend_from_slice(NAME);
    bytes.extend_from_slice(&[VERSION, rules.columns(), rules.seeds(), rules.laps() as u8]);
    bytes.extend_from_slice(&[0; CHECKSUM.end - CHECKSUM.start]);
    for (margin, plies) in solved {
        let [low, high] = plies.to_le_bytes();
        bytes.extend_from_slice(&[margin.cast_unsigned(), low, high]);
    }
    let sum = checksum(&bytes);
    bytes[CHECKSUM].copy_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

/// Reads a board.
pub(super) fn read(bytes: Cow<'_, [u8]>) -> Result<SmallBoard<'_>, SmallBoardReadError> {
    if bytes.len() < HEADER || !bytes.starts_with(NAME) {
        return Err(SmallBoardReadError::Foreign);
    }
    let (version, columns, seeds, laps) = (bytes[8], bytes[9], bytes[10], bytes[11]);
    if version != VERSION {
        return Err(SmallBoardReadError::Version { found: version });
    }
    let laps = match laps {
        0 => Laps::Single,
        1 => Laps::Multiple,
        _ => return Err(SmallBoardReadError::Rules),
    };
    let rules = Rules::new(columns, seeds).map_err(|_| SmallBoardReadError::Rules)?.with_laps(laps);
    let ranking = Ranking::new(rules).ok_or(SmallBoardReadError::Rules)?;
    let expected = HEADER as u64 + EACH as u64 * u64::from(ranking.positions());
    let found = bytes.len() as u64;
    if found != expected {
        return Err(SmallBoardReadError::Length { expected, found });
    }
    if bytes[CHECKSUM] != checksum(&bytes).to_le_bytes() {
        return Err(SmallBoardReadError::Checksum);
    }
    Ok(SmallBoard { positions: Positions { rules, ranking }, bytes })
}
