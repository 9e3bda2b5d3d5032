//! Tunes the weights of the estimate by self-play: `tune "kalah 6x4"`.

use clap::Parser;
use std::io;
use std::process::ExitCode;
use tok_ku_rou_examples::{exit, tune};

fn main() -> ExitCode {
    exit(tune::run(&tune::Arguments::parse(), &mut io::stdout().lock()))
}
