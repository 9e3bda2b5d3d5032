//! The steps of a move, as instances of the Python class `tok_ku_rou.Event`.

use crate::words::Word;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyTuple, PyType};
use tok_ku_rou_core::{Event, Pit, PitSet, Place, Player};

/// The parts of a Python event.
#[derive(Default)]
struct Parts {
    kind: &'static str,
    place: Option<Place>,
    player: Option<Player>,
    pits: PitSet,
    seeds: u8,
}

impl From<Event> for Parts {
    fn from(event: Event) -> Self {
        let only = |kind| Self { kind, ..Self::default() };
        let at = |kind, place: Place, seeds| Self {
            place: Some(place),
            player: Some(place.player()),
            seeds,
            ..only(kind)
        };
        match event {
            Event::Lift { pit, seeds } => at("lift", pit, seeds),
            Event::Sow { from, seeds } => at("sow", from, seeds),
            Event::Sleep => only("sleep"),
            Event::Stay => only("stay"),
            Event::Store => only("store"),
            Event::Capture { at: place, pits, seeds } => Self { pits, ..at("capture", place, seeds) },
            Event::Sweep { player, seeds } => Self { player, seeds, ..only("sweep") },
            Event::Endless => only("endless"),
            Event::Turn => only("turn"),
            Event::Over => only("over"),
        }
    }
}

/// The event as Python has it.
pub(crate) fn object(py: Python<'_>, event: Event) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let Parts { kind, place, player, pits, seeds } = event.into();
    let pit = match place {
        Some(Place::Pit(_, pit)) => Some(pit.number()),
        Some(Place::Store(_)) | None => None,
    };
    let pits: Vec<u8> = pits.into_iter().map(Pit::number).collect();
    let fields = [
        ("player", player.map(Player::word).into_pyobject(py)?),
        ("pit", pit.into_pyobject(py)?),
        ("pits", PyTuple::new(py, pits)?.into_any()),
        ("seeds", seeds.into_pyobject(py)?.into_any()),
    ];
    CLASS.import(py, "tok_ku_rou.event", "Event")?.call((kind,), Some(&fields.into_py_dict(py)?))
}
