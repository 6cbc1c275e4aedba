//! The run file: what a run was made with, once for all its rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

use quadrille_sudoku::engine::lanes::Instructions;
use serde::{Deserialize, Serialize};

use crate::engines::Engine;
use crate::fingerprint::fingerprint;
use crate::plan::{Limits, Plan};
use crate::request::Request;

/// The contents of `<out>.run.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunFile {
    /// The version of the columns.
    pub schema: u32,
    /// Which run. Of a run that measures everything twice, its rows are those of the runs `<id>-a` and
    /// `<id>-b`.
    pub run_id: String,
    /// When it began, in UTC.
    pub started: String,
    /// When it was resumed, in UTC.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<String>,
    /// The words of the command.
    pub command: Vec<String>,
    /// The seed of every order drawn.
    pub seed: u64,
    /// Instances run side by side.
    pub jobs: usize,
    /// Whether workers are pinned to cores.
    pub pinned: bool,
    /// How often everything was measured.
    pub repetitions: u32,
    /// Whether everything was measured twice, as if by two engines.
    pub twice: bool,
    /// What one measurement costs, in nanoseconds.
    pub clock_cost_ns: u64,
    /// How many times longer searches take while all workers are busy, where there is more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<f64>,
    /// The engines.
    pub engines: Vec<String>,
    /// Their versions; of engines that are other programs with a fingerprint of the files there are.
    pub versions: Vec<String>,
    /// What was asked for, in the words of a plan.
    pub plan: Request,
    /// Limits that hold for all corpora.
    pub limits: LimitsNote,
    /// The build.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// For each engine of a run that measures everything twice, by what factor its times differed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub noise: BTreeMap<String, f64>,
    /// The corpora.
    pub corpus: Vec<CorpusNote>,
}

/// Limits that hold for all corpora; what is left out is without limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LimitsNote {
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds of wall time for one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Bytes of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

impl From<Limits> for LimitsNote {
    fn from(limits: Limits) -> Self {
        Self {
            nodes: limits.nodes,
            seconds: limits.wall.map(|wall| wall.as_secs_f64()),
            memory_bytes: limits.memory,
        }
    }
}

/// A corpus of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusNote {
    /// Its name.
    pub name: String,
    /// The fingerprint of its instances.
    pub sha256: String,
    /// How many there are.
    pub instances: usize,
    /// The question asked.
    pub task: String,
    /// Tests after which an engine gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
}

/// What the binary was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// This project's version.
    pub version: String,
    /// Its revision, as git describes it.
    pub revision: String,
    /// The compiler.
    pub rustc: String,
    /// Flags for the compiler.
    pub rustflags: String,
    /// The profile.
    pub profile: String,
    /// The fingerprint of the program itself, if it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl Build {
    /// This binary's.
    pub fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            revision: env!("QUADRILLE_REVISION").into(),
            rustc: env!("QUADRILLE_RUSTC").into(),
            rustflags: env!("QUADRILLE_RUSTFLAGS").trim().to_owned(),
            profile: env!("QUADRILLE_PROFILE").into(),
            sha256: std::env::current_exe().and_then(fs::read).ok().map(|exe| fingerprint(&exe)),
        }
    }
}

/// The machine; what it does not tell is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Cores this process may use.
    pub cores: usize,
    /// The operating system and architecture.
    pub system: String,
    /// The vector instructions that `lanes` used.
    pub lanes: String,
    /// How the processor's speed is governed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// Whether it may go above its nominal speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turbo: Option<bool>,
}

impl Machine {
    /// This one, as far as Linux tells.
    pub fn this() -> Self {
        let line = |path: &str| fs::read_to_string(path).ok().map(|text| text.trim().to_owned());
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model =
            cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        let cpufreq = "/sys/devices/system/cpu/cpufreq";
        let no_turbo = line("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|v| v == "0");
        let boost = line(&format!("{cpufreq}/boost")).map(|v| v == "1");
        Self {
            cpu: model.map(|(_, name)| name.trim().to_owned()),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            lanes: Instructions::best().name().into(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            governor: line(&format!("{cpufreq}/policy0/scaling_governor")),
            turbo: no_turbo.or(boost),
        }
    }
}

fn or_none(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

/// What a run is made with beside its plan.
pub struct Circumstances<'c> {
    /// The name of the run.
    pub run_id: &'c str,
    /// When it began.
    pub started: &'c str,
    /// The words of the command.
    pub command: &'c [String],
    /// Whether workers are pinned.
    pub pinned: bool,
    /// What one measurement costs.
    pub clock_cost: std::time::Duration,
    /// How many times longer searches take while all workers are busy.
    pub disturbance: Option<f64>,
}

impl RunFile {
    /// The run file of a plan that came of that request.
    pub fn new(plan: &Plan, request: &Request, circumstances: &Circumstances<'_>) -> Self {
        Self {
            schema: crate::record::SCHEMA,
            run_id: circumstances.run_id.to_owned(),
            started: circumstances.started.to_owned(),
            resumed: Vec::new(),
            command: circumstances.command.to_vec(),
            seed: plan.seed,
            jobs: plan.jobs,
            pinned: circumstances.pinned,
            repetitions: plan.repetitions,
            twice: plan.twice,
            clock_cost_ns: circumstances.clock_cost.as_nanos() as u64,
            disturbance: circumstances.disturbance,
            engines: plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
            versions: plan.engines.iter().map(Engine::fingerprint).collect(),
            plan: request.clone(),
            limits: plan.limits.into(),
            build: Build::this(),
            machine: Machine::this(),
            noise: BTreeMap::new(),
            corpus: plan
                .corpora
                .iter()
                .map(|corpus| CorpusNote {
                    name: corpus.name.clone(),
                    sha256: corpus.sha256.clone(),
                    instances: corpus.instances.len(),
                    task: plan.task(corpus).name().to_owned(),
                    tests: plan.tests(corpus),
                })
                .collect(),
        }
    }

    /// What in a run of today would not be as in this one, in words: rows of both must not stand in one
    /// file.
    pub fn differences(&self, today: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, then: String, now: String| {
            if then != now {
                differences.push(format!("{what}: {then} then, {now} now"));
            }
        };
        let (built, build) = (&self.build, &today.build);
        compare("version", built.version.clone(), build.version.clone());
        compare("revision", built.revision.clone(), build.revision.clone());
        compare("rustc", built.rustc.clone(), build.rustc.clone());
        compare("profile", built.profile.clone(), build.profile.clone());
        compare("program", or_none(built.sha256.as_ref()), or_none(build.sha256.as_ref()));
        compare("machine", or_none(self.machine.cpu.as_ref()), or_none(today.machine.cpu.as_ref()));
        compare("cores", self.machine.cores.to_string(), today.machine.cores.to_string());
        compare("instructions", self.machine.lanes.clone(), today.machine.lanes.clone());
        compare("seed", self.seed.to_string(), today.seed.to_string());
        compare("jobs", self.jobs.to_string(), today.jobs.to_string());
        compare("repetitions", self.repetitions.to_string(), today.repetitions.to_string());
        compare("twice", self.twice.to_string(), today.twice.to_string());
        compare("engines", self.engines.join(", "), today.engines.join(", "));
        compare("versions", self.versions.join(", "), today.versions.join(", "));
        let (limits, limit) = (&self.limits, &today.limits);
        compare("limit of nodes", or_none(limits.nodes), or_none(limit.nodes));
        compare("limit of seconds", or_none(limits.seconds), or_none(limit.seconds));
        compare("limit of bytes", or_none(limits.memory_bytes), or_none(limit.memory_bytes));
        compare("filter", or_none(self.plan.filter.as_ref()), or_none(today.plan.filter.as_ref()));
        compare("batch", self.plan.batch.to_string(), today.plan.batch.to_string());
        let both = self.corpus.iter().chain(&today.corpus);
        let names: BTreeSet<&str> = both.map(|note| &*note.name).collect();
        for name in names {
            let of = |file: &Self| file.corpus.iter().find(|note| note.name == name).cloned();
            match (of(self), of(today)) {
                (Some(then), Some(now)) => {
                    let mut of_it = |what: &str, then, now| {
                        compare(&format!("corpus {name}, {what}"), then, now);
                    };
                    of_it("instances", then.instances.to_string(), now.instances.to_string());
                    of_it("sha256", then.sha256, now.sha256);
                    of_it("task", then.task, now.task);
                    of_it("tests", or_none(then.tests), or_none(now.tests));
                }
                (then, now) => {
                    let is = |note: Option<CorpusNote>| {
                        if note.is_some() { "there" } else { "missing" }.to_owned()
                    };
                    compare(&format!("corpus {name}"), is(then), is(now));
                }
            }
        }
        differences
    }

    /// As TOML.
    ///
    /// # Panics
    /// Never: everything in it can be written as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a run file is plain data")
    }

    /// Reads it back.
    ///
    /// # Errors
    /// If it is not there, or no run file.
    pub fn read(path: &std::path::Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        toml::from_str(&text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
