//! Players: search, estimates, and what limits them.
//!
//! - [`Search`] looks ahead by alpha-beta, as deep as its [`Limits`] let it, and values what it sees with an
//!   [`Evaluate`]: [`Material`], the [`Tuned`] one, or any function.
//! - [`TreeSearch`] grows a tree where a [`Judge`] finds it promising: [`Playouts`], [`Estimates`], or any function on a
//!   batch of positions.
//! - [`EndgameTable`] knows every Kalah position with few seeds exactly, and [`Solver`] solves whole boards.
//! - [`Level`] is a player of one of seven strengths.
//! - [`SmallBoard`] knows the exact value of every position of a small board of Tok Ku Rou.
//!
//! All of them see a game only through [`Position`](crate::Position); only what is [`Rated`] by self-play, and the solvers,
//! depend on which game it is.

mod alphabeta;
mod budget;
mod endgame;
mod eval;
mod kept;
mod level;
mod mcts;
mod retrograde;
mod rng;
mod search;
mod solver;
mod table;
mod tuned;
mod value;
mod worth;

pub use budget::Limits;
pub use endgame::{BuildError, BuildProgress, EndgameTable};
pub use eval::{Evaluate, Informed, Material};
pub use kept::OpenError;
pub use level::Level;
pub use mcts::{Branch, Estimates, Explored, Goal, Judge, Judgement, Playouts, TreeError, TreeSearch};
pub use retrograde::{MisfitError, Progress, SmallBoard, SmallBoardError, Solved, Stage};
pub use rng::Rng;
pub use search::{Found, Line, Options, Search};
pub use solver::{Question, Solution, SolvedMove, Solver, SolverError};
pub use table::{Bound, Table, TableError};
pub use tuned::{Rated, Temper, Tuned};
pub use value::Value;
pub use worth::Worth;
