//! Small boards, solved: held against a slow solver written from the definition on the rules by the book, against a
//! proof that can be checked position by position, and against the search.

use crate::reference::tok_ku_rou::Board;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use tok_ku_rou_core::ai::{
    Limits, Material, MisfitError, OpenError, Options, Rng, Search, SmallBoard, SmallBoardError, Solved,
    Stage, Table, Value,
};
use tok_ku_rou_core::tok_ku_rou::{Laps, Rules, Setup};
use tok_ku_rou_core::{Position, TokKuRou};

fn both_laps(columns: u8, seeds: u8) -> [Rules; 2] {
    let rules = Rules::new(columns, seeds).unwrap();
    [rules, rules.with_laps(Laps::Multiple)]
}

/// How many seeds more than the other this player holds.
fn margin(board: &Board, player: usize) -> i16 {
    let held = board.rings.each_ref().map(|ring| i16::try_from(ring.iter().sum::<u32>()).unwrap());
    held[player] - held[1 - player]
}

/// Every way to lay so many seeds into so many pits.
fn layings(pits: usize, seeds: u32) -> Vec<Vec<u32>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let with_first = |first: u32| {
        layings(pits - 1, seeds - first).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..=seeds).flat_map(with_first).collect()
}

/// All positions with either player to move, those that endless sows lead to among them, and what leads where.
struct Graph {
    boards: Vec<Board>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn new(rules: Rules) -> Self {
        let ring = usize::from(2 * rules.columns());
        let seeds = u32::from(4 * rules.columns() * rules.seeds());
        let mut boards = Vec::new();
        for pits in layings(2 * ring, seeds) {
            let rings = [pits[..ring].to_vec(), pits[ring..].to_vec()];
            boards.extend([0, 1].map(|turn| Board { rings: rings.clone(), turn, endless: false }));
        }
        let key = |board: &Board| (board.rings.clone(), board.turn, board.endless);
        let mut numbers: HashMap<_, _> =
            boards.iter().enumerate().map(|(number, board)| (key(board), number)).collect();
        let mut next = Vec::new();
        while next.len() < boards.len() {
            let board = boards[next.len()].clone();
            let played = board.legal().into_iter().map(|pit| {
                let mut after = board.clone();
                after.play(pit, rules);
                *numbers.entry(key(&after)).or_insert_with(|| {
                    assert!(after.endless, "only these are not there yet");
                    boards.push(after);
                    boards.len() - 1
                })
            });
            next.push(played.collect());
        }
        Self { boards, next }
    }

    /// Within how many plies this player can bring about an end with at least this margin, by position.
    fn forced(&self, player: usize, least: i16) -> Vec<Option<u16>> {
        let at_once =
            |board: &Board| (board.legal().is_empty() && margin(board, player) >= least).then_some(0);
        let mut forced: Vec<Option<u16>> = self.boards.iter().map(at_once).collect();
        for ply in 1.. {
            let joins = |&number: &usize| {
                let next = &self.next[number];
                forced[number].is_none()
                    && !next.is_empty()
                    && if self.boards[number].turn == player {
                        next.iter().any(|&next| forced[next].is_some())
                    } else {
                        next.iter().all(|&next| forced[next].is_some())
                    }
            };
            let joining: Vec<usize> = (0..self.boards.len()).filter(joins).collect();
            if joining.is_empty() {
                break;
            }
            for number in joining {
                forced[number] = Some(ply);
            }
        }
        forced
    }

    /// What each position is worth, by the definition: a tie unless one of the players can bring about better.
    fn solve(&self, seeds: i16) -> Vec<Solved> {
        let mut solved = vec![Solved { margin: 0, plies: 0 }; self.boards.len()];
        for least in 1..=seeds {
            for player in [0, 1] {
                for (number, plies) in self.forced(player, least).into_iter().enumerate() {
                    let Some(plies) = plies else { continue };
                    let margin = if self.boards[number].turn == player { least } else { -least };
                    solved[number] = Solved { margin, plies };
                }
            }
        }
        solved
    }
}

#[test]
fn values_and_plies_are_those_of_the_definition() {
    for (columns, seeds) in [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 1)] {
        for rules in both_laps(columns, seeds) {
            let graph = Graph::new(rules);
            let board = SmallBoard::solve(rules).unwrap();
            let total = i16::from(4 * columns * seeds);
            for (position, expected) in graph.boards.iter().zip(graph.solve(total)) {
                let position = TokKuRou::try_from(position.to_setup(rules)).unwrap();
                assert_eq!(board.find(&position), Ok(expected), "{position}");
            }
            let endless = graph.boards.iter().filter(|board| board.endless).count();
            let solved = graph.boards.len() - endless;
            assert_eq!(2 * board.positions() as usize, solved, "{rules}");
        }
    }
}

/// The rules by the book, and what is claimed of the positions that moves lead to, show that a claim is right. A margin is
/// the best of those; and who wins it gets to ever fewer plies, unless the margin grows, which it can do only so often.
fn prove(board: &SmallBoard<'_>, every: usize) {
    let rules = board.rules();
    for (position, claim) in board.iter().step_by(every) {
        let here = Board::from_setup(&Setup::from(position));
        let next: Vec<Solved> = here
            .legal()
            .into_iter()
            .map(|pit| {
                let mut after = here.clone();
                after.play(pit, rules);
                board.find(&TokKuRou::try_from(after.to_setup(rules)).unwrap()).unwrap()
            })
            .collect();
        let Some(best) = next.iter().map(|next| -next.margin).max() else {
            assert_eq!(claim, Solved { margin: margin(&here, 0), plies: 0 }, "{position}");
            continue;
        };
        assert_eq!(claim.margin, best, "{position}");
        let plies = next.iter().filter(|next| next.margin == -best).map(|next| next.plies);
        match best {
            0 => assert_eq!(claim.plies, 0, "{position}"),
            1.. => assert_eq!(claim.plies, 1 + plies.min().unwrap(), "{position}"),
            // A worse move may lead to the same margin on the way to more, but only after more plies.
            _ => assert!(claim.plies > plies.max().unwrap(), "{position}"),
        }
    }
}

#[test]
fn values_can_be_proved() {
    let every = if cfg!(debug_assertions) { 29 } else { 1 };
    for rules in both_laps(2, 2) {
        prove(&SmallBoard::solve(rules).unwrap(), every);
    }
    if !cfg!(debug_assertions) {
        for rules in [both_laps(2, 3), both_laps(3, 1)].concat() {
            prove(&SmallBoard::solve_telling(rules, 2, |_| ControlFlow::Continue(())).unwrap(), 1);
        }
    }
}

/// Where alpha-beta sees every line to its end, it finds the same. Without its table: that may hold values from paths on
/// which other positions had come up.
#[test]
fn complete_searches_find_the_same() {
    let search =
        Search::new(Table::new(0).unwrap(), Material).with_options(Options::ALL.without(Options::TABLE));
    let mut complete = 0;
    for (columns, seeds) in [(1, 2), (1, 3), (1, 4), (1, 5), (2, 1)] {
        for rules in both_laps(columns, seeds) {
            let board = SmallBoard::solve(rules).unwrap();
            let ongoing = board.iter().filter(|(position, _)| !position.legal_moves().is_empty());
            for (position, solved) in ongoing.step_by(if columns == 1 { 1 } else { 23 }) {
                let line = search.find(&position, &[], Limits::depth(9)).line;
                if line.complete {
                    assert_eq!(line.value, Value::decided(solved.margin), "{position}");
                    complete += 1;
                }
            }
        }
    }
    assert!(complete > 1_000, "{complete}");
}

/// Whether the first is the better result, or as good: sooner for a win, later for a loss.
fn no_worse(first: Solved, second: Solved) -> bool {
    match first.margin.cmp(&second.margin) {
        Ordering::Equal if first.margin > 0 => first.plies <= second.plies,
        Ordering::Equal => first.plies >= second.plies,
        order => order == Ordering::Greater,
    }
}

/// The first of the moves gets what is promised: in as many plies as promised against the best defence, and as much or
/// more against any.
#[test]
fn first_moves_keep_what_is_promised() {
    for rules in both_laps(2, 2) {
        let board = SmallBoard::solve(rules).unwrap();
        for (number, (position, solved)) in board.iter().enumerate().step_by(997) {
            let winner = if solved.margin > 0 { position.turn() } else { !position.turn() };
            let promised = solved.margin.abs();
            for best_defence in [true, false] {
                let mut rng = Rng::new(number as u64);
                let (mut now, mut plies) = (position, 0);
                while promised > 0 && now.outcome().is_none() {
                    assert!(plies < if best_defence { solved.plies } else { 1_000 }, "{position}");
                    let moves = board.moves(&now).unwrap();
                    assert!(moves.is_sorted_by(|(_, first), (_, second)| no_worse(*first, *second)), "{now}");
                    let first = now.turn() == winner || best_defence;
                    let choice = if first { 0 } else { rng.below(moves.len() as u32) as usize };
                    now.play_unchecked(moves[choice].0);
                    plies += 1;
                }
                let scores = now.scores().map(i16::from);
                let margin = scores[winner] - scores[!winner];
                let kept = if best_defence { margin == promised } else { margin >= promised };
                assert!(kept || promised == 0, "{position}: {margin}");
            }
        }
    }
}

/// A capture, by hand: b2 holds two seeds, and the second is about to fall on the lone seed of f1, which faces 4 + 1. Those
/// are eaten and sown from f1 on round the ring, the last one falls in f1 again, which now faces nothing, and stays. North
/// has nothing left, so the game is over.
#[test]
fn moves_are_worth_what_they_lead_to() {
    let position: TokKuRou = "tok_ku_rou 1,0/4,0/1,0/0,2 s 2x1".parse().unwrap();
    let board = SmallBoard::solve(position.rules()).unwrap();
    let moves = board.moves(&position).unwrap();
    let [(pit, solved)] = moves[..] else { panic!("one pit with two seeds or more: {moves:?}") };
    assert_eq!(position.move_name(pit).to_string(), "b2");
    assert_eq!(solved, board.find(&position).unwrap());
    assert_eq!(solved, Solved { margin: 8, plies: 1 });
}

#[test]
fn threads_find_the_same_and_progress_is_told() {
    for rules in both_laps(2, 2) {
        let solve = |threads| {
            let mut stages = HashSet::new();
            let board = SmallBoard::solve_telling(rules, threads, |progress| {
                assert!(progress.done <= progress.total);
                stages.insert(progress.stage);
                ControlFlow::Continue(())
            });
            (board.unwrap().iter().map(|(_, solved)| solved).collect::<Vec<_>>(), stages)
        };
        let (one, stages) = solve(1);
        let longest = one.iter().map(|solved| u32::from(solved.plies)).max().unwrap();
        // One round more finds that nothing changes.
        let rounds = (1..=longest + 1).map(Stage::Round);
        assert_eq!(stages, rounds.chain([Stage::Count, Stage::Link]).collect());
        assert!(one == solve(3).0, "{rules}");
        assert!(one == solve(0).0, "{rules}");
    }
}

#[test]
fn a_solver_can_be_stopped_in_every_stage() {
    let rules = Rules::new(2, 2).unwrap();
    for stage in [Stage::Count, Stage::Link, Stage::Round(1), Stage::Round(2)] {
        let told = SmallBoard::solve_telling(rules, 2, |progress| {
            if progress.stage == stage { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(told.err(), Some(SmallBoardError::Stopped));
    }
    let panicked = std::panic::catch_unwind(|| SmallBoard::solve_telling(rules, 2, |_| panic!("enough")));
    assert!(panicked.is_err());
}

#[test]
fn what_does_not_fit_is_refused() {
    let board = SmallBoard::solve("1x2".parse().unwrap()).unwrap();
    let find = |text: &str| board.find(&text.parse().unwrap());
    let (expected, found) = (board.rules(), "1x2,multiple-laps".parse().unwrap());
    assert_eq!(find("tok_ku_rou 1x2,multiple-laps"), Err(MisfitError::Rules { expected, found }));
    let found = "2x1".parse().unwrap();
    assert_eq!(find("tok_ku_rou 2x1"), Err(MisfitError::Rules { expected, found }));
    let misfit = Err(MisfitError::Seeds { expected: 8, found: 9 });
    assert_eq!(find("tok_ku_rou 2/2/2/3 n 1x2"), misfit);
    let position: TokKuRou = "tok_ku_rou 2/2/2/3 n 1x2".parse().unwrap();
    assert_eq!(board.moves(&position).err(), misfit.err());
    for (columns, seeds) in [(2, 8), (3, 3), (4, 2), (5, 1), (13, 4)] {
        let rules = Rules::new(columns, seeds).unwrap();
        assert_eq!(SmallBoard::solve(rules).err(), Some(SmallBoardError::TooLarge { columns }), "{rules}");
    }
}

/// A position that an endless sow ended is worth what lies there, although the same board with the game going on is not.
#[test]
fn an_endless_sow_is_counted() {
    let rules = Rules::new(2, 2).unwrap().with_laps(Laps::Multiple);
    let board = SmallBoard::solve(rules).unwrap();
    let mut seen = 0;
    for (position, solved) in board.iter().filter(|(_, solved)| solved.margin == 0).step_by(5) {
        let over = TokKuRou::try_from(Setup { endless: true, ..Setup::from(position) }).unwrap();
        let scores = position.scores().map(i16::from);
        let expected = Solved { margin: scores.south - scores.north, plies: 0 };
        assert_eq!(board.find(&over), Ok(expected));
        assert_eq!(board.moves(&over), Ok(Vec::new()));
        seen += usize::from(expected.margin != solved.margin);
    }
    assert!(seen > 0, "some of them go on and are tied");
}

/// Whatever byte is changed, and wherever the bytes end, they are refused.
#[test]
fn damaged_bytes_are_refused() {
    use OpenError as Read;
    let read = |bytes: &[u8]| SmallBoard::from_bytes(bytes).err();
    for rules in both_laps(1, 2) {
        let board = SmallBoard::solve(rules).unwrap();
        let bytes = board.as_bytes();
        assert_eq!(bytes.len(), 20 + 3 * 165);
        assert_eq!(SmallBoard::from_bytes(bytes).unwrap().rules(), rules);
        for at in 0..bytes.len() {
            for change in [1, 2, 128, 255] {
                let mut damaged = bytes.to_vec();
                damaged[at] ^= change;
                let error = read(&damaged).unwrap();
                match at {
                    0..8 => assert_eq!(error, Read::Foreign),
                    8 => assert_eq!(error, Read::Version { expected: 1, found: damaged[8] }),
                    9..12 => {
                        assert!(matches!(error, Read::Header | Read::Length { .. } | Read::Checksum { .. }));
                    }
                    _ => assert!(matches!(error, Read::Checksum { .. })),
                }
            }
            let found = at as u64;
            let expected = if at < 20 { Read::Foreign } else { Read::Length { expected: 515, found } };
            assert_eq!(read(&bytes[..at]), Some(expected));
        }
        let longer = [bytes, &[0]].concat();
        assert_eq!(read(&longer), Some(Read::Length { expected: 515, found: 516 }));
        // Single laps are not multiple ones, although as many bytes belong to them.
        let mut other = bytes.to_vec();
        other[11] ^= 1;
        assert!(matches!(read(&other), Some(Read::Checksum { .. })));
    }
    assert_eq!(read(b""), Some(Read::Foreign));
    assert_eq!(read(b"TKRsmall\x01\x0c\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00"), Some(Read::Header));
}
