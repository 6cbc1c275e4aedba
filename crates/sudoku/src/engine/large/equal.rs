//! Merges equal literals into one variable, before the search.
//!
//! In a group of two literals, such as a cell with two candidates or a digit with two places, one literal
//! is the negation of the other. Both become one variable, and so do whole chains of such pairs. Where a
//! group then has the same literal twice, that literal is false; where it has a literal and its negation,
//! all other literals are false. In the terms of human players these are singles, locked candidates and
//! simple colouring.

use super::literal::Lit;
use super::model::Model;
use super::rules::InitialRules;
use crate::engine::lists::Lists;

/// Classes of equal literals, as a union-find structure. Each class has a representative.
struct Equals {
    /// For each variable, a literal equal to it; the variable itself, if it is a representative.
    parent: Vec<Lit>,
    /// For each representative: 1 true, -1 false, 0 unknown.
    value: Vec<i8>,
    /// For each variable, whether it is known to be true, false, or equal to another.
    touched: Vec<bool>,
}

impl Equals {
    fn find(&mut self, lit: Lit) -> Lit {
        let mut root = lit;
        loop {
            let parent = self.parent[root.variable()];
            if parent.variable() == root.variable() {
                break;
            }
            root = if root.is_positive() { parent } else { !parent };
        }
        // Path compression, so that the next search for this literal is short.
        let here = if lit.is_positive() { root } else { !root };
        self.parent[lit.variable()] = here;
        root
    }

    /// The value of a representative: 1 true, -1 false, 0 unknown.
    fn value(&self, lit: Lit) -> i8 {
        let value = self.value[lit.variable()];
        if lit.is_positive() { value } else { -value }
    }

    fn set(&mut self, lit: Lit) {
        self.value[lit.variable()] = if lit.is_positive() { 1 } else { -1 };
        self.touched[lit.variable()] = true;
    }

    /// Makes two representatives negations of each other.
    fn oppose(&mut self, a: Lit, b: Lit) {
        self.parent[b.variable()] = if b.is_positive() { !a } else { a };
        self.touched[b.variable()] = true;
    }
}

/// A group that is shortened in place to its first `len` literals.
struct Group<'a> {
    lits: &'a mut [Lit],
    len: usize,
}

impl Group<'_> {
    fn lits(&self) -> &[Lit] {
        &self.lits[..self.len]
    }

    fn lits_mut(&mut self) -> &mut [Lit] {
        &mut self.lits[..self.len]
    }

    fn retain(&mut self, keep: impl Fn(Lit) -> bool) {
        let mut kept = 0;
        for at in 0..self.len {
            if keep(self.lits[at]) {
                self.lits[kept] = self.lits[at];
                kept += 1;
            }
        }
        self.len = kept;
    }
}

pub(super) enum Unmade {
    Contradictory,
    Stopped,
}

/// The model of these rules, with one variable for each class of equal literals.
pub(super) fn merged(
    mut rules: InitialRules,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Model, Unmade> {
    let variables = rules.variables;
    let parent = (0..variables).map(Lit::positive).collect();
    let mut equals = Equals { parent, value: vec![0; variables], touched: vec![false; variables] };
    // The start and the length of each group. Groups are shortened in place, so only the length changes.
    let Lists { items, starts } = &mut rules.groups;
    let each = starts.windows(2).map(|ends| (ends[0] as usize, (ends[1] - ends[0]) as usize));
    let mut groups: Vec<(usize, usize)> = each.collect();
    loop {
        let mut changed = false;
        let mut sound = true;
        groups.retain_mut(|(start, len)| {
            let mut group = Group { lits: &mut items[*start..][..*len], len: *len };
            let (keep, learnt) = simplify(&mut group, &mut equals, &mut sound);
            changed |= learnt;
            *len = group.len;
            keep
        });
        if !sound {
            return Err(Unmade::Contradictory);
        }
        if !may_go_on() {
            return Err(Unmade::Stopped);
        }
        if !changed {
            break;
        }
    }
    renumbered(&rules, &groups, &mut equals, may_go_on).ok_or(Unmade::Stopped)
}

/// Simplifies a group by all values and equalities known so far. Returns whether the group is still
/// needed, and whether a new value or equality was found.
fn simplify(group: &mut Group<'_>, equals: &mut Equals, sound: &mut bool) -> (bool, bool) {
    let mut learnt = false;
    // The variable of the literal known to be true, or of a literal that the group has with its negation.
    let mut settled = None;
    if group.len > 2 && !group.lits().iter().any(|lit| equals.touched[lit.variable()]) {
        // The group is unchanged since the last time, so it has no variable twice.
        return (true, false);
    }
    for lit in group.lits_mut() {
        *lit = equals.find(*lit);
    }
    group.retain(|lit| equals.value(lit) >= 0);
    group.lits_mut().sort_unstable_by_key(|lit| lit.0);
    let mut at = 0;
    while at + 1 < group.len {
        let (a, b) = (group.lits[at], group.lits[at + 1]);
        if a == b {
            // At most one literal of a group is true, so a literal that occurs twice is false.
            if equals.value(a) > 0 {
                *sound = false;
                return (false, false);
            }
            equals.set(!a);
            learnt = true;
            group.retain(|lit| lit != a);
        } else if a == !b {
            settled = Some(a.variable());
            at += 1;
        } else {
            at += 1;
        }
    }
    for &lit in group.lits() {
        if equals.value(lit) > 0 {
            if settled.is_some_and(|variable| variable != lit.variable()) {
                *sound = false;
                return (false, false);
            }
            settled = Some(lit.variable());
        }
    }
    if let Some(variable) = settled {
        for &lit in group.lits() {
            if lit.variable() != variable {
                if equals.value(lit) > 0 {
                    *sound = false;
                } else if equals.value(lit) == 0 {
                    equals.set(!lit);
                    learnt = true;
                }
            }
        }
        return (false, learnt);
    }
    match *group.lits() {
        [] => {
            *sound = false;
            (false, false)
        }
        [only] => {
            equals.set(only);
            (false, true)
        }
        [a, b] => {
            equals.oppose(a, b);
            (false, true)
        }
        _ => (true, learnt),
    }
}

/// The model of these groups, with its variables numbered anew.
fn renumbered(
    rules: &InitialRules,
    groups: &[(usize, usize)],
    equals: &mut Equals,
    may_go_on: &dyn Fn() -> bool,
) -> Option<Model> {
    const NONE: Lit = Lit(u32::MAX);
    let mut number = vec![NONE; rules.variables];
    let mut variables = 0;
    let mut new_lit = |lit: Lit| {
        let new = &mut number[lit.variable()];
        if *new == NONE {
            *new = Lit::positive(variables);
            variables += 1;
        }
        if lit.is_positive() { *new } else { !*new }
    };
    let mut places = Vec::with_capacity(rules.placements.len());
    let mut placed = Vec::new();
    for (variable, &place) in rules.placements.iter().enumerate() {
        let lit = equals.find(Lit::positive(variable));
        match equals.value(lit) {
            1 => placed.push(place),
            0 => places.push((new_lit(lit), place)),
            _ => {}
        }
    }
    let lits = groups.iter().map(|&(_, len)| len).sum();
    let mut lists = Lists::with_capacity(groups.len(), lits);
    for &(start, len) in groups {
        lists.push(rules.groups.items[start..][..len].iter().map(|&lit| new_lit(lit)));
    }
    // The groups that stand for cells come first. Together they hold each candidate once.
    let cell_groups = groups.partition_point(|&(start, _)| start < rules.placements.len());
    Model::new(variables, lists, cell_groups, &places, placed, may_go_on)
}
