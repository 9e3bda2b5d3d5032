//! The rules that a game of Tok Ku Rou is played under.

use crate::notation::Reader;
use crate::{ParseError, Part, Problem, RulesError};
use core::fmt;
use core::str::FromStr;

/// What happens when the last seed falls in an occupied pit without a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Laps {
    /// It stays there and the turn ends.
    #[default]
    Single,
    /// That pit is lifted, the last seed included, and the sow goes on from the next.
    Multiple,
}

/// The rules of a game of Tok Ku Rou. Its text is that of notation.
///
/// ```
/// use tok_ku_rou_core::tok_ku_rou::{Laps, Rules};
/// let rules = Rules::new(13, 4)?.with_laps(Laps::Multiple);
/// assert_eq!(rules.to_string(), "13x4,multiple-laps");
/// assert_eq!("12x2".parse(), Ok(Rules::SOURCE));
/// # Ok::<(), tok_ku_rou_core::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    columns: u8,
    seeds: u8,
    laps: Laps,
}

impl Rules {
    /// The rules of the page this project starts from: 12 columns, 2 seeds a pit, single laps.
    pub const SOURCE: Self = Self { columns: 12, seeds: 2, laps: Laps::Single };
    /// As [`SOURCE`](Self::SOURCE), with multiple laps, as the traditional game is listed.
    pub const TRADITIONAL: Self = Self { columns: 12, seeds: 2, laps: Laps::Multiple };

    /// The source's rules on a board of this many columns (1 to 13) and seeds a pit (1 to 9).
    ///
    /// # Errors
    /// If a number is out of its range, or the board would hold more than 255 seeds.
    pub const fn new(columns: u8, seeds: u8) -> Result<Self, RulesError> {
        if columns < 1 || columns > 13 {
            return Err(RulesError::Columns { found: columns });
        }
        if seeds < 1 || seeds > 9 {
            return Err(RulesError::Seeds { found: seeds, max: 9 });
        }
        let total = 4 * columns as u16 * seeds as u16;
        if total > 255 {
            return Err(RulesError::Total { found: total });
        }
        Ok(Self { columns, seeds, laps: Laps::Single })
    }

    /// These rules with single or multiple laps.
    #[must_use]
    pub const fn with_laps(self, laps: Laps) -> Self {
        Self { laps, ..self }
    }

    /// How many columns the board has, 1 to 13.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many seeds each pit starts with, 1 to 9.
    #[must_use]
    pub const fn seeds(self) -> u8 {
        self.seeds
    }

    /// Whether a sow goes on from an occupied pit.
    #[must_use]
    pub const fn laps(self) -> Laps {
        self.laps
    }

    /// Reads the rules that come next in a text.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        match Self::read_with_end(reader)? {
            (rules, None) => Ok(rules),
            (_, Some(at)) => Err(reader.expected_at(Part::Rule, at)),
        }
    }

    /// Reads the rules that come next in a text and, behind them, where `endless` stands, if it does.
    pub(super) fn read_with_end(reader: &mut Reader<'_>) -> Result<(Self, Option<usize>), ParseError> {
        let mut rules = reader.size(Self::new)?;
        let mut endless = None;
        while let Some((word, at)) = reader.rule_word()? {
            let first = match word {
                "multiple-laps" => core::mem::replace(&mut rules.laps, Laps::Multiple) == Laps::Single,
                "endless" => endless.replace(at).is_none(),
                _ => return Err(reader.expected_at(Part::Rule, at)),
            };
            if !first {
                return Err(ParseError { part: Part::Rule, at, problem: Problem::Repeated });
            }
        }
        Ok((rules, endless))
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
        write!(f, "{}x{}", self.columns, self.seeds)?;
        f.write_str(match self.laps {
            Laps::Single => "",
            Laps::Multiple => ",multiple-laps",
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
crate::notation::serde_as_text!(Rules, "the rules of a game of Tok Ku Rou");

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Rules {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let columns = u.int_in_range(1..=13)?;
        let seeds = u.int_in_range(1..=(255 / (4 * columns)).min(9))?;
        Ok(Self { columns, seeds, laps: u.arbitrary()? })
    }
}
