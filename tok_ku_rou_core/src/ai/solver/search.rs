//! The search that proves bounds.

use super::guide::Guide;
use super::memory::{FACTOR, Known, Memory};
use crate::ai::endgame::{EndgameTable, Ranking, Scale};
use crate::kalah::{Bare, Rules};
use crate::{Player, Position};

/// All that a search looks at.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) rules: Rules,
    pub(super) ranking: &'a Ranking,
    pub(super) scale: Scale,
    pub(super) memory: &'a Memory,
    pub(super) table: Option<&'a EndgameTable<'a>>,
    /// Positions with so many seeds or fewer are found again sooner than remembered.
    pub(super) forgotten: u8,
    pub(super) guide: &'a Guide,
}

/// A position without stores, and what is known of the margin to come.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) bare: Bare,
    pub(super) seeds: u8,
    pub(super) index: u64,
    pub(super) low: i16,
    pub(super) high: i16,
    pub(super) best: u8,
}

/// A position that a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) node: Node,
    pub(super) pit: u8,
    /// By how much the mover's store grows more than the opponent's.
    pub(super) gain: i16,
    /// Whether the mover has another move.
    pub(super) again: bool,
}

impl Child {
    const NONE: Self = Self {
        node: Node { bare: Bare { own: 0, opponent: 0 }, seeds: 0, index: 0, low: 0, high: 0, best: 7 },
        pit: 0,
        gain: 0,
        again: false,
    };

    /// The bounds for the mover.
    pub(super) fn bounds(&self) -> (i16, i16) {
        let Node { low, high, .. } = self.node;
        if self.again { (self.gain + low, self.gain + high) } else { (self.gain - high, self.gain - low) }
    }

    /// What the child must be asked in order to learn whether the mover reaches this target.
    pub(super) const fn target(&self, target: i16, scale: Scale) -> i16 {
        if self.again { target - self.gain } else { self.gain - target + scale.step() }
    }
}

/// Room for the positions that the moves of one position lead to.
pub(super) const ROOM: [Child; 7] = [Child::NONE; 7];

/// The search was told to stop.
pub(super) struct Stopped;

impl Ground<'_> {
    /// What is known of a position.
    pub(super) fn node(&self, bare: Bare) -> Node {
        let mut node = self.place(bare);
        self.look_up(&mut node);
        node
    }

    #[inline]
    fn place(&self, bare: Bare) -> Node {
        let seeds = bare.seeds();
        let index = if seeds == 0 { 0 } else { self.ranking.index(bare) };
        Node { bare, seeds, index, low: -i16::from(seeds), high: i16::from(seeds), best: 7 }
    }

    #[inline]
    fn look_up(&self, node: &mut Node) {
        if node.seeds == 0 {
            return;
        }
        if let Some(table) = self.table.filter(|table| node.seeds <= table.seeds()) {
            // The numbers are the same in both rankings, since those with fewer seeds come first.
            node.low = table.to_come_at(node.index, node.seeds);
            node.high = node.low;
        } else if node.seeds > self.forgotten {
            let known = self.memory.get(node.index);
            node.low = self.scale.margin(u16::from(known.low), node.seeds);
            node.high = self.scale.margin(self.scale.most(node.seeds) - u16::from(known.slack), node.seeds);
            node.best = known.best;
        }
    }

    /// Remembers the bounds of a node.
    #[inline]
    fn remember(&self, node: &Node) {
        if node.seeds > self.forgotten {
            let low = self.scale.number(node.low, node.seeds) as u8;
            let slack = (self.scale.most(node.seeds) - self.scale.number(node.high, node.seeds)) as u8;
            self.memory.put(node.index, Known { low, slack, best: node.best });
        }
    }

    /// Reads something of what [`look_up`](Self::look_up) will look at.
    #[inline]
    fn touch(&self, node: &Node) -> u64 {
        match self.table {
            // Nothing is kept of a game that is over, and a table may hold nothing else.
            _ if node.seeds == 0 => 0,
            Some(table) if node.seeds <= table.seeds() => table.touch(node.index),
            _ if node.seeds > self.forgotten => self.memory.touch(node.index),
            _ => 0,
        }
    }

    /// All moves, in the order of their pits, with what is known of where they lead.
    #[inline]
    pub(super) fn children<'c>(&self, bare: Bare, room: &'c mut [Child; 7]) -> &'c mut [Child] {
        let position = bare.position(self.rules);
        let mut count = 0;
        for (pit, child) in position.legal_moves().into_iter().zip(&mut *room) {
            let mut next = position;
            next.play_unchecked(pit);
            let again = next.turn() == Player::South;
            let gain = if again { next.store_margin() } else { -next.store_margin() };
            *child = Child { node: self.place(next.bare()), pit: pit.number(), gain, again };
            count += 1;
        }
        let children = &mut room[..count];
        // Nothing depends on what is read here, so the processor waits for all of it at once.
        core::hint::black_box(children.iter().fold(0, |all, child| all ^ self.touch(&child.node)));
        for child in &mut *children {
            self.look_up(&mut child.node);
        }
        children
    }
}

/// One thread's search.
pub(super) struct Worker<'a, 'b> {
    ground: Ground<'a>,
    /// How many sowings it has made.
    pub(super) nodes: u64,
    next_look: u64,
    /// Asked now and then: whether to go on, after so many sowings.
    go_on: &'b mut dyn FnMut(u64) -> bool,
    /// It changes the order of moves a little, so that threads look at different ones first.
    salt: u64,
}

/// The order of a child that is not to be looked at.
const CLOSED: i32 = i32::MIN;

/// After how many sowings to ask whether to go on.
const LOOK: u64 = 1 << 16;

impl<'a, 'b> Worker<'a, 'b> {
    pub(super) fn new(ground: Ground<'a>, thread: u64, go_on: &'b mut dyn FnMut(u64) -> bool) -> Self {
        Self { ground, nodes: 0, next_look: LOOK, go_on, salt: thread.wrapping_mul(FACTOR) }
    }

    /// Narrows the bounds of a node to one side of the target: afterwards its low bound is at least the target, or its
    /// high bound is less. The target must be a margin that the node can have.
    pub(super) fn prove(&mut self, node: &mut Node, target: i16) -> Result<(), Stopped> {
        if node.low >= target || node.high < target {
            return Ok(());
        }
        let mut room = ROOM;
        let children = self.ground.children(node.bare, &mut room);
        self.nodes += children.len() as u64;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK;
            if !(self.go_on)(self.nodes) {
                return Err(Stopped);
            }
        }
        if let Some(child) = children.iter().find(|child| child.bounds().0 >= target) {
            self.succeed(node, child);
            return Ok(());
        }
        // Those that can reach the target, by how soon to look at them.
        let mut orders = [CLOSED; 7];
        for (order, child) in orders.iter_mut().zip(&*children) {
            if child.bounds().1 >= target {
                *order = self.order(node, child);
            }
        }
        loop {
            let (mut at, mut most) = (0, CLOSED);
            for (place, &order) in orders.iter().enumerate() {
                (at, most) = if order > most { (place, order) } else { (at, most) };
            }
            if most == CLOSED {
                break;
            }
            orders[at] = CLOSED;
            let child = &mut children[at];
            self.prove_child(child, target)?;
            if child.bounds().0 >= target {
                self.succeed(node, child);
                return Ok(());
            }
        }
        // The most that any move can still reach.
        let high = children.iter().map(|child| child.bounds().1).max().unwrap_or(node.high);
        node.high = node.high.min(high);
        self.ground.remember(node);
        Ok(())
    }

    /// The same for the bounds of a child as its mover sees them.
    pub(super) fn prove_child(&mut self, child: &mut Child, target: i16) -> Result<(), Stopped> {
        let target = child.target(target, self.ground.scale);
        self.prove(&mut child.node, target)
    }

    /// Takes the low bound that a move has proved.
    fn succeed(&self, node: &mut Node, child: &Child) {
        node.low = child.bounds().0;
        node.best = child.pit;
        self.ground.remember(node);
    }

    /// How soon to look at a child: the greatest number comes first.
    #[inline]
    fn order(&self, node: &Node, child: &Child) -> i32 {
        // The upper bits of a product are as good as random.
        let noise = child.node.index.wrapping_mul(self.salt) >> 56;
        self.ground.guide.order(node, child) + noise as i32
    }
}

impl Worker<'_, '_> {
    /// A best move of a position that is not over.
    pub(super) fn best(&mut self, bare: Bare) -> Result<Child, Stopped> {
        let mut node = self.ground.node(bare);
        let step = self.ground.scale.step();
        while node.low < node.high {
            // The middle, rounded up to a margin that the node can have.
            let target = node.low + step * ((node.high - node.low) / step + 1).div_euclid(2);
            self.prove(&mut node, target)?;
        }
        let mut room = ROOM;
        let children = self.ground.children(bare, &mut room);
        children.sort_by_key(|child| (child.pit != node.best, core::cmp::Reverse(child.bounds().0)));
        for child in children {
            self.prove_child(child, node.low)?;
            if child.bounds().0 >= node.low {
                return Ok(*child);
            }
        }
        Err(Stopped)
    }
}
