//! A solver's memory as bytes, in words of eight, little-endian: `KALAHSOL`; the format, pits, capture, sweep, direction,
//! seeds and the sizes of the memory in bits, a byte each; how many groups of slots follow; for each of them its number
//! and its eight slots; and the checksum of all words before it.

use super::Solver;
use super::memory::{Size, WAYS};
use crate::ai::SolverError;
use crate::ai::endgame::file::read_rules;
use crate::ai::kept::{Checksum, OpenError, word};
use crate::kalah::Rules;

const MAGIC: u64 = u64::from_le_bytes(*b"KALAHSOL");
const FORMAT: u8 = 1;
/// The bytes of a group with its number.
const GROUP: u64 = 8 * (WAYS as u64 + 1);

/// The second word.
fn header(rules: Rules, seeds: u8, size: Size) -> [u8; 8] {
    let [capture, sweep, direction] = [rules.capture() as u8, rules.sweep() as u8, rules.direction() as u8];
    [FORMAT, rules.pits(), capture, sweep, direction, seeds, size.bits as u8, size.group_bits as u8]
}

pub(super) fn save<E>(solver: &Solver<'_>, mut sink: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let memory = &solver.memory;
    let mut sum = Checksum::default();
    let mut write = |word: u64| {
        sum.add(word);
        sink(&word.to_le_bytes())
    };
    write(MAGIC)?;
    write(u64::from_le_bytes(header(solver.rules, solver.ranking.seeds(), memory.size())))?;
    write(memory.words().count() as u64)?;
    for words in memory.words() {
        for word in words {
            write(word)?;
        }
    }
    sink(&sum.value().to_le_bytes())
}

pub(super) fn load(bytes: &[u8]) -> Result<Solver<'static>, OpenError> {
    let found = bytes.len() as u64;
    if bytes.iter().zip(MAGIC.to_le_bytes()).any(|(&byte, expected)| byte != expected) {
        return Err(OpenError::Foreign);
    }
    let (Some(start), Some(groups)) = (bytes.get(8..16), bytes.get(16..24)) else {
        return Err(OpenError::Length { expected: 32, found });
    };
    if start[0] != FORMAT {
        return Err(OpenError::Version { expected: FORMAT, found: start[0] });
    }
    let expected = word(groups).checked_mul(GROUP).and_then(|bytes| bytes.checked_add(32));
    let expected = expected.ok_or(OpenError::Header)?;
    if expected != found {
        return Err(OpenError::Length { expected, found });
    }
    let (words, last) = bytes.split_at(bytes.len() - 8);
    let mut sum = Checksum::default();
    words.chunks_exact(8).for_each(|bytes| sum.add(word(bytes)));
    if word(last) != sum.value() {
        return Err(OpenError::Checksum { expected: word(last), found: sum.value() });
    }
    let rules = read_rules(&start[1..5]).ok_or(OpenError::Header)?;
    let seeds = start[5];
    // As many bytes as the memory had, which must make the same size again.
    let bytes = 64usize.checked_shl(u32::from(start[7])).filter(|&bytes| bytes >= 64);
    let solver =
        Solver::with_seeds(rules, seeds, bytes.ok_or(OpenError::Header)?).map_err(|error| match error {
            SolverError::Memory { bytes } => OpenError::Memory { bytes },
            _ => OpenError::Header,
        })?;
    if header(rules, seeds, solver.memory.size()) != *start {
        return Err(OpenError::Header);
    }
    for group in words[24..].chunks_exact(8 * (WAYS + 1)) {
        let mut slots = [0; WAYS + 1];
        slots.iter_mut().zip(group.chunks_exact(8)).for_each(|(slot, bytes)| *slot = word(bytes));
        if !solver.memory.restore(&slots) {
            return Err(OpenError::Header);
        }
    }
    Ok(solver)
}
