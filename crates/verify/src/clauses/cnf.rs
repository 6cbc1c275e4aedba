//! The formula in conjunctive normal form: what its clauses are, and how they are written.

use std::fmt::Write;

use super::formula::{Constraint, Constraints, Expected};
use super::incidence::Incidence;
use super::solutions::Solutions;
use crate::refusal::Refusal;

/// The pairs of options that exclude each other, in ascending order. Their clauses come after those of the items.
pub(super) struct Cnf<'p> {
    incidence: &'p Incidence,
    pairs: Vec<[u32; 2]>,
}

impl<'p> Cnf<'p> {
    /// Lists the pairs, which may take `most` bytes of memory.
    pub(super) fn new(incidence: &'p Incidence, most: usize) -> Result<Self, Refusal> {
        let mut pairs = Vec::new();
        for option in 0..incidence.options() as u32 {
            let later = incidence.all_excluded_later(option);
            pairs.extend(later.into_iter().map(|other| [option, other]));
            if pairs.len() > most / size_of::<[u32; 2]>() {
                return Err(Refusal::whole(
                    "problem.dlx",
                    format_args!(
                        "the pairs of options that exclude each other take more than {most} bytes, the limit of this check"
                    ),
                ));
            }
        }
        Ok(Self { incidence, pairs })
    }

    /// Compares a file with the formula.
    pub(super) fn compare(
        &self,
        solutions: &Solutions,
        expected: &mut Expected<'_>,
    ) -> Result<(), Refusal> {
        let clauses = self.number() + solutions.len() as u64;
        let mut line = format!("p cnf {} {clauses}", self.incidence.options());
        expected.line(&mut line)?;
        for item in 0..self.incidence.primary {
            for &(option, _) in self.incidence.holders(item) {
                write!(line, "{} ", option + 1).expect("a string takes everything");
            }
            line += "0";
            expected.line(&mut line)?;
        }
        let solutions = (0..solutions.len()).map(|k| solutions.get(k));
        for options in self.pairs.iter().map(<[u32; 2]>::as_slice).chain(solutions) {
            for option in options {
                write!(line, "-{} ", option + 1).expect("a string takes everything");
            }
            line += "0";
            expected.line(&mut line)?;
        }
        expected.end()
    }
}

impl Constraints for Cnf<'_> {
    fn number(&self) -> u64 {
        (self.incidence.primary + self.pairs.len()) as u64
    }

    fn get(&self, id: u64) -> Constraint<'_> {
        let place = id as usize - 1;
        match place.checked_sub(self.incidence.primary) {
            Some(pair) => Constraint::NotBoth(self.pairs[pair]),
            None => Constraint::AtLeastOne(place),
        }
    }
}
