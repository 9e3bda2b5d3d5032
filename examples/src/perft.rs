//! Counting lines of play.

use clap::Parser;
use std::io::{self, Write};
use std::time::Instant;
use tok_ku_rou_core::{AnyPosition, Position, divide, perft};

/// Count the lines of exactly 1, 2, ... DEPTH sowings from a position
#[derive(Clone, Debug, Parser)]
#[command(name = "perft", version)]
pub struct Arguments {
    /// The position, such as "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4", or a start, such as "kalah 6x4"
    position: AnyPosition,
    /// How many sowings deep to count
    depth: u32,
    /// Also list the lines that begin with each legal move
    #[arg(long)]
    divide: bool,
}

/// Prints the counts of each depth and how fast they were made; the last line is `nodes COUNT`.
///
/// # Errors
/// If the output fails.
pub fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<()> {
    match &arguments.position {
        AnyPosition::TokKuRou(position) => count(position, arguments, output),
        AnyPosition::Kalah(position) => count(position, arguments, output),
    }
}

fn count<P: Position>(position: &P, arguments: &Arguments, output: &mut impl Write) -> io::Result<()> {
    let mut sowings = 0;
    // Depth 0 has one line: the one without sowings.
    let mut lines = 1;
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        lines = perft(position, depth);
        // The tree of this depth holds as many sowings as there are lines of every depth up to it.
        sowings += lines;
        let elapsed = start.elapsed();
        let rate = u128::from(sowings) * 1_000_000_000 / elapsed.as_nanos().max(1);
        let seconds = elapsed.as_secs_f64();
        writeln!(output, "depth {depth:>2}  {lines:>15}  {seconds:>8.3} s  {rate:>12} sowings/s")?;
    }
    if arguments.divide {
        for (pit, lines) in divide(position, arguments.depth) {
            writeln!(output, "{:>5}  {lines:>15}", position.move_name(pit))?;
        }
    }
    writeln!(output, "nodes {lines}")
}
