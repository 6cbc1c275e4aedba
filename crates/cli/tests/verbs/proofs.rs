//! Certificates of random small problems, with colours, secondary items and multiplicities: both checkers agree with the
//! engine that tries everything.

use std::fmt::Write;

use crate::proof_files::{Files, by_xcheck};
use quadrille_cover::engine::{Memo, Naive};
use quadrille_cover::random::Stream;
use quadrille_cover::{Problem, Solver};

const PROBLEMS: u64 = 400;

/// A random problem as DLX text. Each option is restricted to items that a planned cover lacks, in two of three cases, so
/// that many problems have solutions.
pub fn random(seed: u64) -> Problem {
    let mut stream = Stream::new(seed, 0);
    let (primary, secondary) = (1 + stream.below(7), stream.below(4));
    let has_bounds = stream.below(2) == 0;
    let mut text = String::new();
    for i in 0..primary {
        if has_bounds && stream.below(2) == 0 {
            let (low, more) = (stream.below(3), stream.below(3));
            write!(text, "{low}:{}|", (low + more).max(1)).unwrap();
        }
        write!(text, "p{i} ").unwrap();
    }
    text += "| ";
    (0..secondary).for_each(|i| write!(text, "s{i} ").unwrap());
    text += "\n";
    let mut lacking = vec![true; primary];
    for _ in 0..2 + stream.below(14) {
        let fits = stream.below(3) > 0;
        let begin = text.len();
        for (i, is_lacking) in lacking.iter_mut().enumerate() {
            if stream.below(3) == 0 && (!fits || *is_lacking) {
                write!(text, "p{i} ").unwrap();
                *is_lacking &= !fits;
            }
        }
        if text.len() == begin {
            lacking.fill(true);
            write!(text, "p{} ", stream.below(primary)).unwrap();
        }
        for i in 0..secondary {
            match stream.below(6) {
                0 => write!(text, "s{i} ").unwrap(),
                colour @ 1..4 => write!(text, "s{i}:{colour} ").unwrap(),
                _ => {}
            }
        }
        text += "\n";
    }
    Problem::parse(text.replace(" |  ", " ").replace("| \n", "\n")).expect("a problem")
}

#[test]
fn both_checkers_agree_with_naive_on_random_problems() {
    let (mut folders, mut some) = (Vec::new(), 0);
    for seed in 0..PROBLEMS {
        let problem = random(seed);
        let number = Naive.count(&problem).expect("naive counts everything");
        some += u32::from(number > 1u32.into());
        for (files, kind) in [
            (Files::count(&problem), "count"),
            (Files::layered(&problem), "count"),
            (Files::renamed(&problem), "count"),
            (Files::all(&problem), "all"),
        ] {
            assert_eq!(files.claim(), format!("{kind} {number}"), "seed {seed}:\n{problem}");
            files.verified().unwrap_or_else(|why| panic!("seed {seed}: {why}\n{problem}"));
            folders.push((seed, files));
        }
    }
    assert!(u64::from(some) > PROBLEMS / 5, "only {some} problems have several solutions");
    let files: Vec<Files> = folders.iter().map(|(_, files)| files.clone()).collect();
    for ((seed, files), answer) in folders.iter().zip(by_xcheck(&files)) {
        let expected = format!("VERIFIED {}", files.claim());
        assert_eq!(answer, expected, "seed {seed}:\n{}", files.text("problem.dlx"));
    }
}

/// A problem like that of the Latin squares of order 4, whose layers have many isomorphic states: rows, columns or cells may be secondary, with
/// colours or without, or have bounds, and some options may be missing.
pub fn like_latin(seed: u64) -> Problem {
    let mut stream = Stream::new(seed, 1);
    let odd = stream.below(4);
    let (is_secondary, has_colours) = (stream.below(2) == 0, stream.below(2) == 0);
    let bounds = ["0:1|", "1:2|", "0:2|", "1:1|"][stream.below(4)];
    let missing: Vec<usize> = (0..stream.below(3)).map(|_| stream.below(64)).collect();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for kind in 0..3 {
        for (i, j) in (0..16).map(|item| (item / 4, item % 4)) {
            match kind == odd {
                true if is_secondary => second.push(format!("i{kind}{i}{j}")),
                is_odd => first.push(format!("{}i{kind}{i}{j}", if is_odd { bounds } else { "" })),
            }
        }
    }
    let mut text = format!("{} | {}\n", first.join(" "), second.join(" "));
    for option in (0..64).filter(|option| !missing.contains(option)) {
        let (r, c, d) = (option / 16, option / 4 % 4, option % 4);
        let coloured = |kind: usize, colour: usize| {
            let has_colour = kind == odd && is_secondary && has_colours;
            if has_colour { format!(":{}", colour % 2) } else { String::new() }
        };
        let (of_cell, of_row, of_column) = (coloured(0, d), coloured(1, c), coloured(2, r));
        writeln!(text, "i0{r}{c}{of_cell} i1{r}{d}{of_row} i2{c}{d}{of_column}").unwrap();
    }
    Problem::parse(text.replace(" | \n", "\n").replace("1:1|", "")).expect("a problem")
}

#[test]
fn certificates_of_symmetric_problems_are_verified() {
    let (mut folders, mut renamed) = (Vec::new(), 0);
    for seed in 0..24 {
        let problem = like_latin(seed);
        let number = Memo.count(&problem).expect("it is small");
        for files in [Files::renamed(&problem), Files::layered(&problem)] {
            assert_eq!(files.claim(), format!("count {number}"), "seed {seed}:\n{problem}");
            files.verified().unwrap_or_else(|why| panic!("seed {seed}: {why}\n{problem}"));
            renamed += usize::from(files.0["certificate.xcd"].starts_with(b"xcd 2"));
            folders.push(files);
        }
    }
    assert!(renamed > 24 + 8, "{renamed} rename");
    for (family, number) in [
        ("dominoes:8x8", "12988816"),
        ("latin:5", "161280"),
        ("latin:6", "812851200"),
        ("sudoku:2x2", "288"),
        ("sudoku:2x3", "28200960"),
        ("matching:torus:6x6", "90176"),
    ] {
        let files = Files::layered(&quadrille_cover::family::build(family).expect("a family"));
        assert_eq!(files.claim(), format!("count {number}"), "{family}");
        files.verified().unwrap_or_else(|why| panic!("{family}: {why}"));
        folders.push(files);
    }
    for (files, answer) in folders.iter().zip(by_xcheck(&folders)) {
        assert_eq!(answer, format!("VERIFIED {}", files.claim()), "{}", files.text("problem.dlx"));
    }
}
