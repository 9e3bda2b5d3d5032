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

    /// The final margin of perfect play for the player to move, in seeds, where it is known, from an endgame table for
    /// example. A search asks it of every position before it looks further.
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
