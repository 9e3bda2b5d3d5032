//! Online play: one connection of one browser.

use crate::Shared;
use crate::api::Start;
use crate::fault::Fault;
use crate::limits::Purse;
use crate::room::{Room, error_message, message};
use crate::secret::Secret;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tok_ku_rou_core::Player;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};

/// No request of the page is near this long.
const MOST_BYTES: usize = 4 * 1024;
/// Frames larger than this are not even read to their end.
const MOST_FRAME: usize = 64 * 1024;
/// How often a browser is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// After how long without any sign a browser counts as gone.
const GONE: Duration = Duration::from_secs(90);

/// How long a browser that was refused has to hear why.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a browser asks for.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// A new room of this name, with the one who asks in this seat, which is from now on that of this secret.
    Create { room: Secret, start: Start, seat: Player, secret: Secret },
    /// To come into a room: to the seat of this secret, or to the free one. Who has no secret only watches.
    Join { room: String, secret: Option<Secret> },
    /// A move, by name, as the so-manieth of the game.
    Play { ply: usize, name: String },
    /// To give up.
    Resign,
    /// Another game.
    Rematch,
    /// Whether the server is still there.
    Alive,
}

/// Answers a browser that wants to play online.
pub(crate) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade.max_frame_size(MOST_FRAME).max_message_size(MOST_FRAME),
        Err(error) => return Fault::bad(error).into_response(),
    };
    let Ok(permit) = Arc::clone(&shared.connections).try_acquire_owned() else {
        return Fault::new("busy", "too many people are connected; try again later").into_response();
    };
    upgrade.on_upgrade(async move |socket| {
        let _permit = permit;
        let purse = Purse::new(shared.config.rate, Instant::now());
        Connection { shared, socket, purse, place: None }.run().await;
    })
}

/// Where in the house a browser is.
struct Place {
    room: Arc<Room>,
    seat: Option<Player>,
    feed: Receiver<Utf8Bytes>,
}

impl Place {
    async fn enter(room: Arc<Room>, secret: Option<&Secret>) -> Result<Self, Fault> {
        let (seat, feed) = room.enter(secret).await?;
        Ok(Self { room, seat, feed })
    }

    /// The newest state, after some were missed. What is still to be heard of the older ones is left out.
    async fn catch_up(&mut self) -> Utf8Bytes {
        let (text, feed) = self.room.told().await;
        self.feed = feed;
        text
    }
}

struct Connection {
    shared: Arc<Shared>,
    socket: WebSocket,
    purse: Purse,
    place: Option<Place>,
}

/// What comes next.
enum Event {
    Message(Message),
    News(Result<Utf8Bytes, RecvError>),
    Tick,
    Broken(axum::Error),
    Gone,
}

/// The connection is over.
struct Closed;

impl Connection {
    async fn run(mut self) {
        let mut ticks = interval(PING);
        let mut heard = Instant::now();
        loop {
            let event = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => Event::Message(message),
                    Some(Err(error)) => Event::Broken(error),
                    None => Event::Gone,
                },
                news = news(self.place.as_mut()) => Event::News(news),
                _ = ticks.tick() => Event::Tick,
            };
            if matches!(event, Event::Message(_)) {
                heard = Instant::now();
            }
            // What an event leads to is never broken off: a move that is being saved must also be told.
            let done = match event {
                Event::Message(message) => self.message(message).await,
                Event::News(news) => self.news(news).await,
                Event::Tick if heard.elapsed() > GONE => Err(Closed),
                Event::Tick => self.send(Message::Ping(Bytes::new())).await,
                Event::Broken(error) => {
                    // A frame that is too large or no frame at all; a broken line does not hear this.
                    self.refuse(close_code::PROTOCOL, &Fault::new("bad-frame", error)).await
                }
                Event::Gone => Err(Closed),
            };
            if done.is_err() {
                break;
            }
        }
        if let Some(place) = self.place.take() {
            place.room.leave(place.seat).await;
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Closed> {
        // A browser that takes nothing in must not hold its place for ever.
        match timeout(PING, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    /// Tells why and hangs up.
    async fn refuse(&mut self, code: u16, fault: &Fault) -> Result<(), Closed> {
        self.send(Message::Text(error_message(fault))).await?;
        let reason = Utf8Bytes::from_static(fault.code);
        self.send(Message::Close(Some(CloseFrame { code, reason }))).await?;
        // Hanging up on what is still being sent would take the answer away from the browser too.
        let _ = timeout(FAREWELL, async { while let Some(Ok(_)) = self.socket.recv().await {} }).await;
        Err(Closed)
    }

    async fn news(&mut self, news: Result<Utf8Bytes, RecvError>) -> Result<(), Closed> {
        let text = match (news, &mut self.place) {
            (Ok(text), _) => text,
            // Every state is whole, so the newest makes up for those that were missed.
            (Err(RecvError::Lagged(_)), Some(place)) => place.catch_up().await,
            (Err(_), _) => return Err(Closed),
        };
        self.send(Message::Text(text)).await
    }

    async fn message(&mut self, message: Message) -> Result<(), Closed> {
        if !self.purse.pay(Instant::now()) {
            let fault = Fault::new("flood", "too many messages; connect again later");
            return self.refuse(close_code::POLICY, &fault).await;
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                let fault = Fault::bad("expected text, found bytes");
                return self.refuse(close_code::UNSUPPORTED, &fault).await;
            }
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(Closed),
        };
        if text.len() > MOST_BYTES {
            let fault = Fault::new("too-large", format!("expected at most {MOST_BYTES} bytes, found more"));
            return self.refuse(close_code::SIZE, &fault).await;
        }
        let done = match serde_json::from_str(&text) {
            Ok(request) => self.request(request).await,
            Err(error) => Err(Fault::bad(error)),
        };
        match done {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => self.send(Message::Text(answer)).await,
            Err(fault) => self.send(Message::Text(error_message(&fault))).await,
        }
    }

    /// Does what is asked for. Only who comes in, or asks whether anybody is there, gets an answer of
    /// their own; all else everybody in the room hears.
    async fn request(&mut self, request: Request) -> Result<Option<Utf8Bytes>, Fault> {
        match request {
            Request::Create { room, start, seat, secret } => {
                self.outside()?;
                let room = self.shared.rooms.create(&room, &start.begin()?, seat, &secret).await?;
                self.enter(room, Some(&secret)).await.map(Some)
            }
            Request::Join { room, secret } => {
                self.outside()?;
                self.enter(self.shared.rooms.get(&room)?, secret.as_ref()).await.map(Some)
            }
            Request::Play { ply, name } => {
                let (room, player) = self.seated()?;
                room.play(player, ply, &name).await.map(|()| None)
            }
            Request::Resign => {
                let (room, player) = self.seated()?;
                room.resign(player).await.map(|()| None)
            }
            Request::Rematch => {
                let (room, player) = self.seated()?;
                room.rematch(player).await.map(|()| None)
            }
            Request::Alive => Ok(Some(message(&json!({ "type": "alive" })))),
        }
    }

    async fn enter(&mut self, room: Arc<Room>, secret: Option<&Secret>) -> Result<Utf8Bytes, Fault> {
        let place = Place::enter(room, secret).await?;
        let entered = json!({ "type": "entered", "room": place.room.id(), "seat": place.seat });
        self.place = Some(place);
        Ok(message(&entered))
    }

    fn outside(&self) -> Result<(), Fault> {
        match self.place {
            None => Ok(()),
            Some(_) => Err(Fault::bad("this connection is in a room already")),
        }
    }

    fn seated(&self) -> Result<(Arc<Room>, Player), Fault> {
        let place = self.place.as_ref().ok_or_else(|| Fault::bad("this connection is in no room yet"))?;
        let player = place.seat.ok_or_else(|| Fault::new("not-seated", "you are watching this game"))?;
        Ok((Arc::clone(&place.room), player))
    }
}

/// What happens in the room; never anything to whoever is in none.
async fn news(place: Option<&mut Place>) -> Result<Utf8Bytes, RecvError> {
    match place {
        Some(place) => place.feed.recv().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::now;
    use crate::store::{Saved, Store};
    use serde_json::Value;
    use tok_ku_rou_core::{ByPlayer, Match};
    use tokio::sync::broadcast::error::TryRecvError;

    fn watching(text: &str) -> u64 {
        serde_json::from_str::<Value>(text).unwrap()["watching"].as_u64().unwrap()
    }

    #[tokio::test]
    async fn after_the_newest_state_no_older_one_is_heard() {
        let saved = Saved {
            id: "room".into(),
            start: "kalah 6x4".into(),
            adjudication: "repetition-tie".into(),
            score: Match::default().to_string(),
            secrets: ByPlayer::default(),
            resigned: None,
            moves: Vec::new(),
            touched: now(),
        };
        let (store, _) = Store::open(None).unwrap();
        let room = Arc::new(Room::restore(saved, None, store).unwrap());
        let mut place = Place::enter(Arc::clone(&room), None).await.unwrap();
        for _ in 0..100 {
            room.enter(None).await.unwrap();
        }
        assert!(matches!(place.feed.recv().await, Err(RecvError::Lagged(_))));
        assert_eq!(watching(&place.catch_up().await), 101);
        assert_eq!(place.feed.try_recv(), Err(TryRecvError::Empty));
        room.leave(None).await;
        assert_eq!(watching(&place.feed.recv().await.unwrap()), 100, "the next one is heard");
        for _ in 0..100 {
            room.enter(None).await.unwrap();
        }
        assert!(room.clear_if_idle(Duration::ZERO, Duration::ZERO).await);
        assert!(matches!(place.feed.recv().await, Err(RecvError::Lagged(_))));
        assert!(place.catch_up().await.contains("unknown-room"), "nor is the end of the room missed");
    }
}
