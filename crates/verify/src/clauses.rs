//! Folders whose proof other programs read: a formula that only the solutions listed satisfy, with these solutions excluded,
//! and a proof that nothing is left.
//!
//! Such a program believes the formula. So the formula is derived here again from the problem and the list of solutions, and
//! compared byte for byte; every solution listed is checked, and that it is listed once. Then every line of the
//! proof is checked: only lines that derive a clause by unit propagation or delete one are allowed, so nothing can be assumed.

mod cnf;
mod formula;
mod incidence;
mod lrat;
mod opb;
mod propagate;
mod solutions;
mod veripb;
mod words;

use std::io::Read;

use self::cnf::Cnf;
use self::formula::{Expected, Formula};
use self::incidence::Incidence;
use self::opb::Opb;
use self::propagate::Propagation;
use self::solutions::Solutions;
use crate::Limits;
use crate::lines::Lines;
use crate::refusal::Refusal;

/// A form of formula and proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseForm {
    /// Pseudo-Boolean formula (OPB), and proof in the format `pseudo-Boolean proof version 3.0`.
    Veripb,
    /// Formula in conjunctive normal form (DIMACS), and proof in the format LRAT, as text.
    Lrat,
}

impl ClauseForm {
    /// The forms.
    pub const ALL: [Self; 2] = [Self::Veripb, Self::Lrat];

    /// The name of the file of the formula.
    pub const fn formula(self) -> &'static str {
        match self {
            Self::Veripb => "formula.opb",
            Self::Lrat => "formula.cnf",
        }
    }

    /// The name of the file of the proof.
    pub const fn proof(self) -> &'static str {
        match self {
            Self::Veripb => "proof.pbp",
            Self::Lrat => "proof.lrat",
        }
    }
}

/// The files of a folder.
pub(crate) struct Files<'f> {
    pub problem: Lines<'f>,
    pub solutions: Lines<'f>,
    pub formula: Box<dyn Read + 'f>,
    pub proof: Lines<'f>,
}

/// Checks that the solutions listed are all solutions of the problem, this number of them; returns the number of lines of the
/// proof that derive a clause.
pub(crate) fn check(
    form: ClauseForm,
    files: Files<'_>,
    number: u64,
    limits: &Limits,
) -> Result<u64, Refusal> {
    let incidence = Incidence::read(files.problem)?;
    let solutions = Solutions::read(&incidence, files.solutions, number, limits.stored)?;
    let mut expected = Expected::new(form.formula(), files.formula);
    let mut propagation = Propagation::new(incidence.options(), limits.stored);
    match form {
        ClauseForm::Veripb => {
            let opb = Opb::new(&incidence);
            opb.compare(&solutions, &mut expected)?;
            let formula = Formula::new(&incidence, &solutions, &opb);
            veripb::check(files.proof, &formula, &mut propagation)
        }
        ClauseForm::Lrat => {
            let cnf = Cnf::new(&incidence, limits.stored)?;
            cnf.compare(&solutions, &mut expected)?;
            let formula = Formula::new(&incidence, &solutions, &cnf);
            lrat::check(files.proof, &formula, &mut propagation)
        }
    }
}
