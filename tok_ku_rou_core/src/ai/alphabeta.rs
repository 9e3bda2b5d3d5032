//! Alpha-beta search.
//!
//! Principal variation search (Marsland and Campbell 1982) with iterative deepening, aspiration and a transposition
//! table. A unit of depth, and a node, is one sowing. The turn may stay with the mover: the value's sign and the window
//! flip together, in [`Worker::child`] alone, and only when the turn passes.
//!
//! Two things travel up with each value. Whether it is *complete*: no line was cut off at the horizon, so that the value
//! is that of perfect play and holds at any depth. And the lowest *ancestor* that a repetition in the lines below referred
//! to: a value that depends on a position above the node holds on this path only and is kept out of the table.
//!
//! A table entry serves a search of the same depth, or of any depth if it is complete. What one depth finds is therefore
//! what plain minimax finds, but for one thing: where positions can repeat, an entry may have been found on a path on
//! which they did not. A selective search gives that up: it takes deeper entries, too, and looks less deep at moves that
//! come late in the order, unless they turn out better than expected (late move reductions, as chess programs have them).
//! At the same number of sowings that won 58 % of 300 games of Kalah against the search without, and more in Tok Ku Rou
//! with single laps.

use super::budget::Clock;
use super::eval::Evaluate;
use super::search::Options;
use super::table::{Bound, Entry, Table};
use super::value::{Value, lead};
use crate::{Pit, PitSet, Player, Position, Repetition};
use alloc::vec::Vec;

/// A child of a position: the move, whether the turn passes, where it leads, and how promising it is.
struct Child<P> {
    pit: Pit,
    passes: bool,
    position: P,
    promise: i32,
}

/// A value on its way up.
#[derive(Clone, Copy)]
struct Score {
    value: Value,
    complete: bool,
    /// The lowest place on the path that the value depends on, if it depends on the path.
    ancestor: usize,
}

/// No ancestor.
const FREE: usize = usize::MAX;
/// The game before the search, which lies below every place on the path.
const BEFORE: usize = 0;

impl Score {
    const fn complete(value: Value) -> Self {
        Self { value, complete: true, ancestor: FREE }
    }
}

impl From<Entry> for Score {
    fn from(entry: Entry) -> Self {
        Self { value: entry.value, complete: entry.depth == Entry::COMPLETE, ancestor: FREE }
    }
}

/// The search was told to stop; whatever is on its way up is worth nothing.
pub(super) struct Stopped;

/// What a search of the root found.
pub(super) struct Root {
    pub(super) value: Value,
    pub(super) complete: bool,
    pub(super) pit: Option<Pit>,
}

/// One thread of a search.
pub(super) struct Worker<'a, P, E> {
    table: &'a Table,
    evaluator: &'a E,
    options: Options,
    repetition: Repetition,
    clock: Clock<'a>,
    nodes: u64,
    root: P,
    /// Whether positions can come up again.
    repeats: bool,
    /// The positions that came up twice in the game before the search.
    twice: Vec<P>,
    /// The positions from the root to the one at hand, where positions can come up again; else nothing.
    path: Vec<P>,
    /// Lists of children, kept to use their memory again.
    spare: Vec<Vec<Child<P>>>,
    /// How often a move of a player was good enough to cut others off, deeper ones counting more.
    history: [[i32; 32]; 2],
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    /// A worker that is to search this position after that history.
    pub(super) fn new(
        table: &'a Table,
        evaluator: &'a E,
        (options, repetition): (Options, Repetition),
        clock: Clock<'a>,
        history: &[P],
        position: &P,
    ) -> Self {
        let mut twice = Vec::new();
        let repeats = position.can_repeat();
        if repeats {
            for (index, position) in history.iter().enumerate() {
                if history[..index].contains(position) && !twice.contains(position) {
                    twice.push(position.clone());
                }
            }
        }
        Self {
            table,
            evaluator,
            options,
            repetition,
            clock,
            nodes: 0,
            root: position.clone(),
            repeats,
            twice,
            path: Vec::new(),
            spare: Vec::new(),
            history: [[0; 32]; 2],
        }
    }

    /// How many sowings were made.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    const fn uses(&self, option: Options) -> bool {
        self.options.contains(option)
    }

    /// The value of the root within a window and its best move, if only these moves may be made, the `first` one first.
    pub(super) fn root(
        &mut self,
        depth: u8,
        (mut alpha, beta): (Value, Value),
        moves: PitSet,
        first: Option<Pit>,
    ) -> Result<Root, Stopped> {
        let position = self.root.clone();
        self.path.clear();
        if self.repeats {
            self.path.push(position.clone());
        }
        let mut children = self.children(&position, moves, first);
        let mut best = Root { value: Value::MIN, complete: true, pit: None };
        for index in 0..children.len() {
            pick(&mut children[index..]);
            let Child { pit, .. } = children[index];
            let (passes, child) = (children[index].passes, &children[index].position);
            let score = self.child(child, passes, depth - 1, (alpha, beta), usize::from(index > 0))?;
            best.complete &= score.complete;
            if best.pit.is_none() || score.value > best.value {
                best.value = score.value;
                best.pit = Some(pit);
                alpha = alpha.max(score.value);
            }
            if score.value >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a position that a move led to, for its player.
    fn node(&mut self, position: &P, depth: u8, alpha: Value, beta: Value) -> Result<Score, Stopped> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(Score::complete(Value::decided(lead(position))));
        }
        if let Some(score) = self.repeated(position) {
            return Ok(score);
        }
        if let Some(margin) = self.evaluator.exact(position) {
            return Ok(Score::complete(Value::decided(margin)));
        }
        let (low, high) = position.margin_bounds();
        let (mut low, mut high) = (Value::decided(low), Value::decided(high));
        if self.repeats && self.repetition == Repetition::Tie {
            // A repetition further on is a tie, whatever the seeds say.
            (low, high) = (low.min(Value::decided(0)), high.max(Value::decided(0)));
        }
        if self.uses(Options::MAJORITY) {
            if low >= beta || low == high {
                return Ok(Score::complete(low));
            }
            if high <= alpha {
                return Ok(Score::complete(high));
            }
        }
        if depth == 0 {
            let value = self.evaluator.evaluate(position).max(low).min(high);
            return Ok(Score { value, complete: low == high, ancestor: FREE });
        }
        if depth < 2 || !self.uses(Options::TABLE) {
            return self.inner(position, moves, depth, alpha, beta, None).map(|(score, _)| score);
        }
        let key = position.key();
        let known = self.table.get(key);
        if let Some(entry) = known {
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if decides && self.serves(entry, depth) {
                return Ok(entry.into());
            }
        }
        let first = known.and_then(|entry| entry.best);
        let (score, best) = self.inner(position, moves, depth, alpha, beta, first)?;
        if score.ancestor == FREE {
            let bound = if score.value >= beta {
                Bound::Lower
            } else if score.value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let depth = if score.complete { Entry::COMPLETE } else { depth };
            self.table.put(key, Entry { value: score.value, bound, depth, best });
        }
        Ok(score)
    }

    /// The value of a position from its children, and the best move; below the window that is the one with the highest
    /// bound.
    fn inner(
        &mut self,
        position: &P,
        moves: PitSet,
        depth: u8,
        mut alpha: Value,
        beta: Value,
        first: Option<Pit>,
    ) -> Result<(Score, Option<Pit>), Stopped> {
        let mut children = self.children(position, moves, first);
        if self.repeats {
            self.path.push(position.clone());
        }
        let mut best = Score::complete(Value::MIN);
        let mut best_pit = None;
        if let Some((score, pit)) = self.known(&children, depth, beta) {
            (best, best_pit) = (score, Some(pit));
            children.clear();
        }
        for index in 0..children.len() {
            pick(&mut children[index..]);
            let Child { pit, passes, .. } = children[index];
            let score = self.child(&children[index].position, passes, depth - 1, (alpha, beta), index)?;
            if score.value >= beta {
                // One line is enough for a bound, so only what that line depends on counts.
                best = score;
                best_pit = Some(pit);
                self.praise(position.turn(), pit, depth);
                break;
            }
            best.complete &= score.complete;
            best.ancestor = best.ancestor.min(score.ancestor);
            if score.value > best.value {
                best.value = score.value;
                best_pit = Some(pit);
                alpha = alpha.max(score.value);
            }
        }
        children.clear();
        self.spare.push(children);
        if self.repeats {
            if best.ancestor >= self.path.len() {
                // Whatever came up again was this position or one above it.
                best.ancestor = FREE;
            }
            self.path.pop();
        }
        Ok((best, best_pit))
    }

    /// The value of a child, for the player who moved there: the one place where the sign and the window flip, and only
    /// if the turn `passes`. Of the children after the first (by their `index` in the order) it is enough to learn that
    /// they are no better than the window's lower edge.
    fn child(
        &mut self,
        child: &P,
        passes: bool,
        depth: u8,
        (alpha, beta): (Value, Value),
        index: usize,
    ) -> Result<Score, Stopped> {
        if self.clock.is_over(self.nodes) {
            return Err(Stopped);
        }
        let scout = index > 0 && depth > 0 && alpha > Value::MIN;
        let less = if self.uses(Options::SELECTIVE) { reduction(depth, index) } else { 0 };
        let shallow = scout && less > 0;
        let scout = scout && self.uses(Options::PRINCIPAL_VARIATION);
        let mut search = |depth: u8, (alpha, beta): (Value, Value)| {
            if passes {
                self.node(child, depth, -beta, -alpha).map(|score| Score { value: -score.value, ..score })
            } else {
                self.node(child, depth, alpha, beta)
            }
        };
        let nothing = (alpha, alpha.shifted(1));
        if shallow {
            let score = search(depth - less, nothing)?;
            if score.value <= alpha {
                return Ok(score);
            }
        }
        if scout {
            let score = search(depth, nothing)?;
            if score.value <= alpha || score.value >= beta {
                return Ok(score);
            }
        }
        search(depth, (alpha, beta))
    }

    /// Whether what the table knows is good enough for a search of this depth.
    fn serves(&self, entry: Entry, depth: u8) -> bool {
        let deeper = self.uses(Options::SELECTIVE) && entry.depth > depth;
        deeper || entry.depth == depth || entry.depth == Entry::COMPLETE
    }

    /// A child of which the table already knows that it is good enough to cut the others off (enhanced transposition
    /// cutoffs, Plaat and others 1996). Near the horizon it does not pay to look.
    fn known(&self, children: &[Child<P>], depth: u8, beta: Value) -> Option<(Score, Pit)> {
        if depth < 3 || !self.uses(Options::TABLE) {
            return None;
        }
        children.iter().find_map(|child| {
            let entry =
                self.table.get(child.position.key()).filter(|&entry| self.serves(entry, depth - 1))?;
            let score = Score::from(entry);
            let (value, unsure) =
                if child.passes { (-score.value, Bound::Lower) } else { (score.value, Bound::Upper) };
            let cuts = entry.bound != unsure && value >= beta && self.repeated(&child.position).is_none();
            cuts.then_some((Score { value, ..score }, child.pit))
        })
    }

    /// The score of a position that has come up before, if that ends the game: once on the path, or twice in the game.
    fn repeated(&self, position: &P) -> Option<Score> {
        if !self.repeats {
            return None;
        }
        // Places on the path count from 1, since 0 stands for the game before it.
        let place = self.path.iter().position(|other| other == position).map(|index| index + 1);
        let ancestor = place.or_else(|| self.twice.contains(position).then_some(BEFORE))?;
        let value = match self.repetition {
            Repetition::Tie => Value::decided(0),
            Repetition::Count => Value::decided(lead(position)),
        };
        Some(Score { value, complete: true, ancestor })
    }

    /// Remembers that a move was good enough to cut others off. What was long ago counts less and less.
    fn praise(&mut self, mover: Player, pit: Pit, depth: u8) {
        let counter = &mut self.history[mover.index()][pit.index() & 31];
        *counter += i32::from(depth) * i32::from(depth);
        if *counter > 100_000 {
            self.history.as_flattened_mut().iter_mut().for_each(|counter| *counter /= 2);
        }
    }

    /// Makes these moves of a position and marks the promising ones.
    fn children(&mut self, position: &P, moves: PitSet, first: Option<Pit>) -> Vec<Child<P>> {
        let mut children = self.spare.pop().unwrap_or_default();
        let (mover, before) = (position.turn(), lead(position));
        let history = &self.history[mover.index()];
        for pit in moves {
            let mut child = position.clone();
            child.play_unchecked(pit);
            let passes = child.turn() != mover;
            let promise = if !self.options.contains(Options::ORDER) {
                0
            } else if first == Some(pit) {
                i32::MAX
            } else {
                let after = if passes { -lead(&child) } else { lead(&child) };
                let again = if passes { 0 } else { 96 };
                i32::from(after - before) * 64 + again + (history[pit.index() & 31] >> 6).min(2_000)
            };
            children.push(Child { pit, passes, position: child, promise });
        }
        self.nodes += children.len() as u64;
        children
    }
}

/// By how much less deep than this a selective search first looks at a child that comes so late in the order.
const fn reduction(depth: u8, index: usize) -> u8 {
    let less = match index {
        0 | 1 => 0,
        2 | 3 => 2,
        _ => 3,
    };
    if depth < 2 {
        0
    } else if less < depth {
        less
    } else {
        depth
    }
}

/// Brings the most promising child to the front.
fn pick<P>(children: &mut [Child<P>]) {
    let mut best = 0;
    for index in 1..children.len() {
        if children[index].promise > children[best].promise {
            best = index;
        }
    }
    children.swap(0, best);
}
