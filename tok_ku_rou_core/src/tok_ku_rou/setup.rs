//! Setting up any position of Tok Ku Rou from numbers.

use super::{Laps, Rules, TokKuRou};
use crate::{ByPlayer, Pit, Player, SetupError};

/// A board of Tok Ku Rou that anybody may fill in, checked only when it becomes a position.
///
/// ```
/// use tok_ku_rou_core::{TokKuRou, tok_ku_rou::{Rules, Setup}};
/// let mut setup = Setup::start(Rules::new(2, 2)?);
/// setup.pits.south[3] = 7;
/// assert_eq!(TokKuRou::try_from(setup)?.to_string(), "tok_ku_rou 2,2/2,2/7,2/2,2 s 2x2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Setup {
    /// The seeds in each player's ring, back row first; pits beyond the ring are 0.
    pub pits: ByPlayer<[u8; 26]>,
    /// The player to move.
    pub turn: Player,
    /// The rules to play by.
    pub rules: Rules,
    /// Whether an endless sow ended the game here (multiple laps only).
    pub endless: bool,
}

impl Setup {
    /// The start under these rules, South to move.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        let mut ring = [0; 26];
        ring[..usize::from(2 * rules.columns())].fill(rules.seeds());
        Self { pits: ByPlayer { south: ring, north: ring }, turn: Player::South, rules, endless: false }
    }
}

impl Default for Setup {
    /// The start under [`Rules::SOURCE`].
    fn default() -> Self {
        Self::start(Rules::SOURCE)
    }
}

impl TryFrom<Setup> for TokKuRou {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let Setup { pits, turn, rules, endless } = setup;
        let length = usize::from(2 * rules.columns());
        for player in Player::ALL {
            if let Some(beyond) = pits[player][length..].iter().position(|&seeds| seeds > 0) {
                return Err(SetupError::UnusedPit { player, pit: Pit::new((length + beyond) as u8) });
            }
        }
        let found = [pits.south, pits.north].into_iter().flatten().map(u16::from).sum();
        if found > 255 {
            return Err(SetupError::Total { found });
        }
        if endless && rules.laps() == Laps::Single {
            return Err(SetupError::EndlessSingleLap);
        }
        let rings = pits.map(|pits| core::array::from_fn(|pit| pits.get(pit).copied().unwrap_or(0)));
        Ok(Self { rings, turn, rules, endless })
    }
}

impl From<TokKuRou> for Setup {
    fn from(position: TokKuRou) -> Self {
        let TokKuRou { rings, turn, rules, endless } = position;
        let pits = rings.map(|ring| core::array::from_fn(|pit| ring[pit]));
        Self { pits, turn, rules, endless }
    }
}
