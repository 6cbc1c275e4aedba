//! Proofs in the format LRAT, of which two kinds of lines are allowed.

use super::formula::Formula;
use super::propagate::Propagation;
use super::words::Words;
use crate::lines::Lines;
use crate::refusal::{Refusal, shortened};

/// Checks a proof; returns the number of clauses derived.
pub(super) fn check(
    mut lines: Lines<'_>,
    formula: &Formula<'_>,
    propagation: &mut Propagation,
) -> Result<u64, Refusal> {
    let (mut options, mut numbers) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next()? {
        let last = propagation.last(formula);
        if propagation.is_contradiction(last) {
            return Err(lines.refusal("found a line after the contradiction"));
        }
        let mut words = Words::new(&line);
        let id = words.number();
        let done = if id == Some(last) && words.skip(" d") && read_numbers(&mut words, &mut numbers)
        {
            numbers.iter().try_for_each(|&id| propagation.delete(id))
        } else if id == Some(last + 1) && read_clause(&mut words, &mut options, &mut numbers) {
            propagation.derive(formula, &options, &numbers)
        } else {
            let (line, next) = (shortened(&line), last + 1);
            return Err(lines.refusal(format_args!(
                "found `{line}`; expected `{next}` with a clause of negative literals and hints, or `{last} d` with numbers"
            )));
        };
        done.map_err(|why| lines.refusal(why))?;
    }
    if propagation.is_contradiction(propagation.last(formula)) {
        return Ok(propagation.derived);
    }
    Err(lines.refusal("the proof ends; expected a line that derives a contradiction"))
}

/// Reads ` -58 -53 0 2 36 0`.
fn read_clause(words: &mut Words<'_>, options: &mut Vec<u64>, hints: &mut Vec<u64>) -> bool {
    options.clear();
    while words.skip(" -") {
        let Some(option) = words.number() else { return false };
        options.push(option);
    }
    words.skip(" 0") && read_numbers(words, hints)
}

/// Reads ` 2 36 0`.
fn read_numbers(words: &mut Words<'_>, numbers: &mut Vec<u64>) -> bool {
    words.numbers(numbers);
    numbers.pop() == Some(0) && words.is_end()
}
