//! The file of the games.

use crate::line::PROGRAM;
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// Changes a file that no server has open.
fn change(file: &Path, sql: &str) {
    Connection::open(file).expect("the file").execute_batch(sql).expect("the change");
}

#[test]
fn a_file_of_another_version_is_left_alone() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    change(&file, "CREATE TABLE rooms (id TEXT PRIMARY KEY, shape TEXT); PRAGMA user_version = 2");
    let before = fs::read(&file).expect("the file");
    let program = Command::new(PROGRAM)
        .args(["--listen", "127.0.0.1:0", "--games"])
        .arg(&file)
        .output()
        .expect("the program runs");
    let error = String::from_utf8_lossy(&program.stderr);
    let expected =
        format!("error: cannot open {}: expected games of version 1, found version 2\n", file.display());
    assert_eq!((program.status.code(), &*error), (Some(2), &*expected));
    assert!(fs::read(&file).expect("the file") == before);
}
