//! The run file: what a run was made with, once for all its rows.

use std::fs;

use quadrille_sudoku::engine::lanes::Instructions;
use serde::Serialize;

use crate::measure::Clock;
use crate::plan::Plan;

/// The contents of `<out>.run.toml`.
#[derive(Clone, Debug, Serialize)]
pub struct RunFile {
    /// The version of the columns.
    pub schema: u32,
    /// Which run.
    pub run_id: String,
    /// When it began, in UTC.
    pub started: String,
    /// The words of the command.
    pub command: Vec<String>,
    /// The seed of every order drawn.
    pub seed: u64,
    /// Instances run side by side.
    pub jobs: usize,
    /// Whether workers are pinned to cores.
    pub pinned: bool,
    /// What one measurement costs, in nanoseconds.
    pub clock_cost_ns: u64,
    /// The engines.
    pub engines: Vec<String>,
    /// Limits that hold for all corpora.
    pub limits: Limits,
    /// The build.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// The corpora.
    pub corpus: Vec<CorpusNote>,
}

/// Limits that hold for all corpora; what is left out is without limit.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limits {
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A corpus of the run.
#[derive(Clone, Debug, Serialize)]
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
    pub tests: u64,
}

/// What the binary was built from.
#[derive(Clone, Debug, Serialize)]
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
        }
    }
}

/// The machine; what it does not tell is left out.
#[derive(Clone, Debug, Serialize)]
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

impl RunFile {
    /// The run file of a plan.
    pub fn new(plan: &Plan, run_id: &str, started: &str, command: &[String], clock: Clock) -> Self {
        Self {
            schema: crate::record::SCHEMA,
            run_id: run_id.to_owned(),
            started: started.to_owned(),
            command: command.to_vec(),
            seed: plan.seed,
            jobs: plan.jobs,
            pinned: false,
            clock_cost_ns: clock.cost.as_nanos() as u64,
            engines: plan.engines.iter().map(|engine| engine.name.to_owned()).collect(),
            limits: Limits { nodes: plan.nodes },
            build: Build::this(),
            machine: Machine::this(),
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

    /// As TOML.
    ///
    /// # Panics
    /// Never: everything in it can be written as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a run file is plain data")
    }
}
