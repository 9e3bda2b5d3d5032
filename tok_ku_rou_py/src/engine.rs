//! Players that pick a move: at random, or as one of the seven levels.

use crate::arguments::{seed, whole};
use crate::background;
use crate::errors::{ArgumentError, OrRaise};
use crate::position::PyPosition;
use crate::stop::Stop;
use crate::subject::{Subject, either};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::AtomicBool;
use tok_ku_rou_core::ai::{Level, Rated, Rng, TableError};
use tok_ku_rou_core::{Pit, Position, Repetition};

/// What a level may be.
const LEVELS: &str = "a level from 1 to 7";

/// The level of a Python number.
fn level(value: &Bound<'_, PyAny>) -> PyResult<Level> {
    known(whole(value, LEVELS, ArgumentError::new_err)?)
}

/// The level of a number.
fn known(number: u8) -> PyResult<Level> {
    Level::new(number).ok_or_else(|| ArgumentError::new_err(format!("expected {LEVELS}, found {number}")))
}

/// Who picks a move.
#[derive(Clone, Copy)]
pub(crate) enum Picker {
    /// Any legal move, all as likely.
    Random,
    /// The move of a level.
    Level(Level),
}

impl Picker {
    /// The word "random", or a level's number.
    ///
    /// # Errors
    /// `ArgumentError` for any other word or number, `TypeError` for anything else.
    pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "\"random\" or a level from 1 to 7";
        if let Ok(word) = value.cast::<PyString>() {
            let word = word.to_cow()?;
            return if word == "random" {
                Ok(Self::Random)
            } else {
                Err(ArgumentError::new_err(format!("expected {EXPECTED}, found {word:?}")))
            };
        }
        known(whole(value, EXPECTED, ArgumentError::new_err)?).map(Self::Level)
    }

    /// Whether any legal move will do.
    pub(crate) fn is_random(self) -> bool {
        matches!(self, Self::Random)
    }

    /// Whether a pick takes so long that others should run meanwhile: some milliseconds or more.
    pub(crate) fn is_slow(self) -> bool {
        matches!(self, Self::Level(level) if level > Level::FOUR)
    }

    /// The move picked, always the same for the same position, history, rule and seed; `None` if the position is over.
    /// Soon after the flag is set it is whatever legal move was found so far.
    ///
    /// # Errors
    /// If there is no memory for a level's table.
    pub(crate) fn pick<P>(
        self,
        position: &P,
        history: &[P],
        repetition: Repetition,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Pit>, TableError>
    where
        P: Position + Rated + Send + Sync,
    {
        match self {
            Self::Random => Ok(Self::random(position, seed)),
            Self::Level(level) => level.choose_until(position, history, repetition, seed, stop),
        }
    }

    /// Any legal move.
    fn random(position: &impl Position, seed: u64) -> Option<Pit> {
        let legal = position.legal_moves();
        let number = Rng::new(seed).below(legal.len() as u32);
        legal.nth(number as usize)
    }

    /// [`Self::pick`] for Python.
    fn pick_for(self, position: &Bound<'_, PyAny>, seed: u64, asked: Option<&Stop>) -> PyResult<u8> {
        if let (Self::Random, Ok(position)) = (self, position.cast::<PyPosition>())
            && let Some(pit) = Self::random(&position.get().0, seed)
        {
            // Loops do this so often that not even an empty history is made.
            return Ok(pit.number());
        }
        let subject = Subject::read(position, None, None)?.in_play()?;
        let pick = |stop: &AtomicBool| {
            either!(subject, |position, history| {
                self.pick(&position, &history, subject.repetition, seed, stop)
            })
        };
        let py = position.py();
        let picked = if self.is_slow() {
            background::run_until(py, asked, pick)?
        } else {
            py.detach(|| pick(&AtomicBool::new(false)))
        };
        Ok(picked.or_raise()?.expect("the game goes on").number())
    }
}

/// The pit that a player lifts: "random" is any legal one, a number from 1 to 7 a level's choice (see `Engine`).
///
/// `position` may be a game; its history and its rule for repetition count then. The same position, history, player and
/// `seed` (0 to 2**63 - 1) always give the same pit.
///
/// Raises `PlayError` if the game is over, `ArgumentError` if there is no such player or seed.
#[pyo3::pyfunction]
pub(crate) fn pick(
    position: &Bound<'_, PyAny>,
    player: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = seed)] seed: u64,
) -> PyResult<u8> {
    Picker::read(player)?.pick_for(position, seed, None)
}

/// A computer player of one of seven strengths, from 1 (a beginner) to 7 (all it has).
///
/// A level is a number of nodes to search and an amount of noise in its estimates, never a time. `seed` (0 to 2**63 - 1)
/// is that of the noise, which the levels below 5 have (in Tok Ku Rou with multiple laps: below 6): the same position,
/// history, level and seed always give the same move. No level plays moves at random.
///
/// Raises `ArgumentError` if there is no such level or seed.
#[pyclass(name = "Engine", module = "tok_ku_rou", eq)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PyEngine {
    level: Level,
    seed: u64,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (level=Level::SEVEN, seed=0), text_signature = "(level=7, seed=0)")]
    fn new(#[pyo3(from_py_with = level)] level: Level, #[pyo3(from_py_with = seed)] seed: u64) -> Self {
        Self { level, seed }
    }

    /// The strength, from 1 to 7.
    #[getter]
    fn level(&self) -> u8 {
        self.level.number()
    }

    #[setter]
    fn set_level(&mut self, #[pyo3(from_py_with = level)] level: Level) {
        self.level = level;
    }

    /// The seed of the noise.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    #[setter]
    fn set_seed(&mut self, #[pyo3(from_py_with = seed)] seed: u64) {
        self.seed = seed;
    }

    /// The pit to lift. `position` may be a game; its history and its rule for repetition count then.
    ///
    /// Other Python threads run meanwhile, Ctrl-C ends it, and soon after the `Stop` given as `stop` is set it answers
    /// with the best move found so far, whatever legal one that is. Raises `PlayError` if the game is over.
    #[pyo3(signature = (position, *, stop=None))]
    fn choose(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        stop: Option<&Bound<'_, Stop>>,
    ) -> PyResult<u8> {
        // Not borrowed while it thinks, so that others may look at it.
        let Self { level, seed } = *slf.try_borrow()?;
        Picker::Level(level).pick_for(position, seed, stop.map(Bound::get))
    }

    fn __repr__(&self) -> String {
        format!("Engine(level={}, seed={})", self.level, self.seed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (u8, u64))> {
        let engine = slf.try_borrow()?;
        Ok((slf.get_type().into_any(), (engine.level(), engine.seed)))
    }
}
