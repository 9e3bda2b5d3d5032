//! Kalah, the two-row game that most people call mancala.
//!
//! Each player has a row of pits and a store at the right hand. A turn lifts an own pit and sows it counterclockwise, one
//! seed a place: own pits, own store, the opponent's pits; the opponent's store is skipped. A last seed in the own store
//! earns another move. A last seed in an own pit that was empty goes to the own store together with all seeds across.
//! As soon as all pits of a side are empty the game is over; the seeds left are swept, and more in the store wins. The
//! variants are told by [`Capture`], [`Sweep`] and [`Direction`].
//!
//! The rules follow the instruction sheet of Endless Games (2015) as retold by a rules page, and Wikipedia's "Kalah".

#[cfg(feature = "alloc")]
mod bare;
mod rules;
mod setup;
mod sow;

#[cfg(feature = "alloc")]
pub(crate) use bare::Bare;
pub use rules::{Capture, Direction, Rules, Sweep};
pub use setup::{ProtocolBoard, Setup};

use crate::notation::{self, MoveName, Reader};
use crate::{
    ByPlayer, Layout, Observer, Outcome, ParseError, Path, Pit, PitSet, Place, PlayError, Player, Position,
    Reason, hash,
};
use core::fmt;
use core::str::FromStr;

/// A position of Kalah with its rules: 24 bytes, valid by construction.
///
/// ```
/// use tok_ku_rou_core::{ByPlayer, Kalah, Pit, Player, Position, kalah::Rules};
/// let start = Kalah::new(Rules::STANDARD);
/// let next = start.play(Pit::new(2))?;
/// assert_eq!(next.turn(), Player::South, "the last seed fell in the store");
/// assert_eq!(next.scores(), ByPlayer { south: 1, north: 0 });
/// assert_eq!(next.to_string(), "kalah 4,4,4,4,4,4/4,4,0,5,5,5 1,0 s 6x4,leave-empty");
/// # Ok::<(), tok_ku_rou_core::PlayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kalah {
    /// The pits and the store of the player to move, as [`sow`] lays them out.
    own: u64,
    /// The pits and the store of the opponent.
    opponent: u64,
    turn: Player,
    rules: Rules,
}

impl Kalah {
    /// The start under these rules, South to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let row = (u64::MAX >> (64 - 8 * u32::from(rules.pits())))
            & (0x0101_0101_0101_0101 * u64::from(rules.seeds()));
        Self { own: row, opponent: row, turn: Player::South, rules }
    }

    /// The rules this position is played under.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    fn word(&self, player: Player) -> u64 {
        if player == self.turn { self.own } else { self.opponent }
    }

    /// The margin in stores for the player to move.
    #[inline]
    pub(crate) const fn store_margin(&self) -> i16 {
        (self.own >> (8 * sow::STORE)) as i16 - (self.opponent >> (8 * sow::STORE)) as i16
    }

    fn word_mut(&mut self, player: Player) -> &mut u64 {
        if player == self.turn { &mut self.own } else { &mut self.opponent }
    }
}

impl Default for Kalah {
    /// The start under [`Rules::SOURCE`].
    fn default() -> Self {
        Self::new(Rules::SOURCE)
    }
}

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(f, self)
    }
}

impl fmt::Debug for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kalah({self})")
    }
}

impl FromStr for Kalah {
    type Err = ParseError;

    /// Reads a position; the game's name and rules alone stand for the start.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::whole(text, |reader| {
            reader.game(Self::GAME)?;
            if reader.size_is_next() {
                return Rules::read(reader).map(Self::new);
            }
            let at = reader.blank();
            let (columns, pits) = reader.board(1, 7)?;
            let stores = reader.stores()?;
            let turn = reader.turn()?;
            let size_at = reader.blank();
            let rules = Rules::read(reader)?;
            Reader::fits(columns, rules.pits(), size_at)?;
            let pits = pits.map(|row| core::array::from_fn(|pit| row[pit]));
            Self::try_from(Setup { pits, stores, turn, rules })
                .map_err(|error| Reader::setup_error(error, at))
        })
    }
}

impl Position for Kalah {
    const GAME: &'static str = "kalah";

    fn start(&self) -> Self {
        Self::new(self.rules)
    }

    fn with_turn(&self, turn: Player) -> Self {
        Self { own: self.word(turn), opponent: self.word(!turn), turn, rules: self.rules }
    }

    fn rules_text(&self) -> impl fmt::Display {
        self.rules
    }

    /// Counterclockwise, every sowing brings seeds nearer to a store on their way; clockwise, seeds pass from row to row.
    fn can_repeat(&self) -> bool {
        self.rules.direction() == Direction::Clockwise
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    fn pits(&self) -> u8 {
        self.rules.pits()
    }

    fn layout(&self) -> Layout {
        Layout { columns: self.rules.pits(), rows: 1, stores: true }
    }

    fn path(&self) -> Path {
        let spots = core::iter::successors(Some(sow::STORE), |&spot| {
            Some(sow::after(spot, self.rules.pits(), self.rules.direction()))
        });
        Path::new(spots.take(usize::from(2 * self.rules.pits() + 1)).map(|spot| self.place(spot)))
    }

    fn seeds(&self, place: Place) -> u8 {
        match place {
            Place::Pit(_, pit) if pit.number() >= self.rules.pits() => 0,
            Place::Pit(player, pit) => (self.word(player) >> (8 * pit.number())) as u8,
            Place::Store(player) => (self.word(player) >> (8 * sow::STORE)) as u8,
        }
    }

    #[inline]
    fn legal_moves(&self) -> PitSet {
        // The high bits of the full pits, gathered at the top.
        let full = sow::full(self.own) & sow::PITS;
        PitSet::from_bits((full.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u32)
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.own & sow::PITS == 0;
        over.then(|| Outcome::by_count(self.scores(), Reason::SideEmpty))
    }

    fn scores(&self) -> ByPlayer<u8> {
        ByPlayer::new_with(|player| self.seeds(Place::Store(player)))
    }

    /// The stores as they are, and all seeds still in pits to one player or to the other. Under `Sweep::None` some
    /// of them may count for nobody, which is between the two.
    fn margin_bounds(&self) -> (i16, i16) {
        let (margin, seeds) = (self.store_margin(), self.seeds_in_pits());
        (margin - seeds, margin + seeds)
    }

    #[inline]
    fn key(&self) -> u64 {
        let rules = u64::from_le_bytes([
            self.rules.pits(),
            self.rules.seeds(),
            self.rules.capture() as u8,
            self.rules.sweep() as u8,
            self.rules.direction() as u8,
            self.turn as u8,
            b'k',
            0,
        ]);
        hash::mix(hash::mix(rules, self.own), self.opponent)
    }

    fn move_name(&self, pit: Pit) -> MoveName {
        MoveName::numbered(pit)
    }

    fn parse_move(&self, text: &str) -> Result<Pit, ParseError> {
        Reader::whole(text, |reader| reader.pit_number(self.rules.pits(), Pit::new))
    }

    fn check(&self, pit: Pit) -> Result<(), PlayError> {
        let pits = self.rules.pits();
        if pit.number() >= pits {
            Err(PlayError::NoSuchPit { pit, pits })
        } else if self.own & sow::PITS == 0 {
            Err(PlayError::Over)
        } else if self.seeds(Place::Pit(self.turn, pit)) == 0 {
            Err(PlayError::TooFewSeeds { pit, seeds: 0, needed: 1 })
        } else {
            Ok(())
        }
    }

    #[expect(clippy::inline_always, reason = "as `Kalah::sow`")]
    #[inline(always)]
    fn play_observed<O: Observer>(&mut self, pit: Pit, observer: &mut O) {
        debug_assert_eq!(self.check(pit), Ok(()), "illegal move {} in {self}", self.move_name(pit));
        self.sow(pit, observer);
    }
}

impl Kalah {
    /// How many seeds lie in the pits of both players.
    fn seeds_in_pits(&self) -> i16 {
        i16::from(sow::sum(self.own & sow::PITS)) + i16::from(sow::sum(self.opponent & sow::PITS))
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(Kalah, "a position of Kalah in notation");

#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Kalah {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let rules: Rules = u.arbitrary()?;
        let mut left = 255;
        let mut some = |u: &mut arbitrary::Unstructured<'a>| {
            let seeds = u.int_in_range(0..=left.min(40))?;
            left -= seeds;
            Ok(seeds)
        };
        let mut setup = Setup { turn: u.arbitrary()?, pits: ByPlayer::default(), ..Setup::start(rules) };
        for player in Player::ALL {
            for pit in 0..usize::from(rules.pits()) {
                setup.pits[player][pit] = some(u)?;
            }
            setup.stores[player] = some(u)?;
        }
        Self::try_from(setup).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}
