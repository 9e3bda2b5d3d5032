//! Many games at once: one call steps them all and writes numpy arrays.

mod arrays;
pub(crate) mod course;
pub(crate) mod games;
mod rows;
mod seen;

use crate::arguments::{seed, whole};
use crate::background;
use crate::engine::Picker;
use crate::errors::{ArgumentError, OrRaise, PlayError};
use crate::observation::Planes;
use crate::position::{self, PyPosition};
use crate::rules::{PyKalahRules, PyTokKuRouRules};
use crate::words::Word;
use arrays::{Arrays, Shape, integers, selection};
use games::{Autoreset, Batch, Games, Illegal, Terms};
use numpy::PyArray1;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use tok_ku_rou_core::ai::Rated;
use tok_ku_rou_core::{AnyPosition, Kalah, Position, TokKuRou};

/// Many games that are stepped together. `KalahBatch` and `TokKuRouBatch` are its two kinds.
///
/// An action is a pit from 0, the same for both players, or -1 in a game that is not to move. Arrays have a row for each
/// game: see `Step`. A game ends by its rules, as a tie when a position comes up for the third time, or by counting
/// after `max_plies` sowings, which truncates it.
#[pyclass(name = "Batch", module = "tok_ku_rou", subclass)]
pub(crate) struct PyBatch(Box<dyn Batch>);

fn games(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    within(value, 1, 1 << 20, "games")
}

pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    within(value, 1, 256, "threads")
}

pub(crate) fn limit(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    within(value, 1, 1_000_000, "plies")
}

fn opening(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    within(value, 0, 1000, "random plies")
}

/// Whether so many games take so long to begin that Ctrl-C should reach them: some milliseconds or more.
fn is_slow(n: usize, terms: &Terms) -> bool {
    n * (1 + terms.random_plies as usize) > 1 << 16
}

fn seed_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() { Ok(None) } else { seed(value).map(Some) }
}

/// A number of something, from `least` to `most`.
pub(crate) fn within<T>(value: &Bound<'_, PyAny>, least: u32, most: u32, what: &str) -> PyResult<T>
where
    T: TryFrom<u32>,
{
    let expected = format!("{least} to {most} {what}");
    let number: u32 = whole(value, &expected, ArgumentError::new_err)?;
    let fits = if (least..=most).contains(&number) { T::try_from(number).ok() } else { None };
    fits.ok_or_else(|| ArgumentError::new_err(format!("expected {expected}, found {number}")))
}

impl PyBatch {
    #[expect(clippy::too_many_arguments, reason = "as many as Python gives")]
    fn of<P>(
        py: Python<'_>,
        start: P,
        n: usize,
        observation: Option<&str>,
        reward: &str,
        illegal: &str,
        max_plies: u32,
        random_plies: u32,
        seed: u64,
        threads: usize,
        autoreset: &str,
    ) -> PyResult<Self>
    where
        P: Position + Rated + Into<AnyPosition> + Send + Sync + 'static,
    {
        let terms = Terms {
            planes: observation.map(Planes::read).transpose()?,
            reward: Word::read(reward)?,
            illegal: Illegal::read(illegal)?,
            max_plies,
            random_plies,
            autoreset: Autoreset::read(autoreset)?,
            threads,
        };
        if start.legal_moves().is_empty() {
            let message = format!("expected rules with a move at the start, found {}", start.rules_text());
            return Err(ArgumentError::new_err(message));
        }
        let begin = |stop: &AtomicBool| Games::new(n, start, terms, seed, stop);
        let games =
            if is_slow(n, &terms) { background::run(py, begin)? } else { begin(&AtomicBool::new(false)) };
        Ok(Self(Box::new(games.ok_or_else(|| PyMemoryError::new_err("too many games"))?)))
    }

    fn shape(&self) -> Shape {
        Shape {
            games: self.0.len(),
            planes: self.0.terms().planes.map_or(0, Planes::channels),
            pits: self.0.start().pits().into(),
        }
    }

    /// The actions, if they can be taken.
    fn actions(&self, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        let actions = integers(actions, "actions", self.0.len())?;
        self.0.refusal(&actions).map_or(Ok(actions), |refusal| Err(PlayError::new_err(refusal)))
    }
}

#[pymethods]
impl PyBatch {
    /// How many games there are.
    #[getter]
    fn n(&self) -> usize {
        self.0.len()
    }

    /// How many actions a game has: the pits of a player.
    #[getter]
    fn num_actions(&self) -> u8 {
        self.0.start().pits()
    }

    /// The shape of the observation of one game, (planes, pits a player); None if there are no observations.
    #[getter]
    fn observation_shape(&self) -> Option<(usize, usize)> {
        let Shape { planes, pits, .. } = self.shape();
        (planes > 0).then_some((planes, pits))
    }

    /// Where each game starts, before its random plies.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyPosition>> {
        position::object(py, self.0.start())
    }

    /// Begins games anew: those where `where`, a bool array of shape (n,), is true, or all. With a `seed` (0 to
    /// 2**63 - 1), their random numbers begin anew too; each game has its own, which do not depend on the other games.
    ///
    /// Ctrl-C ends it; some of the games have begun anew then.
    #[pyo3(signature = (seed=None, r#where=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = seed_or_none)] seed: Option<u64>,
        r#where: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let which = selection(r#where, self.0.len())?;
        let arrays = Arrays::fresh(py, self.shape());
        let games = &mut self.0;
        let is_slow = is_slow(games.len(), games.terms());
        arrays.fill(py, is_slow, |out, stop| games.reset(seed, which.as_deref(), out, stop))?;
        arrays.step(py)
    }

    /// Takes an action in each game and tells what comes of it in new arrays. `actions` are integers of shape (n,).
    ///
    /// A move that is not legal loses the game ("illegal" is "end"), or raises `PlayError` before anything has changed
    /// in any game ("raise"). A finished game begins anew as "autoreset" says; if it does not, any move but -1 raises
    /// `PlayError`. Raises `TypeError` for actions that are no integers, `ArgumentError` for more or fewer than n.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.actions(actions)?;
        let arrays = Arrays::fresh(py, self.shape());
        let games = &mut self.0;
        arrays.fill(py, false, |out, _| games.step(&actions, out))?;
        arrays.step(py)
    }

    /// `step` into the caller's arrays, by the names of `Step`; what is not given is not told.
    ///
    /// Raises as `step` does; `TypeError` for an array of another dtype, `ArgumentError` for one of another shape, one
    /// that is not C-contiguous or cannot be written, and arrays that share memory. Then nothing is written, and
    /// nothing has changed in any game.
    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    #[pyo3(signature = (
        actions, *, observations=None, masks=None, rewards=None, terminated=None, truncated=None, to_play=None
    ))]
    fn step_into<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        terminated: Option<&Bound<'py, PyAny>>,
        truncated: Option<&Bound<'py, PyAny>>,
        to_play: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let given = [observations, masks, rewards, terminated, truncated, to_play];
        let arrays = Arrays::given(given, self.shape())?;
        let actions = self.actions(actions)?;
        let games = &mut self.0;
        arrays.fill(py, false, |out, _| games.step(&actions, out))
    }

    /// The action that `player` picks in each game, "random" or a level from 1 to 7: int64 of shape (n,), what `pick`
    /// gives for the game and its seed. `seeds` are integers of shape (n,), each 0 to 2**63 - 1. The action is -1 in
    /// games that are over, and where the bool array `where` of shape (n,) is false.
    ///
    /// Levels think on all threads of the batch while other Python threads run, and Ctrl-C ends them. Raises
    /// `ArgumentError` if there is no such player or seed.
    #[pyo3(signature = (player, seeds, r#where=None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        player: &Bound<'py, PyAny>,
        seeds: &Bound<'py, PyAny>,
        r#where: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let player = Picker::read(player)?;
        let which = selection(r#where, self.0.len())?;
        let seeds = integers(seeds, "seeds", self.0.len())?.into_iter().map(u64::try_from);
        let seeds = seeds.collect::<Result<Vec<u64>, _>>().map_err(|_| {
            ArgumentError::new_err("expected seeds from 0 to 2**63 - 1, found a negative one")
        })?;
        let choose = |stop: &AtomicBool| self.0.choose(player, &seeds, which.as_deref(), stop);
        let actions = if player.is_random() {
            py.detach(|| choose(&AtomicBool::new(false)))
        } else {
            background::run(py, choose)?
        };
        Ok(PyArray1::from_vec(py, actions.or_raise()?))
    }

    /// The position of each game.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyPosition>>> {
        self.0.positions().into_iter().map(|position| position::object(py, position)).collect()
    }

    /// Why each game ended, as in `Outcome.reason` or "illegal"; None for games that go on. In the autoreset mode
    /// "same-step" it is the game that the last step ended.
    fn reasons(&self) -> Vec<Option<&'static str>> {
        self.0.reasons()
    }
}

/// `n` games of Kalah that are stepped together, under `KalahRules()` unless told otherwise.
///
/// See `TokKuRouBatch` for the arguments.
#[pyclass(name = "KalahBatch", module = "tok_ku_rou", extends = PyBatch)]
pub(crate) struct PyKalahBatch;

/// `n` games of Tok Ku Rou (at most 2**20) that are stepped together, under `TokKuRouRules()` unless told otherwise.
///
/// - `observation`: "counts" or "one-hot", as in `Position.observation`, or None for none.
/// - `reward`: "outcome" is 1 for a win, 0 for a tie, -1 for a loss; "margin" is the final margin in seeds, divided by
///   all seeds, and 0 for a tie by repetition.
/// - `illegal`: a move that is not legal loses the game, with reward -1 ("end"), or raises ("raise").
/// - `max_plies`: after so many sowings a game is truncated, and both players count what they hold.
/// - `random_plies`: how many random moves come before each game, at most 1000. One that would end the game is not made.
/// - `seed`: where the random numbers of these moves start, 0 to 2**63 - 1.
/// - `threads`: how many threads share the games; what happens does not depend on it.
/// - `autoreset`: when a finished game begins anew, in Gymnasium's words: at the next step, whose action is ignored
///   ("next-step"), at once, so that the observation is the new game's already ("same-step"), or by `reset` only
///   ("disabled").
///
/// A batch does one thing at a time: another thread's call meanwhile raises `RuntimeError`. Raises `ArgumentError` for
/// values beyond these, and for rules under which nobody can move at the start.
#[pyclass(name = "TokKuRouBatch", module = "tok_ku_rou", extends = PyBatch)]
pub(crate) struct PyTokKuRouBatch;

/// The constructor of a kind of batch: of this class, by those rules, of that game.
macro_rules! constructor {
    ($batch:ident, $rules:ident, $game:ident) => {
        #[pymethods]
        impl $batch {
            #[expect(clippy::too_many_arguments, reason = "as many as Python gives")]
            #[new]
            #[pyo3(signature = (
                n, rules=None, *, observation="counts", reward="outcome", illegal="end", max_plies=1000, random_plies=0,
                seed=0, threads=1, autoreset="next-step"
            ))]
            fn new(
                py: Python<'_>,
                #[pyo3(from_py_with = games)] n: usize,
                rules: Option<&Bound<'_, $rules>>,
                observation: Option<&str>,
                reward: &str,
                illegal: &str,
                #[pyo3(from_py_with = limit)] max_plies: u32,
                #[pyo3(from_py_with = opening)] random_plies: u32,
                #[pyo3(from_py_with = seed)] seed: u64,
                #[pyo3(from_py_with = threads)] threads: usize,
                autoreset: &str,
            ) -> PyResult<PyClassInitializer<Self>> {
                let start = rules.map_or_else($game::default, |rules| $game::new(rules.get().0));
                let batch = PyBatch::of(
                    py,
                    start,
                    n,
                    observation,
                    reward,
                    illegal,
                    max_plies,
                    random_plies,
                    seed,
                    threads,
                    autoreset,
                )?;
                Ok(PyClassInitializer::from(batch).add_subclass(Self))
            }
        }
    };
}

constructor!(PyKalahBatch, PyKalahRules, Kalah);
constructor!(PyTokKuRouBatch, PyTokKuRouRules, TokKuRou);
