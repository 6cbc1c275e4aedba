use proptest::prelude::*;
use quadrille_cover::engine::{Auto, Dlx};
use quadrille_cover::random::{Stream, shuffle};
use quadrille_cover::{CancelToken, Solver};

use crate::rules::read::{Asked, Found, Reader};
use crate::rules::tests::{brute_force, rules};
use crate::rules::{Spec, make};

fn read(text: &str, spec: &str) -> Vec<Result<Found, String>> {
    let asked = Asked::Spec(spec.parse().unwrap());
    let found = Reader::new(text.as_bytes(), asked);
    found.map(|found| found.map_err(|error| error.to_string())).collect()
}

fn only(text: &str, spec: &str) -> Found {
    let mut all = read(text, spec);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn count(found: &Found, engine: &dyn Solver) -> u128 {
    let Ok((problem, _)) = found.rules.to_problem(&found.givens) else { return 0 };
    engine.count(&problem).unwrap().try_into().unwrap()
}

/// Counts the Latin squares of four rows that agree with a puzzle on one line, by trying all digits. Reads the line by itself.
fn by_brute_force(line: &str) -> u128 {
    let mut cells: Vec<(u8, String)> = Vec::new();
    for c in line.chars() {
        match c {
            '.' => cells.push((0, String::new())),
            '1'..='4' => cells.push((c as u8 - b'0', String::new())),
            sign => cells.last_mut().unwrap().1.push(sign),
        }
    }
    brute_force(4, &|grid| {
        let last = grid.len() - 1;
        let digit = grid[last];
        let clashes = (0..last)
            .any(|cell| grid[cell] == digit && (cell / 4 == last / 4 || cell % 4 == last % 4));
        let agrees = |cell: Option<usize>, signs: [char; 2]| {
            let Some(cell) = cell else { return true };
            let has = |sign| cells[cell].1.contains(sign);
            !(has(signs[0]) && grid[cell] >= digit || has(signs[1]) && grid[cell] <= digit)
        };
        let beside =
            agrees(last.checked_sub(1), ['<', '>']) && agrees(last.checked_sub(4), ['^', 'v']);
        !clashes && beside && [0, digit].contains(&cells[last].0)
    })
}

#[test]
fn a_drawing_says_the_same_as_a_line() {
    let drawn = ". > . . .\n      ^\n. . . .\nv\n. . . < 3\n. . . .\n";
    let found = only(drawn, "4+futoshiki");
    let line = found.rules.puzzle_line(&found.givens);
    assert_eq!(line, ".>..^..v......<3....");
    assert_eq!(only(&line, "4+latin+signs"), found);
    assert_eq!(only(&line.replace('^', "∧").replace('v', "∨"), "futoshiki"), found);
    let plain = found.rules.puzzle_plain(&found.givens);
    assert_eq!(plain, ".>. . .\n    ^\n. . . .\nv\n. . .<3\n. . . .\n");
    assert_eq!(only(&plain, "futoshiki"), found);
    // Numbers with blanks between them, and a blank line where there are no signs.
    let (row, rows) = (". ".repeat(11), format!("{}\n", ". ".repeat(12)).repeat(11));
    let found = only(&format!("12 > {row}\n\n{rows}"), "12+latin+signs");
    assert_eq!(found.rules.signs().map(|pair| pair.cells).collect::<Vec<_>>(), [[1, 0]]);
    assert_eq!(found.givens[0], 12);
}

#[test]
fn a_sign_that_is_not_between_two_cells_is_refused_with_its_place() {
    let rows = "....\n".repeat(3);
    for (text, place) in [
        (format!("....>\n{rows}"), "1:5"),
        (format!("<....\n{rows}"), "1:1"),
        (format!("....\n    v\n{rows}"), "2:5"),
        (format!("....\n<\n{rows}"), "2:1"),
        (format!("v\n....\n{rows}"), "1:1"),
        (".".repeat(16) + "v", "1:17"),
    ] {
        let found = read(&text, "4+futoshiki");
        let error = found[0].as_ref().unwrap_err();
        assert!(error.starts_with(&format!("{place}: found a sign")), "{text}: {error}");
        assert_eq!(found.len(), 1, "{text}");
    }
    let refused = "22+futoshiki".parse::<Spec>().and_then(|spec| spec.rules(None)).unwrap_err();
    assert!(refused.to_string().contains("expected at most 21 rows"), "{refused}");
    // Without the rule a sign is no part of a puzzle.
    assert!(read(".>..............", "4+latin")[0].is_err());
}

#[test]
fn a_sign_against_its_digits_is_a_fault() {
    let found = only("2<1..............", "4+futoshiki");
    assert_eq!(
        found.rules.fault(&found.givens).unwrap(),
        "digits 2 and 1 stand against the sign between them: at row 1 column 1 and row 1 column 2"
    );
    // A row that falls all the way is known without a search.
    let found = only(".>.>.>.............", "4+futoshiki");
    assert_eq!(found.rules.candidates(&found.givens)[..4], [8, 4, 2, 1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn puzzles_with_signs_are_counted_as_by_brute_force_and_read_as_written(
        seed in any::<u64>(), signs in 0usize..14, clues in 0usize..4,
    ) {
        let mut stream = Stream::new(seed, 0);
        let empty = rules("4+futoshiki");
        let grid = make::grid(&empty, &mut stream, &CancelToken::new()).unwrap();
        let mut all: Vec<_> = make::signs_of(&empty, &grid);
        prop_assert_eq!(all.len(), 24);
        shuffle(&mut all, &mut stream);
        let rules = empty.with_signs(all.into_iter().take(signs));
        let mut cells: Vec<usize> = (0..16).collect();
        shuffle(&mut cells, &mut stream);
        let mut givens = vec![0; 16];
        for &cell in &cells[..clues] {
            givens[cell] = grid[cell];
        }
        // Some puzzles have no solution.
        if seed % 4 == 0 {
            givens[cells[0]] = givens[cells[0]] % 4 + 1;
        }
        let line = rules.puzzle_line(&givens);
        let found = Found { rules: rules.clone().into(), givens, line: 1 };
        prop_assert_eq!(&only(&line, "4+futoshiki"), &found);
        prop_assert_eq!(&only(&rules.puzzle_plain(&found.givens), "4+futoshiki"), &found);
        let expected = by_brute_force(&line);
        prop_assert_eq!(count(&found, &Auto), expected, "{}", &line);
        prop_assert_eq!(count(&found, &Dlx), expected, "{}", &line);
    }
}
