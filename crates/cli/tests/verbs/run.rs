//! `quadrille run`: runs corpora through engines and writes verified rows.

use crate::common::Folder;
use crate::common::rows::{Row, pick, rows};
use toml::{Table, Value};

const HEAD: &str = "schema,run_id,corpus,instance,line,sha256,engine,engine_version,task,block,\
                    position,repetition,iterations,verdict,solutions,tests,forks,nodes,max_depth,\
                    wall_ns,cpu_ns,instructions,max_rss_bytes,cold_ns,timing,proved,cost,first_ns,\
                    cycles,branch_misses,cache_misses,isolation";

/// The rows that a run writes to standard output.
#[track_caller]
fn run(folder: &Folder, args: &str) -> Vec<Row> {
    let ended = folder.quadrille(&format!("run --out - {args}"));
    rows(&ended.positive())
}

#[test]
fn a_run_writes_rows_a_run_file_and_a_table() {
    let folder = Folder::new();
    let args = "run --corpus systems --engine masks --engine dlx --jobs 2";
    let table = folder.quadrille(&format!("{args} --out out.csv")).silently();
    assert!(table.contains("systems") && table.contains("masks") && table.contains("dlx"));
    assert!(table.contains("26 rows: 26 ok. Written to out.csv"), "{table}");
    let csv = folder.read("out.csv");
    assert_eq!(csv.lines().next(), Some(HEAD));
    assert_eq!((csv.lines().count(), csv.ends_with('\n')), (27, true));

    let text = folder.read("out.csv.run.toml");
    let file: Table = text.parse().expect("a run file is TOML");
    for key in ["run_id", "started", "command", "seed", "jobs", "pinned", "engines", "limits"] {
        assert!(file.contains_key(key), "{key} in {text}");
    }
    assert_eq!(file["schema"].as_integer(), Some(5));
    assert_eq!(file["jobs"].as_integer(), Some(2));
    assert_eq!(file["run_id"].as_str(), Some(&*rows(&csv)[0]["run_id"]));
    let command = file["command"].as_array().expect("words");
    let words: Vec<_> = command.iter().filter_map(Value::as_str).collect();
    assert_eq!(words[1..].join(" "), format!("{args} --out out.csv"));
    for key in ["version", "revision", "rustc", "rustflags", "profile"] {
        assert!(file["build"][key].is_str(), "{key} in {text}");
    }
    assert!(file["machine"]["cores"].is_integer() && file["machine"]["system"].is_str());
    let corpus = &file["corpus"][0];
    assert_eq!(corpus["name"].as_str(), Some("systems"));
    assert_eq!(corpus["task"].as_str(), Some("unique"));
    assert_eq!(corpus["instances"].as_integer(), Some(13));
    assert_eq!(corpus["tests"].as_integer(), Some(1_000_000));
    assert_eq!(corpus["sha256"].as_str().map(str::len), Some(64));
}

#[test]
fn the_speed_of_the_machine_is_noted_before_and_after() {
    let folder = Folder::new();
    folder.quadrille("run --corpus systems --engine masks --out r.csv --quiet").silently();
    let noted: toml::Table = folder.read("r.csv.run.toml").parse().expect("TOML");
    let times = noted["calibration_ns"].as_array().expect("a list");
    assert!(times.len() == 2 && times.iter().all(|ns| ns.as_integer() > Some(10_000)), "{noted}");
    // Nothing is written beside standard output, so nothing is measured for it.
    folder.quadrille("run --corpus systems --engine masks --out - --quiet").silently();
}

#[test]
fn a_row_says_what_was_found_and_how_long_it_took() {
    let only_p1 = "--corpus systems --engine masks --filter /P1$";
    let found = run(&Folder::new(), only_p1);
    let [row] = &found[..] else { panic!("one row: {found:?}") };
    let known = ["schema", "corpus", "instance", "line", "engine", "task", "repetition", "verdict"];
    assert_eq!(pick(row, known), ["5", "systems", "P1", "", "masks", "unique", "1", "ok"]);
    let counts = ["solutions", "tests", "forks", "nodes", "max_depth"];
    assert_eq!(pick(row, counts), ["1", "1266", "71", "143", "7"], "the search for a second");
    assert_eq!(pick(row, ["instructions", "max_rss_bytes"]), ["", ""], "unknown is empty");
    let events = ["cycles", "branch_misses", "cache_misses"];
    assert_eq!(pick(row, events), [""; 3], "so are events that the system does not count");
    assert_eq!(pick(row, ["timing", "proved"]), ["repeated", ""]);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(pick(row, ["engine_version", "position"]), [version, "0"]);
    // The SHA-256 of the puzzle as `--output line` prints it.
    let sha256 = "edca57d2e0bf551bb7c98a233fee6ceac1cf93b795eb71edeb6c4af9e2ba2190";
    assert_eq!(row["sha256"], sha256);
    for time in ["iterations", "wall_ns", "cpu_ns", "cold_ns"] {
        assert!(row[time].parse::<u64>().is_ok_and(|number| number > 0), "{time}: {row:?}");
    }

    for (task, solutions, tests, forks) in [("first", "1", "135", "10"), ("all", "1", "1266", "71")]
    {
        let row = &run(&Folder::new(), &format!("{only_p1} --task {task}"))[0];
        let expected = [task, solutions, tests, forks];
        assert_eq!(pick(row, ["task", "solutions", "tests", "forks"]), expected);
    }
}

#[test]
fn a_filter_picks_engines_corpora_and_instances() {
    let folder = Folder::new();
    let names = |filter: &str| {
        let rows = run(&folder, &format!("--filter {filter} --max-tests 1000"));
        rows.iter()
            .map(|row| pick(row, ["engine", "corpus", "instance"]).join("/"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("^masks/systems/P"),
        ["P1", "P2", "P3", "P4"].map(|p| format!("masks/systems/{p}"))
    );
    assert_eq!(
        names("^(dlx|naive)/families/queens:8"),
        ["dlx/families/queens:8", "naive/families/queens:8"]
    );
    let nothing = folder.quadrille("run --filter 'no such thing'");
    assert!(nothing.error().starts_with("nothing to measure"), "{nothing:?}");
}

#[test]
fn what_is_read_is_never_written_over() {
    let folder = Folder::with("p.txt", "1...............\n");
    folder.write("plan.toml", "corpora = ['p.txt']\nengines = ['masks']\n");
    for args in [
        "run --corpus p.txt --engine masks --out ./p.txt --force",
        "run plan.toml --out plan.toml --force",
        "run plan.toml --out p.txt --force",
    ] {
        let refused = folder.quadrille(args);
        let refusal = "this file is read by the same command; name another output";
        assert!(refused.error().ends_with(refusal), "{refused:?}");
    }
    assert_eq!(folder.read("p.txt"), "1...............\n");
    assert!(folder.read("plan.toml").starts_with("corpora"));
}

#[test]
fn results_are_not_written_over_unless_forced() {
    let folder = Folder::with("out.csv", "precious");
    let run = "run --corpus systems --filter masks.*P1 --out out.csv";
    folder.quadrille(run).error_begins("out.csv already exists");
    assert_eq!(folder.read("out.csv"), "precious");
    assert!(!folder.path("out.csv.run.toml").exists());
    folder.quadrille(&format!("{run} --force")).silently();
    assert_eq!(rows(&folder.read("out.csv")).len(), 1);

    folder
        .quadrille("run --corpus systems --out missing/out.csv")
        .error_begins("missing/out.csv: ");
}

/// It has an empty file and no run file, with which `resume` could do nothing.
#[test]
fn a_run_that_was_killed_as_it_began_is_begun_again() {
    let folder = Folder::with("out.csv", "");
    folder.quadrille("run --corpus systems --engine masks --out out.csv --quiet").silently();
    assert_eq!(folder.read("out.csv").lines().count(), 14);
}

#[test]
fn results_go_into_a_folder_of_their_own_unless_named() {
    let folder = Folder::new();
    folder.quadrille("run --corpus systems --filter masks.*P1").silently();
    let results = std::fs::read_dir(folder.path("results")).expect("there is a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.map(|entry| entry.file_name());
    let mut names: Vec<_> = results.map(|entry| name(entry).expect("it can be listed")).collect();
    names.sort();
    let [csv, run_file] = &names[..] else { panic!("two files: {names:?}") };
    let csv = csv.to_str().expect("a plain name");
    assert_eq!(run_file.to_str(), Some(&*format!("{csv}.run.toml")));
    let run_id = &rows(&folder.read(&format!("results/{csv}")))[0]["run_id"];
    assert_eq!(csv, format!("{run_id}.csv"));
}

#[test]
fn with_rows_on_stdout_the_table_goes_to_stderr() {
    let args = "run --corpus systems --filter masks.*P[12] --out -";
    let ended = Folder::new().quadrille(args);
    assert!(ended.stderr.contains("2 rows: 2 ok. Written to standard output"), "{ended:?}");
    assert_eq!(rows(&ended.positive()).len(), 2);
    let quiet = Folder::new().quadrille(&format!("{args} --quiet"));
    assert_eq!(rows(&quiet.silently()).len(), 2);
}

/// A limit of tests does not compare engines; the run says where it cut them off.
#[test]
fn engines_that_a_limit_of_tests_cut_off_are_named() {
    let folder = Folder::new();
    let run = |more: &str| {
        let args = "run --corpus systems --engine masks --force --out r.csv";
        folder.quadrille(&format!("{args} {more}")).silently()
    };
    let both = run("--engine dlx --max-tests 1000");
    let warning = "WARNING: 6 instances of dlx and 2 of masks cut off by tests or nodes. ";
    assert!(both.contains(warning) && both.contains("--time-limit SECONDS"), "{both}");
    let args = "--engine dlx --max-tests 1000 --repetitions 2";
    assert!(run(args).contains(warning), "repetitions are of one instance");
    let ranked = folder.quadrille("rank r.csv").silently();
    assert!(ranked.contains("NOT RANKED"), "{ranked}");
    assert!(!run("--max-tests 1000").contains("WARNING"), "one engine");
    assert!(!run("--engine dlx --time-limit 60").contains("WARNING"), "nothing was cut off");
    let ranked = folder.quadrille("rank r.csv").silently();
    assert!(!ranked.contains("NOT RANKED"), "{ranked}");
}
