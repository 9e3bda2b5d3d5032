//! What the tuned estimate looks at, in either game, and the weights that self-play gave it.

use super::eval::Evaluate;
use super::value::{Value, lead};
use crate::kalah::{Capture, Sweep};
use crate::tok_ku_rou::Laps;
use crate::{AnyPosition, Kalah, TokKuRou};

/// How many numbers describe a position.
pub const FEATURES: usize = 6;

/// A position that can be described by a few numbers, for an estimate that weighs them.
///
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::Features;
/// let start = Kalah::default();
/// assert_eq!(start.features(), [0, 0, 1, 1, 0, 1], "both third pits reach their store");
/// ```
pub trait Features {
    /// The numbers that describe the position to the player to move. The first one is the lead in seeds, the last one
    /// is always 1.
    ///
    /// In Kalah the others are: by how many seeds the own pits hold more than the opponent's; how many own pits would
    /// earn another move, how many of the opponent's; by how many more own pits hold seeds. In Tok Ku Rou: by how many
    /// more own pits can be lifted; how many own seeds could be captured where they lie, how many of the opponent's; by
    /// how many more occupied front pits the player faces seeds that could be captured.
    fn features(&self) -> [i32; FEATURES];

    /// What each number is worth, in hundredths of a seed, under the rules of this position: proposed by `examples/tune`
    /// and kept because they won matches of paired games. Rules that were not tuned get plain guesses.
    fn weights(&self) -> [i32; FEATURES];

    /// How much a single move can turn the game; the levels depend on it.
    fn temper(&self) -> Temper;
}

/// How much a single move can turn a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// A move changes the lead by a few seeds, and looking further ahead pays.
    Calm,
    /// A move can change the lead by half the board (multiple laps), and who starts mostly wins.
    Wild,
}

/// The weighted sum of a position's features, with the weights tuned for its rules.
///
/// ```
/// use tok_ku_rou_core::TokKuRou;
/// use tok_ku_rou_core::ai::{Limits, Search, Table, Tuned};
/// let start = TokKuRou::default();
/// let found = Search::new(Table::new(1 << 20)?, Tuned).find(&start, &[], Limits::depth(4));
/// assert!(found.best().is_some());
/// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tuned;

impl<P: Features> Evaluate<P> for Tuned {
    #[inline]
    fn evaluate(&self, position: &P) -> Value {
        Weighted(position.weights()).evaluate(position)
    }
}

/// The weighted sum of a position's features, with weights of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weighted(pub [i32; FEATURES]);

impl<P: Features> Evaluate<P> for Weighted {
    #[inline]
    fn evaluate(&self, position: &P) -> Value {
        let products = position
            .features()
            .into_iter()
            .zip(self.0)
            .map(|(feature, weight)| i64::from(feature) * i64::from(weight));
        // No sum of a few such products is beyond 64 bits, and an estimate has its own limits.
        let sum = products.sum::<i64>().clamp(-1_000_000, 1_000_000);
        Value::estimate(sum as i32)
    }
}

impl Features for Kalah {
    #[inline]
    fn features(&self) -> [i32; FEATURES] {
        let [own, opponent] = self.pit_rows();
        let seeds = [own, opponent].map(|row| i32::from(row.seeds));
        let again = [own, opponent].map(|row| i32::from(row.again));
        let full = [own, opponent].map(|row| i32::from(row.full));
        [i32::from(lead(self)), seeds[0] - seeds[1], again[0], again[1], full[0] - full[1], 1]
    }

    #[inline]
    fn weights(&self) -> [i32; FEATURES] {
        match (self.rules().capture(), self.rules().sweep()) {
            (Capture::KeepSowing, _) => [100, 10, 0, 0, 0, 0],
            (_, Sweep::Owner) => [110, -5, 200, 20, 180, 0],
            (_, Sweep::Finisher | Sweep::None) => [100, 0, 100, 0, 0, 0],
        }
    }

    fn temper(&self) -> Temper {
        Temper::Calm
    }
}

impl Features for TokKuRou {
    #[inline]
    fn features(&self) -> [i32; FEATURES] {
        let [own, opponent] = self.sides();
        [
            i32::from(own.seeds) - i32::from(opponent.seeds),
            i32::from(own.movable) - i32::from(opponent.movable),
            i32::from(own.exposed),
            i32::from(opponent.exposed),
            i32::from(own.attacks) - i32::from(opponent.attacks),
            1,
        ]
    }

    #[inline]
    fn weights(&self) -> [i32; FEATURES] {
        match self.rules().laps() {
            Laps::Single => [100, 50, -8, 12, 100, 0],
            Laps::Multiple => [100, 120, 5, -10, 40, 1500],
        }
    }

    fn temper(&self) -> Temper {
        match self.rules().laps() {
            Laps::Single => Temper::Calm,
            Laps::Multiple => Temper::Wild,
        }
    }
}

impl Features for AnyPosition {
    fn features(&self) -> [i32; FEATURES] {
        match self {
            Self::TokKuRou(position) => position.features(),
            Self::Kalah(position) => position.features(),
        }
    }

    fn weights(&self) -> [i32; FEATURES] {
        match self {
            Self::TokKuRou(position) => position.weights(),
            Self::Kalah(position) => position.weights(),
        }
    }

    fn temper(&self) -> Temper {
        match self {
            Self::TokKuRou(position) => position.temper(),
            Self::Kalah(position) => position.temper(),
        }
    }
}
