//! Lists of solutions: a line for each, with the numbers of its options.

use crate::bits;
use crate::lines::Lines;
use crate::problem::Problem;
use crate::refusal::{Refusal, shortened};

pub(crate) const SOLUTIONS: &str = "solutions.txt";

/// A solution as a line: the numbers of its options, counted from 1, in ascending order.
pub(crate) fn line_of(options: &[usize]) -> String {
    options.iter().map(|option| (option + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads a list of solutions, and calls `then` with each; returns their number.
pub(crate) fn each_solution(
    problem: &Problem,
    mut lines: Lines<'_>,
    mut then: impl FnMut(&Lines<'_>, &[usize]) -> Result<(), Refusal>,
) -> Result<u64, Refusal> {
    let mut listed = 0;
    while let Some(line) = lines.next()? {
        let Some(options) = options_of(&line, problem).filter(|options| options.is_sorted()) else {
            let line = shortened(&line);
            return Err(lines.refusal(format_args!(
                "found `{line}`; expected numbers of options in ascending order"
            )));
        };
        is_solution(problem, &options).map_err(|why| lines.refusal(why))?;
        then(&lines, &options)?;
        listed += 1;
    }
    Ok(listed)
}

/// The options that a line has as numbers from 1.
pub(crate) fn options_of(line: &str, problem: &Problem) -> Option<Vec<usize>> {
    let words = line.split(' ').filter(|_| !line.is_empty());
    let option = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    let options = words.map(|word| option(word).filter(|&option| option < problem.options));
    options.collect::<Option<Vec<_>>>().filter(|options| line_of(options) == line)
}

/// Why options are no solution.
fn is_solution(problem: &Problem, options: &[usize]) -> Result<(), String> {
    for (i, &option) in options.iter().enumerate() {
        let clash =
            options[i + 1..].iter().find(|&&other| bits::has(problem.excluded(option), other));
        if let Some(other) = clash {
            return Err(format!("options {} and {} exclude each other", option + 1, other + 1));
        }
    }
    for item in 0..problem.primary {
        let times =
            options.iter().filter(|&&option| bits::has(problem.holders(item), option)).count();
        let (low, high) = problem.place(item).map_or((1, 1), |place| {
            (problem.several[place].low as usize, problem.several[place].high as usize)
        });
        if !(low..=high).contains(&times) {
            return Err(format!(
                "item {} is covered {times} times; expected {low} to {high}",
                item + 1
            ));
        }
    }
    Ok(())
}
