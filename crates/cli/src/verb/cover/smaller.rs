//! The problem that is searched: what options given and preprocessing leave of the one read.

use anyhow::{Result, anyhow};
use quadrille_cover::CancelToken;
use quadrille_cover::preprocess::{Preprocessed, preprocess_until};
use quadrille_cover::{OptionId, Problem, Reduced};
use quadrille_harness::fingerprint::fingerprint;

use crate::args::Cover;
use crate::output::plural;
use crate::tell::tell;

/// A problem made smaller in steps, with the way back.
pub struct Smaller {
    read: Problem,
    steps: Vec<Reduced>,
}

impl Smaller {
    /// Makes a problem smaller as the arguments ask for.
    pub fn new(read: Problem, args: &Cover, cancel: &CancelToken) -> Result<Self> {
        let mut smaller = Self { read, steps: Vec::new() };
        if !args.given.is_empty() {
            let mut given = Vec::new();
            for text in &args.given {
                let option = find(&smaller.read, text);
                given.push(option.ok_or_else(|| not_found(&smaller.read, text))?);
            }
            let left = smaller.read.given(&given);
            smaller.steps.push(left.map_err(|error| anyhow!("--given: {error}"))?);
        }
        if args.preprocess {
            let found = preprocess_until(smaller.problem(), cancel);
            if !args.quiet {
                tell(report(&found));
            }
            smaller.steps.push(found.reduced);
        }
        Ok(smaller)
    }

    /// The problem as it was read.
    pub fn read(&self) -> &Problem {
        &self.read
    }

    /// What is left to be searched.
    pub fn problem(&self) -> &Problem {
        self.steps.last().map_or(&self.read, |step| &step.problem)
    }

    /// The sha256 of all that decides what is searched and printed: the problem read, the options chosen in
    /// advance, what is left.
    pub fn fingerprint(&self) -> String {
        let chosen: Vec<usize> = self.whole(&[]).into_iter().map(OptionId::index).collect();
        let left = self.steps.last().map(|step| step.problem.to_string()).unwrap_or_default();
        fingerprint(format!("{}\n{chosen:?}\n{left}", self.read).as_bytes())
    }

    /// A solution of what is left, in words of the problem read: an option each.
    pub fn words(&self, solution: &[OptionId]) -> Vec<String> {
        let whole = self.whole(solution);
        whole.iter().map(|&option| self.read.option_text(option)).collect()
    }

    /// What a solution of what is left costs, options given and forced included.
    pub fn cost(&self, solution: &[OptionId]) -> u64 {
        self.read.cost_of(&self.whole(solution))
    }

    /// A solution of what is left as one of the problem read.
    pub fn whole(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let mut whole = solution.to_vec();
        for step in self.steps.iter().rev() {
            whole = step.whole(&whole);
        }
        whole
    }
}

fn report(found: &Preprocessed) -> String {
    let removed = plural(found.removed.len() as u64, "option");
    let rounds = plural(found.rounds, "round");
    let left = plural(found.reduced.options.len() as u64, "option");
    let end = if found.complete { "" } else { "; stopped before all was found, as it took long" };
    format!(
        "preprocessing: {removed} removed, {} forced, {left} left, in {rounds}{end}",
        found.forced.len()
    )
}

/// The option with these items and colours, the first if there are several; failing that the one
/// of that number, from 1.
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

fn not_found(problem: &Problem, text: &str) -> anyhow::Error {
    let options = problem.options();
    anyhow!(
        "--given: found `{text}`; expected the items of an option, or a number from 1 to {options}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_goes_by_its_items_or_its_number() {
        let problem = Problem::parse("a b 1 | x\na b\nb a x:r\n1\nb a\n").unwrap();
        let found = |text: &str| find(&problem, text).map(OptionId::index);
        assert_eq!(found("b a"), Some(0), "the first of several");
        assert_eq!(found("x:r  a b"), Some(1));
        assert_eq!(found("1"), Some(2), "an item of that name comes first");
        assert_eq!(found("4"), Some(3));
        assert_eq!([found("a x b"), found("0"), found("5"), found("")], [None; 4]);
    }
}
