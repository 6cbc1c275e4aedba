//! Steps of a search in words.

use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::{Grid, Puzzle, Step};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Choices, dead ends and solutions.
    Choices,
    /// Also what followed from them.
    Deductions,
    /// Also the grid after each choice.
    Grids,
}

/// Follows a search and puts its steps into words.
pub struct Narrator {
    detail: Detail,
    grid: Grid,
    /// The grid before each choice that is open.
    before: Vec<Grid>,
}

impl Narrator {
    pub fn new(puzzle: &Puzzle, detail: Detail) -> Self {
        Self { detail, grid: puzzle.givens().clone(), before: Vec::new() }
    }

    /// The lines that tell of a step; empty if it is not to be told.
    pub fn tell(&mut self, step: &Step) -> String {
        let order = self.grid.order();
        let place = |cell, digit| format!("{} = {digit}", CellName { order, cell });
        let indent = "  ".repeat(self.before.len());
        match *step {
            Step::Deduced(ref deduction) => {
                if let Some((cell, digit)) = deduction.placed {
                    self.grid.set(cell, digit);
                }
                if self.detail < Detail::Deductions {
                    return String::new();
                }
                format!("{indent}{deduction}\n")
            }
            Step::Placed { cell, digit, why } => {
                self.grid.set(cell, digit);
                if self.detail < Detail::Deductions {
                    return String::new();
                }
                format!("{indent}{}: {why}\n", place(cell, digit))
            }
            Step::Tried { cell, digit, fork } => {
                self.before.push(self.grid.clone());
                self.grid.set(cell, digit);
                let what = if fork { "try" } else { "only" };
                self.with_grid(format!("{indent}{what} {}\n", place(cell, digit)))
            }
            Step::TakenBack { cell, digit } => {
                if let Some(before) = self.before.pop() {
                    self.grid = before;
                }
                let indent = "  ".repeat(self.before.len());
                format!("{indent}take back {}\n", place(cell, digit))
            }
            Step::DeadEnd => self.with_grid(format!("{indent}dead end\n")),
            Step::Solution => self.with_grid(format!("{indent}solution\n")),
        }
    }

    fn with_grid(&self, line: String) -> String {
        if self.detail < Detail::Grids { line } else { line + &write::plain(&self.grid) }
    }
}
