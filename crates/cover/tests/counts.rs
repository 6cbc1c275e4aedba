//! Compares the counters of dancing links with those of Knuth's DLX2, and numbers of solutions with the
//! literature.
//!
//! Nodes and updates depend on the order of items and options and on every decision of the search, so equal
//! numbers of solutions, nodes and updates show that the search is the same as that of DLX2.

use std::ops::ControlFlow;

use quadrille_cover::engine::{Dlx, ENGINES};
use quadrille_cover::{Budget, Counters, Outcome, Problem, Solver, family, verify};

/// A problem of a family, and the numbers that DLX2 prints for it: solutions, nodes, updates.
type Row = (&'static str, u64, u64, u64);

fn check(rows: &[Row]) {
    for &(spec, solutions, nodes, updates) in rows {
        check_problem(&family::build(spec).unwrap(), (spec, solutions, nodes, updates));
    }
}

fn check_problem(problem: &Problem, (name, solutions, nodes, updates): Row) {
    let mut visit = |_: &[_]| ControlFlow::Continue(());
    let search = Dlx.search(problem, &Budget::default(), Counters::On, &mut visit).unwrap();
    assert_eq!(search.outcome, Outcome::Exhausted, "{name}");
    let found = (search.stats.solutions, search.stats.nodes, search.stats.tests);
    assert_eq!(found, (solutions, Some(nodes), Some(updates)), "{name}");
}

// One test for each family, so that they run in parallel; the longest problems have tests of their own.

#[test]
fn queens_are_counted_as_dlx2_counts_them() {
    check(&[
        ("queens:8", 92, 1_049, 16_680),
        ("queens:9", 352, 3_440, 54_818),
        ("queens:10", 724, 11_578, 198_264),
        ("queens:11", 2_680, 45_393, 783_140),
        ("queens:12", 14_200, 211_716, 3_594_752),
        ("queens:13", 73_712, 1_046_319, 17_463_157),
    ]);
}

#[test]
fn langford_pairs_are_counted_as_dlx2_counts_them() {
    check(&[
        ("langford:7", 52, 607, 8_339),
        ("langford:8", 300, 2_789, 37_241),
        ("langford:9", 0, 10_797, 168_205),
        ("langford:10", 0, 60_790, 936_580),
        ("langford:11", 35_584, 439_747, 5_974_979),
        ("langford:11:reduced", 17_792, 223_510, 3_035_452),
    ]);
}

#[test]
fn pentominoes_in_a_box_are_counted_as_dlx2_counts_them() {
    check(&[
        ("pentominoes:3x20", 8, 32_978, 10_986_975),
        ("pentominoes:4x15", 1_472, 852_893, 279_621_691),
    ]);
}

#[test]
#[ignore = "1.2 thousand million updates, which show no more than those of 4x15; `.ci/nightly` runs it"]
fn pentominoes_in_6x10_are_counted_as_dlx2_counts_them() {
    check(&[("pentominoes:6x10", 9_356, 3_637_261, 1_242_377_480)]);
}

#[test]
fn pentominoes_around_a_hole_are_counted_as_dlx2_counts_them() {
    check(&[("pentominoes:8x8-hole", 520, 293_045, 102_179_915)]);
    // The X in the first quarter of the board, its options last.
    let text = family::build("pentominoes:8x8-hole").unwrap().to_string();
    let (of_x, others): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("X "));
    let in_quarter = |line: &&str| {
        let centre = line.split(' ').nth(3).unwrap().as_bytes();
        centre[0] < b'e' && centre[1] < b'4'
    };
    let lines: Vec<&str> = others.into_iter().chain(of_x.into_iter().filter(in_quarter)).collect();
    let quarter = Problem::parse(lines.join("\n") + "\n").unwrap();
    check_problem(&quarter, ("the X in a quarter", 130, 73_379, 25_599_414));
}

#[test]
fn the_soma_cube_is_counted_as_dlx2_counts_it() {
    check(&[("soma", 11_520, 254_676, 29_605_268)]);
}

#[test]
fn latin_squares_are_counted_as_dlx2_counts_them() {
    check(&[
        ("latin:5", 161_280, 1_701_926, 12_327_906),
        ("latin:6:reduced", 9_408, 93_943, 691_833),
    ]);
}

#[test]
fn dominoes_are_counted_as_dlx2_counts_them() {
    check(&[
        ("dominoes:6x6", 6_728, 25_695, 95_296),
        ("dominoes:8x8:mutilated", 0, 959_562, 4_780_846),
    ]);
}

#[test]
fn dominoes_on_8x8_are_counted_as_dlx2_counts_them() {
    check(&[("dominoes:8x8", 12_988_816, 50_102_176, 184_609_612)]);
}

#[test]
fn systems_of_sets_are_counted_as_dlx2_counts_them() {
    check(&[
        ("matching:16", 2_027_025, 4_886_521, 20_378_536),
        ("partitions:11", 678_570, 1_357_140, 18_606_108),
        ("steiner:9", 840, 6_553, 64_289),
        ("pigeonhole:9", 0, 986_410, 4_932_037),
    ]);
}

#[test]
fn de_bruijn_tori_are_counted_as_dlx2_counts_them() {
    check(&[("debruijn:4x4", 32, 2_301, 125_365), ("debruijn:2x8", 0, 1_441, 105_973)]);
}

/// Checks that every engine finds the expected numbers of solutions, of the numbers from `from` on in place of `N`, and that each is valid.
fn check_literature(family: &str, from: usize, expected: &[usize]) {
    for (n, &expected) in (from..).zip(expected) {
        let spec = family.replace('N', &n.to_string());
        let problem = family::build(&spec).unwrap();
        for engine in ENGINES.iter().filter(|engine| engine.refuses(&problem).is_none()) {
            let solutions = engine.all(&problem).unwrap();
            assert_eq!(solutions.len(), expected, "{} on {spec}", engine.name());
            for solution in solutions {
                assert_eq!(verify(&problem, &solution), Ok(()), "{} on {spec}", engine.name());
            }
        }
    }
}

#[test]
fn small_boards_have_as_many_solutions_as_the_literature_says() {
    // Numbers of solutions: OEIS A000170.
    check_literature("queens:N", 1, &[1, 0, 0, 2, 10, 4, 40, 92]);
    // Strips of two rows: Fibonacci numbers. A square: OEIS A004003. Boards of odd size and mutilated boards: a parity argument.
    check_literature("dominoes:2xN", 1, &[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
    check_literature("dominoes:4xN", 4, &[36]);
    check_literature("dominoes:3xN", 3, &[0]);
    check_literature("dominoes:4xN:mutilated", 4, &[0]);
    // Numbers of squares: OEIS A002860, and A000315 if the first row and column are given.
    check_literature("latin:N", 1, &[1, 2, 12, 576]);
    check_literature("latin:N:reduced", 4, &[4, 56]);
}

#[test]
fn small_pairings_have_as_many_solutions_as_the_literature_says() {
    // The numbers of OEIS A014552 for reduced problems, twice these numbers for the others.
    check_literature("langford:N", 3, &[2, 2, 0, 0, 52]);
    check_literature("langford:N:reduced", 3, &[1, 1, 0, 0, 26]);
    // Numbers of matchings: OEIS A001147; an odd number of points has none.
    check_literature("matching:N", 6, &[15, 0, 105]);
    // Numbers of partitions: OEIS A000110.
    check_literature("partitions:N", 1, &[1, 2, 5, 15, 52, 203]);
    // The only system is the Fano plane, which can be labelled in 7!/168 ways.
    check_literature("steiner:N", 7, &[30]);
    check_literature("pigeonhole:N", 1, &[0, 0, 0, 0]);
}
