//! The server over real sockets.

mod killed;
mod line;
mod load;
mod refusals;
