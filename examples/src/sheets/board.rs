//! A board drawn on a page.

use super::page::{Font, Look, Page};
use tok_ku_rou_core::{Event, Place, Player, Position, Trace};

/// Pits of up to so many seeds may show them instead of a number.
const MOST_DRAWN: u8 = 7;

/// How the seeds of a board are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seeds {
    /// As they lie in the pits.
    Drawn,
    /// As numbers.
    Numbers,
}

/// What happened to a place in the moves that a picture tells: lifted, sown into or taken. Later ones win.
fn mark(traces: &[Trace], place: Place) -> Option<Mark> {
    let mut mark = None;
    for trace in traces {
        for event in trace.events() {
            match *event {
                Event::Lift { pit, .. } if pit == place => mark = Some(Mark::Lifted),
                Event::Sow { from, seeds } if trace.path().sow(from, seeds).any(|other| other == place) => {
                    mark = Some(Mark::Sown);
                }
                Event::Capture { at, .. } if at == place => mark = Some(Mark::Taken),
                Event::Capture { at, pits, .. } => {
                    if let Place::Pit(player, pit) = place
                        && player != at.player()
                        && pits.contains(pit)
                    {
                        mark = Some(Mark::Taken);
                    }
                }
                _ => {}
            }
        }
    }
    mark
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Lifted,
    Sown,
    Taken,
}

/// Draws a board between two edges, its upper edge at `y`; where it ends. Lifted pits are dashed, places sown into are
/// grey, captured pits have a thick ring.
pub(super) fn draw(
    page: &mut Page,
    (left, y): (f32, f32),
    width: f32,
    position: &impl Position,
    seeds: Seeds,
    traces: &[Trace],
) -> f32 {
    let layout = position.layout();
    let columns = f32::from(layout.columns) + if layout.stores { 2.0 } else { 0.0 };
    let cell = width / columns;
    let gap = cell * 0.2;
    let rows = f32::from(layout.rows);
    let store = if layout.stores { cell } else { 0.0 };
    let height = 2.0 * rows * cell + gap;
    let place = |page: &mut Page, place: Place, centre: (f32, f32), size: (f32, f32)| {
        let mark = mark(traces, place);
        let look = Look {
            grey: if mark == Some(Mark::Sown) { 0.82 } else { 1.0 },
            border: if mark == Some(Mark::Taken) { 2.4 } else { 0.8 },
            dashed: mark == Some(Mark::Lifted),
        };
        page.round(centre, size, look);
        let number = position.seeds(place);
        if seeds == Seeds::Drawn && number <= MOST_DRAWN {
            for seed in 0..number {
                let (x, y) = lie(seed, number);
                let spot = (centre.0 + x * cell * 0.23, centre.1 + y * cell * 0.23);
                let dot = Look { grey: 0.25, border: 0.0, dashed: false };
                page.round(spot, (cell * 0.17, cell * 0.17), dot);
            }
        } else {
            page.centred(centre, Font::Bold, (cell * 0.42).min(13.0), &number.to_string());
        }
    };
    for player in [Player::North, Player::South] {
        for line in 0..layout.rows {
            let row = if player == Player::North { line } else { layout.rows - 1 - line };
            let side = if player == Player::North { 0.0 } else { rows * cell + gap };
            let middle = y + side + (f32::from(line) + 0.5) * cell;
            for (column, pit) in (0_u8..).zip(layout.row(player, row)) {
                let x = left + store + (f32::from(column) + 0.5) * cell;
                place(page, Place::Pit(player, pit), (x, middle), (cell * 0.88, cell * 0.88));
            }
        }
        if layout.stores {
            let x = if player == Player::North { left + cell / 2.0 } else { left + width - cell / 2.0 };
            place(page, Place::Store(player), (x, y + height / 2.0), (cell * 0.8, height * 0.95));
        }
    }
    if !layout.stores {
        let middle = y + height / 2.0;
        page.line((left, middle), (left + width, middle), 0.4);
    }
    y + height
}

/// Where a seed lies in its pit: one in the middle, the others around, on a circle of radius 1.
fn lie(seed: u8, of: u8) -> (f32, f32) {
    let middle = of == 1 || of > 4;
    if middle && seed == 0 {
        return (0.0, 0.0);
    }
    let around = f32::from(if middle { of - 1 } else { of });
    let turn = f32::from(seed) / around * std::f32::consts::TAU;
    // Hundredths are fine enough, and the same on every machine.
    let round = |number: f32| (number * 100.0).round() / 100.0;
    (round(turn.cos()), round(turn.sin()))
}
