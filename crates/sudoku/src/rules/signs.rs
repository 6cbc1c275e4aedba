//! Signs between cells that say which digit is the smaller one, as in Futoshiki and "greater than" Sudoku.
//!
//! In a drawing, `<` and `>` stand between two cells of a row, and `^` and `v` below the upper one of two cells, on a line of their own:
//!
//! ```text
//! . > . . .
//!         ^
//! 2 . < . .
//! ```
//!
//! On one line, or without lines of their own, `^` and `v` follow the upper cell, after its sign to the right: `.>...^2.<..`. The tip points to the
//! smaller digit. `∧` and `∨` are read as well.

use super::{Pair, Relation, Rules};

/// The most digits in a grid with signs. In larger ones `v` is a digit.
pub(super) const MOST_DIGITS: usize = 21;

/// A sign by its character: to where the other cell lies, and whether the digit of that cell is the larger one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    is_below: bool,
    is_larger: bool,
}

impl Sign {
    pub(super) fn parse(c: char) -> Option<Self> {
        let (is_below, is_larger) = match c {
            '<' => (false, true),
            '>' => (false, false),
            '^' | '∧' => (true, true),
            'v' | '∨' => (true, false),
            _ => return None,
        };
        Some(Self { is_below, is_larger })
    }

    /// Whether the sign is about the cell below, and not the one to the right.
    pub(super) fn is_below(self) -> bool {
        self.is_below
    }

    /// The pair of a cell and the cell to the right or below; `None` if there is no such cell.
    pub(super) fn pair(self, rules: &Rules, cell: usize) -> Option<Pair> {
        let columns = rules.columns();
        let is_last = (cell + 1).is_multiple_of(columns);
        if is_last && !self.is_below {
            return None;
        }
        let other = if self.is_below { cell + columns } else { cell + 1 };
        let is_cell = |&cell: &usize| rules.is_cell.get(cell).copied().unwrap_or(false);
        let are_cells = [cell, other].iter().all(is_cell);
        let cells = [cell as u16, other as u16];
        let cells = if self.is_larger { cells } else { [cells[1], cells[0]] };
        are_cells.then_some(Pair { cells, relation: Relation::Less })
    }
}

impl Rules {
    /// Whether puzzles under these rules may have signs between cells.
    pub fn may_have_signs(&self) -> bool {
        self.name.split('+').any(|term| term == "signs")
    }

    /// The signs between cells: pairs with [`Relation::Less`].
    pub fn signs(&self) -> impl Iterator<Item = Pair> {
        self.pairs.iter().copied().filter(|pair| pair.relation == Relation::Less)
    }

    /// These rules with other signs in place of their own.
    #[must_use]
    pub fn with_signs(&self, signs: impl IntoIterator<Item = Pair>) -> Self {
        let mut rules = self.clone();
        rules.pairs.retain(|pair| pair.relation != Relation::Less);
        rules.pairs.extend(signs);
        rules.pairs.sort_unstable();
        rules.pairs.dedup();
        rules
    }

    /// The sign of two neighbours, of which the first holds the smaller digit, and the neighbour that the sign follows.
    fn sign([small, large]: [u16; 2]) -> (usize, char) {
        let sign = match (small < large, small.abs_diff(large)) {
            (true, 1) => '<',
            (false, 1) => '>',
            (true, _) => '^',
            (false, _) => 'v',
        };
        (usize::from(small.min(large)), sign)
    }

    /// The signs that follow each cell, first that to the right.
    fn signs_of_cells(&self) -> Vec<[Option<char>; 2]> {
        let mut all = vec![[None; 2]; self.cells()];
        for pair in self.signs() {
            let (cell, sign) = Self::sign(pair.cells);
            all[cell][usize::from(matches!(sign, '^' | 'v'))] = Some(sign);
        }
        all
    }

    /// A puzzle with its signs on one line.
    pub fn puzzle_line(&self, givens: &[u8]) -> String {
        let line = self.line(givens);
        let mut signs = self.signs_of_cells().into_iter();
        line.chars()
            .flat_map(|cell| {
                let [right, below] = signs.next().unwrap_or_default();
                [Some(cell), right, below]
            })
            .flatten()
            .collect()
    }

    /// A puzzle with a row on each line, and its signs between cells and between rows.
    pub fn puzzle_plain(&self, givens: &[u8]) -> String {
        if !self.may_have_signs() {
            return self.plain(givens);
        }
        let (line, signs) = (self.line(givens), self.signs_of_cells());
        let cells: Vec<(char, [Option<char>; 2])> = line.chars().zip(signs).collect();
        let mut text = String::new();
        let mut add = |row: String| {
            if !row.trim().is_empty() {
                text += row.trim_end();
                text.push('\n');
            }
        };
        for row in cells.chunks(self.board) {
            add(row.iter().flat_map(|&(cell, [right, _])| [cell, right.unwrap_or(' ')]).collect());
            add(row.iter().flat_map(|&(_, [_, below])| [below.unwrap_or(' '), ' ']).collect());
        }
        text
    }
}

#[cfg(test)]
mod tests;
