//! The flags of the program.

use super::seat::Seat;
use clap::{Args, Parser, ValueEnum};
use std::path::PathBuf;
use tok_ku_rou_core::{
    Adjudication, AnyPosition, Kalah, Repetition, RulesError, Starts, TokKuRou, kalah, tok_ku_rou,
};

/// Declares the words of a flag and the value that each stands for.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident => $value:ty { $($word:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        enum $name {
            $($word),+
        }

        impl From<$name> for $value {
            fn from(word: $name) -> Self {
                match word {
                    $($name::$word => Self::$word),+
                }
            }
        }
    };
}

words!(Capture => kalah::Capture { TakeEmpty, LeaveEmpty, KeepSowing });
words!(Sweep => kalah::Sweep { Owner, Finisher, None });
words!(Direction => kalah::Direction { Counterclockwise, Clockwise });
words!(Laps => tok_ku_rou::Laps { Single, Multiple });
words!(Thrice => Repetition { Tie, Count });
words!(Next => Starts { Toss, Alternate, Loser });

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    #[value(alias = "tok_ku_rou")]
    TokKuRou,
    Kalah,
}

/// Who makes the first move of the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum First {
    South,
    North,
    Toss,
}

/// Play Tok Ku Rou or Kalah in the terminal
///
/// Moves are typed by name: b1 to b12 and f1 to f12 (back and front row, from the mover's left) in Tok Ku Rou, 1 to 6
/// in Kalah. `help` lists all else that can be typed. Input may come through a pipe.
#[derive(Clone, Debug, Parser)]
#[command(name = "play", version)]
pub struct Arguments {
    #[command(flatten)]
    pub(super) table: Table,

    /// Play so many games and leave [default: ask after each]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: Option<u32>,
}

// What is played and by whom; the flags that the programs for players share.
#[derive(Clone, Debug, Args)]
pub(crate) struct Table {
    /// Which game to play
    #[arg(long, value_enum, default_value_t = Name::TokKuRou)]
    game: Name,

    /// Seeds a pit at the start [default: 2 in Tok Ku Rou, 4 in Kalah]
    #[arg(long)]
    seeds: Option<u8>,

    /// Tok Ku Rou: columns of the board, 1 to 13 [default: 12]
    #[arg(long)]
    columns: Option<u8>,

    /// Tok Ku Rou: whether a sow goes on from an occupied pit [default: single]
    #[arg(long, value_enum)]
    laps: Option<Laps>,

    /// Kalah: pits a row, 1 to 7 [default: 6]
    #[arg(long)]
    pits: Option<u8>,

    /// Kalah: what a last seed in an own empty pit does [default: take-empty]
    #[arg(long, value_enum)]
    capture: Option<Capture>,

    /// Kalah: who gets the seeds left at the end [default: owner]
    #[arg(long, value_enum)]
    sweep: Option<Sweep>,

    /// Kalah: which way seeds are sown [default: counterclockwise]
    #[arg(long, value_enum)]
    direction: Option<Direction>,

    /// How the third occurrence of a position ends a game
    #[arg(long, value_enum, default_value_t = Thrice::Tie)]
    repetition: Thrice,

    /// End a game after so many sowings, and count [default: 1000 if no person plays, else none]
    #[arg(long, value_name = "PLIES")]
    ply_limit: Option<u32>,

    /// End a game after so many sowings in a row without a capture, and count
    #[arg(long, value_name = "PLIES")]
    no_capture_limit: Option<u32>,

    /// Start from this position instead, in notation
    #[arg(long, value_name = "NOTATION", conflicts_with_all = ["record", "game", "seeds", "columns", "laps", "pits",
        "capture", "sweep", "direction", "first"])]
    position: Option<AnyPosition>,

    /// Read this record and go on from where it ends
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seeds", "columns", "laps", "pits", "capture",
        "sweep", "direction", "repetition", "ply_limit", "no_capture_limit", "first"])]
    pub(super) record: Option<PathBuf>,

    /// Who plays South: human, random, greedy, or level:1 (a beginner) to level:7
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(super) south: Seat,

    /// Who plays North: human, random, greedy, or level:1 (a beginner) to level:7
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(super) north: Seat,

    /// Who makes the first move of the first game
    #[arg(long, value_enum, default_value_t = First::South)]
    pub(super) first: First,

    /// Who makes the first move of the games after it
    #[arg(long, value_enum, default_value_t = Next::Alternate)]
    next: Next,

    /// Make tosses and computer players repeatable
    #[arg(long, value_name = "NUMBER")]
    pub(super) rng_seed: Option<u64>,
}

impl Table {
    /// The start under the rules that the flags describe.
    pub(super) fn start(&self) -> Result<AnyPosition, String> {
        if let Some(position) = &self.position {
            return Ok(*position);
        }
        let (own, foreign, other): (_, &[(&str, bool)], _) = match self.game {
            Name::TokKuRou => (
                self.tok_ku_rou().map(|rules| TokKuRou::new(rules).into()),
                &[
                    ("--pits", self.pits.is_some()),
                    ("--capture", self.capture.is_some()),
                    ("--sweep", self.sweep.is_some()),
                    ("--direction", self.direction.is_some()),
                ],
                "--game kalah",
            ),
            Name::Kalah => (
                self.kalah().map(|rules| Kalah::new(rules).into()),
                &[("--columns", self.columns.is_some()), ("--laps", self.laps.is_some())],
                "--game tok-ku-rou",
            ),
        };
        match foreign.iter().find(|flag| flag.1) {
            Some((flag, _)) => Err(format!("{flag} belongs to {other}")),
            None => own.map_err(|error| error.to_string()),
        }
    }

    fn tok_ku_rou(&self) -> Result<tok_ku_rou::Rules, RulesError> {
        let rules = tok_ku_rou::Rules::new(self.columns.unwrap_or(12), self.seeds.unwrap_or(2))?;
        Ok(rules.with_laps(self.laps.map(Into::into).unwrap_or_default()))
    }

    fn kalah(&self) -> Result<kalah::Rules, RulesError> {
        Ok(kalah::Rules::new(self.pits.unwrap_or(6), self.seeds.unwrap_or(4))?
            .with_capture(self.capture.map(Into::into).unwrap_or_default())
            .with_sweep(self.sweep.map(Into::into).unwrap_or_default())
            .with_direction(self.direction.map(Into::into).unwrap_or_default()))
    }

    /// What ends a game besides its own rules.
    pub(super) fn adjudication(&self) -> Adjudication {
        // Two computers may go on for tens of thousands of sowings.
        let somebody_plays = self.south == Seat::Human || self.north == Seat::Human;
        Adjudication {
            repetition: self.repetition.into(),
            plies: self.ply_limit.or(if somebody_plays { None } else { Some(1000) }),
            no_capture: self.no_capture_limit,
        }
    }

    /// Who starts the later games.
    pub(super) fn starts(&self) -> Starts {
        self.next.into()
    }
}
