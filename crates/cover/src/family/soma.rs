//! The Soma cube: build a cube of 3 x 3 x 3 from the seven pieces of three or four unit cubes
//! that are not convex.
//!
//! Items: the pieces, then the cells of the cube, `c000` to `c222` by layer, row and column.
//! An option is a piece with the cells it covers. `A` and `B` are mirror images of each other.
//!
//! Source: P. Hein, 1933 (British patent 420,349); J. H. Conway and M. J. T. Guy found all 240
//! solutions in 1961: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways* (1982),
//! chapter 24. Each counts 48 times here, for the 24 rotations of the cube and the mirror
//! image: 11520 solutions. The reduced problem has one of each 48.

use super::{Family, board};

pub(super) const FAMILY: Family = Family {
    name: "soma",
    parameters: "[:reduced]",
    about: "the Soma cube: 7 pieces fill a cube of 3 x 3 x 3; reduced: up to rotation and reflection",
    example: "soma",
    read: |words| board::fill_cube(&FAMILY, words, 3, &PIECES),
    layout: Some(|_| Ok(board::layout_of(&board::cube(3), &PIECES))),
};

/// The pieces, drawn as [`super::shape`] says.
const PIECES: [(&str, &str); 7] = [
    ("V", "##/#."),
    ("L", "###/#.."),
    ("T", "###/.#."),
    ("Z", "##./.##"),
    ("A", "##/#.+../#."),
    ("B", "##/#.+.#/.."),
    ("P", "##/#.+#./.."),
];
