//! Positions and moves as text: the one writer, the cursor that every reader uses, and move names.

use crate::{ByPlayer, ParseError, Part, Pit, Place, Player, Position, Problem, RulesError, SetupError};
use core::fmt;

/// The name of a move as its player reads it off the board; see [`Position::move_name`].
///
/// ```
/// use tok_ku_rou_core::{Pit, Position, TokKuRou};
/// let name = TokKuRou::default().move_name(Pit::new(12));
/// assert_eq!(format!("{name:>5}"), "  f12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveName {
    row: Option<char>,
    number: u16,
}

impl MoveName {
    /// The name of a pit in a board of one row: its number from 1.
    pub(crate) const fn numbered(pit: Pit) -> Self {
        Self { row: None, number: pit.number() as u16 + 1 }
    }

    /// The name of a pit by the letter of its row and its number there, from 1.
    pub(crate) const fn in_row(row: char, number: u16) -> Self {
        Self { row: Some(row), number }
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As one piece, so that width and alignment count.
        let mut name = [0; 4];
        let mut len = 0;
        if let Some(row) = self.row {
            name[0] = row as u8;
            len = 1;
        }
        for unit in [100, 10, 1] {
            if self.number >= unit {
                name[len] = b'0' + (self.number / unit % 10) as u8;
                len += 1;
            }
        }
        f.pad(core::str::from_utf8(&name[..len]).unwrap_or_default())
    }
}

/// Writes a position in one line: game, rows from the top as South sees them, stores, turn, rules.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, position: &impl Position) -> fmt::Result {
    let layout = position.layout();
    f.write_str(position.game())?;
    let mut before = ' ';
    for (player, row) in rows(layout.rows) {
        for pit in layout.row(player, row) {
            write!(f, "{before}{}", position.seeds(Place::Pit(player, pit)))?;
            before = ',';
        }
        before = '/';
    }
    if layout.stores {
        let stores = ByPlayer::new_with(|player| position.seeds(Place::Store(player)));
        write!(f, " {},{}", stores.south, stores.north)?;
    }
    write!(f, " {} {}", position.turn().letter(), position.rules_text())
}

/// The rows of a board from the top, as owner and row number counted from the owner.
pub(crate) fn rows(rows: u8) -> impl Iterator<Item = (Player, u8)> {
    let north = (0..rows).map(|row| (Player::North, row));
    north.chain((0..rows).rev().map(|row| (Player::South, row)))
}

/// A cursor over a text that is being read.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads a whole text; nothing but blanks may follow what `read` leaves.
    pub(crate) fn whole<T>(
        text: &'a str,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let mut reader = Self { text, at: 0 };
        let value = read(&mut reader)?;
        reader.end()?;
        Ok(value)
    }

    /// Requires that nothing but blanks is left.
    fn end(&mut self) -> Result<(), ParseError> {
        let at = self.blank();
        if at == self.text.len() { Ok(()) } else { Err(self.expected_at(Part::End, at)) }
    }

    /// Passes over blanks and tells at which byte it stands then.
    pub(crate) fn blank(&mut self) -> usize {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.at
    }

    /// At which byte it stands.
    #[cfg(feature = "alloc")]
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Takes the next character, whatever it is.
    #[cfg(feature = "alloc")]
    pub(crate) fn next_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Whether a size such as `6x4` comes next, after any blanks.
    pub(crate) fn size_is_next(&mut self) -> bool {
        self.blank();
        let behind = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < self.rest().len() && behind.starts_with('x')
    }

    /// What is left of the text.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The longest run of characters from here that are all accepted.
    pub(crate) fn run(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let run = &rest[..rest.find(|c| !accept(c)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// The error that `part` was expected at this byte.
    pub(crate) fn expected_at(&self, part: Part, at: usize) -> ParseError {
        ParseError::expected(part, self.text, at)
    }

    /// Passes over this character, after any blanks.
    pub(crate) fn symbol(&mut self, symbol: char, part: Part) -> Result<(), ParseError> {
        let at = self.blank();
        if !self.next_is(symbol) {
            return Err(self.expected_at(part, at));
        }
        Ok(())
    }

    /// Passes over this character if it comes next, after any blanks.
    pub(crate) fn next_is(&mut self, symbol: char) -> bool {
        self.blank();
        let next = self.rest().starts_with(symbol);
        if next {
            self.at += symbol.len_utf8();
        }
        next
    }

    /// A whole number of this type, after any blanks.
    pub(crate) fn number<T: TryFrom<u32>>(&mut self, part: Part) -> Result<T, ParseError> {
        let at = self.blank();
        let digits = self.run(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.expected_at(part, at));
        }
        let number = digits.parse::<u32>().ok().and_then(|number| T::try_from(number).ok());
        number.ok_or(ParseError { part, at, problem: Problem::TooLarge })
    }

    /// The game's name, which must be this one.
    pub(crate) fn game(&mut self, name: &str) -> Result<(), ParseError> {
        let at = self.blank();
        let found = self.run(|c| c.is_ascii_lowercase() || c == '_');
        if found == name {
            return Ok(());
        }
        // Where it departs from the name is what is wrong with it.
        let same = found.bytes().zip(name.bytes()).take_while(|(found, expected)| found == expected);
        Err(self.expected_at(Part::Game, at + same.count()))
    }

    /// The pits of a board with this many rows a player. Tells how many columns there are, at most `max`, and the
    /// pits in each owner's numbering.
    pub(crate) fn board(&mut self, rows_each: u8, max: u8) -> Result<(u8, ByPlayer<[u8; 26]>), ParseError> {
        let mut first = [0; 13];
        let mut columns = 0;
        loop {
            first[usize::from(columns)] = self.number(Part::Seeds)?;
            columns += 1;
            if columns == max || !self.next_is(',') {
                break;
            }
        }
        let layout = crate::Layout { columns, rows: rows_each, stores: false };
        let mut pits = ByPlayer { south: [0; 26], north: [0; 26] };
        let mut rows = rows(rows_each);
        if let Some((player, row)) = rows.next() {
            for (pit, seeds) in layout.row(player, row).zip(first) {
                pits[player][pit.index()] = seeds;
            }
        }
        for (player, row) in rows {
            let mut between = ('/', Part::Slash);
            for pit in layout.row(player, row) {
                self.symbol(between.0, between.1)?;
                pits[player][pit.index()] = self.number(Part::Seeds)?;
                between = (',', Part::Comma);
            }
        }
        Ok((columns, pits))
    }

    /// The seeds in both stores, South's first.
    pub(crate) fn stores(&mut self) -> Result<ByPlayer<u8>, ParseError> {
        let south = self.number(Part::Seeds)?;
        self.symbol(',', Part::Comma)?;
        Ok(ByPlayer { south, north: self.number(Part::Seeds)? })
    }

    /// Whose turn it is.
    pub(crate) fn turn(&mut self) -> Result<Player, ParseError> {
        let at = self.blank();
        match self.run(char::is_alphanumeric) {
            "s" => Ok(Player::South),
            "n" => Ok(Player::North),
            other => Err(self.expected_at(Part::Turn, at + usize::from(other.starts_with(['s', 'n'])))),
        }
    }

    /// The size of a board, such as `6x4`, made into the default rules of that size.
    pub(crate) fn size<R>(
        &mut self,
        rules: impl FnOnce(u8, u8) -> Result<R, RulesError>,
    ) -> Result<R, ParseError> {
        let at = self.blank();
        let pits = self.number(Part::Size)?;
        if !self.rest().starts_with('x') {
            return Err(self.expected_at(Part::Size, self.at));
        }
        self.at += 1;
        let seeds = self.number(Part::Size)?;
        rules(pits, seeds).map_err(|error| ParseError {
            part: Part::Size,
            at,
            problem: Problem::Rules(error),
        })
    }

    /// The next word of a list that goes on with a comma, and where it stands; `None` at the end of the list.
    pub(crate) fn rule_word(&mut self) -> Result<Option<(&'a str, usize)>, ParseError> {
        if !self.next_is(',') {
            return Ok(None);
        }
        let at = self.blank();
        match self.run(|c| c.is_ascii_lowercase() || c == '-') {
            "" => Err(self.expected_at(Part::Rule, at)),
            word => Ok(Some((word, at))),
        }
    }

    /// Requires that the size that stands at `at` is that of the rows before it.
    pub(crate) fn fits(columns: u8, size: u8, at: usize) -> Result<(), ParseError> {
        if columns == size {
            Ok(())
        } else {
            Err(ParseError { part: Part::Size, at, problem: Problem::Mismatch })
        }
    }

    /// The error that the board that stands at `at` is no position.
    pub(crate) fn setup_error(error: SetupError, at: usize) -> ParseError {
        ParseError { part: Part::Board, at, problem: Problem::Setup(error) }
    }

    /// The number of a pit in its row, from 1 to `max`, made into the pit.
    pub(crate) fn pit_number(&mut self, max: u8, pit: impl FnOnce(u8) -> Pit) -> Result<Pit, ParseError> {
        let at = self.blank();
        match self.number(Part::Move) {
            Ok(number) if (1..=max).contains(&number) => Ok(pit(number - 1)),
            _ => Err(self.expected_at(Part::Move, at)),
        }
    }
}

/// Serializes a type as the text that its `Display` writes and its `FromStr` reads.
#[cfg(feature = "serde")]
macro_rules! serde_as_text {
    ($type:ty, $what:literal $(, $parameter:ident: $bound:path)?) => {
        impl$(<$parameter: $bound>)? serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de $(, $parameter: $bound)?> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text<T>(core::marker::PhantomData<T>);
                impl<T: core::str::FromStr<Err = crate::ParseError>> serde::de::Visitor<'_> for Text<T> {
                    type Value = T;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str($what)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text(core::marker::PhantomData))
            }
        }
    };
}
#[cfg(feature = "serde")]
pub(crate) use serde_as_text;
