//! The search loop: draw consequences, choose, learn, take back.

mod pick;

use std::collections::HashMap;
use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::activity::ActivityHeap;
use super::clauses::Clauses;
use super::learn::Learner;
use super::literal::Lit;
use super::memory::Memory;
use super::model::Model;
use super::restarts::{Choices, Restarts};
use super::tail_search::TailSearch;
use super::trail::{Conflict, Reason, Trail};
use crate::engine::observer::StepObserver;
use crate::engine::step::{Step, Why};
use crate::grid::Grid;

/// The number of solutions that are excluded by clauses, from which the search may learn. Later
/// solutions are excluded without a clause.
const RULED_OUT: u64 = 8;
/// The number of free variables at or below which the tail search takes over.
const FEW: usize = 150;
/// The number of dead ends of the tail search that one of its solutions makes up for.
const DEAD_ENDS_PER_SOLUTION: u64 = 1;
/// The number of dead ends beyond those made up for, after which the tail search is not used any more, because
/// learning would avoid them.
const WASTE: u64 = 100;
/// The number of dead ends until half of the clauses are dropped for the first time.
const FIRST_DROP: u64 = 1500;
/// The number of dead ends by which each interval between drops exceeds the interval before.
const LATER_DROPS: u64 = 300;
/// Clauses with literals on at most this many levels are never dropped.
const LOW_GLUE: u32 = 2;

/// The search of the puzzle after singles.
pub(super) struct LearningSearch<'m> {
    model: &'m Model,
    /// The digits placed before the search.
    grid: Grid,
    trail: Trail,
    clauses: Clauses,
    learner: Learner,
    order: ActivityHeap,
    restarts: Restarts,
    memory: Memory,
    solutions: u64,
    /// The solutions that clauses exclude. The tail search does not use the clauses, so it gets these.
    ruled_out: Vec<Grid>,
    /// Dead ends of the tail search that its solutions have not made up for.
    wasted: u64,
    /// For each level, whether solutions were visited under its choices without a clause that excludes
    /// them. Such a level may end only with the negation of its newest choice. A clause learnt there need
    /// not imply that negation, so the choice could be made again and lead to the same solutions.
    visited: Vec<bool>,
    /// The number of literals on the trail that were reported to the observer.
    reported: usize,
    /// The number of dead ends at which clauses are dropped next, the interval to the drop after it,
    /// and the number by which that interval grows.
    next_drop: u64,
    drop_every: u64,
    drop_later: u64,
}

impl<'m> LearningSearch<'m> {
    /// The search of a model; `grid` has the digits placed by singles.
    pub(super) fn new<O: StepObserver>(model: &'m Model, mut grid: Grid, observer: &mut O) -> Self {
        for &(cell, digit) in &model.placed {
            grid.set(cell as usize, digit);
            report_placed(cell, digit, observer);
        }
        let restarts = Restarts::new(model, grid.order().side());
        let mut memory = Memory::default();
        if restarts.choices == Choices::Room {
            memory.begin(model.variables);
        }
        Self {
            model,
            grid,
            restarts,
            memory,
            trail: Trail::new(model),
            clauses: Clauses::new(2 * model.variables),
            learner: Learner::new(model),
            order: ActivityHeap::new(model),
            solutions: 0,
            ruled_out: Vec::new(),
            wasted: 0,
            visited: vec![false],
            reported: 0,
            next_drop: FIRST_DROP,
            drop_every: FIRST_DROP,
            drop_later: LATER_DROPS,
        }
    }

    pub(super) fn run<O: StepObserver>(
        mut self,
        observer: &mut O,
        found: &mut Found<'_, Grid>,
    ) -> Outcome {
        loop {
            let conflict = self.trail.propagate(self.model, &mut self.clauses);
            self.report(conflict.is_some(), observer);
            let next = if let Some(conflict) = conflict {
                observer.leaf(Leaf::DeadEnd);
                self.learn(conflict, observer)
            } else if self.has_tail() {
                self.search_tail(observer, found)
            } else if let Some(lit) = self.pick() {
                self.choose(lit, observer);
                ControlFlow::Continue(())
            } else {
                observer.leaf(Leaf::Solution);
                if found.solution(&self.placed()).is_break() {
                    return Outcome::Stopped;
                }
                self.rule_out(observer)
            };
            if let ControlFlow::Break(outcome) = next {
                return outcome;
            }
            if !observer.enter() {
                return Outcome::BudgetSpent;
            }
        }
    }

    fn choose<O: StepObserver>(&mut self, lit: Lit, observer: &mut O) {
        self.trail.choose(lit);
        self.visited.push(false);
        observer.fork();
        observer.depth(self.trail.depth() as usize);
        if O::COUNTING {
            let places = self.model.placed_by.get(lit.index());
            let (&(cell, digit), more) = places.split_first().expect("a choice places a digit");
            observer.tests(1);
            observer.step(|| Step::Tried { cell: cell as usize, digit, fork: true });
            for &(cell, digit) in more {
                report_placed(cell, digit, observer);
            }
            self.reported = self.trail.lits().len();
        }
    }

    /// Learns from a dead end and goes back to where the search goes on. Breaks if the search is exhausted
    /// or the budget is spent.
    fn learn<O: StepObserver>(
        &mut self,
        conflict: Conflict,
        observer: &mut O,
    ) -> ControlFlow<Outcome> {
        let level = Learner::level_of(&self.trail, self.model, &self.clauses, conflict);
        self.restarts.dead_end(self.trail.depth());
        self.memory.dead_end(self.trail.lits());
        // Newer choices have no part in the conflict, so their other branches are dead ends too.
        while self.trail.depth() > level {
            self.take_back(observer);
            if !observer.enter() {
                return ControlFlow::Break(Outcome::BudgetSpent);
            }
            observer.leaf(Leaf::DeadEnd);
        }
        if level == 0 {
            return ControlFlow::Break(Outcome::Exhausted);
        }
        if self.visited[level as usize] {
            self.negate_newest(observer);
            return ControlFlow::Continue(());
        }
        let learner = &mut self.learner;
        learner.learn(self.model, &self.trail, &mut self.clauses, &mut self.order, conflict, level);
        let clause = &learner.clause;
        let (lit, reason, back) = if let [lit, highest, ..] = clause[..] {
            let glue = learner.glue(&self.trail);
            let id = self.clauses.add(&learner.clause, glue, learner.conflicts());
            (lit, Reason::Clause(id), self.trail.level(highest))
        } else {
            (clause[0], Reason::None, 0)
        };
        self.take_back(observer);
        if self.restarts.choices == Choices::Memory && self.may_restart() {
            // The choices up to here are soon repeated, in an order that the dead end has changed.
            self.back_to(back, observer)?;
        }
        self.trail.set(lit, back, reason);
        if self.learner.conflicts() >= self.next_drop {
            self.drop_clauses();
        }
        if self.may_restart() && self.restarts.is_due() {
            self.back_to(0, observer)?;
            if self.restarts.choices == Choices::Memory && !self.memory.has_round() {
                self.memory.begin_round(self.model.variables);
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether branches may be given up for now, which is safe as long as all solutions found were excluded by clauses.
    fn may_restart(&self) -> bool {
        self.solutions <= RULED_OUT
    }

    /// Takes back all choices above a level. The branches not searched under them are given up for now.
    fn back_to<O: StepObserver>(&mut self, level: u32, observer: &mut O) -> ControlFlow<Outcome> {
        while self.trail.depth() > level {
            if !observer.enter() {
                return ControlFlow::Break(Outcome::BudgetSpent);
            }
            observer.leaf(Leaf::DeadEnd);
            self.take_back(observer);
        }
        ControlFlow::Continue(())
    }

    /// Excludes a solution from the search and goes back. Breaks if it was the last solution.
    fn rule_out<O: StepObserver>(&mut self, observer: &mut O) -> ControlFlow<Outcome> {
        self.solutions += 1;
        let reason = match self.trail.choices.len() {
            0 => return ControlFlow::Break(Outcome::Exhausted),
            1 => Reason::None,
            _ if self.solutions > RULED_OUT => {
                self.negate_newest(observer);
                return ControlFlow::Continue(());
            }
            _ => {
                self.ruled_out.push(self.placed());
                // The newest choices come first, because the first two literals are watched.
                let newest_first = self.trail.choices.iter().rev();
                let clause: Vec<Lit> = newest_first.map(|&(choice, _)| !choice).collect();
                Reason::Clause(self.clauses.add(&clause, 0, self.learner.conflicts()))
            }
        };
        let choice = self.take_back(observer);
        self.trail.set(!choice, self.trail.depth(), reason);
        ControlFlow::Continue(())
    }

    fn has_tail(&self) -> bool {
        let free = self.model.variables - self.trail.lits().len();
        self.solutions > RULED_OUT && (1..=FEW).contains(&free) && self.wasted <= WASTE
    }

    /// Visits all solutions under the open choices by a tail search.
    fn search_tail<O: StepObserver>(
        &mut self,
        observer: &mut O,
        found: &mut Found<'_, Grid>,
    ) -> ControlFlow<Outcome> {
        let lits = (0..2 * self.model.variables).map(|index| Lit(index as u32));
        let free = lits.filter(|&lit| self.trail.is_free(lit));
        let candidates = free.flat_map(|lit| self.model.placed_by.get(lit.index()).iter().copied());
        let depth = self.trail.depth() as usize;
        let mut tail = TailSearch::new(self.placed(), candidates, &self.ruled_out, depth);
        tail.run(observer, found)?;
        self.solutions += tail.solutions;
        self.wasted =
            (self.wasted + tail.dead_ends).saturating_sub(DEAD_ENDS_PER_SOLUTION * tail.solutions);
        if depth == 0 {
            return ControlFlow::Break(Outcome::Exhausted);
        }
        self.negate_newest(observer);
        ControlFlow::Continue(())
    }

    /// Takes the newest choice back and makes its negation true while the older choices stand.
    fn negate_newest<O: StepObserver>(&mut self, observer: &mut O) {
        let choice = self.take_back(observer);
        let level = self.trail.depth();
        self.trail.set(!choice, level, Reason::Visited);
        self.visited[level as usize] = true;
    }

    fn take_back<O: StepObserver>(&mut self, observer: &mut O) -> Lit {
        let &(choice, before) = self.trail.choices.last().expect("a choice is open");
        let level = self.trail.depth() - 1;
        let (order, memory) = (&mut self.order, &mut self.memory);
        self.visited.pop();
        self.trail.back_to(self.model, level, |lit| {
            order.insert(lit.variable());
            memory.freed(lit);
        });
        self.reported = self.reported.min(before);
        observer.step(|| {
            let (cell, digit) = self.model.placed_by.get(choice.index())[0];
            Step::TakenBack { cell: cell as usize, digit }
        });
        choice
    }

    fn drop_clauses(&mut self) {
        self.next_drop += self.drop_every;
        self.drop_every += self.drop_later;
        let trail = &mut self.trail;
        let mut reasons = HashMap::new();
        for &lit in trail.lits() {
            if let Reason::Clause(clause) = trail.reason(lit) {
                reasons.insert(clause, lit);
            }
        }
        let keep = |clause| reasons.contains_key(&clause);
        self.clauses.drop_half(LOW_GLUE, keep, |old, new| {
            if let Some(&lit) = reasons.get(&old) {
                trail.set_reason(lit, Reason::Clause(new));
            }
        });
    }

    fn placed(&self) -> Grid {
        let mut grid = self.grid.clone();
        for &lit in self.trail.lits() {
            for &(cell, digit) in self.model.placed_by.get(lit.index()) {
                grid.set(cell as usize, digit);
            }
        }
        grid
    }

    /// Reports to the observer the digits placed since the last report.
    fn report<O: StepObserver>(&mut self, in_conflict: bool, observer: &mut O) {
        if !O::COUNTING {
            return;
        }
        // At a conflict, literals whose consequences were not drawn may contradict the others.
        let drawn = self.trail.drawn();
        let until = if in_conflict { drawn - 1 } else { drawn };
        for at in self.reported..until {
            let lit = self.trail.lits()[at];
            for &(cell, digit) in self.model.placed_by.get(lit.index()) {
                report_placed(cell, digit, observer);
            }
        }
        self.reported = self.reported.max(until);
    }
}

fn report_placed<O: StepObserver>(cell: u16, digit: u8, observer: &mut O) {
    observer.tests(1);
    observer.step(|| Step::Placed { cell: cell as usize, digit, why: Why::Implied });
}

#[cfg(test)]
mod tests;
