//! Corpora that are not shipped: each is read from the folder given by `--data` or `QUADRILLE_DATA`, and checked
//! before it is used.

use crate::common::puzzles::*;
use crate::common::rows::{pick, rows};
use crate::common::{Ended, Folder, quadrille};

/// The SHA-256 of `P1` and a line end, computed by `sha256sum`.
const P1_SHA256: &str = "b0d19f2214dc818a9d6d911d9c441ed60df009c4dce0484f610c8f4e43f251b4";
/// The SHA-256 of an empty file.
const EMPTY_SHA256: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A manifest with this name and these additional lines.
fn manifest(name: &str, rest: &str) -> String {
    format!(
        "name = '{name}'\nabout = 'my own'\nsource = ''\nlicence = ''\ntask = 'unique'\n\
         answer = 'unique'\n{rest}\n"
    )
}

/// The line of `list corpora` for a corpus; its folder is also the working folder.
#[track_caller]
fn listed(folder: &Folder, name: &str) -> String {
    let list = folder.quadrille("list corpora --data .").silently();
    let mut lines = list.lines().filter(|line| line.split(' ').next() == Some(name));
    let line = lines.next().unwrap_or_else(|| panic!("{name} in {list}"));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The messages of `run` for a corpus in this folder.
fn refused(folder: &Folder, name: &str) -> String {
    run(folder, name).error().to_owned()
}

fn run(folder: &Folder, name: &str) -> Ended {
    folder.quadrille(&format!("run --corpus {name} --data . --engine masks --out -"))
}

#[test]
fn a_public_corpus_that_is_missing_says_how_to_come_by_it() {
    let folder = Folder::new();
    let nowhere = folder.quadrille("run --corpus magictour_top1465");
    assert_eq!(
        nowhere.error(),
        "the corpus `magictour_top1465` is missing: its file is not shipped; put \
         magictour_top1465.txt or puzzles3_magictour_top1465 (1465 puzzles) into a folder, and \
         name that with --data or QUADRILLE_DATA. To obtain it: data.zip in \
         https://github.com/t-dillon/tdoku has it as puzzles3_magictour_top1465"
    );
    assert_eq!(
        refused(&folder, "17_clue"),
        "the corpus `17_clue` is missing: found none of 17_clue.txt, puzzles2_17_clue in .; put \
         the file there (49158 puzzles). To obtain it: data.zip in \
         https://github.com/t-dillon/tdoku has it as puzzles2_17_clue"
    );
    let listed = listed(&folder, "magictour_top1465");
    assert_eq!(
        listed,
        "magictour_top1465 missing an old list of hard 9x9 puzzles, much used for comparisons \
         (1465 instances; magictour_top1465.txt or puzzles3_magictour_top1465 in .)"
    );
    let without = quadrille("list corpora").silently();
    assert!(without.contains("puzzles0_kaggle in the folder of --data)"), "{without}");
}

#[test]
fn a_public_corpus_is_found_by_any_of_its_names_and_must_be_the_one_published() {
    let expected = "ca0369f516dac7dfdd987d2c310ac33dcfc7478db5171bea5bca1f3878758bce";
    for name in ["magictour_top1465.txt", "puzzles3_magictour_top1465"] {
        let folder = Folder::with(name, format!("{P1}\n"));
        let reason = format!("the file's sha256 is {P1_SHA256}; expected {expected}");
        let line = listed(&folder, "magictour_top1465");
        assert!(line.starts_with("magictour_top1465 changed an old list"), "{line}");
        assert!(line.ends_with(&format!("(1465 instances; ./{name}; {reason})")), "{line}");
        assert_eq!(
            refused(&folder, "magictour_top1465"),
            format!(
                "./{name}: this is not the corpus `magictour_top1465`: {reason}; to use the file \
                 as it is, give its path: --corpus ./{name}"
            )
        );
        assert_eq!(rows(&run(&folder, &format!("./{name}")).positive()).len(), 1, "as it is");
    }
}

/// The manifest of `kaggle` has no sha256, but a number of puzzles.
#[test]
fn where_no_sha256_is_known_the_number_of_puzzles_is_checked() {
    let folder = Folder::with("puzzles0_kaggle", format!("# few\r\n{P4}\r\n"));
    let line = listed(&folder, "kaggle");
    let reason = "(1 instance; ./puzzles0_kaggle; the file has 1 puzzle, not 100000)";
    assert!(line.starts_with("kaggle changed ") && line.ends_with(reason), "{line}");
    assert!(
        refused(&folder, "kaggle").contains("the file has 1 puzzle, not 100000; to use the file")
    );
    folder.write("puzzles0_kaggle", format!("{P4}\r\n").repeat(100_000));
    let line = listed(&folder, "kaggle");
    assert!(line.starts_with("kaggle whole "), "{line}");
    assert!(line.ends_with("(100000 instances; ./puzzles0_kaggle)"), "{line}");
    folder.write("puzzles0_kaggle", [0xff, b'\n']);
    let line = listed(&folder, "kaggle");
    assert!(line.starts_with("kaggle unreadable ") && line.contains("in the file: 1:1"), "{line}");
    folder.write("puzzles0_kaggle", "");
    assert!(listed(&folder, "kaggle").ends_with("the file has 0 puzzles, not 100000)"));
}

#[test]
fn a_manifest_in_the_folder_names_a_corpus() {
    let folder = Folder::with("p1.txt", format!("{P1}\n"));
    let right = format!("file = 'p1.txt'\nsha256 = '{P1_SHA256}'\npuzzles = 1");
    folder.write("a.toml", manifest("mine", &right));
    assert_eq!(listed(&folder, "mine"), "mine whole my own (1 instance; ./p1.txt)");
    let found = rows(&run(&folder, "mine").positive());
    assert_eq!(pick(&found[0], ["corpus", "instance", "verdict"]), ["mine", "1", "ok"]);

    folder.write("p1.txt", "");
    let reason = format!("the file's sha256 is {EMPTY_SHA256}; expected {P1_SHA256}");
    assert_eq!(
        listed(&folder, "mine"),
        format!("mine changed my own (1 instance; ./p1.txt; {reason})")
    );
    assert_eq!(refused(&folder, "mine"), format!("./a.toml: {reason}"));

    std::fs::remove_file(folder.path("p1.txt")).expect("it is there");
    assert_eq!(listed(&folder, "mine"), "mine missing my own (1 instance; p1.txt in .)");
    assert_eq!(
        refused(&folder, "mine"),
        "./a.toml: found no p1.txt in .; put the file there (1 puzzle)"
    );
    std::fs::create_dir(folder.path("p1.txt")).expect("a folder");
    assert_eq!(
        listed(&folder, "mine"),
        "mine unreadable my own (1 instance; ./p1.txt; found a device, a pipe or a folder; \
         expected a regular file)"
    );
}

#[test]
fn a_manifest_that_gives_nothing_to_compare_with_is_unchecked() {
    let folder = Folder::with("p1.txt", format!("{P1}\n{P3}\n"));
    folder.write("a.toml", manifest("mine", "file = 'p1.txt'"));
    assert_eq!(listed(&folder, "mine"), "mine unchecked my own (2 instances; ./p1.txt)");
    folder.write("p1.txt", "# nothing\n");
    assert_eq!(
        refused(&folder, "mine"),
        "./a.toml: found no puzzle in the file; expected at least one"
    );
}

#[test]
fn what_is_no_manifest_is_listed_and_disturbs_nothing() {
    let folder = Folder::with("bad.toml", "name = 'bad'\ncolour = 'red'\n");
    folder.write("binary.toml", [0xff, 0xfe]);
    folder.write("out.csv.run.toml", "run_id = 'x'\n");
    let one = format!("[[instance]]\nid = 'P1'\npuzzle = '{P1}'\nsolutions = 1");
    folder.write("one.toml", manifest("one", &one.replace("answer = 'unique'\n", "")));
    folder.write("systems.toml", manifest("systems", &one));
    assert!(
        listed(&folder, "bad")
            .starts_with("bad unreadable (./bad.toml; line 2, column 1: unknown field `colour`"),
        "{}",
        listed(&folder, "bad")
    );
    assert_eq!(
        listed(&folder, "binary"),
        "binary unreadable (./binary.toml; found bytes that are not UTF-8; expected a text file in \
         UTF-8)"
    );
    assert_eq!(listed(&folder, "one"), "one whole my own (1 instance; ./one.toml)");
    let list = folder.quadrille("list corpora --data .").silently();
    assert!(!list.contains("out.csv"), "{list}");
    let hidden = list.lines().filter(|line| line.starts_with("systems ")).nth(1);
    let why = "./systems.toml; another corpus has this name; use the path of its file instead)";
    assert!(hidden.is_some_and(|line| line.contains("hidden") && line.ends_with(why)), "{list}");
    assert_eq!(rows(&run(&folder, "one").positive()).len(), 1);
    assert_eq!(rows(&run(&folder, "systems").positive()).len(), 13, "the shipped one");
    assert_eq!(rows(&run(&folder, "./systems.toml").positive()).len(), 1);
}

#[test]
fn the_folder_is_named_by_an_argument_or_the_environment() {
    let folder = Folder::with("p1.txt", format!("{P1}\n"));
    folder.write("a.toml", manifest("mine", "file = 'p1.txt'\npuzzles = 1"));
    let elsewhere = Folder::new();
    let list = |variable: &str, args: &str| {
        let line = format!("list corpora {args}");
        Ended::of(elsewhere.command(&line).env("QUADRILLE_DATA", variable))
    };
    let here = folder.path("").display().to_string();
    let here = here.trim_end_matches('/');
    assert!(list(here, "").silently().contains(&format!("(1 instance; {here}/p1.txt)")));
    assert!(!list(here, "--data .").silently().contains("mine"), "the argument wins");
    assert!(!list("", "").silently().contains("mine"), "an empty variable is none");
    let no_folder = elsewhere.quadrille("list corpora --data no");
    assert_eq!(no_folder.error(), "--data no: found no such folder");
    let no_folder = elsewhere.quadrille("run --data no");
    assert_eq!(no_folder.error(), "--data no: found no such folder");
    assert_eq!(list("no", "").error(), "QUADRILLE_DATA=no: found no such folder");
}

#[test]
fn without_a_corpus_named_the_shipped_ones_are_run_and_no_others() {
    let folder = Folder::with("p1.txt", format!("{P1}\n"));
    folder.write("a.toml", manifest("mine", "file = 'p1.txt'\npuzzles = 1"));
    let run = "run --data . --engine masks --max-tests 1 --out -";
    let found = rows(&folder.quadrille(run).positive());
    let shipped = 3000 + 100 + 20 + 200 + 200 + 13;
    assert_eq!(found.len(), shipped);
    assert!(found.iter().all(|row| row["corpus"] != "mine"));
}

#[test]
fn a_broken_manifest_is_told_when_it_is_named_and_no_other_is_mentioned() {
    let folder = Folder::with("m.toml", manifest("m", "puzzles = 'ten'"));
    assert!(refused(&folder, "m").starts_with("./m.toml: line 7, column 11: invalid type"));
    folder.write("other.toml", manifest("m", &format!("[[instance]]\nid = 'it'\npuzzle = '{P1}'")));
    assert_eq!(rows(&run(&folder, "m").positive()).len(), 1);
    assert!(refused(&folder, "n").starts_with("found the corpus `n`, which is neither"));
}
