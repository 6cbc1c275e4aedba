//! What `run` and `reproduce` share: the name of a run, its run file and its progress.

use anyhow::Result;
use quadrille_harness::Plan;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::plan::request::Request;
use quadrille_harness::run::environment::{self, RunFile};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use crate::output::message::tell;
use crate::output::progress;

/// A run that begins now.
pub struct Session {
    pub run_id: String,
    pub started: String,
    pub command: Vec<String>,
}

impl Session {
    /// A run with a name that sorts by time: `20261121T063000Z-3f2a`, whose end is a fraction of the second.
    pub fn begin() -> Result<Self> {
        let now = OffsetDateTime::now_utc();
        let form = format_description!("[year][month][day]T[hour][minute][second]Z");
        let run_id = format!("{}-{:04x}", now.format(form)?, now.nanosecond() >> 8 & 0xffff);
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        Ok(Self { run_id, started: now.format(&Rfc3339)?, command: words.collect() })
    }

    /// The run file of a plan that was made from `request`, for workers on `cores`.
    pub fn run_file(&self, plan: &Plan, request: &Request, cores: &Cores) -> RunFile {
        RunFile {
            run_id: self.run_id.clone(),
            started: self.started.clone(),
            command: self.command.clone(),
            ..environment::run_file(plan, request, cores)
        }
    }
}

/// Calls `work` with an observer of finished rows, which moves a progress bar of `rows` rows, and an observer of
/// messages about measurements that last long.
pub fn with_progress<R>(
    rows: usize,
    finished: usize,
    quiet: bool,
    work: impl FnOnce(&(dyn Fn(usize) + Sync), &(dyn Fn(&str) + Sync)) -> R,
) -> R {
    let template = "{bar:30} {pos}/{len} rows, {rate}, {eta} left";
    let bar = progress::bar(template, Some(rows as u64), !quiet);
    bar.set_position(finished as u64);
    let waiting = |message: &str| {
        if !quiet {
            bar.suspend(|| tell(message));
        }
    };
    let result = work(&|finished| bar.inc(finished as u64), &waiting);
    bar.finish_and_clear();
    result
}
