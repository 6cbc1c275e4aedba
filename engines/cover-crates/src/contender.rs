//! An engine as this program sees it: a name, and a function that turns problems into counts.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use quadrille_cover::Problem;

use crate::{ours, peers};

/// The peer whose time is the denominator of all ratios.
pub const YARDSTICK: &str = "crate dlx 0.8.5";

/// Builds an engine's data structures and counts the solutions of a problem. Only this function is timed.
pub type Count<'p> = Box<dyn FnMut() -> String + 'p>;

/// Converts a problem to an engine's input; the error says why the engine does not accept the problem.
pub type Prepare = dyn Fn(&Problem) -> Result<Count<'_>, String>;

/// An engine that is part of this program.
pub struct Engine {
    /// The name of the engine in the tables.
    pub name: &'static str,
    /// Whether the engine counts without visiting each solution.
    pub counts: bool,
    pub prepare: Box<Prepare>,
}

/// Every engine that is part of this program, ours first.
pub fn engines() -> Vec<Engine> {
    ours::all().into_iter().chain(peers::all()).collect()
}

/// An engine in the comparison, which runs in a process of its own.
pub struct Contender {
    /// The name of the engine in the tables.
    pub name: String,
    /// Whether the engine is one of quadrille's.
    pub ours: bool,
    /// Whether the engine counts without visiting each solution.
    pub counts: bool,
    program: OsString,
    arguments: Vec<OsString>,
}

impl Contender {
    /// The command that starts the engine as a worker with a limit of memory; `worker.rs` describes workers.
    pub fn command(&self, megabytes: u64) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(megabytes.to_string());
        command
    }
}

/// The engines of this program, each as a worker.
pub fn built_in() -> Result<Vec<Contender>> {
    let program = std::env::current_exe().context("finding this program")?;
    let own = ours::all().len();
    let contender = |(place, engine): (usize, Engine)| Contender {
        name: engine.name.to_owned(),
        ours: place < own,
        counts: engine.counts,
        program: program.clone().into(),
        arguments: vec![WORKER.into(), engine.name.into()],
    };
    Ok(engines().into_iter().enumerate().map(contender).collect())
}

/// The first argument of this program if it is to be a worker.
pub const WORKER: &str = "--worker";

/// The Python packages that an interpreter has, as listed by the program in `engines/cover-python`.
pub fn python(interpreter: &Path) -> Result<Vec<Contender>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cover-python/cover.py");
    let place = || interpreter.display().to_string();
    let listed = Command::new(interpreter).arg(&script).arg("--list").output();
    let listed = listed.with_context(place)?;
    let said = String::from_utf8_lossy(&listed.stderr);
    ensure!(listed.status.success(), "{}: {}", place(), said.trim());
    let mut contenders = Vec::new();
    for line in String::from_utf8_lossy(&listed.stdout).lines() {
        let mut fields = line.split('\t');
        let (Some(peer), Some(version), Some(how)) = (fields.next(), fields.next(), fields.next())
        else {
            anyhow::bail!(
                "{}: found `{line}`; expected a peer, its version, and `counts` or `visits`",
                place()
            );
        };
        contenders.push(Contender {
            name: format!("Python {peer} {version}"),
            ours: false,
            counts: how == "counts",
            program: interpreter.into(),
            arguments: vec![script.clone().into(), WORKER.into(), peer.into()],
        });
    }
    Ok(contenders)
}
