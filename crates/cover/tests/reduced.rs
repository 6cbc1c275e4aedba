//! Checks reduced problems of families: one solution is left of those that symmetries map to each other.

use std::collections::BTreeSet;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Problem, Solver, family};

/// The cells under each piece of a solution, whatever the pieces are called.
type Tiling = BTreeSet<BTreeSet<[usize; 3]>>;

/// All solutions of a problem of pieces in a box of these sides.
fn tilings(problem: &Problem) -> Vec<Tiling> {
    let cell = |name: &str| -> Option<[usize; 3]> {
        let digits = |text: &str| text.bytes().map(|digit| usize::from(digit - b'0')).collect();
        match name.split_at_checked(1)? {
            ("c", place) if place.len() == 3 => <Vec<usize>>::try_into(digits(place)).ok(),
            (row @ ("a" | "b" | "c" | "d" | "e"), column) => {
                Some([0, usize::from(row.as_bytes()[0] - b'a'), column.parse().ok()?])
            }
            _ => None,
        }
    };
    let piece = |option| problem.option_text(option).split(' ').filter_map(cell).collect();
    let solutions = Dlx.all(problem).unwrap().into_iter();
    solutions.map(|solution| solution.into_iter().map(piece).collect()).collect()
}

/// The smallest image of a solution under all rotations and reflections of space that map the box to itself.
fn least_tiling(tiling: &Tiling, size: [usize; 3]) -> Tiling {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let orders = orders.into_iter().filter(|order| order.map(|axis| size[axis]) == size);
    let image = |(order, flips): ([usize; 3], usize)| -> Tiling {
        let moved = |cell: &[usize; 3]| -> [usize; 3] {
            std::array::from_fn(|axis| match cell[order[axis]] {
                place if flips >> axis & 1 == 1 => size[axis] - 1 - place,
                place => place,
            })
        };
        tiling.iter().map(|cells| cells.iter().map(moved).collect()).collect()
    };
    orders.flat_map(|order| (0..8).map(move |flips| (order, flips))).map(image).min().unwrap()
}

/// A reduced problem has one solution of each set that symmetries of the area map to each other, also where solutions are
/// symmetric.
#[test]
fn a_reduced_problem_has_one_solution_of_each_orbit() {
    for (spec, size) in [
        // A solution that is its own image under a reflection at a diagonal.
        ("polyominoes:##/#.,#:2x2", [1, 2, 2]),
        ("polyominoes:##,#,##/#.:2x3", [1, 2, 3]),
        ("polyominoes:##,#,###:2x3", [1, 2, 3]),
        ("polyominoes:###,##/#.,###/#..,##,####:4x4", [1, 4, 4]),
        ("polyominoes:#,##,###,##/#.,####,###/#..,##/##,##./.##:5x5", [1, 5, 5]),
        ("polyominoes:###/#..,###/.#.,##/#.,###,#:3x5", [1, 3, 5]),
        ("polyominoes:##/#.,###/#..,###/..#,##,###:4x4:one-sided", [1, 4, 4]),
        ("polycubes:##/#.,##/#.+#./..,#:2x2x2", [2, 2, 2]),
        ("polycubes:##/#.,##/#.+../#.,#:2x2x2", [2, 2, 2]),
        ("polycubes:##/##,###,##/#.,##/#.+../#.,###/#..:2x3x3", [2, 3, 3]),
        ("polycubes:##,###,##/#.,####:1x3x4", [1, 3, 4]),
    ] {
        let reduced = family::build(&format!("{spec}:reduced")).unwrap();
        let whole = tilings(&family::build(spec).unwrap());
        let orbits: BTreeSet<Tiling> =
            whole.iter().map(|tiling| least_tiling(tiling, size)).collect();
        let kept = tilings(&reduced);
        assert!(!orbits.is_empty(), "{spec}");
        let images: BTreeSet<Tiling> =
            kept.iter().map(|tiling| least_tiling(tiling, size)).collect();
        assert_eq!((kept.len(), &images), (orbits.len(), &orbits), "{spec}");
    }
}
