//! Playing in the terminal: the flags, the seats, the words, and the session that brings them together.

pub(crate) mod arguments;
pub(crate) mod seat;
mod session;
pub(crate) mod sitting;
pub(crate) mod tell;

pub use arguments::Arguments;
pub use session::Session;
