//! Boards, and the ways to lay a shape on one.
//!
//! A board is a set of unit cubes in a box, each cube an item; a shape is a polycube. Flat
//! boards are boxes of one layer and polyominoes are polycubes of one layer: to turn such a
//! piece over is a rotation in space, so the 24 rotations of the cube are all that is needed.
//! In space a shape and its mirror image are two shapes.
//!
//! Shapes are drawn as text: `#` is a cube, `.` is none, `/` starts a row, a blank a layer.
//! Placements come sorted by orientation (its cells, pushed against the origin, in
//! lexicographic order), then by position.

use std::collections::BTreeSet;

use super::plain;
use crate::problem::{ItemId, ProblemBuilder, ProblemError};

/// A place in space: layer, row, column.
pub(super) type Cell = [usize; 3];

/// Some cells of a box, each with its item.
pub(super) struct Board {
    size: Cell,
    /// One for each cell of the box, in order of layer, row, column.
    items: Vec<Option<ItemId>>,
}

impl Board {
    /// Adds a primary item for each cell of the box that `name` gives a name.
    pub(super) fn new(
        builder: &mut ProblemBuilder,
        size: Cell,
        name: impl Fn(Cell) -> Option<String>,
    ) -> Result<Self, ProblemError> {
        let named = cells(size).map(|cell| name(cell).map(|name| builder.primary(&name)));
        let items = named.map(Option::transpose).collect::<Result<_, _>>()?;
        Ok(Self { size, items })
    }

    /// A board of one layer, with cells named by [`square`] but without those in the `hole`.
    pub(super) fn flat(
        builder: &mut ProblemBuilder,
        [rows, columns]: [usize; 2],
        hole: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, ProblemError> {
        Self::new(builder, [1, rows, columns], |[_, row, column]| {
            (!hole(row, column)).then(|| square(row, column))
        })
    }

    /// The item of a cell; `None` outside the board and in its holes.
    fn item(&self, cell: Cell) -> Option<ItemId> {
        let [layers, rows, columns] = self.size;
        let [layer, row, column] = cell;
        let inside = layer < layers && row < rows && column < columns;
        if inside { self.items[(layer * rows + row) * columns + column] } else { None }
    }

    /// Adds an option for each placement of a shape that is to be kept: the piece, if it has an
    /// item, and the cells it lies on.
    pub(super) fn lay(
        &self,
        builder: &mut ProblemBuilder,
        piece: Option<ItemId>,
        shape: &str,
        keep: impl Fn(&[Cell]) -> bool,
    ) -> Result<(), ProblemError> {
        for cells in self.placements(shape).filter(|cells| keep(cells)) {
            let covered = cells.into_iter().filter_map(|cell| self.item(cell));
            builder.option_of(plain(piece.into_iter().chain(covered)))?;
        }
        Ok(())
    }

    /// The cells under each placement of a shape, sorted within the placement.
    pub(super) fn placements(&self, shape: &str) -> impl Iterator<Item = Vec<Cell>> {
        orientations(draw(shape)).into_iter().flat_map(move |shape| {
            cells(self.size).filter_map(move |corner| {
                let moved = shape.iter().map(|&cell| std::array::from_fn(|i| corner[i] + cell[i]));
                moved.map(|cell| self.item(cell).map(|_| cell)).collect()
            })
        })
    }
}

/// Adds an item for each piece, a name and a drawing, and gives it back with the drawing.
pub(super) fn pieces(
    builder: &mut ProblemBuilder,
    pieces: &[(&'static str, &'static str)],
) -> Result<Vec<(ItemId, &'static str)>, ProblemError> {
    pieces.iter().map(|&(name, shape)| Ok((builder.primary(name)?, shape))).collect()
}

/// A square's name: letters for the row, then the number of the column, from `a0`. After row
/// `z` come `aa`, `ab` ... `zz`, `aaa`, as in a spreadsheet; since the letters end where the
/// digits begin, no two squares share a name.
fn square(row: usize, column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = row + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect::<String>() + &column.to_string()
}

/// The cells of a box, in order.
fn cells([layers, rows, columns]: Cell) -> impl Iterator<Item = Cell> {
    (0..layers).flat_map(move |layer| {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [layer, row, column]))
    })
}

/// The cells of a drawing, sorted.
fn draw(shape: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (layer, rows) in shape.split(' ').enumerate() {
        for (row, columns) in rows.split('/').enumerate() {
            let filled = columns.bytes().enumerate().filter(|&(_, byte)| byte == b'#');
            cells.extend(filled.map(|(column, _)| [layer, row, column]));
        }
    }
    cells
}

/// The shape in each of the 24 rotations of space, equal ones once.
fn orientations(shape: Vec<Cell>) -> BTreeSet<Vec<Cell>> {
    let mut found = BTreeSet::new();
    let mut open = vec![shape];
    while let Some(shape) = open.pop() {
        // Quarter turns about two axes make all rotations.
        let turned = [[1, 2], [0, 2]].map(|plane| quarter_turn(&shape, plane));
        if found.insert(shape) {
            open.extend(turned);
        }
    }
    found
}

/// The shape after a quarter turn in the plane of two axes, against the origin again.
fn quarter_turn(shape: &[Cell], [i, j]: [usize; 2]) -> Vec<Cell> {
    let far = shape.iter().map(|cell| cell[i]).max().unwrap_or(0);
    let turn = |&cell: &Cell| {
        let mut turned = cell;
        (turned[i], turned[j]) = (cell[j], far - cell[i]);
        turned
    };
    let mut turned: Vec<Cell> = shape.iter().map(turn).collect();
    turned.sort_unstable();
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    #[test]
    fn squares_have_names_of_their_own() {
        let names = [0, 9, 25, 26, 27, 701, 702].map(|row| square(row, 10));
        assert_eq!(names, ["a10", "j10", "z10", "aa10", "ab10", "zz10", "aaa10"]);
        let all: BTreeSet<String> = cells([1, 1000, 20]).map(|[_, r, c]| square(r, c)).collect();
        assert_eq!(all.len(), 20_000);
    }

    #[test]
    fn a_shape_without_symmetry_has_24_rotations() {
        let counts = ["#", "#####", "##/##", "##/#.", "###/#..", "##/#. ../#.", ".##/##. ##./..."]
            .map(|shape| orientations(draw(shape)).len());
        assert_eq!(counts, [1, 3, 3, 12, 24, 12, 24]);
    }

    #[test]
    fn a_flat_shape_may_be_turned_over_on_a_flat_board() {
        let mut builder = Problem::builder();
        let board = Board::flat(&mut builder, [5, 5], |_, _| false).unwrap();
        // 8 orientations of the F, each in 3 x 3 positions.
        assert_eq!(board.placements(".##/##./.#.").count(), 72);
    }

    #[test]
    fn a_mirror_image_is_another_shape_in_space() {
        let [left, right] = ["##/#. ../#.", "##/#. .#/.."].map(|shape| orientations(draw(shape)));
        assert!(left.is_disjoint(&right));
    }

    #[test]
    fn placements_keep_out_of_holes() {
        let mut builder = Problem::builder();
        let board = Board::flat(&mut builder, [2, 3], |row, column| (row, column) == (0, 1));
        let placements: Vec<_> = board.unwrap().placements("##").collect();
        let expected = [
            [[0, 1, 0], [0, 1, 1]],
            [[0, 1, 1], [0, 1, 2]],
            [[0, 0, 0], [0, 1, 0]],
            [[0, 0, 2], [0, 1, 2]],
        ];
        assert_eq!(placements, expected);
    }
}
