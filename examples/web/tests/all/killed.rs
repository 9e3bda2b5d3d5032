//! The real program, killed in the middle of games.

use crate::line::{Line, NORTH, Program, SOUTH, assert_refused, command};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::Duration;
use tempfile::tempdir;
use tokio::time::sleep;

/// Plays the first legal move of whose turn it is, again and again, until the server is gone. Tells the last state.
async fn play_on(mut south: Line, mut north: Line) -> Value {
    let mut last = south.state(0).await;
    loop {
        let view = &last["view"];
        let (ply, turn) = (view["ply"].as_u64().expect("a number"), view["turn"].clone());
        let mover = if turn == "south" { &mut south } else { &mut north };
        let name = view["legal"][0]["name"].clone();
        // Slower than the server takes for a flood.
        sleep(Duration::from_millis(30)).await;
        if name.is_null() || !mover.try_send(json!({ "type": "play", "ply": ply, "name": name })).await {
            return last;
        }
        loop {
            match south.next().await {
                None => return last,
                Some(state) if state["view"]["ply"] == ply + 1 => {
                    last = state;
                    break;
                }
                Some(_) => {}
            }
        }
    }
}

#[tokio::test]
async fn a_killed_server_loses_no_accepted_move() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let program = Program::start(&file);
    let mut games = Vec::new();
    for _ in 0..200 {
        let (mut south, mut north) = (Line::open(program.address).await, Line::open(program.address).await);
        let room = south.create("tok_ku_rou 12x2").await;
        north.join(&room, Some(NORTH)).await;
        games.push((room, tokio::spawn(play_on(south, north))));
    }
    sleep(Duration::from_millis(700)).await;
    program.kill();

    let program = Program::start(&file);
    let mut moves = 0;
    for (room, game) in games {
        let told = game.await.expect("the game was played");
        let told: Vec<_> = told["view"]["moves"].as_array().expect("moves").clone();
        let mut south = Line::open(program.address).await;
        assert_eq!(south.join(&room, Some(SOUTH)).await, "south");
        let state = south.wait("state").await;
        let kept = state["view"]["moves"].as_array().expect("moves");
        // The last move may have been saved without anybody hearing of it any more.
        assert!(kept.starts_with(&told) && kept.len() <= told.len() + 1, "{} of {}", kept.len(), told.len());
        moves += told.len();
        let mut north = Line::open(program.address).await;
        assert_eq!(north.join(&room, Some(NORTH)).await, "north");
        let view = &state["view"];
        if let Some(name) = view["legal"][0]["name"].as_str() {
            let ply = view["ply"].as_u64().expect("a number");
            let mover = if view["turn"] == "south" { &mut south } else { &mut north };
            mover.play(ply, name).await;
            north.state(ply + 1).await;
        }
    }
    assert!(moves > 200, "the games were under way: {moves} moves");
}

/// The line breaks, or the server ends, just as somebody is given a seat: nobody has heard of it, and yet the seat is
/// theirs.
#[tokio::test]
async fn a_seat_can_be_asked_for_again() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    for killed in [false, true] {
        let program = Program::start(&file);
        let (mut south, mut north) = (Line::open(program.address).await, Line::open(program.address).await);
        let room = south.create("kalah 6x4").await;
        north.send(json!({ "type": "join", "room": room, "secret": NORTH })).await;
        while south.wait("state").await["seats"]["north"]["taken"] == false {}
        drop(north);
        let program = if killed {
            program.kill();
            Program::start(&file)
        } else {
            program
        };
        let mut stranger = Line::open(program.address).await;
        assert_eq!(stranger.join(&room, Some(&room)).await, Value::Null);
        assert_eq!(Line::open(program.address).await.join(&room, Some(NORTH)).await, "north");
    }
}

/// Nobody has heard of a new room either.
#[tokio::test]
async fn a_room_can_be_asked_for_again() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let program = Program::start(&file);
    let mut south = Line::open(program.address).await;
    let room = south.create("kalah 6x4").await;
    south.play(0, "1").await;
    south.state(1).await;
    program.kill();
    let program = Program::start(&file);
    let start = json!({ "position": "kalah 6x4" });
    for (secret, seat) in [(SOUTH, json!("south")), (NORTH, json!("north")), (&room, Value::Null)] {
        let mut line = Line::open(program.address).await;
        line.send(
            json!({ "type": "create", "room": room, "start": start, "seat": "south", "secret": secret }),
        )
        .await;
        assert_eq!(line.wait("entered").await["seat"], seat);
        line.state(1).await;
    }
}

/// However far it had come with its file.
#[tokio::test]
async fn a_server_killed_as_it_starts_can_start_again() {
    let folder = tempdir().expect("a folder");
    for number in 0..40 {
        let file = folder.path().join(format!("{number}.sqlite"));
        let mut child = command(&file).stdout(Stdio::null()).spawn().expect("the program starts");
        sleep(Duration::from_millis(number)).await;
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let program = Program::start(&file);
        Line::open(program.address).await.create("kalah 6x4").await;
    }
}

#[test]
fn two_servers_do_not_share_a_file() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let _first = Program::start(&file);
    assert_refused(&file, "another server has it open");
}
