//! Which engine counts fastest cannot be told beforehand: `memo` begins, and a small part of its work goes into trials of
//! `frontier` and `iso`, until one of them will be done sooner.
//!
//! Work is counted in branching nodes of `memo`, not in time, so that the choice is the same each time. A rival works for a small part
//! of what `memo` has done. The share of the tree that `memo` has searched tells how long it will take: if long, rivals work for a small
//! part of that, which may be more than what `memo` has done. So little is lost where `memo` is the best, and not much where it would not end.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use num_bigint::BigUint;

use super::super::bits::{OF_RIVALS, Rivals, Table};
use super::super::frontier::{self, Limits, Plan, Trial};
use super::super::iso::Setup;
use super::super::iso::search::Ended;
use super::super::iso::trials::Trials;
use super::super::memo::ROOM;
use super::super::model::Model;
use crate::parallel::Division;
use crate::problem::Problem;
use crate::search::{Budget, CancelToken, Changed, Silent};

/// States of a layer of `frontier` that take about as long as one branching node of `memo`.
const STATES_A_NODE: u64 = 32;
/// The same for a certificate, which takes longer for a state, because each is written.
const WRITTEN_STATES_A_NODE: u64 = 4;
/// Units of work of a trial of `frontier` that take about as long as one branching node of `memo`.
const UNITS_A_NODE: u64 = 32;
/// An estimate of the number of states is believed if the upper bound is at most this many times as large.
const RELIABLE: f64 = 16.0;
/// The trial of `frontier` takes one in this many nodes.
const FRONTIER_ONE_IN: u64 = 64;

/// A rival works for one in this many nodes that `memo` will take in all, and for at most this many times what it has taken. `frontier`
/// works for [`OF_PROMISING`] times as much if it expects to be done within that.
const OF_ALL: f64 = 128.0;
const OF_DONE: u64 = 2;
/// If one in [`OF_ALL`] nodes is more than [`HOPELESS`] times what `memo` has taken, which is a small part then indeed, a rival works for
/// up to this many times what it has taken.
const OF_HOPELESS: u64 = 4;
const HOPELESS: u64 = 64;
/// `iso` then works for this many times as much, but at most for some tenths of a second, so that little is lost where it does not count.
const ISO_HOPELESS: u64 = 8;
const ISO_MOST: u64 = 1 << 20;
const OF_PROMISING: u64 = 8;
/// Upper bound on the work of a rival when the memo gives up, which is seconds: a search in parts has workers and a checkpoint.
const OF_HOURS: u64 = 1 << 23;
/// What one in [`OF_ALL`] nodes must be before a rival begins for that reason: its tables take time, too.
const OF_TABLES: u64 = if cfg!(any(test, fuzzing)) { 1 << 4 } else { 1 << 12 };

/// Words of exclusions that are computed in the time of one branching node of `memo`, before the first trial.
const WORDS_A_NODE: u64 = 1;

/// Symmetries are looked for if `memo` still has this many nodes before it for each entry of the problem, and in all this many words to
/// look at: finding them takes time that grows with the entries, and to estimate what they save takes some tenths of a millisecond.
const NODES_AN_ENTRY: f64 = if cfg!(any(test, fuzzing)) { 0.0 } else { 10.0 };
const WORDS_WORTH_SYMMETRY: f64 = if cfg!(any(test, fuzzing)) { 0.0 } else { 262_144.0 };

/// One form of `iso` takes about as long as this many branching nodes of `memo`, and one node more for each
/// [`OPTIONS_A_NODE`] options.
const NODES_A_FORM: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 48 };
const OPTIONS_A_NODE: u64 = 8;
/// Number of branching nodes before which `iso` is not tried.
const ISO_FIRST: u64 = if cfg!(any(test, fuzzing)) { 1 << 4 } else { 1 << 16 };
/// The trial of `iso` takes one in this many nodes. It takes [`ISO_PROMISING_ONE_IN`] if its share of the tree for each node is
/// at least [`PROMISING`] times that of `memo`.
const ISO_ONE_IN: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 48 };
const ISO_PROMISING_ONE_IN: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 16 };
const PROMISING: f64 = 0.5;
/// `iso` takes over if after this many forms its share of the tree for each node is this many times that of `memo`.
const FORMS: u64 = if cfg!(any(test, fuzzing)) { 1 << 3 } else { 512 };
const FASTER: f64 = 2.5;
/// With a smaller share of the tree `iso` does not take over, because several times faster than `memo` is as hopeless; the trials go on.
const LEAST_SHARE: f64 = 1e-30;
/// Number of forms of the last trial of `iso`, when the memo gives up with a smaller share of the tree than this.
const LAST_FORMS: u64 = if cfg!(test) { 1 << 4 } else { 1 << 11 };
const LARGE: f64 = if cfg!(test) { 1.0 } else { 1.0 / 1024.0 };

/// What the rivals use, made when it is first needed.
#[derive(Default)]
pub(super) struct RivalTables {
    table: OnceCell<Arc<Table>>,
    model: OnceCell<Model>,
    /// The plan of the narrowest order.
    plan: OnceCell<Plan>,
    setup: OnceCell<Setup>,
    stop: OnceCell<CancelToken>,
}

/// A contest of engines about one problem.
pub(super) struct Contest<'c, 'p> {
    problem: &'p Problem,
    budget: &'c Budget,
    things: &'c RivalTables,
    /// Whether the winner writes a certificate. Then `frontier` counts nothing in trials.
    is_certified: bool,
    /// The least upper bound on the states of `frontier`, and the order that has it.
    narrowest: OnceCell<(f64, Vec<usize>)>,
    frontier: RefCell<Option<Trial<'c>>>,
    iso: RefCell<Option<Trials<'c>>>,
    winner: Cell<Option<Changed>>,
    /// The number of solutions, if a trial has counted them.
    counted: RefCell<Option<BigUint>>,
    otherwise: Otherwise,
    /// The problem in parts up to symmetry, if these are to be counted.
    division: OnceCell<Division<'p>>,
}

/// What becomes of a problem whose memo saves next to nothing if no rival wins.
#[derive(Clone, Copy)]
pub(super) enum Otherwise {
    /// It is counted in parts.
    InParts,
    /// The memo goes on, unless parts up to symmetry, if they are wanted, make the search much shorter.
    GoesOn { up_to_symmetry: bool },
}

impl<'c, 'p> Contest<'c, 'p> {
    pub(super) fn new(
        problem: &'p Problem,
        budget: &'c Budget,
        things: &'c RivalTables,
        otherwise: Otherwise,
    ) -> Self {
        Self {
            problem,
            budget,
            things,
            otherwise,
            division: OnceCell::new(),
            is_certified: false,
            narrowest: OnceCell::new(),
            frontier: RefCell::new(None),
            iso: RefCell::new(None),
            winner: Cell::new(None),
            counted: RefCell::new(None),
        }
    }

    /// A contest about who writes a certificate.
    pub(super) fn certified(
        problem: &'p Problem,
        budget: &'c Budget,
        things: &'c RivalTables,
    ) -> Self {
        Self { is_certified: true, ..Self::new(problem, budget, things, Otherwise::InParts) }
    }

    /// The engine that is to count instead of `memo`, if there is one, and the number of solutions if it has counted them.
    pub(super) fn result(&self) -> Option<(Changed, Option<BigUint>)> {
        Some((self.winner.get()?, self.counted.take()))
    }

    /// The problem in parts up to symmetry, if these are to be counted.
    pub(super) fn division(&mut self) -> Option<Division<'p>> {
        self.division.take()
    }

    fn model(&self) -> &'c Model {
        self.things.model.get_or_init(|| {
            let table = self.things.table.get().expect("the memo has shown its table");
            Model::of(self.problem, Arc::clone(table))
        })
    }

    /// A small part of the nodes that `memo` will take in all; none with a limit of memory, within which long trials do not stay.
    fn of_all(&self, nodes: u64, share: f64) -> u64 {
        if self.budget.memory.is_some() {
            return 0;
        }
        #[expect(clippy::cast_sign_loss, reason = "no share is negative")]
        let of_all = (nodes as f64 / OF_ALL / share) as u64;
        of_all
    }

    /// Whether `memo` will take thousands of times the nodes that it has taken.
    fn is_hopeless(&self, nodes: u64, share: f64) -> bool {
        self.of_all(nodes, share) / HOPELESS > nodes
    }

    /// The work that a rival may do until now, in nodes.
    fn ration(&self, nodes: u64, share: f64, one_in: u64) -> u64 {
        let of_all = self.of_all(nodes, share);
        let most = if self.is_hopeless(nodes, share) { OF_HOPELESS } else { OF_DONE };
        (nodes / one_in).max((nodes * most).min(of_all))
    }

    /// Lets `frontier` work for up to `ration` nodes in all, or up to `most` if it expects to be done within that. Returns whether it
    /// has counted.
    fn frontier_counts(&self, ration: u64, most: u64) -> bool {
        if self.is_certified || self.budget.memory.is_some() || ration < OF_TABLES {
            return false;
        }
        let (plan, limits) = (self.plan(), self.limits());
        let mut trial = self.frontier.borrow_mut();
        let trial = trial.get_or_insert_with(|| Trial::new(self.model(), plan, limits));
        let units = |nodes: u64| nodes.saturating_mul(UNITS_A_NODE);
        let counted = trial.count(units(ration), units(most), &mut Silent::new(self.budget));
        let wins = counted.is_some();
        if wins {
            *self.counted.borrow_mut() = counted;
        }
        wins
    }

    fn narrowest(&self) -> &(f64, Vec<usize>) {
        self.narrowest.get_or_init(|| frontier::narrowest(self.model()))
    }

    fn plan(&self) -> &'c Plan {
        self.things.plan.get_or_init(|| Plan::new(self.model(), &self.narrowest().1))
    }

    /// The limits of a trial of `frontier`.
    fn limits(&self) -> Limits<'c> {
        let stop = || self.budget.cancel.clone().unwrap_or_default();
        Limits { room: self.room(), jobs: 1, stop: self.things.stop.get_or_init(stop) }
    }

    /// Whether `frontier` will be done before `memo` has done as much again, as an upper bound and a few layers promise.
    fn frontier_is_narrow(&self, nodes: u64) -> bool {
        let a_node = if self.is_certified { WRITTEN_STATES_A_NODE } else { STATES_A_NODE };
        let most = (nodes * a_node) as f64;
        if self.narrowest().0 > RELIABLE * most {
            return false;
        }
        let ration = nodes * STATES_A_NODE / FRONTIER_ONE_IN;
        let states = frontier::estimated_states(self.plan(), ration as usize, &self.limits());
        states.is_some_and(|states| states <= most && self.narrowest().0 <= RELIABLE * states)
    }

    /// Tries `iso` beside `memo`, for up to `most` nodes in all. Returns whether it has counted, or will be done long before `memo`.
    fn iso_wins(&self, most: u64, nodes: u64, share: f64) -> bool {
        if nodes < ISO_FIRST && self.of_all(nodes, share) < ISO_FIRST {
            return false;
        }
        let times = if self.is_hopeless(nodes, share) { ISO_HOPELESS } else { 1 };
        let trial = |one_in| {
            let ration = self.ration(nodes, share, one_in).min(most);
            self.times_faster(ration.max((ration * times).min(ISO_MOST)), nodes, share)
        };
        let mut faster = trial(ISO_ONE_IN);
        if faster >= PROMISING {
            faster = trial(ISO_PROMISING_ONE_IN);
        }
        let is_promise = self
            .iso
            .borrow()
            .as_ref()
            .is_some_and(|iso| iso.made() >= FORMS && iso.position().share >= LEAST_SHARE);
        faster == f64::INFINITY || is_promise && faster >= FASTER
    }

    /// The memory for one trial, in bytes.
    fn room(&self) -> usize {
        // There are two rivals, each with a trial.
        self.budget.memory.unwrap_or(ROOM) / (2 * OF_RIVALS)
    }

    fn nodes_a_form(&self) -> u64 {
        NODES_A_FORM + self.problem.options() as u64 / OPTIONS_A_NODE
    }

    /// The work of `iso`, in nodes: its forms, and the nodes of small states, each of which takes as long as one of `memo`.
    fn work_of(&self, iso: &Trials<'_>) -> u64 {
        iso.made() * self.nodes_a_form() + iso.small_nodes()
    }

    /// Lets `iso` work for up to `work` nodes in all. Returns how many times larger its share of the tree for each node is than that of
    /// `memo`: infinity if it has counted, 0 if the budget is spent.
    fn times_faster(&self, work: u64, nodes: u64, share: f64) -> f64 {
        let setup = self.things.setup.get_or_init(|| Setup::new(self.model(), self.room()));
        let mut search = self.iso.borrow_mut();
        let search = search.get_or_insert_with(|| Trials::new(setup, self.model()));
        let left = work.saturating_sub(self.work_of(search));
        let forms = left / self.nodes_a_form();
        match search.run(&mut Silent::new(self.budget), forms, left) {
            Ended::Counted(count) => {
                *self.counted.borrow_mut() = Some(count.unbounded());
                f64::INFINITY
            }
            Ended::Spent => 0.0,
            Ended::Paused => {
                let own = self.work_of(search).max(1);
                search.position().share / own as f64 / (share / nodes as f64)
            }
        }
    }

    /// Whether the tables of the rivals may be made: not before `memo` has worked for about as long.
    fn may_begin(&self, nodes: u64) -> bool {
        let options = self.problem.options() as u64;
        nodes * WORDS_A_NODE >= options * options.div_ceil(64)
    }

    /// Whether `memo` still has so much before it that symmetries may save more than it takes to find them.
    fn is_worth_symmetry(&self, nodes: u64, share: f64) -> bool {
        let left = nodes as f64 * (1.0 - share) / share;
        let words = self.problem.options().div_ceil(64) as f64;
        left >= NODES_AN_ENTRY * self.problem.entries() as f64
            && left * words >= WORDS_WORTH_SYMMETRY
    }

    fn wins(&self, engine: &'static str) {
        let why = match engine {
            "frontier" => "the problem is narrow along a fixed order of items",
            _ => "its sub-problems are isomorphic to each other",
        };
        self.winner.set(Some(Changed { engine, why }));
    }
}

impl Rivals for Contest<'_, '_> {
    fn meet(&self, table: &Arc<Table>) {
        self.things.table.get_or_init(|| Arc::clone(table));
    }

    fn go_on(&self, nodes: u64, share: f64) -> bool {
        if !self.may_begin(nodes) {
            return true;
        }
        let ration = self.ration(nodes, share, FRONTIER_ONE_IN);
        if self.frontier_is_narrow(nodes) {
            self.wins("frontier");
            return false;
        }
        // In turns, so that the one that counts soon does not wait for the other.
        let mut work = nodes;
        loop {
            let own = work.min(ration);
            if self.frontier_counts(own, own.saturating_mul(OF_PROMISING)) {
                self.wins("frontier");
            } else if self.iso_wins(work, nodes, share) {
                self.wins("iso");
            } else if work < ration {
                work = work.saturating_mul(2);
                continue;
            } else {
                return true;
            }
            return false;
        }
    }

    fn accept(&self, nodes: u64, share: f64) -> bool {
        match self.otherwise {
            Otherwise::InParts => {
                self.last_trial(nodes, share);
                true
            }
            Otherwise::GoesOn { up_to_symmetry } => {
                let divides = || Division::up_to_symmetry(self.problem, self.budget);
                let looks = up_to_symmetry && self.is_worth_symmetry(nodes, share);
                let division = looks.then(divides).flatten();
                division.is_some_and(|division| self.division.set(division).is_ok())
            }
        }
    }
}

impl Contest<'_, '_> {
    /// The problem will be searched in parts, unless a rival wins now. If it is large, a longer trial costs little of the whole.
    fn last_trial(&self, nodes: u64, share: f64) {
        if !self.may_begin(nodes) {
            return;
        }
        if self.frontier_is_narrow(nodes) {
            return self.wins("frontier");
        }
        let of_all = self.of_all(nodes, share).min(OF_HOURS);
        let last = || of_all.max(LAST_FORMS * self.nodes_a_form());
        let of_iso = if share < LARGE { last() } else { 0 };
        let mut work = nodes;
        loop {
            let ration = work.min(of_all);
            if self.frontier_counts(ration, ration.saturating_mul(OF_PROMISING)) {
                return self.wins("frontier");
            }
            if of_iso > 0 && self.times_faster(work.min(of_iso), nodes, share) >= FASTER {
                return self.wins("iso");
            }
            if work >= of_iso.max(of_all) {
                return;
            }
            work = work.saturating_mul(2);
        }
    }
}
