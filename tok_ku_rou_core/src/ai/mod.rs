//! Players: search, estimates, and what limits them.
//!
//! [`Search`] looks ahead by alpha-beta, as deep as its [`Limits`] let it, and values what it sees with an
//! [`Evaluate`]. It sees a game only through [`Position`](crate::Position).

mod alphabeta;
mod budget;
mod eval;
mod rng;
mod search;
mod table;
mod value;

pub use budget::Limits;
pub use eval::{Evaluate, Material};
pub use rng::Rng;
pub use search::{Found, Line, Options, Search};
pub use table::{Bound, Table, TableError};
pub use value::Value;
