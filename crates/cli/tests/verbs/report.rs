//! `quadrille report`: the files of the page and of the Markdown, and their contents.

use crate::common::puzzles::P4;
use crate::common::{Folder, quadrille_on};
use crate::synthetic::{Row, csv};

fn row(engine: &str, instance: &str, verdict: &'static str, time: f64) -> Row {
    Row { engine: engine.into(), instance: instance.into(), verdict, time, ..Row::default() }
}

fn example() -> Vec<Row> {
    vec![
        row("fast", "1", "ok", 1000.0),
        row("slow", "1", "ok", 4000.0),
        row("fast", "2", "ok", 1000.0),
        row("slow", "2", "timeout", 0.0),
    ]
}

#[test]
fn files_go_where_they_are_named_and_nothing_is_written_over() {
    let folder = Folder::with("r.csv", csv(&example()));
    let page = folder.quadrille("report r.csv").silently();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(folder.quadrille("report r.csv --out page.html --markdown page.md").silently(), "");
    assert_eq!(folder.read("page.html"), page);
    let markdown = folder.quadrille("report r.csv --markdown -").silently();
    assert_eq!(folder.read("page.md"), markdown);

    folder.write("page.md", "mine");
    let refused = folder.quadrille("report r.csv --out new.html --markdown page.md");
    let refusal = "page.md already exists; name another file, or overwrite it with --force";
    assert_eq!(refused.error(), refusal);
    assert!(!folder.path("new.html").exists(), "all or nothing");
    assert_eq!(folder.read("page.md"), "mine");
    folder.quadrille("report r.csv --markdown page.md --force").silently();
    assert_eq!(folder.read("page.md"), markdown);

    let same = folder.quadrille("report r.csv --out a --markdown a");
    assert_eq!(same.error(), "a: found as --out and as --markdown; expected two different names");
    folder
        .quadrille("report r.csv --out ./a --markdown a")
        .error_begins("./a: found as --out and as --markdown");
    folder.quadrille("report r.csv --out - --markdown -").error_begins("-: found as --out");
    let rows = folder.read("r.csv");
    for option in ["--out", "--markdown"] {
        let input = folder.quadrille(&format!("report r.csv {option} ./r.csv --force"));
        let refusal = "./r.csv: this file is read by the same command; name another output";
        assert_eq!(input.error(), refusal);
        folder
            .quadrille(&format!("report r.csv {option} r.csv.run.toml --force"))
            .error_begins("r.csv.run.toml: this file is read by the same command");
    }
    assert_eq!(folder.read("r.csv"), rows);
}

#[test]
fn a_chart_is_a_file_that_a_makefile_can_name() {
    let folder = Folder::with("r.csv", csv(&example()));
    let chart = |more: &str| folder.quadrille(&format!("report r.csv --chart {more}"));
    chart("cactus --out c.svg").silently();
    let svg = folder.read("c.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("slow"), "{svg}");
    assert_eq!(chart("cactus").silently(), svg);
    let fast = chart("profile --engine fast").silently();
    assert!(fast.contains("fast") && !fast.contains("slow"), "{fast}");
    let across = |engines: &str| {
        let svg = chart(&format!("scatter --engine {engines}")).silently();
        svg.find("fast, CPU time") < svg.find("slow, CPU time")
    };
    assert_eq!(["fast,slow", "slow,fast"].map(across), [true, false]);
    chart("cactus --out c.pdf").silently();
    let pdf = std::fs::read(folder.path("c.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
    folder
        .quadrille("report r.csv --out p.pdf")
        .error_begins("p.pdf: found the name of a PDF without --chart");
    chart("cactus --out c.png").error_begins("c.png: found the name of a picture of the kind png;");
    let nothing = chart("spread --out s.svg");
    assert!(
        nothing.error().starts_with("found nothing to draw; expected instances measured several")
    );
    assert!(!folder.path("s.svg").exists());
    chart("cactus --corpus x").error_begins("found the corpus `x`; expected one of");
}

#[test]
fn runs_of_a_history_are_set_beside_each_other() {
    let folder = Folder::with("p.txt", P4);
    for _ in 0..2 {
        folder.quadrille("run --corpus p.txt --engine masks,dlx --history h --quiet").silently();
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.path("h"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let [first, run_file, second, _] = &names[..] else { panic!("{names:?}") };
    assert_eq!(*run_file, format!("{first}.run.toml"));
    let notes: toml::Table = folder.read(&format!("h/{run_file}")).parse().unwrap();
    let revision = notes["build"]["revision"].as_str().unwrap();
    assert_eq!(*first, format!("{}-{revision}.csv", notes["run_id"].as_str().unwrap()));
    let text = folder.quadrille("report --history h --out h.svg").silently();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("engine  revision"), "{text}");
    assert_eq!(
        ["dlx", "masks"].map(|engine| text.matches(&format!("\n{engine} ")).count()),
        [2, 2],
        "{text}"
    );
    assert!(text.contains("no engine changed\n"), "two revisions are too few to tell: {text}");
    assert!(folder.read("h.svg").contains(">revision</text>"));
    folder.quadrille("report --history h --out h.pdf --engine masks").silently();
    assert!(std::fs::read(folder.path("h.pdf")).unwrap().starts_with(b"%PDF-1."));
    folder
        .quadrille(&format!("report --history h --out h/{first} --force"))
        .error_has("this file is read by the same command");
    std::fs::remove_file(folder.path(&format!("h/{second}"))).unwrap();
    folder.quadrille("report --history h").error_begins("found one file of results; expected two");
    folder.quadrille("report --history g").error_begins("g: ");
    folder.quadrille("run --history h --out r.csv").error_has("cannot be used with");
}

const SUMMARY: &str = "\
| engine | answered | median | ratio | 95 % interval | spread | PAR-2 | fastest on | only one on | not answered |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| fast | 2/2 | 1.00 µs | 1.000 | 1.000 to 1.000 | - | 1.00 µs | 100% | 1 |  |
| slow | 1/2 | 4.00 µs | 4.00 | - | - | - | 0% |  | 1 timeout |
| virtual best | 2/2 | 1.00 µs |  |  |  | 1.00 µs |  |  |  |
";

#[test]
fn markdown_has_the_summary_and_what_was_run() {
    let folder = Folder::with("r.csv", csv(&example()));
    folder.write(
        "r.csv.run.toml",
        "seed = 7\njobs = 2\ncommand = [\"/x/quadrille\", \"run\", \"a b\"]\n[machine]\ncpu = \"Z\"\n\
         [[corpus]]\nname = \"corpus\"\nsha256 = \"ffee\"\ninstances = 2\ntask = \"unique\"\n",
    );
    let text = folder.quadrille("report r.csv --markdown -").silently();
    assert!(text.contains(SUMMARY), "{text}");
    for expected in [
        "# r.csv\n",
        "2 engines, 1 corpus, 4 rows.",
        "2 instances were searched in parallel",
        "Rows left out of all figures and charts, because they have no time: 1 timeout.",
        "```sh\nquadrille run 'a b'\n```",
        "- Seed: 7\n",
        "- Machine: Z\n",
        "| corpus | 2 | unique |  | ffee |",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let page = folder.quadrille("report r.csv").silently();
    for expected in ["quadrille run 'a b'", "ffee", "2 engines, 1 corpus, 4 rows."] {
        assert!(page.contains(expected), "{expected}");
    }
    let slow = folder.quadrille("report r.csv --markdown - --baseline slow");
    assert!(slow.silently().contains("divided by that of slow"));
    let wall = folder.quadrille("report r.csv --markdown - --by wall").silently();
    assert!(wall.contains("1.25 µs") && wall.contains("wall time"));
}

/// Three files of the side `name`, each by a process of its own: `same` takes as long on all sides, `changed` this many
/// times as long.
fn side(folder: &Folder, name: &str, factor: f64, answers: u64) -> String {
    let files = (0..3).map(|process| {
        let row = |engine: &str, instance: u32, factor: f64| Row {
            run: format!("{name}-{process}"),
            counts: [Some(answers), None, None, None, None],
            ..row(
                engine,
                &instance.to_string(),
                "ok",
                factor * 1e5 * f64::from(instance) * (1.0 + 0.001 * f64::from(process)),
            )
        };
        let rows = (1..=20).flat_map(|i| [row("changed", i, factor), row("same", i, 1.0)]);
        let file = format!("{name}{process}.csv");
        folder.write(&file, csv(&rows.collect::<Vec<_>>()));
        file
    });
    files.collect::<Vec<_>>().join(",")
}

#[test]
fn several_files_are_set_side_by_side() {
    let folder = Folder::new();
    let [old, new, third] = [("old", 1.0, 1), ("new", 1.2, 1), ("third", 0.5, 1)]
        .map(|(name, factor, answers)| side(&folder, name, factor, answers));
    let text = folder.quadrille(&format!("report {old} {new} --markdown -")).silently();
    let expected = "\
## Side by side

### corpus, task unique

| engine | old0.csv and 2 more | new0.csv and 2 more | new0.csv and 2 more / old0.csv and 2 more | 95 % interval | finding |
|---|--:|--:|--:|--:|--:|
| changed | 1.05 ms | 1.26 ms | 1.200 | 1.19";
    assert!(text.contains(expected), "{text}");
    let row = |text: &str, engine: &str| {
        let begin = format!("| {engine} | ");
        text.lines().find(|line| line.starts_with(&begin)).expect("there is a row").to_owned()
    };
    assert!(row(&text, "changed").ends_with("| slower |"), "{text}");
    assert!(row(&text, "same").ends_with("| no difference |"), "{text}");
    // In all other tables and charts, an engine stands once for each side.
    let own = row(&text, "changed (new0.csv and 2 more)");
    assert!(
        own.starts_with("| changed (new0.csv and 2 more) | 20/20 | 1.26 ms | 1.200 |"),
        "{own}"
    );
    let based = format!("report {old} {new} --markdown - --baseline changed");
    let based = folder.quadrille(&based).silently();
    assert!(based.contains("divided by that of changed (old0.csv and 2 more)"), "{based}");
    // A third side has a column of its own; a tolerance may be larger than the difference.
    let three = format!("report {old} {new} {third} --markdown - --tolerance 30");
    let three = folder.quadrille(&three).silently();
    let row = row(&three, "changed");
    assert!(row.contains("| no difference |") && row.ends_with("| faster |"), "{row}");
}

#[test]
fn counts_and_verdicts_that_differ_between_files_are_changes() {
    let folder = Folder::with("old.csv", csv(&example()));
    let mut rows = example();
    for row in &mut rows {
        row.run = "new".into();
    }
    rows[1].verdict = "timeout";
    rows[2].counts[1] = Some(7);
    folder.write("new.csv", csv(&rows));
    let text = folder.quadrille("report old.csv new.csv --markdown -").silently();
    let has = |engine: &str, what: &str| {
        text.lines().any(|line| line.starts_with(&format!("| {engine} | ")) && line.contains(what))
    };
    assert!(has("slow", "1 verdict differs") && has("slow", "-, 0/2 |"), "{text}");
    assert!(has("fast", "1 count differs"), "{text}");
    let page = folder.quadrille("report old.csv new.csv").silently();
    assert!(!page.contains("<tr class=\"same\">") && page.contains("id=\"changed\""));
}

/// Files that have no engine and instance in common make one report, as with `rank`.
#[test]
fn files_with_nothing_in_common_are_one_report() {
    let folder = Folder::with("a.csv", csv(&[row("a", "1", "ok", 10.0)]));
    folder.write("b.csv", csv(&[row("b", "1", "ok", 20.0)]));
    let text = folder.quadrille("report a.csv b.csv --markdown -").silently();
    assert!(!text.contains("Side by side") && text.contains("| b | 1/1 |"), "{text}");
}

#[test]
fn one_row_is_enough_and_none_is_not() {
    for one in [row("a", "1", "ok", 10.0), row("a", "1", "crash", 0.0), row("a", "*", "ok", 10.0)] {
        let page = quadrille_on(csv(&[one]), "report").silently();
        // The rest of the page is its script.
        let (own, _) = page.split_once("<script>").expect("there is a script");
        assert!(own.contains("1 engine, 1 corpus, 1 row.") && !own.contains("NaN"));
        assert!(page.contains("standard input has no run file beside it"));
    }
    let none = quadrille_on(csv(&[]), "report");
    assert_eq!(
        none.error(),
        "found no rows; expected the rows of a run: make some with `quadrille run`"
    );
    let folder = Folder::with("none.csv", csv(&[]));
    folder.quadrille("report none.csv --out page.html").error();
    assert!(!folder.path("page.html").exists());
    let unknown = quadrille_on(csv(&example()), "report --baseline x");
    assert_eq!(
        unknown.error(),
        "found the engine `x`; expected one of those in the results: fast, slow"
    );
}

/// `report` reads the files that `run` writes: instances and batches, with and without `--aa`.
#[test]
fn results_of_runs_are_reported() {
    let folder = Folder::new();
    let run = |extra: &str, out: &str| {
        let args = "run --corpus systems --engine masks --engine singles --jobs 1 --quiet";
        folder.quadrille(&format!("{args} --out {out} {extra}")).positive();
    };
    run("--aa", "aa.csv");
    run("--batch", "batch.csv");
    let text = folder.quadrille("report aa.csv --markdown -").silently();
    assert!(
        text.contains("two measurements of the same searches differ by a factor of up to: masks")
    );
    assert!(
        text.contains("| masks | 13/13 | ")
            && text
                .lines()
                .any(|row| row.starts_with("| singles | 7/13 |") && row.ends_with("| 6 stalled |"))
    );
    assert!(text.contains("- Repetitions: 1, each measured twice"), "{text}");
    let command = "quadrille run --corpus systems --engine masks --engine singles --jobs 1";
    assert!(text.contains(command));
    let both = folder.quadrille("report aa.csv batch.csv --markdown -").silently();
    assert!(
        both.contains("### systems as one batch") && both.contains("### systems: 13 instances")
    );
    let page = folder.quadrille("report batch.csv").silently();
    assert!(page.contains("systems as one batch"));
}
