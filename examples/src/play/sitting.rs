//! What lies on the table during a sitting: the game, the score of the match, and who plays.

use super::arguments::{First, Table};
use super::seat::Seat;
use fastrand::Rng;
use std::fs;
use std::io;
use std::path::Path;
use tok_ku_rou_core::{AnyPosition, ByPlayer, Contestant, Game, Match, Player, Position, Record};

/// A match between two seats, and the game at hand.
pub(crate) struct Sitting {
    pub(crate) seats: ByPlayer<Seat>,
    pub(crate) rng: Rng,
    pub(crate) score: Match,
    pub(crate) record: Record<AnyPosition>,
}

impl Sitting {
    /// The sitting that the flags describe.
    ///
    /// # Errors
    /// If the flags contradict each other, or the record they name cannot be read.
    pub(crate) fn new(table: &Table) -> io::Result<Self> {
        let mut rng = table.rng_seed.map_or_else(Rng::new, Rng::with_seed);
        let record = if let Some(file) = &table.record {
            read_record(file)?
        } else {
            let start = table.start().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
            let start = match table.first {
                First::South => start,
                First::North => start.with_turn(Player::North),
                First::Toss => start.with_turn(toss(&mut rng)),
            };
            Game::with_adjudication(start, table.adjudication()).into()
        };
        let seats = ByPlayer { south: table.south, north: table.north };
        Ok(Self { seats, rng, score: Match::new(table.starts()), record })
    }

    /// Counts the game in the match if it is finished; South is listed first.
    pub(crate) fn count_game(&mut self) {
        self.score.record_game(Contestant::First, &self.record.game);
    }

    /// Sets up the next game of the match from the same start and tells who starts it.
    pub(crate) fn next_game(&mut self) -> Player {
        let starter = match self.score.next_starter() {
            Some(Contestant::First) => Player::South,
            Some(Contestant::Second) => Player::North,
            None => toss(&mut self.rng),
        };
        let start = self.record.game.start().with_turn(starter);
        self.set_up(start);
        starter
    }

    /// Begins a game at this position, under the same adjudication and between the same two.
    pub(crate) fn set_up(&mut self, start: AnyPosition) {
        let next = Game::with_adjudication(start, self.record.game.adjudication());
        let Record { south, north, .. } = self.record.clone();
        self.record = Record { south, north, ..next.into() };
    }

    /// Takes back moves up to the last one that a person chose, and tells how many.
    pub(crate) fn undo(&mut self) -> usize {
        let game = &mut self.record.game;
        let chosen = |position: &AnyPosition| self.seats[position.turn()] == Seat::Human;
        let before = game.ply_count();
        if game.positions().take(before).any(chosen) {
            while game.undo().is_some() && !chosen(game.position()) {}
        }
        before - game.ply_count()
    }

    /// Plays moves again up to where a person has to choose, and tells how many.
    pub(crate) fn redo(&mut self) -> usize {
        let game = &mut self.record.game;
        let before = game.ply_count();
        while game.redo().is_some() && self.seats[game.position().turn()] != Seat::Human {}
        game.ply_count() - before
    }
}

fn toss(rng: &mut Rng) -> Player {
    if rng.bool() { Player::South } else { Player::North }
}

/// Reads a record; the error names the file.
pub(super) fn read_record(file: &Path) -> io::Result<Record<AnyPosition>> {
    let text = fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", file.display())))?;
    text.parse()
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", file.display())))
}
