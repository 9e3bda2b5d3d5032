//! The engine: what it knows, and what it does with each command.

use super::command::{Command, Query, beginning};
use super::limits::Go;
use super::setting::{self, HASH, Setting};
use super::think::{Flags, Output, Task};
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, Scope, ScopedJoinHandle};
use tok_ku_rou_core::ai::{Level, Search, Table, TableError, Tuned};
use tok_ku_rou_core::{AnyPosition, Game, Player, Position, TokKuRou};

/// Why a command is not done.
enum Trouble {
    /// It cannot be done, for this reason; the engine goes on.
    Refused(String),
    /// The output fails; the engine ends.
    Broken(io::Error),
}

impl From<String> for Trouble {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}

/// A search on its thread, which gives back the memory it borrowed.
struct Running<'scope> {
    flags: Arc<Flags>,
    thread: ScopedJoinHandle<'scope, (Search<Tuned>, io::Result<()>)>,
}

struct Engine<'scope, 'env, O> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<O>,
    /// The start that `startpos` stands for.
    start: AnyPosition,
    game: Game<AnyPosition>,
    threads: usize,
    level: Option<Level>,
    /// The search, while none runs.
    search: Option<Search<Tuned>>,
    running: Option<Running<'scope>>,
}

/// Does what the lines of the input say and answers in the output, until `quit` or the end of the input.
///
/// # Errors
/// If the input or the output fails, or there is no memory for the first table.
pub fn run(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output::new(output);
    let search = new_search(HASH).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    thread::scope(|scope| {
        let start = TokKuRou::default().into();
        let mut engine = Engine {
            scope,
            output: &output,
            start,
            game: Game::new(start),
            threads: 1,
            level: None,
            search: Some(search),
            running: None,
        };
        let served = engine.serve(&mut input);
        // Whatever happened, the thread has to end before this one does.
        engine.stop();
        let ended = engine.collect();
        served.and(ended)
    })
}

/// A search with an empty table of so many MiB.
fn new_search(mebibytes: u64) -> Result<Search<Tuned>, TableError> {
    let bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
    Ok(Search::new(Table::new(bytes)?, Tuned))
}

fn busy() -> Trouble {
    Trouble::Refused("a search is running: expected `stop`, `isready`, `query`, `ugi` or `quit`".into())
}

impl<O: Write + Send> Engine<'_, '_, O> {
    fn serve(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            let done = match Command::read(&line) {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => self.obey(command),
                Err(reason) => Err(reason.into()),
            };
            match done {
                Ok(()) => {}
                Err(Trouble::Refused(reason)) => self.output.say(format_args!("info string {reason}"))?,
                Err(Trouble::Broken(error)) => return Err(error),
            }
        }
    }

    fn obey(&mut self, command: Command<'_>) -> Result<(), Trouble> {
        match command {
            Command::Ugi => self.introduce()?,
            Command::IsReady => self.output.say("readyok")?,
            Command::NewGame => {
                self.idle()?.clear();
                self.game = Game::new(self.start);
            }
            Command::Set(setting) => self.set(setting)?,
            Command::Position { from, moves } => {
                self.idle()?;
                self.game = play(from.unwrap_or(self.start), moves)?;
            }
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.stop(),
            Command::Query(query) => self.answer(query)?,
            // The loop has seen to it.
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let (version, options) = (env!("CARGO_PKG_VERSION"), setting::list());
        self.output.say(format_args!(
            "id name tok_ku_rou {version}\nid author The Tok Ku Rou maintainers\n{options}\nugiok"
        ))
    }

    fn set(&mut self, setting: Setting<'_>) -> Result<(), Trouble> {
        let threads = self.threads;
        let search = self.idle()?;
        match setting {
            Setting::Hash(mebibytes) => {
                let new = new_search(mebibytes).map_err(|error| format!("Hash: {error}"))?;
                *search = new.with_threads(threads);
            }
            Setting::Threads(threads) => {
                self.threads = threads;
                self.search = self.search.take().map(|search| search.with_threads(threads));
            }
            Setting::Game(start) => {
                // The game that is set already keeps its variant.
                if start.game() != self.start.game() {
                    self.start = start;
                }
                self.game = Game::new(self.start);
            }
            Setting::Variant(text) => {
                self.start = setting::variant(&self.start, text)?;
                self.game = Game::new(self.start);
            }
            Setting::Level(level) => self.level = level,
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), Trouble> {
        self.idle()?;
        if self.game.outcome().is_some() {
            return Ok(self.output.say("bestmove none")?);
        }
        if let (Some(level), false) = (self.level, go.is_bare()) {
            self.output.say(format_args!("info string level {level} chooses, within its own limits"))?;
        }
        let search = self.search.take().ok_or_else(busy)?;
        let task = Task {
            game: self.game.clone(),
            level: self.level,
            limits: go.limits(self.game.position().turn()),
        };
        let flags = Arc::new(Flags::default());
        let (output, shared) = (self.output, Arc::clone(&flags));
        let thread = self.scope.spawn(move || {
            let told = task.run(&search, &shared, output);
            (search, told)
        });
        self.running = Some(Running { flags, thread });
        Ok(())
    }

    /// Tells the search that runs to end, and does not wait for it.
    fn stop(&self) {
        if let Some(running) = &self.running {
            running.flags.stop.store(true, Ordering::Relaxed);
        }
    }

    fn answer(&self, query: Query) -> io::Result<()> {
        let outcome = self.game.outcome();
        let truth = |truth| if truth { "true" } else { "false" };
        let answer = match query {
            Query::GameOver => truth(outcome.is_some()),
            Query::PlayerOneTurn => truth(self.game.position().turn() == Player::South),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                Some(Some(Player::South)) => "p1win",
                Some(Some(Player::North)) => "p2win",
                Some(None) => "draw",
                None => "none",
            },
        };
        self.output.say(format_args!("response {answer}"))
    }

    /// The search, if none runs but one that was told to stop.
    fn idle(&mut self) -> Result<&mut Search<Tuned>, Trouble> {
        let ends = |running: &Running<'_>| {
            running.flags.stop.load(Ordering::Relaxed) || running.flags.done.load(Ordering::Acquire)
        };
        if self.running.as_ref().is_some_and(ends) {
            self.collect()?;
        }
        self.search.as_mut().ok_or_else(busy)
    }

    /// Waits for the search that runs.
    fn collect(&mut self) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let (search, told) = running.thread.join().unwrap_or_else(|cause| panic::resume_unwind(cause));
        self.search = Some(search);
        told
    }
}

/// The game that begins at this position with these moves.
fn play(start: AnyPosition, moves: &str) -> Result<Game<AnyPosition>, String> {
    let mut game = Game::new(start);
    for (index, name) in moves.split_whitespace().enumerate() {
        let complain = |error: &dyn Display| format!("move {} ({}): {error}", index + 1, beginning(name));
        let pit = game.position().parse_move(name).map_err(|error| complain(&error))?;
        game.play(pit).map_err(|error| complain(&error))?;
    }
    Ok(game)
}
