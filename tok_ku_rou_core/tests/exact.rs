//! Searches that are told exact margins play by them.

use tok_ku_rou_core::ai::{
    Estimates, Goal, Informed, Limits, Material, Rng, Search, SmallBoard, Table, TreeSearch,
};
use tok_ku_rou_core::tok_ku_rou::Rules;
use tok_ku_rou_core::{Position, TokKuRou};

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
fn worth(board: &SmallBoard, position: &TokKuRou, pit: tok_ku_rou_core::Pit) -> i16 {
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
        assert_eq!(found.line.value.margin().unwrap_or(0), margin(&board, &position), "{position}");
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
