//! The player in the terminal: reads keys, draws frames, and carries out the player's requests.

use std::io;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use quadrille_sudoku::format::InputFormat;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind, KeyModifiers};

use super::draw::draw;
use super::files::{self, Files, LoadError};
use super::keys::{Key, KeyCode};
use super::state::Player;
use super::theme::Theme;
use super::thread::{self, Running};
use super::work::{Broken, Done, Request};

/// Time to wait for a key before the next frame is drawn, while the picture changes by itself.
const MOVING: Duration = Duration::from_millis(20);
/// Time to wait for a key before the cancel token is checked again, while nothing changes by itself.
const STILL: Duration = Duration::from_millis(100);

/// Runs the player in the terminal until the user quits or the token is cancelled. The terminal is restored, even after a panic.
///
/// # Errors
/// If the terminal fails, or if an engine panicked.
pub fn run(player: Player, files: Files, cancel: &CancelToken) -> io::Result<()> {
    let played = ratatui::try_init().and_then(|mut terminal| {
        let theme = Theme::of_environment();
        Session { player, files, theme, work: None }.play(&mut terminal, cancel)
    });
    // Restores the terminal even after an initialisation that failed half-way.
    let restored = ratatui::try_restore();
    played.and(restored)
}

struct Session {
    player: Player,
    files: Files,
    theme: Theme,
    work: Option<Running<Done>>,
}

impl Session {
    fn play(&mut self, terminal: &mut DefaultTerminal, cancel: &CancelToken) -> io::Result<()> {
        let mut before = Instant::now();
        let mut stale = true;
        while !self.player.is_over() && !cancel.is_cancelled() {
            if stale {
                terminal.draw(|frame| draw(frame, &self.player, self.theme))?;
            }
            stale = self.player.is_moving();
            if event::poll(if stale { MOVING } else { STILL })? {
                self.take_events()?;
                stale = true;
            }
            self.player.tick(before.elapsed()).map_err(io::Error::other)?;
            before = Instant::now();
            self.look_at_work().map_err(io::Error::other)?;
        }
        Ok(())
    }

    /// Reads all pending keys before the next frame, so that frames keep up with a key held down.
    fn take_events(&mut self) -> io::Result<()> {
        loop {
            // An event other than a key, such as a new size of the window, needs nothing but the next frame.
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let Some(request) = self.player.press(key.into())
            {
                self.serve(request);
            }
            if self.player.is_over() || !event::poll(Duration::ZERO)? {
                return Ok(());
            }
        }
    }

    fn serve(&mut self, request: Request) {
        match request {
            Request::Cancel => {
                self.work = None;
                self.player.cancelled();
            }
            Request::Load(name) => {
                let opened = (self.files.open)(&name).map_err(LoadError::from);
                let loaded =
                    opened.and_then(|file| files::read_under(file, None, InputFormat::Auto, None));
                self.player.loaded(&name, loaded);
            }
            Request::Save { name, replace } => {
                let saved = (self.files.save)(&name, &files::text(self.player.board()), replace);
                self.player.saved(&name, saved);
            }
            work => self.work = Some(thread::start(work)),
        }
    }

    fn look_at_work(&mut self) -> Result<(), Broken> {
        let Some(work) = &self.work else { return Ok(()) };
        if let Some(done) = work.next()? {
            self.work = None;
            self.player.done(done);
        }
        Ok(())
    }
}

impl From<KeyEvent> for Key {
    fn from(key: KeyEvent) -> Self {
        use event::KeyCode as Of;
        let code = match key.code {
            Of::Char(c) => KeyCode::Char(c),
            Of::Up => KeyCode::Up,
            Of::Down => KeyCode::Down,
            Of::Left => KeyCode::Left,
            Of::Right => KeyCode::Right,
            Of::Home => KeyCode::Home,
            Of::PageUp => KeyCode::PageUp,
            Of::PageDown => KeyCode::PageDown,
            Of::Enter => KeyCode::Enter,
            Of::Esc => KeyCode::Esc,
            Of::Backspace => KeyCode::Backspace,
            Of::Delete => KeyCode::Delete,
            Of::F(1) => KeyCode::F1,
            _ => KeyCode::Other,
        };
        let other = KeyModifiers::SHIFT | KeyModifiers::CONTROL;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Self { code, control, alt: !key.modifiers.difference(other).is_empty() }
    }
}
