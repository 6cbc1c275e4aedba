//! The facts in a run file: the plan, the build and the machine of a run, gathered once for all its rows.

use std::fs;

use quadrille_results::{Fingerprint, SCHEMA};
use serde::Serialize;
use toml::{Table, Value};

use crate::corpus::Corpus;
use crate::engine::Engine;
use crate::machine::cores::Cores;
use crate::machine::disturbance::disturbance;
use crate::machine::host::cpu_model;
use crate::measure::clock::Clocks;
use crate::plan::request::Request;
use crate::plan::{Limits, Plan};
use crate::shards::{CorpusJob, RunFacts};

/// The contents of a run file, with the plan as it was requested.
pub type RunFile = quadrille_results::RunFile<Request>;

/// An entry of a table; none if the value is unknown.
fn entry(key: &str, value: impl Serialize) -> Option<(String, Value)> {
    Some((key.to_owned(), Value::try_from(value).ok()?))
}

/// A table of the entries whose values are known.
fn table(entries: impl IntoIterator<Item = Option<(String, Value)>>) -> Table {
    entries.into_iter().flatten().collect()
}

pub(super) fn this_build() -> Table {
    let exe = std::env::current_exe().and_then(fs::read).ok();
    table([
        entry("version", env!("CARGO_PKG_VERSION")),
        entry("revision", env!("QUADRILLE_REVISION")),
        entry("rustc", env!("QUADRILLE_RUSTC")),
        entry("rustflags", env!("QUADRILLE_RUSTFLAGS").trim()),
        entry("profile", env!("QUADRILLE_PROFILE")),
        entry("sha256", exe.map(|exe| Fingerprint::of(&exe).to_string())),
    ])
}

/// This machine, as far as Linux reports it, and the vector instructions that `lanes` uses.
fn this_machine(lanes: &str) -> Table {
    let line = |path: &str| fs::read_to_string(path).ok().map(|text| text.trim().to_owned());
    let cpufreq = "/sys/devices/system/cpu/cpufreq";
    let no_turbo = line("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|v| v == "0");
    let boost = line(&format!("{cpufreq}/boost")).map(|v| v == "1");
    table([
        entry("cpu", cpu_model()),
        // The cores that the process may use.
        entry("cores", std::thread::available_parallelism().map_or(1, usize::from)),
        entry("lanes", lanes),
        entry("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        entry("governor", line(&format!("{cpufreq}/policy0/scaling_governor"))),
        // Whether the processor may go above its nominal speed.
        entry("turbo", no_turbo.or(boost)),
    ])
}

/// What a run of `plan` for workers on `cores` states of this machine.
pub(super) fn facts(plan: &Plan, cores: &Cores) -> RunFacts {
    RunFacts {
        jobs: plan.jobs,
        pinned: cores.are_pinned(),
        clock_cost_ns: Clocks::of_this_thread().cost.as_nanos() as u64,
        disturbance: disturbance(plan.jobs, cores),
        machine: this_machine(plan.instructions().name()),
    }
}

/// The run file of `plan`, which was made from `request`, for workers on `cores`. The caller fills in the name, the
/// start and the command of the run.
pub fn run_file(plan: &Plan, request: &Request, cores: &Cores) -> RunFile {
    let RunFacts { jobs, pinned, clock_cost_ns, disturbance, machine } = facts(plan, cores);
    RunFile {
        schema: SCHEMA,
        seed: plan.seed,
        jobs,
        pinned,
        repetitions: plan.repetitions,
        twice: plan.twice,
        rows: Some(plan.rows()),
        clock_cost_ns,
        disturbance,
        engines: plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        versions: plan.engines.iter().map(Engine::fingerprint).collect(),
        plan: request.clone(),
        limits: limit_notes(&plan.limits),
        build: this_build(),
        machine,
        corpus: corpus_notes(plan),
        ..RunFile::default()
    }
}

/// The corpora of a plan, for its run file.
pub fn corpus_notes(plan: &Plan) -> Vec<Table> {
    let note = |corpus: &Corpus| {
        let (name, sha256) = (corpus.name.clone(), corpus.sha256.clone());
        let (task, tests) = (plan.task(corpus), plan.tests(corpus));
        corpus_note(&CorpusJob { name, sha256, instances: corpus.instances.len(), task, tests })
    };
    plan.corpora.iter().map(note).collect()
}

pub(super) fn corpus_note(corpus: &CorpusJob) -> Table {
    table([
        entry("name", &corpus.name),
        entry("sha256", &corpus.sha256),
        entry("instances", corpus.instances),
        entry("task", corpus.task),
        entry("tests", corpus.tests),
    ])
}

pub(super) fn limit_notes(limits: &Limits) -> Table {
    table([
        entry("nodes", limits.nodes),
        entry("seconds", limits.wall.map(|wall| wall.as_secs_f64())),
        entry("memory_bytes", limits.memory),
    ])
}
