//! Diagrams against a plain search, on random problems.

mod samples;

use std::collections::BTreeSet;

use super::*;
use crate::engine::Naive;
use crate::engine::copied::{random_problem, with_bounds};
use crate::family;
use crate::random::shuffle;
use crate::verify;

fn compiled(problem: &Problem) -> Diagram {
    Diagram::compile(problem, &Budget::default()).unwrap().unwrap()
}

fn sorted(mut solution: Solution) -> Solution {
    solution.sort_unstable();
    solution
}

/// All solutions, each with its options in order.
fn enumerated(problem: &Problem) -> BTreeSet<Solution> {
    Naive.all(problem).unwrap().into_iter().map(sorted).collect()
}

/// A random problem. Every other one has bounds; of these, only problems with few solutions are taken, because each solution is tested.
fn any_problem(number: u64, stream: &mut Stream) -> Problem {
    let problem = random_problem(stream);
    if number.is_multiple_of(2) {
        return problem;
    }
    let bounded = with_bounds(&problem, stream);
    if Naive.count(&bounded).unwrap() > 200u32.into() { problem } else { bounded }
}

fn each_random_problem(
    problems: u64,
    seed: u64,
    check: impl Fn(&Problem, &Diagram, &BTreeSet<Solution>),
) {
    let mut stream = Stream::new(seed, 0);
    let mut with_solutions = 0;
    for number in 0..problems {
        let problem = any_problem(number, &mut stream);
        let expected = enumerated(&problem);
        let diagram = compiled(&problem);
        assert_eq!(diagram.count(), expected.len().into(), "problem {number}:\n{problem}");
        check(&problem, &diagram, &expected);
        with_solutions += u64::from(!expected.is_empty());
    }
    assert!(with_solutions * 10 > problems, "{with_solutions} of {problems}");
}

/// `most` problems in an optimised build, as `.ci/nightly` has it; two fifths of them before each change.
fn problems(most: u64) -> u64 {
    if cfg!(miri) {
        20
    } else if cfg!(debug_assertions) {
        most * 2 / 5
    } else {
        most
    }
}

#[test]
fn all_solutions_are_found_and_have_their_places() {
    each_random_problem(problems(5_000), 1, |problem, diagram, expected| {
        let listed: Vec<Solution> = diagram.solutions_from(&BigUint::ZERO).collect();
        let found: BTreeSet<Solution> = listed.iter().cloned().map(sorted).collect();
        assert_eq!((&found, listed.len()), (expected, expected.len()), "{problem}");
        for (index, solution) in listed.iter().enumerate() {
            assert_eq!(diagram.index_of(solution), Some(index.into()), "{problem}");
            assert_eq!(diagram.nth(&index.into()).as_ref(), Some(solution), "{problem}");
        }
        assert_eq!(diagram.nth(&listed.len().into()), None);
        let middle = listed.len() / 2;
        assert!(diagram.solutions_from(&middle.into()).eq(listed[middle..].iter().cloned()));
        let sample = diagram.sample(&mut Stream::new(1, 0));
        assert_eq!(sample.is_none(), expected.is_empty());
        assert!(sample.is_none_or(|sample| expected.contains(&sorted(sample))), "{problem}");
    });
}

#[test]
fn marginals_and_counts_under_given_options_are_those_of_all_solutions() {
    each_random_problem(problems(2_000), 2, |problem, diagram, expected| {
        let holding = |option| expected.iter().filter(move |it| it.contains(&option));
        let marginals = diagram.marginals();
        for option in problem.option_ids() {
            assert_eq!(marginals[option.index()], holding(option).count().into(), "{problem}");
            let given = diagram.given(&[option]);
            let found: BTreeSet<Solution> =
                given.solutions_from(&BigUint::ZERO).map(sorted).collect();
            assert!(found.iter().eq(holding(option)), "{problem}");
            assert_eq!(given.count(), found.len().into());
        }
        for (a, b) in problem.option_ids().zip(problem.option_ids().skip(1)) {
            let both = holding(a).filter(|solution| solution.contains(&b)).count();
            assert_eq!(diagram.given(&[a, b]).count(), both.into(), "{problem}");
        }
    });
}

#[test]
fn the_rest_under_given_options_has_the_solutions_of_the_whole_that_hold_them() {
    let (mut several, mut none) = (0, 0);
    let mut stream = Stream::new(8, 0);
    for number in 0..if cfg!(miri) { 20 } else { 2_000 } {
        let problem = any_problem(number, &mut stream);
        let whole = compiled(&problem);
        let mut options: Vec<OptionId> = problem.option_ids().collect();
        shuffle(&mut options, &mut stream);
        options.truncate(stream.below(4));
        let Ok(rest) = problem.given(&options) else { continue };
        let diagram = Diagram::compile_rest(&problem, &rest, &Budget::default()).unwrap().unwrap();
        let expected = whole.given(&options);
        let set = |diagram: &Diagram| {
            let all = diagram.solutions_from(&BigUint::ZERO);
            all.map(sorted).collect::<BTreeSet<Solution>>()
        };
        assert_eq!(set(&diagram), set(&expected), "{options:?} of {problem}");
        assert_eq!(diagram.count(), expected.count());
        assert_eq!(diagram.marginals(), expected.marginals(), "{options:?} of {problem}");
        for (index, solution) in diagram.solutions_from(&BigUint::ZERO).enumerate() {
            assert_eq!(diagram.index_of(&solution), Some(index.into()), "{problem}");
        }
        let read = Diagram::parse(&diagram.text(None).to_string()).unwrap();
        assert_eq!((&read.problem, &read.shape), (&problem, &diagram.shape), "{problem}");
        several += u32::from(!options.is_empty() && diagram.count() > BigUint::from(1u32));
        none += u32::from(diagram.count() == BigUint::ZERO);
    }
    assert!(cfg!(miri) || several > 50 && none > 50, "{several} {none}");
}

fn priced(problem: &Problem, stream: &mut Stream) -> Problem {
    let text = problem.to_string();
    let mut lines = text.lines();
    let mut priced = lines.next().unwrap().to_owned();
    lines.for_each(|line| priced += &format!("\n{line} |{}", stream.below(5)));
    Problem::parse(priced).unwrap()
}

#[test]
fn the_cheapest_come_first_and_costs_are_distributed_as_by_enumeration_and_read_back() {
    let mut stream = Stream::new(3, 0);
    for number in 0..if cfg!(miri) { 20 } else { 2_000 } {
        let problem = priced(&any_problem(number, &mut stream), &mut stream);
        let diagram = compiled(&problem);
        let all = diagram.solutions_from(&BigUint::ZERO);
        let mut expected: Vec<_> = all.map(|it| (problem.cost_of(&it), it)).collect();
        // Sorting is stable, so solutions of equal cost stay in their order.
        expected.sort_by_key(|(cost, _)| *cost);
        assert!(diagram.cheapest().eq(expected.iter().cloned()), "{problem}");
        let costs = diagram.costs(&Budget::default()).unwrap();
        let distinct: BTreeSet<u64> = expected.iter().map(|(cost, _)| *cost).collect();
        assert!(costs.iter().map(|(cost, _)| cost).eq(&distinct), "{problem}");
        for (cost, number) in costs {
            assert_eq!(number, expected.iter().filter(|(it, _)| *it == cost).count().into());
        }
        let text = diagram.text(Some("| family none")).to_string();
        let read = Diagram::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((&read.problem, &read.shape), (&problem, &diagram.shape));
        assert_eq!(read.text(Some("| family none")).to_string(), text);
    }
}

/// Whether a diagram that was read is what it claims to be: distinct solutions.
fn is_sound(diagram: &Diagram) -> bool {
    let all: Vec<Solution> =
        diagram.solutions_from(&BigUint::ZERO).take(10_000).map(sorted).collect();
    let distinct: BTreeSet<&Solution> = all.iter().collect();
    distinct.len() == all.len() && all.iter().all(|it| verify(&diagram.problem, it).is_ok())
}

#[test]
fn what_was_tampered_with_is_refused_or_still_sound() {
    let mut stream = Stream::new(5, 0);
    let (mut refused, mut accepted) = (0, 0);
    for number in 0..if cfg!(miri) { 5 } else { 1_000 } {
        let problem = any_problem(number, &mut stream);
        let text = compiled(&problem).text(None).to_string();
        for _ in 0..20 {
            let mut words: Vec<String> =
                text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
            let (a, b) = (stream.below(words.len()), stream.below(words.len()));
            match stream.below(4) {
                0 => drop(words.remove(a)),
                1 => words.swap(a, b),
                2 => words[a] = words[b].clone(),
                _ => shuffle(&mut words[a.min(b)..=a.max(b)], &mut stream),
            }
            // The number of solutions is not what is looked at here.
            let mut changed = words.concat();
            if let Err(DiagramError { what, line: 2, .. }) = Diagram::parse(&changed) {
                let number = what.strip_prefix("found ").and_then(|it| it.split_once(' '));
                let expected = what.split_once("expected ").and_then(|(_, it)| it.split_once(','));
                if let (Some((old, _)), Some((new, _))) = (number, expected) {
                    changed = changed.replacen(
                        &format!("solutions {old}\n"),
                        &format!("solutions {new}\n"),
                        1,
                    );
                }
            }
            match Diagram::parse(&changed) {
                Ok(diagram) => {
                    assert!(is_sound(&diagram), "{text}\nchanged to\n{changed}");
                    accepted += 1;
                }
                Err(DiagramError { line, column, .. }) => {
                    assert!(line >= 1 && column >= 1 && line <= changed.lines().count() + 1);
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 10 && accepted > 0, "{refused} {accepted}");
}

#[test]
fn errors_say_where_and_what() {
    let text = compiled(&Problem::parse("a b c | x\na x:r\nb\nb c\na b x:s\nc x:r\n").unwrap());
    let text = text.text(None).to_string();
    let head = "quadrille diagram 1\nsolutions 3\nproblem 6\na b c | x\na x:r\nb\nb c\na b x:s\nc x:r\nc x:s\n";
    let error = |text: &str| Diagram::parse(text).unwrap_err().to_string();
    assert!(text.starts_with("quadrille diagram 1\nsolutions 2\nproblem 6\n"), "{text}");
    assert!(error("").starts_with("1:1: found the end"));
    assert!(error("a b\n").starts_with("1:1: found `a b`; expected `quadrille diagram 1`"));
    assert!(
        error(&text.replace("solutions 2", "solutions 3"))
            .starts_with("2:11: found 3 solutions; expected 2")
    );
    assert!(error(&text.replace("\nb c\n", "\nb q\n")).starts_with("7:3: item `q` is unknown"));
    let bounded = error(&text.replace("a b c", "2|a b c"));
    let expected = "found item `a` covered 1 to 1 times; expected 2 to 2 times in each solution";
    assert!(bounded.ends_with(expected), "{bounded}");
    let nodes = |nodes: &str, line: &str| {
        let head = head.replace("problem 6", "problem 7");
        let message = error(&format!("{head}nodes {}\n{nodes}\n", nodes.lines().count()));
        assert!(message.starts_with(line), "{nodes}: {message}");
    };
    nodes("1 7", "12:3: found `7`; expected the number of an option, from 1 to 6");
    nodes("1 > 1", "12:5: found `1`; expected no child");
    nodes(
        "5\n1 > 2",
        "13:5: found `2`; expected the number of a node before this one, from 1 to 1",
    );
    nodes("1 2", "12:1: found item `c` covered in no solution");
    nodes("1 2 3", "12:1: found item `b` covered twice");
    nodes("1 2 6", "12:1: found item `x` covered twice");
    nodes("5 | 3", "12:5: found alternatives of which only some cover item `b`");
    nodes("1 2 5 | 3 1", "12:9: found an alternative whose first option shares no primary item");
    nodes("1 2 5 | 1 3", "12:1: found two alternatives that begin with the same option");
    // An alternative without a word is where the bar or the end of the line behind it is.
    nodes("1 2 5 |", "12:8: found an alternative without an option");
    nodes("1 2 5 |  | 1 3", "12:10: found an alternative without an option");
    nodes("| 1 2 5", "12:1: found an alternative without an option");
    nodes("1 2 5 |   3 1", "12:11: found an alternative whose first option shares no primary");
    nodes("none\n1 2 5", "12:1: found a node that no other node");
    nodes("none\n1 > 1", "12:1: found a node without solutions");
    nodes("2 5 | 3\n1 > 1", "2:11: found 3 solutions; expected 2");
    let idle = "quadrille diagram 1\nsolutions 1\nproblem 3\na | x y\na\nx y\nnodes 1\n1 2\n";
    assert!(error(idle).starts_with("8:1: found option 2, which covers no primary item"));
    assert!(error(&(text.clone() + "1\n")).contains("behind the last node"));
    assert!(error(text.trim_end().rsplit_once('\n').unwrap().0).contains("a line for each node"));
}

#[test]
fn limits_end_a_compilation() {
    let problem = family::build("dominoes:8x8").unwrap();
    let none = |budget: &Budget| Diagram::compile(&problem, budget).unwrap().is_none();
    assert!(none(&Budget { nodes: Some(100), ..Budget::default() }));
    assert!(none(&Budget { memory: Some(10_000), ..Budget::default() }));
    let cancel = crate::CancelToken::new();
    cancel.cancel();
    assert!(none(&Budget { cancel: Some(cancel.clone()), ..Budget::default() }));
    assert!(!none(&Budget { nodes: Some(100_000), memory: Some(1 << 24), ..Budget::default() }));
    let diagram = compiled(&problem);
    assert!(diagram.costs(&Budget { memory: Some(100), ..Budget::default() }).is_none());
    assert!(diagram.costs(&Budget { cancel: Some(cancel), ..Budget::default() }).is_none());
}

#[test]
fn counts_of_any_length_are_those_of_the_literature() {
    for (spec, count) in [
        ("dominoes:8x8", "12988816"),
        ("latin:5", "161280"),
        ("queens:8", "92"),
        ("dominoes:10x10", "258584046368"),
        // More than 64 bits, and more than 128.
        ("dominoes:2x100", "573147844013817084101"),
        ("dominoes:2x200", "453973694165307953197296969697410619233826"),
    ] {
        let problem = family::build(spec).unwrap();
        let diagram = compiled(&problem);
        assert_eq!(diagram.count().to_string(), count, "{spec}");
        let mut stream = Stream::new(6, 0);
        for _ in 0..20 {
            let solution = diagram.sample(&mut stream).unwrap();
            assert_eq!(verify(&problem, &solution), Ok(()));
            let index = diagram.index_of(&solution).unwrap();
            assert_eq!(diagram.nth(&index).as_ref(), Some(&solution), "{spec}");
            assert_eq!(diagram.index_of(&solution[1..]), None);
        }
        let most = diagram.count() - 1u32;
        assert_eq!(diagram.solutions_from(&most).count(), 1);
        let sum: BigUint = diagram.marginals().into_iter().sum();
        let pieces = diagram.nth(&most).unwrap().len();
        assert_eq!(sum, diagram.count() * pieces, "{spec}: all solutions have as many options");
    }
}
