//! Reasons: the clause that a dead end proves, and the constraints from which it follows.
//!
//! A dead end is explained by walking the trail backwards. An option is excluded because of a chosen option that shares an item with
//! it; an option was the only one left because the others of its item are excluded. What remains are options of branches that
//! cannot all be chosen: a clause. The constraints on the way, in the order of the trail, derive it by unit propagation.
//!
//! The last option of a branch follows from the clauses of the others. So the search needs no clause for it: its dead end explains
//! the whole branch. A *chain* is a node that is not the last of its branch, with the last nodes below it, one under the other; it
//! ends in one dead end and makes one clause. Options chosen in the chain are explained, those chosen before it are
//! the clause.
//!
//! Source: J. Marques-Silva and K. Sakallah, *GRASP: a search algorithm for propositional satisfiability*, IEEE Transactions on
//! Computers 48, 1999.

use super::table::Table;
use super::trail::{NONE, Trail};
use super::veripb::Veripb;

/// A clause that was proved.
pub(super) struct Clause {
    pub id: u64,
    /// Options that cannot all be chosen, in the order of the trail.
    pub options: Vec<u32>,
}

/// What is wrong with the options chosen.
pub(super) enum Conflict {
    /// All options of this item are excluded.
    Item(u32),
    /// They are the solution that this constraint excludes.
    Solution(u64),
    /// They contain the options of this clause.
    Clause(Clause),
}

/// Explains conflicts. The clause explained last is `options`, and it follows from `hints`.
pub(super) struct Reasons {
    pub options: Vec<u32>,
    pub hints: Vec<u64>,
    /// By position of the trail, whether the option there is needed.
    is_needed: Vec<bool>,
    /// By option, the chosen option that excludes it and the item they share; valid if `explained` has this round.
    causes: Vec<(u32, u32)>,
    explained: Vec<u32>,
    /// By option, the round in which the hints excluded it last.
    derived: Vec<u32>,
    round: u32,
}

impl Reasons {
    pub(super) fn new(options: usize) -> Self {
        Self {
            options: Vec::new(),
            hints: Vec::new(),
            is_needed: Vec::new(),
            causes: vec![(NONE, NONE); options],
            explained: vec![0; options],
            derived: vec![0; options],
            round: 0,
        }
    }

    /// Explains a conflict. `chain` is the position where the chain begins, `None` for that of the root; `clauses` gives
    /// the clauses of the options tried before at a level.
    pub(super) fn explain<'c>(
        &mut self,
        trail: &Trail<'_>,
        conflict: &Conflict,
        chain: Option<usize>,
        clauses: impl Fn(u32) -> &'c [Clause],
        form: &Veripb,
    ) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.explained.fill(0);
            self.derived.fill(0);
            1
        });
        let in_chain = |position: usize| chain.is_none_or(|chain| position > chain);
        self.is_needed.clear();
        self.is_needed.resize(trail.len(), matches!(conflict, Conflict::Solution(_)));
        self.options.clear();
        match conflict {
            Conflict::Item(item) => self.need_causes(trail, *item, NONE, trail.len(), &[]),
            Conflict::Solution(_) => {}
            Conflict::Clause(clause) => self.need_others(trail, clause, NONE),
        }
        for position in (0..trail.len()).rev() {
            if !self.is_needed[position] {
                continue;
            }
            let step = trail.steps[position];
            match step.level {
                Some(_) if !in_chain(position) => self.options.push(step.option),
                level => {
                    let clauses = level.map_or(&[][..], &clauses);
                    self.need_causes(trail, step.item, step.option, position, clauses);
                }
            }
        }
        self.options.reverse();
        self.hints.clear();
        for (position, step) in trail.steps.iter().enumerate() {
            if self.is_needed[position] && (step.level.is_none() || in_chain(position)) {
                let clauses = step.level.map_or(&[][..], &clauses);
                self.derive_others(trail.table, step.item, step.option, clauses, form);
                self.hints.push(Veripb::at_least_one(step.item));
            }
        }
        match conflict {
            Conflict::Item(item) => {
                self.derive_others(trail.table, *item, NONE, &[], form);
                self.hints.push(Veripb::at_least_one(*item));
            }
            Conflict::Solution(id) => self.hints.push(*id),
            Conflict::Clause(clause) => self.hints.push(clause.id),
        }
    }

    /// Needs what excludes the options of an item other than `chosen`, before a position of the trail.
    fn need_causes(
        &mut self,
        trail: &Trail<'_>,
        item: u32,
        chosen: u32,
        before: usize,
        mut clauses: &[Clause],
    ) {
        for holder in trail.table.holders(item) {
            if let [clause, others @ ..] = clauses
                && clause.options.last() == Some(&holder.option)
            {
                self.need_others(trail, clause, holder.option);
                clauses = others;
            } else if holder.option != chosen {
                self.need_cause(trail, holder.option, before);
            }
        }
    }

    /// Needs the options of a clause but one.
    fn need_others(&mut self, trail: &Trail<'_>, clause: &Clause, but: u32) {
        for &option in clause.options.iter().filter(|&&option| option != but) {
            self.is_needed[trail.position(option) as usize] = true;
        }
    }

    /// Needs a chosen option that excludes `option`, before a position of the trail: one that is needed anyway, otherwise
    /// the first.
    fn need_cause(&mut self, trail: &Trail<'_>, option: u32, before: usize) {
        let o = option as usize;
        if self.explained[o] == self.round && (trail.position(self.causes[o].0) as usize) < before {
            return;
        }
        let mut best = (usize::MAX, (NONE, NONE));
        for entry in trail.table.entries(option) {
            let owner = trail.owner(entry.item);
            if owner == NONE || owner == option {
                continue;
            }
            let position = trail.position(owner) as usize;
            let is_needed = position < before && self.is_needed[position];
            let rank = if is_needed { 0 } else { position + 1 };
            if position < before
                && rank < best.0
                && excludes(trail.table, owner, entry.item, entry.colour)
            {
                best = (rank, (owner, entry.item));
            }
        }
        debug_assert_ne!(best.0, usize::MAX, "an excluded option has a cause");
        self.explained[o] = self.round;
        self.causes[o] = best.1;
        self.is_needed[trail.position(best.1.0) as usize] = true;
    }

    /// Adds the hints that exclude the options of an item other than `chosen`.
    fn derive_others(
        &mut self,
        table: &Table,
        item: u32,
        chosen: u32,
        mut clauses: &[Clause],
        form: &Veripb,
    ) {
        for holder in table.holders(item) {
            let (option, round) = (holder.option, self.round);
            let mut clause = None;
            if let [first, others @ ..] = clauses
                && first.options.last() == Some(&option)
            {
                (clause, clauses) = (Some(first), others);
            }
            if option == chosen || self.derived[option as usize] == round {
                continue;
            }
            if let Some(clause) = clause {
                self.derived[option as usize] = round;
                self.hints.push(clause.id);
                continue;
            }
            let (cause, shared) = self.causes[option as usize];
            let derived = &mut self.derived;
            let id = form.exclusion(table, (shared, cause, option), |excluded| {
                if excluded != cause {
                    derived[excluded as usize] = round;
                }
            });
            self.hints.push(id);
        }
    }
}

/// Whether an option excludes those that give one of its items this colour.
fn excludes(table: &Table, option: u32, item: u32, colour: u32) -> bool {
    if !table.is_coloured[item as usize] {
        return true;
    }
    let entry = table.entries(option).iter().find(|entry| entry.item == item);
    entry.is_some_and(|entry| entry.colour == super::table::PLAIN || entry.colour != colour)
}
