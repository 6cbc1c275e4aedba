//! Rules of a grid: which cells form houses, and which pairs of cells exclude which pairs of digits.
//!
//! | module | contents |
//! |---|---|
//! | `spec` | rules as a user writes them, such as `x+hyper`, and the grids that they fit |
//! | `drawing` | regions drawn with a character for each cell |
//! | `build` | the houses and pairs of each rule |
//! | `encode` | a puzzle under rules as an exact cover problem |
//! | [`read`] | puzzles of any size, on one line or with a row on each line |
//! | `signs` | signs between cells that say which digit is the smaller one |
//! | [`make`] | puzzles with one solution under rules |
//!
//! A cell that is in no house is a hole: it is not part of the puzzle. The rules of the ordinary 9x9 Sudoku are written `9`; the
//! engines of [`engine`](crate::engine) know only these rules and are faster.
//!
//! ```
//! use quadrille_sudoku::rules::Spec;
//!
//! let spec: Spec = "2x3+x".parse()?;
//! let rules = spec.rules(None)?;
//! assert_eq!((rules.side(), rules.cells(), rules.houses().len()), (6, 36, 20));
//! let (problem, _) = rules.to_problem(&[0; 36]).expect("an empty grid has no clash");
//! assert_eq!(problem.options(), 216);
//! # Ok::<(), quadrille_sudoku::rules::RulesError>(())
//! ```

mod build;
mod drawing;
mod encode;
pub mod make;
pub mod read;
mod signs;
mod spec;

use std::fmt;

use thiserror::Error;

pub use encode::Decoder;
pub use spec::{NAMES, Spec};

/// The fewest rows of a grid.
const SMALLEST: usize = 4;
/// The most rows of a grid, because there are letters for no more digits.
const LARGEST: usize = 25;

/// Rules that make no sense, or do not fit a grid: what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RulesError(pub(crate) String);

/// A set of cells that hold different digits. If the cells are as many as the digits, each digit stands in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// What the house is: a row, a column, a region.
    pub kind: Kind,
    /// The number of the house among those of its kind, from 0.
    pub index: usize,
    /// The cells, in reading order.
    pub cells: Vec<u16>,
}

/// What a house is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A row of a grid.
    Row,
    /// A column of a grid.
    Column,
    /// A box, or a region of a jigsaw.
    Region,
    /// One of the two diagonals.
    Diagonal,
    /// A box between the boxes.
    Window,
    /// The cells that have the same place in their boxes.
    Group,
    /// A region beside the boxes.
    Extra,
}

impl Kind {
    /// The letter that begins the names of the items of such houses.
    fn letter(self) -> char {
        match self {
            Self::Row => 'r',
            Self::Column => 'c',
            Self::Region => 'b',
            Self::Diagonal => 'd',
            Self::Window => 'w',
            Self::Group => 'g',
            Self::Extra => 'e',
        }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Row => "row",
            Kind::Column => "column",
            Kind::Region => "region",
            Kind::Diagonal => "diagonal",
            Kind::Window => "window",
            Kind::Group => "group",
            Kind::Extra => "extra region",
        };
        write!(f, "{kind} {}", self.index + 1)
    }
}

/// Which digits two cells exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// Equal digits: the cells are a move of a knight or of a king apart.
    Differ,
    /// Digits that follow each other.
    NotConsecutive,
    /// All but a smaller digit in the first cell than in the second: there is a sign between them.
    Less,
}

impl Relation {
    /// Whether the first cell of a pair may hold the digit `a` and the second `b`.
    pub fn allows(self, a: u8, b: u8) -> bool {
        match self {
            Self::Differ => a != b,
            Self::NotConsecutive => a.abs_diff(b) != 1,
            Self::Less => a < b,
        }
    }
}

/// Two cells, and which digits they exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The cells, in reading order; of [`Relation::Less`], the cell with the smaller digit first.
    pub cells: [u16; 2],
    /// Which digits they exclude.
    pub relation: Relation,
}

/// The rules of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of digits.
    side: usize,
    /// The number of rows of the board, and of columns.
    board: usize,
    houses: Vec<House>,
    pairs: Vec<Pair>,
    is_cell: Vec<bool>,
    name: String,
}

impl Rules {
    /// The number of digits, which are 1 to this number.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of rows of the board. Only boards of overlapping grids have more rows than digits.
    pub fn rows(&self) -> usize {
        self.board
    }

    /// The number of columns of the board.
    pub fn columns(&self) -> usize {
        self.board
    }

    /// The number of cells of the board, holes included.
    pub fn cells(&self) -> usize {
        self.board * self.board
    }

    /// The houses: all rows, all columns, all regions, then those of the other rules.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The pairs of cells that exclude digits beside the houses.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Whether a place of the board is a cell, and not a hole.
    ///
    /// # Panics
    /// If the board has no such place.
    pub fn is_cell(&self, cell: usize) -> bool {
        self.is_cell[cell]
    }

    /// The rules as [`Spec`] reads them, with their size.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules in few words, for a title: as [`name`](Self::name), but without what drawings contain.
    pub fn title(&self) -> String {
        let term = |term| if str::starts_with(term, spec::DRAWN) { "regions" } else { term };
        self.name.split('+').map(term).collect::<Vec<_>>().join("+")
    }

    /// The name of a cell in messages, such as `row 1 column 9`.
    pub fn cell_name(&self, cell: usize) -> String {
        format!("row {} column {}", cell / self.board + 1, cell % self.board + 1)
    }

    /// Two digits that the rules forbid together, if there are any; 0 is an empty cell.
    ///
    /// # Panics
    /// If there are fewer digits than cells.
    pub fn fault(&self, digits: &[u8]) -> Option<String> {
        let is_given = |&cell: &u16| digits[usize::from(cell)] > 0;
        for house in &self.houses {
            let mut holder = vec![None; self.side + 1];
            for cell in house.cells.iter().copied().filter(is_given).map(usize::from) {
                let digit = digits[cell];
                if let Some(first) = holder[usize::from(digit)].replace(cell) {
                    let (a, b) = (self.cell_name(first), self.cell_name(cell));
                    return Some(format!("digit {digit} stands twice in {house}: at {a} and {b}"));
                }
            }
        }
        let is_broken = |pair: &&Pair| {
            let [a, b] = pair.cells.map(|cell| digits[usize::from(cell)]);
            a > 0 && b > 0 && !pair.relation.allows(a, b)
        };
        self.pairs.iter().find(is_broken).map(|pair| {
            let [a, b] = pair.cells.map(usize::from);
            let rule = match pair.relation {
                Relation::Differ => "a chess move apart",
                Relation::NotConsecutive => "side by side",
                Relation::Less => "against the sign between them",
            };
            let (at_a, at_b) = (self.cell_name(a), self.cell_name(b));
            format!("digits {} and {} stand {rule}: at {at_a} and {at_b}", digits[a], digits[b])
        })
    }

    /// Whether a grid is a solution of a puzzle: full, with every given in its place, and without a [fault](Self::fault). The check
    /// uses no engine.
    pub fn is_solved_by(&self, givens: &[u8], digits: &[u8]) -> bool {
        let is_kept = |cell: usize| {
            let digit = digits[cell];
            let is_full = (digit > 0) == self.is_cell[cell] && usize::from(digit) <= self.side;
            is_full && (givens[cell] == 0 || givens[cell] == digit)
        };
        digits.len() == self.cells()
            && (0..self.cells()).all(is_kept)
            && self.fault(digits).is_none()
    }

    /// A grid on one line: digits up to 9, letters from `a` for 1 in larger grids, `.` for an empty cell, and `-` for a hole.
    pub fn line(&self, digits: &[u8]) -> String {
        let symbol = |(cell, &digit): (usize, &u8)| match digit {
            0 if !self.is_cell[cell] => '-',
            0 => '.',
            _ if self.side < 10 => char::from(b'0' + digit),
            _ => char::from(b'a' + digit - 1),
        };
        digits.iter().enumerate().map(symbol).collect()
    }

    /// A grid with a row on each line, as [`line`](Self::line) writes cells.
    pub fn plain(&self, digits: &[u8]) -> String {
        let cells: Vec<char> = self.line(digits).chars().collect();
        let rows =
            cells.chunks(self.board).map(|row| row.iter().chain(&['\n']).collect::<String>());
        rows.collect()
    }

    /// The region of each cell as its number from 0; `None` for a cell that is in none.
    pub fn regions(&self) -> Vec<Option<usize>> {
        let mut regions = vec![None; self.cells()];
        for house in self.houses.iter().filter(|house| house.kind == Kind::Region) {
            house.cells.iter().for_each(|&cell| regions[usize::from(cell)] = Some(house.index));
        }
        regions
    }
}

#[cfg(test)]
mod tests;
