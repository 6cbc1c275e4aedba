//! The cheapest solutions: Algorithms X, C and M with cut-offs by cost.
//!
//! Before the search, each item that is covered a fixed number of times gets a *tax*. The *net* cost of an
//! option is its cost minus the taxes on its items, and is never negative. The cost and the net cost of a
//! solution differ by the same sum of taxes for all solutions, so the cheapest solutions stay the cheapest.
//! But the net cost of many options is 0, which makes the lower bounds below sharper.
//!
//! The net cost of an option is divided evenly among its primary items, into *shares*. An item that needs `m`
//! more options costs at least its `m` smallest shares, its *floor*. The cost of the options chosen
//! plus all floors is a lower bound for every solution below a node. Lists are sorted by
//! share, so a floor is read off the beginning of a list, and trying the options of an item ends at
//! the first whose share alone exceeds the bound. The item with the fewest branches within the bound
//! is branched on; ties are broken as in Algorithm M.
//!
//! Sums are in fixed point and shares are rounded down, so rounding never makes a lower bound too high.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithms X$ and C$ and his program DLX5, for taxes, sorted
//! lists and the choice of items; R. S. Garfinkel and G. L. Nemhauser, *Operations Research* 17
//! (1969), 848-856, for the cut-off.

mod prices;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use self::prices::Prices;
use super::multiplicities::{Level, Several};
use super::table::{HeadId, Links, Node, NodeId};
use crate::problem::{OptionId, Problem};
use crate::search::{Cheapest, Found, Leaf, Outcome, Probe, ProbedSearch};

/// Size of the tables in bytes, without the links and the tables for multiplicities.
pub(super) fn bytes(problem: &Problem) -> usize {
    // For each option a net cost and a place in the order; for each node a share and a net cost.
    let nodes = 2 + problem.items() + problem.entries() + problem.options();
    problem.options() * (size_of::<u64>() + size_of::<OptionId>()) + nodes * 2 * size_of::<u64>()
}

/// The lower bound of a level.
#[derive(Clone, Copy, Debug)]
struct Offer {
    /// Sum of the floors of all items except the one branched on.
    rest: u64,
    /// Whether to count a dead end if the level ends now. This is so if the level has tried no option, or if a fork
    /// was counted for another option and that option has come to exceed the bound since.
    owes_leaf: bool,
}

enum Next {
    Solution,
    DeadEnd,
    Branch(HeadId, Offer),
}

/// Dancing links in search of the cheapest solutions.
struct MinCostSearch<'k, const COLOURS: bool> {
    problem: &'k Problem,
    several: Several<COLOURS>,
    prices: Prices,
    /// The share of each node's option, by node.
    shares: Vec<u64>,
    /// The net cost of each node's option, by node.
    nets: Vec<u64>,
    /// The net cost of the options chosen.
    spent: u64,
    /// The net cost of a solution must be below this.
    ceiling: u64,
    /// By level, the lower bound of its node.
    offers: Vec<Offer>,
    kept: &'k mut Cheapest,
}

/// A search for the cheapest solutions of a problem, generic over the [`Probe`]. It visits each solution that
/// is among the `k` cheapest found so far.
#[derive(Debug)]
pub struct CheapestLinked<'p> {
    problem: &'p Problem,
    pub(super) kept: Cheapest,
}

impl<'p> CheapestLinked<'p> {
    /// A search for the `k` cheapest solutions, which may take `memory` bytes if there is a limit.
    ///
    /// # Panics
    /// On a problem too large for 32-bit links; [`Dlx`](super::Dlx) returns an error for such a problem.
    pub fn new(problem: &'p Problem, k: usize, memory: Option<usize>) -> Self {
        assert!(Links::fits(problem), "expected at most 4294967295 nodes");
        Self { problem, kept: Cheapest::new(k, memory) }
    }
}

impl ProbedSearch<[OptionId]> for &mut CheapestLinked<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        if self.problem.has_colours() {
            MinCostSearch::<true>::new(self.problem, &mut self.kept).run(probe, found)
        } else {
            MinCostSearch::<false>::new(self.problem, &mut self.kept).run(probe, found)
        }
    }
}

impl<'k, const COLOURS: bool> MinCostSearch<'k, COLOURS> {
    fn new(problem: &'k Problem, kept: &'k mut Cheapest) -> Self {
        let prices = Prices::new(problem);
        let links = Links::in_order(problem, prices.order.iter().copied());
        let mut shares = vec![0; links.len()];
        let mut nets = vec![0; links.len()];
        for node in links.entries() {
            let option = links.option_of(node);
            shares[node.index()] = prices.share(problem, option);
            nets[node.index()] = prices.net[option.index()];
        }
        Self {
            problem,
            several: Several::over(problem, links),
            prices,
            shares,
            nets,
            spent: 0,
            ceiling: u64::MAX,
            offers: Vec::new(),
            kept,
        }
    }
}

impl<const COLOURS: bool> ProbedSearch<[OptionId]> for MinCostSearch<'_, COLOURS> {
    fn run<P: Probe>(mut self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        loop {
            if !probe.enter() {
                return Outcome::BudgetSpent;
            }
            match self.next() {
                Next::Branch(item, offer) => {
                    self.several.prepare(item, probe);
                    self.offers.push(offer);
                }
                Next::DeadEnd => {
                    probe.leaf(Leaf::DeadEnd);
                    self.take_back(probe);
                }
                Next::Solution => {
                    probe.leaf(Leaf::Solution);
                    let kept = self.keep();
                    if kept.is_break() || found.solution(&self.several.chosen).is_break() {
                        return Outcome::Stopped;
                    }
                    self.take_back(probe);
                }
            }
            if self.advance(probe).is_break() {
                return Outcome::Exhausted;
            }
        }
    }
}

impl<const COLOURS: bool> MinCostSearch<'_, COLOURS> {
    fn keep(&mut self) -> ControlFlow<()> {
        let cost = self.problem.cost_of(&self.several.chosen);
        let paid = u128::from(self.spent) + self.prices.taxes;
        debug_assert_eq!(paid, u128::from(cost) << self.prices.shift);
        let kept = self.kept.offer(cost, &self.several.chosen);
        if let Some(ceiling) = self.kept.ceiling() {
            self.ceiling = self.prices.net_ceiling(ceiling);
        }
        kept
    }

    /// Sum of the shares of the next `times` options in the list of an item, from `node` on.
    fn floor(&self, mut node: NodeId, item: HeadId, times: u32) -> u64 {
        let mut sum = 0;
        for _ in 0..times {
            if node == item.node() {
                break;
            }
            sum += self.shares[node.index()];
            node = self.several.dance.0.node(node).down;
        }
        sum
    }

    fn next(&self) -> Next {
        let links = &self.several.dance.0;
        let mut floors = 0;
        let mut item = links.head(HeadId::ROOT).next;
        let is_complete = item == HeadId::ROOT;
        while item != HeadId::ROOT {
            let need = self.several.allowances[item.index()].need();
            if links.head(item).size < need {
                return Next::DeadEnd;
            }
            floors += self.floor(links.node(item.node()).down, item, need);
            item = links.head(item).next;
        }
        if self.spent + floors >= self.ceiling {
            return Next::DeadEnd;
        }
        if is_complete {
            return Next::Solution;
        }
        match self.choose(self.ceiling - self.spent - floors) {
            Some((item, floor)) => {
                Next::Branch(item, Offer { rest: floors - floor, owes_leaf: true })
            }
            None => Next::DeadEnd,
        }
    }

    /// The item to branch on, and its floor. What a solution costs beyond the sum of all floors must be less
    /// than `room`; `None` if some item has too few options for that.
    fn choose(&self, room: u64) -> Option<(HeadId, u64)> {
        let links = &self.several.dance.0;
        let mut best = HeadId::ROOT;
        let mut least = (true, u32::MAX, u32::MAX, Reverse(0));
        let mut item = links.head(HeadId::ROOT).next;
        while item != HeadId::ROOT {
            let allowance = self.several.allowances[item.index()];
            let preferred = links.is_preferred(item);
            let most = if least.0 && preferred { u32::MAX } else { least.1 };
            let affordable = self.affordable(item, allowance.need(), room, most);
            let branches = (affordable + 1).saturating_sub(allowance.need());
            if branches == 0 {
                return None;
            }
            let put_off = branches > 1 && !preferred;
            let rank = (put_off, branches, allowance.spare(), Reverse(affordable));
            if rank < least {
                least = rank;
                best = item;
            }
            item = links.head(item).next;
        }
        let need = self.several.allowances[best.index()].need();
        Some((best, self.floor(links.node(best.node()).down, best, need)))
    }

    /// Number of options of an item whose cost and share are within the bound; counting ends
    /// at more than `most` branches.
    fn affordable(&self, item: HeadId, need: u32, room: u64, most: u32) -> u32 {
        let links = &self.several.dance.0;
        let enough = most.saturating_add(need);
        let (mut place, mut count) = (0, 0);
        // The largest share in the floor (see the module), which any option beyond the floor would replace.
        let mut spared = 0;
        let mut node = links.node(item.node()).down;
        while node != item.node() && count < enough {
            let share = self.shares[node.index()];
            if place < need {
                spared = share;
            } else if share - spared >= room {
                break;
            }
            place += 1;
            count += u32::from(self.spent + self.nets[node.index()] < self.ceiling);
            node = links.node(node).down;
        }
        count
    }

    /// The next node to try on a level: the first of the `size` nodes from `node` on that is within the bound, or
    /// the head of the list for the branch in which no further option covers the item; `None` if none is within it.
    fn alternative(
        &self,
        level: Level,
        rest: u64,
        mut node: NodeId,
        mut size: u32,
    ) -> Option<NodeId> {
        let item = level.item;
        let allowance = self.several.allowances[item.index()];
        let plain = allowance.bound == 0 && allowance.slack == 0;
        let need = (allowance.bound + 1).saturating_sub(allowance.slack);
        let due = self.spent + rest;
        loop {
            let is_enough = plain || Several::<COLOURS>::leaves_more(allowance, size);
            if !is_enough || due + self.floor(node, item, need) >= self.ceiling {
                return None;
            }
            if node == item.node() {
                return (!plain).then_some(item.node());
            }
            if self.is_affordable(node, due) {
                return Some(node);
            }
            node = self.several.dance.0.node(node).down;
            size -= 1;
        }
    }

    /// Whether an option is within the bound, that is, whether `due` plus its net cost is below the ceiling. The option
    /// replaces the largest share in the floor of each other item that it covers, so these shares are subtracted.
    fn is_affordable(&self, node: NodeId, due: u64) -> bool {
        let links = &self.several.dance.0;
        let price = due + self.nets[node.index()];
        if price < self.ceiling {
            return true;
        }
        let mut paid = 0;
        let mut q = node;
        while let Some(Node { item, .. }) = links.right(&mut q, node) {
            if let Some(allowance) = self.several.allowances.get(item.index()) {
                match self.dearest_due(item, allowance.need()) {
                    Some(share) => paid += share,
                    None => return true,
                }
            }
        }
        price < self.ceiling.saturating_add(paid)
    }

    /// The largest share in the floor of an item, or a larger share if the item's list has lost options since the
    /// floor was summed; `None` if the list has fewer than `need` options.
    fn dearest_due(&self, item: HeadId, need: u32) -> Option<u64> {
        let (mut node, mut share) = (item.node(), 0);
        for _ in 0..need {
            node = self.several.dance.0.node(node).down;
            if node == item.node() {
                return None;
            }
            share = self.shares[node.index()];
        }
        Some(share)
    }

    /// Commits to the next option to try, after going back up from levels without one.
    fn advance<P: Probe>(&mut self, probe: &mut P) -> ControlFlow<()> {
        while let (Some(&level), Some(&Offer { rest, owes_leaf })) =
            (self.several.levels.last(), self.offers.last())
        {
            let Level { item, tried, .. } = level;
            let allowance = self.several.allowances[item.index()];
            let plain = allowance.bound == 0 && allowance.slack == 0;
            let mut size = self.several.dance.0.head(item).size;
            let Some(next) = self.alternative(level, rest, tried, size) else {
                if owes_leaf {
                    probe.leaf(Leaf::DeadEnd);
                }
                self.several.restore(level);
                self.several.levels.pop();
                self.offers.pop();
                self.take_back(probe);
                continue;
            };
            if !plain {
                // Options that are skipped are given up like those that were tried.
                let mut node = tried;
                while node != next {
                    self.several.tweak(node, allowance.bound > 0, probe);
                    node = self.several.dance.0.node(node).down;
                    size -= 1;
                }
            }
            self.several.levels.last_mut().expect("a level is open").tried = next;
            if next == item.node() {
                if allowance.bound > 0 {
                    self.several.dance.0.unlink(item);
                }
                return ControlFlow::Continue(());
            }
            let down = self.several.dance.0.node(next).down;
            if !plain {
                self.several.tweak(next, allowance.bound > 0, probe);
            }
            let fork = P::COUNTING && self.alternative(level, rest, down, size - 1).is_some();
            if fork {
                probe.fork();
            }
            self.offers.last_mut().expect("a level is open").owes_leaf = fork;
            let option = self.several.dance.0.option_of(next);
            self.several.chosen.push(option);
            self.spent += self.prices.net[option.index()];
            probe.depth(self.several.chosen.len());
            probe.chose(|| option, fork);
            self.several.commit(next, probe);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Takes back the option tried last, if any, and moves on to the next in its list.
    fn take_back<P: Probe>(&mut self, probe: &mut P) {
        while let Some(level) = self.several.levels.last_mut() {
            let Level { item, tried, .. } = *level;
            if tried != item.node() {
                level.tried = self.several.dance.0.node(tried).down;
                probe.took_back();
                let option = self.several.chosen.pop().expect("every option tried was chosen");
                self.spent -= self.prices.net[option.index()];
                self.several.uncommit(tried);
                return;
            }
            let level = *level;
            if self.several.allowances[item.index()].bound > 0 {
                self.several.dance.0.relink(item);
            }
            self.several.restore(level);
            self.several.levels.pop();
            self.offers.pop();
        }
    }
}
