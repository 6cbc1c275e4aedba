//! Counts of a run made again, compared with those of the first run.

use std::collections::HashMap;

use quadrille_results::{Counts, Entry, Results, Verdict};

/// How the counts of two runs of one plan agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Again {
    /// The number of rows that both runs have, with equal verdicts and counts.
    pub equal: usize,
    /// A line for each row that differs: the engine, the instance, and what was found before and now.
    pub differing: Vec<String>,
    /// The number of rows that only one run has, or whose verdict depends on the machine: limits of time and memory,
    /// crashes.
    pub not_compared: usize,
}

impl Again {
    /// Compares the two sources of some results, the first run and the run made again.
    pub fn of(results: &Results) -> Self {
        let (before, now): (Vec<&Entry>, Vec<&Entry>) =
            results.entries.iter().partition(|entry| entry.source == 0);
        let key = |entry: &Entry| (entry.case, entry.engine, entry.repetition);
        let mut before: HashMap<_, &Entry> = before.into_iter().map(|e| (key(e), e)).collect();
        let mut again = Self::default();
        for now in now {
            match before.remove(&key(now)) {
                Some(before) if is_of_any_machine(before) && is_of_any_machine(now) => {
                    match differences(before, now, results) {
                        what if what.is_empty() => again.equal += 1,
                        what => again.differing.push(format!(
                            "{} on {}: {what}",
                            results.text(now.engine),
                            results.case_name(now.case)
                        )),
                    }
                }
                _ => again.not_compared += 1,
            }
        }
        again.not_compared += before.len();
        again
    }
}

/// Whether a search ended as it would on any machine.
fn is_of_any_machine(entry: &Entry) -> bool {
    !matches!(entry.verdict, Verdict::Timeout | Verdict::Memout | Verdict::Crash)
}

/// `tests 135 before, 136 now`, for each count that both know and that differs.
fn differences(before: &Entry, now: &Entry, results: &Results) -> String {
    let mut all = Vec::new();
    if before.verdict != now.verdict {
        all.push(format!("{} before, {} now", before.verdict.name(), now.verdict.name()));
    }
    for place in before.counts.differing(&now.counts, false) {
        let [then, now] = [before, now].map(|e| e.counts.get(place, results).unwrap_or_default());
        all.push(format!("{} {then} before, {now} now", Counts::NAMES[place]));
    }
    all.join("; ")
}
