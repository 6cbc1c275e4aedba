//! Costas arrays of order n: permutations in which no two pairs of points have the same distance, as a vector.
//!
//! Items: `p` for each pair of columns; an option of the pair places a point in each of the two. Secondary items: `c` for each column,
//! whose colour is the row of its point, and `d` for each vector between two points, which occurs at most once. Items and options are in
//! the order of the columns, then of the rows.
//!
//! Source: J. P. Costas (1965); counts: OEIS A008404, which begins 1, 2, 4, 12, 40, 116, 200, 444, 760, 2160, 4368, 7852,
//! 12828.

use super::{Family, FamilyError};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "costas",
    parameters: "N",
    about: "Costas arrays of order N",
    example: "costas:5",
    read: |words| problem(FAMILY.number(words)?),
    layout: None,
};

/// `n` must be 2 at least: with one column there are no pairs.
fn problem(n: usize) -> Result<Problem, FamilyError> {
    if n < 2 {
        return Err(FAMILY.refuse(n, "a number of 2 or more"));
    }
    FAMILY.admit(n, |n| n * n * (n - 1.0) * (n - 1.0) / 2.0)?;
    let mut builder = Problem::builder();
    let columns = || (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)));
    let mut pairs = Vec::new();
    for (a, b) in columns() {
        pairs.push(builder.primary(&format!("p{a}.{b}"))?);
    }
    let names = (0..n).map(|column| format!("c{column}"));
    let points: Vec<_> = names.map(|name| builder.secondary(&name)).collect::<Result<_, _>>()?;
    let mut vectors = Vec::new();
    for distance in 1..n {
        // Rows differ by up to n - 1 up or down; a difference of 0 has an item that no option holds.
        for difference in 0..2 * n - 1 {
            vectors.push(builder.secondary(&format!("d{distance}.{difference}"))?);
        }
    }
    let rows = (0..n).map(|row| builder.colour(&row.to_string()));
    let colours: Vec<_> = rows.collect::<Result<_, _>>()?;
    for ((a, b), pair) in columns().zip(pairs) {
        for row in 0..n {
            for other in (0..n).filter(|&other| other != row) {
                let vector = vectors[(b - a - 1) * (2 * n - 1) + other + n - 1 - row];
                let items = [
                    (pair, None),
                    (points[a], Some(colours[row])),
                    (points[b], Some(colours[other])),
                    (vector, None),
                ];
                builder.option_of(items)?;
            }
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use crate::engine::Dlx;
    use crate::family::{build, error};
    use crate::search::Solver;

    #[test]
    fn counts_are_those_published() {
        for (n, count) in [(2, 2u32), (3, 4), (4, 12), (5, 40), (6, 116), (7, 200), (8, 444)] {
            let problem = build(&format!("costas:{n}")).unwrap();
            assert_eq!(Dlx.count(&problem).unwrap(), count.into(), "{n}");
        }
    }

    #[test]
    fn one_column_has_no_pairs() {
        assert!(error("costas:1").contains("expected a number of 2 or more"));
    }
}
