//! The scorekeeper of a match.

use crate::arguments::{by_player, seeds};
use crate::errors::OrRaise;
use crate::game::PyGame;
use crate::outcome::PyOutcome;
use crate::words::Word;
use pyo3::prelude::*;
use pyo3::types::PyType;
use tok_ku_rou_core::{Contestant, Match, Player, Starts};

/// The score of a match between two contestants, "first" and "second", who may change seats. A game won counts one; a
/// tie counts for neither.
///
/// `starts` says who starts the games after the first, which is always tossed for: "toss", "alternate" or "loser".
/// `str` is a line of text, which `parse` reads. Matches compare equal by it, and are not hashable.
#[pyclass(name = "Match", module = "tok_ku_rou", eq)]
#[derive(PartialEq, Eq)]
pub(crate) struct PyMatch(Match);

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(signature = (starts="alternate"))]
    fn new(starts: &str) -> PyResult<Self> {
        Ok(Self(Match::new(Starts::read(starts)?)))
    }

    /// The match of a text such as "match 2-1 ties 0 seeds 80-64 starts alternate last first second". Raises
    /// `ParseError` if it is none.
    #[classmethod]
    fn parse(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).or_raise()
    }

    /// How many games the first and the second contestant have won.
    #[getter]
    fn wins(&self) -> (u32, u32) {
        (self.0.wins(Contestant::First), self.0.wins(Contestant::Second))
    }

    /// How many games were tied.
    #[getter]
    fn ties(&self) -> u32 {
        self.0.ties()
    }

    /// How many games were finished.
    #[getter]
    fn games(&self) -> u32 {
        self.0.games()
    }

    /// How many seeds the first and the second contestant held at the end of all games together.
    #[getter]
    fn seeds(&self) -> (u32, u32) {
        (self.0.seeds(Contestant::First), self.0.seeds(Contestant::Second))
    }

    /// How the starter is chosen: "toss", "alternate" or "loser".
    #[getter]
    fn starts(&self) -> &'static str {
        self.0.starts().word()
    }

    #[setter]
    fn set_starts(&mut self, starts: &str) -> PyResult<()> {
        self.0 = self.0.with_starts(Starts::read(starts)?);
        Ok(())
    }

    /// Who starts the next game, "first" or "second"; None if a toss decides, which is the caller's.
    #[getter]
    fn next_starter(&self) -> Option<&'static str> {
        self.0.next_starter().map(Contestant::word)
    }

    /// Counts a game: which contestant sat South, which seat ("south" or "north") made the first move, how it ended and
    /// with which scores, South's first. A game that was abandoned does not count.
    fn record(
        slf: &Bound<'_, Self>,
        south: &str,
        starter: &str,
        outcome: &Bound<'_, PyOutcome>,
        scores: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (south, starter) = (Contestant::read(south)?, Player::read(starter)?);
        // An `__index__` may look at this very match, so it is not held yet.
        let scores = by_player(scores, seeds)?;
        slf.try_borrow_mut()?.0.record(south, starter, outcome.get().0, scores);
        Ok(())
    }

    /// Counts a finished game, and tells whether it was finished and so counted; `south` is the contestant that sat
    /// there.
    fn record_game(&mut self, south: &str, game: &PyGame) -> PyResult<bool> {
        Ok(self.0.record_game(Contestant::read(south)?, game.game()))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Match.parse('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.try_borrow()?.__str__(),)))
    }
}
