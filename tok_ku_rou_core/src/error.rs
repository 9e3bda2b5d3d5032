//! What can be wrong with a move, with rules, with a set-up and with text.

use crate::{Pit, Player};
use core::error::Error;
use core::fmt;

/// Why a move cannot be played.
///
/// ```
/// use tok_ku_rou_core::{Pit, Position, TokKuRou};
/// let error = TokKuRou::default().play(Pit::new(24)).unwrap_err();
/// assert_eq!(error.to_string(), "expected pit 1 to 24, found 25");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum PlayError {
    /// The board has no such pit.
    NoSuchPit {
        /// The pit asked for.
        pit: Pit,
        /// How many pits a player has.
        pits: u8,
    },
    /// The pit holds too few seeds to be lifted.
    TooFewSeeds {
        /// The pit asked for.
        pit: Pit,
        /// How many seeds it holds.
        seeds: u8,
        /// How many it takes.
        needed: u8,
    },
    /// The game is over.
    Over,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoSuchPit { pit, pits } => {
                write!(f, "expected pit 1 to {pits}, found {}", u16::from(pit.number()) + 1)
            }
            Self::TooFewSeeds { seeds, needed, .. } => {
                write!(f, "expected at least {}, found {seeds} there", Seeds(needed))
            }
            Self::Over => f.write_str("expected a game in progress, found one that is over"),
        }
    }
}

/// A number of seeds in words: `1 seed`, `2 seeds`.
struct Seeds(u8);

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seed{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Why there are no such rules.
///
/// ```
/// use tok_ku_rou_core::kalah;
/// let error = kalah::Rules::new(8, 4).unwrap_err();
/// assert_eq!(error.to_string(), "expected 1 to 7 pits a row, found 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RulesError {
    /// Kalah has 1 to 7 pits a row.
    Pits {
        /// The number asked for.
        found: u8,
    },
    /// Tok Ku Rou has 1 to 13 columns.
    Columns {
        /// The number asked for.
        found: u8,
    },
    /// The number of seeds a pit starts with has limits.
    Seeds {
        /// The number asked for.
        found: u8,
        /// The largest one allowed.
        max: u8,
    },
    /// At most 255 seeds are on the board.
    Total {
        /// The number that these rules would make.
        found: u16,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pits { found } => write!(f, "expected 1 to 7 pits a row, found {found}"),
            Self::Columns { found } => write!(f, "expected 1 to 13 columns, found {found}"),
            Self::Seeds { found, max } => write!(f, "expected 1 to {max} seeds a pit, found {found}"),
            Self::Total { found } => write!(f, "expected at most 255 seeds in all, found {found}"),
        }
    }
}

/// Why a set-up is not a position.
///
/// ```
/// use tok_ku_rou_core::{Kalah, kalah::Setup};
/// let mut setup = Setup::default();
/// setup.stores.south = 250;
/// let error = Kalah::try_from(setup).unwrap_err();
/// assert_eq!(error.to_string(), "expected at most 255 seeds in all, found 298");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SetupError {
    /// At most 255 seeds are on the board.
    Total {
        /// How many there are.
        found: u16,
    },
    /// A pit beyond the size of the board holds seeds.
    UnusedPit {
        /// Whose pit it is.
        player: Player,
        /// The pit.
        pit: Pit,
    },
    /// The position is marked as endless, but its rules have single laps.
    EndlessSingleLap,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Total { found } => write!(f, "expected at most 255 seeds in all, found {found}"),
            Self::UnusedPit { player, pit } => {
                write!(
                    f,
                    "expected nothing beyond the board, found seeds in {player} pit {}",
                    u16::from(pit.number()) + 1
                )
            }
            Self::EndlessSingleLap => {
                f.write_str("expected multiple laps of an endless sow, found single laps")
            }
        }
    }
}

/// Why a text could not be read: the part that was expected, where, and what was there instead.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Part};
/// let error = "kalah 4,4,4,4,4,4/4,4,4,x,4,4 0,0 s 6x4".parse::<Kalah>().unwrap_err();
/// assert_eq!((error.part, error.at), (Part::Seeds, 24));
/// assert_eq!(error.to_string(), "byte 24: expected a number of seeds from 0 to 255, found 'x'");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ParseError {
    /// What was being read.
    pub part: Part,
    /// The byte at which it was expected, counted from 0.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Problem {
    /// Something else stands there: this character, or the end of the text.
    Found(Option<char>),
    /// A number stands there that is too large.
    TooLarge,
    /// It stands there a second time, or contradicts what stands before.
    Repeated,
    /// It does not fit the rest of the text.
    Mismatch,
    /// These rules do not exist.
    Rules(RulesError),
    /// This set-up is not a position.
    Setup(SetupError),
    /// This move cannot be played.
    Play(PlayError),
}

/// A part of a text that can be wrong. Its `Display` completes "expected ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Part {
    /// The name of the game.
    Game,
    /// The number of seeds in a pit or store.
    Seeds,
    /// The comma between two numbers or words.
    Comma,
    /// The slash between two rows.
    Slash,
    /// Whose turn it is.
    Turn,
    /// The size of the board and the seeds a pit.
    Size,
    /// The number of pits a row, alone.
    Pits,
    /// A rule that differs from the default.
    Rule,
    /// Nothing more.
    End,
    /// The whole board.
    Board,
    /// The name of a move.
    Move,
    /// The opening bracket of a Kalah Game Protocol board.
    OpenBracket,
    /// The closing bracket of a Kalah Game Protocol board.
    CloseBracket,
    /// Why a game was over.
    Reason,
    /// The tags that say where a game begins.
    Start,
    /// A tag line of a record.
    Tag,
    /// The value of a tag.
    TagValue,
    /// The result of a game.
    Result,
    /// The end of a comment.
    CommentEnd,
    /// A limit or repetition rule of an adjudication.
    Adjudication,
    /// A field of a match.
    Match,
    /// A whole number.
    Number,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Game => "the game, `kalah` or `tok_ku_rou`",
            Self::Seeds => "a number of seeds from 0 to 255",
            Self::Comma => "a comma",
            Self::Slash => "a slash",
            Self::Turn => "the turn, `s` or `n`",
            Self::Size => "the size of the board, such as `6x4`",
            Self::Pits => "the number of pits a row",
            Self::Rule => "a rule of this game",
            Self::End => "the end of the text",
            Self::Board => "a board",
            Self::Move => "the name of a pit",
            Self::OpenBracket => "`<`",
            Self::CloseBracket => "`>`",
            Self::Reason => "the reason of a result",
            Self::Start => "the tags `Game` and `Rules`, or `Setup`",
            Self::Tag => "a tag line such as `[Game \"kalah\"]`",
            Self::TagValue => "the value of this tag",
            Self::Result => "the result that the moves lead to, `1-0`, `0-1`, `1/2-1/2` or `*`",
            Self::CommentEnd => "the `}` of a comment",
            Self::Adjudication => "`repetition-tie`, `repetition-count`, `plies N` or `no-capture N`",
            Self::Match => {
                "a match such as `match 2-1 ties 0 seeds 80-64 starts alternate last first second`"
            }
            Self::Number => "a whole number",
        })
    }
}

impl ParseError {
    /// The error of a text in which something else stands at `at` than `part`.
    pub(crate) fn expected(part: Part, text: &str, at: usize) -> Self {
        Self { part, at, problem: Problem::Found(text.get(at..).and_then(|rest| rest.chars().next())) }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, at, problem } = self;
        match problem {
            Problem::Found(Some(found)) => write!(f, "byte {at}: expected {part}, found {found:?}"),
            Problem::Found(None) => write!(f, "byte {at}: expected {part}, found the end of the text"),
            Problem::TooLarge => write!(f, "byte {at}: expected {part}, found a larger number"),
            Problem::Repeated => write!(f, "byte {at}: expected {part} once, found a second one"),
            Problem::Mismatch => {
                write!(f, "byte {at}: expected {part} that fits the rest, found another")
            }
            Problem::Rules(error) => write!(f, "byte {at}: {error}"),
            Problem::Setup(error) => write!(f, "byte {at}: {error}"),
            Problem::Play(error) => write!(f, "byte {at}: {error}"),
        }
    }
}

impl Error for PlayError {}
impl Error for RulesError {}
impl Error for SetupError {}

impl Error for ParseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            Problem::Rules(error) => Some(error),
            Problem::Setup(error) => Some(error),
            Problem::Play(error) => Some(error),
            Problem::Found(_) | Problem::TooLarge | Problem::Repeated | Problem::Mismatch => None,
        }
    }
}
