//! Solving positions of Kalah.

use crate::arguments::{callable, mebibytes, number_at_once};
use crate::background;
use crate::endgames::{PyEndgameTable, fitting};
use crate::errors::{ArgumentError, OrRaise};
use crate::search::{class, pits};
use crate::stop::Stop;
use crate::subject::Subject;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;
use tok_ku_rou_core::ai::{EndgameTable, Question, Solution, Solver, SolverError};
use tok_ku_rou_core::{AnyPosition, Kalah, Pit};

/// The stack of the thread that solves: the longest lines take some thousand sowings.
const STACK: usize = 16 << 20;

/// What is asked of which position, and how.
struct Task<'a> {
    position: Kalah,
    table: Option<&'a EndgameTable<'static>>,
    question: Question,
    threads: u16,
    memory_mb: u32,
}

impl Task<'_> {
    /// Every move's value, and the principal line if margins are asked for and all are found. Now and then `keep` is told
    /// what is proved so far.
    fn solve(
        &self,
        goes_on: impl Fn() -> bool,
        keep: impl Fn(&Solution),
    ) -> Result<(Solution, Vec<Pit>), SolverError> {
        let bytes = usize::try_from(u64::from(self.memory_mb) << 20).unwrap_or(usize::MAX);
        let mut solver = Solver::new(&self.position, bytes)?;
        if let Some(table) = self.table {
            solver = solver.with_table(table)?;
        }
        let mut progress = |solution: &Solution| {
            keep(solution);
            if goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let solution = solver.solve(&self.position, self.question, self.threads.into(), &mut progress)?;
        let line = if solution.complete && self.question == Question::Margin {
            solver.line(&self.position, &mut |_| goes_on())?
        } else {
            Vec::new()
        };
        Ok((solution, line))
    }
}

/// What is proved as an instance of `tok_ku_rou.SolveResult`.
fn object<'py>(py: Python<'py>, mut solution: Solution, line: &[Pit]) -> PyResult<Bound<'py, PyAny>> {
    static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class_of_moves = class(py, &MOVE, "SolvedMove")?;
    // Among equals, the one that the line begins with.
    solution.moves.sort_by_key(|solved| {
        (Reverse((solved.low, solved.high)), line.first().is_some_and(|&first| first != solved.pit))
    });
    let moves = solution
        .moves
        .iter()
        .map(|solved| class_of_moves.call1((solved.pit.number(), (solved.low, solved.high))))
        .collect::<PyResult<Vec<_>>>()?;
    class(py, &RESULT, "SolveResult")?.call1((
        PyTuple::new(py, moves)?,
        pits(py, line)?,
        (solution.low, solution.high),
        solution.complete,
        solution.nodes,
    ))
}

/// Solves a position of Kalah: the exact final margin of every legal move, or with `win_only` just who wins, which is
/// faster.
///
/// `position` may be a game of Kalah, which is solved from where it stands as if it had no limits. A `table` makes it much
/// faster. More `threads` do not change what is proved. `memory_mb` is the most memory for positions seen, in mebibytes;
/// with less it takes longer.
///
/// `progress` is called on the calling thread, some times a second and at the end, with what is proved so far as a
/// `SolveResult`; what it raises comes out. Other Python threads run meanwhile, and Ctrl-C ends it; with a `Stop` as
/// `stop` it ends with what is proved so far.
///
/// Raises `ArgumentError` if the rules are clockwise, where play can go round for ever, if the table is one of other
/// rules, if there are too many seeds, or for Tok Ku Rou, which `SmallBoard` solves; `MemoryError` if there is not
/// enough memory.
#[pyo3::pyfunction]
#[pyo3(signature = (position, *, table=None, win_only=false, threads=1, memory_mb=64, progress=None,
    stop=None))]
pub(crate) fn solve<'py>(
    position: &Bound<'py, PyAny>,
    table: Option<&Bound<'py, PyEndgameTable>>,
    win_only: bool,
    #[pyo3(from_py_with = number_at_once)] threads: u16,
    #[pyo3(from_py_with = mebibytes)] memory_mb: u32,
    progress: Option<&Bound<'py, PyAny>>,
    stop: Option<&Bound<'py, Stop>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let subject = Subject::read(position, None, None)?;
    let AnyPosition::Kalah(position) = subject.position else {
        return Err(ArgumentError::new_err("expected a position of Kalah, found one of Tok Ku Rou"));
    };
    let table = fitting(table, &subject.position)?;
    let question = if win_only { Question::Winner } else { Question::Margin };
    let task = Task { position, table, question, threads, memory_mb };
    let progress = callable(progress)?;
    let latest = Mutex::new(None);
    let lock = || latest.lock().unwrap_or_else(PoisonError::into_inner);
    let tell = |py: Python<'_>| {
        // Taken first, so that the solver does not wait for Python.
        let solution = lock().take();
        match progress.zip(solution) {
            Some((progress, solution)) => progress.call1(py, (object(py, solution, &[])?,)).map(drop),
            None => Ok(()),
        }
    };
    let keep = |solution: &Solution| {
        if progress.is_some() {
            *lock() = Some(solution.clone());
        }
    };
    let thread = thread::Builder::new().stack_size(STACK);
    let (solution, line) = background::run_on(py, thread, stop.map(Bound::get), tell, |stop| {
        task.solve(|| !stop.load(Ordering::Relaxed), keep)
    })?
    .or_raise()?;
    let result = object(py, solution, &line)?;
    if let Some(progress) = progress {
        progress.call1(py, (&result,))?;
    }
    Ok(result)
}
