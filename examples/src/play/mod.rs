//! Playing in the terminal: the flags, the seats, the words, and the session that brings them together.

mod arguments;
mod seat;
mod session;
mod tell;

pub use arguments::Arguments;
pub use session::Session;
