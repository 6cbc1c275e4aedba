//! Rules by which the search chooses the item to branch on.
//!
//! A fixed order of items makes states that are covered from one side, of which many are isomorphic; the item with the fewest
//! options makes fewer dead ends. Which is better depends on the problem, so rules are tried (see [`search`](super::search)).

use std::cmp::Reverse;

use super::super::model::{Model, bits};

/// Binary logarithm of the largest number of sets of items at the front for which [`Rule::of_diagrams`] takes a fixed order. Matchings of the
/// 10x10 torus (23.6) have fewer states in such an order, the Soma cube (29.5) more.
const NARROW: f64 = 24.0;

pub(crate) struct Rule {
    /// By primary item, its rank.
    ranks: Vec<u32>,
    /// Whether items with fewer options come first, and ranks decide among equals.
    fewest_first: bool,
    /// Binary logarithm of the number of sets of items at the front, summed over the order.
    pub(crate) front: f64,
}

impl Rule {
    /// The places of rules among [all](Self::all): the order of the text, and the item with the fewest options.
    pub(super) const TEXT: usize = 0;
    pub(super) const FEWEST: usize = 1;

    /// The item to branch on, of those to be covered.
    pub(crate) fn choose(&self, open: &[u64], sizes: &[u32]) -> usize {
        let key =
            |&item: &usize| (if self.fewest_first { sizes[item] } else { 0 }, self.ranks[item]);
        bits(open).min_by_key(key).expect("some item is to be covered")
    }

    /// The rule for a diagram, which holds every state: the order of the narrowest front if this front has few enough sets of items for
    /// most of them to be states; else fewest options first, which makes fewer states without a solution.
    pub(crate) fn of_diagrams(model: &Model) -> Self {
        let mut rules = Self::all(model);
        let fronts = rules.iter().enumerate().filter(|(_, rule)| !rule.fewest_first);
        let narrowest = fronts.min_by(|(_, a), (_, b)| a.front.total_cmp(&b.front));
        let narrow = narrowest.filter(|(_, rule)| rule.front <= NARROW).map(|(place, _)| place);
        let fewest = rules.iter().position(|rule| rule.fewest_first);
        rules.swap_remove(narrow.or(fewest).expect("there are rules of both kinds"))
    }

    /// The rules to be tried for a problem, the one that is most often the best first.
    pub(crate) fn all(model: &Model) -> Vec<Self> {
        let neighbours = neighbours(model);
        let mut rules = Vec::new();
        Self::add(&mut rules, model, &neighbours, orders_of(model, &neighbours));
        rules.insert(Self::FEWEST, rules[0].fewest_first());
        rules
    }

    /// The rule by which the item with the fewest options is chosen, and ranks decide among equals.
    pub(super) fn fewest_first(&self) -> Self {
        Self { ranks: self.ranks.clone(), fewest_first: true, ..*self }
    }

    /// Adds rules for orders, unless they are there.
    pub(super) fn add(
        rules: &mut Vec<Self>,
        model: &Model,
        neighbours: &[Vec<usize>],
        orders: impl IntoIterator<Item = Vec<usize>>,
    ) {
        for order in orders {
            let mut ranks = vec![0; model.primary];
            order.iter().enumerate().for_each(|(rank, &item)| ranks[item] = rank as u32);
            if rules.iter().all(|rule| rule.ranks != ranks) {
                let front = front(neighbours, &order);
                rules.push(Self { ranks, fewest_first: false, front });
            }
        }
    }
}

/// Orders of the primary items in which few items are at the front: that of the problem, and others that do not depend on it.
pub(in super::super) fn orders(model: &Model) -> [Vec<usize>; 3] {
    orders_of(model, &neighbours(model))
}

fn orders_of(model: &Model, neighbours: &[Vec<usize>]) -> [Vec<usize>; 3] {
    [model.in_order.clone(), narrow(model, neighbours), breadth_first(model, neighbours)]
}

/// By item, the items that share an option with it, itself among them.
pub(super) fn neighbours(model: &Model) -> Vec<Vec<usize>> {
    let words = model.items.div_ceil(64).max(1);
    let mut sets = vec![0u64; model.items * words];
    let mut own = vec![0u64; words];
    for option in 0..model.options() {
        own.fill(0);
        model.entries(option).iter().for_each(|e| own[e.item as usize / 64] |= 1 << (e.item % 64));
        for entry in model.entries(option) {
            let set = &mut sets[entry.item as usize * words..][..words];
            set.iter_mut().zip(&own).for_each(|(set, own)| *set |= own);
        }
    }
    sets.chunks(words).map(|set| bits(set).collect()).collect()
}

/// The order in which the front stays narrow: next comes the item with the fewest neighbours not yet touched, of these the
/// one that was touched first.
fn narrow(model: &Model, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut touched = vec![usize::MAX; model.items];
    // By item, its number of neighbours not yet touched.
    let mut fresh: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let mut left: Vec<usize> = (0..model.primary).collect();
    let mut order = Vec::with_capacity(model.primary);
    while let Some(&item) = left.iter().min_by_key(|&&item| (fresh[item], touched[item], item)) {
        left.retain(|&other| other != item);
        for &neighbour in &neighbours[item] {
            if touched[neighbour] == usize::MAX {
                touched[neighbour] = order.len();
                neighbours[neighbour].iter().for_each(|&x| fresh[x] -= 1);
            }
        }
        order.push(item);
    }
    order
}

/// The order of a breadth-first search from an item with the most neighbours.
fn breadth_first(model: &Model, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; model.items];
    let mut starts: Vec<usize> = (0..model.primary).collect();
    starts.sort_by_key(|&item| Reverse(neighbours[item].len()));
    let mut order = Vec::new();
    for start in starts {
        let mut todo = std::collections::VecDeque::from([start]);
        while let Some(item) = todo.pop_front() {
            if std::mem::replace(&mut seen[item], true) {
                continue;
            }
            order.extend((item < model.primary).then_some(item));
            todo.extend(neighbours[item].iter().filter(|&&x| !seen[x]));
        }
    }
    order
}

/// Binary logarithm of the number of sets of items at the front, summed over the order. The front is made of the items that
/// share an option with an item before a place of the order, and are not before it themselves.
fn front(neighbours: &[Vec<usize>], order: &[usize]) -> f64 {
    let mut touched = vec![false; neighbours.len()];
    let (mut front, mut sets) = (0, 0.0);
    for &item in order {
        for &neighbour in &neighbours[item] {
            front += i32::from(!std::mem::replace(&mut touched[neighbour], true));
        }
        front -= 1;
        sets += f64::from(front).exp2();
    }
    sets.log2()
}
