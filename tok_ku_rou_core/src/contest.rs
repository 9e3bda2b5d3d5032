//! The scorekeeper of a match: games won, seeds, and who starts the next game.

use crate::notation::Reader;
use crate::{ByPlayer, Outcome, ParseError, Part, Player, Problem, Reason};
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// One of the two who play a match. Each may sit South in one game and North in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Contestant {
    /// The one listed first.
    First,
    /// The one listed second.
    Second,
}

impl Not for Contestant {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Who starts the games of a match after the first, which is always tossed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Starts {
    /// Every game is tossed for.
    Toss,
    /// The two take turns.
    #[default]
    Alternate,
    /// Whoever lost the last game; after a tie the two take turns.
    Loser,
}

/// The last game of a match, as far as the next start depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct LastGame {
    starter: Contestant,
    winner: Option<Contestant>,
}

/// The score of a match between two contestants. A game won counts one; a tie counts for neither.
///
/// Its text is `match WINS-WINS ties TIES seeds SEEDS-SEEDS starts HOW`, then, after the first game, `last STARTER
/// WINNER` (`first`, `second` or `tie`).
/// ```
/// use tok_ku_rou_core::{ByPlayer, Contestant, Match, Outcome, Player, Reason, Starts};
/// let mut score = Match::new(Starts::Loser);
/// assert_eq!(score.next_starter(), None, "the first game is tossed for");
/// let outcome = Outcome { winner: Some(Player::South), reason: Reason::SideEmpty };
/// score.record(Contestant::First, Player::South, outcome, ByPlayer { south: 27, north: 21 });
/// assert_eq!((score.wins(Contestant::First), score.seeds(Contestant::Second)), (1, 21));
/// assert_eq!(score.next_starter(), Some(Contestant::Second), "the loser starts");
/// assert_eq!(score.to_string(), "match 1-0 ties 0 seeds 27-21 starts loser last first first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    wins: [u32; 2],
    ties: u32,
    seeds: [u32; 2],
    starts: Starts,
    last: Option<LastGame>,
}

impl Match {
    /// A match without games yet.
    #[must_use]
    pub const fn new(starts: Starts) -> Self {
        Self { wins: [0; 2], ties: 0, seeds: [0; 2], starts, last: None }
    }

    /// The same score, with another way to find who starts the next game.
    ///
    /// ```
    /// use tok_ku_rou_core::{Contestant, Match, Starts};
    /// let score: Match = "match 1-0 ties 0 seeds 27-21 starts alternate last first first".parse()?;
    /// assert_eq!(score.next_starter(), Some(Contestant::Second));
    /// let tossed = score.with_starts(Starts::Toss);
    /// assert_eq!((tossed.next_starter(), tossed.games()), (None, 1));
    /// # Ok::<(), tok_ku_rou_core::ParseError>(())
    /// ```
    #[must_use]
    pub const fn with_starts(self, starts: Starts) -> Self {
        Self { starts, ..self }
    }

    /// How many games this contestant has won.
    #[must_use]
    pub const fn wins(&self, contestant: Contestant) -> u32 {
        self.wins[contestant as usize]
    }

    /// How many games were tied.
    #[must_use]
    pub const fn ties(&self) -> u32 {
        self.ties
    }

    /// How many games were finished.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.ties.saturating_add(self.wins[0]).saturating_add(self.wins[1])
    }

    /// How many seeds this contestant held at the end of all games together.
    #[must_use]
    pub const fn seeds(&self, contestant: Contestant) -> u32 {
        self.seeds[contestant as usize]
    }

    /// How the starter is chosen.
    #[must_use]
    pub const fn starts(&self) -> Starts {
        self.starts
    }

    /// Who starts the next game; `None` if a toss decides, which is the caller's.
    #[must_use]
    pub fn next_starter(&self) -> Option<Contestant> {
        let LastGame { starter, winner } = self.last?;
        match (self.starts, winner) {
            (Starts::Toss, _) => None,
            (Starts::Loser, Some(winner)) => Some(!winner),
            (Starts::Loser, None) | (Starts::Alternate, _) => Some(!starter),
        }
    }

    /// Counts a game: who sat South, which seat made the first move, how it ended and with which scores. A game
    /// that was abandoned does not count.
    pub fn record(&mut self, south: Contestant, starter: Player, outcome: Outcome, scores: ByPlayer<u8>) {
        if outcome.reason == Reason::Abandoned {
            return;
        }
        let seated = |player| if player == Player::South { south } else { !south };
        let winner = outcome.winner.map(seated);
        match winner {
            Some(winner) => add(&mut self.wins[winner as usize], 1),
            None => add(&mut self.ties, 1),
        }
        for player in Player::ALL {
            add(&mut self.seeds[seated(player) as usize], scores[player].into());
        }
        self.last = Some(LastGame { starter: seated(starter), winner });
    }

    /// Counts a finished game; see [`record`](Self::record). Tells whether it was finished and so counted.
    ///
    /// ```
    /// use tok_ku_rou_core::{Contestant, Game, Kalah, Match, Player};
    /// let (mut score, mut game) = (Match::default(), Game::new(Kalah::default()));
    /// assert!(!score.record_game(Contestant::First, &game));
    /// game.resign(Player::North);
    /// assert!(score.record_game(Contestant::First, &game));
    /// assert_eq!(score.wins(Contestant::First), 1, "the first contestant sat South");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn record_game<P: crate::Position>(&mut self, south: Contestant, game: &crate::Game<P>) -> bool {
        let before = self.games();
        if let Some(outcome) = game.outcome() {
            self.record(south, game.start().turn(), outcome, game.scores());
        }
        self.games() > before
    }
}

fn add(total: &mut u32, more: u32) {
    *total = total.saturating_add(more);
}

impl Default for Match {
    fn default() -> Self {
        Self::new(Starts::default())
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, ties, seeds, starts, last } = self;
        let starts = match starts {
            Starts::Toss => "toss",
            Starts::Alternate => "alternate",
            Starts::Loser => "loser",
        };
        write!(
            f,
            "match {}-{} ties {ties} seeds {}-{} starts {starts}",
            wins[0], wins[1], seeds[0], seeds[1]
        )?;
        match last {
            None => Ok(()),
            Some(LastGame { starter, winner: Some(winner) }) => write!(f, " last {starter} {winner}"),
            Some(LastGame { starter, winner: None }) => write!(f, " last {starter} tie"),
        }
    }
}

impl FromStr for Match {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::whole(text, |reader| {
            fn word<'a>(reader: &mut Reader<'a>) -> (&'a str, usize) {
                let at = reader.blank();
                (reader.run(|c| c.is_ascii_lowercase()), at)
            }
            fn keyword(reader: &mut Reader<'_>, expected: &str) -> Result<(), ParseError> {
                let (found, at) = word(reader);
                if found == expected { Ok(()) } else { Err(reader.expected_at(Part::Match, at)) }
            }
            fn pair(reader: &mut Reader<'_>) -> Result<[u32; 2], ParseError> {
                let first = reader.number(Part::Number)?;
                reader.symbol('-', Part::Match)?;
                Ok([first, reader.number(Part::Number)?])
            }
            fn contestant(reader: &mut Reader<'_>, tie: bool) -> Result<Option<Contestant>, ParseError> {
                match word(reader) {
                    ("first", _) => Ok(Some(Contestant::First)),
                    ("second", _) => Ok(Some(Contestant::Second)),
                    ("tie", _) if tie => Ok(None),
                    (_, at) => Err(reader.expected_at(Part::Match, at)),
                }
            }
            keyword(reader, "match")?;
            let wins = pair(reader)?;
            keyword(reader, "ties")?;
            let ties = reader.number(Part::Number)?;
            keyword(reader, "seeds")?;
            let seeds = pair(reader)?;
            keyword(reader, "starts")?;
            let starts = match word(reader) {
                ("toss", _) => Starts::Toss,
                ("alternate", _) => Starts::Alternate,
                ("loser", _) => Starts::Loser,
                (_, at) => return Err(reader.expected_at(Part::Match, at)),
            };
            let at = reader.blank();
            let mut last = None;
            if !reader.rest().is_empty() {
                keyword(reader, "last")?;
                if let Some(starter) = contestant(reader, false)? {
                    last = Some(LastGame { starter, winner: contestant(reader, true)? });
                }
            }
            let score = Self { wins, ties, seeds, starts, last };
            if last.is_none() != (score.games() == 0) {
                return Err(ParseError { part: Part::Match, at, problem: Problem::Mismatch });
            }
            Ok(score)
        })
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(Match, "the score of a match");
