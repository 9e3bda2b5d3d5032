//! What the example programs are made of, so that tests can drive it.

pub mod perft;
pub mod play;
pub mod sheets;
mod simple;
pub mod small_boards;
pub mod solve;
pub mod tournament;
pub mod tui;
pub mod tune;
pub mod ugi;
mod whole;

use std::io;
use std::process::ExitCode;

/// Tells how a program ended. Whoever closed the pipe it writes to has seen enough, which is no error.
#[must_use]
pub fn exit(result: io::Result<()>) -> ExitCode {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}
