//! The search: Algorithm X that writes a line for every chain of nodes ([`reasons`](super::reasons)).
//!
//! A node chooses the options that are the only ones left of their items, and branches on the item with the fewest options, the
//! first of equals. If the clause of a node does not contain the option of its branch, then it holds for the whole branch, whose
//! other options need not be tried.

use std::io::{self, Write};

use super::reasons::{Clause, Conflict, Reasons};
use super::table::Table;
use super::text::Text;
use super::trail::Trail;
use super::veripb::Veripb;
use crate::problem::OptionId;
use crate::search::{Budget, Counter, Found, Outcome, Probe};

/// A branch whose options are tried one after the other.
struct Level {
    item: u32,
    options: Vec<u32>,
    tried: usize,
    /// Number of options chosen before the branch.
    length: usize,
    /// Where the chain of the node that branches begins.
    chain: Option<usize>,
    /// The clauses of the options tried, but of the last one tried.
    clauses: Vec<Clause>,
}

impl Level {
    /// The option tried last.
    fn option(&self) -> u32 {
        self.options[self.tried - 1]
    }
}

/// A search that writes its proof.
pub(super) struct ProvingSearch<'t, 'v, 'w> {
    form: Veripb,
    formula: Text<'w>,
    proof: Text<'w>,
    found: Found<'v, [OptionId]>,
    counter: Counter<'t>,
    trail: Trail<'t>,
    reasons: Reasons,
    levels: Vec<Level>,
    /// The number of the constraint written last, and of the first solution's.
    last: u64,
    first_solution: u64,
    /// Constraints that are not needed any more.
    unneeded: Vec<u64>,
}

impl<'t, 'v, 'w> ProvingSearch<'t, 'v, 'w> {
    /// Writes the formula, but for the solutions, of which there are `solutions`.
    pub(super) fn new(
        table: &'t Table,
        solutions: u64,
        (formula, proof): (&'w mut dyn Write, &'w mut dyn Write),
        budget: &'t Budget,
        found: Found<'v, [OptionId]>,
    ) -> io::Result<Self> {
        let (mut formula, mut proof) = (Text::new(formula), Text::new(proof));
        let form = Veripb::new(table);
        form.formula(table, solutions, &mut formula)?;
        let last = form.constraints() + solutions;
        Veripb::begin(&mut proof.lines, last);
        Ok(Self {
            first_solution: form.constraints() + 1,
            last,
            form,
            formula,
            proof,
            found,
            counter: Counter::new(budget),
            trail: Trail::new(table),
            reasons: Reasons::new(table.options.len()),
            levels: Vec::new(),
            unneeded: Vec::new(),
        })
    }

    /// Searches. The proof is complete if the outcome is [`Outcome::Exhausted`].
    pub(super) fn run(&mut self) -> io::Result<Outcome> {
        // Where the chain of the present node begins.
        let mut chain = None;
        loop {
            if !self.counter.enter() {
                return Ok(Outcome::BudgetSpent);
            }
            let mut conflict = match self.descend(chain)? {
                Descent::Branch => {
                    chain = self.try_next();
                    continue;
                }
                Descent::Stopped => return Ok(Outcome::Stopped),
                Descent::Conflict(conflict) => conflict,
            };
            loop {
                let clause = self.finish_chain(conflict, chain)?;
                if clause.options.is_empty() {
                    Veripb::end(&mut self.proof.lines, clause.id);
                    return Ok(Outcome::Exhausted);
                }
                let level = self.levels.last_mut().expect("an option of a branch is not explained");
                if clause.options.last() == Some(&level.option()) {
                    level.clauses.push(clause);
                    chain = self.try_next();
                    break;
                }
                chain = level.chain;
                conflict = Conflict::Clause(clause);
            }
        }
    }

    /// Writes what is left in buffers; returns the number of solutions found.
    pub(super) fn finish(self) -> io::Result<u64> {
        self.formula.finish()?;
        self.proof.finish()?;
        Ok(self.found.count())
    }

    /// Chooses options that are the only ones left, up to a branch or a conflict.
    fn descend(&mut self, chain: Option<usize>) -> io::Result<Descent> {
        loop {
            match self.trail.smallest() {
                Some((0, item)) => return Ok(Descent::Conflict(Conflict::Item(item))),
                Some((1, item)) => {
                    let option = self.trail.left(item).next().expect("the item has an option");
                    self.trail.push(option, item, None);
                }
                Some((_, item)) => {
                    let options = self.trail.left(item).collect();
                    let (length, clauses) = (self.trail.len(), Vec::new());
                    self.levels.push(Level { item, options, tried: 0, length, chain, clauses });
                    return Ok(Descent::Branch);
                }
                None => return self.solution(),
            }
        }
    }

    fn solution(&mut self) -> io::Result<Descent> {
        let id = self.first_solution + self.found.count();
        let mut options: Vec<u32> = self.trail.steps.iter().map(|step| step.option).collect();
        options.sort_unstable();
        Veripb::solution(&mut self.formula.lines, &options);
        self.formula.end_line()?;
        let table = self.trail.table;
        let solution: Vec<OptionId> = options.iter().map(|&o| table.options[o as usize]).collect();
        Ok(match self.found.solution(&solution) {
            std::ops::ControlFlow::Break(()) => Descent::Stopped,
            std::ops::ControlFlow::Continue(()) => Descent::Conflict(Conflict::Solution(id)),
        })
    }

    /// Chooses the next option of the last level; returns where the chain of its node begins.
    fn try_next(&mut self) -> Option<usize> {
        let place = self.levels.len() as u32 - 1;
        let level = &mut self.levels[place as usize];
        level.tried += 1;
        self.trail.push(level.option(), level.item, Some(place));
        if level.tried == level.options.len() { level.chain } else { Some(level.length) }
    }

    /// Writes the clause of a chain, and takes back what was chosen in it. The last level is then the one whose option
    /// began the chain.
    fn finish_chain(&mut self, conflict: Conflict, chain: Option<usize>) -> io::Result<Clause> {
        let before = |&option: &u32| {
            chain.is_some_and(|chain| self.trail.position(option) as usize <= chain)
        };
        let clause = match conflict {
            Conflict::Clause(clause) if clause.options.iter().all(before) => clause,
            conflict => {
                let levels = &self.levels;
                let clauses = |level: u32| levels[level as usize].clauses.as_slice();
                self.reasons.explain(&self.trail, &conflict, chain, clauses, &self.form);
                if let Conflict::Clause(clause) = conflict {
                    self.unneeded.push(clause.id);
                }
                self.last += 1;
                let (options, hints) = (&self.reasons.options, &self.reasons.hints);
                Veripb::line(&mut self.proof.lines, options, hints);
                Clause { id: self.last, options: options.clone() }
            }
        };
        while let Some(level) = self.levels.last()
            && chain.is_none_or(|chain| level.length > chain)
        {
            self.unneeded.extend(level.clauses.iter().map(|clause| clause.id));
            self.levels.pop();
        }
        if !self.unneeded.is_empty() && !clause.options.is_empty() {
            Veripb::delete(&mut self.proof.lines, &self.unneeded);
            self.unneeded.clear();
        }
        self.proof.end_line()?;
        self.trail.undo_to(chain.unwrap_or(0));
        Ok(clause)
    }
}

/// How a node went on.
enum Descent {
    Branch,
    Conflict(Conflict),
    /// The visitor stopped the search.
    Stopped,
}
