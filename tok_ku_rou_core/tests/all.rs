//! The tests of the library from outside.

mod agreement;
mod data;
mod errors;
mod game;
mod notation;
mod picture;
mod reference;
mod strategies;
