//! The problem that is searched: the one read, reduced by `--given` and `--preprocess`.

use std::borrow::Cow;

use anyhow::{Result, anyhow};
use quadrille_cover::CancelToken;
use quadrille_cover::preprocess::{Preprocessed, preprocess_until};
use quadrille_cover::{OptionId, Problem, Reduced};
use quadrille_results::Fingerprint;

use crate::args::request::Request;
use crate::output::message::tell;
use crate::output::plural;

/// A problem reduced in steps, which can be traced back.
pub struct Smaller {
    /// The problem read.
    pub read: Problem,
    steps: Vec<Reduced>,
}

impl Smaller {
    /// Reduces a problem as the arguments ask for.
    pub fn new(read: Problem, request: &Request, cancel: &CancelToken) -> Result<Self> {
        Self::reduced(read, (&request.given, request.preprocess), request.quiet, cancel)
    }

    /// Reduces a problem: chooses the `given` options, then preprocesses it, if that is asked for.
    pub fn reduced(
        read: Problem,
        (given, is_preprocessed): (&[String], bool),
        quiet: bool,
        cancel: &CancelToken,
    ) -> Result<Self> {
        let mut smaller = Self::unreduced(read);
        if !given.is_empty() {
            let left = smaller.read.given(&named(&smaller.read, given, "--given")?);
            smaller.steps.push(left.map_err(|error| anyhow!("--given: {error}"))?);
        }
        if is_preprocessed {
            let found = preprocess_until(smaller.problem(), cancel);
            if !quiet {
                tell(report(&found));
            }
            smaller.steps.push(found.reduced);
        }
        Ok(smaller)
    }

    /// A problem as it was read.
    pub fn unreduced(read: Problem) -> Self {
        Self { read, steps: Vec::new() }
    }

    /// The reduced problem.
    pub fn problem(&self) -> &Problem {
        self.steps.last().map_or(&self.read, |step| &step.problem)
    }

    /// The sha256 of the problem read, the options chosen in advance and the reduced problem, which together
    /// determine what is searched and printed.
    pub fn fingerprint(&self) -> String {
        let chosen: Vec<usize> = self.whole(&[]).iter().map(|option| option.index()).collect();
        let left = self.steps.last().map(|step| step.problem.to_string()).unwrap_or_default();
        Fingerprint::of(format!("{}\n{chosen:?}\n{left}", self.read).as_bytes()).to_string()
    }

    /// The options of a solution of the reduced problem, as written in the problem read.
    pub fn words(&self, solution: &[OptionId]) -> Vec<String> {
        self.whole(solution).iter().map(|&option| self.read.option_text(option)).collect()
    }

    /// The cost of a solution, including options given and forced.
    pub fn cost(&self, solution: &[OptionId]) -> u64 {
        self.read.cost_of(&self.whole(solution))
    }

    /// The solution of the problem read that belongs to a solution of the reduced problem.
    pub fn whole<'s>(&self, solution: &'s [OptionId]) -> Cow<'s, [OptionId]> {
        let steps = self.steps.iter().rev();
        steps.fold(Cow::Borrowed(solution), |whole, step| Cow::Owned(step.whole(&whole)))
    }
}

fn report(found: &Preprocessed) -> String {
    let removed = plural(found.removed.len(), "option");
    let rounds = plural(found.rounds, "round");
    let left = plural(found.reduced.options.len(), "option");
    let end = if found.complete { "" } else { "; stopped before the end" };
    format!(
        "preprocessing: {removed} removed, {} forced, {left} left, in {rounds}{end}",
        found.forced.len()
    )
}

/// The options that texts name, by their items or their numbers. Errors begin with `place`, where the texts were found.
pub fn named(problem: &Problem, texts: &[impl AsRef<str>], place: &str) -> Result<Vec<OptionId>> {
    let options = problem.options();
    let find = |text: &str| {
        find(problem, text).ok_or_else(|| {
            anyhow!(
                "{place}: found `{text}`; expected the items of an option, or a number from 1 to {options}"
            )
        })
    };
    texts.iter().map(|text| find(text.as_ref())).collect()
}

/// The first option with these items and colours; if there is none, the option of that number, from 1.
fn find(problem: &Problem, text: &str) -> Option<OptionId> {
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let wanted = sorted(text);
    let named = problem.option_ids().find(|&option| {
        problem.option(option).len() == wanted.len()
            && sorted(&problem.option_text(option)) == wanted
    });
    let numbered = || problem.option_id(text.parse::<usize>().ok()?.checked_sub(1)?);
    named.or_else(numbered)
}
