//! Solutions of exact cover problems as text for the terminal, with lines around pieces, blocks and boards. Layers
//! stand side by side, as far as they fit into 100 columns.

use quadrille_cover::family::Figure;
use quadrille_cover::family::layout::{Kind, Spot};

use super::region;

/// Largest width of layers side by side, in columns.
const WIDEST: usize = 100;

/// Box-drawing characters by the lines that meet in them: bits 0 to 3 of the index stand for up, right, down and left.
const CORNERS: [char; 16] =
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// A solution on its board, as lines of text.
pub fn text(figure: &Figure) -> String {
    let layers: Vec<Vec<String>> = (0..figure.size[0]).map(|layer| draw(figure, layer)).collect();
    abreast(&layers)
}

/// Boards of one size, side by side as far as they fit.
pub(super) fn abreast(boards: &[Vec<String>]) -> String {
    let width = boards.first().map_or(0, |board| board[0].chars().count()) + 2;
    let abreast = (WIDEST / width).max(1);
    let mut text = String::new();
    for (i, group) in boards.chunks(abreast).enumerate() {
        text += if i > 0 { "\n" } else { "" };
        for line in 0..group[0].len() {
            let lines: Vec<&str> = group.iter().map(|layer| &*layer[line]).collect();
            text += lines.join("  ").trim_end();
            text += "\n";
        }
    }
    text
}

/// The lines of a layer, all of the same width.
pub(super) fn draw(figure: &Figure, layer: usize) -> Vec<String> {
    let [_, rows, columns] = figure.size;
    let longest = figure.cells.iter().map(|spot| spot.text.chars().count()).max().unwrap_or(0);
    let (width, height) = match figure.kind {
        Kind::Edges => {
            let words = figure.cells.iter().flat_map(|spot| edges(&spot.text));
            (2 * words.map(|word| word.chars().count()).max().unwrap_or(1) + 3, 3)
        }
        _ => (longest.max(1) + 2, 1),
    };
    let mut lines = Vec::new();
    for row in 0..=rows {
        let mut rule = String::new();
        for column in 0..=columns {
            rule.push(corner(figure, layer, row, column));
            if column < columns {
                let is_wall = wall(figure, layer, [row, column + 1], [row + 1, column + 1]);
                rule.extend(std::iter::repeat_n(if is_wall { '─' } else { ' ' }, width));
            }
        }
        // Where no wall runs between two rows, only a tiling has a line of text between them, so that pieces stay in
        // shape.
        if figure.kind == Kind::Tiling || rule.contains('─') {
            lines.push(rule);
        }
        if row == rows {
            break;
        }
        for part in 0..height {
            let mut line = String::new();
            for column in 0..=columns {
                let is_wall = wall(figure, layer, [row + 1, column], [row + 1, column + 1]);
                line.push(if is_wall { '│' } else { ' ' });
                if column < columns {
                    let cell = (layer * rows + row) * columns + column;
                    line += &inside(figure, &figure.cells[cell], part, width);
                }
            }
            lines.push(line);
        }
    }
    lines
}

/// The text of a cell in line `part` of the cell: edges with colours take three lines, everything else takes one.
fn inside(figure: &Figure, spot: &Spot, part: usize, width: usize) -> String {
    if spot.is_hole {
        return " ".repeat(width);
    }
    let of_side = |side: usize| edges(&spot.text).nth(side).unwrap_or("");
    let half = width / 2;
    match (figure.kind, part) {
        (Kind::Edges, 0) => format!("{:^width$}", of_side(0)),
        (Kind::Edges, 1) => format!("{:<half$} {:>half$}", of_side(3), of_side(1)),
        (Kind::Edges, _) => format!("{:^width$}", of_side(2)),
        (Kind::Chessboard, _) if spot.text.is_empty() => format!("{:^width$}", "."),
        _ => format!("{:^width$}", spot.text),
    }
}

/// The texts of the four sides of a cell: single letters, or words with blanks between them.
fn edges(text: &str) -> Box<dyn Iterator<Item = &str> + '_> {
    if text.contains(' ') {
        return Box::new(text.split(' '));
    }
    Box::new(text.char_indices().map(|(i, c)| &text[i..i + c.len_utf8()]))
}

/// Whether a wall separates two cells, that is, whether they are in different regions (see [`region`]).
fn wall(figure: &Figure, layer: usize, a: [usize; 2], b: [usize; 2]) -> bool {
    region(figure, layer, a) != region(figure, layer, b)
}

/// The character at the upper left corner of the cell with this row and column. These count from 0, but those passed to
/// [`wall`] count from 1, as in [`region`].
fn corner(figure: &Figure, layer: usize, row: usize, column: usize) -> char {
    let parted = |a, b| usize::from(wall(figure, layer, a, b));
    let above = parted([row, column], [row, column + 1]);
    let right = parted([row, column + 1], [row + 1, column + 1]);
    let below = parted([row + 1, column], [row + 1, column + 1]);
    let left = parted([row, column], [row + 1, column]);
    CORNERS[above | right << 1 | below << 2 | left << 3]
}

#[cfg(test)]
mod tests {
    use super::super::tests::solved;
    use super::*;

    #[test]
    fn pieces_are_parted_by_lines() {
        let expected = "\
┌───────┐
│       │
├───┬───┤
│   │   │
│   │   │
│   │   │
└───┴───┘
";
        let mut turned = solved("dominoes:3x2");
        // One domino lies across the top, the other two stand side by side below it.
        for (cell, piece) in [0, 0, 1, 2, 1, 2].into_iter().enumerate() {
            turned.cells[cell].piece = Some(piece);
        }
        assert_eq!(text(&turned), expected);
    }

    #[test]
    fn holes_are_blank_and_names_are_written() {
        let figure = solved("pentominoes:8x8-hole");
        let text = text(&figure);
        assert_eq!(text.lines().count(), 17);
        let letters = text.chars().filter(char::is_ascii_uppercase).count();
        assert_eq!(letters, 60);
        let middle = text.lines().nth(9).unwrap();
        assert_eq!(middle.chars().filter(char::is_ascii_uppercase).count(), 6);
    }

    #[test]
    fn grids_have_rules_between_blocks_only() {
        let square = text(&solved("wordsquare:3:bit,ice,ten"));
        assert_eq!(
            square,
            "┌───────────┐\n│ b   i   t │\n│ i   c   e │\n│ t   e   n │\n└───────────┘\n"
        );
        let queens = text(&solved("queens:4"));
        assert_eq!(queens.matches('\u{265b}').count(), 4);
        assert_eq!(queens.matches('.').count(), 12);
        assert_eq!(queens.lines().count(), 6);
    }

    #[test]
    fn layers_stand_side_by_side() {
        let soma = text(&solved("soma"));
        assert_eq!(soma.lines().count(), 7);
        assert_eq!(soma.chars().filter(char::is_ascii_uppercase).count(), 27);
        let tower = text(&solved("polycubes:1:12x3x3:any"));
        assert_eq!(tower.lines().count(), 2 * 7 + 1, "six layers abreast, then six");
    }

    #[test]
    fn edges_stand_on_their_sides() {
        let squares = text(&solved("macmahon:4x6"));
        let first: Vec<&str> = squares.lines().take(5).collect();
        assert_eq!(first[0], format!("┌{}┐", ["─────"; 6].join("┬")));
        assert_eq!(first[1], "│  a  ".repeat(6) + "│");
        assert_eq!(squares.lines().count(), 4 * 4 + 1);
    }
}
