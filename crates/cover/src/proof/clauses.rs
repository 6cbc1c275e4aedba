//! Certificates that `VeriPB` reads: a formula that only the solutions listed satisfy, with these
//! solutions excluded, and a proof that nothing is left.
//!
//! The formula follows from the problem and the list of solutions, byte for byte, so that a checker can derive it again.
//! The proof is written by a search that knows why each option is excluded or chosen. It is written as the search goes;
//! clauses that are not needed any more are deleted, so that a checker holds few of them.

mod dimacs;
mod reasons;
mod search;
mod table;
mod text;
mod trail;
mod veripb;

use std::io::Write;

pub use self::dimacs::cnf;
use self::search::ProvingSearch;
use self::table::Table;
use super::ProofError;
use crate::engine::Auto;
use crate::problem::Problem;
use crate::search::{
    Budget, Counters, Found, Outcome, Search, SearchStats, Solver, Unsupported, Visitor,
};

/// Upper bound on the number of solutions, each of which is listed and excluded.
const MOST_SOLUTIONS: u64 = 1_000_000_000;

/// Visits all solutions, and writes a formula that excludes them and the proof that there are no others. Options are numbered
/// as in [`statement`](super::statement).
///
/// The formula names the number of solutions before the first of them is found. So they are counted first, by [`Auto`]; if there are
/// more than the budget's limit of solutions, as many are visited, the outcome is [`Outcome::Stopped`], and the proof is incomplete.
/// The limit of nodes bounds each of the two searches.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use quadrille_cover::proof::clauses;
/// use quadrille_cover::{Budget, Outcome, Problem};
///
/// let problem = Problem::parse("a b\na\nb\na b\n")?;
/// let visit = &mut |_: &[_]| ControlFlow::Continue(());
/// let (mut formula, mut proof) = (Vec::new(), Vec::new());
/// let out = (&mut formula as _, &mut proof as _);
/// let search = clauses::all(&problem, &Budget::default(), out, visit)?;
/// assert_eq!((search.stats.solutions, search.outcome), (2, Outcome::Exhausted));
/// assert!(formula.starts_with(b"* #variable= 3 #constraint= 4\n1 x1 1 x3 = 1 ;\n"));
/// assert!(proof.ends_with(b"conclusion UNSAT : 8;\nend pseudo-Boolean proof;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The problem has multiplicities or no primary items, or too many solutions; or writing fails.
pub fn all<'w>(
    problem: &Problem,
    budget: &Budget,
    out: (&'w mut dyn Write, &'w mut dyn Write),
    visit: &mut Visitor<'_>,
) -> Result<Search, ProofError> {
    let refused = |what| ProofError::from(Unsupported { engine: "a proof in clauses", what });
    if problem.has_multiplicities() {
        return Err(refused("multiplicities; use the form xcd"));
    }
    if problem.primary() == 0 {
        return Err(refused("a problem without primary items"));
    }
    let counted =
        Auto.tally(problem, &Budget { solutions: None, ..budget.clone() }, Counters::Off)?;
    if counted.search.outcome != Outcome::Exhausted {
        return Ok(counted.search);
    }
    let solutions =
        u64::try_from(&counted.solutions).ok().filter(|&number| number <= MOST_SOLUTIONS);
    let number = solutions.ok_or_else(|| refused("more than 10^9 solutions; use the form xcd"))?;
    let table = Table::new(problem);
    let found = Found::new(budget, visit);
    let mut search = ProvingSearch::new(&table, number, out, budget, found)?;
    let outcome = search.run()?;
    let solutions = search.finish()?;
    assert!(
        outcome != Outcome::Exhausted || solutions == number,
        "engine `auto` counts {number} solutions; the search with reasons finds {solutions}"
    );
    Ok(Search { outcome, stats: SearchStats { solutions, ..SearchStats::default() } })
}
