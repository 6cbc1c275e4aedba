//! Results as JSON, one object a line, and the same values as fields of CSV.

use std::io::{self, Write};

use anyhow::Result;
use quadrille_cover::{BigUint, Search};
use quadrille_sudoku::Uniqueness;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

/// What is known of the number of a puzzle's solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    Unique,
    Multiple,
    None,
    Invalid,
    #[default]
    Unknown,
}

impl Answer {
    /// The answer that a search gives.
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

/// The object of a puzzle or problem; unknown fields are left out.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize)]
pub struct Json<'a, S: Serialize> {
    pub puzzle: Option<String>,
    pub engine: Option<&'a str>,
    pub outcome: Option<&'a str>,
    pub answer: Option<Answer>,
    pub reason: Option<String>,
    pub line: Option<usize>,
    pub solutions: Option<Solutions>,
    pub solution: Option<S>,
    pub all: Option<Vec<S>>,
    /// Cost of `solution`.
    #[serde(serialize_with = "count")]
    pub cost: Option<u64>,
    /// Costs of the solutions in `all`.
    pub costs: Option<Vec<Count>>,
    pub clues: Option<usize>,
    pub level: Option<u8>,
    #[serde(serialize_with = "count")]
    pub tests: Option<u64>,
    #[serde(serialize_with = "count")]
    pub forks: Option<u64>,
    #[serde(serialize_with = "count")]
    pub nodes: Option<u64>,
    #[serde(serialize_with = "count")]
    pub max_depth: Option<u64>,
    pub weight: Option<f64>,
    pub wall_ns: Option<u64>,
}

impl<S: Serialize> Json<'_, S> {
    /// The object with the outcome and the counts of a search.
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
}

/// Writes an object as a line of JSON.
pub fn write_line(out: &mut impl Write, object: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, object).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// An object with its fields in order; null stands for an unknown value.
pub struct Fields(pub Vec<(&'static str, Value)>);

impl Serialize for Fields {
    /// Unknown fields are left out.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = self.0.iter().filter(|(_, value)| !value.is_null());
        serializer.collect_map(known.map(|(name, value)| (name, value)))
    }
}

/// [`Fields`] from names and values.
macro_rules! fields {
    ($($name:ident: $value:expr),* $(,)?) => {
        $crate::output::json::Fields(vec![
            $((stringify!($name), serde_json::to_value($value).expect("numbers, texts and lists are JSON"))),*
        ])
    };
}
pub(crate) use fields;

/// A value as a field of CSV: nothing for null, lists separated by `; `.
pub fn csv_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(csv_field).collect::<Vec<_>>().join("; "),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(f64::NAN).to_string(),
        _ => value.to_string(),
    }
}

/// A count in a list.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        count(&Some(self.0), serializer)
    }
}

/// A number of solutions, which may exceed 64 bits.
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

/// Numbers above 2^53 are written as strings, because most readers of JSON would round them.
#[expect(clippy::ref_option, reason = "serde's signature")]
fn count<S: Serializer>(count: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *count {
        Some(count) if count > 1 << 53 => serializer.serialize_str(&count.to_string()),
        Some(count) => serializer.serialize_u64(count),
        None => serializer.serialize_none(),
    }
}
