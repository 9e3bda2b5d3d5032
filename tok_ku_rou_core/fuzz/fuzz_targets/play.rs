//! Any set-up, then any moves: what must hold of every position and every move.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use tok_ku_rou_core::{
    AnyPosition, Event, Kalah, Pit, Place, Player, Position, TokKuRou, Trace, kalah, tok_ku_rou,
};

/// Few random set-ups are positions, so most games begin at a position made from random numbers that fit.
#[derive(Arbitrary, Debug)]
enum Start {
    Kalah(kalah::Setup),
    TokKuRou(tok_ku_rou::Setup),
    Any(AnyPosition),
}

impl Start {
    fn position(self) -> Option<AnyPosition> {
        match self {
            Self::Kalah(setup) => {
                let position = Kalah::try_from(setup).ok()?;
                let swept = position.outcome().is_some();
                assert!(swept || kalah::Setup::from(position) == setup);
                Some(position.into())
            }
            Self::TokKuRou(setup) => {
                let position = TokKuRou::try_from(setup).ok()?;
                assert_eq!(tok_ku_rou::Setup::from(position), setup);
                Some(position.into())
            }
            Self::Any(position) => Some(position),
        }
    }
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    start: Start,
    choices: &'a [u8],
}

/// How many seeds there are on the whole board.
fn seeds(position: &AnyPosition) -> u16 {
    let places = Player::ALL.into_iter().flat_map(|player| {
        let pits = (0..position.pits()).map(move |pit| Place::Pit(player, Pit::new(pit)));
        pits.chain([Place::Store(player)])
    });
    places.map(|place| u16::from(position.seeds(place))).sum()
}

fn check(position: &AnyPosition) {
    assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
    assert_eq!(position.to_string().parse().as_ref(), Ok(position));
}

/// Plays the pit with this number or, if that is not legal, one that is. `None` if the game is over.
fn play(position: &AnyPosition, choice: u8) -> Option<AnyPosition> {
    let legal = position.legal_moves();
    let mut pit = Pit::new(choice);
    if !legal.contains(pit) {
        assert!(position.play(pit).is_err());
        assert!(Trace::of(position, pit).is_err());
        pit = legal.nth(usize::from(choice) % legal.len().max(1))?;
    }
    let next = position.play(pit).expect("a legal move");
    let mut traced = *position;
    let mut trace = Trace::new(position);
    traced.play_observed(pit, &mut trace);
    assert_eq!(traced, next);
    assert_eq!(Trace::of(position, pit).as_ref(), Ok(&trace));
    let uncounted = |event: &Event| match *event {
        Event::Sweep { player: None, seeds } => u16::from(seeds),
        _ => 0,
    };
    assert_eq!(seeds(&next) + trace.events().iter().map(uncounted).sum::<u16>(), seeds(position));
    Some(next)
}

fuzz_target!(|input: Input| {
    let Some(mut position) = input.start.position() else { return };
    check(&position);
    for &choice in input.choices {
        let Some(next) = play(&position, choice) else { return };
        check(&next);
        position = next;
    }
});
