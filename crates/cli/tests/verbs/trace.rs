//! `quadrille solve --trace` and `--verbose`: the steps of a search as text.

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines, quadrille};

/// The cell and the digit in a line of a trace, such as `row 1 column 2 = 3: because`.
fn placed(line: &str) -> Option<(usize, char)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["row", row, "column", column, "=", digit] = words.get(..6)? else { return None };
    let number = |word: &str| word.parse::<usize>().ok();
    let cell = (number(row)? - 1) * 9 + number(column)? - 1;
    Some((cell, digit.chars().next()?))
}

#[test]
fn singles_give_the_rule_of_each_step() {
    let trace = quadrille(&format!("solve --engine singles --trace {G1}")).silently();
    assert!(trace.starts_with("row 1 column 1 = 5: unique by (iii)\n"), "{trace}");
    for rule in ["(i)", "(ii)", "(iii)", "(iv)"] {
        assert!(trace.contains(rule), "{rule} in {trace}");
    }
    let steps: Vec<&str> = trace.lines().take_while(|&line| line != "solution").collect();
    let mut grid: Vec<char> = G1.chars().collect();
    for step in &steps {
        let (cell, digit) = placed(step).expect("a step puts a digit in a cell");
        assert!(step.contains(": unique by (i"), "{step}");
        assert_eq!(grid[cell], '0', "{step}: the cell is closed already");
        grid[cell] = digit;
    }
    assert_eq!(grid.iter().collect::<String>(), G1_SOLUTION);
    assert!(trace.ends_with(&("solution\n".to_owned() + &in_rows(G1_SOLUTION, 9))), "{trace}");
}

#[test]
fn a_stalled_trace_ends_with_the_candidates() {
    let (trace, said) = quadrille(&format!("solve --engine singles --trace {P1}")).negative();
    assert!(trace.starts_with("row 8 column 3 = 1: unique by"), "{trace}");
    assert!(trace.contains("+----") && !trace.contains("solution"), "{trace}");
    assert!(said.contains("stalled"), "{said}");
}

#[test]
fn forks_and_dead_ends_are_told() {
    let trace = quadrille(&format!("solve --engine masks --trace --stats {P1}")).silently();
    let begin = |word: &str| {
        let told = trace.lines().filter(|line| line.trim_start().starts_with(word));
        told.count()
    };
    let forks = trace.lines().find_map(|line| line.strip_prefix("Forks ")).expect("a count");
    assert_eq!(begin("try row").to_string(), forks);
    assert!(begin("dead end") > 0);
    assert_eq!(begin("solution"), 1);
    // Choices still open at the end were not taken back.
    let open = begin("try row") + begin("only row") - begin("take back row");
    assert!((1..=58).contains(&open), "{open} choices for 58 open cells");
    assert!(trace.contains(&in_rows(P1_SOLUTION, 9)));
}

#[test]
fn masks_say_why_a_digit_must_stand_there() {
    let trace = quadrille(&format!("solve --trace {P1}")).silently();
    for reason in
        ["only digit possible in the cell", "only cell possible in the row", "in the region"]
    {
        assert!(trace.contains(reason), "{reason} in {trace}");
    }
}

#[test]
fn steps_and_solutions_stand_in_the_order_they_came_in() {
    let trace = quadrille(&format!("solve --trace --limit 2 {P2}")).silently();
    let first_row = &P1_SOLUTION[..9];
    let grid = trace.find(&format!("\n{first_row}\n")).expect("the first solution");
    let told: Vec<usize> = trace.match_indices("solution\n").map(|(at, _)| at).collect();
    assert_eq!(told.len(), 2, "{trace}");
    assert!(told[0] < grid && grid < told[1], "{trace}");
}

#[test]
fn a_trace_is_no_count_and_no_list_of_grids() {
    for other in ["--count", "--output line", "--output decorated"] {
        quadrille(&format!("solve --trace {P1} {other}")).error_has("--trace");
    }
}

#[test]
fn each_level_tells_more_and_only_on_stderr() {
    let mut before = 0;
    for level in ["1", "2", "3", "4"] {
        let told = quadrille(&format!("solve --verbose {level} {P1}"));
        assert_eq!(told.stdout, in_rows(P1_SOLUTION, 9));
        let lines = told.stderr.lines().count();
        assert!(lines > before, "level {level}: {}", told.stderr);
        before = lines;

        let has = |text: &str| told.stderr.contains(text);
        assert!(has("masks: stopped, 1 solution, 135 tests, 10 forks, 16 nodes"), "{level}");
        let expected = [level >= "2", level >= "3", level >= "4"];
        let choices = [has("try row"), has("the only digit possible"), has(&P1_SOLUTION[..9])];
        assert_eq!(choices, expected, "level {level}: {}", told.stderr);
    }
}

#[test]
fn a_trace_is_json_with_short_names_and_units_of_links() {
    let args = format!("solve --engine human --trace --output json {G5}");
    let lines = json_lines(&quadrille(&args).silently());
    let (answer, steps) = lines.split_last().expect("steps and the answer");
    assert_eq!((&answer["engine"], &answer["outcome"]), (&"human".into(), &"stopped".into()));
    for (i, step) in steps.iter().enumerate() {
        assert_eq!((&step["line"], &step["step"]), (&1.into(), &(i + 1).into()));
    }
    let first = &steps[0];
    let fields =
        ["kind", "cell", "digit", "technique", "difficulty"].map(|field| first[field].clone());
    let expected = serde_json::json!(["placed", "r1c3", 6, "hidden single in a region", 1.2]);
    assert_eq!(serde_json::json!(fields), expected);
    assert_eq!(first["reason"], "r1c3 = 6: hidden single in a region, the only place left in b1");
    let struck = steps.iter().find(|step| step["kind"] == "struck").expect("one strikes");
    assert_eq!(struck["struck"][0], serde_json::json!({"cell": "r7c2", "digit": 3}));
    let chained = steps.iter().find(|step| !step["chains"].is_null()).expect("one has chains");
    for chain in chained["chains"].as_array().expect("a list") {
        let claims = chain.as_array().expect("a list");
        assert!(claims[0]["by"].is_null() && claims.len() > 1);
        for two in claims.windows(2) {
            let [cell, other] = [0, 1].map(|i| two[i]["cell"].as_str().expect("a cell"));
            let by = two[1]["by"].as_str().expect("a unit or a cell");
            let (row, column) = cell[1..].split_once('c').expect("r1c1");
            match by.as_bytes()[0] {
                _ if cell == other => assert_eq!(by, cell),
                b'r' => assert_eq!(&by[1..], row, "{chain}"),
                b'c' => assert_eq!(&by[1..], column, "{chain}"),
                _ => assert!(by.starts_with('b'), "{chain}"),
            }
        }
    }
    let forks = json_lines(&quadrille(&format!("solve --trace --output json {P1}")).silently());
    for kind in ["placed", "tried", "taken back", "dead end", "solution"] {
        assert!(forks.iter().any(|step| step["kind"] == kind), "{kind}");
    }
}

#[test]
fn steps_have_short_names_if_asked() {
    let trace =
        |more: &str| quadrille(&format!("solve --engine human --trace {G5} {more}")).silently();
    let (words, short) = (trace(""), trace("--notation r1c1"));
    assert_eq!(words.lines().count(), short.lines().count());
    assert!(
        short.starts_with("r1c3 = 6: hidden single in a region, the only place left in b1\n"),
        "{short}"
    );
    assert!(!short.contains("row ") && !short.contains("column "), "{short}");
    assert!(
        short.contains("pointing: 5 in b5 stands in c4 only, so it is struck from r7c4, r8c4\n"),
        "{short}"
    );
    assert!(words.contains(" (same cell), then ") && words.contains(" (column 7)"), "{words}");
    let masks = quadrille(&format!("solve --trace --notation r1c1 {P1}")).silently();
    assert!(masks.contains("try r") && !masks.contains("row 1"), "{masks}");
}

#[test]
fn several_traces_have_headings() {
    let folder = Folder::with("two.txt", format!("{G1}\n# easy\n{P4}\n"));
    let trace = folder.quadrille("solve --engine singles --trace two.txt").silently();
    let (one, two) = (dotted(G1), dotted(P4));
    assert!(trace.starts_with(&format!("two.txt:1: {one}\nrow ")), "{trace}");
    assert!(trace.contains(&format!("\n\ntwo.txt:3: {two}\nrow ")), "{trace}");
    let single = quadrille(&format!("solve --engine singles --trace {G1}")).silently();
    assert!(single.starts_with("row "), "{single}");
}
