//! Before the search: literals that are equal become one.
//!
//! Of a group of two, one literal is the negation of the other: a cell with two candidates, a
//! digit with two places. Both become one variable, and so do whole chains of them, which then
//! are true or false at once. What a group of such literals cannot be is found here too: twice
//! the same literal (it is false), or a literal and its negation (all others are false). In the
//! language of human players these are singles, locked candidates and simple colouring.

use super::model::{Lists, Lit, Model};
use super::rules::Rules;

/// What each literal is equal to.
struct Equals {
    /// Of each variable, a literal it is equal to; itself, if it stands for its class.
    parent: Vec<Lit>,
    /// Of each variable that stands for its class: 1 true, -1 false, 0 not known.
    value: Vec<i8>,
    /// Of each variable, whether it is known to be true, false, or equal to another.
    touched: Vec<bool>,
}

impl Equals {
    /// The literal that stands for this one's class.
    fn find(&mut self, lit: Lit) -> Lit {
        let mut root = lit;
        loop {
            let parent = self.parent[root.variable()];
            if parent.variable() == root.variable() {
                break;
            }
            root = if root.is_positive() { parent } else { !parent };
        }
        // The way there is shortened.
        let here = if lit.is_positive() { root } else { !root };
        self.parent[lit.variable()] = here;
        root
    }

    /// 1 true, -1 false, 0 not known; of a literal that stands for its class.
    fn value(&self, lit: Lit) -> i8 {
        let value = self.value[lit.variable()];
        if lit.is_positive() { value } else { -value }
    }

    fn set(&mut self, lit: Lit) {
        self.value[lit.variable()] = if lit.is_positive() { 1 } else { -1 };
        self.touched[lit.variable()] = true;
    }

    /// Two literals that stand for their classes are negations of each other.
    fn oppose(&mut self, a: Lit, b: Lit) {
        self.parent[b.variable()] = if b.is_positive() { !a } else { a };
        self.touched[b.variable()] = true;
    }
}

/// A group, as it gets shorter.
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

/// The model of these rules, with one variable for all literals known to be equal; `None` if
/// they contradict each other.
pub(super) fn merged(mut rules: Rules) -> Option<Model> {
    let variables = rules.variables;
    let parent = (0..variables).map(Lit::positive).collect();
    let mut equals = Equals { parent, value: vec![0; variables], touched: vec![false; variables] };
    // The groups get shorter where they are.
    let (items, starts) = rules.groups.parts_mut();
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
            return None;
        }
        if !changed {
            break;
        }
    }
    Some(renumbered(&rules, &groups, &mut equals))
}

/// Puts into a group what is known by now. Says whether the group still has something to say, and
/// whether something new is known.
fn simplify(group: &mut Group<'_>, equals: &mut Equals, sound: &mut bool) -> (bool, bool) {
    let mut learnt = false;
    // The literal that is known to be the true one, or two of which one is.
    let mut settled = None;
    if group.len > 2 && !group.lits().iter().any(|lit| equals.touched[lit.variable()]) {
        // As it was left the last time, or made: no variable twice.
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
            // Both or none, but two are too many.
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

/// These groups, of the literals of the rules, and what these place, with new numbers.
fn renumbered(rules: &Rules, groups: &[(usize, usize)], equals: &mut Equals) -> Model {
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
    let items = rules.groups.items();
    for &(start, len) in groups {
        lists.push(items[start..][..len].iter().map(|&lit| new_lit(lit)));
    }
    // Groups of cells came first, and have a literal for each candidate.
    let cell_groups = groups.partition_point(|&(start, _)| start < rules.placements.len());
    Model::new(variables, lists, cell_groups, &places, placed)
}
