//! One game between two players, whatever they do.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tok_ku_rou_core::ai::Rng;
use tok_ku_rou_core::{Adjudication, ByPlayer, Game, Pit, Player, Position};

/// Whoever chooses moves: from a position, the positions before it, oldest first, and a seed for what is left to chance.
/// `Err` tells what went wrong.
pub type Chooser<'a, P> = dyn FnMut(&P, &[P], u64) -> Result<Option<Pit>, String> + 'a;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None` is a tie.
    pub winner: Option<Player>,
    /// Why the game was over: the word of a [`Reason`](tok_ku_rou_core::Reason), or what the loser did wrong.
    pub reason: String,
    /// Whether the loser did something wrong.
    pub fault: bool,
    /// How many sowings were made, the opening included.
    pub plies: usize,
}

/// Mixes numbers into one seed.
pub(super) fn mixed(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |seed, number| Rng::new(seed ^ number).next_u64())
}

/// Plays a game from this start on, through this opening. Each choice gets a seed made of this one, the seat and how many
/// sowings there were. Who errs, panics, finds no move or an illegal one loses at once.
///
/// # Panics
/// If the opening cannot be played.
pub fn play<P: Position>(
    start: &P,
    opening: &[Pit],
    adjudication: Adjudication,
    mut choosers: ByPlayer<&mut Chooser<'_, P>>,
    seed: u64,
) -> Ending {
    let mut history = vec![start.clone()];
    let mut game = Game::with_adjudication(start.clone(), adjudication);
    for &pit in opening {
        game.play(pit).expect("the opening can be played");
        history.push(game.position().clone());
    }
    loop {
        let plies = game.ply_count();
        if let Some(outcome) = game.outcome() {
            let reason = outcome.reason.word().to_owned();
            return Ending { winner: outcome.winner, reason, fault: false, plies };
        }
        let seat = game.position().turn();
        let seed = mixed(&[seed, seat.index() as u64, plies as u64]);
        let choice =
            catch_unwind(AssertUnwindSafe(|| choosers[seat](game.position(), &history[..plies], seed)));
        let reason = match choice {
            Ok(Ok(Some(pit))) => match game.play(pit) {
                Ok(()) => {
                    history.push(game.position().clone());
                    continue;
                }
                Err(error) => format!("illegal move: {error}"),
            },
            Ok(Ok(None)) => "no move, though there are legal ones".to_owned(),
            Ok(Err(error)) => error,
            Err(panic) => format!("panic: {}", message(panic.as_ref())),
        };
        return Ending { winner: Some(!seat), reason, fault: true, plies };
    }
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
