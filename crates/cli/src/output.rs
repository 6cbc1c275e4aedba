//! What is printed, and in which form.

use std::io::{self, Write};

use anyhow::Result;
use quadrille_cover::{BigUint, Search};
use quadrille_sudoku::Uniqueness;
use serde::{Serialize, Serializer};

use crate::whole_lines::WholeLines;

/// Buffered stdout. Flush it when a whole answer is in it.
///
/// # Panics
/// The system has no more handles.
pub fn stdout() -> WholeLines {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    WholeLines::new(handle.expect("one more handle").into())
}

/// That nobody reads it any more is no reason to leave out what comes after it.
///
/// # Errors
/// What else went wrong.
pub fn unless_closed(written: Result<()>) -> Result<()> {
    written.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

/// Whether an error says that nobody reads our output any more.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// What is known of a puzzle's solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    Unique,
    Multiple,
    None,
    Invalid,
    Unknown,
}

impl Answer {
    /// What a search shows.
    pub fn of(search: &Search) -> Self {
        match Uniqueness::of(search) {
            Some(Uniqueness::Unique) => Self::Unique,
            Some(Uniqueness::Multiple) => Self::Multiple,
            Some(Uniqueness::None) => Self::None,
            None => Self::Unknown,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
        }
    }
}

/// One JSON object a puzzle or problem; unknown fields are left out.
#[derive(Debug, Default, Serialize)]
pub struct Json<'a, S: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<S>>,
    /// What `solution` costs.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "count")]
    pub cost: Option<u64>,
    /// What those of `all` cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<Count>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "count")]
    pub tests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "count")]
    pub forks: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "count")]
    pub nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "count")]
    pub max_depth: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_ns: Option<u64>,
}

impl<S: Serialize> Json<'_, S> {
    /// With everything a search says.
    pub fn with(self, search: &Search) -> Self {
        let stats = search.stats;
        Self {
            outcome: Some(search.outcome.name()),
            answer: Some(Answer::of(search)),
            solutions: Some(Solutions(stats.solutions.into())),
            tests: stats.tests,
            forks: stats.forks,
            nodes: stats.nodes,
            max_depth: stats.max_depth,
            ..self
        }
    }

    /// Writes the object as a line.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        serde_json::to_writer(&mut *out, self).map_err(io::Error::from)?;
        writeln!(out)?;
        Ok(())
    }
}

/// A number in a list of JSON.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        count(&Some(self.0), serializer)
    }
}

/// How many there are, which may be beyond every number of a machine.
#[derive(Clone, Debug)]
pub struct Solutions(pub BigUint);

impl Serialize for Solutions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(number) => count(&Some(number), serializer),
            Err(_) => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

/// Numbers beyond 2^53 are strings: most readers of JSON would round them.
#[expect(clippy::ref_option, reason = "serde's signature")]
fn count<S: Serializer>(count: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *count {
        Some(count) if count > 1 << 53 => serializer.serialize_str(&count.to_string()),
        Some(count) => serializer.serialize_u64(count),
        None => serializer.serialize_none(),
    }
}

/// `Tests N` and the like, for those counts that are known.
pub fn write_stats(out: &mut impl Write, counts: &[(&str, Option<u64>)]) -> io::Result<()> {
    for (name, count) in counts {
        if let Some(count) = count {
            writeln!(out, "{name} {count}")?;
        }
    }
    Ok(())
}

/// `1 solution`, `2 solutions`.
pub fn plural(count: impl Into<u64>, what: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
