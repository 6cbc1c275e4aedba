//! `quadrille sheet`: pages of puzzles and solutions, in the format that the name of the file says.

use std::fs;

use crate::common::puzzles::*;
use crate::common::{Folder, quadrille};

const TABLE: &str = "id,puzzle\nmorning,";

#[test]
fn the_end_of_the_name_says_the_format() {
    let folder = Folder::with("book.csv", format!("{TABLE}{P1}\nevening,{P4}\n"));
    let args = "sheet book.csv --caption name,difficulty,rating --out";
    let run = |more: &str| folder.quadrille(&format!("{args} {more}"));
    assert_eq!(run("book.pdf").stderr, "book.pdf: 2 puzzles\n");
    let pdf = fs::read(folder.path("book.pdf")).expect("it was written");
    assert!(pdf.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&pdf);
    // A caption has letters outside of ASCII, so that its bytes, such as those of `evening`, are written as numbers.
    for said in ["(book: puzzles)", "(book: solutions)", "6576656E696E67"] {
        assert!(text.contains(said), "{said}");
    }
    run("book.html --quiet").silently();
    let html = folder.read("book.html");
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains(">2 \u{b7} evening \u{b7} easy"));
    run("page.svg --no-solutions --title One --quiet").silently();
    assert!(folder.read("page.svg").contains(">One: puzzles</text>"));
    run("large.svg --large-print --quiet").silently();
    let written = "book.csv book.html book.pdf large-1.svg large-2.svg large-3.svg page.svg";
    assert_eq!(folder.names(".").join(" "), written);
}

#[test]
fn puzzles_under_rules_are_printed_with_their_houses() {
    let folder = Folder::new();
    let made = quadrille("generate --rules 6+x --count 2 --quiet").silently();
    folder.write("six.txt", made);
    let args = "sheet --rules file six.txt --quiet --out";
    folder.quadrille(&format!("{args} six.html")).silently();
    let html = folder.read("six.html");
    assert_eq!(html.matches("class=\"house\"").count(), 4, "two diagonals on each of four boards");
    assert!(html.contains(">1 \u{b7} 6+x \u{b7} one solution \u{b7} "), "{html}");
    assert!(!html.contains("not solved"));
    folder.quadrille(&format!("{args} six.pdf")).silently();
    assert!(fs::read(folder.path("six.pdf")).is_ok_and(|pdf| pdf.starts_with(b"%PDF-")));
}

#[test]
fn what_cannot_be_printed_is_said() {
    let folder = Folder::with("two.txt", format!("{P1}\n{P2}\n12345\n"));
    folder.write("there.pdf", "mine");
    for (args, said) in [
        ("two.txt --out two.txt", "expected a name that ends in .pdf, .html or .svg"),
        ("two.txt --out there.pdf", "already exists"),
        ("two.txt --out a.pdf --caption stars", "found 'stars'; expected none, or"),
        ("two.txt --rules x --out a.pdf --caption rating", "are not rated"),
        ("two.txt --out a.pdf", "a.pdf: not written, as a puzzle is unreadable"),
        ("1............... --out a.pdf --title \u{416}", "a.pdf: found `\u{416}` in"),
    ] {
        let refused = folder.quadrille(&format!("sheet {args}"));
        assert_eq!(refused.status, 2, "{args:?}: {refused:?}");
        assert!(refused.stderr.contains(said), "{args:?}: {}", refused.stderr);
    }
    assert_eq!(folder.names("."), ["there.pdf", "two.txt"]);
    let kept = folder.quadrille("sheet two.txt --keep-going --out a.pdf");
    let said = "a.pdf: 2 puzzles; 1 puzzle without exactly one solution; 1 refused\n";
    assert!(kept.stderr.ends_with(said), "{}", kept.stderr);
}
