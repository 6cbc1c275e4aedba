//! The search for a reason: a linear program at each node, and cases where it gives no weights.

use std::collections::HashSet;

use super::program::Program;
use super::{Limits, Reason, Sought};
use crate::problem::{Colour, Entry, ItemId, OptionId, Problem};
use crate::search::CancelToken;

pub(super) fn find(problem: &Problem, limits: &Limits, cancel: &CancelToken) -> Sought {
    let mut search = Reasoning {
        problem,
        limits,
        cancel,
        chosen: Vec::new(),
        programs: 0,
        nodes: 0,
        entries: 0,
        is_too_large: false,
    };
    let left: Vec<OptionId> =
        problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
    let cover = Cover { times: vec![0; problem.items()], colours: vec![None; problem.items()] };
    match search.explore(&cover, &left) {
        Ok(reason) => Sought::Reason(reason),
        Err(Failure::Solution) => Sought::Solution(search.chosen),
        Err(Failure::Limit) => {
            Sought::Nothing { programs: search.programs, is_too_large: search.is_too_large }
        }
    }
}

/// What ends the search without a reason.
enum Failure {
    /// The chosen options are a solution.
    Solution,
    /// A limit was reached.
    Limit,
}

/// How often, and in which colour, each item is covered by the chosen options.
#[derive(Clone)]
struct Cover {
    times: Vec<u32>,
    colours: Vec<Option<Colour>>,
}

impl Cover {
    /// How often an item must and may be covered by further options. Two options with the same colour may both cover a secondary
    /// item; this is not said here.
    fn bounds(&self, problem: &Problem, item: ItemId) -> [u32; 2] {
        let times = self.times[item.index()];
        let bounds = problem.bounds(item);
        let [low, high] = bounds.map_or([0, 1], |bounds| [bounds.low, bounds.high]);
        [low.saturating_sub(times), high.saturating_sub(times)]
    }

    fn admits(&self, problem: &Problem, entry: &Entry) -> bool {
        let agrees = entry.colour.is_some() && entry.colour == self.colours[entry.item.index()];
        self.bounds(problem, entry.item)[1] > 0 || agrees
    }

    fn choose(&mut self, problem: &Problem, option: OptionId) {
        for entry in problem.option(option) {
            self.times[entry.item.index()] += 1;
            self.colours[entry.item.index()] = entry.colour;
        }
    }
}

struct Reasoning<'s> {
    problem: &'s Problem,
    limits: &'s Limits,
    cancel: &'s CancelToken,
    chosen: Vec<OptionId>,
    /// Linear programs solved, nodes entered, and entries of the programs together.
    programs: usize,
    nodes: usize,
    entries: usize,
    is_too_large: bool,
}

impl Reasoning<'_> {
    /// A reason for the rest of the problem in which these options are left.
    fn explore(&mut self, cover: &Cover, left: &[OptionId]) -> Result<Reason, Failure> {
        self.nodes += 1;
        if self.cancel.is_cancelled() || self.nodes > self.limits.programs {
            return Err(Failure::Limit);
        }
        let mut sizes = vec![0u32; self.problem.items()];
        for entry in left.iter().flat_map(|&option| self.problem.option(option)) {
            sizes[entry.item.index()] += 1;
        }
        let is_open = |item: &ItemId| cover.bounds(self.problem, *item)[0] > 0;
        let open = self.problem.item_ids().take(self.problem.primary()).filter(is_open);
        let Some(item) = open.min_by_key(|item| sizes[item.index()]) else {
            return Err(Failure::Solution);
        };
        if sizes[item.index()] == 0 {
            return Ok(Reason::Weights(vec![(item, 1)]));
        }
        if let Some(weights) = self.weights(cover, left)? {
            return Ok(Reason::Weights(weights));
        }
        let has = |option: &OptionId| self.problem.option(*option).iter().any(|e| e.item == item);
        // Each case is a node.
        if self.nodes + sizes[item.index()] as usize > self.limits.programs {
            return Err(Failure::Limit);
        }
        let mut cases = Vec::new();
        for &option in left.iter().filter(|option| has(option)) {
            let mut with = cover.clone();
            with.choose(self.problem, option);
            let admitted = |other: &OptionId| {
                let mut entries = self.problem.option(*other).iter();
                *other != option && entries.all(|entry| with.admits(self.problem, entry))
            };
            let rest: Vec<OptionId> = left.iter().copied().filter(admitted).collect();
            self.chosen.push(option);
            cases.push((option, self.explore(&with, &rest)?));
            self.chosen.pop();
        }
        Ok(Reason::Cases { item, cases })
    }

    /// Weights for the rest of the problem, if there are any.
    fn weights(
        &mut self,
        cover: &Cover,
        left: &[OptionId],
    ) -> Result<Option<Vec<(ItemId, i64)>>, Failure> {
        let entries = left.iter().map(|&option| self.problem.option(option).len()).sum::<usize>();
        self.is_too_large |= entries > self.limits.entries;
        if self.is_too_large || self.entries + entries > self.limits.all_entries {
            return Err(Failure::Limit);
        }
        self.programs += 1;
        self.entries += entries;
        let shared = shared(self.problem, left);
        let mut program = Program::default();
        let mut items = Vec::new();
        let mut numbers = vec![None; self.problem.items()];
        for item in self.problem.item_ids() {
            let [low, high] = cover.bounds(self.problem, item);
            if high > 0 && !shared[item.index()] {
                numbers[item.index()] = Some(program.item(low, high));
                items.push(item);
            }
        }
        for &option in left {
            let option = self.problem.option(option).iter();
            program.option(option.filter_map(|entry| numbers[entry.item.index()]).collect());
        }
        let Some(weights) = program.solve() else { return Ok(None) };
        Ok(Some(items.into_iter().zip(weights).filter(|(_, weight)| *weight != 0).collect()))
    }
}

/// By item, whether two of the options give it the same colour, so that both can be chosen.
fn shared(problem: &Problem, options: &[OptionId]) -> Vec<bool> {
    let mut shared = vec![false; problem.items()];
    let mut seen = HashSet::new();
    for entry in options.iter().flat_map(|&option| problem.option(option)) {
        if entry.colour.is_some() && !seen.insert((entry.item, entry.colour)) {
            shared[entry.item.index()] = true;
        }
    }
    shared
}
