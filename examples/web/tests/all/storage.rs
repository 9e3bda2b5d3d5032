//! The file of the games: one that cannot be written, and those of others.

use crate::line::{Line, NORTH, Program, SOUTH, assert_refused};
use rusqlite::Connection;
use serde_json::json;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Changes a file that no server has open.
fn change(file: &Path, sql: &str) {
    Connection::open(file).expect("the file").execute_batch(sql).expect("the change");
}

#[tokio::test]
async fn who_cannot_be_given_a_seat_hears_why() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let program = Program::start(&file);
    program.kill();
    // From now on the file takes in rooms, but no second player.
    let fault =
        "CREATE TRIGGER fault BEFORE UPDATE ON rooms BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    change(&file, fault);
    let program = Program::start(&file);
    let (mut south, mut north) = (Line::open(program.address).await, Line::open(program.address).await);
    let room = south.create("kalah 6x4").await;
    north.send(json!({ "type": "join", "room": room, "secret": NORTH })).await;
    let error = north.next().await.expect("an answer");
    assert_eq!(
        (&error["code"], error["message"].to_string().contains("the disk is full")),
        (&json!("storage"), true)
    );
    assert_eq!(north.join(&room, None).await, json!(null), "the connection is in no room yet");
    let state = north.wait("state").await;
    assert_eq!((&state["watching"], &state["seats"]["north"]["taken"]), (&json!(1), &json!(false)));

    program.kill();
    change(&file, "DROP TRIGGER fault");
    let program = Program::start(&file);
    assert_eq!(Line::open(program.address).await.join(&room, Some(NORTH)).await, "north");
}

#[tokio::test]
async fn who_cannot_be_given_a_room_hears_why() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    Program::start(&file).kill();
    change(
        &file,
        "CREATE TRIGGER fault BEFORE INSERT ON rooms BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    );
    let program = Program::start(&file);
    let mut line = Line::open(program.address).await;
    let start = json!({ "position": "kalah 6x4" });
    line.send(json!({ "type": "create", "room": NORTH, "start": start, "seat": "south", "secret": SOUTH }))
        .await;
    assert_eq!(line.error().await, "storage");
    line.send(json!({ "type": "join", "room": NORTH, "secret": SOUTH })).await;
    assert_eq!(line.error().await, "unknown-room");
}

/// Files that no games of ours are in, and what the program says of each.
#[test]
fn foreign_files_are_left_alone() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let cases = [
        (
            "CREATE TABLE rooms (id TEXT PRIMARY KEY, shape TEXT); PRAGMA user_version = 2",
            "expected games of version 1, found version 2",
        ),
        ("PRAGMA user_version = 0", "expected games or an empty file, found what another program keeps"),
    ];
    for (sql, why) in cases {
        change(&file, sql);
        let before = fs::read(&file).expect("the file");
        assert_refused(&file, why);
        assert!(fs::read(&file).expect("the file") == before);
    }
}
