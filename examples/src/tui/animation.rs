//! A move shown seed by seed, from its trace.

use crate::play::tell::tell_event;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tok_ku_rou_core::{AnyPosition, Event, Pit, Place, Player, Position, Trace};

/// A long sow is shown faster, so that it never takes longer than this.
const LONGEST: Duration = Duration::from_secs(12);

/// Every place of a board.
pub(super) fn places(position: &AnyPosition) -> impl Iterator<Item = Place> + use<> {
    let pits = position.pits();
    let player_places = move |player| {
        (0..pits).map(move |pit| Place::Pit(player, Pit::new(pit))).chain([Place::Store(player)])
    };
    Player::ALL.into_iter().flat_map(player_places)
}

/// A move on its way: the board between two positions.
pub(super) struct Animation {
    before: AnyPosition,
    after: AnyPosition,
    trace: Trace,
    /// What lies where now.
    board: HashMap<Place, u8>,
    hand: u8,
    /// The event that comes next, and how many of its seeds have been sown.
    next: (usize, u8),
    /// Where the last seed fell, or the last pit that was lifted.
    at: Option<Place>,
    /// The pits that the last event emptied.
    eaten: Vec<Place>,
    told: String,
    /// How long each step takes, and when the last one was due.
    pace: Duration,
    since: Option<Instant>,
}

impl Animation {
    /// The move from this position to that one, with so much time for each seed.
    pub(super) fn new(before: AnyPosition, after: AnyPosition, trace: Trace, pace: Duration) -> Self {
        let board = places(&before).map(|place| (place, before.seeds(place))).collect();
        let mut animation = Self {
            before,
            after,
            trace,
            board,
            hand: 0,
            next: (0, 0),
            at: None,
            eaten: Vec::new(),
            told: String::new(),
            pace: Duration::ZERO,
            since: None,
        };
        animation.set_pace(pace);
        animation
    }

    pub(super) fn set_pace(&mut self, pace: Duration) {
        let steps = self.trace.events().len() + self.trace.seeds().count();
        self.pace = pace.min(LONGEST / steps.max(1) as u32);
    }

    /// How many seeds lie here now.
    pub(super) fn seeds(&self, place: Place) -> u8 {
        self.board.get(&place).copied().unwrap_or(0)
    }

    pub(super) fn hand(&self) -> u8 {
        self.hand
    }

    pub(super) fn is_at(&self, place: Place) -> bool {
        self.at == Some(place)
    }

    pub(super) fn is_eaten(&self, place: Place) -> bool {
        self.eaten.contains(&place)
    }

    /// What is happening, in words.
    pub(super) fn told(&self) -> &str {
        &self.told
    }

    /// Makes the steps that are due; `false` when the move is over.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        let mut since = *self.since.get_or_insert(now);
        // What is left of the time counts for the next step, or a long sow would take too long.
        while since + self.pace <= now {
            since += self.pace;
            if !self.step() {
                return false;
            }
        }
        self.since = Some(since);
        true
    }

    /// One seed, or one event that sows none; `false` when there is no more.
    fn step(&mut self) -> bool {
        let (index, sown) = self.next;
        let Some(&event) = self.trace.events().get(index) else { return false };
        if sown == 0 {
            self.eaten.clear();
            if let Some(told) = tell_event(&self.before, &self.trace, event) {
                self.told = format!("{} {told}", self.before.turn());
            }
        }
        if let Event::Sow { from, seeds } = event
            && sown < seeds
        {
            self.at = self.trace.path().sow(from, sown + 1).last();
            if let Some(place) = self.at {
                *self.board.entry(place).or_default() += 1;
            }
            self.hand = self.hand.saturating_sub(1);
            self.next = if sown + 1 < seeds { (index, sown + 1) } else { (index + 1, 0) };
            return true;
        }
        self.make(event);
        self.next = (index + 1, 0);
        true
    }

    /// Does to the board what an event that is no sowing says.
    fn make(&mut self, event: Event) {
        match event {
            Event::Lift { pit, seeds } => {
                self.take(pit);
                self.hand += seeds;
                self.at = Some(pit);
            }
            Event::Capture { at, pits, seeds } => {
                self.eaten = pits.into_iter().map(|pit| Place::Pit(!at.player(), pit)).collect();
                for place in self.eaten.clone() {
                    self.take(place);
                }
                let store = Place::Store(at.player());
                if self.before.layout().stores {
                    let lone = self.take(at);
                    *self.board.entry(store).or_default() += seeds + lone;
                } else {
                    self.hand += seeds;
                }
            }
            // Both leave the board that the position after the move has.
            Event::Sweep { .. } | Event::Endless => {
                self.board = places(&self.after).map(|place| (place, self.after.seeds(place))).collect();
                self.hand = 0;
            }
            Event::Sow { .. } | Event::Sleep | Event::Stay | Event::Store | Event::Turn | Event::Over => {}
        }
    }

    fn take(&mut self, place: Place) -> u8 {
        self.board.insert(place, 0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows a move step by step and holds the last board against the position after it.
    fn check(position: &AnyPosition, pit: Pit) -> AnyPosition {
        let after = position.play(pit).unwrap();
        let trace = Trace::of(position, pit).unwrap();
        let mut animation = Animation::new(*position, after, trace, Duration::from_millis(100));
        let total = |animation: &Animation| {
            animation.board.values().map(|&seeds| u32::from(seeds)).sum::<u32>() + u32::from(animation.hand)
        };
        let whole = total(&animation);
        let uncounted = position.to_string().contains("sweep-none");
        while animation.step() {
            assert!(uncounted || total(&animation) == whole, "{position}");
        }
        assert_eq!(animation.hand, 0, "{position}");
        for place in places(&after) {
            assert_eq!(animation.seeds(place), after.seeds(place), "{position}, {place}");
        }
        after
    }

    #[test]
    fn the_last_picture_is_the_position_after_the_move() {
        for start in [
            "tok_ku_rou 12x2",
            "tok_ku_rou 12x2,multiple-laps",
            "kalah 6x4",
            "kalah 6x4,leave-empty,sweep-finisher",
            "kalah 6x4,keep-sowing",
            "kalah 4x3,sweep-none,clockwise",
        ] {
            let mut position: AnyPosition = start.parse().unwrap();
            for turn in 0..150 {
                let legal = position.legal_moves();
                let Some(pit) = legal.nth(turn * 7 % legal.len().max(1)) else { break };
                position = check(&position, pit);
            }
        }
    }

    /// A sow that never ends, shown as slowly as can be.
    fn endless() -> Animation {
        let position: AnyPosition = "tok_ku_rou 0,5,4,3,8,1,10,3,4,2,18,4/1,2,0,7,2,5,0,3,0,1,0,5/\
             0,0,1,0,0,0,1,0,0,0,0,1/1,0,0,1,0,1,0,1,0,0,0,1 n 12x2,multiple-laps"
            .parse()
            .unwrap();
        let pit = position.parse_move("f11").unwrap();
        let after = check(&position, pit);
        let trace = Trace::of(&position, pit).unwrap();
        assert!(trace.events().contains(&Event::Endless));
        Animation::new(position, after, trace, Duration::from_secs(1))
    }

    #[test]
    fn a_sow_that_never_ends_is_shown_in_time() {
        let (mut animation, begin) = (endless(), Instant::now());
        assert!(animation.tick(begin) && animation.tick(begin + LONGEST / 2));
        assert!(!animation.tick(begin + LONGEST * 2));
    }

    #[test]
    fn a_clock_that_is_looked_at_seldom_makes_a_sow_no_longer() {
        let (mut animation, begin) = (endless(), Instant::now());
        // A look at the clock finds one step due or two.
        let look = animation.pace * 3 / 2;
        let mut now = begin;
        while animation.tick(now) {
            now += look;
        }
        assert!(now - begin <= LONGEST + look, "{:?}", now - begin);
    }

    #[test]
    fn steps_follow_the_clock() {
        let start: AnyPosition = "kalah 6x4".parse().unwrap();
        let (pit, begin) = (Pit::new(2), Instant::now());
        let trace = Trace::of(&start, pit).unwrap();
        let pace = Duration::from_millis(100);
        let mut animation = Animation::new(start, start.play(pit).unwrap(), trace, pace);
        assert!(animation.tick(begin));
        assert_eq!(animation.hand(), 0, "nothing is due yet");
        assert!(animation.tick(begin + pace));
        assert_eq!((animation.hand(), animation.told()), (4, "south lifts 4 seeds from 3"));
        assert!(animation.tick(begin + 3 * pace));
        assert_eq!((animation.hand(), animation.seeds(Place::Pit(Player::South, Pit::new(4)))), (2, 5));
        animation.set_pace(Duration::ZERO);
        assert!(!animation.tick(begin + 3 * pace), "without a pace all is done at once");
        assert_eq!(animation.seeds(Place::Store(Player::South)), 1);
    }
}
