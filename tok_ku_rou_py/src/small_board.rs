//! Small boards of Tok Ku Rou, solved whole.

use crate::arguments::{number_at_once, wrong_type};
use crate::errors::OrRaise;
use crate::file;
use crate::position::PyPosition;
use crate::rules::PyTokKuRouRules;
use crate::search::class;
use crate::stop::Stop;
use crate::watch::Watch;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::path::PathBuf;
use tok_ku_rou_core::ai::{Progress, SmallBoard, Solved, Stage};
use tok_ku_rou_core::{AnyPosition, TokKuRou};

/// Every position of a small board of Tok Ku Rou with the start's number of seeds, solved exactly. A play that goes round
/// for ever is a tie.
///
/// `solve` makes one, `load` reads one that `save` wrote. `len` is how many positions it has, each seen by the player
/// to move.
#[pyclass(name = "SmallBoard", module = "tok_ku_rou", frozen)]
pub(crate) struct PySmallBoard(SmallBoard<'static>);

/// A position of Tok Ku Rou.
fn read(position: &Bound<'_, PyAny>) -> PyResult<TokKuRou> {
    match position.cast::<PyPosition>().map(|position| position.get().0) {
        Ok(AnyPosition::TokKuRou(position)) => Ok(position),
        _ => Err(wrong_type("a position of Tok Ku Rou", position)),
    }
}

/// What is known of a position as an instance of `tok_ku_rou.Solved`.
fn object(py: Python<'_>, solved: Solved) -> PyResult<Bound<'_, PyAny>> {
    static SOLVED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &SOLVED, "Solved")?.call1((solved.margin, solved.plies))
}

/// What is being done, in words.
fn words(stage: Stage) -> String {
    match stage {
        Stage::Count => "count".into(),
        Stage::Link => "link".into(),
        Stage::Round(number) => format!("round {number}"),
    }
}

#[pymethods]
impl PySmallBoard {
    /// Solves the board of these rules on so many `threads`. It takes some 20 bytes for each position at work, and three
    /// when it is done: 3x1 has 1,352,078 positions, 3x2 has 417,225,900.
    ///
    /// `progress` is called on the calling thread, some times a second and at the end of what a stage does, with the stage
    /// ("count", "link", then "round 1" and so on until nothing changes), how much of it is done and how much there is;
    /// what it raises comes out. Other Python threads run meanwhile, and Ctrl-C ends it.
    ///
    /// Raises `ArgumentError` if the board has too many positions, `MemoryError` if there is not enough memory,
    /// `StoppedError` if `stop` was set.
    #[staticmethod]
    #[pyo3(signature = (rules, *, threads=1, progress=None, stop=None))]
    fn solve(
        rules: &Bound<'_, PyTokKuRouRules>,
        #[pyo3(from_py_with = number_at_once)] threads: u16,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, Stop>>,
    ) -> PyResult<Self> {
        let (py, rules) = (rules.py(), rules.get().0);
        let mut watch = Watch::new(progress, stop)?;
        let board = py.detach(|| {
            SmallBoard::solve_telling(rules, threads.into(), |Progress { stage, done, total }| {
                watch.tell(done == total, || (words(stage), done, total))
            })
        });
        watch.result(board).map(Self)
    }

    /// Reads a board from a file, whole, into memory. Raises `OSError` if there is no such file, `TableError` if it is
    /// not a whole and unchanged board.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let bytes = file::read(py, path)?;
        py.detach(|| SmallBoard::from_bytes(bytes)).map(Self).or_raise()
    }

    /// Writes the board to a file. Raises `OSError` if that cannot be.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        file::write(py, path, self.0.as_bytes())
    }

    /// What this position is worth to the player to move. Raises `ArgumentError` if it has other rules or another number
    /// of seeds, `TypeError` for anything but a position of Tok Ku Rou.
    fn find<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        object(position.py(), self.0.find(&read(position)?).or_raise()?)
    }

    /// Each legal pit with what its move is worth to the player to move, best first: a greater margin, then the win that
    /// is sure sooner or the loss that takes longer. Its plies count the move itself, unless it leads to a tie. Who always
    /// plays the first one brings about the margin. Raises what `find` does.
    fn moves<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Vec<(u8, Bound<'py, PyAny>)>> {
        let moves = self.0.moves(&read(position)?).or_raise()?;
        moves.into_iter().map(|(pit, solved)| Ok((pit.number(), object(position.py(), solved)?))).collect()
    }

    /// The rules of the board.
    #[getter]
    fn rules(&self) -> PyTokKuRouRules {
        PyTokKuRouRules(self.0.rules())
    }

    fn __len__(&self) -> usize {
        self.0.positions() as usize
    }
}
