//! The player in the terminal: keys in, pictures out, and what takes time in between.

use std::io;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::draw::draw;
use super::files;
use super::state::{Player, Request};
use super::theme::Theme;
use super::work::{Broken, Work};

/// How long to wait for a key while something goes on without one: a picture each.
const MOVING: Duration = Duration::from_millis(20);
/// How long to wait for a key otherwise; then it looks whether it was asked to end.
const STILL: Duration = Duration::from_millis(100);

/// Plays in the terminal until the player quits or the token is cancelled. The terminal is left
/// as it was found, after a panic as well.
///
/// # Errors
/// Those of the terminal, and the breakdown of an engine.
pub fn run(player: Player, cancel: &CancelToken) -> io::Result<()> {
    let played = ratatui::try_init().and_then(|mut terminal| {
        let theme = Theme::of_environment();
        Session { player, theme, work: None }.play(&mut terminal, cancel)
    });
    // Whatever happened, half an initialisation included.
    let restored = ratatui::try_restore();
    played.and(restored)
}

struct Session {
    player: Player,
    theme: Theme,
    work: Option<Work>,
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

    /// All keys there are, so that a key held down does not lag behind its pictures.
    fn take_events(&mut self) -> io::Result<()> {
        loop {
            // A new size needs nothing but the next picture.
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let Some(request) = self.player.press(key)
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
            Request::Solve(engine, puzzle) => self.work = Some(Work::solve(engine, puzzle)),
            Request::Generate { order, seed, number } => {
                self.work = Some(Work::generate(order, seed, number));
            }
            Request::Cancel => {
                self.work = None;
                self.player.cancelled();
            }
            Request::Load(name) => {
                let loaded = files::load(&name);
                self.player.loaded(&name, loaded);
            }
            Request::Save { name, replace } => {
                let saved = files::save(&name, self.player.board(), replace);
                self.player.saved(&name, saved);
            }
        }
    }

    fn look_at_work(&mut self) -> Result<(), Broken> {
        let Some(work) = &self.work else { return Ok(()) };
        if let Some(done) = work.done()? {
            self.work = None;
            self.player.done(done);
        }
        Ok(())
    }
}
