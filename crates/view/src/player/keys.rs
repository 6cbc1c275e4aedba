//! Keys, and the meaning of each, the same at every grid size and for every source of keys.
//!
//! Digits are typed as numbers at every size, so that letters are free for commands. A number above 9 takes two
//! strokes.

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key itself.
    pub code: KeyCode,
    /// Whether Control was held.
    pub control: bool,
    /// Whether Alt or another modifier was held. Shift does not count, because it changes the character.
    pub alt: bool,
}

/// The keys that have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyCode {
    /// A character; a capital letter if Shift was held.
    Char(char),
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The key Home.
    Home,
    /// The key Page up.
    PageUp,
    /// The key Page down.
    PageDown,
    /// The key Enter.
    Enter,
    /// The key Escape.
    Esc,
    /// The key Backspace.
    Backspace,
    /// The key Delete.
    Delete,
    /// The key F1.
    F1,
    /// Any other key. It only closes the list of keys.
    Other,
}

impl Key {
    /// A key without modifiers.
    pub fn plain(code: KeyCode) -> Self {
        Self { code, control: false, alt: false }
    }

    /// A key with a character, without modifiers.
    pub fn char(c: char) -> Self {
        Self::plain(KeyCode::Char(c))
    }

    /// A key with a character, and Control.
    pub fn control(c: char) -> Self {
        Self { control: true, ..Self::char(c) }
    }
}

/// The effect of a key on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Move the cursor by a number of rows and columns.
    Move(isize, isize),
    /// Type one figure, from 0 to 9; two of them make a digit above 9.
    Number(u8),
    /// Type a whole digit; no second figure may follow. 0 empties the cell.
    Digit(u8),
    /// Increase the digit under the cursor; the highest digit becomes empty.
    Raise,
    /// Decrease the digit under the cursor; an empty cell becomes the highest digit.
    Lower,
    Erase,
    Solve,
    Step,
    Engine,
    Candidates,
    /// Say where the next deduction is, then by which technique, then explain it.
    Hint,
    Pencil,
    /// Find the digits that the only solution does not have.
    Mistakes,
    Undo,
    Redo,
    /// Turn typed digits into givens, or givens into typed digits.
    Fix,
    /// Empty all cells except the givens.
    Clear,
    ClearAll,
    Generate,
    Challenge,
    Load,
    Save,
    Help,
    Quit,
}

/// The effect of a key while stepping through a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    Forward,
    Back,
    /// Go back to the earliest step that is still in memory.
    Beginning,
    /// Start or pause automatic steps.
    Run,
    Faster,
    Slower,
    Engine,
    /// Leave the search, and put the digits found so far on the board.
    Keep,
    Candidates,
    Help,
    /// Leave the search, back to the board.
    Leave,
    Quit,
}

/// Whether a key ends the player in every state.
pub fn ends_at_once(key: Key) -> bool {
    key.control && key.code == KeyCode::Char('c')
}

/// Whether a key quits, with a question first if typed digits would be lost.
pub fn quits(key: Key) -> bool {
    !key.control && !key.alt && matches!(key.code, KeyCode::Char('q' | 'Q'))
}

/// The effect of a key on the board.
pub fn edit(key: Key) -> Option<Edit> {
    if key.control {
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
        KeyCode::Char('?') | KeyCode::F1 => Edit::Help,
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
            'p' => Edit::Pencil,
            'm' => Edit::Mistakes,
            'u' => Edit::Undo,
            'r' => Edit::Redo,
            'f' => Edit::Fix,
            'x' => Edit::Clear,
            'g' => Edit::Generate,
            'd' => Edit::Challenge,
            'o' => Edit::Load,
            'w' => Edit::Save,
            'q' => Edit::Quit,
            _ => return None,
        },
        _ => return None,
    })
}

/// The effect of a key while stepping through a search.
pub fn walk(key: Key) -> Option<Walk> {
    if key.control {
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
        KeyCode::Char('?') | KeyCode::F1 => Walk::Help,
        KeyCode::Esc | KeyCode::Char('t' | 'T') => Walk::Leave,
        KeyCode::Char('q' | 'Q') => Walk::Quit,
        _ => return None,
    })
}

/// A key as the player shows it: its label, its effect in one word for the last rows of the window (empty if it is
/// left out there), and its effect in a line for the list of keys.
pub type KeyHelp = (&'static str, &'static str, &'static str);

/// The keys of the board, the most important first.
pub const EDITING: [KeyHelp; 22] = [
    ("?", "help", "this help"),
    ("q", "quit", "quit; Ctrl-C quits without asking"),
    ("arrows", "", "move, wrapping at edges; also h j k l"),
    ("1-9", "", "type a digit; above 9 in two strokes"),
    ("+ -", "change", "increase or decrease the digit"),
    ("0", "erase", "empty the cell; also Backspace . space"),
    ("s", "solve", "solve with the engine"),
    ("t", "step", "step through the engine's search"),
    ("e", "engine", "select the next engine"),
    ("c", "candidates", "show or hide the candidates"),
    ("p", "pencil", "pencil marks instead of digits, or back"),
    ("n", "hint", "hint: where; n again: what, then why"),
    ("m", "mistakes", "show which digits are wrong"),
    ("v", "", "hide/show long text; PgUp PgDn scroll"),
    ("u r", "undo, redo", "undo, redo; also Ctrl-Z, Ctrl-R"),
    ("f", "fix", "turn typed digits into givens, or back"),
    ("x", "clear", "clear all but givens; again: the marks"),
    ("X", "all", "clear all cells"),
    ("g", "new", "generate a puzzle with one solution"),
    ("d", "difficulty", "choose how difficult new puzzles are"),
    ("o", "open", "open a file"),
    ("w", "save", "save to a file"),
];

/// The keys while stepping.
pub const STEPPING: [KeyHelp; 11] = [
    ("?", "help", "this help"),
    ("Esc", "leave", "leave the search, back to the board"),
    ("q", "quit", "quit; Ctrl-C quits without asking"),
    ("→ ←", "step", "one step forwards, one back"),
    ("space", "run, pause", "run or pause; also pauses at solutions"),
    ("< >", "speed", "slower, faster"),
    ("Home", "beginning", "back to the first step that is kept"),
    ("e", "engine", "start again with the next engine"),
    ("c", "candidates", "show or hide the candidates"),
    ("Enter", "keep", "keep the digits found, and leave"),
    ("v", "", "hide/show long text; PgUp PgDn scroll"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::reading::turn;

    fn key(c: char) -> Key {
        Key::char(c)
    }

    #[test]
    fn every_key_that_help_names_does_something() {
        for (name, ..) in EDITING.iter().filter(|told| told.0.len() == 1) {
            let key = key(name.chars().next().unwrap());
            assert!(edit(key).is_some() || turn(key).is_some(), "{name}");
        }
        for c in "+-09hjklur".chars() {
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
        let control = Key::control;
        assert!(ends_at_once(control('c')) && !ends_at_once(key('c')));
        assert_eq!((edit(control('z')), edit(control('s'))), (Some(Edit::Undo), None));
    }
}
