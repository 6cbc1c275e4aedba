//! The step that asks each task about instances with one solution, several and none, with counters and without.

use std::collections::BTreeMap;

use quadrille_harness::process::{Question, Reply, Session};
use quadrille_harness::{Body, Instance};
use quadrille_results::{Task, Verdict};
use quadrille_sudoku::format::write;

use super::super::samples::Samples;
use super::{Finding, Note, Right, Wrong, all, fault};
use crate::output::plural;

/// The longest text of an exact cover problem that a finding has, in bytes. Those of the samples are shorter.
const LONGEST_PROBLEM: usize = 300;

/// Asks each task about the samples.
pub(super) fn check(session: &mut Session, samples: &Samples) -> Vec<Finding> {
    if samples.answers.is_empty() {
        return vec![Note(
            "not checked: the engine accepts neither exact cover nor Sudokus of up to 25 rows"
                .into(),
        )];
    }
    let mut tally = Tally::default();
    for task in session.external.hello.tasks.clone() {
        for counters in [true, false] {
            let question = Question { counters, ..Question::new(task) };
            let asked = session.ask(&question, &all(&samples.answers));
            for (reply, instance) in asked.replies.iter().zip(&samples.answers) {
                tally.add(reply, instance, task);
            }
            // A process that fails at one question fails at the others, after as long a time.
            if asked.failures > 0 && !tally.failures.is_empty() {
                return grouped(&tally.failures);
            }
        }
    }
    tally.findings()
}

/// What is wrong with an answer about an instance.
pub(super) struct Failure<'i> {
    pub task: Task,
    pub what: String,
    pub instance: &'i Instance,
}

impl Failure<'_> {
    /// The words of what is wrong, without the number of the instance, which differs in each question.
    fn words(&self) -> impl Iterator<Item = &str> + Clone {
        let is_number = |word: &&str| word.len() > 9 && word.bytes().all(|b| b.is_ascii_digit());
        self.what.split([' ', '`']).filter(move |word| !is_number(word))
    }
}

/// The findings of failures. What is wrong with several answers in the same words is said once, with the first instance.
pub(super) fn grouped(failures: &[Failure<'_>]) -> Vec<Finding> {
    let mut groups: Vec<(&Failure<'_>, usize)> = Vec::new();
    for failure in failures {
        let words = failure.words();
        match groups.iter_mut().find(|(first, _)| first.words().eq(words.clone())) {
            Some((_, others)) => *others += 1,
            None => groups.push((failure, 0)),
        }
    }
    let finding = |(Failure { task, what, instance }, others): (&Failure<'_>, usize)| {
        let more = match others {
            0 => String::new(),
            others => format!("; the same in {}", plural(others, "other answer")),
        };
        Wrong(format!("task `{}`, asked about {}: {what}{more}", task.name(), shown(instance)))
    };
    groups.into_iter().map(finding).collect()
}

/// The puzzle as an author can try it: in one line. Of a long problem, its size.
pub(super) fn shown(instance: &Instance) -> String {
    match &instance.body {
        Body::Sudoku(puzzle) => write::line(puzzle.givens()),
        Body::Cover(problem) => {
            let text = problem.to_string();
            if text.len() > LONGEST_PROBLEM {
                let (items, options) = (problem.items(), problem.options());
                return format!("a problem of {items} items and {options} options");
            }
            format!("`{}`", text.trim_end().replace('\n', " / "))
        }
    }
}

/// The kind of an instance, as engines greet with it.
fn kind(body: &Body) -> String {
    match body {
        Body::Sudoku(puzzle) => format!("sudoku:{}", puzzle.order().side()),
        Body::Cover(_) => "cover".to_owned(),
    }
}

/// The answers to a kind of instances.
#[derive(Default)]
struct OfKind {
    asked: usize,
    unsupported: usize,
}

/// What all answers say of an engine.
#[derive(Default)]
struct Tally<'i> {
    failures: Vec<Failure<'i>>,
    kinds: BTreeMap<String, OfKind>,
    right: usize,
    /// Answers `unsupported` or `stalled`.
    open: usize,
    /// Right answers to `unique` without the solutions that they count.
    hidden: usize,
    /// Right answers to `all` that show neither a solution nor a digest.
    unvisited: usize,
}

impl<'i> Tally<'i> {
    fn add(&mut self, reply: &Reply, instance: &'i Instance, task: Task) {
        // Of a Sudoku there is no cheapest solution, so an engine may refuse that task.
        if task != Task::Cheapest || matches!(instance.body, Body::Cover(_)) {
            let of_kind = self.kinds.entry(kind(&instance.body)).or_default();
            of_kind.asked += 1;
            let is_refused =
                reply.as_ref().is_err_and(|fault| fault.verdict == Verdict::Unsupported);
            of_kind.unsupported += usize::from(is_refused);
        }
        match fault(reply, instance, task) {
            Ok(true) => {
                self.right += 1;
                let is_shown = reply.as_ref().is_ok_and(|answered| answered.is_shown);
                let has_digest =
                    reply.as_ref().is_ok_and(|answered| answered.searched.digest.is_some());
                self.hidden += usize::from(task == Task::Unique && !is_shown);
                self.unvisited += usize::from(task == Task::All && !is_shown && !has_digest);
            }
            Ok(false) => self.open += 1,
            Err(what) => self.failures.push(Failure { task, what, instance }),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let mut findings = grouped(&self.failures);
        for (kind, OfKind { asked, unsupported }) in &self.kinds {
            if asked == unsupported {
                findings.push(Wrong(format!(
                    "answered `unsupported` to {asked} of {asked} questions about `{kind}`, which its line `takes` accepts; \
                     answer some of them, or name in `takes` only the kinds that the engine answers"
                )));
            }
        }
        if self.hidden > 0 {
            let answers = plural(self.hidden, "answer");
            findings.push(Wrong(format!(
                "{answers} to the task `unique` without the solutions that they count, so they have no time; answer `NUMBER 1 SOLUTION`, \
                 and with two solutions `NUMBER 2 FIRST | SECOND`"
            )));
        }
        if self.unvisited > 0 {
            let answers = plural(self.unvisited, "answer");
            findings.push(Note(format!(
                "{answers} to the task `all` without a digest of the solutions, so they have no time; add `digest=NUMBER` \
                 (docs/PROTOCOL.md), or leave `all` out of the line `tasks` if the engine does not visit each solution"
            )));
        }
        if self.open > 0 {
            let answers = plural(self.open, "answer");
            findings.push(Note(format!("{answers} `unsupported` or `stalled`")));
        }
        if findings.is_empty() || self.right > 0 {
            let answers = plural(self.right, "answer");
            findings.push(Right(format!("{answers} with the right number of solutions")));
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Problem;
    use quadrille_harness::Expected;
    use quadrille_sudoku::{Grid, Order, Puzzle};

    use super::*;

    fn instance(body: Body) -> Instance {
        Instance::new("x".to_owned(), None, body, Expected::default())
    }

    fn problem(text: &str) -> Instance {
        instance(Problem::parse(text).unwrap().into())
    }

    fn empty() -> Instance {
        instance(Body::Sudoku(Puzzle::new(Grid::empty(Order::new(2).unwrap()))))
    }

    /// The failures among findings.
    fn wrong(findings: &[Finding]) -> Vec<&str> {
        findings
            .iter()
            .filter_map(|finding| match finding {
                Wrong(text) => Some(&**text),
                Note(_) | Right(_) => None,
            })
            .collect()
    }

    #[test]
    fn the_same_failure_is_said_once_with_its_puzzle_and_a_count() {
        let (one, two) = (problem("a b\na\nb\n"), empty());
        let failure = |task, what: &str, instance| Failure { task, what: what.into(), instance };
        let findings = grouped(&[
            failure(Task::First, "found 0", &one),
            failure(Task::Unique, "found 0", &two),
            failure(Task::Unique, "found 1", &two),
            failure(Task::Count, "found 0", &one),
            failure(Task::Unique, "found `214360796204779003 1 -`", &two),
            failure(Task::Unique, "found `277610785655694001 1 -`", &two),
        ]);
        let expected = [
            "task `first`, asked about `a b / a / b`: found 0; the same in 2 other answers",
            "task `unique`, asked about ................: found 1",
            "task `unique`, asked about ................: found `214360796204779003 1 -`; the same in 1 other answer",
        ];
        assert_eq!(wrong(&findings), expected);
        let long = problem(&format!("a\n{}", "a\n".repeat(200)));
        assert_eq!(shown(&long), "a problem of 1 items and 200 options");
    }

    #[test]
    fn an_engine_that_answers_none_of_a_kind_fails() {
        let refused: Reply = Err(Verdict::Unsupported.into());
        let (cover, sudoku) = (problem("a\na\n"), empty());
        let mut tally = Tally::default();
        tally.add(&refused, &cover, Task::Unique);
        tally.add(&refused, &sudoku, Task::Cheapest);
        let findings = tally.findings();
        let [of_cover] = wrong(&findings)[..] else { panic!("of Sudokus nothing is cheapest") };
        assert!(of_cover.starts_with("answered `unsupported` to 1 of 1 questions about `cover`"));
        tally.add(&refused, &sudoku, Task::First);
        assert_eq!(wrong(&tally.findings()).len(), 2);
        tally.kinds.values_mut().for_each(|kind| kind.asked += 1);
        assert_eq!(wrong(&tally.findings()).len(), 0, "some were answered");
    }
}
