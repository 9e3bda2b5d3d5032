//! What Python gives, read: whole numbers, pits, boards and where a game starts.

use crate::errors::{ArgumentError, OrRaise, PlayError, RulesError, SetupError};
use crate::position::PyPosition;
use crate::rules::{PyKalahRules, PyTokKuRouRules};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use std::time::Duration;
use tok_ku_rou_core::{AnyPosition, ByPlayer, Kalah, Pit, Position, TokKuRou};

/// The exception for a value of a wrong type.
pub(crate) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, found {name}")),
        Err(error) => error,
    }
}

/// What is to be called with news, if anything is.
///
/// # Errors
/// `TypeError` if it cannot be called.
pub(crate) fn callable<'a>(progress: Option<&'a Bound<'_, PyAny>>) -> PyResult<Option<&'a Py<PyAny>>> {
    match progress {
        Some(other) if !other.is_callable() => Err(wrong_type("a callable or None", other)),
        _ => Ok(progress.map(Bound::as_unbound)),
    }
}

/// A whole number that a `T` holds: an int, or what counts as one to Python (numpy's integers), but no bool.
///
/// # Errors
/// `TypeError` for anything else; the exception that `error` makes if the number does not fit; what an `__index__` of
/// the value raises.
pub(crate) fn whole<T: TryFrom<i64>>(
    value: &Bound<'_, PyAny>,
    expected: &str,
    error: fn(String) -> PyErr,
) -> PyResult<T> {
    if value.is_instance_of::<PyBool>() {
        return Err(wrong_type(expected, value));
    }
    let found = match value.extract::<i64>() {
        Ok(number) => match T::try_from(number) {
            Ok(fits) => return Ok(fits),
            Err(_) => number.to_string(),
        },
        Err(problem) if problem.is_instance_of::<PyOverflowError>(value.py()) => {
            "a number of more than 64 bits".into()
        }
        Err(problem) => return Err(unread(problem, expected, value)),
    };
    Err(error(format!("expected {expected}, found {found}")))
}

/// The exception for a value that could not be read: Python's own words for a wrong type do not tell what is expected.
fn unread(problem: PyErr, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    if problem.is_instance_of::<PyTypeError>(value.py()) { wrong_type(expected, value) } else { problem }
}

/// A real number: a float, or what counts as one to Python (an int too), but no bool.
///
/// # Errors
/// `TypeError` for anything else, `ArgumentError` for an int beyond all floats, what a `__float__` of the value raises.
pub(crate) fn real(value: &Bound<'_, PyAny>, expected: &str) -> PyResult<f64> {
    if value.is_instance_of::<PyBool>() {
        return Err(wrong_type(expected, value));
    }
    value.extract().map_err(|problem: PyErr| {
        if problem.is_instance_of::<PyOverflowError>(value.py()) {
            ArgumentError::new_err(format!("expected {expected}, found a number beyond all floats"))
        } else {
            unread(problem, expected, value)
        }
    })
}

/// A number of pits, columns or seeds in rules.
pub(crate) fn rules_number(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    whole(value, "a number from 1 to 20", RulesError::new_err)
}

/// A number of seeds on a board.
pub(crate) fn seeds(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    whole(value, "0 to 255 seeds", SetupError::new_err)
}

/// How many seeds in the pits a table is to know.
pub(crate) fn table_seeds(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    whole(value, "0 to 255 seeds", ArgumentError::new_err)
}

/// After how many sowings to end.
pub(crate) fn plies(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(value, "a number of plies from 0 to 4294967295", ArgumentError::new_err)
}

/// [`plies`], or no limit.
pub(crate) fn ply_limit(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if value.is_none() { Ok(None) } else { plies(value).map(Some) }
}

/// Where random numbers start.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(value, "a seed from 0 to 2**63 - 1", ArgumentError::new_err)
}

/// How many sowings deep to go.
pub(crate) fn depth(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    whole(value, "a depth from 0 to 255", ArgumentError::new_err)
}

/// [`depth`], or no limit.
pub(crate) fn depth_limit(value: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    if value.is_none() { Ok(None) } else { depth(value).map(Some) }
}

/// How many sowings or simulations to make, at most.
pub(crate) fn effort_limit(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    let read = || whole(value, "a number from 0 to 2**63 - 1", ArgumentError::new_err);
    if value.is_none() { Ok(None) } else { read().map(Some) }
}

/// How long to search, at most, in seconds.
pub(crate) fn time_limit(value: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    if value.is_none() {
        return Ok(None);
    }
    let expected = "a number of seconds from 0";
    let seconds = real(value, expected)?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(Some(time)),
        Err(_) => Err(ArgumentError::new_err(format!("expected {expected}, found {seconds}"))),
    }
}

/// How many at once: threads, or positions in a batch.
pub(crate) fn number_at_once(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    match whole(value, "a number from 1 to 65535", ArgumentError::new_err)? {
        0 => Err(ArgumentError::new_err("expected a number from 1 to 65535, found 0")),
        number => Ok(number),
    }
}

/// A number of mebibytes.
pub(crate) fn mebibytes(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    match whole(value, "a number of mebibytes from 1", ArgumentError::new_err)? {
        0 => Err(ArgumentError::new_err("expected a number of mebibytes from 1, found 0")),
        number => Ok(number),
    }
}

/// A pit of the player to move, by number from 0 or by the name of its move. Whether it may be lifted is another
/// question.
///
/// # Errors
/// `TypeError` if it is neither an int nor a str, `PlayError` if the board has no pit of this number, `ParseError` if
/// it has none of this name.
pub(crate) fn pit(position: &impl Position, value: &Bound<'_, PyAny>) -> PyResult<Pit> {
    // The common case, without the text of an error that will not come. A bool is no exact int.
    if value.is_exact_instance_of::<PyInt>()
        && let Ok(number) = value.extract::<u8>()
        && number < position.pits()
    {
        return Ok(Pit::new(number));
    }
    if let Ok(name) = value.cast::<PyString>() {
        return position.parse_move(&name.to_cow()?).or_raise();
    }
    let expected = format!("a pit from 0 to {} or the name of a move", position.pits() - 1);
    let number: u8 = whole(value, &expected, PlayError::new_err)?;
    if number < position.pits() {
        Ok(Pit::new(number))
    } else {
        Err(PlayError::new_err(format!("expected {expected}, found {number}")))
    }
}

/// A value for each player, South's first.
pub(crate) fn by_player<T>(
    value: &Bound<'_, PyAny>,
    mut read: impl FnMut(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<ByPlayer<T>> {
    let values = value.try_iter()?.map(|value| read(&value?)).collect::<PyResult<Vec<T>>>()?;
    let found = values.len();
    let [south, north] = values
        .try_into()
        .map_err(|_| SetupError::new_err(format!("expected values of 2 players, found {found}")))?;
    Ok(ByPlayer { south, north })
}

/// The seeds in the pits of each player, South's first; pits beyond the `pits` of the board are 0.
pub(crate) fn board<const N: usize>(value: &Bound<'_, PyAny>, pits: u8) -> PyResult<ByPlayer<[u8; N]>> {
    by_player(value, |row| {
        let row = row.try_iter()?.map(|value| seeds(&value?)).collect::<PyResult<Vec<u8>>>()?;
        if row.len() != usize::from(pits) {
            let message = format!("expected {pits} pits a player, found {}", row.len());
            return Err(SetupError::new_err(message));
        }
        Ok(std::array::from_fn(|pit| row.get(pit).copied().unwrap_or(0)))
    })
}

/// Where a game starts: a position, the start under rules, or a text of either; the start of Tok Ku Rou if nothing is
/// said.
pub(crate) fn start(value: Option<&Bound<'_, PyAny>>) -> PyResult<AnyPosition> {
    let Some(value) = value else {
        return Ok(TokKuRou::default().into());
    };
    if let Ok(position) = value.cast::<PyPosition>() {
        Ok(position.get().0)
    } else if let Ok(rules) = value.cast::<PyKalahRules>() {
        Ok(Kalah::new(rules.get().0).into())
    } else if let Ok(rules) = value.cast::<PyTokKuRouRules>() {
        Ok(TokKuRou::new(rules.get().0).into())
    } else if let Ok(text) = value.cast::<PyString>() {
        text.to_cow()?.parse().or_raise()
    } else {
        Err(wrong_type("a position, rules or a text", value))
    }
}
