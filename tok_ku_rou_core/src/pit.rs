//! Pits, sets of pits, and places (a pit or a store of a player).

use crate::Player;
use core::fmt;

/// A pit of the player to move, which is also a move. Numbered from 0: in Kalah from its owner's left, in
/// Tok Ku Rou along the owner's ring.
///
/// A `Pit` may name a pit that a board does not have; whatever takes one says what it does then.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Pit, PlayError, Position};
/// let start = Kalah::default();
/// assert!(start.play(Pit::new(2)).is_ok());
/// assert_eq!(start.play(Pit::new(6)), Err(PlayError::NoSuchPit { pit: Pit::new(6), pits: 6 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Pit(u8);

impl Pit {
    /// The pit with this number, counted from 0.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The pit's number, counted from 0.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The pit's number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of pits of one player, as 32 bits: bit i stands for pit i.
///
/// ```
/// use tok_ku_rou_core::{Pit, PitSet};
/// let set: PitSet = [5, 1].into_iter().map(Pit::new).collect();
/// assert_eq!((set.len(), set.bits()), (2, 0b10_0010));
/// assert!(set.contains(Pit::new(5)) && !set.contains(Pit::new(200)));
/// assert_eq!(set.into_iter().map(Pit::number).collect::<Vec<_>>(), [1, 5]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct PitSet(u32);

impl PitSet {
    /// The set without pits.
    pub const EMPTY: Self = Self(0);

    /// The set whose bits these are; bit i stands for pit i.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The set as bits; bit i stands for pit i.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many pits the set holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no pit.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds this pit. A pit beyond 31 is in no set.
    #[must_use]
    pub const fn contains(self, pit: Pit) -> bool {
        pit.0 < 32 && self.0 & (1 << pit.0) != 0
    }

    /// The set with this pit added; a pit beyond 31 is ignored.
    #[must_use]
    pub const fn with(self, pit: Pit) -> Self {
        if pit.0 < 32 { Self(self.0 | 1 << pit.0) } else { self }
    }

    /// The pit that comes `n`-th in ascending order, counted from 0.
    ///
    /// ```
    /// use tok_ku_rou_core::{Pit, PitSet};
    /// let set = PitSet::from_bits(0b1_0010);
    /// assert_eq!(set.nth(1), Some(Pit::new(4)));
    /// assert_eq!(set.nth(2), None);
    /// ```
    #[must_use]
    pub fn nth(self, n: usize) -> Option<Pit> {
        self.into_iter().nth(n)
    }
}

impl FromIterator<Pit> for PitSet {
    fn from_iter<I: IntoIterator<Item = Pit>>(pits: I) -> Self {
        pits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for PitSet {
    type Item = Pit;
    type IntoIter = Pits;

    fn into_iter(self) -> Pits {
        Pits(self.0)
    }
}

/// The pits of a [`PitSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct Pits(u32);

impl Iterator for Pits {
    type Item = Pit;

    #[inline]
    fn next(&mut self) -> Option<Pit> {
        if self.0 == 0 {
            return None;
        }
        let pit = Pit(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(pit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let pits = self.0.count_ones() as usize;
        (pits, Some(pits))
    }
}

impl ExactSizeIterator for Pits {}

/// A place where seeds can lie: a pit or the store of a player.
///
/// ```
/// use tok_ku_rou_core::{Pit, Place, Player};
/// assert_eq!(Place::Pit(Player::South, Pit::new(0)).to_string(), "south pit 1");
/// assert_eq!(Place::Store(Player::North).player(), Player::North);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Place {
    /// A pit of this player, in its owner's numbering.
    Pit(Player, Pit),
    /// The store of this player (Kalah).
    Store(Player),
}

impl Place {
    /// Whose place it is.
    #[must_use]
    pub const fn player(self) -> Player {
        match self {
            Self::Pit(player, _) | Self::Store(player) => player,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pit(player, pit) => write!(f, "{player} pit {}", u16::from(pit.0) + 1),
            Self::Store(player) => write!(f, "{player} store"),
        }
    }
}
