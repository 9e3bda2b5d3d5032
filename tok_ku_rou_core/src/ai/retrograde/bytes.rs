//! A solved board as bytes: a header, then three bytes for each position in order, its margin and its plies, the less
//! significant byte first.
//!
//! The header is 20 bytes: `TKRsmall`; the version of the format, the columns, the seeds a pit, and 0 or 1 for single or
//! multiple laps, one byte each; and a checksum of all other bytes.

use super::ranking::Ranking;
use super::solve::Positions;
use super::{SmallBoard, SmallBoardError, Solved};
use crate::ai::kept::{OpenError, checksum, word};
use crate::tok_ku_rou::{Laps, Rules};
use alloc::borrow::Cow;
use alloc::vec::Vec;

const NAME: &[u8; 8] = b"TKRsmall";
const VERSION: u8 = 1;
/// Where the checksum stands.
const CHECKSUM: core::ops::Range<usize> = 12..20;
const HEADER: usize = 20;
/// How many bytes a position takes.
const EACH: usize = 3;

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
    let sum = checksum(&bytes, CHECKSUM);
    bytes[CHECKSUM].copy_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

/// Reads a board.
pub(super) fn read(bytes: Cow<'_, [u8]>) -> Result<SmallBoard<'_>, OpenError> {
    if bytes.len() < HEADER || !bytes.starts_with(NAME) {
        return Err(OpenError::Foreign);
    }
    let (version, columns, seeds, laps) = (bytes[8], bytes[9], bytes[10], bytes[11]);
    if version != VERSION {
        return Err(OpenError::Version { expected: VERSION, found: version });
    }
    let laps = match laps {
        0 => Laps::Single,
        1 => Laps::Multiple,
        _ => return Err(OpenError::Header),
    };
    let rules = Rules::new(columns, seeds).map_err(|_| OpenError::Header)?.with_laps(laps);
    let ranking = Ranking::new(rules).ok_or(OpenError::Header)?;
    let expected = HEADER as u64 + EACH as u64 * u64::from(ranking.positions());
    let found = bytes.len() as u64;
    if found != expected {
        return Err(OpenError::Length { expected, found });
    }
    let (expected, found) = (word(&bytes[CHECKSUM]), checksum(&bytes, CHECKSUM));
    if expected != found {
        return Err(OpenError::Checksum { expected, found });
    }
    Ok(SmallBoard { positions: Positions { rules, ranking }, bytes })
}
