//! Orders after whose items much symmetry is left.
//!
//! The items at the front, each covered or not, make up to 2^n states, where n is their number; symmetries of the sub-problem behind the
//! front take many of these states to each other. So each next item is one after which n, less the binary logarithm of the number of
//! symmetries left, is least. A Latin square begins with a whole row of cells then, or of what corresponds to it, however the square is
//! written down: rows, columns and symbols that no cell has met can still be exchanged.

use std::collections::BTreeMap;

use super::super::model::{Model, bits};
use super::form::FormBuilder;
use super::order::{Rule, neighbours};
use super::state::States;

/// Binary logarithm of the number of symmetries of a problem for which orders are made.
const LEAST_SYMMETRIES: f64 = 6.0;
/// Upper bound on the number of first items that are tried.
const STARTS: usize = 4;
/// Upper bound on the number of kinds of next items, of each of which one item is tried.
const TRIED: usize = 32;
/// Upper bound on the number of next items whose symmetries are looked at: those that leave the narrowest front.
const LOOKED_AT: usize = 4;
/// Upper bound on the number of items of a problem, because the time to find orders grows with its square.
const MOST_ITEMS: usize = 512;
/// Upper bound on the number of sub-problems whose symmetries are looked at; each takes some tens of microseconds.
const MOST_SURVEYS: usize = 1 << 13;

/// Rules by such orders: each order alone, and to decide among the items with the fewest options. They take milliseconds to find.
pub(super) fn rules(model: &Model) -> Vec<Rule> {
    let mut rules = Vec::new();
    let neighbours = neighbours(model);
    Rule::add(&mut rules, model, &neighbours, orders(model, &neighbours));
    let fewest: Vec<Rule> = rules.iter().map(Rule::fewest_first).collect();
    rules.extend(fewest);
    rules
}

/// Orders of the primary items, one for each kind of first item; none if the problem has few symmetries, is too large, or has items
/// with bounds. `neighbours` are, by item, the items that share an option with it.
fn orders(model: &Model, neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    if model.has_multiplicities() || model.items > MOST_ITEMS {
        return Vec::new();
    }
    let mut search = Search::new(model, neighbours);
    let Some((symmetries, cells)) = search.survey(&Left::of_all(model)) else { return Vec::new() };
    if symmetries < LEAST_SYMMETRIES {
        return Vec::new();
    }
    let starts = search.find_kinds(cells);
    // Where there are several kinds of items, those of one kind are mostly apart.
    let ways: &[bool] = if starts.len() == 1 { &[true, false] } else { &[true] };
    let best = |first: usize| {
        let of_way = |&is_apart| search.order(first, is_apart);
        ways.iter().filter_map(of_way).min_by(|(a, _), (b, _)| a.total_cmp(b))
    };
    starts.into_iter().take(STARTS).filter_map(best).map(|(_, order)| order).collect()
}

/// What is left behind the front: options without an item chosen so far, and the primary items that these hold.
#[derive(Clone)]
struct Left {
    options: Vec<u64>,
    open: Vec<u64>,
}

impl Left {
    fn of_all(model: &Model) -> Self {
        let states = States::new(model);
        Self { options: states.options(0).to_vec(), open: states.open(0).to_vec() }
    }

    /// What is left when an item was chosen, too.
    fn after(&self, model: &Model, item: usize) -> Self {
        let mut after = self.clone();
        for (i, word) in model.holders(item, &self.options) {
            after.options[i] &= !word;
        }
        for item in bits(&self.open).filter(|&item| model.size(item, &after.options) == 0) {
            after.open[item / 64] &= !(1 << (item % 64));
        }
        after
    }

    /// The items at the front, those that have lost options and have others: of each, which part of its options is left. `sizes` are the
    /// numbers of all options by item.
    fn shares(&self, model: &Model, sizes: &[u32]) -> impl Iterator<Item = f64> {
        let left =
            sizes.iter().enumerate().map(|(item, &all)| (model.size(item, &self.options), all));
        let is_front = |&(left, all): &(u32, u32)| left > 0 && left < all;
        left.filter(is_front).map(|(left, all)| f64::from(left) / f64::from(all))
    }

    fn front(&self, model: &Model, sizes: &[u32]) -> u32 {
        self.shares(model, sizes).count() as u32
    }

    /// The binary logarithm of the number of states of the front, if an item is covered with the probability that is the part of its options
    /// that are gone, whatever others are.
    fn entropy(&self, model: &Model, sizes: &[u32]) -> f64 {
        let bits = |p: f64| -p * p.log2() - (1.0 - p) * (1.0 - p).log2();
        self.shares(model, sizes).map(bits).sum()
    }
}

/// A candidate for the next item, and what it leaves.
struct Next {
    item: usize,
    front: u32,
    left: Left,
}

struct Search<'m> {
    model: &'m Model,
    forms: FormBuilder,
    /// Number of sub-problems whose symmetries were looked at.
    surveys: usize,
    /// By item, the number of its options, the items that share one with it, and its kind: what refinement and the front after it tell apart.
    sizes: Vec<u32>,
    neighbours: &'m [Vec<usize>],
    kinds: Vec<(u32, u16)>,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model, neighbours: &'m [Vec<usize>]) -> Self {
        let options = Left::of_all(model).options;
        let sizes = (0..model.items).map(|item| model.size(item, &options)).collect();
        let (forms, kinds) = (FormBuilder::new(model), vec![(0, 0); model.items]);
        Self { model, forms, surveys: 0, sizes, neighbours, kinds }
    }

    /// Finds the kinds of the items, which have these cells. Returns an item of each kind.
    fn find_kinds(&mut self, cells: Vec<(u16, usize)>) -> Vec<usize> {
        let all = Left::of_all(self.model);
        let mut starts = BTreeMap::new();
        for (cell, item) in cells {
            let front = all.after(self.model, item).front(self.model, &self.sizes);
            self.kinds[item] = (front, cell);
            starts.entry(self.kinds[item]).or_insert(item);
        }
        starts.into_values().collect()
    }

    /// What [`FormBuilder::survey`] returns, with the items in the order of their cells; `None` if too much was looked at.
    fn survey(&mut self, left: &Left) -> Option<(f64, Vec<(u16, usize)>)> {
        self.surveys += 1;
        if self.surveys > MOST_SURVEYS {
            return None;
        }
        let (symmetries, mut cells) = self.forms.survey(self.model, &left.options, &left.open)?;
        cells.sort_unstable();
        Some((symmetries, cells))
    }

    /// The order that begins with an item, and the binary logarithm of an estimate of the number of classes of states of all its layers. If
    /// `is_apart`, items of the kind of the first come before others, and of these those that share no option with an item before them.
    fn order(&mut self, first: usize, is_apart: bool) -> Option<(f64, Vec<usize>)> {
        let model = self.model;
        let mut is_near = vec![false; model.items];
        let (mut order, mut classes) = (Vec::new(), 0.0);
        let mut left = Left::of_all(model);
        let mut candidates = vec![(0, first)];
        while !candidates.is_empty() {
            if is_apart {
                let is_apart = |item: usize| !is_near[item];
                let is_of_kind = |item: usize| self.kinds[item] == self.kinds[first];
                prefer(&mut candidates, is_of_kind);
                prefer(&mut candidates, is_apart);
            }
            candidates.dedup_by_key(|&mut (cell, _)| cell);
            candidates.truncate(TRIED);
            let next = |&(_, item): &(u16, usize)| {
                let left = left.after(model, item);
                Next { item, front: left.front(model, &self.sizes), left }
            };
            let mut nexts: Vec<Next> = candidates.iter().map(next).collect();
            nexts.sort_by_key(|next| next.front);
            nexts.truncate(LOOKED_AT);
            let (mut best, mut least) = (None, f64::INFINITY);
            for next in nexts {
                let (symmetries, cells) = self.survey(&next.left)?;
                let bits = f64::from(next.front) - symmetries;
                if bits < least {
                    (best, least) = (Some((next, cells)), bits);
                }
            }
            let (next, cells) = best?;
            classes +=
                (least - f64::from(next.front) + next.left.entropy(model, &self.sizes)).exp2();
            order.push(next.item);
            self.neighbours[next.item].iter().for_each(|&item| is_near[item] = true);
            let is_closed = |&item: &usize| {
                item != next.item && next.left.open[item / 64] >> (item % 64) & 1 == 0
            };
            order.extend(bits(&left.open).filter(is_closed));
            (left, candidates) = (next.left, cells);
        }
        Some((classes.log2(), order))
    }
}

/// Keeps the candidates that have a property, if there are any.
fn prefer(candidates: &mut Vec<(u16, usize)>, has: impl Fn(usize) -> bool) {
    if candidates.iter().any(|&(_, item)| has(item)) {
        candidates.retain(|&(_, item)| has(item));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;
    use crate::isomorph::{Part, isomorph};
    use crate::random::Stream;

    #[test]
    fn the_rows_of_a_latin_square_are_complete_one_after_the_other_in_any_order_of_the_text() {
        for seed in 0..4 {
            let latin = family::build("latin:5").unwrap();
            let model = Model::new(&isomorph(&latin, &Part::ORDER, &mut Stream::new(seed, 0)));
            let orders = orders(&model, &neighbours(&model));
            let [order] = &orders[..] else { panic!("all items are of one kind: {orders:?}") };
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..75));
            // Five items close five others: each option that holds one of the latter holds one of the former.
            let (first, closed) = order[..10].split_at(5);
            for &item in closed {
                let options = (0..model.options()).filter(|&option| holds(&model, option, item));
                for option in options {
                    assert!(first.iter().any(|&item| holds(&model, option, item)), "{order:?}");
                }
            }
        }
    }

    fn holds(model: &Model, option: usize, item: usize) -> bool {
        model.entries(option).iter().any(|entry| usize::from(entry.item) == item)
    }

    #[test]
    fn a_problem_with_few_symmetries_has_no_such_orders() {
        let queens = family::build("queens:8").unwrap();
        let model = Model::new(&queens);
        assert_eq!(orders(&model, &neighbours(&model)), Vec::<Vec<usize>>::new());
    }
}
