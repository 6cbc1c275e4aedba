//! An answer, understood: what was found, whether it is lawful, or why there is none.
//!
//! The first solution is held against the rules here, with code that no engine shares: a grid against the givens
//! and the rules, options against the problem. Whether the *number* of solutions is right is for a judge to say.

use std::time::Duration;

use quadrille_cover::{BigUint, OptionId, Outcome, Problem, Search, SearchStats};
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::read_one;
use quadrille_sudoku::{Grid, Puzzle};

use super::fault::Fault;
use super::protocol::{Answer, Hello, Misfit, Question, Said};
use crate::corpus::{Body, Instance};
use crate::measure::{self, Searched};
use crate::plan::Task;

/// What became of an instance.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The engine answered.
    Answered(Answered),
    /// It does not take such an instance or question.
    Unsupported,
    /// There is no answer, and why.
    Failed(Fault),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// How the search ended, what it counted, the first solution. Its number of solutions is `u64::MAX` where
    /// there are more.
    pub searched: Searched,
    /// How many solutions there are, however many.
    pub solutions: BigUint,
    /// The time that all iterations took by the engine's own clock.
    pub own: Option<Duration>,
}

impl Reply {
    /// The answer, if it is one.
    pub fn answered(&self) -> Option<&Answered> {
        match self {
            Self::Answered(answered) => Some(answered),
            Self::Unsupported | Self::Failed(_) => None,
        }
    }
}

/// Understands a line as the answer to a question about an instance.
///
/// # Errors
/// A line that is no answer to it.
pub(super) fn understand(
    line: &[u8],
    hello: &Hello,
    question: &Question,
    instance: &Instance,
) -> Result<Reply, Misfit> {
    let Answer { said, counters, own } = Answer::parse(line)?;
    let names = ["tests", "forks", "nodes", "max_depth"];
    for (name, _) in names.iter().zip(counters).filter(|(_, counter)| counter.is_some()) {
        if !hello.counters.contains(name) {
            return Err(Misfit::new(line, format!("`{name}` among the counters of its hello")));
        }
    }
    let [tests, forks, nodes, max_depth] = counters;
    let answered = |outcome, solutions: BigUint, found: Found| {
        let stats = SearchStats {
            solutions: u64::try_from(&solutions).unwrap_or(u64::MAX),
            tests,
            forks,
            nodes,
            max_depth,
        };
        let Found { first, unlawful } = found;
        let searched = Searched { search: Search { outcome, stats }, first, unlawful };
        Reply::Answered(Answered { searched, solutions, own })
    };
    Ok(match said {
        Said::Unsupported => Reply::Unsupported,
        Said::Budget => answered(Outcome::BudgetSpent, BigUint::ZERO, Found::default()),
        Said::Stalled => answered(Outcome::Stalled, BigUint::ZERO, Found::default()),
        Said::Found(solutions, words) => {
            let limit = question.limit.map(BigUint::from);
            if let Some(limit) = limit.as_ref().filter(|&limit| solutions > *limit) {
                return Err(Misfit::new(
                    line,
                    format!("{limit} as the number of solutions at most"),
                ));
            }
            let reached = limit.is_some_and(|limit| solutions == limit);
            let outcome = if reached { Outcome::Stopped } else { Outcome::Exhausted };
            let found = first(line, words.as_deref(), &solutions, question, instance)?;
            answered(outcome, solutions, found)
        }
    })
}

/// The first solution, as far as it was told.
#[derive(Default)]
struct Found {
    first: Option<measure::Answer>,
    unlawful: Option<String>,
}

fn first(
    line: &[u8],
    words: Option<&[&str]>,
    solutions: &BigUint,
    question: &Question,
    instance: &Instance,
) -> Result<Found, Misfit> {
    let none = *solutions == BigUint::ZERO;
    let Some(words) = words else {
        if !none && question.task == Task::First {
            return Err(Misfit::new(line, "the solution, as the task is `first`"));
        }
        return Ok(Found::default());
    };
    if none {
        return Err(Misfit::new(line, "`-` in place of a solution, as there is none"));
    }
    let (first, unlawful) = match &instance.body {
        Body::Sudoku(puzzle) => {
            let grid = grid(words, puzzle).map_err(|why| Misfit::new(line, why))?;
            let unlawful = against_the_rules(puzzle, &grid);
            (Some(measure::Answer::Grid(grid)), unlawful)
        }
        Body::Cover(problem) => match options(words, problem)? {
            Ok(options) => {
                let violation = quadrille_cover::verify(problem, &options).err();
                let unlawful = violation.map(|violation| violation.to_string());
                (Some(measure::Answer::Options(options)), unlawful)
            }
            Err(unlawful) => (None, Some(unlawful)),
        },
    };
    Ok(Found { first, unlawful })
}

/// The grid that the words write.
fn grid(words: &[&str], puzzle: &Puzzle) -> Result<Grid, String> {
    let order = puzzle.order();
    let format = if order.n() <= 5 { InputFormat::Line } else { InputFormat::Numbers };
    let read = read_one(&words.join(" "), format, Some(order));
    let side = order.side();
    let wrong =
        |error| format!("a {side}x{side} grid as solution, in the format of the puzzle ({error})");
    read.map(|solution| solution.givens().clone()).map_err(wrong)
}

/// What is wrong with a grid as a solution of a puzzle, in words.
fn against_the_rules(puzzle: &Puzzle, grid: &Grid) -> Option<String> {
    if puzzle.is_solved_by(grid) {
        return None;
    }
    let order = puzzle.order();
    let place = |cell| format!("row {} column {}", order.row(cell) + 1, order.column(cell) + 1);
    let givens = puzzle.givens().cells().iter().zip(grid.cells()).enumerate();
    let changed = givens.into_iter().find(|&(_, (&given, &digit))| given > 0 && given != digit);
    let empty = grid.cells().iter().position(|&digit| digit == 0);
    Some(match (changed, empty, grid.clash()) {
        (Some((cell, (given, digit))), ..) => {
            format!("a grid with {digit} at {} where {given} is given", place(cell))
        }
        (_, Some(cell), _) => format!("a grid with nothing at {}", place(cell)),
        (_, _, Some(clash)) => format!("a grid against the rules: {clash}"),
        (_, _, None) => "a grid against the rules".to_owned(),
    })
}

/// The options that the words number; or, in words, that there is no such option.
fn options(words: &[&str], problem: &Problem) -> Result<Result<Vec<OptionId>, String>, Misfit> {
    let mut options = Vec::with_capacity(words.len());
    for word in words {
        let number: usize = super::protocol::number(word)
            .ok_or_else(|| Misfit::new(word.as_bytes(), "the number of an option"))?;
        match problem.option_id(number) {
            Some(option) => options.push(option),
            None => {
                let known = problem.options();
                return Ok(Err(format!(
                    "option {number} in a problem with {known} options, numbered from 0"
                )));
            }
        }
    }
    Ok(Ok(options))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::corpus::Expected;

    const SOLVED: &str = "1234341221434321";

    fn sudoku() -> Instance {
        let puzzle = read_one("1.............2.", InputFormat::Line, None).unwrap();
        Instance::new("x".into(), None, Body::Sudoku(puzzle), Expected::default())
    }

    fn cover() -> Instance {
        let problem =
            Problem::parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n").unwrap();
        Instance::new("x".into(), None, Body::from(problem), Expected::default())
    }

    fn ask(line: &str, task: Task, instance: &Instance) -> Result<Reply, Misfit> {
        let counters = vec!["nodes", "tests"];
        let hello = Hello {
            name: "x".into(),
            version: "1".into(),
            takes: Vec::new(),
            tasks: Vec::new(),
            counters,
        };
        understand(line.as_bytes(), &hello, &Question::new(task), instance)
    }

    fn answered(line: &str, task: Task, instance: &Instance) -> Answered {
        match ask(line, task, instance) {
            Ok(Reply::Answered(answered)) => answered,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_lawful_solution_is_an_answer() {
        let Answered { searched, solutions, own } =
            answered(&format!("1 2 {SOLVED} nodes=5 ns=10"), Task::Unique, &sudoku());
        assert_eq!(searched.search.outcome, Outcome::Stopped);
        assert_eq!((searched.search.stats.solutions, solutions), (2, 2_u32.into()));
        assert_eq!((searched.search.stats.nodes, searched.search.stats.tests), (Some(5), None));
        assert_eq!((searched.unlawful, own), (None, Some(Duration::from_nanos(10))));
        assert!(matches!(searched.first, Some(measure::Answer::Grid(_))));
        let one = answered("1 1 0 3 4", Task::Unique, &cover()).searched;
        assert_eq!((one.search.outcome, one.unlawful), (Outcome::Exhausted, None));
        assert!(matches!(one.first, Some(measure::Answer::Options(options)) if options.len() == 3));
        let many = answered("1 123456789012345678901234567890 -", Task::All, &cover());
        assert_eq!(many.searched.search.stats.solutions, u64::MAX);
        assert_eq!(many.solutions.to_string(), "123456789012345678901234567890");
    }

    #[test]
    fn what_breaks_a_rule_is_told() {
        let unlawful = |line: &str, instance: &Instance| {
            answered(line, Task::Unique, instance).searched.unlawful.expect("it breaks a rule")
        };
        let relabelled = SOLVED.replace('1', "x").replace('2', "1").replace('x', "2");
        let told = unlawful(&format!("1 1 {relabelled}"), &sudoku());
        assert_eq!(told, "a grid with 2 at row 1 column 1 where 1 is given");
        let told = unlawful(&format!("1 1 {}", SOLVED.replace('3', ".")), &sudoku());
        assert_eq!(told, "a grid with nothing at row 1 column 3");
        let told = unlawful(&format!("1 1 {}", SOLVED.replace("1234", "1243")), &sudoku());
        assert!(told.starts_with("a grid against the rules: digit"), "{told}");
        assert!(unlawful("1 1 0 3", &cover()).starts_with("item `b` is covered 0 times"));
        assert!(unlawful("1 1", &cover()).starts_with("item `a` is covered 0 times"));
        let told = unlawful("1 1 0 3 6", &cover());
        assert_eq!(told, "option 6 in a problem with 6 options, numbered from 0");
    }

    #[test]
    fn what_answers_another_question_is_refused() {
        let error = |line: &str, task, instance: &Instance| {
            ask(line, task, instance).expect_err(line).to_string()
        };
        assert!(
            error("1 3 -", Task::Unique, &sudoku())
                .contains("2 as the number of solutions at most")
        );
        assert!(
            error("1 1 -", Task::First, &sudoku()).contains("the solution, as the task is `first`")
        );
        assert!(error("1 0", Task::First, &sudoku()).contains("`-` in place of a solution"));
        assert!(
            error("1 1 123", Task::First, &sudoku()).contains("expected a 4x4 grid as solution")
        );
        assert!(error("1 1 0 x", Task::First, &cover()).contains("found `x`; expected the number"));
        assert!(
            error("1 0 - forks=1", Task::First, &cover()).contains("`forks` among the counters")
        );
        assert!(matches!(ask("1 unsupported", Task::All, &cover()), Ok(Reply::Unsupported)));
        for (line, outcome) in [("1 budget", Outcome::BudgetSpent), ("1 stalled", Outcome::Stalled)]
        {
            assert_eq!(answered(line, Task::All, &cover()).searched.search.outcome, outcome);
        }
    }

    proptest! {
        /// A grid is lawful if the puzzle says so, and nothing else is.
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

        #[test]
        fn no_bytes_do_harm(tail: Vec<u8>, words in "[0-9 .a-z=-]{0,40}") {
            for instance in [sudoku(), cover()] {
                let hello = Hello {
                    name: String::new(), version: String::new(), takes: vec![], tasks: vec![], counters: vec![],
                };
                for tail in [&tail[..], words.as_bytes()] {
                    let line = [b"1 1 ", tail].concat();
                    let _ = understand(&line, &hello, &Question::new(Task::First), &instance);
                }
            }
        }
    }
}
