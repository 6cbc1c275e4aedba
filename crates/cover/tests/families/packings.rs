//! Packings: boards with joined sides, free cells, some of the pieces.

use std::collections::BTreeSet;

use quadrille_cover::{Auto, Budget, Solver, family};

use super::{check, count};

/// The ways to lay K dominoes on a board, or to fill it, counted square by square without exact cover. `wraps` says whether the first row is
/// beside the last one, and the first column beside the last one.
fn dominoes(rows: usize, columns: usize, wraps: [bool; 2], k: usize, fills: bool) -> u64 {
    fn from(
        at: usize,
        size: [usize; 2],
        wraps: [bool; 2],
        left: usize,
        fills: bool,
        is_taken: &mut [bool],
    ) -> u64 {
        let Some(cell) = (at..is_taken.len()).find(|&cell| !is_taken[cell]) else {
            return u64::from(left == 0);
        };
        let [rows, columns] = size;
        let (row, column) = (cell / columns, cell % columns);
        let mut ways = if fills { 0 } else { from(cell + 1, size, wraps, left, fills, is_taken) };
        if left == 0 {
            return ways;
        }
        let beside = [
            (row + 1 < rows, cell + columns),
            (column + 1 < columns, cell + 1),
            (wraps[0] && row == 0, cell + (rows - 1) * columns),
            (wraps[1] && column == 0, cell + columns - 1),
        ];
        let beside: BTreeSet<usize> =
            beside.iter().filter(|(is_there, _)| *is_there).map(|&(_, other)| other).collect();
        is_taken[cell] = true;
        for other in beside {
            if !std::mem::replace(&mut is_taken[other], true) {
                ways += from(cell + 1, size, wraps, left - 1, fills, is_taken);
                is_taken[other] = false;
            }
        }
        is_taken[cell] = false;
        ways
    }
    from(0, [rows, columns], wraps, k, fills, &mut vec![false; rows * columns])
}

/// Perfect matchings of square tori: OEIS A103999. The torus of two squares by two has two sides between neighbours, which
/// are one placement here, so it is left out.
#[test]
fn dominoes_fill_boards_with_joined_sides() {
    check(&[("polyominoes:2:4x4:any:torus", 272), ("polyominoes:2:6x6:any:torus", 90176)]);
    assert_eq!(family::build("polyominoes:2:4x6:any:torus").unwrap().options(), 48);
    for (rows, columns) in [(2, 3), (3, 4), (4, 3), (4, 4), (5, 4)] {
        for (flag, wraps) in [("cylinder", [false, true]), ("torus", [true, true])] {
            let spec = format!("polyominoes:2:{rows}x{columns}:any:{flag}");
            let expected = dominoes(rows, columns, wraps, rows * columns / 2, true);
            assert_eq!(count(&spec), expected * u64::from(rows * columns % 2 == 0), "{spec}");
        }
    }
    // A bar that goes round a ring is one placement, wherever it begins; one that is longer than the ring has none.
    check(&[("polyominoes:####:2x4:any:cylinder", 1), ("polyominoes:####:4x4:any:torus", 2)]);
    check(&[("polyominoes:#####:5x4:any:cylinder", 1)]);
}

/// Dominoes and free squares on square boards: 7, 131 and 10012 ways in all (OEIS A028420).
#[test]
fn some_pieces_leave_cells_free() {
    for (n, all) in [(2, 7), (3, 131), (4, 10012)] {
        let spec = |k: usize| format!("polyominoes:2:{n}x{n}:any:gaps:use={k}");
        let of = |k: usize| {
            let number = count(&spec(k));
            assert_eq!(number, dominoes(n, n, [false; 2], k, false), "{}", spec(k));
            number
        };
        let each: Vec<u64> = (1..=n * n / 2).map(of).collect();
        assert_eq!(1 + each.iter().sum::<u64>(), all, "{each:?}");
        let range = format!("polyominoes:2:{n}x{n}:any:gaps:use=0-{}", n * n);
        assert_eq!(count(&range), all);
        // The same with squares in place of gaps, and numbers of copies with bounds.
        check(&[(&format!("polyominoes:0-{0}x##,0-{0}x#:{n}x{n}", n * n), all)]);
        assert_eq!(count(&format!("polyominoes:1-2x##,0-{}x#:{n}x{n}", n * n)), each[0] + each[1]);
    }
    check(&[
        ("polyominoes:5:4x5:use=4", count("polyominoes:5:4x5")),
        ("polyominoes:5:4x5:use=3", 0),
    ]);
}

/// Two of the twelve pentominoes in a box of 3x4 or 4x4, which leaves two or six cells free: as many as pairs of placements of different
/// pieces that share no cell.
#[test]
fn two_pentominoes_lie_in_a_box() {
    for area in ["3x4", "4x4", "3x5"] {
        let all = family::build(&format!("polyominoes:5:{area}")).unwrap();
        let placements: Vec<BTreeSet<String>> = all
            .option_ids()
            .map(|option| all.option_text(option).split(' ').map(str::to_owned).collect())
            .collect();
        let pairs = placements.iter().enumerate().map(|(i, one)| {
            placements[..i].iter().filter(|other| one.is_disjoint(other)).count() as u64
        });
        let pairs: u64 = pairs.sum();
        assert!(pairs > 0);
        for set in ["5", "F,I,L,N,P,T,U,V,W,X,Y,Z"] {
            let spec = format!("polyominoes:{set}:{area}:gaps:use=2");
            let problem = family::build(&spec).unwrap();
            assert_eq!(
                quadrille_cover::engine::Naive.count(&problem).unwrap(),
                pairs.into(),
                "{spec}"
            );
            assert_eq!(Auto.count(&problem).unwrap(), pairs.into(), "{spec}");
        }
    }
}

/// With gaps, `reduced` leaves one solution of each class up to symmetry.
#[test]
fn packings_with_gaps_are_reduced() {
    for pieces in ["F,P", "L,##/##,#", "4,#"] {
        let (whole, reduced) = (
            format!("polyominoes:{pieces}:5x5:gaps"),
            format!("polyominoes:{pieces}:5x5:gaps:reduced"),
        );
        let problem = family::build(&whole).unwrap();
        let budget = Budget::default();
        let symmetries = quadrille_cover::symmetry::Symmetries::new(&problem, &budget).unwrap();
        assert_eq!(symmetries.order(), &8u32.into());
        let method = quadrille_cover::symmetry::Method::Enumerate;
        let classes = symmetries.classes(method, &Auto, &budget).unwrap();
        assert_eq!(count(&reduced), classes.len() as u64, "{pieces}");
    }
}
