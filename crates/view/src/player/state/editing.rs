//! Keys on the board: the cursor, digits, commands.

use std::sync::Arc;

use super::{Mode, Player, Request, after};
use crate::player::Challenge;
use crate::player::board::{Board, Origin};
use crate::player::files;
use crate::player::hint::{self, Pointed};
use crate::player::keys::Edit;
use crate::player::prompt::Wanted;
use crate::player::stepping::Stepping;

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
    pub(super) fn edit(&mut self, edit: Edit) -> Option<Request> {
        let (stroke, pencil_stroke) = (self.stroke.take(), self.pencil_stroke.take());
        // Any other key ends a hint, but candidates and the list of keys can be shown while a hint is on display.
        if !matches!(edit, Edit::Hint | Edit::Candidates | Edit::Help) {
            self.hints.clear();
            self.pointed = None;
            self.check(); // the message about the previous key is out of date
        }
        match edit {
            Edit::Move(rows, columns) => self.move_cursor(rows, columns),
            Edit::Number(number) if self.pencil => self.mark(number, pencil_stroke),
            Edit::Number(number) => self.number(number, stroke),
            Edit::Digit(digit) => {
                if self.pencil {
                    self.mark(digit, None);
                } else {
                    self.number(digit, None);
                }
                (self.stroke, self.pencil_stroke) = (None, None);
            }
            Edit::Raise => self.put(|digit, highest| if digit == highest { 0 } else { digit + 1 }),
            Edit::Lower => self.put(|digit, highest| if digit == 0 { highest } else { digit - 1 }),
            Edit::Erase => self.erase(),
            Edit::Solve => return self.solve(),
            Edit::Step if self.board.rules().is_some() => {
                self.warn(
                    "steps are those of engines for the ordinary Sudoku; s solves, n gives a hint"
                        .into(),
                );
            }
            Edit::Step => {
                let stepping = Stepping::start(self.engine, &self.board.puzzle());
                self.mode = Mode::Stepping(Box::new(stepping));
            }
            Edit::Engine => self.use_engine(after(self.engine)),
            Edit::Candidates => self.candidates ^= true,
            Edit::Hint => self.hint(),
            Edit::Pencil => self.switch_pencil(),
            Edit::Mistakes => return self.compare(),
            Edit::Undo => self.go_back_or_on(true),
            Edit::Redo => self.go_back_or_on(false),
            Edit::Fix => self.fix(),
            Edit::Clear => self.clear(),
            Edit::ClearAll => {
                self.stats = None;
                self.change(|board| {
                    *board = files::empty(board.order()).under(board.rules().cloned());
                });
            }
            Edit::Generate if self.board.rules().is_some() && self.challenge != Challenge::Any => {
                self.warn("puzzles under rules are not rated; d chooses any difficulty".into());
            }
            Edit::Generate => {
                self.mode = Mode::Waiting("generating".into());
                let (order, challenge) = (self.board.order(), self.challenge);
                let (seed, number) = (self.seed, self.generated);
                return Some(self.under(Request::Generate { order, challenge, seed, number }));
            }
            Edit::Challenge => self.use_challenge(self.challenge.next()),
            Edit::Load => self.ask(Wanted::Load),
            Edit::Save => self.ask(Wanted::Save),
            Edit::Help => self.help = true,
            Edit::Quit => self.quit(),
        }
        None
    }

    /// Moves the cursor. Beyond an edge, the cursor continues at the opposite edge.
    fn move_cursor(&mut self, rows: isize, columns: isize) {
        let order = self.board.order();
        let side = order.side();
        let round = |at: usize, by: isize| (at + side).saturating_add_signed(by) % side;
        let (row, column) = (order.row(self.cursor), order.column(self.cursor));
        self.cursor = round(row, rows) * side + round(column, columns);
    }

    /// Handles one figure of a number. It is the second figure if it makes a digit together with the one typed just
    /// before; otherwise it begins a new number.
    fn number(&mut self, number: u8, before: Option<(usize, bool)>) {
        let side = self.board.order().side() as u8;
        let cell = self.cursor;
        let first = before.filter(|&(other, _)| other == cell);
        let both = self.board.grid().digit(cell).saturating_mul(10).saturating_add(number);
        match first {
            Some((_, changed)) if both <= side => {
                if changed {
                    // The first stroke is recorded for undo, so both strokes are undone together.
                    self.board.set(cell, both);
                    self.check();
                } else {
                    self.put(|_, _| both);
                }
            }
            _ if number > side => self.warn(format!("digits in this grid go from 1 to {side}")),
            _ if number == 0 => self.erase(),
            _ => {
                let digit = self.board.grid().digit(cell);
                self.put(|_, _| number);
                let typed = self.board.origin(cell) == Some(Origin::Typed);
                self.stroke = typed.then_some((cell, digit != number));
            }
        }
    }

    /// Handles one figure of a pencil mark, as [`number`](Self::number) does for a digit. 0 removes the marks of the cell.
    fn mark(&mut self, number: u8, before: Option<(usize, u8)>) {
        let (cell, side) = (self.cursor, self.board.order().side() as u8);
        if self.board.origin(cell).is_some() {
            self.warn("this cell has a digit; pencil marks are for empty cells".into());
            return;
        }
        let first = before.filter(|&(other, _)| other == cell).map(|(_, first)| first);
        match first.map(|first| (first, first.saturating_mul(10).saturating_add(number))) {
            Some((first, both)) if both <= side => {
                // The first figure is recorded for undo, so both are undone together.
                self.board.toggle_mark(cell, first);
                self.board.toggle_mark(cell, both);
                self.check();
            }
            _ if number > side => self.warn(format!("digits in this grid go from 1 to {side}")),
            _ if number == 0 => self.change(|board| board.clear_marks(cell)),
            _ => {
                self.change(|board| board.toggle_mark(cell, number));
                self.pencil_stroke = Some((cell, number));
            }
        }
    }

    fn switch_pencil(&mut self) {
        self.pencil ^= true;
        self.say(if self.pencil {
            "numbers are pencil marks now; p: digits again".into()
        } else {
            "numbers are digits again".into()
        });
    }

    /// Empties the cell under the cursor, or removes its pencil marks if it has no digit.
    fn erase(&mut self) {
        let cell = self.cursor;
        if self.board.origin(cell).is_some() {
            self.put(|_, _| 0);
        } else {
            self.change(|board| board.clear_marks(cell));
        }
    }

    /// Empties all cells except the givens, or removes all pencil marks if there are only givens.
    fn clear(&mut self) {
        let only_givens = self.board.count(Origin::Given) == self.board.grid().filled();
        self.change(|board| {
            if only_givens {
                board.clear_all_marks();
            }
            board.empty(Origin::Typed);
            board.empty(Origin::Found);
        });
    }

    /// Sets the digit under the cursor to what `digit` returns for the current digit and the highest digit.
    fn put(&mut self, digit: impl FnOnce(u8, u8) -> u8) {
        let cell = self.cursor;
        if self.board.origin(cell) == Some(Origin::Given) {
            self.warn("this digit is a given; press f to make the givens editable".into());
            return;
        }
        let digit = digit(self.board.grid().digit(cell), self.board.order().side() as u8);
        self.change(|board| {
            board.set(cell, digit);
        });
    }

    fn solve(&mut self) -> Option<Request> {
        if let Some(clash) = self.board.clash_of(self.board.puzzle().givens()) {
            self.warn(format!("no solution: {clash}"));
            return None;
        }
        self.mode = Mode::Waiting(format!("{} is solving", self.solver()));
        Some(self.under(Request::Solve(self.engine, self.board.puzzle())))
    }

    /// What solves: the engine, or under rules an engine of exact cover.
    pub(in crate::player) fn solver(&self) -> &'static str {
        if self.board.rules().is_some() { "exact cover" } else { self.engine.name() }
    }

    /// The request under the rules of the board.
    fn under(&self, request: Request) -> Request {
        match self.board.rules() {
            Some(rules) => Request::Under(Arc::clone(rules), Box::new(request)),
            None => request,
        }
    }

    /// Begins to compare the digits with the only solution of the givens.
    fn compare(&mut self) -> Option<Request> {
        let givens = self.board.givens();
        if givens.clues() == 0 {
            self.warn("there are no givens to solve; f turns typed digits into givens".into());
            return None;
        }
        if let Some(clash) = self.board.clash_of(givens.givens()) {
            self.warn(format!("the givens have no solution: {clash}"));
            return None;
        }
        self.mode = Mode::Waiting("looking for the only solution".into());
        Some(self.under(Request::Compare(givens)))
    }

    fn go_back_or_on(&mut self, back: bool) {
        let before = self.board.clone();
        let history = &mut self.history;
        let moved =
            if back { history.undo(&mut self.board) } else { history.redo(&mut self.board) };
        self.cursor = match only_difference(&before, &self.board) {
            Some(cell) => cell,
            None => self.cursor.min(self.board.order().cells() - 1),
        };
        self.check();
        if !moved {
            self.say(format!("nothing to {}", if back { "undo" } else { "redo" }));
        }
    }

    /// Turns typed digits into givens; if there are none, turns givens into typed digits.
    fn fix(&mut self) {
        let (typed, givens) = (self.board.count(Origin::Typed), self.board.count(Origin::Given));
        if typed > 0 {
            self.change(|board| board.turn(Origin::Typed, Origin::Given));
            self.say(format!("{typed} typed digits are now givens"));
        } else if givens > 0 {
            self.change(|board| board.turn(Origin::Given, Origin::Typed));
            self.say(format!("{givens} givens are now typed digits"));
        } else {
            self.say("there are no digits to fix".into());
        }
    }

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

/// The only cell in which two boards differ, if there is exactly one.
fn only_difference(a: &Board, b: &Board) -> Option<usize> {
    if a.order() != b.order() {
        return None;
    }
    let differs = |&cell: &usize| {
        a.grid().digit(cell) != b.grid().digit(cell) || a.marks(cell) != b.marks(cell)
    };
    let mut different = (0..a.order().cells()).filter(differs);
    different.next().filter(|_| different.next().is_none())
}
