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
use super::shape::{Turns, draw, orientations};
use super::{Family, FamilyError};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "dominoes",
    parameters: "RxC[:mutilated]",
    about: "dominoes on a board; mutilated: without two opposite corners",
    example: "dominoes:8x8",
    read: |words| {
        let area = area(words)?;
        let domino = draw("##").expect("the drawing is valid");
        let mut builder = Problem::builder();
        let board = Board::new(&mut builder, &area)?;
        board.lay(&mut builder, &[], &orientations(&domino, Turns::Space))?;
        Ok(builder.build())
    },
    layout: Some(|words| Ok(board::layout(&area(words)?, []))),
};

fn area(words: &[&str]) -> Result<Area, FamilyError> {
    let (sides, is_mutilated) = match words {
        [sides, "mutilated"] => (&[*sides][..], true),
        _ => (words, false),
    };
    let (rows, columns) = FAMILY.rectangle(sides)?;
    let (r, c) = (rows as f64, columns as f64);
    FAMILY.limit(sides[0], r * (c - 1.0) + (r - 1.0) * c)?;
    if is_mutilated && rows.saturating_mul(columns) < 3 {
        return Err(FAMILY.refuse(words.join(":"), "three squares at least"));
    }
    let none = || FAMILY.refuse(sides[0], "a square at least");
    let whole = Area::rectangle(rows, columns).ok_or_else(none)?;
    let corners = [[0, 0, 0], [0, rows - 1, columns - 1]];
    Ok(if is_mutilated { whole.without(|cell| corners.contains(&cell)) } else { whole })
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
