//! A game as it is played, with what its record tells.

use crate::arguments::{pit, ply_limit, start};
use crate::errors::{ArgumentError, OrRaise, PlayError};
use crate::observation::Planes;
use crate::outcome::PyOutcome;
use crate::position::{self, PyPosition};
use crate::words::Word;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyType};
use tok_ku_rou_core::{Adjudication, AnyPosition, Game, Pit, Player, Position, Record, Repetition};

/// A game from its start to where it stands, with the rules that end what would go on too long.
///
/// `start` is a position, rules, or a text of either; without it the start of Tok Ku Rou. A position that comes up for
/// the third time ends the game, with `repetition` "tie" as a tie, with "count" by what each player holds. `max_plies`
/// ends it by counting after so many sowings, `max_no_capture` after so many in a row without a capture.
///
/// `str` is the game's record, which `from_record` reads. Games compare equal by all that it tells, and are not
/// hashable.
#[pyclass(name = "Game", module = "tok_ku_rou", eq)]
pub(crate) struct PyGame(pub(crate) Record<AnyPosition>);

impl PartialEq for PyGame {
    /// Moves that were taken back are no part of a game here.
    fn eq(&self, other: &Self) -> bool {
        self.__str__() == other.__str__()
    }
}

impl PyGame {
    /// The game without names and tags.
    pub(crate) fn game(&self) -> &Game<AnyPosition> {
        &self.0.game
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (start=None, *, repetition="tie", max_plies=None, max_no_capture=None))]
    fn new(
        start: Option<&Bound<'_, PyAny>>,
        repetition: &str,
        #[pyo3(from_py_with = ply_limit)] max_plies: Option<u32>,
        #[pyo3(from_py_with = ply_limit)] max_no_capture: Option<u32>,
    ) -> PyResult<Self> {
        let repetition = Repetition::read(repetition)?;
        let adjudication = Adjudication { repetition, plies: max_plies, no_capture: max_no_capture };
        Ok(Self(Game::with_adjudication(self::start(start)?, adjudication).into()))
    }

    /// The game of a record in the manner of chess's PGN. Raises `ParseError` if it is none or tells what cannot be.
    #[classmethod]
    fn from_record(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).or_raise()
    }

    /// The position the game began at.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyPosition>> {
        position::object(py, *self.game().start())
    }

    /// The position now.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyPosition>> {
        position::object(py, *self.game().position())
    }

    /// Every position of the game in order, the start first and the one now last.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyPosition>>> {
        self.game().positions().map(|&position| position::object(py, position)).collect()
    }

    /// The pits lifted so far, in order.
    #[getter]
    fn moves(&self) -> Vec<u16> {
        // A list of u8 would come out as bytes.
        self.game().moves().map(|pit| pit.number().into()).collect()
    }

    /// How many sowings were played.
    #[getter]
    fn ply(&self) -> usize {
        self.game().ply_count()
    }

    /// How many sowings in a row, up to the last, captured nothing.
    #[getter]
    fn plies_without_capture(&self) -> u32 {
        self.game().plies_without_capture()
    }

    /// How often the position now has come up in this game, this time included.
    #[getter]
    fn occurrences(&self) -> usize {
        self.game().occurrences()
    }

    /// Whether the game is over, by whatever reason.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().outcome().is_some()
    }

    /// How the game ended, or None if it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.game().outcome().map(PyOutcome)
    }

    /// What South and North have now; see `Position.scores`.
    #[getter]
    fn scores(&self) -> (u8, u8) {
        let scores = self.game().scores();
        (scores.south, scores.north)
    }

    /// How the third occurrence of a position ends the game: "tie" or "count".
    #[getter]
    fn repetition(&self) -> &'static str {
        self.game().adjudication().repetition.word()
    }

    /// After how many sowings the game ends, if it has such a limit.
    #[getter]
    fn max_plies(&self) -> Option<u32> {
        self.game().adjudication().plies
    }

    /// After how many sowings in a row without a capture the game ends, if it has such a limit.
    #[getter]
    fn max_no_capture(&self) -> Option<u32> {
        self.game().adjudication().no_capture
    }

    /// South's name; empty if unknown.
    #[getter]
    fn south(&self) -> &str {
        &self.0.south
    }

    #[setter]
    fn set_south(&mut self, name: String) {
        self.0.south = name;
    }

    /// North's name; empty if unknown.
    #[getter]
    fn north(&self) -> &str {
        &self.0.north
    }

    #[setter]
    fn set_north(&mut self, name: String) {
        self.0.north = name;
    }

    /// When the game was played; empty if unknown.
    #[getter]
    fn date(&self) -> &str {
        &self.0.date
    }

    #[setter]
    fn set_date(&mut self, date: String) {
        self.0.date = date;
    }

    /// Any other tags of the record: a copy, so set the whole to change one. Names are made of letters, digits and
    /// underscores and have no meaning of their own in a record; `ArgumentError` if not.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.tags.iter().map(|(name, value)| (name, value)).into_py_dict(py)
    }

    #[setter]
    fn set_tags(slf: &Bound<'_, Self>, tags: &Bound<'_, PyDict>) -> PyResult<()> {
        // A `__repr__` may look at this very game, so it is not held yet.
        let tags_repr = tags.repr()?;
        let tags = tags.iter().map(|(name, value)| Ok((name.extract()?, value.extract()?)));
        let tags = tags.collect::<PyResult<_>>()?;
        let mut game = slf.try_borrow_mut()?;
        let record = Record { tags, ..game.0.clone() };
        // The writer leaves out what the reader would not take as such a tag.
        if record.to_string().parse().is_ok_and(|read: Record<AnyPosition>| read.tags == record.tags) {
            game.0 = record;
            Ok(())
        } else {
            let expected = "names made of letters, digits and underscores that records do not use themselves";
            Err(ArgumentError::new_err(format!("expected {expected}, found {tags_repr}")))
        }
    }

    /// The pits that may be lifted now; empty if the game is over, by whatever reason.
    fn legal_moves(&self) -> Vec<u16> {
        let game = self.game();
        if game.outcome().is_some() {
            return Vec::new();
        }
        game.position().legal_moves().into_iter().map(|pit| pit.number().into()).collect()
    }

    /// What a learner sees of the position now, with how often it came up earlier; see `Position.observation`.
    #[pyo3(signature = (kind="counts"))]
    fn observation<'py>(&self, py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let earlier = self.game().occurrences() - 1;
        Planes::read(kind)?.array(py, self.game().position(), earlier as u16)
    }

    /// Plays a move. Raises `PlayError` if it is not legal or the game is over, `ParseError` if there is no move of
    /// this name; the game stays as it is then.
    fn push(slf: &Bound<'_, Self>, pit: &Bound<'_, PyAny>) -> PyResult<()> {
        // An `__index__` may look at this very game, so it is not held yet.
        let position = *slf.try_borrow()?.game().position();
        let pit = self::pit(&position, pit)?;
        slf.try_borrow_mut()?.0.game.play(pit).or_raise()
    }

    /// Takes back the last move and returns its pit. A resignation goes with it. Raises `PlayError` if there is none.
    fn pop(&mut self) -> PyResult<u8> {
        let pit = self.0.game.undo();
        pit.map(Pit::number).ok_or_else(|| PlayError::new_err("expected a move to take back, found none"))
    }

    /// This player ("south" or "north") gives the game up; nothing happens if it is over.
    fn resign(&mut self, player: &str) -> PyResult<()> {
        self.0.game.resign(Player::read(player)?);
        Ok(())
    }

    /// Breaks the game off without a result; nothing happens if it is over.
    fn abandon(&mut self) {
        self.0.game.abandon();
    }

    /// Goes on with a game that was given up or broken off, and tells whether it was.
    fn resume(&mut self) -> bool {
        self.0.game.resume()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game.from_record({})", PyString::new(py, &self.__str__()).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_record")?, (slf.try_borrow()?.__str__(),)))
    }
}
