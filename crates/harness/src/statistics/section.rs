//! Sections: what can be taken together. Instances of a corpus that were asked the same; whole corpora timed as
//! batches stand apart from their instances.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use crate::results::{Case, Name, Results};

/// A corpus, a task, and whether the corpus was timed as a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Section {
    corpus: Name,
    task: Name,
    batch: bool,
}

/// What a section is called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Title {
    /// The corpus; none for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpus: Option<String>,
    /// The task; none for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Whether corpora were timed as batches.
    pub batch: bool,
}

impl Section {
    /// Where a case belongs.
    pub fn of(results: &Results, case: &Case) -> Self {
        Self { corpus: case.corpus, task: case.task, batch: results.is_batch(case) }
    }

    /// What it is called.
    pub fn title(&self, results: &Results) -> Title {
        Title {
            corpus: Some(results.text(self.corpus).to_owned()),
            task: Some(results.text(self.task).to_owned()),
            batch: self.batch,
        }
    }
}

/// `systems`, `systems as one batch`, `all corpora`.
impl Display for Title {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.corpus, self.batch) {
            (Some(corpus), false) => write!(f, "{corpus}"),
            (Some(corpus), true) => write!(f, "{corpus} as one batch"),
            (None, false) => write!(f, "all corpora"),
            (None, true) => write!(f, "all corpora as batches"),
        }
    }
}

/// Cases told apart by the instance they go back to: isomorphs, `ID~1`, `ID~2` and so on, are one. They
/// differ by more than chance, but far less than instances do, and to count them as so many would
/// make everything look surer than it is.
#[derive(Debug, Default)]
pub struct Sources<'r> {
    places: HashMap<&'r str, usize>,
}

impl<'r> Sources<'r> {
    /// How many instances were asked for.
    pub fn instances(&self) -> usize {
        self.places.len()
    }

    /// The number of a case's instance, from 0, in the order in which they are asked for.
    pub fn place(&mut self, results: &'r Results, case: &Case) -> usize {
        let next = self.places.len();
        *self.places.entry(source(results.text(case.instance))).or_insert(next)
    }
}

fn source(instance: &str) -> &str {
    match instance.rsplit_once('~') {
        Some((source, copy)) if !copy.is_empty() && copy.bytes().all(|b| b.is_ascii_digit()) => {
            source
        }
        _ => instance,
    }
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn isomorphs_go_back_to_their_instance() {
        for (instance, expected) in [
            ("17~3", "17"),
            ("a~b~12", "a~b"),
            ("17", "17"),
            ("a~b", "a~b"),
            ("a~", "a~"),
            ("*", "*"),
        ] {
            assert_eq!(source(instance), expected);
        }
    }
}
