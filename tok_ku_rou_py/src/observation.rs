//! What a learner sees of a position: planes of numbers from the mover's seat, and the mask of legal moves.

use crate::arguments::whole;
use crate::errors::ArgumentError;
use crate::words::Word;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use tok_ku_rou_core::{Pit, PitSet, Place, Player, Position};

/// Which planes an observation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planes {
    /// The numbers of seeds as they are.
    Counts,
    /// A plane for each number of seeds in a pit.
    OneHot,
}

impl Word for Planes {
    const WORDS: &'static [(&'static str, Self)] = &[("counts", Self::Counts), ("one-hot", Self::OneHot)];
}

/// How many numbers of seeds have a plane of their own in "one-hot"; the last one also stands for more.
const NUMBERS: usize = 16;

impl Planes {
    /// How many planes there are.
    pub(crate) const fn channels(self) -> usize {
        match self {
            Self::Counts => 5,
            Self::OneHot => 2 * NUMBERS + 3,
        }
    }

    /// Writes the planes of a position one behind another, each with a number for every pit of a player. `earlier` is
    /// how often the position came up in its game before.
    pub(crate) fn write(self, position: &impl Position, earlier: u16, planes: &mut [f32]) {
        let pits = usize::from(position.pits());
        let (mover, scores) = (position.turn(), position.scores());
        let seats = [mover, !mover];
        let seeds = |player: Player, pit: usize| position.seeds(Place::Pit(player, Pit::new(pit as u8)));
        let (of_pits, of_scores) = planes.split_at_mut((self.channels() - 3) * pits);
        let half = of_pits.len() / 2;
        for (player, planes) in seats.into_iter().zip(of_pits.chunks_exact_mut(half)) {
            match self {
                Self::Counts => {
                    for (pit, value) in planes.iter_mut().enumerate() {
                        *value = f32::from(seeds(player, pit));
                    }
                }
                Self::OneHot => {
                    planes.fill(0.0);
                    for pit in 0..pits {
                        planes[usize::from(seeds(player, pit)).min(NUMBERS - 1) * pits + pit] = 1.0;
                    }
                }
            }
        }
        let values = [f32::from(scores[mover]), f32::from(scores[!mover]), f32::from(earlier)];
        for (value, plane) in values.into_iter().zip(of_scores.chunks_exact_mut(pits)) {
            plane.fill(value);
        }
    }

    /// The planes of a position as an array of shape (channels, pits a player).
    pub(crate) fn array<'py>(
        self,
        py: Python<'py>,
        position: &impl Position,
        earlier: u16,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let array = PyArray2::zeros(py, [self.channels(), usize::from(position.pits())], false);
        self.write(position, earlier, array.readwrite().as_slice_mut()?);
        Ok(array)
    }
}

/// Writes 1 for each legal pit and 0 for each other pit.
pub(crate) fn write_mask(legal: PitSet, mask: &mut [i8]) {
    for (pit, value) in mask.iter_mut().enumerate() {
        *value = (legal.bits() >> (pit & 31) & 1) as i8;
    }
}

/// How often a position came up.
pub(crate) fn occurrences(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    whole(value, "a number of occurrences from 0 to 65535", ArgumentError::new_err)
}
