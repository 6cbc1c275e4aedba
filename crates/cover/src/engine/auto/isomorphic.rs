//! `iso` beside `memo`.

use num_bigint::BigUint;

use super::super::iso::search::Ended;
use super::super::iso::trials::Trials;
use super::progress::Progress;
use super::rivals::{Case, Tried};

/// One form takes about as long as this many branching nodes of `memo`, and one node more for each [`OPTIONS_A_NODE`] options.
const NODES_A_FORM: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 24 };
const OPTIONS_A_NODE: u64 = 16;
/// Number of branching nodes before which there is no trial, unless the problem is symmetric; or, if a small part of all nodes is as many,
/// this many.
const FIRST: u64 = if cfg!(any(test, fuzzing)) { 1 << 4 } else { 1 << 16 };
const FIRST_OF_MANY: u64 = if cfg!(any(test, fuzzing)) { 1 << 3 } else { 1 << 13 };
/// The trial takes one in this many nodes. It takes [`PROMISING_ONE_IN`] if its share of the tree for each node is at least [`PROMISING`]
/// times that of `memo`.
const ONE_IN: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 48 };
const PROMISING_ONE_IN: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 16 };
const PROMISING: f64 = 0.5;
/// If the problem is symmetric, the trial works for as long as `memo` for this many forms, with which all rules are tried, and then where it
/// is promising.
const SYMMETRIC_FORMS: u64 = if cfg!(any(test, fuzzing)) { 1 << 3 } else { 1 << 13 };
/// Where `memo` is hopeless, the trial works for this many times as much, but at most for some tenths of a second, so that little is lost
/// where it does not count.
const TIMES_IF_HOPELESS: u64 = 8;
const MOST: u64 = 1 << 20;
/// The same for a symmetric problem, for some seconds: `frontier`, which works in turns with the trial, would take as long.
const MOST_IF_SYMMETRIC: u64 = 1 << 22;
/// `iso` takes over if after this many forms its share of the tree for each node is this many times that of `memo`.
const FORMS: u64 = if cfg!(any(test, fuzzing)) { 1 << 3 } else { 512 };
pub(super) const FASTER: f64 = 2.5;
/// The same for a symmetric problem, of which more and more forms are known on the way.
const FASTER_IF_SYMMETRIC: f64 = 1.25;
/// With a smaller share of the tree `iso` does not take over, because several times faster than `memo` is as hopeless; the trials go on.
const LEAST_SHARE: f64 = 1e-30;

/// The trials, once they have begun.
#[derive(Default)]
pub(super) struct Isomorphic<'c> {
    tried: Option<Tried<'c, Trials<'c>>>,
    /// The number of solutions, once it is counted.
    pub(super) counted: Option<BigUint>,
}

impl<'c> Isomorphic<'c> {
    /// Works for up to `most` nodes in all. Returns whether it has counted, or will be done long before `memo`.
    pub(super) fn wins(&mut self, case: Case<'c>, most: u64, memo: Progress) -> bool {
        let (is_symmetric, is_long) = (case.is_symmetric(), memo.nodes >= FIRST);
        let is_long_in_all = memo.nodes >= FIRST_OF_MANY && memo.of_all() >= FIRST;
        if !(is_symmetric || is_long || is_long_in_all) {
            return false;
        }
        let is_hopeless = (is_symmetric || is_long) && memo.is_hopeless();
        let times = if is_hopeless { TIMES_IF_HOPELESS } else { 1 };
        let most_if_hopeless = if is_symmetric { MOST_IF_SYMMETRIC } else { MOST };
        // The nodes that the trial may take in all, if it takes one in `one_in` of those of `memo`.
        let work = |one_in| {
            let ration = memo.ration(one_in).min(most);
            ration.max((ration * times).min(most_if_hopeless))
        };
        // The first forms of a symmetric problem, with which all rules are tried, may take as long as `memo` has taken.
        let is_first = is_symmetric && self.made() < SYMMETRIC_FORMS;
        let mut faster = self.times_faster(case, work(if is_first { 1 } else { ONE_IN }), memo);
        if faster >= PROMISING && self.counted.is_none() {
            let one_in = if is_symmetric { 1 } else { PROMISING_ONE_IN };
            faster = self.times_faster(case, work(one_in), memo);
        }
        let reaches = |iso: &Tried<'_, Trials<'_>>| iso.trial.best(price(case)).0 >= LEAST_SHARE;
        let is_promise = self.made() >= FORMS && self.tried.as_ref().is_some_and(reaches);
        let enough = if is_symmetric { FASTER_IF_SYMMETRIC } else { FASTER };
        faster == f64::INFINITY || is_promise && faster >= enough
    }

    /// Works for up to `work` nodes in all. Returns how many times larger its share of the tree for each node is than that of `memo`:
    /// infinity if it has counted, 0 if the budget is spent.
    pub(super) fn times_faster(&mut self, case: Case<'c>, work: u64, memo: Progress) -> f64 {
        let begin = || case.begin(Trials::new(case.setup(), case.model()));
        let Tried { trial, probe } = self.tried.get_or_insert_with(begin);
        let left = work.saturating_sub(work_of(case, trial));
        match trial.run(probe, left / nodes_a_form(case), left) {
            Ended::Counted(count) => {
                self.counted = Some(count.unbounded());
                f64::INFINITY
            }
            Ended::Spent => 0.0,
            Ended::Paused => {
                // What other trials did does not tell how long this one will take.
                let (share, own) = trial.best(price(case));
                share / own as f64 / (memo.share / memo.nodes as f64)
            }
        }
    }

    /// Goes on to the end with `jobs` workers. Returns the number of solutions, unless the budget is spent, and the number of nodes.
    pub(super) fn finish(self, case: Case<'c>, jobs: usize) -> (Option<BigUint>, u64) {
        let Some(Tried { trial, mut probe }) = self.tried else { return (self.counted, 0) };
        let (setup, model) = (case.setup(), case.model());
        setup.widen(case.room());
        let go_on = || setup.go_on(trial, model, &mut probe, case.budget, jobs, None);
        let counted = self.counted.or_else(go_on);
        (counted, probe.nodes())
    }

    /// Number of forms so far.
    fn made(&self) -> u64 {
        self.tried.as_ref().map_or(0, |tried| tried.trial.made())
    }
}

/// The work of one form, in nodes of `memo`.
pub(super) fn nodes_a_form(case: Case<'_>) -> u64 {
    NODES_A_FORM + case.problem.options() as u64 / OPTIONS_A_NODE
}

/// The work of trials, in nodes: their forms, and the nodes of small states, each of which takes as long as one of `memo`.
fn work_of(case: Case<'_>, trials: &Trials<'_>) -> u64 {
    price(case)(trials.made(), trials.small_nodes())
}

/// The work of numbers of forms and of nodes of small states.
fn price(case: Case<'_>) -> impl Fn(u64, u64) -> u64 {
    let of_form = nodes_a_form(case);
    move |forms, small| forms * of_form + small
}
