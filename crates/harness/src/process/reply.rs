//! Interpreting an answer: what was found, whether it obeys the rules, or why there is none.
//!
//! The first solution is checked here by code that no engine uses: a grid against the givens
//! and the rules, options against the problem. Whether the *number* of solutions is right is decided by a judge
//! (`check.rs`).

use std::time::Duration;

use quadrille_cover::{BigUint, OptionId, Outcome, Problem, Search, SearchStats};
use quadrille_results::Task;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::read_one;
use quadrille_sudoku::{Grid, Puzzle};

use super::fault::Fault;
use super::protocol::{Answer, Hello, Misfit, Question, Said};
use crate::corpus::{Body, Instance};
use crate::engine::searched::{FirstSolution, Searched};

/// The result of asking about an instance.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The engine answered.
    Answered(Answered),
    /// It does not accept the instance or the question.
    Unsupported,
    /// There is no answer; with the reason.
    Failed(Fault),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// How the search ended, what it counted, the first solution. Numbers of solutions above 64 bits are `u64::MAX`
    /// here.
    pub searched: Searched,
    /// The number of solutions, of any size.
    pub solutions: BigUint,
    /// The time of all iterations by the engine's own clock.
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

/// Reads a line as the answer to a question about an instance.
///
/// # Errors
/// If the line is no answer to that question.
pub(super) fn interpret(
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

/// The first solution, if the answer has one.
#[derive(Default)]
struct Found {
    first: Option<FirstSolution>,
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
            (Some(FirstSolution::Grid(grid)), unlawful)
        }
        Body::Cover(problem) => match options(words, problem)? {
            Ok(options) => {
                let violation = quadrille_cover::verify(problem, &options).err();
                let unlawful = violation.map(|violation| violation.to_string());
                (Some(FirstSolution::Options(options)), unlawful)
            }
            Err(unlawful) => (None, Some(unlawful)),
        },
    };
    Ok(Found { first, unlawful })
}

/// Reads the words of a grid.
fn grid(words: &[&str], puzzle: &Puzzle) -> Result<Grid, String> {
    let order = puzzle.order();
    let format = if order.n() <= 5 { InputFormat::Line } else { InputFormat::Numbers };
    let read = read_one(&words.join(" "), format, Some(order));
    let side = order.side();
    let wrong =
        |error| format!("a {side}x{side} grid as solution, in the format of the puzzle ({error})");
    read.map(|solution| solution.givens().clone()).map_err(wrong)
}

/// A description of what is wrong with a grid as a solution of a puzzle, if anything is.
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

/// Reads the numbers of options. The inner error describes an option that the problem does not have.
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
        let hello = Hello { counters: vec!["nodes", "tests"], ..Hello::default() };
        interpret(line.as_bytes(), &hello, &Question::new(task), instance)
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
        let Search { outcome, stats } = searched.search;
        assert_eq!((outcome, stats.solutions, solutions), (Outcome::Stopped, 2, 2_u32.into()));
        assert_eq!((stats.nodes, stats.tests), (Some(5), None));
        assert_eq!((searched.unlawful, own), (None, Some(Duration::from_nanos(10))));
        assert!(matches!(searched.first, Some(FirstSolution::Grid(_))));
        let one = answered("1 1 0 3 4", Task::Unique, &cover()).searched;
        assert_eq!((one.search.outcome, one.unlawful), (Outcome::Exhausted, None));
        assert!(matches!(one.first, Some(FirstSolution::Options(options)) if options.len() == 3));
        let many = answered("1 123456789012345678901234567890 -", Task::All, &cover());
        assert_eq!(many.searched.search.stats.solutions, u64::MAX);
        assert_eq!(many.solutions.to_string(), "123456789012345678901234567890");
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
    fn an_answer_to_another_question_is_refused() {
        let (sudoku, cover) = (sudoku(), cover());
        for (line, task, instance, expected) in [
            ("1 3 -", Task::Unique, &sudoku, "2 as the number of solutions at most"),
            ("1 1 -", Task::First, &sudoku, "the solution, as the task is `first`"),
            ("1 0", Task::First, &sudoku, "`-` in place of a solution"),
            ("1 1 123", Task::First, &sudoku, "expected a 4x4 grid as solution"),
            ("1 1 0 x", Task::First, &cover, "found `x`; expected the number"),
            ("1 0 - forks=1", Task::First, &cover, "`forks` among the counters"),
        ] {
            let error = ask(line, task, instance).expect_err(line).to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(matches!(ask("1 unsupported", Task::All, &cover), Ok(Reply::Unsupported)));
        for (line, outcome) in [("1 budget", Outcome::BudgetSpent), ("1 stalled", Outcome::Stalled)]
        {
            assert_eq!(answered(line, Task::All, &cover).searched.search.outcome, outcome);
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
    }
}
