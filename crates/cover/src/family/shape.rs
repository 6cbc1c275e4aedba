//! Shapes: polyominoes and polycubes, their drawings, rotations and enumeration.
//!
//! A shape is a connected set of unit cubes, moved to the origin and sorted. A
//! polyomino is a polycube of one layer. Turning such a piece over is a rotation in space, so the
//! 24 rotations of the cube give all orientations of free polyominoes. In space, a shape and its mirror
//! image are two shapes.
//!
//! Shapes are drawn as text: `#` is a cube, a letter from `a` to `h` a cube of a colour, `.` is no cube, `/` starts a row, `+` a layer.
//!
//! Enumeration: S. W. Golomb, *Polyominoes* (1965); D. H. Redelmeier, *Discrete Mathematics* 36
//! (1981), 191-203. All shapes of n + 1 cells are those of n cells with one cell more. Counts: OEIS
//! A000105 (free), A000988 (one-sided), A000162 (polycubes).

use std::collections::BTreeSet;

/// A place in space: layer, row, column.
pub(super) type Cell = [usize; 3];

/// The cells of a shape, sorted, with 0 as the smallest coordinate on each axis.
pub(super) type Shape = Vec<Cell>;

/// The same, each cell with its colour: 0 for none, 1 for `a`.
pub(super) type Coloured = Vec<[usize; 4]>;

/// The letters of colours in drawings.
const COLOURS: &str = "abcdefgh";

/// The rotations that pieces may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turns {
    /// All rotations in space, which include turning a flat piece over.
    Space,
    /// Rotations in the plane of the first layer, for one-sided polyominoes.
    Plane,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimensions {
    Two,
    Three,
}

/// The cells of a drawing, sorted; `None` if the text has a character that a drawing cannot have, or a colour.
pub(super) fn draw(drawing: &str) -> Option<Shape> {
    let cell =
        |[layer, row, column, colour]: [usize; 4]| (colour == 0).then_some([layer, row, column]);
    coloured(drawing)?.into_iter().map(cell).collect()
}

/// The cells of a drawing with their colours, sorted; `None` if the text has a character that a drawing cannot have.
pub(super) fn coloured(drawing: &str) -> Option<Coloured> {
    let mut cells = Vec::new();
    for (layer, rows) in drawing.split('+').enumerate() {
        for (row, columns) in rows.split('/').enumerate() {
            for (column, sign) in columns.chars().enumerate() {
                match sign {
                    '#' => cells.push([layer, row, column, 0]),
                    '.' => {}
                    _ => cells.push([layer, row, column, COLOURS.find(sign)? + 1]),
                }
            }
        }
    }
    Some(cells)
}

/// The name of a shape: its drawing with `X` for `#`, because `#` at the start of
/// an item's name means that the item is preferred.
pub(super) fn name(shape: &[[usize; 4]]) -> String {
    let [layers, rows, columns] = sides(shape);
    let mut name = String::new();
    for layer in 0..layers {
        name.push_str(if layer > 0 { "+" } else { "" });
        for row in 0..rows {
            name.push_str(if row > 0 { "/" } else { "" });
            name.extend((0..columns).map(|column| {
                let cell = shape.iter().find(|cell| cell[..3] == [layer, row, column]);
                match cell {
                    None => '.',
                    Some([.., 0]) => 'X',
                    Some([.., colour]) => char::from(COLOURS.as_bytes()[colour - 1]),
                }
            }));
        }
    }
    name
}

/// The sides of the smallest box around a shape at the origin.
pub(super) fn sides<const N: usize>(shape: &[[usize; N]]) -> [usize; 3] {
    std::array::from_fn(|axis| shape.iter().map(|cell| cell[axis] + 1).max().unwrap_or(0))
}

/// The shape moved to the origin and sorted. What a cell has after its three coordinates stays with it, such as a colour.
pub(super) fn settled<const N: usize>(mut shape: Vec<[usize; N]>) -> Vec<[usize; N]> {
    for axis in 0..3 {
        let least = shape.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        for cell in &mut shape {
            cell[axis] -= least;
        }
    }
    shape.sort_unstable();
    shape
}

/// The different orientations of a shape, whose cells keep what they have after their three coordinates.
pub(super) fn orientations<const N: usize>(
    shape: &[[usize; N]],
    turns: Turns,
) -> BTreeSet<Vec<[usize; N]>> {
    // Quarter turns about two axes generate all rotations.
    let planes: &[[usize; 2]] = match turns {
        Turns::Space => &[[1, 2], [0, 2]],
        Turns::Plane => &[[1, 2]],
    };
    let mut found = BTreeSet::new();
    let mut open = vec![settled(shape.to_vec())];
    while let Some(shape) = open.pop() {
        let turned: Vec<_> = planes.iter().map(|&plane| quarter_turn(&shape, plane)).collect();
        if found.insert(shape) {
            open.extend(turned);
        }
    }
    found
}

/// The smallest orientation of a shape, which represents all of them.
pub(super) fn canonical<const N: usize>(shape: &[[usize; N]], turns: Turns) -> Vec<[usize; N]> {
    orientations(shape, turns).pop_first().expect("a shape is one of its orientations")
}

/// All shapes of `cells` cells up to rotation, in order.
pub(super) fn enumerate(cells: usize, dimensions: Dimensions, turns: Turns) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::from([vec![[0, 0, 0]]]);
    for _ in 1..cells {
        let grown = shapes.iter().flat_map(|shape| grown(shape, dimensions));
        shapes = grown.map(|shape| canonical(&shape, turns)).collect();
    }
    shapes
}

/// The shapes with one cell more than this shape.
fn grown(shape: &[Cell], dimensions: Dimensions) -> impl Iterator<Item = Shape> {
    // Moved away from the origin, so that no coordinate of a neighbour is negative.
    let moved: Shape = shape.iter().map(|cell| cell.map(|i| i + 1)).collect();
    let axes = if dimensions == Dimensions::Two { 1..3 } else { 0..3 };
    let mut neighbours = BTreeSet::new();
    for &cell in &moved {
        for axis in axes.clone() {
            for place in [cell[axis] - 1, cell[axis] + 1] {
                let mut neighbour = cell;
                neighbour[axis] = place;
                neighbours.insert(neighbour);
            }
        }
    }
    let added = neighbours.into_iter().filter(|cell| !moved.contains(cell)).collect::<Vec<_>>();
    added.into_iter().map(move |cell| settled([&moved[..], &[cell]].concat()))
}

/// The shape after a quarter turn in the plane of two axes, moved to the origin.
fn quarter_turn<const N: usize>(shape: &[[usize; N]], [i, j]: [usize; 2]) -> Vec<[usize; N]> {
    let far = shape.iter().map(|cell| cell[i]).max().unwrap_or(0);
    let turn = |&cell: &[usize; N]| {
        let mut turned = cell;
        (turned[i], turned[j]) = (cell[j], far - cell[i]);
        turned
    };
    let mut turned: Vec<_> = shape.iter().map(turn).collect();
    turned.sort_unstable();
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(dimensions: Dimensions, turns: Turns, most: usize) -> Vec<usize> {
        (1..=most).map(|cells| enumerate(cells, dimensions, turns).len()).collect()
    }

    #[test]
    fn there_are_as_many_shapes_as_the_literature_says() {
        // Numbers of shapes with 1, 2, 3 ... cells: OEIS A000105, A000988, A000162.
        let free = [1, 1, 2, 5, 12, 35, 108, 369];
        assert_eq!(counts(Dimensions::Two, Turns::Space, 8), free);
        let one_sided = [1, 1, 2, 7, 18, 60, 196];
        assert_eq!(counts(Dimensions::Two, Turns::Plane, 7), one_sided);
        assert_eq!(counts(Dimensions::Three, Turns::Space, 6), [1, 1, 2, 8, 29, 166]);
    }

    #[test]
    fn fixed_shapes_are_the_orientations_of_one_sided_ones() {
        // Numbers of orientations of all shapes with 1, 2, 3 ... cells: OEIS A001168.
        for (cells, fixed) in (1..).zip([1, 2, 6, 19, 63, 216, 760]) {
            let shapes = enumerate(cells, Dimensions::Two, Turns::Plane);
            let all = shapes.iter().map(|shape| orientations(shape, Turns::Plane).len());
            assert_eq!(all.sum::<usize>(), fixed, "{cells} cells");
        }
    }

    #[test]
    fn a_shape_without_symmetry_has_24_rotations() {
        let counts = ["#", "#####", "##/##", "##/#.", "###/#..", "##/#.+../#.", ".##/##.+##./..."]
            .map(|drawing| orientations(&draw(drawing).unwrap(), Turns::Space).len());
        assert_eq!(counts, [1, 3, 3, 12, 24, 12, 24]);
        let in_the_plane = ["#", "#####", "##/#.", "###/#.."]
            .map(|drawing| orientations(&draw(drawing).unwrap(), Turns::Plane).len());
        assert_eq!(in_the_plane, [1, 2, 4, 4]);
    }

    #[test]
    fn a_mirror_image_is_another_shape_in_space() {
        let [left, right] = ["##/#.+../#.", "##/#.+.#/.."]
            .map(|drawing| orientations(&draw(drawing).unwrap(), Turns::Space));
        assert!(left.is_disjoint(&right));
    }

    #[test]
    fn a_name_is_a_drawing() {
        for drawing in ["#", "##/#.", "###/.#.", "##/#.+#./..", "ab/#.", "h"] {
            assert_eq!(name(&coloured(drawing).unwrap()).replace('X', "#"), drawing);
        }
        assert_eq!((coloured("##/?#"), coloured("i"), draw("a#")), (None, None, None));
        assert_eq!(name(&settled(coloured("../.#/.b").unwrap())), "X/b");
    }
}
