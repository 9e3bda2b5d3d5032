//! Games on one device. The browser sends the whole game as its record each time; nothing is kept here.

use crate::Shared;
use crate::chance::toss;
use crate::fault::Fault;
use crate::score::{self, Score};
use crate::think::Judged;
use crate::view::{View, play};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request, State};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use tok_ku_rou_core::ai::Level;
use tok_ku_rou_core::{Adjudication, AnyPosition, Game, Player, Position, Record};

/// A request that is larger than this is refused. The longest game that people play is much shorter.
const MOST_BYTES: usize = 32 * 1024;

/// A request read from JSON, or a fault as JSON.
pub(crate) struct Body<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let too_large =
            || Fault::new("too-large", format!("expected at most {MOST_BYTES} bytes, found more"));
        let bytes = Bytes::from_request(request, state).await.map_err(|error| match error {
            BytesRejection::FailedToBufferBody(_) => too_large(),
            _ => Fault::bad("the request was broken off"),
        })?;
        if bytes.len() > MOST_BYTES {
            return Err(too_large());
        }
        serde_json::from_slice(&bytes).map(Self).map_err(Fault::bad)
    }
}

/// Where a game begins, or where it stands.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Source {
    /// A new game.
    Start(Start),
    /// The record of a game.
    Record(String),
}

/// Who begins.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum First {
    South,
    North,
    /// Whoever wins the server's toss.
    Toss,
}

/// A new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    /// A position in notation, or a game and its rules.
    position: String,
    /// Who begins; as the position says if not given.
    first: Option<First>,
    /// What ends the game besides its own rules.
    adjudication: Option<String>,
}

/// A game that has just begun.
pub(crate) struct Begun {
    pub(crate) game: Game<AnyPosition>,
    /// Who won the toss, if there was one.
    pub(crate) toss: Option<Player>,
}

impl Start {
    /// Begins the game.
    pub(crate) fn begin(&self) -> Result<Begun, Fault> {
        let position: AnyPosition = self.position.parse()?;
        let (first, toss) = match self.first {
            None => (position.turn(), None),
            Some(First::South) => (Player::South, None),
            Some(First::North) => (Player::North, None),
            Some(First::Toss) => {
                let winner = toss()?;
                (winner, Some(winner))
            }
        };
        let adjudication = match &self.adjudication {
            Some(text) => text.parse()?,
            None => Adjudication::default(),
        };
        Ok(Begun { game: Game::with_adjudication(position.with_turn(first), adjudication), toss })
    }
}

impl Source {
    fn read(self) -> Result<Record<AnyPosition>, Fault> {
        match self {
            Self::Start(start) => Ok(start.begin()?.game.into()),
            Self::Record(text) => Ok(text.parse()?),
        }
    }
}

/// What is to be done with a game.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Act {
    /// Play the move of this name.
    Play(String),
    /// Take back so many moves.
    Undo(usize),
    /// Show the game as it stood after so many moves.
    Look(usize),
    /// This player gives the game up.
    Resign(Player),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    game: Source,
    act: Option<Act>,
}

/// Begins, reads or changes a game.
pub(crate) async fn game(Body(request): Body<GameRequest>) -> Result<Json<View>, Fault> {
    let mut record = request.game.read()?;
    let mut shown = None;
    match request.act {
        None => {}
        Some(Act::Play(name)) => shown = Some(play(&mut record.game, &name)?),
        Some(Act::Undo(moves)) => {
            // However many are asked for, no more are taken back than were played.
            for _ in 0..moves.min(record.game.ply_count()) {
                record.game.undo();
            }
            record.game.resume();
        }
        Some(Act::Look(ply)) => {
            if ply > record.game.ply_count() {
                return Err(Fault::bad(format!(
                    "expected at most {} moves, found {ply}",
                    record.game.ply_count()
                )));
            }
            while record.game.ply_count() > ply {
                record.game.undo();
            }
            let last = record.game.moves().next_back();
            shown = record.game.positions().rev().nth(1).copied().zip(last);
        }
        Some(Act::Resign(player)) => record.game.resign(player),
    }
    let shown = shown.as_ref().map(|(before, pit)| (before, *pit));
    Ok(Json(View::of(&record, shown)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseRequest {
    record: String,
    level: Level,
    /// The game's own number, so that a level does not play every game alike.
    seed: u64,
}

/// The move that a level plays.
pub(crate) async fn choose(
    State(shared): State<Arc<Shared>>,
    Body(request): Body<ChooseRequest>,
) -> Result<Json<Value>, Fault> {
    let game = request.record.parse::<Record<AnyPosition>>()?.game;
    let name = shared.thinkers.choose(game, request.level, request.seed).await?;
    Ok(Json(json!({ "move": name })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeRequest {
    record: String,
}

/// Who stands better, and the best move.
pub(crate) async fn judge(
    State(shared): State<Arc<Shared>>,
    Body(request): Body<JudgeRequest>,
) -> Result<Json<Judged>, Fault> {
    let game = request.record.parse::<Record<AnyPosition>>()?.game;
    shared.thinkers.judge(game).await.map(Json)
}

/// Counts a game in a match.
pub(crate) async fn contest(Body(request): Body<score::Request>) -> Result<Json<Score>, Fault> {
    request.count().map(Json)
}
