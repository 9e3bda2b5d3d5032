//! What a tree search is for, and what it tells.

use super::tree::{Node, Tree, for_player};
use crate::{Pit, PitSet, Player};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;

/// The memory for a tree could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeError {
    /// How many bytes were asked for.
    pub bytes: usize,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected memory for a tree of {} bytes, found less", self.bytes)
    }
}

impl Error for TreeError {}

/// What a tree search tries to prove.
///
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Goal, Limits, Playouts, TreeSearch};
/// let simulations = |goal| {
///     let start: Kalah = "kalah 3x2".parse().ok()?;
///     let search = TreeSearch::new(start, Playouts::new(1), 1 << 20).ok()?;
///     Some(search.with_goal(goal).find(&[], Limits::default()).simulations)
/// };
/// assert!(simulations(Goal::Outcome) < simulations(Goal::Margin), "who wins is known sooner");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Goal {
    /// Who wins: a win by one seed is as good as any. Where the winner is certain whatever is played, the margin.
    #[default]
    Outcome,
    /// By how many seeds.
    Margin,
}

impl Goal {
    /// Whether nothing is left to prove.
    #[inline]
    pub(super) fn is_reached(self, (low, high): (i16, i16)) -> bool {
        // From here on, more seeds do not count.
        let most = match self {
            Self::Outcome => 1,
            Self::Margin => i16::MAX,
        };
        low.max(-most) >= high.min(most)
    }
}

/// What a tree search found out about one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// The move.
    pub pit: Pit,
    /// How many simulations went there, counting those of earlier searches that the tree was kept from.
    pub visits: u32,
    /// The mean of their values to the player who makes the move, from -1.0 to 1.0; 0.0 without visits.
    pub value: f32,
    /// How promising the judge found the move: the priors of all moves add up to 1.0.
    pub prior: f32,
    /// What the final margin of the player who makes the move is proven to be, in seeds: at least and at most.
    pub margin: (i16, i16),
}

/// What a tree search found.
///
/// ```
/// use core::cmp::Ordering;
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Limits, Playouts, TreeSearch};
/// let start: Kalah = "kalah 3x2".parse()?;
/// let explored = TreeSearch::new(start, Playouts::new(1), 1 << 20)?.find(&[], Limits::default());
/// assert_eq!(explored.proven(), Some(Ordering::Greater));
/// assert_eq!(explored.best(), explored.branches.first().map(|branch| branch.pit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// All legal moves, the best first: sure wins, then by visits, then sure losses.
    pub branches: Vec<Branch>,
    /// The moves of best play as far as they were looked at, the first one first; empty if the position is over.
    pub moves: Vec<Pit>,
    /// The mean value to the player to move, from -1.0 to 1.0: exactly -1.0, 0.0 or 1.0 if the outcome is proven.
    pub value: f32,
    /// What the final margin of the player to move is proven to be, in seeds: at least and at most.
    pub margin: (i16, i16),
    /// How many simulations this search made.
    pub simulations: u64,
    /// How many sowings this search made, those of its judge included.
    pub nodes: u64,
}

impl Explored {
    /// The best move; `None` if the position is over.
    #[must_use]
    pub fn best(&self) -> Option<Pit> {
        self.moves.first().copied()
    }

    /// How the game ends for the player to move if that is proven: `Greater` is a win.
    #[must_use]
    pub fn proven(&self) -> Option<Ordering> {
        let (low, high) = self.margin;
        (low.signum() == high.signum()).then(|| low.cmp(&0))
    }

    /// What a tree says of its root.
    pub(super) fn of(tree: &Tree, legal: PitSet) -> Self {
        let root = tree.node(0);
        let turn = root.turn();
        let mut branches: Vec<Branch> =
            tree.ranked(0).into_iter().map(|index| Branch::of(tree.node(index), turn)).collect();
        if branches.is_empty() {
            // Nothing was searched: all moves are as good.
            let (prior, margin) = (1.0 / f32::from(legal.len() as u8), root.bounds(turn));
            branches.extend(legal.into_iter().map(|pit| Branch {
                pit,
                visits: 0,
                value: 0.0,
                prior,
                margin,
            }));
        }
        let mut moves: Vec<Pit> = branches.first().map(|branch| branch.pit).into_iter().collect();
        let mut next = tree.ranked(0).first().copied();
        while let Some(index) = next {
            next = tree.ranked(index).first().copied().filter(|&best| tree.node(best).visits > 0);
            moves.extend(next.map(|best| tree.node(best).pit()));
        }
        let value = root.proven().map_or_else(|| root.mean(turn), |value| for_player(turn, value) as f32);
        Self { branches, moves, value, margin: root.bounds(turn), simulations: 0, nodes: 0 }
    }
}

impl Branch {
    fn of(node: &Node, player: Player) -> Self {
        let (visits, prior) = (node.visits, node.prior);
        let value = node.proven().map_or_else(|| node.mean(player), |value| for_player(player, value) as f32);
        Self { pit: node.pit(), visits, value, prior, margin: node.bounds(player) }
    }
}
