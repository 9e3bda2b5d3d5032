//! One online game: its seats, its moves, and who hears of them.

use crate::chance::toss;
use crate::fault::Fault;
use crate::score::{self, Score};
use crate::secret::Secret;
use crate::store::{Change, Saved, Store};
use crate::view::{View, is_set_up, play};
use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use std::time::{Duration, SystemTime};
use tok_ku_rou_core::{
    Adjudication, AnyPosition, ByPlayer, Contestant, Game, Match, Pit, Player, Position, Record,
};
use tokio::sync::{Mutex, MutexGuard, broadcast};

/// Online games end after so many sowings, and both count, so that no room grows without end.
pub(crate) const MOST_PLIES: u32 = 2_000;
/// Whoever is further behind than so many states is told the newest one.
const BACKLOG: usize = 8;

/// A room that people can enter.
pub(crate) struct Room {
    id: String,
    store: Store,
    state: Mutex<State>,
    feed: broadcast::Sender<Utf8Bytes>,
}

/// How it stands in a room.
pub(crate) struct State {
    record: Record<AnyPosition>,
    score: Match,
    secrets: ByPlayer<Option<String>>,
    /// How many browsers sit in each seat now.
    here: ByPlayer<u32>,
    watching: u32,
    /// Who asks for another game.
    rematch: ByPlayer<bool>,
    /// Who won the toss for this game. Not kept on disk: who starts is.
    toss: Option<Player>,
    touched: i64,
    cleared: bool,
}

#[derive(Serialize)]
struct Seat {
    taken: bool,
    here: bool,
}

/// A room as everybody in it is told.
#[derive(Serialize)]
struct Told<'a> {
    r#type: &'static str,
    room: &'a str,
    view: View,
    seats: ByPlayer<Seat>,
    watching: u32,
    score: Score,
    rematch: &'a ByPlayer<bool>,
    /// Who won the toss and starts, for as long as nobody has moved; nobody if the game began without a toss.
    toss: Option<Player>,
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_secs().cast_signed()
}

/// A game ends online no later than elsewhere.
pub(crate) fn limited(game: &Game<AnyPosition>) -> Game<AnyPosition> {
    let adjudication = game.adjudication();
    let plies = Some(adjudication.plies.map_or(MOST_PLIES, |plies| plies.min(MOST_PLIES)));
    Game::with_adjudication(*game.start(), Adjudication { plies, ..adjudication })
}

impl Room {
    /// A room as it was saved, with who won the toss if it is new, or why it cannot be used.
    pub(crate) fn restore(saved: Saved, toss: Option<Player>, store: Store) -> Result<Self, Fault> {
        let start: AnyPosition = saved.start.parse()?;
        let mut game = Game::with_adjudication(start, saved.adjudication.parse()?);
        for pit in saved.moves {
            game.play(Pit::new(pit))?;
        }
        if let Some(player) = saved.resigned {
            game.resign(player);
        }
        let state = State {
            record: game.into(),
            score: saved.score.parse()?,
            secrets: saved.secrets,
            here: ByPlayer::default(),
            watching: 0,
            rematch: ByPlayer::default(),
            toss,
            touched: saved.touched,
            cleared: false,
        };
        Ok(Self { id: saved.id, store, state: Mutex::new(state), feed: broadcast::Sender::new(BACKLOG) })
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    async fn open(&self) -> Result<MutexGuard<'_, State>, Fault> {
        let state = self.state.lock().await;
        if state.cleared { Err(unknown()) } else { Ok(state) }
    }

    /// Lets nobody in for as long as this is held.
    pub(crate) async fn hold(&self) -> MutexGuard<'_, State> {
        self.state.lock().await
    }

    /// Puts the new room, which is held, on disk. If that fails there is no such room.
    pub(crate) async fn create(&self, mut held: MutexGuard<'_, State>, saved: Saved) -> Result<(), Fault> {
        let created = self.store.write(&self.id, saved.touched, Change::Created(Box::new(saved))).await;
        held.cleared = created.is_err();
        created
    }

    /// Comes in: to the seat of this secret, else to a free one, which is then this secret's; to watch if there is none
    /// or no secret. Tells the seat, and where to listen.
    pub(crate) async fn enter(
        &self,
        secret: Option<&Secret>,
    ) -> Result<(Option<Player>, broadcast::Receiver<Utf8Bytes>), Fault> {
        let mut state = self.open().await?;
        let seat = match secret {
            None => None,
            Some(secret) => self.seat(&mut state, secret.as_str()).await?,
        };
        match seat {
            Some(player) => state.here[player] += 1,
            None => state.watching += 1,
        }
        let feed = self.feed.subscribe();
        self.tell(&state, None);
        Ok((seat, feed))
    }

    /// The seat of this secret, which is a free one if it had none; none if all are taken.
    async fn seat(&self, state: &mut State, secret: &str) -> Result<Option<Player>, Fault> {
        let find = |held: Option<&str>| {
            Player::ALL.into_iter().find(|&player| state.secrets[player].as_deref() == held)
        };
        if let Some(player) = find(Some(secret)) {
            return Ok(Some(player));
        }
        let Some(player) = find(None) else { return Ok(None) };
        let now = now();
        self.store.write(&self.id, now, Change::Seat(player, secret.to_string())).await?;
        state.secrets[player] = Some(secret.to_string());
        state.touched = now;
        Ok(Some(player))
    }

    /// Goes out again.
    pub(crate) async fn leave(&self, seat: Option<Player>) {
        let mut state = self.state.lock().await;
        match seat {
            Some(player) => state.here[player] -= 1,
            None => state.watching -= 1,
        }
        self.tell(&state, None);
    }

    /// Plays a move, if it is this player's turn and the player saw the newest board.
    pub(crate) async fn play(&self, player: Player, ply: usize, name: &str) -> Result<(), Fault> {
        let mut state = self.open().await?;
        let mut game = state.record.game.clone();
        if game.outcome().is_none() && game.position().turn() != player {
            return Err(Fault::new("not-your-turn", format!("it is {}'s turn", game.position().turn())));
        }
        if game.ply_count() != ply {
            let now = game.ply_count();
            return Err(Fault::new("stale", format!("expected move number {now}, found {ply}")));
        }
        let (before, pit) = play(&mut game, name)?;
        let score = counted(&state.score, &game);
        let change =
            Change::Move { ply: ply as u32, pit: pit.number(), score: score.map(|score| score.to_string()) };
        let now = now();
        self.store.write(&self.id, now, change).await?;
        state.record.game = game;
        state.score = score.unwrap_or(state.score);
        state.toss = None;
        state.touched = now;
        self.tell(&state, Some((&before, pit)));
        Ok(())
    }

    /// Gives the game up.
    pub(crate) async fn resign(&self, player: Player) -> Result<(), Fault> {
        let mut state = self.open().await?;
        let mut game = state.record.game.clone();
        if game.outcome().is_some() {
            return Err(Fault::new("bad-move", "the game is over already"));
        }
        game.resign(player);
        let score = counted(&state.score, &game).unwrap_or(state.score);
        let now = now();
        self.store.write(&self.id, now, Change::Resigned(player, score.to_string())).await?;
        state.record.game = game;
        state.score = score;
        state.toss = None;
        state.touched = now;
        self.tell(&state, None);
        Ok(())
    }

    /// Asks for another game. It begins when both have asked.
    pub(crate) async fn rematch(&self, player: Player) -> Result<(), Fault> {
        let mut state = self.open().await?;
        let game = &state.record.game;
        if game.outcome().is_none() {
            return Err(Fault::new("bad-move", "the game still goes on"));
        }
        if state.rematch[!player] {
            let start = game.start();
            let (starter, toss) = if is_set_up(start) {
                (start.turn(), None)
            } else if let Some(starter) = score::next(&state.score) {
                (starter, None)
            } else {
                let winner = toss()?;
                (winner, Some(winner))
            };
            let next = Game::with_adjudication(start.with_turn(starter), game.adjudication());
            let now = now();
            self.store.write(&self.id, now, Change::Rematch(next.start().to_string())).await?;
            state.record = next.into();
            state.rematch = ByPlayer::default();
            state.toss = toss;
            state.touched = now;
        } else {
            state.rematch[player] = true;
        }
        self.tell(&state, None);
        Ok(())
    }

    /// The newest state, and where to listen for what comes after it, for whoever has missed some.
    pub(crate) async fn told(&self) -> (Utf8Bytes, broadcast::Receiver<Utf8Bytes>) {
        let state = self.state.lock().await;
        let text = if state.cleared { error_message(&unknown()) } else { self.message(&state, None) };
        (text, self.feed.subscribe())
    }

    /// Clears the room, if it has been idle for too long, and tells whether it did.
    pub(crate) async fn clear_if_idle(&self, idle: Duration, waiting: Duration) -> bool {
        let mut state = self.state.lock().await;
        let alone = Player::ALL.into_iter().any(|player| state.secrets[player].is_none());
        let limit = if alone { waiting } else { idle };
        let age = now().saturating_sub(state.touched);
        if u64::try_from(age).unwrap_or(0) < limit.as_secs() {
            return false;
        }
        // If the disk fails the room stays, and the next round tries again.
        if self.store.write(&self.id, now(), Change::Cleared).await.is_err() {
            return false;
        }
        state.cleared = true;
        let _ = self.feed.send(error_message(&unknown()));
        true
    }

    fn tell(&self, state: &State, moved: Option<(&AnyPosition, Pit)>) {
        // Nobody may be listening.
        let _ = self.feed.send(self.message(state, moved));
    }

    fn message(&self, state: &State, moved: Option<(&AnyPosition, Pit)>) -> Utf8Bytes {
        let seat = |player| Seat { taken: state.secrets[player].is_some(), here: state.here[player] > 0 };
        message(&Told {
            r#type: "state",
            room: &self.id,
            view: View::of(&state.record, moved),
            seats: ByPlayer::new_with(seat),
            watching: state.watching,
            score: state.score.into(),
            rematch: &state.rematch,
            toss: state.toss,
        })
    }
}

/// The score with this game, if it is finished.
fn counted(score: &Match, game: &Game<AnyPosition>) -> Option<Match> {
    let mut score = *score;
    score.record_game(Contestant::First, game).then_some(score)
}

/// There is no such room, or it was cleared.
pub(crate) fn unknown() -> Fault {
    Fault::new("unknown-room", "there is no such room; it may have been cleared")
}

/// A message to a browser.
pub(crate) fn message(value: &impl Serialize) -> Utf8Bytes {
    // Only maps whose keys are not text cannot be written, and no message has any.
    serde_json::to_string(value).unwrap_or_default().into()
}

/// A fault as a message.
pub(crate) fn error_message(fault: &Fault) -> Utf8Bytes {
    message(&serde_json::json!({ "type": "error", "code": fault.code, "message": fault.message }))
}
