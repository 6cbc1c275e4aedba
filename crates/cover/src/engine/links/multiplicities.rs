//! Algorithm M: items that are covered several times.
//!
//! An item with the bounds `[low..high]` has a *bound*, the number of times it may still be covered, and a
//! *slack*, `high - low`; it *needs* `bound - slack` more options, or no option if that is negative.
//! Branching on an item decides which of its options is the first one chosen: the first of the
//! list; or the second, with the first given up; and so on, as long as enough options are left. An item that
//! needs no option has one more branch, in which no further option covers it. An option given up or chosen is
//! *tweaked*: removed from the list of this item, and hidden from all other lists. So every set of options
//! occurs once.
//!
//! An item with `n` options left that needs `m` of them has `n + 1 - m` branches, or no branch if that is
//! negative. The item with the fewest branches is branched on; among equals the one with the smallest minimum
//! of slack and bound, then the one with the most options, then the leftmost. If every item
//! is to be covered once, this is Algorithm X, node for node.
//!
//! The counter `tests` counts Knuth's updates: those of Algorithm X, plus one for each node tweaked.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithm M; the counts are those of his program DLX3.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::Dance;
use super::table::{HeadId, Links, NONE, Node, NodeId, SETTLED};
use crate::problem::{OptionId, Problem};
use crate::search::{Found, Leaf, Outcome, Position, Probe, ProbedSearch};

/// The number of times an item may and must still be covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) bound: u32,
    /// Difference between the upper and the lower bound of the item in the problem.
    pub(super) slack: u32,
}

impl Allowance {
    /// Number of further options that the item needs.
    pub(super) fn need(self) -> u32 {
        self.bound.saturating_sub(self.slack)
    }

    /// The smaller of bound and slack. Among items with equally many branches, those with the smallest go first.
    pub(super) fn spare(self) -> u32 {
        self.bound.min(self.slack)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) item: HeadId,
    /// The node tried, in the item's list; the head of the list means that no further option covers it.
    pub(super) tried: NodeId,
    /// Number of nodes tweaked before this level.
    tweaked: usize,
}

/// Dancing links with multiplicities.
pub(super) struct Several<const COLOURS: bool> {
    pub(super) dance: Dance<COLOURS, true>,
    /// By number of a primary item, from 1. Element 0 belongs to the root.
    pub(super) allowances: Vec<Allowance>,
    pub(super) levels: Vec<Level>,
    /// Nodes removed from the lists of the items branched on, in order.
    tweaked: Vec<NodeId>,
    pub(super) chosen: Vec<OptionId>,
}

impl<const COLOURS: bool> Several<COLOURS> {
    pub(super) fn new(problem: &Problem) -> Self {
        Self::over(problem, Links::new(problem))
    }

    /// The search over `links`, which must be links of the problem.
    pub(super) fn over(problem: &Problem, links: Links) -> Self {
        let root = Allowance { bound: 0, slack: 0 };
        let bounds = problem.item_ids().map_while(|item| problem.bounds(item));
        let allowances = bounds.map(|b| Allowance { bound: b.high, slack: b.high - b.low });
        Self {
            dance: Dance(links),
            allowances: std::iter::once(root).chain(allowances).collect(),
            levels: Vec::new(),
            tweaked: Vec::new(),
            chosen: Vec::new(),
        }
    }
}

/// Size of the tables in bytes, without the links.
pub(super) fn bytes(problem: &Problem) -> usize {
    (problem.primary() + 1) * size_of::<Allowance>()
}

impl<const COLOURS: bool> ProbedSearch<[OptionId]> for Several<COLOURS> {
    fn run<P: Probe>(mut self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        self.resume(&mut false, probe, found)
    }
}

impl<const COLOURS: bool> Several<COLOURS> {
    /// Runs Algorithm M from the root, or from the solution at which it stopped.
    #[inline]
    pub(super) fn resume<P: Probe>(
        &mut self,
        stopped: &mut bool,
        probe: &mut P,
        found: &mut Found<'_, [OptionId]>,
    ) -> Outcome {
        if std::mem::take(stopped) {
            self.take_back(probe);
            if self.advance(probe).is_break() {
                return Outcome::Exhausted;
            }
        }
        loop {
            if !probe.enter_at(|| self.position(found.count())) {
                return Outcome::BudgetSpent;
            }
            let chosen = self.choose();
            if let Some((item, _)) = chosen {
                probe.branches(item.index() - 1, false);
            }
            match chosen {
                Some((item, branches)) if branches > 0 => self.prepare(item, probe),
                Some(_) => {
                    probe.leaf(Leaf::DeadEnd);
                    self.take_back(probe);
                }
                None => {
                    probe.leaf(Leaf::Solution);
                    if found.solution(&self.chosen).is_break() {
                        *stopped = true;
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

    /// The position below the levels. The number of branches still to be tried at a level is that of now, which
    /// options chosen further down may have lowered.
    #[cold]
    #[inline(never)]
    fn position(&self, solutions: u64) -> Position {
        let ends = self.levels.iter().skip(1).map(|level| level.tweaked);
        let ends = ends.chain([self.tweaked.len()]);
        let levels = self.levels.iter().zip(ends).map(|(level, end)| {
            let links = &self.dance.0;
            let Allowance { bound, slack } = self.allowances[level.item.index()];
            let left = i64::from(links.head(level.item).size);
            let more = (left - i64::from(bound) + i64::from(slack)).clamp(0, left + 1);
            let more = usize::try_from(more).expect("at least 0 and at most the number of options");
            let tweaked = end - level.tweaked;
            (tweaked.saturating_sub(1), tweaked + more)
        });
        Position::new(levels, solutions)
    }

    /// The item to branch on and its number of branches; `None` if no item is left.
    fn choose(&self) -> Option<(HeadId, u32)> {
        let links = &self.dance.0;
        let mut best = None;
        let mut least = (true, u32::MAX, u32::MAX, Reverse(0));
        let mut item = links.head(HeadId::ROOT).next;
        while item != HeadId::ROOT {
            let head = links.head(item);
            let allowance = self.allowances[item.index()];
            let branches = (head.size + 1).saturating_sub(allowance.need());
            let put_off = branches > 1 && !links.is_preferred(item);
            let rank = (put_off, branches, allowance.spare(), Reverse(head.size));
            if rank < least {
                least = rank;
                best = Some((item, branches));
            }
            item = head.next;
        }
        best
    }

    /// Opens a level for the item, whose bound goes down by one.
    pub(super) fn prepare<P: Probe>(&mut self, item: HeadId, probe: &mut P) {
        let allowance = &mut self.allowances[item.index()];
        allowance.bound -= 1;
        if allowance.bound == 0 {
            self.dance.cover(item, probe);
        }
        let tried = self.dance.0.node(item.node()).down;
        self.levels.push(Level { item, tried, tweaked: self.tweaked.len() });
    }

    /// Closes a level whose branches are all tried.
    pub(super) fn restore(&mut self, level: Level) {
        let Level { item, tweaked, .. } = level;
        let allowance = self.allowances[item.index()];
        while self.tweaked.len() > tweaked {
            let node = self.tweaked.pop().expect("the loop checked the length");
            self.untweak(node, allowance.bound > 0);
        }
        if allowance.bound == 0 {
            self.dance.uncover(item);
        }
        self.allowances[item.index()].bound += 1;
    }

    /// Whether the item branched on, with `size` options left, has another branch.
    pub(super) fn leaves_more(allowance: Allowance, size: u32) -> bool {
        i64::from(size) > i64::from(allowance.bound) - i64::from(allowance.slack)
    }

    /// Commits to the next option to try, after going back up from levels without one.
    fn advance<P: Probe>(&mut self, probe: &mut P) -> ControlFlow<()> {
        while let Some(&level) = self.levels.last() {
            let Level { item, tried, .. } = level;
            let allowance = self.allowances[item.index()];
            // The last time an item must be covered, it is covered as in Algorithm X.
            let plain = allowance.bound == 0 && allowance.slack == 0;
            let size = self.dance.0.head(item).size;
            if if plain { tried == item.node() } else { !Self::leaves_more(allowance, size) } {
                self.restore(level);
                self.levels.pop();
                self.take_back(probe);
                continue;
            }
            if tried == item.node() {
                // The last branch chooses no further option for the item.
                if allowance.bound > 0 {
                    self.dance.0.unlink(item);
                }
                return ControlFlow::Continue(());
            }
            if !plain {
                self.tweak(tried, allowance.bound > 0, probe);
            }
            let fork = if plain {
                self.dance.0.node(tried).down != item.node()
            } else {
                Self::leaves_more(allowance, size - 1)
            };
            if P::COUNTING && fork {
                probe.fork();
            }
            let option = self.dance.0.option_of(tried);
            self.chosen.push(option);
            probe.depth(self.chosen.len());
            probe.chose(|| option, fork);
            self.commit(tried, probe);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Takes back the option tried last, if any, and moves on to the next in its list.
    fn take_back<P: Probe>(&mut self, probe: &mut P) {
        while let Some(level) = self.levels.last_mut() {
            let Level { item, tried, .. } = *level;
            if tried != item.node() {
                level.tried = self.dance.0.node(tried).down;
                probe.took_back();
                self.chosen.pop();
                self.uncommit(tried);
                return;
            }
            // The branch tried last was the one that chooses no further option for the item.
            let level = *level;
            if self.allowances[item.index()].bound > 0 {
                self.dance.0.relink(item);
            }
            self.restore(level);
            self.levels.pop();
        }
    }

    /// Removes the first node of a list from the list; hides its option unless the item
    /// is covered already.
    pub(super) fn tweak<P: Probe>(&mut self, node: NodeId, hide: bool, probe: &mut P) {
        let hidden = if hide { self.dance.hide(node) } else { 0 };
        let Node { up, down, item, .. } = self.dance.0.node(node);
        self.dance.0.node_mut(up).down = down;
        self.dance.0.node_mut(down).up = up;
        self.dance.0.head_mut(item).size -= 1;
        self.tweaked.push(node);
        probe.tests(1 + hidden);
    }

    fn untweak(&mut self, node: NodeId, unhide: bool) {
        let Node { up, down, item, .. } = self.dance.0.node(node);
        self.dance.0.node_mut(up).down = node;
        self.dance.0.node_mut(down).up = node;
        self.dance.0.head_mut(item).size += 1;
        if unhide {
            self.dance.unhide(node);
        }
    }

    /// Lowers the bound of each other primary item of the option and
    /// covers those whose bound is 0; covers or purifies its secondary items.
    pub(super) fn commit<P: Probe>(&mut self, node: NodeId, probe: &mut P) {
        let mut q = node;
        while let Some(Node { item, colour, .. }) = self.dance.0.right(&mut q, node) {
            if let Some(allowance) = self.allowances.get_mut(item.index()) {
                allowance.bound -= 1;
                if allowance.bound == 0 {
                    self.dance.cover(item, probe);
                }
            } else if !COLOURS || colour == NONE {
                self.dance.cover(item, probe);
            } else if colour != SETTLED {
                self.dance.purify(q, probe);
            }
        }
    }

    pub(super) fn uncommit(&mut self, node: NodeId) {
        let mut q = node;
        while let Some(Node { item, colour, .. }) = self.dance.0.left(&mut q, node) {
            if let Some(allowance) = self.allowances.get_mut(item.index()) {
                allowance.bound += 1;
                if allowance.bound == 1 {
                    self.dance.uncover(item);
                }
            } else if !COLOURS || colour == NONE {
                self.dance.uncover(item);
            } else if colour != SETTLED {
                self.dance.unpurify(q);
            }
        }
    }
}
