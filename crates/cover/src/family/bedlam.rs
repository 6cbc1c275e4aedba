//! Bedlam's cube: build a cube of 4 x 4 x 4 from thirteen pieces, twelve of five unit cubes and one of four.
//!
//! Items: the pieces, `A` to `M`, then the cells of the cube, `c000` to `c333` by layer, row and column. An option is a
//! piece with the cells it covers. Only rotations are symmetries: several pieces are not the mirror image of any piece, so the
//! mirror image of a solution is none. Seven pieces have 24 orientations, five have 12, and `M`, the plus, has 3.
//!
//! Source: B. Bedlam's puzzle, sold as the Crazee Cube too. 19186 solutions up to rotation: S. Kurowski, *Bedlam cube solved: all
//! 19,186 solutions* (2006), who gives these numbers of orientations. Each counts 24 times here: 460464 solutions. The reduced problem
//! has one of each 24.

use super::{Family, board};

pub(super) const FAMILY: Family = Family {
    name: "bedlam",
    parameters: "[:reduced]",
    about: "Bedlam's cube: 13 pieces fill a cube of 4 x 4 x 4; reduced: up to rotation",
    example: "bedlam",
    read: |words| board::fill_cube(&FAMILY, words, 4, &PIECES),
    layout: Some(|_| Ok(board::layout_of(&board::cube(4), &PIECES))),
};

/// The pieces, drawn as [`super::shape`] says.
const PIECES: [(&str, &str); 13] = [
    ("A", "##/#.+../#."),
    ("B", "###/#..+#../..."),
    ("C", "###/#..+.#./..."),
    ("D", "###/#..+..#/..."),
    ("E", "###/.#.+.#./..."),
    ("F", "###/.#.+.../.#."),
    ("G", "###/..#+.../..#"),
    ("H", "##./#..+.##/..."),
    ("I", "##./.##/.#."),
    ("J", "##./.##/..#"),
    ("K", "##./.#.+.##/..."),
    ("L", "##./...+.#./.##"),
    ("M", ".#./###/.#."),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::shape::{Turns, draw, orientations};
    use super::*;
    use crate::family::build;
    use crate::problem::OptionId;
    use crate::verify;

    #[test]
    fn pieces_have_their_orientations() {
        let counts =
            PIECES.map(|(_, piece)| orientations(&draw(piece).unwrap(), Turns::Space).len());
        assert_eq!(counts, [12, 24, 24, 12, 12, 24, 24, 24, 24, 12, 24, 12, 3]);
        assert_eq!(build("bedlam").unwrap().options(), 4188);
    }

    /// A cube that was built by another program: the letters are the pieces, by layer and row.
    #[test]
    fn a_known_solution_is_one() {
        let layers = [
            "FFFG/MFHG/BKHH/BBBH",
            "MGGG/MFKI/MKKI/BJJH",
            "DDAA/MDLL/CDKI/JJEI",
            "CLLA/CCLA/CDEI/JEEE",
        ];
        let problem = build("bedlam").unwrap();
        let mut cells: BTreeMap<char, Vec<String>> = BTreeMap::new();
        for (layer, rows) in layers.iter().enumerate() {
            for (row, letters) in rows.split('/').enumerate() {
                for (column, letter) in letters.chars().enumerate() {
                    cells.entry(letter).or_default().push(format!("c{layer}{row}{column}"));
                }
            }
        }
        let written: Vec<String> =
            cells.iter().map(|(letter, cells)| format!("{letter} {}", cells.join(" "))).collect();
        let is_used = |&option: &OptionId| written.contains(&problem.option_text(option));
        let solution: Vec<OptionId> = problem.option_ids().filter(is_used).collect();
        assert_eq!((solution.len(), verify(&problem, &solution)), (13, Ok(())));
    }
}
