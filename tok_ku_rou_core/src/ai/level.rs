//! Seven levels of play.

use super::budget::Limits;
use super::eval::Evaluate;
use super::rng::Rng;
use super::search::Search;
use super::table::{Table, TableError};
use super::tuned::{Rated, Temper, Tuned};
use super::value::Value;
use crate::{Pit, Repetition};
use core::fmt;
use core::sync::atomic::AtomicBool;

/// A computer player's strength, from 1 (a beginner) to 7 (all it has).
///
/// A level is a number of nodes to search and an amount of noise in its estimates, never a time: for a given release it
/// chooses the same move from the same position, history and seed on every machine. The low levels look but a move or
/// two ahead and misjudge what they see; none ever plays a move at random. Level seven of Kalah with exact endgames is
/// shown at [`EndgameTable`](super::EndgameTable).
///
/// ```
/// use tok_ku_rou_core::{Kalah, Position, Repetition};
/// use tok_ku_rou_core::ai::Level;
/// let start = Kalah::default();
/// let pit = Level::TWO.choose(&start, &[], Repetition::Tie, 1)?.expect("the game is not over");
/// assert!(start.legal_moves().contains(pit));
/// assert_eq!(Level::new(8), None);
/// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Level(u8);

/// What makes a level.
struct Budget {
    /// How many sowings deep to look, at most.
    depth: u8,
    /// How many sowings to make, at most.
    nodes: u64,
    /// How far an estimate may be off, in hundredths of a seed, at most.
    noise: u32,
}

impl Level {
    /// The first level.
    pub const ONE: Self = Self(1);
    /// The second level.
    pub const TWO: Self = Self(2);
    /// The third level.
    pub const THREE: Self = Self(3);
    /// The fourth level.
    pub const FOUR: Self = Self(4);
    /// The fifth level.
    pub const FIVE: Self = Self(5);
    /// The sixth level.
    pub const SIX: Self = Self(6);
    /// The seventh level, the full strength.
    pub const SEVEN: Self = Self(7);
    /// All levels, the weakest first.
    pub const ALL: [Self; 7] =
        [Self::ONE, Self::TWO, Self::THREE, Self::FOUR, Self::FIVE, Self::SIX, Self::SEVEN];

    /// The level of this number, 1 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 7 { Some(Self(number)) } else { None }
    }

    /// The level's number, 1 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn budget(self, temper: Temper) -> Budget {
        let [depth, nodes, noise] = match (self.0, temper) {
            (1, Temper::Calm) => [1, 200, 1_600],
            (2, Temper::Calm) => [1, 200, 650],
            (3, Temper::Calm) => [2, 500, 650],
            (4, Temper::Calm) => [3, 2_000, 100],
            (5, Temper::Calm) => [6, 20_000, 0],
            (6, Temper::Calm) => [255, 30_000, 0],
            (1, Temper::Wild) => [1, 200, 7_000],
            (2, Temper::Wild) => [1, 200, 3_500],
            (3, Temper::Wild) => [2, 1_000, 6_500],
            (4, Temper::Wild) => [2, 1_000, 3_000],
            (5, Temper::Wild) => [3, 4_000, 2_300],
            (6, Temper::Wild) => [255, 40_000, 0],
            (_, Temper::Calm) => [255, 3_000_000, 0],
            (_, Temper::Wild) => [255, 2_000_000, 0],
        };
        Budget { depth: depth as u8, nodes: u64::from(nodes), noise }
    }

    /// The move this level plays: for the same position, history, rule and seed always the same. `None` if the game is
    /// over.
    ///
    /// # Errors
    /// If there is no memory for its table, a few megabytes.
    pub fn choose<P>(
        self,
        position: &P,
        history: &[P],
        repetition: Repetition,
        seed: u64,
    ) -> Result<Option<Pit>, TableError>
    where
        P: Rated + Send + Sync,
    {
        self.choose_until(position, history, repetition, seed, &AtomicBool::new(false))
    }

    /// [`choose`](Self::choose), but soon after the flag is set it ends with the best move found so far, whatever legal
    /// one that is.
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use tok_ku_rou_core::{Kalah, Repetition};
    /// use tok_ku_rou_core::ai::Level;
    /// let (start, stop) = (Kalah::default(), AtomicBool::new(true));
    /// assert!(Level::SEVEN.choose_until(&start, &[], Repetition::Tie, 1, &stop)?.is_some());
    /// # Ok::<(), tok_ku_rou_core::ai::TableError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for its table, a few megabytes.
    pub fn choose_until<P>(
        self,
        position: &P,
        history: &[P],
        repetition: Repetition,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Pit>, TableError>
    where
        P: Rated + Send + Sync,
    {
        let Budget { depth, nodes, noise } = self.budget(position.temper());
        // A table of twice as many slots as there can be entries, up to 16 MiB.
        let bytes = (nodes as usize * 32).min(1 << 24);
        let search = Search::new(Table::new(bytes)?, Noisy { noise, seed }).with_repetition(repetition);
        let limits = Limits { nodes: Some(nodes), stop: Some(stop), ..Limits::depth(depth) };
        Ok(search.find(position, history, limits).best())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl TryFrom<u8> for Level {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("expected a level from 1 to 7")
    }
}

/// The tuned estimate, off by a random amount that is always the same for a position and a seed.
struct Noisy {
    noise: u32,
    seed: u64,
}

impl<P: Rated> Evaluate<P> for Noisy {
    fn evaluate(&self, position: &P) -> Value {
        let estimate = Tuned.evaluate(position);
        if self.noise == 0 {
            return estimate;
        }
        let mut rng = Rng::new(position.key() ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // The sum of two throws is more often small than large.
        let off = rng.below(self.noise + 1).cast_signed() - rng.below(self.noise + 1).cast_signed();
        Value::estimate(estimate.hundredths() + off)
    }
}
