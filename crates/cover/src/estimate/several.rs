//! Estimates with multiplicities: random descents in the tree of `bits`, which guess nothing.
//!
//! A descent takes each branch of a node with the same probability, until it meets a solution or a dead end. Its nodes, each divided by the
//! probability of reaching it, add up to the number of nodes of the tree on average, and so do solutions.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", *Mathematics of Computation* 29 (1975).

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::interval::{self, Draw};
use super::plan::Measured;
use super::{Effort, Estimate};
use crate::engine::Bits;
use crate::engine::bits::Table;
use crate::problem::Problem;
use crate::random::Stream;
use crate::search::{Budget, CancelToken, Counters, Outcome, Solver, Unsupported};

/// Share of the cost that the search of the whole tree may take.
const WHOLE: f64 = 0.06;
/// Nodes of the search that take as long as a node of a descent.
const NODES_A_STEP: u64 = 16;
/// Least and greatest number of pairs of descents.
const PAIRS: [usize; 2] = [8, 1 << 18];

/// A node of the tree.
#[derive(Clone)]
struct State {
    /// The options left, as bits.
    active: Vec<u64>,
    /// By item to be covered exactly once, whether it is covered.
    is_covered: Vec<bool>,
    /// Number of items of those that are uncovered.
    left: usize,
    /// By item with bounds: how many options may still cover it.
    bounds: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Kind {
    Solution,
    DeadEnd,
    /// One for each option of an item. All of them are removed.
    Options(usize),
    /// This number of branches: each gives up the options of an item before one of them, and chooses that one; the last one closes the
    /// item instead if it needs no option.
    Several {
        item: usize,
        branches: u32,
        closes: bool,
    },
}

/// By which items with bounds are compared: the number of branches, of those not needed, and of options left.
type Rank = (u32, u32, Reverse<u32>);

struct Tree<'t> {
    table: &'t Table,
    /// The items to be covered exactly once of option `o` are `items[o]`.
    items: Vec<&'t [u16]>,
}

impl<'t> Tree<'t> {
    fn new(table: &'t Table) -> Self {
        Self { table, items: table.all_items().map(|(_, items)| items).collect() }
    }

    fn root(&self) -> State {
        let mut active = vec![0; self.table.words];
        (0..self.items.len()).for_each(|option| active[option / 64] |= 1 << (option % 64));
        let left = self.table.sizes.len();
        let bounds = self.table.bounds.iter().map(|bounds| bounds.high).collect();
        State { active, is_covered: vec![false; left], left, bounds }
    }

    fn options_of(&self, state: &State, item: usize) -> impl Iterator<Item = usize> {
        let (first, holders) = self.table.holders_of(item);
        let words: Vec<u64> =
            holders.iter().zip(&state.active[first..]).map(|(a, b)| a & b).collect();
        words.into_iter().enumerate().flat_map(move |(i, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * (first + i) + bit)
        })
    }

    fn size(&self, state: &State, item: usize) -> u32 {
        let (first, holders) = self.table.holders_of(item);
        holders.iter().zip(&state.active[first..]).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// What the search does at a node; it makes the same choices (`engine/bits/copies.rs`).
    fn kind(&self, state: &State) -> Kind {
        let once = self.table.sizes.len();
        let needs = |place: usize| {
            let of_all = self.table.bounds[place];
            state.bounds[place].saturating_sub(of_all.high - of_all.low)
        };
        let several = 0..state.bounds.len();
        if state.left == 0 && !self.table.has_free_options {
            let is_solution = several.clone().all(|place| needs(place) == 0);
            return if is_solution { Kind::Solution } else { Kind::DeadEnd };
        }
        let open = (0..once).filter(|&item| !state.is_covered[item]);
        let fewest = open.map(|item| (self.size(state, item), item)).min();
        match fewest {
            Some((0, _)) => return Kind::DeadEnd,
            Some((1, item)) => return Kind::Options(item),
            _ => {}
        }
        let mut best: Option<(Rank, usize, u32)> = None;
        for place in several.filter(|&place| state.bounds[place] > 0) {
            let (bound, of_all) = (state.bounds[place], self.table.bounds[place]);
            let (size, need) = (self.size(state, once + place), needs(place));
            if size < need {
                return Kind::DeadEnd;
            }
            let rank = (size + 1 - need, bound.min(of_all.high - of_all.low), Reverse(size));
            if size > 0 && best.is_none_or(|(least, ..)| rank < least) {
                best = Some((rank, place, need));
            }
        }
        match best {
            Some((rank, place, need)) if rank.0 == 1 || fewest.is_none_or(|it| rank.0 < it.0) => {
                let item = once + place;
                if rank.0 > 1 && need == 1 && state.bounds[place] == 1 {
                    return Kind::Options(item);
                }
                Kind::Several { item, branches: rank.0, closes: need == 0 }
            }
            _ => fewest.map_or(Kind::Solution, |(_, item)| Kind::Options(item)),
        }
    }

    /// The nodes below a node, in order.
    fn branches(&self, state: &State, kind: Kind) -> Vec<State> {
        let (item, branches, closes) = match kind {
            Kind::Solution | Kind::DeadEnd => return Vec::new(),
            Kind::Options(item) => {
                let mut without = state.clone();
                self.remove_all(&mut without, item);
                let options = self.options_of(state, item);
                return options.map(|option| self.chosen(&without, option)).collect();
            }
            Kind::Several { item, branches, closes } => (item, branches as usize, closes),
        };
        let mut left = state.clone();
        let mut below = Vec::new();
        for option in self.options_of(state, item).take(branches - usize::from(closes)) {
            // The last option needed is chosen whatever comes after it.
            left.active[option / 64] &= !(1 << (option % 64));
            below.push(self.chosen(&left, option));
        }
        if closes {
            self.remove_all(&mut left, item);
            left.bounds[item - self.table.sizes.len()] = 0;
            below.push(left);
        }
        below
    }

    fn remove_all(&self, state: &mut State, item: usize) {
        let (first, holders) = self.table.holders_of(item);
        state.active[first..].iter_mut().zip(holders).for_each(|(active, held)| *active &= !held);
    }

    fn chosen(&self, state: &State, option: usize) -> State {
        let mut state = state.clone();
        let excluded = self.table.excluded_by(option);
        state.active.iter_mut().zip(excluded).for_each(|(active, gone)| *active &= !gone);
        for &item in self.items[option] {
            state.is_covered[item as usize] = true;
            state.left -= 1;
        }
        for &place in self.table.several(option) {
            state.bounds[place as usize] -= 1;
            if state.bounds[place as usize] == 0 {
                self.remove_all(&mut state, self.table.sizes.len() + place as usize);
            }
        }
        state
    }

    /// A random descent: estimates of the numbers of nodes and of solutions, and the nodes that it met.
    fn descend(&self, stream: &mut Stream) -> ([f64; 2], u64) {
        let (mut nodes, mut weight, mut met) = (0.0, 1.0, 0);
        let mut state = self.root();
        loop {
            nodes += weight;
            met += 1;
            let kind = self.kind(&state);
            let mut below = self.branches(&state, kind);
            if below.is_empty() {
                let solutions = if matches!(kind, Kind::Solution) { weight } else { 0.0 };
                return ([nodes, solutions], met);
            }
            weight *= below.len() as f64;
            state = below.swap_remove(stream.below(below.len()));
        }
    }
}

pub(super) fn estimate(problem: &Problem, effort: &Effort) -> Result<Estimate, Unsupported> {
    #[expect(clippy::cast_sign_loss, reason = "no share is negative")]
    let most = (WHOLE * effort.nodes as f64) as u64;
    let (whole, solutions, is_whole) = search(problem, most, effort.cancel.as_ref())?;
    let mut cost = whole;
    let measured = if is_whole {
        Measured::exact(whole, solutions)
    } else {
        let table = Table::new(problem);
        let tree = Tree::new(&table);
        let mut stream = Stream::new(effort.seed, 0);
        let mut draws: [Vec<[Draw; 2]>; 2] = Default::default();
        let is_cancelled = || effort.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        let [least, most] = PAIRS;
        while draws[0].len() < most
            && (cost < effort.nodes || draws[0].len() < least)
            && !is_cancelled()
        {
            let pair = [tree.descend(&mut stream), tree.descend(&mut stream)];
            cost += pair.iter().map(|(_, met)| met * NODES_A_STEP).sum::<u64>();
            for (quantity, draws) in draws.iter_mut().enumerate() {
                draws.push(
                    pair.map(|(values, _)| Draw { value: values[quantity], given_up: false }),
                );
            }
        }
        let descents = 2 * draws[0].len() as u64;
        if draws[0].len() < 2 {
            Measured::cancelled(whole, solutions)
        } else {
            let [nodes, found] = draws;
            Measured {
                nodes: interval::estimate(&nodes, false, 0, whole),
                solutions: interval::estimate(&found, false, 0, solutions),
                is_exact: false,
                draws: descents,
                given_up: 0,
            }
        }
    };
    Ok(measured.estimate(whole, cost))
}

/// Searches the tree of `bits` from its beginning, and enters at most `most` nodes. Returns their number, that of the solutions among
/// them, and whether that was all.
pub(super) fn search(
    problem: &Problem,
    most: u64,
    cancel: Option<&CancelToken>,
) -> Result<(u64, u64, bool), Unsupported> {
    let budget = Budget { nodes: Some(most), cancel: cancel.cloned(), ..Budget::default() };
    let mut visit = |_: &[_]| ControlFlow::Continue(());
    let ended = Bits.search(problem, &budget, Counters::On, &mut visit)?;
    let nodes = ended.stats.nodes.unwrap_or(0);
    Ok((nodes, ended.stats.solutions, ended.outcome == Outcome::Exhausted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::copied::{random_problem, with_bounds};

    /// The numbers of nodes and of solutions below a node.
    fn counted(tree: &Tree<'_>, state: &State) -> [u64; 2] {
        let kind = tree.kind(state);
        let below = tree.branches(state, kind);
        let own = [1, u64::from(matches!(kind, Kind::Solution))];
        below.iter().map(|state| counted(tree, state)).fold(own, |a, b| [a[0] + b[0], a[1] + b[1]])
    }

    #[test]
    fn the_tree_is_that_of_bits() {
        let mut stream = Stream::new(31, 0);
        let mut tried = 0;
        while tried < if cfg!(miri) { 10 } else { 2_000 } {
            let problem = random_problem(&mut stream);
            let problem = with_bounds(&problem, &mut stream);
            if !problem.has_multiplicities() {
                continue;
            }
            tried += 1;
            let table = Table::new(&problem);
            let tree = Tree::new(&table);
            let [nodes, solutions] = counted(&tree, &tree.root());
            let all = search(&problem, u64::MAX, None).unwrap();
            assert_eq!((nodes, solutions, true), all, "{problem}");
        }
    }

    #[test]
    fn descents_have_the_true_numbers_as_their_means() {
        let mut stream = Stream::new(33, 0);
        let mut tried = 0;
        while tried < 20 {
            let problem = random_problem(&mut stream);
            let problem = with_bounds(&problem, &mut stream);
            let (nodes, solutions, _) = search(&problem, u64::MAX, None).unwrap();
            if !problem.has_multiplicities() || nodes < 20 {
                continue;
            }
            tried += 1;
            let table = Table::new(&problem);
            let tree = Tree::new(&table);
            let number = 4_000;
            let drawn: Vec<[f64; 2]> = (0..number).map(|_| tree.descend(&mut stream).0).collect();
            for (quantity, truth) in [nodes, solutions].into_iter().enumerate() {
                let mean = |of: &dyn Fn(f64) -> f64| {
                    drawn.iter().map(|it| of(it[quantity])).sum::<f64>() / f64::from(number)
                };
                let average = mean(&|value| value);
                let variance = mean(&|value| (value - average).powi(2));
                let error = (variance / f64::from(number)).sqrt();
                let away = (average - truth as f64).abs();
                // Five standard errors; the distribution has a long tail.
                assert!(away <= 5.0 * error + 1e-9, "{average} for {truth}: {problem}");
            }
        }
    }
}
