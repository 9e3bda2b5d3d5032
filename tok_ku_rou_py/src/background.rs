//! Work that may take long: it runs without the interpreter and ends on Ctrl-C.

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
/// What the handler raised. The work's value is lost then.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let (at_work, watched) = channel::<()>();
            let worker = scope.spawn(|| {
                // Dropped when the work ends, however it does.
                let _at_work = at_work;
                work(&stop)
            });
            let mut signal = Ok(());
            while watched.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if signal.is_ok() {
                    signal = Python::attach(|py| {
                        py.check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))
                    });
                }
            }
            let value = worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
            signal.map(|()| value)
        })
    })
}
