//! Solving one position.

use super::{Arguments, Watch};
use crate::whole::write_whole;
use std::fs;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use tok_ku_rou_core::ai::{EndgameTable, Question, Solution, Solver};
use tok_ku_rou_core::{Kalah, Pit, Place, Player, Position};

/// How many seeds lie in the pits.
pub(super) fn seeds(position: &Kalah) -> u8 {
    let row = |player| {
        (0..position.pits()).map(move |pit| position.seeds(Place::Pit(player, Pit::new(pit)))).sum::<u8>()
    };
    Player::ALL.into_iter().map(row).sum()
}

/// A solver, with what a checkpoint remembers.
fn solver<'a>(
    arguments: &Arguments,
    position: &Kalah,
    table: &'a EndgameTable<'a>,
) -> io::Result<Solver<'a>> {
    let solver = match arguments.checkpoint.as_deref().filter(|path| path.exists()) {
        Some(path) => Solver::load(&fs::read(path)?).map_err(io::Error::other)?,
        None => Solver::new(position, arguments.bytes()).map_err(io::Error::other)?,
    };
    solver.with_table(table).map_err(io::Error::other)
}

pub(super) fn run(
    arguments: &Arguments,
    position: &Kalah,
    watch: &Watch,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "{position}")?;
    let start = Instant::now();
    let table = arguments.build(position.rules(), seeds(position), watch)?;
    let megabytes = table.bytes().len() >> 20;
    let (most, entries, seconds) = (table.seeds(), table.entries(), start.elapsed().as_secs_f64());
    writeln!(output, "table of {most} seeds: {entries} positions, {megabytes} MiB, {seconds:.2} s")?;

    let solver = solver(arguments, position, &table)?;
    let question = if arguments.win_only { Question::Winner } else { Question::Margin };
    watch.begin("{elapsed} {human_pos} sowings {msg}")?;
    watch.bar.enable_steady_tick(Duration::from_millis(200));
    let start = Instant::now();
    let solution = solver
        .solve(position, question, arguments.threads(), &mut |solution| {
            watch.bar.set_position(solution.nodes);
            watch.bar.set_message(moves(position, solution).join(", "));
            watch.flow()
        })
        .map_err(io::Error::other)?;
    let line = if solution.complete && !arguments.win_only {
        solver.line(position, &mut |_| watch.flow().is_continue()).map_err(io::Error::other)?
    } else {
        Vec::new()
    };
    let seconds = start.elapsed().as_secs_f64();
    watch.bar.finish_and_clear();
    for text in moves(position, &solution) {
        writeln!(output, "{text}")?;
    }
    if !line.is_empty() {
        writeln!(output, "line {}", names(position, &line))?;
    }
    let Solution { nodes, low, high, complete, .. } = solution;
    let megabytes = solver.bytes() >> 20;
    writeln!(output, "nodes {nodes}, {seconds:.2} s, {megabytes} MiB for the search")?;
    if let Some(path) = &arguments.checkpoint {
        if complete {
            fs::remove_file(path).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })?;
        } else {
            write_whole(path, |file| solver.save(|bytes| file.write_all(bytes)))?;
        }
    }
    if complete {
        writeln!(output, "value {}", verdict(arguments, &solution))
    } else {
        writeln!(output, "stopped with a value from {low} to {high}")
    }
}

/// What was asked for, of a solution that is complete: the margin, or only who wins.
pub(super) fn verdict(arguments: &Arguments, solution: &Solution) -> String {
    if !arguments.win_only {
        return solution.low.to_string();
    }
    match (solution.low, solution.high) {
        (1.., _) => "win",
        (_, ..=-1) => "loss",
        _ => "tie",
    }
    .into()
}

/// What is proved of each move.
fn moves(position: &Kalah, solution: &Solution) -> Vec<String> {
    let tell = |low: i16, high: i16| {
        if low == high { format!("{low:+}") } else { format!("{low:+} to {high:+}") }
    };
    let moves = solution.moves.iter();
    moves
        .map(|solved| format!("{} {}", position.move_name(solved.pit), tell(solved.low, solved.high)))
        .collect()
}

/// A line of play, the moves of one turn joined.
fn names(position: &Kalah, line: &[Pit]) -> String {
    let (mut position, mut text) = (*position, String::new());
    for &pit in line {
        text += &position.move_name(pit).to_string();
        let turn = position.turn();
        position.play_unchecked(pit);
        text += if position.outcome().is_some() {
            ""
        } else if position.turn() == turn {
            "+"
        } else {
            " "
        };
    }
    text
}
