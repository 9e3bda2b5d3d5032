//! The rules of both games by the book: seed by seed, slow and plain, written from the design's section on rules and
//! not from the library's sources.

pub(crate) mod kalah;
pub(crate) mod tok_ku_rou;
