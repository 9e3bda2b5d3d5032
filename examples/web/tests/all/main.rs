//! The server over real sockets.

mod begin;
#[cfg(unix)]
mod files;
mod killed;
mod line;
mod load;
mod refusals;
mod storage;
