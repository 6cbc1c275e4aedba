//! Which key does what: the same at every size.
//!
//! Digits are numbers at every size, so letters are free for commands. A number above 9 takes
//! two strokes.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Move the cursor, so many rows and columns.
    Move(isize, isize),
    /// A stroke of a number.
    Number(u8),
    /// The digit under the cursor plus one; the highest becomes empty.
    Raise,
    /// The digit under the cursor less one; empty becomes the highest.
    Lower,
    /// Empty the cell.
    Erase,
    /// Let the engine solve it.
    Solve,
    /// Step through the engine's search.
    Step,
    /// Take the next engine.
    Engine,
    /// Show candidates, or hide them.
    Candidates,
    /// Tell the next deduction.
    Hint,
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Make what was typed givens, or givens typed.
    Fix,
    /// Empty all cells but the givens.
    Clear,
    /// Empty all cells.
    ClearAll,
    /// Make a new puzzle.
    Generate,
    /// Load a file.
    Load,
    /// Save to a file.
    Save,
    /// Show the keys.
    Help,
    /// Quit.
    Quit,
}

/// What a key does while stepping through a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// One step on.
    Forward,
    /// One step back.
    Back,
    /// Back as far as steps are kept.
    Beginning,
    /// Run, or pause.
    Run,
    /// More steps a second.
    Faster,
    /// Fewer steps a second.
    Slower,
    /// Begin again with the next engine.
    Engine,
    /// Keep the digits found so far, and leave.
    Keep,
    /// Show candidates, or hide them.
    Candidates,
    /// Show the keys.
    Help,
    /// Leave.
    Leave,
    /// Quit the player.
    Quit,
}

/// Whether a key ends the player whatever it is doing.
pub fn ends_at_once(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// Whether a key quits, asking first if something would be lost.
pub fn quits(key: KeyEvent) -> bool {
    key.modifiers.difference(KeyModifiers::SHIFT).is_empty()
        && matches!(key.code, KeyCode::Char('q' | 'Q'))
}

/// What a key does to the board.
pub fn edit(key: KeyEvent) -> Option<Edit> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('z') => Some(Edit::Undo),
            KeyCode::Char('r' | 'y') => Some(Edit::Redo),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up => Edit::Move(-1, 0),
        KeyCode::Down => Edit::Move(1, 0),
        KeyCode::Left => Edit::Move(0, -1),
        KeyCode::Right => Edit::Move(0, 1),
        KeyCode::Backspace | KeyCode::Delete | KeyCode::Char('.' | ' ') => Edit::Erase,
        KeyCode::Char('+' | '=') => Edit::Raise,
        KeyCode::Char('-' | '_') => Edit::Lower,
        KeyCode::Char('?') | KeyCode::F(1) => Edit::Help,
        KeyCode::Char('X') => Edit::ClearAll,
        KeyCode::Char(c) => match c.to_ascii_lowercase() {
            '0'..='9' => Edit::Number(c as u8 - b'0'),
            'k' => Edit::Move(-1, 0),
            'j' => Edit::Move(1, 0),
            'h' => Edit::Move(0, -1),
            'l' => Edit::Move(0, 1),
            's' => Edit::Solve,
            't' => Edit::Step,
            'e' => Edit::Engine,
            'c' => Edit::Candidates,
            'n' => Edit::Hint,
            'u' => Edit::Undo,
            'r' => Edit::Redo,
            'f' => Edit::Fix,
            'x' => Edit::Clear,
            'g' => Edit::Generate,
            'o' => Edit::Load,
            'w' => Edit::Save,
            'q' => Edit::Quit,
            _ => return None,
        },
        _ => return None,
    })
}

/// What a key does while stepping through a search.
pub fn walk(key: KeyEvent) -> Option<Walk> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    Some(match key.code {
        KeyCode::Right | KeyCode::Char('l' | 'L') => Walk::Forward,
        KeyCode::Left | KeyCode::Char('h' | 'H') => Walk::Back,
        KeyCode::Home => Walk::Beginning,
        KeyCode::Char(' ') => Walk::Run,
        KeyCode::Char('>' | '.') => Walk::Faster,
        KeyCode::Char('<' | ',') => Walk::Slower,
        KeyCode::Char('e' | 'E') => Walk::Engine,
        KeyCode::Enter => Walk::Keep,
        KeyCode::Char('c' | 'C') => Walk::Candidates,
        KeyCode::Char('?') | KeyCode::F(1) => Walk::Help,
        KeyCode::Esc | KeyCode::Char('t' | 'T') => Walk::Leave,
        KeyCode::Char('q' | 'Q') => Walk::Quit,
        _ => return None,
    })
}

/// A key as people are told of it: what is on it, what it does in a word (empty if that goes
/// without saying), and in a line.
pub type Told = (&'static str, &'static str, &'static str);

/// The keys of the board; the most needed first.
pub const EDITING: [Told; 20] = [
    ("?", "help", "this help"),
    ("q", "quit", "quit; Ctrl-C quits without asking"),
    ("arrows", "", "move, round the edges; h j k l too"),
    ("1-9", "", "type a digit; above 9 in two strokes"),
    ("+ -", "change", "raise and lower the digit"),
    ("0", "erase", "empty the cell; Backspace . space too"),
    ("s", "solve", "solve with the engine"),
    ("t", "step", "step through the engine's search"),
    ("e", "engine", "take the next engine"),
    ("c", "candidates", "show or hide the candidates"),
    ("n", "hint", "hint; n again: the hint's next step"),
    ("v", "", "hide or show long words; PgUp PgDn turn"),
    ("u", "undo", "undo; Ctrl-Z too"),
    ("r", "redo", "redo; Ctrl-R too"),
    ("f", "fix", "typed digits become givens, or back"),
    ("x", "clear", "clear all but the givens"),
    ("X", "all", "clear everything"),
    ("g", "new", "generate a puzzle with one solution"),
    ("o", "open", "open a file"),
    ("w", "save", "save to a file"),
];

/// The keys while stepping.
pub const STEPPING: [Told; 11] = [
    ("?", "help", "this help"),
    ("Esc", "leave", "leave the search, back to the board"),
    ("q", "quit", "quit; Ctrl-C quits without asking"),
    ("→ ←", "step", "one step forwards, one back"),
    ("space", "run, pause", "run or pause; a solution pauses it too"),
    ("< >", "speed", "slower, faster"),
    ("Home", "beginning", "back to the first step that is kept"),
    ("e", "engine", "begin again with the next engine"),
    ("c", "candidates", "show or hide the candidates"),
    ("Enter", "keep", "keep the digits found, and leave"),
    ("v", "", "hide or show long words; PgUp PgDn turn"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::reading::turn;

    fn key(c: char) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
    }

    #[test]
    fn every_key_that_help_names_does_something() {
        for (name, ..) in EDITING.iter().filter(|told| told.0.len() == 1) {
            let key = key(name.chars().next().unwrap());
            assert!(edit(key).is_some() || turn(key).is_some(), "{name}");
        }
        for c in "+-09hjkl".chars() {
            assert!(edit(key(c)).is_some(), "{c}");
        }
        for c in "?<> ecq".chars() {
            assert!(walk(key(c)).is_some(), "{c}");
        }
    }

    #[test]
    fn capitals_do_the_same_but_for_clearing_all() {
        for c in 'a'..='z' {
            let (small, capital) = (edit(key(c)), edit(key(c.to_ascii_uppercase())));
            if c == 'x' {
                assert_eq!((small, capital), (Some(Edit::Clear), Some(Edit::ClearAll)));
            } else {
                assert_eq!(small, capital, "{c}");
            }
        }
    }

    #[test]
    fn control_and_c_end_it() {
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        assert!(ends_at_once(control('c')) && !ends_at_once(key('c')));
        assert_eq!((edit(control('z')), edit(control('s'))), (Some(Edit::Undo), None));
    }
}
