//! The flags of the program.

use super::entrant::Entrant;
use super::statistics::Sprt;
use clap::{Parser, ValueEnum};
use std::num::NonZero;
use std::path::PathBuf;
use tok_ku_rou_core::{Adjudication, AnyPosition, Repetition};

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Pairs {
    /// Each player against the one before it in the list
    Neighbours,
    /// Each player against all before it in the list
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Thrice {
    Tie,
    Count,
}

/// Measure by how much players are stronger than others
///
/// Every pairing plays pairs of games: the two games of a pair begin with the same few random sowings and have the seats
/// swapped. The table tells the score of the later player of the list against the earlier one. The same flags give the
/// same games and the same table on every machine, however many threads play.
#[derive(Clone, Debug, Parser)]
#[command(name = "tournament", version)]
pub struct Arguments {
    /// The players: random, greedy, level:1 to level:7, nodes:N (search of N sowings), depth:N (search N sowings deep),
    /// material:N (search of N sowings that estimates by seed difference alone)
    #[arg(required = true, value_delimiter = ',')]
    pub(super) players: Vec<Entrant>,

    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Pairs::Neighbours)]
    pub(super) pairs: Pairs,

    /// The game and its rules, such as `tok_ku_rou 12x2,multiple-laps`, or a position in notation
    #[arg(long, value_name = "START", default_value = "kalah 6x4")]
    pub(super) start: AnyPosition,

    /// How many random sowings open a game
    #[arg(long, value_name = "SOWINGS", default_value_t = 4)]
    pub(super) opening: u32,

    /// How many games each pairing plays at most: an even number
    #[arg(long, default_value_t = 200, value_parser = even)]
    pub(super) games: u32,

    /// What the openings and the players' choices are made of
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,

    /// End a game after so many sowings, the opening included, and count what each player holds; 0 for no limit
    #[arg(long, value_name = "SOWINGS", default_value_t = 400)]
    ply_limit: u32,

    /// How the third occurrence of a position ends a game
    #[arg(long, value_enum, default_value_t = Thrice::Tie)]
    repetition: Thrice,

    /// End a pairing as soon as its results decide between these two Elo differences, with 5 % error either way
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,

    /// How many games to play at a time [default: one per core]
    #[arg(long)]
    threads: Option<NonZero<usize>>,

    /// Write each finished pair of games to this file, and go on after those that are there already
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,

    /// Draw the scores as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub(super) chart: Option<PathBuf>,

    /// With `--pairs all`, list only the best so many players in the standings, and all who tie with the last of them
    #[arg(long, value_name = "PLAYERS")]
    pub(super) top: Option<NonZero<usize>>,
}

fn even(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games: &u32| *games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "expected an even number of games, at least 2".to_owned())
}

impl Arguments {
    /// What ends a game besides its own rules.
    pub(super) fn adjudication(&self) -> Adjudication {
        let repetition = match self.repetition {
            Thrice::Tie => Repetition::Tie,
            Thrice::Count => Repetition::Count,
        };
        Adjudication {
            repetition,
            plies: (self.ply_limit > 0).then_some(self.ply_limit),
            ..Adjudication::default()
        }
    }

    /// How many games to play at a time.
    pub(super) fn threads(&self) -> usize {
        self.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get)
    }

    /// What is wrong with the flags together, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        let limit = self.adjudication().plies;
        if self.players.len() < 2 {
            Err("expected at least two players".to_owned())
        } else if self.top.is_some() && self.pairs != Pairs::All {
            Err("--top needs --pairs all: other pairings have no standings".to_owned())
        } else if limit.is_some_and(|limit| limit <= self.opening) {
            Err(format!("expected a --ply-limit beyond the {} sowings of the opening", self.opening))
        } else {
            Ok(())
        }
    }
}
