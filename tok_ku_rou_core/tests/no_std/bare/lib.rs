//! Both games without std and without a heap.
//!
//! A library that is linked needs one panic handler and, if anything in it allocates, one allocator. The handler here
//! is the only one as long as nothing below uses std, which brings its own; and there is no allocator at all.
#![no_std]

use core::panic::PanicInfo;
use tok_ku_rou_core::{Kalah, Position, TokKuRou, perft};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// Plays up to 1,000 moves, picked by the number of the ply, and tells how the game stands.
fn play<P: Position>(mut position: P) -> u64 {
    for ply in 0..1000 {
        let legal = position.legal_moves();
        let Some(pit) = legal.nth(ply * ply % legal.len().max(1)) else { break };
        let Ok(next) = position.play(pit) else { break };
        position = next;
    }
    position.key()
}

/// Exported, so that the linker must keep what it uses.
#[unsafe(no_mangle)]
pub extern "C" fn count_and_play(depth: u32) -> u64 {
    perft(&Kalah::default(), depth)
        + perft(&TokKuRou::default(), depth)
        + (play(Kalah::default()) ^ play(TokKuRou::default()))
}
