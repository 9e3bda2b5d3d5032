//! How a game ended.

use crate::errors::{ArgumentError, OrRaise};
use crate::words::Word;
use pyo3::prelude::*;
use tok_ku_rou_core::{Outcome, Player, Reason};

/// How a game ended: who won, if anyone, and why it was over.
///
/// `winner` is "south", "north" or None (a tie, or an abandoned game). `reason` is "side-empty" (Kalah: a side ran
/// out), "no-move" (Tok Ku Rou: nothing to lift), "endless" (a sow that could never end), "repetition", "ply-limit",
/// "no-capture", "resigned" or "abandoned". `str` tells both in words.
///
/// Raises `ArgumentError` for any other winner, one of an abandoned game, and none of a game resigned; `ParseError` for
/// any other reason.
#[pyclass(name = "Outcome", module = "tok_ku_rou", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(pub(crate) Outcome);

#[pymethods]
impl PyOutcome {
    #[new]
    fn new(winner: Option<&str>, reason: &str) -> PyResult<Self> {
        let winner = winner.map(Player::read).transpose()?;
        let outcome = Outcome { winner, reason: reason.parse().or_raise()? };
        match outcome {
            Outcome { winner: Some(_), reason: Reason::Abandoned } => {
                Err(ArgumentError::new_err("expected no winner of an abandoned game, found one"))
            }
            Outcome { winner: None, reason: Reason::Resigned } => {
                Err(ArgumentError::new_err("expected a winner of a game that was given up, found none"))
            }
            outcome => Ok(Self(outcome)),
        }
    }

    /// Who won; None is a tie, or an abandoned game.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(Player::word)
    }

    /// Why the game was over.
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.word()
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("winner", "reason")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let winner = self.winner().map_or_else(|| "None".into(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, reason='{}')", self.reason())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Option<&'static str>, &'static str)) {
        (slf.get_type().into_any(), (slf.get().winner(), slf.get().reason()))
    }
}
