//! Pentominoes: lay the twelve pieces of five squares, each once, so that they fill a board of
//! sixty squares. Pieces may be turned and turned over.
//!
//! Items: the pieces by S. W. Golomb's letters, then the squares, `a0` on. An option is a piece
//! with the squares it lies on, sorted by orientation, then position.
//!
//! The boards are the boxes of sixty squares and the chessboard without its four centre squares.
//! Turning a solution over gives more: the reduced problem asks the X, which looks the same
//! from everywhere, to have its centre in the upper left quarter. That leaves one of each four
//! solutions if both sides are even; on an odd side the X can sit on the middle line, be its
//! own mirror image, and leave both solutions, so such boards have no reduced problem. (The
//! diagonal mirror of a square board stays.) The options of the X come last then.
//!
//! Source: S. W. Golomb, *Polyominoes* (1965). Counts up to symmetry: 65 with the hole (D. S.
//! Scott, *Programming a combinatorial puzzle*, 1958), 2339 for 6x10 (C. B. and J. Haselgrove,
//! *Eureka* 23 (1960), 16-18), 1010 for 5x12, 368 for 4x15, 2 for 3x20; J. G. Fletcher,
//! *Communications of the ACM* 8 (1965), 621-623.

use super::board::{Board, pieces};
use super::{Family, FamilyError};
use crate::problem::{Problem, ProblemBuilder};

pub(super) const FAMILY: Family = Family {
    name: "pentominoes",
    parameters: "(RxC | 8x8-hole)[:reduced]",
    about: "the 12 pentominoes on 60 squares; reduced: up to reflection",
    example: "pentominoes:6x10",
    read: |words| match words {
        [area, "reduced"] => reduced(area_of(area)?),
        [area] => problem(area_of(area)?),
        _ => Err(FAMILY.misread(words)),
    },
};

/// The pieces, drawn as [`super::board`] says.
const PIECES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", "##../.###"),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];

/// The index of the X, which has a single orientation.
const X: usize = 9;

/// What is to be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// A rectangle of 60 squares.
    Box {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// The chessboard without its four centre squares.
    SquareWithHole,
}

impl Area {
    fn sides(self) -> Result<[usize; 2], FamilyError> {
        match self {
            Self::SquareWithHole => Ok([8, 8]),
            Self::Box { rows, columns } if rows.checked_mul(columns) == Some(60) => {
                Ok([rows, columns])
            }
            Self::Box { rows, columns } => {
                Err(FAMILY.refuse(format_args!("{rows}x{columns}"), "a box of 60 squares"))
            }
        }
    }

    fn board(self, builder: &mut ProblemBuilder) -> Result<Board, FamilyError> {
        let has_hole = self == Self::SquareWithHole;
        let hole = |row, column| has_hole && matches!((row, column), (3 | 4, 3 | 4));
        Ok(Board::flat(builder, self.sides()?, hole)?)
    }
}

fn area_of(word: &str) -> Result<Area, FamilyError> {
    if word == "8x8-hole" {
        return Ok(Area::SquareWithHole);
    }
    let (rows, columns) = FAMILY.rectangle(&[word])?;
    Ok(Area::Box { rows, columns })
}

/// All ways to fill the area.
///
/// # Errors
/// A box that has not 60 squares.
pub fn problem(area: Area) -> Result<Problem, FamilyError> {
    let mut builder = Problem::builder();
    let pieces = pieces(&mut builder, &PIECES)?;
    let board = area.board(&mut builder)?;
    for (piece, shape) in pieces {
        board.lay(&mut builder, Some(piece), shape, |_| true)?;
    }
    Ok(builder.build())
}

/// The ways to fill the area up to reflection in its middle lines: a quarter of those of
/// [`problem`].
///
/// # Errors
/// A box that has not 60 squares, or has an odd side.
pub fn reduced(area: Area) -> Result<Problem, FamilyError> {
    let [rows, columns] = area.sides()?;
    if rows % 2 == 1 || columns % 2 == 1 {
        return Err(FAMILY.refuse(format_args!("{rows}x{columns}:reduced"), "sides that are even"));
    }
    let mut builder = Problem::builder();
    let mut pieces = pieces(&mut builder, &PIECES)?;
    let board = area.board(&mut builder)?;
    let (x, cross) = pieces.remove(X);
    for (piece, shape) in pieces {
        board.lay(&mut builder, Some(piece), shape, |_| true)?;
    }
    board.lay(&mut builder, Some(x), cross, |cells| {
        let [_, row, column] = cells[2]; // the centre is the third of five sorted squares
        row < rows / 2 && column < columns / 2
    })?;
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::family::{build, pin};

    #[test]
    fn has_63_orientations() {
        let counts = PIECES.map(|(_, shape)| {
            let mut builder = Problem::builder();
            let board = Board::flat(&mut builder, [9, 9], |_, _| false).unwrap();
            // Each orientation covers the middle square five times, once by each of its squares.
            board.placements(shape).filter(|cells| cells.contains(&[0, 4, 4])).count() / 5
        });
        assert_eq!(counts, [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    }

    #[test]
    fn x_is_where_it_is_said_to_be() {
        assert_eq!(PIECES[X].0, "X");
    }

    /// The option `X a1 b0 b1 b2 c1`, mirrored on a board of those sides.
    fn mirrored(option: &str, flip: [bool; 2], [rows, columns]: [u8; 2]) -> String {
        let mut squares: Vec<(char, u8)> = Vec::new();
        for word in option.split(' ').skip(1) {
            let (row, column) = (word.as_bytes()[0] - b'a', word[1..].parse::<u8>().unwrap());
            let row = if flip[0] { rows - 1 - row } else { row };
            let column = if flip[1] { columns - 1 - column } else { column };
            squares.push((char::from(b'a' + row), column));
        }
        squares.sort_unstable();
        squares.iter().fold("X".to_owned(), |text, (row, column)| format!("{text} {row}{column}"))
    }

    #[test]
    fn one_of_four_mirror_images_of_the_x_is_kept() {
        for (area, sides) in [("6x10", [6, 10]), ("10x6", [10, 6]), ("8x8-hole", [8, 8])] {
            let of_x = |spec: &str| -> BTreeSet<String> {
                pin::lines(spec).into_iter().filter(|line| line.starts_with("X ")).collect()
            };
            let whole = of_x(&format!("pentominoes:{area}"));
            let kept = of_x(&format!("pentominoes:{area}:reduced"));
            assert_eq!(whole.len(), 4 * kept.len());
            let flips = [[false, false], [false, true], [true, false], [true, true]];
            let images: BTreeSet<_> = kept
                .iter()
                .flat_map(|option| flips.map(|flip| mirrored(option, flip, sides)))
                .collect();
            assert_eq!(images, whole);
        }
    }

    #[test]
    fn refuses_other_boards() {
        let error = |spec: &str| build(spec).unwrap_err().to_string();
        assert_eq!(
            error("pentominoes:8x8"),
            "found `8x8` as the parameters of pentominoes; expected a box of 60 squares, as in \
             `pentominoes:6x10`"
        );
        assert!(error("pentominoes:5x12:reduced").contains("expected sides that are even"));
        assert!(error("pentominoes:7x7:reduced").contains("expected a box of 60 squares"));
        assert!(error("pentominoes:6x10:half").contains("expected (RxC | 8x8-hole)[:reduced]"));
        let most = usize::MAX;
        assert!(problem(Area::Box { rows: most, columns: most }).is_err());
    }

    #[test]
    fn text_is_pinned() {
        pin::check("pentominoes:3x20", [72, 0, 1236, 7416], 0x7442_5832_3df7_fceb);
        pin::check("pentominoes:4x15", [72, 0, 1696, 10176], 0x4a1e_d272_2ab5_3ba3);
        pin::check("pentominoes:6x10", [72, 0, 2056, 12336], 0x7707_b716_ac5f_0467);
        pin::check("pentominoes:8x8-hole", [72, 0, 1568, 9408], 0x6dfa_c7d4_3e32_864f);
        pin::check("pentominoes:8x8-hole:reduced", [72, 0, 1550, 9300], 0x4689_aff9_d7f5_53e9);
    }
}
