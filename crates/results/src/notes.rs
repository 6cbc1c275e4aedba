//! The part of a run file that statistics use: limits, noise, and the facts in which two runs may differ.
//!
//! The run file is read as a table of TOML, not as a [`RunFile`](crate::RunFile), so that files written by other
//! versions can be read, and all facts that two files have in common can be compared.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::read_toml;

/// The contents of a run file, as far as statistics use them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    facts: BTreeMap<String, String>,
    table: Table,
}

/// A fact in which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The key, as in `machine.cpu`.
    pub what: String,
    /// The value in the first run file, if it has one.
    pub one: Option<String>,
    /// The value in the second run file, if it has one.
    pub other: Option<String>,
}

/// The tables and keys on which times depend. The others differ from run to run, or repeat what the rows say.
const TELLING: [&str; 6] = ["build", "corpus", "jobs", "limits", "machine", "pinned"];

impl Notes {
    /// Reads the text of a run file.
    ///
    /// # Errors
    /// If the text is not TOML: the message, after line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = read_toml(text).map_err(|error| error.to_string())?;
        let mut notes = Self::default();
        for (key, value) in &table {
            notes.note(key, value);
        }
        Ok(Self { table, ..notes })
    }

    fn note(&mut self, key: &str, value: &Value) {
        match value {
            Value::Table(table) => {
                for (inner, value) in table {
                    self.note(&format!("{key}.{inner}"), value);
                }
            }
            Value::Array(items) if items.iter().all(Value::is_table) => {
                for (i, item) in items.iter().enumerate() {
                    let name = item.get("name").and_then(Value::as_str);
                    let name = name.map_or_else(|| i.to_string(), str::to_owned);
                    self.note(&format!("{key}.{name}"), item);
                }
            }
            Value::Array(items) => {
                let texts = items.iter().map(|item| item.as_str().unwrap_or_default());
                let text = texts.collect::<Vec<_>>().join(", ");
                self.facts.insert(key.to_owned(), text);
            }
            Value::String(text) => _ = self.facts.insert(key.to_owned(), text.clone()),
            value => _ = self.facts.insert(key.to_owned(), value.to_string()),
        }
    }

    /// The whole run file.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The limit of wall time for one search, in nanoseconds.
    pub fn limit_ns(&self) -> Option<f64> {
        let seconds = self.number("limits", "seconds").filter(|&seconds| seconds > 0.0)?;
        Some(seconds * 1e9)
    }

    /// The factor by which an engine's times differed between two equal halves of a run (`run --aa`); at least 1.
    pub fn noise(&self, engine: &str) -> Option<f64> {
        let factor = self.number("noise", engine)?;
        (factor.is_finite() && factor > 0.0).then(|| factor.max(factor.recip()))
    }

    fn number(&self, table: &str, key: &str) -> Option<f64> {
        let value = self.table.get(table)?.get(key)?;
        value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
    }

    /// The facts that bear upon times and differ between two runs. Corpora that only one run has are left out.
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
        let mut found = self.differing(other, &TELLING);
        found.retain(|difference| of_both(&difference.what));
        found
    }

    /// The facts under some keys that differ between two runs, in the order of the keys.
    pub(crate) fn differing(&self, other: &Self, keys: &[&str]) -> Vec<Difference> {
        let under = |what: &str, key: &str| {
            what.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let all: BTreeSet<&String> = self.facts.keys().chain(other.facts.keys()).collect();
        let all = all.into_iter().filter(|what| keys.iter().any(|key| under(what, key)));
        let difference = |what: &String| Difference {
            what: what.clone(),
            one: self.facts.get(what).cloned(),
            other: other.facts.get(what).cloned(),
        };
        all.map(difference).filter(|difference| difference.one != difference.other).collect()
    }
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
