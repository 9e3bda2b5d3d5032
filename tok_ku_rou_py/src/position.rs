//! Positions: the class of what both games have, which `Kalah` and `TokKuRou` extend.

use crate::arguments::{depth, pit};
use crate::errors::{ArgumentError, OrRaise};
use crate::kalah::PyKalah;
use crate::observation::{Planes, occurrences, write_mask};
use crate::outcome::PyOutcome;
use crate::rules::{PyKalahRules, PyTokKuRouRules};
use crate::tok_ku_rou::PyTokKuRou;
use crate::words::Word;
use crate::{background, event};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::atomic::{AtomicBool, Ordering};
use tok_ku_rou_core::{AnyPosition, Pit, Place, Player, Position, Trace, perft, picture};

/// A position of either game, with the rules it is played under. `Kalah` and `TokKuRou` are its two kinds.
///
/// Positions never change: `play` makes a new one. They compare equal and hash by board, turn and rules. `str` is the
/// notation, which `parse` reads.
///
/// A pit is an int from 0 (numpy's too) or the name of its move: "1" to "6" from the mover's left in Kalah, "b1" to
/// "b12" and "f1" to "f12" in Tok Ku Rou.
#[pyclass(name = "Position", module = "tok_ku_rou", frozen, subclass, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPosition(pub(crate) AnyPosition);

/// The position as an instance of its game's class.
pub(crate) fn object(py: Python<'_>, position: AnyPosition) -> PyResult<Bound<'_, PyPosition>> {
    let shared = PyClassInitializer::from(PyPosition(position));
    Ok(match position {
        AnyPosition::Kalah(_) => Bound::new(py, shared.add_subclass(PyKalah))?.into_super(),
        AnyPosition::TokKuRou(_) => Bound::new(py, shared.add_subclass(PyTokKuRou))?.into_super(),
    })
}

/// The position of a text in notation, of either game; the game's name and rules alone stand for the start.
///
/// Raises `ParseError` if the text is none; its `part` and `at` tell what was expected and at which byte.
#[pyo3::pyfunction]
pub(crate) fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyPosition>> {
    object(py, text.parse().or_raise()?)
}

#[pymethods]
impl PyPosition {
    /// The player to move, "south" or "north"; of a finished position, the opponent of the last mover.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().word()
    }

    /// The rules this position is played under.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.0 {
            AnyPosition::Kalah(position) => Bound::new(py, PyKalahRules(position.rules()))?.into_any(),
            AnyPosition::TokKuRou(position) => Bound::new(py, PyTokKuRouRules(position.rules()))?.into_any(),
        })
    }

    /// How many pits a player has. Both players share these actions.
    #[getter]
    fn num_pits(&self) -> u8 {
        self.0.pits()
    }

    /// The seeds in the pits: uint8 of shape (2, pits a player), South first, each row in its owner's numbering. A new
    /// array each time.
    #[getter]
    fn pits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let pits = PyArray2::zeros(py, [2, usize::from(self.0.pits())], false);
        for ((player, pit), seeds) in pits.readwrite().as_array_mut().indexed_iter_mut() {
            *seeds = self.0.seeds(Place::Pit(Player::ALL[player], Pit::new(pit as u8)));
        }
        pits
    }

    /// What South and North have: seeds in the store (Kalah) or on the own side (Tok Ku Rou).
    #[getter]
    fn scores(&self) -> (u8, u8) {
        let scores = self.0.scores();
        (scores.south, scores.north)
    }

    /// The least and the greatest final margin, in seeds, that can still come about for the player to move. Of a
    /// finished position both are the margin.
    #[getter]
    fn margin_bounds(&self) -> (i16, i16) {
        self.0.margin_bounds()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.legal_moves().is_empty()
    }

    /// How the game ended, or None if it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome().map(PyOutcome)
    }

    /// A hash of 64 bits of board, turn and rules, the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The pits that the player to move may lift, in ascending order; empty if the game is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.legal_moves().into_iter().map(Pit::number))
    }

    /// The legal moves as int8 of shape (pits a player,): 1 for a pit that may be lifted, 0 for any other.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; usize::from(self.0.pits())];
        write_mask(self.0.legal_moves(), &mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// What a learner sees: float32 of shape (planes, pits a player), from the seat of the player to move. "counts" has
    /// 5 planes: the mover's pits, the opponent's (each in its owner's numbering), and, in every column, the mover's
    /// score, the opponent's (`scores`), and `occurrences`: how often the position came up earlier in its game.
    /// "one-hot" has 35: for each number of seeds from 0 to 15 where a pit of the mover holds it (15: as many or more),
    /// the same for the opponent, then the last three of "counts".
    #[pyo3(signature = (kind="counts", occurrences=0))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        #[pyo3(from_py_with = occurrences)] occurrences: u16,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        Planes::read(kind)?.array(py, &self.0, occurrences)
    }

    /// The position after this move. The turn may stay with the mover (Kalah). Raises `PlayError` if the move is not
    /// legal, `ParseError` if there is no move of this name.
    fn play<'py>(&self, py: Python<'py>, pit: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyPosition>> {
        object(py, self.0.play(self::pit(&self.0, pit)?).or_raise()?)
    }

    /// What this move does, step by step. Raises as `play` does.
    fn trace<'py>(&self, py: Python<'py>, pit: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let trace = Trace::of(&self.0, self::pit(&self.0, pit)?).or_raise()?;
        trace.events().iter().map(|&event| event::object(py, event)).collect()
    }

    /// The name of this pit's move. Whether it is legal does not matter.
    fn move_name(&self, pit: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.0.move_name(self::pit(&self.0, pit)?).to_string())
    }

    /// The pit of this move's name. Whether it is legal does not matter. Raises `ParseError` if there is none.
    fn parse_move(&self, text: &str) -> PyResult<u8> {
        Ok(self.0.parse_move(text).or_raise()?.number())
    }

    /// The same board with "south" or "north" to move.
    fn with_turn<'py>(&self, py: Python<'py>, player: &str) -> PyResult<Bound<'py, PyPosition>> {
        object(py, self.0.with_turn(Player::read(player)?))
    }

    /// The number of lines of play of exactly `depth` sowings (0 to 255) from here. Other Python threads run
    /// meanwhile, and Ctrl-C ends it.
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = depth)] depth: u8) -> PyResult<u64> {
        background::run(py, |stop| match self.0 {
            AnyPosition::Kalah(position) => lines(&position, depth, stop),
            AnyPosition::TokKuRou(position) => lines(&position, depth, stop),
        })
    }

    /// The board as text: the letter of each row at its left, the number of each column at the edge, legal pits in
    /// brackets.
    fn text(&self) -> String {
        picture::text(&self.0)
    }

    /// The board as an SVG picture. With `last`, the position before and the pit that led here, the picture marks what
    /// that move did. Raises as `play` does, and `ArgumentError` if the move leads elsewhere.
    #[pyo3(signature = (*, last=None))]
    fn svg(&self, last: Option<(Bound<'_, PyPosition>, Bound<'_, PyAny>)>) -> PyResult<String> {
        let Some((before, pit)) = last else {
            return Ok(picture::svg(&self.0, None));
        };
        let before = &before.get().0;
        let pit = self::pit(before, &pit)?;
        let trace = Trace::of(before, pit).or_raise()?;
        if before.play(pit).or_raise()? != self.0 {
            return Err(ArgumentError::new_err(
                "expected the move that led here, found one that leads elsewhere",
            ));
        }
        Ok(picture::svg(&self.0, Some(&trace)))
    }

    fn _repr_svg_(&self) -> String {
        picture::svg(&self.0, None)
    }

    #[pyo3(signature = (printer, cycle, /))]
    fn _repr_pretty_(&self, printer: &Bound<'_, PyAny>, cycle: bool) -> PyResult<()> {
        // A position holds nothing that could hold it.
        let _ = cycle;
        printer.call_method1("text", (self.text(),)).map(drop)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("parse('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("tok_ku_rou")?.getattr("parse")?, (self.0.to_string(),)))
    }
}

/// [`perft`], looking at the flag on the way; any number if it is set.
fn lines<P: Position>(position: &P, depth: u8, stop: &AtomicBool) -> u64 {
    if depth <= 3 || stop.load(Ordering::Relaxed) {
        return perft(position, depth.min(3).into());
    }
    let after = |pit| {
        let mut next = position.clone();
        next.play_unchecked(pit);
        next
    };
    position.legal_moves().into_iter().map(|pit| lines(&after(pit), depth - 1, stop)).sum()
}
