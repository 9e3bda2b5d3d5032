//! Text in and out: positions, rules, moves, protocol boards, and the serde forms.

use crate::strategies;
use proptest::prelude::*;
use tok_ku_rou_core::{
    AnyPosition, ByPlayer, Kalah, Layout, Outcome, ParseError, Part, Pit, Place, PlayError, Player, Position,
    Problem, Reason, RulesError, SetupError, TokKuRou, kalah, tok_ku_rou,
};

const TOK_KU_ROU: &str = "tok_ku_rou 2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2/\
                          2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2 s 12x2";

#[test]
fn the_examples_of_the_design() {
    assert_eq!(Kalah::default().to_string(), "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4");
    assert_eq!(TokKuRou::default().to_string(), TOK_KU_ROU);
    let moves = [("b1", 0), ("b12", 11), ("f12", 12), ("f1", 23)];
    for (name, pit) in moves {
        assert_eq!(TokKuRou::default().move_name(Pit::new(pit)).to_string(), name);
        assert_eq!(TokKuRou::default().parse_move(name), Ok(Pit::new(pit)));
    }
    assert_eq!(Kalah::default().protocol().to_string(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
}

/// Where each pit stands in the text: South's rows from South's left, North's as South sees them.
#[test]
fn rows_lie_as_on_the_table() {
    let kalah: Kalah = "kalah 6,5,4/1,2,3 7,8 n 3x4".parse().unwrap();
    let setup = kalah::Setup::from(kalah);
    assert_eq!(setup.pits.south[..3], [1, 2, 3]);
    assert_eq!(setup.pits.north[..3], [4, 5, 6]);
    assert_eq!(setup.stores, ByPlayer { south: 7, north: 8 });
    assert_eq!(setup.turn, Player::North);
    let four: TokKuRou = "tok_ku_rou 2,1/3,4/8,7/5,6 s 2x2".parse().unwrap();
    let setup = tok_ku_rou::Setup::from(four);
    assert_eq!(setup.pits.south[..4], [5, 6, 7, 8]);
    assert_eq!(setup.pits.north[..4], [1, 2, 3, 4]);
}

/// The mover's front pit i faces the opponent's front pit 3C-1-i and back pit i-C.
#[test]
fn facing_pits_lie_in_one_column() {
    for columns in 1..=13 {
        let layout = Layout { columns, rows: 2, stores: false };
        let column = |player, pit| {
            (0..2).find_map(|row| layout.row(player, row).position(|other| other == Pit::new(pit))).unwrap()
        };
        for pit in columns..2 * columns {
            let at = column(Player::South, pit);
            assert_eq!(column(Player::North, 3 * columns - 1 - pit), at);
            assert_eq!(column(Player::North, pit - columns), at);
        }
    }
}

#[test]
fn readers_forgive_blanks() {
    let forgiving = "  kalah\t4 , 4,4,4,4, 4 / 4,4,4,4,4,4\n 0 , 0  s 6x4 , leave-empty ,clockwise \n";
    let position: Kalah = forgiving.parse().unwrap();
    assert_eq!(position.to_string(), "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4,leave-empty,clockwise");
    assert_eq!("kalah 004,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4".parse(), Ok(Kalah::default()));
    assert_eq!("kalah 6x4".parse(), Ok(Kalah::default()), "the game and its rules alone are the start");
    assert_eq!(" tok_ku_rou  12x2 ".parse(), Ok(TokKuRou::default()));
    assert_eq!(Kalah::default().parse_move(" 6\n"), Ok(Pit::new(5)));
}

#[test]
fn swept_at_construction() {
    let text = "kalah 0,0,0/0,1,2 3,4 n 3x2";
    let swept: Kalah = text.parse().unwrap();
    assert_eq!(swept.to_string(), "kalah 0,0,0/0,0,0 6,4 n 3x2", "the turn is kept");
    let finisher: Kalah = format!("{text},sweep-finisher").parse().unwrap();
    assert_eq!(finisher.scores(), ByPlayer { south: 3, north: 7 });
    let none: Kalah = format!("{text},sweep-none").parse().unwrap();
    assert_eq!(none.scores(), ByPlayer { south: 3, north: 4 });
}

/// A text and the error it gives, as part, byte and problem.
type Wrong = (&'static str, Part, usize, Problem);

fn check_errors<T: std::str::FromStr<Err = ParseError> + std::fmt::Debug>(cases: &[Wrong]) {
    for &(text, part, at, problem) in cases {
        let error = text.parse::<T>().expect_err(text);
        assert_eq!(error, ParseError { part, at, problem }, "{text:?}");
    }
}

#[test]
fn kalah_errors_name_the_part_and_the_byte() {
    use Problem::{Found, Mismatch, Repeated, Rules, Setup, TooLarge};
    check_errors::<Kalah>(&[
        ("", Part::Game, 0, Found(None)),
        ("chess", Part::Game, 0, Found(Some('c'))),
        ("kalahs 6x4", Part::Game, 5, Found(Some('s'))),
        ("kalah", Part::Seeds, 5, Found(None)),
        ("kalah 4,4,4,4,4,4/4,4,4,x,4,4 0,0 s 6x4", Part::Seeds, 24, Found(Some('x'))),
        ("kalah 256,4/4,4 0,0 s 2x4", Part::Seeds, 6, TooLarge),
        ("kalah 65536,4/4,4 0,0 s 2x4", Part::Seeds, 6, TooLarge),
        ("kalah 4294967296,4/4,4 0,0 s 2x4", Part::Seeds, 6, TooLarge),
        ("kalah -1,4/4,4 0,0 s 2x4", Part::Seeds, 6, Found(Some('-'))),
        ("kalah 1.5,4/4,4 0,0 s 2x4", Part::Slash, 7, Found(Some('.'))),
        ("kalah 4,4,4,4,4,4,4,4/4 0,0 s 6x4", Part::Slash, 19, Found(Some(','))),
        ("kalah 4,4/4 0,0 s 2x4", Part::Comma, 12, Found(Some('0'))),
        ("kalah 4,4/4,4,4 0,0 s 2x4", Part::Seeds, 13, Found(Some(','))),
        ("kalah 4,4/4,4 0 s 2x4", Part::Comma, 16, Found(Some('s'))),
        ("kalah 4,4/4,4 0,0 w 2x4", Part::Turn, 18, Found(Some('w'))),
        ("kalah 4,4/4,4 0,0 s", Part::Size, 19, Found(None)),
        ("kalah 4,4/4,4 0,0 s 2", Part::Size, 21, Found(None)),
        ("kalah 4,4/4,4 0,0 south 2x4", Part::Turn, 19, Found(Some('o'))),
        ("kalah 6xx4", Part::Size, 8, Found(Some('x'))),
        ("kalah 4,4/4,4 0,0 s 3x4", Part::Size, 20, Mismatch),
        ("kalah 4,4/4,4 0,0 s 8x4", Part::Size, 20, Rules(RulesError::Pits { found: 8 })),
        ("kalah 0x4", Part::Size, 6, Rules(RulesError::Pits { found: 0 })),
        ("kalah 6x21", Part::Size, 6, Rules(RulesError::Seeds { found: 21, max: 20 })),
        ("kalah 4,4/4,4 0,0 s 2x0", Part::Size, 20, Rules(RulesError::Seeds { found: 0, max: 20 })),
        ("kalah 7x20", Part::Size, 6, Rules(RulesError::Total { found: 280 })),
        ("kalah 6x4,sweep", Part::Rule, 10, Found(Some('s'))),
        ("kalah 6x4,", Part::Rule, 10, Found(None)),
        ("kalah 6x4,endless", Part::Rule, 10, Found(Some('e'))),
        ("kalah 6x4,clockwise,clockwise", Part::Rule, 20, Repeated),
        ("kalah 6x4,leave-empty,keep-sowing", Part::Rule, 22, Repeated),
        ("kalah 6x4 x", Part::End, 10, Found(Some('x'))),
        ("kalah 200,4/4,4 44,0 s 2x4", Part::Board, 6, Setup(SetupError::Total { found: 256 })),
        ("kalah 200,4/4,4 99,0 s 2x4", Part::Board, 6, Setup(SetupError::Total { found: 311 })),
    ]);
}

#[test]
fn tok_ku_rou_errors_name_the_part_and_the_byte() {
    use Problem::{Found, Mismatch, Repeated, Rules, Setup};
    check_errors::<TokKuRou>(&[
        ("kalah 6x4", Part::Game, 0, Found(Some('k'))),
        ("tok_ku_rou 2,2/2,2/2,2 s 2x2", Part::Slash, 23, Found(Some('s'))),
        ("tok_ku_rou 2,2/2,2/2,2/2,2 s 3x2", Part::Size, 29, Mismatch),
        ("tok_ku_rou 0x1", Part::Size, 11, Rules(RulesError::Columns { found: 0 })),
        ("tok_ku_rou 14x1", Part::Size, 11, Rules(RulesError::Columns { found: 14 })),
        ("tok_ku_rou 12x9", Part::Size, 11, Rules(RulesError::Total { found: 432 })),
        ("tok_ku_rou 1x10", Part::Size, 11, Rules(RulesError::Seeds { found: 10, max: 9 })),
        ("tok_ku_rou 12x2,leave-empty", Part::Rule, 16, Found(Some('l'))),
        ("tok_ku_rou 12x2,endless", Part::Rule, 16, Found(Some('e'))),
        ("tok_ku_rou 2x2,multiple-laps,multiple-laps", Part::Rule, 29, Repeated),
        ("tok_ku_rou 2/2/2/2 s 1x2,endless", Part::Board, 25, Setup(SetupError::EndlessSingleLap)),
        ("tok_ku_rou 99/99/56/2 s 1x2", Part::Board, 11, Setup(SetupError::Total { found: 256 })),
        ("tok_ku_rou 99/99/99/2 s 1x2", Part::Board, 11, Setup(SetupError::Total { found: 299 })),
    ]);
    check_errors::<AnyPosition>(&[
        ("go 19x19", Part::Game, 0, Found(Some('g'))),
        ("kalah 6y4", Part::Slash, 7, Found(Some('y'))),
        ("tok", Part::Game, 3, Found(None)),
    ]);
}

#[test]
fn wrong_moves() {
    let moves = ["", "0", "7", "14", "255", "-1", "1.5", "999999999999", "a", "f1", "1 2", "٣"];
    for name in moves {
        assert!(Kalah::default().parse_move(name).is_err(), "{name}");
    }
    for name in ["", "b", "f", "b0", "b13", "f0", "f13", "c1", "1", "b1.5", "b-1", "bb1", "b1x", "B1"] {
        assert!(TokKuRou::default().parse_move(name).is_err(), "{name}");
    }
    let error = TokKuRou::default().parse_move("b13").unwrap_err();
    assert_eq!(error, ParseError { part: Part::Move, at: 1, problem: Problem::Found(Some('1')) });
}

#[test]
fn wrong_protocol_boards() {
    let rules = kalah::Rules::new(3, 4).unwrap();
    let read = |text| kalah::Setup::from_protocol(text, rules, Player::South);
    assert_eq!(read(" < 3, 5,7,1,2,3,4,5,6> \n").unwrap().stores.south, 5);
    let cases = [
        ("", Part::OpenBracket, 0),
        ("<>", Part::Pits, 1),
        ("<3,0,0,1,1,1>", Part::Comma, 12),
        ("<3,0,0,1,1,1,1,1,1,1>", Part::CloseBracket, 18),
        ("<x,0,0>", Part::Pits, 1),
        ("<0,0,0>", Part::Pits, 1),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", Part::Pits, 1),
        ("<3,0,0,1,1,1,1,1,300>", Part::Seeds, 17),
        ("<3,0,0,1,1,1,1,1,1> x", Part::End, 20),
    ];
    for (text, part, at) in cases {
        let error = read(text).unwrap_err();
        assert_eq!((error.part, error.at), (part, at), "{text}");
    }
}

#[test]
fn presets() {
    use kalah::Rules;
    let presets = [
        (Rules::SOURCE, "6x4"),
        (Rules::SOURCE_3, "6x3"),
        (Rules::SOURCE_5, "6x5"),
        (Rules::SOURCE_6, "6x6"),
        (Rules::STANDARD, "6x4,leave-empty"),
        (Rules::STANDARD_3, "6x3,leave-empty"),
        (Rules::STANDARD_5, "6x5,leave-empty"),
        (Rules::STANDARD_6, "6x6,leave-empty"),
    ];
    for (rules, text) in presets {
        assert_eq!(rules.to_string(), text);
    }
    assert_eq!(Rules::default(), Rules::SOURCE);
    assert_eq!(tok_ku_rou::Rules::TRADITIONAL.to_string(), "12x2,multiple-laps");
    assert_eq!(tok_ku_rou::Rules::default(), tok_ku_rou::Rules::SOURCE);
}

/// A start with one seed a pit is over, and a tie: nobody can lift.
#[test]
fn one_seed_a_pit() {
    let start: TokKuRou = "tok_ku_rou 12x1".parse().unwrap();
    assert_eq!(start.outcome(), Some(Outcome { winner: None, reason: Reason::NoMove }));
}

/// Keys are pinned: a change here is a change for everybody who stored one, and belongs in the changelog. The values
/// were computed apart from the library, from what `hash` says of the mixing and from the bytes of the boards.
#[test]
fn pinned_keys() {
    assert_eq!(Kalah::default().key(), 0xe6d0_ede9_020b_0404);
    assert_eq!(TokKuRou::default().key(), 0x5b67_f95b_d9de_612e);
    let texts = [
        "kalah 6x4,leave-empty",
        "kalah 6x4",
        "kalah 6x4,clockwise",
        "kalah 6x4,keep-sowing",
        "kalah 6x4,sweep-none",
        "kalah 6x4,sweep-finisher",
        "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 n 6x4",
        "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x5",
        "kalah 4,4,4,4,4,4/4,4,4,4,4,4 1,0 s 6x4",
        "kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,1 s 6x4",
        "tok_ku_rou 2,2/2,2/2,2/2,2 s 2x2",
        "tok_ku_rou 2,2/2,2/2,2/2,2 n 2x2",
        "tok_ku_rou 2,2/2,2/2,2/2,2 s 2x2,multiple-laps",
        "tok_ku_rou 2,2/2,2/2,2/2,2 s 2x2,multiple-laps,endless",
        "tok_ku_rou 2,2/2,2/2,2/2,2 s 2x3",
    ];
    let keys: std::collections::HashSet<u64> =
        texts.map(|text| text.parse::<AnyPosition>().unwrap().key()).into();
    assert_eq!(keys.len(), texts.len());
}

proptest! {
    #![proptest_config(strategies::cases(10_000))]

    #[test]
    fn kalah_text_round_trip(position in strategies::kalah()) {
        let text = position.to_string();
        prop_assert_eq!(text.parse(), Ok(position));
        prop_assert_eq!(format!(" {text}\n").parse(), Ok(AnyPosition::from(position)));
        let setup = kalah::Setup::from(position);
        prop_assert_eq!(kalah::Setup::start(setup.rules).try_into(), Ok(Kalah::new(setup.rules)));
        prop_assert_eq!(Kalah::try_from(setup), Ok(position));
        let board = position.protocol().to_string();
        prop_assert_eq!(kalah::Setup::from_protocol(&board, setup.rules, setup.turn), Ok(setup));
        prop_assert_eq!(setup.rules.to_string().parse(), Ok(setup.rules));
    }

    #[test]
    fn tok_ku_rou_text_round_trip(position in strategies::tok_ku_rou(), ends in any::<bool>()) {
        let mut setup = tok_ku_rou::Setup::from(position);
        setup.endless = ends && setup.rules.laps() == tok_ku_rou::Laps::Multiple;
        let position = TokKuRou::try_from(setup).unwrap();
        let text = position.to_string();
        prop_assert_eq!(text.parse(), Ok(position));
        prop_assert_eq!(format!("\t{text} ").parse(), Ok(AnyPosition::from(position)));
        prop_assert_eq!(tok_ku_rou::Setup::from(position), setup);
        prop_assert_eq!(setup.rules.to_string().parse(), Ok(setup.rules));
        prop_assert_eq!(tok_ku_rou::Setup::start(setup.rules).try_into(), Ok(TokKuRou::new(setup.rules)));
        prop_assert_eq!(position.with_turn(!position.turn()).endless(), setup.endless);
    }

    #[test]
    fn move_names_round_trip(kalah in strategies::kalah(), tok_ku_rou in strategies::tok_ku_rou()) {
        for pit in (0..kalah.pits()).map(Pit::new) {
            prop_assert_eq!(kalah.parse_move(&kalah.move_name(pit).to_string()), Ok(pit));
        }
        for pit in (0..tok_ku_rou.pits()).map(Pit::new) {
            prop_assert_eq!(tok_ku_rou.parse_move(&tok_ku_rou.move_name(pit).to_string()), Ok(pit));
        }
        for pit in (tok_ku_rou.pits()..=255).map(Pit::new) {
            prop_assert!(tok_ku_rou.parse_move(&tok_ku_rou.move_name(pit).to_string()).is_err());
        }
    }

    /// Any text at all, and small changes of good text, are read or refused, never a panic.
    #[test]
    fn any_text(text in ".{0,60}", at in 0usize..60, with in "[0-9a-z,/<>x \\-]{0,3}") {
        let _ = text.parse::<AnyPosition>();
        let mut changed = TOK_KU_ROU.to_string();
        changed.replace_range(at..=at, &with);
        if let Ok(position) = changed.parse::<AnyPosition>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
        let mut changed = Kalah::default().to_string();
        let at = at % 39;
        changed.replace_range(at..=at, &with);
        if let Ok(position) = changed.parse::<Kalah>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}

#[test]
fn names_and_words() {
    let names = [TokKuRou::default().move_name(Pit::new(12)), Kalah::default().move_name(Pit::new(2))];
    assert_eq!(format!("{:>5}|{:<5}|", names[0], names[1]), "  f12|3    |");
    assert_eq!(Kalah::default().move_name(Pit::new(255)).to_string(), "256");
    assert_eq!(" no-move ".parse(), Ok(Reason::NoMove));
    assert_eq!("tired".parse::<Reason>().unwrap_err().part, Part::Reason);
    let outcome = |winner, reason| Outcome { winner, reason }.to_string();
    assert_eq!(outcome(Some(Player::North), Reason::Endless), "north wins (endless)");
    assert_eq!(outcome(None, Reason::Repetition), "tie (repetition)");
    assert_eq!(outcome(None, Reason::Abandoned), "no result (abandoned)");
    assert_eq!(Place::Pit(Player::South, Pit::new(255)).to_string(), "south pit 256");
}

/// What the library refuses is told as it is, not only how it would be told.
#[test]
fn refusals() {
    let mut setup = kalah::Setup::default();
    setup.pits.north[6] = 1;
    assert_eq!(
        Kalah::try_from(setup),
        Err(SetupError::UnusedPit { player: Player::North, pit: Pit::new(6) })
    );
    let mut setup = tok_ku_rou::Setup::default();
    setup.pits.south[25] = 1;
    assert_eq!(
        TokKuRou::try_from(setup),
        Err(SetupError::UnusedPit { player: Player::South, pit: Pit::new(25) })
    );
    let kalah: Kalah = "kalah 0,1/0,1 0,0 s 2x4".parse().unwrap();
    let pit = Pit::new(0);
    assert_eq!(kalah.play(pit), Err(PlayError::TooFewSeeds { pit, seeds: 0, needed: 1 }));
    let over: Kalah = "kalah 0,0/0,0 0,0 s 2x4".parse().unwrap();
    assert_eq!(over.play(pit), Err(PlayError::Over));
    let four: TokKuRou = "tok_ku_rou 1,1/1,1/1,2/1,1 s 2x2".parse().unwrap();
    assert_eq!(four.play(pit), Err(PlayError::TooFewSeeds { pit, seeds: 1, needed: 2 }));
    let over: TokKuRou = "tok_ku_rou 1,1/1,1/1,1/1,1 s 2x2".parse().unwrap();
    assert_eq!(over.play(pit), Err(PlayError::Over));
    assert_eq!(over.play(Pit::new(4)), Err(PlayError::NoSuchPit { pit: Pit::new(4), pits: 4 }));
}

/// The bounds are as narrow as the rules allow to say at once.
#[test]
fn margin_bounds() {
    let bounds = |text: &str| text.parse::<AnyPosition>().unwrap().margin_bounds();
    assert_eq!(bounds("kalah 0,0,1/0,2,0 9,3 n 3x3"), (-6 - 3, -6 + 3));
    assert_eq!(bounds("kalah 0,0,1/0,2,0 9,3 s 3x3,sweep-none"), (6 - 3, 6 + 3));
    assert_eq!(bounds("kalah 6x4"), (-48, 48));
    assert_eq!(bounds("tok_ku_rou 12x2"), (-96, 96));
    assert_eq!(bounds("tok_ku_rou 1,1/1,1/2,0/0,0 n 2x2"), (2, 2));
}
