//! Plays Tok Ku Rou or Kalah in the terminal.

use clap::Parser;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tok_ku_rou_examples::exit;
use tok_ku_rou_examples::play::{Arguments, Session};

fn main() -> ExitCode {
    let (input, output) = (io::stdin(), io::stdout());
    let (echo, ring) = (!input.is_terminal(), output.is_terminal());
    let session = Session::new(&Arguments::parse(), input.lock(), output.lock());
    exit(session.and_then(|session| session.with_echo(echo).with_ring(ring).run()))
}
