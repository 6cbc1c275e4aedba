//! The trials of rules: each makes some forms, and those that made few classes go on.
//!
//! The order of the text is often that of a thought, and then good: if the first forms show that, it runs ahead, and the other rules are
//! tried only if it does not count soon. But a text may be in any order; then the rules whose order depends on the problem, but for
//! ties, are compared at once. In problems of many symmetries these are the orders that leave much symmetry, one for each kind of first item,
//! and only these, because the classes made in a trial do not show that such an order is better than the others.

use super::super::model::Model;
use super::Setup;
use super::order::Rule;
use super::search::{Ended, Search};
use crate::search::Probe;

/// Number of forms of each rule, after which rules are compared by the number of classes that they made. In tests, whose problems are
/// small, it is smaller.
const ROUNDS: [u64; 3] =
    if cfg!(any(test, fuzzing)) { [4, 6, 8] } else { [1 << 7, 1 << 9, 1 << 11] };
/// Numbers of classes that are at most this factor apart do not show yet which rule is better.
const ALIKE: f64 = 1.3;
/// Where more than this share of the forms of a round were new, hardly any was known.
const UNLIKE: f64 = 0.75;
/// Number of forms that the order of the text makes if it runs ahead.
const AHEAD: u64 = 2 * ROUNDS[ROUNDS.len() - 1];

/// Searches by several rules, of which one goes on in the end.
pub(in super::super) struct Trials<'s> {
    setup: &'s Setup,
    model: &'s Model,
    /// Those that may still go on.
    tried: Vec<Trial<'s>>,
    current: usize,
    stage: Stage,
    /// Whether the rules tried are orders that leave much symmetry.
    is_symmetric: bool,
    /// Forms, and nodes of small states, of the searches that were given up.
    lost: (u64, u64),
}

struct Trial<'s> {
    rule: usize,
    search: Search<'s>,
    classes: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// The order of the text runs alone.
    Text,
    Round(usize),
    Chosen,
}

impl<'s> Trials<'s> {
    pub(in super::super) fn new(setup: &'s Setup, model: &'s Model) -> Self {
        let tried = vec![Trial::new(setup, model, Rule::TEXT)];
        let (stage, is_symmetric) = (Stage::Text, false);
        Self { setup, model, tried, current: 0, stage, is_symmetric, lost: (0, 0) }
    }

    /// Goes on until `forms` more forms are made, `small` more nodes of small states are searched, or a rule is chosen.
    pub(in super::super) fn run(
        &mut self,
        probe: &mut impl Probe,
        forms: u64,
        small: u64,
    ) -> Ended {
        let most_forms = self.made().saturating_add(forms);
        let most_small = self.small_nodes().saturating_add(small);
        loop {
            let small = most_small.saturating_sub(self.small_nodes());
            let forms = most_forms - self.made();
            let target = self.target();
            let search = &mut self.tried[self.current].search;
            let ended = search.run_rationed(probe, forms.min(target - search.made()), small);
            if !matches!(ended, Ended::Paused) || search.made() < target {
                return ended;
            }
            self.look();
            if self.stage == Stage::Chosen {
                return Ended::Paused;
            }
        }
    }

    /// Number of forms at which the trial that runs is looked at.
    fn target(&self) -> u64 {
        match self.stage {
            Stage::Text => ROUNDS.get(self.tried[0].classes.len()).copied().unwrap_or(AHEAD),
            Stage::Round(round) => ROUNDS[round],
            Stage::Chosen => u64::MAX,
        }
    }

    /// Looks at the trial that runs, whose target is reached, and goes over to the next one.
    fn look(&mut self) {
        let trial = &mut self.tried[self.current];
        let classes = self.setup.rule(trial.rule).1.len();
        let round = match self.stage {
            Stage::Text if trial.classes.len() < ROUNDS.len() => {
                trial.classes.push(classes);
                if trial.classes.len() > 1 || (classes as f64) < UNLIKE * ROUNDS[0] as f64 {
                    return;
                }
                // The text shows hardly any form that is known.
                self.give_up(|_| true);
                self.begin_rounds();
                return;
            }
            Stage::Text => return self.begin_rounds(),
            Stage::Round(round) => round,
            Stage::Chosen => return,
        };
        trial.classes.push(classes);
        self.current += 1;
        if self.current == self.tried.len() {
            self.end_round(round);
        }
    }

    fn begin_rounds(&mut self) {
        (self.stage, self.current) = (Stage::Round(0), self.tried.len());
        let (known, all) = (self.setup.rules.len(), self.setup.find_all(self.model));
        self.is_symmetric = known < all;
        let others = if self.is_symmetric { known..all } else { Rule::TEXT + 1..known };
        self.tried.extend(others.map(|rule| Trial::new(self.setup, self.model, rule)));
    }

    /// Gives up the rules that made more than [`ALIKE`] times the fewest classes. After the last round the rule of the narrowest front goes
    /// on; but where hardly any form was known, the one that takes the fewest options, and where the orders leave much symmetry, the one
    /// of the fewest classes.
    fn end_round(&mut self, round: usize) {
        let fewest = self.tried.iter().map(|trial| trial.classes[round]).min();
        let fewest = fewest.expect("a rule is tried") as f64;
        self.give_up(|trial| trial.classes[round] as f64 > fewest * ALIKE);
        self.tried.sort_by_key(|trial| trial.classes[round]);
        let is_ahead = |trial: &Trial<'_>| trial.classes.len() > round + 1;
        if round + 1 < ROUNDS.len() {
            // The text has had its rounds if it ran ahead.
            self.tried.sort_by_key(|trial| !is_ahead(trial));
            self.current = self.tried.iter().filter(|trial| is_ahead(trial)).count();
            self.stage = Stage::Round(round + 1);
            if self.current == self.tried.len() {
                self.end_round(round + 1);
            }
            return;
        }
        let front = |rule: usize| self.setup.rule(rule).0.front;
        let is_unlike = fewest > UNLIKE * ROUNDS[round] as f64;
        let is_fewest = |trial: &Trial<'_>| trial.rule == Rule::FEWEST;
        let best =
            self.tried.iter().find(|trial| self.is_symmetric || is_unlike && is_fewest(trial));
        let winner = match best {
            Some(trial) => trial.rule,
            None => {
                let rules_left = self.tried.iter().map(|trial| trial.rule);
                let narrowest = rules_left.min_by(|&a, &b| front(a).total_cmp(&front(b)));
                narrowest.expect("the rule of the fewest classes is left")
            }
        };
        self.give_up(|trial| trial.rule != winner);
        (self.stage, self.current) = (Stage::Chosen, 0);
    }

    fn give_up(&mut self, is_lost: impl Fn(&Trial<'_>) -> bool) {
        for trial in self.tried.extract_if(.., |trial| is_lost(trial)) {
            self.lost.0 += trial.search.made();
            self.lost.1 += trial.search.small_nodes();
            self.setup.rule(trial.rule).1.clear();
        }
    }

    /// The rule that was chosen, and its search.
    pub(super) fn winner(mut self) -> (usize, Search<'s>) {
        let Trial { rule, search, .. } = self.tried.swap_remove(self.current);
        (rule, search)
    }

    pub(super) fn is_decided(&self) -> bool {
        self.stage == Stage::Chosen
    }

    pub(in super::super) fn made(&self) -> u64 {
        self.lost.0 + self.tried.iter().map(|trial| trial.search.made()).sum::<u64>()
    }

    /// Number of nodes searched in small states, without forms.
    pub(in super::super) fn small_nodes(&self) -> u64 {
        self.lost.1 + self.tried.iter().map(|trial| trial.search.small_nodes()).sum::<u64>()
    }

    /// Of the trials that may still go on, the one that searched the largest share of the tree for its work: this share, and its work, which
    /// `work` makes of numbers of forms and of nodes of small states.
    pub(in super::super) fn best(&self, work: impl Fn(u64, u64) -> u64) -> (f64, u64) {
        let of_trial = |Trial { search, .. }: &Trial<'_>| {
            (search.position().share, work(search.made(), search.small_nodes()).max(1))
        };
        let rate = |&(share, work): &(f64, u64)| share / work as f64;
        let all = self.tried.iter().map(of_trial);
        all.max_by(|a, b| rate(a).total_cmp(&rate(b))).unwrap_or((0.0, 1))
    }
}

impl<'s> Trial<'s> {
    fn new(setup: &'s Setup, model: &'s Model, rule: usize) -> Self {
        Self { rule, search: setup.search(model, setup.rule(rule), 0), classes: Vec::new() }
    }
}
