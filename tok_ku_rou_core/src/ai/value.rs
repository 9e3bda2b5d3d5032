//! What a position is worth to the player to move.

use crate::Position;
use core::fmt;
use core::ops::Neg;

/// What a position is worth to the player to move, in hundredths of a seed of the final margin.
///
/// Decided positions lie beyond all estimates and still tell the margin: a win by 3 seeds is worth more than a win by
/// 2, which is worth more than any position that is not won.
///
/// ```
/// use tok_ku_rou_core::ai::Value;
/// assert!(Value::decided(1) > Value::estimate(25_000));
/// assert_eq!(Value::decided(-4).margin(), Some(-4));
/// assert_eq!(Value::decided(0), Value::estimate(0));
/// assert_eq!(-Value::decided(2), Value::decided(-2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "i32", into = "i32")
)]
pub struct Value(i32);

impl Value {
    /// A decided position is worth at least this more than nothing.
    const DECIDED: i32 = 100_000;

    /// Less than any value.
    pub const MIN: Self = Self(-200_000);
    /// More than any value.
    pub const MAX: Self = Self(200_000);

    /// The value of a game that ends with this margin, in seeds, for the player to move. No margin of these games is
    /// beyond 255; what is beyond 999 counts as that.
    #[must_use]
    pub const fn decided(margin: i16) -> Self {
        let margin = if margin > 999 {
            999
        } else if margin < -999 {
            -999
        } else {
            margin
        };
        Self(margin.signum() as i32 * Self::DECIDED + margin as i32 * 100)
    }

    /// An estimate in hundredths of a seed; it never reaches a decided value.
    #[must_use]
    pub const fn estimate(hundredths: i32) -> Self {
        let most = Self::DECIDED - 1;
        Self(if hundredths > most {
            most
        } else if hundredths < -most {
            -most
        } else {
            hundredths
        })
    }

    /// The value in hundredths of a seed, with what sets decided values apart.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The final margin in seeds, if the value says that the game is won or lost; `None` for ties and estimates.
    #[must_use]
    pub const fn margin(self) -> Option<i16> {
        if self.0 >= Self::DECIDED {
            Some(((self.0 - Self::DECIDED) / 100) as i16)
        } else if self.0 <= -Self::DECIDED {
            Some(((self.0 + Self::DECIDED) / 100) as i16)
        } else {
            None
        }
    }

    /// The same value less or more this many hundredths, for the edge of a window.
    pub(super) const fn shifted(self, hundredths: i32) -> Self {
        let sum = self.0 + hundredths;
        if sum > Self::MAX.0 {
            Self::MAX
        } else if sum < Self::MIN.0 {
            Self::MIN
        } else {
            Self(sum)
        }
    }

    /// The value as the bits of a table entry.
    pub(super) const fn to_bits(self) -> u32 {
        self.0.cast_unsigned()
    }

    /// The value that these bits stand for.
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits.cast_signed())
    }
}

#[cfg(feature = "serde")]
impl From<Value> for i32 {
    fn from(value: Value) -> Self {
        value.0
    }
}

#[cfg(feature = "serde")]
impl TryFrom<i32> for Value {
    type Error = &'static str;

    fn try_from(hundredths: i32) -> Result<Self, Self::Error> {
        let beyond = hundredths.unsigned_abs().checked_sub(Self::DECIDED.unsigned_abs());
        if !(Self::MIN.0..=Self::MAX.0).contains(&hundredths) {
            Err("expected a value from -200000 to 200000")
        } else if beyond.is_some_and(|beyond| beyond == 0 || beyond % 100 != 0) {
            Err("expected a won or lost value of whole seeds")
        } else {
            Ok(Self(hundredths))
        }
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Value {
    /// `+1.25` in seeds, or `won by 4`, `lost by 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.margin() {
            Some(margin) if margin > 0 => write!(f, "won by {margin}"),
            Some(margin) => write!(f, "lost by {}", -margin),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}

/// The margin by which the player to move leads now, in seeds; see [`Position::scores`].
#[inline]
pub(super) fn lead(position: &impl Position) -> i16 {
    let scores = position.scores();
    let mover = position.turn();
    i16::from(scores[mover]) - i16::from(scores[!mover])
}
