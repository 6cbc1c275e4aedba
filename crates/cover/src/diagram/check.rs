//! Checks that every solution of a shape is a solution of the problem, and that none is there twice.
//!
//! For each node it is found which items its solutions use, and in which colour. All solutions of a node must cover the same
//! primary items; options and children of an alternative may share no item but a secondary one, in one colour. Alternatives must begin
//! with different options that hold one item. That no solution is missing cannot be checked without a search.
//!
//! Items with bounds are checked by other rules (`check/several.rs`).

mod several;

use self::several::Several;
use super::shape::Shape;
use crate::problem::{Bounds, OptionId, Problem};

/// The use of an item: 0 without a colour, the number of the colour plus 1, or [`SEVERAL`].
type Use = u32;

/// Different solutions use the item in different ways.
const SEVERAL: Use = u32::MAX;

/// The items used, in order, so primary ones come first.
type Uses = Vec<(u32, Use)>;

/// A node, one of its alternatives if it is to blame, and what is wrong.
type Wrong = (usize, Option<usize>, String);

pub(super) fn check(problem: &Problem, shape: &Shape) -> Result<(), Wrong> {
    let last_uses = shape.last_uses();
    let unused = last_uses
        .iter()
        .find(|&&(by, node)| by as usize == shape.len() && node as usize != shape.root());
    if let Some(&(_, node)) = unused {
        return Err((
            node as usize,
            None,
            "found a node that no other node has as a child".to_owned(),
        ));
    }
    let mut ended = last_uses.iter().peekable();
    let mut nodes: Vec<Uses> = Vec::with_capacity(shape.len());
    let mut several = Several::new(problem);
    for node in 0..shape.len() {
        let name =
            |item: u32| problem.item_name(problem.item_ids().nth(item as usize).expect("an item"));
        let mut all: Option<Uses> = None;
        match &mut several {
            Some(several) => several.add(shape, node)?,
            None => branches(problem, shape, node)?,
        }
        for alternative in shape.alternatives_of(node) {
            let wrong = |what| (node, Some(alternative), what);
            let mut options = shape.options(alternative).iter();
            if let Some(option) = options.find(|&&option| !problem.is_choosable(option)) {
                let number = option.index() + 1;
                return Err(wrong(format!(
                    "found option {number}, which covers no primary item; expected options that cover one"
                )));
            }
            let options = shape.options(alternative).iter();
            let parts = options.map(|&option| uses_of(problem, option));
            let children =
                shape.children(alternative).iter().map(|&child| nodes[child as usize].clone());
            let mut own = Uses::new();
            for part in parts.chain(children) {
                let clash = |item| {
                    wrong(format!("found item `{}` covered twice; expected once", name(item)))
                };
                own = joined(&own, &part, |one, other| {
                    (one == other && one > 0 && one < SEVERAL).then_some(one)
                })
                .map_err(clash)?;
            }
            let merge = |one, other| Some(if one == other { one } else { SEVERAL });
            all = Some(match all {
                None => own,
                Some(all) => {
                    let mut odd = primary(problem, &all).zip(primary(problem, &own));
                    let odd =
                        odd.find(|(one, other)| one != other).map(|(one, other)| one.min(other));
                    let (one, other) =
                        (primary(problem, &all).count(), primary(problem, &own).count());
                    let behind =
                        primary(problem, &all).chain(primary(problem, &own)).nth(one.min(other));
                    if let Some(item) = odd.or(behind.filter(|_| one != other)) {
                        let what = format!(
                            "found alternatives of which only some cover item `{}`; expected all to cover the same primary items",
                            name(item)
                        );
                        return Err(wrong(what));
                    }
                    joined(&all, &own, merge).expect("any two uses can be merged")
                }
            });
        }
        let all = all.unwrap_or_default();
        let is_root = node == shape.root();
        let is_empty = shape.alternatives_of(node).is_empty();
        if is_empty && shape.len() > 1 {
            return Err((
                node,
                None,
                "found a node without solutions; expected one that is the only node".to_owned(),
            ));
        }
        if is_root && !is_empty {
            let covered: Vec<u32> = primary(problem, &all).collect();
            if let Some(item) = once(problem).find(|item| covered.binary_search(item).is_err()) {
                let what = format!(
                    "found item `{}` covered in no solution; expected it in each",
                    name(item)
                );
                return Err((node, None, what));
            }
            several.iter().try_for_each(Several::check_bounds)?;
        }
        nodes.push(all);
        while let Some(&(_, child)) = ended.next_if(|(by, _)| *by as usize == node) {
            nodes[child as usize] = Uses::new();
            if let Some(several) = &mut several {
                several.forget(child as usize);
            }
        }
    }
    Ok(())
}

fn once(problem: &Problem) -> impl Iterator<Item = u32> + '_ {
    let items = problem.item_ids();
    items.filter(|&item| problem.bounds(item) == Some(Bounds::ONCE)).map(|item| item.0)
}

/// Checks that the alternatives of a node begin with different options that hold one primary item.
fn branches(problem: &Problem, shape: &Shape, node: usize) -> Result<(), Wrong> {
    let alternatives = shape.alternatives_of(node);
    if alternatives.len() < 2 {
        return Ok(());
    }
    let mut items: Option<Vec<u32>> = None;
    let mut firsts = Vec::new();
    for alternative in alternatives {
        let wrong = |what: &str| (node, Some(alternative), what.to_owned());
        let &first = shape.options(alternative).first().ok_or_else(|| {
            wrong("found an alternative without an option; expected one, because there are others")
        })?;
        firsts.push(first);
        let own = uses_of(problem, first);
        let holds = |item: &u32| own.binary_search_by_key(item, |(item, _)| *item).is_ok();
        let all = items.unwrap_or_else(|| primary(problem, &own).collect());
        let left: Vec<u32> = all.into_iter().filter(holds).collect();
        if left.is_empty() {
            return Err(wrong(
                "found an alternative whose first option shares no primary item with those of the others; expected one that all hold",
            ));
        }
        items = Some(left);
    }
    firsts.sort_unstable();
    if firsts.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err((
            node,
            None,
            "found two alternatives that begin with the same option; expected different ones"
                .to_owned(),
        ));
    }
    Ok(())
}

/// The uses of the items of an option but those with bounds.
fn uses_of(problem: &Problem, option: OptionId) -> Uses {
    let colour = |entry: &crate::Entry| entry.colour.map_or(0, |colour| colour.0 + 1);
    let entries = problem.option(option).iter();
    let entries = entries.filter(|e| problem.bounds(e.item).is_none_or(|it| it == Bounds::ONCE));
    let mut uses: Uses = entries.map(|entry| (entry.item.0, colour(entry))).collect();
    uses.sort_unstable();
    uses
}

fn primary<'u>(problem: &Problem, uses: &'u Uses) -> impl Iterator<Item = u32> + 'u {
    let primary = problem.primary();
    uses.iter().map(|(item, _)| *item).take_while(move |item| (*item as usize) < primary)
}

/// The items of both, with `both` for items that are in both; the first item for which it gives nothing is the error.
fn joined(one: &Uses, other: &Uses, both: impl Fn(Use, Use) -> Option<Use>) -> Result<Uses, u32> {
    let mut all = Uses::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.iter().copied().peekable(), other.iter().copied().peekable());
    loop {
        let next = match (one.peek(), other.peek()) {
            (None, None) => return Ok(all),
            (Some(a), Some(b)) if a.0 == b.0 => {
                let (item, a, b) = (a.0, a.1, b.1);
                one.next();
                other.next();
                Some((item, both(a, b).ok_or(item)?))
            }
            (Some(a), b) if b.is_none_or(|b| a.0 < b.0) => one.next(),
            _ => other.next(),
        };
        all.extend(next);
    }
}
