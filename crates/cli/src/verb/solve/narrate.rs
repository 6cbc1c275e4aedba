//! The steps of a search in words.

use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::{Grid, Puzzle, Step};

use crate::args::Solve;

/// Which steps are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// Choices, dead ends and solutions.
    Choices,
    /// Also the deductions from them.
    Deductions,
    /// Also the grid after each choice.
    Grids,
}

/// Follows a search and describes its steps.
pub struct Narrator {
    detail: Detail,
    grid: Grid,
    /// The grids before the choices that are open.
    before: Vec<Grid>,
}

impl Narrator {
    /// The narrator that `--trace` and `--verbose` ask for, if any.
    pub fn new(puzzle: &Puzzle, args: &Solve) -> Option<Self> {
        let detail = match (args.trace, args.verbose) {
            (_, Some(4)) => Detail::Grids,
            (true, _) | (_, Some(3)) => Detail::Deductions,
            (_, Some(2)) => Detail::Choices,
            _ => return None,
        };
        Some(Self { detail, grid: puzzle.givens().clone(), before: Vec::new() })
    }

    /// The lines that describe a step; empty if they are not part of the detail.
    pub fn describe(&mut self, step: &Step) -> String {
        let order = self.grid.order();
        let place = |cell, digit| format!("{} = {digit}", CellName { order, cell });
        let indent = "  ".repeat(self.before.len());
        match *step {
            Step::Deduced(ref deduction) => {
                if let Some((cell, digit)) = deduction.placed {
                    self.grid.set(cell, digit);
                }
                self.deduced(|| format!("{indent}{deduction}\n"))
            }
            Step::Placed { cell, digit, why } => {
                self.grid.set(cell, digit);
                self.deduced(|| format!("{indent}{}: {why}\n", place(cell, digit)))
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

    fn deduced(&self, line: impl FnOnce() -> String) -> String {
        if self.detail < Detail::Deductions { String::new() } else { line() }
    }

    fn with_grid(&self, line: String) -> String {
        if self.detail < Detail::Grids { line } else { line + &write::plain(&self.grid) }
    }
}
