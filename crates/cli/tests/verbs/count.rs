//! `quadrille count` and `prove` on whatever holds a problem or puzzles.

use crate::common::{Folder, encode, quadrille, quadrille_on, words};

const PUZZLES: &str = "1.3.341.2.4..321\n1...............\n11..............\n";
const GRID: &str = "1 . 3 .\n3 4 1 .\n2 . 4 .\n. 3 2 1\n";

#[test]
fn what_is_counted_is_recognised() {
    let folder = Folder::with("puzzles", PUZZLES);
    folder.write("grid.txt", GRID);
    folder.write("table.csv", "puzzle,name\n1.3.341.2.4..321,a\n");
    folder.write("queens", encode("queens:6"));
    for (input, expected) in [
        ("puzzles", "1\n72\n0\n"),
        ("grid.txt", "1\n"),
        ("table.csv", "1\n"),
        ("queens", "4\n"),
        ("queens:8", "92\n"),
        ("sudoku:4", "288\n"),
        ("1.3.341.2.4..321", "1\n"),
    ] {
        assert_eq!(folder.quadrille(&format!("count {input}")).stdout, expected, "{input}");
        if let Ok(text) = std::fs::read(folder.path(input)) {
            assert_eq!(quadrille_on(text, "count").stdout, expected, "{input} from a pipe");
        }
    }
    folder.write("empty.dlx", "a b\n");
    let none = "empty.dlx:1:1: found items and no option; expected a line for each option";
    assert_eq!(folder.quadrille("count empty.dlx").error(), none);
    // A file of that name wins.
    folder.write("queens:8", encode("queens:6"));
    assert_eq!(folder.quadrille("count queens:8").silently(), "4\n");
    let limited = folder.quadrille("count puzzles --limit 2");
    assert_eq!(limited.stdout, "1\n2\n0\n");
    let marked = folder.quadrille("count queens --format line");
    assert_eq!(marked.status, 2, "{marked:?}");
}

/// Two equal puzzles read as a problem with one option, a framed grid as items that are lines.
#[test]
fn puzzles_that_read_as_problems_are_puzzles() {
    let open = "1...............";
    for (text, expected) in [
        (format!("{open}\n{open}\n"), "72\n72\n"),
        (format!("{open} # easy\n"), "72\n"),
        (format!("{open}\r{open}\r"), "72\n72\n"),
        (format!("{{\"puzzle\":\"{open}\"}}\n"), "72\n"),
        ("+--+--+\n|1.|..|\n|..|..|\n+--+--+\n|..|..|\n|..|..|\n+--+--+\n".into(), "72\n"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n".into(), "1\n"),
    ] {
        assert_eq!(quadrille_on(&text, "count").stdout, expected, "{text}");
        let folder = Folder::with("p", &text);
        folder.quadrille("prove p --out proof --quiet");
        let proved = folder.quadrille("verify proof").silently();
        assert!(proved.starts_with("proof: VERIFIED puzzles "), "{text}: {proved}");
    }
    let wrong = quadrille_on("a b c\na d\na b\nc\n", "count --keep-going");
    assert!(wrong.stdout == "1\n" && wrong.stderr.contains("item `d` is unknown"), "{wrong:?}");
    quadrille_on("puzzle,name\n", "count").error_has("found no puzzle");
    let cut = quadrille_on(format!("{open}\n"), "count --max-nodes 2");
    assert_eq!(cut.stdout, "unknown\n");
}

#[test]
fn what_is_neither_a_file_nor_a_family_is_named_so() {
    for verb in ["cover", "count", "sample", "classes", "compile", "why", "estimate"] {
        let refused = quadrille(&format!("{verb} quens:8"));
        let expected = "quens:8: found neither a file nor a family of that name; expected";
        assert!(refused.error().starts_with(expected), "{refused:?}");
    }
    let parameters = quadrille("count queens:x");
    assert!(parameters.error().contains("found `x` as the parameters of queens"), "{parameters:?}");
}

#[test]
fn options_that_puzzles_do_not_have_are_refused() {
    let folder = Folder::with("puzzles", PUZZLES);
    for options in ["--jobs 2", "--engine dlx", "--checkpoint c"] {
        let refused = folder.quadrille(&format!("count puzzles {options}"));
        let expected = format!("{}: found Sudoku puzzles, ", words(options)[0]);
        assert!(refused.error().starts_with(&expected), "{refused:?}");
    }
    let limited = "count queens:6 --shards 2 --out d --limit 3";
    folder.quadrille(limited).error_begins("--limit: found --shards");
    let saved = "count queens:6 --shards 2 --out d --checkpoint c";
    folder.quadrille(saved).error_has("--checkpoint: found --shards");
    folder.quadrille("prove puzzles --out p --all").error_begins("--all: found Sudoku puzzles");
    assert!(!folder.path("p").exists());
}

#[test]
fn earlier_spellings_are_told_what_serves_instead() {
    let counted = quadrille("cover queens:8 --count");
    assert_eq!(
        counted.error(),
        "--count: `cover` no longer has this option; use `quadrille count PROBLEM`"
    );
    let before = quadrille("--instructions baseline cover queens:8 --count");
    assert_eq!(before.error(), counted.error());
    let classes = quadrille("cover queens:8 --classes=levels");
    assert!(classes.error().contains("use `quadrille classes PROBLEM`"), "{classes:?}");
}

#[test]
fn pages_of_the_documentation_are_in_the_program() {
    let page = quadrille("help docs/FORMATS.md").silently();
    for name in ["FORMATS", "FORMATS.md"] {
        assert_eq!(page, quadrille(&format!("help {name}")).silently());
    }
    assert!(page.starts_with("# ") && page.contains("\n## Exact cover\n"), "{page}");
    assert!(quadrille("help estimate").silently().contains("Usage: quadrille estimate"));
}
