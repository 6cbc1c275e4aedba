//! What the player asks: a name to be typed, or a yes.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a name is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The file to load.
    Load,
    /// The file to save to.
    Save,
}

/// A line being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What for.
    pub wanted: Wanted,
    /// What was typed so far.
    pub text: String,
}

/// How a line goes on after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It is not finished.
    More,
    /// It is finished.
    Done(String),
    /// It was given up.
    Left,
}

impl Prompt {
    /// The words before the line.
    pub fn question(&self) -> &'static str {
        match self.wanted {
            Wanted::Load => "Open file: ",
            Wanted::Save => "Save as: ",
        }
    }

    /// A key pressed while it is typed. An empty name gives it up.
    pub fn press(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Esc => return Typed::Left,
            KeyCode::Enter if self.text.trim().is_empty() => return Typed::Left,
            KeyCode::Enter => return Typed::Done(self.text.trim().to_owned()),
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.clear();
            }
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => self.text.push(c),
            _ => {}
        }
        Typed::More
    }
}

/// What is asked for a yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// To replace a file.
    Replace(String),
    /// To quit with digits that are not saved.
    Quit,
}

impl Question {
    /// The words.
    pub fn text(&self) -> String {
        match self {
            Self::Replace(name) => format!("{name} is there already. Replace it? y / n"),
            Self::Quit => "What you typed is not saved. Quit? y / n".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[KeyCode]) -> Typed {
        let mut prompt = Prompt { wanted: Wanted::Save, text: "old".into() };
        let press = |&code: &KeyCode| prompt.press(KeyEvent::new(code, KeyModifiers::NONE));
        keys.iter().map(press).last().expect("a key")
    }

    #[test]
    fn a_name_is_typed_corrected_and_entered() {
        use KeyCode::{Backspace, Char, Enter, Esc};
        assert_eq!(typed(&[Char('x')]), Typed::More);
        assert_eq!(typed(&[Backspace, Char('é'), Enter]), Typed::Done("olé".into()));
        assert_eq!(typed(&[Backspace, Backspace, Backspace, Backspace, Enter]), Typed::Left);
        assert_eq!(typed(&[Char('x'), Esc]), Typed::Left);
    }
}
