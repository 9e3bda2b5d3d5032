//! The estimate that self-play tuned, for either game.

mod kalah;
mod multiple_laps;
mod single_laps;

use super::eval::Evaluate;
use super::value::Value;
use super::worth::Worth;
use crate::kalah::{Capture, Direction, Sweep};
use crate::tok_ku_rou::Laps;
use crate::{AnyPosition, Kalah, Pit, Position, TokKuRou};

/// A game whose positions self-play has taught us to rate.
///
/// ```
/// use tok_ku_rou_core::TokKuRou;
/// use tok_ku_rou_core::ai::{Rated, Temper, Worth};
/// let start: TokKuRou = "tok_ku_rou 12x2,multiple-laps".parse()?;
/// assert_eq!(start.temper(), Temper::Wild);
/// assert_ne!(start.worth(), &Worth::PLAIN);
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
pub trait Rated: Position {
    /// What seeds are worth under the rules of this position, as found by `examples/tune`: for Kalah on the board of six
    /// pits with four seeds each, for Tok Ku Rou on that of twelve columns with two. Other sizes borrow from the pits
    /// that are like their own. Rules so different that nothing was learned for them get [`Worth::PLAIN`].
    fn worth(&self) -> &'static Worth;

    /// The row of [`Worth::pits`] that is meant for this pit: in Kalah the pit as far from the store, in Tok Ku Rou the
    /// pit as far along the way round.
    fn row(&self, pit: Pit) -> usize;

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

/// The estimate by what seeds are worth under the rules at hand; see [`Rated::worth`].
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

impl<P: Rated> Evaluate<P> for Tuned {
    #[inline]
    fn evaluate(&self, position: &P) -> Value {
        position.worth().evaluate(position)
    }
}

/// What a lead alone is worth.
static PLAIN: Worth = Worth::PLAIN;

impl Rated for Kalah {
    #[inline]
    fn worth(&self) -> &'static Worth {
        let rules = self.rules();
        let like = rules.capture() != Capture::KeepSowing
            && rules.direction() == Direction::Counterclockwise
            // Whoever finishes gets what is left: seeds at home are worth nothing then.
            && rules.sweep() != Sweep::Finisher;
        if like { &kalah::WORTH } else { &PLAIN }
    }

    #[inline]
    fn row(&self, pit: Pit) -> usize {
        (pit.index() + kalah::PITS).saturating_sub(usize::from(self.rules().pits()))
    }

    fn temper(&self) -> Temper {
        Temper::Calm
    }
}

impl Rated for TokKuRou {
    #[inline]
    fn worth(&self) -> &'static Worth {
        match (self.rules().laps(), self.rules().columns()) {
            // On small boards what was learned on the large one lost against the plain lead.
            (_, ..8) => &PLAIN,
            (Laps::Single, _) => &single_laps::WORTH,
            (Laps::Multiple, _) => &multiple_laps::WORTH,
        }
    }

    #[inline]
    fn row(&self, pit: Pit) -> usize {
        match usize::from(self.rules().columns()) {
            12 => pit.index(),
            columns => 12 * pit.index() / columns,
        }
    }

    fn temper(&self) -> Temper {
        match self.rules().laps() {
            Laps::Single => Temper::Calm,
            Laps::Multiple => Temper::Wild,
        }
    }
}

impl Rated for AnyPosition {
    fn worth(&self) -> &'static Worth {
        match self {
            Self::TokKuRou(position) => position.worth(),
            Self::Kalah(position) => position.worth(),
        }
    }

    fn row(&self, pit: Pit) -> usize {
        match self {
            Self::TokKuRou(position) => position.row(pit),
            Self::Kalah(position) => position.row(pit),
        }
    }

    fn temper(&self) -> Temper {
        match self {
            Self::TokKuRou(position) => position.temper(),
            Self::Kalah(position) => position.temper(),
        }
    }
}
