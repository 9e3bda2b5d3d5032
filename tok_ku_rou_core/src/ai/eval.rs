//! Estimates of positions that are not searched further.

use super::value::{Value, lead};
use crate::Position;

/// Whoever estimates positions.
///
/// Any function of a position will do:
/// ```
/// use tok_ku_rou_core::{Kalah, Position};
/// use tok_ku_rou_core::ai::{Evaluate, Value};
/// let mobility = |position: &Kalah| Value::estimate(position.legal_moves().len() as i32);
/// assert_eq!(mobility.evaluate(&Kalah::default()), Value::estimate(6));
/// ```
pub trait Evaluate<P> {
    /// An estimate for the player to move of a position that is not over.
    fn evaluate(&self, position: &P) -> Value;

    /// The final margin of perfect play for the player to move of a position that is not over, in seeds, where it is known,
    /// from an endgame table for example. A search asks for it before it looks further, but for the position it is to find
    /// a move in. Where positions can come up again, it must hold under the repetition rule of the search.
    #[inline]
    fn exact(&self, _position: &P) -> Option<i16> {
        None
    }
}

impl<P, F: Fn(&P) -> Value> Evaluate<P> for F {
    fn evaluate(&self, position: &P) -> Value {
        self(position)
    }
}

/// The plain seed difference: how far the player to move leads now, and nothing else.
///
/// ```
/// use tok_ku_rou_core::Kalah;
/// use tok_ku_rou_core::ai::{Evaluate, Material, Value};
/// let position: Kalah = "kalah 0,0,1/0,2,0 9,3 n 3x3".parse()?;
/// assert_eq!(Material.evaluate(&position), Value::estimate(-600), "North is six behind");
/// # Ok::<(), tok_ku_rou_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material;

impl<P: Position> Evaluate<P> for Material {
    #[inline]
    fn evaluate(&self, position: &P) -> Value {
        Value::estimate(100 * i32::from(lead(position)))
    }
}

/// An evaluation that also knows some positions exactly, for example from an endgame table.
///
/// ```
/// use tok_ku_rou_core::{Position, TokKuRou, tok_ku_rou::Rules};
/// use tok_ku_rou_core::ai::{Informed, Limits, Search, SmallBoard, Table, Tuned};
/// let board = SmallBoard::solve(Rules::new(2, 2)?)?;
/// let known = |position: &TokKuRou| board.find(position).ok().map(|solved| solved.margin);
/// let search = Search::new(Table::new(1 << 16)?, Informed::new(Tuned, known));
/// let found = search.find(&TokKuRou::new(board.rules()), &[], Limits::depth(1));
/// assert!(found.line.complete && found.line.value.margin() == Some(16), "one sowing ahead all is known");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Informed<E, X> {
    evaluator: E,
    known: X,
}

impl<E, X> Informed<E, X> {
    /// This evaluation, with the exact margins that `known` tells; see [`Evaluate::exact`].
    pub const fn new(evaluator: E, known: X) -> Self {
        Self { evaluator, known }
    }
}

impl<P, E: Evaluate<P>, X: Fn(&P) -> Option<i16>> Evaluate<P> for Informed<E, X> {
    fn evaluate(&self, position: &P) -> Value {
        self.evaluator.evaluate(position)
    }

    fn exact(&self, position: &P) -> Option<i16> {
        (self.known)(position)
    }
}
