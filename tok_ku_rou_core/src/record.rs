//! The text record of a game, in the manner of chess's PGN: tag lines, numbered turns, the result last.

use crate::notation::Reader;
use crate::{Adjudication, Game, Outcome, ParseError, Part, Player, Position, Problem, Reason};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

/// A game with what else its record tells: the players' names, the date, and any further tags.
///
/// The writer has one form. The reader forgives other blanks and line breaks, missing move numbers, comments in
/// braces or behind a semicolon, marks such as `!?`, and tags it does not know, which it keeps.
///
/// ```
/// use tok_ku_rou_core::{AnyPosition, Record};
/// let record: Record<AnyPosition> = r#"
///     [Game "kalah"]
///     [Rules "6x4"]
///     [South "Nyandeng"]
///     1. 3+6 1 {a lap later} 2. 1 *"#.parse()?;
/// assert_eq!((record.game.ply_count(), record.south.as_str()), (4, "Nyandeng"));
/// assert!(record.to_string().ends_with("1. 3+6 1\n2. 1 *\n"));
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// The game itself.
    pub game: Game<P>,
    /// South's name; empty if unknown.
    pub south: String,
    /// North's name; empty if unknown.
    pub north: String,
    /// When the game was played; empty if unknown.
    pub date: String,
    /// Any other tags, as name and value, in order. A name is made of letters, digits and underscores; the writer
    /// leaves out any tag whose name is not, or that has a meaning of its own.
    pub tags: Vec<(String, String)>,
}

impl<P> From<Game<P>> for Record<P> {
    fn from(game: Game<P>) -> Self {
        Self { game, south: String::new(), north: String::new(), date: String::new(), tags: Vec::new() }
    }
}

const OWN_TAGS: [&str; 9] =
    ["Game", "Rules", "Setup", "South", "North", "Date", "Adjudication", "Result", "Reason"];

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_tag_char)
}

fn is_tag_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The result as records write it.
const fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None | Some(Outcome { reason: Reason::Abandoned, .. }) => "*",
        Some(Outcome { winner: Some(Player::South), .. }) => "1-0",
        Some(Outcome { winner: Some(Player::North), .. }) => "0-1",
        Some(Outcome { winner: None, .. }) => "1/2-1/2",
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '\n' => f.write_str("\\n")?,
            '"' | '\\' => write!(f, "\\{c}")?,
            _ => f.write_char(c)?,
        }
    }
    f.write_str("\"]\n")
}

impl<P: Position> fmt::Display for Record<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let start = game.start();
        write_tag(f, "Game", start.game())?;
        write_tag(f, "Rules", &start.rules_text().to_string())?;
        if *start != start.start() {
            write_tag(f, "Setup", &start.to_string())?;
        }
        for (name, value) in [("South", &self.south), ("North", &self.north), ("Date", &self.date)] {
            if !value.is_empty() {
                write_tag(f, name, value)?;
            }
        }
        if game.adjudication() != Adjudication::default() {
            write_tag(f, "Adjudication", &game.adjudication().to_string())?;
        }
        write_tag(f, "Result", result_word(game.outcome()))?;
        if let Some(outcome) = game.outcome() {
            write_tag(f, "Reason", outcome.reason.word())?;
        }
        for (name, value) in &self.tags {
            if is_tag_name(name) && !OWN_TAGS.contains(&name.as_str()) {
                write_tag(f, name, value)?;
            }
        }
        f.write_str("\n")?;
        write_moves(f, game)?;
        writeln!(f, "{}", result_word(game.outcome()))
    }
}

/// Writes the numbered turns, a line for each two, the moves of one turn joined by `+`.
fn write_moves<P: Position>(f: &mut fmt::Formatter<'_>, game: &Game<P>) -> fmt::Result {
    let mut round = 0;
    let mut last_mover = None;
    for (before, pit) in game.positions().zip(game.moves()) {
        let mover = before.turn();
        if last_mover == Some(mover) {
            f.write_char('+')?;
        } else if mover == Player::South {
            round += 1;
            write!(f, "{}{round}. ", if round == 1 { "" } else { "\n" })?;
        } else if last_mover.is_none() {
            round = 1;
            f.write_str("1... ")?;
        } else {
            f.write_char(' ')?;
        }
        write!(f, "{}", before.move_name(pit))?;
        last_mover = Some(mover);
    }
    if last_mover.is_some() { f.write_char(' ') } else { Ok(()) }
}

/// A tag of a record being read: its value, and the text between the quotes that it comes from.
#[derive(Clone)]
struct Tag<'a> {
    value: String,
    raw: &'a str,
    at: usize,
}

impl Tag<'_> {
    /// Where in the record this byte of the value stands. A backslash stands there without being in the value.
    fn place(&self, offset: usize) -> usize {
        let mut left = offset;
        let mut escaped = false;
        for (index, c) in self.raw.char_indices() {
            if c == '\\' && !escaped {
                escaped = true;
                continue;
            }
            if left == 0 {
                return self.at + index - usize::from(escaped);
            }
            escaped = false;
            left = left.saturating_sub(c.len_utf8());
        }
        self.at + self.raw.len()
    }

    /// Reads the value as another text; errors are told where they stand in the record.
    fn read<T: FromStr<Err = ParseError>>(&self) -> Result<T, ParseError> {
        self.value.parse().map_err(|error: ParseError| ParseError { at: self.place(error.at), ..error })
    }
}

/// Reads a tag line behind its opening bracket, up to its closing one.
fn read_tag<'a>(reader: &mut Reader<'a>) -> Result<(&'a str, Tag<'a>), ParseError> {
    let at = reader.blank();
    let name = reader.run(is_tag_char);
    if name.is_empty() {
        return Err(reader.expected_at(Part::Tag, at));
    }
    reader.symbol('"', Part::TagValue)?;
    let text = reader.rest();
    let mut tag = Tag { value: String::new(), raw: "", at: reader.at() };
    loop {
        tag.value.push_str(reader.run(|c| !matches!(c, '"' | '\\' | '\n')));
        match reader.next_char() {
            Some('"') => break,
            Some('\\') => match reader.next_char() {
                Some('n') => tag.value.push('\n'),
                Some(c) => tag.value.push(c),
                None => return Err(reader.expected_at(Part::TagValue, reader.at())),
            },
            _ => return Err(reader.expected_at(Part::TagValue, tag.at)),
        }
    }
    // Up to the closing quote.
    tag.raw = &text[..reader.at() - tag.at - 1];
    reader.symbol(']', Part::Tag)?;
    Ok((name, tag))
}

/// The tags in front of a record.
struct Tags<'a> {
    own: [Option<Tag<'a>>; OWN_TAGS.len()],
    other: Vec<(String, String)>,
}

impl<'a> Tags<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self, ParseError> {
        let mut tags = Self { own: Default::default(), other: Vec::new() };
        loop {
            skip_comments(reader)?;
            if !reader.next_is('[') {
                return Ok(tags);
            }
            let at = reader.blank();
            let (name, tag) = read_tag(reader)?;
            match OWN_TAGS.iter().position(|&own| own == name) {
                Some(index) if tags.own[index].is_some() => {
                    return Err(ParseError { part: Part::Tag, at, problem: Problem::Repeated });
                }
                Some(index) => tags.own[index] = Some(tag),
                None => tags.other.push((name.into(), tag.value)),
            }
        }
    }

    fn get(&self, name: &str) -> Option<&Tag<'a>> {
        OWN_TAGS.iter().position(|&own| own == name).and_then(|index| self.own[index].as_ref())
    }

    fn text(&self, name: &str) -> String {
        self.get(name).map_or_else(String::new, |tag| tag.value.clone())
    }

    /// The position that the game begins at: the one set up, or the start under the rules. `at` is where the tags
    /// end.
    fn start<P: Position>(&self, at: usize) -> Result<P, ParseError> {
        let mismatch = |tag: &Tag<'_>, part| Err(ParseError { part, at: tag.at, problem: Problem::Mismatch });
        let (game, rules) = (self.get("Game"), self.get("Rules"));
        let by_rules = match (game, rules) {
            (Some(game), Some(rules)) => {
                let start: P = start_under(game, rules)?;
                // The two tags could also make up another text of a position together.
                if start.game() != game.value.trim() {
                    return mismatch(game, Part::Game);
                } else if start != start.start() {
                    return mismatch(rules, Part::Rule);
                }
                Some((rules, start))
            }
            _ => None,
        };
        let Some(setup) = self.get("Setup") else {
            let missing = ParseError { part: Part::Start, at, problem: Problem::Found(None) };
            return by_rules.map(|(_, start)| start).ok_or(missing);
        };
        let start: P = setup.read()?;
        match (game, by_rules) {
            (Some(game), _) if game.value.trim() != start.game() => mismatch(game, Part::Game),
            (_, Some((rules, other))) if other != start.start() => mismatch(rules, Part::Rule),
            _ => Ok(start),
        }
    }

    /// The outcome that the tags and the result behind the moves claim, checked against the game itself.
    fn finish<P: Position>(&self, game: &mut Game<P>, last: Option<(&str, usize)>) -> Result<(), ParseError> {
        let tag = self.get("Result");
        let tag = tag.map(|tag| (tag.value.as_str(), tag.at));
        let mismatch = |at| Err(ParseError { part: Part::Result, at, problem: Problem::Mismatch });
        if let (Some((first, _)), Some((second, at))) = (tag, last)
            && first != second
        {
            return mismatch(at);
        }
        let claims = tag.or(last);
        let reason = self.get("Reason").map(Tag::read::<Reason>).transpose()?;
        if let Some((word, at)) = claims {
            match (word, game.outcome(), reason) {
                ("*", None, Some(Reason::Abandoned)) => game.abandon(),
                ("1-0", None, None | Some(Reason::Resigned)) => game.resign(Player::North),
                ("0-1", None, None | Some(Reason::Resigned)) => game.resign(Player::South),
                ("*", ..) => {}
                (word, outcome, _) if word == result_word(outcome) => {}
                _ => return mismatch(at),
            }
        }
        match (self.get("Reason"), reason, game.outcome()) {
            (Some(tag), Some(reason), outcome) if outcome.is_none_or(|outcome| outcome.reason != reason) => {
                Err(ParseError { part: Part::Reason, at: tag.at, problem: Problem::Mismatch })
            }
            _ => Ok(()),
        }
    }
}

/// The start of a game under its rules, whose notation is the game's name and the rules.
fn start_under<P: Position>(game: &Tag<'_>, rules: &Tag<'_>) -> Result<P, ParseError> {
    let before_rules = game.value.len() + 1;
    format!("{} {}", game.value, rules.value).parse().map_err(|error: ParseError| {
        let at = match error.at.checked_sub(before_rules) {
            Some(at) => rules.place(at),
            None => game.place(error.at),
        };
        ParseError { at, ..error }
    })
}

/// Passes over blanks and comments: `{...}`, and from `;` to the end of the line.
fn skip_comments(reader: &mut Reader<'_>) -> Result<(), ParseError> {
    loop {
        if reader.next_is('{') {
            reader.run(|c| c != '}');
            if !reader.next_is('}') {
                return Err(reader.expected_at(Part::CommentEnd, reader.at()));
            }
        } else if reader.next_is(';') {
            reader.run(|c| c != '\n');
        } else {
            return Ok(());
        }
    }
}

/// Reads the moves into the game, up to the result or the end of the text, and tells the result.
fn read_moves<'a, P: Position>(
    reader: &mut Reader<'a>,
    game: &mut Game<P>,
) -> Result<Option<(&'a str, usize)>, ParseError> {
    loop {
        skip_comments(reader)?;
        let at = reader.at();
        let word = reader.run(|c| !c.is_whitespace() && !matches!(c, '{' | ';'));
        if word.is_empty() {
            return Ok(None);
        }
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            skip_comments(reader)?;
            return Ok(Some((word, at)));
        }
        // A move number ends in dots and may touch the move behind it.
        let dots = word.rfind('.').map_or(0, |dot| dot + 1);
        let number = word[..dots].trim_end_matches('.');
        if !number.chars().all(|c| c.is_ascii_digit()) {
            return Err(reader.expected_at(Part::Move, at));
        }
        let mut at = at + dots;
        let moves = word[dots..].trim_end_matches(['!', '?']);
        if moves.is_empty() && dots > 0 {
            continue;
        }
        for name in moves.split('+') {
            if name.is_empty() {
                at += 1;
                continue;
            }
            let pit = game.position().parse_move(name).map_err(|_| reader.expected_at(Part::Move, at))?;
            game.play(pit).map_err(|error| ParseError {
                part: Part::Move,
                at,
                problem: Problem::Play(error),
            })?;
            at += name.len() + 1;
        }
    }
}

impl<P: Position> FromStr for Record<P> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::whole(text, |reader| {
            // Some editors put a byte order mark in front.
            reader.next_is('\u{feff}');
            let tags = Tags::read(reader)?;
            let start = tags.start::<P>(reader.at())?;
            let adjudication = tags.get("Adjudication").map(Tag::read).transpose()?.unwrap_or_default();
            let mut game = Game::with_adjudication(start, adjudication);
            let last = read_moves(reader, &mut game)?;
            tags.finish(&mut game, last)?;
            let (south, north, date) = (tags.text("South"), tags.text("North"), tags.text("Date"));
            Ok(Self { game, south, north, date, tags: tags.other })
        })
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(Record<P>, "the record of a game", P: Position);

/// A game is read and written as a record without names.
impl<P: Position> fmt::Display for Game<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Record::from(self.clone()).fmt(f)
    }
}

impl<P: Position> FromStr for Game<P> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(|record: Record<P>| record.game)
    }
}

#[cfg(feature = "serde")]
crate::notation::serde_as_text!(Game<P>, "the record of a game", P: Position);
