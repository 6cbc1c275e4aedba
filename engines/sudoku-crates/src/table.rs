//! The tables, in Markdown.

use std::collections::BTreeMap;

use crate::Turn;
use crate::contender::{Contender, Question};
use crate::corpus::Corpus;
use crate::ours::TESTS;
use crate::referee::Counted;

/// The head of the table of forks. In this table engines have their plain names, because forks do not depend on whether
/// an engine gets puzzles one at a time or in a batch.
const FORKS: &str = "forks";

/// What was measured and counted, by engine and list.
pub struct Tables<'a> {
    contenders: &'a [Contender],
    corpora: &'a [Corpus],
    /// The turns of each engine, list and question, by round.
    turns: BTreeMap<(usize, usize, Question), Vec<Turn>>,
    counts: BTreeMap<(usize, usize), Counted>,
}

impl<'a> Tables<'a> {
    pub fn new(contenders: &'a [Contender], corpora: &'a [Corpus]) -> Self {
        Self { contenders, corpora, turns: BTreeMap::new(), counts: BTreeMap::new() }
    }

    /// Adds the result of a turn.
    pub fn add(&mut self, contender: usize, corpus: usize, question: Question, turn: Turn) {
        self.turns.entry((contender, corpus, question)).or_default().push(turn);
    }

    /// Sets the forks counted for an engine on a list.
    pub fn count(&mut self, contender: usize, corpus: usize, counted: Option<Counted>) {
        self.counts.extend(counted.map(|counted| ((contender, corpus), counted)));
    }

    /// All tables, with their explanations.
    pub fn to_markdown(&self, rounds: usize, seed: u64) -> String {
        let lists = self.corpora.iter().map(|c| format!("{} ({})", c.name, c.puzzles.len()));
        let lists = lists.collect::<Vec<_>>().join(", ");
        let unique = self.table("uniqueness", |c, corpus| self.time(c, corpus, Question::Unique));
        let first = self.table("a solution", |c, corpus| self.time(c, corpus, Question::First));
        let forks = self.table(FORKS, |c, corpus| self.forks(c, corpus));
        let s = if rounds == 1 { "" } else { "s" };
        format!(
            "{lists}. Medians of {rounds} round{s}, seed {seed}. All answers agreed.\n\n\
             Deciding whether there is one solution, several or none: microseconds for each puzzle, and \
             puzzles per second. If an engine did not answer all puzzles, a percentage is the share it \
             answered, and the time is for those. The naive engines may use {TESTS} tests for each puzzle.\n\
             \n{unique}\nFinding a solution: columns as above.\n\n{first}\n\
             Forks in the search for uniqueness: the share of puzzles answered without a fork, and the \
             mean number of forks over the puzzles answered.\n\n{forks}"
        )
    }

    /// A table with a row for each engine that has a cell, and a column for each list.
    fn table(&self, what: &str, cell: impl Fn(usize, usize) -> Option<String>) -> String {
        let names: Vec<_> = self.corpora.iter().map(|corpus| &*corpus.name).collect();
        let mut table = format!("| {what} | puzzles, up to | {} |\n", names.join(" | "));
        table += &format!("|---|---|{}\n", "---:|".repeat(names.len()));
        for (c, contender) in self.contenders.iter().enumerate() {
            let cells: Vec<_> = (0..names.len()).map(|corpus| cell(c, corpus)).collect();
            if cells.iter().any(Option::is_some) {
                let cells: Vec<_> =
                    cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned())).collect();
                let sample = match contender.sample {
                    usize::MAX => "all".to_owned(),
                    most => most.to_string(),
                };
                let name = match contender.counts {
                    Some(engine) if what == FORKS => engine.name(),
                    _ => &contender.name,
                };
                table += &format!("| {name} | {sample} | {} |\n", cells.join(" | "));
            }
        }
        table
    }

    fn time(&self, contender: usize, corpus: usize, question: Question) -> Option<String> {
        let turns = self.turns.get(&(contender, corpus, question))?;
        let Turn { puzzles, answered, .. } = turns[0];
        let share = percent(answered as f64 / puzzles as f64);
        let times: Vec<f64> = turns.iter().filter_map(|turn| turn.microseconds).collect();
        if times.is_empty() {
            return Some(share);
        }
        let microseconds = median(times);
        let share = if answered < puzzles { format!(", {share}") } else { String::new() };
        Some(format!("{}, {}{share}", figures(microseconds), rate(1e6 / microseconds)))
    }

    fn forks(&self, contender: usize, corpus: usize) -> Option<String> {
        let counted = self.counts.get(&(contender, corpus))?;
        let share = percent(counted.without_fork as f64 / counted.puzzles as f64);
        if counted.answered == 0 {
            return Some(share);
        }
        Some(format!("{share}, {}", figures(counted.forks as f64 / counted.answered as f64)))
    }
}

/// A share in percent, rounded down, so that only a full share is shown as 100 %.
fn percent(share: f64) -> String {
    format!("{} %", (share * 100.0).floor())
}

/// A rate with a unit prefix, such as `4.74M/s`.
fn rate(a_second: f64) -> String {
    match a_second {
        1e6.. => format!("{}M/s", figures(a_second / 1e6)),
        1e3.. => format!("{}k/s", figures(a_second / 1e3)),
        _ => format!("{}/s", figures(a_second)),
    }
}

/// A number with three significant figures: `0.211`, `4.74`, `41.2`, `1041`; zero is `0`.
fn figures(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_figures() {
        let shown = [0.0, 0.2111, 4.744, 41.23, 1041.4].map(figures);
        assert_eq!(shown, ["0", "0.211", "4.74", "41.2", "1041"]);
        assert_eq!([400.0, 24_300.0, 4.74e6].map(rate), ["400/s", "24.3k/s", "4.74M/s"]);
        assert_eq!([0.999, 1.0].map(percent), ["99 %", "100 %"]);
        assert_eq!(median(vec![3.0, 1.0, 2.0, 10.0]), 2.5);
    }
}
