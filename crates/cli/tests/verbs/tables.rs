//! Tables of puzzles, wherever puzzles are read and written.

use std::collections::BTreeMap;

use crate::common::rows::rows;
use crate::common::{Folder, json_lines, quadrille, quadrille_on};

const PUZZLE: &str = "1..43..2.1..4..1";
const FULL: &str = "1234341221434321";

/// Rows `puzzle, answer`, with what `check` should say of each row that has a fault, by its number from 1.
fn planted() -> (Vec<[String; 2]>, BTreeMap<usize, &'static str>) {
    let puzzles = quadrille("generate --count 300 --seed 3 --quiet").silently();
    let solved = quadrille_on(&puzzles, "solve --output line").silently();
    let rows = puzzles.lines().zip(solved.lines());
    let mut rows: Vec<_> = rows.map(|row| [row.0.to_owned(), row.1.to_owned()]).collect();
    let mut faults = BTreeMap::new();
    let exchanged = rows[8][1].clone();
    rows[7][1] = exchanged;
    faults.insert(8, "unique, answer wrong");
    let answer = rows[20][1].clone();
    rows[20][1] = answer[1..2].to_owned() + &answer[..1] + &answer[2..];
    faults.insert(21, "unique, answer wrong");
    rows[21][1].pop();
    faults.insert(22, "unique, answer wrong");
    rows[22][1].clear();
    faults.insert(23, "unique, answer missing");
    // Too few clues are left.
    rows[100][0].replace_range(..60, &".".repeat(60));
    faults.insert(101, "multiple, answer one of several");
    rows[101][0].replace_range(..60, &".".repeat(60));
    let other = rows[102][1].clone();
    rows[101][1] = other;
    faults.insert(102, "multiple, answer wrong");
    let first = &rows[200][1][..1];
    let wrong = if first == "1" { "2" } else { "1" };
    let wrong = wrong.to_owned() + &rows[200][1][1..];
    rows[200][0] = wrong;
    faults.insert(201, "none, answer wrong");
    rows[299][0].replace_range(3..4, "x");
    faults.insert(300, "invalid");
    (rows, faults)
}

/// A verdict without solutions and reasons.
fn in_short(verdict: &str) -> String {
    match (verdict.find(" ("), verdict.rfind(')')) {
        (Some(from), Some(to)) => verdict[..from].to_owned() + &verdict[to + 1..],
        _ => verdict.to_owned(),
    }
}

#[test]
fn every_fault_in_a_table_is_found_and_no_other_whatever_its_format() {
    let (rows, faults) = planted();
    let csv =
        |rows: &[[String; 2]]| -> String { rows.iter().map(|row| row.join(",") + "\n").collect() };
    let json = |[puzzle, answer]: &[String; 2]| {
        format!("{{\"id\":7,\"quiz\":\"{puzzle}\",\"solution\":\"{answer}\"}}")
    };
    let lines: Vec<String> = rows.iter().map(json).collect();
    let folder = Folder::with("head.csv", format!("quizzes,solutions\n{}", csv(&rows)));
    folder.write("bare.csv", csv(&rows));
    folder.write("lines.jsonl", lines.join("\n"));
    folder.write("array.json", format!("[{}]", lines.join(",\n")));
    for (file, lines_before) in
        [("head.csv", 1), ("bare.csv", 0), ("lines.jsonl", 0), ("array.json", 0)]
    {
        let checked = folder.quadrille(&format!("check {file}"));
        assert_eq!(checked.status, 2, "a row is refused: {checked:?}");
        assert_eq!(checked.stdout.lines().count(), rows.len());
        let mut found = BTreeMap::new();
        for verdict in checked.stdout.lines() {
            let (line, verdict) = verdict.split_once(": ").unwrap();
            if verdict != "unique, answer right" {
                found.insert(line.parse::<usize>().unwrap() - lines_before, in_short(verdict));
            }
        }
        let expected: BTreeMap<_, _> =
            faults.iter().map(|(row, verdict)| (*row, (*verdict).to_owned())).collect();
        assert_eq!(found, expected, "{file}");
        let summary = "300 puzzles: 296 unique, 2 multiple, 1 none, 1 refused\n\
            answers: 292 right, 5 wrong, 1 one of several, 1 missing";
        assert!(checked.stderr.trim_end().ends_with(summary), "{file}: {}", checked.stderr);
        let refused = format!("{file}:{}", if file == "array.json" { " row 300" } else { "" });
        assert!(checked.stderr.contains(&refused), "{}", checked.stderr);
    }
}

#[test]
fn the_table_is_written_again_with_the_verdicts() {
    let table =
        format!("id,level,puzzle,answer\n\"a,1\",x,{PUZZLE},{FULL}\nb,y,1..x............,\n");
    let checked = quadrille_on(&table, "check --output table --rate --canonical --minimal");
    let reason = "3:1: row 2 (`b`), column puzzle: at character 4: found `x`; expected a digit from 1 to 4, or `.` or `0` if empty; \
        for letters use the format `letters`";
    let canonical = quadrille_on(PUZZLE, "transform --canonical --quiet").silently();
    let expected = format!(
        "id,level,puzzle,answer,verdict,solutions,solution,given_answer,minimal,quadrille_level,rating,technique,canonical,reason\n\
        \"a,1\",x,{PUZZLE},{FULL},unique,1,{FULL},right,no,1,1.2,hidden single in a region,{},\n\
        b,y,1..x............,,invalid,,,,,,,,,\"{reason}\"\n",
        canonical.trim()
    );
    assert_eq!(checked.stdout, expected);
    let lines = format!(
        "{{\"grid\":\"{PUZZLE}\"}}\n{{\"grid\":\"{}\"}}\n",
        &PUZZLE.replace("4..1", "....")
    );
    let (checked, _) = quadrille_on(&lines, "check --output table").negative();
    let objects = json_lines(&checked);
    assert_eq!(objects[0]["solutions"], 1);
    assert_eq!((&objects[1]["verdict"], &objects[1]["solutions"]), (&"multiple".into(), &2.into()));
    quadrille_on(PUZZLE, "check --output table")
        .error_begins("--output table: standard input holds text; expected a table");
}

#[test]
fn a_generated_table_is_read_again() {
    for output in ["csv", "jsonl", "parquet"] {
        let folder = Folder::new();
        let made = folder.quadrille(&format!(
            "generate --count 40 --seed 2 --output {output} --path --out made --quiet"
        ));
        made.positive();
        let checked = folder.quadrille("check made");
        assert!(checked.stderr.contains("answers: 40 right, 0 wrong"), "{output}: {checked:?}");
        checked.positive();
        let solved = folder.quadrille("solve --output line made").positive();
        let generated = quadrille("generate --count 40 --seed 2 --quiet").silently();
        assert_eq!(quadrille_on(&generated, "solve --output line").silently(), solved);
        if output == "csv" {
            let again = folder.quadrille("check made --output table").positive();
            let mut head = again.lines().next().unwrap().split(',');
            assert_eq!(head.next_back(), Some("reason"));
            assert!(again.contains("hidden single"), "{again}");
        }
        let run = folder.quadrille("run --corpus made.toml --engine masks --out r.csv --quiet");
        run.positive();
        assert_eq!(
            folder.read("r.csv").lines().count(),
            41,
            "{output}: the manifest leads to the table"
        );
    }
    quadrille("generate --path").error_begins("--path: found another --output; expected `csv`");
}

#[test]
fn a_generated_row_says_what_is_known_of_its_puzzle() {
    let rows = quadrille("generate --count 30 --seed 4 --output jsonl --path --quiet");
    let rows = json_lines(&rows.positive());
    let puzzles: String =
        rows.iter().map(|row| row["puzzle"].as_str().unwrap().to_owned() + "\n").collect();
    let checked = quadrille_on(&puzzles, "check --output json --rate --canonical");
    for (row, known) in rows.iter().zip(json_lines(&checked.stdout)) {
        for field in ["puzzle", "solution", "level", "rating", "canonical"] {
            assert_eq!(row[field], known[field], "{field} of {row}");
        }
        if row.get("technique").is_some() {
            assert_eq!(row["technique"], known["technique"]);
            let steps = row["path"].as_str().unwrap().split(" | ").count() as u64;
            let counts = row["techniques"].as_str().unwrap().split("; ");
            let counted: u64 =
                counts.map(|part| part.split_once(' ').unwrap().0.parse::<u64>().unwrap()).sum();
            assert_eq!(steps, counted);
        }
    }
}

#[test]
fn isomorphs_are_found_in_other_files() {
    let folder = Folder::new();
    let train = quadrille("generate --count 200 --seed 5 --quiet").silently();
    let leaked: String =
        train.lines().skip(17).step_by(20).map(|line| line.to_owned() + "\n").collect();
    let leaked = quadrille_on(&leaked, "transform --seed 8 --quiet").silently();
    let copied = train.lines().nth(4).unwrap().to_owned() + "\n";
    let fresh = quadrille("generate --count 90 --seed 6 --quiet").silently();
    let rows: String = train.lines().map(|line| "a,".to_owned() + line + "\n").collect();
    folder.write("train.csv", format!("source,question\n{rows}"));
    folder.write("more.txt", format!("{}\nx\n", ".".repeat(81)));
    folder.write("test.txt", fresh + &leaked + &copied);
    let checked = folder.quadrille("check test.txt --against train.csv --against more.txt");
    assert_eq!(checked.status, 2, "a line of another file is refused");
    let found: Vec<&str> = checked.stdout.lines().filter(|line| line.contains(" of ")).collect();
    let mut expected: Vec<String> = (0..leaked.lines().count())
        .map(|place| {
            format!("{}: unique, isomorph of train.csv line {}", 91 + place, 19 + 20 * place)
        })
        .collect();
    expected.push("101: unique, copy of train.csv line 6".into());
    assert_eq!(found, expected);
    let summary = "11 isomorphic to one of train.csv (200 puzzles), 1 of them copies\n0 isomorphic to one of more.txt (2 puzzles, 1 refused)\n";
    assert!(checked.stderr.ends_with(summary), "{}", checked.stderr);
    let (rows, _) = folder.quadrille("check test.txt --against train.csv --output csv").negative();
    assert!(rows.lines().next().unwrap().ends_with(",given_answer,isomorph_of,copy_of,name"));
    let mut last = rows.lines().rev();
    assert!(last.next().unwrap().ends_with(",train.csv line 6,train.csv line 6,"), "{rows}");
    assert!(last.next().unwrap().ends_with(",train.csv line 199,,"), "{rows}");
}

#[test]
fn columns_and_kinds_can_be_asked_for() {
    let table = format!("puzzle,other,check\n{FULL},{PUZZLE},{FULL}\n");
    let solve = |args: &str| quadrille_on(&table, &format!("solve --output line {args}"));
    assert_eq!(solve("--column other").silently(), format!("{FULL}\n"));
    assert_eq!(solve("--column 2 --format csv").silently(), format!("{FULL}\n"));
    let error = solve("--column none");
    let expected = "standard input: --column: found no column none; expected one of puzzle, other, check, or a number from 1 to 3";
    assert_eq!(error.error(), expected);
    solve("--format parquet").error_has("found no table with a column of puzzles");
    solve("--format line").error_begins("standard input:1:7: found `,`");
    let checked = quadrille_on(&table, "check --column puzzles=other,answers=check");
    assert_eq!(checked.positive(), "2: unique, answer right\n");
    let steps = quadrille_on(&table, "solve --column other --trace --engine singles").silently();
    assert!(steps.starts_with("row 1 column 2 = 2") || steps.contains("unique by"), "{steps}");
}

#[test]
fn a_run_reads_the_column_that_is_named() {
    let folder = Folder::new();
    folder.write("two.csv", format!("puzzle,other\n{FULL},{PUZZLE}\n"));
    let run = |options: &str| {
        folder.quadrille(&format!("run --engine masks --corpus two.csv --quiet --out - {options}"))
    };
    let hashes = ["--column other", ""].map(|options| {
        let rows = rows(&run(options).silently());
        assert_eq!(rows.len(), 1);
        rows[0]["sha256"].clone()
    });
    assert_ne!(hashes[0], hashes[1]);
    let unknown = run("--column neither");
    let expected = "two.csv: --column: found no column neither; expected one of puzzle, other, or a number from 1 to 2";
    assert_eq!(unknown.error(), expected);
}

#[test]
fn a_full_disk_is_told_as_such() {
    let rows = format!("puzzle\n{}", format!("{PUZZLE}\n").repeat(20_000));
    let folder = Folder::with("t.csv", rows);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = folder.command("check t.csv --output table").stdout(full).output().unwrap();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(error.contains("No space left") && !error.contains("expected a whole file"), "{error}");
    assert!(!ended.status.success());
}

#[test]
fn the_answers_of_the_user_are_judged_before_our_own_columns() {
    let wrong = "2134341221434321";
    for (head, answer) in
        [("quizzes,solutions", 1), ("id,puzzle,answer", 2), ("puzzle,solution", 1)]
    {
        let row =
            if answer == 2 { format!("1,{PUZZLE},{wrong}") } else { format!("{PUZZLE},{wrong}") };
        let mut table = format!("{head}\n{row}\n");
        for time in 1..=3 {
            let checked = quadrille_on(&table, "check --output table");
            assert!(
                checked.stderr.contains("answers: 0 right, 1 wrong"),
                "{time}: {table}{checked:?}"
            );
            let name = head.split(',').nth(answer).unwrap();
            let told = checked.stderr.contains(&format!("the answers from {name}, not from "));
            // Our own column is then named `quadrille_solution`, which is no name of answers.
            let is_alone = name == "solution";
            assert_eq!(told, time > 1 && !is_alone, "{checked:?}");
            let (again, _) = checked.negative();
            table = again;
            let names: Vec<&str> = table.lines().next().unwrap().split(',').collect();
            let different: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{names:?}");
        }
        let quiet = quadrille_on(&table, "check --quiet");
        assert!(!quiet.stderr.contains("not from"), "{quiet:?}");
    }
}

#[test]
fn a_table_is_not_written_to_the_file_that_is_read() {
    let folder = Folder::with("t.csv", format!("puzzle\n{PUZZLE}\n"));
    let out = std::fs::OpenOptions::new().append(true).open(folder.path("t.csv")).unwrap();
    let ended = folder.command("check t.csv --output table").stdout(out).output().unwrap();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(
        error.contains("t.csv: this file is read, and standard output writes to it"),
        "{error}"
    );
    assert_eq!(folder.read("t.csv"), format!("puzzle\n{PUZZLE}\n"));
}

#[test]
fn puzzles_are_called_what_the_table_calls_them() {
    let table = format!(
        "id,puzzle,set\na7,{PUZZLE},one\nb8,{PUZZLE},one\nc9,..............x.,two\nd10,11..............,two\n"
    );
    let folder = Folder::with("book.csv", table);
    let checked = folder.quadrille("check book.csv");
    let mut lines = checked.stdout.lines();
    assert_eq!([lines.next(), lines.next()], [Some("a7: unique"), Some("b8: unique")]);
    assert_eq!(lines.next(), Some("c9: invalid"));
    assert!(checked.stderr.contains("book.csv:4:1: row 3 (`c9`), column puzzle"), "{checked:?}");
    assert!(lines.next().unwrap().starts_with("d10: none"), "{checked:?}");
    let checked = folder.quadrille("check book.csv --output json --column names=set");
    let objects = json_lines(&checked.stdout);
    let found: Vec<_> = objects.iter().map(|object| (&object["line"], &object["name"])).collect();
    assert_eq!(found.len(), 4);
    assert_eq!((found[0].0.as_u64(), found[0].1.as_str()), (Some(2), Some("one")));
    folder.write("two.csv", format!("id,puzzle\nb8,{PUZZLE}\nd10,11..............\n"));
    let solved = folder.quadrille("solve two.csv --output json");
    assert_eq!(json_lines(&solved.stdout)[0]["name"], "b8");
    assert!(solved.stderr.contains("two.csv:3 (`d10`): no solution"), "{solved:?}");
    let moved = folder.quadrille("transform two.csv --output json");
    assert_eq!(json_lines(&moved.stdout)[0]["name"], "b8");
    let ran = |more: &str| {
        let ran = folder.quadrille(&format!("run --out - --corpus good.csv --engine masks {more}"));
        let mut found: Vec<_> = rows(&ran.positive())
            .iter()
            .map(|row| (row["line"].clone(), row["instance"].clone()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, instance)| instance).collect::<Vec<_>>()
    };
    folder.write("good.csv", format!("id,puzzle,set\na7,{PUZZLE},one\nb8,{PUZZLE},one\n"));
    assert_eq!(ran(""), ["a7", "b8"]);
    assert_eq!(ran("--column names=set"), ["one", "one (3)"], "rows are told apart");
}
