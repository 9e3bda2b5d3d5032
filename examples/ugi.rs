//! The engine as a process that speaks the Universal Game Interface.

use clap::Parser;
use std::io;
use std::process::ExitCode;
use tok_ku_rou_examples::{exit, ugi};

fn main() -> ExitCode {
    ugi::Arguments::parse();
    exit(ugi::run(io::stdin().lock(), io::stdout()))
}
