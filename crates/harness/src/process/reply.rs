//! Reads an engine's answer about an instance, and checks its first solution.
//!
//! Each solution is checked by code that no engine uses: a grid against the givens and the rules, options against the
//! problem. A judge (`check.rs`) decides whether the *number* of solutions is right.

use quadrille_cover::{BigUint, OptionId, Outcome, Search, SearchStats};
use quadrille_results::{Task, Verdict};
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::read_one;

use super::certificate::Certificate;
use super::protocol::{COUNTERS, Hello, Misfit, OLDEST, PROOFS, Question, number, text};
use crate::corpus::{Body, Instance};
use crate::digest::Digest;
use crate::engine::searched::{FirstSolution, Judgement, Searched};

/// The result of asking about an instance: the answer, or why there is none.
pub type Reply = Result<Answered, Judgement>;

/// An answer about an instance.
#[derive(Clone, Debug)]
pub struct Answered {
    /// How the search ended, what it counted, and the first solution. A number of solutions above 64 bits is
    /// `u64::MAX` here.
    pub searched: Searched,
    /// The number of solutions, of any size.
    pub solutions: BigUint,
    /// Whether the answer has all solutions that it counts, each of them checked.
    pub is_shown: bool,
    /// The certificate that the engine says it wrote.
    pub certificate: Option<Certificate>,
}

const ANSWER: &str =
    "a number of solutions, `budget`, `stalled` or `unsupported` after the instance's number";

/// The word between the two solutions of an answer to the task `unique`.
const SEPARATOR: &str = "|";

/// Reads a line, which begins with the number of the instance, as the answer to a question about it. `certificate` is the
/// place where the engine may write one.
pub(super) fn read(
    line: &[u8],
    hello: &Hello,
    question: &Question,
    instance: &Instance,
    mut certificate: Option<Certificate>,
) -> Reply {
    let mut words = text(line)?.split_whitespace().skip(1).peekable();
    let what = words.next().ok_or_else(|| Misfit::new(line, ANSWER))?;
    let solution: Vec<&str> =
        std::iter::from_fn(|| words.next_if(|word| !word.contains('='))).collect();
    // Own times are allowed for the sake of the engine's author, and used for nothing.
    let (mut counters, mut own, mut digest) = ([None; 4], None, None);
    let mut is_certified = false;
    for word in words {
        let misfit = |expected: &str| Misfit::new(word.as_bytes(), expected);
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| misfit("the solution before all fields like `nodes=1`"))?;
        if key == "proof" {
            if value != PROOFS || certificate.is_none() || is_certified {
                let expected = format!("`proof={PROOFS}` once, if the request has `proof=`");
                return Err(misfit(&expected).into());
            }
            is_certified = true;
            continue;
        }
        let value = number(value).ok_or_else(|| misfit("a whole number below 2^64 after `=`"))?;
        let field = match COUNTERS.iter().position(|&counter| counter == key) {
            Some(_) if !hello.counters.contains(&key) => {
                let expected = format!("`{key}` in the engine's `counters` line");
                return Err(Misfit::new(line, expected).into());
            }
            Some(place) => &mut counters[place],
            None if key == "ns" => &mut own,
            None if key == "digest" && question.task == Task::All && hello.protocol > OLDEST => {
                &mut digest
            }
            None => {
                let known = "one of `tests=`, `forks=`, `nodes=`, `max_depth=`, `ns=`, `proof=` and, to the task `all`, `digest=`";
                return Err(misfit(known).into());
            }
        };
        if field.replace(value).is_some() {
            return Err(misfit(&format!("`{key}=` once")).into());
        }
    }
    certificate = certificate.filter(|_| is_certified);
    let [tests, forks, nodes, max_depth] = counters;
    let answered = |outcome, solutions: BigUint, (first, unlawful, shown): (_, _, u32)| {
        let known = u64::try_from(&solutions).unwrap_or(u64::MAX);
        let stats = SearchStats { solutions: known, tests, forks, nodes, max_depth };
        let searched = Searched {
            search: Search { outcome, stats },
            first,
            unlawful,
            tally: None,
            digest: digest.map(Digest),
        };
        let is_shown = solutions == shown.into();
        Answered { searched, solutions, is_shown, certificate: certificate.clone() }
    };
    let none = (None, None, 0);
    let reply = match what {
        "budget" => Ok(answered(Outcome::BudgetSpent, BigUint::ZERO, none)),
        "stalled" => Ok(answered(Outcome::Stalled, BigUint::ZERO, none)),
        "unsupported" => Err(Verdict::Unsupported.into()),
        count => {
            let solutions: BigUint =
                number(count).ok_or_else(|| Misfit::new(count.as_bytes(), ANSWER))?;
            let is_cheapest = question.task == Task::Cheapest;
            let limit = if is_cheapest { Some(1) } else { question.task.limit() };
            let limit = limit.map(BigUint::from);
            if let Some(limit) = limit.as_ref().filter(|&limit| solutions > *limit) {
                let expected = format!("at most {limit} as the number of solutions");
                return Err(Misfit::new(line, expected).into());
            }
            let reached = limit.is_some_and(|limit| solutions == limit);
            let outcome =
                if reached && !is_cheapest { Outcome::Stopped } else { Outcome::Exhausted };
            let is_given = solution != ["-"];
            let found = if solutions == BigUint::ZERO && is_given {
                let expected = "`-` in place of a solution, because there is none";
                return Err(Misfit::new(line, expected).into());
            } else if is_given {
                shown(line, &solution, question, &solutions, instance)?
            } else if solutions != BigUint::ZERO
                && matches!(question.task, Task::First | Task::Cheapest)
            {
                let task = question.task.name();
                let expected = format!("the solution, because the task is `{task}`");
                return Err(Misfit::new(line, expected).into());
            } else {
                none
            };
            return Ok(answered(outcome, solutions, found));
        }
    };
    match solution.first() {
        Some(word) => {
            Err(Misfit::new(word.as_bytes(), format!("no solution after `{what}`")).into())
        }
        None => reply,
    }
}

/// The first solution of an answer, a description of the rule that one of its solutions breaks, if one does, and the number
/// of its solutions.
fn shown(
    line: &[u8],
    words: &[&str],
    question: &Question,
    count: &BigUint,
    instance: &Instance,
) -> Result<(Option<FirstSolution>, Option<String>, u32), Misfit> {
    let mut solutions = words.split(|&word| word == SEPARATOR);
    let (one, unlawful) = first(line, solutions.next().unwrap_or_default(), instance)?;
    let Some(second) = solutions.next() else { return Ok((one, unlawful, 1)) };
    let takes_two = question.task == Task::Unique && *count == 2u8.into();
    if !takes_two || solutions.next().is_some() {
        let expected = format!(
            "one solution, or two with `{SEPARATOR}` between them if the task is `unique` and there are 2"
        );
        return Err(Misfit::new(line, expected));
    }
    let (two, also_unlawful) = first(line, second, instance)?;
    let again = is_same(one.as_ref(), two.as_ref()).then(|| "the same solution twice".to_owned());
    Ok((one, unlawful.or(also_unlawful).or(again), 2))
}

/// Whether two solutions are the same. The options of one may be in another order.
fn is_same(one: Option<&FirstSolution>, two: Option<&FirstSolution>) -> bool {
    match (one, two) {
        (Some(FirstSolution::Options(one)), Some(FirstSolution::Options(two))) => {
            let sorted = |options: &[OptionId]| {
                let mut options = options.to_vec();
                options.sort_unstable();
                options
            };
            sorted(one) == sorted(two)
        }
        (Some(one), Some(two)) => one == two,
        _ => false,
    }
}

/// A solution, and a description of the rule that it breaks, if it breaks one. There is only a description
/// if the solution has an option that the problem does not have.
fn first(
    line: &[u8],
    words: &[&str],
    instance: &Instance,
) -> Result<(Option<FirstSolution>, Option<String>), Misfit> {
    let first = match &instance.body {
        Body::Sudoku(puzzle) => {
            let order = puzzle.order();
            let format = if order.n() <= 5 { InputFormat::Line } else { InputFormat::Numbers };
            let read = read_one(&words.join(" "), format, Some(order)).map_err(|error| {
                let grid = format!("a {0}x{0} grid as solution", order.side());
                Misfit::new(line, format!("{grid}, in the format of the puzzle ({error})"))
            });
            FirstSolution::Grid(read?.givens().clone())
        }
        Body::Cover(problem) => {
            let mut options = Vec::with_capacity(words.len());
            for word in words {
                let number = number(word)
                    .ok_or_else(|| Misfit::new(word.as_bytes(), "the number of an option"))?;
                let Some(option) = problem.option_id(number) else {
                    let problem = format!("a problem with {} options", problem.options());
                    return Ok((
                        None,
                        Some(format!("option {number} in {problem}, numbered from 0")),
                    ));
                };
                options.push(option);
            }
            FirstSolution::Options(options)
        }
    };
    let unlawful = first.broken_rule(&instance.body);
    Ok((Some(first), unlawful))
}

#[cfg(test)]
mod tests;
