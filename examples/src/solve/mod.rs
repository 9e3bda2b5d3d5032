//! Solving Kalah exactly: one position, or whole boards.

mod boards;
mod position;

use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use tok_ku_rou_core::Kalah;
use tok_ku_rou_core::ai::EndgameTable;
use tok_ku_rou_core::kalah::Rules;

/// Find by how much every move of a Kalah position wins or loses with best play of both
#[derive(Clone, Debug, Parser)]
#[command(name = "solve", version)]
pub struct Arguments {
    /// The position, such as "kalah 6x4,leave-empty"
    #[arg(required_unless_present = "boards", conflicts_with = "boards")]
    position: Option<Kalah>,
    /// Solve the starts of all boards up to this size, such as 6x3, under both capture rules, and print a table
    #[arg(long, value_name = "SIZE")]
    boards: Option<Rules>,
    /// First build a table of all positions with so many seeds in the pits
    #[arg(long, value_name = "SEEDS", default_value_t = 14)]
    table: u8,
    /// On how many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Memory of the search in megabytes
    #[arg(long, default_value_t = 256)]
    memory: usize,
    /// Only find who wins
    #[arg(long)]
    win_only: bool,
    /// When stopped by Ctrl-C, keep what is proved in this file; go on from it if it is there
    #[arg(long, value_name = "FILE", conflicts_with = "boards")]
    checkpoint: Option<PathBuf>,
}

/// Where the program is told to stop, and where it shows how far it is.
struct Watch<'a> {
    stop: &'a AtomicBool,
    bar: ProgressBar,
}

impl Watch<'_> {
    fn new(stop: &AtomicBool, progress: bool) -> Watch<'_> {
        let target = if progress { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Watch { stop, bar: ProgressBar::with_draw_target(None, target) }
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Shows another kind of work.
    fn begin(&self, template: &str) -> io::Result<()> {
        self.bar.reset();
        self.bar.set_style(ProgressStyle::with_template(template).map_err(io::Error::other)?);
        Ok(())
    }
}

impl Arguments {
    fn threads(&self) -> usize {
        self.threads.into()
    }

    fn bytes(&self) -> usize {
        self.memory.saturating_mul(1 << 20)
    }

    /// The table of these rules. What it knows beyond the seeds of the position would be of no use.
    fn build(&self, rules: Rules, seeds: u8, watch: &Watch) -> io::Result<EndgameTable<'static>> {
        watch.begin("table {wide_bar} {human_pos} of {human_len}, {eta} left")?;
        let table = EndgameTable::build(rules, self.table.min(seeds), self.threads(), &mut |progress| {
            watch.bar.set_length(progress.total);
            watch.bar.set_position(progress.done);
            watch.flow()
        });
        table.map_err(io::Error::other)
    }
}

/// Solves and prints; the last line of a solved position is `value MARGIN`, for the player to move.
///
/// # Errors
/// If the output fails, a file cannot be read or written, or the position cannot be solved.
pub fn run(
    arguments: &Arguments,
    stop: &AtomicBool,
    progress: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    let watch = Watch::new(stop, progress);
    if let Some(size) = arguments.boards {
        boards::run(arguments, size, &watch, output)
    } else if let Some(position) = &arguments.position {
        position::run(arguments, position, &watch, output)
    } else {
        Ok(())
    }
}
