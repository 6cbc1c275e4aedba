//! Sections: groups of cases over which a mean may be taken. A section holds the instances of one corpus that were
//! asked the same question; a corpus timed as one batch is a section of its own.

use std::fmt::{self, Display, Formatter};

use crate::{CaseId, Name, Results, WHOLE_CORPUS};

/// The corpus and the task of a section, and whether it is a corpus timed as one batch.
pub(super) type Section = (Name, Name, bool);

pub(super) fn section(results: &Results, id: CaseId) -> Section {
    let case = results.case(id);
    (case.corpus, case.task, results.text(case.instance) == WHOLE_CORPUS)
}

/// The title of a section, or of several sections together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Title {
    /// The corpus; none for all corpora.
    pub corpus: Option<String>,
    /// The task; none for all tasks.
    pub task: Option<String>,
    /// Whether a corpus was timed as one batch.
    pub batch: bool,
}

impl Title {
    pub(super) fn of(results: &Results, (corpus, task, batch): Section) -> Self {
        let [corpus, task] = [corpus, task].map(|name| Some(results.text(name).to_owned()));
        Self { corpus, task, batch }
    }
}

/// Written as `systems`, `systems as one batch`, `all corpora` or `all corpora as batches`.
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

/// The instance behind a case: `ID` for isomorphs `ID~1`, `ID~2` and so on. Times of isomorphs differ far less than
/// those of different instances, so to count each of them as an instance would make intervals too narrow.
pub(super) fn original(results: &Results, case: CaseId) -> &str {
    without_copy(results.text(results.case(case).instance))
}

fn without_copy(instance: &str) -> &str {
    match instance.rsplit_once('~') {
        Some((original, copy)) if !copy.is_empty() && copy.bytes().all(|b| b.is_ascii_digit()) => {
            original
        }
        _ => instance,
    }
}

#[cfg(test)]
mod tests {
    use super::without_copy;

    #[test]
    fn isomorphs_go_back_to_their_instance() {
        let instances = ["17~3", "a~b~12", "17", "a~b", "a~", "*"];
        assert_eq!(instances.map(without_copy), ["17", "a~b", "17", "a~b", "a~", "*"]);
    }
}
