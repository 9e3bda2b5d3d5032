//! A game as the page is told of it.

use serde::Serialize;
use tok_ku_rou_core::{
    AnyPosition, ByPlayer, Event, Game, Outcome, Pit, Place, Player, Position, Record, Trace,
};

/// Moves with more events than this are told without their steps: nobody would watch them.
const MOST_STEPS: usize = 600;

/// The name by which the page knows a place: `south.3`, `north.store`.
fn id(place: Place) -> String {
    match place {
        Place::Pit(player, pit) => format!("{player}.{}", pit.number()),
        Place::Store(player) => format!("{player}.store"),
    }
}

/// A pit as it lies on the table.
#[derive(Serialize)]
struct Cell {
    id: String,
    name: String,
    seeds: u8,
}

/// A pit that may be lifted, and where its seeds would fall before anything else happens.
#[derive(Serialize)]
struct Legal {
    id: String,
    name: String,
    path: Vec<String>,
}

/// A move that was played.
#[derive(Serialize)]
struct Played {
    player: Player,
    name: String,
}

/// One step of a move.
#[derive(Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
enum Step {
    Lift {
        at: String,
        seeds: u8,
    },
    Sow {
        places: Vec<String>,
    },
    Sleep,
    Stay,
    Store,
    /// The seeds go into the store named by `to`, with the one at `at`; into the hand if there is none.
    Capture {
        at: String,
        places: Vec<String>,
        seeds: u8,
        to: Option<String>,
    },
    Sweep {
        player: Option<Player>,
        seeds: u8,
    },
    Endless,
}

/// A move, its steps left out if they are too many.
#[derive(Serialize)]
struct Moved {
    player: Player,
    name: String,
    steps: Vec<Step>,
    /// Whether the mover moves again.
    again: bool,
    /// Whether steps were left out.
    shortened: bool,
}

/// All that the page shows of a game.
#[derive(Serialize)]
pub(crate) struct View {
    game: &'static str,
    rules: String,
    notation: String,
    record: String,
    south: String,
    north: String,
    turn: Player,
    starter: Player,
    /// The position that the game began with, and what ends it besides its own rules.
    start: String,
    adjudication: String,
    /// Whether the game began with a board that was set up: its rematch begins with the same player.
    setup: bool,
    ply: usize,
    /// The rows from the top, each from the left, seen from South's chair.
    rows: Vec<Vec<Cell>>,
    stores: Option<ByPlayer<u8>>,
    scores: ByPlayer<u8>,
    legal: Vec<Legal>,
    outcome: Option<Outcome>,
    moves: Vec<Played>,
    /// The move that led here, if it was just played.
    moved: Option<Moved>,
}

impl View {
    /// The game as it stands; `after` is the position before the last move and that move, if it is to be shown.
    pub(crate) fn of(record: &Record<AnyPosition>, after: Option<(&AnyPosition, Pit)>) -> Self {
        let game = &record.game;
        let position = game.position();
        let layout = position.layout();
        let mover = position.turn();
        let start = game.start();
        let row = |player, row| {
            let cell = |pit| Cell {
                id: id(Place::Pit(player, pit)),
                name: position.move_name(pit).to_string(),
                seeds: position.seeds(Place::Pit(player, pit)),
            };
            layout.row(player, row).map(cell).collect()
        };
        let rows = (0..layout.rows).map(|number| row(Player::North, number));
        let rows = rows.chain((0..layout.rows).rev().map(|number| row(Player::South, number))).collect();
        let path = position.path();
        let legal = |pit| {
            let place = Place::Pit(mover, pit);
            Legal {
                id: id(place),
                name: position.move_name(pit).to_string(),
                path: path.sow(place, position.seeds(place)).map(id).collect(),
            }
        };
        let moves = game.positions().zip(game.moves());
        Self {
            game: position.game(),
            rules: position.rules_text().to_string(),
            notation: position.to_string(),
            record: record.to_string(),
            south: record.south.clone(),
            north: record.north.clone(),
            turn: mover,
            starter: start.turn(),
            start: start.to_string(),
            adjudication: game.adjudication().to_string(),
            setup: is_set_up(start),
            ply: game.ply_count(),
            rows,
            stores: layout.stores.then(|| ByPlayer::new_with(|player| position.seeds(Place::Store(player)))),
            scores: game.scores(),
            legal: if game.outcome().is_none() {
                position.legal_moves().into_iter().map(legal).collect()
            } else {
                Vec::new()
            },
            outcome: game.outcome(),
            moves: moves
                .map(|(before, pit)| Played {
                    player: before.turn(),
                    name: before.move_name(pit).to_string(),
                })
                .collect(),
            moved: after.map(|(before, pit)| moved(before, pit, game)),
        }
    }
}

fn moved(before: &AnyPosition, pit: Pit, game: &Game<AnyPosition>) -> Moved {
    // The move was played, so it is legal.
    let trace = Trace::of(before, pit).unwrap_or_else(|_| Trace::new(before));
    let stores = before.layout().stores;
    let shortened = trace.events().len() > MOST_STEPS;
    let events = if shortened { &[] } else { trace.events() };
    let step = |event: &Event| {
        Some(match *event {
            Event::Lift { pit, seeds } => Step::Lift { at: id(pit), seeds },
            Event::Sow { from, seeds } => {
                Step::Sow { places: trace.path().sow(from, seeds).map(id).collect() }
            }
            Event::Sleep => Step::Sleep,
            Event::Stay => Step::Stay,
            Event::Store => Step::Store,
            Event::Capture { at, pits, seeds } => Step::Capture {
                at: id(at),
                places: pits.into_iter().map(|pit| id(Place::Pit(!at.player(), pit))).collect(),
                seeds,
                to: stores.then(|| id(Place::Store(at.player()))),
            },
            Event::Sweep { player, seeds } => Step::Sweep { player, seeds },
            Event::Endless => Step::Endless,
            Event::Turn | Event::Over => return None,
        })
    };
    Moved {
        player: before.turn(),
        name: before.move_name(pit).to_string(),
        steps: events.iter().filter_map(step).collect(),
        again: game.outcome().is_none() && game.position().turn() == before.turn(),
        shortened,
    }
}

/// Whether a game began with a board that is not as its rules have it, and so was meant for whose turn it is there.
pub(crate) fn is_set_up(start: &AnyPosition) -> bool {
    *start != start.start().with_turn(start.turn())
}

/// Plays a move by its name, and tells the position before it.
pub(crate) fn play(
    game: &mut Game<AnyPosition>,
    name: &str,
) -> Result<(AnyPosition, Pit), crate::fault::Fault> {
    let before = *game.position();
    let pit = before.parse_move(name)?;
    game.play(pit)?;
    Ok((before, pit))
}
