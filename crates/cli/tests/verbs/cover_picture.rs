//! `quadrille cover --picture`: solutions drawn in the terminal and as SVG.

use crate::common::puzzles::*;
use crate::common::{Folder, encode, quadrille, quadrille_on};

fn count(picture: &str, what: &str) -> usize {
    picture.matches(what).count()
}

/// What is said of dominoes on nine squares.
const NO_DOMINOES: &str =
    "dominoes:3x3: no solution; for a reason, use `quadrille why dominoes:3x3`\n";

#[test]
fn what_encode_writes_can_be_drawn() {
    let text = encode("pentominoes:6x10");
    let drawn = quadrille_on(&text, "cover --picture").silently();
    assert_eq!(drawn.lines().count(), 13);
    for piece in "FILNPTUVWXYZ".chars() {
        assert_eq!(drawn.chars().filter(|&c| c == piece).count(), 5, "{piece} in\n{drawn}");
    }
    assert_eq!(quadrille("cover pentominoes:6x10 --picture").silently(), drawn);
}

#[test]
fn every_solution_is_drawn_in_the_terminal() {
    let all = quadrille("cover queens:6 --all --picture").silently();
    let boards: Vec<&str> = all.split("\n\n").collect();
    assert_eq!(boards.len(), 4);
    assert!(boards.iter().all(|board| count(board, "\u{265b}") == 6 && count(board, ".") == 30));
}

#[test]
fn an_svg_file_has_the_first_solution_and_the_options_are_printed() {
    let folder = Folder::with("soma.dlx", encode("soma"));
    let plain = folder.quadrille("cover soma.dlx").silently();
    let args = "cover soma.dlx --picture soma.svg";
    assert_eq!(folder.quadrille(args).silently(), plain);
    let picture = folder.read("soma.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    // The background, and a tile for each cube.
    assert_eq!(count(&picture, "<rect class=\"p"), 1 + 27);
    assert!(picture.contains(">a solution<") && picture.contains("<title>soma</title>"));
    folder.quadrille(args).error_has("soma.svg");
    folder.quadrille(&format!("{args} --force")).silently();
    let on_stdout = folder.quadrille("cover soma.dlx --all --picture -").silently();
    // It may be another solution: all solutions come with their images under the symmetries of the problem.
    assert_eq!(count(&on_stdout, "<rect class=\"p"), 1 + 27);
    assert!(on_stdout.contains(">the first of 11520 solutions<"), "{on_stdout}");
}

#[test]
fn a_heat_map_is_text_a_file_beside_the_numbers_or_all_that_is_printed() {
    let folder = Folder::with("p.dlx", encode("langford:7"));
    folder.quadrille("compile p.dlx --out p.qdd").silently();
    for given in ["", "--given 'd7 s2 s10'"] {
        let ask = |source: &str, more: &str| {
            let args = format!("compile {source} --marginals --force");
            folder.quadrille(&format!("{args} {given} {more}")).silently()
        };
        let numbers = ask("p.dlx", "");
        for source in ["p.dlx", "p.qdd"] {
            assert_eq!(count(&ask(source, "--picture"), "\u{250c}"), 7, "a board a number");
            assert_eq!(ask(source, "--picture heat.svg"), numbers);
            let picture = folder.read("heat.svg");
            assert_eq!(count(&picture, ": row 1, column "), 7 * 14, "{picture}");
            assert_eq!(ask(source, "--picture -"), picture);
        }
    }
}

#[test]
fn what_has_no_heat_map_is_refused() {
    let heat = "compile --marginals --picture";
    let error = |text: &str| quadrille_on(text, heat).error().to_owned();
    assert!(error("a b\na b\n").contains("found no line `| family NAME:PARAMETERS`"));
    let part = error("| family dominoes:1x3\na0 a1\na0 a1\n");
    assert!(part.contains("leaves row 0, column 2 of layer 0 empty"), "{part}");
    let (out, said) = quadrille("compile dominoes:3x3 --marginals --picture -").negative();
    assert_eq!((&*out, &*said), ("", NO_DOMINOES));
    for more in ["--out x", "--costs"] {
        assert_eq!(quadrille(&format!("{heat} {more}")).status, 2, "{more:?}");
    }
    // Letters may be any characters but those of the notation.
    let hostile =
        "| family wordsquare:2:ab\nA0 A1 | 00 01 11\nA0 00:<b> 01:&amp;\nA1 01:&amp; 11:]]>\n";
    let picture = quadrille_on(hostile, &format!("{heat} -")).silently();
    assert!(!picture.contains("<b>") && picture.contains(">&lt;b&gt;<"), "{picture}");
    assert!(picture.contains(">&amp;amp;<"), "{picture}");
}

#[test]
fn a_sudoku_is_drawn_with_its_givens() {
    for family in [format!("sudoku:{P1}"), format!("sudoku:9:{P1}")] {
        let picture = quadrille(&format!("cover {family} --picture -")).silently();
        let digits = |class: &str| {
            let group = picture.split(&format!("<g class=\"{class}\"")).nth(1).expect("a group");
            count(group.split("</g>").next().expect("its end"), "</text>")
        };
        assert_eq!((digits("given"), digits("found")), (23, 58));
        let text = quadrille(&format!("cover {family} --picture")).silently();
        let solved: String = text.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(solved, P1_SOLUTION);
    }
}

#[test]
fn shapes_and_words_come_from_files() {
    let folder = Folder::with("shape.txt", ".##.\n####\n####\n.##.\n\n.##.\n####\n####\n.##.\n");
    folder.write("words.txt", "bit ice\nten\nfour\n");
    let spec = "polycubes:2:@shape.txt:any";
    let text = folder.quadrille(&format!("encode {spec}")).silently();
    let drawing = ".##./####/####/.##.+.##./####/####/.##.";
    assert!(text.starts_with(&format!("| family polycubes:2:{drawing}:any\n")), "{text}");
    let drawn = quadrille_on(&text, "cover --picture").silently();
    assert_eq!(drawn.lines().count(), 9, "two layers side by side: {drawn}");
    let square = folder.quadrille("cover wordsquare:3:@words.txt --picture").silently();
    let letters: String = square.chars().filter(char::is_ascii_lowercase).collect();
    assert_eq!(letters, "biticeten");
    let missing = folder.quadrille("encode pentominoes:@nowhere.txt").error().to_owned();
    assert!(missing.contains("`@nowhere.txt`: "), "{missing}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let error = |text: &str| quadrille_on(text, "cover --picture").error().to_owned();
    let unmarked = error("a b\na b\n");
    assert!(
        unmarked.contains("found no line `| family NAME:PARAMETERS` in the problem"),
        "{unmarked}"
    );
    assert!(error("| family queens:x\na\na\n").contains("found `x` as the parameters of queens"));
    let marked = error("\u{feff}| another\r\n| family queens:x\r\na\r\na\r\n");
    assert!(marked.contains("found `x` as the parameters of queens"), "{marked}");
    assert!(error("a | family\na\n").contains("found no line"));
    let nowhere = error(&encode("partitions:3"));
    assert!(nowhere.contains("`partitions:3` cannot be drawn"), "{nowhere}");
    let other = error("| family dominoes:1x2\na0 b0\na0 b0\n");
    assert!(other.contains("this is no problem of `dominoes:1x2`"), "{other}");
    assert!(other.contains("option `a0 b0` has the item `b0`"), "{other}");
    let folder = Folder::with("soma.dlx", encode("soma"));
    let swapped = folder.quadrille("cover --picture soma.dlx").error().to_owned();
    assert!(swapped.contains("expected a name that ends in .svg"), "{swapped}");
    assert_eq!(folder.quadrille("count soma.dlx --picture").status, 2);
}

#[test]
fn without_a_solution_nothing_is_drawn() {
    let folder = Folder::new();
    let (_, said) = folder.quadrille("cover dominoes:3x3 --picture none.svg").negative();
    assert_eq!(said, NO_DOMINOES);
    assert!(!folder.path("none.svg").exists());
}
