//! The program for the whole screen in a pseudo terminal, as a person would run it.
#![cfg(unix)]

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tok_ku_rou_core::{AnyPosition, Reason, Record};
use tok_ku_rou_examples::tui::Screen;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal with a program in it.
struct Tty {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    shown: Arc<Mutex<vt100::Parser>>,
    reader: Option<thread::JoinHandle<()>>,
    /// How the terminal was set before the program ran.
    modes: String,
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn one_or_more(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap()
}

/// The example beside this test; `cargo test` builds both.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples/tui");
    assert!(path.exists(), "run `cargo build --example tui` first");
    path
}

impl Tty {
    fn run(mut command: CommandBuilder) -> Self {
        command.env("TERM", "xterm-256color");
        let pair = native_pty_system().openpty(size(24, 80)).unwrap();
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        let shown = Arc::new(Mutex::new(vt100::Parser::new(one_or_more(24), one_or_more(80), 500)));
        let (mut output, screen) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&shown));
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the output of a terminal may be an error.
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                screen.lock().unwrap().process(&bytes[..read]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self { master: pair.master, child, keys, shown, reader: Some(reader), modes }
    }

    fn play(flags: &str) -> Self {
        let mut command = CommandBuilder::new(program());
        command.args(flags.split_whitespace());
        let tty = Self::run(command);
        tty.until("? help");
        tty
    }

    fn screen(&self) -> String {
        self.shown.lock().unwrap().screen().contents()
    }

    fn until(&self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.screen().contains(text) {
            assert!(Instant::now() < end, "no {text} in\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn resize(&self, rows: u16, cols: u16) {
        self.shown.lock().unwrap().screen_mut().set_size(one_or_more(rows), one_or_more(cols));
        self.master.resize(size(rows, cols)).unwrap();
    }

    /// Waits for the program to leave, and sees that the terminal is as it was; what the program printed then.
    fn left(mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
                None => {
                    self.child.kill().unwrap();
                    panic!("it does not leave:\n{}", self.screen());
                }
            }
        };
        assert_eq!(modes(&*self.master), self.modes, "lines are edited and echoed again");
        drop(self.master);
        self.reader.take().unwrap().join().unwrap();
        let shown = self.shown.lock().unwrap();
        let screen = shown.screen();
        assert!(!screen.alternate_screen(), "the screen before the game is back");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        (status, screen.contents())
    }
}

/// Plays the first legal pit of each turn until the game is over; the record that is printed at the end.
fn whole_game(flags: &str) -> Record<AnyPosition> {
    let mut tty = Tty::play(flags);
    let end = Instant::now() + PATIENCE;
    loop {
        let screen = tty.screen();
        if screen.contains("Game over") {
            break;
        }
        assert!(Instant::now() < end, "{screen}");
        if screen.contains("south to move") {
            tty.keys("\t\r");
        }
        thread::sleep(Duration::from_millis(20));
    }
    tty.until("Match: ");
    tty.keys("q");
    let (status, printed) = tty.left();
    assert!(status.success(), "{printed}");
    printed.split("\nMatch: ").next().unwrap().parse().unwrap()
}

#[test]
fn a_whole_game_of_kalah_against_level_1() {
    let record = whole_game("--game kalah --north level:1 --speed 0 --rng-seed 1");
    assert_eq!(record.game.outcome().unwrap().reason, Reason::SideEmpty);
    assert!(record.game.ply_count() > 10, "{record}");
}

#[test]
fn a_whole_game_of_tok_ku_rou_against_level_1() {
    let record = whole_game("--columns 4 --laps multiple --north level:1 --speed 0 --rng-seed 1");
    assert!(record.game.outcome().is_some(), "{record}");
}

#[test]
fn resizes_in_the_middle_of_a_sow_and_a_click() {
    let mut tty = Tty::play("--game kalah --speed 1");
    tty.keys("3\r");
    tty.until("hand: ");
    for (rows, cols) in [(1, 1), (5, 10), (100, 300), (2, 200), (24, 80)] {
        tty.resize(rows, cols);
        thread::sleep(Duration::from_millis(50));
    }
    tty.keys(" ");
    tty.until("and moves again");
    // The sixth pit of the lowest row, in the mouse protocol of xterm, where columns and rows count from 1.
    let (row, column) = {
        let screen = tty.screen();
        let (row, line) = screen.lines().enumerate().filter(|(_, line)| line.contains('╔')).last().unwrap();
        (row + 2, line.chars().enumerate().filter(|(_, c)| *c == '╔').last().unwrap().0 + 2)
    };
    tty.keys(&format!("\u{1b}[<0;{column};{row}M"));
    tty.until("south lifts 5 seeds from 6");
    tty.keys("\u{3}");
    let (status, printed) = tty.left();
    assert!(status.success() && printed.contains("1. 3+6 *"), "{printed}");
}

#[test]
fn control_c_leaves_while_the_computer_thinks() {
    let mut tty = Tty::play("--south level:7 --north level:7");
    tty.until("south is thinking");
    tty.keys("\u{3}");
    let (status, printed) = tty.left();
    assert!(status.success() && printed.contains("[Game \"tok_ku_rou\"]"), "{printed}");
}

#[test]
fn a_signal_to_end_gives_the_terminal_back() {
    let tty = Tty::play("");
    let process = tty.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    let (status, printed) = tty.left();
    assert!(status.success() && printed.contains("[Game \"tok_ku_rou\"]"), "{printed}");
}

/// In the terminal the test runs itself again, and there it panics.
#[test]
fn a_panic_gives_the_terminal_back() {
    const INSIDE: &str = "PANIC_IN_THE_TERMINAL";
    if std::env::var_os(INSIDE).is_some() {
        // A screen that is never dropped: only what happens at a panic can give it back.
        std::mem::forget(Screen::open().unwrap());
        panic!("on purpose");
    }
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--nocapture", "a_panic_gives_the_terminal_back"]);
    command.env(INSIDE, "1");
    // What is printed has to fit on the screen.
    command.env("RUST_BACKTRACE", "0");
    let (status, printed) = Tty::run(command).left();
    assert!(!status.success());
    assert!(printed.contains("on purpose"), "{printed}");
}

#[test]
fn a_pipe_is_refused() {
    let output = std::process::Command::new(program()).stdin(std::process::Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("needs a terminal"));
}
