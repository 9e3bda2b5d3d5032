//! Plays Tok Ku Rou or Kalah in the terminal.

use clap::Parser;
use std::io;
use std::process::ExitCode;
use tok_ku_rou_examples::play::{Arguments, Session};

fn main() -> ExitCode {
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let played = Session::new(&Arguments::parse(), input, output).and_then(|mut session| session.run());
    match played {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
