//! `quadrille engine check` and `solve --engines`: engines in a script, right and wrong.

#![cfg(unix)]

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines};

/// An engine for 4x4 Sudokus in Python. A test changes single lines of it.
const ENGINE: &str = r#"
import sys, time

def solve(cells, limit):
    solutions, found, nodes = 0, [], 0
    def fits(i, d):
        r, c = divmod(i, 4)
        return all(cells[4 * r + k] != d and cells[4 * k + c] != d for k in range(4)) and all(
            cells[4 * (r // 2 * 2 + k // 2) + c // 2 * 2 + k % 2] != d for k in range(4))
    def go(i):
        nonlocal solutions, nodes
        nodes += 1
        while i < 16 and cells[i]:
            i += 1
        if i == 16:
            solutions += 1
            found.append("".join(map(str, cells)))
            return limit is not None and solutions >= limit
        for d in range(1, 5):
            if fits(i, d):
                cells[i] = d
                if go(i + 1):
                    return True
                cells[i] = 0
        return False
    if all(not d or check(cells, i, d) for i, d in enumerate(cells)):
        go(0)
    return solutions, found, nodes

def check(cells, i, d):
    cells[i] = 0
    r, c = divmod(i, 4)
    ok = all(cells[4 * r + k] != d and cells[4 * k + c] != d for k in range(4)) and all(
        cells[4 * (r // 2 * 2 + k // 2) + c // 2 * 2 + k % 2] != d for k in range(4))
    cells[i] = d
    return ok

known = {}
print("quadrille 2\nname four\nversion 1\ntakes sudoku:4\ncounters nodes\nready")
sys.stdout.flush()  # greeting
for line in sys.stdin:
    words = line.split()
    if words[0] == "batch":
        fields = dict(word.split("=") for word in words[2:])
        limit = int(fields["limit"]) if "limit" in fields else None
    elif words[0] == "sudoku":
        cells = [0 if cell == "." else int(cell) for cell in words[3]]
        answer = solve(list(cells), limit)
        count, found, nodes = answer
        most = 2 if fields["task"] == "unique" else 1
        if nodes > int(fields.get("nodes", nodes)):
            print(words[1], "budget")
        else:
            print(words[1], count, " | ".join(found[:most]) or "-", f"nodes={nodes}")
    elif words[0] == "end":
        print("done")
        sys.stdout.flush()  # answers
"#;

/// Its declaration. Python keeps output in a buffer unless the variable is set.
const TOML: &str = "[[engine]]\nname = 'four'\ncommand = ['python3', 'four.py']\nenv = { PYTHONUNBUFFERED = '' }\n";

fn folder(engine: &str) -> Folder {
    let folder = Folder::with("four.py", engine);
    folder.write("four.toml", TOML);
    folder
}

#[test]
fn a_right_engine_passes_every_step() {
    let printed = folder(ENGINE).quadrille("engine check four.toml").silently();
    for step in ["greeting", "answers", "batch", "limits", "cache", "overhead"] {
        assert!(printed.contains(&format!("  ok      {step}")), "{step}: {printed}");
    }
    assert!(
        printed.contains("four 1, started in ") && printed.contains("takes sudoku:4"),
        "{printed}"
    );
    assert!(!printed.contains("FAILED"), "{printed}");
}

/// Each fault, the step that finds it, and words of the advice.
#[test]
fn each_fault_is_named_with_what_to_do() {
    for (right, wrong, step, advice) in [
        ("sys.stdout.flush()  # greeting", "pass", "greeting", "flush=True"),
        ("name four", "name f o u r", "greeting", "one word of printable ASCII"),
        ("int(fields.get(\"nodes\", nodes))", "nodes", "limits", "answer `NUMBER budget`"),
        ("solutions += 1", "solutions += 2", "answers", "expected"),
        ("most = 2", "most = 1", "answers", "`NUMBER 2 FIRST | SECOND`"),
        ("print(words[1], count,", "print(words[1], count, count,", "answers", "expected"),
        (
            "nodes > int(fields.get(\"nodes\", nodes)):\n            print(words[1], \"budget\")",
            "True:\n            print(words[1], \"unsupported\")",
            "answers",
            "18 of 18 questions about `sudoku:4`, which its line `takes` accepts",
        ),
    ] {
        let engine = ENGINE.replace(right, wrong);
        assert_ne!(engine, ENGINE, "{right}");
        let (printed, _) = folder(&engine).quadrille("engine check four.toml").negative();
        let line = printed.lines().find(|line| line.starts_with(&format!("  FAILED  {step}")));
        assert!(line.is_some_and(|line| line.contains(advice)), "{step}: {printed}");
    }
}

#[test]
fn a_name_of_our_engines_is_refused_as_in_a_run() {
    let declared = "[[engine]]\nname = 'masks'\ncommand = ['false']\n";
    let folder = Folder::with("e.toml", declared);
    let (printed, _) = folder.quadrille("engine check e.toml").negative();
    let expected = "masks\n  FAILED  name        `masks` is the name of an engine of quadrille";
    assert!(printed.starts_with(expected), "{printed}");
}

/// It gains nothing, so it is no fault.
#[test]
fn a_cache_is_noted() {
    let remembers = "answer = known.get((words[3], limit)) or (time.sleep(0.005), solve(list(cells), limit))[1]\n        \
                     known[words[3], limit] = answer";
    let engine = ENGINE.replace("answer = solve(list(cells), limit)", remembers);
    let printed = folder(&engine).quadrille("engine check four.toml").silently();
    let line = printed.lines().find(|line| line.starts_with("  note    cache"));
    assert!(line.is_some_and(|line| line.contains("this gains nothing")), "{printed}");
}

#[test]
fn answers_that_are_not_flushed_are_named() {
    let engine = ENGINE.replace("sys.stdout.flush()  # answers", "pass");
    let args = "engine check four.toml --time-limit 0.5";
    let (printed, _) = folder(&engine).quadrille(args).negative();
    assert!(printed.contains("without flushing its output"), "{printed}");
}

#[test]
fn puzzles_are_solved_by_an_engine_in_another_program() {
    let folder = folder(ENGINE);
    let solve = |args: &str| folder.quadrille(&format!("solve --engines four.toml {args}"));
    assert_eq!(solve("1.34341221434321").silently(), "1234\n3412\n2143\n4321\n");
    assert_eq!(solve("--engine four --count ................").silently(), "288\n");
    let json = solve("--output json --count --limit 2 ................").silently();
    let json = &json_lines(&json)[0];
    assert_eq!((&json["engine"], &json["answer"]), (&"four".into(), &"multiple".into()));
    let (printed, said) = solve(C1).negative();
    assert_eq!((&*printed, &*said), ("", "PUZZLE:1: no solution\n"));
    solve(P1).error_has("four does not accept 9x9 puzzles");
    for (args, expected) in [
        ("--all ................", "tells only its first solution"),
        ("--count --limit 7 ................", "--limit 7"),
        ("--max-tests 7 ................", "does not count tests"),
        ("--engine five ................", "found no engine named `five`"),
        ("--verbose 2 ................", "does not tell its steps"),
    ] {
        solve(args).error_has(expected);
    }
    folder.write("four.py", ENGINE.replace("map(str, cells)", "['1'] * 16"));
    solve("1.34341221434321").error_has("four found a grid ");
}

#[test]
fn an_engine_is_asked_about_a_set_of_problems() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engines/python-example/engine.toml");
    let folder = Folder::with("two.dlx", "a b\na b\na\nb\n");
    let problem = |file: &str, solutions: &str| {
        format!("[[problem]]\nfile = '{file}'\nabout = ''\nsolutions = '{solutions}'\n")
    };
    let check = |manifest: String| {
        folder.write("manifest.toml", manifest);
        folder.quadrille(&format!("engine check {example} --set ."))
    };
    let right = check(problem("two.dlx", "2")).positive();
    assert!(right.contains("ok      set         5 answers about 1 problem right"), "{right}");
    let large = check(problem("two.dlx", "2") + &problem("two.dlx", "99999999999999999999"));
    let large = large.positive();
    assert!(large.contains("note    set         3 answers not asked for or not supported, 0 answers not given in time"), "{large}");
    let wrong = check(problem("two.dlx", "3"));
    let expected =
        "FAILED  set         two.dlx, task `all`: found 2 as the number of solutions; expected 3";
    assert!(wrong.stdout.contains(expected), "{wrong:?}");
    check(problem("three.dlx", "3")).error_has("three.dlx: ");
    check(problem("two.dlx", "many")).error_has("found the number of solutions `many`");
}
