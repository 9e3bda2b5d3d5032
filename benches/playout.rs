//! Sowings per second in random games.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;
use tok_ku_rou_benches::{Board, Random};
use tok_ku_rou_core::{Kalah, Position, TokKuRou, kalah::Rules};

/// Games are broken off here: those of Tok Ku Rou with single laps may go on for ever.
const MOST_PLIES: u64 = 1000;

/// Plays one random game and tells how many sowings it had.
fn play<P: Position>(mut position: P, random: &mut Random) -> u64 {
    for ply in 0..MOST_PLIES {
        let legal = position.legal_moves();
        let Some(pit) = legal.nth(random.below(legal.len())) else { return ply };
        position.play_unchecked(pit);
    }
    MOST_PLIES
}

/// The same with `mancala_board`: the same random numbers make the same game.
fn play_board(mut board: Board, random: &mut Random) -> u64 {
    for ply in 0..MOST_PLIES {
        let (mut legal, mut count) = ([0; 6], 0);
        for (pit, &seeds) in board.own_pits().iter().enumerate() {
            legal[count] = pit;
            count += usize::from(seeds > 0);
        }
        let Some(&pit) = legal[..count].get(random.below(count)) else { return ply };
        board.sow(pit);
    }
    MOST_PLIES
}

/// Plays so many games, always the same ones, and tells how many sowings they had.
fn all(games: u32, mut play: impl FnMut(&mut Random) -> u64) -> u64 {
    let mut random = Random::default();
    (0..games).map(|_| play(&mut random)).sum()
}

/// Measures the sowings of these games.
fn games(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    games: u32,
    play: impl Fn(&mut Random) -> u64 + Copy,
) {
    group.throughput(Throughput::Elements(all(games, play)));
    group.bench_function(name, |bencher| bencher.iter(|| all(games, play)));
}

/// Plays from the start that this text names.
fn ours<P: Position>(criterion: &mut Criterion, start: &str, count: u32) {
    let mut group = criterion.benchmark_group(format!("playout/{start}"));
    let start: P = start.parse().expect("a start");
    games(&mut group, "tok_ku_rou_core", count, |random| play(start.clone(), random));
}

fn with_peers(criterion: &mut Criterion) {
    let start = Kalah::new(Rules::STANDARD);
    let count = 10_000;
    let same = all(count, |random| play_board(Board::default(), random));
    assert_eq!(all(count, |random| play(start, random)), same, "the same games");
    let mut group = criterion.benchmark_group("playout/kalah 6x4,leave-empty");
    games(&mut group, "tok_ku_rou_core", count, |random| play(start, random));
    games(&mut group, "mancala_board", count, |random| play_board(Board::default(), random));
}

fn other_rules(criterion: &mut Criterion) {
    for rules in ["6x4", "6x4,keep-sowing", "6x4,clockwise", "7x7"] {
        ours::<Kalah>(criterion, &format!("kalah {rules}"), 10_000);
    }
    for rules in ["12x2", "13x4"] {
        ours::<TokKuRou>(criterion, &format!("tok_ku_rou {rules}"), 500);
        ours::<TokKuRou>(criterion, &format!("tok_ku_rou {rules},multiple-laps"), 5000);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(Duration::from_secs(1));
    targets = with_peers, other_rules
}
criterion_main!(benches);
