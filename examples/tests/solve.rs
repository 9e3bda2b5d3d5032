//! The solving program.

use clap::Parser;
use std::fs;
use std::io;
use std::sync::atomic::AtomicBool;
use tok_ku_rou_examples::solve::{Arguments, run};

fn parse(arguments: &[&str]) -> Result<Arguments, clap::Error> {
    Arguments::try_parse_from(["solve"].iter().chain(arguments))
}

fn solve(arguments: &[&str], stop: bool) -> io::Result<String> {
    let mut output = Vec::new();
    run(&parse(arguments).unwrap(), &AtomicBool::new(stop), false, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn every_move_and_the_value() {
    let output = solve(&["kalah 4x2", "--table", "8", "--threads", "2", "--memory", "1"], false).unwrap();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "kalah 2,2,2,2/2,2,2,2 0,0 s 4x2");
    assert!(lines[1].starts_with("table of 8 seeds: "), "{output}");
    assert_eq!(lines[2..6], ["1 -12", "2 -10", "3 +4", "4 +6"]);
    assert!(lines[6].starts_with("line 4 "), "{output}");
    assert!(lines[7].starts_with("nodes "), "{output}");
    assert_eq!(lines[8..], ["value 6"]);
}

#[test]
fn only_the_winner() {
    // Also where a table knows the margin.
    for table in ["0", "3", "16"] {
        let last = |position| {
            let output = solve(&[position, "--win-only", "--table", table, "--memory", "1"], false).unwrap();
            output.lines().last().unwrap().to_string()
        };
        assert_eq!(last("kalah 4x2"), "value win");
        assert_eq!(last("kalah 2x2"), "value loss");
        assert_eq!(last("kalah 3x1"), "value tie");
    }
}

#[test]
fn whole_boards() {
    let output = solve(&["--boards", "3x2", "--memory", "1"], false).unwrap();
    let take = "| take-empty: pits, and seeds a pit | 1 | 2 |\n|---|---|---|\n| 1 | 0 | -2 |\n| 2 | 2 | -2 |\n| 3 | 0 | 4 |\n\n";
    assert_eq!(output, [take, &take.replace("take-empty", "leave-empty")].concat());
    // The sweep of the size holds for all boards; whoever finishes with one seed a pit gets what is left.
    let output = solve(&["--boards", "1x1,sweep-finisher", "--memory", "1"], false).unwrap();
    let single = solve(&["kalah 1x1,sweep-finisher", "--memory", "1"], false).unwrap();
    let value = single.lines().last().unwrap().strip_prefix("value ").unwrap();
    assert!(output.contains(&format!("| 1 | {value} |")) && value != "0", "{output}{single}");
    assert!(solve(&["--boards", "2x1,clockwise"], false).is_err());
}

#[test]
fn stopped_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let arguments = ["kalah 4x3", "--table", "0", "--memory", "1", "--checkpoint", path.to_str().unwrap()];
    let output = solve(&arguments, true).unwrap();
    assert!(output.lines().last().unwrap().starts_with("stopped with a value from "), "{output}");
    assert!(path.exists());
    let output = solve(&arguments, false).unwrap();
    assert!(output.ends_with("value 8\n"), "{output}");
    assert!(!path.exists(), "what is solved needs no checkpoint");
    fs::write(&path, "not a checkpoint").unwrap();
    let error = solve(&arguments, false).unwrap_err().to_string();
    assert_eq!(error, "expected what this library wrote, found something else");
}

#[test]
fn wrong_questions_are_told() {
    assert!(parse(&[]).is_err());
    assert!(parse(&["kalah 6x4", "--boards", "3x2"]).is_err());
    let error = solve(&["kalah 6x4,clockwise"], false).unwrap_err().to_string();
    assert_eq!(error, "expected counterclockwise rules, found clockwise ones");
}
