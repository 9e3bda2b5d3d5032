//! Counts the lines of play from a position: `perft "<notation>" <depth>`.

use clap::Parser;
use std::time::Instant;
use tok_ku_rou_core::{AnyPosition, Position, divide, perft};

/// Counts the lines of exactly 1, 2, ... DEPTH sowings from a position
#[derive(Parser)]
#[command(name = "perft", version)]
struct Arguments {
    /// The position, for example "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4"
    position: AnyPosition,
    /// How many sowings deep to count
    depth: u32,
    /// Also list the lines that begin with each legal move
    #[arg(long)]
    divide: bool,
}

fn count<P: Position>(position: &P, arguments: &Arguments) {
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
        println!("depth {depth:>2}  {lines:>15}  {:>8.3} s  {rate:>12} sowings/s", elapsed.as_secs_f64());
    }
    if arguments.divide {
        for (pit, lines) in divide(position, arguments.depth) {
            println!("{:>5}  {lines:>15}", position.move_name(pit));
        }
    }
    println!("nodes {lines}");
}

fn main() {
    let arguments = Arguments::parse();
    match &arguments.position {
        AnyPosition::TokKuRou(position) => count(position, &arguments),
        AnyPosition::Kalah(position) => count(position, &arguments),
    }
}
