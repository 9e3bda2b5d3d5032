//! A search on its own thread: what it looks for and what it tells.

use crate::play::seat::history;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tok_ku_rou_core::ai::{Found, Level, Limits, Line, Rated, Search, Tuned};
use tok_ku_rou_core::{AnyPosition, Game, Pit, Position, Repetition};

/// How a search and those who wait for it talk.
#[derive(Debug, Default)]
pub(super) struct Flags {
    /// The search is told to end.
    pub(super) stop: AtomicBool,
    /// The search has ended; set before anyone can read its best move.
    pub(super) done: AtomicBool,
}

/// Where lines go, one at a time, whoever writes them.
pub(super) struct Output<O>(Mutex<O>);

impl<O: Write> Output<O> {
    pub(super) fn new(output: O) -> Self {
        Self(Mutex::new(output))
    }

    /// Writes whole lines and makes sure that they arrive.
    pub(super) fn say(&self, lines: impl Display) -> io::Result<()> {
        self.say_after(|| (), lines)
    }

    /// The same, after something that must be done before anyone reads them and while nobody else writes.
    fn say_after(&self, first: impl FnOnce(), lines: impl Display) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first();
        writeln!(output, "{lines}")?;
        output.flush()
    }
}

/// What a search is to do.
pub(super) struct Task {
    /// A game that is not over.
    pub(super) game: Game<AnyPosition>,
    /// The level that chooses the move; if none, the limits count.
    pub(super) level: Option<Level>,
    pub(super) limits: Limits<'static>,
}

impl Task {
    /// Finds the best move and tells it, and on the way what is found.
    pub(super) fn run<O: Write>(
        &self,
        search: &Search<Tuned>,
        flags: &Flags,
        output: &Output<O>,
    ) -> io::Result<()> {
        let best = match self.game.position() {
            // Each game by itself searches faster than the enum of both.
            AnyPosition::TokKuRou(position) => {
                self.choose(position, &history(&self.game), search, flags, output)
            }
            AnyPosition::Kalah(position) => {
                self.choose(position, &history(&self.game), search, flags, output)
            }
        };
        let name = match best {
            Ok(Some(pit)) => self.game.position().move_name(pit).to_string(),
            _ => "none".into(),
        };
        output.say_after(|| flags.done.store(true, Ordering::Release), format_args!("bestmove {name}"))?;
        best.map(drop)
    }

    fn choose<P, O>(
        &self,
        position: &P,
        history: &[P],
        search: &Search<Tuned>,
        flags: &Flags,
        output: &Output<O>,
    ) -> io::Result<Option<Pit>>
    where
        P: Rated + Send + Sync,
        O: Write,
    {
        if let Some(level) = self.level {
            return match level.choose_until(position, history, Repetition::Tie, 0, &flags.stop) {
                Ok(best) => Ok(best),
                Err(error) => {
                    output.say(format_args!("info string {error}"))?;
                    Ok(position.legal_moves().nth(0))
                }
            };
        }
        let begin = Instant::now();
        let limits = Limits { stop: Some(&flags.stop), ..self.limits };
        let mut told = Ok(());
        let found = search.find_telling(position, history, limits, |found| {
            if told.is_ok() {
                told = output.say(info(position, found, begin.elapsed()));
            }
            if told.is_err() {
                // Nobody listens any more.
                flags.stop.store(true, Ordering::Relaxed);
            }
        });
        told?;
        output.say(info(position, &found, begin.elapsed()))?;
        Ok(found.best())
    }
}

/// The line that tells what a search found.
fn info(position: &impl Position, found: &Found, time: Duration) -> String {
    let Found { line, nodes } = found;
    let rate = u128::from(*nodes) * 1_000_000_000 / time.as_nanos().max(1);
    let mut info = format!(
        "info depth {} score {} nodes {nodes} nps {rate} time {} pv",
        line.depth,
        score(line),
        time.as_millis()
    );
    let mut position = position.clone();
    for &pit in &line.moves {
        let _ = write!(info, " {}", position.move_name(pit));
        let Ok(next) = position.play(pit) else { break };
        position = next;
    }
    info
}

/// A value for the player to move: an estimate in hundredths of a seed, or a certain result with its margin in seeds.
fn score(line: &Line) -> String {
    match line.value.margin() {
        Some(margin) if margin > 0 => format!("win {margin}"),
        Some(margin) => format!("lose {}", -margin),
        None if line.complete => "draw 0".into(),
        None => format!("cp {}", line.value.hundredths()),
    }
}
