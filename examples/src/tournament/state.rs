//! The file of what was played, so that an interrupted tournament can go on.
//!
//! The first line tells which tournament it is, each other line is a finished pair of games. A last line without its end
//! was cut off while it was written, and is played again.

use super::arguments::Arguments;
use super::plan::{Plan, Played};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// All that decides which games are played.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    tournament: u32,
    version: String,
    start: String,
    players: Vec<String>,
    pairs: String,
    opening: u32,
    seed: u64,
    adjudication: String,
}

impl Header {
    fn new(arguments: &Arguments) -> Self {
        let pairs = arguments.pairs.to_possible_value();
        Self {
            tournament: 1,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            start: arguments.start.to_string(),
            players: arguments.players.iter().map(ToString::to_string).collect(),
            pairs: pairs.map(|pairs| pairs.get_name().to_owned()).unwrap_or_default(),
            opening: arguments.opening,
            seed: arguments.seed,
            adjudication: arguments.adjudication().to_string(),
        }
    }
}

/// A finished pair of games.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) pairing: usize,
    pub(super) pair: usize,
    pub(super) games: [Played; 2],
}

/// The file, open at its end and locked.
pub(super) struct State {
    file: File,
    path: PathBuf,
}

impl State {
    /// Opens the file, or begins it, and tells which pairs are in it.
    ///
    /// # Errors
    /// If the file cannot be read and written, another run has it, or it is no state of this tournament. It stays as it is.
    pub(super) fn open(path: &Path, arguments: &Arguments, plan: &Plan) -> io::Result<(Self, Vec<Entry>)> {
        let fail = |problem: String| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {problem}", path.display()))
        };
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| fail(error.to_string()))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(fail("another tournament is writing to this file".to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| fail(error.to_string()))?;
        let header = to_line(&Header::new(arguments))?;
        // What follows the last end of a line was cut off.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(fail("this is not the state of a tournament; it stays as it is".to_owned()));
        }
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|_| fail("this is not the state of a tournament; it stays as it is".to_owned()))?;
        let mut lines = text.lines().enumerate();
        if let Some((_, first)) = lines.next() {
            same(first, &header).map_err(fail)?;
        }
        let mut seen = vec![Vec::new(); plan.pairings.len()];
        let mut entries = Vec::new();
        for (number, line) in lines {
            let damaged =
                |problem: &str| fail(format!("line {}: {problem}; the file stays as it is", number + 1));
            let entry: Entry = serde_json::from_str(line).map_err(|error| damaged(&error.to_string()))?;
            let Some(seen) = seen.get_mut(entry.pairing) else {
                return Err(damaged("there is no such pairing"));
            };
            if seen.contains(&entry.pair) {
                return Err(damaged("this pair is there twice"));
            }
            seen.push(entry.pair);
            entries.push(entry);
        }
        let mut state = Self { file, path: path.to_owned() };
        state.file.set_len(whole as u64)?;
        state.file.seek(io::SeekFrom::End(0))?;
        if whole == 0 {
            state.write(&header)?;
        }
        Ok((state, entries))
    }

    /// Adds a finished pair.
    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.write(&to_line(entry)?)
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display())))
    }
}

fn to_line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Whether the first line of a file is this header; `Err` tells how it differs.
fn same(found: &str, header: &str) -> Result<(), String> {
    type Fields = serde_json::Map<String, serde_json::Value>;
    let (Ok(found), Ok(header)) =
        (serde_json::from_str::<Fields>(found), serde_json::from_str::<Fields>(header))
    else {
        return Err("this is not the state of a tournament; it stays as it is".to_owned());
    };
    if !found.contains_key("tournament") {
        return Err("this is not the state of a tournament; it stays as it is".to_owned());
    }
    for (field, here) in &header {
        let there = found.get(field).unwrap_or(&serde_json::Value::Null);
        if there != here {
            return Err(format!(
                "this is the state of another tournament, with {field} {there} and not {here}; it stays as it is"
            ));
        }
    }
    Ok(())
}
