//! Files that tables are kept in.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::{fs, io};

/// All bytes of a file.
///
/// # Errors
/// `OSError` of the kind that Python's own functions raise.
pub(crate) fn read(py: Python<'_>, path: PathBuf) -> PyResult<Vec<u8>> {
    py.detach(|| fs::read(&path)).map_err(|error| os_error(py, &error, path))
}

/// Makes a file of bytes, or writes them over one.
///
/// # Errors
/// `OSError` of the kind that Python's own functions raise.
pub(crate) fn write(py: Python<'_>, path: PathBuf, bytes: &[u8]) -> PyResult<()> {
    py.detach(|| fs::write(&path, bytes)).map_err(|error| os_error(py, &error, path))
}

/// Python chooses the kind by the system's number, and names the file.
fn os_error(py: Python<'_>, error: &io::Error, path: PathBuf) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(error.to_string());
    };
    let words = py.import("os").and_then(|os| os.call_method1("strerror", (number,)));
    match words {
        Ok(words) => PyOSError::new_err((number, words.unbind(), path.into_os_string())),
        Err(error) => error,
    }
}
