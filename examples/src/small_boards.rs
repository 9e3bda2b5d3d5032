//! Solving small boards of Tok Ku Rou.

use crate::whole::write_whole;
use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};
use tok_ku_rou_core::ai::{OpenError, Progress, SmallBoard, Solved, Stage};
use tok_ku_rou_core::tok_ku_rou::{Laps, Rules};
use tok_ku_rou_core::{Position, TokKuRou};

/// Solve every position of small boards of Tok Ku Rou and print what they are worth, as a table in Markdown
#[derive(Clone, Debug, Parser)]
#[command(name = "small_boards", version)]
pub struct Arguments {
    /// The boards, such as 2x2 or 2x2,multiple-laps: columns, and seeds a pit at the start. Without any: 1x2 to
    /// 1x5, 2x2, 2x3 and 3x1, each with single and with multiple laps. 3x2 has 417,225,900 positions and takes 8 GB
    boards: Vec<Rules>,
    /// How many threads to work on; by default as many as there are processors
    #[arg(long)]
    threads: Option<usize>,
    /// Also list what each first move is worth, and for each board the position whose win takes longest
    #[arg(long)]
    moves: bool,
    /// Keep each solved board in this folder, three bytes a position, and read it from there if it is there already
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// The boards that are solved when none is named.
const BOARDS: [(u8, u8); 7] = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (3, 1)];

/// Solves the boards and prints a row for each. `progress` tells whether to show a bar on standard error.
///
/// # Errors
/// If a board is too large, a kept one cannot be read or written, or the output fails.
pub fn run(arguments: &Arguments, progress: bool, output: &mut impl Write) -> io::Result<()> {
    let threads =
        arguments.threads.or_else(|| thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let mut boards = arguments.boards.clone();
    if boards.is_empty() {
        let sized = BOARDS.iter().filter_map(|&(columns, seeds)| Rules::new(columns, seeds).ok());
        boards = sized.flat_map(|rules| [rules, rules.with_laps(Laps::Multiple)]).collect();
    }
    writeln!(
        output,
        "| board | laps | positions | over | won | tied | lost | the start | best first moves | longest win |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    )?;
    let mut details = Vec::new();
    for rules in boards {
        let board = board(rules, arguments.keep.as_deref(), threads, &bar(progress))?;
        let census = Census::of(&board);
        row(&board, &census, output)?;
        // At once: the next board may take long.
        output.flush()?;
        details.push(detail(&board, &census)?);
    }
    if arguments.moves {
        for detail in details {
            write!(output, "\n{detail}")?;
        }
    }
    Ok(())
}

/// Reads a board that was kept, or solves it and keeps it.
fn board(
    rules: Rules,
    keep: Option<&Path>,
    threads: usize,
    bar: &ProgressBar,
) -> io::Result<SmallBoard<'static>> {
    let path = keep.map(|folder| folder.join(format!("{rules}.board")));
    if let Some(path) = path.as_ref().filter(|path| path.exists()) {
        let told = |error: OpenError| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
        };
        let board = SmallBoard::from_bytes(fs::read(path)?).map_err(told)?;
        if board.rules() != rules {
            let problem = format!("{}: expected {rules}, found {}", path.display(), board.rules());
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        return Ok(board);
    }
    let tell = |now: Progress| {
        bar.set_length(now.total);
        bar.set_position(now.done);
        bar.set_message(match now.stage {
            Stage::Count => format!("{rules}: counting moves"),
            Stage::Link => format!("{rules}: linking positions"),
            Stage::Round(round) => format!("{rules}: round {round}"),
        });
        ControlFlow::Continue(())
    };
    let board = SmallBoard::solve_telling(rules, threads, tell)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, format!("{rules}: {error}")))?;
    bar.finish_and_clear();
    if let Some(path) = path {
        write_whole(&path, |file| file.write_all(board.as_bytes()))?;
    }
    Ok(board)
}

fn bar(progress: bool) -> ProgressBar {
    let target = if progress { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {elapsed}  {msg}");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    if progress {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    bar
}

/// How many positions there are of each kind, for the player to move; those that are over count as won, tied or lost, too.
#[derive(Default)]
struct Census {
    over: u32,
    won: u32,
    tied: u32,
    lost: u32,
    /// The first of the positions won by the player to move, or by the other, that take longest.
    longest: Option<(TokKuRou, Solved)>,
}

impl Census {
    fn of(board: &SmallBoard<'_>) -> Self {
        let mut census = Self::default();
        for (position, solved) in board.iter() {
            census.over += u32::from(position.legal_moves().is_empty());
            *match solved.margin {
                1.. => &mut census.won,
                0 => &mut census.tied,
                _ => &mut census.lost,
            } += 1;
            if census.longest.is_none_or(|(_, longest)| solved.plies > longest.plies) {
                census.longest = Some((position, solved));
            }
        }
        census
    }
}

/// What a margin for the player to move is called.
fn called(Solved { margin, plies }: Solved) -> String {
    match margin {
        1.. => format!("won by {margin} in {plies}"),
        0 => "tied".into(),
        _ => format!("lost by {} in {plies}", -margin),
    }
}

fn misfit(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

fn row(board: &SmallBoard<'_>, census: &Census, output: &mut impl Write) -> io::Result<()> {
    let rules = board.rules();
    let start = TokKuRou::new(rules);
    let value = board.find(&start).map_err(misfit)?;
    let moves = board.moves(&start).map_err(misfit)?;
    let best = moves.iter().filter(|(_, solved)| solved.margin == value.margin);
    let best: Vec<String> = best.map(|&(pit, _)| start.move_name(pit).to_string()).collect();
    let Census { over, won, tied, lost, .. } = census;
    writeln!(
        output,
        "| {}x{} | {} | {} | {over} | {won} | {tied} | {lost} | {} | {} | {} plies |",
        rules.columns(),
        rules.seeds(),
        if rules.laps() == Laps::Single { "single" } else { "multiple" },
        board.positions(),
        called(value),
        if best.is_empty() { "none".into() } else { best.join(" ") },
        census.longest.map_or(0, |(_, solved)| solved.plies),
    )
}

/// The value of each first move, and the position that takes longest.
fn detail(board: &SmallBoard<'_>, census: &Census) -> io::Result<String> {
    let start = TokKuRou::new(board.rules());
    let moves = board.moves(&start).map_err(misfit)?;
    let moves =
        moves.iter().map(|&(pit, solved)| format!("    {:>3}  {}", start.move_name(pit), called(solved)));
    let longest =
        census.longest.map(|(position, solved)| format!("    longest: {position}  {}", called(solved)));
    let lines: Vec<String> = [board.rules().to_string()].into_iter().chain(moves).chain(longest).collect();
    Ok(lines.join("\n") + "\n")
}
