//! Sowings per second and time to depth of the searches, and playouts per second in the tree search.

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use minimax::{IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy};
use std::time::{Duration, Instant};
use tok_ku_rou_benches::minimax_kalah::{KalahGame, Lead, State, search, sowings};
use tok_ku_rou_core::ai::{Evaluate, Limits, Material, Playouts, Search, Table, TreeSearch, Tuned};
use tok_ku_rou_core::{Kalah, Position, TokKuRou};

/// The table of either search.
const TABLE: usize = 16 << 20;

/// The start, and a position from the middle of a game.
const POSITIONS: [(&str, &str); 2] =
    [("start", "kalah 6x4"), ("middle", "kalah 2,6,0,7,1,3/0,5,1,0,6,2 8,7 s 6x4")];

fn ours<E>(evaluator: E) -> Search<E> {
    Search::new(Table::new(TABLE).expect("memory for a table"), evaluator)
}

/// Measures our search to this depth from an empty table. An element is a sowing.
fn our_search<P, E>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    position: &P,
    depth: u8,
    evaluator: E,
) where
    P: Position + Send + Sync,
    E: Evaluate<P> + Copy + Sync,
{
    let find = |search: &mut Search<E>| search.find(position, &[], Limits::depth(depth));
    group.throughput(Throughput::Elements(find(&mut ours(evaluator)).nodes));
    group.bench_function(name, |bencher| {
        bencher.iter_batched_ref(|| ours(evaluator), find, BatchSize::PerIteration);
    });
}

/// The search of `minimax` to this depth, in which passes count.
fn theirs<const COUNT: bool>(depth: u8) -> IterativeSearch<Lead<COUNT>> {
    let mut search = search(TABLE);
    search.set_max_depth(depth);
    search
}

/// Has both search by turns, prints how their sowings per second compare, and tells how many sowings `minimax` makes
/// in a search: a mean, as it tries the first moves in a random order.
#[expect(clippy::cast_precision_loss, reason = "these are small numbers")]
fn compare(name: &str, position: Kalah, depth: u8) -> u64 {
    const SEARCHES: u32 = 10;
    let (mut nodes, mut time) = ([0, 0], [Duration::ZERO; 2]);
    for _ in 0..SEARCHES {
        let search = ours(Material);
        let began = Instant::now();
        nodes[0] += search.find(&position, &[], Limits::depth(depth)).nodes;
        time[0] += began.elapsed();
        let mut search = theirs::<true>(depth);
        let (before, began) = (sowings(), Instant::now());
        search.choose_move(&State::new(position));
        time[1] += began.elapsed();
        nodes[1] += sowings() - before;
    }
    let [ours, theirs] = [0, 1].map(|who| nodes[who] as f64 / time[who].as_secs_f64() / 1e6);
    println!(
        "nodes/{name}, depth {depth}: ours {ours:.1} M/s, minimax {theirs:.1} M/s, ratio {:.2}",
        ours / theirs
    );
    nodes[1] / u64::from(SEARCHES)
}

/// Measures the search of `minimax` to this depth. An element is a sowing, of so many in the mean.
fn their_search(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    position: Kalah,
    depth: u8,
    sowings: u64,
) {
    group.throughput(Throughput::Elements(sowings));
    group.bench_function(name, |bencher| {
        let choose = |search: &mut IterativeSearch<Lead<false>>| search.choose_move(&State::new(position));
        bencher.iter_batched_ref(|| theirs(depth), choose, BatchSize::PerIteration);
    });
}

fn nodes(criterion: &mut Criterion) {
    for (name, text) in POSITIONS {
        let position: Kalah = text.parse().expect("a position");
        let mut group = criterion.benchmark_group(format!("nodes/kalah 6x4 {name}"));
        for depth in [12, 14, 17] {
            let sowings = compare(name, position, depth);
            our_search(&mut group, &format!("tok_ku_rou_core, depth {depth}"), &position, depth, Material);
            their_search(&mut group, &format!("minimax, depth {depth}"), position, depth, sowings);
        }
    }
}

fn time_to_depth(criterion: &mut Criterion) {
    for (text, depths) in [("12x2", [6, 8, 10]), ("12x2,multiple-laps", [3, 4, 5])] {
        let start: TokKuRou = format!("tok_ku_rou {text}").parse().expect("a start");
        let mut group = criterion.benchmark_group(format!("time to depth/tok_ku_rou {text}"));
        for depth in depths {
            our_search(&mut group, &format!("depth {depth}"), &start, depth, Tuned);
        }
    }
}

/// Simulations from the start, each with one random playout to the end of the game. An element is a simulation.
fn playouts(criterion: &mut Criterion) {
    const SIMULATIONS: u32 = 10_000;
    let start = Kalah::default();
    let mut group = criterion.benchmark_group("playouts/kalah 6x4");
    let ours = || TreeSearch::new(start, Playouts::new(1), TABLE).expect("memory for a tree");
    // Ours is limited in sowings: as many as the simulations take.
    let tried = ours().find(&[], Limits::nodes(1_000_000));
    let limits = Limits::nodes(tried.nodes * u64::from(SIMULATIONS) / tried.simulations);
    group.throughput(Throughput::Elements(ours().find(&[], limits).simulations));
    group.bench_function("tok_ku_rou_core", |bencher| {
        bencher.iter_batched_ref(ours, |search| search.find(&[], limits), BatchSize::PerIteration);
    });
    // Deep enough that no playout is broken off.
    let options = MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(1000);
    let mut theirs = MonteCarloTreeSearch::<KalahGame<false>>::new(options);
    theirs.set_max_rollouts(SIMULATIONS);
    group.throughput(Throughput::Elements(u64::from(SIMULATIONS)));
    group.bench_function("minimax", |bencher| bencher.iter(|| theirs.choose_move(&State::new(start))));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    targets = nodes, time_to_depth, playouts
}
criterion_main!(benches);
