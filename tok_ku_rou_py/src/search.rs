//! Searching a position by alpha-beta, for the best move or for the value of all.

use crate::arguments::{depth_limit, effort_limit, mebibytes, number_at_once, time_limit};
use crate::background;
use crate::endgames::{Informed, PyEndgameTable, fitting};
use crate::errors::{ArgumentError, OrRaise};
use crate::position::PyPosition;
use crate::stop::Stop;
use crate::subject::{Subject, either};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tok_ku_rou_core::ai::{Bound as Relation, EndgameTable, Limits, Line, Search, Table, TableError};
use tok_ku_rou_core::{Pit, Position};

/// What both kinds of search are told.
struct Task<'a> {
    subject: Subject,
    depth: Option<u8>,
    nodes: Option<u64>,
    time: Option<Duration>,
    threads: u16,
    table_mb: u32,
    table: Option<&'a EndgameTable<'static>>,
    stop: Option<&'a Stop>,
}

impl<'t> Task<'t> {
    /// This task, if there is an end to it.
    fn limited(self) -> PyResult<Self> {
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.stop.is_none() {
            return Err(ArgumentError::new_err(
                "expected a limit (depth, nodes, seconds or stop), found none",
            ));
        }
        Ok(self)
    }

    fn limits<'a>(&self, stop: &'a AtomicBool) -> Limits<'a> {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, stop: Some(stop) }
    }

    /// A search with a table of the size asked for, or smaller if so few sowings are allowed that it could not be filled.
    fn search(&self) -> Result<Search<Informed<'t>>, TableError> {
        let pits = u64::from(self.subject.position.pits()).max(2);
        let tree = self.depth.map_or(u64::MAX, |depth| pits.saturating_pow(u32::from(depth) + 1));
        // As the levels have it: twice as many slots of 16 bytes as there can be entries.
        let most = tree.min(self.nodes.unwrap_or(u64::MAX)).saturating_mul(32);
        let bytes = (u64::from(self.table_mb) << 20).min(most);
        let search =
            Search::new(Table::new(usize::try_from(bytes).unwrap_or(usize::MAX))?, Informed(self.table));
        Ok(search.with_repetition(self.subject.repetition).with_threads(self.threads.into()))
    }

    /// Does something with a search in the background.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Self, &Search<Informed<'t>>, Limits<'_>) -> T + Send,
    ) -> PyResult<T> {
        background::run_until(py, self.stop, |stop| {
            self.search().map(|search| work(self, &search, self.limits(stop)))
        })?
        .or_raise()
    }
}

/// The moves as a tuple of pits.
pub(crate) fn pits<'py>(py: Python<'py>, moves: &[Pit]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, moves.iter().map(|pit| pit.number()))
}

/// A class of the Python module with what searches find.
pub(crate) fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "tok_ku_rou.analysis", name)
}

/// How a line's value relates to the true one, in words.
fn word(relation: Relation) -> &'static str {
    match relation {
        Relation::Exact => "exact",
        Relation::Lower => "lower",
        Relation::Upper => "upper",
    }
}

/// The line as an instance of `tok_ku_rou.Line`, or with the sowings made for it as one of `tok_ku_rou.SearchResult`.
fn object<'py>(py: Python<'py>, line: &Line, nodes: Option<u64>) -> PyResult<Bound<'py, PyAny>> {
    static LINE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let moves = pits(py, &line.moves)?;
    let value = line.value.hundredths();
    // A tie's value is like that of an estimate, but for being certain.
    let margin = line.value.margin().or(line.complete.then_some(0));
    let (bound, complete, depth) = (word(line.bound), line.complete, line.depth);
    match nodes {
        None => class(py, &LINE, "Line")?.call1((moves, value, margin, bound, complete, depth)),
        Some(nodes) => {
            class(py, &RESULT, "SearchResult")?.call1((moves, value, margin, bound, complete, depth, nodes))
        }
    }
}

/// Searches a position for the best move, deeper and deeper until a limit is reached or every line is seen to its end.
///
/// `position` may be a game: its positions are the history then, and its rule for repetition holds. For a position alone
/// they can be given, `history` as the positions before it, oldest first, and `repetition` as "tie" or "count": a
/// position that came up twice before, or that comes up again within the search, ends the game so. A game that is over
/// by anything but its position (given up, a limit, a repetition) is searched as if it went on; its limits do not count.
///
/// At least one limit is needed: `depth` in sowings (at most 255), `nodes` in sowings made (a search may make a few more),
/// `seconds`, or a `Stop` as `stop`. One thread finds the same each time, but for limits of time; with more `threads` the
/// search is faster, and the result may differ. `table_mb` is the memory for positions seen, in mebibytes. In Kalah,
/// lines end where `table`, an `EndgameTable` of the same rules, knows the margin.
///
/// Other Python threads run meanwhile, and Ctrl-C ends it. Raises `ArgumentError` for limits and history that cannot be,
/// `MemoryError` if there is no memory for the table.
#[pyo3::pyfunction]
#[pyo3(signature = (position, *, depth=None, nodes=None, seconds=None, threads=1, history=None, repetition=None, table_mb=16, table=None, stop=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn search<'py>(
    position: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = depth_limit)] depth: Option<u8>,
    #[pyo3(from_py_with = effort_limit)] nodes: Option<u64>,
    #[pyo3(from_py_with = time_limit)] seconds: Option<Duration>,
    #[pyo3(from_py_with = number_at_once)] threads: u16,
    history: Option<Vec<Bound<'py, PyPosition>>>,
    repetition: Option<&str>,
    #[pyo3(from_py_with = mebibytes)] table_mb: u32,
    table: Option<&Bound<'py, PyEndgameTable>>,
    stop: Option<&Bound<'py, Stop>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, stop) = (position.py(), stop.map(Bound::get));
    let subject = Subject::read(position, history, repetition)?;
    let table = fitting(table, &subject.position)?;
    let task = Task { subject, depth, nodes, time: seconds, threads, table_mb, table, stop }.limited()?;
    let found = task.run(py, |task, search, limits| {
        either!(task.subject, |position, history| search.find(&position, &history, limits))
    })?;
    object(py, &found.line, Some(found.nodes))
}

/// The value of every legal move, as a list of lines with the best first; empty if the position is over.
///
/// All moves are searched equally deep, but for those whose lines are seen to their end. The arguments are those of
/// `search`, and so is what it raises.
#[pyo3::pyfunction]
#[pyo3(signature = (position, *, depth=None, nodes=None, seconds=None, threads=1, history=None, repetition=None, table_mb=16, table=None, stop=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn analyse<'py>(
    position: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = depth_limit)] depth: Option<u8>,
    #[pyo3(from_py_with = effort_limit)] nodes: Option<u64>,
    #[pyo3(from_py_with = time_limit)] seconds: Option<Duration>,
    #[pyo3(from_py_with = number_at_once)] threads: u16,
    history: Option<Vec<Bound<'py, PyPosition>>>,
    repetition: Option<&str>,
    #[pyo3(from_py_with = mebibytes)] table_mb: u32,
    table: Option<&Bound<'py, PyEndgameTable>>,
    stop: Option<&Bound<'py, Stop>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (py, stop) = (position.py(), stop.map(Bound::get));
    let subject = Subject::read(position, history, repetition)?;
    let table = fitting(table, &subject.position)?;
    let task = Task { subject, depth, nodes, time: seconds, threads, table_mb, table, stop }.limited()?;
    let lines = task.run(py, |task, search, limits| {
        either!(task.subject, |position, history| search.analyse(&position, &history, limits))
    })?;
    lines.iter().map(|line| object(py, line, None)).collect()
}
