//! Work on several threads, or on as many of them as there are.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does the work of each part, each on a thread of its own. Where the system has no more threads to give, those at
/// work, of which the caller's is one, do the other parts too: so which thread does what must not matter.
pub(crate) fn share<T: Send>(parts: Vec<T>, work: impl Fn(T) + Sync) {
    let helpers = parts.len().saturating_sub(1);
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let help = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    thread::scope(|scope| {
        // The first one that cannot be had is the last one asked for.
        let crew: Vec<_> =
            (0..helpers).map_while(|_| thread::Builder::new().spawn_scoped(scope, help).ok()).collect();
        help();
        drop(crew);
    });
}
