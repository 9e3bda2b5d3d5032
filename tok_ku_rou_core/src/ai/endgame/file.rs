//! A table as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | `KALAHEND` |
//! | 8 | the format, 1 |
//! | 9 to 12 | pits a row, capture, sweep, direction |
//! | 13, 14 | the most seeds in the pits, bits a value |
//! | 15 | 0 |
//! | 16 to 23 | the number of positions, little-endian |
//! | 24 to 31 | the checksum of all other bytes, little-endian |
//! | 32 on | the values, from the lowest bit of each byte up, and a byte 0 |

use super::pack::Shape;
use crate::ai::kept::{OpenError, checksum, word};
use crate::kalah::{Capture, Direction, Rules, Sweep};

/// How many bytes stand before the values.
pub(super) const HEADER: usize = 32;
const MAGIC: &[u8; 8] = b"KALAHEND";
const FORMAT: u8 = 1;
/// Where the checksum stands.
const CHECKSUM: core::ops::Range<usize> = 24..HEADER;

/// The header of a table, without its checksum.
fn header(shape: &Shape) -> [u8; HEADER] {
    let Shape { rules, seeds, bits, entries, .. } = *shape;
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    let [capture, sweep, direction] = [rules.capture() as u8, rules.sweep() as u8, rules.direction() as u8];
    header[8..15].copy_from_slice(&[FORMAT, rules.pits(), capture, sweep, direction, seeds, bits]);
    header[16..24].copy_from_slice(&entries.to_le_bytes());
    header
}

/// Writes the header over the bytes left free for it.
pub(super) fn close(bytes: &mut [u8], shape: &Shape) {
    bytes[..HEADER].copy_from_slice(&header(shape));
    let sum = checksum(bytes, CHECKSUM);
    bytes[CHECKSUM].copy_from_slice(&sum.to_le_bytes());
}

/// The rules that these bytes tell of: pits, capture, sweep and direction.
pub(in crate::ai) fn read_rules(bytes: &[u8]) -> Option<Rules> {
    let &[pits, capture, sweep, direction] = bytes else { return None };
    let capture = match capture {
        0 => Capture::TakeEmpty,
        1 => Capture::LeaveEmpty,
        2 => Capture::KeepSowing,
        _ => return None,
    };
    let sweep = match sweep {
        0 => Sweep::Owner,
        1 => Sweep::Finisher,
        2 => Sweep::None,
        _ => return None,
    };
    let rules = Rules::new(pits, 1).ok()?.with_capture(capture).with_sweep(sweep);
    (direction == Direction::Counterclockwise as u8).then_some(rules)
}

/// What table these bytes are.
pub(super) fn check(bytes: &[u8]) -> Result<Shape, OpenError> {
    let found = bytes.len() as u64;
    if bytes.iter().zip(MAGIC).any(|(byte, expected)| byte != expected) {
        return Err(OpenError::Foreign);
    }
    let Some(start) = bytes.get(..HEADER) else {
        return Err(OpenError::Length { expected: HEADER as u64, found });
    };
    if start[8] != FORMAT {
        return Err(OpenError::Version { expected: FORMAT, found: start[8] });
    }
    let rules = read_rules(&start[9..13]).ok_or(OpenError::Header)?;
    let shape = Shape::new(rules, start[13]).ok_or(OpenError::Header)?;
    // Rules and seeds leave no choice for the rest of the header.
    if start[..CHECKSUM.start] != header(&shape)[..CHECKSUM.start] {
        return Err(OpenError::Header);
    }
    let expected = (HEADER + shape.bytes) as u64;
    if found != expected {
        return Err(OpenError::Length { expected, found });
    }
    let (expected, found) = (word(&start[CHECKSUM]), checksum(bytes, CHECKSUM));
    if expected == found { Ok(shape) } else { Err(OpenError::Checksum { expected, found }) }
}
