//! Searches find what plain minimax finds, and the values that are known.

use crate::data::{byte, fault_pit, fault_setup, json, kalah_rules};
use crate::strategies;
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tok_ku_rou_core::ai::{
    Evaluate, Level, Limits, Line, Material, Options, Search, Table, Tuned, Value, Worth,
};
use tok_ku_rou_core::{AnyPosition, Kalah, Pit, Player, Position, Repetition, TokKuRou};

/// How far the player to move leads, in seeds.
fn lead(position: &impl Position) -> i16 {
    let scores = position.scores().map(i16::from);
    scores[position.turn()] - scores[!position.turn()]
}

/// How plain minimax sees positions at its horizon, and those that come up again.
struct Minimax<'a, E> {
    evaluator: &'a E,
    repetition: Repetition,
}

impl<E> Minimax<'_, E> {
    /// The value of a position: the margin at the end of a game, a tie or the count for a position that is already on the
    /// path, and at the horizon the estimate as far as the margin can still be that.
    fn value<P: Position>(&self, position: &P, depth: u8, path: &mut Vec<P>) -> Value
    where
        E: Evaluate<P>,
    {
        if position.outcome().is_some() {
            return Value::decided(lead(position));
        }
        if path.contains(position) {
            return Value::decided(if self.repetition == Repetition::Tie { 0 } else { lead(position) });
        }
        if depth == 0 {
            let (mut low, mut high) = position.margin_bounds();
            if position.can_repeat() && self.repetition == Repetition::Tie {
                // What comes round again is a tie.
                (low, high) = (low.min(0), high.max(0));
            }
            let estimate = self.evaluator.evaluate(position);
            return estimate.max(Value::decided(low)).min(Value::decided(high));
        }
        let values: Vec<Value> =
            position.legal_moves().into_iter().map(|pit| self.worth(position, pit, depth, path)).collect();
        values.into_iter().max().unwrap()
    }

    /// The value of a move for the player who makes it.
    fn worth<P: Position>(&self, position: &P, pit: Pit, depth: u8, path: &mut Vec<P>) -> Value
    where
        E: Evaluate<P>,
    {
        path.push(position.clone());
        let next = position.play(pit).unwrap();
        let value = self.value(&next, depth - 1, path);
        path.pop();
        if next.turn() == position.turn() { value } else { -value }
    }
}

fn search(options: Options) -> Search<Material> {
    Search::new(Table::new(1 << 16).unwrap(), Material).with_options(options)
}

/// Every option on and off, in all combinations.
fn option_sets() -> Vec<Options> {
    let each = [
        Options::TABLE,
        Options::ORDER,
        Options::PRINCIPAL_VARIATION,
        Options::ASPIRATION,
        Options::MAJORITY,
    ];
    let set = |bits: u32| {
        let chosen = each.into_iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        chosen.fold(Options::NONE, |set, (_, option)| set.with(option))
    };
    (0..32).map(set).collect()
}

/// Compares what a search finds at this depth, of the best move and of each, with plain minimax.
fn check_search<P, E>(position: &P, depth: u8, options: Options, minimax: &Minimax<'_, E>)
where
    P: Position + Send + Sync,
    E: Evaluate<P> + Clone + Sync,
{
    let search = || {
        let table = Table::new(1 << 16).unwrap();
        Search::new(table, minimax.evaluator.clone())
            .with_options(options)
            .with_repetition(minimax.repetition)
    };
    let expected = minimax.value(position, depth, &mut Vec::new());
    let found = search().find(position, &[], Limits::depth(depth));
    assert_eq!(found.line.value, expected, "{position} depth {depth} {options:?}");
    let worth = |pit| minimax.worth(position, pit, depth, &mut Vec::new());
    if let Some(best) = found.best() {
        assert_eq!(worth(best), expected, "{position} {}", position.move_name(best));
    }
    for line in search().analyse(position, &[], Limits::depth(depth)) {
        assert_eq!(line.value, worth(line.moves[0]), "{position} {}", position.move_name(line.moves[0]));
    }
}

fn check<P: Position + Send + Sync>(position: &P, depth: u8, options: Options) {
    check_search(position, depth, options, &Minimax { evaluator: &Material, repetition: Repetition::Tie });
}

proptest! {
    #![proptest_config(strategies::cases(150))]

    #[test]
    fn kalah_is_minimax(position in strategies::kalah(), depth in 1u8..=4, set in 0usize..32) {
        let options = option_sets()[set];
        let path_counts = position.can_repeat() && depth > 3;
        check(&position, depth, if path_counts { options.without(Options::TABLE) } else { options });
    }

    #[test]
    fn tok_ku_rou_is_minimax(position in strategies::tok_ku_rou(), depth in 1u8..=3, set in 0usize..32) {
        check(&position, depth, option_sets()[set]);
    }

    #[test]
    fn counted_repetitions_are_minimax(position in strategies::tok_ku_rou(), depth in 1u8..=3, set in 0usize..32) {
        let minimax = Minimax { evaluator: &Material, repetition: Repetition::Count };
        check_search(&position, depth, option_sets()[set], &minimax);
    }

    #[test]
    fn tuned_searches_of_either_game_are_minimax(
        kalah in strategies::kalah(),
        four_rows in strategies::tok_ku_rou(),
        depth in 1u8..=3,
        set in 0usize..32,
    ) {
        let minimax = Minimax { evaluator: &Tuned, repetition: Repetition::Tie };
        for position in [AnyPosition::from(kalah), AnyPosition::from(four_rows)] {
            check_search(&position, depth, option_sets()[set], &minimax);
        }
    }

    /// A selective search may find another value at a depth; but what it calls complete is the value of perfect play.
    #[test]
    fn complete_selective_searches_are_exact(position in strategies::kalah(), depth in 1u8..=12) {
        let limits = Limits { nodes: Some(200_000), ..Limits::depth(depth) };
        let selective = search(Options::ALL).find(&position, &[], limits).line;
        let exact = search(Options::EXACT).find(&position, &[], Limits { depth: None, ..limits }).line;
        if selective.complete && exact.complete && !position.can_repeat() {
            prop_assert_eq!(selective.value, exact.value);
        }
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
                    let counted = Minimax { evaluator: &Material, repetition: Repetition::Count };
                    check_search(&start, depth, options, &counted);
                }
            }
        }
    }
}

/// The margin of perfect play that a complete search found.
fn margin(line: &Line) -> i64 {
    assert!(line.complete, "{line:?}");
    line.value.margin().unwrap_or(0).into()
}

/// The values of small boards from other sources, by search alone.
#[test]
fn known_values() {
    let most = if cfg!(debug_assertions) { 16 } else { 24 };
    let mut checked = 0;
    for entry in json("kalah_values.json")["entries"].as_array().unwrap() {
        let (pits, seeds) = (byte(&entry["pits"]), byte(&entry["stones"]));
        let Some(value) = entry["value"].as_i64() else { continue };
        if 2 * pits * seeds > most {
            continue;
        }
        let start = Kalah::new(kalah_rules(&entry["rules"], pits, seeds));
        let search = Search::new(Table::new(1 << 24).unwrap(), Material);
        assert_eq!(margin(&search.find(&start, &[], Limits::default()).line), value, "{start}");
        let lines = search.analyse(&start, &[], Limits::default());
        for (pit, value) in entry["move_values"].as_array().unwrap().iter().enumerate() {
            let line = lines.iter().find(|line| line.moves[0].index() == pit).unwrap();
            assert_eq!(margin(line), value.as_i64().unwrap(), "{start} pit {pit}");
        }
        checked += 1;
    }
    assert!(checked >= 24, "{checked} boards");
}

#[test]
fn known_faults_of_searches() {
    let mut seen = 0;
    for case in json("known_faults.json").as_array().unwrap() {
        let (id, expected) = (case["id"].as_str().unwrap(), &case["expected"]);
        match case["check"].as_str().unwrap() {
            "values" => {
                let position = Kalah::try_from(fault_setup(case)).unwrap();
                let search = Search::new(Table::new(1 << 16).unwrap(), Material);
                let lines = search.analyse(&position, &[], Limits::default());
                for (name, value) in expected["move_values"].as_object().unwrap() {
                    let pit = position.parse_move(name).unwrap();
                    let line = lines.iter().find(|line| line.moves[0] == pit).unwrap();
                    assert_eq!(margin(line), value.as_i64().unwrap(), "{id} {name}");
                }
                let best = search.find(&position, &[], Limits::default()).best().unwrap();
                let names = expected["best_moves"].as_array().unwrap();
                assert!(names.iter().any(|name| name.as_u64() == Some(best.index() as u64 + 1)), "{id}");
            }
            "tt_pair" => {
                // The same seeds in the same places, and each side to move, in one table.
                let search = Search::new(Table::new(1 << 16).unwrap(), Material);
                for (moves, value) in
                    case["moves"].as_array().unwrap().iter().zip(expected["values"].as_array().unwrap())
                {
                    let mut position = Kalah::try_from(fault_setup(case)).unwrap();
                    for name in moves.as_array().unwrap() {
                        position = position.play(fault_pit(name)).unwrap();
                    }
                    let value_here = margin(&search.find(&position, &[], Limits::default()).line);
                    let south = if position.turn() == Player::South { value_here } else { -value_here };
                    assert_eq!(south, value.as_i64().unwrap(), "{id} {position}");
                }
            }
            "solved_slow" => {
                for (rules, told) in [("5x2,leave-empty", "std"), ("5x2", "ec")] {
                    let start: Kalah = format!("kalah {rules}").parse().unwrap();
                    let found = Search::new(Table::new(1 << 26).unwrap(), Material).find(
                        &start,
                        &[],
                        Limits::default(),
                    );
                    assert_eq!(margin(&found.line), expected[told]["5,2"].as_i64().unwrap(), "{id} {rules}");
                }
            }
            _ => continue,
        }
        seen += 1;
    }
    assert_eq!(seen, 11);
}

#[test]
fn threads_find_the_same_values() {
    for text in ["kalah 3x3", "kalah 2x6,leave-empty", "kalah 4x2,keep-sowing"] {
        let start: Kalah = text.parse().unwrap();
        let one = search(Options::EXACT).find(&start, &[], Limits::default());
        let two = search(Options::EXACT).with_threads(2).find(&start, &[], Limits::default());
        assert_eq!((two.line.value, two.line.complete), (one.line.value, true), "{text}");
        let lines = |search: &Search<Material>| -> Vec<(Pit, Value)> {
            let mut lines: Vec<_> = search
                .analyse(&start, &[], Limits::default())
                .into_iter()
                .map(|line| (line.moves[0], line.value))
                .collect();
            lines.sort_by_key(|line| line.0);
            lines
        };
        assert_eq!(lines(&search(Options::EXACT).with_threads(3)), lines(&search(Options::EXACT)), "{text}");
    }
}

#[test]
fn one_thread_is_deterministic() {
    let start = TokKuRou::default();
    let find = || Search::new(Table::new(1 << 20).unwrap(), Tuned).find(&start, &[], Limits::nodes(30_000));
    assert_eq!(find(), find());
}

/// However many sowings an analysis may make, the values it compares were found at the same depth or are complete.
#[test]
fn analyses_compare_like_with_like() {
    let start = Kalah::default();
    for nodes in [10, 100, 1_000, 5_000, 24_000, 30_000] {
        let lines =
            Search::new(Table::new(1 << 20).unwrap(), Tuned).analyse(&start, &[], Limits::nodes(nodes));
        let depths: std::collections::HashSet<u8> =
            lines.iter().filter(|line| !line.complete).map(|line| line.depth).collect();
        assert_eq!((lines.len(), depths.len()), (6, 1), "{nodes}");
        assert!(lines.is_sorted_by(|a, b| a.value >= b.value));
    }
}

/// A search that panics, as a caller's own estimate or callback may, does not wait for its helpers for ever.
#[test]
fn panics_come_through() {
    let start = Kalah::default();
    let search = search(Options::EXACT).with_threads(2);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        search.find_telling(&start, &[], Limits::default(), |_| panic!("enough"));
    }));
    assert!(panicked.is_err());
}

#[test]
fn values_have_limits() {
    assert_eq!(Value::decided(i16::MIN).to_string(), "lost by 999");
    assert!(Value::decided(i16::MAX) < Value::MAX && Value::decided(i16::MIN) > Value::MIN);
    assert_eq!(Value::estimate(i32::MIN), -Value::estimate(i32::MAX));
    let most = Worth { turn: i16::MAX, pits: [[[i16::MAX; Worth::SEEDS]; Worth::ROWS]; 2], ..Worth::PLAIN };
    assert_eq!(most.evaluate(&TokKuRou::default()), Value::estimate(i32::MAX));
}

/// A search that was told to stop, or has no time, still knows a legal move.
#[test]
fn stopped_at_once() {
    let stop = AtomicBool::new(true);
    let start = TokKuRou::default();
    let limits = [
        Limits { stop: Some(&stop), ..Limits::default() },
        Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { depth: Some(0), ..Limits::default() },
    ];
    for limits in limits {
        let found = search(Options::EXACT).find(&start, &[], limits);
        assert!(found.best().is_some_and(|pit| start.legal_moves().contains(pit)));
        assert_eq!(search(Options::EXACT).analyse(&start, &[], limits).len(), 24);
    }
    let over: Kalah = "kalah 0,0,0/0,1,0 2,3 s 3x2".parse().unwrap();
    let found = search(Options::EXACT).find(&over, &[], Limits::default());
    assert_eq!((found.best(), found.line.value), (None, Value::decided(0)));
    assert!(search(Options::EXACT).analyse(&over, &[], Limits::default()).is_empty());
}

/// Someone else stops a search that has no other limit; the helpers stop, too.
#[test]
fn stopped_in_the_middle() {
    let start = Kalah::default();
    for threads in [1, 3] {
        let stop = AtomicBool::new(false);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let found = search(Options::ALL).with_threads(threads).find_telling(&start, &[], limits, |found| {
            stop.store(found.line.depth >= 6, Ordering::Relaxed);
        });
        // Helpers fill the table ahead, so that several depths may be finished at once.
        assert!(found.line.depth >= 6 && (threads > 1 || found.line.depth < 9), "{found:?}");
        assert!(found.best().is_some_and(|pit| start.legal_moves().contains(pit)));
    }
}

/// Moves that only a look at the whole turn finds, worked out by hand.
#[test]
fn tactics() {
    let cases = [
        // 6 earns another move and makes room: then the seed from 5 takes the five across, and the game is over. South has
        // 20 + 1 + 6, North sweeps three. The other way round nothing is taken.
        ("kalah 3,0,0,0,0,5/0,0,0,0,1,1 20,18 s 6x4", "6", 6),
        // 6 5 6 4 6 5 6 brings all seeds home in one turn; after any other start a seed goes across or stays behind, and
        // what stays behind counts for nobody.
        ("kalah 1,0,0,0,0,0/0,0,0,3,2,1 20,21 s 6x4,sweep-none", "6", 5),
    ];
    for (text, name, margin) in cases {
        let position: AnyPosition = text.parse().unwrap();
        for options in [Options::EXACT, Options::ALL] {
            let found = search(options).find(&position, &[], Limits::depth(12));
            assert_eq!(found.line.value, Value::decided(margin), "{text}: {found:?}");
            assert_eq!(found.best().map(|pit| position.move_name(pit).to_string()).as_deref(), Some(name));
        }
    }
}

/// What one game's history makes of positions does not stay in the table for another game.
#[test]
fn the_table_forgets_the_path() {
    let starts =
        ["2,0/1,0/0,1/2,1 s 2x2", "0,3/0,1/2,0/1,0 s 2x2", "2,2/1,0/2,2/1,0 s 2x2", "1,2/1,0/3,0/0,1 s 2x2"];
    let mut differ = 0;
    for text in starts {
        let start: TokKuRou = format!("tok_ku_rou {text}").parse().unwrap();
        let mut twice = Vec::new();
        for pit in start.legal_moves() {
            let next = start.play(pit).unwrap();
            for pit in next.legal_moves() {
                let after = next.play(pit).unwrap();
                twice.extend([after, start, after]);
            }
        }
        for depth in [4, 6, 8] {
            let fresh = search(Options::EXACT).find(&start, &[], Limits::depth(depth)).line;
            let used = search(Options::EXACT);
            let bound = used.find(&start, &twice, Limits::depth(depth)).line;
            let after = used.find(&start, &[], Limits::depth(depth)).line;
            assert!(
                after.value == fresh.value || after.complete,
                "{text} depth {depth}: {after:?} {fresh:?}"
            );
            differ += u32::from(bound.value != fresh.value);
        }
    }
    assert!(differ > 0, "the history matters");
}

/// A search with other options does not believe what a selective one has left in the table.
#[test]
fn kinds_of_search_do_not_mix() {
    let position: Kalah = "kalah 2,1,9,0,7,2/1,0,1,10,2,7 3,3 n 6x4".parse().unwrap();
    let selective = search(Options::ALL);
    let value = |search: &Search<Material>| search.find(&position, &[], Limits::depth(6)).line.value;
    value(&selective);
    assert_eq!(value(&selective.with_options(Options::EXACT)), value(&search(Options::EXACT)));
    // Nor does an exact one take deeper values for those of the depth at hand.
    let exact = search(Options::EXACT);
    exact.find(&position, &[], Limits::depth(9));
    assert_eq!(value(&exact), value(&search(Options::EXACT)));
}

/// A position that came up twice in the game may not come up again, and once more is a tie or a count.
#[test]
fn the_history_counts() {
    // Both sides can only go round: South's two moves lead to positions that the history holds twice or not at all.
    let start: TokKuRou = "tok_ku_rou 1,2/0,0/3,1/0,0 s 2x2".parse().unwrap();
    for pit in start.legal_moves() {
        let next = start.play(pit).unwrap();
        let twice = [next, start, next];
        let value = |repetition, history: &[TokKuRou]| {
            let search = search(Options::EXACT).with_repetition(repetition);
            let lines = search.analyse(&start, history, Limits::depth(1));
            lines.iter().find(|line| line.moves[0] == pit).unwrap().value
        };
        assert_eq!(value(Repetition::Tie, &twice), Value::decided(0));
        assert_eq!(value(Repetition::Count, &twice), Value::decided(1), "four seeds against three");
        assert_eq!(value(Repetition::Tie, &twice[..2]), Value::estimate(100), "once is not twice");
    }
}

/// Clockwise seeds pass from row to row without a store, so that positions come up again.
#[test]
fn clockwise_kalah_goes_round() {
    let start: Kalah = "kalah 1,0/2,1 0,0 s 2x1,clockwise".parse().unwrap();
    assert!(start.can_repeat());
    for depth in 1..=9 {
        for options in [Options::NONE, Options::EXACT.without(Options::TABLE)] {
            check(&start, depth, options);
        }
    }
    let found = search(Options::EXACT).find(&start, &[], Limits::depth(60));
    assert!(found.line.complete, "{found:?}");
}

#[test]
fn levels_choose_legal_moves_again_and_again() {
    let games = [TokKuRou::default(), "tok_ku_rou 5x3,multiple-laps".parse().unwrap()];
    for level in &Level::ALL[..5] {
        for start in games {
            let choose = |seed| level.choose(&start, &[], Repetition::Tie, seed).unwrap().unwrap();
            assert_eq!(choose(5), choose(5), "level {level}");
            assert!(start.legal_moves().contains(choose(6)));
        }
    }
    let over: Kalah = "kalah 0,0/0,0 1,1 s 2x1".parse().unwrap();
    assert_eq!(Level::ONE.choose(&over, &[], Repetition::Tie, 0), Ok(None));
    assert_eq!((Level::new(0), Level::new(7), Level::new(8)), (None, Some(Level::SEVEN), None));
}

/// What takes long when nobody stops it.
#[test]
fn a_level_that_is_stopped_answers_with_a_legal_move() {
    let stop = AtomicBool::new(true);
    let start = TokKuRou::default();
    let timed = |stop| {
        let began = Instant::now();
        let pit = Level::SEVEN.choose_until(&start, &[], Repetition::Tie, 0, stop).unwrap().unwrap();
        assert!(start.legal_moves().contains(pit));
        began.elapsed()
    };
    let (stopped, whole) = (timed(&stop), timed(&AtomicBool::new(false)));
    assert!(3 * stopped < whole, "{stopped:?} of {whole:?}");
    let over: Kalah = "kalah 0,0/0,0 1,1 s 2x1".parse().unwrap();
    assert_eq!(Level::SEVEN.choose_until(&over, &[], Repetition::Tie, 0, &stop), Ok(None));
}

/// Every level takes what a child would see: a capture of many seeds, or the last move that wins.
#[test]
fn no_level_blunders_like_a_beginner() {
    let position: Kalah = "kalah 1,1,0,9,0,1/0,1,1,0,0,0 10,10 s 6x4".parse().unwrap();
    for level in Level::ALL {
        let right = (0..20).filter(|&seed| {
            let pit = level.choose(&position, &[], Repetition::Tie, seed).unwrap().unwrap();
            position.play(pit).unwrap().scores().south >= 20
        });
        assert!(right.count() >= 16, "level {level}");
    }
}
