//! Tournaments between computer players: who plays whom from which openings, on several threads, and what the results
//! say about their strength.

mod arguments;
mod chart;
mod entrant;
mod game;
mod plan;
mod report;
mod schedule;
mod state;
mod statistics;

pub use arguments::Arguments;
pub use chart::chart;
pub use entrant::Entrant;
pub use game::{Chooser, Ending, play};
pub use report::{Row, staying};
pub use schedule::run;
pub use statistics::{Hypothesis, Score, Sprt, Tally, elo, expected_score};
