//! Endgame tables of Kalah, and searches that ask them.

use crate::arguments::{number_at_once, table_seeds, wrong_type};
use crate::errors::{ArgumentError, OrRaise};
use crate::file;
use crate::position::PyPosition;
use crate::rules::PyKalahRules;
use crate::stop::Stop;
use crate::watch::Watch;
use pyo3::prelude::*;
use std::path::PathBuf;
use tok_ku_rou_core::ai::{BuildProgress, EndgameTable, Evaluate, Judge, Judgement, Tuned, Value};
use tok_ku_rou_core::{AnyPosition, Kalah, TokKuRou};

/// The exact final margin of every position of Kalah with few seeds in the pits, under any counterclockwise rules.
///
/// `build` makes one, `load` reads one that `save` wrote. `len` is how many positions it values. `solve`, `search` and
/// `mcts` take one as `table`.
#[pyclass(name = "EndgameTable", module = "tok_ku_rou", frozen)]
pub(crate) struct PyEndgameTable(EndgameTable<'static>);

#[pymethods]
impl PyEndgameTable {
    /// Values every position with at most so many `seeds` in the pits, on so many `threads`. The seeds a pit of the
    /// `rules` do not matter. A table of 18 seeds on six pits takes seconds and 54 MB, and 35 MB more while it
    /// is built; four seeds more make it six times as large.
    ///
    /// `progress` is called on the calling thread some times a second and at the end, with how many positions are
    /// valued and how many there are; what it raises comes out. Other Python threads run meanwhile, and Ctrl-C ends it.
    ///
    /// Raises `ArgumentError` if the rules are clockwise, where play can go round for ever, or there are too many
    /// seeds; `MemoryError` if there is not enough memory; `StoppedError` if `stop` was set.
    #[staticmethod]
    #[pyo3(signature = (rules, seeds, *, threads=1, progress=None, stop=None))]
    fn build(
        rules: &Bound<'_, PyKalahRules>,
        #[pyo3(from_py_with = table_seeds)] seeds: u8,
        #[pyo3(from_py_with = number_at_once)] threads: u16,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, Stop>>,
    ) -> PyResult<Self> {
        let (py, rules) = (rules.py(), rules.get().0);
        let mut watch = Watch::new(progress, stop)?;
        let table = py.detach(|| {
            let mut tell = |BuildProgress { done, total }| watch.tell(done == total, || (done, total));
            EndgameTable::build(rules, seeds, threads.into(), &mut tell)
        });
        watch.result(table).map(Self)
    }

    /// Reads a table from a file, whole, into memory. Raises `OSError` if there is no such file, `TableError` if it is
    /// not a whole and unchanged table.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let bytes = file::read(py, path)?;
        py.detach(|| EndgameTable::open(bytes)).map(Self).or_raise()
    }

    /// Writes the table to a file. Raises `OSError` if that cannot be.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        file::write(py, path, self.0.bytes())
    }

    /// The final margin for the player to move with best play of both, in seeds; None if there are too many seeds in
    /// the pits, or if the position is one of other rules. Raises `TypeError` for anything but a position of Kalah.
    fn probe(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i16>> {
        match position.cast::<PyPosition>().map(|position| &position.get().0) {
            Ok(AnyPosition::Kalah(position)) => Ok(self.0.probe(position)),
            _ => Err(wrong_type("a position of Kalah", position)),
        }
    }

    /// The most seeds in the pits.
    #[getter]
    fn seeds(&self) -> u8 {
        self.0.seeds()
    }

    /// The rules, which are those of boards that start with any number of seeds; told with one in each pit.
    #[getter]
    fn rules(&self) -> PyKalahRules {
        PyKalahRules(self.0.rules())
    }

    fn __len__(&self) -> usize {
        self.0.entries() as usize
    }
}

/// The table that a caller gives for a position, if any.
///
/// # Errors
/// `ArgumentError` if it does not know positions of these rules.
pub(crate) fn fitting<'a>(
    table: Option<&'a Bound<'_, PyEndgameTable>>,
    position: &AnyPosition,
) -> PyResult<Option<&'a EndgameTable<'static>>> {
    let Some(table) = table.map(|table| &table.get().0) else {
        return Ok(None);
    };
    match position {
        AnyPosition::Kalah(position) if table.fits(position.rules()) => Ok(Some(table)),
        AnyPosition::Kalah(position) => {
            let (expected, found) = (position.rules(), table.rules());
            Err(ArgumentError::new_err(format!("expected a table for {expected}, found one for {found}")))
        }
        AnyPosition::TokKuRou(_) => {
            Err(ArgumentError::new_err("expected no table of endgames of Kalah for a position of Tok Ku Rou"))
        }
    }
}

/// The tuned estimate, and what a table knows exactly, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Informed<'a>(pub(crate) Option<&'a EndgameTable<'static>>);

impl Evaluate<Kalah> for Informed<'_> {
    #[inline]
    fn evaluate(&self, position: &Kalah) -> Value {
        Tuned.evaluate(position)
    }

    #[inline]
    fn exact(&self, position: &Kalah) -> Option<i16> {
        self.0.and_then(|table| table.probe(position))
    }
}

impl Evaluate<TokKuRou> for Informed<'_> {
    #[inline]
    fn evaluate(&self, position: &TokKuRou) -> Value {
        Tuned.evaluate(position)
    }
}

/// A tree is told exact margins by this, and all else by whoever judges its leaves.
impl<P> Judge<P> for Informed<'_>
where
    Self: Evaluate<P>,
{
    fn judge(&mut self, _: &[P], _: &mut [Judgement]) -> u64 {
        0
    }

    fn exact(&self, position: &P) -> Option<i16> {
        Evaluate::exact(self, position)
    }
}
