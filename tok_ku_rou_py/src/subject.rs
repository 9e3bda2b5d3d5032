//! What a search looks at: a position on its own, or a game as it stands.

use crate::arguments::wrong_type;
use crate::errors::PlayError;
use crate::game::PyGame;
use crate::position::PyPosition;
use pyo3::prelude::*;
use tok_ku_rou_core::{AnyPosition, Position, Repetition};

/// A position with what a search needs to know of the game before it.
pub(crate) struct Subject {
    /// The position to search.
    pub(crate) position: AnyPosition,
    /// The positions of the game before it, oldest first, all of the same game.
    pub(crate) history: Vec<AnyPosition>,
    /// What ends a game that goes round in circles.
    pub(crate) repetition: Repetition,
    /// Whether nothing can be played, be it that the game was given up.
    is_over: bool,
}

/// Does something with the position and its history as those of their game, so that what is slow is compiled for it.
macro_rules! either {
    ($subject:expr, |$position:ident, $history:ident| $value:expr) => {{
        use tok_ku_rou_core::AnyPosition::{Kalah, TokKuRou};
        let earlier = $subject.history.iter();
        match $subject.position {
            Kalah($position) => {
                let $history: Vec<_> =
                    earlier.filter_map(|&any| if let Kalah(one) = any { Some(one) } else { None }).collect();
                $value
            }
            TokKuRou($position) => {
                let $history: Vec<_> = earlier
                    .filter_map(|&any| if let TokKuRou(one) = any { Some(one) } else { None })
                    .collect();
                $value
            }
        }
    }};
}
pub(crate) use either;

impl Subject {
    /// A position or a game, read.
    ///
    /// # Errors
    /// `TypeError` if it is neither.
    pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(position) = value.cast::<PyPosition>() {
            let position = position.get().0;
            let is_over = position.legal_moves().is_empty();
            return Ok(Self { position, history: Vec::new(), repetition: Repetition::Tie, is_over });
        }
        let Ok(game) = value.cast::<PyGame>() else {
            return Err(wrong_type("a position or a game", value));
        };
        let game = game.try_borrow()?;
        let game = game.game();
        let mut history: Vec<AnyPosition> = game.positions().copied().collect();
        // The last one is the position itself.
        history.pop();
        Ok(Self {
            position: *game.position(),
            history,
            repetition: game.adjudication().repetition,
            is_over: game.outcome().is_some(),
        })
    }

    /// This subject, if there is a move to make.
    ///
    /// # Errors
    /// `PlayError` if the game is over.
    pub(crate) fn in_play(self) -> PyResult<Self> {
        if self.is_over {
            return Err(PlayError::new_err("expected a game that goes on, found one that is over"));
        }
        Ok(self)
    }
}
