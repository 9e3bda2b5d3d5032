//! The terminal: taken over at the start, given back whatever happens.

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use signal_hook::consts::TERM_SIGNALS;
use std::io::{self, IsTerminal};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The terminal while the program has it. Dropping it, a panic on any thread, and a signal to end give it back.
pub struct Screen {
    terminal: DefaultTerminal,
    ended: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If input or output is no terminal, or it refuses.
    pub fn open() -> io::Result<Self> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(io::Error::other("needs a terminal; `play` reads and writes pipes"));
        }
        let ended = Arc::new(AtomicBool::new(false));
        for &signal in TERM_SIGNALS {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        // Ratatui's own hook for panics knows nothing of the mouse.
        let terminal = ratatui::try_init()?;
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            release_mouse();
            hook(info);
        }));
        let screen = Self { terminal, ended };
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(screen)
    }

    /// What is drawn on.
    pub fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.terminal
    }

    /// Whether a signal asked the program to end.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The next key, click or change of size, if one comes in time.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn event(&self, wait: Duration) -> io::Result<Option<Event>> {
        match event::poll(wait) {
            Ok(true) => event::read().map(Some),
            Ok(false) => Ok(None),
            // A signal woke the wait up.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        release_mouse();
        ratatui::restore();
    }
}

/// Nothing more can be done where this fails: the terminal is gone.
fn release_mouse() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
}
