//! Searches that are told exact margins play by them.

use core::ops::ControlFlow;
use tok_ku_rou_core::ai::{
    EndgameTable, Estimates, Goal, Informed, Limits, Material, Question, Rng, Search, SmallBoard, Solution,
    Solver, Table, TreeSearch, Value,
};
use tok_ku_rou_core::kalah::{self, Capture, Sweep};
use tok_ku_rou_core::tok_ku_rou::Rules;
use tok_ku_rou_core::{Kalah, Pit, Position, TokKuRou};

/// Positions of a solved board that are not over, in no order.
fn some(board: &SmallBoard, count: usize) -> Vec<TokKuRou> {
    let mut rng = Rng::new(3);
    let going_on: Vec<TokKuRou> =
        board.iter().map(|(position, _)| position).filter(|position| position.outcome().is_none()).collect();
    (0..count).map(|_| going_on[rng.below(going_on.len() as u32) as usize]).collect()
}

fn margin(board: &SmallBoard, position: &TokKuRou) -> i16 {
    board.find(position).unwrap().margin
}

/// The value of a move for the player who makes it.
fn worth(board: &SmallBoard, position: &TokKuRou, pit: Pit) -> i16 {
    let next = position.play(pit).unwrap();
    if next.turn() == position.turn() { margin(board, &next) } else { -margin(board, &next) }
}

/// One sowing ahead all is known; without that knowledge it is not.
#[test]
fn alpha_beta_asks_who_knows() {
    let board = SmallBoard::solve(Rules::new(2, 2).unwrap()).unwrap();
    let known = |position: &TokKuRou| {
        assert!(position.outcome().is_none(), "only of positions that are not over");
        board.find(position).ok().map(|solved| solved.margin)
    };
    let search = Search::new(Table::new(1 << 16).unwrap(), Informed::new(Material, known));
    for position in some(&board, 300) {
        let found = search.find(&position, &[], Limits::depth(1));
        assert!(found.line.complete, "{position}");
        assert_eq!(found.line.value, Value::decided(margin(&board, &position)), "{position}");
        assert_eq!(worth(&board, &position, found.best().unwrap()), margin(&board, &position), "{position}");
    }
}

/// The tree search proves by it, and plays on from what was proven.
#[test]
fn tree_search_asks_who_knows() {
    let board = SmallBoard::solve(Rules::new(2, 2).unwrap()).unwrap();
    let known = |position: &TokKuRou| board.find(position).ok().map(|solved| solved.margin);
    for start in some(&board, 100) {
        let judge = Estimates::new(Informed::new(Material, known));
        let mut search = TreeSearch::new(start, judge, 1 << 18).unwrap().with_goal(Goal::Margin);
        for _ in 0..12 {
            let position = *search.position();
            if position.outcome().is_some() {
                break;
            }
            let explored = search.find(&[], Limits::nodes(10_000));
            let expected = margin(&board, &position);
            assert_eq!(explored.margin, (expected, expected), "{position}");
            let best = explored.best().unwrap();
            assert_eq!(worth(&board, &position, best), expected, "{position}");
            search.advance(best).unwrap();
        }
    }
}

/// How many seeds the tables of Kalah know.
const SEEDS: u8 = 10;

/// Tables of different rules.
fn tables() -> Vec<EndgameTable<'static>> {
    let rules = kalah::Rules::new(5, 3).unwrap();
    let capture = rules.with_capture(Capture::LeaveEmpty);
    let sweep = rules.with_sweep(Sweep::None);
    let build = |rules| EndgameTable::build(rules, SEEDS, 1, &mut |_| ControlFlow::Continue(())).unwrap();
    [rules, capture, sweep].map(build).into()
}

/// How many seeds are in the pits.
fn in_pits(position: &Kalah) -> u8 {
    let stores = position.scores();
    30 - stores.south - stores.north
}

/// Positions of random games that are not over, with so many seeds in the pits and nothing swept away.
fn endings(table: &EndgameTable<'_>, seeds: core::ops::RangeInclusive<u8>, count: usize) -> Vec<Kalah> {
    let rules = kalah::Rules::new(5, 3).unwrap();
    let rules = rules.with_capture(table.rules().capture()).with_sweep(table.rules().sweep());
    let (mut rng, mut found) = (Rng::new(5), Vec::new());
    while found.len() < count {
        let mut position = Kalah::new(rules);
        while position.outcome().is_none() {
            if seeds.contains(&in_pits(&position)) {
                found.push(position);
            }
            let legal: Vec<Pit> = position.legal_moves().into_iter().collect();
            position = position.play(legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
    }
    found
}

/// All moves of a position, solved without a table.
fn solved(position: &Kalah) -> Solution {
    let solver = Solver::new(position, 1 << 16).unwrap();
    solver.solve(position, Question::Margin, 1, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// The value of a move.
fn value(solution: &Solution, pit: Pit) -> i16 {
    solution.moves.iter().find(|solved| solved.pit == pit).unwrap().low
}

/// Within a table one sowing is enough, and beyond it what is proved is right.
#[test]
fn alpha_beta_plays_endgames_by_a_table() {
    for table in tables() {
        let search = || {
            let known = |position: &Kalah| table.probe(position);
            Search::new(Table::new(1 << 16).unwrap(), Informed::new(Material, known))
        };
        for (seeds, limits) in [(2..=SEEDS, Limits::depth(1)), (SEEDS + 1..=SEEDS + 4, Limits::default())] {
            for position in endings(&table, seeds, 150) {
                let (found, solution) = (search().find(&position, &[], limits), solved(&position));
                assert!(found.line.complete, "{position}");
                assert_eq!(found.line.value, Value::decided(solution.low), "{position}");
                assert_eq!(value(&solution, found.best().unwrap()), solution.low, "{position}");
            }
        }
    }
}

/// A tree that asks a table proves the margin, within it and beyond.
#[test]
fn tree_search_plays_endgames_by_a_table() {
    for table in tables() {
        for position in endings(&table, 2..=SEEDS + 3, 150) {
            let judge = Estimates::new(Informed::new(Material, |position: &Kalah| table.probe(position)));
            let mut search = TreeSearch::new(position, judge, 1 << 20).unwrap().with_goal(Goal::Margin);
            let (explored, solution) = (search.find(&[], Limits::nodes(50_000)), solved(&position));
            assert_eq!(explored.margin, (solution.low, solution.low), "{position}");
            assert_eq!(value(&solution, explored.best().unwrap()), solution.low, "{position}");
        }
    }
}
