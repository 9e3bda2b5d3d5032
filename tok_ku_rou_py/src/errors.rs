//! The exceptions, which are Python classes so that they pickle and have both bases, and how the core's errors
//! become them.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use tok_ku_rou_core::ai;

pyo3::import_exception!(tok_ku_rou.errors, ArgumentError);
pyo3::import_exception!(tok_ku_rou.errors, ParseError);
pyo3::import_exception!(tok_ku_rou.errors, PlayError);
pyo3::import_exception!(tok_ku_rou.errors, RulesError);
pyo3::import_exception!(tok_ku_rou.errors, SetupError);
pyo3::import_exception!(tok_ku_rou.errors, StoppedError);
pyo3::import_exception!(tok_ku_rou.errors, TableError);

/// An error of the core that Python knows as an exception.
pub(crate) trait Raise {
    /// The exception.
    fn raise(self) -> PyErr;
}

/// Errors of the core that are always the same exception.
macro_rules! always {
    ($($error:ty => $exception:ident),* $(,)?) => {$(
        impl Raise for $error {
            fn raise(self) -> PyErr {
                $exception::new_err(self.to_string())
            }
        }
    )*};
}

always! {
    tok_ku_rou_core::PlayError => PlayError,
    tok_ku_rou_core::RulesError => RulesError,
    tok_ku_rou_core::SetupError => SetupError,
    ai::TableError => PyMemoryError,
    ai::TreeError => PyMemoryError,
    ai::MisfitError => ArgumentError,
    ai::OpenError => TableError,
}

impl Raise for tok_ku_rou_core::ParseError {
    fn raise(self) -> PyErr {
        // `OpenBracket` becomes `open-bracket`.
        let mut part = String::new();
        for letter in format!("{:?}", self.part).chars() {
            if letter.is_ascii_uppercase() && !part.is_empty() {
                part.push('-');
            }
            part.push(letter.to_ascii_lowercase());
        }
        ParseError::new_err((self.to_string(), part, self.at))
    }
}

impl Raise for ai::BuildError {
    fn raise(self) -> PyErr {
        let message = self.to_string();
        match self {
            Self::Clockwise | Self::TooLarge => ArgumentError::new_err(message),
            Self::Memory { .. } => PyMemoryError::new_err(message),
            Self::Stopped => StoppedError::new_err(message),
        }
    }
}

impl Raise for ai::SmallBoardError {
    fn raise(self) -> PyErr {
        let message = self.to_string();
        match self {
            Self::TooLarge { .. } => ArgumentError::new_err(message),
            Self::Memory { .. } => PyMemoryError::new_err(message),
            Self::Stopped => StoppedError::new_err(message),
        }
    }
}

impl Raise for ai::SolverError {
    fn raise(self) -> PyErr {
        let message = self.to_string();
        match self {
            Self::Clockwise | Self::Rules | Self::Seeds { .. } => ArgumentError::new_err(message),
            Self::Memory { .. } => PyMemoryError::new_err(message),
        }
    }
}

/// A result of the core whose error is to be raised.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception that its error becomes.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(Raise::raise)
    }
}
