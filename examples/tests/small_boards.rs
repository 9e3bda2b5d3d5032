//! The program that solves small boards.

use clap::Parser;
use tok_ku_rou_examples::small_boards::{Arguments, run};

fn small_boards(arguments: &[&str]) -> std::io::Result<String> {
    let arguments = Arguments::try_parse_from(["small_boards"].iter().chain(arguments)).unwrap();
    let mut output = Vec::new();
    run(&arguments, false, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

/// With one seed a pit nobody can lift at the start. C(7, 3) ways to lay four seeds into four pits, of which those with
/// none or one in each of the mover's two pits are over: 5 + 4 + 4 + 3.
#[test]
fn a_row_for_each_board() {
    let output = small_boards(&["1x1", "1x1,multiple-laps", "--threads", "1"]).unwrap();
    let rows: Vec<Vec<&str>> = output.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 4);
    for (row, laps) in rows[2..].iter().zip(["single", "multiple"]) {
        assert_eq!(row.len(), rows[0].len(), "{output}");
        assert_eq!(row[1..5], ["1x1", laps, "35", "16"]);
        let count = |column: usize| row[column].parse::<u32>().unwrap();
        assert_eq!(count(5) + count(6) + count(7), 35);
        assert_eq!(row[8..10], ["tied", "none"]);
    }
}

#[test]
fn first_moves_are_listed() {
    let output = small_boards(&["1x2", "--moves"]).unwrap();
    let listed: Vec<&str> = output.lines().skip_while(|line| *line != "1x2").skip(1).map(str::trim).collect();
    assert_eq!(listed.len(), 3, "{output}");
    assert!(listed[..2].iter().any(|line| line.starts_with("b1  ")), "{output}");
    assert!(listed[..2].iter().any(|line| line.starts_with("f1  ")), "{output}");
    assert!(listed[2].starts_with("longest: tok_ku_rou "), "{output}");
}

#[test]
fn boards_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().to_str().unwrap();
    let kept = folder.path().join("1x3,multiple-laps.board");
    let solved = || small_boards(&["1x3,multiple-laps", "--moves", "--keep", keep]);
    let first = solved().unwrap();
    let mut bytes = std::fs::read(&kept).unwrap();
    assert_eq!(solved().unwrap(), first);

    // Where another board's bytes or damaged ones stand, nothing is told and nothing is written.
    small_boards(&["1x2", "--keep", keep]).unwrap();
    std::fs::copy(folder.path().join("1x2.board"), &kept).unwrap();
    let error = solved().unwrap_err().to_string();
    assert!(error.ends_with("1x3,multiple-laps.board: expected 1x3,multiple-laps, found 1x2"), "{error}");
    bytes[100] ^= 4;
    std::fs::write(&kept, &bytes).unwrap();
    let error = solved().unwrap_err().to_string();
    assert!(error.contains("multiple-laps.board: expected the checksum "), "{error}");
    assert_eq!(std::fs::read(&kept).unwrap(), bytes);
    assert!(small_boards(&["1x2", "--keep", kept.to_str().unwrap()]).is_err(), "not a folder");
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let error = small_boards(&["12x2"]).unwrap_err().to_string();
    assert_eq!(error, "12x2: expected at most 178956970 positions of 12 columns, found more");
    assert!(Arguments::try_parse_from(["small_boards", "14x1"]).is_err());
}
