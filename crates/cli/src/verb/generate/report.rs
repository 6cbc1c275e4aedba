//! What was made, how often an attempt failed, and how the puzzles are distributed.

use std::collections::BTreeMap;
use std::fmt::Write;

use quadrille_harness::manifest::trail::Histogram;
use quadrille_sudoku::generate::{Failure, Recipe, unbiased};

use super::Tried;
use crate::output::plural;

/// Counted puzzle by puzzle.
#[derive(Default)]
pub struct Report {
    pub made: usize,
    pub histogram: Histogram,
    failed: BTreeMap<Failure, u64>,
    weights: Weights,
}

/// For the mean number of clues over all puzzles that weighted ones stand for.
#[derive(Default)]
struct Weights {
    sum: f64,
    of_clues: f64,
}

/// The successful trials that make up a weight.
#[expect(clippy::cast_sign_loss, reason = "weights are positive")]
fn successes(weight: f64, clues: usize) -> u64 {
    (weight / unbiased::weight(clues)).round() as u64
}

impl Report {
    /// Counts what came of a puzzle's attempts.
    pub fn add(&mut self, tried: &Tried) {
        for &failure in &tried.failures {
            *self.failed.entry(failure).or_default() += 1;
        }
        let Some(made) = &tried.made else { return };
        self.made += 1;
        let clues = made.puzzle.clues();
        let (level, forks) = (made.rated.map(|r| r.level), made.rated.map(|r| r.forks));
        self.histogram.add(clues, level, forks);
        if let Some(weight) = made.weight {
            self.histogram.add_successes(clues, successes(weight, clues));
            self.weights.sum += weight;
            self.weights.of_clues += weight * clues as f64;
        }
    }

    /// `12 other difficulty, 3 not minimal`.
    pub fn failures(&self) -> String {
        let each = self.failed.iter().map(|(failure, count)| format!("{count} {failure}"));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The last words.
    pub fn text(&self, recipe: &Recipe) -> String {
        let side = recipe.order.side();
        let failed: u64 = self.failed.values().sum();
        let attempts = failed + self.made as u64;
        let mut text = format!(
            "{} of {side}x{side}, {}, in {}",
            plural(self.made as u64, "puzzle"),
            recipe.method,
            plural(attempts, "attempt"),
        );
        if failed > 0 {
            text += &format!(", of which {failed} failed: {}", self.failures());
        }
        text.push('\n');
        let Histogram { clues, levels, forks, .. } = &self.histogram;
        for (name, counts) in [("clues", clues), ("levels", levels), ("forks", forks)] {
            if !counts.is_empty() {
                writeln!(text, "{name:<6}  {}", bins(counts)).expect("a string takes everything");
            }
        }
        // Of a part of them the mean would be that of the part.
        if self.weights.sum > 0.0 && recipe.clues.is_none() && recipe.level.is_none() {
            let mean = self.weights.of_clues / self.weights.sum;
            text += &format!(
                "mean number of clues of all minimal puzzles, by this sample: {mean:.3}\n"
            );
        }
        text
    }
}

/// Bins shown one by one; what lies beyond goes together.
const BINS: usize = 12;

/// `22: 3, 23: 17, ...`.
fn bins(counts: &BTreeMap<u64, u64>) -> String {
    let mut bins: Vec<String> =
        counts.iter().take(BINS).map(|(value, count)| format!("{value}: {count}")).collect();
    let beyond: u64 = counts.values().skip(BINS).sum();
    if let (Some((first, _)), 1..) = (counts.iter().nth(BINS), beyond) {
        bins.push(format!("{first} and more: {beyond}"));
    }
    bins.join(", ")
}
