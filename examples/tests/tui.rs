//! The program for the whole screen: its pictures, and what keys and clicks do.

use clap::Parser;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::time::{Duration, Instant};
use tok_ku_rou_core::{AnyPosition, Game, Position, Record};
use tok_ku_rou_examples::tui::{App, Arguments, draw};

/// The program at a screen, with a clock of its own.
struct Player {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Instant,
}

impl Player {
    fn new(flags: &str, width: u16, height: u16) -> Self {
        let arguments =
            Arguments::try_parse_from(["tui"].into_iter().chain(flags.split_whitespace())).unwrap();
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Self { app: App::new(&arguments).unwrap(), terminal, now: Instant::now() }
    }

    fn key(&mut self, code: KeyCode) {
        self.app.event(&Event::Key(KeyEvent::from(code))).unwrap();
    }

    /// Types a text, key by key; a line break is Enter.
    fn keys(&mut self, text: &str) {
        for key in text.chars() {
            self.key(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.app
            .event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
            .unwrap();
    }

    fn wait(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.app.tick(self.now).unwrap();
    }

    /// Waits until the screen shows this text.
    fn until(&mut self, text: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        while !self.screen().contains(text) {
            assert!(Instant::now() < end, "no {text} in\n{}", self.screen());
            self.wait(1);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn lines(&mut self) -> Vec<String> {
        let app = &mut self.app;
        self.terminal.draw(|frame| draw(app, frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let line = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| line(y).trim_end().to_string()).collect()
    }

    fn screen(&mut self) -> String {
        self.lines().join("\n")
    }

    /// The screen as one line, without the breaks in what is told.
    fn words(&mut self) -> String {
        self.screen().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn game(&self) -> Game<AnyPosition> {
        let summary = self.app.summary();
        let record = summary.split("\nMatch: ").next().unwrap();
        record.parse::<Record<AnyPosition>>().unwrap().game
    }
}

/// The game after these moves from the start.
fn played(start: &str, moves: &[&str]) -> Game<AnyPosition> {
    let mut game = Game::new(start.parse::<AnyPosition>().unwrap());
    for name in moves {
        game.play(game.position().parse_move(name).unwrap()).unwrap();
    }
    game
}

#[test]
fn a_small_board_as_it_lies_on_the_table() {
    let mut player = Player::new("--game kalah --pits 3 --seeds 2 --north level:1", 40, 13);
    let picture = "
kalah 3x2   Match: south 0 (seeds 0), no
             north, level 1
               3     2     1
               2     2     2
         0                       0
              [2]   [2]   [2]
               1     2     3
            ▶ south, a person
south to move | 1: 2



? help  Enter play  h hint  u undo  x re";
    assert_eq!(player.screen(), picture.trim_start_matches('\n'));
}

#[test]
fn boxes_where_there_is_room() {
    let mut player = Player::new("--speed 0", 80, 24);
    let screen = player.screen();
    assert_eq!(screen.matches("╔════╗").count(), 24, "all of south's pits are legal:\n{screen}");
    assert_eq!(screen.matches("╭────╮").count(), 24, "{screen}");
    player.keys("f12\n");
    player.wait(1);
    let screen = player.words();
    assert!(screen.contains("eats 4 seeds from north's b3 and f3, sows to f6"), "{screen}");
    assert!(screen.contains("▶ north, a person"), "{screen}");
    assert_eq!(player.game(), played("tok_ku_rou 12x2", &["f12"]));
    // Thirteen columns have room, too, in smaller boxes.
    let screen = Player::new("--columns 13 --seeds 4", 80, 24).screen();
    assert_eq!(screen.matches("╔═══╗").count(), 26, "{screen}");
}

/// What is done before the screen is drawn.
type Prepare = fn(&mut Player);

#[test]
fn no_size_breaks_it() {
    let prepare: [(&str, Prepare); 7] = [
        ("--columns 13", |_| {}),
        ("--game kalah --pits 7 --seeds 18", |player| player.keys("?")),
        ("--game kalah", |player| player.keys("nkalah 3x2 and more text than a small screen can show")),
        ("--columns 1 --seeds 9", |player| player.keys("b1\n")),
        ("--laps multiple", |player| {
            player.keys("f12\n");
            player.wait(0);
            player.wait(2000);
        }),
        ("--game kalah", |player| player.keys("xu1\n 2\n x")),
        ("--south level:1", |player| player.wait(1)),
    ];
    for (flags, prepare) in prepare {
        let mut player = Player::new(flags, 80, 24);
        prepare(&mut player);
        for (width, height) in (1..=100).flat_map(|width| (1..=32).map(move |height| (width, height))) {
            player.terminal.backend_mut().resize(width, height);
            player.screen();
            for spot in [(0, 0), (width / 2, height / 2), (width - 1, height - 1), (width, height)] {
                // A click outside of the pits does nothing, one on a pit plays it or tells why not.
                player.click(spot.0, spot.1);
            }
        }
    }
}

#[test]
fn the_board_shows_on_any_usual_screen() {
    for (flags, width, height) in [
        ("--columns 13 --seeds 4", 80, 24),
        ("--columns 13 --seeds 4", 39, 7),
        ("", 36, 6),
        ("--game kalah", 24, 4),
        ("--game kalah --pits 7", 80, 10),
    ] {
        let screen = Player::new(flags, width, height).screen();
        assert!(screen.contains("south to move"), "{flags} {width}x{height}:\n{screen}");
    }
    let screen = Player::new("", 35, 6).screen();
    assert!(screen.contains("too small"), "{screen}");
}

#[test]
fn seeds_fall_one_by_one_and_can_be_skipped() {
    let mut player = Player::new("--game kalah --speed 1", 80, 24);
    player.keys("3\n");
    player.wait(0);
    player.wait(700);
    assert!(player.screen().contains("south lifts 4 seeds from 3 | hand: 4"), "{}", player.screen());
    player.wait(1400);
    let screen = player.screen();
    assert!(screen.contains("south sows to south's store | hand: 2"), "{screen}");
    assert!(!screen.contains("and moves again"), "not told before it is seen:\n{screen}");
    player.keys("+");
    assert!(player.screen().contains("hand: 2"), "a change of speed skips nothing");
    player.keys(" ");
    let screen = player.words();
    assert!(screen.contains("the last seed is in the store, and moves again."), "{screen}");
    assert!(screen.contains("south to move"), "{screen}");
}

#[test]
fn clicks_and_arrows_play() {
    let mut player = Player::new("--game kalah --speed 0", 80, 24);
    let find = |player: &mut Player, text: &str| {
        let lines = player.lines();
        let y = lines.iter().rposition(|line| line.contains(text)).unwrap();
        let x = lines[y].chars().position(|c| text.starts_with(c)).unwrap();
        (x as u16, y as u16)
    };
    // The left upper corner of the leftmost box of the lowest row.
    let (x, y) = find(&mut player, "╔════╗");
    player.click(x + 2 * 6 + 1, y + 1);
    player.wait(1);
    assert_eq!(player.game(), played("kalah 6x4", &["3"]));
    // The other side's pits are not to be played.
    player.click(x + 1, y - 3);
    assert!(player.screen().contains("It is south's turn."), "{}", player.screen());
    player.key(KeyCode::Down);
    for _ in 0..9 {
        player.key(KeyCode::Right);
    }
    player.key(KeyCode::Enter);
    player.wait(1);
    assert_eq!(player.game(), played("kalah 6x4", &["3", "6"]));
    // Tab goes to a legal pit of whoever is to move.
    player.key(KeyCode::Tab);
    player.key(KeyCode::Enter);
    assert_eq!(player.game().ply_count(), 3);
}

#[test]
fn undo_hint_resign_and_a_new_game() {
    let mut player = Player::new("--game kalah --pits 3 --seeds 2 --speed 0", 80, 24);
    player.keys("h");
    assert!(player.screen().contains("looking for a hint"));
    player.until("Hint: try 2.");
    player.keys("2\n");
    player.wait(1);
    player.keys("u");
    assert_eq!(player.game().ply_count(), 0);
    player.keys("r");
    assert_eq!(player.game(), played("kalah 3x2", &["2"]));
    player.keys("x");
    let screen = player.screen();
    assert!(screen.contains("Game over: ") && screen.contains("(resigned)"), "{screen}");
    let loser = player.game().position().turn();
    let counted = if loser.letter() == 's' { "south 0" } else { "south 1" };
    assert!(screen.contains(&format!("Match: {counted}")), "{screen}");
    player.keys("u");
    assert!(player.screen().contains("Match: south 0"), "a game that goes on does not count");
    player.keys("x1\n");
    assert!(player.screen().contains("The game is over"), "{}", player.screen());
    // The same again, with the other player starting.
    player.keys("n\n");
    let screen = player.screen();
    assert!(screen.contains("north starts.") && screen.contains(&format!("Match: {counted}")), "{screen}");
    assert_eq!(player.game().start().to_string(), "kalah 2,2,2/2,2,2 0,0 n 3x2");
    // Another game, rules by notation; a mistake can be mended.
    player.keys("n");
    for _ in 0.."kalah 3x2".len() {
        player.key(KeyCode::Backspace);
    }
    player.keys("tok_ku_rou 12x99\n");
    assert!(player.screen().contains("New game: tok_ku_rou 12x99_"), "{}", player.screen());
    player.key(KeyCode::Backspace);
    player.key(KeyCode::Backspace);
    player.keys("2,multiple-laps\n");
    let screen = player.screen();
    assert!(screen.contains("tok_ku_rou 12x2,multiple-laps") && screen.contains("north starts."), "{screen}");
    player.keys("b99\n");
    assert!(player.screen().contains("b99: no such move."));
}

#[test]
fn the_computer_answers_and_takes_back_with_its_person() {
    let mut player = Player::new("--columns 4 --north level:2 --speed 0 --rng-seed 5", 80, 24);
    player.keys("b1\n");
    player.until("north to move");
    player.until("north is thinking");
    player.keys("b1\n");
    assert!(player.screen().contains("The computer is to move."), "{}", player.screen());
    player.until("south to move");
    assert_eq!(player.game().ply_count(), 2);
    player.keys("u");
    assert_eq!(player.game().ply_count(), 0);
    // While it thinks its seat can be taken over, and what it would have played is forgotten.
    player.keys("b1\n");
    player.until("north is thinking");
    player.keys("ooooooo");
    player.until("north to move | ");
    assert_eq!(player.game().ply_count(), 1);
    // A smaller board, where the computer begins; the cursor stays on it.
    player.keys("oooooooon");
    for _ in 0..40 {
        player.key(KeyCode::Backspace);
    }
    player.keys("kalah 2,2,2/2,2,2 0,0 n 3x2\n");
    for code in [KeyCode::Down, KeyCode::Right, KeyCode::Down, KeyCode::Right, KeyCode::Right, KeyCode::Right]
    {
        player.key(code);
    }
    player.until("south to move | 3: ");
}

#[test]
fn the_loser_gets_the_bell() {
    let mut player = Player::new("--speed 0", 80, 24);
    player.keys("x");
    assert!(player.screen().contains("north puts a bell on south's neck"), "{}", player.screen());
    let mut player = Player::new("--game kalah --speed 0", 80, 24);
    player.keys("x");
    assert!(player.screen().contains("south gives up") && !player.screen().contains("bell"));
}

#[test]
fn flags_are_those_of_play_and_a_speed() {
    let error = |flags: &str| {
        let flags = ["tui"].into_iter().chain(flags.split_whitespace());
        match Arguments::try_parse_from(flags) {
            Err(error) => error.to_string(),
            Ok(arguments) => App::new(&arguments).err().unwrap().to_string(),
        }
    };
    assert!(error("--speed 6").contains("6 is not in 0..=5"));
    assert!(error("--columns 14").contains("expected 1 to 13 columns, found 14"));
    assert!(error("--help").starts_with("Play Tok Ku Rou or Kalah on the whole screen"));
    assert!(error("--help").contains("--position <NOTATION>"));
}
