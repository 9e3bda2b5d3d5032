//! Writes the rule sheets and the score sheets of both games as PDF files.

use clap::Parser;
use std::process::ExitCode;
use tok_ku_rou_examples::exit;
use tok_ku_rou_examples::sheets::{Arguments, run};

fn main() -> ExitCode {
    exit(run(&Arguments::parse()))
}
