//! Perfect matchings: pair each point of a graph with one of its neighbours.
//!
//! | graph | points | known numbers of perfect matchings |
//! |---|---|---|
//! | complete, n points | from `x0` on | (n - 1)(n - 3) ... 1 for even n: OEIS A001147 |
//! | complete bipartite, m and n points | from `x0` on, from `y0` on | n! if m = n, else 0 |
//! | grid, r x c | from `x0.0` on | those of dominoes: OEIS A099390 |
//! | torus, r x c, both at least 3 | from `x0.0` on | 272 for 4x4, which is the hypercube of 4 dimensions |
//! | hypercube, d dimensions | from `x0` on | 1, 2, 9, 272, 589185: OEIS A005271 |
//!
//! Items are the points, options the edges, in lexicographic order of the two points.
//!
//! Source: L. Lovász and M. D. Plummer, *Matching Theory* (1986).

use super::{Family, FamilyError, plain};
use crate::problem::{ItemId, Problem};

pub(super) const FAMILY: Family = Family {
    name: "matching",
    parameters: "(N | bipartite:MxN | grid:RxC | torus:RxC | cube:D)",
    about: "perfect matchings of the complete graph of N points, or of the graph named",
    example: "matching:16",
    read: |words| match words {
        ["bipartite", sides] => {
            let (left, right) = FAMILY.rectangle(&[sides])?;
            FAMILY.admit(left.min(right), |_| left as f64 * right as f64)?;
            let all = left + right;
            let name = |i| if i < left { format!("x{i}") } else { format!("y{}", i - left) };
            joined(all, name, |i| if i < left { (left..all).collect() } else { Vec::new() })
        }
        ["grid", sides] => lattice(FAMILY.rectangle(&[sides])?, false),
        ["torus", sides] => lattice(FAMILY.rectangle(&[sides])?, true),
        ["cube", dimensions] => {
            let dimensions = FAMILY.number(&[dimensions])?;
            FAMILY.admit(dimensions, |d| d * (d - 1.0).exp2())?;
            joined(
                1 << dimensions,
                |i| format!("x{i}"),
                |point| {
                    let above = (0..dimensions).map(|bit| point | 1 << bit);
                    above.filter(|&other| other > point).collect()
                },
            )
        }
        _ => {
            let n = FAMILY.number(words)?;
            FAMILY.admit(n, |n| n * (n - 1.0) / 2.0)?;
            joined(n, |i| format!("x{i}"), |point| (point + 1..n).collect())
        }
    },
    layout: None,
};

fn lattice((rows, columns): (usize, usize), is_torus: bool) -> Result<Problem, FamilyError> {
    // On a shorter side two points would be joined twice, or one with itself.
    if is_torus && (rows < 3 || columns < 3) {
        return Err(FAMILY.refuse(format_args!("torus:{rows}x{columns}"), "sides of 3 at least"));
    }
    FAMILY.admit(rows.min(columns), |_| 2.0 * rows as f64 * columns as f64)?;
    let name = |i: usize| format!("x{}.{}", i / columns, i % columns);
    joined(rows * columns, name, |point| {
        let (row, column) = (point / columns, point % columns);
        let neighbours = [
            (column + 1 < columns, point + 1),
            (is_torus && column == 0, point + columns - 1),
            (row + 1 < rows, point + columns),
            (is_torus && row == 0, point + (rows - 1) * columns),
        ];
        neighbours.into_iter().filter_map(|(is_there, point)| is_there.then_some(point)).collect()
    })
}

/// The matchings of a graph; `above` returns those neighbours of a point that have larger numbers, in order.
fn joined(
    points: usize,
    name: impl Fn(usize) -> String,
    above: impl Fn(usize) -> Vec<usize>,
) -> Result<Problem, FamilyError> {
    let mut builder = Problem::builder();
    let points: Vec<ItemId> =
        (0..points).map(|i| builder.primary(&name(i))).collect::<Result<_, _>>()?;
    for (i, &point) in points.iter().enumerate() {
        for neighbour in above(i) {
            builder.option_of(plain([point, points[neighbour]]))?;
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use crate::family::{error, pin};

    #[test]
    fn small_graphs_as_text() {
        assert_eq!(pin::lines("matching:3"), ["x0 x1 x2", "x0 x1", "x0 x2", "x1 x2"]);
        assert_eq!(pin::lines("matching:1"), ["x0"]);
        assert_eq!(pin::lines("matching:bipartite:1x2"), ["x0 y0 y1", "x0 y0", "x0 y1"]);
        let square = ["x0 x1 x2 x3", "x0 x1", "x0 x2", "x1 x3", "x2 x3"];
        assert_eq!(pin::lines("matching:cube:2"), square);
        let path = ["x0.0 x0.1 x0.2", "x0.0 x0.1", "x0.1 x0.2"];
        assert_eq!(pin::lines("matching:grid:1x3"), path);
    }

    #[test]
    fn refuses_other_graphs() {
        assert!(error("matching:star:5").contains("expected (N | bipartite:MxN | grid:RxC"));
        assert!(error("matching:torus:2x5").contains("expected sides of 3 at least"));
        assert!(error("matching:cube:0").contains("expected a number of 1 or more"));
        assert!(
            error("matching:cube:64")
                .contains("`matching:cube:64` would have more than 5000000 options")
        );
        assert!(error("matching:grid:0x4").contains("expected a number of 1 or more"));
        let most = usize::MAX;
        assert!(error(&format!("matching:grid:{most}x{most}")).contains("5000000"));
    }
}
