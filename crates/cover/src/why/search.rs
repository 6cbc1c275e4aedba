//! The search for a reason: a linear program at each node, and cases where it gives no weights.

use std::collections::HashSet;

use super::program::Program;
use super::{Limits, Reason, Sought};
use crate::problem::{Colour, Entry, ItemId, OptionId, Problem};
use crate::search::CancelToken;

/// Largest number of options of an item whose cases are tried before the item with the fewest options is taken.
const MOST_CASES: usize = 200;

pub(super) fn find(problem: &Problem, limits: &Limits, cancel: &CancelToken) -> Sought {
    let mut search = Reasoning {
        problem,
        limits,
        cancel,
        chosen: Vec::new(),
        programs: 0,
        work: 0,
        is_too_large: false,
    };
    let options = problem.option_ids().filter(|&option| problem.is_choosable(option));
    let rest = Rest {
        times: vec![0; problem.items()],
        colours: vec![None; problem.items()],
        options: options.collect(),
    };
    match search.explore(&rest) {
        Ok(reason) => Sought::Reason(reason),
        Err(Failure::Solution) => Sought::Solution(search.chosen),
        Err(Failure::Limit) => {
            Sought::Nothing { programs: search.programs, is_too_large: search.is_too_large }
        }
    }
}

/// What ends the search without a reason.
enum Failure {
    Solution,
    Limit,
}

/// What is left of the problem after choosing options.
struct Rest {
    /// How often, and in which colour, each item is covered.
    times: Vec<u32>,
    colours: Vec<Option<Colour>>,
    options: Vec<OptionId>,
}

impl Rest {
    /// How often an item must and may be covered by further options. Options of one colour may cover a secondary item
    /// again; this is not said here.
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

    fn options_of(&self, problem: &Problem, item: ItemId) -> Vec<OptionId> {
        let has = |option: &OptionId| problem.option(*option).iter().any(|e| e.item == item);
        self.options.iter().copied().filter(has).collect()
    }

    fn with(&self, problem: &Problem, option: OptionId) -> Self {
        let (times, colours) = (self.times.clone(), self.colours.clone());
        let mut rest = Self { times, colours, options: Vec::new() };
        for entry in problem.option(option) {
            rest.times[entry.item.index()] += 1;
            rest.colours[entry.item.index()] = entry.colour;
        }
        let admitted = |other: &OptionId| {
            let mut entries = problem.option(*other).iter();
            *other != option && entries.all(|entry| rest.admits(problem, entry))
        };
        rest.options = self.options.iter().copied().filter(admitted).collect();
        rest
    }
}

struct Reasoning<'s> {
    problem: &'s Problem,
    limits: &'s Limits,
    cancel: &'s CancelToken,
    chosen: Vec<OptionId>,
    /// Linear programs solved, and the products of their items and options.
    programs: usize,
    work: usize,
    is_too_large: bool,
}

impl Reasoning<'_> {
    /// A reason for the rest of the problem in which these options are left.
    fn explore(&mut self, rest: &Rest) -> Result<Reason, Failure> {
        let sizes = self.sizes(rest);
        let open = |item: &ItemId| rest.bounds(self.problem, *item)[0] > 0;
        let open = self.problem.item_ids().take(self.problem.primary()).filter(open);
        let mut open: Vec<ItemId> = open.collect();
        open.sort_by_key(|item| sizes[item.index()]);
        let Some(&fewest) = open.first() else { return Err(Failure::Solution) };
        if let Some(weights) = self.weights(rest)? {
            return Ok(Reason::Weights(weights));
        }
        if self.chosen.is_empty() {
            for &item in open.iter().filter(|item| sizes[item.index()] as usize <= MOST_CASES) {
                if let Some(cases) = self.settled(rest, item)? {
                    return Ok(Reason::Cases { item, cases });
                }
                if self.programs > self.limits.programs / 2 {
                    break;
                }
            }
        }
        // Each case takes a program.
        if self.programs + sizes[fewest.index()] as usize > self.limits.programs {
            return Err(Failure::Limit);
        }
        let mut cases = Vec::new();
        for option in rest.options_of(self.problem, fewest) {
            self.chosen.push(option);
            cases.push((option, self.explore(&rest.with(self.problem, option))?));
            self.chosen.pop();
        }
        Ok(Reason::Cases { item: fewest, cases })
    }

    /// All options of an item, if each has weights against it.
    fn settled(
        &mut self,
        rest: &Rest,
        item: ItemId,
    ) -> Result<Option<Vec<(OptionId, Reason)>>, Failure> {
        let mut cases = Vec::new();
        for option in rest.options_of(self.problem, item) {
            let Some(weights) = self.weights(&rest.with(self.problem, option))? else {
                return Ok(None);
            };
            cases.push((option, Reason::Weights(weights)));
        }
        Ok(Some(cases))
    }

    /// The number of options left for each item.
    fn sizes(&self, rest: &Rest) -> Vec<u32> {
        let mut sizes = vec![0u32; self.problem.items()];
        for entry in rest.options.iter().flat_map(|&option| self.problem.option(option)) {
            sizes[entry.item.index()] += 1;
        }
        sizes
    }

    fn weights(&mut self, rest: &Rest) -> Result<Option<Vec<(ItemId, i64)>>, Failure> {
        let sizes = self.sizes(rest);
        let is_starved =
            |item: &ItemId| rest.bounds(self.problem, *item)[0] > 0 && sizes[item.index()] == 0;
        let mut primary = self.problem.item_ids().take(self.problem.primary());
        let starved = primary.find(is_starved);
        let shared = shared(self.problem, &rest.options);
        let mut program = Program::default();
        let mut items = Vec::new();
        let mut numbers = vec![None; self.problem.items()];
        for item in self.problem.item_ids().filter(|_| starved.is_none()) {
            let [low, high] = rest.bounds(self.problem, item);
            if high > 0 && sizes[item.index()] > 0 && !shared[item.index()] {
                numbers[item.index()] = Some(program.item(low, high));
                items.push(item);
            }
        }
        let work = items.len() * rest.options.len();
        self.is_too_large |= self.programs == 0 && work > self.limits.work;
        let may_go_on = !self.cancel.is_cancelled()
            && self.programs < self.limits.programs
            && self.work + work <= self.limits.work;
        if !may_go_on {
            return Err(Failure::Limit);
        }
        self.programs += 1;
        self.work += work;
        if let Some(item) = starved {
            return Ok(Some(vec![(item, 1)]));
        }
        for &option in &rest.options {
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
