//! `quadrille generate` with every kind of recipe, files with their manifests, and error messages.

use std::fs;

use crate::common::{Ended, quadrille, quadrille_on};
use serde_json::Value;
use tempfile::tempdir;

fn generate(args: &[&str]) -> Ended {
    quadrille(&[&["generate"], args].concat())
}

#[track_caller]
fn made(args: &[&str]) -> String {
    let ended = generate(args);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    ended.stdout
}

/// The error message of a recipe that fails.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let ended = generate(args);
    assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{}", ended.stderr);
    ended.stderr
}

#[test]
fn the_last_words_say_what_was_made_and_what_failed() {
    let ended = generate(&["--count", "5", "--difficulty", "4", "--seed", "2"]);
    assert_eq!(ended.status, 0);
    let words: Vec<&str> = ended.stderr.lines().collect();
    assert!(words[0].starts_with("5 puzzles of 9x9, top-down, in "), "{words:?}");
    assert!(words[0].ends_with(" other difficulty"), "{words:?}");
    assert!(words[1].starts_with("clues   2"), "{words:?}");
    assert_eq!(words[2], "levels  4: 5");
    assert!(words[3].starts_with("forks   1: "), "{words:?}");
    assert_eq!(words.len(), 4);
}

#[test]
fn every_recipe_gives_the_same_puzzles_at_any_number_of_jobs() {
    let ring = ".xxxxxxx.x.......xx.xxxxx.xx.x...x.xx.x.x.x.xx.x...x.xx.xxxxx.xx.......x.xxxxxxx.";
    for recipe in [
        &["--method", "bottom-up", "--count", "40"][..],
        &["--method", "hard", "--steps", "5", "--count", "20"],
        &["--symmetry", "rotational", "--difficulty", "5", "--count", "10"],
        &["--pattern", ring, "--count", "6"],
        &[
            "--from",
            "5...............................................................................7",
            "--count",
            "20",
        ],
        &["--size", "25", "--difficulty", "3", "--count", "2"],
    ] {
        let [one, five] =
            ["1", "5"].map(|jobs| made(&[recipe, &["--jobs", jobs, "--seed", "4"]].concat()));
        assert_eq!(one, five, "{recipe:?}");
        let checked = quadrille_on(&one, &["check", "--quiet"]);
        assert_eq!(checked.status, 0, "{recipe:?}: {}", checked.stdout);
    }
}

#[test]
fn puzzles_are_printed_as_asked_for() {
    let line = made(&["--seed", "6"]);
    for output in ["plain", "decorated"] {
        let printed = made(&["--seed", "6", "--output", output]);
        let read = quadrille_on(&printed, &["check", "--output", "json", "--quiet"]).stdout;
        let read: Value = serde_json::from_str(&read).unwrap();
        assert_eq!(read["puzzle"], line.trim_end(), "{printed}");
    }
    let json: Value = serde_json::from_str(&made(&["--seed", "6", "--output", "json"])).unwrap();
    assert_eq!(json["puzzle"], line.trim_end());
    let clues = line.chars().filter(char::is_ascii_digit).count();
    assert_eq!(json["clues"], clues);
    assert!(json["level"].is_u64() && json["forks"].is_u64(), "{json}");
}

#[test]
fn a_pattern_may_have_a_byte_order_mark_comments_and_any_line_ends() {
    let folder = tempdir().unwrap();
    let ring = ".xxxxxxx.x.......xx.xxxxx.xx.x...x.xx.x.x.x.xx.x...x.xx.xxxxx.xx.......x.xxxxxxx.";
    let expected = made(&["--pattern", ring, "--quiet"]);
    let rows: Vec<&str> = (0..9).map(|row| &ring[9 * row..9 * row + 9]).collect();
    for (name, text) in [
        ("crlf", rows.join("\r\n") + "\r\n"),
        ("mark", format!("\u{feff}{ring}\n")),
        ("all", format!("\u{feff}# a ring\r\n{}  # its end\r\n  # x\r\n", rows.join("\r\n"))),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        assert_eq!(made(&["--pattern", file.to_str().unwrap(), "--quiet"]), expected, "{name}");
    }
    let file = folder.path().join("marked");
    fs::write(&file, ring.replace('x', "#")).unwrap();
    let error = refused(&["--pattern", file.to_str().unwrap()]);
    assert!(error.contains("marked: found 1 cells") && error.contains("begins a comment"));
}

#[test]
fn a_number_of_clues_that_a_symmetry_has_no_groups_for_is_refused_at_once() {
    let error = refused(&["--size", "16", "--symmetry", "rotational", "--clues", "101"]);
    assert!(error.contains("make 100 or 102 clues, and no number between"), "{error}");
}

#[test]
fn a_file_carries_the_command_that_makes_it_again() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let recipes = [
        &["--count", "20", "--seed", "3", "--symmetry", "mirror", "--minimal"][..],
        &["--size", "16", "--difficulty", "5", "--output", "plain"],
        &["--method", "hard", "--steps", "3", "--count", "2"],
        &["--answer", "none", "--clues", "30", "--count", "4"],
        &["--count", "3", "--difficulty", "5", "--output", "json"],
        &["--size", "25", "--output", "json"],
        &["--method", "unbiased", "--count", "3", "--output", "json"],
        &[
            "--from",
            "5................................................................................",
        ],
    ];
    for (i, recipe) in recipes.into_iter().enumerate() {
        let file = path(&format!("mine{i}.txt"));
        let recipe_and_file = [recipe, &["--out", &file, "--attempts", "100000"]].concat();
        let ended = generate(&recipe_and_file);
        assert_eq!((ended.status, ended.stdout.as_str()), (0, ""), "{}", ended.stderr);
        let puzzles = fs::read_to_string(&file).unwrap();
        let manifest = fs::read_to_string(file.replace(".txt", ".toml")).unwrap();
        let command = manifest.lines().find_map(|line| line.strip_prefix("command = ")).unwrap();
        let words: Vec<&str> = command.trim_matches('"').split(' ').skip(2).collect();
        assert_eq!(made(&words), puzzles, "{command}");
        // The manifest can be read as a corpus, and the corpus agrees with it.
        let listed = quadrille(&["list", "corpora", "--data", folder.path().to_str().unwrap()]);
        let line = listed.stdout.lines().find(|line| line.starts_with(&format!("mine{i} ")));
        assert!(line.is_some_and(|line| line.contains("whole")), "{}", listed.stdout);
    }
}

#[test]
fn the_weights_of_an_unbiased_sample_are_in_its_manifest() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("mine.json");
    let args = ["--method", "unbiased", "--count", "4", "--output", "json", "--quiet", "--out"];
    assert_eq!(generate(&[&args[..], &[file.to_str().unwrap()]].concat()).status, 0);
    let manifest = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let mut weights = std::collections::BTreeMap::<String, f64>::new();
    for line in fs::read_to_string(&file).unwrap().lines() {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        *weights.entry(puzzle["clues"].to_string()).or_default() +=
            puzzle["weight"].as_f64().unwrap();
    }
    let successes = manifest["histogram"]["successes"].as_table().unwrap();
    assert_eq!(successes.len(), weights.len());
    for (clues, weight) in weights {
        let n: u32 = clues.parse().unwrap();
        let choose = (0..n).fold(1.0, |c, i| c * f64::from(81 - i) / f64::from(i + 1));
        let expected = successes[&clues].as_integer().unwrap() as f64 * choose;
        assert!((weight / expected - 1.0).abs() < 1e-9, "{clues}: {weight} and {expected}");
    }
}

#[test]
fn files_are_not_written_over_nor_left_half_written() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("mine.txt");
    let name = file.to_str().unwrap();
    assert_eq!(generate(&["--out", name, "--quiet"]).status, 0);
    let before = fs::read_to_string(&file).unwrap();
    assert!(refused(&["--out", name, "--seed", "9"]).contains("already exists"));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(generate(&["--out", name, "--seed", "9", "--force"]).status, 0);
    assert_ne!(fs::read_to_string(&file).unwrap(), before);

    // A recipe that fails on a puzzle leaves no file.
    let hopeless = folder.path().join("hopeless.txt");
    let args = ["--clues", "17", "--attempts", "3", "--out", hopeless.to_str().unwrap()];
    let ended = generate(&args);
    assert_eq!(ended.status, 2);
    assert!(
        ended
            .stderr
            .contains("gave up on puzzle 1 after 3 attempts (3 other clues); ask for more clues"),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.contains("no file was written"), "{}", ended.stderr);
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn what_cannot_be_made_is_refused_with_the_reason() {
    for (args, reason) in [
        (
            &["--size", "4", "--difficulty", "4"][..],
            "found difficulty 4; expected at most 1, because no 4x4 puzzle is harder",
        ),
        (&["--clues", "82"], "found 82 clues; expected at most 81, the cells of a 9x9 grid"),
        (
            &["--method", "unbiased", "--size", "16"],
            "expected 9x9, the size of puzzles of the unbiased method",
        ),
        (
            &["--method", "unbiased", "--symmetry", "full"],
            "found the unbiased method together with a symmetry",
        ),
        (
            &["--method", "hard", "--difficulty", "2"],
            "found the method hard together with a difficulty",
        ),
        (
            &["--answer", "none", "--difficulty", "2"],
            "are made top-down, by adding or removing one digit",
        ),
        (&["--pattern", "xx.."], "PATTERN: found 4 cells; expected a file or 81 cells for 9x9"),
        (
            &[
                "--from",
                "55...............................................................................",
            ],
            "digit 5 stands twice in row 1",
        ),
        (
            &["--from", "no-such-file"],
            "no-such-file: found neither a file of that name nor a puzzle",
        ),
        (
            &["--answer", "none", "--symmetry", "full"],
            "found another answer than unique together with a symmetry",
        ),
        (&["--answer", "multiple", "--minimal"], "together with minimal puzzles"),
        (
            &["--clues", "16"],
            "found 16 clues; expected at least 17, because no 9x9 puzzle with one solution has fewer",
        ),
        (&["--size", "4", "--pattern", "xxx............."], "found 3 clues; expected at least 4"),
        (
            &[
                "--from",
                "12345678..................9......................................................",
            ],
            "the grid to start from has no solution",
        ),
        (&["--aim", "rating"], "found --aim or --steps without --method hard"),
        (&["--size", "36"], "expected 4, 9, 16 or 25"),
        (&["--difficulty", "6"], "expected a level from 1 to 5"),
        (&["--out", "x.toml"], "its manifest would have the same name"),
    ] {
        let message = refused(args);
        assert!(message.contains(reason), "{args:?}: {message}");
    }
}
