//! The perft program.

use clap::Parser;
use tok_ku_rou_examples::perft::{Arguments, run};

fn perft(arguments: &[&str]) -> String {
    let arguments = Arguments::try_parse_from(["perft"].iter().chain(arguments)).unwrap();
    let mut output = Vec::new();
    run(&arguments, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn counts_per_depth_and_the_last_line() {
    let output = perft(&["tok_ku_rou 12x2", "3"]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 4);
    let count = |line: &str| line.split_whitespace().nth(2).unwrap().to_string();
    assert_eq!([count(lines[0]), count(lines[1]), count(lines[2])], ["24", "528", "11386"]);
    assert!(lines[2].ends_with("sowings/s"));
    assert_eq!(lines[3], "nodes 11386");
    assert_eq!(perft(&["kalah 6x4", "0"]), "nodes 1\n");
}

#[test]
fn divided_by_first_move() {
    let output = perft(&["kalah 6x4", "2", "--divide"]);
    assert!(output.contains("    3                5\n"), "{output}");
    assert!(output.ends_with("nodes 35\n"));
}

#[test]
fn wrong_positions_are_told() {
    let error = Arguments::try_parse_from(["perft", "kalah 4,4", "3"]).unwrap_err().to_string();
    assert!(error.contains("byte 9: expected a slash, found the end of the text"), "{error}");
}
