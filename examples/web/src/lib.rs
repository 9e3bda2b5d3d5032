//! The web page of Tok Ku Rou and Kalah, and its server: games on one device, against the computer, and online.
//!
//! All rules and all players are those of `tok_ku_rou_core`, on the server. A game on one device lives in the browser
//! as its record, and the server keeps nothing of it; an online game lives in a room, and every move is on disk before
//! it is told to anybody.

mod api;
mod assets;
mod chance;
mod config;
mod fault;
mod limits;
mod pages;
mod picture;
mod room;
mod rooms;
mod score;
mod secret;
mod socket;
mod store;
mod think;
mod view;

pub use config::Config;

use axum::Router;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use rooms::Rooms;
use std::io;
use std::sync::Arc;
use think::Thinkers;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// What all requests share.
struct Shared {
    config: Config,
    rooms: Rooms,
    thinkers: Thinkers,
    /// How many more people may be connected.
    connections: Arc<Semaphore>,
}

/// The page's server, with the online games that are kept.
pub struct Server(Arc<Shared>);

impl Server {
    /// Reads the games that are on disk.
    ///
    /// # Errors
    /// If they cannot be read, or another server has them open.
    pub fn open(config: Config) -> io::Result<Self> {
        Ok(Self(Arc::new(Shared {
            rooms: Rooms::open(&config)?,
            thinkers: Thinkers::new(),
            connections: Arc::new(Semaphore::new(config.connections)),
            config,
        })))
    }

    /// Serves the page to whoever connects, until the program ends.
    ///
    /// # Errors
    /// If nobody can connect any more.
    pub async fn serve(self, listener: TcpListener) -> io::Result<()> {
        let Self(shared) = self;
        tokio::spawn(rooms::clear_idle(Arc::clone(&shared)));
        let router = Router::new()
            .route("/api/game", post(api::game))
            .route("/api/choose", post(api::choose))
            .route("/api/judge", post(api::judge))
            .route("/api/match", post(api::contest))
            .route("/picture.svg", get(picture::svg))
            .route("/online", get(socket::upgrade))
            .fallback(get(assets::serve))
            .with_state(shared);
        // A move must not wait for the next one to fill its packet. Where that cannot be set it only comes later.
        let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
        axum::serve(listener, assets::with_headers(router)).await
    }
}
