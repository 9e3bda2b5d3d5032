//! What the example programs are made of, so that tests can drive it.

pub mod play;
