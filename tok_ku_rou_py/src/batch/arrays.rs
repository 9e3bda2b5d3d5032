//! The arrays of a step and of its actions, as numpy has them.

use super::rows::{Out, Rows};
use crate::arguments::wrong_type;
use crate::background;
use crate::errors::ArgumentError;
use numpy::ndarray::{Dimension, IntoDimension};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray,
    PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::sync::atomic::AtomicBool;

/// How many games, planes (0: no observations) and pits there are.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) games: usize,
    pub(super) planes: usize,
    pub(super) pits: usize,
}

/// The arrays of a step; those that nobody wants are not there.
pub(super) struct Arrays<'py> {
    observations: Option<Bound<'py, PyArray3<f32>>>,
    masks: Option<Bound<'py, PyArray2<i8>>>,
    rewards: Option<Bound<'py, PyArray2<f32>>>,
    terminated: Option<Bound<'py, PyArray1<bool>>>,
    truncated: Option<Bound<'py, PyArray1<bool>>>,
    to_play: Option<Bound<'py, PyArray1<i8>>>,
}

/// Arrays of a caller, by the names of `Step`'s fields in their order.
pub(super) type Given<'a, 'py> = [Option<&'a Bound<'py, PyAny>>; 6];

impl<'py> Arrays<'py> {
    /// New arrays.
    pub(super) fn fresh(py: Python<'py>, Shape { games, planes, pits }: Shape) -> Self {
        Self {
            observations: (planes > 0).then(|| PyArray::zeros(py, [games, planes, pits], false)),
            masks: Some(PyArray::zeros(py, [games, pits], false)),
            rewards: Some(PyArray::zeros(py, [games, 2], false)),
            terminated: Some(PyArray::zeros(py, games, false)),
            truncated: Some(PyArray::zeros(py, games, false)),
            to_play: Some(PyArray::zeros(py, games, false)),
        }
    }

    /// The caller's arrays, all of which can be written.
    ///
    /// # Errors
    /// `TypeError` if one is no array or has another dtype, `ArgumentError` if it has another shape, is not
    /// C-contiguous, cannot be written, or shares memory with another one.
    pub(super) fn given(given: Given<'_, 'py>, Shape { games, planes, pits }: Shape) -> PyResult<Self> {
        let [observations, masks, rewards, terminated, truncated, to_play] = given;
        if planes == 0 && observations.is_some() {
            return Err(ArgumentError::new_err(
                "expected no observations in a batch without, found an array",
            ));
        }
        let mut places = Vec::new();
        let arrays = Self {
            observations: buffer("observations", observations, [games, planes, pits], &mut places)?,
            masks: buffer("masks", masks, [games, pits], &mut places)?,
            rewards: buffer("rewards", rewards, [games, 2], &mut places)?,
            terminated: buffer("terminated", terminated, games, &mut places)?,
            truncated: buffer("truncated", truncated, games, &mut places)?,
            to_play: buffer("to_play", to_play, games, &mut places)?,
        };
        places.sort_unstable();
        for pair in places.windows(2) {
            let ((_, end, one), (start, _, other)) = (pair[0], pair[1]);
            if start < end {
                let message = format!("expected arrays apart in memory, found {one} and {other} to overlap");
                return Err(ArgumentError::new_err(message));
            }
        }
        Ok(arrays)
    }

    /// Has the arrays written while other Python threads run. If it is slow, a signal that raises sets the flag, and the
    /// work is to end soon after that.
    ///
    /// # Errors
    /// If an array cannot be written now; if it is slow, those of [`background::run`].
    pub(super) fn fill(
        &self,
        py: Python<'py>,
        is_slow: bool,
        work: impl FnOnce(Out<'_>, &AtomicBool) + Send,
    ) -> PyResult<()> {
        let mut observations = writable(self.observations.as_ref())?;
        let mut masks = writable(self.masks.as_ref())?;
        let mut rewards = writable(self.rewards.as_ref())?;
        let mut terminated = writable(self.terminated.as_ref())?;
        let mut truncated = writable(self.truncated.as_ref())?;
        let mut to_play = writable(self.to_play.as_ref())?;
        let out = Out {
            observations: rows(observations.as_mut())?,
            masks: rows(masks.as_mut())?,
            rewards: rows(rewards.as_mut())?,
            terminated: rows(terminated.as_mut())?,
            truncated: rows(truncated.as_mut())?,
            to_play: rows(to_play.as_mut())?,
            game: 0,
        };
        if is_slow {
            background::run(py, |stop| work(out, stop))
        } else {
            py.detach(|| work(out, &AtomicBool::new(false)));
            Ok(())
        }
    }

    /// The arrays as the `Step` that Python has.
    pub(super) fn step(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let Self { observations, masks, rewards, terminated, truncated, to_play } = self;
        let fields = (observations, masks, rewards, terminated, truncated, to_play);
        CLASS.import(py, "tok_ku_rou.learning", "Step")?.call1(fields)
    }
}

/// A caller's array, if it is what it must be. Where it lies, and its name, go to the `places`.
fn buffer<'py, T: Element, D: Dimension>(
    name: &'static str,
    value: Option<&Bound<'py, PyAny>>,
    shape: impl IntoDimension<Dim = D>,
    places: &mut Vec<(usize, usize, &'static str)>,
) -> PyResult<Option<Bound<'py, PyArray<T, D>>>> {
    let Some(value) = value else { return Ok(None) };
    let shape = shape.into_dimension();
    let expected = format!("{name} of dtype {} and shape {:?}", dtype::<T>(value.py()), shape.slice());
    let untyped = value.cast::<PyUntypedArray>().map_err(|_| wrong_type(&expected, value))?;
    if !untyped.dtype().is_equiv_to(&dtype::<T>(value.py())) {
        let message = format!("expected {expected}, found dtype {}", untyped.dtype());
        return Err(pyo3::exceptions::PyTypeError::new_err(message));
    }
    let refuse = |found: String| Err(ArgumentError::new_err(format!("expected {expected}, found {found}")));
    if untyped.shape() != shape.slice() {
        return refuse(format!("shape {:?}", untyped.shape()));
    }
    let Ok(array) = value.cast::<PyArray<T, D>>() else {
        return Err(wrong_type(&expected, value));
    };
    if !array.is_c_contiguous() || !array.is_aligned() {
        return refuse("one that is not C-contiguous and aligned".into());
    }
    if array.try_readwrite().is_err() {
        return refuse("one that cannot be written".into());
    }
    let start = array.data().addr();
    places.push((start, start + array.len() * size_of::<T>(), name));
    Ok(Some(array.clone()))
}

/// The array for writing.
fn writable<'py, T: Element, D: Dimension>(
    array: Option<&Bound<'py, PyArray<T, D>>>,
) -> PyResult<Option<PyReadwriteArray<'py, T, D>>> {
    Ok(array.map(PyArrayMethods::try_readwrite).transpose()?)
}

/// The array's rows.
fn rows<'a, T: Element, D: Dimension>(
    array: Option<&'a mut PyReadwriteArray<'_, T, D>>,
) -> PyResult<Rows<'a, T>> {
    let Some(array) = array else { return Ok(Rows::unwanted()) };
    let games = array.shape()[0];
    let values = array.as_slice_mut()?;
    let width = values.len() / games;
    Ok(Rows::new(values, width))
}

/// Whole numbers, one for each game: an array of integers, or what numpy makes one of.
///
/// # Errors
/// `TypeError` if they are no integers, `ArgumentError` if there are more or fewer, or one beyond 63 bits.
pub(super) fn integers(value: &Bound<'_, PyAny>, name: &str, games: usize) -> PyResult<Vec<i64>> {
    if let Ok(array) = value.cast::<PyArray1<i64>>()
        && array.len() == games
    {
        return Ok(array.try_readonly()?.as_array().to_vec());
    }
    let expected = format!("{name}, {games} integers");
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    let kind: char = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != 'i' && kind != 'u' {
        let found = array.getattr("dtype")?;
        return Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "expected {expected}, found dtype {found}"
        )));
    }
    let signed = array.call_method1("astype", ("int64",))?;
    match signed.cast::<PyArray1<i64>>() {
        Ok(signed) if signed.len() == games => {
            let numbers = signed.try_readonly()?.as_array().to_vec();
            if kind == 'u' && numbers.iter().any(|&number| number < 0) {
                return Err(ArgumentError::new_err(format!(
                    "expected {expected}, found one beyond 2**63 - 1"
                )));
            }
            Ok(numbers)
        }
        _ => {
            let found = array.getattr("shape")?;
            Err(ArgumentError::new_err(format!("expected {expected}, found an array of shape {found}")))
        }
    }
}

/// A yes or no for each game; `None` is yes to all.
///
/// # Errors
/// `TypeError` if it is no array of bool, `ArgumentError` if it has another length.
pub(super) fn selection(value: Option<&Bound<'_, PyAny>>, games: usize) -> PyResult<Option<Vec<bool>>> {
    let Some(value) = value else { return Ok(None) };
    let expected = format!("where, an array of {games} bools");
    let array = value.cast::<PyArray1<bool>>().map_err(|_| wrong_type(&expected, value))?;
    if array.len() != games {
        return Err(ArgumentError::new_err(format!("expected {expected}, found {}", array.len())));
    }
    Ok(Some(array.try_readonly()?.as_array().to_vec()))
}
