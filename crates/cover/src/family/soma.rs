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

use super::area::Area;
use super::shape::Turns;
use super::{Family, FamilyError, board};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "soma",
    parameters: "[:reduced]",
    about: "the Soma cube: 7 pieces fill a cube of 3 x 3 x 3; reduced: up to rotation and reflection",
    example: "soma",
    read: |words| match words {
        [""] => problem(),
        ["reduced"] => reduced(),
        _ => Err(FAMILY.misread(words)),
    },
    layout: Some(|_| Ok(board::layout_of(&cube(), &PIECES))),
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

/// The Soma cube.
///
/// ```
/// use quadrille_cover::{Solver, engine::Bits, family::soma};
///
/// assert_eq!(Bits.count(&soma::problem()?)?, (240 * 48u32).into());
/// assert_eq!(Bits.count(&soma::reduced()?)?, 240u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Never. The type of the result is that of the other families.
pub fn problem() -> Result<Problem, FamilyError> {
    pack(false)
}

/// The Soma cube up to rotation and reflection: one of each 48 solutions of [`problem`].
///
/// # Errors
/// Never, as [`problem`].
pub fn reduced() -> Result<Problem, FamilyError> {
    pack(true)
}

fn pack(reduced: bool) -> Result<Problem, FamilyError> {
    let problem = board::pack(&cube(), &PIECES, Turns::Space, reduced)?;
    Ok(problem
        .expect("V, L and Z do not all fit into one plane, so a reflection moves one of them"))
}

fn cube() -> Area {
    Area::cuboid([3, 3, 3]).expect("a box of 3 x 3 x 3 has cubes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{build, pin};

    #[test]
    fn each_piece_has_its_placements() {
        let lines = pin::lines("soma");
        let counts =
            PIECES.map(|(name, _)| lines[1..].iter().filter(|l| l.starts_with(name)).count());
        assert_eq!(counts, [144, 144, 72, 72, 96, 96, 64]);
        assert_eq!(lines[1], "V c000 c001 c010");
        assert_eq!(lines.last().unwrap(), "P c122 c212 c221 c222");
    }

    #[test]
    fn takes_no_other_parameters() {
        let message = build("soma:4x4x4").unwrap_err().to_string();
        assert_eq!(
            message,
            "found `4x4x4` as the parameters of soma; expected [:reduced], as in `soma`"
        );
    }
}
