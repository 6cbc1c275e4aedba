//! The part of a run file that statistics use: limits, noise, and the facts in which two runs may differ.
//!
//! The run file is read as a table of TOML, not as a [`RunFile`](crate::RunFile), so that files written by other
//! versions can be read, and all facts that two files have in common can be compared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// The contents of a run file, as far as statistics use them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Notes(pub Table);

/// The facts in which two runs differ: for each key, such as `machine.cpu`, the value in either run file if it has one.
pub type Differences = BTreeMap<String, [Option<String>; 2]>;

/// The tables and keys on which times depend. The others differ from run to run, or repeat what the rows say.
const TELLING: [&str; 6] = ["build", "corpus", "jobs", "limits", "machine", "pinned"];

/// Where and when a shard of a run was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardNote {
    /// The node, by the name that its scheduler uses, or else the host's name.
    pub node: String,
    /// The model of the processor, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The number of times that the shard was begun, until it was done.
    pub attempt: u32,
    /// When the shard was begun for the last time, in UTC.
    pub started: String,
    /// What a fixed piece of work took before and after the shard, in nanoseconds of CPU time.
    pub calibration_ns: Vec<u64>,
}

impl Notes {
    /// The limit of wall time for one search, in nanoseconds.
    pub fn limit_ns(&self) -> Option<f64> {
        self.number("limits", "seconds").filter(|&limit| limit > 0.0).map(|limit| limit * 1e9)
    }

    /// Whether searches on a corpus had a limit of tests or nodes.
    pub(crate) fn limits_work(&self, corpus: &str) -> bool {
        let corpora = self.0.get("corpus").and_then(Value::as_array).into_iter().flatten();
        let is_it = |of: &&Value| of.get("name").and_then(Value::as_str) == Some(corpus);
        let limited = |of: &Value| of.get("tests").is_some();
        self.number("limits", "nodes").is_some() || corpora.filter(is_it).any(limited)
    }

    /// The factor by which an engine's times differed between two equal halves of a run (`run --aa`); at least 1.
    pub fn noise(&self, engine: &str) -> Option<f64> {
        let factor = self.number("noise", engine)?;
        (factor.is_finite() && factor > 0.0).then(|| factor.max(factor.recip()))
    }

    /// The shards of which the run was merged; empty if it was not divided, or if one of them cannot be read.
    pub(crate) fn shards(&self) -> Vec<ShardNote> {
        let shards = self.0.get("shards").cloned();
        shards.and_then(|shards| shards.try_into().ok()).unwrap_or_default()
    }

    /// What a fixed piece of work took before and after the run, or each of its shards, in nanoseconds; empty if it was not
    /// measured.
    pub fn calibration(&self) -> Vec<f64> {
        let of = |table: &Table| {
            let values = table.get("calibration_ns").and_then(Value::as_array);
            values.into_iter().flatten().filter_map(number).collect::<Vec<f64>>()
        };
        let shards = self.0.get("shards").and_then(Value::as_array).into_iter().flatten();
        let of_shards = shards.filter_map(Value::as_table).flat_map(of);
        let numbers = of(&self.0).into_iter().chain(of_shards);
        numbers.filter(|ns| ns.is_finite() && *ns > 0.0).collect()
    }

    /// The number of rows of the whole run, if the run file says it.
    pub fn rows(&self) -> Option<usize> {
        self.0.get("rows")?.as_integer()?.try_into().ok()
    }

    /// The revision of the build that measured.
    pub fn revision(&self) -> Option<&str> {
        self.0.get("build")?.get("revision")?.as_str().filter(|revision| !revision.is_empty())
    }

    /// When the run began, in UTC.
    pub fn started(&self) -> Option<&str> {
        self.0.get("started")?.as_str()
    }

    fn number(&self, table: &str, key: &str) -> Option<f64> {
        number(self.0.get(table)?.get(key)?)
    }

    /// The facts that affect times and differ between two runs. Corpora that only one run has are left out.
    pub fn differences(&self, other: &Self) -> Differences {
        let mut found = self.differing(other, &TELLING);
        let corpus = |what: &String| {
            let name = what.strip_prefix("corpus.")?.strip_suffix(".name")?;
            Some(format!("corpus.{name}."))
        };
        let of_one: Vec<String> = found.keys().filter_map(corpus).collect();
        found.retain(|what, _| !of_one.iter().any(|one| what.starts_with(one)));
        found
    }

    /// The facts under some keys that differ between two runs.
    pub(crate) fn differing(&self, other: &Self, keys: &[&str]) -> Differences {
        let mut facts = Differences::new();
        for (side, Self(table)) in [self, other].into_iter().enumerate() {
            let mut add = |key, text| facts.entry(key).or_default()[side] = Some(text);
            table.iter().for_each(|(key, value)| note(key, value, &mut add));
        }
        let under = |what: &str, key: &str| {
            what.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        facts.retain(|what, [one, other]| one != other && keys.iter().any(|key| under(what, key)));
        facts
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// Calls `add` with the key and the text of each value within `value`. The key of a table in a list contains its name.
fn note(key: &str, value: &Value, add: &mut impl FnMut(String, String)) {
    let mut inner = |name: &str, value| note(&format!("{key}.{name}"), value, add);
    let text = match value {
        Value::Table(table) => return table.iter().for_each(|(name, value)| inner(name, value)),
        Value::Array(items) if items.iter().all(Value::is_table) => {
            for (i, item) in items.iter().enumerate() {
                let name = item.get("name").and_then(Value::as_str);
                inner(&name.map_or_else(|| i.to_string(), str::to_owned), item);
            }
            return;
        }
        Value::Array(items) => {
            let texts = items.iter().map(|item| item.as_str().unwrap_or_default());
            texts.collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    add(key.to_owned(), text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_toml;

    const ONE: &str = "
        run_id = \"one\"
        jobs = 1
        rows = 12
        calibration_ns = [500000, 510000.5, 'x', -1]
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
        let notes: Notes = read_toml(ONE).unwrap();
        assert_eq!(notes.limit_ns(), Some(2e9));
        assert_eq!((notes.noise("masks"), notes.noise("dlx")), (Some(1.02), Some(2.0)));
        assert_eq!(notes.noise("bits"), None);
        assert_eq!((notes.rows(), Notes::default().rows()), (Some(12), None));
        assert_eq!(notes.calibration(), [5e5, 510_000.5]);
        assert_eq!(read_toml("").as_ref(), Ok(&Notes::default()));
    }

    #[test]
    fn what_bears_upon_times_is_held_against_each_other() {
        let one: Notes = read_toml(ONE).unwrap();
        assert_eq!(one.differences(&one), Differences::new());
        let text = ONE.replace("\"one\"", "\"two\"").replace("cpu = \"a\"", "cores = 2");
        let two = text.replace("\"mine\"", "\"yours\"").replace("tests = 5", "tests = 6");
        let found = one.differences(&read_toml(&two).unwrap());
        let expected = [
            ("corpus.systems.tests", [Some("5"), Some("6")]),
            ("machine.cores", [None, Some("2")]),
            ("machine.cpu", [Some("a"), None]),
        ];
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let expected = expected.map(|(what, values)| (what.to_owned(), values.map(owned)));
        assert_eq!(found, Differences::from(expected));
    }

    #[test]
    fn what_is_no_toml_is_told_by_its_place() {
        let error = read_toml::<Notes>("a = 1\nb = = 2\n").unwrap_err().to_string();
        assert!(error.starts_with("2:5: "), "{error}");
    }
}
