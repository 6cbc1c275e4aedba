//! The steps of a search in words.

use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::{Grid, Puzzle, Step};

use crate::args::{Notation, Solve, SolveOutput};

/// Follows a search and describes its steps.
pub struct Narrator {
    /// As in `--verbose`: 2 describes choices, dead ends and solutions, 3 also the deductions from them, 4 also the
    /// grid after each choice.
    detail: u8,
    notation: Notation,
    grid: Grid,
    /// The grids before the choices that are open.
    before: Vec<Grid>,
}

impl Narrator {
    /// The narrator that `--trace` and `--verbose` ask for, if any.
    pub fn new(puzzle: &Puzzle, args: &Solve) -> Option<Self> {
        let in_words = args.trace && args.output != SolveOutput::Json;
        let detail = args.verbose.unwrap_or(0).max(if in_words { 3 } else { 0 });
        let (grid, before) = (puzzle.givens().clone(), Vec::new());
        (detail >= 2).then_some(Self { detail, notation: args.notation, grid, before })
    }

    /// The lines that describe a step; empty if they are not part of the detail.
    pub fn describe(&mut self, step: &Step) -> String {
        let (order, is_short) = (self.grid.order(), self.notation == Notation::R1c1);
        let place = |cell, digit| {
            let cell = CellName { order, cell };
            if is_short { format!("{cell:#} = {digit}") } else { format!("{cell} = {digit}") }
        };
        let indent = "  ".repeat(self.before.len());
        match *step {
            Step::Deduced(ref deduction) => {
                if let Some((cell, digit)) = deduction.placed {
                    self.grid.set(cell, digit);
                }
                self.deduced(|| {
                    if is_short {
                        format!("{indent}{deduction:#}\n")
                    } else {
                        format!("{indent}{deduction}\n")
                    }
                })
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
        if self.detail < 3 { String::new() } else { line() }
    }

    fn with_grid(&self, line: String) -> String {
        if self.detail < 4 { line } else { line + &write::plain(&self.grid) }
    }
}
