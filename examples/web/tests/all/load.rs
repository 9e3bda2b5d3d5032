//! A thousand games at a time on the real program, two connections each.

use crate::line::{Line, NORTH, Program};
use rlimit::increase_nofile_limit;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::tempdir;
use tokio::sync::Barrier;

const GAMES: u64 = 1_000;
/// Open files of the tests that run at the same time.
const OTHER_FILES: u64 = 600;
const MOVES: u64 = 10;

/// Plays some moves, each as soon as both players have heard of the last, and tells how long each took.
async fn game(mut south: Line, mut north: Line, ready: Arc<Barrier>) -> Vec<Duration> {
    let mut state = south.state(0).await;
    ready.wait().await;
    let mut times = Vec::new();
    for ply in 0..MOVES {
        let view = &state["view"];
        let name = view["legal"][0]["name"].as_str().expect("the game goes on").to_string();
        let mover = if view["turn"] == "south" { &mut south } else { &mut north };
        let sent = Instant::now();
        mover.play(ply, &name).await;
        state = south.state(ply + 1).await;
        north.state(ply + 1).await;
        times.push(sent.elapsed());
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_games_at_a_time() {
    let files = increase_nofile_limit(u64::MAX).expect("a limit of open files");
    let number = GAMES.min(files.saturating_sub(OTHER_FILES) / 2);
    assert!(number > 0, "{files} open files are too few for these tests");
    if number < GAMES {
        println!("only {number} games: the system allows no more than {files} open files");
    }
    let folder = tempdir().expect("a folder");
    let program = Program::start(&folder.path().join("games.sqlite"));
    let ready = Arc::new(Barrier::new(number as usize + 1));
    let mut games = Vec::new();
    for _ in 0..number {
        let (mut south, mut north) = (Line::open(program.address).await, Line::open(program.address).await);
        let room = south.create("tok_ku_rou 12x2").await;
        north.join(&room, Some(NORTH)).await;
        games.push(tokio::spawn(game(south, north, Arc::clone(&ready))));
    }
    ready.wait().await;
    let began = Instant::now();
    let mut times = Vec::new();
    for game in games {
        times.extend(game.await.expect("every move of the game is accepted"));
    }
    let took = began.elapsed();
    times.sort_unstable();
    assert_eq!(times.len() as u64, number * MOVES);
    let [half, most] = [times[times.len() / 2], times[times.len() * 99 / 100]];
    let rate = times.len() as u128 * 1_000 / took.as_millis();
    println!("{number} games, {} moves in {took:.1?}: {rate} moves a second", times.len());
    println!("median {half:.1?}, 99th percentile {most:.1?}");
}
