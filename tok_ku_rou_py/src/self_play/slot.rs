//! One game that plays against itself, move by move, with the tree of what it knows.

use super::noise::{dirichlet, fraction};
use crate::batch::course::Course;
use crate::batch::games::stream;
use std::sync::atomic::{AtomicBool, Ordering};
use tok_ku_rou_core::ai::{
    Estimates, Explored, Goal, Judge, Judgement, Playouts, Rated, Rng, TreeError, TreeSearch, Tuned,
};
use tok_ku_rou_core::{Pit, Player, Position};

/// How games play against themselves.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) simulations: u64,
    pub(super) batch: usize,
    pub(super) exploration: f32,
    pub(super) temperature: f64,
    pub(super) temperature_plies: u32,
    pub(super) noise: f32,
    pub(super) alpha: f64,
    pub(super) max_plies: u32,
    pub(super) target: Goal,
    pub(super) seed: u64,
}

impl Terms {
    /// Memory for the tree of one move and for what is kept of the one before, within reason.
    fn bytes(&self, pits: u8) -> usize {
        let nodes = 2 * self.simulations * u64::from(pits) + 64;
        (32 * nodes).min(1 << 26) as usize
    }
}

/// One move of a finished game.
pub(super) struct Ply<P> {
    pub(super) position: P,
    pub(super) earlier: u16,
    /// How much of the search went to each pit.
    pub(super) policy: [f32; 32],
}

/// A finished game: its moves, and what it is worth to South.
pub(super) struct Played<P> {
    pub(super) plies: Vec<Ply<P>>,
    pub(super) south: f32,
}

impl<P: Position> Played<P> {
    /// What the game is worth to this player.
    pub(super) fn worth(&self, player: Player) -> f32 {
        // Not `-south`, since a tie is 0 to both and -0 to nobody.
        if player == Player::South { self.south } else { 0.0 - self.south }
    }
}

/// A game under way.
pub(super) struct Slot<P> {
    course: Course<P>,
    search: TreeSearch<P, ()>,
    rng: Rng,
    playouts: Playouts,
    /// How many simulations were made for the coming move.
    made: u64,
    /// What is still to be mixed into the priors of the coming move.
    noise: Option<[f32; 32]>,
    /// The positions that came up twice in this game, each twice.
    twice: Vec<P>,
    plies: Vec<Ply<P>>,
    /// Whether it has thought its move of this round out.
    is_done: bool,
}

impl<P: Position> Slot<P> {
    /// The game of this number.
    pub(super) fn new(start: &P, number: usize, terms: &Terms) -> Result<Self, TreeError> {
        let search = TreeSearch::new(start.clone(), (), terms.bytes(start.pits()))?
            .with_goal(terms.target)
            .with_exploration(terms.exploration)
            .with_batch(terms.batch);
        let mut slot = Self {
            course: Course::new(start.clone()),
            search,
            rng: Rng::new(0),
            playouts: Playouts::new(0),
            made: 0,
            noise: None,
            twice: Vec::new(),
            plies: Vec::new(),
            is_done: false,
        };
        slot.begin(start, number, terms);
        Ok(slot)
    }

    /// Begins the game of this number. Its random numbers do not depend on any other game.
    pub(super) fn begin(&mut self, start: &P, number: usize, terms: &Terms) {
        self.rng = stream(terms.seed, number);
        self.playouts = Playouts::new(self.rng.next_u64());
        self.twice.clear();
        self.plies.clear();
        self.course.begin(start.clone());
        self.search.set_position(start.clone());
        self.search.remember(&[]);
        self.consider(terms);
    }

    /// The game, if it is finished; another one is to begin then.
    pub(super) fn take(&mut self, terms: &Terms, seeds: f32) -> Option<Played<P>> {
        self.course.end()?;
        let plies = std::mem::take(&mut self.plies);
        Some(Played { plies, south: self.course.worth(terms.target, seeds) })
    }

    /// Begins to think about a move.
    fn consider(&mut self, terms: &Terms) {
        self.made = 0;
        self.noise = (terms.noise > 0.0).then(|| dirichlet(self.course.legal(), terms.alpha, &mut self.rng));
    }

    /// Whether the move can be made.
    fn is_ready(&self, terms: &Terms) -> bool {
        self.made >= terms.simulations || self.course.legal().len() < 2 || self.search.is_settled()
    }

    /// Goes down the tree until positions wait for a judgement, unless the move can be made.
    pub(super) fn gather(&mut self, terms: &Terms) {
        if !self.is_ready(terms) {
            self.made += self.search.gather();
        }
    }

    /// The positions that wait for a judgement.
    pub(super) fn leaves(&self) -> &[P] {
        self.search.leaves()
    }

    /// How often a position that waits came up in the game before.
    pub(super) fn earlier(&self, leaf: &P) -> u16 {
        self.course.count(leaf)
    }

    /// Takes the judgements in and makes the move if it can be made; tells whether it was.
    pub(super) fn settle(&mut self, judgements: &[Judgement], terms: &Terms) -> bool {
        self.made += self.search.settle(judgements);
        self.stir(terms);
        let is_ready = self.is_ready(terms);
        if is_ready {
            self.play(terms);
        }
        is_ready
    }

    /// Mixes noise into the priors, once the root has some.
    fn stir(&mut self, terms: &Terms) {
        if let Some(noise) = &self.noise
            && self.search.blend_priors(noise, terms.noise)
        {
            self.noise = None;
        }
    }

    /// Thinks until its move of this round is made, with playouts or the tuned estimate as the judge, or until the flag
    /// is set.
    pub(super) fn think(&mut self, has_playouts: bool, terms: &Terms, stop: &AtomicBool)
    where
        P: Rated,
    {
        let mut judgements = Vec::new();
        while !self.is_done && !stop.load(Ordering::Relaxed) {
            self.gather(terms);
            judgements.clear();
            judgements.resize(self.search.leaves().len(), Judgement::EVEN);
            if has_playouts {
                self.playouts.judge(self.search.leaves(), &mut judgements);
            } else {
                Estimates::new(Tuned).judge(self.search.leaves(), &mut judgements);
            }
            self.is_done = self.settle(&judgements, terms);
        }
    }

    /// Whether its move of this round is made.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Begins the next round.
    pub(super) fn go_on(&mut self) {
        self.is_done = false;
    }

    /// Makes the move.
    fn play(&mut self, terms: &Terms) {
        let weights = weights(&self.search.explored());
        let sum: f64 = weights.iter().map(|weight| weight.1).sum();
        let mut policy = [0.0; 32];
        for &(pit, weight) in &weights {
            policy[pit.index()] = (weight / sum) as f32;
        }
        let has_temperature = (self.plies.len() as u64) < u64::from(terms.temperature_plies);
        let pit = pick(&weights, if has_temperature { terms.temperature } else { 0.0 }, &mut self.rng);
        let position = self.course.position().clone();
        let earlier = self.course.earlier();
        if earlier == 1 {
            self.twice.extend([position.clone(), position.clone()]);
        }
        self.plies.push(Ply { position, earlier, policy });
        self.course.play(pit, terms.max_plies);
        if self.course.end().is_none() {
            self.search.advance(pit).expect("a branch of the tree is a legal move");
            self.search.remember(&self.twice);
            self.consider(terms);
            self.stir(terms);
        }
    }
}

/// How much each move is worth playing, the best first: how often it was visited, but nothing for those that are proven
/// to be worse than others.
fn weights(explored: &Explored) -> Vec<(Pit, f64)> {
    let (low, high) = explored.margin;
    let is_as_good = |(least, most): (i16, i16)| {
        if low == high {
            least >= low
        } else if low.signum() == high.signum() {
            least.signum() >= low.signum()
        } else {
            most >= 0
        }
    };
    let moves = explored.branches.iter().filter(|branch| is_as_good(branch.margin));
    let mut weights: Vec<_> = moves.map(|branch| (branch.pit, f64::from(branch.visits))).collect();
    if weights.iter().all(|weight| weight.1 == 0.0) {
        for weight in &mut weights {
            weight.1 = 1.0;
        }
    }
    weights
}

/// One of these moves: the heaviest (of several, the first) at temperature 0, by weight at 1.
fn pick(weights: &[(Pit, f64)], temperature: f64, rng: &mut Rng) -> Pit {
    let heaviest = weights.iter().map(|weight| weight.1).fold(0.0, f64::max);
    if temperature > 0.0 {
        let heat = |&(pit, weight): &(Pit, f64)| (pit, libm::pow(weight / heaviest, 1.0 / temperature));
        let heated: Vec<_> = weights.iter().map(heat).collect();
        let mut left = fraction(rng) * heated.iter().map(|&(_, heat)| heat).sum::<f64>();
        for (pit, heat) in heated {
            left -= heat;
            if left < 0.0 {
                return pit;
            }
        }
    }
    let best = weights.iter().find(|weight| weight.1 >= heaviest);
    best.expect("a game that goes on has a move").0
}
