//! Counts of verdicts, in words and as a status.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::AddAssign;

use quadrille_service::puzzle::check::BEYOND;
use quadrille_sudoku::canonical::Same;
use quadrille_sudoku::engine::human::Technique;
use quadrille_tables::{Answer, Given};

use super::printed::Printed;
use crate::args::Check;
use crate::output::plural;
use crate::status::Status;

const ANSWERS: [Answer; 5] =
    [Answer::Unique, Answer::Multiple, Answer::None, Answer::Unknown, Answer::Invalid];

const LEVELS: [&str; 5] = ["at 1", "at 2", "at 3", "at 4", "at 5"];

/// Rated puzzles for which there is no hardest technique: full grids, and puzzles that take too many tests.
const UNRATED: &str = "without a rating";

/// Length of the longest bar of a histogram.
const BAR: u64 = 40;

/// How often each answer and each further fact was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<Cow<'static, str>, u64>);

impl Tally {
    fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }

    fn add(&mut self, what: &'static str, count: u64) {
        *self.0.entry(Cow::Borrowed(what)).or_default() += count;
    }

    pub fn add_record(&mut self, printed: &Printed) {
        let record = &printed.record;
        self.add(record.answer.name(), 1);
        let facts = [
            (printed.duplicate_of.is_some(), "duplicate"),
            (printed.is_copy, "copy"),
            (printed.found.is_some(), "isomorph"),
            (record.minimal == Some(false), "not minimal"),
            (record.redundant.is_some() && record.minimal.is_none(), "perhaps minimal"),
        ];
        let facts = facts.iter().filter(|(is_so, _)| *is_so).map(|(_, what)| *what);
        let level = record.level.map(|level| LEVELS[usize::from(level) - 1]);
        let rating = level.map(|_| record.technique.unwrap_or(UNRATED));
        let given = record.given.map(Given::name);
        facts.chain(given).chain(level).chain(rating).for_each(|what| self.add(what, 1));
    }

    /// Counts unique puzzles of which nothing more is known.
    pub fn add_unique(&mut self, count: u64) {
        self.add(Answer::Unique.name(), count);
    }

    /// Counts unique puzzles with the right answer.
    pub fn add_right(&mut self, count: u64) {
        if count > 0 {
            self.add_unique(count);
            self.add(Given::Right.name(), count);
        }
    }

    fn is_judged(&self) -> bool {
        Given::ALL.iter().any(|given| self.of(given.name()) > 0)
    }

    /// Number of puzzles, including unreadable ones.
    pub fn puzzles(&self) -> u64 {
        ANSWERS.iter().map(|answer| self.of(answer.name())).sum()
    }

    /// Number of puzzles that cannot be read.
    pub fn unreadable(&self) -> u64 {
        self.of(Answer::Invalid.name())
    }

    /// A line of verdicts, and a line for each further question asked.
    pub fn summary(&self, args: &Check) -> String {
        let more = |what, words: &str| match self.of(what) {
            0 => String::new(),
            count => format!(", {count} {words}"),
        };
        let [unique, multiple, none] = ["unique", "multiple", "none"].map(|what| self.of(what));
        let puzzles = plural(self.puzzles(), "puzzle");
        let mut text = format!("{puzzles}: {unique} unique, {multiple} multiple, {none} none");
        text += &(more("unknown", "unknown") + &more("invalid", "refused"));
        if args.minimal {
            text += &format!("\n{} not minimal", self.of("not minimal"));
            text += &more("perhaps minimal", "not known to be");
        }
        if args.rate {
            let levels = LEVELS.map(|level| format!("{} {level}", self.of(level)));
            text += &format!("\nlevels: {}{}", levels.join(", "), self.ratings());
        }
        if self.is_judged() {
            let [right, wrong, several] = [Given::Right, Given::Wrong, Given::OneOfSeveral]
                .map(|given| format!("{} {}", self.of(given.name()), given.name()));
            text += &format!("\nanswers: {right}, {wrong}, {several}");
            text += &more(Given::Solution.name(), "a solution, perhaps of several");
            text += &more(Given::Missing.name(), Given::Missing.name());
        }
        let duplicates = self.of("duplicate");
        text += &match args.duplicates {
            Some(Same::Digits) => format!("\n{duplicates} repeated"),
            Some(Same::Isomorphs) => {
                format!("\n{duplicates} isomorphic to an earlier one")
                    + &more("copy", "of them copies")
            }
            None => String::new(),
        };
        text
    }

    /// A line for each hardest technique that a puzzle needs, easiest first, with a bar as long as its puzzles are many.
    fn ratings(&self) -> String {
        let techniques = Technique::ALL.map(|technique| {
            (format!("{} {technique}", technique.difficulty()), self.of(technique.name()))
        });
        let others = [(BEYOND, "beyond all techniques"), (UNRATED, UNRATED)];
        let others = others.map(|(what, words)| (words.to_owned(), self.of(what)));
        let mut bins: Vec<(String, u64)> = techniques.into_iter().chain(others).collect();
        bins.retain(|&(_, count)| count > 0);
        let most = bins.iter().map(|&(_, count)| count).max().unwrap_or(1);
        let width = bins.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        bins.iter().fold(String::new(), |mut text, (name, count)| {
            let bar = "#".repeat((count * BAR).div_ceil(most) as usize);
            write!(text, "\n  {name:<width$} {count:>8} {bar}").expect("memory can be written to");
            text
        })
    }

    /// The counts as a shard states them.
    pub fn into_counts(self) -> BTreeMap<String, u64> {
        self.0.into_iter().map(|(what, count)| (what.into_owned(), count)).collect()
    }

    /// Bad if a puzzle is unreadable, else positive if every puzzle is unique and nothing speaks against it.
    pub fn status(&self) -> Status {
        let negative = ["not minimal", "perhaps minimal", "duplicate", "isomorph"];
        let wrong =
            Given::ALL.iter().filter(|given| **given != Given::Right).map(|given| given.name());
        let is_negative = negative.into_iter().chain(wrong).any(|what| self.of(what) > 0);
        match self.of("invalid") {
            0 => Status::of(self.of("unique") == self.puzzles() && !is_negative),
            _ => Status::Bad,
        }
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        for (what, count) in &other.0 {
            *self.0.entry(what.clone()).or_default() += count;
        }
    }
}

/// The sum of the counts of all shards.
impl<'t> FromIterator<&'t BTreeMap<String, u64>> for Tally {
    fn from_iter<T: IntoIterator<Item = &'t BTreeMap<String, u64>>>(shards: T) -> Self {
        let mut sum = Self::default();
        for (what, count) in shards.into_iter().flatten() {
            *sum.0.entry(Cow::Owned(what.clone())).or_default() += count;
        }
        sum
    }
}
