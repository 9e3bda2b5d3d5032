//! A sitting at the board: games one after the other, and the commands typed in between.

use super::arguments::{Arguments, First};
use super::seat::Seat;
use super::tell::{bell, ending, tell};
use fastrand::Rng;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use tok_ku_rou_core::{
    AnyPosition, ByPlayer, Contestant, Game, Match, Outcome, Pit, Player, Position, Record, TokKuRou, Trace,
    picture,
};

const HELP: &str = "\
  NAME          play the move of that name, for example b3, f12 or 4
  moves         list the legal moves
  board         draw the board again
  undo, redo    take back a move (and the computer's answer), play it again
  resign        give the game up
  save FILE     write the record of the game; `save! FILE` replaces a file
  load FILE     read a record and go on from where it ends
  picture FILE  write the board as an SVG picture; `picture! FILE` replaces a file
  notation      print the position in one line
  record        print the record of the game
  score         print the score of the match
  help          print this list
  quit          leave";

/// What to do after a line of input.
enum Next {
    /// Go on with the game.
    Go,
    /// Leave the program.
    Quit,
}

/// Games between two seats, played through any input and output.
pub struct Session<I, O> {
    input: I,
    output: O,
    seats: ByPlayer<Seat>,
    rng: Rng,
    score: Match,
    record: Record<AnyPosition>,
    /// How many games are still to be played without asking.
    unasked: u32,
}

impl<I: BufRead, O: Write> Session<I, O> {
    /// A session as the flags describe it.
    ///
    /// # Errors
    /// If the flags contradict each other, or the record they name cannot be read.
    pub fn new(arguments: &Arguments, input: I, output: O) -> io::Result<Self> {
        let mut rng = arguments.seed.map_or_else(Rng::new, Rng::with_seed);
        let record = if let Some(file) = &arguments.record {
            read_record(file)?
        } else {
            let start =
                arguments.start().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
            let start = match arguments.first {
                First::South => start,
                First::North => start.with_turn(Player::North),
                First::Toss => start.with_turn(toss(&mut rng)),
            };
            Game::with_adjudication(start, arguments.adjudication()).into()
        };
        let seats = ByPlayer { south: arguments.south, north: arguments.north };
        let score = Match::new(arguments.starts());
        Ok(Self { input, output, seats, rng, score, record, unasked: arguments.games.saturating_sub(1) })
    }

    /// Plays until somebody leaves or the input ends.
    ///
    /// # Errors
    /// If the input or the output fails.
    pub fn run(&mut self) -> io::Result<()> {
        let game = format!("{} {}", self.position().game(), self.position().rules_text());
        writeln!(self.output, "{game}. Type `help` for help.")?;
        loop {
            if let Next::Quit = self.play_game()? {
                return Ok(());
            }
            if let Next::Quit = self.after_game()? {
                return Ok(());
            }
        }
    }

    fn position(&self) -> &AnyPosition {
        self.record.game.position()
    }

    /// Plays the game at hand until it is over.
    fn play_game(&mut self) -> io::Result<Next> {
        self.draw()?;
        while self.record.game.outcome().is_none() {
            let seat = self.seats[self.position().turn()];
            if let Some(pit) = seat.choose(self.record.game.position(), &mut self.rng) {
                writeln!(self.output, "{} plays {}", self.position().turn(), self.position().move_name(pit))?;
                self.play(pit)?;
            } else if let Next::Quit = self.ask()? {
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Go)
    }

    /// Tells the result, keeps the score and sets up the next game.
    fn after_game(&mut self) -> io::Result<Next> {
        let Some(outcome) = self.record.game.outcome() else { return Ok(Next::Go) };
        self.tell_end(outcome)?;
        if self.unasked > 0 {
            self.unasked -= 1;
        } else {
            loop {
                let Some(line) = self.prompt("Another game? yes, no, undo, save FILE: ")? else {
                    self.count_game()?;
                    return Ok(Next::Quit);
                };
                match line.as_str() {
                    "y" | "yes" => break,
                    "n" | "no" | "q" | "quit" => {
                        self.count_game()?;
                        return Ok(Next::Quit);
                    }
                    _ => {
                        if let Next::Quit = self.obey(&line)? {
                            return Ok(Next::Quit);
                        }
                        // The game may go on again, or another one may be over.
                        match self.record.game.outcome() {
                            None => return Ok(Next::Go),
                            Some(now) if now != outcome => self.tell_end(now)?,
                            Some(_) => {}
                        }
                    }
                }
            }
        }
        self.count_game()?;
        let starter = match self.score.next_starter() {
            Some(Contestant::First) => Player::South,
            Some(Contestant::Second) => Player::North,
            None => toss(&mut self.rng),
        };
        let game = &self.record.game;
        let next = Game::with_adjudication(game.start().start().with_turn(starter), game.adjudication());
        self.record = Record { game: next, ..self.record.clone() };
        writeln!(self.output, "\n{starter} starts.")?;
        Ok(Next::Go)
    }

    fn tell_end(&mut self, outcome: Outcome) -> io::Result<()> {
        writeln!(self.output, "{}", ending(&self.record.game, outcome))?;
        if let (Some(winner), TokKuRou::GAME) = (outcome.winner, self.position().game()) {
            // Terminals ring; a file or a pipe should not hold control characters.
            let ring = if io::stdout().is_terminal() { "\u{7}" } else { "" };
            writeln!(self.output, "{}{ring}", bell(!winner))?;
        }
        Ok(())
    }

    /// Counts the finished game in the match; South is listed first.
    fn count_game(&mut self) -> io::Result<()> {
        self.score.record_game(Contestant::First, &self.record.game);
        self.tell_score()
    }

    fn tell_score(&mut self) -> io::Result<()> {
        let [south, north] = [Contestant::First, Contestant::Second]
            .map(|who| format!("{} (seeds {})", self.score.wins(who), self.score.seeds(who)));
        writeln!(self.output, "Match: south {south}, north {north}, ties {}.", self.score.ties())
    }

    /// Plays a legal move and tells what it did.
    fn play(&mut self, pit: Pit) -> io::Result<()> {
        let before = self.position().clone();
        let trace = Trace::of(&before, pit);
        match trace.and_then(|trace| self.record.game.play(pit).map(|()| trace)) {
            Ok(trace) => {
                writeln!(self.output, "{}.\n", tell(&before, &trace))?;
                self.draw()
            }
            Err(error) => writeln!(self.output, "{}: {error}", before.move_name(pit)),
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = picture::text(self.position());
        write!(self.output, "{board}")
    }

    /// A line of input without the blanks around it; `None` when the input has ended.
    fn prompt(&mut self, prompt: &str) -> io::Result<Option<String>> {
        loop {
            write!(self.output, "{prompt}")?;
            self.output.flush()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                writeln!(self.output)?;
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line).trim().to_string();
            if !io::stdin().is_terminal() {
                // What came through a pipe is not on the screen yet.
                writeln!(self.output, "{line}")?;
            }
            if !line.is_empty() {
                return Ok(Some(line));
            }
        }
    }

    /// Asks the person to move for a move or a command.
    fn ask(&mut self) -> io::Result<Next> {
        let prompt = format!("{}: ", self.position().turn());
        if let Some(line) = self.prompt(&prompt)? {
            self.obey(&line)
        } else {
            writeln!(self.output, "The input ended before the game did. Its record:\n\n{}", self.record)?;
            Ok(Next::Quit)
        }
    }

    /// Does what a line of input says.
    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = Path::new(rest.trim());
        match word {
            "save" | "save!" | "picture" | "picture!" | "load" if rest.is_empty() => {
                writeln!(self.output, "{word}: the name of a file is missing")?;
            }
            "save" | "save!" => self.write_file(file, &self.record.to_string(), word == "save!")?,
            "picture" | "picture!" => self.write_file(file, &self.svg(), word == "picture!")?,
            "load" => match read_record(file) {
                Ok(record) => {
                    self.record = record;
                    writeln!(self.output, "read {}", file.display())?;
                    self.draw()?;
                }
                Err(error) => writeln!(self.output, "{error}")?,
            },
            _ if !rest.is_empty() => self.refuse(line)?,
            "quit" | "q" | "exit" => return Ok(Next::Quit),
            "help" | "h" | "?" => writeln!(self.output, "{HELP}")?,
            "board" => self.draw()?,
            "moves" => {
                let names = self
                    .position()
                    .legal_moves()
                    .into_iter()
                    .map(|pit| self.position().move_name(pit).to_string());
                let names: Vec<_> = names.collect();
                writeln!(self.output, "{}", names.join(" "))?;
            }
            "notation" => writeln!(self.output, "{}", self.record.game.position())?,
            "record" => write!(self.output, "{}", self.record)?,
            "score" => self.tell_score()?,
            "resign" => {
                let loser = self.position().turn();
                self.record.game.resign(loser);
            }
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            name => match self.position().parse_move(name) {
                Ok(pit) => self.play(pit)?,
                Err(_) => self.refuse(name)?,
            },
        }
        Ok(Next::Go)
    }

    fn refuse(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}: no such move or command; `help` lists them")
    }

    /// Takes moves back up to the last one that a person chose.
    fn undo(&mut self) -> io::Result<()> {
        let mut undone = 0;
        while self.record.game.undo().is_some() {
            undone += 1;
            if self.seats[self.position().turn()] == Seat::Human {
                break;
            }
        }
        self.tell_moved(undone, "took back", "there is no move to take back")
    }

    /// Plays moves again up to where a person has to choose.
    fn redo(&mut self) -> io::Result<()> {
        let mut redone = 0;
        while self.record.game.redo().is_some() {
            redone += 1;
            if self.seats[self.position().turn()] == Seat::Human {
                break;
            }
        }
        self.tell_moved(redone, "played again", "there is no move to play again")
    }

    fn tell_moved(&mut self, moves: u32, did: &str, nothing: &str) -> io::Result<()> {
        match moves {
            0 => return writeln!(self.output, "{nothing}"),
            1 => writeln!(self.output, "{did} 1 move")?,
            _ => writeln!(self.output, "{did} {moves} moves")?,
        }
        self.draw()
    }

    /// The board with the last move marked.
    fn svg(&self) -> String {
        let game = &self.record.game;
        let last = game.moves().last().zip(game.positions().rev().nth(1));
        let trace = last.and_then(|(pit, before)| Trace::of(before, pit).ok());
        picture::svg(game.position(), trace.as_ref())
    }

    /// Writes a file whole or not at all, and never over another one unless told to.
    fn write_file(&mut self, file: &Path, text: &str, replace: bool) -> io::Result<()> {
        if file.exists() && !replace {
            return writeln!(
                self.output,
                "{} exists; put a `!` behind the command to replace it",
                file.display()
            );
        }
        let mut partial = file.as_os_str().to_owned();
        partial.push(".partial");
        match fs::write(&partial, text).and_then(|()| fs::rename(&partial, file)) {
            Ok(()) => writeln!(self.output, "wrote {}", file.display()),
            Err(error) => writeln!(self.output, "cannot write {}: {error}", file.display()),
        }
    }
}

fn toss(rng: &mut Rng) -> Player {
    if rng.bool() { Player::South } else { Player::North }
}

/// Reads a record; the error names the file.
fn read_record(file: &Path) -> io::Result<Record<AnyPosition>> {
    let text = fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", file.display())))?;
    text.parse()
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", file.display())))
}
