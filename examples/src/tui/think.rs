//! The computer thinks on a thread of its own, so that the screen stays alive.

use crate::play::seat::Seat;
use fastrand::Rng;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use tok_ku_rou_core::{AnyPosition, Game, Pit};

/// What is to be thought about.
struct Question {
    number: u64,
    game: Game<AnyPosition>,
    seat: Seat,
    seed: u64,
}

/// A thread that chooses moves, one after the other.
pub(super) struct Thinker {
    questions: Sender<Question>,
    answers: Receiver<(u64, Option<Pit>)>,
    /// The number of the question asked last.
    last: u64,
    /// Whether somebody still waits for its answer.
    waiting: bool,
}

impl Thinker {
    pub(super) fn new() -> io::Result<Self> {
        let (questions, asked) = channel::<Question>();
        let (reply, answers) = channel();
        thread::Builder::new().name("thinker".into()).spawn(move || {
            while let Ok(mut question) = asked.recv() {
                // Nobody waits for the older ones any more.
                while let Ok(newer) = asked.try_recv() {
                    question = newer;
                }
                let Question { number, game, seat, seed } = question;
                let pit = seat.choose(&game, &mut Rng::with_seed(seed));
                if reply.send((number, pit)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { questions, answers, last: 0, waiting: false })
    }

    /// Asks for the move of this seat; the answer to an older question is dropped.
    pub(super) fn ask(&mut self, game: &Game<AnyPosition>, seat: Seat, seed: u64) -> io::Result<()> {
        self.last += 1;
        self.waiting = true;
        let question = Question { number: self.last, game: game.clone(), seat, seed };
        self.questions.send(question).map_err(|_| gone())
    }

    /// Nobody wants the answer any more.
    pub(super) fn forget(&mut self) {
        self.waiting = false;
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.waiting
    }

    /// The move it has come to, if it has.
    pub(super) fn answer(&mut self) -> io::Result<Option<Pit>> {
        loop {
            match self.answers.try_recv() {
                Ok((number, pit)) if self.waiting && number == self.last => {
                    self.waiting = false;
                    return Ok(pit);
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(gone()),
            }
        }
    }
}

fn gone() -> io::Error {
    io::Error::other("the thread that thinks has stopped")
}
