//! Games, traces, records and pictures without std. The panic handler and the allocator here are the only ones as long
//! as nothing below uses std, which brings its own.
#![no_std]

extern crate alloc;

use alloc::string::ToString;
use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use tok_ku_rou_core::{AnyPosition, Game, Kalah, Pit, Record, Trace, picture};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// A heap that has nothing to give: this library is linked, never run.
struct Empty;

// SAFETY: null is the answer of an allocator that has no memory left, and nothing is ever given back.
unsafe impl GlobalAlloc for Empty {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Empty = Empty;

/// Exported, so that the linker must keep what it uses.
#[unsafe(no_mangle)]
pub extern "C" fn play_and_draw(pit: u8) -> usize {
    let start = AnyPosition::from(Kalah::default());
    let trace = Trace::of(&start, Pit::new(pit)).ok();
    let mut game = Game::new(start);
    let played = game.play(Pit::new(pit)).is_ok();
    let picture = picture::svg(game.position(), trace.as_ref()) + &picture::text(game.position());
    let text = Record::from(game).to_string();
    let read = text.parse::<Record<AnyPosition>>();
    picture.len() + text.len() + usize::from(played && read.is_ok())
}
