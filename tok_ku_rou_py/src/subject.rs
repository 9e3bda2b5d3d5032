//! What a search looks at: a position on its own, or a game as it stands.

use crate::arguments::wrong_type;
use crate::errors::{ArgumentError, PlayError};
use crate::game::PyGame;
use crate::position::PyPosition;
use crate::words::Word;
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
                let $history: Vec<tok_ku_rou_core::Kalah> =
                    earlier.filter_map(|&any| any.try_into().ok()).collect();
                $value
            }
            TokKuRou($position) => {
                let $history: Vec<tok_ku_rou_core::TokKuRou> =
                    earlier.filter_map(|&any| any.try_into().ok()).collect();
                $value
            }
        }
    }};
}
pub(crate) use either;

impl Subject {
    /// A position or a game, read, with the history and the rule that a caller gives. A game brings its own history,
    /// and its own rule unless told otherwise; a position alone has none, and a repetition is a tie.
    ///
    /// # Errors
    /// `TypeError` if it is neither; `ArgumentError` if there is history beside a game's own or of the other game, or no
    /// such rule.
    pub(crate) fn read(
        value: &Bound<'_, PyAny>,
        history: Option<Vec<Bound<'_, PyPosition>>>,
        repetition: Option<&str>,
    ) -> PyResult<Self> {
        let repetition = repetition.map(Repetition::read).transpose()?;
        if let Ok(position) = value.cast::<PyPosition>() {
            let position = position.get().0;
            return Ok(Self {
                position,
                history: earlier(&position, history)?,
                repetition: repetition.unwrap_or_default(),
                is_over: position.legal_moves().is_empty(),
            });
        }
        let Ok(game) = value.cast::<PyGame>() else {
            return Err(wrong_type("a position or a game", value));
        };
        if history.is_some() {
            return Err(ArgumentError::new_err("expected no history beside a game's own"));
        }
        let game = game.try_borrow()?;
        let game = game.game();
        let mut history: Vec<AnyPosition> = game.positions().copied().collect();
        // The last one is the position itself.
        history.pop();
        Ok(Self {
            position: *game.position(),
            history,
            repetition: repetition.unwrap_or(game.adjudication().repetition),
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

/// The positions before this one, which must be of the same game.
fn earlier(
    position: &AnyPosition,
    history: Option<Vec<Bound<'_, PyPosition>>>,
) -> PyResult<Vec<AnyPosition>> {
    let history = history.unwrap_or_default().into_iter();
    let read = history.map(|earlier| {
        let (game, earlier) = (position.game(), earlier.get().0);
        if earlier.game() == game {
            Ok(earlier)
        } else {
            let other = earlier.game();
            Err(ArgumentError::new_err(format!("expected a history of {game}, found a position of {other}")))
        }
    });
    read.collect()
}
