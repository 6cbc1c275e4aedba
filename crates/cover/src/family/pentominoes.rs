//! Pentominoes: lay the twelve pieces of five squares, each once, so that they fill an area of sixty
//! squares. Pieces may be rotated and turned over. As solids of five cubes they fill boxes.
//!
//! Items: the pieces by S. W. Golomb's letters, then the cells, named as [`Area`] says. An
//! option is a piece with the cells it covers, sorted by orientation, then position. In an area of fewer
//! than sixty cells the pieces are secondary items, after the cells: each is used at most once.
//!
//! The mirror image of a solution is another solution. The reduced problem allows the X, which all symmetries
//! leave the same, only with its centre in the first half of each side of the box that is even. Each such side
//! halves the number of solutions. Odd sides are not used, because an X in the middle
//! is its own mirror image; nor is the diagonal mirror of a square board. The
//! options of the X come last in the reduced problem.
//!
//! Source: S. W. Golomb, *Polyominoes* (1965). Counts up to symmetry: 65 with the hole (D. S.
//! Scott, *Programming a combinatorial puzzle*, 1958), 2339 for 6x10 (C. B. and J. Haselgrove,
//! *Eureka* 23 (1960), 16-18), 1010 for 5x12, 368 for 4x15, 2 for 3x20; J. G. Fletcher,
//! *Communications of the ACM* 8 (1965), 621-623. In space 3940 for 3x4x5, 264 for 2x5x6, 12 for
//! 2x3x10: C. J. Bouwkamp, *Journal of Combinatorial Theory* 7 (1969), 278-280.

use super::area::Area;
use super::board::{self, Board};
use super::layout::Layout;
use super::shape::{Shape, Turns, draw, orientations};
use super::{Family, FamilyError};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "pentominoes",
    parameters: "(RxC | LxRxC | DRAWING | 8x8-hole)[:reduced]",
    about: "the 12 pentominoes fill 60 squares or cubes; reduced: without mirror images along even sides",
    example: "pentominoes:6x10",
    read: |words| match words {
        [area, "reduced"] => reduced(&area_of(area)?),
        [area] => problem(&area_of(area)?),
        _ => Err(FAMILY.misread(words)),
    },
    layout: Some(|words| layout(&area_of(words[0])?)),
};

/// The pieces, drawn as [`super::shape`] says.
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

/// The index of the X, whose orientation does not change under reflections along the sides of a box.
const X: usize = 9;

/// The area written as `RxC`, as `LxRxC`, as a drawing or as `8x8-hole`.
fn area_of(word: &str) -> Result<Area, FamilyError> {
    if word == "8x8-hole" { Ok(Area::chessboard_with_hole()) } else { FAMILY.area(word) }
}

/// The ways to fill the area.
///
/// ```
/// use quadrille_cover::{Solver, engine::Dlx, family::Area, family::pentominoes};
///
/// let thin = Area::rectangle(3, 20).expect("it has squares");
/// let problem = pentominoes::problem(&thin)?;
/// let solutions = Dlx.all(&problem)?;
/// assert_eq!(solutions.len(), 8);
/// let figure = pentominoes::layout(&thin)?.figure(&problem, &solutions[0])?;
/// assert_eq!(figure.cells.iter().filter(|spot| spot.text == "X").count(), 5);
/// // Only one side is even.
/// assert_eq!(Dlx.count(&pentominoes::reduced(&thin)?)?, 4u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An area of more than 60 cells, or whose number of cells is not a multiple of 5.
pub fn problem(area: &Area) -> Result<Problem, FamilyError> {
    check(area)?;
    let mut builder = Problem::builder();
    let (board, pieces) = items(&mut builder, area)?;
    for (piece, orientations) in pieces {
        board.lay(&mut builder, Some(piece), &orientations, |_| true)?;
    }
    Ok(builder.build())
}

/// The ways to fill an area of sixty cells up to reflection along its even sides: one of each two, four or
/// eight solutions of [`problem`]. The area must be its own mirror image, as a box is.
///
/// # Errors
/// An area of another number of cells, without an even side, or that is not its own mirror image.
pub fn reduced(area: &Area) -> Result<Problem, FamilyError> {
    check(area)?;
    let size = area.size();
    let named = || format!("{}:reduced", board::sides(area));
    let even: Vec<usize> = (0..3).filter(|&axis| size[axis].is_multiple_of(2)).collect();
    if area.count() != 60 || even.is_empty() {
        return Err(FAMILY.refuse(named(), "60 cells and a side that is even"));
    }
    if even.iter().any(|&axis| !board::is_mirrored(area, axis)) {
        return Err(FAMILY.refuse(named(), "an area that is its own mirror image"));
    }
    let mut builder = Problem::builder();
    let (board, mut pieces) = items(&mut builder, area)?;
    let (x, crosses) = pieces.remove(X);
    for (piece, orientations) in pieces {
        board.lay(&mut builder, Some(piece), &orientations, |_| true)?;
    }
    board.lay(&mut builder, Some(x), &crosses, |cells| {
        let centre = cells[2]; // the centre of the X is the third of its sorted cells
        even.iter().all(|&axis| centre[axis] < size[axis] / 2)
    })?;
    Ok(builder.build())
}

/// The layout of [`problem`] and [`reduced`].
///
/// # Errors
/// As [`problem`].
pub fn layout(area: &Area) -> Result<Layout, FamilyError> {
    check(area)?;
    Ok(board::layout(area, PIECES.map(|(name, _)| (name.to_owned(), name.to_owned()))))
}

fn check(area: &Area) -> Result<(), FamilyError> {
    if area.count() > 60 || !area.count().is_multiple_of(5) {
        let expected = "an area of 60 cells, or of a smaller multiple of 5";
        return Err(FAMILY.refuse(board::sides(area), expected));
    }
    Ok(())
}

/// A piece and its orientations.
type Piece = (ItemId, Vec<Shape>);

/// The items of the pieces and of the cells.
fn items<'a>(
    builder: &mut ProblemBuilder,
    area: &'a Area,
) -> Result<(Board<'a>, Vec<Piece>), ProblemError> {
    let turned = |drawing| {
        let shape = draw(drawing).expect("the drawings above are valid");
        orientations(&shape, Turns::Space).into_iter().collect()
    };
    if area.count() < 60 {
        let board = Board::new(builder, area)?;
        let piece = |&(name, drawing)| Ok((builder.secondary(name)?, turned(drawing)));
        let pieces = PIECES.iter().map(piece).collect::<Result<_, _>>()?;
        return Ok((board, pieces));
    }
    let piece = |&(name, drawing)| Ok((builder.primary(name)?, turned(drawing)));
    let pieces = PIECES.iter().map(piece).collect::<Result<_, _>>()?;
    Ok((Board::new(builder, area)?, pieces))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::family::{build, error, pin};

    #[test]
    fn has_63_orientations() {
        let counts = PIECES.map(|(_, shape)| {
            let area = Area::rectangle(9, 9).unwrap();
            let turned = orientations(&draw(shape).unwrap(), Turns::Space);
            // Each orientation covers the middle square five times, once by each of its squares.
            let placements = board::placements(&area, &turned);
            placements.filter(|cells| cells.contains(&[0, 4, 4])).count() / 5
        });
        assert_eq!(counts, [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    }

    #[test]
    fn x_is_where_it_is_said_to_be() {
        assert_eq!(PIECES[X].0, "X");
    }

    /// An option such as `X a1 b0 b1 b2 c1`, mirrored along the axes in `flip` on a board of these sides.
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
    fn the_cross_in_space_is_kept_once_for_each_even_side() {
        for (area, sides) in [("3x4x5", 1), ("2x5x6", 2), ("2x3x10", 2), ("5x12", 1)] {
            let of_x = |spec: &str| {
                pin::lines(spec).into_iter().filter(|line| line.starts_with("X ")).count()
            };
            let kept = of_x(&format!("pentominoes:{area}:reduced"));
            assert_eq!(of_x(&format!("pentominoes:{area}")), kept << sides, "{area}");
        }
    }

    #[test]
    fn a_drawing_is_as_good_as_a_box() {
        let drawn = format!("pentominoes:{}", vec!["#".repeat(10); 6].join("/"));
        assert_eq!(build(&drawn), build("pentominoes:6x10"));
        let row = |row| if row == 3 || row == 4 { "###..###" } else { "########" };
        let drawn = format!("pentominoes:{}", (0..8).map(row).collect::<Vec<_>>().join("/"));
        assert_eq!(build(&drawn), build("pentominoes:8x8-hole"));
    }

    #[test]
    fn refuses_other_areas() {
        assert_eq!(
            error("pentominoes:8x8"),
            "found `8x8` as the parameters of pentominoes; expected an area of 60 cells, or of \
             a smaller multiple of 5, as in `pentominoes:6x10`"
        );
        assert!(error("pentominoes:3x7").contains("or of a smaller multiple of 5"));
        assert!(error("pentominoes:5x5:reduced").contains("expected 60 cells and a side"));
        assert!(error("pentominoes:6x10:half").contains("expected (RxC | LxRxC | DRAWING"));
        assert!(error("pentominoes:#?#").contains("expected RxC, LxRxC or a drawing"));
        let staircase: Vec<String> =
            (0..6).map(|row| ".".repeat(row) + "##########" + &".".repeat(5 - row)).collect();
        let error = error(&format!("pentominoes:{}:reduced", staircase.join("/")));
        assert!(error.contains("expected an area that is its own mirror image"), "{error}");
    }
}
