//! Plays Tok Ku Rou or Kalah on the whole screen of the terminal.

use clap::Parser;
use std::process::ExitCode;
use tok_ku_rou_examples::exit;
use tok_ku_rou_examples::tui::{Arguments, run};

fn main() -> ExitCode {
    exit(run(&Arguments::parse()))
}
