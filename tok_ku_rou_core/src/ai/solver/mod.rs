//! The exact solver of Kalah.
//!
//! It asks of each move: does it end with at least this margin? A search with a window of nothing answers, and each answer
//! narrows what the margin can be, until one is left (MTD(f): Plaat and others, 1996). All such searches share a memory of
//! proved bounds. As in an endgame table, a position is valued without its stores, by the margin to come.
//! All children of a position are looked up, in the table and in memory, before the search goes down any of them: in a third
//! of all positions one of them is known to be good enough.
//!
//! **Why the bounds are sound.** With n seeds in the pits, the margin to come lies from -n to n: each seed counts for one
//! player and is worth one to him, or counts for nobody.
//! - `Sweep::Owner` and `Sweep::Finisher` give every seed to a player, so margins are two apart: who cannot reach t reaches
//!   at most t - 2. Both bounds are reached: one player's seeds can all be captured, or fall to him by the sweep.
//! - `Sweep::None` takes seeds off the board. The bounds hold, but margins are one apart: with one seed in each last pit
//!   the mover makes 1 of two seeds, so to conclude t - 2 from not reaching t would be wrong there.
//!
//! `tests/solving.rs` shows positions in which they are reached. Nothing stronger is used: that a seed which earns another
//! move may be taken at once, for one, sounds right, but nobody has proved it for every rule set.
//!
//! Numbers of positions are exact (see `memory`), so no two are ever mistaken for one another, and what is proved with a
//! table or without it is the same.

mod checkpoint;
mod error;
mod guide;
mod memory;
mod search;

pub use error::SolverError;

use super::budget::SetOnDrop;
use super::endgame::{EndgameTable, Ranking, Scale, entries};
use super::kept::OpenError;
use crate::kalah::{Direction, Rules};
use crate::{Kalah, Pit};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use guide::Guide;
use memory::{Memory, Size};
use search::{Child, Ground, ROOM, Stopped, Worker};

/// What a solver is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Question {
    /// By how many seeds each move wins or loses.
    #[default]
    Margin,
    /// Only whether it wins, ties or loses.
    Winner,
}

impl Question {
    /// Whether these bounds answer it.
    const fn is_answered(self, low: i16, high: i16) -> bool {
        low == high || matches!(self, Self::Winner) && (low > 0 || high < 0)
    }
}

/// What is proved of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SolvedMove {
    /// The move.
    pub pit: Pit,
    /// With best play of both it ends at least with this margin in seeds for the player who makes it ...
    pub low: i16,
    /// ... and at most with this one.
    pub high: i16,
}

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    /// Every legal move, by pit.
    pub moves: Vec<SolvedMove>,
    /// The least final margin with best play, in seeds for the player to move.
    pub low: i16,
    /// The greatest one.
    pub high: i16,
    /// Whether the question is answered for every move; if not, the solver was stopped.
    pub complete: bool,
    /// How many sowings were made.
    pub nodes: u64,
}

/// Proves by how much a position of Kalah is won or lost, under any counterclockwise rules.
///
/// ```
/// use core::ops::ControlFlow;
/// use tok_ku_rou_core::ai::{Question, Solver};
/// use tok_ku_rou_core::{Kalah, kalah::Rules};
/// let start = Kalah::new(Rules::new(3, 2)?);
/// let solver = Solver::new(&start, 1 << 20)?;
/// let solution = solver.solve(&start, Question::Margin, 1, &mut |_| ControlFlow::Continue(()))?;
/// let margins: Vec<i16> = solution.moves.iter().map(|solved| solved.low).collect();
/// assert_eq!(margins, [-8, 4, 0]);
/// assert!(solution.complete && solution.low == 4 && solution.high == 4);
/// assert_eq!(solver.line(&start, &mut |_| true)?[0].number(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    rules: Rules,
    ranking: Ranking,
    memory: Memory,
    guide: Guide,
    table: Option<&'a EndgameTable<'a>>,
}

impl<'a> Solver<'a> {
    /// A solver of this position and of all with the same rules and no more seeds in the pits, which remembers as much as
    /// fits into so many bytes.
    ///
    /// # Errors
    /// If the rules are clockwise, if there are too many seeds, or if there is not so much memory.
    pub fn new(position: &Kalah, bytes: usize) -> Result<Self, SolverError> {
        if position.rules().direction() == Direction::Clockwise {
            return Err(SolverError::Clockwise);
        }
        Self::with_seeds(position.rules(), position.bare().seeds(), bytes)
    }

    fn with_seeds(rules: Rules, seeds: u8, bytes: usize) -> Result<Self, SolverError> {
        let found = SolverError::Seeds { found: seeds };
        // A bound must fit into a byte.
        if Scale::of(rules).most(seeds) > 255 {
            return Err(found);
        }
        let ranking = Ranking::new(rules.pits(), seeds).ok_or(found)?;
        let entries = entries(rules.pits(), seeds).ok_or(found)?;
        let size = Size::new(entries, bytes).ok_or(found)?;
        let memory = Memory::new(size).ok_or(SolverError::Memory { bytes: size.bytes() })?;
        Ok(Self { rules: rules.with_one_seed(), ranking, memory, guide: Guide::new(rules), table: None })
    }

    /// The same solver, with a table to look endgames up in.
    ///
    /// # Errors
    /// If the table is one of other rules.
    pub fn with_table(self, table: &'a EndgameTable<'a>) -> Result<Self, SolverError> {
        if table.fits(self.rules) { Ok(Self { table: Some(table), ..self }) } else { Err(SolverError::Rules) }
    }

    /// How many bytes its memory takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.memory.size().bytes()
    }

    /// Answers a question about every move of a position, on so many threads (one without the feature `std`), which do
    /// not change the answer. Now and then `progress` is told what is proved so far, and may stop it; what was proved
    /// stays in memory for the next time.
    ///
    /// # Errors
    /// If the position has other rules than the solver, or more seeds than it is for.
    pub fn solve(
        &self,
        position: &Kalah,
        question: Question,
        threads: usize,
        progress: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Solution, SolverError> {
        self.check(position)?;
        let ground = self.ground();
        let lead = position.store_margin();
        let mut room = ROOM;
        let moves = ground.children(position.bare(), &mut room);
        // The most promising first: what it proves helps the others.
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&at| core::cmp::Reverse((moves[at].again, moves[at].bounds().0 + moves[at].gain)));
        let mut nodes = 0;
        for at in order {
            let mut guess = -lead;
            loop {
                let (low, high) = moves[at].bounds();
                if question.is_answered(lead + low, lead + high) {
                    break;
                }
                if progress(&solution(lead, moves, question, nodes)).is_break() {
                    return Ok(solution(lead, moves, question, nodes));
                }
                let target = self.target(low, high, guess);
                // Told to stop just when another thread comes to an end, it has both a proof and an order.
                let mut stopped = false;
                let mut tell = |more| {
                    stopped |= progress(&solution(lead, moves, question, nodes + more)).is_break();
                    !stopped
                };
                let proved = prove(ground, moves[at], target, threads, &mut tell);
                nodes += proved.nodes;
                if let Some(child) = proved.child {
                    moves[at] = child;
                }
                if stopped {
                    return Ok(solution(lead, moves, question, nodes));
                }
                let (low, high) = moves[at].bounds();
                guess = if low >= target { low + ground.scale.step() } else { high };
            }
        }
        Ok(solution(lead, moves, question, nodes))
    }

    /// A line of best play of both, to the end of the game or to where `go_on` says no, which is asked with the number
    /// of sowings now and then.
    ///
    /// # Errors
    /// If the position has other rules than the solver, or more seeds than it is for.
    pub fn line(
        &self,
        position: &Kalah,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<Pit>, SolverError> {
        self.check(position)?;
        let ground = self.ground();
        let mut worker = Worker::new(ground, 0, go_on);
        let mut line = Vec::new();
        let mut bare = position.bare();
        while !bare.is_over() {
            let Ok(child) = worker.best(bare) else { break };
            line.push(Pit::new(child.pit));
            bare = child.node.bare;
        }
        Ok(line)
    }

    /// Hands all that the solver remembers to `sink`, piece by piece, to be kept in a file.
    ///
    /// # Errors
    /// Those of `sink`.
    pub fn save<E>(&self, sink: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        checkpoint::save(self, sink)
    }

    fn check(&self, position: &Kalah) -> Result<(), SolverError> {
        let seeds = position.bare().seeds();
        if position.rules().with_one_seed() != self.rules {
            Err(SolverError::Rules)
        } else if seeds > self.ranking.seeds() {
            Err(SolverError::Seeds { found: seeds })
        } else {
            Ok(())
        }
    }

    fn ground(&self) -> Ground<'_> {
        Ground {
            rules: self.rules,
            ranking: &self.ranking,
            scale: Scale::of(self.rules),
            memory: &self.memory,
            table: self.table,
            forgotten: self.table.map_or(0, EndgameTable::seeds).saturating_add(FORGOTTEN),
            guide: &self.guide,
        }
    }

    /// The margin to ask for next: the guess, if the bounds allow it.
    fn target(&self, low: i16, high: i16, guess: i16) -> i16 {
        let step = Scale::of(self.rules).step();
        // As odd or even as the bounds, and so that either answer says something.
        let odd = (guess - low).rem_euclid(step);
        (guess + odd).clamp(low + step, high)
    }
}

impl Solver<'static> {
    /// The solver that these bytes are, as [`save`](Self::save) gave them, without a table.
    ///
    /// # Errors
    /// If they are not whole and unchanged, or if there is not enough memory.
    pub fn load(bytes: &[u8]) -> Result<Self, OpenError> {
        checkpoint::load(bytes)
    }
}

/// Positions with at most so many seeds more than the table knows are not remembered: to find a few lines again takes less
/// time than to wait for the memory, and what is above them stays there longer.
const FORGOTTEN: u8 = 5;

/// What is proved of all moves together.
fn solution(lead: i16, moves: &[Child], question: Question, nodes: u64) -> Solution {
    let solved = |child: &Child| {
        let (low, high) = child.bounds();
        SolvedMove { pit: Pit::new(child.pit), low: lead + low, high: lead + high }
    };
    let moves: Vec<SolvedMove> = moves.iter().map(solved).collect();
    let low = moves.iter().map(|solved| solved.low).max().unwrap_or(lead);
    let high = moves.iter().map(|solved| solved.high).max().unwrap_or(lead);
    let complete = moves.iter().all(|solved| question.is_answered(solved.low, solved.high));
    Solution { moves, low, high, complete, nodes }
}

/// What came of proving one bound.
struct Proved {
    /// The move with its new bounds; none if it was stopped.
    child: Option<Child>,
    nodes: u64,
}

/// Narrows the bounds of a move to one side of the target. All threads do the same in an order of their own and learn from
/// each other by what they remember; the first to come to an end stops the others.
fn prove(
    ground: Ground<'_>,
    child: Child,
    target: i16,
    threads: usize,
    tell: &mut dyn FnMut(u64) -> bool,
) -> Proved {
    let done = AtomicBool::new(false);
    let work = |thread: u64, go_on: &mut dyn FnMut(u64) -> bool| {
        let mut child = child;
        let mut worker = Worker::new(ground, thread, go_on);
        // Also when whoever is told panics: then the others end, too.
        let finished = SetOnDrop(&done);
        let result: Result<(), Stopped> = worker.prove_child(&mut child, target);
        drop(finished);
        Proved { child: result.is_ok().then_some(child), nodes: worker.nodes }
    };
    let mut first = |nodes| !done.load(Ordering::Relaxed) && tell(nodes);
    #[cfg(feature = "std")]
    if threads > 1 {
        return std::thread::scope(|scope| {
            let (work, done) = (&work, &done);
            let helpers: Vec<_> = (1..threads as u64)
                .map_while(|thread| {
                    let help = move || work(thread, &mut |_| !done.load(Ordering::Relaxed));
                    std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok()
                })
                .collect();
            let mut proved = work(0, &mut first);
            for helper in helpers {
                let helper = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                proved.nodes += helper.nodes;
                proved.child = proved.child.or(helper.child);
            }
            proved
        });
    }
    let _ = threads;
    work(0, &mut first)
}

/// The stack of a helper: the longest lines take some thousand sowings.
#[cfg(feature = "std")]
const STACK: usize = 16 << 20;
