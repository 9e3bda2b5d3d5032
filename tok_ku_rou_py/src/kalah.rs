//! Positions of Kalah.

use crate::arguments::{board, by_player, seeds};
use crate::errors::OrRaise;
use crate::position::{self, PyPosition};
use crate::rules::PyKalahRules;
use crate::words::Word;
use pyo3::prelude::*;
use tok_ku_rou_core::kalah::{Rules, Setup};
use tok_ku_rou_core::{AnyPosition, ByPlayer, Kalah, Player};

/// A position of Kalah. `Kalah(rules)` is the start, South to move; without rules, under `KalahRules()`.
#[pyclass(name = "Kalah", module = "tok_ku_rou", frozen, extends = PyPosition)]
pub(crate) struct PyKalah;

/// The rules given, or the default ones.
fn rules_or_default(rules: Option<&Bound<'_, PyKalahRules>>) -> Rules {
    rules.map_or_else(Rules::default, |rules| rules.get().0)
}

#[pymethods]
impl PyKalah {
    #[new]
    #[pyo3(signature = (rules=None))]
    fn new(rules: Option<&Bound<'_, PyKalahRules>>) -> PyClassInitializer<Self> {
        let start = Kalah::new(rules_or_default(rules));
        PyClassInitializer::from(PyPosition(start.into())).add_subclass(Self)
    }

    /// The position of any board. `pits` are two rows of seeds, South's first, each from its owner's left (lists or an
    /// array of shape (2, pits)); `stores` are South's and North's; `turn` is the player to move. If a side is empty
    /// the game is over, and the board is swept.
    ///
    /// Raises `SetupError` if the board has another size than the rules, a number of seeds is not 0 to 255, or there
    /// are more than 255 in all; `TypeError` for seeds that are no ints.
    #[staticmethod]
    #[pyo3(signature = (pits, stores=None, turn="south", rules=None))]
    fn from_setup<'py>(
        py: Python<'py>,
        pits: &Bound<'py, PyAny>,
        stores: Option<&Bound<'py, PyAny>>,
        turn: &str,
        rules: Option<&Bound<'py, PyKalahRules>>,
    ) -> PyResult<Bound<'py, PyPosition>> {
        let rules = rules_or_default(rules);
        let stores = stores.map_or_else(|| Ok(ByPlayer::default()), |stores| by_player(stores, seeds))?;
        let setup = Setup { pits: board(pits, rules.pits())?, stores, turn: Player::read(turn)?, rules };
        position::object(py, Kalah::try_from(setup).or_raise()?.into())
    }

    /// The position of a board of the Kalah Game Protocol, such as "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>": size, South's
    /// store, North's store, South's pits, North's pits, each from its owner's left. The protocol tells neither rules
    /// nor turn. Raises `ParseError` if the text is no such board or has another size than the rules, `SetupError` if
    /// it holds more than 255 seeds.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None, turn="south"))]
    fn from_protocol<'py>(
        py: Python<'py>,
        text: &str,
        rules: Option<&Bound<'py, PyKalahRules>>,
        turn: &str,
    ) -> PyResult<Bound<'py, PyPosition>> {
        let setup = Setup::from_protocol(text, rules_or_default(rules), Player::read(turn)?).or_raise()?;
        position::object(py, Kalah::try_from(setup).or_raise()?.into())
    }

    /// The board in the words of the Kalah Game Protocol; see `from_protocol`.
    fn protocol(slf: &Bound<'_, Self>) -> String {
        match slf.as_super().get().0 {
            AnyPosition::Kalah(position) => position.protocol().to_string(),
            AnyPosition::TokKuRou(_) => unreachable!("its class is another"),
        }
    }
}
