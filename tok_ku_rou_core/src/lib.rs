//! Rules of **Tok Ku Rou**, the four-row sowing game of South Sudan, and of **Kalah**, the mancala most people know.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

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
