//! Choices that Python writes as words, such as `"south"` or `"take-empty"`.

use crate::errors::{ArgumentError, RulesError};
use pyo3::PyErr;
use tok_ku_rou_core::kalah::{Capture, Direction, Sweep};
use tok_ku_rou_core::tok_ku_rou::Laps;
use tok_ku_rou_core::{Contestant, Player, Repetition, Starts};

/// A choice among a few words.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// Each word with its value.
    const WORDS: &'static [(&'static str, Self)];

    /// The exception for a word that is not among them.
    fn error(message: String) -> PyErr {
        ArgumentError::new_err(message)
    }

    /// The value's word.
    fn word(self) -> &'static str {
        let entry = Self::WORDS.iter().find(|entry| entry.1 == self);
        entry.expect("every value has a word").0
    }

    /// The value of a word.
    ///
    /// # Errors
    /// If the word is not among them.
    fn read(word: &str) -> Result<Self, PyErr> {
        Self::WORDS.iter().find(|entry| entry.0 == word).map(|entry| entry.1).ok_or_else(|| {
            let known: Vec<String> = Self::WORDS.iter().map(|entry| format!("{:?}", entry.0)).collect();
            Self::error(format!("expected {}, found {word:?}", known.join(" or ")))
        })
    }
}

impl Word for Player {
    const WORDS: &'static [(&'static str, Self)] = &[("south", Self::South), ("north", Self::North)];
}

impl Word for Contestant {
    const WORDS: &'static [(&'static str, Self)] = &[("first", Self::First), ("second", Self::Second)];
}

impl Word for Repetition {
    const WORDS: &'static [(&'static str, Self)] = &[("tie", Self::Tie), ("count", Self::Count)];
}

impl Word for Starts {
    const WORDS: &'static [(&'static str, Self)] =
        &[("toss", Self::Toss), ("alternate", Self::Alternate), ("loser", Self::Loser)];
}

impl Word for Capture {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("take-empty", Self::TakeEmpty),
        ("leave-empty", Self::LeaveEmpty),
        ("keep-sowing", Self::KeepSowing),
    ];

    fn error(message: String) -> PyErr {
        RulesError::new_err(message)
    }
}

impl Word for Sweep {
    const WORDS: &'static [(&'static str, Self)] =
        &[("owner", Self::Owner), ("finisher", Self::Finisher), ("none", Self::None)];

    fn error(message: String) -> PyErr {
        RulesError::new_err(message)
    }
}

impl Word for Direction {
    const WORDS: &'static [(&'static str, Self)] =
        &[("counterclockwise", Self::Counterclockwise), ("clockwise", Self::Clockwise)];

    fn error(message: String) -> PyErr {
        RulesError::new_err(message)
    }
}

impl Word for Laps {
    const WORDS: &'static [(&'static str, Self)] = &[("single", Self::Single), ("multiple", Self::Multiple)];

    fn error(message: String) -> PyErr {
        RulesError::new_err(message)
    }
}
