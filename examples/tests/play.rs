//! The terminal program, played through a pipe.

use clap::Parser;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tok_ku_rou_core::{AnyPosition, Game, Position, Record};
use tok_ku_rou_examples::play::{Arguments, Session};

/// What the program prints when it is started with these flags and fed these lines; `Err` is its complaint.
fn play(flags: &str, lines: &str) -> Result<String, String> {
    let flags = ["play"].into_iter().chain(flags.split_whitespace());
    let arguments = Arguments::try_parse_from(flags).map_err(|error| error.to_string())?;
    let mut output = Vec::new();
    Session::new(&arguments, lines.as_bytes(), &mut output)
        .and_then(|mut session| session.run())
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).unwrap())
}

/// A whole game of Kalah on a small board, both sides always lifting the first pit they can.
fn small_game() -> (String, Game<AnyPosition>) {
    let mut game = Game::new("kalah 3x2".parse::<AnyPosition>().unwrap());
    let mut lines = String::new();
    while let Some(pit) = game.position().legal_moves().nth(0) {
        writeln!(lines, "{}", game.position().move_name(pit)).unwrap();
        game.play(pit).unwrap();
    }
    (lines, game)
}

#[test]
fn a_whole_game_can_be_fed() {
    let (lines, game) = small_game();
    let scores = game.scores();
    let output = play("--game kalah --pits 3 --seeds 2", &format!("{lines}no\n")).unwrap();
    let end = format!("Game over: one side is empty. South {}, north {}: ", scores.south, scores.north);
    assert!(output.contains(&end), "{output}");
    assert!(!output.contains("bell"), "the bell belongs to Tok Ku Rou");
    assert!(output.contains("Match: "), "{output}");
}

#[test]
fn wrong_lines_lose_nothing() {
    let lines = "b99\nhello world\nsave\nload /nowhere/at/all\n\u{0}\n\nb1\nf12 \nmoves now\nb1\nnotation\n";
    let output = play("", lines).unwrap();
    assert!(output.contains("b99: no such move or command"), "{output}");
    assert!(output.contains("hello world: no such move or command"));
    assert!(output.contains("save: the name of a file is missing"));
    assert!(output.contains("cannot read /nowhere/at/all: "));
    assert!(output.contains("b1: expected at least 2 seeds, found 0 there"), "{output}");
    let mut game = Game::new("tok_ku_rou 12x2".parse::<AnyPosition>().unwrap());
    for name in ["b1", "f12"] {
        game.play(game.position().parse_move(name).unwrap()).unwrap();
    }
    assert!(output.contains(&game.position().to_string()), "{output}");
    assert!(output.contains("1. b1 f12 *"), "the end of the input gives the record away: {output}");
}

#[test]
fn moves_are_told() {
    let output = play("", "f12\nquit\n").unwrap();
    let told = "south lifts 2 seeds from f12, sows to f10, eats 4 seeds from north's b3 and f3, sows to f6, eats 4 \
                seeds from north's b7 and f7, sows to f2, eats 4 seeds from north's b11 and f11, sows to b3, the last \
                seed stays.";
    assert!(output.contains(told), "{output}");
    let output = play("--game kalah", "3\nquit\n").unwrap();
    let told = "lifts 4 seeds from 3, sows to south's store, the last seed is in the store, and moves again.";
    assert!(output.contains(told), "{output}");
}

#[test]
fn an_endless_sow_is_told_in_short() {
    let position = "tok_ku_rou 0,5,4,3,8,1,10,3,4,2,18,4/1,2,0,7,2,5,0,3,0,1,0,5/0,0,1,0,0,0,1,0,0,0,0,1/\
                    1,0,0,1,0,1,0,1,0,0,0,1 n 12x2,multiple-laps";
    let arguments = Arguments::try_parse_from(["play", "--position", position]).unwrap();
    let mut output = Vec::new();
    Session::new(&arguments, "f11\nno\n".as_bytes(), &mut output).unwrap().run().unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("more steps ..., this sow would never end"), "{output}");
    assert!(output.contains("Game over: a sow would never end. South 6, north 90: north wins."), "{output}");
    assert!(output.contains("🔔 north puts a bell on south's neck."), "{output}");
    assert!(output.len() < 5_000);
}

#[test]
fn save_load_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let name = file.to_str().unwrap();
    let output = play("--game kalah", &format!("3\n6\nsave {name}\n1\nsave {name}\nquit\n")).unwrap();
    assert!(output.contains("exists; put a `!` behind the command to replace it"), "{output}");
    let record: Record<AnyPosition> = fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!(record.game.ply_count(), 2, "the refused save changed nothing");

    let output = play(&format!("--record {name}"), &format!("notation\n2\nsave! {name}\nquit\n")).unwrap();
    assert!(output.contains(&record.game.position().to_string()), "{output}");
    let later: Record<AnyPosition> = fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!(later.game.ply_count(), 3);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no half-written file is left");

    fs::write(&file, "[Game \"kalah\"]\n[Rules \"6x4\"]\n1. 3+9").unwrap();
    let output = play("", &format!("save! {}\nsave! /dev/null\nquit\n", folder.path().display())).unwrap();
    assert_eq!(output.matches("is not a file that can be replaced").count(), 2, "{output}");
    let output = play("--game kalah", &format!("4\nload {name}\nnotation\nquit\n")).unwrap();
    assert!(output.contains("byte 34: expected the name of a pit, found '9'"), "{output}");
    assert!(output.contains("kalah 4,4,4,4,4,5/4,4,4,0,5,5 1,0 n 6x4"), "the game goes on: {output}");
    let error = play(&format!("--record {name}"), "").unwrap_err();
    assert!(error.contains("byte 34"), "{error}");
    fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(play(&format!("--record {name}"), "").unwrap_err().starts_with("cannot read"));
    assert!(play("--record /nowhere/at/all", "").unwrap_err().starts_with("cannot read"));
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    play("", &format!("f12\npicture {}\nquit\n", file.display())).unwrap();
    assert!(fs::read_to_string(file).unwrap().contains("eaten"));
    let output = play("", "picture /nowhere/at/all.svg\nquit\n").unwrap();
    assert!(output.contains("cannot write "), "{output}");
}

/// The positions in notation that an output shows, in order.
fn notations(output: &str) -> Vec<AnyPosition> {
    output.lines().filter_map(|line| line.rsplit(": ").next()?.parse().ok()).collect()
}

#[test]
fn undo_and_redo_stop_where_a_person_chooses() {
    let lines = "4\nnotation\n5\nnotation\nundo\nnotation\nredo\nnotation\nundo\nundo\nnotation\nquit\n";
    let seen = notations(&play("--game kalah --north greedy --rng-seed 1", lines).unwrap());
    assert_eq!(seen.len(), 5);
    assert_eq!((seen[2], seen[3]), (seen[0], seen[1]), "one move of the person, with the answers to it");
    assert_eq!(seen[4].to_string(), "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4");
    let opened =
        play("--game kalah --south random --rng-seed 4", "notation\nundo\nnotation\nquit\n").unwrap();
    assert!(
        opened.contains("there is no move to take back"),
        "nobody chose the computer's opening: {opened}"
    );
    let seen = notations(&opened);
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn a_resignation_can_be_taken_back() {
    let output = play("--game kalah", "3\nresign\nundo\nnotation\nresign\nmoves\nno\n").unwrap();
    assert!(output.contains("the game goes on"), "{output}");
    assert!(output.contains("kalah 4,4,4,4,4,4/4,4,0,5,5,5 1,0 s 6x4"), "the move stays: {output}");
    assert!(output.contains("the game is over"), "{output}");
    assert!(output.contains("Match: south 0 (seeds 1), north 1 (seeds 0), ties 0."), "{output}");
}

#[test]
fn loading_after_a_game_counts_it() {
    let folder = tempfile::tempdir().unwrap();
    let (ended, going) = (folder.path().join("ended.txt"), folder.path().join("going.txt"));
    fs::write(&ended, "[Game \"kalah\"] [Rules \"6x4\"] [Date \"2020-01-01\"] 1. 3 0-1").unwrap();
    fs::write(&going, "[Game \"kalah\"] [Rules \"6x4\"] [South \"Deng\"] [Round \"7\"] 1. 3+6").unwrap();
    let lines = format!(
        "resign\nload {}\nload {}\nnotation\nresign\nyes\nrecord\nquit\n",
        ended.display(),
        going.display()
    );
    let output = play("--game kalah --next alternate", &lines).unwrap();
    assert!(output.contains("Match: south 0 (seeds 0), north 1 (seeds 0), ties 0."), "{output}");
    assert!(output.contains("Match: south 0 (seeds 1), north 2 (seeds 0), ties 0."), "{output}");
    assert_eq!(output.matches("south gives up").count(), 2, "a finished record is told as one: {output}");
    assert!(output.contains("kalah 4,4,5,5,5,5/4,4,0,5,5,0 2,0 n 6x4"), "{output}");
    let record = &output[output.rfind("[Game").unwrap()..];
    assert!(
        record.contains("Deng") && !record.contains("Round"),
        "names stay, the rest was the other game's: {record}"
    );
}

#[test]
fn greedy_takes_the_most() {
    // The third pit captures eight seeds, the sixth earns one and another move; of equals, another move is better.
    for (position, plays) in [
        ("kalah 1,0,0,7,0,0/0,0,1,0,0,1 0,0 s 6x4", "south plays 3"),
        ("kalah 1,0,0,0,0,0/1,0,0,0,0,1 0,0 s 6x4", "south plays 6"),
    ] {
        let arguments =
            Arguments::try_parse_from(["play", "--position", position, "--south", "greedy"]).unwrap();
        let mut output = Vec::new();
        Session::new(&arguments, "quit\n".as_bytes(), &mut output).unwrap().run().unwrap();
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.lines().find(|line| line.contains("plays")), Some(plays), "{output}");
    }
}

#[test]
fn undo_and_redo_with_one_move() {
    let lines = "4\nundo\nnotation\nredo\nundo\nundo\nquit\n";
    let output = play("--game kalah --north greedy --rng-seed 1", lines).unwrap();
    assert!(output.contains("took back"), "{output}");
    assert!(output.contains("kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4"), "{output}");
    assert!(output.contains("there is no move to take back"), "{output}");
}

#[test]
fn a_match_over_several_games() {
    let flags = "--game kalah --south random --north greedy --games 3 --rng-seed 7";
    let output = play(flags, "").unwrap();
    assert_eq!(output, play(flags, "").unwrap(), "the same seed plays the same games");
    assert_eq!(output.matches("Game over").count(), 3, "{output}");
    assert!(output.contains("north starts."), "the starts alternate: {output}");
    assert_eq!(output.matches("Match: ").count(), 3);

    let resign = "resign\nyes\nresign\nno\n";
    let output = play("--next loser", resign).unwrap();
    assert!(output.contains("south starts."), "the loser starts: {output}");
    assert!(output.contains("Match: south 0 (seeds 96), north 2 (seeds 96), ties 0."), "{output}");
    assert_eq!(output.matches("🔔 north puts a bell on south's neck.").count(), 2);
}

#[test]
fn computers_alone_come_to_an_end() {
    let output = play("--south random --north random --rng-seed 3 --games 1", "").unwrap();
    assert!(output.contains("Game over"), "{}", &output[output.len() - 500..]);
    let limited =
        play("--south random --north random --rng-seed 3 --games 1 --repetition tie --ply-limit 30", "");
    assert_eq!(limited.unwrap().matches(" plays ").count(), 30);
    assert!(output.matches(" plays ").count() > 30, "the limit is 1,000 plies, not few");
}

#[test]
fn every_variant_by_flag() {
    let cases = [
        ("", "tok_ku_rou 12x2"),
        ("--columns 13 --seeds 4 --laps multiple", "tok_ku_rou 13x4,multiple-laps"),
        ("--game tok_ku_rou --laps single", "tok_ku_rou 12x2"),
        ("--game kalah", "kalah 6x4"),
        ("--game kalah --pits 7 --seeds 3 --capture leave-empty", "kalah 7x3,leave-empty"),
        (
            "--game kalah --capture keep-sowing --sweep finisher --direction clockwise",
            "kalah 6x4,keep-sowing,sweep-finisher,clockwise",
        ),
        ("--game kalah --sweep none", "kalah 6x4,sweep-none"),
    ];
    for (flags, start) in cases {
        let start: AnyPosition = start.parse().unwrap();
        let output = play(flags, "notation\nquit\n").unwrap();
        assert!(output.contains(&start.to_string()), "{flags}: {output}");
        let output = play(&format!("{flags} --first north"), "notation\nquit\n").unwrap();
        assert!(output.contains(&start.with_turn(!start.turn()).to_string()), "{flags}: {output}");
    }
    let flags = "--ply-limit 2 --repetition count --no-capture-limit 9";
    let again = play(flags, "b1\nb1\nyes\nb1\nb1\nno\n").unwrap();
    assert_eq!(
        again.matches("the limit on sowings is reached").count(),
        2,
        "the next game has it, too: {again}"
    );
    let quiet = play("--no-capture-limit 2", "b1\nb1\nno\n").unwrap();
    assert!(quiet.contains("nothing was captured for too long"), "{quiet}");
    let limited =
        play("--ply-limit 2 --repetition count --no-capture-limit 9", "b1\nb1\nrecord\nno\n").unwrap();
    assert!(limited.contains("the limit on sowings is reached"), "{limited}");
    assert!(limited.contains("repetition-count,plies 2,no-capture 9"), "{limited}");
}

#[test]
fn levels_hints_and_analysis() {
    let flags = "--game kalah --pits 3 --seeds 2 --south level:1 --north level:3 --games 1 --rng-seed 2";
    let output = play(flags, "").unwrap();
    assert!(output.contains("Game over"), "{output}");
    assert_eq!(output, play(flags, "").unwrap());
    // The second pit captures and wins the most: known from the values of this board.
    let output = play("--game kalah --pits 3 --seeds 2", "hint\nanalyse\nquit\n").unwrap();
    assert!(output.contains("try 2\n"), "{output}");
    let values: Vec<&str> = output.lines().filter(|line| line.contains("certain")).collect();
    assert_eq!(values.len(), 3, "{output}");
    assert!(values[0].contains("won by 4, ") && values[0].contains(": 2"), "{output}");
    assert!(values[2].contains("lost by 8, ") && values[2].contains(": 1"), "{output}");
    assert!(values[1].contains("tie, "), "{output}");
    assert!(play("--south level:8", "").unwrap_err().contains("level:1 to level:7"));
    assert!(play("", "resign\nhint\nno\n").unwrap().contains("the game is over"));
}

#[test]
fn contradictory_flags() {
    let cases = [
        ("--pits 6", "--pits belongs to --game kalah"),
        ("--game kalah --laps multiple", "--laps belongs to --game tok-ku-rou"),
        ("--columns 14", "expected 1 to 13 columns, found 14"),
        ("--game kalah --pits 7 --seeds 20", "expected at most 255 seeds in all, found 280"),
        ("--position kalah", "byte 5: expected a number of seeds"),
        ("--record x --game kalah", "cannot be used with"),
        ("--capture maybe --game kalah", "invalid value 'maybe'"),
    ];
    for (flags, complaint) in cases {
        let error = play(flags, "").unwrap_err();
        assert!(error.contains(complaint), "{flags}: {error}");
    }
    assert!(!Path::new("x").exists());
}
