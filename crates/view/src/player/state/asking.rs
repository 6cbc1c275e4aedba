//! The questions of the player and their answers (names of files, replacing a file, quitting), and the list of keys.

use super::{Mode, Player, Request};
use crate::player::keys::{Key, KeyCode};
use crate::player::prompt::{Prompt, Question, Typed, Wanted};
use crate::player::reading::{self, Turn};

impl Player {
    /// Handles a key while the list of keys is open. Any key closes the list, except the keys that turn its pages.
    pub(super) fn read_help(&mut self, key: Key) -> Option<Request> {
        match reading::turn(key) {
            Some(turn @ (Turn::Up | Turn::Down)) => self.help_reading.turn(turn),
            _ => {
                self.help = false;
                self.help_reading.begin();
            }
        }
        None
    }

    pub(super) fn ask(&mut self, wanted: Wanted) {
        let text = match wanted {
            Wanted::Save => self.file.clone().unwrap_or_default(),
            Wanted::Load => String::new(),
        };
        self.mode = Mode::Asking(Prompt { wanted, text });
    }

    pub(super) fn ask_first(&mut self, question: Question) {
        let behind = std::mem::replace(&mut self.mode, Mode::Editing);
        self.mode = Mode::Confirming(question, Box::new(behind));
    }

    /// Quits at once unless typed digits or pencil marks are not saved.
    pub(super) fn quit(&mut self) {
        let (now, kept) = (self.board.puzzle(), self.kept.puzzle());
        let loses_digits = now != kept && now.clues() > 0;
        let loses_marks = self.board.has_marks() && !self.board.marked().eq(self.kept.marked());
        if !loses_digits && !loses_marks {
            self.over = true;
        } else {
            self.ask_first(Question::Quit);
        }
    }

    pub(super) fn asked(&mut self, key: Key) -> Option<Request> {
        let Mode::Asking(prompt) = &mut self.mode else { return None };
        let wanted = prompt.wanted;
        match prompt.press(key) {
            Typed::More => return None,
            Typed::Left => self.rest(),
            Typed::Done(name) => {
                self.rest();
                return Some(match wanted {
                    Wanted::Load => Request::Load(name),
                    Wanted::Save => Request::Save { name, replace: false },
                });
            }
        }
        None
    }

    pub(super) fn confirmed(&mut self, key: Key) -> Option<Request> {
        let yes = match key.code {
            KeyCode::Char('y' | 'Y') => true,
            KeyCode::Char('n' | 'N') | KeyCode::Esc => false,
            _ => return None, // the question stays open
        };
        let asked = std::mem::replace(&mut self.mode, Mode::Editing);
        let Mode::Confirming(question, behind) = asked else { return None };
        self.mode = *behind;
        match question {
            _ if !yes => None,
            Question::Replace(name) => Some(Request::Save { name, replace: true }),
            Question::Quit => {
                self.over = true;
                None
            }
        }
    }
}
