//! Puzzles under rules of a grid: `solve`, `check` and `generate` with `--rules`, and the problems `rules:`.

use crate::common::{Folder, json_lines, quadrille, quadrille_on};
use serde_json::json;

/// A jigsaw of 5x5.
const REGIONS: &str = "aaabb\nacabb\ncccdb\necddd\neeeed\n";

/// The puzzles that `generate` makes under some rules, each on a line.
fn generated(rules: &str, count: &str) -> Vec<String> {
    let made = quadrille(&format!("generate --rules {rules} --count {count} --seed 1 --quiet"));
    made.silently().lines().skip(1).map(str::to_owned).collect()
}

/// Checks a grid by hand: each row, column and box of 2 x 3 has the digits 1 to 6.
fn is_six(grid: &str) -> bool {
    let cells: Vec<u8> = grid.bytes().collect();
    let is_whole = |unit: &dyn Fn(usize) -> usize| {
        (1..=6).all(|digit| (0..6).any(|place| cells[unit(place)] == b'0' + digit))
    };
    (0..6).all(|unit| {
        is_whole(&|place| unit * 6 + place)
            && is_whole(&|place| place * 6 + unit)
            && is_whole(&|place| (unit / 2 * 2 + place / 3) * 6 + unit % 2 * 3 + place % 3)
    })
}

#[test]
fn six_rows_are_read_solved_and_counted() {
    let puzzle = &generated("2x3", "1")[0];
    let solved = quadrille(&format!("solve --rules 2x3 --output line {puzzle}")).silently();
    assert!(is_six(solved.trim_end()), "{solved}");
    let rows: Vec<&str> = (0..6).map(|row| &solved[row * 6..][..6]).collect();
    let plain = quadrille(&format!("solve --rules 2x3 {puzzle}")).silently();
    assert_eq!(plain, rows.join("\n") + "\n");
    let empty = ".".repeat(36);
    let spec = format!("rules:2x3={empty}");
    assert_eq!(quadrille(&format!("count {spec}")).silently(), "28200960\n");
    assert_eq!(quadrille(&format!("count rules:2x3={puzzle}")).silently(), "1\n");
    let some = quadrille(&format!("solve --rules 2x3 --limit 5 --output line {empty}"));
    let some = some.silently();
    assert!(some.lines().count() == 5 && some.lines().all(is_six));
    let object =
        &json_lines(&quadrille(&format!("solve --rules 6 --output json {puzzle}")).silently())[0];
    assert_eq!(object["rules"], json!("6"));
    assert_eq!(
        (&object["answer"], &object["solution"]),
        (&json!("unknown"), &json!(solved.trim_end()))
    );
}

#[test]
fn verdicts_are_those_of_ordinary_puzzles() {
    let puzzle = &generated("6+x", "1")[0];
    let double = format!("11{}", ".".repeat(34));
    let text = format!("{puzzle}\n{double}\n{}\n{puzzle}\n7\n", ".".repeat(36));
    let ended = quadrille_on(&text, "check --rules 6+x --duplicates digits");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(lines[0], "1: unique");
    assert_eq!(
        lines[1],
        "2: none (digit 1 stands twice in row 1: at row 1 column 1 and row 1 column 2)"
    );
    assert!(lines[2].starts_with("3: multiple (two solutions: "), "{lines:?}");
    assert_eq!(lines[3], "4: unique, same as line 1");
    assert_eq!(lines[4], "5: invalid");
    assert_eq!(ended.status, 2);
    let csv = quadrille(&format!("check --rules 6+x --output csv {puzzle}")).positive();
    assert!(csv.lines().nth(1).unwrap().starts_with(&format!("1,{puzzle},unique,,")), "{csv}");
    assert_eq!(
        quadrille(&format!("solve --rules 6 {double}")).negative().1,
        "PUZZLE:1: no solution: digit 1 stands twice in row 1: at row 1 column 1 and row 1 column 2\n"
    );
}

#[test]
fn a_file_may_say_its_rules() {
    let folder = Folder::new();
    let made = quadrille("generate --rules 6+x --count 2 --quiet").silently();
    assert!(made.starts_with("# rules: 6+x\n"), "{made}");
    folder.write("made.txt", made);
    let checked = folder.quadrille("check --rules file made.txt").positive();
    assert_eq!(checked, "2: unique\n3: unique\n");
}

#[test]
fn puzzles_under_rules_are_drawn_with_their_houses() {
    let folder = Folder::with("jigsaw.txt", REGIONS);
    let made = quadrille("generate --rules 6+x --count 2 --quiet").silently();
    folder.write("six.txt", made);
    let args = "solve --rules file six.txt --all --output line --picture";
    let solved = folder.quadrille(&format!("{args} six.svg")).silently();
    for (number, solution) in solved.lines().enumerate() {
        let picture = folder.read(&format!("six-{}.svg", number + 1));
        assert!(picture.contains(">the only solution<"), "{picture}");
        let drawn: Vec<&str> = picture.split("</text>").collect();
        let digits: String = drawn.iter().filter_map(|text| text.chars().last()).collect();
        let all = |digit| digits.matches(digit).count() - solution.matches(digit).count();
        let clues = folder.read("six.txt").lines().nth(number + 1).expect("a puzzle").to_owned();
        assert!(('1'..='6').all(|digit| all(digit) == clues.matches(digit).count()), "{picture}");
        assert_eq!(picture.matches("class=\"house\"").count(), 2, "two diagonals on two boards");
    }
    let args = format!("{args} six.html --draw sheet");
    assert_eq!(folder.quadrille(&args).silently(), solved);
    let sheet = folder.read("six.html");
    assert!(sheet.contains(">1 \u{b7} 6+x \u{b7} one solution \u{b7} "), "{sheet}");
    assert_eq!(sheet.matches("class=\"thick\"").count(), 4);
    let empty = ".".repeat(25);
    let args = format!("solve --rules jigsaw.txt {empty} --picture - --draw candidates");
    let picture = folder.quadrille(&args).silently();
    assert!(
        picture.starts_with("<svg ") && picture.contains("under the rules regions<"),
        "{picture}"
    );
    assert_eq!(picture.matches("</text>").count(), 25 * 5 + 25 + 2);
    let args = format!("solve --rules x {empty} --picture - --draw tree");
    quadrille(&args).error_has("--draw tree: found --rules");
}

#[test]
fn signs_between_cells_are_read_made_solved_and_counted() {
    let folder = Folder::new();
    let drawn = ". > . . .\n      ^\n. . . .\nv\n. . . < 3\n. . . .\n";
    folder.write("drawn.txt", drawn);
    let count =
        |puzzle: &str| folder.quadrille(&format!("count rules:4+futoshiki={puzzle}")).silently();
    let line = ".>..^..v......<3....";
    assert_eq!(count("drawn.txt"), count(line));
    assert_ne!(count(line), count(&line.replace('<', ">")));
    for output in ["line", "plain"] {
        let args = "generate --rules 5+futoshiki --count 3 --quiet --output";
        folder.write("made.txt", quadrille(&format!("{args} {output}")).silently());
        assert!(
            folder.read("made.txt").contains(['<', '>'])
                && folder.read("made.txt").contains(['^', 'v'])
        );
        for engine in ["lanes", "dlx"] {
            let args = format!("check --rules file made.txt --minimal --engine {engine}");
            let ended = folder.quadrille(&args);
            assert_eq!((ended.status, ended.stdout.matches(": unique, minimal").count()), (0, 3));
        }
    }
    let picture = folder.quadrille("solve --rules 4+futoshiki drawn.txt --picture -");
    assert_eq!(picture.silently().matches("class=\"sign\"").count(), 2);
}

#[test]
fn problems_under_rules_are_encoded_estimated_and_sampled() {
    assert_eq!(quadrille("count rules:6+latin").silently(), "812851200\n");
    let drawn = quadrille("sample rules:2x3 --number 2 --picture").silently();
    let grids: Vec<String> = drawn
        .split("\n\n")
        .map(|grid| grid.chars().filter(char::is_ascii_digit).collect())
        .collect();
    assert!(
        grids.len() == 2 && grids[0] != grids[1] && grids.iter().all(|grid| is_six(grid)),
        "{drawn}"
    );
    let puzzle = &generated("9+hyper", "1")[0];
    let encoded = quadrille(&format!("encode rules:9+hyper={puzzle}")).silently();
    assert!(encoded.starts_with(&format!("| family rules:9+hyper={puzzle}\n")));
    assert_eq!(quadrille_on(&encoded, "count").silently(), "1\n");
    // The ordinary problem is that of the family `sudoku`.
    let [ruled, ordinary] =
        ["rules:9", "sudoku:9"].map(|family| quadrille(&format!("encode {family}")).silently());
    assert_eq!(
        ruled.lines().skip(1).collect::<Vec<_>>(),
        ordinary.lines().skip(1).collect::<Vec<_>>()
    );
    // 55613393399531520 is the number published for X-Sudokus.
    let args = "estimate rules:9+x --nodes 5000000 --output json";
    let solutions = &json_lines(&quadrille(args).positive())[0]["solutions"];
    let [low, high] = ["low", "high"].map(|end| solutions[end].as_f64().expect("it is bounded"));
    assert!((low..high).contains(&55_613_393_399_531_520.0), "{solutions}");
}

#[test]
fn links_of_f_puzzles_are_written_and_read() {
    let args = "generate --rules 6+x --seed 2 --quiet";
    let made = quadrille(args).silently();
    let puzzle = made.lines().nth(1).expect("a puzzle").to_owned();
    let link = quadrille(&format!("{args} --output link")).silently();
    assert!(link.starts_with("https://f-puzzles.com/?load="), "{link}");
    let solve = |input| quadrille(&format!("solve --rules file {input} --output json")).silently();
    let solved = &crate::common::json_lines(&solve(link.trim()))[0];
    assert_eq!((&solved["puzzle"], &solved["rules"]), (&puzzle.into(), &"6+x".into()));
    quadrille("solve --rules file https://f-puzzles.com/?load=N4Ig")
        .error_begins("LINK: found a link whose data is no puzzle");
    quadrille("generate --output link").error_has("found no --rules");
}

#[test]
fn what_cannot_be_is_refused_soon() {
    for (args, expected) in [
        ("solve --rules killer", "found the rule `killer`, which needs sums"),
        (
            "check --rules nothing.txt",
            "found the rule `nothing.txt`, which is no file of that name",
        ),
        ("check --rules x --rate", "--rate: found --rules"),
        ("solve --rules x --trace", "--trace: found --rules"),
        ("solve --rules x --engine masks", "--rules needs an engine of exact cover"),
        ("solve --rules x --size 16", "--size: found --rules"),
        (
            "generate --rules 4+anti-king+non-consecutive",
            "found no grid that obeys the rules, because there is none",
        ),
        ("generate --rules 2x3 --size 16", "found a grid of 16 rows; expected 6"),
        ("generate --rules 2x3 --difficulty 3", "--difficulty: found --rules"),
        ("generate --rules 7", "which fill no boxes of equal size"),
        ("encode rules:9+hyper=5", "found neither a file of that name nor a puzzle"),
    ] {
        quadrille(args).error_has(expected);
    }
}
