//! Solves Kalah exactly: `solve "<notation>"`, or whole boards: `solve --boards 6x3`.

use clap::Parser;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tok_ku_rou_examples::exit;
use tok_ku_rou_examples::solve::{Arguments, run};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let handler = ctrlc::set_handler(move || told.store(true, Ordering::Relaxed)).map_err(io::Error::other);
    let progress = io::stderr().is_terminal();
    exit(handler.and_then(|()| run(&arguments, &stop, progress, &mut io::stdout().lock())))
}
