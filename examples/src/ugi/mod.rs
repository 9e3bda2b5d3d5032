//! The engine as a process: the Universal Game Interface, a cousin of chess programs' UCI that knows no game.
//!
//! One command a line, one answer a line. A search runs on a thread of its own, so that commands are answered meanwhile.

mod command;
mod engine;
mod limits;
mod setting;
mod think;

pub use engine::run;

use clap::Parser;

/// Speak the Universal Game Interface (UGI) over standard input and output
///
/// Player one is South. A FEN is the one-line notation, such as `tok_ku_rou 12x2` or
/// `kalah 4,4,4,4,4,4/4,4,0,5,5,5 1,0 s 6x4`; moves go by name (b1, f12; 1 to 6). The commands:
///
///   ugi                                   who the engine is, what can be set, `ugiok`
///   isready                               `readyok`, also while it searches
///   uginewgame                            forget the last game, set up the start
///   setoption name NAME value VALUE       see below
///   position startpos|fen FEN [moves M..] set up a position and play moves
///   go [depth N] [nodes N] [movetime MS] [p1time MS p2time MS [p1inc MS] [p2inc MS]] [infinite]
///                                         search until the first of these limits, `stop`, or the end of the game is
///                                         seen; `go` alone searches 1,000,000 nodes
///   stop                                  end the search now; nothing if there is none
///   query gameover|result|p1turn          `response true`, `false`; `p1win`, `p2win`, `draw`, `none`
///   quit                                  leave; so does the end of the input
///
/// The options: Hash is the table in MiB, Threads the number of threads (one finds the same every time), Game is
/// `tok_ku_rou` or `kalah`, Variant its rules (such as `12x2,multiple-laps` or `6x4,leave-empty`), Level 1 to 7 lets a level
/// choose every move, within its own limits and whatever `go` names; 0 searches with all strength. Game and Variant set
/// up the start; another Game comes with its default Variant, so set Game first.
///
/// A search tells, for each sowing deeper and once at its end, `info depth D score S nodes N nps R time MS pv M..`. The
/// score is for the player to move: `cp V` is an estimate of the final margin in hundredths of a seed, `win M` and
/// `lose M` are certain, by at least M seeds, and `draw 0` is a certain tie. Then comes `bestmove M`, or `bestmove none`
/// if the game is over, as it also is when a position comes up for the third time: a tie.
///
/// What cannot be understood or done gets one line `info string ...` and changes nothing. So does any command but ugi,
/// isready, query, stop and quit while a search runs that was not told to stop.
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "the brackets are those of a usage line, printed as they stand"
)]
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "ugi", version, verbatim_doc_comment)]
pub struct Arguments {}
