//! How long a search may go on.

use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "std")]
use std::time::{Duration, Instant};

/// What ends a search. Without any limit it goes on until the position is solved, or 255 sowings deep.
///
/// ```
/// use tok_ku_rou_core::ai::Limits;
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// assert_eq!(Limits::depth(8).depth, limits.depth);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// How many sowings deep to look, at most.
    pub depth: Option<u8>,
    /// After how many sowings to end. The moves of a position are made together, so that a search may end some moves
    /// later, on each of its threads.
    pub nodes: Option<u64>,
    /// How long to search, at most.
    #[cfg(feature = "std")]
    pub time: Option<Duration>,
    /// The search ends soon after this is set.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Only a limit on depth.
    #[must_use]
    pub const fn depth(depth: u8) -> Self {
        Self {
            depth: Some(depth),
            nodes: None,
            #[cfg(feature = "std")]
            time: None,
            stop: None,
        }
    }

    /// Only a limit on nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            depth: None,
            nodes: Some(nodes),
            #[cfg(feature = "std")]
            time: None,
            stop: None,
        }
    }
}

/// The limits of a search that runs, with the time it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock<'a> {
    limits: Limits<'a>,
    #[cfg(feature = "std")]
    deadline: Option<Instant>,
    /// At how many nodes to look at the time again.
    next_look: u64,
}

impl<'a> Clock<'a> {
    /// After how many sowings the time is looked at again.
    pub(super) const LOOK: u64 = 1_000;

    /// Starts the clock.
    pub(super) fn start(limits: Limits<'a>) -> Self {
        Self {
            limits,
            #[cfg(feature = "std")]
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            next_look: 0,
        }
    }

    /// Whether a search that has made this many sowings must end. The time is looked at every thousand or so.
    #[inline]
    pub(super) fn is_over(&mut self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        if nodes < self.next_look {
            return false;
        }
        self.next_look = nodes.saturating_add(Self::LOOK);
        self.is_late()
    }

    /// Whether the time is up, or the search was told to stop.
    fn is_late(&self) -> bool {
        #[cfg(feature = "std")]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return true;
        }
        self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Sets a flag when it is dropped, also by a panic: so threads that work together all end when one does.
pub(super) struct SetOnDrop<'a>(pub(super) &'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
