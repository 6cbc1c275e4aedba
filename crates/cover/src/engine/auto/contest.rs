//! Which engine counts fastest cannot be told beforehand: `memo` begins, and a small part of its work goes into trials of
//! `frontier` and `iso`, until one of them will be done sooner.
//!
//! Work is counted in branching nodes of `memo`, not in time, so that the choice is the same each time.

use std::cell::{Cell, OnceCell, RefCell};

use num_bigint::BigUint;

use super::super::bits::Rivals;
use super::super::frontier::{self, Plan};
use super::super::iso::Setup;
use super::super::iso::search::{Ended, Search};
use super::super::memo::ROOM;
use super::super::model::Model;
use crate::problem::Problem;
use crate::search::{Budget, Changed, Silent};

/// States of a layer of `frontier` that take about as long as one branching node of `memo`.
const STATES_A_NODE: u64 = 32;
/// An estimate of the number of states is believed if the upper bound is at most this many times as large.
const RELIABLE: f64 = 16.0;
/// The trial of `frontier` takes one in this many nodes.
const FRONTIER_ONE_IN: u64 = 32;

/// Words of exclusions that are computed in the time of one branching node of `memo`, before the first trial.
const WORDS_A_NODE: u64 = 1;

/// One form of `iso` takes about as long as this many branching nodes of `memo`, and one node more for each
/// [`OPTIONS_A_NODE`] options.
const NODES_A_FORM: u64 = 48;
const OPTIONS_A_NODE: u64 = 8;
/// Number of branching nodes before which `iso` is not tried.
const ISO_FIRST: u64 = if cfg!(test) { 1 << 4 } else { 1 << 16 };
/// The trial of `iso` takes one in this many nodes. It takes [`ISO_PROMISING_ONE_IN`] if its share of the tree for each node is
/// at least [`PROMISING`] times that of `memo`.
const ISO_ONE_IN: u64 = 32;
const ISO_PROMISING_ONE_IN: u64 = 16;
const PROMISING: f64 = 0.5;
/// `iso` takes over if after this many forms its share of the tree for each node is this many times that of `memo`.
const FORMS: u64 = if cfg!(test) { 1 << 3 } else { 512 };
const FASTER: f64 = 2.5;

/// What the rivals use, made when it is first needed.
#[derive(Default)]
pub(super) struct Things {
    model: OnceCell<Model>,
    /// The plan of the narrowest order.
    plan: OnceCell<Plan>,
    setup: OnceCell<Setup>,
}

/// A contest of engines about one problem.
pub(super) struct Contest<'c> {
    problem: &'c Problem,
    budget: &'c Budget,
    things: &'c Things,
    /// The least upper bound on the states of `frontier`, and the order that has it.
    narrowest: OnceCell<(f64, Vec<usize>)>,
    iso: RefCell<Option<Search<'c>>>,
    winner: Cell<Option<Changed>>,
    /// The number of solutions, if a trial has counted them.
    counted: RefCell<Option<BigUint>>,
}

impl<'c> Contest<'c> {
    pub(super) fn new(problem: &'c Problem, budget: &'c Budget, things: &'c Things) -> Self {
        Self {
            problem,
            budget,
            things,
            narrowest: OnceCell::new(),
            iso: RefCell::new(None),
            winner: Cell::new(None),
            counted: RefCell::new(None),
        }
    }

    /// The engine that is to count instead of `memo`, if there is one, and the number of solutions if it has counted them.
    pub(super) fn result(&self) -> Option<(Changed, Option<BigUint>)> {
        Some((self.winner.get()?, self.counted.take()))
    }

    fn model(&self) -> &'c Model {
        self.things.model.get_or_init(|| Model::new(self.problem))
    }

    /// Whether `frontier` will be done before `memo` has done as much again.
    fn frontier_wins(&self, nodes: u64) -> bool {
        let (bound, order) = self.narrowest.get_or_init(|| frontier::narrowest(self.model()));
        let most = (nodes * STATES_A_NODE) as f64;
        if *bound > RELIABLE * most {
            return false;
        }
        let plan = self.things.plan.get_or_init(|| Plan::new(self.model(), order));
        let ration = nodes * STATES_A_NODE / FRONTIER_ONE_IN;
        let states = frontier::estimated_states(plan, ration as usize);
        states.is_some_and(|states| states <= most && *bound <= RELIABLE * states)
    }

    /// Tries `iso`. Returns whether it has counted, or will be done long before `memo`.
    fn iso_wins(&self, nodes: u64, share: f64) -> bool {
        if nodes < ISO_FIRST {
            return false;
        }
        let setup = self.things.setup.get_or_init(|| Setup::new(self.model(), ROOM));
        let mut search = self.iso.borrow_mut();
        let search = search.get_or_insert_with(|| setup.first(self.model()));
        let nodes_a_form = NODES_A_FORM + self.problem.options() as u64 / OPTIONS_A_NODE;
        let mut times_faster = 0.0;
        for one_in in [ISO_ONE_IN, ISO_PROMISING_ONE_IN] {
            let forms = (nodes / one_in / nodes_a_form).saturating_sub(search.made());
            match search.run(&mut Silent::new(self.budget), forms) {
                Ended::Counted(count) => {
                    *self.counted.borrow_mut() = Some(count.unbounded());
                    return true;
                }
                Ended::Paused => {}
                Ended::Spent => return false,
            }
            let own_nodes = search.made() * nodes_a_form;
            times_faster = search.position().share / own_nodes as f64 / (share / nodes as f64);
            if times_faster < PROMISING {
                break;
            }
        }
        search.made() >= FORMS && times_faster >= FASTER
    }
}

impl Rivals for Contest<'_> {
    fn go_on(&self, nodes: u64, share: f64) -> bool {
        let options = self.problem.options() as u64;
        if nodes * WORDS_A_NODE < options * options.div_ceil(64) {
            return true;
        }
        let winner = if self.frontier_wins(nodes) {
            Changed {
                engine: "frontier",
                why: "the problem is narrow along a fixed order of items",
            }
        } else if self.iso_wins(nodes, share) {
            Changed { engine: "iso", why: "its sub-problems are isomorphic to each other" }
        } else {
            return true;
        };
        self.winner.set(Some(winner));
        false
    }
}
