//! The contents of a run file: what a run was made with, once for all its rows.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::notes::{Difference, Notes};

/// The contents of `<out>.run.toml`. `Plan` is the plan as it was requested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunFile<Plan> {
    /// The version of the columns.
    pub schema: u32,
    /// The run's name. A run that measures everything twice writes rows under the names `<id>-a` and `<id>-b`.
    pub run_id: String,
    /// When the run began, in UTC.
    pub started: String,
    /// When the run was resumed, in UTC.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<String>,
    /// The command line, word by word.
    pub command: Vec<String>,
    /// The seed from which all orders are drawn.
    pub seed: u64,
    /// The number of instances that run at the same time.
    pub jobs: usize,
    /// Whether workers are pinned to cores.
    pub pinned: bool,
    /// The number of times that every instance is measured.
    pub repetitions: u32,
    /// Whether every measurement is made twice, as if by two engines.
    pub twice: bool,
    /// The cost of reading the clock for one measurement, in nanoseconds.
    pub clock_cost_ns: u64,
    /// The factor by which searches slow down while all workers are busy; none with one worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<f64>,
    /// The engines.
    pub engines: Vec<String>,
    /// The engines' versions; for engines that are other programs, with a fingerprint of their files.
    pub versions: Vec<String>,
    /// The plan as it was requested.
    pub plan: Plan,
    /// The limits that hold for all corpora.
    pub limits: LimitsNote,
    /// The build.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// For each engine of a run that measures everything twice, the factor between the two times.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub noise: BTreeMap<String, f64>,
    /// The corpora.
    pub corpus: Vec<CorpusNote>,
}

/// The limits that hold for all corpora. A limit that is left out does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LimitsNote {
    /// Nodes of one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds of wall time for one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Bytes of memory for one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

/// A corpus of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusNote {
    /// The corpus's name.
    pub name: String,
    /// The fingerprint of the list of instances.
    pub sha256: String,
    /// The number of instances.
    pub instances: usize,
    /// The question asked.
    pub task: String,
    /// The limit of tests for one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
}

/// The build of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// This project's version.
    pub version: String,
    /// The revision, as git describes it.
    pub revision: String,
    /// The compiler.
    pub rustc: String,
    /// Flags passed to the compiler.
    pub rustflags: String,
    /// The build profile: debug or release.
    pub profile: String,
    /// The fingerprint of the program file, if it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// The machine. Facts that the system does not tell are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The cores that the process may use.
    pub cores: usize,
    /// The operating system and architecture.
    pub system: String,
    /// The vector instructions that `lanes` used.
    pub lanes: String,
    /// The governor of the processor's speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// Whether the processor may go above its nominal speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turbo: Option<bool>,
}

/// The keys whose values must not change before a run is resumed.
const SAME_IN_A_RESUMED_RUN: [&str; 18] = [
    "build.profile",
    "build.revision",
    "build.rustc",
    "build.sha256",
    "build.version",
    "corpus",
    "engines",
    "jobs",
    "limits",
    "machine.cores",
    "machine.cpu",
    "machine.lanes",
    "plan.batch",
    "plan.filter",
    "repetitions",
    "seed",
    "twice",
    "versions",
];

impl<Plan: Serialize + DeserializeOwned> RunFile<Plan> {
    /// The contents as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a run file is plain data")
    }

    /// The facts in which a run that is resumed today would differ from the run that wrote this file. The rows of both
    /// must not be mixed in one file.
    pub fn differences(&self, today: &Self) -> Vec<Difference> {
        let notes = |file: &Self| Notes::parse(&file.to_toml()).expect("it was just written");
        notes(self).differing(&notes(today), &SAME_IN_A_RESUMED_RUN)
    }

    /// Reads the text of a run file.
    ///
    /// # Errors
    /// If the text is not a run file.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_differs_from_another_in_what_its_rows_depend_on() {
        let text = r#"
            schema = 1
            run_id = "one"
            started = "then"
            command = []
            seed = 1
            jobs = 1
            pinned = true
            repetitions = 1
            twice = false
            clock_cost_ns = 20
            engines = ["masks", "dlx"]
            versions = ["1", "1"]
            plan = { batch = false, seed = 1 }
            limits = { seconds = 1.5 }
            build = { version = "1", revision = "a", rustc = "1", rustflags = "", profile = "release" }
            machine = { cores = 2, system = "linux", lanes = "avx2" }
            corpus = [{ name = "p.txt", sha256 = "00", instances = 1, task = "all" }]
        "#;
        let before = RunFile::<toml::Table>::parse(text).unwrap();
        let mut today = RunFile { run_id: "two".into(), pinned: false, ..before.clone() };
        assert_eq!(before.differences(&today), []);
        today.engines.pop();
        today.limits.seconds = None;
        today.corpus[0].instances = 12;
        today.plan.insert("filter".into(), "x".into());
        let found = before.differences(&today);
        let found: Vec<_> =
            found.iter().map(|d| (&*d.what, d.one.as_deref(), d.other.as_deref())).collect();
        let expected = [
            ("corpus.p.txt.instances", Some("1"), Some("12")),
            ("engines", Some("masks, dlx"), Some("masks")),
            ("limits.seconds", Some("1.5"), None),
            ("plan.filter", None, Some("x")),
        ];
        assert_eq!(found, expected);
    }
}
