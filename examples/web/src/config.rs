//! What can be set.

use std::path::PathBuf;
use std::time::Duration;

/// The limits of a server, and where it keeps its games.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file of the online games; in memory only if there is none.
    pub file: Option<PathBuf>,
    /// How many rooms there can be.
    pub rooms: usize,
    /// How many online connections there can be at a time.
    pub connections: usize,
    /// How many messages a second a connection may send for long.
    pub rate: u32,
    /// After how long without a move a room is cleared.
    pub idle: Duration,
    /// After how long a room is cleared in which nobody has taken the second seat.
    pub waiting: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            file: None,
            rooms: 10_000,
            connections: 4_000,
            rate: 10,
            idle: Duration::from_secs(7 * 24 * 60 * 60),
            waiting: Duration::from_secs(60 * 60),
        }
    }
}
