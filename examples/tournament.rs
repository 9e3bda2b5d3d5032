//! Plays players against each other and measures by how much one is stronger than another.

use clap::Parser;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tok_ku_rou_examples::exit;
use tok_ku_rou_examples::tournament::{Arguments, run};

fn main() -> ExitCode {
    let progress = io::stderr().is_terminal();
    exit(run(&Arguments::parse(), progress, &mut io::stdout().lock()))
}
