//! `quadrille transform`: isomorphs of puzzles and problems, the same for a seed on every machine.

use std::io::Write;

use crate::common::puzzles::{C1, G1, P1, P1_SOLUTION};
use crate::common::rows::{pick, rows};
use crate::common::{
    Folder, encode, end, json_lines, next_line, quadrille, quadrille_on, typed, with_problem,
};
use quadrille_results::Fingerprint;
use serde_json::Value;

fn transform(input: &str, args: &str) -> String {
    quadrille_on(input, &format!("transform --quiet {args}")).silently()
}

/// The outputs of these seeds must never change, because manifests and results name them.
#[test]
fn seeds_have_these_isomorphs() {
    let problem = "a b | x\na x:red |2\nb\nb x\n";
    let origin = |change: &str| {
        format!(
            "| isomorph by --seed 1{change} of standard input, sha256 {}\n",
            Fingerprint::of(format!("{problem}\n").as_bytes())
        )
    };
    for (input, args, expected) in [
        (
            P1,
            "--seed 0",
            "..91....78....32...2..8..5..1.....3...5.....84.....6..6....14...9..2......78....9\n"
                .to_owned(),
        ),
        (
            P1,
            "--seed 1",
            "..4..38...3.2....51...9..7...9..5....2.9.....5...6......3..49.....8....67...2..1.\n"
                .to_owned(),
        ),
        (
            P1,
            "--seed 1 --change digits",
            "2....5.3..9..7...1..38..4....49..3...2..1...78....6...9......2..6......5..5...9..\n"
                .to_owned(),
        ),
        (
            P1,
            "--seed 1 --change rows,columns",
            "3...2...8.1...79....96...5.1...8...2.6...4.....53...9.4.......7.3....1....7....3.\n"
                .to_owned(),
        ),
        (
            C1,
            "--seed 7 --isomorphs 3",
            ".4..214....3...2\n...2...3.1..341.\n...234....21...4\n".to_owned(),
        ),
        (C1, "--canonical", "...1...2.3..143.\n".to_owned()),
        (problem, "--dlx --seed 1", origin("") + "b a | x\nx b\nb\nx:red a |2\n"),
        (
            problem,
            "--dlx --seed 1 --change names",
            origin(" --change names") + "b a | x\nb x:red |2\na\na x\n",
        ),
    ] {
        assert_eq!(transform(&format!("{input}\n"), args), expected, "{args:?}");
    }
}

/// The JSON has what is needed to bring a solution of the isomorph back.
#[test]
fn a_transformation_can_be_undone() {
    let solution = transform(P1_SOLUTION, "--output json --seed 9");
    for (text, source) in json_lines(&solution).iter().zip([P1_SOLUTION]) {
        let numbers = |name: &str| -> Vec<usize> {
            let list = text[name].as_array().expect("a list");
            list.iter().map(|n| n.as_u64().expect("a number") as usize).collect()
        };
        let [rows, columns, digits] = ["rows", "columns", "digits"].map(numbers);
        let image = text["puzzle"].as_str().expect("a puzzle").as_bytes();
        let transposed = text["transposed"] == Value::Bool(true);
        let back: String = (0..81)
            .map(|cell| {
                let (row, column) = (cell / 9, cell % 9);
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                let found = image[(rows[row] - 1) * 9 + columns[column] - 1] - b'0';
                let digit = digits.iter().position(|&name| name == found as usize);
                (b'1' + digit.expect("a digit") as u8) as char
            })
            .collect();
        assert_eq!(back, source);
        assert_eq!(
            (&text["line"], &text["isomorph"], &text["clues"]),
            (&1.into(), &1.into(), &81.into())
        );
    }
}

/// What `run --isomorphs` measures can be looked at.
#[test]
fn these_are_the_isomorphs_that_a_run_measures() {
    let folder = Folder::with("two.txt", format!("{P1}\n# one more\n{G1}\n"));
    folder.write("p.dlx", encode("queens:5"));
    let run = "run --quiet --out - --seed 7 --isomorphs 2";
    let engines = "--corpus two.txt --corpus p.dlx --engine masks --engine dlx";
    let csv = folder.quadrille(&format!("{run} {engines}")).positive();
    let isomorphs = folder.quadrille("transform two.txt --seed 7 --isomorphs 2").silently();
    let problem = folder.quadrille("transform p.dlx --seed 7").silently();
    let problem: Vec<_> = problem.lines().filter(|line| !line.starts_with('|')).collect();
    let texts = isomorphs.lines().map(str::to_owned).chain([problem.join("\n") + "\n"]);
    let ids = ["1~1", "1~2", "3~1", "3~2", "p~1"];
    for (id, text) in ids.into_iter().zip(texts) {
        let found = rows(&csv).into_iter().find(|row| row["instance"] == id);
        let found = found.unwrap_or_else(|| panic!("{id} in {csv}"));
        let [sha256] = pick(&found, ["sha256"]);
        assert_eq!(sha256, Fingerprint::of(text.as_bytes()).to_string(), "{id}");
    }
}

#[test]
fn any_format_and_size_is_read_and_every_output_read_back() {
    let rows = "1 2 3 4\n3 4 1 2\n. . . .\n4 3 2 1\n";
    let large = format!("36 {}\n", ". ".repeat(36 * 36 - 1).trim_end());
    let text = format!("{P1}\n{rows}\n# six\n{large}a{}\n", ".".repeat(255));
    let line = transform(&text, "--seed 2");
    assert_eq!(
        line.lines().map(|line| line.split(' ').count()).collect::<Vec<_>>(),
        [1, 1, 1296, 1]
    );
    for output in ["plain", "decorated"] {
        let other = transform(&text, &format!("--seed 2 --output {output}"));
        assert_eq!(
            transform(&other, "--change digits --seed 5"),
            transform(&line, "--change digits --seed 5"),
            "{output}"
        );
    }
    assert_eq!(quadrille(&format!("transform {P1} --quiet")).silently(), transform(P1, ""));
    let letters = transform("ab..c..d`a0.B...", "--format letters --size 4");
    assert_eq!(letters.trim_end().len(), 16);
}

#[test]
fn a_wrong_puzzle_ends_it_unless_told_to_go_on() {
    let folder = Folder::with("some.txt", format!("{P1}\n{P1}x\n{G1}\n"));
    let ended = folder.quadrille("transform some.txt");
    assert!(ended.error().starts_with("some.txt:2:1: found a line of length 82"), "{ended:?}");
    assert_eq!(ended.stdout, transform(P1, ""));
    let ended = folder.quadrille("transform some.txt --out new.txt");
    assert_eq!(ended.status, 2);
    assert!(
        ended.stderr.contains("no file was written, because a puzzle could not be read"),
        "{ended:?}"
    );
    assert!(!folder.path("new.txt").exists() && !folder.path("new.toml").exists());
    let ended = folder.quadrille("transform some.txt --keep-going --out new.txt");
    assert!(ended.error().starts_with("some.txt:2:1: found a line of length 82"), "{ended:?}");
    assert!(ended.stderr.ends_with("\n2 puzzles from 2 puzzles\n"), "{ended:?}");
    assert_eq!(folder.read("new.txt"), transform(&format!("{P1}\n{G1}\n"), ""));
    let nothing = quadrille_on("# nothing\n", "transform");
    assert_eq!(nothing.error(), "standard input: found no puzzle; expected at least one");
}

/// The manifest is that of a corpus, and its command writes the same file.
#[test]
fn a_manifest_says_where_the_isomorphs_come_from() {
    let folder = Folder::new();
    folder.quadrille("generate --count 3 --seed 1 --quiet --out 'my puzzles.txt'").silently();
    let args = "transform 'my puzzles.txt' --isomorphs 2 --seed 5 --change digits,bands";
    let ended = folder.quadrille(&format!("{args} --out other.txt"));
    assert_eq!((ended.status, &*ended.stderr), (0, "6 puzzles from 3 puzzles\n"));
    assert_eq!(folder.quadrille(args).silently(), folder.read("other.txt"));
    let manifest = folder.read("other.toml");
    let sha256 = |name: &str| Fingerprint::of(folder.read(name).as_bytes()).to_string();
    for expected in [
        "name = \"other\"\nabout = \"2 isomorphs of each of 3 puzzles\"\n",
        "source = \"made with the command below from my puzzles.txt, which is: generated with the command below\"\n",
        "licence = \"that of whoever made it\"\ntask = \"unique\"\nfile = \"other.txt\"\n",
        "puzzles = 6\nanswer = \"unique\"\n",
        "command = \"quadrille transform --isomorphs 2 --change digits,bands --seed 5 'my puzzles.txt'\"\n",
        &format!("sha256 = \"{}\"\n", sha256("other.txt")),
        &format!("source_sha256 = \"{}\"\n", sha256("my puzzles.txt")),
    ] {
        assert!(manifest.contains(expected), "{expected} in {manifest}");
    }
    let run = "run --corpus other.toml --engine masks --quiet --out -";
    assert_eq!(rows(&folder.quadrille(run).positive()).len(), 6);
    // A manifest that describes another file says nothing of this one.
    folder.write("my puzzles.txt", format!("{P1}\n"));
    folder.quadrille("transform 'my puzzles.txt' --quiet --out third.txt").silently();
    let manifest = folder.read("third.toml");
    assert!(manifest.contains("licence = \"that of the source\"\n"), "{manifest}");
    assert!(!manifest.contains("answer ="), "{manifest}");
}

#[test]
fn a_problem_has_as_many_solutions_in_another_order() {
    let folder = with_problem("pentominoes:3x20");
    folder.quadrille("transform p.dlx --change items,options,entries,names --out q.dlx").silently();
    folder.quadrille("transform p.dlx --seed 3 --out r.dlx").silently();
    let count = |file: &str| folder.quadrille(&format!("count {file}")).silently();
    assert_eq!(count("q.dlx"), count("p.dlx"));
    assert_eq!(count("r.dlx"), count("p.dlx"));
    assert_ne!(folder.read("r.dlx"), folder.read("p.dlx"));
    // With the same names, the problem is still that of a board that can be drawn.
    let family = "| family pentominoes:3x20\n| isomorph by --seed 3 of p.dlx, sha256 ";
    assert!(folder.read("r.dlx").starts_with(family), "{}", folder.read("r.dlx"));
    let picture = folder.quadrille("cover r.dlx --picture -").positive();
    assert!(picture.contains("<svg"));
    assert!(
        folder
            .read("q.dlx")
            .starts_with("| isomorph by --seed 0 --change items,options,entries,names of p.dlx")
    );
    let on_stdin = quadrille_on(folder.read("p.dlx"), "transform --dlx --seed 3").silently();
    let without_comments = |text: String| {
        text.lines().filter(|l| !l.starts_with('|')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_comments(on_stdin), without_comments(folder.read("r.dlx")));
}

#[test]
fn options_of_the_other_kind_are_refused() {
    let folder = with_problem("queens:4");
    for (args, expected) in [
        (
            "p.dlx --change digits",
            "--change digits: found an exact cover problem; expected items, options, entries, names",
        ),
        (
            "p.dlx --isomorphs 2",
            "p.dlx: found --isomorphs 2 and an exact cover problem; expected one",
        ),
        ("p.dlx --canonical", "p.dlx: found --canonical or --output and an exact cover problem"),
        (
            "1............... --change rows,options",
            "--change options: found puzzles; expected digits, bands, stacks, rows, columns, transposition",
        ),
        ("p.dlx --out p.dlx --force", "p.dlx: this file is read by the same command"),
    ] {
        folder.quadrille(&format!("transform {args}")).error_begins(expected);
    }
}

#[test]
fn a_puzzle_typed_has_its_isomorph_before_the_next_is_typed() {
    let (child, mut stdin, mut stdout) = typed("transform");
    let expected = transform(&format!("{P1}\n{G1}\n"), "");
    for (puzzle, expected) in [P1, G1].into_iter().zip(expected.lines()) {
        stdin.write_all(format!("{puzzle}\n").as_bytes()).expect("it is read");
        assert_eq!(next_line(&mut stdout).trim_end(), expected);
    }
    drop(stdin);
    assert_eq!(end(child).0, Some(0));
}
