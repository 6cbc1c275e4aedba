//! `quadrille solve`: its output and its exit status for each question.

use std::collections::BTreeSet;

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines, quadrille, quadrille_on, words};
use serde_json::json;

/// Nine rows of a 9x9 grid.
fn rows(line: &str) -> String {
    in_rows(line, 9)
}

#[test]
fn empty_standard_input_is_the_empty_grid() {
    for args in ["solve", "solve -"] {
        let args = format!("{args} --engine masks");
        assert_eq!(quadrille(&args).silently(), rows(EMPTY_SOLUTION));
    }
    let line = quadrille("solve --engine masks --output line").silently();
    assert!(solves(line.trim_end(), &".".repeat(81)), "{line}");
    assert_eq!(quadrille("solve --size 4").silently(), "1234\n3412\n2143\n4321\n");
}

#[test]
fn decorated_output_is_the_screen_of_system_e() {
    let screen = "\
+---------+---------+---------+
| 1  2  3 | 4  5  6 | 7  8  9 |
| 4  5  6 | 7  8  9 | 1  2  3 |
| 7  8  9 | 1  2  3 | 4  5  6 |
+---------+---------+---------+
| 2  3  1 | 6  7  4 | 8  9  5 |
| 8  7  5 | 9  1  2 | 3  6  4 |
| 6  9  4 | 5  3  8 | 2  1  7 |
+---------+---------+---------+
| 3  1  7 | 2  6  5 | 9  4  8 |
| 5  4  2 | 8  9  7 | 6  3  1 |
| 9  6  8 | 3  4  1 | 5  7  2 |
+---------+---------+---------+
Tests 211
Forks 47
";
    assert_eq!(quadrille("solve --output decorated").silently(), screen);
    let stats = quadrille("solve --output decorated --stats").silently();
    assert_eq!(stats, format!("{screen}Nodes 48\n"));
}

#[test]
fn a_puzzle_is_an_argument_a_file_or_standard_input() {
    let folder = Folder::with("puzzle.txt", P4);
    assert_eq!(quadrille(&format!("solve {P4}")).silently(), rows(P4_SOLUTION));
    assert_eq!(folder.quadrille("solve puzzle.txt").silently(), rows(P4_SOLUTION));
    for args in ["solve", "solve -"] {
        assert_eq!(quadrille_on(P4, args).silently(), rows(P4_SOLUTION));
    }
}

#[test]
fn every_engine_finds_the_same_ninety_solutions() {
    let mut found = BTreeSet::new();
    let solve = |more: &str| {
        quadrille(&format!("solve --engine masks --output line {P2} {more}")).silently()
    };
    let all = solve("--all");
    let solutions: BTreeSet<String> = all.lines().map(str::to_owned).collect();
    assert_eq!((all.lines().count(), solutions.len()), (90, 90));
    assert!(solutions.iter().all(|solution| solves(solution, P2)));
    found.insert(solutions);

    assert_eq!(solve("--count"), "90\n", "the bare number");
    assert_eq!(solve("--count --limit 7"), "7\n");
    let seven: String = all.split_inclusive('\n').take(7).collect();
    assert_eq!(solve("--limit 7"), seven, "the first of all");
    assert_eq!(solve("--limit 7 --all"), seven);
    let first: String = all.split_inclusive('\n').take(1).collect();
    assert_eq!(solve(""), first);
    assert_eq!(found.len(), 1, "engines differ only in the order");
}

#[test]
fn statistics_follow_whatever_is_printed() {
    let stats = |engine: &str, puzzle: &str, more: &str| {
        quadrille(&format!("solve --engine {engine} --stats {puzzle} {more}")).silently()
    };
    let count = stats("naive-tree", P2, "--count");
    assert_eq!(count, "90\nTests 277956\nForks 8627\nNodes 30974\n");
    let count = stats("naive-tree", P1, "--count");
    assert_eq!(count, "1\nTests 169956\nForks 5376\nNodes 18885\n");
    let plain = stats("naive-first", P1, "");
    assert!(plain.starts_with(&(rows(P1_SOLUTION) + "Tests 80491\nForks 2592\n")), "{plain}");
    let line = stats("masks", P1, "--output line");
    assert!(line.starts_with(&format!("{P1_SOLUTION}\nTests 135\nForks 10\n")), "{line}");
    let without_a_tree = stats("singles", G1, "--count");
    assert!(without_a_tree.ends_with("Forks 0\n"), "no line for nodes: {without_a_tree}");
}

#[test]
fn several_puzzles_are_answered_one_after_another() {
    let file = format!("{P3}\n# a comment\n{C1}\n\n{}", rows(P4));
    let folder = Folder::with("three.txt", file);
    let (plain, said) = folder.quadrille("solve three.txt").negative();
    assert_eq!(plain, rows(P3_SOLUTION) + "\n" + &rows(P4_SOLUTION), "a blank line between");
    assert_eq!(said, "three.txt:3: no solution\n");
    let (lines, _) = folder.quadrille("solve three.txt --output line").negative();
    assert_eq!(lines, format!("{P3_SOLUTION}\n{P4_SOLUTION}\n"));
    let (counts, _) = folder.quadrille("solve three.txt --count").negative();
    assert_eq!(counts, "1\n0\n1\n");
}

#[test]
fn json_says_all_there_is_to_say() {
    let folder = Folder::with("two.txt", format!("\n{P1}\n{C1}\n"));
    let (text, _) = folder.quadrille("solve two.txt --engine masks --output json").negative();
    let mut objects = json_lines(&text);
    for object in &mut objects {
        let wall_ns = object.as_object_mut().and_then(|fields| fields.remove("wall_ns"));
        assert!(wall_ns.is_some_and(|time| time.is_u64()));
    }
    let first = json!({
        "puzzle": dotted(P1), "engine": "masks", "outcome": "stopped", "answer": "unknown",
        "line": 2, "solutions": 1, "solution": P1_SOLUTION,
        "tests": 135, "forks": 10, "nodes": 16, "max_depth": 6,
    });
    // Unknown values, here the solution, are left out.
    let second = json!({
        "puzzle": C1, "engine": "masks", "outcome": "exhausted", "answer": "none",
        "line": 3, "solutions": 0,
        "tests": 5, "forks": 0, "nodes": 1, "max_depth": 0,
    });
    assert_eq!(objects, [first, second]);
}

#[test]
fn json_lists_all_solutions_if_asked() {
    let json = |puzzle: &str, more: &str| {
        let args = format!("solve --engine masks --output json {puzzle} {more}");
        json_lines(&quadrille(&args).silently()).remove(0)
    };
    let all = json(P2, "--all");
    assert_eq!((&all["outcome"], &all["answer"]), (&json!("exhausted"), &json!("multiple")));
    assert_eq!((&all["engine"], &all["solutions"]), (&json!("masks"), &json!(90)));
    let list = all["all"].as_array().expect("a list");
    assert_eq!((list.len(), &list[0]), (90, &all["solution"]));
    assert_eq!(json(P1, "--all")["answer"], json!("unique"));
    let two = json(P2, "--limit 2");
    assert_eq!((&two["outcome"], &two["answer"]), (&json!("stopped"), &json!("multiple")));
    assert_eq!(json(P2, "").get("all"), None);
}

#[test]
fn a_stalled_engine_answers_with_the_candidates_left() {
    let (grid, said) = quadrille(&format!("solve --engine singles {G5}")).negative();
    assert!(said.contains("stalled"), "{said}");
    assert!(grid.lines().nth(1).is_some_and(|row| row.starts_with("| 379 ")), "{grid}");
    let cells =
        || grid.split_whitespace().filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    let open = cells().filter(|cell| !cell.starts_with('=')).count();
    assert_eq!((cells().count(), open), (81, 50), "{grid}");

    let (line, _) = quadrille(&format!("solve --engine singles --output line {G5}")).negative();
    assert_eq!(line, "", "lines are for solutions");
    let (count, _) = quadrille(&format!("solve --engine singles --count {G5}")).negative();
    assert_eq!(count, "unknown\n", "the number of solutions is not known");
    let (json, _) = quadrille(&format!("solve --engine singles --output json {G5}")).negative();
    let json = &json_lines(&json)[0];
    assert_eq!((&json["outcome"], &json["answer"]), (&json!("stalled"), &json!("unknown")));
    assert_eq!(json.get("solution"), None);
}

/// `human` gets further than `singles` and also stalls; the candidates of `human` are shown.
#[test]
fn each_stalled_engine_shows_its_own_candidates() {
    let hard = "..4..67251.6....4....4..9...4.........78....3..862..5..2.5.8..1..1.3.....7.1.....";
    let stalled = |engine: &str| quadrille(&format!("solve --engine {engine} {hard}")).negative();
    let candidates = |grid: &str| {
        let cells = grid.split_whitespace().filter(|word| word.chars().all(|c| c.is_ascii_digit()));
        cells.map(str::len).sum::<usize>()
    };
    let ((by_singles, _), (by_human, said)) = (stalled("singles"), stalled("human"));
    assert_eq!(by_human.lines().count(), 13, "{by_human}");
    assert!(candidates(&by_human) < candidates(&by_singles), "{by_human}{by_singles}");
    assert!(said.contains("stalled: no technique applies"), "{said}");
}

#[test]
fn givens_that_clash_are_no_solution_and_named() {
    let (printed, said) = quadrille(&format!("solve {}", clashing())).negative();
    assert_eq!(printed, "");
    assert!(said.contains("no solution: digit 1"), "{said}");
    assert!(said.contains("row 1 column 1 and row 1 column 2"), "{said}");
    let (count, _) = quadrille(&format!("solve --count {}", clashing())).negative();
    assert_eq!(count, "0\n");
}

#[test]
fn no_solution_is_a_negative_answer() {
    let (printed, said) = quadrille(&format!("solve --engine masks {C1}")).negative();
    assert_eq!(printed, "");
    assert!(said.ends_with(":1: no solution\n"), "{said}");
    assert_eq!(
        quadrille(&format!("solve --quiet {C1}")).negative(),
        (String::new(), String::new())
    );
}

#[test]
fn a_search_gives_up_at_its_limit_and_says_so() {
    for limit in ["--max-tests 50", "--max-nodes 5"] {
        let (printed, said) = quadrille(&format!("solve {P1} --engine masks {limit}")).negative();
        assert_eq!(printed, "");
        let expected = format!(
            "stopped at the limit, with 0 solutions so far; use a larger {}\n",
            words(limit)[0]
        );
        assert!(said.ends_with(&expected), "{said}");
    }
    let (count, said) =
        quadrille(&format!("solve {P2} --engine masks --count --max-tests 100")).negative();
    assert_eq!(count, "unknown\n", "part of a number is no number");
    assert!(said.contains("solutions so far"), "{said}");
    let args = format!("solve {P1} --engine masks --max-tests 50 --output json");
    let (json, _) = quadrille(&args).negative();
    let json = &json_lines(&json)[0];
    assert_eq!((&json["outcome"], &json["answer"]), (&json!("budget"), &json!("unknown")));
    assert_eq!(json["solutions"], json!(0));
}

/// Without `--engine`, the size of the puzzle and what is shown decide.
#[test]
fn the_default_engine_is_right_for_the_size_and_for_what_is_shown() {
    let engine = |puzzle: &str, more: &str| {
        let args = format!("solve {puzzle} --output json --limit 1 {more}");
        json_lines(&quadrille(&args).stdout).remove(0)["engine"].clone()
    };
    let large = ".".repeat(256);
    assert_eq!(engine(P1, ""), "lanes");
    assert_eq!(engine(P1, "--engine auto"), "lanes");
    assert_eq!(engine(P1, "--max-tests 9"), "lanes", "a limit of its own tests");
    assert_eq!(engine(P1, "--verbose 1"), "masks");
    assert_eq!(engine("12343412214343..", ""), "masks");
    assert_eq!(engine(&large, ""), "large");
    assert_eq!(engine(&large, "--engine dlx"), "dlx");
    // Counts name the engine that counted; those of a named engine need no name.
    let stats =
        |more: &str| quadrille(&format!("solve {P1} --count --limit 2 --stats {more}")).silently();
    assert!(stats("").starts_with("1\nEngine lanes\nTests "), "{}", stats(""));
    assert!(stats("--engine masks").starts_with("1\nTests 1266\n"));
    let trace = quadrille(&format!("solve {P1} --trace")).silently();
    assert!(trace.contains("the only digit possible"), "as `masks`: {trace}");
}

/// `masks` searches this puzzle, which has no solution, for minutes.
#[test]
fn a_puzzle_without_a_solution_takes_no_time_and_a_limit_of_time_ends_others() {
    let hopeless =
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let start = std::time::Instant::now();
    let (printed, said) = quadrille(&format!("solve {hopeless} --time-limit 60")).negative();
    assert_eq!((printed, &*said), (String::new(), "PUZZLE:1: no solution\n"));
    assert!(start.elapsed().as_secs() < 30);
    let args = format!("solve {hopeless} --engine naive-tree --time-limit 0.1");
    let (printed, said) = quadrille(&args).negative();
    let expected =
        "PUZZLE:1: stopped at the limit, with 0 solutions so far; use a larger --time-limit\n";
    assert_eq!((printed, &*said), (String::new(), expected));
    // The limit is that of each puzzle.
    let folder = Folder::with("two.txt", format!("{hopeless}\n{P4}\n"));
    let args = "solve two.txt --engine naive-tree --time-limit 0.3 --output line";
    let (printed, _) = folder.quadrille(args).negative();
    assert_eq!(printed, format!("{P4_SOLUTION}\n"));
}
