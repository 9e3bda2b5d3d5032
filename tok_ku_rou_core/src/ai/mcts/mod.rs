//! Monte-Carlo tree search.
//!
//! Each simulation goes down the tree by the rule PUCT (Silver et al., "Mastering the game of Go without human
//! knowledge", 2017) to a new position, has it judged, and takes the value up again. Several are under way at once, and
//! count as lost until their value is there (virtual loss), so that they part and their positions are judged in one batch.
//!
//! Ends of the game prove something, as in MCTS-Solver (Winands, Björnsson and Saito 2008): here each node knows what the
//! final margin is at least and at most, as in Score Bounded Monte-Carlo Tree Search (Cazenave and Saffidine 2010). What
//! is proven is not searched again, and the search ends when the root is proven.
//!
//! The turn may stay with the mover: values belong to a player, never to a ply.

mod explored;
mod judge;
mod tree;

use super::budget::{Clock, Limits};
use super::value::lead;
use crate::{Pit, PlayError, Position, Repetition};
use alloc::vec::Vec;
pub use explored::{Branch, Explored, Goal, TreeError};
pub use judge::{Estimates, Judge, Judgement, Playouts};
use tree::{Tree, for_player};

/// A position of the game that is searched again and again, with the tree of what is known.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Position};
/// use tok_ku_rou_core::ai::{Goal, Limits, Playouts, TreeSearch};
/// let start: Kalah = "kalah 3x2".parse()?;
/// let mut search = TreeSearch::new(start, Playouts::new(1), 1 << 20)?.with_goal(Goal::Margin);
/// let explored = search.find(&[], Limits::nodes(1_000_000));
/// assert_eq!(explored.margin, (4, 4), "South wins by four");
///
/// let best = explored.best().ok_or("over")?;
/// search.advance(best)?;
/// assert_eq!(search.position(), &start.play(best)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TreeSearch<P, J> {
    position: P,
    judge: J,
    tree: Tree,
    goal: Goal,
    repetition: Repetition,
    exploration: f32,
    batch: usize,
    /// The positions that came up twice in the game before.
    twice: Vec<P>,
    work: Work<P>,
}

/// What simulations under way need, kept to use its memory again.
struct Work<P> {
    /// The paths of the simulations, one behind another.
    paths: Vec<u32>,
    /// Where each of them ends, and whether it came to a position that is to be judged, not one that another one found.
    ends: Vec<(usize, bool)>,
    /// The positions to be judged.
    leaves: Vec<P>,
    judgements: Vec<Judgement>,
    /// The positions on the path of one simulation, where positions can come up again; else nothing.
    trail: Vec<P>,
    /// How many sowings were made.
    nodes: u64,
}

/// How a simulation went on its way down.
enum Descent {
    /// It came to a position that must be judged.
    Leaf,
    /// Another simulation waits for the judgement of that position.
    Taken,
    /// It came to the end of the game, or to what is proven.
    End,
}

impl<P: Position, J> TreeSearch<P, J> {
    /// How much a search explores unless told otherwise.
    pub const EXPLORATION: f32 = 2.0;

    /// A search of this position with that judge, in a tree of at most this many bytes (32 for each node), and at least
    /// 33 nodes. When the tree is full, positions are still judged, but no new ones are remembered.
    ///
    /// ```
    /// use tok_ku_rou_core::TokKuRou;
    /// use tok_ku_rou_core::ai::{Limits, Playouts, TreeSearch};
    /// let mut search = TreeSearch::new(TokKuRou::default(), Playouts::new(1), 64_000)?;
    /// search.find(&[], Limits::nodes(50_000));
    /// assert!(search.size() > 100 && search.size() * 32 <= 64_000 && search.bytes() <= 64_000);
    /// # Ok::<(), tok_ku_rou_core::ai::TreeError>(())
    /// ```
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(position: P, judge: J, bytes: usize) -> Result<Self, TreeError> {
        let work = Work {
            paths: Vec::new(),
            ends: Vec::new(),
            leaves: Vec::new(),
            judgements: Vec::new(),
            trail: Vec::new(),
            nodes: 0,
        };
        let mut search = Self {
            position,
            judge,
            tree: Tree::new(bytes)?,
            goal: Goal::Outcome,
            repetition: Repetition::Tie,
            exploration: Self::EXPLORATION,
            batch: 1,
            twice: Vec::new(),
            work,
        };
        search.clear();
        Ok(search)
    }

    /// This search with that goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// This search under this rule for positions that come up again: once more on a path of the tree, or a third time in
    /// the game. What was known by another rule is forgotten.
    #[must_use]
    pub fn with_repetition(mut self, repetition: Repetition) -> Self {
        if repetition != self.repetition {
            self.repetition = repetition;
            self.clear();
        }
        self
    }

    /// This search with that factor of exploration, from 0.0 (trust the means found so far) upwards. Anything else is
    /// taken as 0.0.
    #[must_use]
    pub fn with_exploration(self, exploration: f32) -> Self {
        // Not more than still leaves a difference between moves.
        let exploration = if exploration > 0.0 { exploration.min(1e6) } else { 0.0 };
        Self { exploration, ..self }
    }

    /// This search with so many positions, at least one, judged in one batch. There may be fewer in a batch, where not
    /// so many are worth a look.
    ///
    /// ```
    /// use tok_ku_rou_core::Kalah;
    /// use tok_ku_rou_core::ai::{Judgement, Limits, TreeSearch};
    /// let mut largest = 0;
    /// let net = |positions: &[Kalah], _: &mut [Judgement]| largest = largest.max(positions.len());
    /// let mut search = TreeSearch::new(Kalah::default(), net, 1 << 20)?.with_batch(16);
    /// search.find(&[], Limits::nodes(2_000));
    /// drop(search);
    /// assert_eq!(largest, 16);
    /// # Ok::<(), tok_ku_rou_core::ai::TreeError>(())
    /// ```
    #[must_use]
    pub fn with_batch(self, positions: usize) -> Self {
        Self { batch: positions.max(1), ..self }
    }

    /// The position that is searched, which [`advance`](Self::advance) changes.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The judge.
    pub const fn judge(&self) -> &J {
        &self.judge
    }

    /// The judge, to be told something. What it has said stays in the tree.
    pub const fn judge_mut(&mut self) -> &mut J {
        &mut self.judge
    }

    /// How many nodes the tree has.
    pub fn size(&self) -> usize {
        self.tree.len()
    }

    /// How many bytes the tree may take; they are taken when the search is made.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.settle(&[]);
        self.tree.clear();
        self.see_root();
    }

    /// Goes to another position and forgets the tree.
    pub fn set_position(&mut self, position: P) {
        self.position = position;
        self.clear();
    }

    /// Plays a move, one sowing, and keeps what is known of the position after it. Call it for each sowing of either
    /// player.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Pit, PlayError, Player, Position};
    /// use tok_ku_rou_core::ai::{Limits, Playouts, TreeSearch};
    /// let mut search = TreeSearch::new(Kalah::default(), Playouts::new(1), 1 << 20)?;
    /// search.find(&[], Limits::nodes(20_000));
    /// let grown = search.size();
    /// search.advance(Pit::new(2))?;
    /// assert_eq!(search.position().turn(), Player::South, "South moves again");
    /// assert!(search.size() > 1 && search.size() < grown);
    /// assert_eq!(search.advance(Pit::new(2)), Err(PlayError::TooFewSeeds { pit: Pit::new(2), seeds: 0, needed: 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; then nothing changes.
    pub fn advance(&mut self, pit: Pit) -> Result<(), PlayError> {
        self.position.check(pit)?;
        self.settle(&[]);
        self.position.play_unchecked(pit);
        let child = self.tree.children(0).find(|&child| self.tree.node(child).pit() == pit);
        if let Some(child) = child.filter(|&child| self.tree.node(child).is_even()) {
            // Its children were only waiting to be wanted.
            self.tree.grow_evenly(child, self.position.legal_moves());
        }
        match child {
            // What is proven of a node without children tells nothing of the moves from there.
            Some(child) if !self.tree.node(child).is_leaf() => self.tree.cut(child),
            _ => self.tree.clear(),
        }
        self.see_root();
        Ok(())
    }

    /// The root is searched even if it has come up before.
    fn see_root(&mut self) {
        self.tree.see(0, self.position.turn(), self.position.margin_bounds(), None);
    }

    /// Finds the best move of the position. `history` holds the positions of the game before it, oldest first, as for
    /// [`Search::find`](super::Search::find).
    ///
    /// Whatever the limits, a legal move is found if there is one. A limit on depth is ignored, as the tree grows where
    /// it is promising. Each batch is judged to its end, so that somewhat more nodes than allowed may be made. When the
    /// tree is full and nothing but a proof could end the search, it ends then.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Position};
    /// use tok_ku_rou_core::ai::{Estimates, Limits, Material, TreeSearch};
    /// let position: Kalah = "kalah 0,0,2/1,0,1 4,4 s 3x2".parse()?;
    /// let mut search = TreeSearch::new(position, Estimates::new(Material), 1 << 16)?;
    /// let explored = search.find(&[], Limits::default());
    /// assert!(explored.proven().is_some(), "nothing but a proof ends it");
    /// assert!(explored.best().is_some_and(|pit| position.legal_moves().contains(pit)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&mut self, history: &[P], limits: Limits<'_>) -> Explored
    where
        J: Judge<P>,
    {
        self.remember(history);
        // Nodes are counted here. Whoever judges without sowing may take long: then the time is looked at each time.
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut clock = Clock::start(Limits { nodes: None, ..limits });
        let endless = limits.nodes.is_none() && limits.stop.is_none() && !has_time(&limits);
        self.work.nodes = 0;
        let goal = self.aim();
        let (mut simulations, mut elapsed) = (0, 0_u64);
        loop {
            let nodes = self.work.nodes;
            let is_late = nodes >= most || clock.is_over(elapsed);
            if self.tree.node(0).has_reached(goal) || is_late || (endless && self.tree.is_full()) {
                break;
            }
            simulations += self.gather_within(goal, most);
            let Work { leaves, judgements, nodes, .. } = &mut self.work;
            if !leaves.is_empty() {
                judgements.clear();
                judgements.resize(leaves.len(), Judgement::EVEN);
                let sowings = self.judge.judge(leaves, judgements);
                elapsed = elapsed.saturating_add(if sowings > 0 { sowings } else { Clock::LOOK });
                *nodes += sowings;
            }
            elapsed = elapsed.saturating_add(10);
            simulations += self.settle_work();
        }
        Explored { simulations, nodes: self.work.nodes, ..self.explored() }
    }

    /// What is known of the position, without further search; [`Explored::simulations`] and [`Explored::nodes`] are 0.
    pub fn explored(&self) -> Explored {
        Explored::of(&self.tree, self.position.legal_moves())
    }

    /// Whether nothing is left to search: the goal is proven, or the game is over.
    pub fn is_settled(&self) -> bool {
        self.tree.node(0).has_reached(self.aim())
    }

    /// The goal; but a winner who is certain from the start leaves nothing to choose but the margin.
    fn aim(&self) -> Goal {
        if self.goal.is_reached(self.position.margin_bounds()) { Goal::Margin } else { self.goal }
    }

    /// The first half of one batch, for programs that have the positions of many searches judged together: goes down the
    /// tree until as many [`leaves`](Self::leaves) wait for a judgement as the batch holds, or fewer, where not so many
    /// are worth a look. Tells how many simulations came to an end that needed no judgement.
    ///
    /// Leaves that wait already are forgotten.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Position};
    /// use tok_ku_rou_core::ai::{Judgement, Playouts, TreeSearch};
    /// let mut games: Vec<_> = ["kalah 6x4", "kalah 4x3"]
    ///     .iter()
    ///     .map(|text| TreeSearch::new(text.parse::<Kalah>().unwrap(), (), 1 << 16).unwrap().with_batch(8))
    ///     .collect();
    /// for _ in 0..20 {
    ///     games.iter_mut().for_each(|game| drop(game.gather()));
    ///     let leaves: Vec<Kalah> = games.iter().flat_map(|game| game.leaves()).copied().collect();
    ///     let judged: Vec<Judgement> = leaves
    ///         .iter()
    ///         .map(|leaf| Judgement { value: f32::from(leaf.margin_bounds().1) / 255.0, ..Judgement::EVEN })
    ///         .collect();
    ///     let mut judged = judged.as_slice();
    ///     for game in &mut games {
    ///         let (mine, others) = judged.split_at(game.leaves().len());
    ///         game.settle(mine);
    ///         judged = others;
    ///     }
    /// }
    /// assert!(games.iter().all(|game| game.explored().branches[0].visits > 10));
    /// ```
    pub fn gather(&mut self) -> u64
    where
        J: Judge<P>,
    {
        self.work.nodes = 0;
        self.gather_within(self.aim(), u64::MAX)
    }

    /// The positions that wait for a judgement since [`gather`](Self::gather).
    pub fn leaves(&self) -> &[P] {
        &self.work.leaves
    }

    /// The second half of one batch: takes in what was judged of each of the [`leaves`](Self::leaves), in their order, and
    /// tells how many simulations that ended. Leaves without a judgement are forgotten, as are judgements too many.
    pub fn settle(&mut self, judgements: &[Judgement]) -> u64 {
        self.work.judgements.clear();
        self.work.judgements.extend_from_slice(&judgements[..judgements.len().min(self.work.leaves.len())]);
        self.settle_work()
    }

    /// Mixes other priors of the root's moves, by pit, into those the judge gave: this share of the new ones, from 0.0 to
    /// 1.0. So self-play looks at moves that it would pass over. Priors that are negative, not a number or of illegal pits
    /// count as nothing. Tells whether the root has been judged yet; before, there is nothing to mix into.
    ///
    /// ```
    /// use tok_ku_rou_core::Kalah;
    /// use tok_ku_rou_core::ai::{Judgement, TreeSearch};
    /// let mut search = TreeSearch::new(Kalah::default(), (), 1 << 16)?;
    /// let mut noise = [0.0; 32];
    /// noise[3] = 1.0;
    /// assert!(!search.blend_priors(&noise, 0.25));
    /// search.gather();
    /// search.settle(&[Judgement::EVEN]);
    /// assert!(search.blend_priors(&noise, 0.25));
    /// let branch = search.explored().branches.into_iter().max_by(|a, b| a.prior.total_cmp(&b.prior)).unwrap();
    /// assert_eq!((branch.pit.number(), branch.prior), (3, 0.75 / 6.0 + 0.25));
    /// # Ok::<(), tok_ku_rou_core::ai::TreeError>(())
    /// ```
    pub fn blend_priors(&mut self, priors: &[f32; 32], share: f32) -> bool {
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        self.tree.blend(priors, share)
    }

    /// Goes down the tree for one batch, with so many sowings at most.
    fn gather_within(&mut self, goal: Goal, most: u64) -> u64
    where
        J: Judge<P>,
    {
        self.settle(&[]);
        let mut simulations = 0;
        // How many may come to the same positions, or need no judge, before the batch is as full as it gets.
        let mut vain = self.batch.min(32);
        while self.work.leaves.len() < self.batch && vain > 0 {
            if self.tree.node(0).has_reached(goal) || self.work.nodes >= most {
                break;
            }
            let start = self.work.paths.len();
            match self.descend(goal) {
                Descent::Leaf => self.work.ends.push((self.work.paths.len(), true)),
                Descent::Taken => {
                    // Its virtual loss stays until the batch is judged, so that the next one goes elsewhere.
                    self.work.ends.push((self.work.paths.len(), false));
                    vain -= 1;
                }
                Descent::End => {
                    let path = &self.work.paths[start..];
                    let value = path.last().and_then(|&end| self.tree.node(end).proven()).unwrap_or(0.0);
                    self.tree.back_up(path, value);
                    self.work.paths.truncate(start);
                    simulations += 1;
                    vain -= 1;
                }
            }
        }
        simulations
    }

    /// Takes the judgements in, as far as there are any, and forgets the batch.
    fn settle_work(&mut self) -> u64 {
        let Work { paths, ends, leaves, judgements, .. } = &mut self.work;
        let mut judged = leaves.iter().zip(judgements.iter());
        let (mut start, mut simulations) = (0, 0);
        for &(end, is_leaf) in ends.iter() {
            let path = &paths[start..end];
            start = end;
            match (path.last(), if is_leaf { judged.next() } else { None }) {
                (Some(&leaf), Some((position, judgement))) => {
                    self.tree.expand(leaf, position.legal_moves(), judgement);
                    // What is not a number is no reason to prefer anyone.
                    let value = f64::from(judgement.value).clamp(-1.0, 1.0);
                    let value = if value.is_nan() { 0.0 } else { value };
                    self.tree.back_up(path, for_player(position.turn(), value));
                    simulations += 1;
                }
                _ => self.tree.take_back(path),
            }
        }
        paths.clear();
        ends.clear();
        leaves.clear();
        judgements.clear();
        simulations
    }

    /// Goes down the tree to a position that is not known yet, and notes the path and the position.
    fn descend(&mut self, goal: Goal) -> Descent
    where
        J: Judge<P>,
    {
        let Work { paths, leaves, trail, nodes, .. } = &mut self.work;
        let mut position = self.position.clone();
        let repeats = position.can_repeat();
        let mut index = 0;
        trail.clear();
        loop {
            paths.push(index);
            if !self.tree.node(index).is_seen() {
                let on_path = if repeats && !position.legal_moves().is_empty() {
                    let again = trail.contains(&position) || self.twice.contains(&position);
                    again.then(|| match self.repetition {
                        Repetition::Tie => 0,
                        Repetition::Count => lead(&position),
                    })
                } else {
                    None
                };
                let is_over = position.legal_moves().is_empty();
                let exact = if is_over { None } else { self.judge.exact(&position) };
                let bounds = exact.map_or_else(|| position.margin_bounds(), |margin| (margin, margin));
                self.tree.see(index, position.turn(), bounds, on_path);
            }
            let node = self.tree.node_mut(index);
            node.pending += 1;
            if node.has_reached(goal) {
                return Descent::End;
            }
            if node.is_leaf() {
                if node.pending > 1 {
                    return Descent::Taken;
                }
                if !(node.is_even() && self.tree.grow_evenly(index, position.legal_moves())) {
                    leaves.push(position);
                    return Descent::Leaf;
                }
            }
            if repeats {
                trail.push(position.clone());
            }
            index = self.tree.select(index, goal, self.exploration);
            position.play_unchecked(self.tree.node(index).pit());
            *nodes += 1;
        }
    }

    /// Notes the positions of the game before this one, oldest first, as [`find`](Self::find) does. If others had come up
    /// twice when the tree grew, it is worth nothing and forgotten.
    ///
    /// ```
    /// use tok_ku_rou_core::{Game, Pit, TokKuRou};
    /// use tok_ku_rou_core::ai::TreeSearch;
    /// let mut game = Game::new(TokKuRou::default());
    /// game.play(Pit::new(2))?;
    /// let mut search = TreeSearch::new(*game.position(), (), 1 << 16)?;
    /// let before: Vec<TokKuRou> = game.positions().take(game.ply_count()).copied().collect();
    /// search.remember(&before);
    /// search.gather();
    /// assert_eq!(search.leaves(), [*game.position()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remember(&mut self, history: &[P]) {
        if !self.position.can_repeat() {
            return;
        }
        let mut twice = Vec::new();
        for (index, position) in history.iter().enumerate() {
            if history[..index].contains(position) && !twice.contains(position) {
                twice.push(position.clone());
            }
        }
        if twice != self.twice {
            self.twice = twice;
            self.clear();
        }
    }
}

/// Whether there is a limit on time.
#[cfg(feature = "std")]
const fn has_time(limits: &Limits<'_>) -> bool {
    limits.time.is_some()
}

/// Without a clock there is none.
#[cfg(not(feature = "std"))]
const fn has_time(_: &Limits<'_>) -> bool {
    false
}
