//! Scrolling of texts that do not fit into their area.

use std::cell::Cell;

use super::keys::{Key, KeyCode};

/// The effect of a key on a long text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One page forwards.
    Down,
    /// One page back.
    Up,
    /// Hide the text, to see the grid behind it, or show it again.
    Hide,
}

/// The effect of a key on a long text, in every state of the player.
pub fn turn(key: Key) -> Option<Turn> {
    match key.code {
        KeyCode::PageDown => Some(Turn::Down),
        KeyCode::PageUp => Some(Turn::Up),
        KeyCode::Char('v' | 'V') if !key.control && !key.alt => Some(Turn::Hide),
        _ => None,
    }
}

/// The position of the reader in a long text.
#[derive(Debug, Default)]
pub struct Reading {
    /// Whether the text is hidden.
    pub hidden: bool,
    /// Number of rows scrolled away. Its maximum depends on the window, so drawing corrects it.
    scrolled: Cell<usize>,
    /// Number of rows last drawn.
    page: Cell<usize>,
}

impl Reading {
    /// Turns the page. One row stays visible, so that the reader finds the place again.
    pub fn turn(&mut self, turn: Turn) {
        let page = self.page.get().saturating_sub(1).max(1);
        match turn {
            Turn::Down => self.scrolled.set(self.scrolled.get() + page),
            Turn::Up => self.scrolled.set(self.scrolled.get().saturating_sub(page)),
            Turn::Hide => self.hidden ^= true,
        }
    }

    /// Scrolls back to the beginning, for a new text.
    pub fn begin(&mut self) {
        self.scrolled.set(0);
    }

    /// The first row to draw of a text of `rows` rows in an area of `height` rows.
    #[cfg(feature = "terminal")]
    pub fn first_row(&self, rows: usize, height: usize) -> usize {
        let first = self.scrolled.get().min(rows.saturating_sub(height));
        self.scrolled.set(first);
        self.page.set(height);
        first
    }
}
