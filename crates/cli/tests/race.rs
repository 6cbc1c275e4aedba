//! `quadrille race`: two binaries, or two engines, measured in turns. The binaries of most tests are scripts that print
//! rows with fixed times, so that nothing depends on how busy the machine is.
#![cfg(unix)]

mod common;
#[path = "../../results/tests/statistics/synthetic.rs"]
#[allow(dead_code, reason = "only its rows are used here")]
mod synthetic;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use common::puzzles::{P1, P1_SOLUTION};
use common::{Ended, Folder, json_lines};
use synthetic::{Row, csv};

/// A script that notes its arguments and prints the rows of a run in which every search takes `time`.
fn fake(folder: &Folder, name: &str, time: f64, verdict: &'static str) {
    let row = |engine: &str| Row {
        corpus: "p.txt".into(),
        engine: engine.into(),
        puzzle: "p".into(),
        time,
        verdict,
        ..Row::default()
    };
    let rows = csv(&[row("dlx"), row("masks")]);
    script(folder, name, &format!("echo {name} \"$@\" >> calls\ncat <<'END'\n{rows}END\n"));
}

fn script(folder: &Folder, name: &str, text: &str) {
    folder.write(name, format!("#!/bin/sh\n{text}"));
    let path = folder.path(name);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

fn race(folder: &Folder, more: &str) -> Ended {
    folder.write("p.txt", P1);
    let length = if more.contains("--seconds") { "" } else { "--blocks 5" };
    folder.quadrille(&format!("race ./a ./b --corpus p.txt {length} {more}"))
}

#[test]
fn the_slower_of_two_binaries_is_found() {
    let folder = Folder::new();
    fake(&folder, "a", 1000.0, "ok");
    fake(&folder, "b", 1000.0, "ok");
    let same = race(&folder, "--engine dlx --engine masks").silently();
    assert!(same.starts_with("A  ./a\nB  ./b\n"), "{same}");
    assert_eq!(same.matches("1.000 to 1.000").count(), 2, "{same}");
    assert!(same.ends_with("\nB is no worse\n") && same.contains("no difference"), "{same}");
    fake(&folder, "b", 1050.0, "ok");
    let (slower, _) = race(&folder, "--tolerance 2").negative();
    let last = "\nB is worse: dlx on p.txt: B is slower (B / A 1.050, 95% interval 1.050 to 1.050, tolerance 1.020)\n";
    assert!(slower.ends_with(last), "{slower}");
    race(&folder, "--tolerance 6").silently();
    let json = json_lines(&race(&folder, "--output json").negative().0);
    assert_eq!((&json[0]["outcome"], &json[0]["engine_a"]), (&"worse".into(), &"dlx".into()));
    fake(&folder, "b", 900.0, "ok");
    assert!(race(&folder, "").silently().ends_with("\nB is faster\n"));
}

#[test]
fn sides_take_turns_and_are_asked_the_same() {
    let folder = Folder::new();
    fake(&folder, "a", 1000.0, "ok");
    fake(&folder, "b", 1000.0, "ok");
    race(&folder, "--engine masks --time-limit 2").silently();
    let calls = fs::read_to_string(folder.path("calls")).expect("scripts noted their calls");
    let order: Vec<&str> = calls.lines().map(|line| &line[..1]).take(8).collect();
    assert_eq!(order.concat(), "abbabaab");
    let expected = "run --out - --quiet --jobs 1 --filter ^[^/]*/(?:p\\.txt/(?:1))$ --corpus p.txt --time-limit 2 --engine masks";
    assert!(calls.lines().all(|line| &line[2..] == expected), "{calls}");
    assert_eq!(calls.lines().count(), 20, "five blocks");
}

#[test]
fn an_answer_that_is_worse_is_worse_however_fast() {
    let folder = Folder::new();
    fake(&folder, "a", 1000.0, "ok");
    fake(&folder, "b", 1.0, "timeout");
    let (worse, _) = race(&folder, "").negative();
    assert!(
        worse.contains("verdicts: 2 worse in B")
            && worse.contains("\nB is worse: dlx on p.txt/1: ok, then timeout (B, block 0:2)\n"),
        "{worse}"
    );
}

#[test]
fn what_cannot_race_is_refused() {
    let folder = Folder::new();
    fake(&folder, "a", 1000.0, "ok");
    for (text, expected) in [
        (
            "echo no such verb >&2; exit 2\n",
            "./b: `run` ended with exit status: 2: no such verb; expected a binary",
        ),
        ("echo hello\n", "./b: `run` wrote no rows; expected a binary"),
        ("sleep 1; exec ./a\n", "found time for "),
    ] {
        script(&folder, "b", text);
        race(&folder, "--seconds 1").error_begins(expected);
    }
    folder.write("p.txt", P1);
    for (args, expected) in [
        ("./a ./nowhere", "./nowhere: found no such binary; "),
        (
            "./a masks",
            "masks: found no such binary; expected two binaries of quadrille, or two engines",
        ),
        ("masks nosuch", "nosuch: found no such engine; expected an engine of"),
        ("masks masks", "found the engine `masks` twice; "),
        ("masks dlx --engine bits", "found --engine beside two engines; "),
        ("./a ./a --corpus -", "found `-` as a corpus; "),
        ("./a ./a --corpus none.txt", "found the corpus `none.txt`, which is neither"),
    ] {
        folder.quadrille(&format!("race {args}")).error_has(expected);
    }
}

/// The binary itself, with real searches: only that it gets through is sure.
#[test]
fn two_engines_of_this_binary_race() {
    let folder = Folder::with("p.txt", P1);
    let ended = folder.quadrille("race naive-tree masks --corpus p.txt --blocks 5");
    assert!([0, 1, 3].contains(&ended.status), "{ended:?}");
    assert!(ended.stdout.contains("\nmasks / naive-tree  p.txt"), "{ended:?}");
    // On a busy machine the slower one may not end in time.
    let counts = ["the same in 1 cell", "nothing to compare"];
    assert!(
        counts.iter().any(|words| ended.stdout.contains(&format!("\ncounts: {words}\n"))),
        "{ended:?}"
    );
}

/// An engine of another program that counts to its argument before each search.
const ENGINE: &str = "import sys
sys.path.insert(0, 'FOLDER')
import solver

def respond(problem, asked):
    for _ in range(int(sys.argv[1])):
        pass
    return solver.answer(problem, asked)

solver.serve('e', respond)
";

/// Two builds of an engine in another program, which `--engines` declares. One takes three times as long as the other,
/// which shows on a busy machine, too.
#[test]
fn two_builds_of_an_engine_in_another_program_race() {
    // Each fourth cell is empty, so that the search is short.
    let cell = |(place, digit)| if place % 4 == 0 { '.' } else { digit };
    let easy: String = P1_SOLUTION.chars().enumerate().map(cell).collect();
    let folder = Folder::with("p.txt", easy);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engines/python-example");
    folder.write("e.py", ENGINE.replace("FOLDER", example));
    let declared = |(name, steps): (&str, u32)| {
        format!("[[engine]]\nname = '{name}'\ncommand = ['python3', 'e.py', '{steps}']\n")
    };
    folder.write("builds.toml", [("before", 100_000), ("after", 500_000)].map(declared).concat());
    let race = |a: &str, b: &str| {
        folder.quadrille(&format!("race {a} {b} --engines builds.toml --corpus p.txt --blocks 6"))
    };
    let (slower, _) = race("before", "after").negative();
    assert!(slower.starts_with("A  before\nB  after\n6 blocks, "), "{slower}");
    assert!(slower.contains("\nafter / before  p.txt"), "{slower}");
    assert!(
        slower.contains("B is slower")
            && slower.contains("\nB is worse: after / before on p.txt: B is slower ("),
        "{slower}"
    );
    assert!(race("after", "before").silently().ends_with("\nB is faster\n"));
}
