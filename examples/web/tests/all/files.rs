//! How many files the program may open.

use crate::line::{Line, PROGRAM, Program};
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::tempdir;
use tokio::time::timeout;

/// The program under a limit of open files, set by the shell's `ulimit` with these flags.
fn limited(flags: &str, number: u64) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {flags} {number} && exec \"$0\" \"$@\""), PROGRAM]);
    command
}

#[tokio::test]
async fn a_soft_limit_of_open_files_is_raised() {
    let folder = tempdir().expect("a folder");
    let program = Program::run(limited("-Sn", 64), &folder.path().join("games.sqlite"));
    let mut lines = Vec::new();
    for _ in 0..100 {
        let line = timeout(Duration::from_secs(60), Line::open(program.address));
        lines.push(line.await.expect("the server can open as many files as it needs"));
    }
    for line in &mut lines {
        line.create("kalah 3x2").await;
    }
}

#[test]
fn a_hard_limit_of_open_files_is_told() {
    let folder = tempdir().expect("a folder");
    let mut command = limited("-n", 64);
    command.stderr(Stdio::piped());
    let mut program = Program::run(command, &folder.path().join("games.sqlite"));
    let mut errors = program.child.stderr.take().expect("its errors");
    program.kill();
    let mut told = String::new();
    errors.read_to_string(&mut told).expect("text");
    assert!(told.contains("allows 64 open files, and 4000 connections need 4100"), "{told}");
}
