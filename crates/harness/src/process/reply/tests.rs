use proptest::prelude::*;
use quadrille_cover::Problem;

use super::*;
use crate::corpus::Expected;

const SOLVED: &str = "1234341221434321";

fn sudoku() -> Instance {
    let puzzle = read_one("1.............2.", InputFormat::Line, None).unwrap();
    Instance::new("x".into(), None, Body::Sudoku(puzzle), Expected::default())
}

fn cover() -> Instance {
    let problem = Problem::parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n").unwrap();
    Instance::new("x".into(), None, Body::from(problem), Expected::default())
}

fn ask(line: &str, task: Task, instance: &Instance) -> Reply {
    let hello = Hello { counters: vec!["nodes", "tests"], ..Hello::default() };
    read(line.as_bytes(), &hello, &Question::new(task), instance, None)
}

fn answered(line: &str, task: Task, instance: &Instance) -> Answered {
    ask(line, task, instance).unwrap_or_else(|fault| panic!("{line}: {fault}"))
}

#[test]
fn an_answer_has_a_result_and_fields() {
    let Answered { searched, solutions, is_shown, .. } =
        answered(&format!("1 2 {SOLVED} nodes=5 ns=10\r"), Task::Unique, &sudoku());
    assert!(!is_shown, "one of two");
    let Search { outcome, stats } = searched.search;
    assert_eq!((outcome, stats.solutions, solutions), (Outcome::Stopped, 2, 2_u32.into()));
    assert_eq!((stats.nodes, stats.tests), (Some(5), None));
    assert_eq!(searched.unlawful, None);
    assert!(matches!(searched.first, Some(FirstSolution::Grid(_))));
    let cover = cover();
    let one = answered("1 1 0 3 4", Task::Unique, &cover).searched;
    assert_eq!((one.search.outcome, one.unlawful), (Outcome::Exhausted, None));
    assert!(matches!(one.first, Some(FirstSolution::Options(options)) if options.len() == 3));
    let many = answered("1 123456789012345678901234567890 -", Task::All, &cover);
    assert_eq!(many.searched.search.stats.solutions, u64::MAX);
    assert_eq!(many.solutions.to_string(), "123456789012345678901234567890");
    assert_eq!(answered("1 0 -", Task::First, &cover).solutions, BigUint::ZERO);
    let unsupported = ask("1 unsupported", Task::All, &cover).unwrap_err();
    assert_eq!(unsupported, Verdict::Unsupported.into());
    for (line, outcome) in
        [("1 budget tests=5", Outcome::BudgetSpent), ("1 stalled tests=5", Outcome::Stalled)]
    {
        let search = answered(line, Task::All, &cover).searched.search;
        assert_eq!((search.outcome, search.stats.tests), (outcome, Some(5)));
    }
}

#[test]
fn the_answer_to_all_may_have_a_digest_since_version_3() {
    let read = |protocol, task, line: &str| {
        let hello = Hello { protocol, ..Hello::default() };
        read(line.as_bytes(), &hello, &Question::new(task), &sudoku(), None)
    };
    let reply = read(3, Task::All, "1 2 - digest=18446744073709551615").unwrap();
    assert_eq!(reply.searched.digest, Some(Digest(u64::MAX)));
    assert_eq!(read(3, Task::All, "1 2 -").unwrap().searched.digest, None);
    for (protocol, task, fields) in [
        (2, Task::All, "digest=1"),
        (3, Task::Count, "digest=1"),
        (3, Task::All, "digest=1 digest=1"),
        (3, Task::All, "digest=18446744073709551616"),
    ] {
        let misfit = read(protocol, task, &format!("1 2 - {fields}")).unwrap_err();
        assert_eq!(misfit.verdict, Verdict::Crash, "{fields}");
    }
}

#[test]
fn the_answer_to_cheapest_is_one_solution_or_that_there_is_none() {
    let cover = cover();
    let one = answered("1 1 0 3 4", Task::Cheapest, &cover);
    assert_eq!((one.searched.search.outcome, one.solutions), (Outcome::Exhausted, 1u8.into()));
    assert_eq!(one.searched.first.and_then(|first| first.cost(&cover.body)), Some(3));
    assert_eq!(answered("1 0 -", Task::Cheapest, &cover).solutions, BigUint::ZERO);
    for (line, expected) in [
        ("1 1 -", "expected the solution, because the task is `cheapest`"),
        ("1 2 0 3 4", "expected at most 1 as the number of solutions"),
    ] {
        let misfit = ask(line, Task::Cheapest, &cover).unwrap_err();
        assert!(misfit.to_string().contains(expected), "{misfit}");
    }
}

#[test]
fn an_answer_of_two_may_bring_both_solutions() {
    let problem = Problem::parse("a b\na\nb\na b\n").unwrap();
    let cover = Instance::new("x".into(), None, Body::from(problem), Expected::default());
    let sudoku = sudoku();
    let relabelled: String = SOLVED
        .chars()
        .map(|c| {
            if c == '3' {
                '4'
            } else if c == '4' {
                '3'
            } else {
                c
            }
        })
        .collect();
    for (line, is_shown, unlawful, instance) in [
        ("1 2 0 1 | 2", true, None, &cover),
        ("1 2 2 | 1 0 nodes=4", true, None, &cover),
        ("1 2 0 1", false, None, &cover),
        ("1 2 -", false, None, &cover),
        ("1 1 2", true, None, &cover),
        ("1 1 -", false, None, &cover),
        ("1 0 -", true, None, &cover),
        ("1 2 0 1 | 1 0", true, Some("the same solution twice"), &cover),
        ("1 2 2 | 0", true, Some("item `b` is covered 0 times"), &cover),
        (&format!("1 2 {SOLVED} | {relabelled}"), true, None, &sudoku),
        (&format!("1 2 {SOLVED} | {SOLVED}"), true, Some("the same solution twice"), &sudoku),
    ] {
        let answered = answered(line, Task::Unique, instance);
        assert_eq!(answered.is_shown, is_shown, "{line}");
        let found = answered.searched.unlawful;
        match unlawful {
            None => assert_eq!(found, None, "{line}"),
            Some(rule) => {
                assert!(found.as_deref().is_some_and(|f| f.contains(rule)), "{found:?}");
            }
        }
    }
    for (line, task) in [
        ("1 1 2 | 0 1", Task::Unique),
        ("1 2 2 | 0 1 | 2", Task::Unique),
        ("1 2 2 | 0 1", Task::All),
        ("1 1 2 | 0 1", Task::First),
    ] {
        let error = ask(line, task, &cover).expect_err(line).to_string();
        assert!(error.contains("expected one solution, or two with `|` between them"), "{error}");
    }
}

#[test]
fn a_broken_rule_is_described() {
    let relabelled = SOLVED.replace('1', "x").replace('2', "1").replace('x', "2");
    let (sudoku, cover) = (sudoku(), cover());
    for (instance, solution, expected) in [
        (&sudoku, &*relabelled, "a grid with 2 at row 1 column 1 where 1 is given"),
        (&sudoku, &SOLVED.replace('3', "."), "a grid with nothing at row 1 column 3"),
        (&sudoku, &SOLVED.replace("1234", "1243"), "a grid against the rules: digit"),
        (&cover, "0 3", "item `b` is covered 0 times"),
        (&cover, "", "item `a` is covered 0 times"),
        (&cover, "0 3 6", "option 6 in a problem with 6 options, numbered from 0"),
    ] {
        let searched = answered(&format!("1 1 {solution}"), Task::Unique, instance).searched;
        let unlawful = searched.unlawful.expect("it breaks a rule");
        assert!(unlawful.starts_with(expected), "{unlawful}");
    }
}

#[test]
fn what_is_no_answer_to_the_question_is_named() {
    let (sudoku, cover) = (sudoku(), cover());
    for (line, task, instance, expected) in [
        ("7", Task::All, &cover, "found `7`; expected a number of solutions, `budget`"),
        ("7 many", Task::All, &cover, "found `many`; expected a number of solutions"),
        ("7 -1 x", Task::All, &cover, "found `-1`"),
        ("7 1_0 x", Task::All, &cover, "found `1_0`"),
        ("7 1 x nodes=1 y", Task::All, &cover, "found `y`; expected the solution before"),
        ("7 budget 534", Task::All, &cover, "found `534`; expected no solution after `budget`"),
        ("7 1 - nodes=", Task::All, &cover, "found `nodes=`; expected a whole number"),
        ("7 1 - nodes=+1", Task::All, &cover, "found `nodes=+1`; expected a whole number"),
        ("7 1 - depth=1", Task::All, &cover, "found `depth=1`; expected one of `tests=`"),
        ("7 1 - proof=xcd", Task::All, &cover, "found `proof=xcd`; expected `proof=xcd` once, if"),
        ("7 1 - ns=1 ns=1", Task::All, &cover, "found `ns=1`; expected `ns=` once"),
        ("1 3 -", Task::Unique, &sudoku, "at most 2 as the number of solutions"),
        ("1 1 -", Task::First, &sudoku, "the solution, because the task is `first`"),
        ("1 0", Task::First, &sudoku, "`-` in place of a solution"),
        ("1 1 123", Task::First, &sudoku, "expected a 4x4 grid as solution"),
        ("1 1 0 x", Task::First, &cover, "found `x`; expected the number"),
        ("1 0 - forks=1", Task::First, &cover, "`forks` in the engine's `counters` line"),
    ] {
        let error = ask(line, task, instance).expect_err(line).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

proptest! {
    /// Counts, counters, times and options are read as they were written.
    #[test]
    fn answers_are_read_as_they_are_meant(
        count in "[1-9][0-9]{0,60}",
        solution in proptest::option::of(proptest::collection::vec(0..6_usize, 0..9)),
        counters: [Option<u64>; 4],
        ns: Option<u64>,
    ) {
        let mut line = format!("1 {count}");
        match &solution {
            Some(options) => options.iter().for_each(|option| line += &format!(" {option}")),
            None => line += " -",
        }
        for (name, value) in COUNTERS.iter().zip(counters).chain([(&"ns", ns)]) {
            line += &value.map(|value| format!(" {name}={value}")).unwrap_or_default();
        }
        let hello = Hello { counters: COUNTERS.to_vec(), ..Hello::default() };
        let read = read(line.as_bytes(), &hello, &Question::new(Task::All), &cover(), None);
        let Answered { searched, solutions, .. } = read.expect(&line);
        prop_assert_eq!(solutions.to_string(), count);
        let SearchStats { tests, forks, nodes, max_depth, .. } = searched.search.stats;
        prop_assert_eq!([tests, forks, nodes, max_depth], counters);
        let first = searched.first.map(|first| match first {
            FirstSolution::Options(options) => options.into_iter().map(OptionId::index).collect(),
            grid @ FirstSolution::Grid(_) => panic!("{grid:?}"),
        });
        prop_assert_eq!(first, solution);
    }

    /// A grid breaks a rule exactly if `Puzzle::is_solved_by` refuses it.
    #[test]
    fn lawful_is_what_the_puzzle_says(cells in "[1-4.]{16}", changed in 0..16_usize, digit in "[1-4]") {
        let instance = sudoku();
        let Body::Sudoku(puzzle) = &instance.body else { unreachable!() };
        let mut nearly = SOLVED.to_owned();
        nearly.replace_range(changed..=changed, &digit);
        for text in [cells, nearly] {
            let grid = read_one(&text, InputFormat::Line, None).unwrap();
            let searched = answered(&format!("1 1 {text}"), Task::First, &instance).searched;
            prop_assert_eq!(searched.unlawful.is_none(), puzzle.is_solved_by(grid.givens()));
        }
    }
}
