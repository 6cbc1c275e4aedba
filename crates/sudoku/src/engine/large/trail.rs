//! What is true, since which level, and why; and what follows from it.
//!
//! Levels are choices open. A literal belongs to the level its reasons stand on, which may be
//! lower than the newest one: so it stays when only newer choices are taken back (*chronological
//! backtracking*: Nadel and Ryvchin, SAT 2018; Möhle and Biere, SAT 2019).

use super::clauses::{ClauseId, Clauses, Watched};
use super::model::{Lit, Model};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was chosen, or it is true without condition.
    None,
    /// That literal is true, and of a group with both only one can be.
    Instead(Lit),
    /// All others of the group are false.
    Last(u32),
    /// All others of the clause are false.
    Clause(ClauseId),
    /// All solutions with the choices up to this literal's level and the one after were visited.
    Visited,
}

/// Why things cannot be as they are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// Two literals of one group are true.
    Two(Lit, Lit),
    /// No literal of the group is true.
    None(u32),
    /// Nor is one of the clause.
    Clause(ClauseId),
}

/// Since which level a variable has its value, and why.
#[derive(Clone, Copy)]
struct Since {
    level: u32,
    reason: Reason,
}

/// The literals of a group whose being false was not yet drawn on.
#[derive(Clone, Copy)]
pub(super) struct Left {
    count: u32,
    /// The exclusive or of their numbers: when one is left, its number.
    mix: u32,
}

impl Left {
    fn of(group: &[Lit]) -> Self {
        Self { count: group.len() as u32, mix: group.iter().fold(0, |mix, lit| mix ^ lit.0) }
    }
}

/// All literals that are true, in the order they became so.
pub(super) struct Trail {
    /// Of each literal: 1 true, -1 false, 0 free.
    value: Vec<i8>,
    since: Vec<Since>,
    pub(super) lits: Vec<Lit>,
    /// The choices open, and how long the trail was before each.
    pub(super) choices: Vec<(Lit, usize)>,
    /// How much of the trail has had its consequences drawn.
    drawn: usize,
    /// What is left of each group.
    pub(super) left: Vec<Left>,
    kept: Vec<Lit>,
}

impl Trail {
    pub(super) fn new(model: &Model) -> Self {
        Self {
            value: vec![0; 2 * model.variables],
            since: vec![Since { level: 0, reason: Reason::None }; model.variables],
            lits: Vec::with_capacity(model.variables),
            choices: Vec::new(),
            drawn: 0,
            left: (0..model.groups.len()).map(|group| Left::of(model.groups.get(group))).collect(),
            kept: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.value[lit.index()] > 0
    }
    #[inline]
    pub(super) fn is_false(&self, lit: Lit) -> bool {
        self.value[lit.index()] < 0
    }
    #[inline]
    pub(super) fn is_free(&self, lit: Lit) -> bool {
        self.value[lit.index()] == 0
    }
    /// The level of a literal that is true or false.
    #[inline]
    pub(super) fn level(&self, lit: Lit) -> u32 {
        self.since[lit.variable()].level
    }
    pub(super) fn reason(&self, lit: Lit) -> Reason {
        self.since[lit.variable()].reason
    }
    pub(super) fn set_reason(&mut self, lit: Lit, reason: Reason) {
        self.since[lit.variable()].reason = reason;
    }
    /// How many choices are open.
    pub(super) fn depth(&self) -> u32 {
        self.choices.len() as u32
    }

    /// Makes a free literal true.
    #[inline]
    pub(super) fn set(&mut self, lit: Lit, level: u32, reason: Reason) {
        debug_assert!(self.is_free(lit));
        self.value[lit.index()] = 1;
        self.value[(!lit).index()] = -1;
        self.since[lit.variable()] = Since { level, reason };
        self.lits.push(lit);
    }

    /// Makes a choice.
    pub(super) fn choose(&mut self, lit: Lit) {
        self.choices.push((lit, self.lits.len()));
        self.set(lit, self.depth(), Reason::None);
    }

    /// Takes back all choices above a level; `freed` is told of each literal that goes.
    pub(super) fn back_to(&mut self, model: &Model, level: u32, mut freed: impl FnMut(Lit)) {
        if self.depth() <= level {
            return;
        }
        let start = self.choices[level as usize].1;
        self.choices.truncate(level as usize);
        for at in start..self.lits.len() {
            let lit = self.lits[at];
            if at < self.drawn {
                for &group in model.groups_of.get((!lit).index()) {
                    let left = &mut self.left[group as usize];
                    left.count += 1;
                    left.mix ^= (!lit).0;
                }
            }
            if self.level(lit) <= level {
                self.kept.push(lit);
            } else {
                self.value[lit.index()] = 0;
                self.value[(!lit).index()] = 0;
                freed(lit);
            }
        }
        self.lits.truncate(start);
        self.lits.append(&mut self.kept);
        self.drawn = self.drawn.min(start);
    }

    /// Draws all consequences.
    pub(super) fn propagate(&mut self, model: &Model, clauses: &mut Clauses) -> Option<Conflict> {
        while let Some(&lit) = self.lits.get(self.drawn) {
            self.drawn += 1;
            if let Some(conflict) = self.draw_from_groups(model, lit) {
                return Some(conflict);
            }
            if let Some(conflict) = self.draw_from_clauses(clauses, !lit) {
                return Some(conflict);
            }
        }
        None
    }

    fn draw_from_groups(&mut self, model: &Model, lit: Lit) -> Option<Conflict> {
        let level = self.level(lit);
        let mut conflict = None;
        for &group in model.groups_of.get((!lit).index()) {
            let left = &mut self.left[group as usize];
            left.count -= 1;
            left.mix ^= (!lit).0;
            // All groups lose the literal, whatever comes of it: taking it back gives it to all.
            if left.count <= 1 && conflict.is_none() {
                let last = Lit(left.mix);
                if left.count == 0 || self.is_false(last) {
                    conflict = Some(Conflict::None(group));
                } else if self.is_free(last) {
                    // No literal stands above the newest level.
                    let level = if level == self.depth() { level } else { self.highest(model, group) };
                    self.set(last, level, Reason::Last(group));
                }
            }
        }
        if conflict.is_some() {
            return conflict;
        }
        for &group in model.groups_of.get(lit.index()) {
            for &other in model.groups.get(group as usize) {
                let value = self.value[other.index()];
                if value == 0 {
                    self.set(!other, level, Reason::Instead(lit));
                } else if value > 0 && other != lit {
                    return Some(Conflict::Two(lit, other));
                }
            }
        }
        None
    }

    /// The highest level of the literals of a group that are false.
    fn highest(&self, model: &Model, group: u32) -> u32 {
        let lits = model.groups.get(group as usize).iter();
        lits.filter(|&&lit| self.is_false(lit)).map(|&lit| self.level(lit)).max().unwrap_or(0)
    }

    fn draw_from_clauses(&mut self, clauses: &mut Clauses, lit: Lit) -> Option<Conflict> {
        if clauses.watches[lit.index()].is_empty() {
            return None;
        }
        let mut watches = std::mem::take(&mut clauses.watches[lit.index()]);
        let level = self.level(lit);
        let mut kept = 0;
        let mut at = 0;
        let mut conflict = None;
        'clauses: while at < watches.len() {
            let watched = watches[at];
            at += 1;
            if self.is_true(watched.blocker) {
                watches[kept] = watched;
                kept += 1;
                continue;
            }
            let clause = watched.clause;
            if clauses.lit(clause, 0) == lit {
                clauses.swap(clause, 0, 1);
            }
            let first = clauses.lit(clause, 0);
            let again = Watched { clause, blocker: first };
            if first != watched.blocker && self.is_true(first) {
                watches[kept] = again;
                kept += 1;
                continue;
            }
            for other in 2..clauses.len_of(clause) {
                let candidate = clauses.lit(clause, other);
                if !self.is_false(candidate) {
                    clauses.swap(clause, 1, other);
                    clauses.watches[candidate.index()].push(again);
                    continue 'clauses;
                }
            }
            watches[kept] = again;
            kept += 1;
            if self.is_false(first) {
                conflict = Some(Conflict::Clause(clause));
                break;
            }
            let level = if level == self.depth() {
                level
            } else {
                let others = clauses.lits(clause).skip(1).map(|lit| self.level(lit));
                others.max().expect("a clause has two literals or more")
            };
            self.set(first, level, Reason::Clause(clause));
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        clauses.watches[lit.index()] = watches;
        conflict
    }

    /// Calls `f` with the literals, all true, from which a true literal follows.
    pub(super) fn antecedents(
        &self,
        model: &Model,
        clauses: &Clauses,
        lit: Lit,
        mut f: impl FnMut(Lit),
    ) {
        match self.reason(lit) {
            Reason::None => {}
            Reason::Instead(other) => f(other),
            Reason::Last(group) => {
                for &other in model.groups.get(group as usize) {
                    if other != lit {
                        f(!other);
                    }
                }
            }
            Reason::Clause(clause) => {
                for other in clauses.lits(clause).skip(1) {
                    f(!other);
                }
            }
            Reason::Visited => {
                for &(choice, _) in &self.choices[..self.level(lit) as usize] {
                    f(choice);
                }
            }
        }
    }
}
