//! Hints in three grades: where the next deduction is, which technique it is, and why it holds.

use super::Player;
use crate::player::hint;
use crate::player::pointed::Pointed;

/// How much a hint says about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    /// The row, column, region or cell to look at.
    Where,
    /// The technique and its digits.
    What,
    /// The whole explanation.
    Why,
}

impl Player {
    /// Says more about the current step of the hint. After its explanation comes the next step, and after the last step a
    /// new hint.
    pub(super) fn hint(&mut self) {
        if self.hints.is_empty() {
            self.hints = match self.board.rules() {
                Some(rules) => hint::ruled::hints(rules, self.board.grid()),
                None => hint::next(self.board.grid()),
            };
            self.grade = Grade::Where;
        }
        let Some(hint) = self.hints.front() else { return };
        let (number, gone) = (&hint.number, hint.pointed.gone.clone());
        match (self.grade, &hint.lead) {
            (grade @ (Grade::Where | Grade::What), Some(lead)) => {
                let (text, next) = match grade {
                    Grade::Where => (format!("{number}look at {}", lead.place), Grade::What),
                    _ => (format!("{number}{}: {}", lead.place, lead.technique), Grade::Why),
                };
                let reason = lead.cells.clone();
                self.grade = next;
                self.point(Pointed { reason, gone, ..Pointed::default() });
                self.say(text);
            }
            _ => {
                let Some(hint) = self.hints.pop_front() else { return };
                self.grade = Grade::Where;
                self.cursor = hint.cell.unwrap_or(self.cursor);
                self.point(hint.pointed);
                self.say(hint.number + &hint.text);
            }
        }
    }
}
