//! The one trait of both games, and the enum of both.

use crate::{
    ByPlayer, Kalah, MoveName, Observer, Outcome, ParseError, Path, Pit, PitSet, Place, PlayError, Player,
    TokKuRou,
};
use core::fmt::{self, Display};
use core::hash::Hash;
use core::str::FromStr;

/// A position of one of the games, with the rules it is played under.
///
/// A move is a [`Pit`] of the player to move. It may leave the turn with the mover (Kalah): compare
/// [`turn`](Self::turn) before and after. There are no pass moves.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Position, TokKuRou};
/// fn longest_name<P: Position>(position: &P) -> Option<String> {
///     position.legal_moves().into_iter().map(|pit| position.move_name(pit).to_string()).max_by_key(String::len)
/// }
/// assert_eq!(longest_name(&Kalah::default()).as_deref(), Some("6"));
/// assert_eq!(longest_name(&TokKuRou::default()).as_deref(), Some("f10"));
/// ```
pub trait Position: Clone + Eq + Hash + Display + FromStr<Err = ParseError> {
    /// The game's name in notation; of [`AnyPosition`], what stands for either.
    const GAME: &'static str;

    /// The name of this position's game in notation.
    fn game(&self) -> &'static str {
        Self::GAME
    }

    /// The start under the same rules, South to move.
    #[must_use]
    fn start(&self) -> Self;

    /// The same board with this player to move.
    #[must_use]
    fn with_turn(&self, turn: Player) -> Self;

    /// The rules as text: the size, then what differs from the defaults.
    fn rules_text(&self) -> impl Display;

    /// Whether a position can come up again in a game under these rules.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Position, TokKuRou};
    /// assert!(!Kalah::default().can_repeat() && TokKuRou::default().can_repeat());
    /// ```
    fn can_repeat(&self) -> bool;

    /// The player to move; of a finished position, the opponent of the last mover.
    fn turn(&self) -> Player;

    /// How many pits a player has. Both players share these actions.
    fn pits(&self) -> u8;

    /// How the board lies on the table.
    ///
    /// ```
    /// use tok_ku_rou_core::{Layout, Position, TokKuRou};
    /// assert_eq!(TokKuRou::default().layout(), Layout { columns: 12, rows: 2, stores: false });
    /// ```
    fn layout(&self) -> Layout;

    /// The way along which the player to move sows.
    fn path(&self) -> Path;

    /// How many seeds lie in this place; 0 where the board has no such place.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Pit, Place, Player, Position};
    /// let start = Kalah::default();
    /// assert_eq!(start.seeds(Place::Pit(Player::North, Pit::new(5))), 4);
    /// assert_eq!(start.seeds(Place::Store(Player::North)), 0);
    /// ```
    fn seeds(&self, place: Place) -> u8;

    /// The pits that the player to move may lift; empty if and only if the game is over.
    ///
    /// ```
    /// use tok_ku_rou_core::{Position, TokKuRou};
    /// let position: TokKuRou = "tok_ku_rou 1,1/1,1/1,2/3,0 s 2x2".parse()?;
    /// assert_eq!(position.legal_moves().bits(), 0b0101, "one seed is not enough to lift");
    /// # Ok::<(), tok_ku_rou_core::ParseError>(())
    /// ```
    fn legal_moves(&self) -> PitSet;

    /// How the game ended, or `None` if it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// What each player has: seeds in the store (Kalah) or on the own side (Tok Ku Rou).
    fn scores(&self) -> ByPlayer<u8>;

    /// The least and the greatest final margin that can still come about, in seeds, for the player to move. Of a
    /// finished position both are the margin.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Position};
    /// let position: Kalah = "kalah 0,0,1/0,2,0 9,3 n 3x3".parse()?;
    /// assert_eq!(position.margin_bounds(), (-9, -3), "six behind, with three seeds to come");
    /// # Ok::<(), tok_ku_rou_core::ParseError>(())
    /// ```
    fn margin_bounds(&self) -> (i16, i16);

    /// A hash of the board, the turn, the rules and whether an endless sow ended it: the same on every machine.
    fn key(&self) -> u64;

    /// The name of this move. A pit that the board does not have gets a name too, which no reader accepts.
    fn move_name(&self, pit: Pit) -> MoveName;

    /// Reads the name of a move; blanks around it do not matter. Whether the move is legal is another question.
    ///
    /// ```
    /// use tok_ku_rou_core::{Pit, Position, TokKuRou};
    /// let start = TokKuRou::default();
    /// assert_eq!(start.parse_move("f12"), Ok(Pit::new(12)));
    /// assert_eq!(start.move_name(Pit::new(12)).to_string(), "f12");
    /// ```
    ///
    /// # Errors
    /// If the text is not the name of a pit of this board.
    fn parse_move(&self, text: &str) -> Result<Pit, ParseError>;

    /// Whether this move can be played.
    ///
    /// # Errors
    /// Why not, if it cannot.
    fn check(&self, pit: Pit) -> Result<(), PlayError>;

    /// Plays this move and tells the observer each event. This is the only code that sows.
    ///
    /// # Panics
    /// In debug builds, if the move is not legal. Otherwise an illegal move leaves some valid position.
    fn play_observed<O: Observer>(&mut self, pit: Pit, observer: &mut O);

    /// Plays this move unobserved.
    ///
    /// # Panics
    /// In debug builds, if the move is not legal. Otherwise an illegal move leaves some valid position.
    #[expect(clippy::inline_always, reason = "whether to inline is for what it calls to say")]
    #[inline(always)]
    fn play_unchecked(&mut self, pit: Pit) {
        self.play_observed(pit, &mut ());
    }

    /// The position after this move.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Pit, PlayError, Position};
    /// let next = Kalah::default().play(Pit::new(2))?;
    /// assert_eq!(next.to_string(), "kalah 4,4,4,4,4,4/4,4,0,5,5,5 1,0 s 6x4");
    /// let error = PlayError::TooFewSeeds { pit: Pit::new(2), seeds: 0, needed: 1 };
    /// assert_eq!(next.play(Pit::new(2)), Err(error));
    /// # Ok::<(), PlayError>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal.
    fn play(&self, pit: Pit) -> Result<Self, PlayError> {
        self.check(pit)?;
        let mut next = self.clone();
        next.play_unchecked(pit);
        Ok(next)
    }
}

/// How a board lies on the table. Pit numbers run from the owner's left to right in the row next to the owner, and
/// back from right to left in the second row, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layout {
    /// How many pits lie side by side in a row.
    pub columns: u8,
    /// How many rows each player has: one or two.
    pub rows: u8,
    /// Whether each player has a store at the right hand.
    pub stores: bool,
}

impl Layout {
    /// The pits of one row as they lie on the table, left to right from South's chair. `row` counts from the
    /// owner's side: 0 is the row next to the owner, anything else the second.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Pit, Player, Position};
    /// let layout = Kalah::default().layout();
    /// assert!(layout.row(Player::North, 0).eq([5, 4, 3, 2, 1, 0].map(Pit::new)));
    /// ```
    #[must_use]
    pub fn row(
        self,
        player: Player,
        row: u8,
    ) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator + Clone {
        // South's first row and North's second run from left to right, the other two from right to left.
        let backwards = (player == Player::South) == (row == 1);
        let first = if row == 0 { 0 } else { self.columns };
        (0..self.columns).map(move |column| {
            let along = if backwards { self.columns - 1 - column } else { column };
            Pit::new(first.wrapping_add(along))
        })
    }
}

/// A position of either game, for programs that learn only when they run which game is played.
///
/// ```
/// use tok_ku_rou_core::{AnyPosition, Position};
/// let any: AnyPosition = "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4".parse()?;
/// assert_eq!(any.game(), "kalah");
/// assert!(matches!(any, AnyPosition::Kalah(_)));
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum AnyPosition {
    /// A position of Tok Ku Rou.
    TokKuRou(TokKuRou),
    /// A position of Kalah.
    Kalah(Kalah),
}

/// Does the same with the position of whichever game it is.
macro_rules! either {
    ($self:expr, $position:ident => $value:expr) => {
        match $self {
            AnyPosition::TokKuRou($position) => $value,
            AnyPosition::Kalah($position) => $value,
        }
    };
}

impl From<TokKuRou> for AnyPosition {
    fn from(position: TokKuRou) -> Self {
        Self::TokKuRou(position)
    }
}

impl From<Kalah> for AnyPosition {
    fn from(position: Kalah) -> Self {
        Self::Kalah(position)
    }
}

/// The position itself, if it is one of Tok Ku Rou; else it comes back.
impl TryFrom<AnyPosition> for TokKuRou {
    type Error = AnyPosition;

    fn try_from(position: AnyPosition) -> Result<Self, AnyPosition> {
        match position {
            AnyPosition::TokKuRou(position) => Ok(position),
            AnyPosition::Kalah(_) => Err(position),
        }
    }
}

/// The position itself, if it is one of Kalah; else it comes back.
///
/// ```
/// use tok_ku_rou_core::{AnyPosition, Kalah, TokKuRou};
/// let any = AnyPosition::from(Kalah::default());
/// assert_eq!(Kalah::try_from(any), Ok(Kalah::default()));
/// assert_eq!(TokKuRou::try_from(any), Err(any));
/// ```
impl TryFrom<AnyPosition> for Kalah {
    type Error = AnyPosition;

    fn try_from(position: AnyPosition) -> Result<Self, AnyPosition> {
        match position {
            AnyPosition::Kalah(position) => Ok(position),
            AnyPosition::TokKuRou(_) => Err(position),
        }
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        either!(self, position => position.fmt(f))
    }
}

impl FromStr for AnyPosition {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.trim_start().starts_with(Kalah::GAME) {
            text.parse().map(Self::Kalah)
        } else {
            text.parse().map(Self::TokKuRou)
        }
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(AnyPosition, "a position in notation");

/// The rules of either game as text.
enum AnyRules {
    TokKuRou(crate::tok_ku_rou::Rules),
    Kalah(crate::kalah::Rules),
}

impl Display for AnyRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TokKuRou(rules) => rules.fmt(f),
            Self::Kalah(rules) => rules.fmt(f),
        }
    }
}

impl Position for AnyPosition {
    const GAME: &'static str = "any";

    fn game(&self) -> &'static str {
        either!(self, position => position.game())
    }

    fn start(&self) -> Self {
        either!(self, position => position.start().into())
    }

    fn with_turn(&self, turn: Player) -> Self {
        either!(self, position => position.with_turn(turn).into())
    }

    fn rules_text(&self) -> impl Display {
        match self {
            Self::TokKuRou(position) => AnyRules::TokKuRou(position.rules()),
            Self::Kalah(position) => AnyRules::Kalah(position.rules()),
        }
    }

    fn can_repeat(&self) -> bool {
        either!(self, position => position.can_repeat())
    }

    fn turn(&self) -> Player {
        either!(self, position => position.turn())
    }

    fn pits(&self) -> u8 {
        either!(self, position => position.pits())
    }

    fn layout(&self) -> Layout {
        either!(self, position => position.layout())
    }

    fn path(&self) -> Path {
        either!(self, position => position.path())
    }

    fn seeds(&self, place: Place) -> u8 {
        either!(self, position => position.seeds(place))
    }

    fn legal_moves(&self) -> PitSet {
        either!(self, position => position.legal_moves())
    }

    fn outcome(&self) -> Option<Outcome> {
        either!(self, position => position.outcome())
    }

    fn scores(&self) -> ByPlayer<u8> {
        either!(self, position => position.scores())
    }

    fn margin_bounds(&self) -> (i16, i16) {
        either!(self, position => position.margin_bounds())
    }

    fn key(&self) -> u64 {
        either!(self, position => position.key())
    }

    fn move_name(&self, pit: Pit) -> MoveName {
        either!(self, position => position.move_name(pit))
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        either!(self, position => position.parse_move(text))
    }

    fn check(&self, pit: Pit) -> Result<(), PlayError> {
        either!(self, position => position.check(pit))
    }

    fn play_observed<O: Observer>(&mut self, pit: Pit, observer: &mut O) {
        either!(self, position => position.play_observed(pit, observer));
    }
}
