//! Games as they are played: history, adjudication, records and matches.

use crate::strategies::{self, choose};
use proptest::prelude::*;
use tok_ku_rou_core::{
    Adjudication, AnyPosition, ByPlayer, Contestant, Game, Kalah, Match, Outcome, ParseError, Part, Pit,
    PlayError, Player, Position, Problem, Reason, Record, Repetition, Starts, TokKuRou,
};

fn play<P: Position>(game: &mut Game<P>, names: &str) {
    for name in names.split_whitespace() {
        game.play(game.position().parse_move(name).unwrap()).unwrap();
    }
}

#[test]
fn undo_and_redo() {
    let mut game = Game::new(Kalah::default());
    assert_eq!((game.undo(), game.redo()), (None, None));
    play(&mut game, "3 6 1");
    let (after, plies) = (*game.position(), game.ply_count());
    assert_eq!(game.undo(), Some(Pit::new(0)));
    assert_eq!(game.undo(), Some(Pit::new(5)));
    assert_eq!(game.position().turn(), Player::South, "still in the middle of South's turn");
    assert_eq!(game.redo(), Some(Pit::new(5)));
    assert_eq!(game.redo(), Some(Pit::new(0)));
    assert_eq!(game.redo(), None);
    assert_eq!((*game.position(), game.ply_count()), (after, plies));
    game.undo();
    let error = game.play(Pit::new(9)).unwrap_err();
    assert_eq!(error, PlayError::NoSuchPit { pit: Pit::new(9), pits: 6 });
    assert_eq!(game.redo(), Some(Pit::new(0)), "a refused move forgets nothing");
    game.undo();
    play(&mut game, "2");
    assert_eq!(game.redo(), None, "another move forgets what was taken back");
    assert_eq!(game.positions().count(), game.moves().len() + 1);
}

#[test]
fn resigned_and_abandoned() {
    let mut game = Game::new(TokKuRou::default());
    play(&mut game, "b1 b1");
    game.resign(Player::North);
    let resigned = Outcome { winner: Some(Player::South), reason: Reason::Resigned };
    assert_eq!(game.outcome(), Some(resigned));
    assert_eq!(game.play(Pit::new(3)), Err(PlayError::Over));
    game.abandon();
    assert_eq!(game.outcome(), Some(resigned), "what is over stays as it ended");
    assert_eq!(game.undo(), Some(Pit::new(0)));
    assert_eq!(game.outcome(), None);
    game.abandon();
    assert_eq!(game.outcome(), Some(Outcome { winner: None, reason: Reason::Abandoned }));
    let text = game.to_string();
    assert!(text.contains("[Result \"*\"]\n[Reason \"abandoned\"]"), "{text}");
    assert_eq!(text.parse::<Game<TokKuRou>>().unwrap().outcome(), game.outcome());
    assert!(game.resume());
    assert_eq!(game.outcome(), None);
    assert!(!game.resume(), "there was nothing to take back");
    game.resign(Player::South);
    assert!(game.resume() && game.ply_count() == 1, "the moves stay");
}

/// A record that says nothing of its end claims nothing.
#[test]
fn results_that_claim_nothing() {
    let over = "[Setup \"kalah 0,1/0,1 0,0 s 2x1\"] 1. 2 *".parse::<Record<Kalah>>().unwrap();
    assert_eq!(over.game.outcome().map(|outcome| outcome.reason), Some(Reason::SideEmpty));
}

/// A small board on which nobody ever captures if both always lift the first pit they can; it comes round again.
fn repeating(adjudication: Adjudication) -> Game<TokKuRou> {
    let start: TokKuRou = "tok_ku_rou 1,2/0,0/3,1/0,0 s 2x2".parse().unwrap();
    let mut game = Game::with_adjudication(start, adjudication);
    for _ in 0..1_000 {
        let Some(pit) = game.position().legal_moves().nth(0) else { break };
        if game.play(pit).is_err() {
            break;
        }
    }
    game
}

#[test]
fn the_third_occurrence() {
    let tie = repeating(Adjudication::default());
    assert_eq!(tie.outcome(), Some(Outcome { winner: None, reason: Reason::Repetition }));
    assert_eq!(tie.occurrences(), 3);
    let plies = tie.ply_count();
    let mut shorter = tie.clone();
    shorter.undo();
    assert_eq!((shorter.outcome(), shorter.redo().is_some()), (None, true));
    assert_eq!(shorter, tie);
    let counted = repeating(Adjudication { repetition: Repetition::Count, ..Adjudication::default() });
    assert_eq!(counted.ply_count(), plies);
    let scores = counted.scores();
    assert_eq!(counted.outcome(), Some(Outcome::by_count(scores, Reason::Repetition)));
    assert_ne!(scores.south, scores.north, "counting is told from a tie");
}

#[test]
fn limits() {
    let plies = repeating(Adjudication { plies: Some(5), ..Adjudication::default() });
    assert_eq!((plies.ply_count(), plies.outcome().unwrap().reason), (5, Reason::PlyLimit));
    assert_eq!(plies.outcome().unwrap().winner, Some(Player::South), "four seeds against three");
    let quiet = repeating(Adjudication { no_capture: Some(4), ..Adjudication::default() });
    assert_eq!(quiet.outcome().unwrap().reason, Reason::NoCapture);
    assert_eq!(quiet.plies_without_capture(), 4);
    let both = Adjudication { plies: Some(0), no_capture: Some(0), ..Adjudication::default() };
    assert_eq!(Game::with_adjudication(Kalah::default(), both).outcome().unwrap().reason, Reason::NoCapture);
    // A ply limit counts stores only in Kalah.
    let mut kalah =
        Game::with_adjudication(Kalah::default(), Adjudication { plies: Some(2), ..Default::default() });
    play(&mut kalah, "3 6");
    assert_eq!(kalah.outcome(), Some(Outcome { winner: Some(Player::South), reason: Reason::PlyLimit }));
    // A capture starts the count again.
    let mut game = Game::new(TokKuRou::default());
    play(&mut game, "b1 b1");
    assert_eq!(game.plies_without_capture(), 2);
    play(&mut game, "f12");
    assert_eq!(game.plies_without_capture(), 0);
}

#[test]
fn a_record_in_full() {
    let start: Kalah = "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 n 6x4,leave-empty".parse().unwrap();
    let adjudication = Adjudication { plies: Some(100), ..Adjudication::default() };
    let mut game = Game::with_adjudication(start, adjudication);
    play(&mut game, "3 6 2 1 2");
    game.resign(Player::South);
    let record = Record {
        south: "Achol \"the bell\"".into(),
        north: "two\nlines \\n".into(),
        date: "2026-11-29".into(),
        tags: vec![("Place".into(), "Juba".into()), ("not a name".into(), "dropped".into())],
        ..Record::from(game)
    };
    let text = "[Game \"kalah\"]\n\
                [Rules \"6x4,leave-empty\"]\n\
                [Setup \"kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 n 6x4,leave-empty\"]\n\
                [South \"Achol \\\"the bell\\\"\"]\n\
                [North \"two\\nlines \\\\n\"]\n\
                [Date \"2026-11-29\"]\n\
                [Adjudication \"repetition-tie,plies 100\"]\n\
                [Result \"0-1\"]\n\
                [Reason \"resigned\"]\n\
                [Place \"Juba\"]\n\n\
                1... 3+6\n\
                2. 2+1 2 0-1\n";
    assert_eq!(record.to_string(), text);
    let read: Record<Kalah> = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert_eq!((&read.game, &read.north, read.tags.len()), (&record.game, &record.north, 1));
}

#[test]
fn a_tolerant_reader() {
    let texts = [
        "[Game \"kalah\"] [Rules \"6x4\"] 3 6 1",
        "\u{feff}[Game \"kalah\"]\r\n[Rules \" 6x4 \"]\r\n\r\n1.3+6 1!? *\r\n",
        "; a comment\n{another}[Game \"kalah\"]{[x]}[Rules \"6x4\"]\n1. 3{extra}+6 ; turn\n1",
        "[Setup \"kalah 6x4\"] 1. 3 + 6 1",
        "[Game \"kalah\"][Rules \"6x4\"][Annotator \"me\"][Result \"*\"] 1. 3 1. 6 1... 1",
    ];
    for text in texts {
        match text.parse::<Record<AnyPosition>>() {
            Ok(record) => {
                let moves: Vec<u8> = record.game.moves().map(Pit::number).collect();
                assert_eq!(moves, [2, 5, 0], "{text}");
            }
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

#[test]
fn records_that_are_wrong() {
    use Problem::{Found, Mismatch, Play, Repeated};
    let few = PlayError::TooFewSeeds { pit: Pit::new(2), seeds: 0, needed: 1 };
    let cases = [
        ("", Part::Start, 0, Found(None)),
        ("[Game \"kalah\"] 1. 3", Part::Start, 15, Found(None)),
        ("[Game \"go\"] [Rules \"6x4\"]", Part::Game, 7, Found(Some('g'))),
        ("[Game \"kalah\"] [Rules \"6x4,huge\"]", Part::Rule, 27, Found(Some('h'))),
        ("[Game \"kalah\"] [Game \"kalah\"]", Part::Tag, 16, Repeated),
        ("[Setup \"\\kalah\u{3000}x\"]", Part::Seeds, 17, Found(Some('x'))),
        ("[Setup \"\\k\\alah 6y4\"]", Part::Slash, 17, Found(Some('y'))),
        ("[Game \"\\kalah\"] [Rules \"6x\\4,h\"]", Part::Rule, 29, Found(Some('h'))),
        ("[Game kalah]", Part::TagValue, 6, Found(Some('k'))),
        ("[Game \"kalah]\n", Part::TagValue, 7, Found(Some('k'))),
        ("[Game \"kalah\\", Part::TagValue, 13, Found(None)),
        ("[Game \"kalah\" [", Part::Tag, 14, Found(Some('['))),
        ("[\"kalah\"]", Part::Tag, 1, Found(Some('"'))),
        ("[Setup \"kalah 6x4\"] [Game \"tok_ku_rou\"]", Part::Game, 27, Mismatch),
        ("[Setup \"kalah 6x4\"] [Game \"kalah\"] [Rules \"6x5\"]", Part::Rule, 43, Mismatch),
        ("[Setup \"kalah 6x4\"] 1. 3+3", Part::Move, 25, Play(few)),
        ("[Setup \"kalah 6x4\"] 1. x", Part::Move, 23, Found(Some('x'))),
        ("[Setup \"kalah 6x4\"] x. 1", Part::Move, 20, Found(Some('x'))),
        ("[Setup \"kalah 6x4\"] 1. 3 {6", Part::CommentEnd, 27, Found(None)),
        ("[Setup \"kalah 6x4\"] 1. 3 1/2-1/2", Part::Result, 25, Mismatch),
        ("[Setup \"kalah 6x4\"] [Result \"1-0\"] 1. 3 0-1", Part::Result, 40, Mismatch),
        ("[Setup \"kalah 6x4\"] [Reason \"no-move\"] 1. 3", Part::Reason, 29, Mismatch),
        ("[Setup \"kalah 6x4\"] [Reason \"tired\"] 1. 3", Part::Reason, 29, Found(Some('t'))),
        ("[Setup \"kalah 6x4\"] [Adjudication \"plies x\"]", Part::Number, 41, Found(Some('x'))),
        ("[Setup \"kalah 6x4\"] [Result \"*\"] 1. 3 1-0", Part::Result, 38, Mismatch),
        ("[Setup \"kalah 6x4\"] [Result \"1-0\"] 1. 3 *", Part::Result, 40, Mismatch),
        ("[Game \"\"] [Rules \"kalah 6x4\"]", Part::Game, 7, Mismatch),
        ("[Game \"kalah\"] [Rules \"4,4/4,4 0,0 n 2x4\"]", Part::Rule, 23, Mismatch),
        ("[Game \"kalah 4,4/4,4 0,0 s\"] [Rules \"2x4\"]", Part::Game, 7, Mismatch),
        ("[Setup \"kalah 6x4\"] 1. 3 * 6", Part::End, 27, Found(Some('6'))),
    ];
    for (text, part, at, problem) in cases {
        let error = text.parse::<Record<AnyPosition>>().expect_err(text);
        assert_eq!(error, ParseError { part, at, problem }, "{text:?}");
    }
    assert!("[Setup \"kalah 6x4\"] 1. 3".parse::<Record<TokKuRou>>().is_err());
}

#[test]
fn adjudication_text() {
    for text in ["repetition-tie", "repetition-count,plies 7,no-capture 50", "repetition-tie,no-capture 0"] {
        assert_eq!(text.parse::<Adjudication>().unwrap().to_string(), text);
    }
    assert_eq!(" plies  9 , repetition-count".parse::<Adjudication>().unwrap().plies, Some(9));
    let cases = [
        ("", Part::Adjudication, 0),
        ("plies", Part::Number, 5),
        ("plies 4294967296", Part::Number, 6),
        ("plies 1,plies 2", Part::Adjudication, 8),
        ("plies 1;", Part::End, 7),
    ];
    for (text, part, at) in cases {
        let error = text.parse::<Adjudication>().unwrap_err();
        assert_eq!((error.part, error.at), (part, at), "{text}");
    }
}

fn win(winner: Player) -> Outcome {
    Outcome { winner: Some(winner), reason: Reason::SideEmpty }
}

#[test]
fn a_match() {
    use Contestant::{First, Second};
    let tie = Outcome { winner: None, reason: Reason::Repetition };
    let scores = ByPlayer { south: 30, north: 18 };
    let mut score = Match::new(Starts::Loser);
    assert_eq!(
        (score.next_starter(), score.to_string()),
        (None, "match 0-0 ties 0 seeds 0-0 starts loser".into())
    );
    score.record(First, Player::North, win(Player::South), scores);
    assert_eq!(score.next_starter(), Some(Second), "second lost");
    score.record(Second, Player::South, tie, ByPlayer { south: 24, north: 24 });
    assert_eq!(score.next_starter(), Some(First), "after a tie the two take turns");
    score.record(Second, Player::North, win(Player::South), scores);
    score.record(Second, Player::North, Outcome { winner: None, reason: Reason::Abandoned }, scores);
    assert_eq!([First, Second].map(|who| score.wins(who)), [1, 1]);
    assert_eq!([First, Second].map(|who| score.seeds(who)), [30 + 24 + 18, 18 + 24 + 30]);
    assert_eq!((score.ties(), score.games()), (1, 3));
    let text = "match 1-1 ties 1 seeds 72-72 starts loser last first second";
    assert_eq!(score.to_string(), text);
    assert_eq!(text.parse(), Ok(score));
    let mut alternate = Match::new(Starts::Alternate);
    alternate.record(First, Player::North, win(Player::North), scores);
    assert_eq!(alternate.next_starter(), Some(First), "second started");
    let mut toss = Match::new(Starts::Toss);
    toss.record(First, Player::North, win(Player::North), scores);
    assert_eq!(toss.next_starter(), None);
    let mut game = Game::new(Kalah::default());
    assert!(!toss.record_game(First, &game));
    game.resign(Player::South);
    assert!(toss.record_game(First, &game));
    assert_eq!(toss.wins(Second), 2);
    let mut full: Match =
        "match 4294967295-0 ties 0 seeds 4294967295-0 starts toss last first first".parse().unwrap();
    full.record(First, Player::South, win(Player::South), scores);
    assert_eq!((full.wins(First), full.seeds(First), full.games()), (u32::MAX, u32::MAX, u32::MAX));
}

#[test]
fn matches_that_are_wrong() {
    let cases = [
        ("", Part::Match, 0),
        ("game", Part::Match, 0),
        ("match 1:0", Part::Match, 7),
        ("match 1-x", Part::Number, 8),
        ("match 1-0 ties 0 seeds 1-2 starts never", Part::Match, 34),
        ("match 1-0 ties 0 seeds 1-2 starts toss", Part::Match, 38),
        ("match 0-0 ties 0 seeds 1-2 starts toss last first tie", Part::Match, 39),
        ("match 1-0 ties 0 seeds 1-2 starts toss last tie tie", Part::Match, 44),
        ("match 1-0 ties 0 seeds 1-2 starts toss last first first x", Part::End, 56),
    ];
    for (text, part, at) in cases {
        let error = text.parse::<Match>().expect_err(text);
        assert_eq!((error.part, error.at), (part, at), "{text:?}");
    }
}

fn any_position() -> impl Strategy<Value = AnyPosition> {
    prop_oneof![
        strategies::kalah().prop_map(AnyPosition::from),
        strategies::tok_ku_rou().prop_map(AnyPosition::from),
    ]
}

proptest! {
    #![proptest_config(strategies::cases(1_000))]

    /// Whatever is played, undone and redone, the record tells the game, and undoing leads back.
    #[test]
    fn any_game(
        start in any_position(),
        plies in proptest::option::of(0u32..40),
        no_capture in proptest::option::of(0u32..20),
        count in any::<bool>(),
        steps in proptest::collection::vec((0u8..10, any::<usize>()), 0..60),
        names in proptest::array::uniform3(".{0,12}"),
    ) {
        let repetition = if count { Repetition::Count } else { Repetition::Tie };
        let adjudication = Adjudication { repetition, plies, no_capture };
        let mut game = Game::with_adjudication(start, adjudication);
        for (step, number) in steps {
            match step {
                0 => { game.undo(); }
                1 => { game.redo(); }
                _ => if let Some(pit) = choose(game.position(), number) {
                    let over = game.outcome().is_some();
                    prop_assert_eq!(game.play(pit), if over { Err(PlayError::Over) } else { Ok(()) });
                }
            }
        }
        if names[0].len() == 5 && game.outcome().is_none() {
            game.resign(Player::South);
        }
        // What was taken back is no part of the record.
        let played: Vec<Pit> = game.moves().collect();
        let mut plain = Game::with_adjudication(start, adjudication);
        for &pit in &played {
            prop_assert_eq!(plain.play(pit), Ok(()));
        }
        if game.outcome() != plain.outcome() {
            plain.resign(Player::South);
        }
        let [south, north, date] = names;
        let record = Record { south, north, date, ..Record::from(plain.clone()) };
        let text = record.to_string();
        prop_assert_eq!(&text.parse::<Record<AnyPosition>>().unwrap(), &record, "{}", text);
        prop_assert_eq!(plain.to_string().parse::<Game<AnyPosition>>().unwrap(), plain.clone());
        let mut back = plain.clone();
        while back.undo().is_some() {}
        prop_assert_eq!(back.position(), &start);
        while back.redo().is_some() {}
        prop_assert!(back.moves().eq(played));
        prop_assert_eq!(back.position(), plain.position());
    }

    /// Any text is read or refused, never a panic.
    #[test]
    fn any_record_text(text in "[\\[\\]\"\\\\{};+*. 0-9a-zA-Z/\n-]{0,80}") {
        let _ = text.parse::<Record<AnyPosition>>();
        let _ = format!("[Setup \"kalah 6x4\"] {text}").parse::<Record<AnyPosition>>();
        let _ = format!("[Setup \"tok_ku_rou 12x2\"] 1. {text}").parse::<Record<AnyPosition>>();
        let _ = text.parse::<Match>();
        let _ = format!("match {text}").parse::<Match>();
        let _ = text.parse::<Adjudication>();
    }
}
