//! The rules that a game of Kalah is played under.

use crate::notation::Reader;
use crate::{ParseError, Part, RulesError};
use core::fmt;
use core::str::FromStr;

/// What happens when the last seed falls in an empty pit of the mover, or (under `KeepSowing`) in a full one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Capture {
    /// The last seed and all in the pit across go to the mover's store, the last seed even if the pit across is
    /// empty.
    #[default]
    TakeEmpty,
    /// The same, but if the pit across is empty nothing happens and the seed stays.
    LeaveEmpty,
    /// Nothing is captured. A last seed in an occupied pit of either side lifts that pit and sows on; in an empty
    /// pit the turn ends. Also called seed on.
    KeepSowing,
}

/// What happens to the seeds that are left when all pits of one side are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Sweep {
    /// They go to the player on whose side they lie.
    #[default]
    Owner,
    /// They go to the player whose pits ran out.
    Finisher,
    /// They are taken off the board and count for nobody.
    None,
}

/// Which way the seeds are sown, seen from above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Direction {
    /// Along the own row from left to right, then into the own store.
    #[default]
    Counterclockwise,
    /// Along the own row from right to left, then past the opponent's store into the opponent's row.
    Clockwise,
}

/// The rules of a game of Kalah: the size of the board and the variants played. Its text is that of notation.
///
/// ```
/// use tok_ku_rou_core::kalah::{Capture, Rules, Sweep};
/// let rules = Rules::new(6, 4)?.with_capture(Capture::LeaveEmpty).with_sweep(Sweep::Finisher);
/// assert_eq!(rules.to_string(), "6x4,leave-empty,sweep-finisher");
/// assert_eq!("6x4,leave-empty".parse(), Ok(Rules::STANDARD));
/// # Ok::<(), tok_ku_rou_core::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pits: u8,
    seeds: u8,
    capture: Capture,
    sweep: Sweep,
    direction: Direction,
}

impl Rules {
    /// The rules of the page this project starts from: 6 pits, 4 seeds, a lone last seed is taken.
    pub const SOURCE: Self = Self::six_pits(4, Capture::TakeEmpty);
    /// As [`SOURCE`](Self::SOURCE), with 3 seeds a pit.
    pub const SOURCE_3: Self = Self::six_pits(3, Capture::TakeEmpty);
    /// As [`SOURCE`](Self::SOURCE), with 5 seeds a pit.
    pub const SOURCE_5: Self = Self::six_pits(5, Capture::TakeEmpty);
    /// As [`SOURCE`](Self::SOURCE), with 6 seeds a pit.
    pub const SOURCE_6: Self = Self::six_pits(6, Capture::TakeEmpty);
    /// What most programs and papers since 2000 play: 6 pits, 4 seeds, a capture needs seeds across.
    pub const STANDARD: Self = Self::six_pits(4, Capture::LeaveEmpty);
    /// As [`STANDARD`](Self::STANDARD), with 3 seeds a pit.
    pub const STANDARD_3: Self = Self::six_pits(3, Capture::LeaveEmpty);
    /// As [`STANDARD`](Self::STANDARD), with 5 seeds a pit.
    pub const STANDARD_5: Self = Self::six_pits(5, Capture::LeaveEmpty);
    /// As [`STANDARD`](Self::STANDARD), with 6 seeds a pit.
    pub const STANDARD_6: Self = Self::six_pits(6, Capture::LeaveEmpty);

    const fn six_pits(seeds: u8, capture: Capture) -> Self {
        Self { pits: 6, seeds, capture, sweep: Sweep::Owner, direction: Direction::Counterclockwise }
    }

    /// The source's rules on a board of this many pits a row (1 to 7) and seeds a pit (1 to 20).
    ///
    /// # Errors
    /// If a number is out of its range, or the board would hold more than 255 seeds.
    pub const fn new(pits: u8, seeds: u8) -> Result<Self, RulesError> {
        if pits < 1 || pits > 7 {
            return Err(RulesError::Pits { found: pits });
        }
        if seeds < 1 || seeds > 20 {
            return Err(RulesError::Seeds { found: seeds, max: 20 });
        }
        let total = 2 * pits as u16 * seeds as u16;
        if total > 255 {
            return Err(RulesError::Total { found: total });
        }
        Ok(Self { pits, seeds, ..Self::SOURCE })
    }

    /// These rules with this capture rule.
    #[must_use]
    pub const fn with_capture(self, capture: Capture) -> Self {
        Self { capture, ..self }
    }

    /// These rules with this sweep.
    #[must_use]
    pub const fn with_sweep(self, sweep: Sweep) -> Self {
        Self { sweep, ..self }
    }

    /// These rules with this direction.
    #[must_use]
    pub const fn with_direction(self, direction: Direction) -> Self {
        Self { direction, ..self }
    }

    /// These rules with one seed a pit, for whom it does not matter how a game starts.
    #[cfg(feature = "alloc")]
    pub(crate) const fn with_one_seed(self) -> Self {
        Self { seeds: 1, ..self }
    }

    /// How many pits a row has, 1 to 7.
    #[must_use]
    pub const fn pits(self) -> u8 {
        self.pits
    }

    /// How many seeds each pit starts with, 1 to 20.
    #[must_use]
    pub const fn seeds(self) -> u8 {
        self.seeds
    }

    /// The capture rule.
    #[must_use]
    pub const fn capture(self) -> Capture {
        self.capture
    }

    /// What happens to seeds left at the end.
    #[must_use]
    pub const fn sweep(self) -> Sweep {
        self.sweep
    }

    /// Which way seeds are sown.
    #[must_use]
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Reads the rules that come next in a text.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        let mut rules = reader.size(Self::new)?;
        let (mut capture, mut sweep, mut direction) = (None, None, None);
        while let Some((word, at)) = reader.rule_word()? {
            let first = match word {
                "leave-empty" => capture.replace(Capture::LeaveEmpty).is_none(),
                "keep-sowing" => capture.replace(Capture::KeepSowing).is_none(),
                "sweep-finisher" => sweep.replace(Sweep::Finisher).is_none(),
                "sweep-none" => sweep.replace(Sweep::None).is_none(),
                "clockwise" => direction.replace(Direction::Clockwise).is_none(),
                _ => return Err(reader.expected_at(Part::Rule, at)),
            };
            if !first {
                return Err(ParseError { part: Part::Rule, at, problem: crate::Problem::Repeated });
            }
        }
        rules.capture = capture.unwrap_or_default();
        rules.sweep = sweep.unwrap_or_default();
        rules.direction = direction.unwrap_or_default();
        Ok(rules)
    }
}

impl Default for Rules {
    /// [`Rules::SOURCE`].
    fn default() -> Self {
        Self::SOURCE
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.pits, self.seeds)?;
        f.write_str(match self.capture {
            Capture::TakeEmpty => "",
            Capture::LeaveEmpty => ",leave-empty",
            Capture::KeepSowing => ",keep-sowing",
        })?;
        f.write_str(match self.sweep {
            Sweep::Owner => "",
            Sweep::Finisher => ",sweep-finisher",
            Sweep::None => ",sweep-none",
        })?;
        f.write_str(match self.direction {
            Direction::Counterclockwise => "",
            Direction::Clockwise => ",clockwise",
        })
    }
}

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::whole(text, Self::read)
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(Rules, "the rules of a game of Kalah");

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Rules {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let pits = u.int_in_range(1..=7)?;
        let seeds = u.int_in_range(1..=(255 / (2 * pits)).min(20))?;
        let rules = Self { pits, seeds, ..Self::SOURCE };
        Ok(rules.with_capture(u.arbitrary()?).with_sweep(u.arbitrary()?).with_direction(u.arbitrary()?))
    }
}
