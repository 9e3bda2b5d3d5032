//! The tests of the library from outside.

mod agreement;
mod data;
mod errors;
mod exact;
mod game;
mod mcts;
mod notation;
mod picture;
mod reference;
mod search;
#[cfg(feature = "serde")]
mod serde_forms;
mod small_boards;
mod solving;
mod strategies;
