//! Every reader of one line, on any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tok_ku_rou_core::kalah::{self, Kalah, Setup};
use tok_ku_rou_core::{Adjudication, AnyPosition, Match, Player, tok_ku_rou};
use tok_ku_rou_fuzz::read;

/// The protocol leaves the rules to the caller, so the board is tried under every size.
fn read_protocol(text: &str) {
    for rules in (1..=7).filter_map(|pits| kalah::Rules::new(pits, 1).ok()) {
        let position = |text: &str| {
            let setup = Setup::from_protocol(text, rules, Player::South).ok()?;
            Kalah::try_from(setup).ok()
        };
        if let Some(board) = position(text) {
            assert_eq!(position(&board.protocol().to_string()), Some(board));
        }
    }
}

fuzz_target!(|text: &str| {
    read::<AnyPosition>(text);
    read::<kalah::Rules>(text);
    read::<tok_ku_rou::Rules>(text);
    read::<Match>(text);
    read::<Adjudication>(text);
    read_protocol(text);
});
