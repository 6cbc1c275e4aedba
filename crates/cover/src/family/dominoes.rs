//! Dominoes: cover a board of r x c squares with pieces of two squares.
//!
//! Items: the squares, from `a0` on. An option is a domino, the horizontal ones first, in reading
//! order. The mutilated board lacks its first and its last square. If both sides are even,
//! these two squares have the same colour of the chessboard, so there is no solution, but a search takes long.
//!
//! Source: P. W. Kasteleyn, *Physica* 27 (1961), 1209-1225, and H. N. V. Temperley and M. E.
//! Fisher, *Philosophical Magazine* 6 (1961), 1061-1063, for the numbers of coverings: OEIS
//! A099390, squares of even side A004003. The mutilated board: M. Black, *Critical Thinking*
//! (1946).

use super::area::Area;
use super::board::{self, Board};
use super::layout::Layout;
use super::shape::{Turns, draw, orientations};
use super::{Family, FamilyError};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "dominoes",
    parameters: "RxC[:mutilated]",
    about: "dominoes on a board; mutilated: without two opposite corners",
    example: "dominoes:8x8",
    read: |words| {
        let (rows, columns, is_mutilated) = read(words)?;
        if is_mutilated { mutilated(rows, columns) } else { problem(rows, columns) }
    },
    layout: Some(|words| {
        let (rows, columns, is_mutilated) = read(words)?;
        layout(rows, columns, is_mutilated)
    }),
};

/// Rows and columns, and whether the board is mutilated.
fn read(words: &[&str]) -> Result<(usize, usize, bool), FamilyError> {
    let (sides, is_mutilated) = match words {
        [sides, "mutilated"] => (&[*sides][..], true),
        _ => (words, false),
    };
    let (rows, columns) = FAMILY.rectangle(sides)?;
    Ok((rows, columns, is_mutilated))
}

/// The coverings of a whole board.
///
/// ```
/// use quadrille_cover::{Solver, engine::Dlx, family::dominoes};
///
/// assert_eq!(Dlx.count(&dominoes::problem(4, 4)?)?, 36u32.into());
/// assert_eq!(Dlx.count(&dominoes::mutilated(4, 4)?)?, 0u32.into());
/// assert_eq!(dominoes::layout(4, 4, true)?.figure(&dominoes::mutilated(4, 4)?, &[]).ok(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A board without a square, or one that is too large.
pub fn problem(rows: usize, columns: usize) -> Result<Problem, FamilyError> {
    cover(&board(rows, columns, false)?)
}

/// The coverings of a board without its upper left and lower right square.
///
/// # Errors
/// A board without any other square, or one that is too large.
pub fn mutilated(rows: usize, columns: usize) -> Result<Problem, FamilyError> {
    cover(&board(rows, columns, true)?)
}

/// The layout of the board.
///
/// # Errors
/// As [`problem`] and [`mutilated`].
pub fn layout(rows: usize, columns: usize, is_mutilated: bool) -> Result<Layout, FamilyError> {
    Ok(board::layout(&board(rows, columns, is_mutilated)?, []))
}

fn board(rows: usize, columns: usize, is_mutilated: bool) -> Result<Area, FamilyError> {
    let (r, c) = (rows as f64, columns as f64);
    FAMILY.limit(format_args!("{rows}x{columns}"), r * (c - 1.0) + (r - 1.0) * c)?;
    let squares = rows.saturating_mul(columns);
    if is_mutilated && squares < 3 {
        let found = format_args!("{rows}x{columns}:mutilated");
        return Err(FAMILY.refuse(found, "three squares at least"));
    }
    let none = || FAMILY.refuse(format_args!("{rows}x{columns}"), "a square at least");
    let whole = Area::rectangle(rows, columns).ok_or_else(none)?;
    let corners = [[0, 0, 0], [0, rows - 1, columns - 1]];
    Ok(if is_mutilated { whole.without(|cell| corners.contains(&cell)) } else { whole })
}

fn cover(area: &Area) -> Result<Problem, FamilyError> {
    let domino = draw("##").expect("the drawing is valid");
    let mut builder = Problem::builder();
    let board = Board::new(&mut builder, area)?;
    board.lay(&mut builder, &[], &orientations(&domino, Turns::Space))?;
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use crate::family::{error, pin};

    #[test]
    fn small_boards_as_text() {
        let whole = ["a0 a1 a2 b0 b1 b2", "a0 a1", "a1 a2", "b0 b1", "b1 b2", "a0 b0", "a1 b1"];
        assert_eq!(pin::lines("dominoes:2x3")[..7], whole);
        assert_eq!(
            pin::lines("dominoes:2x3:mutilated"),
            ["a1 a2 b0 b1", "a1 a2", "b0 b1", "a1 b1"]
        );
        assert_eq!(pin::lines("dominoes:1x1"), ["a0"]);
        assert_eq!(pin::lines("dominoes:1x3:mutilated"), ["a1"]);
        assert_eq!(pin::lines("dominoes:30x1").last().unwrap(), "ac0 ad0");
    }

    #[test]
    fn refuses_boards_without_squares() {
        assert!(error("dominoes:0x8").contains("found `0x8`"));
        assert!(error("dominoes:2x1:mutilated").contains("expected three squares at least"));
        assert!(error("dominoes:8x8:broken").contains("expected RxC[:mutilated]"));
    }
}
