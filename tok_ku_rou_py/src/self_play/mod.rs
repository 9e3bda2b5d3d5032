//! Many games that play against themselves, so that a neural net can learn from them.

mod noise;
mod slot;

use crate::arguments::{number_at_once, plies, real, seed, start};
use crate::background;
use crate::batch::games::seeds;
use crate::batch::{limit, threads, within};
use crate::crew::share;
use crate::errors::{ArgumentError, OrRaise};
use crate::evaluator::{Evaluator, ask};
use crate::mcts::exploration;
use crate::observation::{Planes, write_mask};
use crate::words::Word;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use pyo3::{PyTraverseError, PyVisit};
use slot::{Played, Slot, Terms};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use tok_ku_rou_core::ai::{Judgement, Rated, TreeError};
use tok_ku_rou_core::{AnyPosition, Position};

/// Games of one kind that play against themselves.
struct Table<P> {
    start: P,
    /// How many seeds there are.
    seeds: f32,
    terms: Terms,
    planes: Planes,
    threads: usize,
    slots: Vec<Slot<P>>,
    /// How many games have begun.
    begun: usize,
    /// Whether positions wait for a judgement. They still do after an exception of the evaluator.
    is_waiting: bool,
    /// Finished games that nobody has taken yet.
    played: VecDeque<Played<P>>,
}

/// What self-play does, whichever game is played.
trait Play: Send + Sync {
    /// Makes a move in each game, with a judge that needs no interpreter. When the flag is set it ends early, and the
    /// next call does the rest.
    fn think(&mut self, has_playouts: bool, stop: &AtomicBool);

    /// Goes down all trees, unless positions wait already.
    fn gather(&mut self);

    /// Asks an evaluator about what was gathered.
    fn ask(&self, evaluator: &Bound<'_, PyAny>) -> PyResult<Vec<Judgement>>;

    /// Takes in what the evaluator said, and makes the moves that can be made.
    fn settle(&mut self, judgements: &[Judgement]);

    /// Whether a finished game waits.
    fn has_played(&self) -> bool;

    /// The finished game that waits longest, as `Samples`.
    fn take<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>>;
}

impl<P: Position + Rated + Send + Sync> Table<P> {
    fn new(start: P, games: usize, terms: Terms, planes: Planes, threads: usize) -> Result<Self, TreeError> {
        let slots = (0..games).map(|number| Slot::new(&start, number, &terms));
        Ok(Self {
            slots: slots.collect::<Result<_, _>>()?,
            seeds: seeds(&start),
            start,
            terms,
            planes,
            threads,
            begun: games,
            is_waiting: false,
            played: VecDeque::new(),
        })
    }

    /// Does something with each game, at least so many on a thread. Games know nothing of each other, so the threads do
    /// not matter.
    fn each(&mut self, least: usize, work: impl Fn(&mut Slot<P>, &Terms) + Sync) {
        let size = self.slots.len().div_ceil(self.threads).max(least);
        let parts = self.slots.chunks_mut(size).collect();
        share(parts, |part: &mut [Slot<P>]| part.iter_mut().for_each(|slot| work(slot, &self.terms)));
    }

    /// Takes the finished games, in the order of their slots, and begins others there.
    fn collect(&mut self) {
        for slot in &mut self.slots {
            if let Some(played) = slot.take(&self.terms, self.seeds) {
                self.played.push_back(played);
                slot.begin(&self.start, self.begun, &self.terms);
                self.begun += 1;
            }
        }
    }
}

impl<P: Position + Rated + Send + Sync> Play for Table<P> {
    fn think(&mut self, has_playouts: bool, stop: &AtomicBool) {
        self.each(1, |slot, terms| slot.think(has_playouts, terms, stop));
        // A round that was stopped is finished before the next one, so that games end in the same order.
        if self.slots.iter().all(Slot::is_done) {
            self.slots.iter_mut().for_each(Slot::go_on);
            self.collect();
        }
    }

    fn gather(&mut self) {
        if !self.is_waiting {
            // It takes longer to begin a thread than to go down a few trees.
            self.each(256, Slot::gather);
            self.is_waiting = true;
        }
    }

    fn ask(&self, evaluator: &Bound<'_, PyAny>) -> PyResult<Vec<Judgement>> {
        let leaves: Vec<P> = self.slots.iter().flat_map(Slot::leaves).cloned().collect();
        let slots = self.slots.iter();
        let earlier: Vec<u16> =
            slots.flat_map(|slot| slot.leaves().iter().map(|leaf| slot.earlier(leaf))).collect();
        ask(evaluator, self.planes, &leaves, |at| earlier[at])
    }

    fn settle(&mut self, judgements: &[Judgement]) {
        self.is_waiting = false;
        let mut judgements = judgements;
        for slot in &mut self.slots {
            let (mine, others) = judgements.split_at(slot.leaves().len());
            slot.settle(mine, &self.terms);
            judgements = others;
        }
        self.collect();
    }

    fn has_played(&self) -> bool {
        !self.played.is_empty()
    }

    fn take<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let Some(game) = self.played.pop_front() else { return Ok(None) };
        let (plies, pits, channels) =
            (game.plies.len(), usize::from(self.start.pits()), self.planes.channels());
        let observations = PyArray3::<f32>::zeros(py, [plies, channels, pits], false);
        let policies = PyArray2::<f32>::zeros(py, [plies, pits], false);
        let masks = PyArray2::<i8>::zeros(py, [plies, pits], false);
        let values = game.plies.iter().map(|ply| game.worth(ply.position.turn()));
        let values = PyArray1::from_iter(py, values);
        let to_play = PyArray1::from_iter(py, game.plies.iter().map(|ply| ply.position.turn() as i8));
        {
            let (mut observations, mut policies, mut masks) =
                (observations.readwrite(), policies.readwrite(), masks.readwrite());
            let rows = observations
                .as_slice_mut()?
                .chunks_exact_mut(channels * pits)
                .zip(policies.as_slice_mut()?.chunks_exact_mut(pits))
                .zip(masks.as_slice_mut()?.chunks_exact_mut(pits));
            for (ply, ((observation, policy), mask)) in game.plies.iter().zip(rows) {
                self.planes.write(&ply.position, ply.earlier, observation);
                policy.copy_from_slice(&ply.policy[..pits]);
                write_mask(ply.position.legal_moves(), mask);
            }
        }
        let class = CLASS.import(py, "tok_ku_rou.learning", "Samples")?;
        class.call1((observations, policies, values, masks, to_play)).map(Some)
    }
}

/// Games that play against themselves by Monte-Carlo tree search, without end: an iterator of `Samples`, one for each
/// finished game, to learn policy and value from.
///
/// - `start`: where each game starts: a position, rules, or a text of either.
/// - `games`: how many are played at once. New positions of all of them are judged in one batch.
/// - `simulations`: how many are made for each move, from 1 to 1,000,000 (a batch may end a few more). Fewer are made
///   where the outcome is proven before, and none where there is but one move. What was found out of a position before
///   it came up is kept.
/// - `evaluator`, `exploration`: as in `mcts`; `observation` is the kind of what it gets, and of the samples.
/// - `batch`: how many positions of one game are judged at once, at most.
/// - `temperature`, `temperature_plies`: each of the first plies is drawn by how often a move was visited, raised to
///   1 / temperature; after them, or at temperature 0, the move visited most is made. Moves proven to be worse than
///   others are neither made nor targets.
/// - `noise`, `alpha`: the share, from 0 to 1, of random priors by Dirichlet's distribution at each move, and its `alpha`.
/// - `max_plies`: after so many sowings a game ends, and both players count what they hold. The third occurrence of a
///   position is a tie.
/// - `target`: the values of the samples, and what the search is for: "outcome" (1, 0, -1) or "margin" (in seeds, divided
///   by all seeds; a tie by repetition is 0).
/// - `seed`: where all random numbers start, 0 to 2**63 - 1. The same arguments give the same samples, as far as the
///   evaluator gives the same answers; `threads` make no difference.
///
/// Short games are finished first: to learn from all alike, take many more than `games`. Other Python threads run
/// meanwhile, and Ctrl-C ends the wait for a game. After that, or after an exception of the evaluator, which comes out
/// unchanged, games go on where they stood.
///
/// Raises `ArgumentError` for values beyond these, and for a start that is over; `MemoryError` if there is no memory for
/// the trees.
#[pyclass(name = "SelfPlay", module = "tok_ku_rou")]
pub(crate) struct PySelfPlay {
    table: Box<dyn Play>,
    evaluator: Evaluator,
}

/// A number in a range.
fn fitting(value: &Bound<'_, PyAny>, expected: &str, fits: impl Fn(f64) -> bool) -> PyResult<f64> {
    let number = real(value, expected)?;
    if fits(number) {
        Ok(number)
    } else {
        Err(ArgumentError::new_err(format!("expected {expected}, found {number}")))
    }
}

fn temperature(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    fitting(value, "a temperature from 0 to 1000", |number| (0.0..=1000.0).contains(&number))
}

fn noise(value: &Bound<'_, PyAny>) -> PyResult<f32> {
    fitting(value, "a share of noise from 0 to 1", |number| (0.0..=1.0).contains(&number))
        .map(|share| share as f32)
}

fn alpha(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    fitting(value, "an alpha from 0.001 to 1000", |number| (0.001..=1000.0).contains(&number))
}

fn simulations(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    within(value, 1, 1_000_000, "simulations")
}

#[pymethods]
impl PySelfPlay {
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    #[new]
    #[pyo3(signature = (
        start, *, games=64, simulations=64, evaluator=None, batch=4, exploration=2.0, temperature=1.0,
        temperature_plies=12, noise=0.25, alpha=0.5, max_plies=1000, observation="counts", target="outcome", seed=0,
        threads=1
    ))]
    fn new(
        start: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number_at_once)] games: u16,
        #[pyo3(from_py_with = self::simulations)] simulations: u64,
        evaluator: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = number_at_once)] batch: u16,
        #[pyo3(from_py_with = self::exploration)] exploration: f32,
        #[pyo3(from_py_with = self::temperature)] temperature: f64,
        #[pyo3(from_py_with = plies)] temperature_plies: u32,
        #[pyo3(from_py_with = self::noise)] noise: f32,
        #[pyo3(from_py_with = self::alpha)] alpha: f64,
        #[pyo3(from_py_with = limit)] max_plies: u32,
        observation: &str,
        target: &str,
        #[pyo3(from_py_with = self::seed)] seed: u64,
        #[pyo3(from_py_with = self::threads)] threads: usize,
    ) -> PyResult<Self> {
        let evaluator = Evaluator::read(evaluator)?;
        let start = self::start(Some(start))?;
        if start.legal_moves().is_empty() {
            return Err(ArgumentError::new_err(format!("expected a start with a move, found {start}")));
        }
        let terms = Terms {
            simulations,
            batch: batch.into(),
            exploration,
            temperature,
            temperature_plies,
            noise,
            alpha,
            max_plies,
            target: Word::read(target)?,
            seed,
        };
        let (games, planes) = (games.into(), Planes::read(observation)?);
        let table: Box<dyn Play> = match start {
            AnyPosition::Kalah(start) => {
                Box::new(Table::new(start, games, terms, planes, threads).or_raise()?)
            }
            AnyPosition::TokKuRou(start) => {
                Box::new(Table::new(start, games, terms, planes, threads).or_raise()?)
            }
        };
        Ok(Self { table, evaluator })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let table = &mut self.table;
        while !table.has_played() {
            let has_playouts = match &self.evaluator {
                Evaluator::Playouts => true,
                Evaluator::Estimate => false,
                Evaluator::Callable(evaluator) => {
                    py.check_signals()?;
                    py.detach(|| table.gather());
                    let judgements = table.ask(evaluator.bind(py))?;
                    py.detach(|| table.settle(&judgements));
                    continue;
                }
            };
            background::run(py, |stop| {
                while !table.has_played() && !stop.load(Ordering::Relaxed) {
                    table.think(has_playouts, stop);
                }
            })?;
        }
        // What a signal of just now raises would come between the caller and the game, which would be lost.
        py.check_signals()?;
        table.take(py)
    }

    // An evaluator often belongs to who holds the self-play.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.evaluator {
            Evaluator::Callable(evaluator) => visit.call(evaluator),
            Evaluator::Playouts | Evaluator::Estimate => Ok(()),
        }
    }

    fn __clear__(&mut self) {
        self.evaluator = Evaluator::Playouts;
    }
}
