//! Folders whose proof `VeriPB` reads: a formula that only the solutions listed satisfy, with these solutions excluded,
//! and a proof that nothing is left.
//!
//! Such a program believes the formula. So the formula is derived here again from the problem and the list of solutions, and
//! compared byte for byte; every solution listed is checked, and that it is listed once. Then every line of the
//! proof is checked: only lines that derive a clause by unit propagation or delete one are allowed, so nothing can be assumed.

mod expected;
mod formula;
mod incidence;
mod opb;
mod propagate;
mod solutions;
mod veripb;
mod words;

use std::io::Read;

use self::expected::Expected;
use self::formula::Formula;
use self::incidence::Incidence;
use self::opb::Opb;
use self::propagate::Propagation;
use self::solutions::Solutions;
use crate::Limits;
use crate::lines::Lines;
use crate::refusal::Refusal;

/// The name of the file of the formula: pseudo-Boolean (OPB).
pub const FORMULA: &str = "formula.opb";
/// The name of the file of its proof, in the format `pseudo-Boolean proof version 3.0`.
pub const PROOF: &str = "proof.pbp";

pub(crate) struct Files<'f> {
    pub problem: Lines<'f>,
    pub solutions: Lines<'f>,
    pub formula: Box<dyn Read + 'f>,
    pub proof: Lines<'f>,
}

/// Checks that the solutions listed are all solutions of the problem, this number of them; returns the number of lines of the
/// proof that derive a clause.
pub(crate) fn check(files: Files<'_>, number: u64, limits: &Limits) -> Result<u64, Refusal> {
    let incidence = Incidence::read(files.problem)?;
    let solutions = Solutions::read(&incidence, files.solutions, number, limits.stored)?;
    let mut propagation = Propagation::new(incidence.options(), limits.stored);
    let opb = Opb::new(&incidence);
    opb.compare(&solutions, &mut Expected::new(FORMULA, files.formula))?;
    veripb::check(files.proof, &Formula::new(&incidence, &solutions, &opb), &mut propagation)
}
