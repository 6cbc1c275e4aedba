//! `quadrille cover` and `quadrille encode`: exact cover problems in DLX text, solved and written.

use std::collections::HashSet;

use crate::common::puzzles::*;
use crate::common::{Folder, encode, json_lines, quadrille, quadrille_on};
use serde_json::json;

#[test]
fn what_auto_chose_is_said() {
    let first = |text: &str, args: &str| {
        let printed = quadrille_on(text, &format!("{args} --stats")).silently();
        printed.lines().find(|line| line.starts_with("Engine")).map(str::to_owned)
    };
    let queens = encode("queens:6");
    let said = |what: &str| Some(format!("Engine {what}"));
    assert_eq!(first(&queens, "cover --all"), said("bits: the problem fits into bitsets"));
    let counted = "memo: the problem fits into bitsets, and solutions are only counted";
    assert_eq!(first(&queens, "count"), said(counted));
    let several = "0:2|a b\na\na b\n";
    assert_eq!(first(several, "count"), said(counted));
    assert_eq!(first(&queens, "count --engine dlx"), None);
}

#[test]
fn one_solution_unless_more_are_wanted() {
    let text = encode("queens:8");
    let all = quadrille_on(&text, "cover --all").silently();
    let some = |count| all.split("\n\n").take(count).collect::<Vec<_>>().join("\n\n") + "\n";
    assert_eq!(quadrille_on(&text, "cover").silently(), some(1));
    assert_eq!(quadrille_on(&text, "cover - --limit 3").silently(), some(3));
    let count = quadrille_on(&text, "count --limit 5").silently();
    assert_eq!(count, "5\n");
}

#[test]
fn json_lists_options_by_their_items() {
    let text = "a b | x\na x:1\nb x:1\na b\n";
    let json = |more: &str| {
        let args = format!("cover --engine dlx --output json {more}");
        json_lines(&quadrille_on(text, &args).silently()).remove(0)
    };
    let all = json("--all");
    assert_eq!((&all["engine"], &all["outcome"]), (&json!("dlx"), &json!("exhausted")));
    assert_eq!((&all["answer"], &all["solutions"]), (&json!("multiple"), &json!(2)));
    assert_eq!(all["solution"], json!(["a x:1", "b x:1"]));
    assert_eq!(all["all"], json!([["a x:1", "b x:1"], ["a b"]]));
    let counters = ["tests", "forks", "nodes", "max_depth", "wall_ns"];
    assert!(counters.iter().all(|name| all[name].is_u64()), "{all}");
    let one = json("");
    assert_eq!((&one["outcome"], &one["answer"]), (&json!("stopped"), &json!("unknown")));
    assert_eq!(one.get("all"), None);
}

#[test]
fn no_solution_is_a_negative_answer() {
    let folder = Folder::with("none.dlx", "a b c\na b\nb c\n");
    let none = folder.quadrille("cover none.dlx --engine dlx").negative();
    let said = "none.dlx: no solution; for a reason, use `quadrille why none.dlx`\n";
    assert_eq!(none, (String::new(), said.to_owned()));
    assert_eq!(folder.quadrille("count none.dlx").negative().0, "0\n");
    let (json, _) = folder.quadrille("cover none.dlx --output json").negative();
    assert_eq!(json_lines(&json)[0]["answer"], json!("none"));
}

#[test]
fn a_search_gives_up_at_its_limit_and_says_so() {
    let text = encode("langford:9");
    for limit in ["--max-tests", "--max-nodes"] {
        let args = format!("count {limit} 100 --engine dlx");
        let (count, said) = quadrille_on(&text, &args).negative();
        assert_eq!(count, "", "part of a number is no number");
        assert!(said.contains("stopped at the limit, with 0 solutions so far"), "{said}");
    }
}

#[test]
fn items_may_be_covered_several_times() {
    assert_eq!(quadrille_on("2|a b\na b\na\n", "cover --all").silently(), "a b\na\n");
    assert_eq!(quadrille_on("1:3|a\na\na\na\n", "count").silently(), "7\n");
}

/// A problem in which two items can be covered in three ways, with costs.
const PRICED: &str = "a b\na |2\na b |7\nb |4\nb |9\n";

#[test]
fn the_cheapest_solutions_come_with_their_costs() {
    let cheapest = |text: &str, k: &str| {
        quadrille_on(text, &format!("cover --engine dlx --cheapest {k}")).silently()
    };
    assert_eq!(cheapest(PRICED, "1"), "a\nb\nCost 6\n");
    let all = "a\nb\nCost 6\n\na b\nCost 7\n\na\nb\nCost 11\n";
    assert_eq!(cheapest(PRICED, "3"), all);
    assert_eq!(cheapest(PRICED, "99"), all);
    assert_eq!(cheapest("a\na\n", "1"), "a\nCost 1\n");

    let json = |k: &str| {
        let args = format!("cover --engine dlx --cheapest {k} --output json");
        json_lines(&quadrille_on(PRICED, &args).silently()).remove(0)
    };
    let one = json("1");
    assert_eq!((&one["cost"], &one["solution"]), (&json!(6), &json!(["a", "b"])));
    assert_eq!((&one["outcome"], &one["answer"]), (&json!("exhausted"), &json!("unknown")));
    assert_eq!((&one["all"], &one["costs"]), (&json!(null), &json!(null)));
    let two = json("2");
    assert_eq!((&two["cost"], &two["costs"]), (&json!(6), &json!([6, 7])));
    assert_eq!((&two["all"], &two["answer"]), (&json!([["a", "b"], ["a b"]]), &json!("multiple")));
    assert_eq!(json("9")["solutions"], json!(3));
    let large = "a b\na |9007199254740993\nb |1\n";
    let args = "cover --cheapest 2 --output json";
    let json = json_lines(&quadrille_on(large, args).silently()).remove(0);
    assert_eq!(
        (&json["cost"], &json["costs"]),
        (&json!("9007199254740994"), &json!(["9007199254740994"]))
    );
    assert_eq!(json["answer"], json!("unique"));
}

#[test]
fn the_cheapest_are_asked_for_alone_and_found_within_limits() {
    let cover = |args: &str| quadrille_on(PRICED, &format!("cover --cheapest 1 {args}"));
    for other in ["--all", "--limit 2", "--cheapest 0"] {
        assert_eq!(cover(other).status, 2, "{other:?}");
    }
    let (found, said) = cover("--max-nodes 1").negative();
    assert_eq!(found, "");
    let expected = "stopped at the limit, with 0 solutions so far; cheaper ones may exist";
    assert!(said.contains(expected), "{said}");
    let (_, said) = quadrille_on("a b\na |1\n", "cover --cheapest 1").negative();
    assert!(said.contains("no solution"), "{said}");
    quadrille_on("a b\na b |x\n", "cover --cheapest 1")
        .error_has("2:5: found the cost `|x`; expected `|` and a whole number");
}

#[test]
fn every_family_listed_can_be_encoded_and_read() {
    let listed = quadrille("list families").silently();
    let mut names = HashSet::new();
    for line in listed.lines() {
        let (_, example) = line.rsplit_once("as in ").expect("every family has an example");
        names.insert(example.split(':').next());
        let text = encode(example);
        let read = quadrille_on(&text, "cover --max-nodes 100");
        assert!(read.status < 2, "{example}: {read:?}");
        let folder = Folder::new();
        folder.quadrille(&format!("encode {example} --out problem.dlx")).silently();
        assert_eq!(folder.read("problem.dlx"), text, "{example}");
    }
    for name in ["queens", "langford", "pentominoes", "latin", "dominoes", "sudoku"] {
        assert!(names.contains(&Some(name)), "{name}");
    }
}

#[test]
fn a_sudoku_is_encoded_from_a_size_a_puzzle_or_a_file() {
    let count = |text: &str| quadrille_on(text, "count").silently();
    assert_eq!(encode("sudoku:9"), encode("sudoku"));
    let head = "| family sudoku:9\np00 p01";
    assert!(encode("sudoku:9").starts_with(head), "positions, rows, columns, boxes");
    let problem = encode(&format!("sudoku:{P1}"));
    assert_eq!(encode(&format!("sudoku:9:{P1}")), problem);
    assert_eq!(encode("sudoku:16").lines().next(), Some("| family sudoku:16"));
    assert_eq!(count(&problem), "1\n");
    assert_eq!(count(&encode(&format!("sudoku:{P2}"))), "90\n");
    let folder = Folder::with("p1.txt", in_rows(P1, 9));
    assert_eq!(folder.quadrille("encode sudoku:p1.txt").silently(), problem);
}

#[test]
fn what_cannot_be_encoded_is_refused() {
    let folder = Folder::with("two.txt", format!("{P1}\n{P3}\n"));
    folder.write("empty.txt", "");
    folder.write("bad.txt", "12345\n");
    for (family, reason) in [
        (
            "quens:8",
            "quens:8: found neither a file nor a family of that name; expected a file, a family",
        ),
        ("queens", "found nothing as the parameters of queens; expected N[:SQUARES"),
        ("queens:0", "expected a number of 1 or more"),
        ("queens:100000", "would have more than 5000000 options"),
        ("dominoes:8", "found `8` as the parameters of dominoes; expected RxC"),
        ("pentominoes:7x7", "pentominoes"),
        ("sudoku:5", "`sudoku:5` does not name a size"),
        ("sudoku:3x", "2x3 for boxes of 2 rows and 3 columns"),
        ("sudoku:100x100", "`sudoku:100x100` would have more than 5000000 options"),
        ("one-factorisations:40:matchings", "`one-factorisations:40:matchings` would have"),
        ("sudoku:missing.txt", "found neither a file of that name nor a puzzle"),
        ("sudoku:two.txt", "two.txt:2: found a second puzzle; expected only one"),
        ("sudoku:empty.txt", "empty.txt: found no puzzle; expected one"),
        ("sudoku:bad.txt", "bad.txt:1:1: found a line of length 5; expected"),
        (
            &format!("sudoku:{}", clashing()),
            "digit 1 stands twice in row 1: at row 1 column 1 and row 1",
        ),
    ] {
        let refused = folder.quadrille(&format!("encode {family}"));
        assert!(refused.error().contains(reason), "{family}: {refused:?}");
        assert_eq!(refused.stdout, "", "{family}");
    }
    folder
        .quadrille("encode queens:8 --out missing/queens.dlx")
        .error_begins("missing/queens.dlx: ");
}

#[test]
fn a_file_is_written_over_only_by_force_and_a_link_stays_one() {
    let folder = Folder::with("have.dlx", "mine\n");
    folder.quadrille("encode queens:4 --out have.dlx").error_has("have.dlx already exists");
    assert_eq!(folder.read("have.dlx"), "mine\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink("have.dlx", folder.path("link.dlx")).expect("a link");
    let through = if cfg!(unix) { "link.dlx" } else { "have.dlx" };
    folder.quadrille(&format!("encode queens:4 --out {through} --force")).silently();
    let bare = quadrille("encode queens:4").silently();
    assert_eq!(folder.read("have.dlx"), bare);
    assert_eq!(folder.quadrille("encode queens:4 --out -").silently(), bare);
}

/// Every format that can hold the problem is read again by every verb, from a file with any name and from standard input.
#[test]
fn what_is_written_in_a_format_of_other_programs_is_read_again() {
    let folder = Folder::with("pair.txt", "a b c | x\na b x\nc x\nc\nb c\na\n");
    for format in ["knuth", "matrix", "counted", "json", "opb", "lp"] {
        let text = folder.quadrille(&format!("encode pair.txt --as {format}")).silently();
        assert_eq!(quadrille_on(&text, "count -").silently(), "2\n", "{format}: {text}");
        let again = quadrille_on(&text, &format!("encode - --as {format}")).silently();
        assert_eq!(again, text, "{format}");
    }
    for format in ["lists", "partition", "market"] {
        let refused = folder.quadrille(&format!("encode pair.txt --as {format}"));
        let error = refused.error();
        assert!(
            error.contains(&format!("`{format}` cannot hold the secondary item `x`")),
            "{error}"
        );
        let text = quadrille(&format!("encode dominoes:4x4 --as {format}")).silently();
        assert_eq!(quadrille_on(&text, "count -").silently(), "36\n", "{format}: {text}");
    }
    let cnf = quadrille("encode queens:4 --as cnf").silently();
    assert!(cnf.contains("\np cnf 16 "), "{cnf}");
    // DLX text is the default, also for what a file holds.
    assert_eq!(quadrille_on("0 1 1\n1 0 0\n", "encode -").silently(), "1 2 3\n2 3\n1\n");
    quadrille_on("a b\n", "encode -").error_has("no option");
}
