//! What happens during a turn: events, whoever observes them, and the trace that records them.

use crate::{PitSet, Place, Player};

/// One step of a turn.
///
/// Applied in order to the board before the move, events give the board after it: a lift moves a pit's seeds
/// into the hand, a sow lays the hand out, a capture moves seeds as its documentation says, a sweep empties all
/// pits. What one hand does is one event; `Trace::seeds` tells it seed by seed.
///
/// ```
/// use tok_ku_rou_core::{Event, Kalah, Observer, Pit, Position};
/// struct Printer;
/// impl Observer for Printer {
///     fn event(&mut self, event: Event) {
///         println!("{event:?}");
///     }
/// }
/// Kalah::default().play_observed(Pit::new(0), &mut Printer);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Event {
    /// The player takes all seeds of a pit into the hand.
    Lift {
        /// The pit, which is empty now. In Kalah under `KeepSowing` it may be the opponent's.
        pit: Place,
        /// How many seeds it held.
        seeds: u8,
    },
    /// The player sows the hand, one seed into each place that follows `from` on the mover's [`Path`].
    Sow {
        /// The place before the first that gets a seed.
        from: Place,
        /// How many seeds are sown; the hand is empty afterwards.
        seeds: u8,
    },
    /// The last seed fell in an empty pit, and the turn ends.
    Sleep,
    /// The last seed fell in a pit that held seeds, and the turn ends.
    Stay,
    /// The last seed fell in the mover's store.
    Store,
    /// The player captures seeds of the opponent. In Tok Ku Rou they go into the hand; in Kalah they go into the
    /// mover's store, and so does the seed that captured them.
    Capture {
        /// The pit of the mover in which the last seed fell.
        at: Place,
        /// The opponent's pits that are emptied; in Kalah there may be none.
        pits: PitSet,
        /// How many seeds lay in those pits.
        seeds: u8,
    },
    /// The game is over and all seeds left in the pits are taken away (Kalah).
    Sweep {
        /// In whose store they go; `None` if they do not count.
        player: Option<Player>,
        /// How many seeds they are.
        seeds: u8,
    },
    /// The sow could never end, and the game is over. The board is again what it was at the first lift since the last
    /// capture, before the seeds were taken, or what it was before the move if nothing was captured.
    Endless,
    /// The turn passes to the opponent.
    Turn,
    /// The game is over.
    Over,
}

/// Whoever wants to know what happens during a turn. The observer `()` compiles away.
///
/// ```
/// use tok_ku_rou_core::{Event, Observer, Pit, Position, TokKuRou};
///
/// #[derive(Default)]
/// struct Eaten(u32);
/// impl Observer for Eaten {
///     fn event(&mut self, event: Event) {
///         if let Event::Capture { seeds, .. } = event {
///             self.0 += u32::from(seeds);
///         }
///     }
/// }
///
/// let mut eaten = Eaten::default();
/// let mut position = TokKuRou::default();
/// position.play_observed(Pit::new(12), &mut eaten);
/// assert_eq!(eaten.0, 12);
/// ```
pub trait Observer {
    /// Whether anybody listens; work done only for the observer hangs on it.
    const ACTIVE: bool = true;

    /// Called for each event in order.
    fn event(&mut self, event: Event);
}

impl Observer for () {
    const ACTIVE: bool = false;

    #[inline]
    fn event(&mut self, _: Event) {}
}

/// The closed way along which a player sows, as the places that follow one another.
///
/// ```
/// use tok_ku_rou_core::{Kalah, Pit, Place, Player, Position};
/// let path = Kalah::default().path();
/// assert_eq!(path.len(), 13);
/// let last = Place::Pit(Player::South, Pit::new(5));
/// assert_eq!(path.after(last), Some(Place::Store(Player::South)));
/// assert_eq!(path.after(Place::Store(Player::North)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    all(feature = "serde", feature = "alloc"),
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "alloc::vec::Vec<Place>", try_from = "alloc::vec::Vec<Place>")
)]
pub struct Path {
    places: [Place; Self::MAX],
    len: u8,
}

impl Path {
    const MAX: usize = 26;

    /// The path through these places and from the last back to the first; places beyond the 26th are ignored.
    pub(crate) fn new(places: impl IntoIterator<Item = Place>) -> Self {
        let mut path = Self { places: [Place::Store(Player::South); Self::MAX], len: 0 };
        for (slot, place) in path.places.iter_mut().zip(places) {
            *slot = place;
            path.len += 1;
        }
        path
    }

    /// How many places there are before the path comes round.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a path is never empty")]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// The places in the order of sowing, from an arbitrary first one.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places[..self.len()]
    }

    /// The place that gets a seed after this one; `None` if the path does not lead through this one.
    #[must_use]
    pub fn after(&self, place: Place) -> Option<Place> {
        let index = self.places().iter().position(|&other| other == place)?;
        Some(self.places()[(index + 1) % self.len()])
    }

    /// The `seeds` places that a hand falls into when it is sown from `from`, in order. Nothing if the path does
    /// not lead through `from`.
    ///
    /// ```
    /// use tok_ku_rou_core::{Pit, Place, Player, Position, TokKuRou};
    /// let path = TokKuRou::default().path();
    /// let pit = |number| Place::Pit(Player::South, Pit::new(number));
    /// assert!(path.sow(pit(22), 3).eq([pit(23), pit(0), pit(1)]));
    /// ```
    pub fn sow(&self, from: Place, seeds: u8) -> impl Iterator<Item = Place> + use<'_> {
        let start = self.places().iter().position(|&place| place == from);
        let following = start.into_iter().flat_map(|index| self.places().iter().cycle().skip(index + 1));
        following.copied().take(usize::from(seeds))
    }
}

#[cfg(all(feature = "serde", feature = "alloc"))]
mod as_list {
    use super::{Path, Place};
    use alloc::vec::Vec;

    impl From<Path> for Vec<Place> {
        fn from(path: Path) -> Self {
            path.places().to_vec()
        }
    }

    impl TryFrom<Vec<Place>> for Path {
        type Error = &'static str;

        fn try_from(places: Vec<Place>) -> Result<Self, Self::Error> {
            if (1..=Self::MAX).contains(&places.len()) {
                Ok(Self::new(places))
            } else {
                Err("expected 1 to 26 places of a path")
            }
        }
    }
}

#[cfg(feature = "alloc")]
pub use trace::Trace;

#[cfg(feature = "alloc")]
mod trace {
    use super::{Event, Observer, Path};
    use crate::{Pit, Place, PlayError, Position};
    use alloc::vec::Vec;

    /// The recorded events of one move.
    ///
    /// ```
    /// use tok_ku_rou_core::{Event, Kalah, Pit, Place, Player, Trace};
    /// let trace = Trace::of(&Kalah::default(), Pit::new(2))?;
    /// let pit = Place::Pit(Player::South, Pit::new(2));
    /// assert_eq!(trace.events(), [Event::Lift { pit, seeds: 4 }, Event::Sow { from: pit, seeds: 4 }, Event::Store]);
    /// assert_eq!(trace.seeds().last(), Some(Place::Store(Player::South)));
    /// # Ok::<(), tok_ku_rou_core::PlayError>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Trace {
        path: Path,
        events: Vec<Event>,
    }

    impl Trace {
        /// A trace without events, ready to observe a move of this position's player.
        #[must_use]
        pub fn new(position: &impl Position) -> Self {
            Self { path: position.path(), events: Vec::new() }
        }

        /// The trace of this move.
        ///
        /// # Errors
        /// If the move is not legal.
        pub fn of(position: &impl Position, pit: Pit) -> Result<Self, PlayError> {
            position.check(pit)?;
            let mut trace = Self::new(position);
            position.clone().play_observed(pit, &mut trace);
            Ok(trace)
        }

        /// The events in order.
        #[must_use]
        pub fn events(&self) -> &[Event] {
            &self.events
        }

        /// The way along which the mover sowed.
        #[must_use]
        pub const fn path(&self) -> &Path {
            &self.path
        }

        /// Where each sown seed fell, in order, over all hands of the move.
        pub fn seeds(&self) -> impl Iterator<Item = Place> + use<'_> {
            self.events.iter().flat_map(|event| {
                let hand = if let Event::Sow { from, seeds } = *event { Some((from, seeds)) } else { None };
                hand.into_iter().flat_map(|(from, seeds)| self.path.sow(from, seeds))
            })
        }
    }

    impl Observer for Trace {
        fn event(&mut self, event: Event) {
            self.events.push(event);
        }
    }
}
