//! Random rules, positions and games for property tests.

use proptest::prelude::*;
use tok_ku_rou_core::{ByPlayer, Kalah, Pit, Player, Position, TokKuRou, kalah, tok_ku_rou};

/// So many random cases, and twenty times as many in a release build, as in `make test-long`. A failing one is told,
/// and not kept in a file.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { cases } else { 20 * cases };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

pub(crate) fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::South), Just(Player::North)]
}

pub(crate) fn kalah_rules() -> impl Strategy<Value = kalah::Rules> {
    use kalah::{Capture, Direction, Sweep};
    let size = (1u8..=7, 1u8..=20)
        .prop_filter_map("too many seeds", |(pits, seeds)| kalah::Rules::new(pits, seeds).ok());
    let capture = prop_oneof![Just(Capture::TakeEmpty), Just(Capture::LeaveEmpty), Just(Capture::KeepSowing)];
    let sweep = prop_oneof![Just(Sweep::Owner), Just(Sweep::Finisher), Just(Sweep::None)];
    let direction = prop_oneof![Just(Direction::Counterclockwise), Just(Direction::Clockwise)];
    (size, capture, sweep, direction).prop_map(|(rules, capture, sweep, direction)| {
        rules.with_capture(capture).with_sweep(sweep).with_direction(direction)
    })
}

pub(crate) fn tok_ku_rou_rules() -> impl Strategy<Value = tok_ku_rou::Rules> {
    use tok_ku_rou::Laps;
    let size = (1u8..=13, 1u8..=9)
        .prop_filter_map("too many seeds", |(columns, seeds)| tok_ku_rou::Rules::new(columns, seeds).ok());
    (size, prop_oneof![Just(Laps::Single), Just(Laps::Multiple)])
        .prop_map(|(rules, laps)| rules.with_laps(laps))
}

/// Seeds for so many places, at most 255 in all: mostly few, often none, now and then many.
fn seeds(places: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(0u8..100, places).prop_map(|numbers| {
        let mut left = 255;
        let some = numbers.into_iter().map(|number| {
            let seeds = match number {
                0..30 => 0,
                30..65 => number % 3 + 1,
                65..95 => number - 65,
                _ => number - 50,
            };
            let seeds = seeds.min(left);
            left -= seeds;
            seeds
        });
        some.collect()
    })
}

pub(crate) fn kalah_setup() -> impl Strategy<Value = kalah::Setup> {
    (kalah_rules(), seeds(16), player()).prop_map(|(rules, seeds, turn)| {
        let row = |row: &[u8]| {
            std::array::from_fn(|pit| if pit < usize::from(rules.pits()) { row[pit] } else { 0 })
        };
        let pits = ByPlayer { south: row(&seeds[2..9]), north: row(&seeds[9..]) };
        kalah::Setup { pits, stores: ByPlayer { south: seeds[0], north: seeds[1] }, turn, rules }
    })
}

pub(crate) fn tok_ku_rou_setup() -> impl Strategy<Value = tok_ku_rou::Setup> {
    (tok_ku_rou_rules(), seeds(52), player()).prop_map(|(rules, seeds, turn)| {
        // The two rings get their seeds alternately, so that neither is always the richer one.
        let ring = |first: usize| {
            std::array::from_fn(|pit| {
                if pit < usize::from(2 * rules.columns()) { seeds[2 * pit + first] } else { 0 }
            })
        };
        tok_ku_rou::Setup { pits: ByPlayer { south: ring(0), north: ring(1) }, turn, rules, endless: false }
    })
}

/// Any position of Kalah, some of them starts and some of them over.
pub(crate) fn kalah() -> impl Strategy<Value = Kalah> {
    prop_oneof![
        4 => kalah_setup().prop_map(|setup| Kalah::try_from(setup).unwrap()),
        1 => kalah_rules().prop_map(Kalah::new),
    ]
}

/// Any position of Tok Ku Rou, some of them starts and some of them over.
pub(crate) fn tok_ku_rou() -> impl Strategy<Value = TokKuRou> {
    prop_oneof![
        4 => tok_ku_rou_setup().prop_map(|setup| TokKuRou::try_from(setup).unwrap()),
        1 => tok_ku_rou_rules().prop_map(TokKuRou::new),
    ]
}

/// The legal move that a random number chooses, or `None` if the game is over.
pub(crate) fn choose(position: &impl Position, number: usize) -> Option<Pit> {
    let moves = position.legal_moves();
    if moves.is_empty() { None } else { moves.nth(number % moves.len()) }
}
