//! The trail: the literals that are true, with their levels and reasons, and their propagation.
//!
//! A level is the number of choices open. A literal belongs to the highest level among its reasons,
//! which may be lower than the newest level. It stays true when only newer choices are taken back
//! (*chronological backtracking*: Nadel and Ryvchin, SAT 2018; Möhle and Biere, SAT 2019).

use super::clauses::{ClauseId, Clauses, Watched};
use super::literal::Lit;
use super::model::Model;
use super::remaining::{self, GroupUpdate, Remaining};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The literal was chosen, or is true without any choice.
    None,
    /// The given literal is true, so the negation of this literal, which is in a group with it, is false.
    Instead(Lit),
    /// All other literals of the group are false.
    Last(u32),
    /// All other literals of the clause are false.
    Clause(ClauseId),
    /// All solutions under the choices up to this literal's level and the negation of this literal
    /// were visited.
    Visited,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// Two literals of one group are true.
    Two(Lit, Lit),
    /// No literal of the group is true.
    None(u32),
    /// No literal of the clause is true.
    Clause(ClauseId),
}

/// The values of literals, with levels and reasons.
struct Assignment {
    /// For each literal: 1 if it is true, -1 if it is false, 0 if free.
    value: Vec<i8>,
    /// For each variable, the level and the reason of its value. In two vectors, because levels are
    /// read more often.
    level: Vec<u32>,
    reason: Vec<Reason>,
    /// The first `len` items are the true literals, in the order in which they became true. After
    /// them is room for both literals of each free variable, and one more.
    lits: Vec<Lit>,
    len: usize,
}

impl Assignment {
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

    /// Makes the literals true that `lit` implies. Returns a conflict if one of them is false.
    #[inline]
    fn set_implied(&mut self, implied: &[Lit], lit: Lit, level: u32) -> Option<Conflict> {
        // Which literals are new is unpredictable, so the loop has no branch for it.
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

/// The true literals and the open choices.
pub(super) struct Trail {
    known: Assignment,
    /// The open choices, each with the length of the trail before it.
    pub(super) choices: Vec<(Lit, usize)>,
    /// The number of literals on the trail whose consequences were drawn.
    drawn: usize,
    remaining: Vec<Remaining>,
}

impl Trail {
    pub(super) fn new(model: &Model) -> Self {
        Self {
            known: Assignment {
                value: vec![0; 2 * model.variables],
                level: vec![0; model.variables],
                reason: vec![Reason::None; model.variables],
                lits: vec![Lit(0); 2 * model.variables + 1],
                len: 0,
            },
            choices: Vec::new(),
            drawn: 0,
            remaining: remaining::of_all(&model.groups),
        }
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.known.lits[..self.known.len]
    }
    pub(super) fn is_free(&self, lit: Lit) -> bool {
        self.known.value(lit) == 0
    }
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
    /// The number of literals remaining in the smallest group in which a literal stands.
    pub(super) fn fewest_remaining(&self, model: &Model, lit: Lit) -> u32 {
        let groups = model.groups_of.get(lit.index()).iter();
        groups.map(|&group| self.remaining[group as usize].number()).min().unwrap_or(1)
    }
    /// The first preferred candidate of the first cell with the fewest candidates, or its first
    /// candidate if none is preferred.
    pub(super) fn pick_by_room(
        &self,
        model: &Model,
        is_preferred: impl Fn(Lit) -> bool,
    ) -> Option<Lit> {
        let cells = self.remaining[..model.cell_groups].iter().enumerate();
        let open = cells.filter(|(_, remaining)| !remaining.is_settled());
        let (group, _) = open.min_by_key(|(_, remaining)| remaining.number())?;
        let free = || model.groups.get(group).iter().copied().filter(|&lit| self.is_free(lit));
        free().find(|&lit| is_preferred(lit)).or_else(|| free().next())
    }
    pub(super) fn set(&mut self, lit: Lit, level: u32, reason: Reason) {
        self.known.set(lit, level, reason);
    }
    pub(super) fn drawn(&self) -> usize {
        self.drawn
    }
    pub(super) fn depth(&self) -> u32 {
        self.choices.len() as u32
    }

    pub(super) fn choose(&mut self, lit: Lit) {
        self.choices.push((lit, self.known.len));
        self.set(lit, self.depth(), Reason::None);
    }

    /// Takes back all choices above a level, and calls `freed` with each literal that becomes free.
    pub(super) fn back_to(&mut self, model: &Model, level: u32, mut freed: impl FnMut(Lit)) {
        if self.depth() <= level {
            return;
        }
        let start = self.choices[level as usize].1;
        self.choices.truncate(level as usize);
        let known = &mut self.known;
        for &lit in &known.lits[start..self.drawn.max(start)] {
            for &update in model.updates.get(lit.index()).iter().flatten() {
                self.remaining[update.group() as usize].undo(update, lit);
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

    pub(super) fn propagate(&mut self, model: &Model, clauses: &mut Clauses) -> Option<Conflict> {
        let depth = self.depth();
        let (known, remaining) = (&mut self.known, &mut self.remaining[..]);
        while self.drawn < known.len {
            let lit = known.lits[self.drawn];
            self.drawn += 1;
            let conflict = draw_from_groups(known, remaining, model, lit, depth);
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
            // No clause is learnt on a level with a visited literal.
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

/// Makes true what follows within the groups of a literal that became true.
fn draw_from_groups(
    known: &mut Assignment,
    remaining: &mut [Remaining],
    model: &Model,
    lit: Lit,
    depth: u32,
) -> Option<Conflict> {
    let level = known.level(lit);
    let mut conflict = None;
    // All groups are updated even after a conflict, because taking the literal back undoes them all.
    for four in model.updates.get(lit.index()) {
        let mut fewest = Remaining::TWO;
        for &update in four {
            let remaining = &mut remaining[update.group() as usize];
            remaining.apply(update, lit);
            fewest = fewest.min(*remaining);
        }
        if fewest == Remaining::TWO {
            continue;
        }
        for group in four.map(GroupUpdate::group) {
            let remaining = remaining[group as usize];
            if remaining >= Remaining::TWO || conflict.is_some() {
                continue;
            }
            let last = remaining.last();
            if remaining.is_empty() || known.value(last) < 0 {
                conflict = Some(Conflict::None(group));
            } else if known.value(last) == 0 {
                // If the literal just set is on the newest level, no other literal is on a higher one.
                let level = if level == depth { level } else { highest(known, model, group) };
                known.set(last, level, Reason::Last(group));
            }
        }
    }
    conflict.or_else(|| known.set_implied(model.implied.get(lit.index()), lit, level))
}

/// The highest level among the false literals of a group.
fn highest(known: &Assignment, model: &Model, group: u32) -> u32 {
    let lits = model.groups.get(group as usize).iter();
    lits.filter(|&&lit| known.value(lit) < 0).map(|&lit| known.level(lit)).max().unwrap_or(0)
}

/// Makes true what follows from the clauses that watch a literal that became false.
fn draw_from_clauses(
    known: &mut Assignment,
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
        // Which of the two watched literals became false is unpredictable, so this has no branch.
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
