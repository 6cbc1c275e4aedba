//! Solutions of exact cover problems on their boards: pieces in an area, symbols in a grid, queens on a chessboard, squares
//! with coloured edges. The layers of a box stand side by side.
//!
//! Each piece has one colour, and pieces that touch have different colours (see `colours`). The line between two
//! pieces is thick, so that the picture can be read without colours. On a board with one layer the name of a piece
//! stands in one of its cells, on a board with several layers in each of its cells.

mod colours;
pub mod heat;
pub mod text;

use std::fmt::Write;

use quadrille_cover::family::Figure;
use quadrille_cover::family::layout::{Kind, Spot};
use svg::Node;
use svg::node::element::{Group, Path, Polygon, Rectangle};

use super::{CAPTION, CELL, HALF_A_LETTER, MARGIN, paper, short, text_at};
use colours::{COLOURS, colours};

/// A solution on its board, as an SVG document with a caption.
pub fn picture(title: &str, figure: &Figure, caption: &str) -> String {
    let [layers, rows, columns] = figure.size;
    let (wide, high) = (columns as f64 * CELL, rows as f64 * CELL);
    let width = layers as f64 * (wide + MARGIN) + MARGIN;
    let below = if caption.is_empty() { 0.0 } else { CAPTION };
    let mut picture = paper(width, high + 2.0 * MARGIN + below, title, &style());
    let colours = colours(figure);
    for layer in 0..layers {
        let left = MARGIN + layer as f64 * (wide + MARGIN);
        let moved = format!("translate({} {MARGIN})", short(left));
        picture = picture.add(draw(figure, layer, &colours).set("transform", moved));
    }
    if !caption.is_empty() {
        let mut text = text_at(width / 2.0, high + MARGIN + CAPTION, caption);
        text.assign("class", "caption");
        picture = picture.add(text);
    }
    format!("{picture}\n")
}

/// Styles for the colours of pieces, classes `p0`, `p1`, ..., first for light screens and paper, then for dark screens.
fn style() -> String {
    let classes = |colours: [&str; COLOURS]| {
        let mut style = String::new();
        for (i, colour) in colours.into_iter().enumerate() {
            _ = writeln!(style, ".p{i} {{ fill: {colour}; }}");
        }
        style
    };
    format!(
        "svg {{ max-width: 100%; height: auto; }}\n.caption {{ font-size: 15px; }}\n{}\
         @media screen and (prefers-color-scheme: dark) {{\n{}}}",
        classes(colours::LIGHT),
        classes(colours::DARK)
    )
}

/// One layer, with its upper left corner at the origin.
fn draw(figure: &Figure, layer: usize, colours: &[usize]) -> Group {
    let group = Group::new();
    let group = match figure.kind {
        Kind::Tiling => group.add(tiles(figure, layer, colours)),
        Kind::Symbols { .. } => group.add(tints(figure, layer, |spot, _| spot.is_given)),
        Kind::Chessboard => {
            group.add(tints(figure, layer, |_, [row, column]| (row + column) % 2 == 1))
        }
        Kind::Edges => group.add(edges(figure, layer)),
    };
    let group = group.add(lines(figure, layer, false)).add(lines(figure, layer, true));
    match figure.kind {
        Kind::Edges => group,
        Kind::Tiling => group.add(names(figure, layer)),
        _ => group.add(symbols(figure, layer, true)).add(symbols(figure, layer, false)),
    }
}

/// The cells of a layer except holes, each with its row and column.
fn spots(figure: &Figure, layer: usize) -> impl Iterator<Item = (&Spot, [usize; 2])> {
    let [_, rows, columns] = figure.size;
    let cells = figure.cells[layer * rows * columns..][..rows * columns].iter().enumerate();
    cells.filter(|(_, spot)| !spot.is_hole).map(move |(i, spot)| (spot, [i / columns, i % columns]))
}

fn rectangle([row, column]: [usize; 2]) -> Rectangle {
    let at = |i: usize| i as f64 * CELL;
    Rectangle::new().set("x", at(column)).set("y", at(row)).set("width", CELL).set("height", CELL)
}

/// For each cell with a piece a square in the colour of the piece. The options of a part of a solution leave cells empty.
fn tiles(figure: &Figure, layer: usize, colours: &[usize]) -> Group {
    let group = Group::new().set("class", "tiles");
    spots(figure, layer).fold(group, |group, (spot, at)| match spot.piece {
        Some(piece) => group.add(rectangle(at).set("class", format!("p{}", colours[piece]))),
        None => group,
    })
}

/// A tinted square under each cell for which `which` is true.
fn tints(figure: &Figure, layer: usize, which: impl Fn(&Spot, [usize; 2]) -> bool) -> Group {
    let tinted = spots(figure, layer).filter(|&(spot, at)| which(spot, at));
    tinted.fold(Group::new().set("class", "tint"), |group, (_, at)| group.add(rectangle(at)))
}

/// For each edge of each cell a triangle in the edge's colour, with the letter of that colour.
fn edges(figure: &Figure, layer: usize) -> Group {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut group = Group::new().set("class", "candidates").set("font-size", 9);
    for (spot, [row, column]) in spots(figure, layer) {
        let place =
            |[x, y]: [f64; 2]| [short((column as f64 + x) * CELL), short((row as f64 + y) * CELL)];
        for (side, letter) in spot.text.chars().enumerate() {
            let [a, b] = [corners[side], corners[(side + 1) % 4]];
            let points = [a, b, [0.5, 0.5]].map(|corner| place(corner).map(|i| i.to_string()));
            let points = points.map(|point| point.join(",")).join(" ");
            let colour = (letter as usize).wrapping_sub('a' as usize) % COLOURS;
            let class = format!("p{colour}");
            group = group.add(Polygon::new().set("class", class).set("points", points));
            let inwards = |axis: usize| 0.36 * (a[axis] + b[axis]) + 0.28 * 0.5;
            let [x, y] = place([inwards(0), inwards(1)]);
            group = group.add(text_at(x, y + 9.0 * HALF_A_LETTER, letter.to_string()));
        }
    }
    group
}

/// The region that a cell belongs to, for drawing thick lines between regions: a piece, a block, or the outside of the board.
/// Rows and columns count from 1 here, so that row 0 and column 0 lie outside.
fn region(figure: &Figure, layer: usize, [row, column]: [usize; 2]) -> Option<usize> {
    let [_, rows, columns] = figure.size;
    let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
    if row >= rows || column >= columns {
        return None;
    }
    let spot = &figure.cells[(layer * rows + row) * columns + column];
    if spot.is_hole {
        return None;
    }
    Some(match figure.kind {
        Kind::Tiling => spot.piece.map_or(0, |piece| piece + 1),
        Kind::Symbols { block } if block > 0 => row / block * columns + column / block,
        Kind::Symbols { .. } => spot.region,
        Kind::Chessboard => 0,
        Kind::Edges => row * columns + column,
    })
}

/// The lines between cells: thick between regions, thin within a region.
fn lines(figure: &Figure, layer: usize, thick: bool) -> Path {
    let [_, rows, columns] = figure.size;
    let region = |row: usize, column: usize| region(figure, layer, [row, column]);
    let mut path = String::new();
    let mut line = |[a, b]: [Option<usize>; 2], from: [usize; 2], way: char| {
        if (a.is_some() || b.is_some()) && (a != b) == thick {
            let [y, x] = from.map(|i| i as f64 * CELL);
            _ = write!(path, "M{x} {y}{way}{CELL}");
        }
    };
    for row in 0..=rows {
        for column in 0..=columns {
            let here = region(row + 1, column + 1);
            line([region(row, column + 1), here], [row, column], 'h');
            line([region(row + 1, column), here], [row, column], 'v');
        }
    }
    Path::new().set("class", if thick { "thick" } else { "thin" }).set("d", path)
}

/// The names of pieces: with one layer, each in the cell nearest to the middle of its piece; with several layers, each
/// in every cell of its piece.
fn names(figure: &Figure, layer: usize) -> Group {
    let size = 0.45 * CELL;
    let group = Group::new().set("class", "given").set("font-size", short(size));
    let is_solid = figure.size[0] > 1;
    spots(figure, layer).fold(group, |group, (spot, at)| {
        let is_here = is_solid || spot.piece.is_some_and(|piece| at == middle(figure, piece));
        if spot.text.is_empty() || !is_here {
            return group;
        }
        group.add(letters(&spot.text, at, size))
    })
}

/// The cell of a piece that is nearest to the middle of the piece, on a board with one layer. If several are equally
/// near, the first one.
fn middle(figure: &Figure, piece: usize) -> [usize; 2] {
    let of_piece = spots(figure, 0).filter(|(spot, _)| spot.piece == Some(piece));
    let cells: Vec<[usize; 2]> = of_piece.map(|(_, at)| at).collect();
    let sum = |axis: usize| cells.iter().map(|at| at[axis]).sum::<usize>();
    let sums = [sum(0), sum(1)];
    // Lengths are multiplied by the number of cells of the piece, so that the middle has whole coordinates.
    let distance = |at: &[usize; 2]| {
        (0..2).map(|i| (at[i] * cells.len()).abs_diff(sums[i]).pow(2)).sum::<usize>()
    };
    cells.iter().copied().min_by_key(distance).unwrap_or_default()
}

/// The texts of the given cells; if `given` is false, the texts of the cells that the search filled.
fn symbols(figure: &Figure, layer: usize, given: bool) -> Group {
    let longest = figure.cells.iter().map(|spot| spot.text.chars().count()).max().unwrap_or(1);
    let size = CELL * [0.62, 0.62, 0.5, 0.38].get(longest).unwrap_or(&0.3);
    let group = Group::new().set("class", if given { "given" } else { "found" });
    let written = spots(figure, layer).filter(|(spot, _)| {
        spot.is_given == given && !spot.text.is_empty() && (given || spot.piece.is_some())
    });
    written.fold(group.set("font-size", short(size)), |group, (spot, at)| {
        group.add(letters(&spot.text, at, size))
    })
}

/// A text in the middle of a cell.
fn letters(text: &str, [row, column]: [usize; 2], size: f64) -> svg::node::element::Element {
    let middle = |i: usize| (i as f64 + 0.5) * CELL;
    text_at(middle(column), middle(row) + HALF_A_LETTER * size, text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quadrille_cover::{Solver, engine::Dlx, family};

    use super::super::testing::{number, of_class, parse, texts, under};
    use super::*;

    /// The first solution of a family's problem, drawn on its board.
    pub fn solved(spec: &str) -> Figure {
        let problem = family::build(spec).unwrap();
        let solution = Dlx.first(&problem).unwrap().expect("a solution");
        family::layout(spec).unwrap().unwrap().figure(&problem, &solution).unwrap()
    }

    /// The row or column in which an element begins.
    #[expect(clippy::cast_sign_loss, reason = "nothing lies left of the board or above it")]
    fn cell_at(node: roxmltree::Node<'_, '_>, attribute: &str) -> usize {
        (number(node, attribute) / CELL) as usize
    }

    #[test]
    fn every_cell_is_drawn_once_in_the_colour_of_its_piece() {
        let hole = "pentominoes:8x8-hole";
        for spec in ["pentominoes:6x10", hole, "dominoes:8x8", "soma", "polycubes:4:2x4x4"] {
            let figure = solved(spec);
            let [layers, rows, columns] = figure.size;
            let text = picture(spec, &figure, "a caption");
            let drawn = parse(&text);
            let groups = of_class(&drawn, "tiles");
            assert_eq!(groups.len(), layers, "{spec}");
            let mut colour_of: BTreeMap<usize, &str> = BTreeMap::new();
            let mut seen = vec![None; figure.cells.len()];
            for (layer, group) in groups.into_iter().enumerate() {
                for tile in group.children().filter(|node| node.has_tag_name("rect")) {
                    let at = |name| cell_at(tile, name);
                    let cell = (layer * rows + at("y")) * columns + at("x");
                    let class = tile.attribute("class").unwrap();
                    assert_eq!(seen[cell].replace(class), None, "{spec}: drawn once");
                    let piece = figure.cells[cell].piece.expect("a tile on a cell with a piece");
                    assert_eq!(*colour_of.entry(piece).or_insert(class), class, "{spec}");
                }
            }
            let holes = figure.cells.iter().map(|spot| spot.is_hole);
            assert!(seen.iter().map(Option::is_none).eq(holes), "{spec}: each cell");
            for (cell, next) in colours::neighbours(&figure) {
                let pieces = [cell, next].map(|cell| figure.cells[cell].piece);
                assert_eq!(pieces[0] == pieces[1], seen[cell] == seen[next], "{spec}");
            }
            assert_eq!(of_class(&drawn, "caption").len(), 1);
        }
    }

    /// The total length of the thick lines, in sides of a cell.
    fn walls(text: &str) -> usize {
        let drawn = parse(text);
        let path =
            |node: &roxmltree::Node<'_, '_>| node.attribute("d").unwrap().matches('M').count();
        of_class(&drawn, "thick").iter().map(path).sum()
    }

    #[test]
    fn thick_lines_part_pieces_and_blocks() {
        // Each domino has six unit sides. Each side lies on the border of the board or is shared with another domino.
        let text = picture("", &solved("dominoes:8x8"), "");
        assert_eq!(walls(&text), 3 * 32 + 16);
        let text = picture("", &solved("latin:5"), "");
        assert_eq!(walls(&text), 4 * 5);
        let text = picture("", &solved("pentominoes:8x8-hole"), "");
        let sides = |figure: &Figure| {
            let pairs = colours::neighbours(figure);
            pairs.filter(|&(a, b)| figure.cells[a].piece != figure.cells[b].piece).count()
        };
        assert_eq!(walls(&text), sides(&solved("pentominoes:8x8-hole")) + 32 + 8);
    }

    #[test]
    fn pieces_are_named_once_if_they_are_flat() {
        let text = picture("", &solved("pentominoes:6x10"), "");
        let drawn = parse(&text);
        let mut names = texts(&drawn, "given");
        names.sort_unstable();
        assert_eq!(names.concat(), "FILNPTUVWXYZ");
        let text = picture("", &solved("soma"), "");
        assert_eq!(texts(&parse(&text), "given").len(), 27);
    }

    #[test]
    fn symbols_stand_in_their_cells() {
        for spec in ["latin:5", "wordsquare:3:bit,ice,ten", "debruijn:4x4", "langford:7", "mates:3"]
        {
            let figure = solved(spec);
            let text = picture(spec, &figure, "");
            let expected: Vec<&str> = figure.cells.iter().map(|spot| &*spot.text).collect();
            assert_eq!(texts(&parse(&text), "found"), expected, "{spec}");
        }
        let square = solved("wordsquare:3:bit,ice,ten");
        let letters: String = square.cells.iter().map(|spot| &*spot.text).collect();
        assert_eq!(letters, "biticeten");
    }

    #[test]
    fn queens_stand_on_a_chessboard() {
        let text = picture("", &solved("queens:8"), "");
        let drawn = parse(&text);
        assert_eq!(under(&drawn, "tint", "rect").len(), 32);
        let queens = under(&drawn, "found", "text");
        assert_eq!(queens.len(), 8);
        let columns: std::collections::BTreeSet<usize> =
            queens.iter().map(|&queen| cell_at(queen, "x")).collect();
        assert_eq!(columns.len(), 8);
    }

    #[test]
    fn edges_that_meet_have_one_colour() {
        let text = picture("", &solved("macmahon:4x6"), "");
        let drawn = parse(&text);
        let triangles = under(&drawn, "candidates", "polygon");
        assert_eq!(triangles.len(), 24 * 4);
        // Two triangles that meet at an edge share two corners.
        let mut on_edge: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
        for triangle in triangles {
            let mut corners: Vec<&str> = triangle.attribute("points").unwrap().split(' ').collect();
            corners.truncate(2);
            corners.sort_unstable();
            on_edge.entry(corners).or_default().push(triangle.attribute("class").unwrap());
        }
        assert_eq!(on_edge.len(), 5 * 6 + 4 * 7);
        for classes in on_edge.values() {
            assert!(classes.iter().all(|class| class == &classes[0]));
            assert!(classes.len() == 2 || classes == &["p0"], "the border is of the first colour");
        }
    }
}
