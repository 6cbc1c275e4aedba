//! One search divided among processes: `count --shards` writes a folder, `quadrille shard` does a shard, `quadrille merge` adds up.
//!
//! A *generation* is a list of parts of the tree, in the order of the tree. The first one has the parts of the division that
//! `--jobs` uses. Shard `k` of `n` takes every `n`th part from part `k` on. Where a part exceeds the budget, the shard divides
//! it by the same rule; when its budget is spent, it leaves the parts that it has not begun. The parts divided and left
//! make the next generation. Budgets are in nodes, so that a shard that is repeated has the same results.
//!
//! The results of a shard are those of a checkpoint (`checkpoint::contents`), followed by the text of the solutions, if they are kept.

mod state;
mod task;
mod walk;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::engine::{Auto, Bits};
use quadrille_cover::parallel::Division;
use quadrille_cover::{Budget, CancelToken, Problem, Solver, engine};
use quadrille_harness::shards::{Folder, Job, Manifest};
use quadrille_results::Shown;
use quadrille_service::problem::{Smaller, read_strictly};
use serde::{Deserialize, Serialize};

use self::state::State;
pub use self::task::shard;
pub use self::walk::merge;
use super::checkpoint::contents::About;
use crate::args::request::Request;
use crate::args::{self, Output};
use crate::output::message::tell;
use crate::output::plural;
use crate::output::whole_file::WholeFile;
use crate::status::Status;

/// The name of the file of the problem, as it was read, in the folder.
const PROBLEM: &str = "problem.dlx";
/// The nodes of a shard in each generation, if the arguments do not say how many.
const BUDGET: u64 = 1_000_000_000;

/// What all shards of a folder must know, in its manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enumeration {
    #[serde(flatten)]
    about: About,
    /// Number of nodes after which a shard begins no other part, and that a part may take.
    budget: u64,
    /// Options chosen in advance.
    given: Vec<String>,
    /// Whether the problem is reduced before the search.
    preprocess: bool,
}

/// Divides a search: writes the folder, and says what to do next.
pub fn split(
    request: &Request,
    number: usize,
    text: &[u8],
    smaller: &Smaller,
    stop: &CancelToken,
) -> Result<Status> {
    refuse_combinations(request)?;
    let folder = request.out.as_deref().expect("clap requires --out");
    let problem = smaller.problem();
    let chosen =
        match engine::by_name(&request.asked.engine).expect("clap accepts only names of engines") {
            auto if auto.name() == Auto.name() && Bits.refuses(problem).is_none() => &Bits,
            named => named,
        };
    chosen.accepts(problem)?;
    let until = Budget { cancel: Some(stop.clone()), ..Budget::default() };
    let division = Division::within(problem, &until);
    if stop.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    let mut about = About::new(request, smaller, request.counts(), division.parts());
    chosen.name().clone_into(&mut about.engine);
    let (given, preprocess) = (request.asked.given.clone(), request.asked.preprocess);
    let job = Enumeration {
        about,
        budget: request.asked.limits.nodes.unwrap_or(BUDGET),
        given,
        preprocess,
    };
    std::fs::create_dir_all(folder).with_context(|| folder.shown().to_string())?;
    let file = folder.join(PROBLEM);
    let write = || -> Result<()> {
        let mut whole = WholeFile::create(&file, false)?;
        std::io::Write::write_all(&mut whole, text)?;
        whole.finish().map(drop)
    };
    // Another process may write the same file at the same time.
    if !file.exists()
        && let Err(error) = write()
        && !file.exists()
    {
        return Err(error);
    }
    if std::fs::read(&file).with_context(|| file.shown().to_string())? != text {
        bail!(
            "{}: found another problem; expected an empty folder; name another one",
            file.shown()
        );
    }
    let job = Job::Cover(serde_json::to_value(&job)?);
    let opened = Folder::create(folder, &Manifest::new(number, job)?)?;
    if !request.quiet {
        let state = State::read(&opened, &read(&opened)?);
        let (shown, parts) = (folder.shown(), plural(division.parts(), "part"));
        tell(format_args!(
            "{shown}: {parts} in {}; do them by `quadrille shard {shown} K`, K from 0 to {}; \
            `quadrille missing {shown}` says which are left, `quadrille merge {shown}` adds up",
            plural(state.of, "shard"),
            state.of.max(1) - 1
        ));
    }
    Ok(Status::Positive)
}

/// Refuses what the shards of a search do not keep to.
fn refuse_combinations(request: &Request) -> Result<()> {
    let given = [
        (request.asked.limits.tests.is_some(), "--max-tests"),
        (request.time_limit.is_some(), "--time-limit"),
        (request.asked.limits.memory.is_some(), "--max-memory"),
        (request.asked.jobs.is_some(), "--jobs"),
        (request.checkpoint.is_some(), "--checkpoint"),
        (request.progress, "--progress"),
        (request.asked.keep_going, "--keep-going"),
        (request.output == Output::Json, "--output"),
    ];
    args::refuse(&given, |option| {
        format!("found --shards, whose shards do not use it; omit {option}")
    })
}

fn read(folder: &Folder) -> Result<Enumeration> {
    let Job::Cover(job) = &folder.manifest().job else {
        bail!(
            "{}: found the folder of other work; expected one that `quadrille count --shards` wrote",
            folder.path().shown()
        );
    };
    serde_json::from_value(job.clone()).map_err(|error| {
        anyhow!("{}: found a manifest that is none of an enumeration: {error}; expected the one that --shards wrote", folder.path().shown())
    })
}

impl Enumeration {
    /// The problem of the folder, reduced as the arguments of `--shards` asked for.
    fn problem(&self, folder: &Folder, stop: &CancelToken) -> Result<Smaller> {
        let file = folder.path().join(PROBLEM);
        let text = std::fs::read(&file).with_context(|| file.shown().to_string())?;
        let problem = read_strictly(&text).map_err(|error| anyhow!("{}:{error}", file.shown()))?;
        let smaller = Smaller::reduced(problem, (&self.given, self.preprocess), stop)?;
        if !self.about.is_of(&smaller) {
            bail!(
                "{}: found another problem than that of the manifest; restore it, or begin in another folder",
                file.shown()
            );
        }
        Ok(smaller)
    }

    /// The division of the problem into the parts of generation 0.
    fn division<'p>(&self, folder: &Folder, problem: &'p Problem) -> Result<Division<'p>> {
        let division = Division::new(problem);
        if division.parts() != self.about.parts {
            bail!(
                "{}: found {}; expected {}, as the division of the problem has; restore the manifest that --shards wrote",
                folder.path().join("manifest.json").shown(),
                plural(self.about.parts, "part"),
                division.parts()
            );
        }
        Ok(division)
    }

    fn engine(&self) -> Result<&'static dyn Solver> {
        let name = &self.about.engine;
        engine::by_name(name).ok_or_else(|| {
            anyhow!("found the engine `{name}`; expected one of `quadrille list engines`")
        })
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Lacking {
    /// The first generation that is not complete.
    pub generation: u32,
    /// The numbers of its shards that are absent or refused.
    pub numbers: Vec<usize>,
}

/// The shards that are missing in the first generation that is not complete; none if all parts are done. Shards that are
/// refused are missing; `refused` is called with the reason.
pub fn lacking(folder: &Folder, refused: &mut dyn FnMut(&str)) -> Result<Lacking> {
    let state = State::read(folder, &read(folder)?);
    let State { generation, missing: numbers, refused: why, wrong, mut before, .. } = state;
    let is_complete = numbers.is_empty();
    before.extend((!is_complete).then_some(state.of));
    folder.refuse_strangers(&before, is_complete)?;
    for why in why.iter().chain(wrong.values()) {
        refused(why);
    }
    Ok(Lacking { generation, numbers })
}
