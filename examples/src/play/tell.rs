//! Moves and results in words.

use tok_ku_rou_core::{Contestant, Event, Game, Match, Outcome, Place, Player, Position, Reason, Trace};

/// So many steps of a move are told; a relay can have thousands.
const MOST_STEPS: usize = 24;

/// The name of a place as both players read it off the board.
fn place(position: &impl Position, place: Place) -> String {
    match place {
        Place::Pit(player, pit) if player == position.turn() => position.move_name(pit).to_string(),
        Place::Pit(player, pit) => format!("{player}'s {}", position.move_name(pit)),
        Place::Store(player) => format!("{player}'s store"),
    }
}

fn seeds(number: u8) -> String {
    format!("{number} seed{}", if number == 1 { "" } else { "s" })
}

/// What one event of a move did, in words; `None` if there is nothing to tell. `before` is the position the move was
/// played in.
pub(crate) fn tell_event(before: &impl Position, trace: &Trace, event: Event) -> Option<String> {
    Some(match event {
        Event::Lift { pit, seeds: lifted } => format!("lifts {} from {}", seeds(lifted), place(before, pit)),
        Event::Sow { from, seeds } => {
            format!("sows to {}", place(before, trace.path().sow(from, seeds).last()?))
        }
        Event::Sleep => "the last seed sleeps in an empty pit".into(),
        Event::Stay => "the last seed stays".into(),
        Event::Store => "the last seed is in the store".into(),
        Event::Capture { pits, seeds: eaten, .. } if pits.is_empty() => {
            debug_assert_eq!(eaten, 0);
            "takes the last seed".into()
        }
        Event::Capture { pits, seeds: eaten, .. } => {
            let opponent = !before.turn();
            let pits: Vec<_> = pits.into_iter().map(|pit| before.move_name(pit).to_string()).collect();
            format!("eats {} from {opponent}'s {}", seeds(eaten), pits.join(" and "))
        }
        Event::Sweep { player: Some(player), seeds: swept } => {
            format!("{player} gets the {} left in the pits", seeds(swept))
        }
        Event::Sweep { player: None, seeds: swept } => {
            format!("nobody gets the {} left in the pits", seeds(swept))
        }
        Event::Endless => "this sow would never end: the game stops here, both count what they hold".into(),
        Event::Turn | Event::Over => return None,
    })
}

/// What a move did, in words, from its trace. `before` is the position it was played in.
pub(crate) fn tell(before: &impl Position, trace: &Trace) -> String {
    let mut steps: Vec<_> =
        trace.events().iter().filter_map(|&event| tell_event(before, trace, event)).collect();
    if steps.len() > MOST_STEPS {
        let last = steps.pop().unwrap_or_default();
        let left_out = steps.len() - (MOST_STEPS - 2);
        steps.truncate(MOST_STEPS - 2);
        steps.push(format!("... {left_out} more steps ..."));
        steps.push(last);
    }
    let again = trace.events().last() == Some(&Event::Store);
    format!("{} {}{}", before.turn(), steps.join(", "), if again { ", and moves again" } else { "" })
}

/// How a game ended, in words.
pub(crate) fn ending<P: Position>(game: &Game<P>, outcome: Outcome) -> String {
    let why = match outcome.reason {
        Reason::SideEmpty => "one side is empty".into(),
        Reason::NoMove => format!("{} has no pit with two seeds", game.position().turn()),
        Reason::Endless => "a sow would never end".into(),
        Reason::Repetition => "the same position came up for the third time".into(),
        Reason::PlyLimit => "the limit on sowings is reached".into(),
        Reason::NoCapture => "nothing was captured for too long".into(),
        Reason::Resigned => match outcome.winner {
            Some(winner) => format!("{} gives up", !winner),
            None => "given up".into(),
        },
        Reason::Abandoned => "broken off".into(),
    };
    let scores = game.scores();
    let result = match outcome {
        Outcome { winner: Some(winner), .. } => format!("{winner} wins"),
        Outcome { reason: Reason::Abandoned, .. } => "no result".into(),
        Outcome { winner: None, .. } => "it is a tie".into(),
    };
    format!("Game over: {why}. South {}, north {}: {result}.", scores.south, scores.north)
}

/// What tradition does to the loser of a game of Tok Ku Rou.
pub(crate) fn bell(loser: Player) -> String {
    let winner = !loser;
    format!("🔔 {winner} puts a bell on {loser}'s neck.")
}

/// The score of a match in which South is listed first.
pub(crate) fn score(score: &Match) -> String {
    let [south, north] = [Contestant::First, Contestant::Second]
        .map(|who| format!("{} (seeds {})", score.wins(who), score.seeds(who)));
    format!("Match: south {south}, north {north}, ties {}.", score.ties())
}
