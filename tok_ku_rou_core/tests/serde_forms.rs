//! What values look like to serde, and that they come back.

use crate::strategies;
use proptest::prelude::*;
use serde_json::{from_str, json, to_string, to_value};
use tok_ku_rou_core::{
    AnyPosition, Contestant, Event, Game, Kalah, Layout, Match, Outcome, ParseError, Pit, PitSet, Place,
    PlayError, Player, Position, Reason, Starts, Trace, kalah, tok_ku_rou,
};

/// Whether a value comes back as it was.
fn comes_back<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq>(value: &T) -> bool {
    from_str::<T>(&to_string(value).unwrap()).unwrap() == *value
}

proptest! {
    #![proptest_config(strategies::cases(1_000))]

    #[test]
    fn positions_come_back(kalah in strategies::kalah(), four_rows in strategies::tok_ku_rou()) {
        prop_assert!(comes_back(&kalah) && comes_back(&kalah::Setup::from(kalah)) && comes_back(&kalah.rules()));
        prop_assert!(comes_back(&four_rows) && comes_back(&tok_ku_rou::Setup::from(four_rows)));
        prop_assert!(comes_back(&AnyPosition::from(four_rows)) && comes_back(&Game::new(four_rows)));
        prop_assert!(comes_back(&four_rows.legal_moves()) && comes_back(&four_rows.outcome()));
    }
}

#[test]
fn serde_forms() {
    let start = AnyPosition::from(Kalah::default());
    assert_eq!(to_value(start).unwrap(), json!("kalah 4,4,4,4,4,4/4,4,4,4,4,4 0,0 s 6x4"));
    assert!(from_str::<AnyPosition>("\"kalah 9x9\"").unwrap_err().to_string().contains("1 to 7 pits"));
    assert_eq!(to_value(kalah::Rules::STANDARD).unwrap(), json!("6x4,leave-empty"));
    assert_eq!(to_value(tok_ku_rou::Rules::TRADITIONAL).unwrap(), json!("12x2,multiple-laps"));
    assert_eq!(to_value(Player::North).unwrap(), json!("north"));
    assert_eq!(to_value(PitSet::from_bits(5)).unwrap(), json!(5));
    assert_eq!(to_value(Place::Store(Player::South)).unwrap(), json!({"store": "south"}));
    let outcome = Outcome { winner: None, reason: Reason::PlyLimit };
    assert_eq!(to_value(outcome).unwrap(), json!({"winner": null, "reason": "ply-limit"}));
    let event = Event::Lift { pit: Place::Pit(Player::South, Pit::new(2)), seeds: 4 };
    assert_eq!(to_value(event).unwrap(), json!({"lift": {"pit": {"pit": ["south", 2]}, "seeds": 4}}));
    let trace = Trace::of(&Kalah::default(), Pit::new(2)).unwrap();
    assert_eq!(from_str::<Trace>(&to_string(&trace).unwrap()).unwrap(), trace);
    assert_eq!(
        from_str::<Layout>(&to_string(&Kalah::default().layout()).unwrap()).unwrap(),
        Kalah::default().layout()
    );
    let mut score = Match::new(Starts::Loser);
    let mut game = Game::new(Kalah::default());
    game.resign(Player::South);
    score.record_game(Contestant::First, &game);
    assert!(comes_back(&score) && comes_back(&game) && comes_back(&game.adjudication()));
    let error = "kalah 6y4".parse::<Kalah>().unwrap_err();
    assert!(comes_back::<ParseError>(&error) && comes_back(&PlayError::Over));
    assert!(comes_back(&Kalah::default().move_name(Pit::new(3))));
    assert!(from_str::<Trace>("{\"path\": [], \"events\": []}").is_err(), "a path without places");
}
