//! The facts in a run file: the plan, the build and the machine of a run, gathered once for all its rows.

use std::collections::BTreeMap;
use std::fs;

use quadrille_results::{Build, CorpusNote, LimitsNote, Machine, SCHEMA, fingerprint};

use crate::engine::Engine;
use crate::plan::request::Request;
use crate::plan::{Limits, Plan};

/// The contents of a run file, with the plan as it was requested.
pub type RunFile = quadrille_results::RunFile<Request>;

impl From<Limits> for LimitsNote {
    fn from(limits: Limits) -> Self {
        Self {
            nodes: limits.nodes,
            seconds: limits.wall.map(|wall| wall.as_secs_f64()),
            memory_bytes: limits.memory,
        }
    }
}

/// How this binary was built.
fn this_build() -> Build {
    Build {
        version: env!("CARGO_PKG_VERSION").into(),
        revision: env!("QUADRILLE_REVISION").into(),
        rustc: env!("QUADRILLE_RUSTC").into(),
        rustflags: env!("QUADRILLE_RUSTFLAGS").trim().to_owned(),
        profile: env!("QUADRILLE_PROFILE").into(),
        sha256: std::env::current_exe().and_then(fs::read).ok().map(|exe| fingerprint(&exe)),
    }
}

/// This machine, as far as Linux reports it, and the vector instructions that `lanes` uses.
fn this_machine(lanes: &str) -> Machine {
    let line = |path: &str| fs::read_to_string(path).ok().map(|text| text.trim().to_owned());
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let cpufreq = "/sys/devices/system/cpu/cpufreq";
    let no_turbo = line("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|v| v == "0");
    let boost = line(&format!("{cpufreq}/boost")).map(|v| v == "1");
    Machine {
        cpu: model.map(|(_, name)| name.trim().to_owned()),
        cores: std::thread::available_parallelism().map_or(1, Into::into),
        lanes: lanes.into(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        governor: line(&format!("{cpufreq}/policy0/scaling_governor")),
        turbo: no_turbo.or(boost),
    }
}

/// The part of a run file that does not come from the plan.
pub struct Circumstances<'c> {
    /// The name of the run.
    pub run_id: &'c str,
    /// When the run began.
    pub started: &'c str,
    /// The command line, word by word.
    pub command: &'c [String],
    /// Whether workers are pinned to cores.
    pub pinned: bool,
    /// The time that the clocks take for one measurement.
    pub clock_cost: std::time::Duration,
    /// The factor by which searches slow down while all workers are busy.
    pub disturbance: Option<f64>,
}

/// The run file of `plan`, which was made from `request`.
pub fn run_file(plan: &Plan, request: &Request, circumstances: &Circumstances<'_>) -> RunFile {
    RunFile {
        schema: SCHEMA,
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
        build: this_build(),
        machine: this_machine(plan.instructions().name()),
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
