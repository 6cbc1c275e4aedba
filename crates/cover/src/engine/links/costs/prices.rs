//! The net costs of options: their costs minus the taxes on their items (see the module `costs`).

use crate::problem::{OptionId, Problem};

/// Net costs of options, in fixed point.
pub(super) struct Prices {
    /// Number of bits after the binary point.
    pub(super) shift: u32,
    /// The difference between the cost and the net cost of a solution, which is the same for every solution.
    pub(super) taxes: u128,
    pub(super) net: Vec<u64>,
    /// The options, in the order of their shares: net costs divided by numbers of primary items.
    pub(super) order: Vec<OptionId>,
}

impl Prices {
    pub(super) fn new(problem: &Problem) -> Self {
        let all: u64 = problem.option_ids().map(|option| problem.cost(option)).sum();
        // The highest bit stays empty, so that every sum is below `u64::MAX`, the ceiling before the first solution.
        let shift = (all.leading_zeros() - 1).min(20);
        let mut prices = Self {
            shift,
            taxes: 0,
            net: problem.option_ids().map(|option| problem.cost(option) << shift).collect(),
            order: Vec::new(),
        };
        prices.tax(problem);
        let mut order: Vec<OptionId> = problem.option_ids().collect();
        order.sort_by_key(|&option| prices.share(problem, option));
        Self { order, ..prices }
    }

    /// Number of primary items of an option, at least 1.
    fn sharers(problem: &Problem, option: OptionId) -> u64 {
        let primary = problem.option(option).iter().filter(|e| problem.is_primary(e.item));
        primary.count().max(1) as u64
    }

    pub(super) fn share(&self, problem: &Problem, option: OptionId) -> u64 {
        self.net[option.index()] / Self::sharers(problem, option)
    }

    /// Taxes each item that is covered a fixed number of times: first by the smallest share among
    /// its options, which is within the net cost of each of them; then by the smallest net cost left.
    fn tax(&mut self, problem: &Problem) {
        let mut options_of: Vec<Vec<OptionId>> = vec![Vec::new(); problem.primary()];
        for option in problem.option_ids() {
            for entry in problem.option(option) {
                if let Some(options) = options_of.get_mut(entry.item.index()) {
                    options.push(option);
                }
            }
        }
        let least = |options: &[OptionId], of: &dyn Fn(OptionId) -> u64| {
            options.iter().map(|&option| of(option)).min().unwrap_or(0)
        };
        let shares: Vec<u64> =
            problem.option_ids().map(|option| self.share(problem, option)).collect();
        let first: Vec<u64> =
            options_of.iter().map(|options| least(options, &|o| shares[o.index()])).collect();
        let fixed = problem.item_ids().zip(&options_of).filter_map(|(item, options)| {
            let bounds = problem.bounds(item)?;
            (bounds.low == bounds.high).then_some((item, options, bounds.low))
        });
        let fixed: Vec<_> = fixed.collect();
        for round in 0..2 {
            for &(item, options, times) in &fixed {
                let tax = match round {
                    0 => first[item.index()],
                    _ => least(options, &|o| self.net[o.index()]),
                };
                self.taxes += u128::from(tax) * u128::from(times);
                for option in options {
                    self.net[option.index()] -= tax;
                }
            }
        }
    }

    /// The net cost that a solution must be below if its cost must be less than `cost`.
    pub(super) fn net_ceiling(&self, cost: u64) -> u64 {
        // Costs are whole numbers: the largest cost below `cost` is 1 less.
        let Some(most) = cost.checked_sub(1) else { return 0 };
        let below = (u128::from(most) << self.shift) + 1;
        u64::try_from(below.saturating_sub(self.taxes))
            .expect("`shift` keeps sums of costs below 2^63")
    }
}
