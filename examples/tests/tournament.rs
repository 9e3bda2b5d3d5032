//! The tournament: its statistics, its games, its file and its picture.

use clap::Parser;
use std::fs;
use std::path::Path;
use tok_ku_rou_core::ai::Rng;
use tok_ku_rou_core::{Adjudication, ByPlayer, Kalah, Pit, Player, Position};
use tok_ku_rou_examples::tournament::{
    Arguments, Chooser, Entrant, Hypothesis, Row, Score, Sprt, Tally, chart, elo, expected_score, play, run,
    staying,
};

/// What the program prints when it is started with these flags; `Err` is its complaint.
fn tournament(flags: &[&str]) -> Result<String, String> {
    let flags = ["tournament"].iter().chain(flags);
    let arguments = Arguments::try_parse_from(flags).map_err(|error| error.to_string())?;
    let mut output = Vec::new();
    run(&arguments, false, &mut output).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).unwrap())
}

/// The results of so many pairs of each kind.
fn tally(pairs: &[([Score; 2], u32)]) -> Tally {
    let mut tally = Tally::new();
    for &(pair, times) in pairs {
        (0..times).for_each(|_| tally.add(pair));
    }
    tally
}

const WON: [Score; 2] = [Score::Win, Score::Win];
const EVEN: [Score; 2] = [Score::Win, Score::Loss];
const LOST: [Score; 2] = [Score::Loss, Score::Loss];

#[test]
fn elo_of_plain_scores() {
    assert!(elo(0.5) == 0.0 && elo(0.5).is_sign_positive(), "an even score is 0 and not -0");
    assert!((elo(0.75) - 190.848_501_9).abs() < 1e-6 && (elo(0.25) + 190.848_501_9).abs() < 1e-6);
    for difference in [-300.0, -1.0, 0.0, 25.0, 400.0] {
        assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
    }
}

#[test]
fn elo_as_text() {
    // 1 - 0.025^(1/10) = 0.3085 of a pair may be missing from ten pairs that were all the same.
    assert_eq!(tally(&[(EVEN, 10)]).elo_text(), "0.0 ± 107.2");
    assert_eq!(tally(&[(WON, 10)]).elo_text(), "> +140.2");
    assert_eq!(tally(&[(LOST, 10)]).elo_text(), "< -140.2");
    assert_eq!(tally(&[(WON, 1)]).elo_text(), "> -636.4", "one pair says next to nothing");
    assert_eq!(Tally::new().elo_text(), "-");
    // Ten pairs, each half a point off the mean: an error of 1.96 · √(10 · 0.25 / 9 / 10), times a slope of 694.9.
    let text = tally(&[(WON, 5), (LOST, 5)]).elo_text();
    assert_eq!(text, "0.0 ± 227.0");
    let near = tally(&[(EVEN, 99_999), (LOST, 1)]).elo_text();
    assert!(near.starts_with("0.0 ± "), "what rounds to zero has no sign: {near}");
    for pairs in 1..40 {
        for lost in 0..=pairs {
            let text = tally(&[(WON, pairs - lost), (LOST, lost)]).elo_text();
            assert!(!text.contains("NaN") && !text.contains("inf") && !text.contains("-0.0"), "{text}");
        }
    }
}

#[test]
fn intervals() {
    assert_eq!(Tally::new().interval(), (0.0, 1.0));
    assert_eq!(Tally::new().score(), None);
    let all = tally(&[(WON, 100)]);
    let (low, high) = all.interval();
    assert!((low - 0.963_8).abs() < 1e-4 && (high - 1.0).abs() < 1e-12);
    let width = |tally: Tally| tally.interval().1 - tally.interval().0;
    for (one, other) in [(WON, EVEN), (EVEN, LOST), (WON, LOST), (EVEN, EVEN)] {
        let widths: Vec<f64> = [4, 16, 64, 256].map(|n| width(tally(&[(one, 3 * n), (other, n)]))).into();
        assert!(widths.is_sorted_by(|wide, narrow| wide > narrow), "{widths:?}");
    }
    // That a pair's games go together counts: won and lost by turns says more than won twice and lost twice by turns.
    assert!(width(tally(&[(EVEN, 40), (WON, 1)])) < width(tally(&[(WON, 20), (LOST, 20), (WON, 1)])));
    let tally = tally(&[([Score::Tie, Score::Win], 2), ([Score::Loss, Score::Tie], 1)]);
    assert_eq!((tally.games(), tally.pairs(), tally.points()), (6, 3, 3.5));
    assert_eq!([Score::Win, Score::Tie, Score::Loss].map(|score| tally.count(score)), [2, 3, 1]);
}

#[test]
fn the_test_decides() {
    let test: Sprt = "0,20".parse().unwrap();
    assert_eq!((test.decide(&Tally::new()), test.log_likelihood_ratio(&Tally::new())), (None, 0.0));
    let decided =
        |pair, most: u32| (1..=most).find_map(|n| test.decide(&tally(&[(pair, n)])).map(|h| (n, h)));
    assert_eq!(decided(WON, 50), Some((Sprt::MIN_PAIRS, Hypothesis::H1)), "clear wins");
    assert_eq!(decided(LOST, 50), Some((Sprt::MIN_PAIRS, Hypothesis::H0)));
    assert!(matches!(decided(EVEN, 100), Some((11.., Hypothesis::H0))), "even play");
    let mixed = tally(&[(WON, 300), (EVEN, 300), (LOST, 300)]);
    assert_eq!(test.decide(&mixed), None, "even play takes long if openings decide nothing");
    assert_eq!(test.decide(&tally(&[(WON, 3_000), (EVEN, 3_000), (LOST, 3_000)])), Some(Hypothesis::H0));
    // Formula (2.1) by hand: 90 pairs with a mean of 0.6, and the variance of one more pair.
    let pairs = tally(&[(WON, 36), (EVEN, 36), (LOST, 18)]);
    let (s1, variance) = (expected_score(20.0), (36.0 * 0.16 + 36.0 * 0.01 + 18.0 * 0.36 + 0.125) / 90.0);
    let expected = 90.0 * (s1 - 0.5) * (1.2 - 0.5 - s1) / (2.0 * variance);
    assert!((test.log_likelihood_ratio(&pairs) - expected).abs() < 1e-9);
}

/// The part of a thousand tests in which H1 is decided for, between players of this difference.
fn accepted(test: Sprt, difference: f64, rng: &mut Rng) -> f64 {
    let chance = expected_score(difference) * f64::from(u32::MAX);
    let mut game = || if f64::from(rng.next_u64() as u32) <= chance { Score::Win } else { Score::Loss };
    let decide = |_| {
        let mut tally = Tally::new();
        loop {
            tally.add([game(), game()]);
            if let Some(hypothesis) = test.decide(&tally) {
                return hypothesis == Hypothesis::H1;
            }
        }
    };
    f64::from((0..1_000).map(decide).filter(|&accepted| accepted).count() as u32) / 1_000.0
}

#[test]
fn the_test_errs_as_seldom_as_it_says() {
    let mut rng = Rng::new(1);
    for (test, lower, upper) in [("0,50", 0.0, 50.0), ("0,200", 0.0, 200.0), ("-100,0", -100.0, 0.0)] {
        let test: Sprt = test.parse().unwrap();
        let (wrong, right) = (accepted(test, lower, &mut rng), accepted(test, upper, &mut rng));
        assert!(wrong <= 0.07, "{test}: {wrong}");
        assert!(right >= 0.93, "{test}: {right}");
    }
}

#[test]
fn ties_at_the_cut_stay() {
    for (scores, keep, stay) in
        [(&[5.0, 4.0, 4.0, 4.0, 1.0][..], 2, 4), (&[3.0; 3], 2, 3), (&[3.0, 1.0], 5, 2), (&[], 1, 0)]
    {
        assert_eq!(staying(scores, keep), stay);
    }
}

const SMALL: [&str; 6] = ["random", "greedy", "nodes:300", "level:1", "--start", "kalah 4x3"];

#[test]
fn any_number_of_threads_plays_the_same() {
    for more in [&["--pairs", "all"][..], &["--sprt", "0,100", "--games", "80"]] {
        let with = |threads| {
            let flags = [&SMALL[..], &["--games", "12", "--threads", threads], more].concat();
            let flags = if more[0] == "--sprt" {
                [&SMALL[..], &["--threads", threads], more].concat()
            } else {
                flags
            };
            tournament(&flags).unwrap()
        };
        let one = with("1");
        assert_eq!(one, with("3"));
        assert_eq!(one, with("8"));
    }
    let table = |seed| tournament(&[&SMALL[..], &["--games", "20", "--seed", seed]].concat()).unwrap();
    assert_ne!(table("1").replace("seed 1", ""), table("2").replace("seed 2", ""));
}

#[test]
fn greedy_beats_random() {
    let output = tournament(&["random", "greedy", "--games", "40", "--start", "kalah 4x3"]).unwrap();
    let cells: Vec<&str> = output
        .lines()
        .find(|line| line.contains("greedy v random"))
        .unwrap()
        .split('|')
        .map(str::trim)
        .collect();
    assert_eq!(cells[2], "40");
    let counts: Vec<u32> = cells[3..6].iter().map(|cell| cell.parse().unwrap()).collect();
    assert_eq!(counts.iter().sum::<u32>(), 40);
    let from: f64 = cells[8].strip_suffix(" %").unwrap().parse().unwrap();
    assert!(from > 60.0, "{output}");
    assert!(output.contains("`kalah 4x3`, openings of 4 random sowings"), "{output}");
    assert!(output.contains("Games ended by: side-empty 40."), "{output}");
}

#[test]
fn standings() {
    let flags = [&SMALL[..], &["--games", "8", "--pairs", "all"]].concat();
    let output = tournament(&flags).unwrap();
    let rank = |output: &str| {
        let (_, standings) = output.split_once("| player | games | points | score |\n").unwrap();
        standings
            .lines()
            .skip(1)
            .map(|line| line.split('|').nth(3).unwrap().trim().parse().unwrap())
            .collect()
    };
    let points: Vec<f64> = rank(&output);
    assert_eq!((points.len(), points.iter().sum::<f64>()), (4, 48.0), "{output}");
    assert!(points.is_sorted_by(|better, worse| better >= worse), "{output}");
    let top: Vec<f64> = rank(&tournament(&[&flags[..], &["--top", "1"]].concat()).unwrap());
    assert_eq!(top, points[..staying(&points, 1)]);
}

#[test]
fn the_limit_counts() {
    let flags = ["random", "greedy", "--start", "tok_ku_rou 12x2", "--games", "20", "--ply-limit", "12"];
    let output = tournament(&flags).unwrap();
    assert!(output.contains("repetition-tie,plies 12"), "{output}");
    assert!(output.contains("Games ended by: ply-limit 20."), "{output}");
    let row = output.lines().find(|line| line.contains("greedy v random")).unwrap();
    assert!(!row.contains("| 0 | 20 | 0 |"), "seeds are counted: {row}");
}

#[test]
fn few_openings_are_told() {
    let output = tournament(&["random", "greedy", "--start", "kalah 2x2", "--opening", "1", "--games", "12"]);
    assert!(output.unwrap().contains("only 2 different openings for 6 pairs"));
}

/// Plays one game in which South chooses so and North lifts the first pit.
fn game(south: &mut Chooser<'_, Kalah>) -> (Option<Player>, String, bool) {
    let mut north = |position: &Kalah, _: &[Kalah], _| Ok(position.legal_moves().nth(0));
    let choosers = ByPlayer { south, north: &mut north };
    let ending = play(&Kalah::default(), &[Pit::new(0)], Adjudication::default(), choosers, 7);
    (ending.winner, ending.reason, ending.fault)
}

#[test]
fn whoever_errs_loses() {
    let north = Some(Player::North);
    let lost = |reason: &str| (north, reason.to_owned(), true);
    assert_eq!(game(&mut |_, _, _| Err("out of ideas".to_owned())), lost("out of ideas"));
    assert_eq!(game(&mut |_, _, _| Ok(None)), lost("no move, though there are legal ones"));
    let illegal = lost("illegal move: expected pit 1 to 6, found 10");
    assert_eq!(game(&mut |_, _, _| Ok(Some(Pit::new(9)))), illegal);
    assert_eq!(game(&mut |_, _, _| panic!("{} is wrong", "all")), lost("panic: all is wrong"));
    let mut seeds = Vec::new();
    let (_, reason, fault) = game(&mut |position, history, seed| {
        assert!(history.len() >= 2 && history.last() != Some(position), "the opening is part of the game");
        assert!(!seeds.contains(&seed), "every choice has its own seed");
        seeds.push(seed);
        Ok(position.legal_moves().nth(0))
    });
    assert_eq!((reason.as_str(), fault), ("side-empty", false));
}

#[test]
fn a_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let flags =
        [&SMALL[..], &["--games", "12", "--sprt", "-50,50", "--state", file.to_str().unwrap()]].concat();
    let whole = tournament(&flags).unwrap();
    let written = fs::read(&file).unwrap();
    assert_eq!(
        written.split_inclusive(|&byte| byte == b'\n').count(),
        1 + 3 * 6,
        "a line a pair and one more"
    );
    assert_eq!(tournament(&flags).unwrap(), whole, "there is nothing left to play");
    assert_eq!(fs::read(&file).unwrap(), written);
    for length in [0, 1, 100, written.len() / 3, written.len() / 2, written.len() - 1] {
        fs::write(&file, &written[..length]).unwrap();
        assert_eq!(tournament(&flags).unwrap(), whole, "cut off after {length} bytes");
        assert_eq!(fs::read(&file).unwrap().len(), written.len());
    }
    // More games go on from fewer, and fewer are counted from more.
    let longer: Vec<&str> = flags.iter().map(|&flag| if flag == "12" { "16" } else { flag }).collect();
    assert!(tournament(&longer).unwrap().contains(" 16 |"));
    assert_eq!(tournament(&flags).unwrap(), whole);
}

#[test]
fn a_foreign_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let name = file.to_str().unwrap();
    let with = |more: &[&str]| {
        tournament(
            &[&["random", "greedy", "--start", "kalah 2x2", "--games", "4", "--state", name], more].concat(),
        )
    };
    with(&[]).unwrap();
    let good = fs::read_to_string(&file).unwrap();
    let error = with(&["--seed", "2"]).unwrap_err();
    assert!(error.contains("state of another tournament, with seed 1 and not 2"), "{error}");
    let error = with(&["--ply-limit", "9"]).unwrap_err();
    assert!(error.contains("plies 400") && error.contains("plies 9"), "{error}");
    let lines: Vec<&str> = good.lines().collect();
    for (text, complaint) in [
        ("my diary\n".to_owned(), "not the state of a tournament"),
        ("my diary".to_owned(), "not the state of a tournament"),
        ("{\"a\": 1}\n".to_owned(), "not the state of a tournament"),
        (good.replacen("\"pair\"", "\"pear\"", 1), "line 2: unknown field `pear`"),
        (good.replacen("\"pairing\":0", "\"pairing\":1", 1), "line 2: there is no such pairing"),
        (format!("{good}{}\n", lines[2]), "line 4: this pair is there twice"),
        (format!("{}\n\n{}\n", lines[0], lines[1]), "line 2: EOF"),
    ] {
        fs::write(&file, &text).unwrap();
        let error = with(&[]).unwrap_err();
        assert!(error.contains(complaint) && error.contains("stays as it is"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&file, [0xff, b'\n']).unwrap();
    assert!(with(&[]).unwrap_err().contains("not the state of a tournament"));
    fs::write(&file, &good).unwrap();
    let other = fs::File::open(&file).unwrap();
    other.lock().unwrap();
    assert!(with(&[]).unwrap_err().contains("another tournament is writing to this file"));
    drop(other);
    with(&[]).unwrap();
}

/// The names of the elements of a text, which has to be well-formed: tags pair up, attributes are quoted.
fn elements(text: &str) -> Vec<String> {
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    for part in text.split('<').skip(1) {
        let (tag, words) = part.split_once('>').expect("every tag ends");
        assert!(!words.contains('&') || words.contains(';'), "{words}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.split_whitespace().next().unwrap().to_owned();
            if !tag.ends_with('/') {
                open.push(name.clone());
            }
            seen.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    seen
}

#[test]
fn a_chart_is_a_picture() {
    let mut rows = Vec::new();
    for (first, second, results) in [
        ("greedy", "random", tally(&[(WON, 20), (EVEN, 5)])),
        ("level:7", "material:1000000", tally(&[(WON, 20)])),
        ("depth:3", "level:1", Tally::new()),
    ] {
        let mut row = Row::new(first.parse().unwrap(), second.parse().unwrap());
        row.tally = results;
        rows.push(row);
    }
    let picture = chart(&rows).unwrap();
    let elements = elements(&picture);
    assert_eq!(elements[0], "svg");
    assert!(elements.iter().filter(|name| *name == "text").count() >= 3 + 3 + 11);
    for words in ["greedy v random", "level:7 v material:1000000", "&gt; +", "95 %"] {
        assert!(picture.contains(words), "{words}: {picture}");
    }
    assert!(!picture.contains("NaN"));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.svg");
    let flags = ["random", "greedy", "--start", "kalah 2x2", "--games", "4", "--chart"];
    tournament(&[&flags[..], &[file.to_str().unwrap()]].concat()).unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("greedy v random"));
    let error = tournament(&[&flags[..], &["/nowhere/at/all.svg"]].concat()).unwrap_err();
    assert!(error.starts_with("/nowhere/at/all.svg: "), "{error}");
}

#[test]
fn bad_flags() {
    for spec in [
        "level:0",
        "level:8",
        "level:",
        "level",
        "nodes:0",
        "nodes:-1",
        "depth:256",
        "random:1",
        "Random",
        "",
    ] {
        let error = spec.parse::<Entrant>().unwrap_err();
        assert!(error.contains("expected random, greedy, level:1") && error.contains(&format!("`{spec}`")));
        assert!(tournament(&["random", spec]).is_err());
    }
    for spec in ["random", "greedy", "level:7", "nodes:123", "material:9", "depth:255"] {
        assert_eq!(spec.parse::<Entrant>().unwrap().to_string(), spec);
    }
    for test in ["20,0", "0", "0,0", "a,b", "0,inf", "NaN,1", "0,1,2"] {
        assert!(test.parse::<Sprt>().unwrap_err().contains("expected two Elo differences"), "{test}");
    }
    for (flags, complaint) in [
        ("random", "expected at least two players"),
        ("random level:9", "found `level:9`"),
        ("random greedy --games 3", "expected an even number of games"),
        ("random greedy --games 0", "expected an even number of games"),
        ("random greedy --threads 0", "--threads"),
        ("random greedy --ply-limit 4", "beyond the 4 sowings of the opening"),
        ("random greedy --top 1", "--top needs --pairs all"),
        ("random greedy --sprt 5", "expected two Elo differences"),
        ("random greedy --start chess", "byte 0"),
        ("random greedy --pairs some", "neighbours, all"),
        ("random greedy --state /nowhere/at/all", "/nowhere/at/all: "),
        ("", "required"),
    ] {
        let error = tournament(&flags.split_whitespace().collect::<Vec<_>>()).unwrap_err();
        assert!(error.contains(complaint), "{flags}: {error}");
    }
    let error = tournament(&["random", "greedy", "--start", "kalah 1x1", "--games", "4"]).unwrap_err();
    assert!(error.contains("4 random sowings do not end the game"), "{error}");
    assert!(!Path::new("state").exists());
}
