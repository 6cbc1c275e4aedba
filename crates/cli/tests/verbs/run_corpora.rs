//! `quadrille run` on the user's own corpora, and verdicts other than `ok`.

use crate::common::puzzles::*;
use crate::common::rows::{Row, pick, rows};
use crate::common::{Folder, quadrille};

/// The rows of a run of one engine.
#[track_caller]
fn run(folder: &Folder, corpus: &str, engine: &str, more: &str) -> Vec<Row> {
    let args = format!("run --out - --corpus {corpus} --engine {engine}");
    let ended = folder.quadrille(&format!("{args} {more}"));
    rows(&ended.positive())
}

/// Only a verified answer has a time.
#[track_caller]
fn has_no_time(row: &Row) {
    assert_eq!(pick(row, ["iterations", "wall_ns", "cpu_ns", "instructions"]), [""; 4], "{row:?}");
}

#[test]
fn a_bare_file_of_puzzles_is_a_corpus() {
    let folder = Folder::with("mine.txt", format!("# mine\n{P1}\n\n{}{C1}\n", in_rows(P4, 9)));
    let found = run(&folder, "mine.txt", "masks", "");
    let columns = ["corpus", "instance", "line", "task", "verdict", "solutions"];
    assert_eq!(pick(&found[0], columns), ["mine.txt", "13", "13", "unique", "ok", "0"]);
    assert_eq!(pick(&found[1], columns), ["mine.txt", "2", "2", "unique", "ok", "1"]);
    assert_eq!(pick(&found[2], columns), ["mine.txt", "4", "4", "unique", "ok", "1"]);
    let shipped = run(&folder, "systems", "masks", "--filter P1");
    assert_eq!(found[1]["sha256"], shipped[0]["sha256"], "the same puzzle in another corpus");
}

#[test]
fn puzzles_that_say_their_rules_are_a_corpus_of_problems() {
    let six = quadrille("generate --rules 6+x --count 2 --seed 1 --quiet").silently();
    let folder = Folder::with(
        "six.txt",
        format!(
            "{six}{}\n# rules: 4+futoshiki\n{}\n",
            ".".repeat(36),
            ".>.>.>.".to_owned() + &".".repeat(12)
        ),
    );
    for engine in ["dlx", "bits", "auto"] {
        let found = run(&folder, "six.txt", engine, "");
        let columns = ["corpus", "instance", "line", "task", "verdict", "solutions"];
        let mut found: Vec<_> = found.iter().map(|row| pick(row, columns)).collect();
        found.sort_unstable();
        let lines = [("2", "1"), ("3", "1"), ("4", "2"), ("6", "2")];
        let expected =
            lines.map(|(line, solutions)| ["six.txt", line, line, "unique", "ok", solutions]);
        assert_eq!(found, expected, "{engine}");
    }
    folder.write("clash.txt", format!("# rules: 2x3\n11{}\n", ".".repeat(34)));
    let ended = folder.quadrille("run --out - --corpus clash.txt --engine dlx");
    let expected =
        "clash.txt:2: found a puzzle without a solution, as digit 1 stands twice in row 1";
    assert!(ended.error().contains(expected), "{ended:?}");
}

#[test]
fn an_exact_cover_problem_is_a_corpus() {
    let folder = Folder::new();
    folder.quadrille("encode queens:8 --out eight.dlx").silently();
    for engine in ["dlx", "naive"] {
        let row = &run(&folder, "eight.dlx", engine, "")[0];
        let columns = ["corpus", "instance", "line", "engine", "task", "verdict", "solutions"];
        let expected = ["eight.dlx", "eight", "", engine, "all", "ok", "92"];
        assert_eq!(pick(row, columns), expected);
    }
    let row = &run(&folder, "eight.dlx", "dlx", "")[0];
    assert_eq!(pick(row, ["tests", "nodes"]), ["16680", "1049"]);
    let wrong_kind = folder.quadrille("run --corpus eight.dlx --engine masks");
    let why = "nothing to measure: masks accepts no instance of these corpora; use one of dlx";
    assert!(wrong_kind.error().starts_with(why), "{wrong_kind:?}");
}

/// A manifest of one puzzle with this line about the answer.
fn manifest(answer: &str) -> String {
    format!(
        "name = 'mine'\nabout = ''\nsource = ''\nlicence = ''\ntask = 'unique'\n\
         [[instance]]\nid = 'it'\npuzzle = '{P1}'\n{answer}\n"
    )
}

#[test]
fn a_manifest_is_a_corpus_and_is_believed() {
    let folder = Folder::with("mine.toml", manifest("solutions = 1"));
    let row = &run(&folder, "mine.toml", "masks", "")[0];
    assert_eq!(pick(row, ["corpus", "instance", "verdict"]), ["mine", "it", "ok"]);

    let other = format!("solutions = 1\nsolution = '{P3_SOLUTION}'");
    for lie in ["solutions = 2", "answer = 'none'", &other] {
        folder.write("lie.toml", manifest(lie));
        let ended = folder.quadrille("run --corpus lie.toml --out -");
        assert_eq!(ended.status, 1, "a wrong answer is a negative one: {ended:?}");
        assert!(ended.stderr.contains("wrong: masks on mine/it: found"), "{ended:?}");
        let rows = rows(&ended.stdout);
        assert!(rows.iter().any(|row| row["verdict"] == "wrong"), "{rows:?}");
        rows.iter().for_each(has_no_time);
    }
    folder.write("no.toml", "name = = 1");
    folder.quadrille("run --corpus no.toml --out -").error_begins("no.toml: ");
}

#[test]
fn a_file_is_called_the_same_wherever_it_is_run_from() {
    let folder = Folder::with("mine.txt", P4);
    std::fs::create_dir(folder.path("sub")).unwrap();
    folder.write("sub/mine.txt", P4);
    folder.write("sub/other.txt", P4);
    let args = "run --engine masks --out - --corpus";
    for name in ["mine.txt", "sub/mine.txt", "./sub/../mine.txt"] {
        let found = rows(&folder.quadrille(&format!("{args} {name}")).positive());
        assert!(found.iter().all(|row| row["corpus"] == "mine.txt"), "{name}");
    }
    let twice = "mine.txt --corpus sub/mine.txt";
    let found = rows(&folder.quadrille(&format!("{args} {twice}")).positive());
    assert_eq!(found.len(), 1, "the same puzzles under the same name");
    folder.write("sub/mine.txt", P1);
    let refused = folder.quadrille(&format!("{args} {twice}"));
    let error = refused.error();
    assert!(error.contains("two different corpora named `mine.txt`"), "{error}");
    assert!(error.contains("the second being sub/mine.txt"), "{error}");
}

#[test]
fn an_engine_that_takes_nothing_is_named() {
    let folder = Folder::with("easy.dlx", "a b\na\nb\n");
    let args = "run --corpus easy.dlx --out - --engine dlx";
    let ended = folder.quadrille(&format!("{args} --engine masks"));
    assert!(ended.stderr.contains("masks accepts none of the instances"), "{ended:?}");
    let ended = folder.quadrille(args);
    assert!(!ended.stderr.contains("accepts none"), "{ended:?}");
}

/// A name with an escape sequence is refused as the name of a corpus and in a result file.
#[test]
fn names_that_cannot_be_printed_are_refused() {
    let folder = Folder::with("a\u{1b}[31m.txt", P4);
    let refused = folder.quadrille("run --corpus a\u{1b}[31m.txt --out -");
    let error = refused.error();
    assert!(error.contains(r"found the corpus a\u{1b}[31m.txt, with a character"), "{error}");
    folder.write("b.txt", P4);
    let csv = folder.quadrille("run --corpus b.txt --engine masks --out -").positive();
    folder.write("forged.csv", csv.replace(",b.txt,", ",\u{1b}]0;b\u{202e},"));
    let refused = folder.quadrille("rank forged.csv");
    let error = refused.error();
    assert!(error.starts_with("forged.csv:2:"), "{error}");
    let expected = r"found `\u{1b}]0;b\u{202e}` as corpus; expected a name without characters";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_corpus_is_timed_as_one_batch() {
    let clash = format!("55{}", ".".repeat(79));
    let folder = Folder::with("mine.txt", format!("{P1}\n{P3}\n{P4}\n{clash}\n"));
    let args = "run --corpus mine.txt --engine lanes --engine masks --batch";
    let table = folder.quadrille(&format!("{args} --out out.csv")).silently();
    assert!(table.contains("2 rows: 2 ok.") && table.contains(" µs "), "{table}");
    assert!(table.contains("/s\n") && table.contains("one batch"), "{table}");
    let found = rows(&folder.read("out.csv"));
    let alone = |engine: &str, column: &str| -> String {
        let rows = run(&folder, "mine.txt", engine, "");
        rows.iter()
            .map(|row| row[column].parse::<u64>().expect("a number"))
            .sum::<u64>()
            .to_string()
    };
    let columns = ["corpus", "instance", "line", "verdict", "solutions", "tests", "forks"];
    let forks = alone("lanes", "forks");
    assert_eq!(pick(&found[0], columns), ["mine.txt", "*", "", "ok", "3", "", &forks]);
    let (tests, forks) = (alone("masks", "tests"), alone("masks", "forks"));
    assert_eq!(pick(&found[1], columns), ["mine.txt", "*", "", "ok", "3", &tests, &forks]);
    let only_lanes =
        run(&folder, "mine.txt", "lanes", &format!("--batch --filter {}", r"^lanes/.*/\*$"));
    assert_eq!(only_lanes.len(), 1);
}

#[test]
fn one_wrong_answer_spoils_a_batch_and_is_named() {
    let lies = format!("solutions = 1\n[[instance]]\nid = 'lie'\npuzzle = '{P4}'\nsolutions = 2\n");
    let folder = Folder::with("mine.toml", manifest(&lies));
    let ended = folder.quadrille("run --batch --corpus mine.toml --out -");
    assert_eq!(ended.status, 1, "{ended:?}");
    for engine in ["lanes", "masks", "dlx"] {
        assert!(
            ended.stderr.contains(&format!("wrong: {engine} on mine/lie: found 1")),
            "{ended:?}"
        );
    }
    assert!(!ended.stderr.contains("mine/it"), "{ended:?}");
    let rows = rows(&ended.stdout);
    assert_eq!(rows.iter().find(|row| row["engine"] == "lanes").expect("one")["verdict"], "wrong");
    rows.iter().for_each(has_no_time);
}
