//! Work that may take long: it runs without the interpreter and ends on Ctrl-C.

use crate::stop::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(50);

/// Does the work on a thread of its own while other Python threads run, and waits for it. The flag is set when a
/// signal's handler raises, which Ctrl-C does; the work is to end soon after that.
///
/// # Errors
/// What the handler raised; the work's value is lost then. `RuntimeError`, as Python's own threads have it, if the
/// system has no thread to give.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    run_until(py, None, work)
}

/// [`run`], and the flag is also set soon after this `Stop` is.
///
/// # Errors
/// Those of [`run`].
pub(crate) fn run_until<T: Send>(
    py: Python<'_>,
    asked: Option<&Stop>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    run_on(py, thread::Builder::new(), asked, |_| Ok(()), work)
}

/// [`run_until`], on a thread made so; each time signals are looked at `tell` is called, too, on the calling thread. The
/// flag is set when it raises.
///
/// # Errors
/// Those of [`run`], and what `tell` raised.
pub(crate) fn run_on<T: Send>(
    py: Python<'_>,
    thread: thread::Builder,
    asked: Option<&Stop>,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let is_asked = || asked.is_some_and(Stop::is_set);
    py.detach(|| {
        // A flag of its own: a signal ends this work only, whoever else waits for the same `Stop`.
        let stop = AtomicBool::new(is_asked());
        thread::scope(|scope| {
            let (at_work, watched) = channel::<()>();
            let worker = thread.spawn_scoped(scope, || {
                // Dropped when the work ends, however it does.
                let _at_work = at_work;
                work(&stop)
            });
            let worker = worker
                .map_err(|error| PyRuntimeError::new_err(format!("expected a thread to work on: {error}")))?;
            let mut signal = Ok(());
            while watched.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if is_asked() {
                    stop.store(true, Ordering::Relaxed);
                }
                if signal.is_ok() {
                    signal = Python::attach(|py| {
                        let told = py.check_signals().and_then(|()| tell(py));
                        told.inspect_err(|_| stop.store(true, Ordering::Relaxed))
                    });
                }
            }
            let value = worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
            signal.map(|()| value)
        })
    })
}
