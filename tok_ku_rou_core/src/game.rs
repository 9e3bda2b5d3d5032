//! A game as it is played: its history, undo and redo, and the rules that end what would go on too long.

use crate::notation::Reader;
use crate::{
    ByPlayer, Event, Observer, Outcome, ParseError, Part, Pit, PlayError, Player, Position, Problem, Reason,
};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// How the third occurrence of a position ends the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Repetition {
    /// As a tie.
    #[default]
    Tie,
    /// Both players count what they hold.
    Count,
}

/// What ends a game that its own rules let go on: the third occurrence of a position, and optional limits after
/// which both players count what they hold (in Kalah stores only).
///
/// Its text is a list of what it says:
/// ```
/// use tok_ku_rou_core::{Adjudication, Repetition};
/// let strict = Adjudication { plies: Some(1000), ..Adjudication::default() };
/// assert_eq!(strict.to_string(), "repetition-tie,plies 1000");
/// assert_eq!("repetition-count".parse(), Ok(Adjudication { repetition: Repetition::Count, ..Default::default() }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Adjudication {
    /// How the third occurrence of a position ends the game.
    pub repetition: Repetition,
    /// After how many sowings the game ends, if it has such a limit.
    pub plies: Option<u32>,
    /// After how many sowings in a row without a capture the game ends, if it has such a limit.
    pub no_capture: Option<u32>,
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.repetition {
            Repetition::Tie => "repetition-tie",
            Repetition::Count => "repetition-count",
        })?;
        if let Some(plies) = self.plies {
            write!(f, ",plies {plies}")?;
        }
        if let Some(plies) = self.no_capture {
            write!(f, ",no-capture {plies}")?;
        }
        Ok(())
    }
}

impl FromStr for Adjudication {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::whole(text, |reader| {
            let (mut repetition, mut plies, mut no_capture) = (None, None, None);
            loop {
                let at = reader.blank();
                let first = match reader.run(|c| c.is_ascii_lowercase() || c == '-') {
                    "repetition-tie" => repetition.replace(Repetition::Tie).is_none(),
                    "repetition-count" => repetition.replace(Repetition::Count).is_none(),
                    "plies" => plies.replace(reader.number(Part::Number)?).is_none(),
                    "no-capture" => no_capture.replace(reader.number(Part::Number)?).is_none(),
                    _ => return Err(reader.expected_at(Part::Adjudication, at)),
                };
                if !first {
                    return Err(ParseError { part: Part::Adjudication, at, problem: Problem::Repeated });
                }
                if !reader.next_is(',') {
                    return Ok(Self { repetition: repetition.unwrap_or_default(), plies, no_capture });
                }
            }
        })
    }
}

/// A sowing that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply<P> {
    pit: Pit,
    after: P,
    /// How many sowings in a row up to this one captured nothing.
    without_capture: u32,
}

/// A game from its start to where it stands now.
///
/// ```
/// use tok_ku_rou_core::{Game, Kalah, Player, Position, Reason};
/// let mut game = Game::new(Kalah::default());
/// for name in ["3", "6", "2"] {
///     let pit = game.position().parse_move(name)?;
///     game.play(pit)?;
/// }
/// assert_eq!(game.undo().map(|pit| pit.number()), Some(1));
/// game.resign(Player::North);
/// assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Resigned));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<P> {
    start: P,
    plies: Vec<Ply<P>>,
    undone: Vec<Pit>,
    adjudication: Adjudication,
    outcome: Option<Outcome>,
}

impl<P: Position> Game<P> {
    /// A game that begins at this position, under the default adjudication.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self::with_adjudication(start, Adjudication::default())
    }

    /// A game that begins at this position, under this adjudication.
    #[must_use]
    pub fn with_adjudication(start: P, adjudication: Adjudication) -> Self {
        let mut game = Self { start, plies: Vec::new(), undone: Vec::new(), adjudication, outcome: None };
        game.outcome = game.judge();
        game
    }

    /// The position the game began at.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &P {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// What ends this game besides its own rules.
    #[must_use]
    pub const fn adjudication(&self) -> Adjudication {
        self.adjudication
    }

    /// The moves played, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator + '_ {
        self.plies.iter().map(|ply| ply.pit)
    }

    /// Every position of the game in order, the start first and the one now last.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &P> {
        core::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.after))
    }

    /// How many sowings were played.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        self.plies.len()
    }

    /// How many sowings in a row, up to the last, captured nothing.
    #[must_use]
    pub fn plies_without_capture(&self) -> u32 {
        self.plies.last().map_or(0, |ply| ply.without_capture)
    }

    /// How often the position now has come up in this game, this time included. Positions are the same if board,
    /// turn and rules are.
    ///
    /// ```
    /// use tok_ku_rou_core::{Game, Kalah};
    /// assert_eq!(Game::new(Kalah::default()).occurrences(), 1);
    /// ```
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.positions().filter(|&position| position == now).count()
    }

    /// How the game ended, or `None` if it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a move. Moves that were taken back are forgotten.
    ///
    /// ```
    /// use tok_ku_rou_core::{Game, Pit, PlayError, TokKuRou};
    /// let mut game = Game::new(TokKuRou::default());
    /// game.play(Pit::new(0))?;
    /// assert_eq!(game.play(Pit::new(24)), Err(PlayError::NoSuchPit { pit: Pit::new(24), pits: 24 }));
    /// assert_eq!(game.ply_count(), 1);
    /// # Ok::<(), PlayError>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over, by whatever reason, or the move is not legal; the game stays as it is.
    pub fn play(&mut self, pit: Pit) -> Result<(), PlayError> {
        self.push(pit)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes back the last move and tells which it was; `None` if there is none. A resignation goes with it.
    ///
    /// ```
    /// use tok_ku_rou_core::{Game, Kalah, Pit};
    /// let mut game = Game::new(Kalah::default());
    /// game.play(Pit::new(2))?;
    /// assert_eq!(game.undo(), Some(Pit::new(2)));
    /// assert_eq!((game.undo(), game.redo()), (None, Some(Pit::new(2))));
    /// # Ok::<(), tok_ku_rou_core::PlayError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Pit> {
        let pit = self.plies.pop()?.pit;
        self.undone.push(pit);
        self.outcome = self.judge();
        Some(pit)
    }

    /// Plays again the move that was taken back last, and tells which it was; `None` if there is none.
    pub fn redo(&mut self) -> Option<Pit> {
        let pit = *self.undone.last()?;
        self.push(pit).ok()?;
        self.undone.pop()
    }

    /// Goes on with a game that was given up or broken off, and tells whether it was.
    ///
    /// ```
    /// use tok_ku_rou_core::{Game, Kalah, Player};
    /// let mut game = Game::new(Kalah::default());
    /// game.resign(Player::South);
    /// assert!(game.resume() && game.outcome().is_none());
    /// ```
    pub fn resume(&mut self) -> bool {
        let ended = self.outcome;
        self.outcome = self.judge();
        ended != self.outcome
    }

    /// This player gives the game up; nothing happens if it is over.
    pub fn resign(&mut self, player: Player) {
        self.end(Outcome { winner: Some(!player), reason: Reason::Resigned });
    }

    /// Breaks the game off without a result; nothing happens if it is over.
    pub fn abandon(&mut self) {
        self.end(Outcome { winner: None, reason: Reason::Abandoned });
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = self.outcome.or(Some(outcome));
    }

    fn push(&mut self, pit: Pit) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        self.position().check(pit)?;
        let mut after = self.position().clone();
        let mut captures = Captures(false);
        after.play_observed(pit, &mut captures);
        let without_capture = if captures.0 { 0 } else { self.plies_without_capture() + 1 };
        self.plies.push(Ply { pit, after, without_capture });
        self.outcome = self.judge();
        Ok(())
    }

    /// How the game as it stands ends by the rules of the game or by adjudication.
    fn judge(&self) -> Option<Outcome> {
        let by_rules = self.position().outcome();
        let Adjudication { repetition, plies, no_capture } = self.adjudication;
        let count = |reason| Outcome::by_count(self.position().scores(), reason);
        let reached = |limit: Option<u32>, plies: usize| limit.is_some_and(|limit| plies >= limit as usize);
        if by_rules.is_some() {
            by_rules
        } else if self.occurrences() >= 3 {
            Some(match repetition {
                Repetition::Tie => Outcome { winner: None, reason: Reason::Repetition },
                Repetition::Count => count(Reason::Repetition),
            })
        } else if reached(no_capture, self.plies_without_capture() as usize) {
            Some(count(Reason::NoCapture))
        } else if reached(plies, self.ply_count()) {
            Some(count(Reason::PlyLimit))
        } else {
            None
        }
    }

    /// What each player holds now; see [`Position::scores`].
    #[must_use]
    pub fn scores(&self) -> ByPlayer<u8> {
        self.position().scores()
    }
}

/// Whether a sowing captured anything.
struct Captures(bool);

impl Observer for Captures {
    fn event(&mut self, event: Event) {
        self.0 |= matches!(event, Event::Capture { .. });
    }
}
