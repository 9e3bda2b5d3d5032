//! Sharing work among threads.

use super::{Progress, SmallBoardError, Stage};
use crate::ai::budget::SetOnDrop;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The threads that work together, and whom to tell how far they are.
pub(super) struct Crew<'a> {
    threads: usize,
    tell: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

/// The pieces of some work, for whoever takes them.
struct Pieces {
    total: usize,
    size: usize,
    taken: AtomicUsize,
    stopped: AtomicBool,
}

impl Pieces {
    fn take(&self) -> Option<Range<usize>> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        let first = self.taken.fetch_add(self.size, Ordering::Relaxed);
        (first < self.total).then(|| first..self.total.min(first + self.size))
    }
}

impl<'a> Crew<'a> {
    /// So many threads, this one among them.
    pub(super) fn new(threads: usize, tell: &'a mut dyn FnMut(Progress) -> ControlFlow<()>) -> Self {
        Self { threads, tell }
    }

    /// Does work on 0 to `total`, in pieces of at most this size. Every thread has a result of its own that its pieces add
    /// to. Nobody may rely on which thread does what.
    pub(super) fn share<R: Default + Send>(
        &mut self,
        stage: Stage,
        (total, size): (usize, usize),
        work: impl Fn(Range<usize>, &mut R) + Sync,
    ) -> Result<Vec<R>, SmallBoardError> {
        let pieces = Pieces { total, size, taken: AtomicUsize::new(0), stopped: AtomicBool::new(false) };
        let mut lead = || {
            // Also when somebody who is told panics, nobody works on in vain.
            let _finally = SetOnDrop(&pieces.stopped);
            let mut result = R::default();
            while let Some(piece) = pieces.take() {
                let done = piece.end as u64;
                work(piece, &mut result);
                if (self.tell)(Progress { stage, done, total: total as u64 }).is_break() {
                    return Err(SmallBoardError::Stopped);
                }
            }
            Ok(result)
        };
        #[cfg(feature = "std")]
        return std::thread::scope(|scope| {
            let help = || {
                let mut result = R::default();
                while let Some(piece) = pieces.take() {
                    work(piece, &mut result);
                }
                result
            };
            // Where the system has no more threads to give, fewer must do.
            let helpers: Vec<_> = (1..self.threads.min(total.div_ceil(size)))
                .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, help).ok())
                .collect();
            let mut results = vec![lead()?];
            for helper in helpers {
                results.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            Ok(results)
        });
        #[cfg(not(feature = "std"))]
        {
            let _ = self.threads;
            lead().map(|result| vec![result])
        }
    }
}
