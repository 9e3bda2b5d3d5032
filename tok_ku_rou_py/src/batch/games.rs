//! Many games at once, as Rust sees them.

use super::course::{Course, End};
use super::rows::Out;
use crate::crew::share;
use crate::engine::Picker;
use crate::observation::{Planes, write_mask};
use crate::words::Word;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tok_ku_rou_core::ai::{Goal, Rated, Rng, TableError};
use tok_ku_rou_core::{AnyPosition, Pit, PitSet, Place, Player, Position, Repetition};

/// What a move that is not legal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Illegal {
    /// It loses the game.
    End,
    /// It is refused, with all others of the same step.
    Raise,
}

impl Word for Illegal {
    const WORDS: &'static [(&'static str, Self)] = &[("end", Self::End), ("raise", Self::Raise)];
}

/// When a finished game begins anew by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// At the next step, whose action is ignored.
    NextStep,
    /// At once: what is observed is already the new game.
    SameStep,
    /// Never.
    Disabled,
}

impl Word for Autoreset {
    const WORDS: &'static [(&'static str, Self)] =
        &[("next-step", Self::NextStep), ("same-step", Self::SameStep), ("disabled", Self::Disabled)];
}

/// How the games of a batch are played.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) planes: Option<Planes>,
    pub(crate) reward: Goal,
    pub(crate) illegal: Illegal,
    pub(crate) max_plies: u32,
    pub(crate) random_plies: u32,
    pub(crate) autoreset: Autoreset,
    pub(crate) threads: usize,
}

/// The action of a game that does not move.
pub(crate) const NONE: i64 = -1;

/// How many games keep a thread busy for longer than it takes to begin one.
const WORTH_A_THREAD: usize = 2048;

/// Games of one kind.
pub(crate) struct Games<P> {
    start: P,
    terms: Terms,
    lanes: Vec<Lane<P>>,
}

/// One game of a batch.
struct Lane<P> {
    course: Course<P>,
    /// How the game ended that the last step, or the last reset, left over.
    ended: Option<End>,
    rng: Rng,
}

/// What a batch does, whichever game it plays.
pub(crate) trait Batch: Send + Sync {
    /// How many games there are.
    fn len(&self) -> usize;

    /// How they are played.
    fn terms(&self) -> &Terms;

    /// Where they start.
    fn start(&self) -> AnyPosition;

    /// Why these actions cannot be taken, if so.
    fn refusal(&self, actions: &[i64]) -> Option<String>;

    /// Takes an action in each game.
    fn step(&mut self, actions: &[i64], out: Out<'_>);

    /// Begins those games anew, all if not told which, with random numbers from this seed if there is one. When the flag
    /// is set, it leaves out the games that are left.
    fn reset(&mut self, seed: Option<u64>, which: Option<&[bool]>, out: Out<'_>, stop: &AtomicBool);

    /// What this player picks in each game, or in those games only, with that game's seed; `NONE` in the others and in
    /// those that are over. When the flag is set, it ends early with any picks.
    fn choose(
        &self,
        picker: Picker,
        seeds: &[u64],
        which: Option<&[bool]>,
        stop: &AtomicBool,
    ) -> Result<Vec<i64>, TableError>;

    /// The positions of all games.
    fn positions(&self) -> Vec<AnyPosition>;

    /// Why each game ended.
    fn reasons(&self) -> Vec<Option<&'static str>>;
}

impl<P: Position + Send + Sync> Games<P> {
    /// So many games from this start; `None` if there is no memory for them. When the flag is set, it ends early with
    /// fewer games.
    pub(crate) fn new(n: usize, start: P, terms: Terms, seed: u64, stop: &AtomicBool) -> Option<Self> {
        let mut lanes = Vec::new();
        lanes.try_reserve_exact(n).ok()?;
        for number in (0..n).take_while(|_| !stop.load(Ordering::Relaxed)) {
            let course = Course::new(start.clone());
            let mut lane = Lane { course, ended: None, rng: stream(seed, number) };
            lane.reset(&start, &terms);
            lanes.push(lane);
        }
        Some(Self { start, terms, lanes })
    }

    /// Does something with each game and its rows of the arrays. Each thread has as many games as any other, and no
    /// game knows which thread it is on.
    fn each(&mut self, out: Out<'_>, work: impl Fn(usize, &mut Lane<P>, &mut Out<'_>) + Sync) {
        let size = self.lanes.len().div_ceil(self.terms.threads).max(WORTH_A_THREAD);
        let planes = self.terms.planes;
        let mut parts = Vec::new();
        let mut rest = out;
        for (number, lanes) in self.lanes.chunks_mut(size).enumerate() {
            let (rows, others) = rest.split_at(lanes.len());
            parts.push((number * size, lanes, rows));
            rest = others;
        }
        share(parts, |(first, lanes, mut out)| {
            for (index, lane) in lanes.iter_mut().enumerate() {
                out.go_to(index);
                work(first + index, lane, &mut out);
                lane.write(planes, &mut out);
            }
        });
    }
}

/// A stream of random numbers for each game, so that none depends on another's.
pub(crate) fn stream(seed: u64, number: usize) -> Rng {
    Rng::new(Rng::new(seed).next_u64() ^ Rng::new(!(number as u64)).next_u64())
}

/// The set of the one pit that an action lifts; empty if there is no such pit.
fn pit(action: i64) -> PitSet {
    u8::try_from(action).map_or(PitSet::EMPTY, |number| PitSet::EMPTY.with(Pit::new(number)))
}

impl<P: Position> Lane<P> {
    /// Begins a new game, with some random moves before it. A random move that would end it is not made.
    fn reset(&mut self, start: &P, terms: &Terms) {
        let mut position = start.clone();
        for _ in 0..terms.random_plies {
            let legal = position.legal_moves();
            let Some(pit) = legal.nth(self.rng.below(legal.len() as u32) as usize) else { break };
            let mut next = position.clone();
            next.play_unchecked(pit);
            if next.legal_moves().is_empty() {
                break;
            }
            position = next;
        }
        self.course.begin(position);
    }

    /// Takes an action.
    #[inline]
    fn step(&mut self, action: i64, start: &P, terms: &Terms, seeds: f32, out: &mut Out<'_>) {
        self.ended = None;
        let mut south = 0.0;
        if self.course.end().is_some() {
            if terms.autoreset == Autoreset::NextStep {
                self.reset(start, terms);
            }
        } else if action != NONE {
            let lifted = pit(action).bits() & self.course.legal().bits();
            match PitSet::from_bits(lifted).nth(0) {
                Some(pit) => self.course.play(pit, terms.max_plies),
                None => self.course.forfeit(),
            }
            south = self.course.worth(terms.reward, seeds);
        }
        self.ended = self.course.end();
        // Not `-south`, since a tie is 0 to both and -0 to nobody.
        out.rewards([south, 0.0 - south]);
        if self.ended.is_some() && terms.autoreset == Autoreset::SameStep {
            self.reset(start, terms);
        }
    }

    /// Writes what there is to see.
    #[inline]
    fn write(&mut self, planes: Option<Planes>, out: &mut Out<'_>) {
        out.ends(
            self.ended.is_some_and(|end| !end.is_truncated()),
            self.ended.is_some_and(End::is_truncated),
        );
        let course = &self.course;
        out.turn(course.position().turn() as i8);
        write_mask(course.legal(), out.mask());
        if let (Some(planes), Some(values)) = (planes, out.observation()) {
            planes.write(course.position(), course.earlier(), values);
        }
    }
}

impl<P> Batch for Games<P>
where
    P: Position + Rated + Into<AnyPosition> + Send + Sync,
{
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn start(&self) -> AnyPosition {
        self.start.clone().into()
    }

    fn refusal(&self, actions: &[i64]) -> Option<String> {
        let Terms { illegal, autoreset, .. } = self.terms;
        let mut games = self.lanes.iter().zip(actions).enumerate();
        games.find_map(|(number, (Lane { course, .. }, &action))| {
            let is_over = course.end().is_some();
            let is_free = if is_over { autoreset == Autoreset::NextStep } else { illegal == Illegal::End };
            if is_free || action == NONE || pit(action).bits() & course.legal().bits() != 0 {
                None
            } else if is_over {
                Some(format!("expected no move (-1) in game {number}, which is over, found {action}"))
            } else {
                let legal: Vec<u8> = course.legal().into_iter().map(Pit::number).collect();
                Some(format!("expected a move of {legal:?} in game {number} or none (-1), found {action}"))
            }
        })
    }

    fn step(&mut self, actions: &[i64], out: Out<'_>) {
        let (start, terms, seeds) = (self.start.clone(), self.terms, seeds(&self.start));
        self.each(out, |number, lane, out| lane.step(actions[number], &start, &terms, seeds, out));
    }

    fn reset(&mut self, seed: Option<u64>, which: Option<&[bool]>, out: Out<'_>, stop: &AtomicBool) {
        let (start, terms) = (self.start.clone(), self.terms);
        self.each(out, |number, lane, out| {
            if which.is_none_or(|which| which[number]) && !stop.load(Ordering::Relaxed) {
                if let Some(seed) = seed {
                    lane.rng = stream(seed, number);
                }
                lane.reset(&start, &terms);
            }
            lane.ended = lane.course.end();
            out.rewards([0.0, 0.0]);
        });
    }

    fn choose(
        &self,
        picker: Picker,
        seeds: &[u64],
        which: Option<&[bool]>,
        stop: &AtomicBool,
    ) -> Result<Vec<i64>, TableError> {
        let choose = |number: usize, course: &Course<P>| {
            let is_asked = course.end().is_none() && which.is_none_or(|which| which[number]);
            if !is_asked || stop.load(Ordering::Relaxed) {
                return Ok(NONE);
            }
            let history = if picker.is_random() { Vec::new() } else { course.history() };
            let pit = picker.pick(course.position(), &history, Repetition::Tie, seeds[number], stop)?;
            Ok(pit.map_or(NONE, |pit| pit.number().into()))
        };
        let mut actions = vec![NONE; self.lanes.len()];
        let part = |first: usize, actions: &mut [i64]| {
            for (number, action) in (first..).zip(actions) {
                *action = choose(number, &self.lanes[number].course)?;
            }
            Ok(())
        };
        if picker.is_random() {
            part(0, &mut actions)?;
            return Ok(actions);
        }
        let size = self.lanes.len().div_ceil(self.terms.threads);
        let trouble = OnceLock::new();
        share(actions.chunks_mut(size).enumerate().collect(), |(number, actions)| {
            if let Err(error) = part(number * size, actions) {
                // Which of several is told does not matter.
                let _ = trouble.set(error);
            }
        });
        trouble.into_inner().map_or(Ok(actions), Err)
    }

    fn positions(&self) -> Vec<AnyPosition> {
        self.lanes.iter().map(|lane| lane.course.position().clone().into()).collect()
    }

    fn reasons(&self) -> Vec<Option<&'static str>> {
        self.lanes.iter().map(|lane| lane.ended.map(End::word)).collect()
    }
}

/// How many seeds there are on a board, those in stores included.
pub(crate) fn seeds(position: &impl Position) -> f32 {
    let places = Player::ALL.into_iter().flat_map(|player| {
        let pits = (0..position.pits()).map(move |pit| Place::Pit(player, Pit::new(pit)));
        pits.chain([Place::Store(player)])
    });
    places.map(|place| f32::from(position.seeds(place))).sum()
}
