//! How many puzzles got each verdict, in words and as a status.

use super::cross::Doubt;
use super::examine::{Clues, Record};
use crate::Status;
use crate::args::{Check, Duplicates};
use crate::output::{Answer, plural};

/// Counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    unique: u64,
    multiple: u64,
    none: u64,
    unknown: u64,
    invalid: u64,
    not_minimal: u64,
    /// Of unique puzzles, whether they are minimal.
    not_known_minimal: u64,
    levels: [u64; 5],
    duplicates: u64,
    /// By a second engine.
    confirmed: u64,
    contradicted: u64,
}

impl Tally {
    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        *match record.answer {
            Answer::Unique => &mut self.unique,
            Answer::Multiple => &mut self.multiple,
            Answer::None => &mut self.none,
            Answer::Unknown => &mut self.unknown,
            Answer::Invalid => &mut self.invalid,
        } += 1;
        let Some(examined) = &record.puzzle else { return };
        self.duplicates += u64::from(examined.duplicate_of.is_some());
        self.confirmed += u64::from(examined.confirmed);
        self.contradicted += u64::from(matches!(examined.doubt, Some(Doubt::Disagree(_))));
        if let Some(level) = examined.level {
            self.levels[usize::from(level.number()) - 1] += 1;
        }
        match examined.clues.as_ref().map(Clues::minimal) {
            Some(Some(false)) => self.not_minimal += 1,
            Some(None) => self.not_known_minimal += 1,
            Some(Some(true)) | None => {}
        }
    }

    /// Counts what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.unknown += other.unknown;
        self.invalid += other.invalid;
        self.not_minimal += other.not_minimal;
        self.not_known_minimal += other.not_known_minimal;
        for (count, more) in self.levels.iter_mut().zip(other.levels) {
            *count += more;
        }
        self.duplicates += other.duplicates;
        self.confirmed += other.confirmed;
        self.contradicted += other.contradicted;
    }

    /// Counts a puzzle that is unique, of which nothing more was asked.
    pub fn add_unique(&mut self) {
        self.unique += 1;
    }

    /// How many puzzles there were, unreadable ones included.
    pub fn puzzles(&self) -> u64 {
        self.unique + self.multiple + self.none + self.unknown + self.invalid
    }

    /// A line of verdicts, and a line for each thing more that was asked for.
    pub fn summary(&self, args: &Check) -> String {
        let mut text = format!(
            "{}: {} unique, {} multiple, {} none",
            plural(self.puzzles(), "puzzle"),
            self.unique,
            self.multiple,
            self.none
        );
        for (count, what) in [(self.unknown, "unknown"), (self.invalid, "refused")] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        if args.minimal {
            text += &format!("\n{} not minimal", self.not_minimal);
            if self.not_known_minimal > 0 {
                text += &format!(", {} not known to be", self.not_known_minimal);
            }
        }
        if args.rate {
            let levels = self.levels.iter().zip(1..);
            let levels: Vec<_> =
                levels.map(|(count, level)| format!("{count} at {level}")).collect();
            text += &format!("\nlevels: {}", levels.join(", "));
        }
        match args.duplicates {
            Some(Duplicates::Digits) => text += &format!("\n{} repeated", self.duplicates),
            Some(Duplicates::Isomorphs) => {
                text += &format!("\n{} isomorphic to an earlier one", self.duplicates);
            }
            None => {}
        }
        if let Some(engine) = &args.cross {
            text += &format!("\n{} confirmed by {engine}", self.confirmed);
            if self.contradicted > 0 {
                text += &format!(", {} contradicted", self.contradicted);
            }
        }
        text
    }

    /// Unreadable lines win over negative answers.
    pub fn status(&self) -> Status {
        let positive = self.unique == self.puzzles()
            && self.not_minimal + self.not_known_minimal + self.duplicates == 0;
        match (self.invalid, positive) {
            (1.., _) => Status::Bad,
            (0, false) => Status::Negative,
            (0, true) => Status::Positive,
        }
    }
}
