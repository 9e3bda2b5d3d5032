//! Rules of **Tok Ku Rou**, the four-row sowing game of South Sudan, and of **Kalah**, the mancala most people know.
//!
//! - [`TokKuRou`] and [`Kalah`] are positions with the rules they are played under; [`AnyPosition`] is either.
//!   All that can be asked of them stands in the trait [`Position`].
//! - `Game` keeps a game's history and ends what goes on too long; `Record` is its text; [`Match`] keeps score.
//! - `Trace` tells a move step by step, `picture` draws a board, [`perft`] counts lines of play.
//! - `ai` looks ahead.
//!
//! ```
//! use tok_ku_rou_core::{Kalah, Player, Position, kalah::Rules};
//! let mut position = Kalah::new(Rules::STANDARD);
//! for name in ["3", "6", "1"] {
//!     position = position.play(position.parse_move(name)?)?;
//! }
//! assert_eq!(position.turn(), Player::South);
//! assert_eq!(position.to_string(), "kalah 5,5,6,6,6,0/4,4,0,5,5,0 2,0 s 6x4,leave-empty");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without the feature `std` the crate is `no_std`; without `alloc` it has neither `Game`, `Record` and `Trace` nor
//! `picture` and `ai`.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod ai;
mod contest;
mod error;
#[cfg(feature = "alloc")]
mod game;
mod hash;
pub mod kalah;
mod notation;
mod observe;
mod outcome;
mod perft;
#[cfg(feature = "alloc")]
pub mod picture;
mod pit;
mod player;
mod position;
#[cfg(feature = "alloc")]
mod record;
pub mod tok_ku_rou;

pub use contest::{Contestant, Match, Starts};
pub use error::{ParseError, Part, PlayError, Problem, RulesError, SetupError};
#[cfg(feature = "alloc")]
pub use game::{Adjudication, Game, Repetition};
pub use kalah::Kalah;
pub use notation::MoveName;
#[cfg(feature = "alloc")]
pub use observe::Trace;
pub use observe::{Event, Observer, Path};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use pit::{Pit, PitSet, Pits, Place};
pub use player::{ByPlayer, Player};
pub use position::{AnyPosition, Layout, Position};
#[cfg(feature = "alloc")]
pub use record::Record;
pub use tok_ku_rou::TokKuRou;

/// The code of the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
