//! `quadrille compile` and `sample`: decision diagrams and what they answer.

use std::collections::BTreeSet;

use crate::common::{Folder, json_lines, quadrille, with_problem, words};

const PRICED: &str =
    "| family none\na b c d | x\na b x:red |3\nc d x:red\nc d x:blue |1\na c x:red\nb d |2\n";

/// Solutions as sets of their options.
fn sets(text: &str) -> BTreeSet<BTreeSet<&str>> {
    text.split("\n\n").map(|solution| solution.lines().collect()).collect()
}

/// A folder with the diagram of a family's problem in `p.qdd`, and the problem in `p.dlx`.
fn with_diagram(family: &str) -> Folder {
    let folder = with_problem(family);
    assert_eq!(folder.quadrille("compile p.dlx --out p.qdd").silently(), "");
    folder
}

#[test]
fn a_diagram_has_the_solutions_of_the_problem_in_one_order() {
    let folder = with_diagram("queens:7");
    let all = folder.quadrille("cover p.qdd --all").silently();
    let searched = folder.quadrille("cover p.dlx --all").silently();
    assert_eq!(sets(&all), sets(&searched));
    assert_eq!(folder.quadrille("count p.qdd").silently(), "40\n");
    let solutions: Vec<&str> = all.split("\n\n").map(str::trim_end).collect();
    assert_eq!(solutions.len(), 40);
    for (i, solution) in solutions.iter().enumerate().step_by(13) {
        let nth = (i + 1).to_string();
        for source in ["p.qdd", "p.dlx"] {
            let found = folder.quadrille(&format!("compile {source} --nth {nth}")).silently();
            assert_eq!(found.trim_end(), *solution);
        }
        // The order of options and of their items does not matter.
        let turned = |line: &str| line.split(' ').rev().collect::<Vec<_>>().join(" ");
        let turned: Vec<String> = solution.lines().rev().map(turned).collect();
        folder.write("solution", turned.join("\n"));
        let index = folder.quadrille("compile p.qdd --index-of solution").silently();
        assert_eq!(index, format!("{nth}\n"));
    }
    let three = folder.quadrille("cover p.qdd --limit 3").silently();
    assert_eq!(three.trim_end(), solutions[..3].join("\n\n"));
    let first = folder.quadrille("cover p.qdd").silently();
    assert_eq!(first.trim_end(), solutions[0]);
    let drawn = folder.quadrille("compile p.qdd --nth 40 --picture").silently();
    assert_eq!(drawn.matches('\u{265b}').count(), 7, "{drawn}");
}

#[test]
fn samples_are_the_same_for_a_seed() {
    let folder = with_diagram("langford:7");
    let sample = |source: &str, more: &str| {
        folder.quadrille(&format!("sample {source} --number 5 {more}")).silently()
    };
    let seven = sample("p.qdd", "--seed 7");
    assert_eq!(sample("p.dlx", "--seed 7"), seven);
    assert_ne!(sample("p.qdd", "--seed 8"), seven);
    assert_eq!(sample("p.qdd", "--seed 1"), sample("p.qdd", ""));
    let all = folder.quadrille("cover p.qdd --all").silently();
    assert!(sets(&seven).is_subset(&sets(&all)));
    let json = &json_lines(&sample("p.qdd", "--output json"))[0];
    assert_eq!(
        (&json["seed"], &json["solutions"], &json["engine"]),
        (&1.into(), &52.into(), &"diagram".into())
    );
    assert_eq!(json["all"].as_array().map(Vec::len), Some(5));
    assert_eq!(json["all"][0], json["solution"]);
    let nth = "compile p.qdd --nth 52 --output json";
    assert_eq!(json_lines(&folder.quadrille(nth).silently())[0]["index"], 52);
}

#[test]
fn options_and_costs_are_counted_over_all_solutions() {
    let folder = Folder::with("p.dlx", PRICED);
    folder.quadrille("compile p.dlx --out p.qdd").silently();
    for source in ["p.dlx", "p.qdd"] {
        let ask = |question: &str| folder.quadrille(&format!("{question} {source}")).silently();
        assert_eq!(
            ask("compile --marginals"),
            "1 a b x:red\n1 c d x:red\n0 c d x:blue\n1 a c x:red\n1 b d\n"
        );
        assert_eq!(ask("compile --costs"), "2 1\n3 1\n");
        assert_eq!(
            ask("compile --marginals --given 'b d'"),
            "0 a b x:red\n0 c d x:red\n0 c d x:blue\n1 a c x:red\n1 b d\n"
        );
        assert_eq!(
            ask("cover --cheapest 5"),
            "a c x:red\nb d\nCost 2\n\na b x:red\nc d x:red\nCost 3\n"
        );
        assert_eq!(ask("count --given 1"), "1\n");
        let json = &json_lines(&ask("compile --costs --output json"))[0];
        assert_eq!(json["distribution"][1], serde_json::json!({"cost": "3", "solutions": 1}));
        let json = &json_lines(&ask("compile --marginals --output json"))[0];
        assert_eq!(json["marginals"][4], serde_json::json!({"option": "b d", "solutions": 1}));
    }
    let clash = folder.quadrille("count p.qdd --given 1 --given 4");
    assert_eq!(
        clash.error(),
        "--given: options `a b x:red` and `a c x:red` clash: both cover item `a`"
    );
}

/// Answers about a problem under `--given`, of which only the rest is compiled, are those of the diagram of the whole.
#[test]
fn under_given_options_a_problem_has_the_answers_of_its_diagram() {
    for (family, given) in [
        ("queens:7", "--given 3"),
        ("latin:4", "--given 'p00 r01 c01' --given 'p11 r13 c13'"),
        ("queens:6", "--given 'r0 c0 b5'"),
    ] {
        let folder = with_diagram(family);
        let ask = |source: &str, question: &str| {
            let ran = folder.quadrille(&format!("{question} {source} {given}"));
            (ran.status, ran.stdout)
        };
        for question in ["compile --marginals", "compile --costs"] {
            assert_eq!(ask("p.dlx", question), ask("p.qdd", question), "{family}: {question:?}");
        }
        let (status, all) = ask("p.qdd", "cover --all");
        assert_eq!(ask("p.dlx", "compile --out rest.qdd"), (0, String::new()));
        let rest = folder.quadrille("cover rest.qdd --all");
        assert_eq!((sets(&rest.stdout), rest.status), (sets(&all), status), "{family}");
        assert_eq!(
            folder.quadrille("compile rest.qdd --marginals").stdout,
            ask("p.dlx", "compile --marginals").1
        );
        let (_, sampled) = ask("p.dlx", "sample --number 200 --seed 3");
        let count = if status == 0 { sets(&all).len() } else { 0 };
        assert_eq!(sets(&sampled), sets(&all), "{family}: {count} solutions, each drawn");
        for nth in 1..=count.min(5) {
            let nth = nth.to_string();
            let (_, solution) = ask("p.dlx", &format!("compile --nth {nth}"));
            assert!(sets(&solution).is_subset(&sets(&all)), "{family}");
            assert_eq!(folder.quadrille(&format!("compile rest.qdd --nth {nth}")).stdout, solution);
            folder.write("solution", solution);
            let index = ask("p.dlx", "compile --index-of solution");
            assert_eq!(index, (0, nth + "\n"), "{family}");
        }
    }
}

/// A million Latin squares of order 6 begin with a given row. A diagram of all of them takes more memory than there is by default.
#[test]
fn the_rest_of_a_problem_is_compiled_although_the_whole_is_too_large() {
    let given = "--given 1 --given 8 --given 15 --given 22 --given 29 --given 36";
    let nth = "compile latin:6 --nth 1128960 --max-nodes 300000";
    let last = quadrille(&format!("{nth} {given}")).silently();
    assert!(last.starts_with("p00 r00 c00\np01 r01 c11\n"), "{last}");
    let whole = quadrille(nth);
    assert!(whole.negative().1.contains("while the diagram was made; use a larger --max-nodes"));
}

#[test]
fn limits_are_kept_or_refused() {
    let folder = with_diagram("queens:6");
    for (verb, options, expected) in [
        (
            "count",
            "--max-tests 5",
            "--max-tests: found a diagram, which is limited by --time-limit; omit --max-tests",
        ),
        (
            "compile",
            "--costs --max-nodes 5",
            "--max-nodes: found a diagram, which is limited by --max-memory or --time-limit; omit --max-nodes",
        ),
    ] {
        let refused = folder.quadrille(&format!("{verb} p.qdd {options}"));
        assert_eq!(refused.error(), expected);
    }
    let limit = |options: &str| quadrille(&format!("sample latin:6 {options}")).negative().1;
    let stopped = "latin:6: stopped at the limit while the diagram was made; use a larger";
    let nodes = limit("--max-nodes 100");
    let or_else = ", or `--engine iso`, or `--engine descent`, which finds some solutions more often than others\n";
    assert_eq!(
        nodes,
        format!("{stopped} --max-nodes or --max-memory (the default is 1074){or_else}")
    );
    let memory = limit("--max-memory 1");
    assert_eq!(memory, format!("{stopped} --max-memory{or_else}"));
    assert_eq!(limit("--time-limit 0.05"), format!("{stopped} --time-limit{or_else}"));
    // With a diagram, solutions are printed until the time has passed.
    let endless = "sample p.qdd --number 18446744073709551615 --time-limit 0.2";
    let ran = folder.quadrille(&format!("{endless} --out samples"));
    let (out, why) = ran.negative();
    assert!(
        out.is_empty() && why.contains("so far; no file was written; use a larger --time-limit\n"),
        "{why}"
    );
    assert!(!folder.path("samples").exists(), "whole or not at all");
    for (verb, zero) in [("sample", "--number"), ("compile", "--nth")] {
        assert_eq!(folder.quadrille(&format!("{verb} p.qdd {zero} 0")).status, 2);
    }
    let huge = "1".repeat(100);
    let beyond = folder.quadrille(&format!("compile p.qdd --nth {huge}"));
    let expected =
        format!("--nth: found {huge}; expected a number from 1 to 4, the number of solutions");
    assert_eq!(beyond.error(), expected);
}

#[test]
fn what_has_no_answer_is_said_in_words() {
    let folder = Folder::with("p.dlx", PRICED);
    folder.quadrille("compile p.dlx --out p.qdd").silently();
    let nth = folder.quadrille("compile p.qdd --nth 3");
    assert_eq!(
        nth.error(),
        "--nth: found 3; expected a number from 1 to 2, the number of solutions"
    );
    folder.write("part", "a b x:red\n");
    let (out, why) = folder.quadrille("compile p.qdd --index-of part").negative();
    assert_eq!(
        (&*out, &*why),
        (
            "",
            "part: these options are no solution of the diagram: item `c` is covered 0 times; expected 1 to 1\n"
        )
    );
    folder.write("odd", "a q\n");
    let odd = folder.quadrille("compile p.qdd --index-of odd");
    assert_eq!(
        odd.error(),
        "odd: found `a q`; expected the items of an option, or a number from 1 to 5"
    );
    folder.write("none.dlx", "a b\na\n");
    for question in [["sample", "--number", "2"], ["compile", "--nth", "1"]] {
        let [verb, option, value] = question;
        let none = folder.quadrille(&format!("{verb} none.dlx {option} {value}"));
        let said = "none.dlx: no solution; for a reason, use `quadrille why none.dlx`\n";
        assert_eq!(none.negative(), (String::new(), said.to_owned()));
    }
    folder.quadrille("compile none.dlx --out none.qdd").silently();
    assert_eq!(folder.quadrille("count none.qdd").negative().0, "0\n");
    // Of three equal options two lie in each solution.
    folder.write("two.dlx", "2|a b\na\na\na\nb\n");
    let several = folder.quadrille("compile two.dlx --out two.qdd");
    several.silently();
    assert_eq!(folder.quadrille("count two.qdd").silently(), "3\n");
    for engine in ["auto", "iso"] {
        let drawn = format!("sample two.dlx --number 5 --engine {engine}");
        let drawn = folder.quadrille(&drawn).silently();
        assert_eq!(drawn.lines().filter(|line| *line == "a").count(), 10, "{drawn}");
    }
}

#[test]
fn options_of_a_search_are_refused() {
    let folder = with_diagram("queens:6");
    for verb in ["classes", "why", "prove --out x"] {
        let expected = format!("{}: found a diagram; expected the problem", words(verb)[0]);
        folder.quadrille(&format!("{verb} p.qdd")).error_begins(&expected);
    }
    folder.quadrille("sample p.dlx --engine dlx").error_has("invalid value 'dlx'");
    for (more, found) in [("--jobs 2", "--jobs"), ("--engine dlx", "--engine")] {
        let refused = folder.quadrille(&format!("count p.qdd {more}"));
        let expected = format!(
            "{found}: found a diagram, for which nothing is searched that way; omit {found}"
        );
        assert_eq!(refused.error(), expected);
    }
    folder.quadrille("compile p.dlx --marginals --nth 1").error_has("cannot be used with");
    assert_eq!(folder.quadrille("compile p.dlx --nth 0").status, 2);
}

#[test]
fn files_are_kept_whole() {
    let folder = with_diagram("queens:6");
    let text = folder.read("p.qdd");
    assert!(text.starts_with("quadrille diagram 1\nsolutions 4\nproblem "), "{text}");
    assert!(text.contains("\n| family queens:6\n"), "{text}");
    let again = "compile p.dlx --out p.qdd";
    folder.quadrille(again).error_has("p.qdd already exists");
    folder.quadrille(&format!("{again} --force")).silently();
    assert_eq!(folder.read("p.qdd"), text);
    folder.quadrille("compile p.dlx --out p.dlx --force").error_has("p.dlx");
    // A diagram of a diagram, under given options, is one of fewer solutions.
    let option = folder.quadrille("cover p.qdd").silently().lines().next().map(str::to_owned);
    let given = format!("compile p.qdd --given '{}' --out given.qdd", option.expect("a solution"));
    folder.quadrille(&given).silently();
    assert_eq!(folder.quadrille("count given.qdd").silently(), "1\n");
    folder.write("crlf.qdd", text.replace('\n', "\r\n"));
    assert_eq!(folder.quadrille("count crlf.qdd").silently(), "4\n");
    let count = |text: &str| {
        folder.write("bad.qdd", text);
        folder.quadrille("count bad.qdd").error().to_owned()
    };
    let lines = text.lines().count();
    assert!(
        count(&text.replacen("solutions 4", "solutions 5", 1))
            .starts_with(&format!("bad.qdd:{lines}:8: found a checksum"))
    );
    assert!(count(&text[..text.len() - 80]).contains("found no checksum in the last line"));
    let version = text.replacen("diagram 1", "diagram 2", 1);
    assert!(count(&version).starts_with("bad.qdd:"));
    assert!(count("quadrille diagram 1\n").starts_with("bad.qdd:1:1: found no checksum"));
}

#[test]
fn a_formula_is_written_for_other_programs() {
    let folder = Folder::with("p.dlx", PRICED);
    folder.quadrille("compile p.dlx --out p.nnf").silently();
    assert!(folder.read("p.nnf").starts_with("nnf "), "by the end of its name");
}

#[test]
fn samples_of_a_problem_too_large_for_a_diagram() {
    let cover = |more: &str| quadrille(&format!("sample latin:7 {more}"));
    let sample = "--engine iso --number 2";
    let samples = cover(sample).silently();
    let lines: Vec<Vec<&str>> = samples.split("\n\n").map(|one| one.lines().collect()).collect();
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [49, 49]);
    assert_ne!(lines[0], lines[1]);
    assert_eq!(cover(&format!("{sample} --seed 1")).silently(), samples);
    assert_ne!(cover(&format!("{sample} --seed 2")).silently(), samples);
    let json = cover(&format!("{sample} --output json")).silently();
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (&json["engine"], &json["solutions"]),
        (&serde_json::json!("iso"), &serde_json::json!(61_479_419_904_000u64))
    );
    assert_eq!(json["all"].as_array().map(Vec::len), Some(2));
    let given = cover(&format!("{sample} --given '{}'", lines[0][5])).silently();
    assert_eq!(given.lines().filter(|line| *line == lines[0][5]).count(), 2);
    let (_, said) = cover(&format!("{sample} --max-nodes 5")).negative();
    assert!(
        said.contains("stopped at the limit, with 0 samples so far; use a larger --max-nodes or"),
        "{said}"
    );
}
