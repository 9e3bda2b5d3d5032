//! The rules of both games.

use crate::arguments::rules_number;
use crate::errors::OrRaise;
use crate::words::Word;
use pyo3::prelude::*;
use pyo3::types::PyType;
use tok_ku_rou_core::kalah::{self, Capture, Direction, Sweep};
use tok_ku_rou_core::tok_ku_rou::{self, Laps};

/// The rules of a game of Kalah.
///
/// `pits` is how many pits a row has (1 to 7), `seeds` how many seeds each starts with (1 to 20); the board holds at
/// most 255. `capture` says what a last seed in an own empty pit does: "take-empty" takes it and all across, even
/// if there is nothing across; "leave-empty" needs seeds across; "keep-sowing" captures nothing and sows on from
/// occupied pits. `sweep` says who gets what is left at the end: the "owner" of the side, the "finisher", or "none".
/// `direction` is "counterclockwise" or "clockwise". `str` is the text of notation, which `parse` reads.
///
/// `SOURCE` and `STANDARD` ("leave-empty") have four seeds; `SOURCE_3`, `STANDARD_3` and so on have three, five and
/// six.
///
/// Raises `RulesError` if there are no such rules.
#[pyclass(name = "KalahRules", module = "tok_ku_rou", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyKalahRules(pub(crate) kalah::Rules);

#[pymethods]
impl PyKalahRules {
    #[classattr]
    const SOURCE: Self = Self(kalah::Rules::SOURCE);
    #[classattr]
    const SOURCE_3: Self = Self(kalah::Rules::SOURCE_3);
    #[classattr]
    const SOURCE_5: Self = Self(kalah::Rules::SOURCE_5);
    #[classattr]
    const SOURCE_6: Self = Self(kalah::Rules::SOURCE_6);
    #[classattr]
    const STANDARD: Self = Self(kalah::Rules::STANDARD);
    #[classattr]
    const STANDARD_3: Self = Self(kalah::Rules::STANDARD_3);
    #[classattr]
    const STANDARD_5: Self = Self(kalah::Rules::STANDARD_5);
    #[classattr]
    const STANDARD_6: Self = Self(kalah::Rules::STANDARD_6);

    #[new]
    #[pyo3(signature = (pits=6, seeds=4, capture="take-empty", sweep="owner", direction="counterclockwise"))]
    fn new(
        #[pyo3(from_py_with = rules_number)] pits: u8,
        #[pyo3(from_py_with = rules_number)] seeds: u8,
        capture: &str,
        sweep: &str,
        direction: &str,
    ) -> PyResult<Self> {
        let rules = kalah::Rules::new(pits, seeds).or_raise()?.with_capture(Capture::read(capture)?);
        Ok(Self(rules.with_sweep(Sweep::read(sweep)?).with_direction(Direction::read(direction)?)))
    }

    /// The rules of a text such as "6x4,leave-empty". Raises `ParseError` if it is none.
    #[classmethod]
    fn parse(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).or_raise()
    }

    /// How many pits a row has.
    #[getter]
    fn pits(&self) -> u8 {
        self.0.pits()
    }

    /// How many seeds each pit starts with.
    #[getter]
    fn seeds(&self) -> u8 {
        self.0.seeds()
    }

    /// The capture rule.
    #[getter]
    fn capture(&self) -> &'static str {
        self.0.capture().word()
    }

    /// Who gets what is left at the end.
    #[getter]
    fn sweep(&self) -> &'static str {
        self.0.sweep().word()
    }

    /// Which way seeds are sown.
    #[getter]
    fn direction(&self) -> &'static str {
        self.0.direction().word()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!(
            "KalahRules(pits={}, seeds={}, capture='{}', sweep='{}', direction='{}')",
            self.pits(),
            self.seeds(),
            self.capture(),
            self.sweep(),
            self.direction()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.get().__str__(),)))
    }
}

/// The rules of a game of Tok Ku Rou.
///
/// `columns` is how many columns the board has (1 to 13), `seeds` how many seeds each pit starts with (1 to 9); the
/// board holds at most 255. `laps` says what a last seed in an occupied pit does that captures nothing: with "single"
/// laps it stays, with "multiple" laps its pit is lifted and sown on. `str` is the text of notation, which `parse`
/// reads.
///
/// `SOURCE` has single laps, `TRADITIONAL` multiple.
///
/// Raises `RulesError` if there are no such rules.
#[pyclass(name = "TokKuRouRules", module = "tok_ku_rou", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyTokKuRouRules(pub(crate) tok_ku_rou::Rules);

#[pymethods]
impl PyTokKuRouRules {
    #[classattr]
    const SOURCE: Self = Self(tok_ku_rou::Rules::SOURCE);
    #[classattr]
    const TRADITIONAL: Self = Self(tok_ku_rou::Rules::TRADITIONAL);

    #[new]
    #[pyo3(signature = (columns=12, seeds=2, laps="single"))]
    fn new(
        #[pyo3(from_py_with = rules_number)] columns: u8,
        #[pyo3(from_py_with = rules_number)] seeds: u8,
        laps: &str,
    ) -> PyResult<Self> {
        let rules = tok_ku_rou::Rules::new(columns, seeds).or_raise()?;
        Ok(Self(rules.with_laps(Laps::read(laps)?)))
    }

    /// The rules of a text such as "12x2,multiple-laps". Raises `ParseError` if it is none.
    #[classmethod]
    fn parse(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).or_raise()
    }

    /// How many columns the board has.
    #[getter]
    fn columns(&self) -> u8 {
        self.0.columns()
    }

    /// How many seeds each pit starts with.
    #[getter]
    fn seeds(&self) -> u8 {
        self.0.seeds()
    }

    /// Whether a sow goes on from an occupied pit.
    #[getter]
    fn laps(&self) -> &'static str {
        self.0.laps().word()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("TokKuRouRules(columns={}, seeds={}, laps='{}')", self.columns(), self.seeds(), self.laps())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.get().__str__(),)))
    }
}
