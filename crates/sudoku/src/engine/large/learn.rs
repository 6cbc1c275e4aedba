//! Learns a clause from a conflict: the clause of its first unique implication point.
//!
//! From the conflict back along the trail, each literal of the conflict's level is replaced by its reasons
//! until one literal of that level is left (Marques-Silva and Sakallah, *GRASP*, 1996; Zhang et al., ICCAD
//! 2001). Literals implied by the others are left out (Sörensson and Biere, SAT 2009). The literals of a
//! lower level are replaced by a single one if that adds no literal of another level (Fleury and Biere,
//! *Efficient all-UIP learned clause minimization*, SAT 2021). This helps because a choice in a large grid
//! has hundreds of consequences, so a clause has many literals on few levels.

use super::activity::ActivityHeap;
use super::clauses::{ClauseId, Clauses};
use super::literal::Lit;
use super::model::Model;
use super::trail::{Conflict, Reason, Trail};

/// Upper bound on the depth of the recursion that decides whether other literals imply a literal.
const FAR: u32 = 64;
/// The length of a clause whose conflict raises activities twice as much as the conflict of a very long clause.
const SHORT: f64 = 10.0;

/// What is known of a variable while a clause is worked out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    No,
    /// The variable was reached from the conflict.
    Seen,
    /// The variable's literal is implied by the clause's other literals.
    Implied,
    /// The variable's literal is not implied by the clause's other literals.
    Needed,
    /// Met on the way from literals of the clause to the single literal that may replace all literals of their level.
    Block,
}

/// The literals of a clause on one level, while a single literal is sought to replace them.
#[derive(Clone, Copy, Default)]
struct Block {
    /// The number of these literals in the clause.
    before: u32,
    /// The number of literals that stand for them now. If it is 0, they stay as they are in the clause.
    open: u32,
    /// The literal that replaces all literals of the level.
    only: Option<Lit>,
}

/// Works out clauses. Its buffers are kept from conflict to conflict.
pub(super) struct Learner {
    mark: Vec<Mark>,
    marked: Vec<u32>,
    levels: Levels,
    blocks: Vec<Block>,
    /// True literals still to be examined.
    antecedents: Vec<Lit>,
    conflicts: u64,
    /// The clause learnt. The asserted literal comes first, then a literal of the highest level of the
    /// others.
    pub(super) clause: Vec<Lit>,
}

impl Learner {
    pub(super) fn new(model: &Model) -> Self {
        Self {
            mark: vec![Mark::No; model.variables],
            marked: Vec::new(),
            levels: Levels::default(),
            blocks: Vec::new(),
            conflicts: 0,
            antecedents: Vec::new(),
            clause: Vec::new(),
        }
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// The level of a conflict: the highest level among its literals.
    pub(super) fn level_of(
        trail: &Trail,
        model: &Model,
        clauses: &Clauses,
        conflict: Conflict,
    ) -> u32 {
        let mut level = 0;
        each_literal(model, clauses, conflict, |lit| level = level.max(trail.level(lit)));
        level
    }

    /// Works out the clause of a conflict on `level`; all choices above are taken back already.
    pub(super) fn learn(
        &mut self,
        model: &Model,
        trail: &Trail,
        clauses: &mut Clauses,
        order: &mut ActivityHeap,
        conflict: Conflict,
        level: u32,
    ) {
        self.conflicts += 1;
        self.clause.clear();
        self.clause.push(Lit(0)); // a place for the asserted literal
        let mut open = 0;
        let mut antecedents = std::mem::take(&mut self.antecedents);
        if let Conflict::Clause(clause) = conflict {
            self.used(clause, trail, clauses);
        }
        each_literal(model, clauses, conflict, |lit| antecedents.push(!lit));
        let mut at = trail.lits().len();
        loop {
            for lit in antecedents.drain(..) {
                let variable = lit.variable();
                if self.mark[variable] != Mark::No || trail.level(lit) == 0 {
                    continue;
                }
                self.mark[variable] = Mark::Seen;
                self.marked.push(variable as u32);
                if trail.level(lit) == level {
                    open += 1;
                } else {
                    self.clause.push(!lit);
                }
            }
            let lit = loop {
                at -= 1;
                let lit = trail.lits()[at];
                if self.mark[lit.variable()] == Mark::Seen && trail.level(lit) == level {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause[0] = !lit;
                break;
            }
            if let Reason::Clause(clause) = trail.reason(lit) {
                self.used(clause, trail, clauses);
            }
            trail.antecedents(model, clauses, lit, |other| antecedents.push(other));
        }
        self.antecedents = antecedents;
        let seen = self.marked.len();
        self.shorten(model, trail, clauses);
        self.shrink(model, trail, clauses);
        let weight = 1.0 + SHORT / self.clause.len() as f64;
        for &variable in &self.marked[..seen] {
            order.raise(variable as usize, weight);
        }
        for variable in self.marked.drain(..) {
            self.mark[variable as usize] = Mark::No;
        }
        order.next_conflict();
        // The second literal to watch is one of the highest level among the others.
        let highest = (1..self.clause.len()).rev().max_by_key(|&at| trail.level(self.clause[at]));
        if let Some(highest) = highest {
            self.clause.swap(1, highest);
        }
    }

    /// The number of levels on which the literals of the new clause stand.
    pub(super) fn glue(&mut self, trail: &Trail) -> u32 {
        self.levels.count(trail, self.clause.iter().copied())
    }

    /// Notes that a clause took part in the conflict.
    fn used(&mut self, clause: ClauseId, trail: &Trail, clauses: &mut Clauses) {
        let glue = self.levels.count(trail, clauses.lits(clause));
        clauses.use_at(clause, self.conflicts, glue);
    }

    /// Removes literals that the others imply.
    fn shorten(&mut self, model: &Model, trail: &Trail, clauses: &Clauses) {
        let mut clause = std::mem::take(&mut self.clause);
        let mut kept = 1;
        for at in 1..clause.len() {
            let lit = !clause[at];
            if trail.reason(lit) == Reason::None
                || !self.is_implied(model, trail, clauses, lit, FAR)
            {
                clause[kept] = clause[at];
                kept += 1;
            } else {
                self.mark[lit.variable()] = Mark::Implied;
            }
        }
        clause.truncate(kept);
        self.clause = clause;
    }

    /// Replaces the literals of a level by a single one, from which they follow together with the
    /// literals of other levels.
    fn shrink(&mut self, model: &Model, trail: &Trail, clauses: &Clauses) {
        self.blocks.clear();
        self.blocks.resize(trail.depth() as usize + 1, Block::default());
        for &lit in &self.clause[1..] {
            let block = &mut self.blocks[trail.level(lit) as usize];
            block.before += 1;
            block.open += 1;
        }
        let mut pending = self.blocks.iter().filter(|block| block.before > 1).count();
        let asserted = self.clause[0].variable();
        let mut true_lits = trail.lits().iter().rev();
        while pending > 0 {
            let &lit = true_lits.next().expect("all literals of the clause are on the trail");
            let variable = lit.variable();
            if !matches!(self.mark[variable], Mark::Seen | Mark::Block) || variable == asserted {
                continue;
            }
            let level = trail.level(lit) as usize;
            let block = &mut self.blocks[level];
            if block.before < 2 || block.open == 0 || block.only.is_some() {
                continue;
            }
            if block.open == 1 {
                block.only = Some(lit);
                pending -= 1;
            } else if self.replace(model, trail, clauses, lit) {
                self.blocks[level].open -= 1;
            } else {
                self.blocks[level].open = 0;
                pending -= 1;
            }
        }
        let blocks = &mut self.blocks;
        let mut at = 0;
        self.clause.retain_mut(|lit| {
            at += 1;
            let block = &mut blocks[trail.level(*lit) as usize];
            match block.only {
                Some(only) if at > 1 => {
                    // The first literal of the level is replaced, the others are removed.
                    *lit = !only;
                    std::mem::take(&mut block.open) > 0
                }
                _ => true,
            }
        });
    }

    /// Replaces a literal by its antecedents, if those of lower levels are in the clause or implied
    /// by it. Returns whether it was replaced.
    fn replace(&mut self, model: &Model, trail: &Trail, clauses: &Clauses, lit: Lit) -> bool {
        if matches!(trail.reason(lit), Reason::None | Reason::Visited) {
            return false;
        }
        let level = trail.level(lit);
        let mut antecedents = std::mem::take(&mut self.antecedents);
        trail.antecedents(model, clauses, lit, |other| antecedents.push(other));
        let mut lower = antecedents.iter().filter(|&&other| trail.level(other) < level);
        let known = lower.all(|&other| self.is_in_or_implied(model, trail, clauses, other, FAR));
        for other in antecedents.drain(..).filter(|&other| known && trail.level(other) == level) {
            let mark = &mut self.mark[other.variable()];
            if matches!(*mark, Mark::No | Mark::Needed) {
                if *mark == Mark::No {
                    self.marked.push(other.variable() as u32);
                }
                *mark = Mark::Block;
                self.blocks[level as usize].open += 1;
            }
        }
        self.antecedents = antecedents;
        known
    }

    /// Whether all antecedents of a literal are in the clause or implied by it.
    fn is_implied(
        &mut self,
        model: &Model,
        trail: &Trail,
        clauses: &Clauses,
        lit: Lit,
        far: u32,
    ) -> bool {
        if far == 0 {
            return false;
        }
        match trail.reason(lit) {
            Reason::Instead(other) => self.is_in_or_implied(model, trail, clauses, other, far - 1),
            Reason::Last(group) => model.groups.get(group as usize).iter().all(|&other| {
                other == lit || self.is_in_or_implied(model, trail, clauses, !other, far - 1)
            }),
            Reason::Clause(clause) => clauses
                .lits(clause)
                .skip(1)
                .all(|other| self.is_in_or_implied(model, trail, clauses, !other, far - 1)),
            Reason::None | Reason::Visited => false,
        }
    }

    /// Whether a true literal is among the antecedents of the clause, or implied by them.
    fn is_in_or_implied(
        &mut self,
        model: &Model,
        trail: &Trail,
        clauses: &Clauses,
        lit: Lit,
        far: u32,
    ) -> bool {
        if trail.level(lit) == 0 {
            return true;
        }
        let variable = lit.variable();
        match self.mark[variable] {
            Mark::Seen | Mark::Implied => true,
            Mark::Needed | Mark::Block => false,
            Mark::No => {
                let implied = self.is_implied(model, trail, clauses, lit, far);
                self.mark[variable] = if implied { Mark::Implied } else { Mark::Needed };
                self.marked.push(variable as u32);
                implied
            }
        }
    }
}

#[derive(Default)]
struct Levels {
    /// For each level, the number of the last call of `count` that met it.
    met: Vec<u64>,
    counts: u64,
}

impl Levels {
    /// The number of levels on which these literals stand.
    fn count(&mut self, trail: &Trail, lits: impl Iterator<Item = Lit>) -> u32 {
        self.counts += 1;
        let mut different = 0;
        for lit in lits {
            let level = trail.level(lit) as usize;
            if level >= self.met.len() {
                self.met.resize(level + 1, 0);
            }
            if self.met[level] != self.counts {
                self.met[level] = self.counts;
                different += 1;
            }
        }
        different
    }
}

/// Calls `f` with the literals of a conflict, all of which are false.
fn each_literal(model: &Model, clauses: &Clauses, conflict: Conflict, mut f: impl FnMut(Lit)) {
    match conflict {
        Conflict::Two(a, b) => {
            f(!a);
            f(!b);
        }
        Conflict::None(group) => model.groups.get(group as usize).iter().for_each(|&lit| f(lit)),
        Conflict::Clause(clause) => clauses.lits(clause).for_each(f),
    }
}
