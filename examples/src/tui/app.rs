//! What is on the screen, and what keys, clicks and time do to it.

use super::Arguments;
use super::animation::Animation;
use super::draw::Plan;
use super::think::Thinker;
use crate::play::seat::Seat;
use crate::play::sitting::Sitting;
use crate::play::tell::{bell, ending, score, tell};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position as Spot, Rect};
use std::io;
use std::time::{Duration, Instant};
use tok_ku_rou_core::ai::Level;
use tok_ku_rou_core::{AnyPosition, Contestant, Match, Pit, Place, Player, Position, TokKuRou, Trace};

/// The time for a seed at each speed; speed 0 shows no sowing.
const PACES: [u64; 6] = [0, 700, 400, 200, 100, 40];
/// No name and no position is longer than this.
const LONGEST_TEXT: usize = 400;
/// So many lines of what has happened are kept.
const MOST_LINES: usize = 100;

/// A line that is being typed.
pub(super) enum Entry {
    /// The name of a move.
    Move(String),
    /// The start of the next game, in notation.
    Start(String),
}

/// Games on the whole screen.
pub struct App {
    pub(super) sitting: Sitting,
    pub(super) animation: Option<Animation>,
    /// What to tell when the move on its way is over.
    untold: Option<String>,
    thinker: Thinker,
    pub(super) hint: Option<Pit>,
    /// The pit that Enter plays, as row and column of the board from the top left.
    cursor: (usize, usize),
    pub(super) entry: Option<Entry>,
    pub(super) help: bool,
    pub(super) speed: u8,
    /// What has happened, the newest last.
    pub(super) log: Vec<String>,
    /// What was drawn on last, for finding what a click means.
    pub(super) area: Rect,
    left: bool,
}

impl App {
    /// A sitting as the flags describe it.
    ///
    /// # Errors
    /// If the flags contradict each other, the record they name cannot be read, or no thread can be started.
    pub fn new(arguments: &Arguments) -> io::Result<Self> {
        let mut app = Self {
            sitting: Sitting::new(&arguments.table)?,
            animation: None,
            untold: None,
            thinker: Thinker::new()?,
            hint: None,
            cursor: (0, 0),
            entry: None,
            help: false,
            speed: arguments.speed,
            log: Vec::new(),
            area: Rect::default(),
            left: false,
        };
        app.home();
        Ok(app)
    }

    /// Whether somebody has left.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.left
    }

    /// The record of the game and the score of the match, to be read after the screen is gone.
    #[must_use]
    pub fn summary(&self) -> String {
        format!("{}\n{}", self.sitting.record, score(&self.score()))
    }

    /// The score with the game at hand, if it is finished: it may yet be taken back.
    pub(super) fn score(&self) -> Match {
        let mut score = self.sitting.score;
        score.record_game(Contestant::First, &self.sitting.record.game);
        score
    }

    pub(super) fn position(&self) -> &AnyPosition {
        self.sitting.record.game.position()
    }

    fn is_over(&self) -> bool {
        self.sitting.record.game.outcome().is_some()
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinker.is_thinking()
    }

    /// Whether a person has to choose a move now.
    pub(super) fn is_persons_turn(&self) -> bool {
        !self.is_over()
            && self.animation.is_none()
            && self.sitting.seats[self.position().turn()] == Seat::Human
    }

    /// The places of the board, row by row from the top.
    pub(super) fn grid(position: &AnyPosition) -> Vec<Vec<Place>> {
        let layout = position.layout();
        let north = (0..layout.rows).map(|row| (Player::North, row));
        let south = (0..layout.rows).rev().map(|row| (Player::South, row));
        let places = |(player, row)| {
            layout.row(player, row).map(move |pit| Place::Pit(player, pit)).collect::<Vec<_>>()
        };
        north.chain(south).map(places).collect()
    }

    /// The place under the cursor.
    pub(super) fn chosen(&self) -> Option<Place> {
        Self::grid(self.position()).get(self.cursor.0)?.get(self.cursor.1).copied()
    }

    /// Puts the cursor on the first legal pit that comes after it.
    fn next_legal(&mut self) {
        let position = *self.position();
        let grid = Self::grid(&position);
        let cells = || grid.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (y, x)));
        let legal = |&(y, x): &(usize, usize)| match grid[y][x] {
            Place::Pit(player, pit) => player == position.turn() && position.legal_moves().contains(pit),
            Place::Store(_) => false,
        };
        let after = cells().filter(|&cell| cell > self.cursor).find(legal);
        if let Some(cell) = after.or_else(|| cells().find(legal)) {
            self.cursor = cell;
        }
    }

    /// Puts the cursor in front of whoever has to choose, if it is not there.
    fn home(&mut self) {
        let turn = self.position().turn();
        if self.is_persons_turn() && self.chosen().is_none_or(|place| place.player() != turn) {
            // The left end of the upper one of this player's rows.
            let rows = usize::from(self.position().layout().rows);
            self.cursor = if turn == Player::North { (0, 0) } else { (rows, 0) };
            let on_legal = matches!(self.chosen(), Some(Place::Pit(_, pit))
                if self.position().legal_moves().contains(pit));
            if !on_legal {
                self.next_legal();
            }
        }
    }

    fn say(&mut self, line: impl Into<String>) {
        self.log.push(line.into());
        if self.log.len() > MOST_LINES {
            self.log.remove(0);
        }
    }

    fn pace(&self) -> Duration {
        Duration::from_millis(PACES.get(usize::from(self.speed)).copied().unwrap_or_default())
    }

    /// Lets time pass: seeds fall, the computer answers.
    ///
    /// # Errors
    /// If the thread that thinks has stopped.
    pub fn tick(&mut self, now: Instant) -> io::Result<()> {
        if let Some(animation) = &mut self.animation {
            if !animation.tick(now) {
                self.settle();
            }
        } else if self.thinker.is_thinking() {
            if let Some(pit) = self.thinker.answer()? {
                if self.is_persons_turn() {
                    self.hint = Some(pit);
                    self.say(format!("Hint: try {}.", self.position().move_name(pit)));
                } else {
                    self.play(pit);
                }
            }
        } else if !self.is_over() && !self.is_persons_turn() {
            let seat = self.sitting.seats[self.position().turn()];
            self.think(seat)?;
        }
        Ok(())
    }

    fn think(&mut self, seat: Seat) -> io::Result<()> {
        let seed = self.sitting.rng.u64(..);
        self.thinker.ask(&self.sitting.record.game, seat, seed)
    }

    /// Plays a move, or tells why it cannot be played.
    fn play(&mut self, pit: Pit) {
        let before = *self.position();
        let trace = Trace::of(&before, pit);
        match trace.and_then(|trace| self.sitting.record.game.play(pit).map(|()| trace)) {
            Ok(trace) => {
                self.thinker.forget();
                self.hint = None;
                self.untold = Some(format!("{}.", tell(&before, &trace)));
                self.animation = Some(Animation::new(before, *self.position(), trace, self.pace()));
            }
            Err(error) => self.say(format!("{}: {error}.", before.move_name(pit))),
        }
    }

    /// Ends the showing of a move and tells what it did.
    fn settle(&mut self) {
        self.animation = None;
        if let Some(told) = self.untold.take() {
            self.say(told);
            self.tell_end();
        }
        self.home();
    }

    fn tell_end(&mut self) {
        let game = &self.sitting.record.game;
        if let Some(outcome) = game.outcome() {
            let told = ending(game, outcome);
            let tok_ku_rou = self.position().game() == TokKuRou::GAME;
            self.say(told);
            if let (Some(winner), true) = (outcome.winner, tok_ku_rou) {
                self.say(bell(!winner));
            }
            self.say("n begins another game, u takes the last move back.");
        }
    }

    /// Does what a key or a click asks for.
    ///
    /// # Errors
    /// If the thread that thinks has stopped.
    pub fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Key(key) if key.is_press() => self.key(*key)?,
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => {}
        }
        Ok(())
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return;
        }
        if self.help {
            self.help = false;
        } else if self.animation.is_some() {
            self.settle();
        } else if let Some(place) = Plan::new(self.area, self.position())
            .and_then(|plan| plan.place_at(Spot { x: mouse.column, y: mouse.row }))
        {
            let grid = Self::grid(self.position());
            for (y, row) in grid.iter().enumerate() {
                if let Some(x) = row.iter().position(|&other| other == place) {
                    self.cursor = (y, x);
                    self.entry = None;
                    self.play_chosen();
                }
            }
        }
    }

    /// Plays the pit under the cursor.
    fn play_chosen(&mut self) {
        let turn = self.position().turn();
        match self.chosen() {
            _ if self.is_over() => self.say("The game is over; n begins another."),
            _ if !self.is_persons_turn() => self.say("The computer is to move."),
            Some(Place::Pit(player, pit)) if player == turn => self.play(pit),
            _ => self.say(format!("It is {turn}'s turn.")),
        }
    }

    fn key(&mut self, key: KeyEvent) -> io::Result<()> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.left |= key.code == KeyCode::Char('c');
            return Ok(());
        }
        if self.help {
            self.help = false;
            return Ok(());
        }
        if self.entry.is_some() {
            self.type_key(key.code);
            return Ok(());
        }
        match key.code {
            KeyCode::Char('q') => self.left = true,
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('+' | '=') => self.set_speed(self.speed + 1),
            KeyCode::Char('-') => self.set_speed(self.speed.saturating_sub(1)),
            KeyCode::Char(' ') | KeyCode::Enter if self.animation.is_some() => self.settle(),
            KeyCode::Char(' ') | KeyCode::Enter => self.play_chosen(),
            KeyCode::Left => self.cursor.1 = self.cursor.1.saturating_sub(1),
            KeyCode::Right => {
                let columns = usize::from(self.position().layout().columns);
                self.cursor.1 = (self.cursor.1 + 1).min(columns - 1);
            }
            KeyCode::Up => self.cursor.0 = self.cursor.0.saturating_sub(1),
            KeyCode::Down => {
                let rows = 2 * usize::from(self.position().layout().rows);
                self.cursor.0 = (self.cursor.0 + 1).min(rows - 1);
            }
            KeyCode::Tab => self.next_legal(),
            KeyCode::Char(key) => {
                if self.animation.is_some() {
                    self.settle();
                }
                self.command(key)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn set_speed(&mut self, speed: u8) {
        self.speed = speed.min(PACES.len() as u8 - 1);
        let pace = self.pace();
        if let Some(animation) = &mut self.animation {
            animation.set_pace(pace);
        }
    }

    fn command(&mut self, key: char) -> io::Result<()> {
        match key {
            'h' if self.is_persons_turn() => self.think(Seat::Level(Level::SEVEN))?,
            'h' => self.say("A hint needs a person to move."),
            'u' => self.undo(),
            'r' => {
                self.thinker.forget();
                let redone = self.sitting.redo();
                self.moved(redone, "played again", "There is no move to play again.");
                self.tell_end();
            }
            'x' if self.is_persons_turn() => {
                self.thinker.forget();
                let loser = self.position().turn();
                self.sitting.record.game.resign(loser);
                self.tell_end();
            }
            'x' => self.say("Only a person who is to move can give up."),
            'n' => self.entry = Some(Entry::Start(self.start_text())),
            'o' => self.change_seat(Player::North),
            'O' => self.change_seat(Player::South),
            // Typing a name begins with its first letter.
            'b' | 'f' | '0'..='9' => self.entry = Some(Entry::Move(key.into())),
            _ => self.say(format!("{key}: no such key; ? lists them.")),
        }
        Ok(())
    }

    fn undo(&mut self) {
        self.thinker.forget();
        if self.sitting.record.game.resume() {
            self.say("The game goes on.");
        } else {
            let undone = self.sitting.undo();
            self.moved(undone, "took back", "There is no move to take back.");
        }
    }

    fn moved(&mut self, moves: usize, did: &str, nothing: &str) {
        self.hint = None;
        match moves {
            0 => self.say(nothing),
            1 => self.say(format!("({did} 1 move)")),
            _ => self.say(format!("({did} {moves} moves)")),
        }
        self.home();
    }

    /// Another player sits down: a person, or the next level.
    fn change_seat(&mut self, player: Player) {
        self.thinker.forget();
        let seat = &mut self.sitting.seats[player];
        *seat = match *seat {
            Seat::Human => Seat::Level(Level::ONE),
            Seat::Level(level) => Level::new(level.number() + 1).map_or(Seat::Human, Seat::Level),
            Seat::Random | Seat::Greedy => Seat::Human,
        };
        let told = format!("{player} is now played by {seat}.");
        self.say(told);
        self.home();
    }

    /// The start of the game at hand, as short as can be.
    fn start_text(&self) -> String {
        let start = self.sitting.record.game.start();
        if start.with_turn(Player::South) == start.start() {
            format!("{} {}", start.game(), start.rules_text())
        } else {
            start.to_string()
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        let Some(Entry::Move(text) | Entry::Start(text)) = &mut self.entry else { return };
        match code {
            KeyCode::Char(key) if text.len() < LONGEST_TEXT => text.push(key),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.entry = None,
            KeyCode::Enter => match self.entry.take() {
                Some(Entry::Move(name)) => self.play_named(&name),
                Some(Entry::Start(text)) => self.begin(text),
                None => {}
            },
            _ => {}
        }
    }

    fn play_named(&mut self, name: &str) {
        match self.position().parse_move(name) {
            _ if self.is_over() => self.say("The game is over; n begins another."),
            _ if !self.is_persons_turn() => self.say("The computer is to move."),
            Ok(pit) => self.play(pit),
            Err(_) => self.say(format!("{name}: no such move.")),
        }
    }

    /// Begins a game; one that is not finished is broken off and does not count.
    fn begin(&mut self, text: String) {
        let start: AnyPosition = match text.parse() {
            Ok(start) => start,
            Err(error) => {
                self.say(format!("{error}."));
                self.entry = Some(Entry::Start(text));
                return;
            }
        };
        let old = &self.sitting.record.game;
        let (over, old) = (old.outcome().is_some(), *old.start());
        let fresh = start == start.start() || start == old;
        self.thinker.forget();
        self.hint = None;
        self.sitting.count_game();
        self.sitting.set_up(start);
        if fresh && over {
            self.sitting.next_game();
        } else if fresh {
            self.sitting.set_up(start.with_turn(old.turn()));
        }
        self.log.clear();
        self.say(format!("{} starts.", self.position().turn()));
        self.cursor = (0, 0);
        self.home();
        self.tell_end();
    }
}
