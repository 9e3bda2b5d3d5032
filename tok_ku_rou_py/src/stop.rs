//! What one thread tells another: enough.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends searches from another thread: pass it to `search`, `analyse`, `mcts`, `solve` or `Engine.choose` as
/// `stop`, and call `set`. They end soon (`mcts` after the evaluator's present batch) and return what they have found so
/// far; the making of an `EndgameTable` or a `SmallBoard` raises `StoppedError`. What takes none (`pick`, `perft`,
/// batches and self-play), as half of it would be of no use, ends on Ctrl-C only.
///
/// It stays set for good, so that a search that is about to begin ends as well; make a new one for the next.
#[pyclass(name = "Stop", module = "tok_ku_rou", frozen)]
pub(crate) struct Stop(AtomicBool);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Ends all searches that have it.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was set.
    #[getter]
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
