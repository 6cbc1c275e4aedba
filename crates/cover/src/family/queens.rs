//! Queens: place n queens on a board of n x n squares so that none attacks another.
//!
//! Rows and columns are primary items, `r0` `c0` and on, each to have one queen. Diagonals are
//! secondary, `a` by the sum of row and column and `b` by their difference; those of a single
//! square are left out, since nothing can clash on them. An option is a queen on a square.
//! Rows and columns are listed from the middle of the board outwards ("organ-pipe order"),
//! because a search that breaks ties by the order of items does best to start there.
//!
//! Source: M. Bezzel, *Berliner Schachzeitung* 3 (1848), 363; D. E. Knuth, *TAOCP* 4B,
//! 7.2.2.1. Counts: OEIS A000170.

use super::{Family, FamilyError, plain};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "queens",
    parameters: "N",
    about: "N queens on a board of N x N, none attacking another",
    example: "queens:8",
    read: |words| problem(FAMILY.number(words)?),
};

/// The n queens problem.
///
/// # Errors
/// If `n` is 0 or too large.
pub fn problem(n: usize) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| n * n)?;
    let mut builder = Problem::builder();
    let mut lines = Vec::with_capacity(n);
    for i in organ_pipes(n) {
        lines.push((i, builder.primary(&format!("r{i}"))?, builder.primary(&format!("c{i}"))?));
    }
    lines.sort_unstable();
    let rising = diagonals(&mut builder, 'a', n)?;
    let falling = diagonals(&mut builder, 'b', n)?;
    for &(r, row, _) in &lines {
        for &(c, _, column) in &lines {
            let diagonals = [rising[r + c], falling[n - 1 + r - c]];
            builder.option_of(plain(
                [row, column].into_iter().chain(diagonals.into_iter().flatten()),
            ))?;
        }
    }
    Ok(builder.build())
}

/// 0 to n - 1 by the distance from the middle, the lower one first.
fn organ_pipes(n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| (2 * i).abs_diff(n - 1));
    order
}

/// The items of all diagonals of one direction: none for the first and last, single squares.
fn diagonals(
    builder: &mut ProblemBuilder,
    letter: char,
    n: usize,
) -> Result<Vec<Option<ItemId>>, ProblemError> {
    let last = 2 * n - 2;
    let item = |d| match d {
        0 => Ok(None),
        _ if d == last => Ok(None),
        _ => builder.secondary(&format!("{letter}{d}")).map(Some),
    };
    (0..=last).map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::pin;

    #[test]
    fn starts_in_the_middle() {
        assert_eq!(organ_pipes(1), [0]);
        assert_eq!(organ_pipes(8), [3, 4, 2, 5, 1, 6, 0, 7]);
        assert_eq!(organ_pipes(9), [4, 3, 5, 2, 6, 1, 7, 0, 8]);
    }

    #[test]
    fn small_boards_as_text() {
        assert_eq!(pin::lines("queens:1"), ["r0 c0", "r0 c0"]);
        let two = ["r0 c0 r1 c1 | a1 b1", "r0 c0 b1", "r0 c1 a1", "r1 c0 a1", "r1 c1 b1"];
        assert_eq!(pin::lines("queens:2"), two);
    }

    #[test]
    fn text_is_pinned() {
        pin::check("queens:8", [16, 26, 64, 252], 0xa9b0_d35e_bb05_2a16);
        pin::check("queens:9", [18, 30, 81, 320], 0xe7a0_4e8f_5a1e_0e33);
        pin::check("queens:10", [20, 34, 100, 396], 0x10be_2dca_8c53_78a0);
        pin::check("queens:11", [22, 38, 121, 480], 0xb2c6_a0e0_69d2_ef33);
        pin::check("queens:12", [24, 42, 144, 572], 0x63ae_83a0_c8a4_55ac);
        pin::check("queens:13", [26, 46, 169, 672], 0x7465_d404_9d34_91c3);
    }
}
