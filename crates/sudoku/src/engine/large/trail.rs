//! What is true, since which level, and why; and what follows from it.
//!
//! Levels are choices open. A literal belongs to the level its reasons stand on, which may be
//! lower than the newest one: so it stays when only newer choices are taken back (*chronological
//! backtracking*: Nadel and Ryvchin, SAT 2018; Möhle and Biere, SAT 2019).

use super::clauses::{ClauseId, Clauses, Watched};
use super::left::{self, Left, Told};
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

/// The literals that are true.
struct Known {
    /// Of each literal: 1 if it is true, -1 if it is false, 0 if free.
    value: Vec<i8>,
    /// Of each variable: since which level it has its value, and why. Levels are asked for more.
    level: Vec<u32>,
    reason: Vec<Reason>,
    /// The first `len`: in the order they became so. After them is room for both literals of each
    /// variable that is free, and one more.
    lits: Vec<Lit>,
    len: usize,
}

impl Known {
    #[inline]
    fn value(&self, lit: Lit) -> i8 {
        self.value[lit.index()]
    }
    #[inline]
    fn level(&self, lit: Lit) -> u32 {
        self.level[lit.variable()]
    }
    #[inline]
    fn set(&mut self, lit: Lit, level: u32, reason: Reason) {
        debug_assert!(self.value(lit) == 0);
        self.value[lit.index()] = 1;
        self.value[(!lit).index()] = -1;
        self.level[lit.variable()] = level;
        self.reason[lit.variable()] = reason;
        self.lits[self.len] = lit;
        self.len += 1;
    }

    /// A literal is true, so these are. A conflict: one of them is false.
    #[inline]
    fn set_implied(&mut self, implied: &[Lit], lit: Lit, level: u32) -> Option<Conflict> {
        // Which of them are new cannot be foreseen, so there is no branch that asks.
        let (mut len, mut values) = (self.len, 0);
        for &other in implied {
            let value = self.value(other);
            values |= value;
            self.lits[len] = other;
            len += usize::from(value == 0);
        }
        if values < 0 {
            return implied.iter().find_map(|&other| {
                let value = self.value(other);
                if value == 0 {
                    self.set(other, level, Reason::Instead(lit));
                }
                (value < 0).then_some(Conflict::Two(lit, !other))
            });
        }
        for &other in &self.lits[self.len..len] {
            self.value[other.index()] = 1;
            self.value[(!other).index()] = -1;
            self.level[other.variable()] = level;
            self.reason[other.variable()] = Reason::Instead(lit);
        }
        self.len = len;
        None
    }
}

/// What is true, since when and why, and the choices that are open.
pub(super) struct Trail {
    known: Known,
    /// The choices open, and how long the trail was before each.
    pub(super) choices: Vec<(Lit, usize)>,
    /// How much of the trail has had its consequences drawn.
    drawn: usize,
    /// What is left of each group.
    left: Vec<Left>,
}

impl Trail {
    pub(super) fn new(model: &Model) -> Self {
        Self {
            known: Known {
                value: vec![0; 2 * model.variables],
                level: vec![0; model.variables],
                reason: vec![Reason::None; model.variables],
                lits: vec![Lit(0); 2 * model.variables + 1],
                len: 0,
            },
            choices: Vec::new(),
            drawn: 0,
            left: left::of_all(&model.groups),
        }
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.known.lits[..self.known.len]
    }
    pub(super) fn is_free(&self, lit: Lit) -> bool {
        self.known.value(lit) == 0
    }
    /// The level of a literal that is true or false.
    #[inline]
    pub(super) fn level(&self, lit: Lit) -> u32 {
        self.known.level(lit)
    }
    pub(super) fn reason(&self, lit: Lit) -> Reason {
        self.known.reason[lit.variable()]
    }
    pub(super) fn set_reason(&mut self, lit: Lit, reason: Reason) {
        self.known.reason[lit.variable()] = reason;
    }
    /// How many literals are left in the smallest group that a literal stands in.
    pub(super) fn fewest_left(&self, model: &Model, lit: Lit) -> u32 {
        let groups = model.groups_of.get(lit.index()).iter();
        groups.map(|&group| self.left[group as usize].number()).min().unwrap_or(1)
    }
    /// Of the first cell with the fewest candidates the first one that is preferred, or else the
    /// first.
    pub(super) fn pick_by_room(
        &self,
        model: &Model,
        is_preferred: impl Fn(Lit) -> bool,
    ) -> Option<Lit> {
        let cells = self.left[..model.cell_groups].iter().enumerate();
        let open = cells.filter(|(_, left)| !left.is_settled());
        let (group, _) = open.min_by_key(|(_, left)| left.number())?;
        let free = || model.groups.get(group).iter().copied().filter(|&lit| self.is_free(lit));
        free().find(|&lit| is_preferred(lit)).or_else(|| free().next())
    }
    /// Makes a free literal true.
    pub(super) fn set(&mut self, lit: Lit, level: u32, reason: Reason) {
        self.known.set(lit, level, reason);
    }
    /// How many of the literals have had their consequences drawn.
    pub(super) fn drawn(&self) -> usize {
        self.drawn
    }
    /// How many choices are open.
    pub(super) fn depth(&self) -> u32 {
        self.choices.len() as u32
    }

    /// Makes a choice.
    pub(super) fn choose(&mut self, lit: Lit) {
        self.choices.push((lit, self.known.len));
        self.set(lit, self.depth(), Reason::None);
    }

    /// Takes back all choices above a level; `freed` is told of each literal that goes.
    pub(super) fn back_to(&mut self, model: &Model, level: u32, mut freed: impl FnMut(Lit)) {
        if self.depth() <= level {
            return;
        }
        let start = self.choices[level as usize].1;
        self.choices.truncate(level as usize);
        let known = &mut self.known;
        for &lit in &known.lits[start..self.drawn.max(start)] {
            for &told in model.told.get(lit.index()).iter().flatten() {
                self.left[told.group() as usize].forget(told, lit);
            }
        }
        let mut kept = start;
        for at in start..known.len {
            let lit = known.lits[at];
            if known.level(lit) <= level {
                known.lits[kept] = lit;
                kept += 1;
            } else {
                known.value[lit.index()] = 0;
                known.value[(!lit).index()] = 0;
                freed(lit);
            }
        }
        known.len = kept;
        self.drawn = self.drawn.min(start);
    }

    /// Draws all consequences.
    pub(super) fn propagate(&mut self, model: &Model, clauses: &mut Clauses) -> Option<Conflict> {
        let depth = self.depth();
        let (known, left) = (&mut self.known, &mut self.left[..]);
        while self.drawn < known.len {
            let lit = known.lits[self.drawn];
            self.drawn += 1;
            let conflict = draw_from_groups(known, left, model, lit, depth);
            let conflict = conflict.or_else(|| draw_from_clauses(known, clauses, !lit, depth));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
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
            // On a level with the latter nothing is learnt.
            Reason::None | Reason::Visited => {}
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
        }
    }
}

/// What follows within the groups of a literal that became true.
fn draw_from_groups(
    known: &mut Known,
    left: &mut [Left],
    model: &Model,
    lit: Lit,
    depth: u32,
) -> Option<Conflict> {
    let level = known.level(lit);
    let mut conflict = None;
    // All groups hear of it, whatever comes of it: taking it back tells them all.
    for four in model.told.get(lit.index()) {
        let mut fewest = Left::TWO;
        for &told in four {
            let left = &mut left[told.group() as usize];
            left.hear(told, lit);
            fewest = fewest.min(*left);
        }
        if fewest == Left::TWO {
            continue;
        }
        for group in four.map(Told::group) {
            let left = left[group as usize];
            if left >= Left::TWO || conflict.is_some() {
                continue;
            }
            let last = left.last();
            if left.is_empty() || known.value(last) < 0 {
                conflict = Some(Conflict::None(group));
            } else if known.value(last) == 0 {
                // No literal stands above the newest level.
                let level = if level == depth { level } else { highest(known, model, group) };
                known.set(last, level, Reason::Last(group));
            }
        }
    }
    conflict.or_else(|| known.set_implied(model.implied.get(lit.index()), lit, level))
}

/// The highest level of the literals of a group that are false.
fn highest(known: &Known, model: &Model, group: u32) -> u32 {
    let lits = model.groups.get(group as usize).iter();
    lits.filter(|&&lit| known.value(lit) < 0).map(|&lit| known.level(lit)).max().unwrap_or(0)
}

/// What follows from the clauses that watch a literal that became false.
fn draw_from_clauses(
    known: &mut Known,
    clauses: &mut Clauses,
    lit: Lit,
    depth: u32,
) -> Option<Conflict> {
    if !clauses.is_watched[lit.index()] {
        return None;
    }
    let mut watches = std::mem::take(&mut clauses.watches[lit.index()]);
    let level = known.level(lit);
    let (mut kept, mut at) = (0, 0);
    let mut conflict = None;
    'clauses: while at < watches.len() {
        let watched = watches[at];
        at += 1;
        if known.value(watched.blocker) > 0 {
            watches[kept] = watched;
            kept += 1;
            continue;
        }
        let clause = watched.clause;
        let lits = clauses.lits_mut(clause);
        // Which of the two it is cannot be foreseen, so nothing asks.
        let first = Lit(lits[0] ^ lits[1] ^ lit.0);
        (lits[0], lits[1]) = (first.0, lit.0);
        let again = Watched { clause, blocker: first };
        if known.value(first) > 0 {
            watches[kept] = again;
            kept += 1;
            continue;
        }
        for other in 2..lits.len() {
            let candidate = Lit(lits[other]);
            if known.value(candidate) >= 0 {
                lits.swap(1, other);
                clauses.watch(candidate, again);
                continue 'clauses;
            }
        }
        watches[kept] = again;
        kept += 1;
        if known.value(first) < 0 {
            conflict = Some(Conflict::Clause(clause));
            break;
        }
        let level = if level == depth {
            level
        } else {
            lits[1..].iter().map(|&lit| known.level(Lit(lit))).max().unwrap_or(0)
        };
        known.set(first, level, Reason::Clause(clause));
    }
    watches.copy_within(at.., kept);
    watches.truncate(kept + watches.len() - at);
    clauses.is_watched[lit.index()] = !watches.is_empty();
    clauses.watches[lit.index()] = watches;
    conflict
}
