//! Which engine counts fastest cannot be told beforehand: `memo` begins, and a small part of its work goes into trials of
//! `frontier` and `iso`, until one of them will be done sooner.
//!
//! Work is counted in branching nodes of `memo`, not in time, so that the choice is the same each time. A rival works for a small part
//! of what `memo` has done. The share of the tree that `memo` has searched tells how long it will take: if long, rivals work for a small
//! part of that, which may be more than what `memo` has done. So little is lost where `memo` is the best, and not much where it would not
//! end. The winner goes on from what it has done.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use num_bigint::BigUint;

use super::super::bits::{Rivals, Table};
use super::isomorphic::{self, Isomorphic};
use super::narrow::{self, Narrow};
use super::progress::Progress;
use super::rivals::{Case, RivalTables};
use crate::parallel::Division;
use crate::problem::Problem;
use crate::search::{Budget, Changed};

/// Upper bound on the work of a rival when the memo gives up, which is seconds: a search in parts has workers and a checkpoint.
const OF_HOURS: u64 = 1 << 23;
/// Number of forms of the last trial of `iso`, when the memo gives up with a smaller share of the tree than this.
const LAST_FORMS: u64 = if cfg!(test) { 1 << 4 } else { 1 << 11 };
const LARGE: f64 = if cfg!(test) { 1.0 } else { 1.0 / 1024.0 };

/// Symmetries are looked for if `memo` still has this many nodes before it for each entry of the problem, and in all this many words to
/// look at: finding them takes time that grows with the entries, and to estimate what they save takes some tenths of a millisecond.
const NODES_AN_ENTRY: f64 = if cfg!(any(test, fuzzing)) { 0.0 } else { 10.0 };
const WORDS_WORTH_SYMMETRY: f64 = if cfg!(any(test, fuzzing)) { 0.0 } else { 262_144.0 };

/// A contest of engines about one problem.
pub(super) struct Contest<'c, 'p> {
    case: Case<'c>,
    frontier: RefCell<Narrow<'c>>,
    iso: RefCell<Isomorphic<'c>>,
    winner: Cell<Option<Changed>>,
    otherwise: Otherwise,
    /// That of the case, for parts that outlive the contest.
    problem: &'p Problem,
    /// The problem in parts up to symmetry, if these are to be counted.
    division: OnceCell<Division<'p>>,
}

/// Why `frontier` or `iso` counts.
pub(crate) fn won_by(engine: &'static str) -> Changed {
    let why = match engine {
        "frontier" => "the problem is narrow along a fixed order of items",
        _ => "its sub-problems are isomorphic to each other",
    };
    Changed { engine, why }
}

/// What becomes of a problem whose memo saves next to nothing if no rival wins.
#[derive(Clone, Copy)]
pub(super) enum Otherwise {
    /// It is counted in parts.
    InParts,
    /// The memo goes on, unless parts up to symmetry, if they are wanted, make the search much shorter.
    GoesOn { up_to_symmetry: bool },
}

impl<'c, 'p: 'c> Contest<'c, 'p> {
    pub(super) fn new(
        problem: &'p Problem,
        budget: &'c Budget,
        tables: &'c RivalTables,
        otherwise: Otherwise,
    ) -> Self {
        Self {
            case: Case { problem, budget, tables, is_certified: false },
            frontier: RefCell::default(),
            iso: RefCell::default(),
            winner: Cell::new(None),
            otherwise,
            problem,
            division: OnceCell::new(),
        }
    }

    /// A contest about who writes a certificate.
    pub(super) fn certified(
        problem: &'p Problem,
        budget: &'c Budget,
        tables: &'c RivalTables,
    ) -> Self {
        let mut contest = Self::new(problem, budget, tables, Otherwise::InParts);
        contest.case.is_certified = true;
        contest
    }

    /// The engine that is to count instead of `memo`, if there is one.
    pub(super) fn winner(&self) -> Option<Changed> {
        self.winner.get()
    }

    /// Whether a trial has counted the solutions.
    pub(super) fn has_counted(&self) -> bool {
        self.frontier.borrow().counted.is_some() || self.iso.borrow().counted.is_some()
    }

    /// Lets the winner go on with `jobs` workers from what it has done in trials. Returns the number of solutions, unless the budget is
    /// spent or the memory too small, and the number of nodes.
    pub(super) fn finish(self, jobs: usize) -> (Option<BigUint>, u64) {
        let Self { case, frontier, iso, winner, .. } = self;
        // The other takes no memory from the winner.
        if winner.get().is_some_and(|winner| winner.engine == "iso") {
            drop(frontier);
            iso.into_inner().finish(case, jobs)
        } else {
            drop(iso);
            frontier.into_inner().finish(case, jobs)
        }
    }

    /// The problem in parts up to symmetry, if these are to be counted.
    pub(super) fn division(&mut self) -> Option<Division<'p>> {
        self.division.take()
    }

    fn progress(&self, nodes: u64, share: f64) -> Progress {
        Progress { nodes, share, is_limited: self.case.budget.memory.is_some() }
    }

    fn frontier_counts(&self, ration: u64, memo: Progress) -> bool {
        self.frontier.borrow_mut().counts(self.case, ration, memo)
    }

    fn iso_wins(&self, most: u64, memo: Progress) -> bool {
        self.iso.borrow_mut().wins(self.case, most, memo)
    }

    /// Whether `memo` still has so much before it that symmetries may save more than it takes to find them.
    fn is_worth_symmetry(&self, memo: Progress) -> bool {
        let words = self.problem.options().div_ceil(64) as f64;
        memo.left() >= NODES_AN_ENTRY * self.problem.entries() as f64
            && memo.left() * words >= WORDS_WORTH_SYMMETRY
    }

    fn wins(&self, engine: &'static str) {
        self.winner.set(Some(won_by(engine)));
    }

    /// The rival that wins beside `memo`, if there is one.
    fn won(&self, memo: Progress) -> Option<&'static str> {
        if !self.case.may_begin(memo) {
            return None;
        }
        if narrow::is_narrow(self.case, memo) {
            return Some("frontier");
        }
        let ration = narrow::ration(self.case, memo);
        let is_symmetric = self.case.is_symmetric();
        // In turns, so that the one that counts soon does not wait for the other.
        let mut work = memo.nodes;
        loop {
            if is_symmetric && self.iso_wins(work, memo) {
                return Some("iso");
            }
            if self.frontier_counts(work.min(ration), memo) {
                return Some("frontier");
            }
            if !is_symmetric && self.iso_wins(work, memo) {
                return Some("iso");
            }
            if work >= ration {
                return None;
            }
            work = work.saturating_mul(2);
        }
    }

    /// The rival that wins now that the problem is to be searched in parts, if there is one. If it is large, a longer trial costs little of
    /// the whole.
    fn won_at_last(&self, memo: Progress) -> Option<&'static str> {
        if !self.case.may_begin(memo) {
            return None;
        }
        if narrow::is_narrow(self.case, memo) {
            return Some("frontier");
        }
        let of_all = memo.of_all().min(OF_HOURS);
        let last = || of_all.max(LAST_FORMS * isomorphic::nodes_a_form(self.case));
        let of_iso = if memo.share < LARGE { last() } else { 0 };
        let mut work = memo.nodes;
        loop {
            if self.frontier_counts(work.min(of_all), memo) {
                return Some("frontier");
            }
            let mut iso = self.iso.borrow_mut();
            let is_faster = |faster| faster >= isomorphic::FASTER;
            if of_iso > 0 && is_faster(iso.times_faster(self.case, work.min(of_iso), memo)) {
                return Some("iso");
            }
            if work >= of_iso.max(of_all) {
                return None;
            }
            work = work.saturating_mul(2);
        }
    }
}

impl<'c, 'p: 'c> Rivals for Contest<'c, 'p> {
    fn meet(&self, table: &Arc<Table>) {
        self.case.meet(table);
    }

    fn go_on(&self, nodes: u64, share: f64) -> bool {
        let won = self.won(self.progress(nodes, share));
        won.inspect(|engine| self.wins(engine)).is_none()
    }

    fn accept(&self, nodes: u64, share: f64) -> bool {
        let memo = self.progress(nodes, share);
        match self.otherwise {
            Otherwise::InParts => {
                if let Some(engine) = self.won_at_last(memo) {
                    self.wins(engine);
                }
                true
            }
            Otherwise::GoesOn { up_to_symmetry } => {
                let divides = || Division::up_to_symmetry(self.problem, self.case.budget);
                let looks = up_to_symmetry && self.is_worth_symmetry(memo);
                let division = looks.then(divides).flatten();
                division.is_some_and(|division| self.division.set(division).is_ok())
            }
        }
    }
}
