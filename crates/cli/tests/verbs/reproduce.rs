//! `quadrille reproduce`: published tables reproduced, and tables that cannot be reproduced.

use std::fs;

use crate::common::puzzles::P4;
use crate::common::{Folder, end, interrupt, quadrille, wait_until};
use flate2::read::GzDecoder;
use quadrille_results::Fingerprint;

const SYSTEMS: &str = "b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa";

/// A table of `masks` on the corpus `systems`, with this pin and these figures.
fn table(pin: &str, figures: &str) -> String {
    format!(
        "title = 'A table'\nabout = 'About it.'\nsource = 'A book'\n[pins]\nsystems = '{pin}'\n\
         [plan.first]\ncorpora = ['systems']\nengines = ['masks']\ntask = 'first'\nfilter = '/P[14]$'\njobs = 1\n\
         {figures}"
    )
}

const P1: &str = "[[figure]]\ncorpus = 'systems'\ninstance = 'P1'\nengine = 'masks'\n";

#[test]
fn a_published_table_comes_out_as_it_was() {
    let folder = Folder::new();
    let screen = folder.quadrille("reproduce system-e-screen --out o").silently();
    assert!(screen.starts_with("system-e-screen: System E's screen\n\ncorpus "), "{screen}");
    assert!(screen.contains("All 11 counted figures equal the published ones."), "{screen}");
    assert!(screen.contains("123456789...968341572"), "{screen}");
    assert!(screen.ends_with("Written to o/system-e-screen\n\n"), "{screen}");
    let files = ["figures.csv", "report.html", "report.md", "rows", "table.toml"];
    assert_eq!(folder.names("o/system-e-screen"), files);
    let rows = ["all.csv", "all.csv.run.toml", "first.csv", "first.csv.run.toml"];
    assert_eq!(folder.names("o/system-e-screen/rows"), rows);
    let shipped = include_str!("../../../../reports/system-e-screen.toml");
    assert_eq!(folder.read("o/system-e-screen/table.toml"), shipped);
    let figures = folder.read("o/system-e-screen/figures.csv");
    assert!(figures.contains("systems,empty,masks,tests,211,211,-,equal,[1]\n"), "{figures}");
    let markdown = folder.read("o/system-e-screen/report.md");
    assert!(markdown.starts_with("# System E's screen\n"), "{markdown}");
    assert!(
        markdown.contains("| systems | empty | masks | tests | 211 | 211 | - | equal | \\[1\\] |")
    );
    assert!(markdown.contains("quadrille reproduce system-e-screen --out o"), "{markdown}");
    let page = folder.read("o/system-e-screen/report.html");
    assert!(page.contains("Published figures") && page.contains("id=\"published\""));
    let run: toml::Table =
        folder.read("o/system-e-screen/rows/first.csv.run.toml").parse().unwrap();
    assert_eq!(run["corpus"][0]["sha256"].as_str(), Some(SYSTEMS));
}

#[test]
fn a_new_table_is_filled_in_from_a_run_and_comes_out_at_once() {
    let folder = Folder::new();
    folder.write("mine.txt", format!("{}\n{}\n", "1".to_owned() + &".".repeat(80), ".".repeat(81)));
    let run = "run --corpus systems,mine.txt --engine masks,dlx --filter /P1$|/1$";
    folder.quadrille(&format!("{run} --task first --repetitions 2 --quiet --out r.csv")).silently();
    folder.quadrille("reproduce --new mine.toml r.csv").silently();
    let table = folder.read("mine.toml");
    assert!(table.contains(&format!("systems = \"{SYSTEMS}\"")), "{table}");
    let figure = "[[figure]]\ncorpus = \"systems\"\ninstance = \"P1\"\nengine = \"masks\"\nverdict = \"ok\"\nsolutions = 1\ntests = 135\n";
    assert!(table.contains(figure), "{table}");
    let made = folder.quadrille("reproduce mine.toml --out o").silently();
    assert!(made.contains("counted figures equal the published ones."), "{made}");
    folder.quadrille("reproduce --new mine.toml r.csv").error_begins("mine.toml already exists");
    folder
        .quadrille("reproduce --new other.toml")
        .error_begins("found 0 results files with --new; expected one");
}

#[test]
fn what_differs_is_named_and_makes_the_status_1() {
    let figures = [P1, "tests = 136\nforks = 10\nnodes = 3\n"].concat();
    let folder = Folder::with("t.toml", table(SYSTEMS, &figures));
    let (out, said) = folder.quadrille("reproduce t.toml --out o").negative();
    assert_eq!(
        said,
        "differs: t: tests of masks on systems/P1: found 135; published 136\n\
         differs: t: nodes of masks on systems/P1: found 16; published 3\n"
    );
    assert_eq!(out.matches("DIFFERS").count(), 2, "{out}");
    assert!(out.contains("Of 3 counted figures, 2 DIFFER."), "{out}");
    let quiet = folder.quadrille("reproduce t.toml --out q --quiet").negative();
    assert_eq!(quiet, (String::new(), said));
    // Counts of other engines may differ.
    folder.write("t.toml", table(SYSTEMS, &[P1, "tests = 136\nexact = false\n"].concat()));
    let beside = folder.quadrille("reproduce t.toml --out b").silently();
    assert!(beside.contains("0.993 x"), "{beside}");
}

#[test]
fn a_corpus_beside_the_table_is_held_against_its_pin_too() {
    let figures = "[[figure]]\ncorpus = 'mine.txt'\ninstance = '1'\nengine = 'masks'\ntests = 5\n";
    let text = table(SYSTEMS, figures).replace("systems", "mine.txt").replace("filter", "#");
    let folder = Folder::new();
    fs::create_dir(folder.path("t")).unwrap();
    folder.write("t/mine.txt", P4);
    folder.write("t/t.toml", text.replace("mine.txt = ", "'mine.txt' = "));
    let refused = folder.quadrille("reproduce t/t.toml --out o");
    let error = refused.error();
    assert!(error.starts_with("t: the corpus `mine.txt` is not the one"), "{error}");
    let found = error.split("found the sha256 ").nth(1).unwrap()[..64].to_owned();
    let right = folder.read("t/t.toml").replace(SYSTEMS, &found);
    folder.write("t/t.toml", right);
    let made = folder.quadrille("reproduce t/t.toml --out o").silently();
    assert!(made.contains("mine.txt  1         masks   tests "), "{made}");
    folder.write("t/mine.txt", P4.replace('5', "."));
    folder.quadrille("reproduce t/t.toml --out p").error();
}

#[test]
fn a_list_that_is_not_shipped_is_told_with_how_to_come_by_it() {
    let folder = Folder::new();
    let named = folder.quadrille("reproduce tdoku-readme --out o");
    assert_eq!(named.status, 2);
    for expected in [
        "error: tdoku-readme cannot be run without its corpora:",
        "the corpus `17_clue` is missing",
        "the corpus `forum_hardest_1905_11+` is missing",
        "--data or QUADRILLE_DATA",
        "To obtain it: data.zip in https://github.com/t-dillon/tdoku",
    ] {
        assert!(named.stderr.contains(expected), "{expected}: {}", named.stderr);
    }
    assert!(!folder.path("o").exists());

    // Reproducing all shipped tables skips this one and reports it. Nothing is run here, because the folder exists.
    fs::create_dir_all(folder.path("o/system-a")).unwrap();
    let all = folder.quadrille("reproduce --out o");
    assert!(
        all.stderr.starts_with("skipped: tdoku-readme: the corpus `17_clue` is missing"),
        "{all:?}"
    );
    assert_eq!(
        all.error(),
        "o/system-a already exists; name another folder with --out, or overwrite its files with --force"
    );

    // The rest of the table is reproduced.
    let text = table(SYSTEMS, &[P1, "tests = 135\n"].concat())
        .replace("['systems']", "['systems', '17_clue']");
    let clues = "[[figure]]\ncorpus = '17_clue'\nours = ['guesses_per_puzzle']\n";
    folder.write("t.toml", text + clues);
    let part = folder.quadrille("reproduce t.toml --out p");
    assert!(part.stderr.starts_with("left out of t: the corpus `17_clue` is missing"), "{part:?}");
    let out = part.positive();
    assert!(
        out.contains("Left out: the corpus `17_clue` is missing")
            && out.contains("All 1 counted figures"),
        "{out}"
    );
}

#[test]
fn what_is_there_is_written_over_by_force_only() {
    let folder = Folder::with("t.toml", table(SYSTEMS, &[P1, "tests = 135\n"].concat()));
    let run = |more: &str| folder.quadrille(&format!("reproduce t.toml --quiet {more}"));
    run("--out o --bundle b.tar.gz").silently();
    let refusal =
        "o/t already exists; name another folder with --out, or overwrite its files with --force";
    assert_eq!(run("--out o").error(), refusal);
    let refusal = "b.tar.gz already exists; name another file, or overwrite it with --force";
    assert_eq!(run("--out p --bundle b.tar.gz").error(), refusal);
    assert!(!folder.path("p").exists(), "nothing was run");
    run("--out o --bundle b.tar.gz --force").silently();
    for own in ["o/t/../t/report.html", "o", "o/t", "./o/t/rows"] {
        let refused = run(&format!("--out o --bundle {own} --force"));
        assert_eq!(
            refused.error(),
            format!(
                "--bundle {own}: this file or folder belongs to the table t; expected another name"
            )
        );
    }
    let input = run("--out o --bundle ./t.toml --force");
    assert_eq!(
        input.error(),
        "./t.toml: this file is read by the same command; name another output"
    );
    folder.write("file", "");
    assert_eq!(run("--out file").error(), "file: found a file; expected a folder");
    let twice = folder.quadrille("reproduce t.toml t.toml --out q");
    assert!(twice.error().starts_with("found the table `t` twice"));
}

#[test]
fn a_bundle_does_not_replace_a_corpus_that_only_the_table_names() {
    let figures = "[[figure]]\ncorpus = 'mine.toml'\ninstance = '1'\nengine = 'masks'\ntests = 5\n";
    let corpus = Fingerprint::of(b"1...............").to_string();
    let pin = Fingerprint::of(format!("{corpus}\n").as_bytes()).to_string();
    let text = table(&pin, figures).replace("'systems'", "'mine.toml'");
    let text = text.replace("systems = ", "'mine.toml' = ").replace("filter", "#");
    let folder = Folder::with("t.toml", text);
    folder.write("mine.txt", "1...............\n");
    let manifest =
        "name = 'm'\nabout = ''\nsource = ''\nlicence = ''\ntask = 'first'\nfile = 'mine.txt'\n";
    folder.write("mine.toml", manifest);
    for file in ["mine.txt", "mine.toml"] {
        let args = format!("reproduce t.toml --out o --bundle {file} --force");
        let expected =
            format!("{file}: this file is read by the same command; name another output");
        assert_eq!(folder.quadrille(&args).error(), expected);
    }
}

#[test]
fn a_bundle_has_everything_and_its_sums() {
    let folder = Folder::with("t.toml", table(SYSTEMS, &[P1, "tests = 135\n"].concat()));
    folder.quadrille("reproduce t.toml system-d --quiet --out o --bundle b.tar.gz").silently();
    let bytes = fs::read(folder.path("b.tar.gz")).unwrap();
    fs::create_dir(folder.path("unpacked")).unwrap();
    // Without times, the same files give the same bytes.
    assert_eq!(bytes[4..8], [0; 4], "gzip has no time");
    let mut archive = tar::Archive::new(GzDecoder::new(&bytes[..]));
    let mut names = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let header = entry.header();
        assert_eq!(
            (header.mtime().unwrap(), header.uid().unwrap(), header.gid().unwrap()),
            (0, 0, 0)
        );
        names.push(entry.path().unwrap().into_owned());
        entry.unpack_in(folder.path("unpacked")).unwrap();
    }
    assert!(names.is_sorted(), "{names:?}");
    let root = "unpacked/quadrille-reproduce";
    let sums = folder.read(&format!("{root}/SHA256SUMS"));
    assert_eq!(sums.lines().count(), 17, "{sums}");
    let own = ["CITATION.cff", "LICENSE-MIT", "README.md", "CORPORA.toml", "corpora/"];
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").expect("a sum and a name");
        let bytes = fs::read(folder.path(&format!("{root}/{name}"))).unwrap();
        assert_eq!(Fingerprint::of(&bytes).to_string(), sum, "{name}");
        if !own.iter().any(|own| name.starts_with(own)) {
            assert_eq!(bytes, fs::read(folder.path(&format!("o/{name}"))).unwrap(), "{name}");
        }
    }
    for name in [
        "corpora/systems/manifest.toml",
        "t/table.toml",
        "t/rows/first.csv",
        "t/rows/first.csv.run.toml",
        "system-d/report.html",
    ] {
        assert!(sums.contains(&format!("  {name}\n")), "{name} in {sums}");
    }
}

#[test]
fn hostile_names_are_text_or_refused() {
    let hostile = "</script><script>alert(1)</script>|`*";
    let text = table(SYSTEMS, &[P1, "tests = 135\n"].concat());
    let text = text
        .replace("'A table'", &format!("'{hostile}'"))
        .replace("'A book'", &format!("'{hostile}'"));
    let folder = Folder::with("t.toml", &text);
    folder.quadrille("reproduce t.toml --quiet --out o").silently();
    assert!(!folder.read("o/t/report.html").contains("<script>alert"));
    let markdown = folder.read("o/t/report.md");
    let tags = markdown.match_indices('<').filter(|(i, _)| !markdown[..*i].ends_with('\\'));
    assert_eq!(tags.count(), 0, "{markdown}");
    for name in ["<b>.toml", "a b.toml", ".hidden.toml", "SHA256SUMS.toml"] {
        folder.write(name, &text);
        folder
            .quadrille(&format!("reproduce '{name}' --out p"))
            .error_has("; expected letters, digits");
    }
    folder.write("u.toml", text.replace("[plan.first]", "[plan.'../../first']"));
    folder
        .quadrille("reproduce u.toml --out p")
        .error_begins("u.toml: found the name `../../first`");
    assert!(!folder.path("p").exists());
}

#[test]
fn what_is_no_table_is_told_with_its_place() {
    let unknown = quadrille("reproduce nothing");
    let error = unknown.error();
    assert!(
        error.starts_with(
            "found the table `nothing`, which is neither a file nor one of families, "
        ),
        "{error}"
    );
    let folder =
        Folder::with("t.toml", table(SYSTEMS, "[[figure]]\ncorpus = 'system'\ntests = 1\n"));
    folder
        .quadrille("reproduce t.toml")
        .error_begins("t.toml:12:1: found the corpus `system` in published");
}

#[test]
fn interrupted_it_keeps_what_was_finished() {
    let folder = Folder::with(
        "t.toml",
        "title = 't'\nabout = 'a'\nsource = 's'\n[generate.9x9]\nsize = 9\nlevel = 5\npuzzles = 10000\n\
         [[figure]]\ncorpus = '9x9'\nmilliseconds = 5\n",
    );
    let child = folder.start("reproduce t.toml --quiet --out o");
    let rows = || fs::read_to_string(folder.path("o/t/rows/9x9.csv")).unwrap_or_default();
    wait_until("rows", || rows().lines().count() >= 3);
    interrupt(&child);
    assert_eq!(end(child).0, Some(130));
    let kept = rows();
    assert!(kept.ends_with('\n') && kept.lines().count() >= 3, "{kept}");
    let page = folder.path("o/t/report.html");
    assert!(!page.exists(), "that is made of all rows");
}
