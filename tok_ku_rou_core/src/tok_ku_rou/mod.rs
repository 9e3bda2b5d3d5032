//! Tok Ku Rou, the four-row sowing game of South Sudan.
//!
//! Each player has two rows of pits, which make a ring. A turn lifts an own pit with at least two seeds and sows them
//! counterclockwise round the own ring. A last seed in an empty pit sleeps, and the turn ends. A last seed that falls in
//! an occupied pit of the front row, with seeds in both pits across, captures those: they join the hand, and the sow goes
//! on. Any other last seed stays, or is lifted with its pit and sown on: see [`Laps`]. Who cannot lift at his turn ends
//! the game, and more seeds on the own side win.
//!
//! The rules follow a page on the game's tradition; "multiple laps" is how Mancala World lists it, after Pankhurst (1971).

mod rules;
mod setup;
mod sow;

pub use rules::{Laps, Rules};
pub use setup::Setup;

use crate::notation::{self, MoveName, Reader};
use crate::{
    ByPlayer, Layout, Observer, Outcome, ParseError, Part, Path, Pit, PitSet, Place, PlayError, Player,
    Position, Reason, hash,
};
use core::fmt;
use core::str::FromStr;
use sow::Ring;

/// A position of Tok Ku Rou with its rules: 80 bytes, valid by construction.
///
/// ```
/// use tok_ku_rou_core::{ByPlayer, Pit, Position, TokKuRou};
/// let start = TokKuRou::default();
/// let next = start.play(Pit::new(12))?; // f12, the front pit at the right hand
/// assert_eq!(next.scores(), ByPlayer { south: 60, north: 36 });
/// # Ok::<(), tok_ku_rou_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// The rings stand first and aligned, because sowing reads them 16 bytes at a time.
#[repr(C, align(16))]
pub struct TokKuRou {
    rings: ByPlayer<Ring>,
    turn: Player,
    rules: Rules,
    /// Whether an endless sow ended the game here.
    endless: bool,
}

impl TokKuRou {
    /// The start under these rules, South to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut ring = [0; 32];
        ring[..usize::from(2 * rules.columns())].fill(rules.seeds());
        Self { rings: ByPlayer { south: ring, north: ring }, turn: Player::South, rules, endless: false }
    }

    /// The rules this position is played under.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether an endless sow ended the game here.
    #[must_use]
    pub const fn endless(&self) -> bool {
        self.endless
    }

    /// The position of these rings, which lie within the board and hold at most 255 seeds, with South to move.
    #[cfg(feature = "alloc")]
    pub(crate) fn from_rings(rules: Rules, south: Ring, north: Ring) -> Self {
        Self { rings: ByPlayer { south, north }, turn: Player::South, rules, endless: false }
    }

    /// The ring of the player to move and that of the other.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn rings_from_mover(&self) -> [&Ring; 2] {
        [&self.rings[self.turn], &self.rings[!self.turn]]
    }

    /// Whether the game is over.
    #[inline]
    fn is_over(&self) -> bool {
        self.legal_moves().is_empty()
    }
}

impl Default for TokKuRou {
    /// The start under [`Rules::SOURCE`].
    fn default() -> Self {
        Self::new(Rules::SOURCE)
    }
}

impl fmt::Display for TokKuRou {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(f, self)?;
        f.write_str(if self.endless { ",endless" } else { "" })
    }
}

impl fmt::Debug for TokKuRou {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokKuRou({self})")
    }
}

impl FromStr for TokKuRou {
    type Err = ParseError;

    /// Reads a position; the game's name and rules alone stand for the start.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::whole(text, |reader| {
            reader.game(Self::GAME)?;
            if reader.size_is_next() {
                return Rules::read(reader).map(Self::new);
            }
            let at = reader.blank();
            let (columns, pits) = reader.board(2, 13)?;
            let turn = reader.turn()?;
            let size_at = reader.blank();
            let (rules, endless) = Rules::read_with_end(reader)?;
            Reader::fits(columns, rules.columns(), size_at)?;
            let setup = Setup { pits, turn, rules, endless: endless.is_some() };
            Self::try_from(setup).map_err(|error| Reader::setup_error(error, endless.unwrap_or(at)))
        })
    }
}

impl Position for TokKuRou {
    const GAME: &'static str = "tok_ku_rou";

    fn start(&self) -> Self {
        Self::new(self.rules)
    }

    fn with_turn(&self, turn: Player) -> Self {
        Self { turn, ..*self }
    }

    fn rules_text(&self) -> impl fmt::Display {
        self.rules
    }

    fn can_repeat(&self) -> bool {
        true
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    fn pits(&self) -> u8 {
        2 * self.rules.columns()
    }

    fn layout(&self) -> Layout {
        Layout { columns: self.rules.columns(), rows: 2, stores: false }
    }

    fn path(&self) -> Path {
        Path::new((0..self.pits()).map(|pit| Place::Pit(self.turn, Pit::new(pit))))
    }

    fn seeds(&self, place: Place) -> u8 {
        match place {
            Place::Pit(player, pit) if pit.number() < self.pits() => self.rings[player][pit.index()],
            Place::Pit(..) | Place::Store(_) => 0,
        }
    }

    #[inline]
    fn legal_moves(&self) -> PitSet {
        if self.endless {
            return PitSet::EMPTY;
        }
        sow::at_least_two(&self.rings[self.turn])
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = match (self.endless, self.is_over()) {
            (true, _) => Reason::Endless,
            (false, true) => Reason::NoMove,
            (false, false) => return None,
        };
        Some(Outcome::by_count(self.scores(), reason))
    }

    fn scores(&self) -> ByPlayer<u8> {
        self.rings.map(|ring| sow::sum(&ring))
    }

    /// While the game goes on, either side can still lose all it has.
    fn margin_bounds(&self) -> (i16, i16) {
        let scores = self.scores().map(i16::from);
        if self.is_over() {
            let margin = scores[self.turn] - scores[!self.turn];
            (margin, margin)
        } else {
            let total = scores.south + scores.north;
            (-total, total)
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let Self { rings, turn, rules, endless } = self;
        let rules = u64::from_le_bytes([
            rules.columns(),
            rules.seeds(),
            rules.laps() as u8,
            *turn as u8,
            u8::from(*endless),
            b't',
            0,
            0,
        ]);
        [rings[*turn], rings[!*turn]]
            .iter()
            .flat_map(|ring| ring.as_chunks().0)
            .fold(rules, |key, eight| hash::mix(key, u64::from_le_bytes(*eight)))
    }

    fn move_name(&self, pit: Pit) -> MoveName {
        let (number, columns) = (u16::from(pit.number()), u16::from(self.rules.columns()));
        if number < columns {
            MoveName::in_row('b', number + 1)
        } else if number < 2 * columns {
            MoveName::in_row('f', 2 * columns - number)
        } else {
            MoveName::numbered(pit)
        }
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        let columns = self.rules.columns();
        Reader::whole(text, |reader| {
            let at = reader.blank();
            match reader.run(|c| c.is_ascii_alphabetic()) {
                "b" => reader.pit_number(columns, Pit::new),
                "f" => reader.pit_number(columns, |index| Pit::new(2 * columns - 1 - index)),
                _ => Err(reader.expected_at(Part::Move, at)),
            }
        })
    }

    fn check(&self, pit: Pit) -> Result<(), PlayError> {
        let pits = self.pits();
        let seeds = self.seeds(Place::Pit(self.turn, pit));
        if pit.number() >= pits {
            Err(PlayError::NoSuchPit { pit, pits })
        } else if self.is_over() {
            Err(PlayError::Over)
        } else if seeds < 2 {
            Err(PlayError::TooFewSeeds { pit, seeds, needed: 2 })
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_observed<O: Observer>(&mut self, pit: Pit, observer: &mut O) {
        debug_assert_eq!(self.check(pit), Ok(()), "illegal move {} in {self}", self.move_name(pit));
        self.sow(pit, observer);
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(TokKuRou, "a position of Tok Ku Rou in notation");

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for TokKuRou {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let rules: Rules = u.arbitrary()?;
        let mut setup = Setup { turn: u.arbitrary()?, pits: ByPlayer::default(), ..Setup::start(rules) };
        let mut left = 255;
        for player in Player::ALL {
            for pit in 0..usize::from(2 * rules.columns()) {
                let seeds = u.int_in_range(0..=left.min(20))?;
                setup.pits[player][pit] = seeds;
                left -= seeds;
            }
        }
        setup.endless = rules.laps() == Laps::Multiple && u.ratio(1, 50)?;
        Self::try_from(setup).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}
