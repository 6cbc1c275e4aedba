//! Latin squares: fill n x n places with n symbols so that each symbol stands once in each row
//! and once in each column.
//!
//! Items: `p` for a place (row, column), `r` for a symbol in a row, `c` for a symbol in a
//! column, each with its two numbers from 0: `p01`; from n = 11 on with a dot between them,
//! `p1.10`. An option puts a symbol in a place. In the reduced problem the first row and the
//! first column are in order, 0 to n - 1, so that each reduced square stands for n! (n - 1)!.
//!
//! Source: L. Euler, *Recherches sur une nouvelle espèce de quarrés magiques* (1782); counts:
//! OEIS A002860, reduced A000315.

use super::{Family, FamilyError, plain};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "latin",
    parameters: "N[:reduced]",
    about: "Latin squares of N x N; reduced: first row and column in order",
    example: "latin:5",
    read: |words| match words {
        [n, "reduced"] => reduced(FAMILY.number(&[n])?),
        _ => problem(FAMILY.number(words)?),
    },
};

/// All Latin squares of order n.
///
/// # Errors
/// If `n` is 0 or too large.
pub fn problem(n: usize) -> Result<Problem, FamilyError> {
    with_options(n, |_, _, _| true)
}

/// The reduced Latin squares of order n.
///
/// # Errors
/// If `n` is 0 or too large.
pub fn reduced(n: usize) -> Result<Problem, FamilyError> {
    with_options(n, |row, column, symbol| {
        let on_the_edge = row == 0 || column == 0;
        !on_the_edge || symbol == row + column
    })
}

/// The problem with those options, a row, a column and a symbol, that are to be kept.
fn with_options(
    n: usize,
    keep: impl Fn(usize, usize, usize) -> bool,
) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| n * n * n)?;
    let mut builder = Problem::builder();
    let places = pairs(&mut builder, 'p', n)?;
    let rows = pairs(&mut builder, 'r', n)?;
    let columns = pairs(&mut builder, 'c', n)?;
    for row in 0..n {
        for column in 0..n {
            for symbol in (0..n).filter(|&symbol| keep(row, column, symbol)) {
                let place = places[row * n + column];
                let [row, column] = [rows[row * n + symbol], columns[column * n + symbol]];
                builder.option_of(plain([place, row, column]))?;
            }
        }
    }
    Ok(builder.build())
}

/// An item for each pair of numbers below n.
fn pairs(
    builder: &mut ProblemBuilder,
    letter: char,
    n: usize,
) -> Result<Vec<ItemId>, ProblemError> {
    let dot = if n > 10 { "." } else { "" };
    let name = |i| format!("{letter}{}{dot}{}", i / n, i % n);
    (0..n * n).map(|i| builder.primary(&name(i))).collect()
}

#[cfg(test)]
mod tests {
    use crate::family::{build, pin};

    #[test]
    fn small_squares_as_text() {
        let two = [
            "p00 p01 p10 p11 r00 r01 r10 r11 c00 c01 c10 c11",
            "p00 r00 c00",
            "p00 r01 c01",
            "p01 r00 c10",
            "p01 r01 c11",
            "p10 r10 c00",
            "p10 r11 c01",
            "p11 r10 c10",
            "p11 r11 c11",
        ];
        assert_eq!(pin::lines("latin:2"), two);
        let reduced = [two[0], two[1], two[4], two[6], two[7], two[8]];
        assert_eq!(pin::lines("latin:2:reduced"), reduced);
    }

    #[test]
    fn large_squares_keep_names_apart() {
        assert_eq!(pin::lines("latin:10").last().unwrap(), "p99 r99 c99");
        assert_eq!(pin::lines("latin:11").last().unwrap(), "p10.10 r10.10 c10.10");
        assert_eq!(build("latin:12").unwrap().primary(), 3 * 144);
    }

    #[test]
    fn text_is_pinned() {
        pin::check("latin:5", [75, 0, 125, 375], 0x9540_8959_94df_00c1);
        pin::check("latin:6:reduced", [108, 0, 161, 483], 0x7b32_05a1_a25d_6ce6);
    }
}
