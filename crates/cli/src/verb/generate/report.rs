//! The final report: puzzles, failed attempts, and the distribution of clues, levels and forks.

use std::collections::BTreeMap;
use std::fmt::Write;

use quadrille_harness::corpus::manifest::provenance::Histogram;
use quadrille_service::puzzle::generate::{Failures, Tried};
use quadrille_sudoku::engine::human::Technique;
use quadrille_sudoku::generate::{Failure, Recipe, unbiased};

use crate::output::plural;

/// Counts over all puzzles.
#[derive(Default)]
pub struct Report {
    pub made: usize,
    pub histogram: Histogram,
    /// The number of puzzles with each hardest technique, if the recipe asks for it.
    hardest: BTreeMap<Technique, u64>,
    pub failed: Failures,
    /// Sums over the puzzles of an unbiased sample, to estimate the mean number of clues of minimal puzzles: the sum
    /// of the weights, and that of each weight times the number of clues.
    weights: (f64, f64),
}

impl Report {
    /// Counts the attempts at a puzzle.
    #[expect(clippy::cast_sign_loss, reason = "weights are positive")]
    pub fn add(&mut self, tried: &Tried) {
        self.failed.merge(&tried.failures);
        let Some(made) = &tried.made else { return };
        self.made += 1;
        if let Some(hardest) = made.hardest {
            *self.hardest.entry(hardest).or_default() += 1;
        }
        let clues = made.puzzle.clues();
        let (level, forks) = (made.rated.map(|r| r.level), made.rated.map(|r| r.forks));
        self.histogram.add(clues, level, forks);
        if let Some(weight) = made.weight {
            // The number of successful trials that the weight stands for.
            let successes = (weight / unbiased::weight(clues)).round() as u64;
            self.histogram.add_successes(clues, successes);
            self.weights.0 += weight;
            self.weights.1 += weight * clues as f64;
        }
    }

    /// A change that makes attempts fail less often, by the most frequent failure.
    pub fn advice(&self) -> &'static str {
        match self.failed.most_frequent() {
            Some(Failure::Clues) => {
                "ask for more clues (fewer are harder to reach) or use another --method"
            }
            Some(Failure::NotMinimal) => "ask for fewer clues or leave out --minimal",
            Some(Failure::NoMinimal) => "leave out --clues or ask for 23 to 29 clues",
            Some(Failure::Level) => "ask for another --difficulty or number of clues",
            Some(Failure::Rating(_)) => {
                "ask for another --rating or --clues, or for a --difficulty near it"
            }
            Some(Failure::Technique) => {
                "ask for another --technique, or for a --rating in which it is the hardest"
            }
            Some(Failure::NotUnique) => "mark more cells in the --pattern",
            Some(Failure::NoSolution | Failure::Unproven) | None => "use another --seed",
        }
    }

    /// The summary that follows the puzzles.
    pub fn text(&self, recipe: &Recipe) -> String {
        let side = recipe.order.side();
        let failed = self.failed.total();
        let attempts = failed + self.made as u64;
        let mut text = format!(
            "{} of {side}x{side}, {}, in {}",
            plural(self.made, "puzzle"),
            recipe.method,
            plural(attempts, "attempt"),
        );
        if failed > 0 {
            text += &format!(", of which {failed} failed: {}", self.failed);
        }
        text.push('\n');
        let Histogram { clues, levels, forks, .. } = &self.histogram;
        for (name, counts) in [("clues", clues), ("levels", levels), ("forks", forks)] {
            if !counts.is_empty() {
                writeln!(text, "{name:<6}  {}", bins(counts)).expect("a string takes everything");
            }
        }
        if !self.hardest.is_empty() {
            let bin = |(technique, count): (&Technique, &u64)| {
                format!("{} ({technique}): {count}", technique.difficulty())
            };
            let bins: Vec<String> = self.hardest.iter().map(bin).collect();
            writeln!(text, "rating  {}", bins.join(", ")).expect("a string takes everything");
        }
        // With further conditions the sample represents only a part of all minimal puzzles.
        let Recipe { clues, level, rating, technique, .. } = recipe;
        let is_whole =
            clues.is_none() && level.is_none() && rating.is_none() && technique.is_none();
        if self.weights.0 > 0.0 && is_whole {
            let mean = self.weights.1 / self.weights.0;
            text += &format!(
                "mean number of clues of all minimal puzzles, estimated from this sample: {mean:.3}\n"
            );
        }
        text
    }
}

/// Number of bins shown separately; the rest are added up.
const BINS: usize = 12;

/// Each value with its count, such as `22: 3, 23: 17, ...`.
fn bins(counts: &BTreeMap<u64, u64>) -> String {
    let mut bins: Vec<String> =
        counts.iter().take(BINS).map(|(value, count)| format!("{value}: {count}")).collect();
    let beyond: u64 = counts.values().skip(BINS).sum();
    if let (Some((first, _)), 1..) = (counts.iter().nth(BINS), beyond) {
        bins.push(format!("{first} or more: {beyond}"));
    }
    bins.join(", ")
}
