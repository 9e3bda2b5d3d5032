//! Solving the starts of whole boards.

use super::position::{seeds, verdict};
use super::{Arguments, Watch};
use std::io::{self, Write};
use tok_ku_rou_core::Kalah;
use tok_ku_rou_core::ai::{Question, Solver};
use tok_ku_rou_core::kalah::{Capture, Rules};

/// Prints the margins by which South wins the boards up to this size, for both capture rules in turn; the sweep is that of the size.
pub(super) fn run(
    arguments: &Arguments,
    size: Rules,
    watch: &Watch,
    output: &mut impl Write,
) -> io::Result<()> {
    for (capture, name) in [(Capture::TakeEmpty, "take-empty"), (Capture::LeaveEmpty, "leave-empty")] {
        write!(output, "| {name}: pits, and seeds a pit |")?;
        for seeds in 1..=size.seeds() {
            write!(output, " {seeds} |")?;
        }
        writeln!(output)?;
        writeln!(output, "|---|{}", "---|".repeat(size.seeds().into()))?;
        for pits in 1..=size.pits() {
            write!(output, "| {pits} |")?;
            for seeds in 1..=size.seeds() {
                let rules = Rules::new(pits, seeds).map_err(io::Error::other)?.with_capture(capture);
                let rules = rules.with_sweep(size.sweep()).with_direction(size.direction());
                let value = value(arguments, &Kalah::new(rules), watch)?;
                write!(output, " {value} |")?;
                output.flush()?;
            }
            writeln!(output)?;
        }
        writeln!(output)?;
    }
    Ok(())
}

fn value(arguments: &Arguments, start: &Kalah, watch: &Watch) -> io::Result<String> {
    let table = arguments.build(start.rules(), seeds(start), watch)?;
    let solver = Solver::new(start, arguments.bytes()).map_err(io::Error::other)?;
    let solver = solver.with_table(&table).map_err(io::Error::other)?;
    let question = if arguments.win_only { Question::Winner } else { Question::Margin };
    watch.begin(&format!("{} {{elapsed}} {{human_pos}} sowings", start.rules()))?;
    let solution = solver
        .solve(start, question, arguments.threads(), &mut |solution| {
            watch.bar.set_position(solution.nodes);
            watch.flow()
        })
        .map_err(io::Error::other)?;
    if solution.complete { Ok(verdict(arguments, &solution)) } else { Err(io::Error::other("stopped")) }
}
