//! `quadrille solve --picture`: the drawing, the file it is written to, and the cases without a picture.

use std::fs;
use std::path::Path;

use crate::common::puzzles::*;
use crate::common::{Ended, Folder, interrupt, quadrille};

fn count(picture: &str, what: &str) -> usize {
    picture.matches(what).count()
}

#[track_caller]
fn is_whole(picture: &str) {
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
}

#[test]
fn a_picture_is_written_whole_beside_what_is_printed() {
    let folder = Folder::new();
    let args = format!("solve {P1} --all --output line --picture p1.svg");
    assert_eq!(folder.quadrille(&args).silently(), format!("{P1_SOLUTION}\n"));
    assert_eq!(folder.names("."), ["p1.svg"], "and nothing else is left");
    let picture = folder.read("p1.svg");
    is_whole(&picture);
    // The background, and the givens before and after.
    assert_eq!(count(&picture, "<rect "), 1 + 2 * 23);
    assert_eq!(count(&picture, "</text>"), 23 + 81 + 2);
    assert!(picture.contains(">23 clues<") && picture.contains(">the only solution<"));
}

#[test]
fn a_picture_on_stdout_is_all_that_is_printed() {
    let folder = Folder::new();
    folder.quadrille(&format!("solve {P1} --picture p1.svg")).silently();
    for more in ["", "--stats", "--trace", "--output json"] {
        let args = format!("solve {P1} --picture - {more}");
        assert_eq!(quadrille(&args).silently(), folder.read("p1.svg"), "{more:?}");
    }
}

#[test]
fn a_puzzle_without_a_solution_is_drawn_alone() {
    let (picture, said) = quadrille(&format!("solve {C1} --picture -")).negative();
    assert_eq!(said, "PUZZLE:1: no solution\n");
    assert_eq!(count(&picture, "class=\"thick\""), 1);
    assert!(picture.contains(">6 clues, no solution<"), "{picture}");
    let gave_up = format!("solve {P1} --max-tests 40 --quiet --picture -");
    let (picture, _) = quadrille(&gave_up).negative();
    assert!(picture.contains(">23 clues, stopped at the limit<"), "{picture}");
}

#[test]
fn a_stalled_engine_draws_the_candidates_left() {
    let args = format!("solve {G5} --engine singles --draw candidates --picture -");
    let (picture, said) = quadrille(&args).negative();
    assert!(said.contains("stalled"), "{said}");
    assert!(picture.contains(">stalled with 50 open cells<"), "{picture}");
    let (text, _) = quadrille(&format!("solve {G5} --engine singles")).negative();
    let open = text.split_whitespace().filter(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    let left: usize = open.map(str::len).sum();
    let after = picture.rsplit("class=\"candidates\"").next().expect("marks");
    assert_eq!(count(after, "</text>") - 1, left, "a mark for each, and the caption");
    let grid = format!("solve {G5} --engine singles --picture -");
    assert_eq!(count(&quadrille(&grid).negative().0, "class=\"candidates\""), 0);
}

#[test]
fn what_a_tree_has_no_room_for_is_said() {
    let folder = Folder::new();
    let args = format!("solve {P1} --engine naive-tree --all --draw tree:50");
    let drawn = folder.quadrille(&format!("{args} --picture a.svg"));
    assert_eq!(drawn.status, 0);
    let said = "a.svg: 50 nodes are drawn, 18835 are left out; use a larger `--draw tree:N`\n";
    assert_eq!(drawn.stderr, said);
    assert!(folder.read("a.svg").contains("50 of 18885 nodes are drawn, 18835 are left out"));
    folder.quadrille(&format!("{args} --picture b.svg --quiet")).silently();
}

#[test]
fn several_puzzles_have_a_picture_each() {
    let folder = Folder::with("two.txt", format!("{P1}\n{P4}\n"));
    folder.quadrille("solve two.txt --picture pictures.svg").silently();
    assert_eq!(folder.names("."), ["pictures-1.svg", "pictures-2.svg", "two.txt"]);
    assert!(folder.read("pictures-1.svg").contains("23 clues"));
    assert!(folder.read("pictures-2.svg").contains("30 clues"));
    let refused = folder.quadrille("solve two.txt --picture -");
    assert!(refused.error().contains("found several puzzles; expected one"), "{refused:?}");
    assert_eq!(refused.stdout, "");
}

#[test]
fn a_sheet_has_all_puzzles_and_their_solutions() {
    let folder = Folder::with("monday.txt", format!("{P1}\n{P4}\n{P3}\n"));
    folder.quadrille("solve monday.txt --draw sheet:2 --picture monday.html").silently();
    let sheet = folder.read("monday.html");
    assert!(sheet.starts_with("<!DOCTYPE html>\n") && sheet.ends_with("</html>\n"));
    let pages = ["puzzles", "solutions"].map(|what| count(&sheet, &format!("class=\"page {what}")));
    assert_eq!((pages, count(&sheet, "class=\"thick\"")), ([2, 1], 6));
    assert!(sheet.contains(">1 \u{b7} level 5 \u{b7} 23 clues<"), "{sheet}");
    let unsolved = format!("solve {P1} --engine singles --draw sheet --picture -");
    assert!(quadrille(&unsolved).negative().0.contains(">1 \u{b7} not solved<"));
}

#[test]
fn a_sheet_that_lacks_a_puzzle_is_not_written_unless_asked() {
    let folder = Folder::with("three.txt", format!("{P1}\n12345\n{P4}\n"));
    let args = "solve three.txt --draw sheet --picture three.html";
    let refused = folder.quadrille(args);
    assert!(
        refused.errors()[1]
            .contains("three.html: not drawn, as a puzzle is unreadable; use --keep-going"),
        "{refused:?}"
    );
    assert_eq!(folder.names("."), ["three.txt"]);
    let kept_going = folder.quadrille(&format!("{args} --keep-going"));
    assert_eq!(kept_going.errors().len(), 1);
    assert_eq!(count(&folder.read("three.html"), "class=\"thick\""), 4);
}

#[test]
fn a_file_is_drawn_over_only_by_force() {
    let folder = Folder::with("p1.svg", "mine");
    folder.write("p1.html", "mine");
    folder.write("two.txt", format!("{P1}\n{P4}\n"));
    folder.write("two-2.svg", "mine");
    for args in [
        "P1 --picture p1.svg",
        "P1 --draw sheet --picture p1.html",
        "two.txt --picture two.svg --quiet",
    ] {
        folder.quadrille(&format!("solve {}", args.replace("P1", P1))).error_has("already exists");
    }
    for name in ["p1.svg", "p1.html", "two-2.svg"] {
        assert_eq!(folder.read(name), "mine");
    }
    folder.quadrille(&format!("solve {P1} --picture p1.svg --force")).silently();
    is_whole(&folder.read("p1.svg"));
}

#[test]
fn nothing_is_searched_for_a_picture_that_cannot_be_written() {
    let folder = Folder::with("file", "");
    for (path, said) in [
        ("nowhere/p1.svg", "nowhere/p1.svg: its folder does not exist; create it first"),
        ("file/p1.svg", "file/p1.svg: Not a directory"),
        (".", "found a folder; expected the name of a file"),
    ] {
        let refused = folder.quadrille(&format!("solve {P1} --picture {path}"));
        assert!(refused.error().contains(said), "{path}: {refused:?}");
        assert_eq!(refused.stdout, "", "{path}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (args, said) in [
        ("--draw tree", "--picture <FILE>"),
        ("--picture - --draw sheet:0", "sheet:N with N from 1 to 30"),
        ("--picture - --draw grid:1", "expected grid, candidates, tree, tree:N"),
        ("--picture a.svg --draw sheet", "expected .html"),
        ("--picture a.html", "expected .svg"),
        ("--picture a.pdf --draw sheet", "expected .html, or the verb `sheet`"),
    ] {
        let refused = quadrille(&format!("solve {P1} {args}"));
        assert_eq!(refused.status, 2, "{args:?}");
        assert!(refused.stderr.contains(said), "{args:?}: {}", refused.stderr);
    }
}

/// Each SVG picture in the docs equals the output of the command in the docs, but for the chart of the simulated cluster, whose
/// program is gone; others are photographs of a screen.
#[test]
fn the_pictures_in_the_docs_are_those_of_their_commands() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("PICTURES.md")).expect("there is such a page");
    let folder = Folder::new();
    let mut pictures = 0;
    for entry in fs::read_dir(docs.join("pictures")).expect("there are pictures") {
        let path = entry.expect("they can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        if path.extension().is_none_or(|extension| extension != "svg") {
            continue;
        }
        if name == "scheduler.svg" {
            continue;
        }
        assert!(page.contains(&format!("](pictures/{name})")), "{name} is shown");
        let lines = page.lines().filter_map(|line| line.strip_prefix("$ quadrille "));
        let mut lines = lines.filter_map(|line| line.split(" | ").next());
        let command = lines.find(|line| line.ends_with(&format!("--picture {name}")));
        let command = command.unwrap_or_else(|| panic!("no command makes {name}"));
        folder.quadrille(command).silently();
        let made = folder.read(name);
        if std::env::var_os("QUADRILLE_BLESS").is_some() {
            fs::write(&path, &made).expect("it can be written");
        }
        let kept = fs::read_to_string(&path).expect("it can be read");
        assert!(made == kept, "{name} is not what its command makes; QUADRILLE_BLESS=1 renews it");
        assert!(kept.len() < 40_000, "{name} is too large to keep");
        pictures += 1;
    }
    assert!(pictures > 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_draws_nothing() {
    let folder = Folder::new();
    let child = folder.start("solve --engine naive-first --size 25 --picture a.svg");
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    let ended = Ended::new(child.wait_with_output().expect("the binary ends"));
    assert_eq!((ended.status, &*ended.stdout), (130, ""));
    assert!(folder.names(".").is_empty());
}
