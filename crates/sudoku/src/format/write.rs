//! Writes grids: for programs, for people, and for hashing.
//!
//! A cell is written as its digit up to 9x9, as a letter from `a` in 16x16 and 25x25, and as a number
//! in larger grids. An empty cell is a `.` in all sizes.

use crate::grid::{Grid, Order, Puzzle};

/// The grid with one row on each line. Cells are run together up to 25x25; in larger grids they are
/// numbers in columns.
///
/// ```text
/// 1..4
/// .3..
/// ```
pub fn plain(grid: &Grid) -> String {
    let order = grid.order();
    let mut text = String::with_capacity(order.cells() * 3);
    for row in grid.cells().chunks(order.side()) {
        if runs_together(order) {
            text.extend(row.iter().map(|&digit| symbol(order, digit)));
        } else {
            let cells: Vec<_> = row.iter().map(|&digit| format!("{:>2}", number(digit))).collect();
            text += &cells.join(" ");
        }
        text.push('\n');
    }
    text
}

/// The grid on one line without a line end. Cells are run together up to 25x25; in larger grids they are
/// numbers separated by one blank. Equal grids have equal lines, and different grids have different
/// lines.
pub fn line(grid: &Grid) -> String {
    let order = grid.order();
    if runs_together(order) {
        return grid.cells().iter().map(|&digit| symbol(order, digit)).collect();
    }
    grid.cells().iter().map(|&digit| number(digit)).collect::<Vec<_>>().join(" ")
}

/// A puzzle on one line without a line end, so that it can be read back: its givens as [`line()`] writes them, or, if the
/// puzzle restricts candidates, a group for each cell with a place for each digit, which holds the digit or a `.`. The
/// fingerprint of a puzzle in a corpus is made from this text.
///
/// ```
/// use quadrille_sudoku::{Puzzle, format::write};
///
/// for text in ["1..43..2.1..4..1", &["12..", "1234"].concat().repeat(8)] {
///     assert_eq!(write::puzzle(&text.parse::<Puzzle>()?), text);
/// }
/// # Ok::<(), quadrille_sudoku::ReadError>(())
/// ```
pub fn puzzle(puzzle: &Puzzle) -> String {
    let (order, Some(candidates)) = (puzzle.order(), puzzle.candidates()) else {
        return line(puzzle.givens());
    };
    let digits = 1..=order.side() as u8;
    let group = |&mask: &u32| {
        let symbol =
            move |digit| symbol(order, if mask >> (digit - 1) & 1 == 1 { digit } else { 0 });
        digits.clone().map(symbol)
    };
    candidates.masks().iter().flat_map(group).collect()
}

/// The grid as numbers in a frame.
///
/// ```text
/// +------+------+
/// | 1  . | .  4 |
/// | .  3 | .  . |
/// +------+------+
/// ```
pub fn decorated(grid: &Grid) -> String {
    let order = grid.order();
    let width = if order.side() < 10 { 1 } else { 2 };
    framed(order, &crossed_rule(order, width + 2), |cell| {
        format!(" {:>width$} ", number(grid.digit(cell)))
    })
}

/// A candidate grid: for a closed cell `=` and its digit, for an open cell all its candidates, or `-`
/// if it has none. Bit d - 1 of `candidates(cell)` stands for digit d; `candidates` is called for
/// open cells only. Candidates are written as [`line()`] writes digits, with commas between numbers,
/// and all columns are as wide as the widest cell.
///
/// ```text
/// +--------+--------+
/// | =1  2  | 23  =4 |
/// | 24  =3 | 12  12 |
/// +--------+--------+
/// ```
pub fn candidates(grid: &Grid, candidates: impl Fn(usize) -> u128) -> String {
    let order = grid.order();
    let texts: Vec<_> = (0..order.cells())
        .map(|cell| match grid.digit(cell) {
            0 => candidates_text(order, candidates(cell)),
            digit => format!("={}", digit_text(order, digit)),
        })
        .collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    framed(order, &crossed_rule(order, width + 2), |cell| format!(" {:<width$} ", texts[cell]))
}

fn candidates_text(order: Order, mask: u128) -> String {
    if mask == 0 {
        return "-".into();
    }
    let digits = (1..=order.side()).filter(|digit| mask >> (digit - 1) & 1 == 1);
    let digits: Vec<_> = digits.map(|digit| digit_text(order, digit as u8)).collect();
    digits.join(if runs_together(order) { "" } else { "," })
}

/// A grid between bars, with the line `rule` at the top and after every n rows.
fn framed(order: Order, rule: &str, cell: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for row in 0..order.side() {
        if row % order.n() == 0 {
            text += rule;
            text.push('\n');
        }
        for column in 0..order.side() {
            if column % order.n() == 0 {
                text.push('|');
            }
            text += &cell(row * order.side() + column);
        }
        text += "|\n";
    }
    text + rule + "\n"
}

/// The line `+---+---+` with a cross at every bar, for cells of `width` characters.
fn crossed_rule(order: Order, width: usize) -> String {
    let part = "-".repeat(width * order.n()) + "+";
    String::from("+") + &part.repeat(order.n())
}

/// Whether every digit of a grid has a symbol of one character, so that cells can be run together.
fn runs_together(order: Order) -> bool {
    order.n() <= 5
}

/// The symbol of a cell in a grid up to 25x25.
fn symbol(order: Order, digit: u8) -> char {
    match digit {
        0 => '.',
        _ if order.n() <= 3 => (b'0' + digit) as char,
        _ => (b'a' + digit - 1) as char,
    }
}

fn number(digit: u8) -> String {
    if digit == 0 { ".".into() } else { digit.to_string() }
}

fn digit_text(order: Order, digit: u8) -> String {
    if runs_together(order) { symbol(order, digit).into() } else { number(digit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grid of order n that begins with these cells and is empty after them.
    fn grid(n: usize, cells: &[u8]) -> Grid {
        let mut grid = Grid::empty(Order::new(n).unwrap());
        cells.iter().enumerate().for_each(|(cell, &digit)| grid.set(cell, digit));
        grid
    }

    fn small() -> Grid {
        grid(2, &[1, 0, 0, 4, 0, 3, 0, 0])
    }

    #[test]
    fn plain_rows() {
        assert_eq!(plain(&small()), "1..4\n.3..\n....\n....\n");
        assert!(plain(&grid(4, &[16, 0, 1])).starts_with("p.a.............\n................\n"));
        assert!(plain(&grid(6, &[36, 0, 1])).starts_with("36  .  1  .  ."));
        assert!(plain(&grid(6, &[6])).starts_with(" 6  .  .  .  ."));
    }

    #[test]
    fn one_line() {
        assert_eq!(line(&small()), "1..4.3..........");
        assert!(line(&grid(5, &[25, 0, 1])).starts_with("y.a...."));
        assert!(line(&grid(6, &[36, 0, 1])).starts_with("36 . 1 . . "));
    }

    #[test]
    fn decorated_rows() {
        let expected = "\
+------+------+
| 1  . | .  4 |
| .  3 | .  . |
+------+------+
| .  . | .  . |
| .  . | .  . |
+------+------+
";
        assert_eq!(decorated(&small()), expected);
        let nine = decorated(&grid(3, &[1, 2, 3, 4, 5, 6, 7, 8, 9]));
        let expected = "\
+---------+---------+---------+
| 1  2  3 | 4  5  6 | 7  8  9 |
";
        assert!(nine.starts_with(expected), "{nine}");
        assert_eq!(nine.lines().count(), 13);
        let sixteen = decorated(&grid(4, &[16, 0, 1]));
        assert!(sixteen.lines().nth(1).unwrap().starts_with("| 16   .   1   . |  ."));
        let mut widths: Vec<_> = sixteen.lines().map(str::len).collect();
        widths.dedup();
        assert_eq!(widths.len(), 1);
    }

    #[test]
    fn candidate_grids() {
        let expected = "\
+--------+--------+
| =1  2  | 23  =4 |
| -   =3 | -   -  |
+--------+--------+
| -   -  | -   -  |
| -   -  | -   -  |
+--------+--------+
";
        let masks = |cell| [0, 0b10, 0b110].get(cell).copied().unwrap_or(0);
        assert_eq!(candidates(&small(), masks), expected);
        let large = candidates(&grid(9, &[81]), |_| 1 << 80 | 1);
        assert!(large.lines().nth(1).unwrap().starts_with("| =81   1,81  1,81 "));
        let sixteen = candidates(&grid(4, &[16]), |_| 1 << 15 | 1);
        assert!(sixteen.lines().nth(1).unwrap().starts_with("| =p  ap  ap  ap | ap "));
    }
}
