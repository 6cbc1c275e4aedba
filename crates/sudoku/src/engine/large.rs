//! `large`: work in progress.

mod clauses;
mod equal;
mod learn;
mod model;
mod order;
mod root;
mod rules;
mod trail;

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use self::clauses::Clauses;
use self::learn::Learner;
use self::model::{Lit, Model};
use self::order::Order;
use self::root::Root;
use self::trail::{Reason, Trail};
use super::watch::{Step, Watcher, Why};
use crate::grid::{Grid, Puzzle};

/// So many solutions are put into clauses.
const BLOCKED: u64 = 64;

pub(super) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    if !watcher.enter() {
        return Outcome::BudgetSpent;
    }
    let mut root = Root::new(puzzle);
    if root.place_singles(watcher).is_break() {
        watcher.leaf(Leaf::DeadEnd);
        return Outcome::Exhausted;
    }
    if root.grid.is_full() {
        watcher.leaf(Leaf::Solution);
        return if found.solution(&root.grid).is_break() { Outcome::Stopped } else { Outcome::Exhausted };
    }
    let Some(model) = rules::rules(&root).and_then(|rules| equal::merged(&rules)) else {
        watcher.leaf(Leaf::DeadEnd);
        return Outcome::Exhausted;
    };
    Search::new(&model, root.grid).run(watcher, found)
}

struct Search<'m> {
    model: &'m Model,
    grid: Grid,
    open: usize,
    trail: Trail,
    clauses: Clauses,
    learner: Learner,
    order: Order,
    solutions: u64,
    told: usize,
    t: Tuning,
    weight: Vec<f64>,
    wstep: f64,
    phase: Vec<bool>, eligible: Vec<bool>,
}

struct Tuning { cb: bool, decay: f64, restart: u64, reduce: u64, init: u32, prerestart: u64, pos: u32, stats: bool, pick: u32, nolearn: bool, gdecay: f64 }
fn env(n: &str, d: f64) -> f64 { std::env::var(n).ok().and_then(|s| s.parse().ok()).unwrap_or(d) }

impl<'m> Search<'m> {
    fn new(model: &'m Model, grid: Grid) -> Self {
        let t = Tuning { cb: env("CB", 1.0) > 0.5, decay: env("DECAY", 0.95), restart: env("RESTART", 0.0) as u64, reduce: env("REDUCE", 2000.0) as u64, init: env("INIT", 1.0) as u32, prerestart: 0, pos: env("POS", 0.0) as u32, pick: env("PICK",0.0) as u32, nolearn: env("NOLEARN",0.0)>0.5, gdecay: env("GDECAY",0.99), stats: env("STATS", 0.0) > 0.5 };
        let open = grid.cells().len() - grid.filled();
        let mut activity = vec![0.0; model.variables];
        for (v, a) in activity.iter_mut().enumerate() {
            for l in [Lit::positive(v), !Lit::positive(v)] {
                for &g in model.groups_of.get(l.index()) {
                    let len = model.groups.get(g as usize).len() as f64;
                    *a += 1.0 / (len * len);
                }
            }
        }
        let phase = (0..model.variables).map(|v| { let l = Lit::positive(v);
            model.placed_by.get(l.index()).len() >= model.placed_by.get((!l).index()).len() }).collect();
        let eligible = (0..model.variables).map(|v| { let l = Lit::positive(v);
            model.placed_by.get(l.index()).len() + model.placed_by.get((!l).index()).len() > 0}).collect();
        Self {
            model,
            grid,
            open,
            trail: Trail::new(model),
            clauses: Clauses::new(2 * model.variables),
            learner: Learner::new(model),
            order: Order::new(activity, t.decay),
            solutions: 0,
            told: 0,
            phase, eligible,
            weight: vec![1.0; model.groups.len()], wstep: 1.0,
            t,
        }
    }

    fn run<W: Watcher>(mut self, watcher: &mut W, found: &mut Found<'_, Grid>) -> Outcome {
        for &(cell, digit) in &self.model.placed { self.grid.set(cell as usize, digit); }
        let mut sincerestart = 0;
        let mut restarts = 0u64;
        let mut next_reduce = self.t.reduce;
        let mut reds = 0;
        let o = loop {
            let conflict = self.trail.propagate(self.model, &mut self.clauses);
            if let Some(conflict) = conflict {
                watcher.leaf(Leaf::DeadEnd);
                let level = Learner::level_of(&self.trail, self.model, &self.clauses, conflict);
                sincerestart += 1;
                if self.t.pick > 0 {
                    let mut bump = |g: u32| self.weight[g as usize] += self.wstep;
                    match conflict {
                        trail::Conflict::None(g) => bump(g),
                        trail::Conflict::Two(a, b) => for &g in self.model.groups_of.get(a.index()) { if self.model.groups.get(g as usize).contains(&b) { bump(g) } },
                        _ => {}
                    }
                    self.wstep /= self.t.gdecay;
                    if self.wstep > 1e50 { self.weight.iter_mut().for_each(|w| *w = w.max(1e-100) * 1e-50); self.wstep *= 1e-50; }
                }
                if self.t.nolearn {
                    self.learner.conflicts += 1;
                    let level = self.trail.depth();
                    if level == 0 { break Outcome::Exhausted; }
                    let choice = self.trail.choices[level as usize - 1].0;
                    self.take_back(level - 1, watcher);
                    self.trail.set(!choice, level - 1, Reason::Visited);
                    continue;
                }
                self.take_back(level, watcher);
                if level == 0 {
                    break Outcome::Exhausted;
                }
                self.learner.learn(self.model, &self.trail, &mut self.clauses, &mut self.order, conflict, level);
                let choice = self.trail.choices[level as usize - 1].0;
                if self.learner.leans_on_visited {
                    self.take_back(level - 1, watcher);
                    self.trail.set(!choice, level - 1, Reason::Visited);
                } else {
                    let glue = self.learner.glue(&self.trail);
                    let clause = &self.learner.clause;
                    let lit = clause[0];
                    let back = clause.get(1).map_or(0, |&lit| self.trail.level(lit));
                    let reason = if clause.len() > 1 {
                        Reason::Clause(self.clauses.add(clause, glue, self.learner.conflicts()))
                    } else {
                        Reason::None
                    };
                    let to = if self.t.cb { level - 1 } else { back };
                    self.take_back(to, watcher);
                    self.trail.set(lit, back, reason);
                }
                if !watcher.enter() {
                    break Outcome::BudgetSpent;
                }
                if self.learner.conflicts() >= next_reduce {
                    reds += 1;
                    next_reduce += self.t.reduce + 300 * reds;
                    self.reduce();
                    if self.t.stats { eprintln!("conf {} level0 {} clauses {} depth {}", self.learner.conflicts(), self.trail.lits.iter().filter(|&&l| self.trail.level(l)==0).count(), self.clauses.len(), self.trail.depth()); }
                }
                if self.t.restart > 0 && sincerestart >= self.t.restart * luby(restarts) {
                    restarts += 1;
                    sincerestart = 0;
                    self.take_back(0, watcher);
                }
                continue;
            }
            if let Some(lit) = self.pick() {
                if W::COUNTING {
                    watcher.fork();
                }
                self.trail.choose(lit);
                watcher.depth(self.trail.depth() as usize);
                if !watcher.enter() {
                    break Outcome::BudgetSpent;
                }
                continue;
            }
            watcher.leaf(Leaf::Solution);
            let mut grid = self.grid.clone();
            for &lit in &self.trail.lits {
                for &(cell, digit) in self.model.placed_by.get(lit.index()) {
                    grid.set(cell as usize, digit);
                }
            }
            if self.t.stats { eprintln!("sol at conflicts {}", self.learner.conflicts()); }
            if found.solution(&grid).is_break() {
                break Outcome::Stopped;
            }
            let level = self.trail.depth();
            if level == 0 {
                break Outcome::Exhausted;
            }
            self.solutions += 1;
            let choice = self.trail.choices[level as usize - 1].0;
            let reason = if self.solutions > BLOCKED {
                Reason::Visited
            } else if level == 1 {
                Reason::None
            } else {
                let clause: Vec<Lit> = self.trail.choices.iter().rev().map(|&(lit, _)| !lit).collect();
                Reason::Clause(self.clauses.add(&clause, 0, 0))
            };
            self.take_back(level - 1, watcher);
            self.trail.set(!choice, level - 1, reason);
            if !watcher.enter() {
                break Outcome::BudgetSpent;
            }
        };
        if self.t.stats {
            eprintln!("conflicts {} restarts {} vars {} cand {} groups {} clauses {} level0 {}", self.learner.conflicts(), restarts, self.model.variables, 0, self.model.groups.len(), self.clauses.len(),
               self.trail.choices.first().map_or(self.trail.lits.len(), |c| c.1));
        }
        o
    }

    fn take_back<W: Watcher>(&mut self, level: u32, _watcher: &mut W) {
        let (order, phase, cands) = (&mut self.order, &mut self.phase, 0);
        let pos = self.t.pos;
        self.trail.back_to(self.model, level, |lit| {
            {
                order.insert(lit.variable());
                if pos & 4 == 4 { phase[lit.variable()] = lit.is_positive(); }
            }
        });
    }

    fn pick(&mut self) -> Option<Lit> {
        loop {
            let v = self.order.pop()?;
            let lit = Lit::positive(v);
            if self.eligible[v] && self.trail.is_free(lit) {
                return Some(if self.phase[v] { lit } else { !lit });
            }
        }
    }

    fn reduce(&mut self) {
        let trail = &mut self.trail;
        let mut locked = std::collections::HashMap::new();
        for &lit in &trail.lits {
            if let Reason::Clause(c) = trail.reason(lit) {
                locked.insert(c.0, lit);
            }
        }
        self.clauses.drop_half(2, |c| locked.contains_key(&c.0), |old, new| {
            if let Some(&lit) = locked.get(&old.0) {
                trail.set_reason(lit, Reason::Clause(new));
            }
        });
    }
}

fn luby(mut i: u64) -> u64 {
    loop {
        let k = 64 - (i + 1).leading_zeros() as u64;
        if i + 1 == (1 << k) - 1 { return 1 << (k - 1); }
        i -= (1 << (k - 1)) - 1;
    }
}
