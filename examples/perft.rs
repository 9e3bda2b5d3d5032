//! Counts the lines of play from a position: `perft "<notation>" <depth>`.

use clap::Parser;
use std::io;
use std::process::ExitCode;
use tok_ku_rou_examples::{exit, perft};

fn main() -> ExitCode {
    exit(perft::run(&perft::Arguments::parse(), &mut io::stdout().lock()))
}
