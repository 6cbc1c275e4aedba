//! Questions of the player, to which the user types the name of a file, or answers yes or no.

use super::keys::{Key, KeyCode};

/// What a name that the user types is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Load,
    Save,
}

/// A question whose answer is being typed in a line: the name of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub wanted: Wanted,
    /// The text typed so far.
    pub text: String,
}

/// The state of a line after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    More,
    Done(String),
    /// The line was cancelled.
    Left,
}

impl Prompt {
    /// The label before the line.
    #[cfg(feature = "terminal")]
    pub fn question(&self) -> &'static str {
        match self.wanted {
            Wanted::Load => "Open file: ",
            Wanted::Save => "Save as: ",
        }
    }

    /// Handles a key. Entering an empty name cancels.
    pub fn press(&mut self, key: Key) -> Typed {
        match key.code {
            KeyCode::Esc => return Typed::Left,
            KeyCode::Enter if self.text.trim().is_empty() => return Typed::Left,
            KeyCode::Enter => return Typed::Done(self.text.trim().to_owned()),
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if key.control => {
                self.text.clear();
            }
            KeyCode::Char(c) if !key.control => self.text.push(c),
            _ => {}
        }
        Typed::More
    }
}

/// A question to be answered with yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to replace the file of this name.
    Replace(String),
    /// Whether to quit although digits or pencil marks are not saved.
    Quit,
}

impl Question {
    /// The text of the question.
    pub fn text(&self) -> String {
        match self {
            Self::Replace(name) => format!("{name} already exists. Replace it? y / n"),
            Self::Quit => "Your digits or pencil marks are not saved. Quit? y / n".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[KeyCode]) -> Typed {
        let mut prompt = Prompt { wanted: Wanted::Save, text: "old".into() };
        let press = |&code: &KeyCode| prompt.press(Key::plain(code));
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
