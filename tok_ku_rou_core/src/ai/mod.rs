//! Players: search, estimates, and what limits them.
//!
//! - [`Search`] looks ahead by alpha-beta, as deep as its [`Limits`] let it, and values what it sees with an
//!   [`Evaluate`]: [`Material`], the [`Tuned`] one, or any function.
//! - [`TreeSearch`] grows a tree where a [`Judge`] finds it promising: [`Playouts`], [`Estimates`], or any function on a
//!   batch of positions.
//! - [`EndgameTable`] knows every Kalah position with few seeds exactly, and [`Solver`] solves whole boards.
//! - [`Level`] is a player of one of seven strengths.
//!
//! All of them see a game only through [`Position`](crate::Position); only the [`Features`] of the tuned estimate and
//! the solvers know which game they look at.

mod alphabeta;
mod budget;
mod endgame;
mod eval;
mod features;
mod level;
mod mcts;
mod rng;
mod search;
mod solver;
mod table;
mod value;

pub use budget::Limits;
pub use endgame::{BuildError, EndgameTable, OpenError, Progress};
pub use eval::{Evaluate, Material};
pub use features::{FEATURES, Features, Temper, Tuned, Weighted};
pub use level::Level;
pub use mcts::{Branch, Estimates, Explored, Goal, Judge, Judgement, Playouts, TreeError, TreeSearch};
pub use rng::Rng;
pub use search::{Found, Line, Options, Search};
pub use solver::{Question, Solution, Solved, Solver, SolverError};
pub use table::{Bound, Table, TableError};
pub use value::Value;
