//! All rooms of a server.

use crate::Shared;
use crate::api::Begun;
use crate::config::Config;
use crate::fault::Fault;
use crate::room::{Room, limited, now, unknown};
use crate::secret::Secret;
use crate::store::{Saved, Store};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tok_ku_rou_core::{ByPlayer, Match, Player};
use tokio::time::{MissedTickBehavior, interval};

/// The rooms by their names, which nobody can guess.
pub(crate) struct Rooms {
    most: usize,
    store: Store,
    all: Mutex<HashMap<String, Arc<Room>>>,
}

impl Rooms {
    /// The rooms that are on disk.
    pub(crate) fn open(config: &Config) -> io::Result<Self> {
        let (store, saved) = Store::open(config.file.as_deref())?;
        let mut rooms = HashMap::new();
        for saved in saved {
            let id = saved.id.clone();
            match Room::restore(saved, None, store.clone()) {
                Ok(room) => drop(rooms.insert(id, Arc::new(room))),
                Err(fault) => eprintln!("a room is left out, since it cannot be read: {}", fault.message),
            }
        }
        Ok(Self { most: config.rooms, store, all: Mutex::new(rooms) })
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        // No change of the map can break off half-way.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of this name.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Room>, Fault> {
        self.all().get(id).cloned().ok_or_else(unknown)
    }

    /// A new room of this name, in which the holder of this secret sits here; or the room of this name if it is there
    /// already, since who did not hear the answer asks again.
    pub(crate) async fn create(
        &self,
        id: &Secret,
        begun: &Begun,
        seat: Player,
        secret: &Secret,
    ) -> Result<Arc<Room>, Fault> {
        let id = id.as_str();
        let game = limited(&begun.game);
        let mut secrets = ByPlayer::default();
        secrets[seat] = Some(secret.as_str().to_string());
        let saved = Saved {
            id: id.to_string(),
            start: game.start().to_string(),
            adjudication: game.adjudication().to_string(),
            score: Match::default().to_string(),
            secrets,
            resigned: None,
            moves: Vec::new(),
            touched: now(),
        };
        let room = Arc::new(Room::restore(saved.clone(), begun.toss, self.store.clone())?);
        // Nobody comes in before it is on disk.
        let held = room.hold().await;
        {
            let mut rooms = self.all();
            if let Some(room) = rooms.get(id) {
                return Ok(Arc::clone(room));
            }
            if rooms.len() >= self.most {
                return Err(Fault::new("full", "all rooms are in use; try again later"));
            }
            rooms.insert(id.to_string(), Arc::clone(&room));
        }
        let created = room.create(held, saved).await;
        if let Err(fault) = created {
            self.all().remove(id);
            return Err(fault);
        }
        Ok(room)
    }

    async fn clear(&self, config: &Config) {
        let rooms: Vec<_> = self.all().values().cloned().collect();
        for room in rooms {
            if room.clear_if_idle(config.idle, config.waiting).await {
                self.all().remove(room.id());
            }
        }
    }
}

/// Clears idle rooms for as long as the server runs.
pub(crate) async fn clear_idle(shared: Arc<Shared>) {
    let config = &shared.config;
    let often = config.idle.min(config.waiting).clamp(Duration::from_secs(1), Duration::from_secs(60));
    let mut ticks = interval(often);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        shared.rooms.clear(config).await;
    }
}
