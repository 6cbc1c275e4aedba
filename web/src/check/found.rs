//! What was found in a file: the counts, and the rows that the page shows.

use quadrille_tables::{Answer, Given};
use serde::Serialize;

use super::verdict::Verdict;

/// Upper bound on the rows of each list that the page shows.
const KEPT: usize = 500;

/// Upper bound on the characters of a text that the page shows. A faulty line may be very long.
const SHOWN: usize = 200;

/// The counts, and the rows that are shown.
#[derive(Debug, Default, Serialize)]
pub struct CheckSummary {
    is_judged: bool,
    rows: u64,
    unique: u64,
    multiple: u64,
    none: u64,
    invalid: u64,
    right: u64,
    wrong: u64,
    one_of_several: u64,
    missing: u64,
    /// Number of rows with a puzzle that is not unique or an answer that is not right.
    faulty: u64,
    /// Why the source could not be read to its end.
    broken: Option<String>,
    /// Bytes of memory that the worker has.
    memory: usize,
    first: Vec<Shown>,
    faults: Vec<Shown>,
}

#[derive(Clone, Debug, Serialize)]
struct Shown {
    line: u64,
    /// The row as it stands in the file.
    row: String,
    verdict: Answer,
    given: Option<Given>,
    reason: String,
}

/// How far the work is.
#[derive(Debug, Serialize)]
pub struct Progress {
    /// Number of bytes of the file that were read.
    read: u64,
    rows: u64,
    faulty: u64,
}

impl CheckSummary {
    /// Nothing yet.
    pub fn new(is_judged: bool) -> Self {
        Self { is_judged, ..Self::default() }
    }

    /// Adds a verdict; `row` is the row of a table.
    pub fn add(&mut self, verdict: &Verdict<'_>, row: &[u8]) {
        // What has no line is no row, but the end of a source that cannot be read further.
        if verdict.line == 0 {
            self.broken = verdict.reason.map(str::to_owned);
            return;
        }
        self.rows += 1;
        *match verdict.answer {
            Answer::Unique => &mut self.unique,
            Answer::Multiple => &mut self.multiple,
            Answer::None => &mut self.none,
            Answer::Invalid | Answer::Unknown => &mut self.invalid,
        } += 1;
        match verdict.given {
            None => {}
            Some(Given::Right) => self.right += 1,
            Some(Given::Wrong | Given::Solution) => self.wrong += 1,
            Some(Given::OneOfSeveral) => self.one_of_several += 1,
            Some(Given::Missing) => self.missing += 1,
        }
        let is_right = verdict.given.is_none_or(|given| given == Given::Right);
        let is_fault = verdict.answer != Answer::Unique || !is_right;
        self.faulty += u64::from(is_fault);
        let lists = [(true, &mut self.first), (is_fault, &mut self.faults)];
        for (is_in, list) in lists {
            if is_in && list.len() < KEPT {
                let row = match row {
                    [] => verdict.puzzle_text(),
                    // A character has at most four bytes.
                    row => String::from_utf8_lossy(&row[..row.len().min(4 * SHOWN + 4)])
                        .trim_end()
                        .to_owned(),
                };
                let reasons = [verdict.reason, verdict.answer_fault];
                let reasons: Vec<&str> = reasons.into_iter().flatten().collect();
                list.push(Shown {
                    line: verdict.line,
                    row: short(row),
                    verdict: verdict.answer,
                    given: verdict.given,
                    reason: short(reasons.join("; ")),
                });
            }
        }
    }

    /// Notes how much memory the worker has, which never becomes less.
    pub fn note_memory(&mut self) {
        #[cfg(target_arch = "wasm32")]
        {
            self.memory = core::arch::wasm32::memory_size(0) << 16;
        }
    }

    /// How far the work is, after this number of bytes.
    pub fn progress(&self, read: u64) -> Progress {
        Progress { read, rows: self.rows, faulty: self.faulty }
    }
}

/// The beginning of a text that is too long to be shown.
fn short(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}
