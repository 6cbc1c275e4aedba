//! `quadrille generate`: the same puzzles for a seed on every machine, each as it was asked for; files with their manifests, and
//! error messages.

use std::collections::BTreeMap;

use crate::common::{Ended, Folder, json_lines, quadrille, quadrille_on};

fn asked(args: &str) -> Ended {
    quadrille(&format!("generate {args}"))
}

fn generate(args: &str) -> String {
    asked(&format!("--quiet {args}")).silently()
}

/// A ring in a ring in a ring, as a pattern.
const RING: &str =
    ".xxxxxxx.x.......xx.xxxxx.xx.x...x.xx.x.x.x.xx.x...x.xx.xxxxx.xx.......x.xxxxxxx.";

/// Runs `check` on a list of puzzles; returns the status and the summary.
fn check(puzzles: &str) -> (i32, String) {
    let checked = quadrille_on(puzzles, "check");
    (checked.status, checked.stderr)
}

#[test]
fn puzzle_i_depends_on_nothing_but_the_seed_and_i() {
    let ten = generate("--count 10 --seed 3");
    let four = generate("--count 4 --seed 3");
    assert!(ten.starts_with(&four) && four.lines().count() == 4);
    assert_eq!(generate("--seed 3").lines().next(), four.lines().next(), "one by default");
    assert_ne!(generate("--seed 4").lines().next(), four.lines().next());
}

#[test]
fn puzzles_have_the_answer_wanted() {
    for (answer, summary) in [
        ("multiple", "50 puzzles: 0 unique, 50 multiple, 0 none\n"),
        ("none", "50 puzzles: 0 unique, 0 multiple, 50 none\n"),
    ] {
        let puzzles = generate(&format!("--answer {answer} --count 50 --seed 8"));
        assert_eq!(check(&puzzles), (1, summary.to_owned()));
        let verdicts = quadrille_on(&puzzles, "check").stdout;
        assert!(!verdicts.contains("digit"), "no givens clash, or it would be too easy");
    }
}

/// What no puzzle has is refused at once; what was not met is said with the rating that came nearest.
#[test]
fn a_request_that_fails_says_why() {
    for (args, expected) in [
        ("--size 4 --difficulty hard", "of 3.0 for 4x4 puzzles; expected at most"),
        ("--difficulty 2 --technique x-wing", "of 3.2 for puzzles of levels 1 to 3"),
        ("--rating 5.2 --attempts 5", "after 5 attempts (5 other rating; the nearest"),
    ] {
        asked(args).error_has(expected);
    }
    let easy = generate("--size 16 --difficulty easy --output json");
    let rating = &json_lines(&easy)[0]["rating"];
    assert!(rating.as_f64().is_some_and(|rating| rating <= 1.5), "{rating}");
}

#[test]
fn puzzles_have_the_rating_and_the_technique_asked_for() {
    let args = "--rating 2.6..4.2 --technique Hidden-Pair --count 3 --seed 4";
    let puzzles = generate(args);
    let checked = quadrille_on(&puzzles, "check --rate --output json");
    for puzzle in json_lines(&checked.stdout) {
        let rating = puzzle["rating"].as_f64().expect("a rating");
        assert!((2.6..=4.2).contains(&rating), "{puzzle}");
    }
    let steps = quadrille_on(&puzzles, "solve --engine human --trace").stdout;
    assert!(steps.matches("hidden pair: ").count() >= 3, "one in each: {steps}");
    let told = asked(args).stderr;
    assert!(told.contains("\nrating  ") && told.contains(" other rating"), "{told}");
    let json = json_lines(&generate("--rating 3 --seed 4 --output json")).remove(0);
    assert_eq!((&json["rating"], &json["technique"]), (&3.0.into(), &"naked pair".into()));
    for (args, expected) in [
        ("--rating 9..4", "expected LOW..HIGH"),
        ("--rating 4.25", "expected LOW..HIGH"),
        ("--technique y-wing", "expected one of full-house, hidden-single-in-a-region"),
    ] {
        let refused = asked(args);
        assert!(refused.stderr.contains(expected) && refused.status == 2, "{refused:?}");
    }
    asked("--rating 8.3..9.9").error_begins("found rating 8.3..9.9; expected a range");
}

#[test]
fn check_prints_a_histogram_of_ratings() {
    let puzzles = generate("--count 40 --seed 6") + &".".repeat(81) + "\n";
    let summary = quadrille_on(&puzzles, "check --rate").stderr;
    let bins: Vec<&str> = summary.lines().filter(|line| line.starts_with("  ")).collect();
    let count = |bin: &&str| {
        let words: Vec<&str> = bin.split_whitespace().rev().collect();
        assert!(words[0].chars().all(|c| c == '#'), "{bin}");
        words[1].parse::<usize>().expect("a number")
    };
    assert_eq!(bins.iter().map(count).sum::<usize>(), 40, "unique puzzles only: {summary}");
    assert!(bins[0].trim_start().starts_with("1.") && bins.is_sorted(), "easiest first: {summary}");
    let longest = bins.iter().map(|bin| bin.matches('#').count()).max();
    assert_eq!(longest, Some(40), "{summary}");
}

#[test]
fn the_last_words_say_what_was_made_and_what_failed() {
    let ended = asked("--count 5 --difficulty 4 --seed 2");
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
    for recipe in [
        "--method bottom-up --count 40",
        "--method hard --steps 5 --count 20",
        "--symmetry rotational --difficulty 5 --count 10",
        &format!("--pattern {RING} --count 6"),
        &format!("--from 5{}7 --count 20", ".".repeat(79)),
        "--size 25 --difficulty 3 --count 2",
    ] {
        let [one, five] = [1, 5].map(|jobs| generate(&format!("{recipe} --jobs {jobs} --seed 4")));
        assert_eq!(one, five, "{recipe}");
        quadrille_on(&one, "check --quiet").positive();
    }
}

#[test]
fn puzzles_are_printed_as_asked_for() {
    let line = generate("--seed 6");
    for output in ["plain", "decorated"] {
        let printed = generate(&format!("--seed 6 --output {output}"));
        let read = quadrille_on(&printed, "check --output json --quiet").stdout;
        assert_eq!(json_lines(&read)[0]["puzzle"], line.trim_end(), "{printed}");
    }
    let json = json_lines(&generate("--seed 6 --output json")).remove(0);
    assert_eq!(json["puzzle"], line.trim_end());
    let clues = line.chars().filter(char::is_ascii_digit).count();
    assert_eq!(json["clues"], clues);
    assert!(json["level"].is_u64() && json["forks"].is_u64(), "{json}");
}

#[test]
fn a_pattern_may_have_a_byte_order_mark_comments_and_any_line_ends() {
    let folder = Folder::new();
    let made = |pattern: &str| {
        let ended = folder.quadrille(&format!("generate --quiet --pattern {pattern}"));
        ended.silently()
    };
    let rows: Vec<&str> = (0..9).map(|row| &RING[9 * row..9 * row + 9]).collect();
    for (name, text) in [
        ("crlf", rows.join("\r\n") + "\r\n"),
        ("mark", format!("\u{feff}{RING}\n")),
        ("all", format!("\u{feff}# a ring\r\n{}  # its end\r\n  # x\r\n", rows.join("\r\n"))),
    ] {
        folder.write(name, text);
        assert_eq!(made(name), made(RING), "{name}");
    }
    folder.write("marked", RING.replace('x', "#"));
    let ended = folder.quadrille("generate --pattern marked");
    let error = ended.error();
    assert!(error.contains("marked: found 1 cells") && error.contains("begins a comment"));
}

#[test]
fn a_file_carries_the_command_that_makes_it_again() {
    let folder = Folder::new();
    let from = format!("--from 5{}", ".".repeat(80));
    let recipes = [
        "--count 20 --seed 3 --symmetry mirror --minimal",
        "--size 16 --difficulty 5 --output plain",
        "--method hard --steps 3 --count 2",
        "--answer none --clues 30 --count 4",
        "--count 3 --difficulty 5 --output json",
        "--size 25 --output json",
        "--method unbiased --count 3 --output json",
        &from,
    ];
    for (i, recipe) in recipes.into_iter().enumerate() {
        let written = format!("generate {recipe} --out mine{i}.txt --attempts 100000");
        assert_eq!(folder.quadrille(&written).positive(), "");
        let manifest = folder.read(&format!("mine{i}.toml"));
        let command = manifest.lines().find_map(|line| line.strip_prefix("command = ")).unwrap();
        let again = command.trim_matches('"').strip_prefix("quadrille ").unwrap();
        assert_eq!(quadrille(again).positive(), folder.read(&format!("mine{i}.txt")), "{command}");
        // The manifest can be read as a corpus, and the corpus agrees with it.
        let listed = folder.quadrille("list corpora --data .").silently();
        let line = listed.lines().find(|line| line.starts_with(&format!("mine{i} ")));
        assert!(line.is_some_and(|line| line.contains("whole")), "{listed}");
    }
}

#[test]
fn the_weights_of_an_unbiased_sample_are_in_its_manifest() {
    let folder = Folder::new();
    let args = "generate --method unbiased --count 4 --output json --quiet --out mine.json";
    folder.quadrille(args).silently();
    let manifest: toml::Table = folder.read("mine.toml").parse().unwrap();
    let mut weights = BTreeMap::<String, f64>::new();
    for puzzle in json_lines(&folder.read("mine.json")) {
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
    let folder = Folder::new();
    let made = |args: &str| folder.quadrille(&format!("generate --quiet {args}"));
    made("--out mine.txt").silently();
    let before = folder.read("mine.txt");
    made("--out mine.txt --seed 9").error_has("already exists");
    assert_eq!(folder.read("mine.txt"), before);
    made("--out mine.txt --seed 9 --force").silently();
    assert_ne!(folder.read("mine.txt"), before);
    // A recipe that fails on a puzzle leaves no file. Fewer clues are harder to reach, so the advice is to ask for more.
    let hopeless = made("--clues 17 --attempts 3 --out hopeless.txt");
    let expected = "gave up on puzzle 1 after 3 attempts (3 other clues); ask for more clues";
    hopeless.error_begins(expected);
    assert!(!hopeless.stderr.contains("ask for less") && !hopeless.stderr.contains("fewer clues"));
    assert!(hopeless.stderr.contains("no file was written"), "{hopeless:?}");
    assert_eq!(folder.names("."), ["mine.toml", "mine.txt"]);
}

#[test]
fn what_cannot_be_made_is_refused_with_the_reason() {
    for (args, reason) in [
        ("--size 4 --difficulty 4", "expected at most 1, because no 4x4 puzzle is harder"),
        ("--clues 82", "found 82 clues; expected at most 81, the cells of a 9x9 grid"),
        ("--method unbiased --size 16", "expected 9x9, the size of puzzles of the unbiased method"),
        ("--method unbiased --symmetry full", "found the unbiased method together with a symmetry"),
        ("--method hard --difficulty 2", "found the method hard together with a difficulty"),
        ("--answer none --difficulty 2", "are made top-down, by adding or removing one digit"),
        ("--pattern xx..", "PATTERN: found 4 cells; expected a file or 81 cells for 9x9"),
        ("--size 4 --from 11..............", "digit 1 stands twice in row 1"),
        ("--from no-such-file", "no-such-file: found neither a file of that name nor a puzzle"),
        (
            "--answer none --symmetry full",
            "found another answer than unique together with a symmetry",
        ),
        ("--answer multiple --minimal", "together with minimal puzzles"),
        ("--clues 16", "found 16 clues; expected at least 17, because no 9x9 puzzle"),
        ("--size 4 --pattern xxx.............", "found 3 clues; expected at least 4"),
        ("--size 4 --from 123....4........", "the grid to start from has no solution"),
        ("--aim rating", "found --aim or --steps without --method hard"),
        ("--size 36", "expected 4, 9, 16 or 25"),
        ("--difficulty 6", "expected a level from 1 to 5"),
        ("--out x.toml", "its manifest would have the same name"),
    ] {
        let refused = asked(args);
        assert_eq!((refused.status, &*refused.stdout), (2, ""), "{args}: {refused:?}");
        assert!(refused.stderr.contains(reason), "{args}: {refused:?}");
    }
}
