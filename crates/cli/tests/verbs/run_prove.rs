//! `quadrille run --prove`, and engines that send certificates: right ones, wrong ones and forged ones.

#![cfg(unix)]

use crate::common::Folder;
use crate::common::rows::{Row, pick, rows};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engines/python-example");

/// Problems with 2, 1 and no solutions, a 4x4 grid with several, one whose givens clash, and an empty one.
const PROBLEMS: [(&str, &str); 3] = [
    ("two.dlx", "a b\na\nb\na b\n"),
    ("one.dlx", "p q | x\np x:1\nq x:2\nq x:1 |3\nx\n"),
    ("none.dlx", "a b\na\na\n"),
];
const GRIDS: &str = "12..............\n11..............\n................\n1234341221434321\n";

/// A folder with the problems, the grids, and the example engine in Python, changed by these lines.
fn folder(changes: &str) -> Folder {
    let folder = Folder::with("grids.txt", GRIDS);
    for (name, text) in PROBLEMS {
        folder.write(name, text);
    }
    let engine = format!(
        "import sys\nsys.path.insert(0, {EXAMPLE:?})\nimport solver\nanswer = solver.answer\n{changes}\n\
         solver.serve('example', answer)\n"
    );
    folder.write("engine.py", engine);
    let command = "[[engine]]\nname = 'example'\ncommand = ['python3', 'engine.py']\n";
    folder.write("engine.toml", command);
    folder
}

const CORPORA: &str = "--corpus grids.txt,two.dlx,one.dlx,none.dlx";

/// A run on all problems; its rows and its messages.
#[track_caller]
fn run(folder: &Folder, task: &str, more: &str, status: i32) -> (Vec<Row>, String) {
    let ended = folder.quadrille(&format!("run --task {task} --jobs 1 --out - {more}"));
    assert_eq!(ended.status, status, "{ended:?}");
    (rows(&ended.stdout), ended.stderr)
}

#[test]
fn every_answer_of_ours_is_proved() {
    let folder = folder("");
    let engines = "--engine dlx --prove";
    for (task, limit) in [("all", u64::MAX), ("unique", 2), ("first", 1)] {
        let (rows, stderr) = run(&folder, task, &format!("{CORPORA} {engines}"), 0);
        let expected = [24, 0, 288, 1, 0, 1, 2].map(|number: u64| number.min(limit).to_string());
        let found: Vec<&str> = rows.iter().map(|row| &*row["solutions"]).collect();
        assert_eq!(found, expected, "{task}");
        for row in &rows {
            assert_eq!(pick(row, ["verdict", "proved"]), ["ok", "quadrille"], "{row:?}");
        }
        assert!(stderr.contains("\n7 of 7 right answers proved by certificates"), "{stderr}");
    }
    let args = format!("run --out r.csv --batch {CORPORA} {engines}");
    let table = folder.quadrille(&args).positive();
    assert!(table.contains("\n7 of 7 right answers proved by certificates"), "{table}");
    let proved = rows(&folder.read("r.csv"));
    assert!(proved.iter().all(|row| row["proved"] == "quadrille"), "{proved:?}");
    let ranked = folder.quadrille("rank r.csv");
    let said = "proved by certificates: 4 of 4 right answers (docs/PROOFS.md)\n";
    assert_eq!((ranked.status, &*ranked.stderr), (0, said));
    let plan = "corpora = ['grids.txt']\nengines = ['dlx', 'masks']\nprove = true\n";
    folder.write("plan.toml", plan);
    let (rows, _) = run_plan(&folder, "run plan.toml --out -");
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row["proved"] == "quadrille"), "{rows:?}");
}

fn run_plan(folder: &Folder, args: &str) -> (Vec<Row>, String) {
    let ended = folder.quadrille(args);
    (rows(&ended.stdout), ended.stderr)
}

#[test]
fn without_being_asked_nothing_is_proved() {
    let (rows, stderr) = run(&folder(""), "all", &format!("{CORPORA} --engine dlx"), 0);
    assert!(rows.iter().all(|row| row["proved"].is_empty()), "{rows:?}");
    assert!(!stderr.contains("proved"), "{stderr}");
}

#[test]
fn what_is_not_proved_is_no_wrong_answer() {
    let folder = folder("");
    let manifest = "name = 'm'\nabout = 'a'\nsource = 's'\nlicence = 'l'\ntask = 'all'\ntests = 500000\n\
                    [[instance]]\nid = 'i'\nfamily = 'queens:7'\nsolutions = 40\n";
    folder.write("m.toml", manifest);
    let args = "--corpus m.toml --engine cells --prove --max-tests 15";
    let (rows, stderr) = run(&folder, "all", args, 0);
    // The engine gave up, so there is nothing to prove.
    assert_eq!(pick(&rows[0], ["verdict", "proved"]), ["budget", ""], "{stderr}");
    let huge = format!("{}\n", vec!["."; 36 * 36].join(" "));
    folder.write("huge.txt", huge);
    let args = "--corpus huge.txt --engine large --prove --time-limit 60";
    let (rows, stderr) = run(&folder, "first", args, 0);
    assert_eq!(pick(&rows[0], ["verdict", "proved"]), ["ok", ""], "{stderr}");
    assert!(
        stderr.contains("trouble: large on huge.txt/1: is not proved: a certificate"),
        "{stderr}"
    );
    assert!(stderr.contains("\n0 of 1 right answer proved by certificates"), "{stderr}");
}

#[test]
fn a_manifest_that_a_proof_contradicts_is_told() {
    let folder = folder("");
    let manifest = "name = 'm'\nabout = 'a'\nsource = 's'\nlicence = 'l'\ntask = 'all'\n\
                    [[instance]]\nid = 'i'\nfamily = 'queens:6'\nsolutions = 5\n";
    folder.write("m.toml", manifest);
    let args = "--corpus m.toml --engine dlx";
    let (before, _) = run(&folder, "all", args, 1);
    assert_eq!(before[0]["verdict"], "wrong", "the manifest is believed");
    let (rows, stderr) = run(&folder, "all", &format!("{args} --prove"), 1);
    assert_eq!(pick(&rows[0], ["verdict", "proved", "solutions"]), ["ok", "quadrille", "4"]);
    let said = "manifest: m/i: the manifest says 5 as the number of solutions; proved: 4; correct the manifest\n";
    assert!(stderr.contains(said), "{stderr}");
}

#[test]
fn an_engine_proves_its_answers() {
    let folder = folder("");
    let engine = format!("{CORPORA} --engine example --engines engine.toml");
    let (rows, stderr) = run(&folder, "all", &engine, 0);
    for row in &rows {
        assert_eq!(pick(row, ["verdict", "proved"]), ["ok", "engine"], "{row:?}");
    }
    assert!(stderr.contains("\n7 of 7 right answers proved by certificates"), "{stderr}");
    // Several solutions are no answer of a search that went through to its end.
    let prove = format!("{engine} --prove");
    for (more, of_several) in [(&engine, ""), (&prove, "quadrille")] {
        let (rows, _) = run(&folder, "unique", more, 0);
        for row in &rows {
            let by = if row["solutions"] == "2" { of_several } else { "engine" };
            assert_eq!(pick(row, ["verdict", "proved"]), ["ok", by], "{row:?}");
        }
    }
    let checked = folder.quadrille("engine check engine.toml");
    assert!(checked.stdout.contains("; writes certificates\n"), "{checked:?}");
    assert!(checked.stdout.contains("  ok      proofs      "), "{checked:?}");
}

/// An engine that changes each certificate by a statement. It has the variables `file` and `steps`, the bytes.
fn forging(statement: &str) -> String {
    format!(
        "import os\ndef answer(problem, asked):\n    found = solver.answer(problem, asked)\n    file = asked.get('file')\n    \
         if file:\n        steps = open(file, 'rb').read()\n        {statement}\n    return found"
    )
}

const REFUSED: &str = "2 as the number of solutions that is refused: certificate.xcd";
const NO_FILE: &str = ": found a device, a pipe or a folder; expected a regular file";

#[test]
fn a_refused_certificate_makes_the_answer_wrong() {
    // A wrong answer, with a certificate of the right one.
    let counts_wrong = "def answer(problem, asked):\n    count, *rest = solver.answer(problem, asked)\n    \
                        return (count + (count > 0), *rest)";
    let miscounted =
        "3 as the number of solutions that is refused: MANIFEST: claims 3 solutions; counted 2";
    for (changes, why) in [
        (counts_wrong.to_owned(), miscounted.to_owned()),
        (forging("os.remove(file)"), format!("{REFUSED}: No such file")),
        (forging("open(file, 'wb').close()"), REFUSED.to_owned()),
        (forging("open(file, 'wb').write(steps[:-1])"), REFUSED.to_owned()),
        (forging("open(file, 'ab').write(b'\\x04')"), REFUSED.to_owned()),
        (
            forging("open(file, 'wb').write(steps[:-1] + bytes([steps[-1] + 64]))"),
            REFUSED.to_owned(),
        ),
        (forging("os.remove(file); os.mkdir(file)"), format!("{REFUSED}{NO_FILE}")),
        (forging("os.remove(file); os.mkfifo(file)"), format!("{REFUSED}{NO_FILE}")),
    ] {
        let folder = folder(&changes);
        let args = "--corpus two.dlx --engine example --engines engine.toml";
        let (rows, stderr) = run(&folder, "all", args, 1);
        assert_eq!(pick(&rows[0], ["verdict", "proved"]), ["wrong", ""], "{changes}");
        let begin = "wrong: example on two.dlx/two: sent a certificate of ";
        assert!(stderr.contains(begin) && stderr.contains(&why), "{changes}: {stderr}");
    }
}

#[test]
fn engine_check_finds_a_refused_certificate_and_one_that_is_never_sent() {
    let silent = "solver.written = lambda certificate, asked: ''".to_owned();
    for (changes, why) in [
        (forging("open(file, 'wb').write(steps[:-1])"), "of an exact cover problem is refused: "),
        (silent, "sent no certificate although it greets with `proofs xcd`"),
    ] {
        let (checked, _) = folder(&changes).quadrille("engine check engine.toml").negative();
        let mut failed = checked.lines().filter(|line| line.starts_with("  FAILED  proofs"));
        assert!(failed.any(|line| line.contains(why)), "{checked}");
    }
}

/// An engine that cannot write certificates is judged by one that `quadrille` makes, for each task.
#[test]
fn a_wrong_answer_is_found_by_a_proof() {
    let folder = folder("answer = lambda problem, asked: (0, '-', '')");
    for task in ["all", "unique"] {
        let args = "--corpus two.dlx --engine example --engines engine.toml --prove";
        let (rows, stderr) = run(&folder, task, args, 1);
        assert_eq!(pick(&rows[0], ["verdict", "proved"]), ["wrong", ""]);
        let said = "wrong: example on two.dlx/two: found 0 as the number of solutions; a certificate proves 2\n";
        assert!(stderr.contains(said), "{stderr}");
    }
}
