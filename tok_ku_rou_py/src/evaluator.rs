//! Judges of positions that are written in Python: any callable on a batch, such as a neural net.

use crate::arguments::wrong_type;
use crate::errors::ArgumentError;
use crate::observation::{Planes, write_mask};
use numpy::{
    PyArray2, PyArray3, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tok_ku_rou_core::ai::Judgement;
use tok_ku_rou_core::{PitSet, Position};

/// Who judges positions.
pub(crate) enum Evaluator {
    /// A game played on from each position at random.
    Playouts,
    /// The same estimate as in a search.
    Estimate,
    /// Something in Python; see [`ask`].
    Callable(Py<PyAny>),
}

impl Evaluator {
    /// None, the word "estimate" or a callable.
    ///
    /// # Errors
    /// `ArgumentError` for any other word, `TypeError` for anything else.
    pub(crate) fn read(value: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(value) = value else { return Ok(Self::Playouts) };
        if let Ok(word) = value.cast::<PyString>() {
            let found = word.to_cow()?;
            if found == "estimate" {
                return Ok(Self::Estimate);
            }
            return Err(ArgumentError::new_err(format!("expected \"estimate\", found {found:?}")));
        }
        if value.is_callable() {
            Ok(Self::Callable(value.clone().unbind()))
        } else {
            Err(wrong_type("a callable evaluator, \"estimate\" or None", value))
        }
    }
}

/// Asks an evaluator about positions that are not over and have the same number of pits. It is called with their
/// observations (float32, (positions, channels, pits)) and masks (int8, (positions, pits)), both its own to keep, and
/// answers with logits of the same shape as the masks, and a value for each position, from -1 to 1.
///
/// `earlier` tells how often the position of that place came up in its game before.
///
/// # Errors
/// Whatever the evaluator raises. `TypeError` if it answers with something else than two arrays of floats,
/// `ArgumentError` if a shape is wrong, a legal pit's logit is not finite, or a value is not from -1 to 1.
pub(crate) fn ask(
    evaluator: &Bound<'_, PyAny>,
    planes: Planes,
    positions: &[impl Position],
    earlier: impl Fn(usize) -> u16,
) -> PyResult<Vec<Judgement>> {
    let Some(first) = positions.first() else {
        return Ok(Vec::new());
    };
    let py = evaluator.py();
    let (batch, channels, pits) = (positions.len(), planes.channels(), usize::from(first.pits()));
    let observations = PyArray3::<f32>::zeros(py, [batch, channels, pits], false);
    let masks = PyArray2::<i8>::zeros(py, [batch, pits], false);
    let mut observed = observations.readwrite();
    let rooms = observed.as_slice_mut()?.chunks_exact_mut(channels * pits);
    for (place, (position, room)) in positions.iter().zip(rooms).enumerate() {
        planes.write(position, earlier(place), room);
    }
    drop(observed);
    for (position, room) in positions.iter().zip(masks.readwrite().as_slice_mut()?.chunks_exact_mut(pits)) {
        write_mask(position.legal_moves(), room);
    }
    let answer = evaluator.call1((observations, masks))?;
    let expected = "a tuple of policy logits and values from the evaluator";
    let Ok(pair) = answer.cast::<PyTuple>() else {
        return Err(wrong_type(expected, &answer));
    };
    let (logits, values) = pair
        .extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
        .map_err(|_| ArgumentError::new_err(format!("expected {expected}, found {} items", pair.len())))?;
    let logits = floats(&logits, &[batch, pits], "policy logits")?;
    let values = floats(&values, &[batch], "values")?;
    let judged = positions.iter().zip(logits.chunks_exact(pits)).zip(values);
    judged.map(|((position, logits), value)| judgement(position.legal_moves(), logits, value)).collect()
}

/// What an evaluator answered, as numbers in order.
fn floats(value: &Bound<'_, PyAny>, shape: &[usize], what: &str) -> PyResult<Vec<f32>> {
    let py = value.py();
    let array = py.import("numpy")?.call_method1("asarray", (value,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    if untyped.dtype().kind() != b'f' {
        let found = untyped.dtype();
        return Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "expected {what} as an array of floats from the evaluator, found one of {found}"
        )));
    }
    if untyped.shape() != shape {
        return Err(ArgumentError::new_err(format!(
            "expected {what} of shape {} from the evaluator, found {}",
            PyTuple::new(py, shape)?,
            PyTuple::new(py, untyped.shape())?,
        )));
    }
    let array = array.call_method1("astype", (dtype::<f32>(py),))?;
    let numbers = array.cast::<PyArrayDyn<f32>>()?.readonly();
    Ok(numbers.as_array().iter().copied().collect())
}

/// The judgement of one position: the softmax of the legal pits' logits, and the value.
fn judgement(legal: PitSet, logits: &[f32], value: f32) -> PyResult<Judgement> {
    let logits = |pit: tok_ku_rou_core::Pit| logits[pit.index()];
    if let Some(found) = legal.into_iter().map(logits).find(|logit| !logit.is_finite()) {
        return Err(ArgumentError::new_err(format!(
            "expected finite policy logits of legal pits from the evaluator, found {found}"
        )));
    }
    if !(-1.0..=1.0).contains(&value) {
        return Err(ArgumentError::new_err(format!(
            "expected values from -1 to 1 from the evaluator, found {value}"
        )));
    }
    let greatest = legal.into_iter().map(logits).fold(f32::NEG_INFINITY, f32::max);
    let mut priors = [0.0; 32];
    for pit in legal {
        // Not the system's: the same answers are to give the same games on every machine.
        priors[pit.index()] = libm::expf(logits(pit) - greatest);
    }
    Ok(Judgement { priors, value })
}
