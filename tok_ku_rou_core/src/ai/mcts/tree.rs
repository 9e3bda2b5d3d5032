//! The tree: its nodes in one list, the children of a node side by side and always behind it.
//!
//! Values in a node are South's, whoever moves there; [`for_player`], and a sign in [`Tree::select`], turn them to another
//! player. Margins are kept for both.
//!
//! A simulation goes through some seven nodes, and what is best in one must be known before the next can be looked at. So
//! the way from one to the next is short: where visits are few, no square root and no division, and nothing that branches
//! on what is random.

use super::judge::Judgement;
use super::{Goal, TreeError};
use crate::{ByPlayer, Pit, PitSet, Player};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// One move from its parent, and the position that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The sum of the values of the simulations that came here.
    sum: f64,
    /// How many those are.
    pub(super) visits: u32,
    /// How many more are on their way and have no value yet.
    pub(super) pending: u32,
    /// Where the children begin.
    first: u32,
    pub(super) prior: f32,
    /// What each player's final margin is proven to be at least. The opponent's, turned round, is what it is at most.
    least: ByPlayer<i16>,
    pit: u8,
    children: u8,
    turn: Player,
    flags: u8,
}

// Levels and callers reckon with this size.
const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    /// The turn and the bounds are known: someone has been here.
    const SEEN: u8 = 1;
    /// What is proven here rests on a position coming up again on the way from the root.
    const ON_PATH: u8 = 2;
    /// What is proven here became more since the parent last looked.
    const NEWS: u8 = 4;
    /// The node is kept when the tree is cut.
    const KEPT: u8 = 8;
    /// The position was judged, and all its moves are equally promising.
    const EVEN: u8 = 16;

    fn new(pit: Pit, prior: f32, least: ByPlayer<i16>) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            pending: 0,
            first: 0,
            prior,
            least,
            pit: pit.number(),
            children: 0,
            turn: Player::South,
            flags: 0,
        }
    }

    pub(super) const fn pit(&self) -> Pit {
        Pit::new(self.pit)
    }

    /// Whose turn it is, once the node is seen.
    pub(super) const fn turn(&self) -> Player {
        self.turn
    }

    pub(super) const fn is_seen(&self) -> bool {
        self.flags & Self::SEEN != 0
    }

    pub(super) const fn is_leaf(&self) -> bool {
        self.children == 0
    }

    /// Whether nothing need be judged for the node to get its children.
    pub(super) const fn is_even(&self) -> bool {
        self.flags & Self::EVEN != 0
    }

    /// What this player's final margin is proven to be at least and at most.
    pub(super) fn bounds(&self, player: Player) -> (i16, i16) {
        (self.least[player], -self.least[!player])
    }

    /// Whether nobody is sure yet not to lose. Then there is something left to prove, whatever the goal.
    const fn is_open(&self) -> bool {
        self.least.south & self.least.north < 0
    }

    /// Whether nothing is left to prove of the node.
    #[inline]
    pub(super) fn has_reached(&self, goal: Goal) -> bool {
        !self.is_open() && goal.is_reached(self.bounds(Player::South))
    }

    /// Whether a closer look at this child gains nothing for this player, who may move there and has `low` for sure.
    #[cold]
    #[inline(never)]
    fn is_vain(&self, player: Player, low: i16, goal: Goal) -> bool {
        let (own_low, own_high) = self.bounds(player);
        goal.is_reached((low.max(own_low), own_high))
    }

    /// The mean of the values to this player; 0 without any.
    pub(super) fn mean(&self, player: Player) -> f32 {
        if self.visits == 0 { 0.0 } else { for_player(player, self.sum / f64::from(self.visits)) as f32 }
    }

    /// The value to South, if the outcome is proven.
    pub(super) fn proven(&self) -> Option<f64> {
        let (low, high) = self.bounds(Player::South);
        (low.signum() == high.signum()).then(|| f64::from(low.signum()))
    }
}

/// A value to South as one to this player, and the other way round.
pub(super) fn for_player(player: Player, value: f64) -> f64 {
    match player {
        Player::South => value,
        Player::North => -value,
    }
}

/// How many, in the numbers that means are made of.
#[expect(clippy::cast_precision_loss, reason = "a mean of so many is not exact either")]
const fn count(number: u32) -> f32 {
    number as f32
}

/// A square root, right to five digits or so: `f32::sqrt` is not in core. It is made of products and differences only,
/// which are the same on every machine. A guess from halving the exponent, then Newton's iteration on the inverse root.
const fn root(x: f32) -> f32 {
    if x <= 0.0 {
        return 0.0;
    }
    let mut inverse = f32::from_bits(0x5f37_59df - (x.to_bits() >> 1));
    let mut rounds = 0;
    while rounds < 2 {
        inverse *= 1.5 - 0.5 * x * inverse * inverse;
        rounds += 1;
    }
    x * inverse
}

/// So many numbers of visits have their roots and inverses looked up: each choice of a child waits for the one before,
/// and most of them are made where few have been.
const FEW: usize = 1024;

static ROOTS: [f32; FEW] = {
    let mut roots = [0.0; FEW];
    let mut number = 0;
    while number < FEW {
        roots[number] = root(count(number as u32));
        number += 1;
    }
    roots
};

/// That of 0 is 0, so that the mean of nothing is, too.
static INVERSES: [f32; FEW] = {
    let mut inverses = [0.0; FEW];
    let mut number = 1;
    while number < FEW {
        inverses[number] = 1.0 / count(number as u32);
        number += 1;
    }
    inverses
};

/// The square root of so many visits.
#[inline]
fn root_of(visits: u32) -> f32 {
    ROOTS.get(visits as usize).copied().unwrap_or_else(|| root(count(visits)))
}

/// What a sum over so many visits is multiplied by to be their mean.
#[inline]
fn inverse_of(visits: u32) -> f32 {
    INVERSES.get(visits as usize).copied().unwrap_or_else(|| 1.0 / count(visits))
}

/// Nothing is proven.
const ANY: ByPlayer<i16> = ByPlayer { south: -i16::MAX, north: -i16::MAX };

/// The tree, of a fixed size. Its root is node 0.
pub(super) struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
}

impl Tree {
    /// The root and all its children always find room.
    const LEAST: usize = 33;

    pub(super) fn new(bytes: usize) -> Result<Self, TreeError> {
        // A place in the tree is a u32.
        let capacity = (bytes / size_of::<Node>()).clamp(Self::LEAST, u32::MAX as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| TreeError { bytes })?;
        nodes.push(Node::new(Pit::new(0), 1.0, ANY));
        Ok(Self { nodes, capacity })
    }

    /// Forgets all but a new root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Pit::new(0), 1.0, ANY));
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.capacity * size_of::<Node>()
    }

    /// Whether there may be no room for the children of another node.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() + 32 > self.capacity
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    fn children_of(&self, node: &Node) -> &[Node] {
        &self.nodes[node.first as usize..][..usize::from(node.children)]
    }

    /// The places of the children of a node.
    pub(super) fn children(&self, index: u32) -> core::ops::Range<u32> {
        let node = self.node(index);
        node.first..node.first + u32::from(node.children)
    }

    /// Notes whose turn it is at a node, and what the margin of that player can be. If the position has come up before,
    /// which is so only on this path, the margin is `on_path`.
    pub(super) fn see(&mut self, index: u32, turn: Player, bounds: (i16, i16), on_path: Option<i16>) {
        let node = self.node_mut(index);
        let (low, high) = on_path.map_or(bounds, |margin| (margin, margin));
        let mut least = ByPlayer { south: low, north: -high };
        if turn == Player::North {
            least = ByPlayer { south: -high, north: low };
        }
        // A margin by repetition may be one that no end of the game itself can give.
        if on_path.is_none() {
            least = ByPlayer::new_with(|player| least[player].max(node.least[player]));
        }
        node.turn = turn;
        node.flags |= Node::SEEN | if on_path.is_some() { Node::ON_PATH } else { 0 };
        if least != node.least {
            node.flags |= Node::NEWS;
        }
        node.least = least;
    }

    /// Notes what was judged of a leaf: gives it its children, if there is room. But where all moves are equally
    /// promising, that need not be remembered, and the children wait until the next simulation wants them: most leaves
    /// never see one. The root has its children at once.
    pub(super) fn expand(&mut self, index: u32, moves: PitSet, judgement: &Judgement) {
        let priors = &judgement.priors;
        // All are compared, since to end early takes longer.
        let first = priors[0].to_bits();
        let differ = priors.iter().fold(0, |differ, prior| differ | (prior.to_bits() ^ first));
        if index > 0 && differ == 0 {
            self.node_mut(index).flags |= Node::EVEN;
            return;
        }
        // `max` also makes 0 of what is not a number.
        let promise = |pit: Pit| priors[pit.index() & 31].max(0.0);
        let sum: f32 = moves.into_iter().map(promise).sum();
        if sum > 0.0 && sum.is_finite() {
            self.grow(index, moves, |pit| promise(pit) / sum);
        } else {
            self.grow_evenly(index, moves);
        }
    }

    /// Gives a leaf children that are equally promising, and tells whether it has any now.
    pub(super) fn grow_evenly(&mut self, index: u32, moves: PitSet) -> bool {
        let even = 1.0 / f32::from(moves.len() as u8);
        self.grow(index, moves, |_| even)
    }

    /// Gives a leaf its children, if there is room, and tells whether it has any now.
    fn grow(&mut self, index: u32, moves: PitSet, prior: impl Fn(Pit) -> f32) -> bool {
        if self.node(index).is_leaf() && self.nodes.len() + moves.len() <= self.capacity {
            let first = self.nodes.len() as u32;
            let least = self.node(index).least;
            self.nodes.extend(moves.into_iter().map(|pit| Node::new(pit, prior(pit), least)));
            let node = self.node_mut(index);
            node.first = first;
            node.children = moves.len() as u8;
        }
        !self.node(index).is_leaf()
    }

    /// Mixes a share of other priors into those of the root's children, and tells whether it has any.
    pub(super) fn blend(&mut self, priors: &[f32; 32], share: f32) -> bool {
        let children = self.children(0);
        let new = |pit: Pit| priors[pit.index() & 31].max(0.0);
        let sum: f32 = children.clone().map(|child| new(self.node(child).pit())).sum();
        if sum > 0.0 && sum.is_finite() {
            for child in children {
                let node = self.node_mut(child);
                node.prior += share * (new(node.pit()) / sum - node.prior);
            }
        }
        !self.node(0).is_leaf()
    }

    /// The child that the next simulation goes to: the greatest sum of mean value and of exploration, which is the prior
    /// times the root of the visits to the parent, divided by one more than those to the child. The mean counts one
    /// visit more than there were, with the parent's mean for its value, so that it is there from the start. Children that
    /// cannot be better than another are passed over; in a node that is not settled there is always one that can.
    pub(super) fn select(&self, index: u32, goal: Goal, exploration: f32) -> u32 {
        let node = self.node(index);
        // The simulation that asks is pending in the node: without another one, no child has any.
        if node.pending == 1 {
            self.best_child::<false>(node, goal, exploration)
        } else {
            self.best_child::<true>(node, goal, exploration)
        }
    }

    /// The child that [`select`](Self::select) tells; only with `PENDING` may other simulations be on their way.
    #[inline]
    fn best_child<const PENDING: bool>(&self, node: &Node, goal: Goal, exploration: f32) -> u32 {
        let (low, _) = node.bounds(node.turn);
        let is_open = low < 0;
        let reach = exploration * root_of(node.visits + node.pending);
        // 1.0 for South, -1.0 for North. To branch takes longer, as whose turn it is cannot be predicted.
        let sign = f32::from_bits(1_f32.to_bits() | (node.turn as u32) << 31);
        let mean = sign * node.sum as f32 * inverse_of(node.visits);
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (place, child) in self.children_of(node).iter().enumerate() {
            // Most often nobody is sure of anything yet, and there is no need to look closer.
            if !(is_open & child.is_open()) && child.is_vain(node.turn, low, goal) {
                continue;
            }
            // Whatever is on its way counts as lost for now, so that the next simulation goes elsewhere.
            let pending = if PENDING { child.pending } else { 0 };
            let mut sum = sign * child.sum as f32;
            if PENDING {
                sum -= count(pending);
            }
            let score = (mean + reach * child.prior + sum) * inverse_of(1 + child.visits + pending);
            if score > best_score {
                (best, best_score) = (place as u32, score);
            }
        }
        node.first + best
    }

    /// Counts a simulation on all nodes of its path, the root first, with its value to South; and proves what can be
    /// proven now.
    pub(super) fn back_up(&mut self, path: &[u32], mut value: f64) {
        let mut news = false;
        for &index in path.iter().rev() {
            if news {
                news = self.prove(index);
            }
            let node = self.node_mut(index);
            news |= node.flags & Node::NEWS != 0;
            node.flags &= !Node::NEWS;
            node.pending -= 1;
            if let Some(proven) = node.proven() {
                value = proven;
            }
            if node.visits < u32::MAX / 2 {
                node.visits += 1;
                node.sum += value;
            }
        }
    }

    /// Takes a simulation back that brought no value.
    pub(super) fn take_back(&mut self, path: &[u32]) {
        for &index in path {
            self.node_mut(index).pending -= 1;
        }
    }

    /// Proves what the children of a node say of its margin, and tells whether that was news. The mover gets the best of
    /// the children: at least the greatest of what they are at least, at most the greatest of what they are at most.
    fn prove(&mut self, index: u32) -> bool {
        let node = *self.node(index);
        let (mut low, mut high, mut flags) = (-i16::MAX, -i16::MAX, 0);
        // By their places: from a slice the compiler takes them in eights, and there are fewer.
        for child in self.children(index) {
            let child = self.node(child);
            let (child_low, child_high) = child.bounds(node.turn);
            low = low.max(child_low);
            high = high.max(child_high);
            flags |= child.flags & Node::ON_PATH;
        }
        let (own_low, own_high) = node.bounds(node.turn);
        low = low.max(own_low);
        high = high.min(own_high).max(low);
        if node.is_leaf() || (low, high) == (own_low, own_high) {
            return false;
        }
        let node = self.node_mut(index);
        node.flags |= flags;
        node.least[node.turn] = low;
        node.least[!node.turn] = -high;
        true
    }

    /// Makes this node the root and forgets whatever is not below it, without other memory. Also forgets what was
    /// proven by a position coming up again on the path, as that path is now another.
    ///
    /// Children lie behind their parents and beside each other, so that all that is kept can move to the front in order.
    pub(super) fn cut(&mut self, root: u32) {
        self.node_mut(root).flags |= Node::KEPT;
        let mut kept = 0;
        for index in root..self.nodes.len() as u32 {
            if self.node(index).flags & Node::KEPT == 0 {
                continue;
            }
            for child in self.children(index) {
                self.node_mut(child).flags |= Node::KEPT;
            }
            // Nothing is on its way now, so this place can remember where the node will lie.
            self.node_mut(index).pending = kept;
            kept += 1;
        }
        for index in root..self.nodes.len() as u32 {
            let mut node = *self.node(index);
            if node.flags & Node::KEPT == 0 {
                continue;
            }
            let place = node.pending;
            if !node.is_leaf() {
                node.first = self.node(node.first).pending;
            }
            node.pending = 0;
            node.flags &= !Node::KEPT;
            if node.flags & Node::ON_PATH != 0 {
                node.flags &= Node::EVEN;
                node.least = ANY;
            }
            *self.node_mut(place) = node;
        }
        self.nodes.truncate(kept as usize);
    }

    /// The children of a node, best first for its player: sure wins, the surest first; then the most visited; then sure
    /// losses, the smallest first. A sure tie comes before moves that look lost, or cannot be more than a tie.
    pub(super) fn ranked(&self, index: u32) -> Vec<u32> {
        let turn = self.node(index).turn;
        let rank = |&index: &u32| {
            let child = self.node(index);
            let (low, high) = child.bounds(turn);
            if low > 0 {
                (2, i32::from(low), child.visits)
            } else if high < 0 {
                // By what is halfway between the least and the most.
                (0, i32::from(low) + i32::from(high), child.visits)
            } else {
                (1, 0, child.visits)
            }
        };
        let mut ranked: Vec<u32> = self.children(index).collect();
        ranked.sort_by(|a, b| {
            let by_prior =
                || self.node(*b).prior.partial_cmp(&self.node(*a).prior).unwrap_or(Ordering::Equal);
            rank(b).cmp(&rank(a)).then_with(by_prior)
        });
        if let Some(&first) = ranked.first() {
            let (low, high) = self.node(first).bounds(turn);
            if low < 0 && (high == 0 || high > 0 && self.node(first).mean(turn) < 0.0) {
                let tie = ranked.iter().position(|&index| self.node(index).bounds(turn).0 == 0);
                if let Some(tie) = tie {
                    ranked[..=tie].rotate_right(1);
                }
            }
        }
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_inverses_are_right_to_five_digits() {
        assert!(root_of(0).abs() < 1e-30 && inverse_of(0).abs() < 1e-30);
        // Those that are looked up and those that are not.
        for number in (1..5_000).chain((1..100).map(|number| number * number * 4_099)).chain([u32::MAX / 2]) {
            let (visits, root) = (f64::from(number), f64::from(root_of(number)));
            assert!((root * root / visits - 1.0).abs() < 2e-5, "{number}: {root}");
            assert!((f64::from(inverse_of(number)) * visits - 1.0).abs() < 1e-6, "{number}");
        }
    }
}
