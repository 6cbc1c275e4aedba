//! The problem that is searched: the one read, reduced by options given and by preprocessing.

use std::borrow::Cow;

use quadrille_cover::preprocess::{Preprocessed, preprocess_until};
use quadrille_cover::{CancelToken, OptionId, Problem, Reduced};
use quadrille_view::figures::plural;

use super::request::Request;
use crate::Error;

/// A problem reduced in steps, which can be traced back.
#[derive(Debug)]
pub struct Smaller {
    /// The problem read.
    pub read: Problem,
    steps: Vec<Reduced>,
    /// What preprocessing found, in words, if that was asked for.
    pub report: Option<String>,
}

impl Smaller {
    /// Reduces a problem: chooses the options that are given, then preprocesses it, if that is asked for. Where costs are asked for
    /// and there are none, each option costs 1.
    ///
    /// # Errors
    /// An option that is given does not exist, or excludes another; or solutions are to be projected onto items that do not exist.
    pub fn new(read: Problem, request: &Request, cancel: &CancelToken) -> Result<Self, Error> {
        let read = if request.question.needs_costs() { read.priced() } else { read };
        super::onto::check(&read, &request.onto)?;
        Self::reduced(read, (&request.given, request.preprocess), cancel)
    }

    /// As [`new`](Self::new), without a request.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn reduced(
        read: Problem,
        (given, is_preprocessed): (&[String], bool),
        cancel: &CancelToken,
    ) -> Result<Self, Error> {
        let mut smaller = Self::unreduced(read);
        if !given.is_empty() {
            let left = smaller.read.given(&named(&smaller.read, given, "--given")?);
            let left = left.map_err(|error| Error::Input(format!("--given: {error}")))?;
            smaller.steps.push(left);
        }
        if is_preprocessed {
            let found = preprocess_until(smaller.problem(), cancel);
            smaller.report = Some(report(&found));
            smaller.steps.push(found.reduced);
        }
        Ok(smaller)
    }

    /// A problem as it was read.
    pub fn unreduced(read: Problem) -> Self {
        Self { read, steps: Vec::new(), report: None }
    }

    /// The reduced problem.
    pub fn problem(&self) -> &Problem {
        self.steps.last().map_or(&self.read, |step| &step.problem)
    }

    /// What determines what is searched and printed, as a text: the problem read, the options chosen in advance, and the reduced problem.
    pub fn identity(&self) -> String {
        let chosen: Vec<usize> = self.whole(&[]).iter().map(|option| option.index()).collect();
        let left = self.steps.last().map(|step| step.problem.to_string()).unwrap_or_default();
        format!("{}\n{chosen:?}\n{left}", self.read)
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

/// The options that texts name, by their items or their numbers from 1. Errors begin with `place`, where the texts were found.
///
/// # Errors
/// A text that names no option.
pub fn named(
    problem: &Problem,
    texts: &[impl AsRef<str>],
    place: &str,
) -> Result<Vec<OptionId>, Error> {
    let options = problem.options();
    let find = |text: &str| {
        find(problem, text).ok_or_else(|| {
            Error::Input(format!(
                "{place}: found `{text}`; expected the items of an option, or a number from 1 to {options}"
            ))
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
