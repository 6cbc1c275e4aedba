//! What a run file says that statistics use: limits, noise, and everything in which two runs may differ.
//!
//! It is read as a table of TOML, not as a [`RunFile`](crate::environment::RunFile): a file written by
//! another version tells what it can, and what two files have in common can be held against each other
//! whatever it is.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::manifest::line_and_column;

/// What the run file beside a file of results says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    facts: BTreeMap<String, String>,
    noise: BTreeMap<String, f64>,
    limit_ns: Option<f64>,
    table: Table,
}

/// Something in which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What, as in `machine.cpu`.
    pub what: String,
    /// What the one says, if it says anything.
    pub one: Option<String>,
    /// What the other says.
    pub other: Option<String>,
}

/// Tables and keys that say how times came about. The rest differs from run to run, or is said in the rows.
const TELLING: [&str; 6] = ["build", "corpus", "jobs", "limits", "machine", "pinned"];

impl Notes {
    /// Reads the text of a run file.
    ///
    /// # Errors
    /// If it is not TOML: in words, with line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let (line, column) = line_and_column(text, &error);
            format!("{line}:{column}: {}", error.message())
        })?;
        let mut notes = Self::default();
        for key in TELLING {
            if let Some(value) = table.get(key) {
                notes.note(key, value);
            }
        }
        let limit = table.get("limits").and_then(|limits| number(limits.get("seconds")?));
        notes.limit_ns = limit.filter(|&seconds| seconds > 0.0).map(|seconds| seconds * 1e9);
        let noise = table.get("noise").and_then(Value::as_table).into_iter().flatten();
        let factors = noise.filter_map(|(engine, factor)| Some((engine.clone(), number(factor)?)));
        notes.noise = factors.filter(|(_, factor)| factor.is_finite() && *factor > 0.0).collect();
        notes.table = table;
        Ok(notes)
    }

    fn note(&mut self, key: &str, value: &Value) {
        match value {
            Value::Table(table) => {
                for (inner, value) in table {
                    self.note(&format!("{key}.{inner}"), value);
                }
            }
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    let name = item.get("name").and_then(Value::as_str);
                    let name = name.map_or_else(|| i.to_string(), str::to_owned);
                    self.note(&format!("{key}.{name}"), item);
                }
            }
            Value::String(text) => _ = self.facts.insert(key.to_owned(), text.clone()),
            value => _ = self.facts.insert(key.to_owned(), value.to_string()),
        }
    }

    /// All that the run file says.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The wall time after which a search was ended, in nanoseconds.
    pub fn limit_ns(&self) -> Option<f64> {
        self.limit_ns
    }

    /// By what factor times of an engine differ from those of the same engine, as a run against itself
    /// has shown; at least 1.
    pub fn noise(&self, engine: &str) -> Option<f64> {
        self.noise.get(engine).map(|&factor| factor.max(factor.recip()))
    }

    /// In what two runs differ that bears upon their times. Corpora that only one has are no difference.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let corpora = |notes: &Self| -> Vec<String> {
            let names = notes.facts.keys().filter_map(|key| key.strip_suffix(".name"));
            names.filter(|key| key.starts_with("corpus.")).map(|key| format!("{key}.")).collect()
        };
        let (ours, theirs) = (corpora(self), corpora(other));
        let of_both = |key: &str| {
            let within = |corpora: &[String]| corpora.iter().any(|name| key.starts_with(name));
            !key.starts_with("corpus.") || within(&ours) && within(&theirs)
        };
        let keys = self
            .facts
            .keys()
            .chain(other.facts.keys().filter(|key| !self.facts.contains_key(*key)));
        let mut found: Vec<Difference> = keys
            .filter(|key| of_both(key) && self.facts.get(*key) != other.facts.get(*key))
            .map(|key| Difference {
                what: key.clone(),
                one: self.facts.get(key).cloned(),
                other: other.facts.get(key).cloned(),
            })
            .collect();
        found.sort_by(|a, b| a.what.cmp(&b.what));
        found
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "
        run_id = \"one\"
        jobs = 1
        [limits]
        seconds = 2
        [machine]
        cpu = \"a\"
        [noise]
        masks = 1.02
        dlx = 0.5
        [[corpus]]
        name = \"systems\"
        tests = 5
        [[corpus]]
        name = \"mine\"
        tests = 7
    ";

    #[test]
    fn limits_and_noise_are_read() {
        let notes = Notes::parse(ONE).unwrap();
        assert_eq!(notes.limit_ns(), Some(2e9));
        assert_eq!((notes.noise("masks"), notes.noise("dlx")), (Some(1.02), Some(2.0)));
        assert_eq!(notes.noise("bits"), None);
        assert_eq!(Notes::parse("").unwrap(), Notes::default());
    }

    #[test]
    fn what_bears_upon_times_is_held_against_each_other() {
        let one = Notes::parse(ONE).unwrap();
        assert_eq!(one.differences(&one), []);
        let text = ONE.replace("\"one\"", "\"two\"").replace("cpu = \"a\"", "cores = 2");
        let two = text.replace("\"mine\"", "\"yours\"").replace("tests = 5", "tests = 6");
        let found = one.differences(&Notes::parse(&two).unwrap());
        let found: Vec<_> =
            found.iter().map(|d| (&*d.what, d.one.as_deref(), d.other.as_deref())).collect();
        assert_eq!(
            found,
            [
                ("corpus.systems.tests", Some("5"), Some("6")),
                ("machine.cores", None, Some("2")),
                ("machine.cpu", Some("a"), None),
            ]
        );
    }

    #[test]
    fn what_is_no_toml_is_told_by_its_place() {
        let error = Notes::parse("a = 1\nb = = 2\n").unwrap_err();
        assert!(error.starts_with("2:5: "), "{error}");
    }
}
