//! Endgame tables and the solver against a slow solver on the rules by the book, and against published values.

use crate::data::{byte, json, kalah_rules};
use crate::reference::kalah::Board;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::ControlFlow;
use tok_ku_rou_core::ai::{
    BuildError, EndgameTable, OpenError, Question, Rng, Solution, Solver, SolverError, TableError,
};
use tok_ku_rou_core::kalah::{Capture, Direction, Rules, Setup, Sweep};
use tok_ku_rou_core::{ByPlayer, Kalah, Pit, Player, Position};

fn build(rules: Rules, seeds: u8) -> EndgameTable<'static> {
    EndgameTable::build(rules, seeds, 1, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn solve(solver: &Solver<'_>, position: &Kalah, question: Question, threads: usize) -> Solution {
    let solution = solver.solve(position, question, threads, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(solution.complete);
    solution
}

fn variants(pits: u8) -> impl Iterator<Item = Rules> {
    let captures = [Capture::TakeEmpty, Capture::LeaveEmpty, Capture::KeepSowing];
    let sweeps = [Sweep::Owner, Sweep::Finisher, Sweep::None];
    captures.into_iter().flat_map(move |capture| {
        sweeps.map(|sweep| Rules::new(pits, 1).unwrap().with_capture(capture).with_sweep(sweep))
    })
}

/// All rows of this many pits with these seeds.
fn rows(pits: u8, seeds: u8) -> Vec<Vec<u8>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let first =
        |first| rows(pits - 1, seeds - first).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=seeds).flat_map(first).collect()
}

/// All positions with so many seeds in the pits, both rows holding some, South to move, with unlike stores.
fn positions(rules: Rules, seeds: u8) -> Vec<Kalah> {
    let mut all = Vec::new();
    for own in 1..seeds {
        for south in rows(rules.pits(), own) {
            for north in rows(rules.pits(), seeds - own) {
                let pad = |row: &[u8]| std::array::from_fn(|pit| row.get(pit).copied().unwrap_or(0));
                let pits = ByPlayer { south: pad(&south), north: pad(&north) };
                let stores = ByPlayer { south: 7, north: 3 };
                all.push(Kalah::try_from(Setup { pits, stores, turn: Player::South, rules }).unwrap());
            }
        }
    }
    all
}

/// The final margin for South by trying everything, by the book.
fn slow(board: &Board, rules: Rules, known: &mut HashMap<Board, i32>) -> i32 {
    if board.over {
        return board.stores[0].cast_signed() - board.stores[1].cast_signed();
    }
    if let Some(&margin) = known.get(board) {
        return margin;
    }
    let margins = board.legal().into_iter().map(|pit| {
        let mut next = board.clone();
        next.play(pit, rules);
        slow(&next, rules, known)
    });
    let margin = if board.turn == 0 { margins.max() } else { margins.min() }.unwrap();
    known.insert(board.clone(), margin);
    margin
}

#[test]
fn tables_are_right_everywhere() {
    for (pits, seeds) in [(1, 12), (2, 8), (3, 6), (4, 4)] {
        for rules in variants(pits) {
            let table = build(rules, seeds);
            let (mut known, mut entries) = (HashMap::new(), 0);
            for position in (2..=seeds).flat_map(|seeds| positions(rules, seeds)) {
                let expected = slow(&Board::from_setup(&position.into()), rules, &mut known);
                assert_eq!(table.probe(&position).map(i32::from), Some(expected), "{position}");
                entries += 1;
            }
            assert_eq!(table.entries(), entries, "{rules}");
        }
    }
}

/// Whoever is told may panic: that comes through, and no helper works on for ever.
#[test]
fn panics_come_through() {
    let start = Kalah::new(Rules::new(6, 6).unwrap());
    let solver = Solver::new(&start, 1 << 20).unwrap();
    let mut calls = 0;
    // The first call comes before any helper works.
    let mut tell = |_: &Solution| {
        calls += 1;
        assert!(calls < 2, "enough");
        ControlFlow::Continue(())
    };
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        solver.solve(&start, Question::Margin, 2, &mut tell)
    }));
    assert!(panicked.is_err());
}

#[test]
fn tables_count_their_positions() {
    // For six pits and eight seeds C(8+12, 12) - 2 C(8+6, 6) + 1, and so on, by Pascal's triangle.
    let mut choose = vec![vec![1u64]];
    for all in 1..=30 {
        let above: &Vec<u64> = &choose[all - 1];
        let inner: Vec<u64> = above.windows(2).map(|pair| pair[0] + pair[1]).collect();
        choose.push([vec![1], inner, vec![1]].concat());
    }
    for (pits, seeds) in [(6, 0), (6, 1), (6, 2), (6, 8), (5, 9), (7, 6), (1, 20)] {
        let [few, many] =
            [usize::from(pits), usize::from(2 * pits)].map(|pits| choose[usize::from(seeds) + pits][pits]);
        assert_eq!(
            build(Rules::new(pits, 1).unwrap(), seeds).entries(),
            many + 1 - 2 * few,
            "{pits} {seeds}"
        );
    }
}

#[test]
fn threads_make_the_same_table() {
    for rules in [Rules::STANDARD, Rules::SOURCE.with_sweep(Sweep::None)] {
        let table = build(rules, 11);
        let mut last = 0;
        let threaded = EndgameTable::build(rules, 11, 3, &mut |progress| {
            assert!(progress.done >= last && progress.total == table.entries());
            last = progress.done;
            ControlFlow::Continue(())
        });
        assert!(threaded.unwrap().bytes() == table.bytes());
        assert_eq!(last, table.entries());
    }
}

#[test]
fn damaged_tables_are_refused() {
    let rules = Rules::new(3, 2).unwrap();
    let table = build(rules, 6);
    assert_eq!(EndgameTable::open(table.bytes()).unwrap().bytes(), table.bytes());
    let mut bytes = table.bytes().to_vec();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            assert!(EndgameTable::open(&bytes[..]).is_err(), "byte {at}, bit {bit}");
            bytes[at] ^= 1 << bit;
        }
    }
    for length in 0..bytes.len() {
        let error = EndgameTable::open(&bytes[..length]).err();
        let expected = if length < 32 { 32 } else { bytes.len() as u64 };
        assert_eq!(error, Some(OpenError::Length { expected, found: length as u64 }));
    }
    let longer = [&bytes[..], &[0]].concat();
    let (expected, found) = (bytes.len() as u64, bytes.len() as u64 + 1);
    assert_eq!(EndgameTable::open(longer).err(), Some(OpenError::Length { expected, found }));
    assert_eq!(EndgameTable::open(&[0; 64][..]).err(), Some(OpenError::Foreign));
    bytes[8] = 2;
    assert_eq!(EndgameTable::open(bytes).err(), Some(OpenError::Version { expected: 1, found: 2 }));
}

#[test]
fn tables_know_their_rules() {
    let table = build(Rules::STANDARD, 4);
    let foreign: Kalah = "kalah 0,0,0,0,0,1/0,0,0,0,0,1 20,24 s 6x4".parse().unwrap();
    assert_eq!(table.probe(&foreign), None);
    let more: Kalah = "kalah 0,0,0,0,0,3/0,0,0,0,0,2 20,24 s 6x5,leave-empty".parse().unwrap();
    assert_eq!(table.probe(&more), None);
    let over: Kalah = "kalah 0,0,0,0,0,3/0,0,0,0,0,0 20,24 n 6x5,leave-empty".parse().unwrap();
    assert_eq!(table.probe(&over), Some(7), "a table serves any number of seeds a pit");
    assert!(table.fits(Rules::STANDARD_6) && !table.fits(Rules::SOURCE) && table.seeds() == 4);
    let clockwise = Rules::SOURCE.with_direction(Direction::Clockwise);
    let refused =
        |rules, seeds| EndgameTable::build(rules, seeds, 1, &mut |_| ControlFlow::Continue(())).err();
    assert_eq!(refused(clockwise, 4), Some(BuildError::Clockwise));
    assert_eq!(refused(Rules::SOURCE.with_sweep(Sweep::None), 128), Some(BuildError::TooLarge));
    assert!(matches!(refused(Rules::SOURCE, 70), Some(BuildError::Memory { .. })));
    let stopped = EndgameTable::build(Rules::SOURCE, 4, 1, &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped.err(), Some(BuildError::Stopped));
}

/// What the documents of the solver say of its bounds.
#[test]
fn bounds_are_reached() {
    let value = |text: &str| {
        let position: Kalah = text.parse().unwrap();
        build(position.rules(), 6).probe(&position).unwrap()
    };
    assert_eq!(value("kalah 0,0,1/1,0,0 0,0 s 3x1,leave-empty"), -2, "North captures all");
    assert_eq!(value("kalah 0,1/1,0 0,0 s 2x1"), 2, "South captures all");
    assert_eq!(value("kalah 3,0/0,1 0,0 s 2x1,sweep-finisher"), 4, "South sweeps all");
    assert_eq!(value("kalah 1,0/0,1 0,0 s 2x1,sweep-none"), 1, "one counts for nobody");
}

/// Every margin of every move agrees with a table that holds the whole game, with a smaller table, without one, and on
/// several threads.
#[test]
fn solver_agrees_with_tables() {
    let mut rng = Rng::new(5);
    for rules in variants(3) {
        let (whole, small) = (build(rules, 14), build(rules, 5));
        let all = positions(rules, 14);
        for _ in 0..6 {
            let position = all[rng.below(all.len() as u32) as usize];
            let bare = Solver::new(&position, 1 << 16).unwrap();
            let tabled = Solver::new(&position, 1 << 16).unwrap().with_table(&small).unwrap();
            let shared = Solver::new(&position, 1 << 16).unwrap().with_table(&small).unwrap();
            for (solver, threads) in [(&bare, 1), (&tabled, 1), (&shared, 3)] {
                let solution = solve(solver, &position, Question::Margin, threads);
                assert_eq!(Some(solution.low), whole.probe(&position), "{position}");
                assert_eq!(solution.low, solution.high);
                for solved in &solution.moves {
                    let next = position.play(solved.pit).unwrap();
                    let margin = whole.probe(&next).map(|margin| sign(&position, &next) * margin);
                    assert_eq!((Some(solved.low), Some(solved.high)), (margin, margin), "{position}");
                }
                let mut end = position;
                for pit in solver.line(&position, &mut |_| true).unwrap() {
                    end = end.play(pit).unwrap();
                    assert_eq!(
                        whole.probe(&end).map(|margin| sign(&position, &end) * margin),
                        Some(solution.low)
                    );
                }
                assert!(end.outcome().is_some());
            }
            let winner = solve(&Solver::new(&position, 1 << 16).unwrap(), &position, Question::Winner, 1);
            let margin = whole.probe(&position).unwrap();
            assert_eq!((winner.low.signum(), winner.high.signum()), (margin.signum(), margin.signum()));
        }
    }
}

/// 1 if the same player moves in both.
fn sign(one: &Kalah, other: &Kalah) -> i16 {
    if one.turn() == other.turn() { 1 } else { -1 }
}

/// Boards and positions with up to so many seeds in the pits are solved: more in a release build, and as many as the
/// variable `LARGE_BOARDS` says in `make test-long`.
fn largest() -> u8 {
    let usual = if cfg!(debug_assertions) { 24 } else { 40 };
    std::env::var("LARGE_BOARDS").map_or(usual, |seeds| seeds.parse().unwrap())
}

/// How many boards, positions and games of the files have up to [`largest`] seeds, counted there.
fn expected() -> (usize, usize, usize) {
    match largest() {
        24 => (41, 21, 7),
        40 => (49, 141, 12),
        50 => (55, 260, 14),
        60 => (58, 376, 16),
        seeds => panic!("expected 24, 40, 50 or 60, found {seeds}"),
    }
}

/// A table for a position of at most so many seeds.
fn small_table(rules: Rules, seeds: u8) -> EndgameTable<'static> {
    build(rules, seeds.min(largest() * 3 / 8))
}

/// A solver for it, with as much memory as that needs.
fn solver<'a>(position: &Kalah, table: &'a EndgameTable<'a>) -> Solver<'a> {
    Solver::new(position, 1 << (largest() / 2 + 6).min(33)).unwrap().with_table(table).unwrap()
}

#[test]
fn published_values() {
    let mut solved = 0;
    for entry in json("kalah_values.json")["entries"].as_array().unwrap() {
        let (pits, each) = (byte(&entry["pits"]), byte(&entry["stones"]));
        let Some(value) = entry["value"].as_i64() else { continue };
        let total = 2 * pits * each;
        if total > largest() {
            continue;
        }
        let start = Kalah::new(kalah_rules(&entry["rules"], pits, each));
        let table = small_table(start.rules(), total);
        let solution = solve(&solver(&start, &table), &start, Question::Margin, 2);
        assert_eq!(i64::from(solution.low), value, "{start}");
        if let Some(values) = entry["move_values"].as_array() {
            let margins: Vec<i64> = solution.moves.iter().map(|solved| solved.low.into()).collect();
            let values: Vec<i64> = values.iter().map(|value| value.as_i64().unwrap()).collect();
            assert_eq!(margins, values, "{start}");
        }
        solved += 1;
    }
    assert_eq!(solved, expected().0);
}

/// All with one solver.
#[test]
fn published_positions() {
    let data = json("kalah_book.json");
    let table = small_table(Rules::STANDARD, largest());
    let solver = solver(&Kalah::new(Rules::STANDARD_5), &table);
    let mut solved = 0;
    for entry in data["entries"].as_array().unwrap() {
        let row = |row: &Value| {
            let row = row.as_array().unwrap();
            std::array::from_fn(|pit| row.get(pit).map_or(0, byte))
        };
        let setup = Setup {
            pits: ByPlayer { south: row(&entry["me"]), north: row(&entry["opp"]) },
            stores: ByPlayer { south: byte(&entry["mystore"]), north: byte(&entry["oppstore"]) },
            turn: Player::South,
            rules: Rules::STANDARD,
        };
        if setup.pits.south.iter().chain(&setup.pits.north).sum::<u8>() > largest() {
            continue;
        }
        let position = Kalah::try_from(setup).unwrap();
        let solution = solve(&solver, &position, Question::Margin, 2);
        assert_eq!(i64::from(solution.low), entry["eval"].as_i64().unwrap(), "{position}");
        let best = Pit::new(byte(&entry["best"]));
        assert!(solution.moves.iter().any(|solved| solved.pit == best && solved.low == solution.low));
        solved += 1;
    }
    assert_eq!(solved, expected().1);
}

#[test]
fn perfect_games_are_perfect() {
    let data = json("kalah_perfect_games.json");
    let mut replayed = 0;
    for game in data["games"].as_array().unwrap().iter().filter(|game| game["usable"].as_bool() == Some(true))
    {
        let (pits, seeds) = (byte(&game["pits"]), byte(&game["stones"]));
        let mut position = Kalah::new(kalah_rules(&data["rules"], pits, seeds));
        let total = 2 * pits * seeds;
        if total > largest() {
            continue;
        }
        let table = small_table(position.rules(), total);
        let solver = solver(&position, &table);
        let value = game["published_value"].as_i64().unwrap();
        for pit in game["moves"].as_array().unwrap() {
            let solution = solve(&solver, &position, Question::Margin, 2);
            let south = if position.turn() == Player::South { solution.low } else { -solution.low };
            assert_eq!(i64::from(south), value, "{position}");
            let pit = Pit::new(byte(pit));
            assert!(solution.moves.iter().any(|solved| solved.pit == pit && solved.low == solution.low));
            position = position.play(pit).unwrap();
        }
        replayed += 1;
    }
    assert_eq!(replayed, expected().2);
}

#[test]
fn a_stopped_solver_goes_on() {
    let start = Kalah::new(Rules::new(4, 4).unwrap());
    let fresh = Solver::new(&start, 1 << 20).unwrap();
    let whole = solve(&Solver::new(&start, 1 << 20).unwrap(), &start, Question::Margin, 1);
    let mut before = Vec::new();
    let stopped = fresh
        .solve(&start, Question::Margin, 1, &mut |solution| {
            // Twice the same is told only in the middle of a proof.
            let within = before == solution.moves;
            before.clone_from(&solution.moves);
            if within { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!(stopped.moves, before, "what was being proved is not told");
    assert!(!stopped.complete && stopped.nodes < whole.nodes);
    assert!(stopped.low <= whole.low && whole.high <= stopped.high);

    let mut bytes = Vec::new();
    fresh
        .save(|piece| {
            bytes.extend_from_slice(piece);
            Ok::<_, TableError>(())
        })
        .unwrap();
    let loaded = Solver::load(&bytes).unwrap();
    assert_eq!(loaded.bytes(), fresh.bytes());
    let rest = solve(&loaded, &start, Question::Margin, 1);
    assert_eq!(rest.moves, whole.moves);
    assert!(rest.nodes < whole.nodes, "{} and {}", rest.nodes, whole.nodes);

    // A small memory, so that every byte can be tried.
    let tiny = Kalah::new(Rules::new(2, 2).unwrap());
    let solver = Solver::new(&tiny, 0).unwrap();
    solve(&solver, &tiny, Question::Margin, 1);
    let mut bytes = Vec::new();
    solver
        .save(|piece| {
            bytes.extend_from_slice(piece);
            Ok::<_, TableError>(())
        })
        .unwrap();
    assert!(Solver::load(&bytes).is_ok() && bytes.len() > 32);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            assert!(Solver::load(&bytes).is_err(), "byte {at}, bit {bit}");
            bytes[at] ^= 1 << bit;
        }
        assert!(Solver::load(&bytes[..at]).is_err(), "{at} bytes");
    }
    let full = solver.save(|_| Err(SolverError::Rules));
    assert_eq!(full, Err(SolverError::Rules), "the error of the sink comes back");
}

#[test]
fn foreign_questions_are_refused() {
    let start = Kalah::new(Rules::new(3, 2).unwrap());
    let refused = |position: &Kalah, bytes| Solver::new(position, bytes).err();
    let clockwise = Kalah::new(Rules::SOURCE.with_direction(Direction::Clockwise));
    assert_eq!(refused(&clockwise, 0), Some(SolverError::Clockwise));
    let full = Kalah::new(Rules::new(7, 18).unwrap());
    assert_eq!(refused(&full, 1 << 20), Some(SolverError::Seeds { found: 252 }));
    let solver = Solver::new(&start, 0).unwrap();
    let ask = |position: &Kalah| {
        let asked = solver.solve(position, Question::Margin, 1, &mut |_| ControlFlow::Continue(()));
        assert_eq!(solver.line(position, &mut |_| true).err(), asked.clone().err());
        asked.err()
    };
    assert_eq!(ask(&Kalah::new(Rules::new(3, 3).unwrap())), Some(SolverError::Seeds { found: 18 }));
    assert_eq!(ask(&Kalah::new(Rules::new(2, 1).unwrap())), Some(SolverError::Rules));
    let table = build(Rules::new(3, 2).unwrap().with_capture(Capture::LeaveEmpty), 3);
    assert_eq!(solver.with_table(&table).err(), Some(SolverError::Rules));
    let over: Kalah = "kalah 0,0,0/0,0,0 5,7 s 3x2".parse().unwrap();
    let solution = solve(&Solver::new(&over, 0).unwrap(), &over, Question::Margin, 1);
    assert_eq!((solution.moves.len(), solution.low, solution.high), (0, -2, -2));
}
