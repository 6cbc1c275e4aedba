//! `MacMahon` squares: each possible square with colours on its four edges is laid once on a
//! board, so that edges that meet have the same colour, and the edge of the board has one colour.
//!
//! Up to rotation there are 6 squares of two colours, 24 of three and 70 of four: n(n + 1)(n^2 - n + 2)/4. The
//! board must have as many squares as there are pieces. The edge of a `free` board may have any colours.
//!
//! Primary items: the pieces, named by their colours from `a` on, clockwise, in the smallest rotation; and the
//! squares of the board, from `a0` on. Secondary items: the edges within the board (all edges of a free board),
//! with their colour: `h` with row and column of the square below, `v` with those of the square to the right. An
//! option is a piece on a square in one of its rotations. The edge of the board is `a`.
//!
//! The reduced problem keeps one of each set of solutions that the reflections and the rotation of the board map to each other, and
//! with three colours the exchange of the inner two. The piece with four edges `a`, which all of these leave the same, is kept in the
//! first half of each side of the board, and where a symmetry leaves it where it is, another piece has fewer placements (module
//! `symmetry`). With four colours or more, the inner colours can still be exchanged.
//!
//! Source: P. A. `MacMahon`, *New Mathematical Pastimes* (1921), section 23 on; M. Gardner, *New
//! Mathematical Diversions* (1966), chapter 16; D. E. Knuth, *TAOCP* 4B, 7.2.2.1. On 4x6 there are 106624
//! solutions, 8 times 13328, for the reflections of the board and the exchange of the two inner colours. G.
//! Feldman (Stanford AI Memo 12, 1964) is quoted with 12261.

use std::collections::{BTreeMap, BTreeSet};

use super::area::{Area, square};
use super::layout::{Kind, Layout, Role};
use super::symmetry::{Chain, Images};
use super::{Family, FamilyError, board, plain};
use crate::problem::{Colour, ItemId, Problem, ProblemBuilder, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "macmahon",
    parameters: "RxC[:free | :reduced]",
    about: "the 6, 24 or 70 MacMahon squares of 2, 3 or 4 colours, with one colour along the edge",
    example: "macmahon:4x6",
    read: |words| match words {
        [sides, "free"] => FAMILY.rectangle(&[sides]).and_then(|(r, c)| problem(r, c, true, false)),
        [sides, "reduced"] => {
            FAMILY.rectangle(&[sides]).and_then(|(r, c)| problem(r, c, false, true))
        }
        _ => FAMILY.rectangle(words).and_then(|(r, c)| problem(r, c, false, false)),
    },
    layout: Some(|words| FAMILY.rectangle(&words[..1]).and_then(|(r, c)| layout(r, c))),
};

/// The colours of a piece: above, right, below, left.
type Piece = [usize; 4];

const ABOVE: usize = 0;
const RIGHT: usize = 1;
const BELOW: usize = 2;
const LEFT: usize = 3;

/// The number of colours for which the number of pieces is the number of squares of the board.
fn colours(rows: usize, columns: usize) -> Result<usize, FamilyError> {
    let pieces = |n: usize| n * (n + 1) * (n * n - n + 2) / 4;
    let squares = rows.checked_mul(columns);
    (1..=26).find(|&n| Some(pieces(n)) == squares).ok_or_else(|| {
        FAMILY.refuse(format_args!("{rows}x{columns}"), "a board of 6, 24, 70, 165 ... squares")
    })
}

/// The pieces of this number of colours, each in its smallest rotation.
fn pieces(colours: usize) -> BTreeSet<Piece> {
    let all = (0..colours.pow(4)).map(|number| {
        let digit = |place: u32| number / colours.pow(place) % colours;
        [digit(3), digit(2), digit(1), digit(0)]
    });
    all.map(|piece| rotations(piece).into_iter().next().expect("a piece has at least one rotation"))
        .collect()
}

fn rotations(piece: Piece) -> BTreeSet<Piece> {
    let turned = |by: usize| std::array::from_fn(|side| piece[(side + by) % 4]);
    (0..4).map(turned).collect()
}

fn letter(colour: usize) -> char {
    char::from(b'a' + colour as u8)
}

fn name(piece: Piece) -> String {
    piece.into_iter().map(letter).collect()
}

fn edges(row: usize, column: usize) -> [String; 4] {
    let (horizontal, vertical) =
        (|row: usize| format!("h{row}.{column}"), |column: usize| format!("v{row}.{column}"));
    [horizontal(row), vertical(column + 1), horizontal(row + 1), vertical(column)]
}

fn on_the_border(rows: usize, columns: usize, (row, column): (usize, usize)) -> [bool; 4] {
    [row == 0, column + 1 == columns, row + 1 == rows, column == 0]
}

fn problem(
    rows: usize,
    columns: usize,
    is_free: bool,
    is_reduced: bool,
) -> Result<Problem, FamilyError> {
    let colours = colours(rows, columns)?;
    let size = (rows * columns) as f64;
    FAMILY.limit(format_args!("{rows}x{columns}"), 4.0 * size * size)?;
    let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for piece in pieces(colours) {
        items.push((piece, builder.primary(&name(piece))?));
    }
    let mut places = Vec::new();
    for (row, column) in squares() {
        places.push(builder.primary(&square(row, column))?);
    }
    let mut sides: Vec<[Option<ItemId>; 4]> = vec![[None; 4]; rows * columns];
    for at in squares() {
        let borders = on_the_border(rows, columns, at);
        for side in [ABOVE, LEFT, RIGHT, BELOW] {
            // An edge within the board is shared with the square above or to the left.
            let before = match side {
                ABOVE if at.0 > 0 => Some(((at.0 - 1) * columns + at.1, BELOW)),
                LEFT if at.1 > 0 => Some((at.0 * columns + at.1 - 1, RIGHT)),
                _ => None,
            };
            let index = at.0 * columns + at.1;
            sides[index][side] = match before {
                Some((square, side)) => sides[square][side],
                None if borders[side] && !is_free => None,
                None => Some(builder.secondary(&edges(at.0, at.1)[side])?),
            };
        }
    }
    let letters = letters(&mut builder, colours)?;
    let (all, items): (Vec<Piece>, Vec<ItemId>) = items.into_iter().unzip();
    let placed: Vec<Vec<Placement>> = all
        .iter()
        .map(|&piece| {
            let places = squares()
                .flat_map(|at| rotations(piece).into_iter().map(move |turned| (at, turned)));
            let fits = |&(at, turned): &Placement| {
                let borders = on_the_border(rows, columns, at);
                is_free || (0..4).all(|side| !borders[side] || turned[side] == 0)
            };
            places.filter(fits).collect()
        })
        .collect();
    let entries = |piece: usize, place: usize| {
        let (at, turned) = placed[piece][place];
        let index = at.0 * columns + at.1;
        let edges = sides[index].into_iter().zip(turned);
        let edges = edges.filter_map(|(edge, c)| Some((edge?, Some(letters[c]))));
        plain([items[piece], places[index]]).chain(edges.collect::<Vec<_>>())
    };
    let chain = if is_reduced {
        let moves = moves(colours);
        Chain::new(moves.len(), Some(0), &images(&placed, (rows, columns), &moves))
    } else {
        Chain::new(1, None, &[])
    };
    let marks = chain.items(&mut builder)?;
    for piece in (0..all.len()).filter(|piece| chain.steps.iter().all(|step| step.piece != *piece))
    {
        for place in 0..placed[piece].len() {
            builder.option_of(entries(piece, place))?;
        }
    }
    for step in &chain.steps {
        for kept in &step.kept {
            builder.option_of(entries(step.piece, kept.placement).chain(marks.of(kept)))?;
        }
    }
    Ok(builder.build())
}

/// A square of the board, and a piece in one of its rotations.
type Placement = ((usize, usize), Piece);

/// Whether rows, columns and the inner two colours are exchanged.
type Move = [bool; 3];

/// The symmetries of a board whose sides differ, the identity first.
fn moves(colours: usize) -> Vec<Move> {
    let exchanges = if colours == 3 { &[false, true][..] } else { &[false] };
    let flips = [[false, false], [false, true], [true, false], [true, true]];
    exchanges
        .iter()
        .flat_map(|&exchange| flips.map(|[rows, columns]| [rows, columns, exchange]))
        .collect()
}

/// What the symmetries make of the placements of each piece that all of them map to itself.
fn images(
    placed: &[Vec<Placement>],
    (rows, columns): (usize, usize),
    moves: &[Move],
) -> Vec<Option<Images>> {
    let moved = |&((row, column), piece): &Placement, [flip_rows, flip_columns, exchange]: Move| {
        let [above, right, below, left] =
            piece.map(|colour| if exchange && colour > 0 { 3 - colour } else { colour });
        let (row, [above, below]) =
            if flip_rows { (rows - 1 - row, [below, above]) } else { (row, [above, below]) };
        let (column, [right, left]) = if flip_columns {
            (columns - 1 - column, [left, right])
        } else {
            (column, [right, left])
        };
        ((row, column), [above, right, below, left])
    };
    let of_piece = |placed: &Vec<Placement>| {
        let by = |&by: &Move| {
            let images =
                placed.iter().map(|placement| placed.binary_search(&moved(placement, by)).ok());
            images.collect::<Option<Vec<usize>>>()
        };
        moves.iter().map(by).collect::<Option<Images>>()
    };
    placed.iter().map(of_piece).collect()
}

fn letters(builder: &mut ProblemBuilder, colours: usize) -> Result<Vec<Colour>, ProblemError> {
    (0..colours).map(|colour| builder.colour(&letter(colour).to_string())).collect()
}

fn layout(rows: usize, columns: usize) -> Result<Layout, FamilyError> {
    let colours = colours(rows, columns)?;
    let area = Area::rectangle(rows, columns).expect("`colours` checked the size");
    let names = pieces(colours).into_iter().map(|piece| (name(piece), String::new()));
    let mut layout = board::layout(&area, names).of_kind(Kind::Edges);
    let mut seen: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for cell in 0..rows * columns {
        for (side, edge) in edges(cell / columns, cell % columns).into_iter().enumerate() {
            seen.entry(edge).or_default().push((cell, side));
        }
    }
    for (edge, sides) in seen {
        layout.role(edge, Role::Edge(sides));
    }
    Ok(layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{build, error};

    #[test]
    fn there_are_as_many_squares_as_burnside_counts() {
        // Numbers of squares with 1, 2, 3 ... colours: OEIS A006528.
        for (colours, expected) in (1..).zip([1, 6, 24, 70, 165, 336]) {
            assert_eq!(pieces(colours).len(), expected);
        }
        let turned: usize = pieces(3).into_iter().map(|piece| rotations(piece).len()).sum();
        assert_eq!(turned, 3_usize.pow(4));
    }

    #[test]
    fn refuses_other_boards() {
        assert!(error("macmahon:4x4").contains("expected a board of 6, 24, 70, 165 ... squares"));
        assert!(error("macmahon:4x6:open").contains("expected RxC[:free | :reduced]"));
        assert_eq!(build("macmahon:1x1:reduced"), build("macmahon:1x1"));
        let most = usize::MAX;
        assert!(build(&format!("macmahon:{most}x{most}")).is_err());
    }
}
