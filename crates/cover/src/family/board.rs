//! Areas with items for their cells, and the placements of shapes in an area.
//!
//! Placements are sorted by orientation (its cells, moved to the origin, in
//! lexicographic order), then by position.

use super::area::{Area, cells};
use super::layout::{Kind, Layout, Role};
use super::plain;
use super::shape::{Cell, Shape};
use crate::problem::{ItemId, ProblemBuilder, ProblemError};

/// An area with an item for each cell.
pub(super) struct Board<'a> {
    area: &'a Area,
    /// The item of each cell of the box, in order of layer, row, column.
    items: Vec<Option<ItemId>>,
}

impl<'a> Board<'a> {
    /// Adds a primary item for each cell of the area.
    pub(super) fn new(builder: &mut ProblemBuilder, area: &'a Area) -> Result<Self, ProblemError> {
        let mut items = vec![None; area.size().iter().product()];
        for (cell, name) in area.cells() {
            items[area.index(cell)] = Some(builder.primary(&name)?);
        }
        Ok(Self { area, items })
    }

    /// Adds an option for each placement of a piece for which `keep` is true: the item of the piece, if any,
    /// and the cells it covers.
    pub(super) fn lay<'s>(
        &self,
        builder: &mut ProblemBuilder,
        piece: Option<ItemId>,
        orientations: impl IntoIterator<Item = &'s Shape>,
        keep: impl Fn(&[Cell]) -> bool,
    ) -> Result<(), ProblemError> {
        for cells in placements(self.area, orientations).filter(|cells| keep(cells)) {
            let covered = cells.into_iter().filter_map(|cell| self.items[self.area.index(cell)]);
            builder.option_of(plain(piece.into_iter().chain(covered)))?;
        }
        Ok(())
    }
}

/// The cells under each placement of a piece in an area, sorted within the placement.
pub(super) fn placements<'s>(
    area: &Area,
    orientations: impl IntoIterator<Item = &'s Shape>,
) -> impl Iterator<Item = Vec<Cell>> {
    orientations.into_iter().flat_map(move |shape| {
        cells(area.size()).filter_map(move |corner| {
            let moved = shape.iter().map(|&cell| std::array::from_fn(|i| corner[i] + cell[i]));
            moved.map(|cell| area.has(cell).then_some(cell)).collect()
        })
    })
}

/// The sides of the box around an area, written as in a spec.
pub(super) fn sides(area: &Area) -> String {
    let [layers, rows, columns] = area.size();
    if area.is_flat() { format!("{rows}x{columns}") } else { format!("{layers}x{rows}x{columns}") }
}

/// Whether an area is its own mirror image along an axis.
pub(super) fn is_mirrored(area: &Area, axis: usize) -> bool {
    cells(area.size()).all(|cell| {
        let mut image = cell;
        image[axis] = area.size()[axis] - 1 - cell[axis];
        area.has(cell) == area.has(image)
    })
}

/// The layout of a problem of pieces in an area; `pieces` are names of items, each with the text to draw on
/// its cells.
pub(super) fn layout(area: &Area, pieces: impl IntoIterator<Item = (String, String)>) -> Layout {
    let mut layout = Layout::new(area.size(), Kind::Tiling);
    for cell in cells(area.size()).filter(|&cell| !area.has(cell)) {
        layout.hole(area.index(cell));
    }
    for (cell, name) in area.cells() {
        layout.role(name, Role::Cell(area.index(cell)));
    }
    for (piece, text) in pieces {
        layout.role(piece, Role::Text(text));
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Turns, draw, orientations};
    use super::*;

    fn lie(drawing: &str, area: &Area, turns: Turns) -> Vec<Vec<Cell>> {
        placements(area, &orientations(&draw(drawing).unwrap(), turns)).collect()
    }

    #[test]
    fn a_flat_shape_may_be_turned_over_on_a_flat_board() {
        let area = Area::rectangle(5, 5).unwrap();
        // 8 orientations of the F, each in 3 x 3 positions.
        assert_eq!(lie(".##/##./.#.", &area, Turns::Space).len(), 72);
        assert_eq!(lie(".##/##./.#.", &area, Turns::Plane).len(), 36);
    }

    #[test]
    fn placements_keep_out_of_holes() {
        let area = Area::rectangle(2, 3).unwrap().without(|cell| cell == [0, 0, 1]);
        let expected = [
            [[0, 1, 0], [0, 1, 1]],
            [[0, 1, 1], [0, 1, 2]],
            [[0, 0, 0], [0, 1, 0]],
            [[0, 0, 2], [0, 1, 2]],
        ];
        assert_eq!(lie("##", &area, Turns::Space), expected);
    }
}
