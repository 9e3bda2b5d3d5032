//! Positions of Tok Ku Rou.

use crate::arguments::board;
use crate::errors::OrRaise;
use crate::position::{self, PyPosition};
use crate::rules::PyTokKuRouRules;
use crate::words::Word;
use pyo3::prelude::*;
use tok_ku_rou_core::tok_ku_rou::{Rules, Setup};
use tok_ku_rou_core::{Player, TokKuRou};

/// A position of Tok Ku Rou. `TokKuRou(rules)` is the start, South to move; without rules, under `TokKuRouRules()`.
#[pyclass(name = "TokKuRou", module = "tok_ku_rou", frozen, extends = PyPosition)]
pub(crate) struct PyTokKuRou;

/// The rules given, or the default ones.
fn rules_or_default(rules: Option<&Bound<'_, PyTokKuRouRules>>) -> Rules {
    rules.map_or_else(Rules::default, |rules| rules.get().0)
}

#[pymethods]
impl PyTokKuRou {
    #[new]
    #[pyo3(signature = (rules=None))]
    fn new(rules: Option<&Bound<'_, PyTokKuRouRules>>) -> PyClassInitializer<Self> {
        let start = TokKuRou::new(rules_or_default(rules));
        PyClassInitializer::from(PyPosition(start.into())).add_subclass(Self)
    }

    /// The position of any board. `pits` are two rings of seeds, South's first, each in its owner's numbering: the back
    /// row from the owner's left to right, then the front row back (lists or an array of shape (2, 2 * columns));
    /// `turn` is the player to move; `endless` says that an endless sow ended the game here, which multiple laps only
    /// can.
    ///
    /// Raises `SetupError` if the board has another size than the rules, a number of seeds is not 0 to 255, there are
    /// more than 255 in all, or it is endless with single laps; `TypeError` for seeds that are no ints.
    #[staticmethod]
    #[pyo3(signature = (pits, turn="south", rules=None, *, endless=false))]
    fn from_setup<'py>(
        py: Python<'py>,
        pits: &Bound<'py, PyAny>,
        turn: &str,
        rules: Option<&Bound<'py, PyTokKuRouRules>>,
        endless: bool,
    ) -> PyResult<Bound<'py, PyPosition>> {
        let rules = rules_or_default(rules);
        let pits = board(pits, 2 * rules.columns())?;
        let setup = Setup { pits, turn: Player::read(turn)?, rules, endless };
        position::object(py, TokKuRou::try_from(setup).or_raise()?.into())
    }
}
