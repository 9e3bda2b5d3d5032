//! Searches find what plain minimax finds, and the values that are known.

use crate::strategies;
use proptest::prelude::*;
use tok_ku_rou_core::ai::{Limits, Material, Options, Search, Table, Value};
use tok_ku_rou_core::{Kalah, Position, TokKuRou};

/// How far the player to move leads, in seeds.
fn lead(position: &impl Position) -> i16 {
    let scores = position.scores().map(i16::from);
    scores[position.turn()] - scores[!position.turn()]
}

/// The value that plain minimax gives a position: the margin at the end of a game, a tie for a position that is already
/// on the path, and at the horizon the lead as far as the margin can still be that.
fn minimax<P: Position>(position: &P, depth: u8, path: &mut Vec<P>) -> Value {
    if position.outcome().is_some() {
        return Value::decided(lead(position));
    }
    if path.contains(position) {
        return Value::decided(0);
    }
    if depth == 0 {
        let (low, high) = position.margin_bounds();
        let estimate = Value::estimate(100 * i32::from(lead(position)));
        return estimate.max(Value::decided(low)).min(Value::decided(high));
    }
    path.push(position.clone());
    let values = position.legal_moves().into_iter().map(|pit| {
        let next = position.play(pit).unwrap();
        let value = minimax(&next, depth - 1, path);
        if next.turn() == position.turn() { value } else { -value }
    });
    let best = values.collect::<Vec<_>>().into_iter().max().unwrap();
    path.pop();
    best
}

fn search(options: Options) -> Search<Material> {
    Search::new(Table::new(1 << 16).unwrap(), Material).with_options(options)
}

/// Every single option off, and on, and all.
fn option_sets() -> Vec<Options> {
    let each = [
        Options::TABLE,
        Options::ORDER,
        Options::PRINCIPAL_VARIATION,
        Options::ASPIRATION,
        Options::MAJORITY,
    ];
    let mut sets = vec![Options::ALL, Options::NONE];
    sets.extend(each);
    sets.extend(each.map(|option| Options::ALL.without(option)));
    sets
}

fn check<P: Position + Send + Sync>(position: &P, depth: u8, options: Options) {
    let expected = minimax(position, depth, &mut Vec::new());
    let found = search(options).find(position, &[], Limits::depth(depth));
    let value = found.line.value;
    // Where the winner is certain, the search may be content with that at the root as well.
    assert_eq!(value, expected, "{position} depth {depth} {options:?}");
    if let Some(best) = found.best() {
        let next = position.play(best).unwrap();
        let worth = minimax(&next, depth - 1, &mut vec![position.clone()]);
        let worth = if next.turn() == position.turn() { worth } else { -worth };
        assert_eq!(worth, expected, "{position} {}", position.move_name(best));
    }
    for line in search(options).analyse(position, &[], Limits::depth(depth)) {
        let next = position.play(line.moves[0]).unwrap();
        let worth = minimax(&next, depth - 1, &mut vec![position.clone()]);
        let worth = if next.turn() == position.turn() { worth } else { -worth };
        assert_eq!(line.value, worth, "{position} {}", position.move_name(line.moves[0]));
    }
}

proptest! {
    #![proptest_config(strategies::cases(150))]

    #[test]
    fn kalah_is_minimax(position in strategies::kalah(), depth in 1u8..=4, set in 0usize..12) {
        check(&position, depth, option_sets()[set]);
    }

    #[test]
    fn tok_ku_rou_is_minimax(position in strategies::tok_ku_rou(), depth in 1u8..=3, set in 0usize..12) {
        check(&position, depth, option_sets()[set]);
    }

    #[test]
    fn any_number_of_nodes_gives_a_legal_move(
        kalah in strategies::kalah(),
        four_rows in strategies::tok_ku_rou(),
        nodes in 0u64..3_000,
    ) {
        let best = search(Options::ALL).find(&kalah, &[], Limits::nodes(nodes)).best();
        prop_assert_eq!(best.is_none(), kalah.legal_moves().is_empty());
        prop_assert!(best.is_none_or(|pit| kalah.legal_moves().contains(pit)));
        let best = search(Options::ALL).find(&four_rows, &[], Limits::nodes(nodes)).best();
        prop_assert_eq!(best.is_none(), four_rows.legal_moves().is_empty());
        prop_assert!(best.is_none_or(|pit| four_rows.legal_moves().contains(pit)));
    }
}

/// Deep on small boards, to the end of the game where it has one.
#[test]
fn small_boards_are_minimax() {
    for rules in ["2x2", "3x1", "3x2,leave-empty", "2x3,keep-sowing", "2x2,sweep-none,clockwise", "1x9"] {
        let start: Kalah = format!("kalah {rules}").parse().unwrap();
        for depth in 1..=8 {
            for options in option_sets() {
                check(&start, depth, options);
            }
        }
    }
    // Positions repeat here, and the table may have met one on a path on which it did not.
    for rules in ["1x2", "1x3", "1x4,multiple-laps", "2x2", "2x2,multiple-laps"] {
        let start: TokKuRou = format!("tok_ku_rou {rules}").parse().unwrap();
        for depth in 1..=7 {
            for options in option_sets() {
                if depth < 4 || !options.contains(Options::TABLE) {
                    check(&start, depth, options);
                }
            }
        }
    }
}
