//! Proofs in the format `pseudo-Boolean proof version 3.0`, of which four kinds of lines are allowed.

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
    expect(&mut lines, "pseudo-Boolean proof version 3.0")?;
    expect(&mut lines, &format!("f {};", formula.number()))?;
    let (mut options, mut numbers) = (Vec::new(), Vec::new());
    loop {
        let line = lines.next()?.unwrap_or_default();
        let mut words = Words::new(&line);
        let done = if words.skip("rup ") && read_clause(&mut words, &mut options, &mut numbers) {
            propagation.derive(formula, &options, &numbers)
        } else if words.skip("del id") && read_numbers(&mut words, &mut numbers) {
            numbers.iter().try_for_each(|&id| propagation.delete(id))
        } else if line == "output NONE;" {
            break;
        } else {
            let line = shortened(&line);
            return Err(lines.refusal(format_args!(
                "found `{line}`; expected `rup` with a clause and hints, `del id` with numbers, or `output NONE;`"
            )));
        };
        done.map_err(|why| lines.refusal(why))?;
    }
    let line = lines.next()?.unwrap_or_default();
    let mut words = Words::new(&line);
    let id = if words.skip("conclusion UNSAT : ") { words.number() } else { None };
    if !id.is_some_and(|id| propagation.is_contradiction(id)) || !words.skip(";") || !words.is_end()
    {
        let line = shortened(&line);
        return Err(lines.refusal(format_args!(
            "found `{line}`; expected `conclusion UNSAT : N;` with the number of a contradiction that was derived"
        )));
    }
    expect(&mut lines, "end pseudo-Boolean proof;")?;
    match lines.next()? {
        None => Ok(propagation.derived),
        Some(_) => Err(lines.refusal("found a line after the end of the proof")),
    }
}

fn expect(lines: &mut Lines<'_>, expected: &str) -> Result<(), Refusal> {
    let line = lines.next()?.unwrap_or_default();
    if line == expected {
        return Ok(());
    }
    let line = shortened(&line);
    Err(lines.refusal(format_args!("found `{line}`; expected `{expected}`")))
}

/// Reads `1 ~x58 1 ~x53 >= 1 : 2 36;`.
fn read_clause(words: &mut Words<'_>, options: &mut Vec<u64>, hints: &mut Vec<u64>) -> bool {
    options.clear();
    while words.skip("1 ~x") {
        let Some(option) = words.number() else { return false };
        options.push(option);
        if !words.skip(" ") {
            return false;
        }
    }
    words.skip(">= 1 :") && read_numbers(words, hints)
}

/// Reads ` 2 36;`.
fn read_numbers(words: &mut Words<'_>, numbers: &mut Vec<u64>) -> bool {
    words.numbers(numbers);
    words.skip(";") && words.is_end()
}
