//! Checks the numbers of solutions of problem families against the literature, or against arguments without a search.
//!
//! Long tests are ignored; the reason gives the time that each took. `cargo test --release -p
//! quadrille-cover --test families -- --ignored` runs them.

mod packings;

use std::collections::BTreeSet;

use quadrille_cover::engine::{Bits, Dlx, Iso};
use quadrille_cover::symmetry::{Method, Symmetries};
use quadrille_cover::{Auto, Budget, Counters, Solver, family, verify};

/// A problem of a family and its number of solutions.
type Row<'a> = (&'a str, u64);

fn count(spec: &str) -> u64 {
    let problem = family::build(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    Dlx.count(&problem).unwrap().try_into().unwrap()
}

#[track_caller]
fn check(rows: &[Row<'_>]) {
    for &(spec, expected) in rows {
        assert_eq!(count(spec), expected, "{spec}");
    }
}

/// For each square of the first row, the number of the 92 solutions of 8 queens with a queen on it. Each solution
/// of n queens has one queen in that row, so these numbers add up to the number of all solutions.
#[test]
fn queens_are_completed() {
    let at = |n: usize, column: usize| count(&format!("queens:{n}:r0c{column}"));
    let first_row: Vec<u64> = (0..8).map(|column| at(8, column)).collect();
    assert_eq!(first_row, [4, 8, 16, 18, 18, 16, 8, 4]);
    // Numbers of solutions: OEIS A000170.
    for (n, all) in [(5, 10), (6, 4), (7, 40), (9, 352), (10, 724)] {
        assert_eq!((0..n).map(|column| at(n, column)).sum::<u64>(), all, "{n} queens");
    }
    // The queens of a complete solution have one completion, and other full sets of queens have none.
    let whole = "r0c0,r1c4,r2c7,r3c5,r4c2,r5c6,r6c1,r7c3";
    check(&[(&format!("queens:8:{whole}"), 1), ("queens:6:r0c0", 0)]);
}

/// Counts up to symmetry: D. S. Scott (1958), C. B. and J. Haselgrove (1960), J. G. Fletcher (1965). The problem that is not
/// reduced also has the images of each solution: `counts.rs`.
#[test]
fn pentominoes_fill_boxes() {
    for (area, up_to_symmetry) in [
        ("3x20", 2u64),
        ("20x3", 2),
        ("4x15", 368),
        ("5x12", 1010),
        ("6x10", 2339),
        ("8x8-hole", 65),
    ] {
        let problem = family::build(&format!("pentominoes:{area}:reduced")).unwrap();
        assert_eq!(Bits.count(&problem).unwrap(), up_to_symmetry.into(), "{area}");
    }
    let all = family::build("polyominoes:5:3x20:reduced").unwrap();
    assert_eq!(Bits.count(&all).unwrap(), 2u32.into());
}

/// C. J. Bouwkamp (1969): 264 and 12 up to symmetry. No solution is its own image under one of the 8
/// symmetries of a box with three different sides, so each counts 8 times.
#[test]
fn pentominoes_fill_boxes_in_space() {
    check(&[("pentominoes:2x3x10", 12 * 8), ("pentominoes:2x3x10:reduced", 12)]);
    check(&[("polyominoes:5:2x3x10:reduced", 12)]);
}

#[test]
#[ignore = "a minute"]
fn pentominoes_fill_larger_boxes_in_space() {
    check(&[("pentominoes:3x4x5", 3940 * 8), ("pentominoes:2x5x6", 264 * 8)]);
    check(&[("pentominoes:3x4x5:reduced", 3940), ("pentominoes:2x5x6:reduced", 264)]);
    check(&[("pentominoes:6x10", 2339 * 4), ("polyominoes:5:6x10:reduced", 2339)]);
}

/// Numbers of ways up to symmetry in which some of the twelve pieces fill smaller boxes, from the tables of
/// pentomino rectangles in the literature.
#[test]
fn some_pentominoes_fill_smaller_boxes() {
    for (rows, columns, expected) in [(3, 5, 7), (4, 5, 50), (5, 5, 107), (3, 10, 145)] {
        let problem = family::build(&format!("pentominoes:{rows}x{columns}")).unwrap();
        let symmetries = Symmetries::new(&problem, &Budget::default()).unwrap();
        let classes = symmetries.classes(Method::Enumerate, &Auto, &Budget::default()).unwrap();
        assert_eq!(classes.len(), expected, "{rows}x{columns}");
    }
}

#[test]
fn polyominoes_fill_areas() {
    check(&[
        // Dominoes: OEIS A004003; with monominoes: A028420.
        ("polyominoes:2:6x6:any", 6728),
        ("polyominoes:1-2:2x2:any", 7),
        ("polyominoes:1-2:3x3:any", 131),
        ("polyominoes:1-2:4x4:any", 10012),
        // The L tromino fills 2 x 3n in 2^n ways.
        ("polyominoes:##/#.:2x12:any", 16),
        // The T tetromino fills 4x4 in 2 ways, 8x8 in 84 and no board whose sides 4 does not divide: D. W. Walkup
        // (1965), OEIS A172477.
        ("polyominoes:###/.#.:4x4:any", 2),
        ("polyominoes:###/.#.:8x8:any", 84),
        ("polyominoes:###/.#.:6x8:any", 0),
        // The five tetrominoes fill no rectangle, as only the T covers an odd number of black squares (Golomb).
        ("polyominoes:4:4x5", 0),
        ("polyominoes:4:2x10", 0),
        ("polyominoes:4:4x7:one-sided", 0),
        // The I tetromino does not fill 6x6: a colouring argument, as for the mutilated chessboard.
        ("polyominoes:####:6x6:any", 0),
    ]);
}

/// 1390 and 224 solutions up to rotation; each of these boxes has 8 rotations.
#[test]
fn tetracubes_fill_boxes() {
    check(&[("polycubes:4:2x4x4", 1390 * 8), ("polycubes:4:2x2x8", 224 * 8)]);
    // With reflections these boxes have 16 symmetries, none of which leaves a solution as it is.
    check(&[("polycubes:4:2x4x4:reduced", 1390 / 2), ("polycubes:4:2x2x8:reduced", 224 / 2)]);
    let soma = "##/#.,###/#..,###/.#.,##./.##,##/#.+../#.,##/#.+.#/..,##/#.+#./..";
    // 240 solutions in 48 positions: J. H. Conway and M. J. T. Guy.
    check(&[(&format!("polycubes:{soma}:3x3x3"), 240 * 48)]);
    check(&[("soma:reduced", 240), (&format!("polycubes:{soma}:3x3x3:reduced"), 240)]);
}

/// The 18 one-sided pentominoes fill 3x30 in 46 ways up to symmetry: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, exercises.
#[test]
#[ignore = "long"]
fn one_sided_pentominoes_fill_boxes() {
    for (form, count) in [("", 4 * 46u32), (":reduced", 46)] {
        let problem = family::build(&format!("polyominoes:5:3x30:one-sided{form}")).unwrap();
        assert_eq!(Bits.count(&problem).unwrap(), count.into());
    }
}

/// 19186 solutions up to rotation: S. Kurowski (2006). The mirror image of a solution is none.
#[test]
#[ignore = "long"]
fn bedlams_cube_has_its_solutions() {
    let problem = family::build("bedlam:reduced").unwrap();
    assert_eq!(Bits.count(&problem).unwrap(), 19_186u32.into());
}

#[test]
fn latin_squares_are_completed() {
    check(&[
        // Squares with the first row in order: OEIS A000479.
        ("latin:4:0123/..../..../....", 24),
        ("latin:5:01234/...../...../...../.....", 1344),
        // All places open: OEIS A002860. No place open: one square.
        ("latin:4:holes=16", 576),
        ("latin:4:holes=0", 1),
        // The last cell of the first row has no symbol left: its row has 0 and 1, and its column has 2.
        ("latin:3:01./..2/...", 0),
    ]);
}

/// The cyclic square of order n has a mate if n is odd (Euler). The number of mates with the first row in
/// order is the number of ways to divide the square into transversals: J. Egan and I. M. Wanless,
/// *Mathematics of Computation* 85 (2016), 799-824.
#[test]
fn cyclic_squares_have_mates() {
    check(&[("mates:3", 1), ("mates:4", 0), ("mates:5", 3), ("mates:6", 0), ("mates:7", 635)]);
}

/// Numbers of systems: OEIS A030128, divided by the (n - 2)(n - 4) ... 1 ways to give the first point its triples.
#[test]
fn steiner_systems_with_the_first_triples_given() {
    check(&[("steiner:7:reduced", 30 / 15), ("steiner:9:reduced", 840 / 105)]);
    check(&[("steiner:13:reduced", 1_197_504_000 / 10_395), ("steiner:11:reduced", 0)]);
}

#[test]
fn graphs_have_as_many_perfect_matchings_as_the_literature_says() {
    check(&[
        // n! matchings of n and n points.
        ("matching:bipartite:6x6", 720),
        ("matching:bipartite:5x6", 0),
        // Matchings of grids, as coverings by dominoes: OEIS A099390, A004003.
        ("matching:grid:6x6", 6728),
        ("matching:grid:3x8", 153),
        // Matchings of hypercubes: OEIS A005271.
        ("matching:cube:1", 1),
        ("matching:cube:2", 2),
        ("matching:cube:3", 9),
        ("matching:cube:4", 272),
        ("matching:cube:5", 589_185),
        // The hypercube of 4 dimensions is the torus of 4 x 4.
        ("matching:torus:4x4", 272),
        // A cycle of odd length times another one of odd length has an odd number of points.
        ("matching:torus:3x5", 0),
    ]);
}

#[test]
fn pigeons_find_holes() {
    check(&[("pigeonhole:3x5", 60), ("pigeonhole:6x6", 720), ("pigeonhole:1x9", 9)]);
}

/// N. G. de Bruijn (1946), T. van Aardenne-Ehrenfest and N. G. de Bruijn (1951): k!^(k^(n-1)) / k^n cycles,
/// each begun at any of its k^n places.
#[test]
fn de_bruijn_cycles() {
    check(&[
        ("debruijn:1x4:1x2", 4),
        ("debruijn:1x8:1x3", 2 * 8),
        ("debruijn:16x1:4x1", 16 * 16),
        ("debruijn:1x32:1x5", 2048 * 32),
        ("debruijn:1x9:1x2:3", 24 * 9),
        ("debruijn:1x5:1x1:5", 120),
    ]);
}

/// 13328 solutions up to reflection, rotation and exchange of the two inner colours; each stands for 8 solutions,
/// as none is its own image. We know of no other program that confirmed this number: G. Feldman (1964) is quoted
/// with 12261. The number is a multiple of 8, and the reduced problem agrees with it.
#[test]
#[ignore = "25 s"]
fn macmahon_squares() {
    check(&[("macmahon:4x6", 13328 * 8)]);
}

#[test]
fn macmahon_squares_up_to_symmetry() {
    let problem = family::build("macmahon:4x6:reduced").unwrap();
    assert_eq!(Bits.count(&problem).unwrap(), 13_328u32.into());
    check(&[("macmahon:3x8:reduced", 0)]);
}

/// All valid ways to place the six squares of two colours in 2x3, found by trying all pieces and rotations.
#[test]
fn macmahon_squares_of_two_colours() {
    let pieces =
        [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 1], [1, 1, 1, 1]];
    let mut found = [0_u64; 2];
    let mut boards: Vec<Vec<(usize, [usize; 4])>> = vec![vec![]];
    for cell in 0..6 {
        let mut next = Vec::new();
        for board in &boards {
            for (piece, colours) in pieces.iter().enumerate() {
                let turned: BTreeSet<[usize; 4]> =
                    (0..4).map(|by| std::array::from_fn(|side| colours[(side + by) % 4])).collect();
                for turned in turned {
                    let above = cell < 3 || board[cell - 3].1[2] == turned[0];
                    let left = cell % 3 == 0 || board[cell - 1].1[1] == turned[3];
                    if above && left && board.iter().all(|&(other, _)| other != piece) {
                        next.push([&board[..], &[(piece, turned)]].concat());
                    }
                }
            }
        }
        boards = next;
    }
    for board in boards {
        let is_border = |cell: usize, side: usize| match side {
            0 => cell < 3,
            1 => cell % 3 == 2,
            2 => cell >= 3,
            _ => cell.is_multiple_of(3),
        };
        let sides = (0..6).flat_map(|cell| (0..4).map(move |side| (cell, side)));
        let in_one_colour = sides
            .filter(|&(cell, side)| is_border(cell, side))
            .all(|(cell, side)| board[cell].1[side] == 0);
        found[0] += 1;
        found[1] += u64::from(in_one_colour);
    }
    assert!(found[0] > 0);
    check(&[("macmahon:2x3:free", found[0]), ("macmahon:2x3", found[1])]);
}

/// The solutions of families drawn from a seed pass the verifier.
#[test]
fn solutions_of_drawn_problems_are_solutions() {
    for spec in
        ["x3c:30:60:planted:seed=4", "frb:14:6:40:14:planted:seed=4", "latin:8:holes=30:seed=4"]
    {
        let problem = family::build(spec).unwrap();
        let solutions = Dlx.all(&problem).unwrap();
        assert!(!solutions.is_empty(), "{spec}");
        assert!(solutions.iter().all(|solution| verify(&problem, solution) == Ok(())), "{spec}");
    }
}

/// In a file, lines are rows, and a comma at the end of a line separates drawings.
#[test]
fn pieces_are_drawn_in_a_file() {
    let files = |name: &str| {
        Ok(match name {
            "pieces" => "2x##\n#.,\n##\n##,\n##\n",
            "in-a-line" => "2x##/#.,##/##,##",
            "cubes" => "##\n#.\n\n#.\n..,\n###\n#..\n",
            _ => return Err("no such file".to_owned()),
        }
        .to_owned())
    };
    let spec = "polyominoes:2x##/#.,##/##,##:3x4";
    let drawn = family::build(spec).expect("a problem");
    for file in ["polyominoes:@pieces:3x4", "polyominoes:@in-a-line:3x4"] {
        assert_eq!(family::build_with(file, files), Ok(drawn.clone()), "{file}");
        assert_eq!(family::inlined(file, files).as_deref(), Ok(spec));
    }
    let cubes = family::inlined("polycubes:@cubes,####:2x2x3", files);
    assert!(cubes.is_err(), "a name of a file is the whole parameter");
    let cubes = family::inlined("polycubes:@cubes:2x2x2", files);
    assert_eq!(cubes.as_deref(), Ok("polycubes:##/#.+#./..,###/#..:2x2x2"));
}

/// Sources: the modules of the families. The numbers of Latin squares are OEIS A002860, of Steiner systems A030128.
#[test]
fn what_is_isomorphic_is_counted_once() {
    for (spec, count) in [
        ("latin:7", "61479419904000"),
        ("sudoku:2x3", "28200960"),
        ("steiner:13", "1197504000"),
        ("one-factorisations:8", "31449600"),
        ("one-factorisations:10:matchings", "1225566720"),
        ("parallelisms:2", "240"),
        ("costas:9", "760"),
        ("matching:cube:5", "589185"),
        ("matching:torus:8x8", "311853312"),
        ("queens:8", "92"),
        ("langford:8", "300"),
        ("dominoes:8x8", "12988816"),
        ("soma", "11520"),
        ("debruijn:4x4", "32"),
    ] {
        let problem = family::build(spec).unwrap();
        assert_eq!(Iso.count(&problem).unwrap().to_string(), count, "{spec}");
    }
}

/// Most of the time of `iso` on queens goes into small states, which it counts without forms. `memo` counts them sooner. On a wide board a
/// trial of `iso` counts next to nothing of the tree, though several times as much as `memo`.
#[test]
fn auto_changes_to_iso_only_where_that_saves_time() {
    for (spec, winner, solutions) in [
        ("queens:14", None, "365596"),
        ("latin:6", Some("iso"), "812851200"),
        ("dominoes:19x20", Some("frontier"), "3911222696776012972239561518359338259546415835"),
    ] {
        let problem = family::build(spec).unwrap();
        let tally = Auto.tally(&problem, &Budget::default(), Counters::Off).unwrap();
        assert_eq!(tally.solutions.to_string(), solutions, "{spec}");
        assert_eq!(tally.changed.map(|changed| changed.engine), winner, "{spec}");
    }
}
