//! The options that can be set.

use super::command::{cut, expected, first_word, number};
use tok_ku_rou_core::ai::Level;
use tok_ku_rou_core::{AnyPosition, Kalah, Position, TokKuRou};

/// The greatest table, in MiB.
const MAX_HASH: u64 = 4_096;
/// The greatest number of threads.
const MAX_THREADS: u64 = 64;
/// The table at first, in MiB.
pub(super) const HASH: u64 = 16;

/// An option with its new value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Setting<'a> {
    /// The size of the table in MiB.
    Hash(u64),
    /// The number of threads.
    Threads(usize),
    /// The game, as its start under the default rules.
    Game(AnyPosition),
    /// The rules, which depend on the game.
    Variant(&'a str),
    /// The level that chooses the moves, if any.
    Level(Option<Level>),
}

impl<'a> Setting<'a> {
    /// Reads the words behind `setoption`.
    pub(super) fn read(text: &'a str) -> Result<Self, String> {
        let (("name", name), Some(value)) = (first_word(cut(text, "value").0), cut(text, "value").1) else {
            return Err(expected("`setoption name NAME value VALUE`", text));
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => number("Hash", 1..=MAX_HASH, value).map(Self::Hash),
            "threads" => {
                number("Threads", 1..=MAX_THREADS, value).map(|threads| Self::Threads(threads as usize))
            }
            "game" => match value {
                TokKuRou::GAME => Ok(Self::Game(TokKuRou::default().into())),
                Kalah::GAME => Ok(Self::Game(Kalah::default().into())),
                _ => Err(expected("`Game` tok_ku_rou or kalah", value)),
            },
            "variant" => Ok(Self::Variant(value)),
            "level" => number("Level", 0..=7, value).map(|level| Self::Level(Level::new(level as u8))),
            _ => Err(expected("the option `Hash`, `Threads`, `Game`, `Variant` or `Level`", name)),
        }
    }
}

/// The lines that tell which options there are.
pub(super) fn list() -> String {
    let variant = AnyPosition::from(TokKuRou::default());
    format!(
        "option name Hash type spin default {HASH} min 1 max {MAX_HASH}\n\
         option name Threads type spin default 1 min 1 max {MAX_THREADS}\n\
         option name Game type combo default {game} var {game} var {}\n\
         option name Variant type string default {}\n\
         option name Level type spin default 0 min 0 max 7",
        Kalah::GAME,
        variant.rules_text(),
        game = TokKuRou::GAME,
    )
}

/// The start of this game under the rules that a text names.
pub(super) fn variant(game: &AnyPosition, text: &str) -> Result<AnyPosition, String> {
    let start = match game {
        AnyPosition::TokKuRou(_) => text.parse().map(|rules| TokKuRou::new(rules).into()),
        AnyPosition::Kalah(_) => text.parse().map(|rules| Kalah::new(rules).into()),
    };
    start.map_err(|error| format!("Variant of {}: {error}", game.game()))
}
