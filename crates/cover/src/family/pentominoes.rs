//! Pentominoes: lay the twelve pieces of five squares, each once, so that they fill an area of sixty
//! squares. Pieces may be rotated and turned over. As solids of five cubes they fill boxes.
//!
//! Items: the pieces by S. W. Golomb's letters, then the cells, named as [`Area`] says. An
//! option is a piece with the cells it covers, sorted by orientation, then position. In an area of fewer
//! than sixty cells the pieces are secondary items, after the cells: each is used at most once.
//!
//! The images of a solution under the reflections and rotations of the area are solutions, too. The reduced problem
//! keeps one of each of these sets. It allows the X only in the first of the places that the symmetries of the area map to
//! each other: with its centre in the first half of each side of a box, the middle included, and above the diagonal of a square. An
//! X on an axis is its own mirror image, so where the X is there, another piece has half of its placements, and so
//! on (module `symmetry`); secondary items `symmetry.1` and so on say which. Options of the X and of these pieces come last.
//!
//! Source: S. W. Golomb, *Polyominoes* (1965). Counts up to symmetry: 65 with the hole (D. S.
//! Scott, *Programming a combinatorial puzzle*, 1958), 2339 for 6x10 (C. B. and J. Haselgrove,
//! *Eureka* 23 (1960), 16-18), 1010 for 5x12, 368 for 4x15, 2 for 3x20; J. G. Fletcher,
//! *Communications of the ACM* 8 (1965), 621-623. In space 3940 for 3x4x5, 264 for 2x5x6, 12 for
//! 2x3x10: C. J. Bouwkamp, *Journal of Combinatorial Theory* 7 (1969), 278-280.

use super::area::Area;
use super::{Family, FamilyError, board};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "pentominoes",
    parameters: "(RxC | LxRxC | DRAWING | 8x8-hole)[:reduced]",
    about: "the 12 pentominoes fill 60 squares or cubes; reduced: up to the symmetries of the area",
    example: "pentominoes:6x10",
    read: |words| match words {
        [area, "reduced"] => problem(&area_of(area)?, true),
        [area] => problem(&area_of(area)?, false),
        _ => Err(FAMILY.misread(words)),
    },
    layout: Some(|words| {
        let area = area_of(words[0])?;
        check(&area)?;
        Ok(board::layout_of(&area, &PIECES))
    }),
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

pub(super) fn drawing(letter: &str) -> Option<&'static str> {
    PIECES.iter().find(|(name, _)| *name == letter).map(|(_, drawing)| *drawing)
}

/// The index of the X, which all symmetries of a flat area turn into an X in the same orientation.
const X: usize = 9;

/// The area written as `RxC`, as `LxRxC`, as a drawing or as `8x8-hole`.
fn area_of(word: &str) -> Result<Area, FamilyError> {
    if word != "8x8-hole" {
        return FAMILY.area(word);
    }
    let whole = Area::rectangle(8, 8).expect("a board of 8 x 8 has squares");
    Ok(whole.without(|[_, row, column]| matches!((row, column), (3 | 4, 3 | 4))))
}

fn problem(area: &Area, is_reduced: bool) -> Result<Problem, FamilyError> {
    check(area)?;
    if is_reduced && area.count() != 60 {
        let named = format!("{}:reduced", board::sides(area));
        return Err(FAMILY.refuse(named, "60 cells, so that each piece is used"));
    }
    let problem = board::pack(area, &PIECES, is_reduced, Some(X))?;
    Ok(problem.expect("every symmetry maps each piece to itself"))
}

fn check(area: &Area) -> Result<(), FamilyError> {
    if area.count() > 60 || !area.count().is_multiple_of(5) {
        let expected = "an area of 60 cells, or of a smaller multiple of 5";
        return Err(FAMILY.refuse(board::sides(area), expected));
    }
    Ok(())
}

#[cfg(test)]
mod tests {

    use super::super::shape::{Turns, draw, orientations};
    use super::*;
    use crate::family::{build, error};

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
        assert!(error("pentominoes:5x5:reduced").contains("expected 60 cells, so that each piece"));
        assert!(error("pentominoes:6x10:half").contains("expected (RxC | LxRxC | DRAWING"));
        assert!(error("pentominoes:#?#").contains("expected RxC, LxRxC or a drawing"));
    }
}
