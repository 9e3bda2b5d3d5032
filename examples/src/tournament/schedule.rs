//! Playing a tournament on several threads, so that the outcome does not depend on how many there are.
//!
//! Pairs are handed out in order and counted in order: a pair that is finished before its turn waits, and one that is
//! played beyond the end of a sequential test is not counted.

use super::arguments::Arguments;
use super::chart::chart;
use super::plan::{Plan, Played, Seats};
use super::report::{Row, report};
use super::state::{Entry, State};
use super::statistics::Sprt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, thread};

/// Plays the tournament that the flags describe, prints its table in Markdown and draws its chart. `progress` tells
/// whether to show a bar on standard error.
///
/// # Errors
/// If the flags contradict each other, or a file or the output fails.
pub fn run(arguments: &Arguments, progress: bool, output: &mut impl Write) -> io::Result<()> {
    let invalid = |problem| io::Error::new(io::ErrorKind::InvalidInput, problem);
    let plan = Plan::new(arguments).map_err(invalid)?;
    let (state, entries) = match &arguments.state {
        Some(path) => State::open(path, arguments, &plan).map(|(state, entries)| (Some(state), entries))?,
        None => (None, Vec::new()),
    };
    let bar = bar(progress);
    let mut board = Board::new(&plan, arguments.sprt, state, bar.clone());
    for Entry { pairing, pair, games } in entries {
        board.put(pairing, pair, games);
    }
    bar.reset_eta();
    let board = Mutex::new(board);
    thread::scope(|scope| {
        for _ in 0..arguments.threads() {
            scope.spawn(|| work(&plan, &board));
        }
    });
    bar.finish_and_clear();
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = board.failure {
        return Err(failure);
    }
    let rows: Vec<Row> = board.contests.into_iter().map(|contest| contest.row).collect();
    report(&plan, arguments, &rows, output)?;
    if let Some(path) = &arguments.chart {
        let written = chart(&rows).map_err(io::Error::other).and_then(|picture| fs::write(path, picture));
        written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    }
    Ok(())
}

fn bar(progress: bool) -> ProgressBar {
    let target = if progress { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pairs  {elapsed} + {eta}  {msg}");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    if progress {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    bar
}

/// Plays pairs as long as there are any.
fn work(plan: &Plan, board: &Mutex<Board>) {
    let mut seats = Seats::new();
    loop {
        let next = lock(board).next();
        let Some((pairing, pair)) = next else { return };
        let games = plan.play(pairing, pair, &mut seats);
        lock(board).deliver(Entry { pairing, pair, games });
    }
}

fn lock(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was played of a pairing.
struct Contest {
    /// The pairs that are finished.
    games: Vec<Option<[Played; 2]>>,
    /// The first pair that was not handed out.
    next: usize,
    /// How many pairs are finished, counted or not.
    done: usize,
    /// What the pairs in order say so far.
    row: Row,
}

impl Contest {
    /// Counts the pairs that have come to their turn, until the test decides.
    fn count(&mut self, sprt: Option<Sprt>) {
        while self.row.verdict.is_none()
            && let Some(Some(games)) = self.games.get(self.row.tally.pairs() as usize)
        {
            self.row.add(games);
            self.row.verdict = sprt.and_then(|sprt| sprt.decide(&self.row.tally));
        }
    }

    /// How many pairs there are to finish.
    fn length(&self) -> usize {
        if self.row.verdict.is_some() { self.done } else { self.games.len() }
    }
}

/// What all threads share.
struct Board {
    contests: Vec<Contest>,
    sprt: Option<Sprt>,
    state: Option<State>,
    failure: Option<io::Error>,
    bar: ProgressBar,
}

impl Board {
    fn new(plan: &Plan, sprt: Option<Sprt>, state: Option<State>, bar: ProgressBar) -> Self {
        let contest = |&(first, second): &(usize, usize)| Contest {
            games: vec![None; plan.openings.len()],
            next: 0,
            done: 0,
            row: Row::new(plan.players[first], plan.players[second]),
        };
        Self { contests: plan.pairings.iter().map(contest).collect(), sprt, state, failure: None, bar }
    }

    /// The next pair to play, if there is any.
    fn next(&mut self) -> Option<(usize, usize)> {
        if self.failure.is_some() {
            return None;
        }
        let open = self.contests.iter_mut().enumerate().filter(|(_, contest)| contest.row.verdict.is_none());
        for (pairing, contest) in open {
            while contest.next < contest.games.len() {
                let pair = contest.next;
                contest.next += 1;
                if contest.games[pair].is_none() {
                    return Some((pairing, pair));
                }
            }
        }
        None
    }

    /// Keeps a pair that was just played.
    fn deliver(&mut self, entry: Entry) {
        if let Some(Err(error)) = self.state.as_mut().map(|state| state.add(&entry)) {
            self.failure = Some(error);
        }
        self.put(entry.pairing, entry.pair, entry.games);
    }

    /// Keeps a finished pair. One of a longer tournament is left alone.
    fn put(&mut self, pairing: usize, pair: usize, games: [Played; 2]) {
        let contest = &mut self.contests[pairing];
        let Some(place) = contest.games.get_mut(pair) else { return };
        *place = Some(games);
        contest.done += 1;
        contest.count(self.sprt);
        self.bar.set_message(contest.row.to_string());
        self.bar.set_length(self.contests.iter().map(|contest| contest.length() as u64).sum());
        self.bar.set_position(self.contests.iter().map(|contest| contest.done as u64).sum());
    }
}
