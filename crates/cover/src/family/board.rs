//! Areas with items for their cells, and the placements of shapes in an area.
//!
//! Placements are sorted by orientation (its cells, moved to the origin, in
//! lexicographic order), then by position.

use std::collections::{BTreeMap, BTreeSet};

use super::area::{Area, cells};
use super::layout::{Kind, Layout, Role};
use super::shape::{Cell, Coloured, Shape, Turns, draw, orientations};
use super::symmetry::{Chain, Images, MARK};
use super::{Family, FamilyError, plain};
use crate::engine::Dlx;
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};
use crate::search::Solver;

/// An area with an item for each cell.
pub(super) struct Board<'a> {
    area: &'a Area,
    /// The item of each cell of the box, in order of layer, row, column.
    items: Vec<Option<ItemId>>,
}

impl<'a> Board<'a> {
    /// Adds a primary item for each cell of the area.
    pub(super) fn new(builder: &mut ProblemBuilder, area: &'a Area) -> Result<Self, ProblemError> {
        Self::with(builder, area, ProblemBuilder::primary)
    }

    /// Adds a secondary item for each cell of the area, which may stay free.
    pub(super) fn with_gaps(
        builder: &mut ProblemBuilder,
        area: &'a Area,
    ) -> Result<Self, ProblemError> {
        Self::with(builder, area, ProblemBuilder::secondary)
    }

    fn with(
        builder: &mut ProblemBuilder,
        area: &'a Area,
        add: impl Fn(&mut ProblemBuilder, &str) -> Result<ItemId, ProblemError>,
    ) -> Result<Self, ProblemError> {
        let mut items = vec![None; area.size().iter().product()];
        for (cell, name) in area.cells() {
            items[area.index(cell)] = Some(add(builder, &name)?);
        }
        Ok(Self { area, items })
    }

    /// Adds an option for each placement of a piece: the items of the piece that there are, and the cells it covers.
    pub(super) fn lay<'s>(
        &self,
        builder: &mut ProblemBuilder,
        piece: &[Option<ItemId>],
        orientations: impl IntoIterator<Item = &'s Shape>,
    ) -> Result<(), ProblemError> {
        for cells in placements(self.area, orientations) {
            builder
                .option_of(plain(piece.iter().copied().flatten().chain(self.covered(&cells))))?;
        }
        Ok(())
    }

    /// As [`lay`](Self::lay), where the colours of a piece must be those of the area.
    pub(super) fn lay_coloured<'s>(
        &self,
        builder: &mut ProblemBuilder,
        piece: &[Option<ItemId>],
        orientations: impl IntoIterator<Item = &'s Coloured>,
    ) -> Result<(), ProblemError> {
        for cells in placements(self.area, orientations) {
            if cells.iter().all(|&cell| self.area.fits(cell)) {
                let cells: Vec<Cell> =
                    cells.iter().map(|&[layer, row, column, _]| [layer, row, column]).collect();
                builder.option_of(plain(
                    piece.iter().copied().flatten().chain(self.covered(&cells)),
                ))?;
            }
        }
        Ok(())
    }

    /// Adds options so that of the solutions that the symmetries of the area map to each other one is left (module
    /// [`symmetry`](super::symmetry)). Options of the pieces that remove symmetries come last, those of `first` before the others, if it is given.
    /// `None` if a symmetry might map a solution to another one and leave each piece that is used once where it is.
    pub(super) fn lay_reduced(
        &self,
        builder: &mut ProblemBuilder,
        pieces: &[Piece],
        first: Option<usize>,
    ) -> Result<Option<()>, ProblemError> {
        let placed =
            pieces.iter().map(|piece| placements(self.area, &piece.orientations).collect());
        let placed: Vec<Vec<Vec<Cell>>> = placed.collect();
        let (order, images) = self.images(pieces, &placed);
        let chain = Chain::new(order, first, &images);
        let left = chain.left.iter().fold(0, |all, group| all | group);
        let fixing = (1..order).filter(|symmetry| left >> symmetry & 1 == 1);
        let is_whole = images.iter().all(Option::is_some);
        for symmetry in fixing.filter(|_| !is_whole) {
            if self.may_stay(&placed, &images, symmetry)? {
                return Ok(None);
            }
        }
        let marks = chain.items(builder)?;
        for (number, (piece, placed)) in pieces.iter().zip(&placed).enumerate() {
            if chain.steps.iter().all(|step| step.piece != number) {
                for cells in placed {
                    builder
                        .option_of(plain([piece.item].into_iter().chain(self.covered(cells))))?;
                }
            }
        }
        for step in &chain.steps {
            for kept in &step.kept {
                let cells = self.covered(&placed[step.piece][kept.placement]);
                let items = [pieces[step.piece].item].into_iter().chain(cells);
                builder.option_of(plain(items).chain(marks.of(kept)))?;
            }
        }
        Ok(Some(()))
    }

    /// The number of symmetries of the area that map each piece to a piece with as many copies, and what they make of the
    /// placements of pieces that are used once and are their own images.
    fn images(&self, pieces: &[Piece], placed: &[Vec<Vec<Cell>>]) -> (usize, Vec<Option<Images>>) {
        let numbers = |cells: &[Cell]| cells.iter().map(|&cell| self.area.index(cell)).collect();
        let placed: Vec<Vec<Vec<usize>>> = placed
            .iter()
            .map(|placed| placed.iter().map(|cells| numbers(cells)).collect())
            .collect();
        let mut lie: BTreeMap<&[usize], (usize, usize)> = BTreeMap::new();
        for (piece, placed) in placed.iter().enumerate() {
            lie.extend(
                placed.iter().enumerate().map(|(place, cells)| (&cells[..], (piece, place))),
            );
        }
        let image = |symmetry: &[usize], cells: &[usize]| {
            let mut image: Vec<usize> = cells.iter().map(|&cell| symmetry[cell]).collect();
            image.sort_unstable();
            lie.get(&image[..]).copied()
        };
        let symmetries = symmetries(self.area);
        let keeps = |symmetry: &&Vec<usize>| {
            placed.iter().zip(pieces).all(|(placed, piece)| {
                let images = placed.iter().map(|cells| image(symmetry, cells));
                images
                    .into_iter()
                    .all(|to| to.is_some_and(|(to, _)| pieces[to].copies == piece.copies))
            })
        };
        let symmetries: Vec<&Vec<usize>> = symmetries.iter().filter(keeps).collect();
        let of_piece = |(piece, placed): (usize, &Vec<Vec<usize>>)| {
            let to = |symmetry: &&Vec<usize>| {
                let images = placed.iter().map(|cells| image(symmetry, cells));
                let own =
                    images.map(|to| to.filter(|&(to, _)| to == piece).map(|(_, place)| place));
                own.collect::<Option<Vec<usize>>>()
            };
            (pieces[piece].copies == 1).then(|| symmetries.iter().map(to).collect())?
        };
        (symmetries.len(), placed.iter().enumerate().map(of_piece).collect())
    }

    /// Whether the pieces that are used once may all lie, without overlap, where a symmetry leaves them as they are.
    fn may_stay(
        &self,
        placed: &[Vec<Vec<Cell>>],
        images: &[Option<Images>],
        symmetry: usize,
    ) -> Result<bool, ProblemError> {
        let mut builder = Problem::builder();
        let once =
            || placed.iter().zip(images).filter_map(|(placed, to)| Some((placed, to.as_ref()?)));
        let names = (0..once().count()).map(|piece| format!("p{piece}"));
        let pieces: Vec<_> = names.map(|name| builder.primary(&name)).collect::<Result<_, _>>()?;
        let mut items = BTreeMap::new();
        for (cell, name) in self.area.cells() {
            items.insert(cell, builder.secondary(&format!("c{name}"))?);
        }
        for ((placed, to), piece) in once().zip(pieces) {
            for (place, cells) in placed.iter().enumerate() {
                if to[symmetry][place] == place {
                    builder.option_of(plain(
                        [piece].into_iter().chain(cells.iter().map(|cell| items[cell])),
                    ))?;
                }
            }
        }
        let problem = builder.build();
        Ok(Dlx.first(&problem).expect("dancing links handle every problem").is_some())
    }

    fn covered(&self, cells: &[Cell]) -> impl Iterator<Item = ItemId> {
        cells.iter().filter_map(|&cell| self.items[self.area.index(cell)])
    }
}

pub(super) struct Piece {
    pub(super) item: ItemId,
    pub(super) copies: u32,
    pub(super) orientations: Vec<Shape>,
}

/// The problem of drawn pieces in an area. If they have as many cells as the area, each is used; otherwise at most once. `reduced` and `first` as
/// for [`Board::lay_reduced`].
pub(super) fn pack(
    area: &Area,
    pieces: &[(&str, &str)],
    reduced: bool,
    first: Option<usize>,
) -> Result<Option<Problem>, ProblemError> {
    let mut builder = Problem::builder();
    let drawn =
        |&(_, drawing): &(_, &str)| draw(drawing).expect("the drawings of pieces are valid");
    let shapes: Vec<Shape> = pieces.iter().map(drawn).collect();
    let are_all_used = shapes.iter().map(Vec::len).sum::<usize>() == area.count();
    // Primary items come before secondary ones.
    let early = if are_all_used { None } else { Some(Board::new(&mut builder, area)?) };
    let mut laid = Vec::new();
    for ((name, _), shape) in pieces.iter().zip(&shapes) {
        let item = if are_all_used { builder.primary(name)? } else { builder.secondary(name)? };
        let orientations = orientations(shape, Turns::Space).into_iter().collect();
        laid.push(Piece { item, copies: 1, orientations });
    }
    let board = early.map_or_else(|| Board::new(&mut builder, area), Ok)?;
    if reduced {
        return Ok(board.lay_reduced(&mut builder, &laid, first)?.map(|()| builder.build()));
    }
    for piece in laid {
        board.lay(&mut builder, &[Some(piece.item)], &piece.orientations)?;
    }
    Ok(Some(builder.build()))
}

pub(super) fn cube(side: usize) -> Area {
    Area::cuboid([side; 3]).expect("a small cube is no empty area")
}

/// The problem of a family whose pieces fill a cube.
pub(super) fn fill_cube(
    family: &Family,
    words: &[&str],
    side: usize,
    pieces: &[(&str, &str)],
) -> Result<Problem, FamilyError> {
    let reduced = match words {
        [""] => false,
        ["reduced"] => true,
        _ => return Err(family.misread(words)),
    };
    let problem = pack(&cube(side), pieces, reduced, None)?;
    Ok(problem.expect("no symmetry of the cube leaves all pieces of these families where they are"))
}

/// The symmetries of an area, the identity first: the cell of the box to which each cell is mapped. In a flat area
/// there are 8 at most, in space 48. Of symmetries that do the same to the cells of the area, one is kept.
fn symmetries(area: &Area) -> BTreeSet<Vec<usize>> {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let size = area.size();
    let mut found = BTreeSet::new();
    for order in ORDERS.iter().filter(|order| order.map(|axis| size[axis]) == size) {
        for flips in 0..8 {
            let moved = |cell: Cell| -> Cell {
                std::array::from_fn(|axis| {
                    let place = cell[order[axis]];
                    if flips >> axis & 1 == 1 { size[axis] - 1 - place } else { place }
                })
            };
            if cells(size).all(|cell| area.has(cell) == area.has(moved(cell))) {
                let image = |cell| area.index(if area.has(cell) { moved(cell) } else { cell });
                found.insert(cells(size).map(image).collect());
            }
        }
    }
    found
}

/// The cells under each placement of a piece in an area, sorted within the placement, with what they have after their coordinates. Where
/// sides are joined, a piece may lie across them, but not on itself; and placements on the same cells are one.
pub(super) fn placements<'s, const N: usize>(
    area: &Area,
    orientations: impl IntoIterator<Item = &'s Vec<[usize; N]>>,
) -> impl Iterator<Item = Vec<[usize; N]>> {
    let is_joined = area.wraps() != [false; 2];
    let mut known = BTreeSet::new();
    let all = orientations.into_iter().flat_map(move |shape| {
        cells(area.size()).filter_map(move |corner| -> Option<Vec<[usize; N]>> {
            let moved = shape.iter().map(|&cell| {
                let mut moved = cell;
                let [x, y, z] = area.joined(std::array::from_fn(|i| corner[i] + cell[i]));
                moved[..3].copy_from_slice(&[x, y, z]);
                area.has([x, y, z]).then_some(moved)
            });
            moved.collect()
        })
    });
    all.filter_map(move |mut cells| {
        if !is_joined {
            return Some(cells);
        }
        cells.sort_unstable();
        let is_on_itself = cells.windows(2).any(|pair| pair[0][..3] == pair[1][..3]);
        (!is_on_itself && known.insert(cells.clone())).then_some(cells)
    })
}

/// The sides of the box around an area, written as in a spec.
pub(super) fn sides(area: &Area) -> String {
    let [layers, rows, columns] = area.size();
    if area.is_flat() { format!("{rows}x{columns}") } else { format!("{layers}x{rows}x{columns}") }
}

/// The layout of a problem of drawn pieces in an area: the name of a piece is drawn on its cells.
pub(super) fn layout_of(area: &Area, pieces: &[(&str, &str)]) -> Layout {
    let same = |&(name, _): &(&str, &str)| (name.to_owned(), name.to_owned());
    layout(area, pieces.iter().map(same))
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
    layout.role_of_others(MARK, Role::Nothing);
    layout
}

#[cfg(test)]
mod tests {
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
