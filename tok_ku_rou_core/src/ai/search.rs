//! Searching a position: deeper and deeper, on one thread or several, for the best move or for all.

use super::alphabeta::{Root, Stopped, Worker};
#[cfg(feature = "std")]
use super::budget::SetOnDrop;
use super::budget::{Clock, Limits};
use super::eval::Evaluate;
use super::table::{Bound, Table};
use super::value::{Value, lead};
use crate::{Pit, PitSet, Position, Repetition};
use alloc::vec;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::sync::atomic::AtomicBool;

/// Which parts of the search are used; all by default.
///
/// Only [`SELECTIVE`](Self::SELECTIVE) changes the value that a depth finds, but for the table: a complete entry is worth
/// more than the depth asked for, and where positions can repeat an entry may have been found on a path on which they did
/// not.
///
/// ```
/// use tok_ku_rou_core::ai::Options;
/// assert_eq!(Options::default().without(Options::SELECTIVE), Options::EXACT);
/// assert!(!Options::NONE.contains(Options::ORDER));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options(u8);

impl Options {
    /// Values and best moves are remembered in the table.
    pub const TABLE: Self = Self(1);
    /// Moves are tried in a promising order.
    pub const ORDER: Self = Self(2);
    /// Moves after the first are searched with a window of nothing first.
    pub const PRINCIPAL_VARIATION: Self = Self(4);
    /// Each depth is searched with a narrow window around the value of the last.
    pub const ASPIRATION: Self = Self(8);
    /// A position whose winner is certain is not searched further than its margin needs.
    pub const MAJORITY: Self = Self(16);
    /// Moves that come late in the order are searched less deep unless they turn out better than expected, and what the
    /// table knows from a deeper search counts. Stronger play in the same time; but the value of a depth is no longer that
    /// of plain minimax. What is complete stays so.
    pub const SELECTIVE: Self = Self(32);
    /// All of them.
    pub const ALL: Self = Self(63);
    /// All but [`SELECTIVE`](Self::SELECTIVE): the values of plain minimax.
    pub const EXACT: Self = Self(31);
    /// None of them: plain alpha-beta.
    pub const NONE: Self = Self(0);

    /// All of these but those.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// These and those.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of those are among these.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::ALL
    }
}

/// What a search found out about one move or one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves of best play, the first one first. Where the table has forgotten some, the line ends early.
    pub moves: Vec<Pit>,
    /// The value for the player to move.
    pub value: Value,
    /// Whether that is the value found at this depth; or, where a game is certainly won or lost but the margin may still grow, a
    /// bound on it.
    pub bound: Bound,
    /// Whether no line was cut off at the horizon: the value is then that of perfect play, in which a position that comes
    /// up again within the search ends the game.
    pub complete: bool,
    /// How many sowings deep the search looked.
    pub depth: u8,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best line; without moves if the position is over.
    pub line: Line,
    /// How many sowings were made: by all threads at the end, and by the first one in what is told on the way.
    pub nodes: u64,
}

impl Found {
    /// The best move; `None` if the position is over.
    #[must_use]
    pub fn best(&self) -> Option<Pit> {
        self.line.moves.first().copied()
    }
}

/// A search of positions of one game, with its table and its evaluation.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Position};
/// use tok_ku_rou_core::ai::{Limits, Material, Search, Table, Value};
/// let start: Kalah = "kalah 3x2".parse()?;
/// let found = Search::new(Table::new(1 << 20)?, Material).find(&start, &[], Limits::depth(40));
/// assert!(found.line.complete, "the game is searched to its end");
/// assert_eq!(found.line.value, Value::decided(4), "South wins by four");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<E> {
    table: Table,
    evaluator: E,
    options: Options,
    repetition: Repetition,
    threads: usize,
}

impl<E> Search<E> {
    /// A search that remembers positions in this table and estimates them so.
    pub const fn new(table: Table, evaluator: E) -> Self {
        Self { table, evaluator, options: Options::ALL, repetition: Repetition::Tie, threads: 1 }
    }

    /// This search with these parts in use. The table forgets what it knew if that came from another kind of search,
    /// selective or not.
    ///
    /// ```
    /// use tok_ku_rou_core::Kalah;
    /// use tok_ku_rou_core::ai::{Limits, Material, Options, Search, Table};
    /// let nodes = |options| {
    ///     let search = Search::new(Table::new(1 << 20)?, Material).with_options(options);
    ///     Ok::<_, tok_ku_rou_core::ai::TableError>(search.find(&Kalah::default(), &[], Limits::depth(7)).nodes)
    /// };
    /// assert!(2 * nodes(Options::EXACT)? < nodes(Options::NONE)?);
    /// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
    /// ```
    #[must_use]
    pub fn with_options(self, options: Options) -> Self {
        if options.contains(Options::SELECTIVE) != self.options.contains(Options::SELECTIVE) {
            self.table.clear();
        }
        Self { options, ..self }
    }

    /// This search under this rule for positions that come up again. The table forgets what it knew by another rule.
    ///
    /// ```
    /// use tok_ku_rou_core::{Repetition, TokKuRou};
    /// use tok_ku_rou_core::ai::{Limits, Material, Search, Table, Value};
    /// let position: TokKuRou = "tok_ku_rou 0,0/2,1/0,1/1,2 s 2x2".parse()?;
    /// let value = |repetition| {
    ///     let search = Search::new(Table::new(1 << 16)?, Material).with_repetition(repetition);
    ///     Ok::<_, tok_ku_rou_core::ai::TableError>(search.find(&position, &[], Limits::depth(60)).line.value)
    /// };
    /// assert_eq!(value(Repetition::Tie)?, Value::decided(0), "nobody can do better than go round");
    /// assert_eq!(value(Repetition::Count)?, Value::decided(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_repetition(self, repetition: Repetition) -> Self {
        if repetition != self.repetition {
            self.table.clear();
        }
        Self { repetition, ..self }
    }

    /// This search on so many threads, at least one. One thread finds the same every time.
    ///
    /// ```
    /// use tok_ku_rou_core::Kalah;
    /// use tok_ku_rou_core::ai::{Limits, Material, Search, Table, Value};
    /// let start: Kalah = "kalah 3x2".parse()?;
    /// let search = Search::new(Table::new(1 << 20)?, Material).with_threads(2);
    /// assert_eq!(search.find(&start, &[], Limits::default()).line.value, Value::decided(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Forgets all positions seen, as at the start of a new game.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// The table.
    pub const fn table(&self) -> &Table {
        &self.table
    }
}

impl<E> Search<E> {
    fn worker<'a, P: Position>(&'a self, limits: Limits<'a>, history: &[P], position: &P) -> Worker<'a, P, E>
    where
        E: Evaluate<P>,
    {
        let rules = (self.options, self.repetition);
        Worker::new(&self.table, &self.evaluator, rules, Clock::start(limits), history, position)
    }

    /// Runs a search within its share of the limits while the other threads fill the table, and tells how many sowings
    /// all of them made.
    fn with_helpers<P>(
        &self,
        position: &P,
        history: &[P],
        limits: Limits<'_>,
        search: impl FnOnce(Limits<'_>) -> u64,
    ) -> u64
    where
        P: Position + Send + Sync,
        E: Evaluate<P> + Sync,
    {
        let share = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(self.threads as u64)), ..limits };
        #[cfg(feature = "std")]
        if self.threads > 1 {
            let done = AtomicBool::new(false);
            let help = |first_depth: u8| {
                let mut worker =
                    self.worker(Limits { stop: Some(&done), time: None, ..share }, history, position);
                let depths = first_depth..=share.depth.unwrap_or(u8::MAX);
                deepen(&mut worker, position.legal_moves(), self.options, depths, |_, _, _| ());
                worker.nodes()
            };
            return std::thread::scope(|scope| {
                // Also when the search panics: the scope waits for the helpers before it passes a panic on.
                let finished = SetOnDrop(&done);
                // Half of the helpers are a sowing ahead, so that not all do the same work. Where the system has no more
                // threads to give, fewer must do.
                let helpers: Vec<_> = (1..self.threads)
                    .map_while(|helper| {
                        let help = move || help(1 + (helper % 2) as u8);
                        std::thread::Builder::new().spawn_scoped(scope, help).ok()
                    })
                    .collect();
                let nodes = search(share);
                drop(finished);
                let helped = helpers.into_iter().map(|helper| match helper.join() {
                    Ok(nodes) => nodes,
                    Err(panic) => std::panic::resume_unwind(panic),
                });
                nodes + helped.sum::<u64>()
            });
        }
        let _ = (position, history);
        search(share)
    }

    /// The line that the table remembers behind a first move.
    fn line<P: Position>(&self, position: &P, first: Pit, depth: u8) -> Vec<Pit> {
        let mut moves = vec![first];
        let mut position = position.clone();
        let mut pit = first;
        while moves.len() < usize::from(depth) {
            let Ok(next) = position.play(pit) else { break };
            position = next;
            match self.table.get(position.key()).and_then(|entry| entry.best) {
                Some(best) if position.legal_moves().contains(best) => pit = best,
                _ => break,
            }
            moves.push(pit);
        }
        moves
    }

    /// What is known of a position before any search: if it is over its value, else an estimate.
    fn at_once<P: Position>(&self, position: &P) -> Line
    where
        E: Evaluate<P>,
    {
        let over = position.legal_moves().is_empty();
        let value = if over { Value::decided(lead(position)) } else { self.evaluator.evaluate(position) };
        Line {
            moves: position.legal_moves().nth(0).into_iter().collect(),
            value,
            bound: Bound::Exact,
            complete: over,
            depth: 0,
        }
    }
}

/// How the value of a root relates to that of perfect play where the winner is certain, but not yet by how much.
fn bound(root: &Root) -> Bound {
    match root.value.margin() {
        Some(margin) if !root.complete => {
            if margin > 0 {
                Bound::Lower
            } else {
                Bound::Upper
            }
        }
        _ => Bound::Exact,
    }
}

/// Searches deeper and deeper, and tells of each depth that was finished.
fn deepen<P: Position, E: Evaluate<P>>(
    worker: &mut Worker<'_, P, E>,
    moves: PitSet,
    options: Options,
    depths: impl Iterator<Item = u8>,
    mut finished: impl FnMut(u8, &Root, u64),
) {
    let mut last: Option<Root> = None;
    for depth in depths {
        let first = last.as_ref().and_then(|root| root.pit);
        let expected = last.as_ref().map(|root| root.value).filter(|value| value.margin().is_none());
        let around = if options.contains(Options::ASPIRATION) { expected } else { None };
        let Ok(root) = aspire(worker, depth, around, moves, first) else { return };
        finished(depth, &root, worker.nodes());
        if root.complete {
            return;
        }
        last = Some(root);
    }
}

/// Searches one depth, with a window around an expected value that is widened until it holds the value.
fn aspire<P: Position, E: Evaluate<P>>(
    worker: &mut Worker<'_, P, E>,
    depth: u8,
    around: Option<Value>,
    moves: PitSet,
    mut first: Option<Pit>,
) -> Result<Root, Stopped> {
    let mut reach = if around.is_some() { 75 } else { i32::MAX };
    loop {
        let (alpha, beta) = match around {
            Some(value) if reach < 2_000 => (value.shifted(-reach), value.shifted(reach)),
            _ => (Value::MIN, Value::MAX),
        };
        let root = worker.root(depth, (alpha, beta), moves, first)?;
        if (root.value > alpha && root.value < beta) || (alpha == Value::MIN && beta == Value::MAX) {
            return Ok(root);
        }
        // The bound that was found tells which move to try first.
        if root.value >= beta {
            first = root.pit;
        }
        reach *= 4;
    }
}

impl<E> Search<E> {
    /// Finds the best move of a position. `history` holds the positions of the game before it, oldest first; one that
    /// came up twice there and comes up again ends the game, as does a second occurrence within the search.
    ///
    /// Whatever the limits, a legal move is found if there is one.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Position};
    /// use tok_ku_rou_core::ai::{Limits, Search, Table, Tuned};
    /// let start = Kalah::default();
    /// let found = Search::new(Table::new(1 << 20)?, Tuned).find(&start, &[], Limits::nodes(20_000));
    /// assert!(found.best().is_some_and(|pit| start.legal_moves().contains(pit)));
    /// assert!(found.nodes <= 20_100 && found.line.depth > 6);
    /// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
    /// ```
    pub fn find<P>(&self, position: &P, history: &[P], limits: Limits<'_>) -> Found
    where
        P: Position + Send + Sync,
        E: Evaluate<P> + Sync,
    {
        self.find_telling(position, history, limits, |_| ())
    }

    /// As [`find`](Self::find), and tells what is found each time the search has gone one sowing deeper.
    ///
    /// ```
    /// use tok_ku_rou_core::TokKuRou;
    /// use tok_ku_rou_core::ai::{Limits, Search, Table, Tuned};
    /// let mut depths = Vec::new();
    /// let search = Search::new(Table::new(1 << 20)?, Tuned);
    /// search.find_telling(&TokKuRou::default(), &[], Limits::depth(4), |found| depths.push(found.line.depth));
    /// assert_eq!(depths, [1, 2, 3, 4]);
    /// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
    /// ```
    pub fn find_telling<P>(
        &self,
        position: &P,
        history: &[P],
        limits: Limits<'_>,
        mut tell: impl FnMut(&Found),
    ) -> Found
    where
        P: Position + Send + Sync,
        E: Evaluate<P> + Sync,
    {
        let mut found = Found { line: self.at_once(position), nodes: 0 };
        self.table.begin();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return found;
        }
        let nodes = self.with_helpers(position, history, limits, |limits| {
            let mut worker = self.worker(limits, history, position);
            deepen(
                &mut worker,
                moves,
                self.options,
                1..=limits.depth.unwrap_or(u8::MAX),
                |depth, root, nodes| {
                    let moves = root.pit.map_or_else(Vec::new, |pit| self.line(position, pit, depth));
                    let line =
                        Line { moves, value: root.value, bound: bound(root), complete: root.complete, depth };
                    found = Found { line, nodes };
                    tell(&found);
                },
            );
            worker.nodes()
        });
        found.nodes = nodes;
        found
    }

    /// The value of every legal move, best first, each searched as deep as the limits let them all be.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Pit};
    /// use tok_ku_rou_core::ai::{Limits, Material, Search, Table, Value};
    /// let position: Kalah = "kalah 3,0,0,0,0,5/0,0,0,0,1,1 20,18 s 6x4".parse()?;
    /// let lines = Search::new(Table::new(1 << 20)?, Material).analyse(&position, &[], Limits::default());
    /// assert_eq!((lines[0].moves[0], lines[0].value), (Pit::new(5), Value::decided(6)), "6 wins by six");
    /// assert_eq!(lines.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse<P>(&self, position: &P, history: &[P], limits: Limits<'_>) -> Vec<Line>
    where
        P: Position + Send + Sync,
        E: Evaluate<P> + Sync,
    {
        let mut lines: Vec<Line> = Vec::new();
        self.table.begin();
        for pit in position.legal_moves() {
            let Ok(next) = position.play(pit) else { continue };
            let at_once = self.at_once(&next);
            let value = if next.turn() == position.turn() { at_once.value } else { -at_once.value };
            lines.push(Line { moves: vec![pit], value, ..at_once });
        }
        self.with_helpers(position, history, limits, |limits| {
            let mut worker = self.worker(limits, history, position);
            for depth in 1..=limits.depth.unwrap_or(u8::MAX) {
                if lines.iter().all(|line| line.complete) {
                    break;
                }
                // Values of different depths are not to be compared, so a depth counts only when all moves have it.
                let mut deeper = Vec::new();
                for line in lines.iter().filter(|line| !line.complete) {
                    let pit = line.moves[0];
                    let only = PitSet::EMPTY.with(pit);
                    let Ok(root) = worker.root(depth, (Value::MIN, Value::MAX), only, None) else {
                        return worker.nodes();
                    };
                    deeper.push(Line {
                        moves: self.line(position, pit, depth),
                        value: root.value,
                        bound: bound(&root),
                        complete: root.complete,
                        depth,
                    });
                }
                for line in &mut lines {
                    if let Some(index) = deeper.iter().position(|deeper| deeper.moves[0] == line.moves[0]) {
                        *line = deeper.swap_remove(index);
                    }
                }
            }
            worker.nodes()
        });
        lines.sort_by_key(|line| core::cmp::Reverse(line.value));
        lines
    }
}
