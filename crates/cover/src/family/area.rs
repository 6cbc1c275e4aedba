//! Areas to be filled: a box of squares or of cubes, or any drawn set of them.
//!
//! An area is written `RxC`, `LxRxC` for layers, rows and columns of cubes, or as a drawing like those of
//! shapes: `.##./####/.##.`, `#` for a cell, a letter from `a` to `h` for a cell of a colour, `.` for no cell, `/` before a row, `+` before a
//! layer. In a file, lines are rows, and an empty line begins a layer.
//!
//! Squares are named by letters for their row and the number of their column, from `a0`; cubes of
//! boxes up to 10x10x10 by three digits, layer, row and column, as in `c012`, and by numbers with
//! dots between them otherwise: `c0.11.2`.

use super::MOST_OPTIONS;
use super::shape::{Cell, coloured, sides};

/// Some cells of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Numbers of layers, rows and columns of the box.
    size: Cell,
    /// Whether each cell of the box belongs to the area, in order of layer, row, column.
    filled: Vec<bool>,
    /// The colour of each cell of the box, 0 for none.
    colours: Vec<usize>,
    flat: bool,
    /// Whether the last row is beside the first, and the last column beside the first.
    wraps: [bool; 2],
}

impl Area {
    /// A rectangle; `None` if it has no square, or more than [`MOST_OPTIONS`].
    pub(super) fn rectangle(rows: usize, columns: usize) -> Option<Self> {
        Some(Self { flat: true, ..Self::cuboid([1, rows, columns])? })
    }

    /// A box of these numbers of layers, rows and columns; `None` if it has no cube, or more than
    /// [`MOST_OPTIONS`].
    pub(super) fn cuboid(size: [usize; 3]) -> Option<Self> {
        let cells = size.iter().try_fold(1_usize, |cells, &side| cells.checked_mul(side))?;
        let possible = (1..=MOST_OPTIONS).contains(&cells);
        possible.then(|| Self {
            size,
            filled: vec![true; cells],
            colours: vec![0; cells],
            flat: false,
            wraps: [false; 2],
        })
    }

    /// The area of a drawing; `None` if the text is not a drawing, or has no cell. One layer makes a flat area.
    pub(super) fn drawn(drawing: &str) -> Option<Self> {
        let cells = coloured(drawing)?;
        if cells.is_empty() {
            return None;
        }
        let size = sides(&cells);
        let mut area = Self::cuboid(size)?;
        area.filled.fill(false);
        for &[layer, row, column, colour] in &cells {
            let index = area.index([layer, row, column]);
            (area.filled[index], area.colours[index]) = (true, colour);
        }
        Some(Self { flat: size[0] == 1, ..area })
    }

    /// The area written as `RxC`, as `LxRxC` or as a drawing.
    pub(super) fn read(word: &str) -> Option<Self> {
        let sides = word.split('x').map(|side| side.parse().ok());
        match sides.collect::<Option<Vec<usize>>>().as_deref() {
            Some(&[rows, columns]) => Self::rectangle(rows, columns),
            Some(&[layers, rows, columns]) => Self::cuboid([layers, rows, columns]),
            _ => Self::drawn(word),
        }
    }

    /// The area without the cells for which `hole` is true.
    pub(super) fn without(mut self, hole: impl Fn(Cell) -> bool) -> Self {
        let holes = cells(self.size).map(hole).collect::<Vec<_>>();
        self.filled.iter_mut().zip(holes).for_each(|(filled, hole)| *filled &= !hole);
        self
    }

    /// The area with its sides joined: the upper and the lower one, the left and the right one.
    pub(super) fn wrapped(self, wraps: [bool; 2]) -> Self {
        Self { wraps, ..self }
    }

    /// Whether sides are joined: upper and lower, left and right.
    pub(super) fn wraps(&self) -> [bool; 2] {
        self.wraps
    }

    /// The cell at a place that may be beyond sides that are joined.
    pub(super) fn joined(&self, [layer, row, column]: Cell) -> Cell {
        let joined =
            |place: usize, side: usize, wraps: bool| if wraps { place % side } else { place };
        let [_, rows, columns] = self.size;
        [layer, joined(row, rows, self.wraps[0]), joined(column, columns, self.wraps[1])]
    }

    /// Numbers of layers, rows and columns of the box around the area.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Whether the cells are squares.
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// Whether each cell of the box belongs to the area, in order of layer, row, column.
    pub fn filled(&self) -> &[bool] {
        &self.filled
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.filled.iter().filter(|&&filled| filled).count()
    }

    /// The cells with their names, in order of layer, row, column.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, String)> {
        let all = cells(self.size).zip(&self.filled);
        all.filter(|&(_, &filled)| filled).map(|(cell, _)| (cell, self.name(cell)))
    }

    pub(super) fn has(&self, cell: Cell) -> bool {
        (0..3).all(|axis| cell[axis] < self.size[axis]) && self.filled[self.index(cell)]
    }

    /// Whether some cell has a colour.
    pub(super) fn is_coloured(&self) -> bool {
        self.colours.iter().any(|&colour| colour > 0)
    }

    /// Whether a cell of a piece, with its colour, may lie where it is: its colour is that of the area, or one of both has none.
    pub(super) fn fits(&self, [layer, row, column, colour]: [usize; 4]) -> bool {
        let own = self.colours[self.index([layer, row, column])];
        colour == 0 || own == 0 || colour == own
    }

    /// The number of a cell of the box, in order of layer, row, column.
    pub(super) fn index(&self, [layer, row, column]: Cell) -> usize {
        (layer * self.size[1] + row) * self.size[2] + column
    }

    fn name(&self, [layer, row, column]: Cell) -> String {
        if self.flat {
            return square(row, column);
        }
        let dot = if self.size.iter().any(|&side| side > 10) { "." } else { "" };
        format!("c{layer}{dot}{row}{dot}{column}")
    }
}

/// A square's name: letters for the row, then the number of the column, from `a0`. After row
/// `z` come `aa`, `ab` ... `zz`, `aaa`, as in a spreadsheet. The letters end where the
/// digits begin, so no two squares have the same name.
pub(super) fn square(row: usize, column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = row + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect::<String>() + &column.to_string()
}

/// The cells of a box, in order of layer, row, column.
pub(super) fn cells([layers, rows, columns]: Cell) -> impl Iterator<Item = Cell> {
    (0..layers).flat_map(move |layer| {
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [layer, row, column]))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn squares_have_names_of_their_own() {
        let names = [0, 9, 25, 26, 27, 701, 702].map(|row| square(row, 10));
        assert_eq!(names, ["a10", "j10", "z10", "aa10", "ab10", "zz10", "aaa10"]);
        let all: BTreeSet<String> = cells([1, 1000, 20]).map(|[_, r, c]| square(r, c)).collect();
        assert_eq!(all.len(), 20_000);
    }

    #[test]
    fn cubes_have_names_of_their_own() {
        for (size, last) in [([3, 3, 3], "c222"), ([10, 2, 2], "c911"), ([2, 11, 2], "c1.10.1")] {
            let area = Area::cuboid(size).unwrap();
            let names: BTreeSet<String> = area.cells().map(|(_, name)| name).collect();
            assert_eq!(names.len(), area.count());
            assert_eq!(area.cells().last().unwrap().1, last);
        }
    }

    #[test]
    fn areas_are_read_as_they_are_written() {
        let size = |word| Area::read(word).map(|area| (area.size(), area.count(), area.is_flat()));
        assert_eq!(size("6x10"), Some(([1, 6, 10], 60, true)));
        assert_eq!(size("1x6x10"), Some(([1, 6, 10], 60, false)));
        assert_eq!(size("3x4x5"), Some(([3, 4, 5], 60, false)));
        assert_eq!(size(".#./###"), Some(([1, 2, 3], 4, true)));
        assert_eq!(size("##/##+#."), Some(([2, 2, 2], 5, false)));
        for word in ["", "...", "0x5", "5", "2x2x2x2", "#i#", "99999999999x99999999999"] {
            assert_eq!(size(word), None, "{word}");
        }
    }

    #[test]
    fn a_drawing_has_its_cells_and_no_others() {
        let area = Area::drawn(".#./##.").unwrap();
        let names: Vec<String> = area.cells().map(|(_, name)| name).collect();
        assert_eq!(names, ["a1", "b0", "b1"]);
        assert!(area.has([0, 0, 1]) && !area.has([0, 0, 0]) && !area.has([0, 2, 1]));
    }
}
