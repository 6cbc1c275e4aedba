//! The formula, by the numbers of its constraints.

use super::incidence::Incidence;
use super::opb::{Constraint, Opb};
use super::solutions::Solutions;

pub(super) struct Formula<'f> {
    pub incidence: &'f Incidence,
    solutions: &'f Solutions,
    constraints: &'f Opb<'f>,
}

impl<'f> Formula<'f> {
    pub(super) fn new(
        incidence: &'f Incidence,
        solutions: &'f Solutions,
        constraints: &'f Opb<'f>,
    ) -> Self {
        Self { incidence, solutions, constraints }
    }

    pub(super) fn number(&self) -> u64 {
        self.constraints.number() + self.solutions.len() as u64
    }

    /// The constraint of a number; `None` if the formula has none of that number.
    pub(super) fn get(&self, id: u64) -> Option<Constraint<'f>> {
        let solutions = id.checked_sub(1)?;
        match solutions.checked_sub(self.constraints.number()) {
            None => Some(self.constraints.get(id)),
            Some(k) if k < self.solutions.len() as u64 => {
                Some(Constraint::NotAll(self.solutions.get(k as usize)))
            }
            Some(_) => None,
        }
    }
}
