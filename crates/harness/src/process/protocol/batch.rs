//! The lines that the harness writes: a question, its instances, `end`.

use std::fmt::Write;
use std::path::Path;

use quadrille_results::{Shown, Task};
use quadrille_sudoku::format::write;

use crate::corpus::{Body, Instance};

/// A question about every instance of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// How many solutions are asked for.
    pub task: Task,
    /// Whether the engine counts tests, forks, nodes and depth.
    pub counters: bool,
    /// Limit of tests for one search.
    pub tests: Option<u64>,
    /// Limit of nodes for one search.
    pub nodes: Option<u64>,
    /// Whether the engine may send certificates, if it can write them.
    pub proofs: bool,
}

impl Question {
    /// A question about a task, with counters, and without certificates and limits of tests and nodes.
    pub fn new(task: Task) -> Self {
        Self { task, counters: true, tests: None, nodes: None, proofs: false }
    }
}

/// The lines of a batch; the first instance has the number `first`. Certificates are to be written into `folder`.
pub fn write_batch(
    question: &Question,
    instances: &[&Instance],
    first: u64,
    folder: Option<&Path>,
) -> String {
    let Question { task, counters, tests, nodes, .. } = *question;
    let field =
        |key, value: Option<u64>| value.map(|value| format!(" {key}={value}")).unwrap_or_default();
    // Engines may rely on `iterations`, which was another number in version 1.
    let mut lines = format!(
        "batch {} task={}{} iterations=1 counters={}{}{}{}\n",
        instances.len(),
        task.name(),
        field("limit", task.limit()),
        if counters { "on" } else { "off" },
        field("tests", tests),
        field("nodes", nodes),
        folder.map(|folder| format!(" proof={}", folder.shown())).unwrap_or_default(),
    );
    for (instance, number) in instances.iter().zip(first..) {
        let written = match &instance.body {
            Body::Sudoku(puzzle) => {
                let (side, line) = (puzzle.order().side(), write::line(puzzle.givens()));
                writeln!(lines, "sudoku {number} {side} {line}")
            }
            Body::Cover(problem) => {
                let text = problem.to_string();
                write!(lines, "cover {number} {}\n{text}", text.lines().count())
            }
        };
        written.expect("a string takes everything");
    }
    lines + "end\n"
}

/// Upper bound on the bytes of an answer without its number of solutions, twice what a right answer needs.
pub fn longest_answer(instance: &Instance) -> usize {
    let solution = match &instance.body {
        Body::Sudoku(puzzle) => 3 * puzzle.order().cells(),
        Body::Cover(problem) => 11 * problem.options(),
    };
    // Two solutions, and 200 bytes for the instance's number, six fields (each a key and up to twenty digits) and blanks.
    2 * (2 * solution + 200)
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Problem;
    use quadrille_sudoku::{Grid, Order, Puzzle};

    use super::*;
    use crate::corpus::Expected;

    fn instance(body: Body) -> Instance {
        Instance::new("x".into(), None, body, Expected::default())
    }

    #[test]
    fn a_batch_is_a_question_and_its_instances() {
        let mut grid = Grid::empty(Order::new(2).unwrap());
        grid.set(0, 3);
        let small = instance(Body::Sudoku(Puzzle::new(grid)));
        let wide = instance(Body::Sudoku(Puzzle::new(Grid::empty(Order::new(6).unwrap()))));
        let text = "a b | x\na x:red\nb x:red |7\n";
        let cover = instance(Body::from(Problem::parse(text).unwrap()));
        let question = Question { tests: Some(10), ..Question::new(Task::Unique) };
        let folder = Some(Path::new("/folder"));
        let lines = write_batch(&question, &[&small, &wide, &cover], 41, folder);
        let expected = format!(
            "batch 3 task=unique limit=2 iterations=1 counters=on tests=10 proof=/folder\n\
             sudoku 41 4 3...............\n\
             sudoku 42 36 {}\n\
             cover 43 3\n{text}end\n",
            vec!["."; 36 * 36].join(" ")
        );
        assert_eq!(lines, expected);
        let question = Question { counters: false, nodes: Some(5), ..Question::new(Task::All) };
        let expected = "batch 0 task=all iterations=1 counters=off nodes=5\nend\n";
        assert_eq!(write_batch(&question, &[], 0, None), expected);
    }
}
