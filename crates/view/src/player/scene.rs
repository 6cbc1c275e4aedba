//! What there is to see: the board, or the grid of a search that is stepped through, with all marks.

use std::sync::Arc;

use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::{Grid, Puzzle};

use super::board::{Origin, clashing, digits_of};
use super::hint::Pointed;
use super::houses;
use super::state::{Mode, Player};

/// Mark of a candidate that the step on display strikes out, or of a cell with such a candidate.
pub const STRUCK: &str = "×";
/// Mark of a cell that is part of the reason for the step on display.
pub const REASON: &str = "*";
/// Mark before a digit that stands twice in a row, column or region, or is wrong.
pub const CLASH: &str = "!";

/// The grid that is shown: the board, or the grid of a search that is stepped through.
pub struct Scene {
    /// The digits.
    pub grid: Grid,
    /// The cell under the cursor; while a search is stepped through, the cell of the last step.
    pub cursor: usize,
    origins: Vec<Option<Origin>>,
    clashing: Vec<bool>,
    /// For each cell a mask of its candidates (bit d - 1 for digit d), if candidates are shown.
    candidates: Option<Vec<u128>>,
    /// The user's pencil marks as such masks; none while a search is shown.
    marks: Vec<u32>,
    pointed: Pointed,
    /// The rules, if they are not those of the ordinary Sudoku.
    pub rules: Option<Arc<Rules>>,
    /// The mark of each cell while it is empty.
    grounds: Vec<&'static str>,
    /// Whether the rules forbid two digits together.
    pub has_clash: bool,
}

impl Scene {
    /// What a player shows.
    pub fn of(player: &Player) -> Self {
        let (grid, cursor) = match player.behind() {
            Mode::Stepping(stepping) => {
                (&stepping.reel.grid, stepping.cell.unwrap_or(player.cursor))
            }
            _ => (player.board.grid(), player.cursor),
        };
        let searched = matches!(player.behind(), Mode::Stepping(_));
        let pointed = player.pointed();
        let origin = |cell| match player.board.origin(cell) {
            // Digits that an engine found before are left out, because this search finds them again.
            None | Some(Origin::Found) if searched => {
                (grid.digit(cell) > 0).then_some(Origin::Found)
            }
            origin => origin,
        };
        let cells = 0..grid.cells().len();
        let rules = player.board.rules().cloned();
        let candidates = player.candidates.then(|| {
            let mut candidates: Vec<u128> = match &rules {
                Some(rules) => rules.candidates(grid.cells()).into_iter().map(u128::from).collect(),
                None => {
                    let closing = Closing::new(&Puzzle::new(grid.clone()));
                    cells.clone().map(|cell| closing.candidates(cell)).collect()
                }
            };
            for &(cell, digit) in &pointed.gone {
                candidates[cell] &= !(1 << (digit - 1));
            }
            candidates
        });
        let mut clashing = clashing(grid, rules.as_deref());
        let has_clash = clashing.contains(&true);
        for &cell in &pointed.wrong {
            clashing[cell] = true;
        }
        let marks = |cell| if searched { 0 } else { player.board.marks(cell) };
        Self {
            marks: cells.clone().map(marks).collect(),
            origins: cells.map(origin).collect(),
            clashing,
            grid: grid.clone(),
            cursor,
            candidates,
            pointed,
            has_clash,
            grounds: rules
                .as_deref()
                .map_or_else(|| vec!["-"; grid.cells().len()], houses::grounds),
            rules,
        }
    }

    /// The mark of a cell while it is empty, which shows diagonals and the like.
    pub fn ground(&self, cell: usize) -> &'static str {
        self.grounds[cell]
    }

    /// The origin of a cell's digit.
    pub fn origin(&self, cell: usize) -> Option<Origin> {
        self.origins[cell]
    }

    /// The candidates of a cell, if candidates are shown.
    pub fn candidates(&self, cell: usize) -> Option<Vec<u8>> {
        Some(digits_of(self.grid.order(), self.candidates.as_ref()?[cell]))
    }

    /// The pencil marks of an empty cell, if it has some.
    pub fn marks(&self, cell: usize) -> Option<Vec<u8>> {
        let marks = self.marks[cell];
        let shown = marks != 0 && self.origins[cell].is_none();
        shown.then(|| digits_of(self.grid.order(), marks.into()))
    }

    /// Whether the last step strikes out a candidate.
    pub fn is_struck(&self, cell: usize, digit: u8) -> bool {
        self.pointed.struck.contains(&(cell, digit))
    }

    /// Whether the last step strikes out a candidate of a cell.
    fn has_struck(&self, cell: usize) -> bool {
        self.pointed.struck.iter().any(|&(struck, _)| struck == cell)
    }

    /// Whether a cell is part of the reason for the step on display.
    pub fn is_reason(&self, cell: usize) -> bool {
        self.pointed.reason.contains(&cell)
    }

    /// Whether the digit of a cell stands twice in a row, column or region, or is known to be wrong.
    pub fn clashes(&self, cell: usize) -> bool {
        self.clashing[cell]
    }

    /// The mark before the digit of a cell, so that colour is never the only difference.
    pub fn sign(&self, cell: usize) -> &'static str {
        if self.clashes(cell) {
            CLASH
        } else if self.has_struck(cell) {
            STRUCK
        } else if self.is_reason(cell) {
            REASON
        } else {
            " "
        }
    }
}
