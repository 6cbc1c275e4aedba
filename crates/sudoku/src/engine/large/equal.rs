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
    }
}

/// The model of these rules, with one variable for all literals known to be equal; `None` if
/// they contradict each other.
pub(super) fn merged(rules: &Rules) -> Option<Model> {
    let parent = (0..rules.variables).map(Lit::positive).collect();
    let mut equals = Equals { parent, value: vec![0; rules.variables] };
    let mut groups: Vec<Vec<Lit>> =
        (0..rules.groups.len()).map(|group| rules.groups.get(group).to_vec()).collect();
    loop {
        let mut changed = false;
        let mut sound = true;
        groups.retain_mut(|group| {
            let (keep, learnt) = simplify(group, &mut equals, &mut sound);
            changed |= learnt;
            keep
        });
        if !sound {
            return None;
        }
        if !changed {
            break;
        }
    }
    Some(renumbered(rules, &groups, &mut equals))
}

/// Puts into a group what is known by now. Says whether the group still has something to say, and
/// whether something new is known.
fn simplify(group: &mut Vec<Lit>, equals: &mut Equals, sound: &mut bool) -> (bool, bool) {
    let mut learnt = false;
    // The literal that is known to be the true one, or two of which one is.
    let mut settled = None;
    for lit in group.iter_mut() {
        *lit = equals.find(*lit);
    }
    group.retain(|&lit| equals.value(lit) >= 0);
    group.sort_unstable_by_key(|lit| lit.0);
    let mut at = 0;
    while at + 1 < group.len() {
        let (a, b) = (group[at], group[at + 1]);
        if a == b {
            // Both or none, but two are too many.
            if equals.value(a) > 0 {
                *sound = false;
                return (false, false);
            }
            equals.set(!a);
            learnt = true;
            group.retain(|&lit| lit != a);
        } else if a == !b {
            settled = Some(a.variable());
            at += 1;
        } else {
            at += 1;
        }
    }
    for &lit in group.iter() {
        if equals.value(lit) > 0 {
            if settled.is_some_and(|variable| variable != lit.variable()) {
                *sound = false;
                return (false, false);
            }
            settled = Some(lit.variable());
        }
    }
    if let Some(variable) = settled {
        for &lit in group.iter() {
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
    match group[..] {
        [] => {
            *sound = false;
            (false, false)
        }
        [only] => {
            equals.set(only);
            (false, true)
        }
        [a, b] => {
            // a = not b
            equals.parent[b.variable()] = if b.is_positive() { !a } else { a };
            (false, true)
        }
        _ => (true, learnt),
    }
}

fn renumbered(rules: &Rules, groups: &[Vec<Lit>], equals: &mut Equals) -> Model {
    let mut number = vec![None; rules.variables];
    let mut variables = 0;
    let mut new_lit = |lit: Lit| {
        let new = *number[lit.variable()].get_or_insert_with(|| {
            variables += 1;
            Lit::positive(variables - 1)
        });
        if lit.is_positive() { new } else { !new }
    };
    let mut places = Vec::new();
    let mut placed = Vec::new();
    for (variable, &place) in rules.placements.iter().enumerate() {
        let lit = equals.find(Lit::positive(variable));
        match equals.value(lit) {
            1 => placed.push(place),
            0 => places.push((new_lit(lit), place)),
            _ => {}
        }
    }
    let mut lists = Lists::new();
    for group in groups {
        lists.push(group.iter().map(|&lit| new_lit(lit)));
    }
    Model::new(variables, lists, &places, placed)
}
