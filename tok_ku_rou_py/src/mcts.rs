//! Monte-Carlo tree search with judges native or written in Python.

use crate::arguments::{effort_limit, mebibytes, number_at_once, real, seed, time_limit};
use crate::background;
use crate::endgames::{Informed, PyEndgameTable, fitting};
use crate::errors::{ArgumentError, OrRaise};
use crate::evaluator::{Evaluator, ask};
use crate::observation::Planes;
use crate::position::PyPosition;
use crate::search::{class, pits};
use crate::stop::Stop;
use crate::subject::{Subject, either};
use crate::words::Word;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tok_ku_rou_core::ai::{
    Estimates, Explored, Goal, Judge, Judgement, Playouts, TreeError, TreeSearch, Tuned,
};
use tok_ku_rou_core::{Kalah, Position, TokKuRou};

impl Word for Goal {
    const WORDS: &'static [(&'static str, Self)] = &[("outcome", Self::Outcome), ("margin", Self::Margin)];
}

/// How a tree is to be grown, and for how long.
struct Growth<'a> {
    subject: Subject,
    simulations: Option<u64>,
    deadline: Option<Instant>,
    stop: Option<&'a Stop>,
    batch: usize,
    exploration: f32,
    goal: Goal,
    bytes: usize,
    known: Informed<'a>,
}

/// What a grown tree shows, and how many simulations it took.
type Grown = PyResult<Result<(Explored, u64), TreeError>>;

impl<'t> Growth<'t> {
    /// Whether a limit is reached after so many simulations.
    fn is_over(&self, simulations: u64) -> bool {
        self.simulations.is_some_and(|most| simulations >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(Stop::is_set)
    }

    /// Grows the tree of a position, as long as it may go on.
    fn grow<P: Position>(
        &self,
        position: P,
        history: &[P],
        goes_on: impl Fn() -> bool,
        mut judge: impl FnMut(&[P], &mut Vec<Judgement>) -> PyResult<()>,
    ) -> Grown
    where
        Informed<'t>: Judge<P>,
    {
        let mut search = match TreeSearch::new(position, self.known, self.bytes) {
            Ok(search) => search
                .with_goal(self.goal)
                .with_repetition(self.subject.repetition)
                .with_exploration(self.exploration),
            Err(error) => return Ok(Err(error)),
        };
        search.remember(history);
        let (mut made, mut judgements) = (0, Vec::new());
        while !search.is_settled() && !self.is_over(made) && goes_on() {
            let left = self.simulations.map_or(u64::MAX, |most| most - made);
            search = search.with_batch(usize::try_from(left).unwrap_or(usize::MAX).min(self.batch));
            made += search.gather();
            judge(search.leaves(), &mut judgements)?;
            made += search.settle(&judgements);
        }
        Ok(Ok((search.explored(), made)))
    }

    /// Grows the tree in the background with a judge that needs no interpreter.
    fn grow_natively(&self, py: Python<'_>, mut judge: impl Judge<Kalah> + Judge<TokKuRou> + Send) -> Grown {
        background::run(py, |stop| {
            let goes_on = || !stop.load(Ordering::Relaxed);
            either!(self.subject, |position, history| {
                self.grow(position, &history, goes_on, |leaves, judgements| {
                    judgements.clear();
                    judgements.resize(leaves.len(), Judgement::EVEN);
                    judge.judge(leaves, judgements);
                    Ok(())
                })
            })
        })?
    }

    /// Grows the tree with an evaluator, which is called on the caller's own thread: there Ctrl-C reaches it, and it
    /// finds what belongs to the thread.
    fn grow_in_python(&self, py: Python<'_>, callable: &Py<PyAny>, planes: Planes) -> Grown {
        py.detach(|| {
            either!(self.subject, |position, history| {
                // Within the tree a repetition ends the game, so only the game before it counts.
                let earlier = |leaf: &_| history.iter().filter(|earlier| *earlier == leaf).count() as u16;
                let judge = |leaves: &[_], judgements: &mut Vec<_>| {
                    Python::attach(|py| {
                        py.check_signals()?;
                        *judgements = ask(callable.bind(py), planes, leaves, |at| earlier(&leaves[at]))?;
                        Ok(())
                    })
                };
                self.grow(position, &history, || true, judge)
            })
        })
    }
}

/// What was found as an instance of `tok_ku_rou.MctsResult`.
fn object<'py>(py: Python<'py>, explored: &Explored, simulations: u64) -> PyResult<Bound<'py, PyAny>> {
    static BRANCH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let branch = class(py, &BRANCH, "Branch")?;
    let branches = explored.branches.iter().map(|found| {
        // Adding 0 makes a plain zero of a negative one.
        let mean = found.value + 0.0;
        branch.call1((found.pit.number(), found.visits, found.prior, mean, found.margin))
    });
    let branches = PyTuple::new(py, branches.collect::<PyResult<Vec<_>>>()?)?;
    let line = pits(py, &explored.moves)?;
    class(py, &RESULT, "MctsResult")?.call1((
        branches,
        line,
        explored.value + 0.0,
        explored.margin,
        simulations,
    ))
}

/// How much to explore.
pub(crate) fn exploration(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let expected = "an exploration from 0";
    let number = real(value, expected)?;
    if (0.0..=f64::from(f32::MAX)).contains(&number) {
        Ok(number as f32)
    } else {
        Err(ArgumentError::new_err(format!("expected {expected}, found {number}")))
    }
}

/// Searches a position by Monte-Carlo tree search: simulation by simulation, a tree grows where the moves look promising.
///
/// `position` may be a game: its positions are the history then, and its rule for repetition holds; see `search`, also
/// for games that are over.
///
/// `evaluator` judges the new positions: None plays each to its end at random, from `seed`; "estimate" asks the same
/// estimate as `search`; or it is a callable, such as a neural net. It is called on the calling thread with a batch,
/// `(observations, masks)`: float32 of shape (positions, channels, pits a player), see `Position.observation` and
/// `observation` here for its kind, and int8 of shape (positions, pits a player), see `Position.mask`. It returns
/// `(logits, values)`, arrays of floats (or what numpy makes such of): how promising each pit is, of the same shape as the
/// masks, of which those of illegal pits do not matter; and of shape (positions,) what the player to move can expect, from
/// -1 (a sure loss) to 1 (a sure win). What it raises comes out of `mcts`.
///
/// At least one limit is needed: `simulations`, `seconds`, or a `Stop` as `stop`. The search also ends when the `goal` is
/// proven: "outcome", who wins; or "margin", by how many seeds. `batch` is how many positions are judged at once (at most;
/// a batch may end a few more simulations than asked for); with more than one the tree grows less to the point.
/// `exploration` is how much the evaluator's priors count beside the means found so far. `memory_mb` is the most that the
/// tree may take, in mebibytes. In Kalah, lines end where `table`, an `EndgameTable` of the same rules, knows the margin.
///
/// The same arguments give the same result, but for limits of time. Other Python threads run meanwhile, and Ctrl-C ends
/// it. Raises `ArgumentError` for arguments that cannot be, or answers of wrong shapes or with numbers that cannot be;
/// `TypeError` for answers that are no floats; `MemoryError` if there is no memory for the tree.
#[pyo3::pyfunction]
#[pyo3(signature = (position, *, evaluator=None, simulations=None, seconds=None, batch=1, exploration=2.0, goal="outcome", seed=0, observation="counts", history=None, repetition=None, memory_mb=64, table=None, stop=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn mcts<'py>(
    position: &Bound<'py, PyAny>,
    evaluator: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = effort_limit)] simulations: Option<u64>,
    #[pyo3(from_py_with = time_limit)] seconds: Option<Duration>,
    #[pyo3(from_py_with = number_at_once)] batch: u16,
    #[pyo3(from_py_with = self::exploration)] exploration: f32,
    goal: &str,
    #[pyo3(from_py_with = self::seed)] seed: u64,
    observation: &str,
    history: Option<Vec<Bound<'py, PyPosition>>>,
    repetition: Option<&str>,
    #[pyo3(from_py_with = mebibytes)] memory_mb: u32,
    table: Option<&Bound<'py, PyEndgameTable>>,
    stop: Option<&Bound<'py, Stop>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let subject = Subject::read(position, history, repetition)?;
    let growth = Growth {
        known: Informed(fitting(table, &subject.position)?),
        subject,
        simulations,
        deadline: seconds.and_then(|time| Instant::now().checked_add(time)),
        stop: stop.map(Bound::get),
        batch: batch.into(),
        exploration,
        goal: Goal::read(goal)?,
        bytes: usize::try_from(u64::from(memory_mb) << 20).unwrap_or(usize::MAX),
    };
    if simulations.is_none() && seconds.is_none() && stop.is_none() {
        return Err(ArgumentError::new_err("expected a limit (simulations, seconds or stop), found none"));
    }
    let planes = Planes::read(observation)?;
    let grown = match Evaluator::read(evaluator)? {
        Evaluator::Playouts => growth.grow_natively(py, Playouts::new(seed)),
        Evaluator::Estimate => growth.grow_natively(py, Estimates::new(Tuned)),
        Evaluator::Callable(callable) => growth.grow_in_python(py, &callable, planes),
    };
    let (explored, made) = grown?.or_raise()?;
    object(py, &explored, made)
}
