//! Players: search, estimates, and what limits them.
//!
//! - [`Search`] looks ahead by alpha-beta, as deep as its [`Limits`] let it, and values what it sees with an
//!   [`Evaluate`]: [`Material`], the [`Tuned`] one, or any function.
//! - [`TreeSearch`] grows a tree where a [`Judge`] finds it promising: [`Playouts`], [`Estimates`], or any function on a
//!   batch of positions.
//! - [`Level`] is a player of one of seven strengths.
//! - [`SmallBoard`] knows the exact value of every position of a small board of Tok Ku Rou.
//!
//! All of them see a game only through [`Position`](crate::Position); only what is [`Rated`] by self-play, and the solvers,
//! depend on which game it is.

mod alphabeta;
mod budget;
mod eval;
mod level;
mod mcts;
mod retrograde;
mod rng;
mod search;
mod table;
mod tuned;
mod value;
mod worth;

pub use budget::Limits;
pub use eval::{Evaluate, Informed, Material};
pub use level::Level;
pub use mcts::{Branch, Estimates, Explored, Goal, Judge, Judgement, Playouts, TreeError, TreeSearch};
pub use retrograde::{
    MisfitError, Progress, SmallBoard, SmallBoardError, SmallBoardReadError, Solved, Stage,
};
pub use rng::Rng;
pub use search::{Found, Line, Options, Search};
pub use table::{Bound, Table, TableError};
pub use tuned::{Rated, Temper, Tuned};
pub use value::Value;
pub use worth::Worth;
