//! The two players and values kept for each of them.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// One of the two players. South sits at the near side of every picture and comes first in every listing.
///
/// ```
/// use tok_ku_rou_core::Player;
/// assert_eq!(!Player::South, Player::North);
/// assert_eq!(Player::North.to_string(), "north");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Player {
    /// The player at the near side of the board.
    South,
    /// The player at the far side of the board.
    North,
}

impl Player {
    /// Both players, South first.
    pub const ALL: [Self; 2] = [Self::South, Self::North];

    /// 0 for South, 1 for North.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the notation: `s` or `n`.
    ///
    /// ```
    /// assert_eq!(tok_ku_rou_core::Player::North.letter(), 'n');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 's',
            Self::North => 'n',
        }
    }
}

impl Not for Player {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "south",
            Self::North => "north",
        })
    }
}

/// A value for each player, indexed by [`Player`].
///
/// ```
/// use tok_ku_rou_core::{ByPlayer, Player};
/// let mut stores = ByPlayer { south: 3, north: 5 };
/// stores[Player::South] += 4;
/// assert_eq!(stores, ByPlayer { south: 7, north: 5 });
/// assert_eq!(stores.map(|seeds| seeds * 2)[Player::North], 10);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct ByPlayer<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> ByPlayer<T> {
    /// Computes a value for each player, South first.
    ///
    /// ```
    /// use tok_ku_rou_core::ByPlayer;
    /// let letters = ByPlayer::new_with(|player| player.letter());
    /// assert_eq!(letters, ByPlayer { south: 's', north: 'n' });
    /// ```
    pub fn new_with(mut value: impl FnMut(Player) -> T) -> Self {
        Self { south: value(Player::South), north: value(Player::North) }
    }

    /// Applies a function to both values, South's first.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer { south: f(self.south), north: f(self.north) }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::South => &self.south,
            Player::North => &self.north,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::South => &mut self.south,
            Player::North => &mut self.north,
        }
    }
}
