//! How a game ended.

use crate::{ByPlayer, Player};
use core::fmt;

/// How a game ended: who won, if anyone, and why it was over.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Outcome, Player, Position, Reason};
/// let over: Kalah = "kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4".parse()?;
/// assert_eq!(over.outcome(), Some(Outcome { winner: Some(Player::South), reason: Reason::SideEmpty }));
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Outcome {
    /// The winner; `None` is a tie, or an abandoned game.
    pub winner: Option<Player>,
    /// Why the game was over.
    pub reason: Reason,
}

impl Outcome {
    /// The outcome of a game that ends by counting: whoever holds more wins, equal is a tie.
    #[must_use]
    pub const fn by_count(scores: ByPlayer<u8>, reason: Reason) -> Self {
        let winner = if scores.south > scores.north {
            Some(Player::South)
        } else if scores.south < scores.north {
            Some(Player::North)
        } else {
            None
        };
        Self { winner, reason }
    }
}

/// Why a game was over. The words of its `Display` are those of records.
///
/// ```
/// use tok_ku_rou_core::Reason;
/// assert_eq!(Reason::SideEmpty.to_string(), "side-empty");
/// assert_eq!("ply-limit".parse(), Ok(Reason::PlyLimit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Reason {
    /// Kalah: all pits of one side are empty.
    SideEmpty,
    /// Tok Ku Rou: the player to move has no pit with two or more seeds.
    NoMove,
    /// Tok Ku Rou, multiple laps: a sow could never end.
    Endless,
    /// A position came up for the third time.
    Repetition,
    /// The limit on plies was reached.
    PlyLimit,
    /// The limit on plies without a capture was reached.
    NoCapture,
    /// A player gave the game up.
    Resigned,
    /// The game was broken off without a result.
    Abandoned,
}

impl Reason {
    /// Every reason, in the order of their declaration.
    pub const ALL: [Self; 8] = [
        Self::SideEmpty,
        Self::NoMove,
        Self::Endless,
        Self::Repetition,
        Self::PlyLimit,
        Self::NoCapture,
        Self::Resigned,
        Self::Abandoned,
    ];

    /// The reason's word in records and in every program that speaks of it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SideEmpty => "side-empty",
            Self::NoMove => "no-move",
            Self::Endless => "endless",
            Self::Repetition => "repetition",
            Self::PlyLimit => "ply-limit",
            Self::NoCapture => "no-capture",
            Self::Resigned => "resigned",
            Self::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl core::str::FromStr for Reason {
    type Err = crate::ParseError;

    fn from_str(text: &str) -> Result<Self, crate::ParseError> {
        let word = text.trim();
        Self::ALL
            .into_iter()
            .find(|reason| reason.word() == word)
            .ok_or_else(|| crate::ParseError::expected(crate::Part::Reason, text, 0))
    }
}

impl fmt::Display for Outcome {
    /// For example `south wins (no-move)` or `tie (repetition)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(winner), reason) => write!(f, "{winner} wins ({reason})"),
            (None, Reason::Abandoned) => write!(f, "no result (abandoned)"),
            (None, reason) => write!(f, "tie ({reason})"),
        }
    }
}
