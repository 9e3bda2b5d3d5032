//! Sowings per second in walking the whole tree of a fixed depth.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use mancala::game::Position as MancalaPosition;
use std::hint::black_box;
use std::time::Duration;
use tok_ku_rou_benches::{Board, mancala_perft};
use tok_ku_rou_core::{Kalah, Position, TokKuRou, kalah::Rules, perft};

/// Measures one count. The tree holds as many sowings as there are lines of every depth up to that of the tree.
fn count(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, depth: u32, perft: impl Fn(u32) -> u64) {
    group.throughput(Throughput::Elements((1..=depth).map(&perft).sum()));
    group.bench_function(name, |bencher| bencher.iter(|| perft(black_box(depth))));
}

/// Counts from the start that this text names.
fn ours<P: Position>(criterion: &mut Criterion, start: &str, depth: u32) {
    let mut group = criterion.benchmark_group(format!("perft/{start}"));
    let start: P = start.parse().expect("a start");
    count(&mut group, "tok_ku_rou_core", depth, |depth| perft(&start, depth));
}

fn with_peers(criterion: &mut Criterion) {
    let start = Kalah::new(Rules::STANDARD);
    let board = Board::default();
    let position = MancalaPosition::new(6, 4);
    let depth = 9;
    assert_eq!(board.perft(depth), perft(&start, depth), "the same tree");
    let mut group = criterion.benchmark_group("perft/kalah 6x4,leave-empty");
    count(&mut group, "tok_ku_rou_core", depth, |depth| perft(&start, depth));
    count(&mut group, "mancala_board", depth, |depth| board.perft(depth));
    count(&mut group, "mancala, its own rules", depth, |depth| mancala_perft(&position, depth));
}

fn other_rules(criterion: &mut Criterion) {
    for (rules, depth) in [("6x4", 9), ("6x4,keep-sowing", 9), ("6x4,clockwise", 9), ("7x7", 8)] {
        ours::<Kalah>(criterion, &format!("kalah {rules}"), depth);
    }
    for (rules, depth) in [("12x2", 5), ("12x2,multiple-laps", 5), ("13x4", 5), ("13x4,multiple-laps", 4)] {
        ours::<TokKuRou>(criterion, &format!("tok_ku_rou {rules}"), depth);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(Duration::from_secs(1));
    targets = with_peers, other_rules
}
criterion_main!(benches);
