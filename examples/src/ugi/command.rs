//! What a line of input says.

use super::limits::Go;
use super::setting::Setting;
use std::ops::RangeInclusive;
use tok_ku_rou_core::AnyPosition;

/// A line of input, understood.
#[derive(Clone, Copy, Debug)]
pub(super) enum Command<'a> {
    Ugi,
    IsReady,
    NewGame,
    Set(Setting<'a>),
    /// Moves from a position; without one, from the start.
    Position {
        from: Option<AnyPosition>,
        moves: &'a str,
    },
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

/// What can be asked about the position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Query {
    GameOver,
    Result,
    PlayerOneTurn,
}

impl<'a> Command<'a> {
    /// Reads a line that is not blank. The error tells what was expected.
    pub(super) fn read(line: &'a str) -> Result<Self, String> {
        let (word, rest) = first_word(line);
        let alone = |command| {
            if rest.is_empty() {
                Ok(command)
            } else {
                Err(expected(&format!("nothing behind `{word}`"), rest))
            }
        };
        match word {
            "ugi" => alone(Self::Ugi),
            "isready" => alone(Self::IsReady),
            "uginewgame" => alone(Self::NewGame),
            "stop" => alone(Self::Stop),
            "quit" => alone(Self::Quit),
            "setoption" => Setting::read(rest).map(Self::Set),
            "position" => Self::read_position(rest),
            "go" => Go::read(rest).map(Self::Go),
            "query" => match rest {
                "gameover" => Ok(Self::Query(Query::GameOver)),
                "result" => Ok(Self::Query(Query::Result)),
                "p1turn" => Ok(Self::Query(Query::PlayerOneTurn)),
                _ => Err(expected("`query gameover`, `query result` or `query p1turn`", rest)),
            },
            _ => Err(expected(
                "`ugi`, `isready`, `uginewgame`, `setoption`, `position`, `go`, `stop`, `query` or `quit`",
                word,
            )),
        }
    }

    fn read_position(rest: &'a str) -> Result<Self, String> {
        let (place, moves) = cut(rest, "moves");
        let moves = moves.unwrap_or_default();
        match first_word(place) {
            ("startpos", "") => Ok(Self::Position { from: None, moves }),
            ("startpos", other) => Err(expected("`moves` or nothing behind `startpos`", other)),
            ("fen", notation) => match notation.parse() {
                Ok(position) => Ok(Self::Position { from: Some(position), moves }),
                Err(error) => Err(format!("fen: {error}")),
            },
            _ => Err(expected("`position startpos` or `position fen` and a position", place)),
        }
    }
}

/// The first word of a text and what follows it, both without blanks around.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// What stands before and behind a word, both without blanks around.
pub(super) fn cut<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    let mut halves = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    let whole = halves.find(|(before, behind)| {
        let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        blank(before.chars().next_back()) && blank(behind.chars().next())
    });
    match whole {
        Some((before, behind)) => (before.trim(), Some(behind.trim())),
        None => (text.trim(), None),
    }
}

/// Reads a whole number in this range.
pub(super) fn number(name: &str, range: RangeInclusive<u64>, text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| expected(&format!("`{name}` from {} to {}", range.start(), range.end()), text))
}

/// The complaint that something else was expected than what stands there.
pub(super) fn expected(what: &str, found: &str) -> String {
    if found.is_empty() {
        format!("expected {what}, found nothing")
    } else {
        format!("expected {what}, found {}", beginning(found))
    }
}

/// The beginning of a text in quotes, with nothing in it that would not show.
pub(super) fn beginning(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
