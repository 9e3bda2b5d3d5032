//! Work on the calling thread that may take long and tells Python how far it has come.

use crate::arguments::callable;
use crate::errors::{OrRaise, Raise};
use crate::stop::Stop;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How often Python is told, and signals are looked at.
const PERIOD: Duration = Duration::from_millis(50);

/// Who is told how far some work has come, and who may end it: a callable, a `Stop`, or Ctrl-C.
pub(crate) struct Watch<'a> {
    progress: Option<&'a Py<PyAny>>,
    stop: Option<&'a Stop>,
    /// When Python was told last.
    told: Instant,
    /// What the callable or a signal's handler raised.
    raised: PyResult<()>,
}

impl<'a> Watch<'a> {
    /// A watch over work that begins now.
    ///
    /// # Errors
    /// `TypeError` if `progress` cannot be called.
    pub(crate) fn new(
        progress: Option<&'a Bound<'_, PyAny>>,
        stop: Option<&'a Bound<'_, Stop>>,
    ) -> PyResult<Self> {
        let (progress, stop) = (callable(progress)?, stop.map(Bound::get));
        Ok(Self { progress, stop, told: Instant::now(), raised: Ok(()) })
    }

    /// Tells Python, if it is time or the work has come to an end, and says whether to go on.
    pub(crate) fn tell<A>(&mut self, is_end: bool, arguments: impl FnOnce() -> A) -> ControlFlow<()>
    where
        A: for<'py> PyCallArgs<'py>,
    {
        if self.stop.is_some_and(Stop::is_set) {
            return ControlFlow::Break(());
        }
        if is_end || self.told.elapsed() >= PERIOD {
            self.raised = Python::attach(|py| {
                py.check_signals()?;
                self.progress.map_or(Ok(()), |progress| progress.bind(py).call1(arguments()).map(drop))
            });
            self.told = Instant::now();
        }
        if self.raised.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// What came of the work.
    ///
    /// # Errors
    /// What the callable or a handler raised, or else what the work's error becomes.
    pub(crate) fn result<T>(self, result: Result<T, impl Raise>) -> PyResult<T> {
        self.raised.and_then(|()| result.or_raise())
    }
}
