//! The library's rules agree with the slow reference, on any rules, positions and whole games.

use crate::reference;
use crate::strategies::{self, choose};
use proptest::prelude::*;
use std::cmp::Ordering;
use tok_ku_rou_core::kalah::Sweep;
use tok_ku_rou_core::{
    ByPlayer, Event, Kalah, Layout, Outcome, Pit, Place, Player, Position, Reason, TokKuRou, Trace, kalah,
    tok_ku_rou,
};

fn winner(south: u32, north: u32) -> Option<Player> {
    match south.cmp(&north) {
        Ordering::Greater => Some(Player::South),
        Ordering::Equal => None,
        Ordering::Less => Some(Player::North),
    }
}

fn numbers(position: &impl Position) -> Vec<u8> {
    position.legal_moves().into_iter().map(Pit::number).collect()
}

/// Compares all that can be asked of a position of Kalah with the reference's board.
fn check_kalah(fast: &Kalah, slow: &reference::kalah::Board) {
    let rules = fast.rules();
    assert_eq!(kalah::Setup::from(*fast), slow.to_setup(rules));
    assert_eq!(numbers(fast), slow.legal(), "{fast}");
    assert_eq!(fast.legal_moves().is_empty(), slow.over);
    assert_eq!(fast.scores().map(u32::from), ByPlayer { south: slow.stores[0], north: slow.stores[1] });
    let outcome = slow
        .over
        .then(|| Outcome { winner: winner(slow.stores[0], slow.stores[1]), reason: Reason::SideEmpty });
    assert_eq!(fast.outcome(), outcome);
}

/// Compares all that can be asked of a position of Tok Ku Rou with the reference's board.
fn check_tok_ku_rou(fast: &TokKuRou, slow: &reference::tok_ku_rou::Board) {
    assert_eq!(tok_ku_rou::Setup::from(*fast), slow.to_setup(fast.rules()));
    assert_eq!(numbers(fast), slow.legal(), "{fast}");
    let [south, north] = [0, 1].map(|player| slow.rings[player].iter().sum::<u32>());
    assert_eq!(fast.scores().map(u32::from), ByPlayer { south, north });
    let reason = if slow.endless { Reason::Endless } else { Reason::NoMove };
    let outcome = slow.legal().is_empty().then(|| Outcome { winner: winner(south, north), reason });
    assert_eq!(fast.outcome(), outcome);
}

/// All seeds on the board, in pits and stores.
fn total(position: &impl Position) -> u32 {
    board(position).iter().map(|&(_, seeds)| u32::from(seeds)).sum()
}

fn places(layout: Layout) -> impl Iterator<Item = Place> {
    Player::ALL.into_iter().flat_map(move |player| {
        let pits = (0..layout.rows * layout.columns).map(move |pit| Place::Pit(player, Pit::new(pit)));
        pits.chain(layout.stores.then_some(Place::Store(player)))
    })
}

fn board(position: &impl Position) -> Vec<(Place, u8)> {
    places(position.layout()).map(|place| (place, position.seeds(place))).collect()
}

/// Adds to the seeds in a place, or takes from them, and tells how many there are then.
fn change(board: &mut [(Place, u8)], place: Place, seeds: i32) -> u8 {
    let slot = &mut board.iter_mut().find(|slot| slot.0 == place).unwrap().1;
    *slot = u8::try_from(i32::from(*slot) + seeds).unwrap();
    *slot
}

/// The law of traces: applying the events to the old board gives the new one, seed by seed.
fn check_trace<P: Position>(before: &P, pit: Pit) {
    let trace = Trace::of(before, pit).unwrap();
    let after = before.play(pit).unwrap();
    let kalah = before.layout().stores;
    let mut board = board(before);
    let mover = before.turn();
    let (mut hand, mut turn, mut over) = (0, mover, false);
    let mut first_lift = None;
    let mut sown = Vec::new();
    for &event in trace.events() {
        assert!(!over, "nothing comes after the end");
        match event {
            Event::Lift { pit, seeds: lifted } => {
                assert_eq!(hand, 0);
                first_lift.get_or_insert_with(|| board.clone());
                assert_eq!(change(&mut board, pit, -i32::from(lifted)), 0);
                hand = lifted;
            }
            Event::Sow { from, seeds: laid } => {
                assert_eq!(hand, laid);
                for place in trace.path().sow(from, laid) {
                    change(&mut board, place, 1);
                    sown.push(place);
                }
                hand = 0;
            }
            Event::Sleep => assert_eq!(change(&mut board, *sown.last().unwrap(), 0), 1),
            Event::Stay => assert!(change(&mut board, *sown.last().unwrap(), 0) > 1),
            Event::Store => assert_eq!(*sown.last().unwrap(), Place::Store(mover)),
            Event::Capture { at, pits, seeds: eaten } => {
                assert_eq!((sown.last(), at.player()), (Some(&at), mover));
                let mut found = 0;
                for pit in pits {
                    let place = Place::Pit(!mover, pit);
                    found += change(&mut board, place, 0);
                    let all = i32::from(change(&mut board, place, 0));
                    change(&mut board, place, -all);
                }
                assert_eq!(found, eaten);
                if kalah {
                    change(&mut board, at, -1);
                    change(&mut board, Place::Store(mover), i32::from(eaten) + 1);
                } else {
                    hand = eaten;
                    first_lift = None;
                }
            }
            Event::Sweep { player, seeds: swept } => {
                let mut found = 0;
                for place in places(before.layout()).filter(|place| matches!(place, Place::Pit(..))) {
                    let all = change(&mut board, place, 0);
                    found += all;
                    change(&mut board, place, -i32::from(all));
                }
                assert_eq!(found, swept);
                if let Some(player) = player {
                    change(&mut board, Place::Store(player), i32::from(swept));
                }
            }
            Event::Endless => {
                board = first_lift.clone().unwrap();
                hand = 0;
            }
            Event::Turn => turn = !turn,
            Event::Over => over = true,
        }
    }
    assert_eq!(hand, 0);
    assert_eq!(board, self::board(&after), "{before} {}", before.move_name(pit));
    assert_eq!((turn, over), (after.turn(), after.outcome().is_some()));
    assert!(trace.seeds().eq(sown));
}

/// What holds between any position and the one after a move.
fn check_step<P: Position>(before: &P, pit: Pit, shrinks: bool) -> P {
    check_trace(before, pit);
    let after = before.play(pit).unwrap();
    if !shrinks {
        assert_eq!(total(before), total(&after), "seeds are conserved");
    }
    let (low, high) = before.margin_bounds();
    let (least, greatest) = after.margin_bounds();
    let seen = if after.turn() == before.turn() { (least, greatest) } else { (-greatest, -least) };
    assert!(low <= seen.0 && seen.1 <= high, "bounds only narrow: {before} {}", before.move_name(pit));
    if after.outcome().is_some() {
        let scores = after.scores().map(i16::from);
        let margin = scores[after.turn()] - scores[!after.turn()];
        assert_eq!((least, greatest), (margin, margin));
    }
    assert_ne!(before.key(), after.key());
    after
}

/// Plays a whole game of Kalah beside the reference.
fn kalah_game(mut fast: Kalah, mut slow: reference::kalah::Board, choices: &[usize]) {
    let rules = fast.rules();
    check_kalah(&fast, &slow);
    for &choice in choices {
        let Some(pit) = choose(&fast, choice) else { break };
        slow.play(pit.number(), rules);
        fast = check_step(&fast, pit, slow.over && rules.sweep() == Sweep::None);
        check_kalah(&fast, &slow);
    }
}

/// Plays a whole game of Tok Ku Rou beside the reference.
fn tok_ku_rou_game(mut fast: TokKuRou, mut slow: reference::tok_ku_rou::Board, choices: &[usize]) {
    let rules = fast.rules();
    check_tok_ku_rou(&fast, &slow);
    for &choice in choices {
        let Some(pit) = choose(&fast, choice) else { break };
        slow.play(pit.number(), rules);
        fast = check_step(&fast, pit, false);
        check_tok_ku_rou(&fast, &slow);
    }
}

/// A move that `check` refuses panics in a debug build; elsewhere it leaves a position that is whole.
fn check_every_pit<P: Position + std::fmt::Debug>(position: &P) {
    let legal = position.legal_moves();
    for pit in (0..=255).map(Pit::new) {
        assert_eq!(position.check(pit).is_ok(), legal.contains(pit));
        assert_eq!(position.play(pit).is_ok(), legal.contains(pit));
        if !cfg!(debug_assertions) {
            let mut after = position.clone();
            after.play_unchecked(pit);
            assert_eq!(
                after.to_string().parse(),
                Ok(after.clone()),
                "{position}, illegal pit {}",
                pit.number()
            );
        }
    }
}

fn choices(most: usize) -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(any::<usize>(), 1..most)
}

proptest! {
    #![proptest_config(strategies::cases(1_000))]

    #[test]
    fn kalah_from_any_board(setup in strategies::kalah_setup(), choices in choices(60)) {
        let mut slow = reference::kalah::Board::from_setup(&setup);
        slow.sweep(setup.rules);
        kalah_game(Kalah::try_from(setup).unwrap(), slow, &choices);
    }

    #[test]
    fn kalah_from_the_start(rules in strategies::kalah_rules(), choices in choices(200)) {
        let slow = reference::kalah::Board::from_setup(&kalah::Setup::start(rules));
        kalah_game(Kalah::new(rules), slow, &choices);
    }

    #[test]
    fn tok_ku_rou_from_any_board(setup in strategies::tok_ku_rou_setup(), choices in choices(60)) {
        let slow = reference::tok_ku_rou::Board::from_setup(&setup);
        tok_ku_rou_game(TokKuRou::try_from(setup).unwrap(), slow, &choices);
    }

    #[test]
    fn tok_ku_rou_from_the_start(rules in strategies::tok_ku_rou_rules(), choices in choices(100)) {
        let slow = reference::tok_ku_rou::Board::from_setup(&tok_ku_rou::Setup::start(rules));
        tok_ku_rou_game(TokKuRou::new(rules), slow, &choices);
    }

    #[test]
    fn illegal_moves_leave_a_position(kalah in strategies::kalah(), tok_ku_rou in strategies::tok_ku_rou()) {
        check_every_pit(&kalah);
        check_every_pit(&tok_ku_rou);
    }
}

/// Endless sows are rare on large boards and common on small ones: every board of one or two columns with at most
/// six seeds a side is tried.
#[test]
fn endless_sows_on_small_boards() {
    let mut endless = 0;
    let mut after_capture = 0;
    for columns in 1..=2 {
        let rules = tok_ku_rou::Rules::new(columns, 2).unwrap().with_laps(tok_ku_rou::Laps::Multiple);
        let length = usize::from(2 * columns);
        let boards: Vec<Vec<u8>> = boards(length, 6);
        for south in &boards {
            for north in &boards {
                let mut setup = tok_ku_rou::Setup::start(rules);
                setup.pits.south[..length].copy_from_slice(south);
                setup.pits.north[..length].copy_from_slice(north);
                let fast = TokKuRou::try_from(setup).unwrap();
                for pit in fast.legal_moves() {
                    let mut slow = reference::tok_ku_rou::Board::from_setup(&setup);
                    let turn = slow.play(pit.number(), rules);
                    check_trace(&fast, pit);
                    check_tok_ku_rou(&fast.play(pit).unwrap(), &slow);
                    endless += u32::from(slow.endless);
                    after_capture += u32::from(slow.endless && turn.captures > 0);
                }
            }
        }
    }
    assert!(
        endless > 1_000 && after_capture > 100,
        "{endless} endless sows, {after_capture} of them after captures"
    );
}

/// A sow that takes more than 10^9 lifts to come round counts as endless after 65,536 of them without a capture.
#[test]
fn an_endless_sow_that_nobody_can_wait_for() {
    let position = "tok_ku_rou 0,5,4,3,8,1,10,3,4,2,18,4/1,2,0,7,2,5,0,3,0,1,0,5/0,0,1,0,0,0,1,0,0,0,0,1/\
                    1,0,0,1,0,1,0,1,0,0,0,1 n 12x2,multiple-laps";
    let before: TokKuRou = position.parse().unwrap();
    let pit = before.parse_move("f11").unwrap();
    let mut slow = reference::tok_ku_rou::Board::from_setup(&before.into());
    let turn = slow.play(pit.number(), before.rules());
    assert!(slow.endless && turn.captures == 1);
    check_tok_ku_rou(&before.play(pit).unwrap(), &slow);
    check_trace(&before, pit);
    let trace = Trace::of(&before, pit).unwrap();
    let lifts = trace.events().iter().filter(|event| matches!(event, Event::Lift { .. })).count();
    // The turn's own, the relay before the capture, the one after it that would have to come back, and those counted.
    assert_eq!(lifts, 1 + 1 + 1 + 65_536);
    assert_eq!(lifts, 1 + turn.lifts as usize);
}

/// Every way to lay at most `seeds` seeds into so many pits.
fn boards(pits: usize, seeds: u8) -> Vec<Vec<u8>> {
    if pits == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..=seeds {
        for mut rest in boards(pits - 1, seeds - first) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}
