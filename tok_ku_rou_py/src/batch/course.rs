//! A game as it runs its course: what batches and self-play need of one, and no more.

use super::seen::Seen;
use tok_ku_rou_core::ai::Goal;
use tok_ku_rou_core::{Outcome, Pit, PitSet, Player, Position, Reason};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules or by adjudication.
    Outcome(Outcome),
    /// This player made a move that is not legal.
    Illegal(Player),
}

impl End {
    /// The reason's word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Outcome(outcome) => outcome.reason.word(),
            Self::Illegal(_) => "illegal",
        }
    }

    /// Whether the limit on plies broke the game off.
    pub(crate) fn is_truncated(self) -> bool {
        matches!(self, Self::Outcome(Outcome { reason: Reason::PlyLimit, .. }))
    }
}

/// A game from its start to where it stands, under the default adjudication and a limit on plies.
pub(crate) struct Course<P> {
    position: P,
    /// The pits that may be lifted; empty when the game is over, by whatever reason.
    legal: PitSet,
    end: Option<End>,
    plies: u32,
    /// How often the position came up before.
    earlier: u16,
    /// Only where positions can come up again.
    seen: Option<Seen<P>>,
}

impl<P: Position> Course<P> {
    /// A game that begins here.
    pub(crate) fn new(start: P) -> Self {
        let seen = start.can_repeat().then(Seen::new);
        let mut course =
            Self { position: start.clone(), legal: PitSet::EMPTY, end: None, plies: 0, earlier: 0, seen };
        course.begin(start);
        course
    }

    /// Begins anew, here.
    pub(crate) fn begin(&mut self, start: P) {
        if let Some(seen) = &mut self.seen {
            seen.begin(&start);
        }
        self.legal = start.legal_moves();
        self.end = start.outcome().map(End::Outcome);
        self.position = start;
        (self.plies, self.earlier) = (0, 0);
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, pit: Pit, max_plies: u32) {
        self.position.play_unchecked(pit);
        self.plies += 1;
        self.legal = self.position.legal_moves();
        if let Some(seen) = &mut self.seen {
            self.earlier = seen.follow(pit, &self.position);
        }
        if self.legal.is_empty() {
            self.end = self.position.outcome().map(End::Outcome);
        } else if self.earlier >= 2 {
            self.finish(End::Outcome(Outcome { winner: None, reason: Reason::Repetition }));
        } else if self.plies >= max_plies {
            self.finish(End::Outcome(Outcome::by_count(self.position.scores(), Reason::PlyLimit)));
        }
    }

    /// Ends the game because its player to move made a move that is not legal.
    pub(crate) fn forfeit(&mut self) {
        self.finish(End::Illegal(self.position.turn()));
    }

    fn finish(&mut self, end: End) {
        self.legal = PitSet::EMPTY;
        self.end = Some(end);
    }

    /// The position now.
    pub(crate) const fn position(&self) -> &P {
        &self.position
    }

    /// The pits that may be lifted.
    pub(crate) const fn legal(&self) -> PitSet {
        self.legal
    }

    /// How the game ended, or `None` if it goes on.
    pub(crate) const fn end(&self) -> Option<End> {
        self.end
    }

    /// How often the position came up before.
    pub(crate) const fn earlier(&self) -> u16 {
        self.earlier
    }

    /// How often a position that may come up next came up before.
    pub(crate) fn count(&self, position: &P) -> u16 {
        match &self.seen {
            _ if *position == self.position => self.earlier,
            Some(seen) => seen.count(position),
            None => 0,
        }
    }

    /// The positions before this one that can still come up again, the oldest first.
    pub(crate) fn history(&self) -> Vec<P> {
        self.seen.as_ref().map_or_else(Vec::new, Seen::before)
    }

    /// What the game is worth to South: 1, 0 or -1, or the final margin as a share of so many seeds, where a tie by
    /// repetition is 0. While it goes on, 0.
    pub(crate) fn worth(&self, goal: Goal, seeds: f32) -> f32 {
        let south = |winner| if winner == Player::South { 1.0 } else { -1.0 };
        match (self.end, goal) {
            (Some(End::Illegal(player)), _) => south(!player),
            (Some(End::Outcome(outcome)), Goal::Outcome) => outcome.winner.map_or(0.0, south),
            (None | Some(End::Outcome(Outcome { reason: Reason::Repetition, .. })), _) => 0.0,
            (Some(End::Outcome(_)), Goal::Margin) => {
                let scores = self.position.scores().map(f32::from);
                (scores.south - scores.north) / seeds
            }
        }
    }
}
