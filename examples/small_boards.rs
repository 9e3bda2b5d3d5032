//! Solves small boards of Tok Ku Rou: `small_boards 2x2 2x2,multiple-laps`.

use clap::Parser;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tok_ku_rou_examples::{exit, small_boards};

fn main() -> ExitCode {
    let progress = io::stderr().is_terminal();
    exit(small_boards::run(&small_boards::Arguments::parse(), progress, &mut io::stdout().lock()))
}
