//! Sudokus as exact covers: fill a square of n = R * C rows, columns and boxes of R rows and C columns with n symbols, so
//! that each symbol stands once in each of them.
//!
//! Items: as those of [`latin`](super::latin), and `b` for a symbol in a box. Boxes are numbered row by row. In the options,
//! places come row by row, and symbols in order.
//!
//! | boxes | grids | source |
//! |---|---|---|
//! | 2x2 | 288 | OEIS A107739 |
//! | 2x3 | 28200960 | E. Russell and F. Jarvis, *Mathematics of Sudoku II* (2006) |
//! | 2x4 | 29136487207403520 | the same |
//! | 3x3 | 6670903752021072936960 | B. Felgenhauer and F. Jarvis, *Mathematics of Sudoku I* (2006) |

use super::latin::{Items, name, pairs};
use super::layout::{Kind, Layout, Role};
use super::{Family, FamilyError, plain};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "sudoku",
    parameters: "RxC",
    about: "Sudokus with boxes of R rows and C columns, without given digits",
    example: "sudoku:2x3",
    read: |words| {
        let (rows, columns) = FAMILY.rectangle(words)?;
        problem(rows, columns)
    },
    layout: Some(|words| {
        let (rows, columns) = FAMILY.rectangle(words)?;
        admit(rows, columns)?;
        Ok(layout(rows, columns))
    }),
};

fn admit(rows: usize, columns: usize) -> Result<(), FamilyError> {
    FAMILY.admit(rows.min(columns), |_| 0.0)?;
    FAMILY.limit(format_args!("{rows}x{columns}"), (rows as f64 * columns as f64).powi(3))
}

fn problem(rows: usize, columns: usize) -> Result<Problem, FamilyError> {
    admit(rows, columns)?;
    let n = rows * columns;
    let mut builder = Problem::builder();
    let items = Items::new(&mut builder, n)?;
    let boxes = pairs(&mut builder, 'b', n)?;
    for place in 0..n * n {
        let (row, column) = (place / n, place % n);
        let own_box = row / rows * rows + column / columns;
        for symbol in 0..n {
            let items =
                items.of(row, column, symbol).into_iter().chain([boxes[own_box * n + symbol]]);
            builder.option_of(plain(items))?;
        }
    }
    Ok(builder.build())
}

/// Blocks are drawn if boxes are square.
fn layout(rows: usize, columns: usize) -> Layout {
    let n = rows * columns;
    let block = if rows == columns { rows } else { 0 };
    let mut layout = Layout::new([1, n, n], Kind::Symbols { block });
    for i in 0..n * n {
        layout.role(name('p', n, i), Role::Cell(i));
        layout.role(name('r', n, i), Role::Text((i % n).to_string()));
        layout.role(name('c', n, i), Role::Nothing);
        layout.role(name('b', n, i), Role::Nothing);
    }
    layout
}

#[cfg(test)]
mod tests {
    use crate::family::error;

    #[test]
    fn refuses_other_boxes() {
        assert!(error("sudoku:9").contains("expected RxC"));
        assert!(error("sudoku:0x3").contains("expected a number of 1 or more"));
        assert!(
            error("sudoku:30x30").contains("`sudoku:30x30` would have more than 5000000 options")
        );
    }
}
