//! How far long words have been read: what does not fit is shown in part, and scrolled.

use std::cell::Cell;

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// What a key does to long words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A page on.
    Down,
    /// A page back.
    Up,
    /// Hide them, to see what is behind, or show them again.
    Hide,
}

/// What a key does to long words, whatever else is going on.
pub fn turn(key: KeyEvent) -> Option<Turn> {
    match key.code {
        KeyCode::PageDown => Some(Turn::Down),
        KeyCode::PageUp => Some(Turn::Up),
        KeyCode::Char('v' | 'V') if key.modifiers.is_empty() => Some(Turn::Hide),
        _ => None,
    }
}

/// Where in long words the reader is.
#[derive(Debug, Default)]
pub struct Reading {
    /// They are not to be shown.
    pub hidden: bool,
    /// Rows scrolled away. Only who draws knows how many can be, so drawing corrects it.
    scrolled: Cell<usize>,
    /// Rows last drawn.
    page: Cell<usize>,
}

impl Reading {
    /// Turns the page. One row stays to be recognised.
    pub fn turn(&mut self, turn: Turn) {
        let page = self.page.get().saturating_sub(1).max(1);
        match turn {
            Turn::Down => self.scrolled.set(self.scrolled.get() + page),
            Turn::Up => self.scrolled.set(self.scrolled.get().saturating_sub(page)),
            Turn::Hide => self.hidden ^= true,
        }
    }

    /// Other words: back to their beginning.
    pub fn begin(&mut self) {
        self.scrolled.set(0);
    }

    /// The first row to draw, of that many, where `height` of them have room.
    pub fn first_row(&self, rows: usize, height: usize) -> usize {
        let first = self.scrolled.get().min(rows.saturating_sub(height));
        self.scrolled.set(first);
        self.page.set(height);
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_with_the_last_row_and_begin_with_the_first() {
        let mut reading = Reading::default();
        let mut firsts = Vec::new();
        for turn in [Turn::Up, Turn::Down, Turn::Down, Turn::Down, Turn::Up] {
            reading.turn(turn);
            firsts.push(reading.first_row(10, 4));
        }
        assert_eq!(firsts, [0, 3, 6, 6, 3]);
        reading.begin();
        assert_eq!(reading.first_row(10, 4), 0);
        assert_eq!(reading.first_row(3, 4), 0, "all of it has room");
    }
}
