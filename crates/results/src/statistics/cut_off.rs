//! Searches that a limit of tests or nodes cut off, and whether a table can still be ordered.
//!
//! A test and a node mean something else in each engine (`docs/COUNTERS.md`), so such a limit compares runs of one
//! engine. Engines that it cut off may be the fastest ones, stopped early: their tables are not ordered.

use super::cells::Cell;
use crate::{Results, Verdict};

/// Whether a limit of tests or nodes ended the search of a cell. A `budget` row of a run whose run file states that there
/// was no such limit was not cut off; its answer could not be confirmed.
pub(crate) fn is_cut_off(results: &Results, cell: &Cell) -> bool {
    let source = &results.sources[results.entries[cell.first].source as usize];
    let corpus = results.text(results.case(cell.case).corpus);
    let had_limit = || source.notes.as_ref().is_none_or(|notes| notes.limits_work(corpus));
    cell.verdict == Verdict::Budget && had_limit()
}

/// Engines and the number of instances on which each was cut off, in words: `128 instances of dlx and 3 of masks cut off by
/// tests or nodes`. `what` is the name of one instance and of several.
pub fn in_words(what: [&str; 2], engines: impl IntoIterator<Item = (String, usize)>) -> String {
    let mut engines: Vec<_> = engines.into_iter().filter(|&(_, cut_off)| cut_off > 0).collect();
    engines.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let text = |(i, (engine, cut_off)): (usize, &(String, usize))| {
        let what = what[usize::from(*cut_off > 1)];
        if i == 0 {
            format!("{cut_off} {what} of {engine}")
        } else {
            format!("{cut_off} of {engine}")
        }
    };
    let mut texts: Vec<String> = engines.iter().enumerate().map(text).collect();
    let last = texts.pop().unwrap_or_default();
    let all = if texts.is_empty() { last } else { format!("{} and {last}", texts.join(", ")) };
    format!("{all} cut off by tests or nodes")
}
