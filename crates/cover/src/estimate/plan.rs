//! The course of an estimate, and how its cost is shared out.

use std::collections::BTreeMap;

use super::draws::{Lots, Rules, SubtreeEstimate, uniform};
use super::interval::{self, Draw};
use super::model::{Features, Logs, Model};
use super::pilot;
use super::top::{Node, Open, Top};
use super::work::Work;
use super::{Blind, Effort, Estimate, Quantity};
use crate::engine::bits::Table;
use crate::random::{Stream, shuffle};

/// Shares of the cost: the search of the whole tree, the top before anything is known, climbs, the top, trial draws.
const WHOLE: f64 = 0.06;
const FIRST_TOP: f64 = 0.04;
const CLIMBS: f64 = 0.12;
const TOP: f64 = 0.3;
const TRIAL: f64 = 0.12;
/// The whole tree is searched if its number of nodes seems to be less than this share of what is left.
const WORTH_WHOLE: f64 = 0.5;
const PATHS: u64 = 32;
/// A subtree of fewer nodes is not opened: beginning a search takes as long as searching some of them.
const SMALLEST: f64 = 200.0;
/// Upper bound on the number of open nodes. With more of them, memory is slow, and the draws hardly become better.
const MOST_OPEN: usize = 20_000;
/// Upper bound on the memory of the nodes above them, in bytes.
const MOST_MEMORY: usize = 128 << 20;
/// Least number of draws. If parts of the tree are too large for so many, draws go further down.
const LEAST_DRAWS: f64 = 64.0;
/// Number of draws that are planned if they go further down.
const DRAWS_DOWN: f64 = 256.0;
/// Upper bound on the number of pairs of draws.
const MOST_PAIRS: usize = 4096;
/// The cost may exceed its limit by this factor before draws are left out.
const OVERDRAWN: f64 = 1.15;

pub(super) struct Measured {
    pub(super) nodes: Quantity,
    pub(super) solutions: Quantity,
    pub(super) is_exact: bool,
    pub(super) draws: u64,
    pub(super) given_up: u64,
}

impl Measured {
    /// The estimate, for which this number of nodes was searched at this cost in nodes.
    pub(super) fn estimate(self, searched: u64, cost: u64) -> Estimate {
        let Self { nodes, solutions, is_exact, draws, given_up } = self;
        Estimate { nodes, solutions, is_exact, draws, given_up, searched, cost }
    }

    pub(super) fn exact(nodes: u64, solutions: u64) -> Self {
        let certain = |number: u64| Quantity {
            value: number as f64,
            low: number as f64,
            high: Some(number as f64),
            seen: number,
            effective_draws: 0.0,
            blind: None,
        };
        let (nodes, solutions) = (certain(nodes), certain(solutions));
        Self { nodes, solutions, is_exact: true, draws: 0, given_up: 0 }
    }

    pub(super) fn cancelled(nodes: u64, solutions: u64) -> Self {
        let unknown = |quantity| Quantity { high: None, blind: Some(Blind::Cancelled), ..quantity };
        let Self { nodes, solutions, .. } = Self::exact(nodes, solutions);
        let (nodes, solutions) = (unknown(nodes), unknown(solutions));
        Self { nodes, solutions, is_exact: false, draws: 0, given_up: 0 }
    }
}

/// Makes the estimate: the top, climbs, trial draws, draws.
pub(super) fn measure(work: &mut Work<'_>, table: &Table, effort: &Effort) -> Measured {
    let all = work.cost_of(effort.nodes);
    let share = |share: f64| (share * all as f64) as u64;
    let whole = work.search(&[], (WHOLE * effort.nodes as f64) as u64);
    if whole.complete {
        return Measured::exact(whole.nodes, whole.solutions);
    }
    let mut seen = (whole.nodes, whole.solutions);
    let most_size = table.sizes.iter().copied().max().unwrap_or(0);
    let logs = Logs::up_to(most_size);
    let root = Node { chosen: Vec::new(), state: work.ground.root() };
    let mut top = Top::at(root, &logs, &Model::unfitted());
    let bytes = 8 * table.words + 2 * table.sizes.len() + 200;
    let many = (MOST_MEMORY / bytes).clamp(100, MOST_OPEN);
    top.grow(work, (many.min(2000), 0.0, share(FIRST_TOP)), &logs, &Model::unfitted());
    let mut samples = Vec::new();
    let mut stream = Stream::new(effort.seed, 0);
    for _ in 0..PATHS {
        if top.len() == 0 || work.is_cancelled() {
            break;
        }
        let from = top.open()[stream.below(top.len())].clone();
        pilot::climb(work, &from, &logs, share(CLIMBS) / PATHS, &mut stream, &mut samples);
    }
    let model = Model::fit(&samples);
    top.guess(&model);
    top.grow(work, (many, SMALLEST, share(TOP)), &logs, &model);
    let guess: f64 = top.open().iter().map(|node| node.guess).sum();
    let left = work.nodes_for(all.saturating_sub(work.spent));
    if guess < WORTH_WHOLE * left as f64 {
        let whole = work.search(&[], left);
        if whole.complete {
            return Measured::exact(whole.nodes, whole.solutions);
        }
    }
    let exact = (top.nodes, top.solutions);
    let open = top.into_open();
    if open.is_empty() {
        return Measured::exact(exact.0, exact.1);
    }
    seen = (seen.0.max(exact.0), seen.1.max(exact.1));
    if work.is_cancelled() {
        return Measured::cancelled(seen.0, seen.1);
    }
    let draws = Draws { open, logs: &logs, model, exact, seen, samples, stream };
    draws.run(work, share(TRIAL), all)
}

/// The draws of an estimate, and what is known before they are made.
struct Draws<'d> {
    open: Vec<Open>,
    logs: &'d Logs,
    model: Model,
    exact: (u64, u64),
    seen: (u64, u64),
    samples: Vec<(Features, f64)>,
    stream: Stream,
}

impl Draws<'_> {
    fn lots(&self) -> Lots {
        Lots::new(self.open.iter().map(|node| node.guess))
    }

    fn mean_guess(&self, lots: &Lots) -> f64 {
        self.open.iter().enumerate().map(|(i, node)| lots.probability(i) * node.guess).sum()
    }

    fn run(mut self, work: &mut Work<'_>, trial: u64, all: u64) -> Measured {
        let lots = self.lots();
        let left = work.nodes_for(all.saturating_sub(work.spent)) as f64;
        let mean = self.mean_guess(&lots);
        let is_small = left / mean >= LEAST_DRAWS;
        let mut whole = if is_small { f64::INFINITY } else { left / DRAWS_DOWN / 2.0 };
        // Trial draws, from which the model learns, and which show what a draw costs.
        let mut trial_samples = Vec::new();
        let (begin, mut trials) = (work.spent, 0);
        while (work.spent - begin < trial && trials < 256 || trials < 4) && !work.is_cancelled() {
            let node = lots.at(uniform(&mut self.stream));
            let rules = Rules { logs: self.logs, model: &self.model, whole };
            let found = rules.below(work, &self.open[node], &mut self.stream);
            if self.open[node].guess <= whole && !found.given_up {
                let weight = 1.0 / lots.probability(node);
                trial_samples.push((self.open[node].features, found.nodes, weight));
            }
            trials += 1;
        }
        let mut cost = (work.spent - begin) as f64 / f64::from(trials.max(1));
        self.model = Model::fit_both(&self.samples, &trial_samples);
        for node in &mut self.open {
            node.guess = self.model.size(&node.features);
        }
        let lots = self.lots();
        let left = (all.saturating_sub(work.spent)) as f64;
        if left / cost < LEAST_DRAWS {
            whole = whole.min(work.nodes_for(left as u64) as f64 / DRAWS_DOWN / 2.0);
            cost = left / DRAWS_DOWN;
        }
        let pairs = ((left / cost / 2.0) as usize).clamp(4, MOST_PAIRS);
        let mut strata: Vec<usize> = (0..pairs).collect();
        shuffle(&mut strata, &mut self.stream);
        let mut known: BTreeMap<usize, SubtreeEstimate> = BTreeMap::new();
        let (mut nodes, mut solutions) = (Vec::new(), Vec::new());
        let given_up = work.given_up;
        for stratum in strata {
            if work.spent as f64 > OVERDRAWN * all as f64 && nodes.len() >= 4 || work.is_cancelled()
            {
                break;
            }
            let mut pair = || {
                let place = (stratum as f64 + uniform(&mut self.stream)) / pairs as f64;
                let node = lots.at(place);
                let found = known.get(&node).copied().unwrap_or_else(|| {
                    let rules = Rules { logs: self.logs, model: &self.model, whole };
                    rules.below(work, &self.open[node], &mut self.stream)
                });
                if self.open[node].guess <= whole && !found.given_up {
                    known.insert(node, found);
                }
                let weight = 1.0 / lots.probability(node);
                let draw = |value| Draw { value: weight * value, given_up: found.given_up };
                (draw(found.nodes), draw(found.solutions))
            };
            let (a, b) = (pair(), pair());
            if work.is_cancelled() {
                break;
            }
            nodes.push([a.0, b.0]);
            solutions.push([a.1, b.1]);
        }
        if nodes.len() < 2 {
            return Measured::cancelled(self.seen.0, self.seen.1);
        }
        let all_drawn = nodes.len() == pairs;
        let distinct = |of: fn(&SubtreeEstimate) -> u64| known.values().map(of).sum::<u64>();
        let seen_nodes = self.seen.0.max(self.exact.0 + distinct(|found| found.seen.0));
        let seen_solutions = self.seen.1.max(self.exact.1 + distinct(|found| found.seen.1));
        Measured {
            nodes: interval::estimate(&nodes, all_drawn, self.exact.0, seen_nodes),
            solutions: interval::estimate(&solutions, all_drawn, self.exact.1, seen_solutions),
            is_exact: false,
            draws: 2 * nodes.len() as u64,
            given_up: work.given_up - given_up,
        }
    }
}
