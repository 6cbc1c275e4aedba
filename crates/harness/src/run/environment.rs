//! The facts in a run file: the plan, the build and the machine of a run, gathered once for all its rows.

use std::collections::BTreeMap;
use std::fs;

use quadrille_results::{Build, CorpusNote, LimitsNote, Machine, SCHEMA, fingerprint};

use crate::corpus::Corpus;
use crate::engine::Engine;
use crate::machine::cores::Cores;
use crate::machine::disturbance::disturbance;
use crate::measure::clock::Clocks;
use crate::plan::Plan;
use crate::plan::request::Request;

/// The contents of a run file, with the plan as it was requested.
pub type RunFile = quadrille_results::RunFile<Request>;

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

/// The run file of `plan`, which was made from `request`, for workers on `cores`; without the name, the start and the
/// command of the run.
pub fn run_file(plan: &Plan, request: &Request, cores: &Cores) -> RunFile {
    RunFile {
        schema: SCHEMA,
        run_id: String::new(),
        started: String::new(),
        resumed: Vec::new(),
        command: Vec::new(),
        seed: plan.seed,
        jobs: plan.jobs,
        pinned: cores.are_pinned(),
        repetitions: plan.repetitions,
        twice: plan.twice,
        clock_cost_ns: Clocks::of_this_thread().cost.as_nanos() as u64,
        disturbance: disturbance(plan.jobs, cores),
        engines: plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        versions: plan.engines.iter().map(Engine::fingerprint).collect(),
        plan: request.clone(),
        limits: LimitsNote {
            nodes: plan.limits.nodes,
            seconds: plan.limits.wall.map(|wall| wall.as_secs_f64()),
            memory_bytes: plan.limits.memory,
        },
        build: Build {
            version: env!("CARGO_PKG_VERSION").into(),
            revision: env!("QUADRILLE_REVISION").into(),
            rustc: env!("QUADRILLE_RUSTC").into(),
            rustflags: env!("QUADRILLE_RUSTFLAGS").trim().to_owned(),
            profile: env!("QUADRILLE_PROFILE").into(),
            sha256: std::env::current_exe().and_then(fs::read).ok().map(|exe| fingerprint(&exe)),
        },
        machine: this_machine(plan.instructions().name()),
        noise: BTreeMap::new(),
        corpus: corpus_notes(plan),
    }
}

/// The corpora of a plan, for its run file.
pub fn corpus_notes(plan: &Plan) -> Vec<CorpusNote> {
    let note = |corpus: &Corpus| CorpusNote {
        name: corpus.name.clone(),
        sha256: corpus.sha256.clone(),
        instances: corpus.instances.len(),
        task: plan.task(corpus).name().to_owned(),
        tests: plan.tests(corpus),
    };
    plan.corpora.iter().map(note).collect()
}
