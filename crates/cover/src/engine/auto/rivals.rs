//! What the rivals of `memo` use in common.

use std::cell::OnceCell;
use std::sync::Arc;

use super::super::bits::{OF_RIVALS, Table};
use super::super::frontier::{self, Limits, Plan};
use super::super::iso::Setup;
use super::super::memo::ROOM;
use super::super::model::Model;
use super::progress::Progress;
use crate::problem::Problem;
use crate::search::{Budget, CancelToken, Silent};
use crate::symmetry;

/// States of a layer of `frontier` that take about as long as one branching node of `memo` in a small problem, and the words of its bitsets
/// for each of which a node takes as long as one state more, because it looks at all of them. That is for AVX2; with AVX-512 a node takes
/// less, but the choice is the same on all machines.
const STATES_A_NODE: u64 = 1;
const WORDS_A_STATE: u64 = 32;
/// States that take as long as the tables of the rivals for an entry of the problem.
const STATES_AN_ENTRY: u64 = if cfg!(any(test, fuzzing)) { 0 } else { 12 };
/// The tables are made if `memo` will still take this many times as long, or has taken it.
const OF_TABLES: u64 = 16;
/// A problem of which refinement leaves this many options alike on average is symmetric: more so than by the turns of a board.
const ALIKE: usize = 16;

/// Tables, made when they are first needed.
#[derive(Default)]
pub(super) struct RivalTables {
    table: OnceCell<Arc<Table>>,
    model: OnceCell<Model>,
    /// The least upper bound on the states of `frontier`, and the order that has it.
    narrowest: OnceCell<(f64, Vec<usize>)>,
    /// The plan of this order.
    plan: OnceCell<Plan>,
    setup: OnceCell<Setup>,
    is_symmetric: OnceCell<bool>,
    stop: OnceCell<CancelToken>,
}

/// The problem that is counted, with the tables of the rivals.
#[derive(Clone, Copy)]
pub(super) struct Case<'c> {
    pub(super) problem: &'c Problem,
    pub(super) budget: &'c Budget,
    pub(super) tables: &'c RivalTables,
    /// Whether the winner writes a certificate.
    pub(super) is_certified: bool,
}

/// A trial of a rival, with its number of nodes.
pub(super) struct Tried<'c, T> {
    pub(super) trial: T,
    pub(super) probe: Silent<'c>,
}

impl<'c> Case<'c> {
    pub(super) fn meet(self, table: &Arc<Table>) {
        self.tables.table.get_or_init(|| Arc::clone(table));
    }

    pub(super) fn model(self) -> &'c Model {
        self.tables.model.get_or_init(|| {
            let table = self.tables.table.get().expect("the memo has shown its table");
            Model::of(self.problem, Arc::clone(table))
        })
    }

    pub(super) fn narrowest(self) -> &'c (f64, Vec<usize>) {
        self.tables.narrowest.get_or_init(|| frontier::narrowest(self.model()))
    }

    pub(super) fn plan(self) -> &'c Plan {
        self.tables.plan.get_or_init(|| Plan::new(self.model(), &self.narrowest().1))
    }

    pub(super) fn setup(self) -> &'c Setup {
        self.tables.setup.get_or_init(|| Setup::new(self.model(), self.trial_room()))
    }

    /// Whether refinement tells few options apart.
    pub(super) fn is_symmetric(self) -> bool {
        *self.tables.is_symmetric.get_or_init(|| {
            symmetry::kinds_of_options(self.problem)
                .is_some_and(|kinds| self.problem.options() >= ALIKE * kinds)
        })
    }

    /// About how long it takes to make the tables, in nodes of `memo`.
    pub(super) fn nodes_of_tables(self) -> u64 {
        self.problem.entries() as u64 * STATES_AN_ENTRY / self.states_a_node()
    }

    /// The states of `frontier` that take about as long as one branching node of `memo`.
    pub(super) fn states_a_node(self) -> u64 {
        let words = self.problem.primary() * self.problem.options().div_ceil(64);
        STATES_A_NODE + words as u64 / WORDS_A_STATE
    }

    /// Whether the tables may be made: not before `memo` has worked for about as long, nor if it is nearly done, unless they are little to what
    /// it has done, because it may have more before it than can be told.
    pub(super) fn may_begin(self, memo: Progress) -> bool {
        let tables = self.nodes_of_tables();
        let worth = OF_TABLES * tables;
        memo.nodes >= worth || memo.nodes >= tables && memo.left() >= worth as f64
    }

    /// The memory for one trial, in bytes.
    fn trial_room(self) -> usize {
        // There are two rivals, each with a trial.
        self.budget.memory.unwrap_or(ROOM) / (2 * OF_RIVALS)
    }

    /// The memory for the winner, in bytes.
    pub(super) fn room(self) -> usize {
        let tables = Table::bytes(self.problem) + self.model().bytes();
        self.budget.memory.unwrap_or(ROOM).saturating_sub(tables)
    }

    /// The limits of a trial of `frontier`.
    pub(super) fn limits(self) -> Limits<'c> {
        let stop = || self.budget.cancel.clone().unwrap_or_default();
        let stop = self.tables.stop.get_or_init(stop);
        Limits { room: self.trial_room(), jobs: 1, stop }
    }

    pub(super) fn begin<T>(self, trial: T) -> Tried<'c, T> {
        Tried { trial, probe: Silent::new(self.budget) }
    }
}
