//! Playing on the whole screen: what is shown, what keys and clicks do, and the loop that brings them together.

mod animation;
mod app;
mod draw;
mod screen;
mod think;

pub use app::App;
pub use draw::draw;
pub use screen::Screen;

use crate::play::arguments::Table;
use clap::Parser;
use std::io;
use std::time::{Duration, Instant};

/// Play Tok Ku Rou or Kalah on the whole screen of the terminal
///
/// Arrows or the mouse choose a pit, Enter or a click plays it; names (b1 to b12, f1 to f12, or 1 to 6) can be typed.
/// `?` lists all keys.
#[derive(Clone, Debug, Parser)]
#[command(name = "tui", version)]
pub struct Arguments {
    #[command(flatten)]
    table: Table,

    /// How fast seeds are sown, 0 (at once) or 1 (slow) to 5 (fast); + and - change it
    #[arg(long, value_name = "SPEED", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=5))]
    speed: u8,
}

/// How long to wait for a key before looking at the clock again.
const TICK: Duration = Duration::from_millis(30);

/// Plays until somebody leaves; what was played is printed then.
///
/// # Errors
/// If the flags contradict each other, or there is no terminal to play on.
pub fn run(arguments: &Arguments) -> io::Result<()> {
    let mut app = App::new(arguments)?;
    {
        let mut screen = Screen::open()?;
        while !app.is_left() && !screen.is_ended() {
            screen.terminal().draw(|frame| draw(&mut app, frame))?;
            if let Some(event) = screen.event(TICK)? {
                app.event(&event)?;
            }
            app.tick(Instant::now())?;
        }
    }
    println!("{}", app.summary());
    Ok(())
}
