//! Setting up any position of Kalah, from numbers or from a Kalah Game Protocol board.

use super::{Kalah, Rules, sow};
use crate::notation::Reader;
use crate::{ByPlayer, ParseError, Part, Pit, Player, Problem, SetupError};
use core::fmt;

/// A board of Kalah that anybody may fill in, checked only when it becomes a position.
///
/// ```
/// use tok_ku_rou_core::{ByPlayer, Kalah, kalah::{Rules, Setup}};
/// let mut setup = Setup { rules: Rules::new(3, 2)?, ..Setup::default() };
/// setup.pits = ByPlayer { south: [0, 1, 2, 0, 0, 0, 0], north: [3, 0, 0, 0, 0, 0, 0] };
/// let position = Kalah::try_from(setup)?;
/// assert_eq!(position.to_string(), "kalah 0,0,3/0,1,2 0,0 s 3x2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Setup {
    /// The seeds in each player's pits, from the owner's left; pits beyond the board are 0.
    pub pits: ByPlayer<[u8; 7]>,
    /// The seeds in each store.
    pub stores: ByPlayer<u8>,
    /// The player to move.
    pub turn: Player,
    /// The rules to play by.
    pub rules: Rules,
}

impl Setup {
    /// The start under these rules, South to move.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        let mut row = [0; 7];
        row[..usize::from(rules.pits())].fill(rules.seeds());
        let pits = ByPlayer { south: row, north: row };
        Self { pits, stores: ByPlayer::default(), turn: Player::South, rules }
    }

    /// Reads a board of the Kalah Game Protocol: size, South's store, North's store, South's pits, North's pits,
    /// each from its owner's left. The protocol tells neither rules nor turn.
    ///
    /// ```
    /// use tok_ku_rou_core::{Kalah, Player, kalah::{Rules, Setup}};
    /// let rules = Rules::new(3, 4)?;
    /// let setup = Setup::from_protocol("<3,5,7,1,2,3,4,5,6>", rules, Player::South)?;
    /// assert_eq!(setup.stores.north, 7);
    /// assert_eq!(Kalah::try_from(setup)?.protocol().to_string(), "<3,5,7,1,2,3,4,5,6>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not such a board, or its size is not that of the rules.
    pub fn from_protocol(text: &str, rules: Rules, turn: Player) -> Result<Self, ParseError> {
        Reader::whole(text, |reader| {
            reader.symbol('<', Part::OpenBracket)?;
            let at = reader.blank();
            if reader.number::<u8>(Part::Pits)? != rules.pits() {
                return Err(ParseError { part: Part::Pits, at, problem: Problem::Mismatch });
            }
            let mut setup = Self { pits: ByPlayer::default(), stores: ByPlayer::default(), turn, rules };
            for player in Player::ALL {
                reader.symbol(',', Part::Comma)?;
                setup.stores[player] = reader.number(Part::Seeds)?;
            }
            for player in Player::ALL {
                for pit in &mut setup.pits[player][..usize::from(rules.pits())] {
                    reader.symbol(',', Part::Comma)?;
                    *pit = reader.number(Part::Seeds)?;
                }
            }
            reader.symbol('>', Part::CloseBracket)?;
            Ok(setup)
        })
    }
}

impl Default for Setup {
    /// The start under [`Rules::SOURCE`].
    fn default() -> Self {
        Self::start(Rules::SOURCE)
    }
}

impl TryFrom<Setup> for Kalah {
    type Error = SetupError;

    /// A board with an empty side is over: it is swept, and the turn is kept.
    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let Setup { pits, stores, turn, rules } = setup;
        let size = usize::from(rules.pits());
        for player in Player::ALL {
            if let Some(beyond) = pits[player][size..].iter().position(|&seeds| seeds > 0) {
                return Err(SetupError::UnusedPit { player, pit: Pit::new((size + beyond) as u8) });
            }
        }
        let all = [pits.south, pits.north].into_iter().flatten().chain([stores.south, stores.north]);
        let found = all.map(u16::from).sum();
        if found > 255 {
            return Err(SetupError::Total { found });
        }
        let word = |player| {
            let mut bytes = [0; 8];
            bytes[..7].copy_from_slice(&pits[player]);
            bytes[usize::from(sow::STORE)] = stores[player];
            u64::from_le_bytes(bytes)
        };
        let mut position = Self { own: word(turn), opponent: word(!turn), turn, rules };
        if position.own & sow::PITS == 0 || position.opponent & sow::PITS == 0 {
            position.sweep();
        }
        Ok(position)
    }
}

impl From<Kalah> for Setup {
    fn from(position: Kalah) -> Self {
        let bytes = ByPlayer::new_with(|player| position.word(player).to_le_bytes());
        Self {
            pits: bytes.map(|bytes| core::array::from_fn(|pit| bytes[pit])),
            stores: bytes.map(|bytes| bytes[usize::from(sow::STORE)]),
            turn: position.turn,
            rules: position.rules,
        }
    }
}

/// A position as a board of the Kalah Game Protocol, to be displayed.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolBoard(Setup);

impl Kalah {
    /// The board in the words of the Kalah Game Protocol; see [`Setup::from_protocol`].
    ///
    /// ```
    /// use tok_ku_rou_core::Kalah;
    /// assert_eq!(Kalah::default().protocol().to_string(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    /// ```
    #[must_use]
    pub fn protocol(&self) -> ProtocolBoard {
        ProtocolBoard((*self).into())
    }
}

impl fmt::Display for ProtocolBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { pits, stores, rules, .. } = self.0;
        write!(f, "<{},{},{}", rules.pits(), stores.south, stores.north)?;
        for row in [pits.south, pits.north] {
            for seeds in &row[..usize::from(rules.pits())] {
                write!(f, ",{seeds}")?;
            }
        }
        f.write_str(">")
    }
}
