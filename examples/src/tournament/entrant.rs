//! Who takes part: the players by name, and the players at the board.

use crate::simple::{any, greedy};
use std::fmt;
use std::str::FromStr;
use tok_ku_rou_core::ai::{Level, Limits, Material, Rated, Search, Table, TableError, Tuned};
use tok_ku_rou_core::{Pit, Repetition};

/// How many bytes the table of a searching player takes.
const TABLE: usize = 1 << 24;

/// A kind of player.
///
/// ```
/// use tok_ku_rou_examples::tournament::Entrant;
/// let entrant: Entrant = "nodes:5000".parse()?;
/// assert_eq!(entrant.to_string(), "nodes:5000");
/// assert!("level:8".parse::<Entrant>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// Any legal move.
    Random,
    /// The move that is worth most seeds at once; of equal ones, one that earns another move.
    Greedy,
    /// One of the seven levels.
    Level(Level),
    /// A search of this many sowings with the tuned estimate.
    Nodes(u64),
    /// A search of this many sowings with the plain seed difference.
    Material(u64),
    /// A search this many sowings deep with the tuned estimate.
    Depth(u8),
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        fn count<T: FromStr + Default + PartialEq>(text: &str) -> Option<T> {
            text.parse().ok().filter(|number| *number != T::default())
        }
        let (kind, number) = text.split_once(':').map_or((text, None), |(kind, number)| (kind, Some(number)));
        let entrant = match (kind, number) {
            ("random", None) => Some(Self::Random),
            ("greedy", None) => Some(Self::Greedy),
            ("level", Some(number)) => count(number).and_then(Level::new).map(Self::Level),
            ("nodes", Some(number)) => count(number).map(Self::Nodes),
            ("material", Some(number)) => count(number).map(Self::Material),
            ("depth", Some(number)) => count(number).map(Self::Depth),
            _ => None,
        };
        entrant.ok_or_else(|| {
            format!(
                "expected random, greedy, level:1 to level:7, nodes:N, material:N or depth:1 to depth:255, \
                 found `{text}`"
            )
        })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => write!(f, "random"),
            Self::Greedy => write!(f, "greedy"),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Self::Material(nodes) => write!(f, "material:{nodes}"),
            Self::Depth(depth) => write!(f, "depth:{depth}"),
        }
    }
}

/// A player at the board, with what it needs to play.
pub(super) enum Seated {
    Random,
    Greedy,
    Level(Level),
    Tuned(Search<Tuned>, Limits<'static>),
    Material(Search<Material>, Limits<'static>),
}

impl Seated {
    /// Seats a player.
    pub(super) fn new(entrant: Entrant, repetition: Repetition) -> Result<Self, TableError> {
        let tuned = |limits| {
            let search = Search::new(Table::new(TABLE)?, Tuned).with_repetition(repetition);
            Ok(Self::Tuned(search, limits))
        };
        match entrant {
            Entrant::Random => Ok(Self::Random),
            Entrant::Greedy => Ok(Self::Greedy),
            Entrant::Level(level) => Ok(Self::Level(level)),
            Entrant::Nodes(nodes) => tuned(Limits::nodes(nodes)),
            Entrant::Depth(depth) => tuned(Limits::depth(depth)),
            Entrant::Material(nodes) => {
                let search = Search::new(Table::new(TABLE)?, Material).with_repetition(repetition);
                Ok(Self::Material(search, Limits::nodes(nodes)))
            }
        }
    }

    /// Forgets the last game.
    pub(super) fn clear(&self) {
        match self {
            Self::Random | Self::Greedy | Self::Level(_) => {}
            Self::Tuned(search, _) => search.clear(),
            Self::Material(search, _) => search.clear(),
        }
    }

    /// The move this player makes; `None` if it has none.
    pub(super) fn choose<P>(
        &self,
        position: &P,
        history: &[P],
        repetition: Repetition,
        seed: u64,
    ) -> Result<Option<Pit>, TableError>
    where
        P: Rated + Send + Sync,
    {
        Ok(match self {
            Self::Random => any(position.legal_moves(), seed),
            Self::Greedy => greedy(position, seed),
            Self::Level(level) => return level.choose(position, history, repetition, seed),
            Self::Tuned(search, limits) => search.find(position, history, *limits).best(),
            Self::Material(search, limits) => search.find(position, history, *limits).best(),
        })
    }
}
