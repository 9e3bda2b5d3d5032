//! The computer's moves and estimates, away from the threads that serve requests.

use crate::fault::Fault;
use serde::Serialize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use tok_ku_rou_core::ai::{Level, Limits, Rated, Search, Table, TableError, Tuned};
use tok_ku_rou_core::{AnyPosition, Game, Pit, Player, Repetition};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// How many sowings a hint and the evaluation bar look at.
const NODES: u64 = 300_000;
/// How much memory they may use.
const TABLE_BYTES: usize = 8 << 20;
/// How long somebody waits for the others' moves to be thought out.
const PATIENCE: Duration = Duration::from_secs(20);

/// Who stands better, and what to play.
#[derive(Serialize)]
pub(crate) struct Judged {
    /// The best move; nothing if the game is over.
    best: Option<String>,
    /// By how many hundredths of a seed South leads, as far as can be seen.
    south: i32,
    /// Whether that is certain.
    decided: bool,
}

/// So many searches at a time as there are processors.
pub(crate) struct Thinkers(Arc<Semaphore>);

/// What a search is to find.
trait Task: Send + 'static {
    type Found: Send + 'static;

    fn run<P>(self, position: &P, history: &[P], repetition: Repetition) -> Result<Self::Found, TableError>
    where
        P: Rated + Send + Sync;
}

struct Choose(Level, u64);

impl Task for Choose {
    type Found = Option<String>;

    fn run<P>(self, position: &P, history: &[P], repetition: Repetition) -> Result<Self::Found, TableError>
    where
        P: Rated + Send + Sync,
    {
        let pit = self.0.choose(position, history, repetition, self.1)?;
        Ok(pit.map(|pit| position.move_name(pit).to_string()))
    }
}

struct Judge;

impl Task for Judge {
    type Found = Judged;

    fn run<P>(self, position: &P, history: &[P], repetition: Repetition) -> Result<Self::Found, TableError>
    where
        P: Rated + Send + Sync,
    {
        let search = Search::new(Table::new(TABLE_BYTES)?, Tuned).with_repetition(repetition);
        let found = search.find(position, history, Limits::nodes(NODES));
        let name = |pit: Pit| position.move_name(pit).to_string();
        let value = found.line.value;
        let mover = value.margin().map_or(value.hundredths(), |margin| 100 * i32::from(margin));
        Ok(Judged {
            best: found.best().map(name),
            south: if position.turn() == Player::South { mover } else { -mover },
            decided: found.line.complete || value.margin().is_some(),
        })
    }
}

impl Thinkers {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(available_parallelism().map_or(1, usize::from))))
    }

    /// The name of the move that a level plays.
    pub(crate) async fn choose(
        &self,
        game: Game<AnyPosition>,
        level: Level,
        seed: u64,
    ) -> Result<String, Fault> {
        let over = || Fault::new("bad-move", "expected a game in progress, found one that is over");
        if game.outcome().is_some() {
            return Err(over());
        }
        self.run(game, Choose(level, seed)).await?.ok_or_else(over)
    }

    /// Who stands better in a game, and what to play.
    pub(crate) async fn judge(&self, game: Game<AnyPosition>) -> Result<Judged, Fault> {
        self.run(game, Judge).await
    }

    async fn run<T: Task>(&self, game: Game<AnyPosition>, task: T) -> Result<T::Found, Fault> {
        let busy = || Fault::new("busy", "too many computer players are thinking; try again");
        let permit = timeout(PATIENCE, Arc::clone(&self.0).acquire_owned())
            .await
            .map_err(|_| busy())?
            .map_err(|_| busy())?;
        let found = spawn_blocking(move || {
            let _permit = permit;
            let repetition = game.adjudication().repetition;
            // Each game is searched as its own type, which is faster than either of them.
            match *game.position() {
                AnyPosition::Kalah(position) => task.run(&position, &history(&game), repetition),
                AnyPosition::TokKuRou(position) => task.run(&position, &history(&game), repetition),
            }
        });
        match found.await {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => Err(Fault::new("busy", error)),
            Err(_) => Err(busy()),
        }
    }
}

/// The positions of a game before the one now, oldest first, as those of one game.
fn history<P: TryFrom<AnyPosition>>(game: &Game<AnyPosition>) -> Vec<P> {
    game.positions().take(game.ply_count()).filter_map(|&position| P::try_from(position).ok()).collect()
}
