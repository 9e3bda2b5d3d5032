//! The record reader on any text, and on any text behind tags that say where the game begins: few random texts get
//! past those.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tok_ku_rou_core::{AnyPosition, Record};
use tok_ku_rou_fuzz::read;

const STARTS: [&str; 4] = [
    "",
    "[Game \"kalah\"][Rules \"6x4\"]",
    "[Game \"tok_ku_rou\"][Rules \"12x2,multiple-laps\"]",
    "[Adjudication \"repetition-count,plies 9\"][Setup \"tok_ku_rou 2,0/1,3/2,12/0,1 n 2x2\"]",
];

fuzz_target!(|text: &str| {
    for start in STARTS {
        read::<Record<AnyPosition>>(&format!("{start}{text}"));
    }
});
