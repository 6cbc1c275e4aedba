//! Problems whose items are covered several times: compares numbers of solutions with the literature, and nodes
//! and updates with Knuth's DLX3. Equal numbers show that dancing links make the same search. `bits` has the same numbers of
//! solutions, as a whole and in parts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use quadrille_cover::engine::{Bits, Dlx, Naive};
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::{Bounds, Budget, Counters, Outcome, Problem, ProblemBuilder, Solver, verify};

const fn exactly(times: u32) -> Bounds {
    Bounds { low: times, high: times }
}

fn items(builder: &mut ProblemBuilder, names: impl IntoIterator<Item = String>, bounds: Bounds) {
    for name in names {
        builder.primary_bounded(&name, bounds).unwrap();
    }
}

fn option(builder: &mut ProblemBuilder, words: &[String]) {
    builder.option(words.iter().map(String::as_str)).unwrap();
}

/// The numbers that DLX3 prints for a problem: solutions, updates, nodes.
type Printed = (u64, u64, u64);

fn check(what: &str, problem: &Problem, printed: Printed) {
    let mut visit = |solution: &[_]| {
        assert_eq!(verify(problem, solution), Ok(()), "{what}");
        ControlFlow::Continue(())
    };
    let search = Dlx.search(problem, &Budget::default(), Counters::On, &mut visit).unwrap();
    assert_eq!(search.outcome, Outcome::Exhausted, "{what}");
    let found = (search.stats.solutions, search.stats.tests, search.stats.nodes);
    assert_eq!(found, (printed.0, Some(printed.1), Some(printed.2)), "{what}");
    for counters in [Counters::On, Counters::Off] {
        let tally = Bits.tally(problem, &Budget::default(), counters).unwrap();
        assert_eq!(tally.solutions, printed.0.into(), "{what}");
    }
    let division = Division::by_size(problem, 100_000.0);
    assert!(division.parts() > 1 || printed.1 < 100_000, "{what}");
    assert_eq!(Parallel::new(&Bits, 2).count(problem), Ok(printed.0.into()), "{what}");
    let (budget, off) = (Budget::default(), Counters::Off);
    let tally = Parallel::new(&Bits, 2).tally_parts(&division, &budget, off, &mut ()).unwrap();
    assert_eq!(tally.solutions, printed.0.into(), "{what}");
}

/// Ways to place `queens` queens on an `n` by `n` board so that each cell is attacked or occupied.
fn domination(n: usize, queens: u32) -> Problem {
    let mut builder = Problem::builder();
    let cells: Vec<(usize, usize)> = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).collect();
    let name = |(r, c): (usize, usize)| format!("{r}.{c}");
    builder.primary_bounded("queens", exactly(queens)).unwrap();
    let names = cells.iter().map(|&cell| name(cell));
    items(&mut builder, names, Bounds { low: 1, high: queens });
    for &(r, c) in &cells {
        let sees = |&(x, y): &(usize, usize)| x == r || y == c || x.abs_diff(r) == y.abs_diff(c);
        let seen = cells.iter().copied().filter(sees).map(name);
        let words: Vec<String> = std::iter::once("queens".to_owned()).chain(seen).collect();
        option(&mut builder, &words);
    }
    builder.build()
}

/// Square matrices of zeros and ones whose rows and columns have `sum` ones each.
fn matrices(n: usize, sum: u32) -> Problem {
    let mut builder = Problem::builder();
    items(&mut builder, (0..n).map(|i| format!("r{i}")), exactly(sum));
    items(&mut builder, (0..n).map(|i| format!("c{i}")), exactly(sum));
    for (row, column) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        option(&mut builder, &[format!("r{row}"), format!("c{column}")]);
    }
    builder.build()
}

fn regular_graphs(vertices: usize, degree: u32) -> Problem {
    let mut builder = Problem::builder();
    items(&mut builder, (0..vertices).map(|i| format!("v{i}")), exactly(degree));
    for (a, b) in (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b))) {
        option(&mut builder, &[format!("v{a}"), format!("v{b}")]);
    }
    builder.build()
}

/// Ways to place `2n` points on an `n` by `n` grid, no three of them in a line: two in each row and
/// column, two at most in any other line.
fn no_three_in_line(n: i32) -> Problem {
    let points: Vec<(i32, i32)> = (0..n).flat_map(|x| (0..n).map(move |y| (x, y))).collect();
    // Each line is identified by `a x + b y = c` in lowest terms.
    let mut lines: BTreeMap<(i32, i32, i32), BTreeSet<(i32, i32)>> = BTreeMap::new();
    for (i, &p) in points.iter().enumerate() {
        for &q in &points[i + 1..] {
            let (mut a, mut b) = (q.1 - p.1, p.0 - q.0);
            let divisor = (1..=n).rev().find(|d| a % d == 0 && b % d == 0).unwrap();
            let sign = if (a, b) < (0, 0) { -1 } else { 1 };
            (a, b) = (a / divisor * sign, b / divisor * sign);
            lines.entry((a, b, a * p.0 + b * p.1)).or_default().extend([p, q]);
        }
    }
    let mut builder = Problem::builder();
    let mut through: BTreeMap<(i32, i32), Vec<String>> = BTreeMap::new();
    for ((a, b, c), on) in lines.iter().filter(|(_, on)| on.len() > 2) {
        let name = format!("{a}x+{b}y={c}");
        let low = if *a == 0 || *b == 0 { 2 } else { 0 };
        builder.primary_bounded(&name, Bounds { low, high: 2 }).unwrap();
        for &point in on {
            through.entry(point).or_default().push(name.clone());
        }
    }
    for point in &points {
        option(&mut builder, &through[point]);
    }
    builder.build()
}

/// Numbers of solutions: OEIS A002564.
#[test]
fn the_least_number_of_queens_sees_a_whole_board_in_as_many_ways_as_dlx3_says() {
    check("4, 2 queens", &domination(4, 2), (12, 6_309, 197));
    check("5, 3 queens", &domination(5, 3), (186, 149_345, 5_185));
    check("6, 3 queens", &domination(6, 3), (4, 660_442, 3_209));
    check("7, 4 queens", &domination(7, 4), (86, 23_598_651, 87_494));
}

/// The number of solutions is in *TAOCP* 4B, 7.2.2.1, on Algorithm M.
#[test]
#[ignore = "a thousand million updates, which show no more than those of 7x7; `.ci/nightly` runs it"]
fn five_queens_see_the_whole_chessboard_in_4860_ways() {
    check("8, 5 queens", &domination(8, 5), (4_860, 997_566_599, 3_072_452));
}

/// Numbers of matrices: OEIS A001499.
#[test]
fn matrices_of_two_ones_in_each_row_and_column() {
    check("4x4", &matrices(4, 2), (90, 973, 300));
    check("5x5", &matrices(5, 2), (2_040, 21_913, 6_150));
    check("6x6", &matrices(6, 2), (67_950, 715_151, 198_658));
}

/// Numbers of graphs: OEIS A002829.
#[test]
fn cubic_graphs_on_labelled_vertices() {
    check("6 vertices", &regular_graphs(6, 3), (70, 965, 299));
    check("8 vertices", &regular_graphs(8, 3), (19_355, 251_670, 64_927));
}

/// Numbers of solutions: OEIS A000755.
#[test]
fn no_three_points_of_a_grid_in_a_line() {
    check("3x3", &no_three_in_line(3), (2, 61, 17));
    check("4x4", &no_three_in_line(4), (11, 642, 111));
    check("5x5", &no_three_in_line(5), (32, 6_459, 737));
    check("6x6", &no_three_in_line(6), (50, 84_756, 6_033));
    check("7x7", &no_three_in_line(7), (132, 1_302_184, 68_506));
}

/// Number of ways to choose between `low` and `high` of `n` options without common items: a sum of binomials.
#[test]
fn so_many_of_n_options() {
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for n in 1..=12u64 {
        for (low, high) in (0..=n as u32).flat_map(|l| (l.max(1)..=14).map(move |h| (l, h))) {
            let mut builder = Problem::builder();
            builder.primary_bounded("a", Bounds { low, high }).unwrap();
            for _ in 0..n {
                option(&mut builder, &["a".to_owned()]);
            }
            let problem = builder.build();
            let ways: u64 = (u64::from(low)..=u64::from(high).min(n)).map(|k| binomial(n, k)).sum();
            for engine in [&Dlx as &dyn Solver, &Naive, &Bits] {
                let count = engine.count(&problem).unwrap();
                assert_eq!(count, ways.into(), "{low} to {high} of {n}, {}", engine.name());
            }
        }
    }
}
