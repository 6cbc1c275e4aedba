//! Numbers of a grid that are counted from 0: then `0` is a digit, and empty cells are dots or blanks.

use crate::grid::Grid;

/// How the empty cells of a grid of numbers are written.
#[derive(Debug, Default)]
pub(super) struct Zeros {
    zeros: Vec<usize>,
    has_dots: bool,
}

impl Zeros {
    /// Notes cells of numbers, of which the first has this place in the grid.
    pub(super) fn note<'c>(&mut self, cells: impl Iterator<Item = &'c str>, first: usize) {
        for (place, cell) in cells.enumerate() {
            self.has_dots |= matches!(cell, "." | "");
            if cell == "0" {
                self.zeros.push(first + place);
            }
        }
    }

    /// Counts the digits of a grid from 1. Where some cells are `.` and others `0`, these are digits if the largest digit says so, if they
    /// are as many as a box has rows, and if no two of them clash. They are empty cells if the largest digit is there, if they are more than
    /// any digit can be, or if two clash and nothing else says that they are digits.
    pub(super) fn settle(&self, givens: &mut Grid) -> Result<(), String> {
        if !self.has_dots || self.zeros.is_empty() {
            return Ok(());
        }
        let (order, side) = (givens.order(), givens.order().side());
        let most =
            (0..order.cells()).map(|cell| usize::from(givens.digit(cell))).max().unwrap_or(0);
        let mut zeros = Grid::empty(order);
        self.zeros.iter().for_each(|&cell| zeros.set(cell, 1));
        let (clash, has_most) = (zeros.clash().is_some(), most + 1 == side);
        if most == side || clash && (!has_most || self.zeros.len() > side) {
            return Ok(());
        }
        if clash || !has_most || self.zeros.len() < order.n() {
            let last = side - 1;
            let expected = if clash {
                format!(
                    "no two of these in a row, column or box, if numbers are counted from 0 to {last}"
                )
            } else {
                format!("one of both, or {last} if numbers are counted from 0")
            };
            return Err(format!(
                "found empty cells as `.` and as `0`, and no {side}; expected {expected}; write all empty cells as `.`"
            ));
        }
        for cell in 0..order.cells() {
            let digit = givens.digit(cell);
            if digit > 0 || zeros.digit(cell) > 0 {
                givens.set(cell, digit + 1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::read;
    use crate::format::InputFormat::Auto;

    #[test]
    fn a_zero_beside_dots_is_a_digit_if_the_largest_digit_says_so() {
        let four = |text: &str| read(text, Auto, 2).swap_remove(0);
        assert_eq!(four("0 . . 1\n. 2 0 .\n. . 3 .\n. . . .\n"), "1:1..2.31...4");
        assert_eq!(four("0 . . 1\n. 2 . .\n. . 4 .\n. . . .\n"), "1:...1.2....4");
        assert_eq!(four("0 0 . 1\n. 2 . .\n. . 2 .\n. . . .\n"), "1:...1.2....2");
        assert_eq!(four("0 0 . 1\n0 2 0 .\n. 0 3 .\n. . . .\n"), "1:...1.2....3");
        let clash = four("0 0 . 1\n. 2 . .\n. . 3 .\n. . . .\n");
        assert!(clash.contains("no 4; expected no two of these in a row"), "{clash}");
        assert_eq!(four("0 0 0 1\n0 2 0 0\n0 0 3 0\n0 0 0 0\n"), "1:...1.2....3");
        let expected = "1:1: found empty cells as `.` and as `0`, and no 4; expected one of both, or 3 if numbers are counted from 0";
        assert!(four("0 . . 1\n. 2 . .\n. . 1 .\n. . . .\n").starts_with(expected));
    }
}
