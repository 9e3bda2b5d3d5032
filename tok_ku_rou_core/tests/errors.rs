//! Every error message, word for word.

use tok_ku_rou_core::ai::{BuildError, MisfitError, OpenError, SmallBoardError, SolverError};
use tok_ku_rou_core::{ParseError, Part, Pit, PlayError, Player, Problem, RulesError, SetupError};

#[test]
fn play_errors() {
    let pit = Pit::new(6);
    assert_eq!(PlayError::NoSuchPit { pit, pits: 6 }.to_string(), "expected pit 1 to 6, found 7");
    assert_eq!(
        PlayError::NoSuchPit { pit: Pit::new(255), pits: 24 }.to_string(),
        "expected pit 1 to 24, found 256"
    );
    assert_eq!(
        PlayError::TooFewSeeds { pit, seeds: 0, needed: 1 }.to_string(),
        "expected at least 1 seed, found 0 there"
    );
    assert_eq!(
        PlayError::TooFewSeeds { pit, seeds: 1, needed: 2 }.to_string(),
        "expected at least 2 seeds, found 1 there"
    );
    assert_eq!(PlayError::Over.to_string(), "expected a game in progress, found one that is over");
}

#[test]
fn rules_errors() {
    assert_eq!(RulesError::Pits { found: 8 }.to_string(), "expected 1 to 7 pits a row, found 8");
    assert_eq!(RulesError::Columns { found: 0 }.to_string(), "expected 1 to 13 columns, found 0");
    assert_eq!(
        RulesError::Seeds { found: 21, max: 20 }.to_string(),
        "expected 1 to 20 seeds a pit, found 21"
    );
    assert_eq!(RulesError::Total { found: 280 }.to_string(), "expected at most 255 seeds in all, found 280");
}

#[test]
fn setup_errors() {
    assert_eq!(SetupError::Total { found: 256 }.to_string(), "expected at most 255 seeds in all, found 256");
    assert_eq!(
        SetupError::UnusedPit { player: Player::North, pit: Pit::new(6) }.to_string(),
        "expected nothing beyond the board, found seeds in north pit 7"
    );
    assert_eq!(
        SetupError::EndlessSingleLap.to_string(),
        "expected multiple laps of an endless sow, found single laps"
    );
}

#[test]
fn small_board_errors() {
    assert_eq!(
        SmallBoardError::TooLarge { columns: 4 }.to_string(),
        "expected at most 536870911 positions of 4 columns, found more"
    );
    assert_eq!(
        SmallBoardError::Memory { bytes: 1_668_903_604 }.to_string(),
        "expected 1668903604 more bytes of memory, found less"
    );
    assert_eq!(
        SmallBoardError::Stopped.to_string(),
        "expected to solve the board, found that it was stopped"
    );
    let (expected, found) = ("1x2".parse().unwrap(), "2x2,multiple-laps".parse().unwrap());
    assert_eq!(
        MisfitError::Rules { expected, found }.to_string(),
        "expected the rules 1x2, found 2x2,multiple-laps"
    );
    assert_eq!(MisfitError::Seeds { expected: 8, found: 9 }.to_string(), "expected 8 seeds, found 9");
}

#[test]
fn parse_errors() {
    let message = |part, problem| ParseError { part, at: 7, problem }.to_string();
    let parts = [
        (Part::Game, "the game, `kalah` or `tok_ku_rou`"),
        (Part::Seeds, "a number of seeds from 0 to 255"),
        (Part::Comma, "a comma"),
        (Part::Slash, "a slash"),
        (Part::Turn, "the turn, `s` or `n`"),
        (Part::Size, "the size of the board, such as `6x4`"),
        (Part::Pits, "the number of pits a row"),
        (Part::Rule, "a rule of this game"),
        (Part::End, "the end of the text"),
        (Part::Board, "a board"),
        (Part::Move, "the name of a pit"),
        (Part::OpenBracket, "`<`"),
        (Part::CloseBracket, "`>`"),
        (Part::Reason, "the reason of a result"),
        (Part::Start, "the tags `Game` and `Rules`, or `Setup`"),
        (Part::Tag, "a tag line such as `[Game \"kalah\"]`"),
        (Part::TagValue, "the value of this tag"),
        (Part::Result, "the result that the moves lead to, `1-0`, `0-1`, `1/2-1/2` or `*`"),
        (Part::CommentEnd, "the `}` of a comment"),
        (Part::Adjudication, "`repetition-tie`, `repetition-count`, `plies N` or `no-capture N`"),
        (Part::Match, "a match such as `match 2-1 ties 0 seeds 80-64 starts alternate last first second`"),
        (Part::Number, "a whole number"),
    ];
    for (part, words) in parts {
        assert_eq!(message(part, Problem::Found(Some('x'))), format!("byte 7: expected {words}, found 'x'"));
    }
    let seeds = Part::Seeds;
    let words = "a number of seeds from 0 to 255";
    assert_eq!(
        message(seeds, Problem::Found(None)),
        format!("byte 7: expected {words}, found the end of the text")
    );
    assert_eq!(message(seeds, Problem::TooLarge), format!("byte 7: expected {words}, found a larger number"));
    assert_eq!(
        message(Part::Rule, Problem::Repeated),
        "byte 7: expected a rule of this game once, found a second one"
    );
    assert_eq!(
        message(Part::Game, Problem::Mismatch),
        "byte 7: expected the game, `kalah` or `tok_ku_rou` that fits the rest, found another"
    );
    let inner = [
        Problem::Rules(RulesError::Pits { found: 8 }),
        Problem::Setup(SetupError::Total { found: 300 }),
        Problem::Play(PlayError::Over),
    ];
    let words = [
        "byte 7: expected 1 to 7 pits a row, found 8",
        "byte 7: expected at most 255 seeds in all, found 300",
        "byte 7: expected a game in progress, found one that is over",
    ];
    for (problem, words) in inner.into_iter().zip(words) {
        assert_eq!(message(Part::Board, problem), words);
        let error = ParseError { part: Part::Board, at: 7, problem };
        assert!(words.ends_with(&std::error::Error::source(&error).unwrap().to_string()));
    }
}

#[test]
fn solving_errors() {
    let build = [
        (BuildError::Clockwise, "expected counterclockwise rules, found clockwise ones"),
        (BuildError::TooLarge, "expected fewer seeds, found more than a table can hold"),
        (BuildError::Memory { bytes: 9 }, "expected memory for a table of 9 bytes, found less"),
        (BuildError::Stopped, "stopped before the table was complete"),
    ];
    for (error, text) in build {
        assert_eq!(error.to_string(), text);
    }
    let open = [
        (OpenError::Foreign, "expected what this library wrote, found something else"),
        (OpenError::Version { expected: 1, found: 2 }, "expected format 1, found format 2"),
        (OpenError::Header, "expected a header as this library writes it, found another"),
        (OpenError::Length { expected: 32, found: 5 }, "expected 32 bytes, found 5"),
        (
            OpenError::Checksum { expected: 255, found: 1 },
            "expected the checksum 00000000000000ff, found 0000000000000001",
        ),
        (OpenError::Memory { bytes: 64 }, "expected memory of 64 bytes, found less"),
    ];
    for (error, text) in open {
        assert_eq!(error.to_string(), text);
    }
    let solver = [
        (SolverError::Clockwise, "expected counterclockwise rules, found clockwise ones"),
        (SolverError::Rules, "expected the rules of the solver, found others"),
        (
            SolverError::Seeds { found: 252 },
            "expected fewer seeds in the pits, found 252, more than this solver is for",
        ),
        (SolverError::Memory { bytes: 9 }, "expected memory for a solver of 9 bytes, found less"),
    ];
    for (error, text) in solver {
        assert_eq!(error.to_string(), text);
    }
}
