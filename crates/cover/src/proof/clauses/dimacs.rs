//! The clauses of a problem as DIMACS CNF, for solvers of satisfiability and counters of models.
//!
//! Variable n says whether option n is chosen, counted from 1. By item, the clauses say what the constraints of the formula in `veripb`
//! say: a primary item has one of its options; of the options of an item that exclude each other, one at most is chosen. Up to [`PAIRS`]
//! options exclude each other in pairs. More do by further variables, each of which says whether one of the first options of the item is
//! chosen: these follow from the options, so that models are solutions, one for one.
//!
//! Source: C. Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005.

use std::io::{self, Write};

use super::super::ProofError;
use super::table::Table;
use super::veripb::later;
use crate::problem::{OptionId, Problem};
use crate::search::Unsupported;

/// The number of options up to which pairs of them need fewer clauses than further variables.
const PAIRS: usize = 6;

/// Writes a problem as clauses, without a search.
///
/// ```
/// use quadrille_cover::{Problem, proof::clauses};
///
/// let mut text = Vec::new();
/// clauses::cnf(&Problem::parse("a b\na\nb\na b\n")?, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.ends_with("p cnf 3 4\n1 3 0\n-1 -3 0\n2 3 0\n-2 -3 0\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The problem has multiplicities; or writing fails.
pub fn cnf(problem: &Problem, out: &mut dyn Write) -> Result<(), ProofError> {
    if problem.has_multiplicities() {
        let what = "multiplicities; use OPB";
        return Err(Unsupported { engine: "CNF", what }.into());
    }
    let table = Table::new(problem);
    let mut clauses = 0u64;
    let variables = each(problem, &table, &mut |_| {
        clauses += 1;
        Ok(())
    })?;
    let options = problem.options();
    writeln!(out, "c variable n is option n, up to {options}; the others follow from these")?;
    writeln!(out, "p cnf {variables} {clauses}")?;
    each(problem, &table, &mut |clause| {
        clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
        writeln!(out, "0")
    })?;
    Ok(())
}

/// Calls `clause` for each clause, and returns the number of variables.
fn each(
    problem: &Problem,
    table: &Table,
    clause: &mut dyn FnMut(&[i64]) -> io::Result<()>,
) -> io::Result<i64> {
    let variable_of = |option: OptionId| i64::from(option.0) + 1;
    let variable = |option: u32| variable_of(table.options[option as usize]);
    let mut variables = problem.option_ids().last().map_or(0, variable_of);
    for option in problem.option_ids().filter(|&option| !problem.is_choosable(option)) {
        clause(&[-variable_of(option)])?;
    }
    for item in 0..table.items as u32 {
        if table.is_coloured[item as usize] {
            for (_, options) in later(table, item) {
                for &other in &options[1..] {
                    clause(&[-variable(options[0]), -variable(other)])?;
                }
            }
            continue;
        }
        let held: Vec<i64> =
            table.holders(item).iter().map(|holder| variable(holder.option)).collect();
        if (item as usize) < table.primary {
            clause(&held)?;
        }
        at_most_one(&held, &mut variables, clause)?;
    }
    Ok(variables)
}

/// Clauses by which at most one of these is chosen.
fn at_most_one(
    held: &[i64],
    variables: &mut i64,
    clause: &mut dyn FnMut(&[i64]) -> io::Result<()>,
) -> io::Result<()> {
    if held.len() <= PAIRS {
        for (at, &one) in held.iter().enumerate() {
            for &other in &held[at + 1..] {
                clause(&[-one, -other])?;
            }
        }
        return Ok(());
    }
    // Whether one of those before is chosen.
    let mut before = held[0];
    for (at, &one) in held.iter().enumerate().skip(1) {
        clause(&[-before, -one])?;
        if at + 1 < held.len() {
            *variables += 1;
            let chosen = *variables;
            clause(&[-before, chosen])?;
            clause(&[-one, chosen])?;
            clause(&[-chosen, before, one])?;
            before = chosen;
        }
    }
    Ok(())
}
