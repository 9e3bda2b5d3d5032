//! Tree search finds what is known, and keeps to its limits.

use crate::strategies;
use proptest::prelude::*;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;
use tok_ku_rou_core::ai::{
    Estimates, Explored, Goal, Judge, Judgement, Limits, Material, Options, Playouts, Rng, Search, Table,
    TreeError, TreeSearch,
};
use tok_ku_rou_core::{AnyPosition, Game, Kalah, Pit, Player, Position, Repetition, TokKuRou};

const BYTES: usize = 1 << 22;

fn playouts<P: Position>(position: &P) -> TreeSearch<P, Playouts> {
    TreeSearch::new(position.clone(), Playouts::new(1), BYTES).unwrap()
}

/// The margin of perfect play by alpha-beta; without a table where positions repeat, so that paths do not mix.
fn margin<P: Position + Send + Sync>(position: &P, repetition: Repetition) -> i16 {
    let options = if position.can_repeat() { Options::EXACT.without(Options::TABLE) } else { Options::EXACT };
    let search = Search::new(Table::new(1 << 20).unwrap(), Material);
    let found = search.with_options(options).with_repetition(repetition).find(
        position,
        &[],
        Limits::nodes(20_000_000),
    );
    assert!(found.line.complete, "{position}");
    found.line.value.margin().unwrap_or(0)
}

/// What follows from each other in what a search tells.
fn is_sound<P: Position>(position: &P, explored: &Explored) {
    let legal = position.legal_moves();
    assert_eq!(explored.best().is_none(), legal.is_empty(), "{position}");
    assert_eq!(explored.branches.len(), legal.len(), "{position}");
    assert!(explored.branches.iter().all(|branch| legal.contains(branch.pit)), "{position}");
    assert_eq!(explored.best(), explored.branches.first().map(|branch| branch.pit), "{position}");
    assert!((-1.0..=1.0).contains(&explored.value), "{position}");
    let mut along = position.clone();
    for &pit in &explored.moves {
        along = along.play(pit).unwrap();
    }
    for branch in &explored.branches {
        assert!((-1.0..=1.0).contains(&branch.value) && (0.0..=1.0).contains(&branch.prior), "{position}");
        assert!(branch.margin.0 <= branch.margin.1, "{position} {branch:?}");
    }
    assert!(explored.margin.0 <= explored.margin.1, "{position}");
}

/// Proves a position by tree search, every way, and compares it with alpha-beta.
fn check_proof<P: Position + Send + Sync>(position: &P, repetition: Repetition) {
    let expected = margin(position, repetition);
    for (goal, batch) in [(Goal::Margin, 1), (Goal::Margin, 8), (Goal::Outcome, 1), (Goal::Outcome, 8)] {
        let mut search = playouts(position).with_goal(goal).with_batch(batch).with_repetition(repetition);
        let explored = search.find(&[], Limits::nodes(20_000_000));
        is_sound(position, &explored);
        assert_eq!(explored.proven(), Some(expected.cmp(&0)), "{position} {goal:?} {batch}");
        assert!(
            explored.margin.0 <= expected && expected <= explored.margin.1,
            "{position} {goal:?} {batch}"
        );
        assert!((explored.value - f32::from(expected.signum())).abs() < 1e-9, "{position} {goal:?} {batch}");
        if goal == Goal::Margin {
            assert_eq!(explored.margin, (expected, expected), "{position} {batch}");
        }
        // The best move keeps what is proven.
        let Some(best) = explored.best() else { continue };
        if !position.can_repeat() {
            let next = position.play(best).unwrap();
            let worth = margin(&next, repetition);
            let worth = if next.turn() == position.turn() { worth } else { -worth };
            match goal {
                Goal::Margin => assert_eq!(worth, expected, "{position} {}", position.move_name(best)),
                Goal::Outcome => assert_eq!(worth.signum(), expected.signum(), "{position}"),
            }
        }
    }
}

#[test]
fn small_kalah_is_proven() {
    // Not clockwise, where seeds can go round for ever.
    for (rules, south) in [("3x2", Some(4)), ("2x2", None), ("3x1", None), ("1x5", None), ("4x1", None)] {
        for variant in ["", ",leave-empty", ",keep-sowing", ",sweep-finisher", ",sweep-none"] {
            let start: Kalah = format!("kalah {rules}{variant}").parse().unwrap();
            check_proof(&start, Repetition::Tie);
            if let (Some(south), "") = (south, variant) {
                assert_eq!(margin(&start, Repetition::Tie), south);
            }
        }
    }
}

/// Small boards whose lines meet positions again, some won by all seeds, some not; in the first four the rule for
/// repetition decides who wins.
const FOUR_ROWS: [&str; 12] = [
    "0,0,1/2,1,0/0,0,1/0,0,2 s 3x2,multiple-laps",
    "1,3,0/0,0,0/0,1,2/0,0,0 s 3x2",
    "2,0/1,0/0,1/2,1 s 2x2",
    "0,3/0,1/2,0/1,0 s 2x2",
    "2,2,0/0,0,0/0,1,0/2,1,0 s 3x2",
    "2,0,0/1,0,0/0,1,2/1,0,2 s 3x2",
    "1,2,1/0,0,1/2,0,0/2,0,1 s 3x2",
    "2,2/1,0/2,2/1,0 s 2x2",
    "1,2/1,0/3,0/0,1 s 2x2",
    "2,0,1/1,0,0/2,0,1/0,0,2 s 3x2,multiple-laps",
    "0,1,0/0,2,1/0,0,1/1,1,2 s 3x2,multiple-laps",
    "2,2/2,2/2,2/2,2 s 2x2,multiple-laps",
];

fn four_rows(text: &str) -> TokKuRou {
    format!("tok_ku_rou {text}").parse().unwrap()
}

#[test]
fn small_tok_ku_rou_is_proven() {
    for (index, text) in FOUR_ROWS.into_iter().enumerate() {
        let start = four_rows(text);
        check_proof(&start, Repetition::Tie);
        check_proof(&start, Repetition::Count);
        check_proof(&AnyPosition::from(start), Repetition::Tie);
        let differ = margin(&start, Repetition::Tie) != margin(&start, Repetition::Count);
        assert_eq!(differ, index < 4, "{text}");
    }
}

/// Boards, the margin by which South wins, and the best pits.
const KNOWN: [(&str, i16, &[u8]); 14] = [
    ("2x1", 2, &[1]),
    ("2x2", -2, &[1]),
    ("2x3", -2, &[0]),
    ("2x5", 6, &[0]),
    ("2x6,leave-empty", 8, &[1]),
    ("3x1", 0, &[0, 2]),
    ("3x1,leave-empty", 0, &[0, 2]),
    ("3x2", 4, &[1]),
    ("3x2,leave-empty", 4, &[1]),
    ("3x3", 2, &[0, 1]),
    ("3x3,leave-empty", 2, &[0, 1]),
    ("4x1", 2, &[3]),
    ("4x2", 6, &[3]),
    ("4x2,leave-empty", 6, &[3]),
];

/// The values of Irving, Donkers and Uiterwijk (2000) where they have one, else of the independent solver.
#[test]
fn known_values_are_proven() {
    for (board, value, best) in KNOWN {
        let start: Kalah = format!("kalah {board}").parse().unwrap();
        for batch in [1, 8] {
            let mut search = playouts(&start).with_goal(Goal::Margin).with_batch(batch);
            let explored = search.find(&[], Limits::nodes(30_000_000));
            assert_eq!(explored.margin, (value, value), "{board} {batch}");
            assert!(best.contains(&explored.best().unwrap().number()), "{board} {batch}");
        }
    }
}

/// Without the proof, the visits go to the best move and the mean to the value.
#[test]
fn means_converge() {
    // No other move of these wins.
    for (board, best) in [("3x4,leave-empty", 0), ("4x3", 1)] {
        let start: Kalah = format!("kalah {board}").parse().unwrap();
        for batch in [1, 8] {
            for seed in 0..3 {
                let mut search =
                    TreeSearch::new(start, Playouts::new(seed), BYTES).unwrap().with_batch(batch);
                let explored = search.find(&[], Limits::nodes(100_000));
                is_sound(&start, &explored);
                let most = explored.branches.iter().max_by_key(|branch| branch.visits).unwrap();
                assert_eq!(most.pit, Pit::new(best), "{board} {batch} {seed} {explored:?}");
                assert_eq!(explored.best(), Some(most.pit));
                assert!(explored.value > 0.0, "South wins");
            }
        }
    }
}

/// A static evaluation and a judge with opinions of its own come to the same in the end.
#[test]
fn every_judge_converges() {
    fn check(judge: impl Judge<Kalah>, start: Kalah) {
        let mut search = TreeSearch::new(start, judge, BYTES).unwrap().with_goal(Goal::Margin).with_batch(5);
        let explored = search.find(&[], Limits::default());
        is_sound(&start, &explored);
        assert_eq!(explored.margin, (4, 4));
    }
    let start: Kalah = "kalah 3x2".parse().unwrap();
    let wrong = |positions: &[Kalah], judgements: &mut [Judgement]| {
        for (position, judgement) in positions.iter().zip(judgements) {
            judgement.priors = std::array::from_fn(|pit| if pit == 0 { 10.0 } else { 0.1 });
            judgement.value = if position.turn() == Player::South { -0.9 } else { 0.9 };
        }
    };
    let nonsense = |_: &[Kalah], judgements: &mut [Judgement]| {
        for (index, judgement) in judgements.iter_mut().enumerate() {
            judgement.priors = [[f32::NAN; 32], [f32::INFINITY; 32], [-1.0; 32]][index % 3];
            judgement.value = [f32::NAN, f32::INFINITY, -1e30][index % 3];
        }
    };
    check(Estimates::new(Material), start);
    check(wrong, start);
    check(nonsense, start);
}

#[test]
fn judges_get_batches_that_are_not_over() {
    fn check<P: Position>(start: &P, batch: usize) -> usize {
        let largest = RefCell::new(0);
        let judge = |positions: &[P], judgements: &mut [Judgement]| {
            assert_eq!(positions.len(), judgements.len());
            assert!(!positions.is_empty() && positions.len() <= batch);
            assert!(positions.iter().all(|position| position.outcome().is_none()));
            assert!(judgements.iter().all(|judgement| *judgement == Judgement::EVEN));
            judgements[0].value = 0.25;
            judgements[0].priors[0] = 7.0;
            let mut largest = largest.borrow_mut();
            *largest = positions.len().max(*largest);
        };
        let mut search = TreeSearch::new(start.clone(), judge, BYTES).unwrap().with_batch(batch);
        let explored = search.find(&[], Limits::nodes(20_000));
        is_sound(start, &explored);
        largest.into_inner()
    }
    for batch in [1, 2, 8, 64] {
        assert_eq!(check(&Kalah::default(), batch), batch);
        assert_eq!(check(&TokKuRou::default(), batch), batch);
        check(&"kalah 3x2".parse::<Kalah>().unwrap(), batch);
        check(&"tok_ku_rou 2x2".parse::<TokKuRou>().unwrap(), batch);
    }
}

/// Fault A22: the tree is advanced once for each sowing, not once for each turn.
#[test]
fn the_tree_follows_several_sowings_in_a_turn() {
    let mut game = Game::new(Kalah::default());
    let mut search = playouts(game.position());
    for (player, pit) in [(Player::South, 3), (Player::South, 1), (Player::North, 5)] {
        assert_eq!(search.position().turn(), player);
        let before = search.find(&[], Limits::nodes(20_000));
        is_sound(game.position(), &before);
        let pit = Pit::new(pit - 1);
        let visits = before.branches.iter().find(|branch| branch.pit == pit).unwrap().visits;
        game.play(pit).unwrap();
        search.advance(pit).unwrap();
        assert_eq!(search.position(), game.position());
        // What was kept is what was below that move: all of its visits but its own first one.
        let kept = search.find(&[], Limits::nodes(0));
        is_sound(game.position(), &kept);
        let below: u32 = kept.branches.iter().map(|branch| branch.visits).sum();
        assert_eq!(below + 1, visits);
    }
    let fresh = playouts(game.position()).find(&[], Limits::nodes(50_000));
    let kept = search.find(&[], Limits::nodes(50_000));
    is_sound(game.position(), &kept);
    let pits = |explored: &Explored| {
        let mut pits: Vec<Pit> = explored.branches.iter().map(|branch| branch.pit).collect();
        pits.sort();
        pits
    };
    assert_eq!(pits(&kept), pits(&fresh));
    assert!(kept.margin.0 <= fresh.margin.1 && fresh.margin.0 <= kept.margin.1, "both are true");

    let illegal = Pit::new(6);
    let error = game.position().play(illegal).unwrap_err();
    assert_eq!(search.advance(illegal), Err(error));
    assert_eq!(search.position(), game.position(), "nothing changes");
}

/// Whole games by one search whose tree is kept, each position proven as if it were fresh.
#[test]
fn kept_trees_prove_what_fresh_ones_do() {
    /// How many positions were proven.
    fn check<P: Position>(start: &P, repetition: Repetition, choice: usize) -> usize {
        let new = |position: &P| playouts(position).with_goal(Goal::Margin).with_repetition(repetition);
        let mut search = new(start);
        let mut position = start.clone();
        let mut proven = 0;
        for ply in 0..20 {
            // Now and then too little to prove anything.
            if ply % 3 == 1 {
                search.find(&[], Limits::nodes(50));
            } else {
                let kept = search.find(&[], Limits::nodes(300_000));
                let fresh = new(&position).find(&[], Limits::nodes(300_000));
                is_sound(&position, &kept);
                assert!(kept.margin.0 <= fresh.margin.1 && fresh.margin.0 <= kept.margin.1, "{position}");
                if fresh.margin.0 == fresh.margin.1 && kept.margin.0 == kept.margin.1 {
                    assert_eq!(kept.margin, fresh.margin, "{position} after {ply}");
                    proven += 1;
                }
            }
            let Some(pit) = strategies::choose(&position, choice.rotate_right(3 * ply)) else { break };
            position = position.play(pit).unwrap();
            search.advance(pit).unwrap();
            assert!(search.position() == &position);
        }
        proven
    }
    let mut proven = 0;
    for choice in [0, 0x1234_5678_9abc_def0, 0xf0e1_d2c3_b4a5_9687] {
        for rules in ["3x2", "2x3,leave-empty", "4x1", "2x2,sweep-none"] {
            let start: Kalah = format!("kalah {rules}").parse().unwrap();
            proven += check(&start, Repetition::Tie, choice);
        }
        for text in FOUR_ROWS {
            proven += check(&four_rows(text), Repetition::Tie, choice);
            proven += check(&four_rows(text), Repetition::Count, choice);
        }
    }
    assert!(proven > 300, "{proven}");
}

/// A position that came up twice in the game is an end, though not where the search begins, and a tree that grew
/// without that is forgotten.
#[test]
fn the_history_counts() {
    let start = four_rows("2,2/1,0/2,2/1,0 s 2x2");
    let next: Vec<TokKuRou> = start.legal_moves().into_iter().map(|pit| start.play(pit).unwrap()).collect();
    let mut search = playouts(&start).with_goal(Goal::Margin);
    let free = search.find(&[], Limits::nodes(1_000_000));
    let twice: Vec<TokKuRou> = next.iter().flat_map(|&position| [position, position]).collect();
    let bound = search.find(&twice, Limits::nodes(1_000_000));
    assert_eq!(bound.margin, (0, 0), "every move brings a third occurrence");
    assert_eq!(bound.simulations, 1 + next.len() as u64, "the root, and each move once");
    assert_eq!(free.margin, (-6, -6));
    let once = search.find(&next, Limits::nodes(1_000_000));
    assert_eq!(once.margin, free.margin, "one occurrence is nothing yet");
    let itself = search.find(&[start, start, start], Limits::nodes(1_000_000));
    assert_eq!(itself.margin, free.margin, "the root is searched all the same");
}

#[test]
fn the_same_seed_finds_the_same() {
    fn check<P: Position>(start: &P, batch: usize) {
        let find = |seed| {
            let judge = Playouts::new(seed);
            let mut search = TreeSearch::new(start.clone(), judge, BYTES).unwrap().with_batch(batch);
            let first = search.find(&[], Limits::nodes(30_000));
            search.advance(first.best().unwrap()).unwrap();
            (first, search.find(&[], Limits::nodes(30_000)))
        };
        assert_eq!(find(5), find(5));
        assert_ne!(find(5), find(6));
    }
    for batch in [1, 8] {
        check(&Kalah::default(), batch);
        check(&TokKuRou::default(), batch);
    }
}

#[test]
fn memory_is_kept_to() {
    let mut search = TreeSearch::new(Kalah::default(), Playouts::new(1), 10_000).unwrap();
    assert!(search.bytes() <= 10_000);
    let explored = search.find(&[], Limits::nodes(300_000));
    is_sound(&Kalah::default(), &explored);
    assert!(search.size() * 32 <= search.bytes() && search.size() > 250);
    assert!(explored.simulations > 1_000, "it goes on when the tree is full");
    for _ in 0..20 {
        let Some(best) = search.find(&[], Limits::nodes(5_000)).best() else { break };
        search.advance(best).unwrap();
        assert!(search.size() * 32 <= search.bytes());
    }
    // The root always has its moves.
    let mut least = TreeSearch::new(TokKuRou::default(), Playouts::new(1), 0).unwrap();
    assert_eq!(least.bytes(), 33 * 32);
    let explored = least.find(&[], Limits::nodes(100_000));
    assert!(explored.branches.iter().all(|branch| branch.visits > 0));
    // Without a limit but memory the search ends, as it could not prove anything more.
    is_sound(&TokKuRou::default(), &least.find(&[], Limits::depth(3)));

    let error = TreeSearch::new(Kalah::default(), Playouts::new(1), usize::MAX).err();
    let message = error.map(|error| error.to_string());
    assert!(message.is_none_or(|text| text.starts_with("expected memory for a tree of 1844")));
    assert_eq!(TreeError { bytes: 9 }.to_string(), "expected memory for a tree of 9 bytes, found less");
}

/// Moves that are equally promising are remembered later than others, which changes the size of the tree only.
#[test]
fn even_moves_are_remembered_when_they_are_wanted() {
    fn check<P: Position>(start: &P, batch: usize) {
        let find = |beyond: f32| {
            let mut playouts = Playouts::new(3);
            let judge = move |positions: &[P], judgements: &mut [Judgement]| {
                playouts.judge(positions, judgements);
                // No board has that pit, so that the moves stay as they are.
                for judgement in judgements {
                    judgement.priors[31] = beyond;
                }
            };
            let mut search = TreeSearch::new(start.clone(), judge, BYTES).unwrap().with_batch(batch);
            let first = search.find(&[], Limits::nodes(20_000));
            let size = search.size();
            search.advance(first.best().unwrap()).unwrap();
            ((first, search.find(&[], Limits::nodes(20_000))), size)
        };
        let ((later, small), (at_once, large)) = (find(1.0), find(0.5));
        assert_eq!(later, at_once, "{start}");
        assert!(3 * small < 2 * large, "{start}: {small} and {large} nodes");
    }
    for batch in [1, 8] {
        check(&Kalah::default(), batch);
        check(&TokKuRou::default(), batch);
        check(&"kalah 3x3".parse::<Kalah>().unwrap(), batch);
    }
}

/// Its children wait to be wanted, but are there after the move.
#[test]
fn a_move_that_was_judged_once_stays_known() {
    let start = Kalah::default();
    let mut search = TreeSearch::new(start, (), BYTES).unwrap();
    let found = search.find(&[], Limits::nodes(7));
    let once = found.branches.iter().find(|branch| branch.visits == 1).unwrap();
    search.advance(once.pit).unwrap();
    assert_eq!(search.size(), 1 + start.play(once.pit).unwrap().legal_moves().len());
}

#[test]
fn limits_end_the_search() {
    let start = Kalah::default();
    let stop = AtomicBool::new(true);
    let explored = playouts(&start).find(&[], Limits { stop: Some(&stop), ..Limits::default() });
    is_sound(&start, &explored);
    assert_eq!((explored.simulations, explored.nodes), (0, 0));

    let begin = std::time::Instant::now();
    let time = std::time::Duration::from_millis(30);
    let slow = |_: &[Kalah], _: &mut [Judgement]| std::thread::sleep(std::time::Duration::from_millis(2));
    let mut search = TreeSearch::new(start, slow, BYTES).unwrap();
    is_sound(&start, &search.find(&[], Limits { time: Some(time), ..Limits::default() }));
    assert!(begin.elapsed() >= time && begin.elapsed() < 40 * time, "a slow judge does not hide the time");

    let explored = playouts(&start).find(&[], Limits::nodes(10_000));
    let most = 10_000 + u64::from(Playouts::PLIES) + 200;
    assert!((10_000..most).contains(&explored.nodes), "{}", explored.nodes);
}

#[test]
fn proven_wins_come_first() {
    // The third pit wins at once, by the last seed in the store.
    let position: Kalah = "kalah 1,0,0/0,0,1 4,4 s 3x3".parse().unwrap();
    let explored = playouts(&position).find(&[], Limits::nodes(1_000));
    assert_eq!(explored.best(), Some(Pit::new(2)));
    // A certain winner still looks for the margin.
    let position: Kalah = "kalah 0,0,1/2,1,1 12,1 s 3x3".parse().unwrap();
    assert_eq!(position.margin_bounds().0.signum(), 1);
    let explored = playouts(&position).find(&[], Limits::nodes(100_000));
    assert_eq!(explored.proven(), Some(Ordering::Greater));
    let expected = margin(&position, Repetition::Tie);
    assert_eq!(explored.margin, (expected, expected));
    // A finished game has no move, and its margin is known.
    let position: Kalah = "kalah 0,0,0/0,0,0 10,8 s 3x3".parse().unwrap();
    let explored = playouts(&position).find(&[], Limits::default());
    assert_eq!((explored.best(), explored.margin, explored.value), (None, (2, 2), 1.0));
}

#[test]
fn playouts_end_and_count_the_lead() {
    let ahead: TokKuRou = "tok_ku_rou 0,0/0,2/3,3/3,3 n 2x2".parse().unwrap();
    assert_eq!(Playouts::new(1).with_plies(0).play(&ahead), (1, 0), "South leads");
    for seed in 0..200 {
        let (south, plies) = Playouts::new(seed).with_plies(9).play(&TokKuRou::default());
        assert!((-1..=1).contains(&south) && plies <= 9);
    }
}

proptest! {
    #![proptest_config(strategies::cases(60))]

    #[test]
    fn any_limit_gives_a_legal_move(
        kalah in strategies::kalah(),
        four_rows in strategies::tok_ku_rou(),
        nodes in 0u64..2_000,
        batch in 1usize..12,
        bytes in 0usize..40_000,
        choice in any::<usize>(),
        margin in any::<bool>(),
    ) {
        fn check<P: Position>(position: &P, nodes: u64, batch: usize, bytes: usize, choice: usize, goal: Goal) {
            let search = TreeSearch::new(position.clone(), Playouts::new(nodes), bytes).unwrap();
            let mut search = search.with_batch(batch).with_goal(goal);
            let mut position = position.clone();
            let mut history = Vec::new();
            for ply in 0..4 {
                is_sound(&position, &search.find(&history, Limits::nodes(nodes)));
                let Some(pit) = strategies::choose(&position, choice.rotate_right(8 * ply)) else { break };
                search.advance(pit).unwrap();
                history.push(position.clone());
                position = position.play(pit).unwrap();
                assert!(search.position() == &position);
            }
        }
        let goal = if margin { Goal::Margin } else { Goal::Outcome };
        check(&kalah, nodes, batch, bytes, choice, goal);
        check(&four_rows, nodes, batch, bytes, choice, goal);
        check(&AnyPosition::from(four_rows), nodes, batch, bytes, choice, goal);
    }
}

/// In a proven tie the best move is one that ties, whatever the judge thinks of the others.
#[test]
fn proven_ties_are_kept() {
    let mut ties = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let moody = move |_: &[Kalah], judgements: &mut [Judgement]| {
            for judgement in judgements {
                judgement.value = (f64::from(rng.below(2_001)) / 1_000.0 - 1.0) as f32;
                judgement.priors = std::array::from_fn(|_| f64::from(rng.below(100)) as f32);
            }
        };
        let start: Kalah = "kalah 3x1".parse().unwrap();
        let mut search = TreeSearch::new(start, moody, BYTES).unwrap();
        while search.position().outcome().is_none() {
            let position = *search.position();
            let explored = search.find(&[], Limits::default());
            let best = explored.best().unwrap();
            let next = position.play(best).unwrap();
            let worth = margin(&next, Repetition::Tie);
            let worth = if next.turn() == position.turn() { worth } else { -worth };
            assert_eq!(worth.cmp(&0), explored.proven().unwrap(), "{position} {best:?} seed {seed}");
            ties += u32::from(worth == 0);
            search.advance(best).unwrap();
        }
    }
    assert!(ties > 100, "{ties} ties");
}

proptest! {
    #![proptest_config(strategies::cases(60))]

    /// Batches judged outside, with too few judgements or too many, or thrown away, lose nothing: the tree is then
    /// searched to a proof.
    #[test]
    fn batches_may_be_judged_outside(position in strategies::kalah(), seed: u64, batch in 1usize..20) {
        let mut rng = Rng::new(seed);
        let mut search = TreeSearch::new(position, (), BYTES).unwrap().with_batch(batch);
        let mut counted = 0;
        for _ in 0..20 {
            counted += search.gather();
            let leaves = search.leaves().len();
            prop_assert!(leaves <= batch && search.leaves().iter().all(|leaf| leaf.outcome().is_none()));
            let judged = rng.below(2 * batch as u32 + 1) as usize;
            let settled = search.settle(&vec![Judgement { value: 0.5, ..Judgement::EVEN }; judged]);
            prop_assert_eq!(settled, judged.min(leaves) as u64);
            prop_assert!(search.leaves().is_empty());
            counted += settled;
            if rng.below(4) == 0 {
                search.blend_priors(&[[f32::NAN; 32], [-1.0; 32], [2.0; 32]][rng.below(3) as usize], 0.5);
            }
            if rng.below(3) == 0 {
                search.gather();
            }
        }
        let explored = search.explored();
        is_sound(&position, &explored);
        let visits: u32 = explored.branches.iter().map(|branch| branch.visits).sum();
        prop_assert!(u64::from(visits) <= counted + 60);
        let priors: f32 = explored.branches.iter().map(|branch| branch.prior).sum();
        prop_assert!(explored.branches.is_empty() || (priors - 1.0).abs() < 1e-3, "{}", priors);
    }
}
