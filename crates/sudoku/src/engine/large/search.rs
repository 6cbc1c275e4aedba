//! The search: draw consequences, choose, learn, take back.

use std::collections::HashMap;
use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::clauses::Clauses;
use super::learn::Learner;
use super::model::{Lit, Model};
use super::order::Order;
use super::rest::Rest;
use super::starts::Starts;
use super::trail::{Conflict, Reason, Trail};
use crate::engine::watch::{Step, Watcher, Why};
use crate::grid::Grid;

/// So many solutions are ruled out by clauses, which may teach something about the next; later
/// ones leave nothing behind.
const RULED_OUT: u64 = 8;
/// With so few variables free, the rest is searched without learning,
const FEW: usize = 150;
/// while at most so many leaves there are dead ends for each that is a solution.
const DEAD_ENDS_PER_SOLUTION: u64 = 1;
/// and until so many dead ends more were met: then there is something to learn after all.
const WASTE: u64 = 100;
/// Dead ends until half of the clauses are dropped for the first time.
const FIRST_DROP: u64 = 1500;
/// How many more each time.
const LATER_DROPS: u64 = 300;
/// Of so many candidates the next choice is taken.
const CONSIDERED: usize = 4;
/// Clauses with literals on at most so many levels are never dropped.
const LOW_GLUE: u32 = 2;

pub(super) struct Search<'m> {
    model: &'m Model,
    /// What was placed without a choice, before the search.
    grid: Grid,
    trail: Trail,
    clauses: Clauses,
    learner: Learner,
    order: Order,
    starts: Starts,
    /// Solutions visited.
    solutions: u64,
    /// Those ruled out by clauses, of which `Rest` does not hear.
    ruled_out: Vec<Grid>,
    /// Dead ends met without learning that solutions met so have not made up for.
    wasted: u64,
    /// Of each level, whether solutions were visited under its choices of which no clause tells.
    /// Nothing but the negation of its newest choice may then end it: a clause learnt there need
    /// not imply that, and the choice, made again, would lead to the same solutions again.
    visited: Vec<bool>,
    /// How much of the trail the watcher was told of.
    told: usize,
    /// At how many dead ends clauses are dropped, how many more until the time after, and by how
    /// many that number grows.
    next_drop: u64,
    drop_every: u64,
    drop_later: u64,
}

impl<'m> Search<'m> {
    /// The search of what is left of a grid.
    pub(super) fn new<W: Watcher>(model: &'m Model, mut grid: Grid, watcher: &mut W) -> Self {
        for &(cell, digit) in &model.placed {
            grid.set(cell as usize, digit);
            tell_placed(cell, digit, watcher);
        }
        let starts = Starts::new(model, grid.order().side());
        Self {
            model,
            grid,
            starts,
            trail: Trail::new(model),
            clauses: Clauses::new(2 * model.variables),
            learner: Learner::new(model),
            order: Order::new(model),
            solutions: 0,
            ruled_out: Vec::new(),
            wasted: 0,
            visited: vec![false],
            told: 0,
            next_drop: FIRST_DROP,
            drop_every: FIRST_DROP,
            drop_later: LATER_DROPS,
        }
    }

    pub(super) fn run<W: Watcher>(
        mut self,
        watcher: &mut W,
        found: &mut Found<'_, Grid>,
    ) -> Outcome {
        loop {
            let conflict = self.trail.propagate(self.model, &mut self.clauses);
            self.tell(conflict.is_some(), watcher);
            let next = if let Some(conflict) = conflict {
                watcher.leaf(Leaf::DeadEnd);
                self.learn(conflict, watcher)
            } else if self.is_almost_done() {
                self.search_rest(watcher, found)
            } else if let Some(lit) = self.pick() {
                self.choose(lit, watcher);
                ControlFlow::Continue(())
            } else {
                watcher.leaf(Leaf::Solution);
                if found.solution(&self.placed()).is_break() {
                    return Outcome::Stopped;
                }
                self.rule_out(watcher)
            };
            if let ControlFlow::Break(outcome) = next {
                return outcome;
            }
            if !watcher.enter() {
                return Outcome::BudgetSpent;
            }
        }
    }

    /// The next choice, of the free candidates most active in recent dead ends the one with the
    /// highest activity for each literal left in its smallest group; or its negation, where that
    /// places a digit and the candidate itself places fewer. `None`: every cell has its digit.
    fn pick(&mut self) -> Option<Lit> {
        if self.starts.by_room {
            let by_room = self.trail.pick_by_room(self.model, |lit| self.starts.was_true(lit));
            if by_room.is_some() {
                return by_room;
            }
        }
        // Seen at once, and not by emptying the heap, which would have to be filled again.
        if self.trail.lits().len() == self.model.variables {
            return None;
        }
        let mut best = None;
        let mut most = -1.0;
        let mut others = [0; CONSIDERED];
        let mut considered = 0;
        while considered < CONSIDERED {
            let Some(variable) = self.order.pop() else { break };
            let lit = Lit::positive(variable);
            if !self.trail.is_free(lit) {
                continue;
            }
            let places = |lit: Lit| self.model.placed_by.get(lit.index()).len();
            let lit = if places(lit) >= places(!lit) { lit } else { !lit };
            let left = self.trail.fewest_left(self.model, lit);
            let worth = self.order.activity[variable] / f64::from(left);
            if worth > most {
                (best, most) = (Some(lit), worth);
            }
            others[considered] = variable;
            considered += 1;
        }
        let chosen = best.map(Lit::variable);
        for &variable in others[..considered].iter().filter(|&&other| Some(other) != chosen) {
            self.order.insert(variable);
        }
        best
    }

    fn choose<W: Watcher>(&mut self, lit: Lit, watcher: &mut W) {
        self.trail.choose(lit);
        self.visited.push(false);
        watcher.fork();
        watcher.depth(self.trail.depth() as usize);
        if W::COUNTING {
            let places = self.model.placed_by.get(lit.index());
            let (&(cell, digit), rest) = places.split_first().expect("what is chosen is a place");
            watcher.tests(1);
            watcher.step(|| Step::Tried { cell: cell as usize, digit, fork: true });
            for &(cell, digit) in rest {
                tell_placed(cell, digit, watcher);
            }
            self.told = self.trail.lits().len();
        }
    }

    /// Learns from a dead end and goes back to where the search goes on. `Break`: nowhere, or not
    /// within the budget.
    fn learn<W: Watcher>(&mut self, conflict: Conflict, watcher: &mut W) -> ControlFlow<Outcome> {
        let level = Learner::level_of(&self.trail, self.model, &self.clauses, conflict);
        self.starts.dead_end(self.trail.depth());
        // Newer choices have no part in it, so their other branches end here just the same.
        while self.trail.depth() > level {
            self.take_back(watcher);
            if !watcher.enter() {
                return ControlFlow::Break(Outcome::BudgetSpent);
            }
            watcher.leaf(Leaf::DeadEnd);
        }
        if level == 0 {
            return ControlFlow::Break(Outcome::Exhausted);
        }
        if self.visited[level as usize] {
            self.negate_newest(watcher);
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
        self.take_back(watcher);
        self.trail.set(lit, back, reason);
        if self.learner.conflicts() >= self.next_drop {
            self.drop_clauses();
        }
        // Solutions ruled out by clauses do not come again.
        if self.solutions <= RULED_OUT && self.starts.is_due() {
            return self.begin_anew(watcher);
        }
        ControlFlow::Continue(())
    }

    /// Takes back all choices. What was not searched under them is given up: it comes again.
    fn begin_anew<W: Watcher>(&mut self, watcher: &mut W) -> ControlFlow<Outcome> {
        while self.trail.depth() > 0 {
            if !watcher.enter() {
                return ControlFlow::Break(Outcome::BudgetSpent);
            }
            watcher.leaf(Leaf::DeadEnd);
            self.take_back(watcher);
        }
        ControlFlow::Continue(())
    }

    /// Goes back after a solution, never to come to it again. `Break`: it was the last.
    fn rule_out<W: Watcher>(&mut self, watcher: &mut W) -> ControlFlow<Outcome> {
        self.solutions += 1;
        let reason = match self.trail.choices.len() {
            0 => return ControlFlow::Break(Outcome::Exhausted),
            1 => Reason::None,
            _ if self.solutions > RULED_OUT => {
                self.negate_newest(watcher);
                return ControlFlow::Continue(());
            }
            _ => {
                self.ruled_out.push(self.placed());
                // The newest choices first: these are watched.
                let newest_first = self.trail.choices.iter().rev();
                let clause: Vec<Lit> = newest_first.map(|&(choice, _)| !choice).collect();
                Reason::Clause(self.clauses.add(&clause, 0, self.learner.conflicts()))
            }
        };
        let choice = self.take_back(watcher);
        self.trail.set(!choice, self.trail.depth(), reason);
        ControlFlow::Continue(())
    }

    /// Whether what is left here is to be searched without learning.
    fn is_almost_done(&self) -> bool {
        let free = self.model.variables - self.trail.lits().len();
        self.solutions > RULED_OUT && (1..=FEW).contains(&free) && self.wasted <= WASTE
    }

    /// Visits all solutions there are under the choices open.
    fn search_rest<W: Watcher>(
        &mut self,
        watcher: &mut W,
        found: &mut Found<'_, Grid>,
    ) -> ControlFlow<Outcome> {
        let lits = (0..2 * self.model.variables).map(|index| Lit(index as u32));
        let free = lits.filter(|&lit| self.trail.is_free(lit));
        let candidates = free.flat_map(|lit| self.model.placed_by.get(lit.index()).iter().copied());
        let depth = self.trail.depth() as usize;
        let mut rest = Rest::new(self.placed(), candidates, &self.ruled_out, depth);
        rest.run(watcher, found)?;
        self.solutions += rest.solutions;
        self.wasted =
            (self.wasted + rest.dead_ends).saturating_sub(DEAD_ENDS_PER_SOLUTION * rest.solutions);
        if depth == 0 {
            return ControlFlow::Break(Outcome::Exhausted);
        }
        self.negate_newest(watcher);
        ControlFlow::Continue(())
    }

    /// Takes the newest choice back for good, as long as the others stand.
    fn negate_newest<W: Watcher>(&mut self, watcher: &mut W) {
        let choice = self.take_back(watcher);
        let level = self.trail.depth();
        self.trail.set(!choice, level, Reason::Visited);
        self.visited[level as usize] = true;
    }

    /// Takes the newest choice back, and gives it.
    fn take_back<W: Watcher>(&mut self, watcher: &mut W) -> Lit {
        let &(choice, before) = self.trail.choices.last().expect("a choice is open");
        let level = self.trail.depth() - 1;
        let (order, starts) = (&mut self.order, &mut self.starts);
        self.visited.pop();
        self.trail.back_to(self.model, level, |lit| {
            order.insert(lit.variable());
            starts.freed(lit);
        });
        self.told = self.told.min(before);
        watcher.step(|| {
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

    /// The grid with all digits placed by now.
    fn placed(&self) -> Grid {
        let mut grid = self.grid.clone();
        for &lit in self.trail.lits() {
            for &(cell, digit) in self.model.placed_by.get(lit.index()) {
                grid.set(cell as usize, digit);
            }
        }
        grid
    }

    /// Tells the watcher of digits placed since he was told last.
    fn tell<W: Watcher>(&mut self, in_conflict: bool, watcher: &mut W) {
        if !W::COUNTING {
            return;
        }
        // What was not drawn on before a conflict may contradict what was.
        let drawn = self.trail.drawn();
        let until = if in_conflict { drawn - 1 } else { drawn };
        for at in self.told..until {
            let lit = self.trail.lits()[at];
            for &(cell, digit) in self.model.placed_by.get(lit.index()) {
                tell_placed(cell, digit, watcher);
            }
        }
        self.told = self.told.max(until);
    }
}

fn tell_placed<W: Watcher>(cell: u16, digit: u8, watcher: &mut W) {
    watcher.tests(1);
    watcher.step(|| Step::Placed { cell: cell as usize, digit, why: Why::Implied });
}

#[cfg(test)]
mod tests;
