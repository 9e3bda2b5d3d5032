//! Solves Kalah exactly: `solve "<notation>"`, or whole boards: `solve --boards 6x3`.

use clap::Parser;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tok_ku_rou_examples::exit;
use tok_ku_rou_examples::solve::{Arguments, run};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let handler = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&stop));
    let progress = io::stderr().is_terminal();
    exit(handler.and_then(|_| run(&arguments, &stop, progress, &mut io::stdout().lock())))
}
