//! A sitting at the board: games one after the other, and the commands typed in between.

use super::arguments::Arguments;
use super::seat::best;
use super::sitting::{Sitting, read_record};
use super::tell::{bell, ending, score, tell};
use crate::whole::write_whole;
use std::io::{self, BufRead, Write};
use std::path::Path;
use tok_ku_rou_core::ai::{Level, Limits, Search, Table, Tuned};
use tok_ku_rou_core::{AnyPosition, Outcome, Pit, Position, TokKuRou, Trace, picture};

const HELP: &str = "\
  NAME          play the move of that name, for example b3, f12 or 4
  moves         list the legal moves
  board         draw the board again
  undo, redo    take back a move (and the computer's answer), play it again
  resign        give the game up
  hint          the move that the strongest level would play
  analyse       what each legal move is worth to the mover, best first
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
    /// Go on with the game that was read from a file.
    Loaded,
    /// Leave the program.
    Quit,
}

/// Games between two seats, played through any input and output.
pub struct Session<I, O> {
    input: I,
    output: O,
    sitting: Sitting,
    /// How many games are still to be played, the one at hand included; `None` asks after each.
    games_left: Option<u32>,
    /// Whether lines of input have to be repeated in the output, since nobody sees them typed.
    echo: bool,
    /// Whether the output can ring.
    rings: bool,
}

impl<I: BufRead, O: Write> Session<I, O> {
    /// A session as the flags describe it.
    ///
    /// # Errors
    /// If the flags contradict each other, or the record they name cannot be read.
    pub fn new(arguments: &Arguments, input: I, output: O) -> io::Result<Self> {
        Ok(Self {
            input,
            output,
            sitting: Sitting::new(&arguments.table)?,
            games_left: arguments.games,
            echo: false,
            rings: false,
        })
    }

    /// This session with lines of input repeated in the output, for input that is not typed.
    #[must_use]
    pub fn with_echo(self, echo: bool) -> Self {
        Self { echo, ..self }
    }

    /// This session with a sound for the bell, for output that is a terminal.
    #[must_use]
    pub fn with_ring(self, rings: bool) -> Self {
        Self { rings, ..self }
    }

    /// Plays until somebody leaves or the input ends.
    ///
    /// # Errors
    /// If the input or the output fails.
    pub fn run(&mut self) -> io::Result<()> {
        let game = format!("{} {}", self.position().game(), self.position().rules_text());
        writeln!(self.output, "{game}. Type `help` for help.")?;
        self.draw()?;
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
        self.sitting.record.game.position()
    }

    /// Plays the game at hand until it is over.
    fn play_game(&mut self) -> io::Result<Next> {
        while self.sitting.record.game.outcome().is_none() {
            let seat = self.sitting.seats[self.position().turn()];
            if let Some(pit) = seat.choose(&self.sitting.record.game, &mut self.sitting.rng) {
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
        let Some(outcome) = self.sitting.record.game.outcome() else { return Ok(Next::Go) };
        self.tell_end(outcome)?;
        match &mut self.games_left {
            Some(left) => {
                *left = left.saturating_sub(1);
                if *left == 0 {
                    self.count_game()?;
                    return Ok(Next::Quit);
                }
            }
            None => loop {
                match self.prompt("Another game? yes, no, undo, save FILE: ")?.as_deref() {
                    Some("y" | "yes") => break,
                    None | Some("n" | "no" | "q" | "quit") => {
                        self.count_game()?;
                        return Ok(Next::Quit);
                    }
                    Some(line) => match self.obey(line)? {
                        // Another game is on the board, or this one goes on again.
                        Next::Loaded => return Ok(Next::Go),
                        Next::Go if self.sitting.record.game.outcome().is_none() => return Ok(Next::Go),
                        Next::Go => {}
                        Next::Quit => return Ok(Next::Quit),
                    },
                }
            },
        }
        self.count_game()?;
        let starter = self.sitting.next_game();
        writeln!(self.output, "\n{starter} starts.")?;
        self.draw()?;
        Ok(Next::Go)
    }

    fn tell_end(&mut self, outcome: Outcome) -> io::Result<()> {
        writeln!(self.output, "{}", ending(&self.sitting.record.game, outcome))?;
        if let (Some(winner), TokKuRou::GAME) = (outcome.winner, self.position().game()) {
            let ring = if self.rings { "\u{7}" } else { "" };
            writeln!(self.output, "{}{ring}", bell(!winner))?;
        }
        Ok(())
    }

    /// Counts the finished game in the match; South is listed first.
    fn count_game(&mut self) -> io::Result<()> {
        self.sitting.count_game();
        self.tell_score()
    }

    fn tell_score(&mut self) -> io::Result<()> {
        writeln!(self.output, "{}", score(&self.sitting.score))
    }

    /// Plays a legal move and tells what it did.
    fn play(&mut self, pit: Pit) -> io::Result<()> {
        let before = *self.position();
        let trace = Trace::of(&before, pit);
        match trace.and_then(|trace| self.sitting.record.game.play(pit).map(|()| trace)) {
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
            if self.echo {
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
            writeln!(
                self.output,
                "The input ended before the game did. Its record:\n\n{}",
                self.sitting.record
            )?;
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
            "save" | "save!" => self.write_file(file, &self.sitting.record.to_string(), word == "save!")?,
            "picture" | "picture!" => self.write_file(file, &self.svg(), word == "picture!")?,
            "load" => match read_record(file) {
                Ok(record) => {
                    if self.sitting.record.game.outcome().is_some() {
                        self.count_game()?;
                    }
                    self.sitting.record = record;
                    writeln!(self.output, "read {}", file.display())?;
                    self.draw()?;
                    return Ok(Next::Loaded);
                }
                Err(error) => writeln!(self.output, "{error}")?,
            },
            _ if !rest.is_empty() => self.refuse(line)?,
            "quit" | "q" | "exit" => return Ok(Next::Quit),
            "help" | "h" | "?" => writeln!(self.output, "{HELP}")?,
            "board" => self.draw()?,
            "moves" | "hint" | "analyse" if self.sitting.record.game.outcome().is_some() => {
                writeln!(self.output, "the game is over")?;
            }
            "moves" => {
                let names = self
                    .position()
                    .legal_moves()
                    .into_iter()
                    .map(|pit| self.position().move_name(pit).to_string());
                let names: Vec<_> = names.collect();
                writeln!(self.output, "{}", names.join(" "))?;
            }
            "notation" => writeln!(self.output, "{}", self.sitting.record.game.position())?,
            "record" => write!(self.output, "{}", self.sitting.record)?,
            "score" => self.tell_score()?,
            "hint" => {
                if let Some(pit) = best(&self.sitting.record.game, Level::SEVEN, 0) {
                    writeln!(self.output, "try {}", self.position().move_name(pit))?;
                }
            }
            "analyse" => self.analyse()?,
            "resign" => {
                let loser = self.position().turn();
                self.sitting.record.game.resign(loser);
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

    /// Tells the value of every legal move, with the line that follows it.
    fn analyse(&mut self) -> io::Result<()> {
        let positions: Vec<_> = self.sitting.record.game.positions().copied().collect();
        let Some((position, history)) = positions.split_last() else { return Ok(()) };
        let table = Table::new(1 << 24).map_err(io::Error::other)?;
        let search =
            Search::new(table, Tuned).with_repetition(self.sitting.record.game.adjudication().repetition);
        for line in search.analyse(position, history, Limits::nodes(2_000_000)) {
            let value = match (line.complete, line.value.margin()) {
                (true, None) => "tie".into(),
                (_, Some(_)) => line.value.to_string(),
                (false, None) => format!("{} seeds", line.value),
            };
            let certain = if line.complete { ", certain" } else { "" };
            let moves = names(position, &line.moves);
            writeln!(self.output, "{value:>12}, {} deep{certain}: {moves}", line.depth)?;
        }
        Ok(())
    }

    fn refuse(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}: no such move or command; `help` lists them")
    }

    /// Takes back a resignation, else moves up to the last one that a person chose.
    fn undo(&mut self) -> io::Result<()> {
        if self.sitting.record.game.resume() {
            writeln!(self.output, "the game goes on")?;
            return self.draw();
        }
        let undone = self.sitting.undo();
        self.tell_moved(undone, "took back", "there is no move to take back")
    }

    /// Plays moves again up to where a person has to choose.
    fn redo(&mut self) -> io::Result<()> {
        let redone = self.sitting.redo();
        self.tell_moved(redone, "played again", "there is no move to play again")
    }

    fn tell_moved(&mut self, moves: usize, did: &str, nothing: &str) -> io::Result<()> {
        match moves {
            0 => return writeln!(self.output, "{nothing}"),
            1 => writeln!(self.output, "{did} 1 move")?,
            _ => writeln!(self.output, "{did} {moves} moves")?,
        }
        self.draw()
    }

    /// The board with the last move marked.
    fn svg(&self) -> String {
        let game = &self.sitting.record.game;
        let last = game.moves().last().zip(game.positions().rev().nth(1));
        let trace = last.and_then(|(pit, before)| Trace::of(before, pit).ok());
        picture::svg(game.position(), trace.as_ref())
    }

    /// Writes a file whole or not at all, and never over another one unless told to.
    fn write_file(&mut self, file: &Path, text: &str, replace: bool) -> io::Result<()> {
        if file.exists() && !file.is_file() {
            return writeln!(self.output, "{} is not a file that can be replaced", file.display());
        }
        if file.exists() && !replace {
            return writeln!(
                self.output,
                "{} exists; put a `!` behind the command to replace it",
                file.display()
            );
        }
        match write_whole(file, |out| out.write_all(text.as_bytes())) {
            Ok(()) => writeln!(self.output, "wrote {}", file.display()),
            Err(error) => writeln!(self.output, "cannot write {}: {error}", file.display()),
        }
    }
}

/// The names of moves that follow one another from a position.
fn names(position: &AnyPosition, moves: &[Pit]) -> String {
    let mut position = *position;
    let mut names = Vec::new();
    for &pit in moves {
        names.push(position.move_name(pit).to_string());
        match position.play(pit) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    names.join(" ")
}
