//! The online games on disk.
//!
//! One thread writes. It commits all that has piled up as one transaction and only then answers, so that a thousand
//! games need not wait for a thousand flushes, and nothing is told that could be lost.

use crate::fault::Fault;
use rusqlite::{Connection, ErrorCode, Transaction, params};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tok_ku_rou_core::{ByPlayer, Player};
use tokio::sync::oneshot;

/// So many writes at most share a transaction.
const BATCH: usize = 1_000;

/// The version of the tables. A file of another one is not touched.
const VERSION: i32 = 1;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY, start TEXT NOT NULL, adjudication TEXT NOT NULL, score TEXT NOT NULL,
        south TEXT, north TEXT, resigned TEXT, touched INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS moves (
        room TEXT NOT NULL, ply INTEGER NOT NULL, pit INTEGER NOT NULL, PRIMARY KEY (room, ply)
    ) STRICT, WITHOUT ROWID;
";

/// A room as it lies on disk.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) id: String,
    pub(crate) start: String,
    pub(crate) adjudication: String,
    pub(crate) score: String,
    pub(crate) secrets: ByPlayer<Option<String>>,
    pub(crate) resigned: Option<Player>,
    pub(crate) moves: Vec<u8>,
    /// When it was last written, in seconds since 1970.
    pub(crate) touched: i64,
}

/// A change of a room.
#[derive(Debug)]
pub(crate) enum Change {
    /// It is there now.
    Created(Box<Saved>),
    /// A seat is taken by whoever holds this secret.
    Seat(Player, String),
    /// A move is played; the score, if the game ended.
    Move { ply: u32, pit: u8, score: Option<String> },
    /// A player gave the game up; the score.
    Resigned(Player, String),
    /// A new game begins at this position.
    Rematch(String),
    /// It is gone.
    Cleared,
}

struct Job {
    room: String,
    change: Change,
    now: i64,
    done: oneshot::Sender<Result<(), String>>,
}

/// The way to the thread that writes.
#[derive(Clone)]
pub(crate) struct Store(Sender<Job>);

impl Store {
    /// Opens the file, and reads all that is in it.
    pub(crate) fn open(file: Option<&Path>) -> io::Result<(Self, Vec<Saved>)> {
        let name = || file.map_or_else(|| "memory".to_string(), |file| file.display().to_string());
        let failed = |why: &dyn Display| io::Error::other(format!("cannot open {}: {why}", name()));
        let named = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => failed(&"another server has it open"),
            _ => failed(&error),
        };
        let connection = connect(file).map_err(named)?;
        match version(&connection).map_err(named)? {
            VERSION => {}
            0 if is_empty(&connection).map_err(named)? => {}
            0 => return Err(failed(&"expected games or an empty file, found what another program keeps")),
            other => {
                return Err(failed(&format_args!(
                    "expected games of version {VERSION}, found version {other}"
                )));
            }
        }
        prepare(&connection).map_err(named)?;
        let saved = load(&connection).map_err(named)?;
        let (sender, jobs) = channel();
        thread::Builder::new().name("store".into()).spawn(move || write(connection, &jobs))?;
        Ok((Self(sender), saved))
    }

    /// Makes a change, and comes back when it is on disk.
    pub(crate) async fn write(&self, room: &str, now: i64, change: Change) -> Result<(), Fault> {
        let (done, written) = oneshot::channel();
        let job = Job { room: room.to_string(), change, now, done };
        let failed = |why: &str| Fault::new("storage", format!("the game could not be saved: {why}"));
        self.0.send(job).map_err(|_| failed("the store has stopped"))?;
        written.await.map_err(|_| failed("the store has stopped"))?.map_err(|error| failed(&error))
    }
}

fn connect(file: Option<&Path>) -> rusqlite::Result<Connection> {
    let connection = match file {
        Some(file) => Connection::open(file)?,
        None => Connection::open_in_memory()?,
    };
    // Two servers on one file would not know of each other's moves.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    Ok(connection)
}

/// The version of the tables in a file; 0 if there are none yet.
fn version(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Whether a file has no tables at all.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_master", [], |row| row.get(0))
}

/// Makes the tables, if there are none yet.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    // With this a move also outlives a loss of power.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Both or neither: a program that is killed here must find its own file again.
    connection.execute_batch(&format!("BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT"))
}

fn load(connection: &Connection) -> rusqlite::Result<Vec<Saved>> {
    let mut rooms = connection.prepare(
        "SELECT id, start, adjudication, score, south, north, resigned, touched FROM rooms ORDER BY id",
    )?;
    let saved = rooms.query_map([], |row| {
        Ok(Saved {
            id: row.get(0)?,
            start: row.get(1)?,
            adjudication: row.get(2)?,
            score: row.get(3)?,
            secrets: ByPlayer { south: row.get(4)?, north: row.get(5)? },
            resigned: row.get::<_, Option<String>>(6)?.and_then(|word| player(&word)),
            moves: Vec::new(),
            touched: row.get(7)?,
        })
    })?;
    let mut saved = saved.collect::<rusqlite::Result<Vec<_>>>()?;
    let mut moves = connection.prepare("SELECT pit FROM moves WHERE room = ?1 ORDER BY ply")?;
    for room in &mut saved {
        room.moves = moves.query_map([&room.id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    }
    Ok(saved)
}

fn player(word: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|player| player.to_string() == word)
}

/// Writes what comes, until nobody is left who could send.
fn write(mut connection: Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        let written = commit(&mut connection, &batch).map_err(|error| error.to_string());
        for job in batch {
            // Whoever asked may have gone; the change stands all the same.
            let _ = job.done.send(written.clone());
        }
    }
}

fn commit(connection: &mut Connection, batch: &[Job]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for job in batch {
        apply(&transaction, job)?;
    }
    transaction.commit()
}

fn apply(transaction: &Transaction<'_>, job: &Job) -> rusqlite::Result<()> {
    let Job { room, change, now, .. } = job;
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        transaction.prepare_cached(sql)?.execute(values).map(|_| ())
    };
    match change {
        Change::Created(saved) => {
            let Saved { start, adjudication, score, secrets, .. } = saved.as_ref();
            run(
                "INSERT INTO rooms (id, start, adjudication, score, south, north, touched) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![room, start, adjudication, score, secrets.south, secrets.north, now],
            )
        }
        Change::Seat(player, secret) => {
            let sql = match player {
                Player::South => "UPDATE rooms SET south = ?2, touched = ?3 WHERE id = ?1",
                Player::North => "UPDATE rooms SET north = ?2, touched = ?3 WHERE id = ?1",
            };
            run(sql, params![room, secret, now])
        }
        Change::Move { ply, pit, score } => {
            run("INSERT INTO moves (room, ply, pit) VALUES (?1, ?2, ?3)", params![room, ply, pit])?;
            run(
                "UPDATE rooms SET touched = ?2, score = coalesce(?3, score) WHERE id = ?1",
                params![room, now, score],
            )
        }
        Change::Resigned(player, score) => run(
            "UPDATE rooms SET resigned = ?2, score = ?3, touched = ?4 WHERE id = ?1",
            params![room, player.to_string(), score, now],
        ),
        Change::Rematch(start) => {
            run("DELETE FROM moves WHERE room = ?1", params![room])?;
            run(
                "UPDATE rooms SET start = ?2, resigned = NULL, touched = ?3 WHERE id = ?1",
                params![room, start, now],
            )
        }
        Change::Cleared => {
            run("DELETE FROM moves WHERE room = ?1", params![room])?;
            run("DELETE FROM rooms WHERE id = ?1", params![room])
        }
    }
}
