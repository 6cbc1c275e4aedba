//! A plan as its author writes it, in a file (`quadrille run PLAN.toml`) or as flags.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use quadrille_results::{Task, is_printable, read_toml};
use quadrille_tables::{Columns, Wanted};
use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use crate::corpus::isomorphs::isomorphs;
use crate::corpus::manifest;
use crate::corpus::manifest::library::Library;
use crate::corpus::{Corpus, CorpusError, OnRefused};
use crate::engine::{self, Engine};
use crate::plan::beside::in_folder;
use crate::plan::{COUNT_TIME, Limits, Plan};
use crate::process::{Program, Session, SessionLimits};

/// The contents of a `PLAN.toml`. Each absent field has the default of `quadrille run` without a plan.
///
/// ```
/// use quadrille_harness::plan::request::Request;
///
/// let request = Request::parse("corpora = ['systems']\nengines = ['dlx']\n[limits]\nseconds = 1.5\n");
/// assert_eq!(request.unwrap().limits.seconds, Some(1.5));
/// let error = Request::parse("corpora = []\n\ncorpus = ['systems']\n").unwrap_err();
/// assert!(error.starts_with("3:1: unknown field `corpus`"), "{error}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// Corpora, by name or by a file relative to the plan [default: all shipped corpora].
    pub corpora: Vec<String>,
    /// The column of puzzles in corpora that are tables without a manifest, or the columns of puzzles and names
    /// ([`Columns`]) [default: found by their names or content].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Engines, by name [default: all whose searches differ from those of the others].
    pub engines: Vec<String>,
    /// The task [default: that of each corpus].
    pub task: Option<Task>,
    /// A regular expression: only rows whose `engine/corpus/instance` matches are run.
    pub filter: Option<String>,
    /// Whether each corpus is searched and timed as one batch.
    pub batch: bool,
    /// The number of times every instance is measured [default: 1].
    pub repetitions: Option<u32>,
    /// The number of isomorphs that replace each instance [default: the instance itself].
    pub isomorphs: Option<u32>,
    /// Whether everything is measured twice, side by side, as if by two engines.
    pub twice: bool,
    /// Whether every answer is checked against a proof.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prove: bool,
    /// The seed of orders, and of isomorphs unless they have one of their own.
    pub seed: u64,
    /// The seed of isomorphs [default: `seed`, or [drawn anew](Self::draw_isomorphs) for engines that are other programs].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isomorph_seed: Option<u64>,
    /// The number of instances that run in parallel [default: one for each core].
    pub jobs: Option<usize>,
    /// The limits of every search.
    pub limits: LimitsRequest,
    /// Engines that are other programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<Program>,
    /// Whether these programs may be started. A file that declares programs may come from another person, so this is
    /// never read from a file: whoever opens the plan sets it once the user has named or confirmed the programs.
    #[serde(skip)]
    pub may_start: bool,
}

/// Upper bound on the number of jobs, wherever one is given: more threads than any machine of this field has cores.
pub const MOST_JOBS: usize = 1024;

/// Limits as a plan or the command line states them. An absent field sets no limit, except `tests`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsRequest {
    /// Largest number of tests of one search [default: that of each corpus; no limit if `seconds` is set].
    pub tests: Option<u64>,
    /// Largest number of nodes of one search.
    pub nodes: Option<u64>,
    /// Longest wall time of one search, in seconds; `time_limit` is another name for it.
    #[serde(alias = "time_limit")]
    pub seconds: Option<f64>,
    /// Largest memory of one search, in megabytes of 10^6 bytes.
    pub megabytes: Option<u64>,
}

impl Request {
    /// Reads a plan.
    ///
    /// # Errors
    /// The first fault, after its line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        read_toml(text).map_err(|error| error.to_string())
    }

    /// The plan of a file in `folder`, in which names of corpora and engines that are files in that folder are replaced
    /// by their paths.
    ///
    /// # Errors
    /// A corpus that is a file elsewhere, or not a regular file.
    pub fn beside(mut self, folder: &Path) -> Result<Self, String> {
        self.corpora.iter_mut().try_for_each(|name| {
            *name = in_folder(folder, name)?;
            Ok::<_, String>(())
        })?;
        self.engine = self.engine.into_iter().map(|program| program.beside(folder)).collect();
        Ok(self)
    }

    /// The declared engines that the plan starts.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        let is_chosen =
            |program: &&Program| self.engines.is_empty() || self.engines.contains(&program.name);
        self.engine.iter().filter(is_chosen)
    }

    /// Draws the seed of the isomorphs, if engines that are other programs are asked about them and the plan has no such
    /// seed. An engine can read the command line and the plan, and so could solve all isomorphs before it is asked. Returns
    /// whether the seed was drawn; the caller keeps such a seed off the disk until the run has ended.
    pub fn draw_isomorphs(&mut self) -> bool {
        let is_drawn = self.isomorphs.is_some()
            && self.isomorph_seed.is_none()
            && self.programs().next().is_some();
        if is_drawn {
            // Shifted, because integers of TOML are signed.
            self.isomorph_seed = Some(RandomState::new().hash_one(0) >> 1);
        }
        is_drawn
    }

    pub(crate) fn seed_of_isomorphs(&self) -> u64 {
        self.isomorph_seed.unwrap_or(self.seed)
    }

    /// The columns of tables without a manifest.
    pub(crate) fn wanted(&self) -> Wanted {
        let columns = self.column.as_deref().map(Columns::from).unwrap_or_default();
        Wanted { columns, kind: None }
    }

    /// Opens the corpora and engines. Each puzzle or corpus that cannot be read is passed to `refused`, which may
    /// continue without it.
    ///
    /// # Errors
    /// An unknown corpus or engine, an invalid filter, a number out of bounds, or an error that `refused` returns.
    pub fn open(&self, library: &Library, refused: &mut OnRefused<'_>) -> Result<Plan, String> {
        self.plan(|| {
            let shipped: Vec<String> = manifest::names().collect();
            let names = if self.corpora.is_empty() { shipped } else { self.corpora.clone() };
            let mut corpora = Vec::new();
            for name in names {
                match library.open(&name, &self.wanted(), refused) {
                    Ok(corpus) => corpora.push((name, corpus)),
                    Err(error) => refused(error)?,
                }
            }
            Ok(corpora)
        })
    }

    /// Makes the plan from the corpora that `open` returns, each with the name by which it was requested.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn plan(
        &self,
        open: impl FnOnce() -> Result<Vec<(String, Corpus)>, CorpusError>,
    ) -> Result<Plan, String> {
        let mut limits = self.limits()?;
        let filter = self.filter.as_ref().map(|filter| {
            Regex::new(filter).map_err(|error| {
                format!("found the filter `{filter}`; expected a regular expression: {error}")
            })
        });
        let mut corpora = distinct(open().map_err(|error| error.to_string())?)?;
        let has = |task| corpora.iter().any(|corpus| self.task.unwrap_or(corpus.task) == task);
        let counts = has(Task::Count);
        if (counts || has(Task::Cheapest)) && limits.tests.or(limits.nodes).is_none() {
            limits.wall = limits.wall.or(Some(COUNT_TIME));
        }
        // Last, so that no program is started for a plan that is refused.
        let engines = self.engines(counts)?;
        printable(&corpora, &engines)?;
        for corpus in &mut corpora {
            if let Some(copies) = self.isomorphs {
                *corpus = isomorphs(corpus, copies, self.seed_of_isomorphs());
            }
        }
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        Ok(Plan {
            corpora,
            engines,
            task: self.task,
            limits,
            filter: filter.transpose()?,
            batch: self.batch,
            repetitions: self.repetitions.unwrap_or(1),
            twice: self.twice,
            prove: self.prove,
            jobs: self.jobs.unwrap_or_else(cores),
            seed: self.seed,
            part: None,
        })
    }

    /// Checks all numbers of the request, and returns the limits of every search.
    pub(crate) fn limits(&self) -> Result<Limits, String> {
        let LimitsRequest { tests, nodes, seconds, megabytes } = self.limits;
        // A run with more repetitions or isomorphs would take too long to be useful.
        let a_thousand = |what, number| within(what, number, 1..=1000, "1 to 1000");
        a_thousand("repetitions", self.repetitions.map(u64::from))?;
        a_thousand("isomorphs", self.isomorphs.map(u64::from))?;
        let jobs = self.jobs.map(|jobs| jobs as u64);
        within("jobs", jobs, 1..=MOST_JOBS as u64, &format!("1 to {MOST_JOBS}"))?;
        let memory = megabytes.map(|megabytes| megabytes.saturating_mul(1_000_000));
        let numbers = [
            ("seed", Some(self.seed)),
            ("isomorph_seed", self.isomorph_seed),
            ("tests", tests),
            ("nodes", nodes),
            ("bytes of memory", memory),
        ];
        numbers.into_iter().try_for_each(|(what, number)| can_be_noted(what, number))?;
        within("megabytes", megabytes, 1..=u64::MAX, "a number above 0")?;
        let wall = seconds.map(|seconds| {
            let wall = Duration::try_from_secs_f64(seconds).ok().filter(|wall| !wall.is_zero());
            let refuse =
                || format!("found seconds = {seconds}; expected a number of seconds above 0");
            wall.ok_or_else(refuse)
        });
        Ok(Limits { tests, nodes, wall: wall.transpose()?, memory, ungrouped: false })
    }

    /// The requested engines, if some task counts or none does. An engine that is another program is started, to learn which
    /// instances it accepts.
    fn engines(&self, counts: bool) -> Result<Vec<Engine>, String> {
        let ours = engine::all();
        let mut names: Vec<&str> = ours.iter().map(|engine| engine.name).collect();
        for declared in &self.engine {
            if names.contains(&&*declared.name) {
                return Err(format!(
                    "found a declared engine named `{}`; expected another name, because an engine of that name \
                     already exists",
                    declared.name
                ));
            }
            names.push(&declared.name);
        }
        if let Some(name) = self.engines.iter().find(|name| !names.contains(&&***name)) {
            return Err(format!("found the engine `{name}`; expected one of {}", names.join(", ")));
        }
        let ours = ours.into_iter().filter(|engine| match &*self.engines {
            [] => counts || !engine.is_another(),
            named => named.iter().any(|name| name == engine.name),
        });
        let mut chosen: Vec<Engine> = ours.map(Engine::Native).collect();
        for declared in self.programs() {
            if !self.may_start {
                return Err(format!(
                    "found the declared engine `{}`, a program that the user has neither named nor confirmed; expected \
                     that, because a declaration can start any command",
                    declared.name
                ));
            }
            let program = declared.clone().beside(Path::new(""));
            let session = Session::start(program, SessionLimits::default());
            let session = session.map_err(|error| error.to_string())?;
            chosen.push(Engine::Process(session.external));
        }
        Ok(chosen)
    }
}

/// The corpora without those that were requested before: a corpus named twice is run once.
fn distinct(opened: Vec<(String, Corpus)>) -> Result<Vec<Corpus>, String> {
    let mut corpora: Vec<Corpus> = Vec::new();
    for (name, corpus) in opened {
        match corpora.iter().find(|other| other.name == corpus.name) {
            None => corpora.push(corpus),
            Some(same) if same.sha256 == corpus.sha256 => {}
            Some(_) => {
                return Err(format!(
                    "found two different corpora named `{}`, the second being {name}; expected different names, \
                     because rows of results contain only the name; rename one of the files",
                    corpus.name
                ));
            }
        }
    }
    Ok(corpora)
}

/// Refuses names that cannot be printed in a row.
fn printable(corpora: &[Corpus], engines: &[Engine]) -> Result<(), String> {
    let instances = corpora.iter().flat_map(|corpus| &corpus.instances);
    let names = (corpora.iter().map(|corpus| ("corpus", &*corpus.name)))
        .chain(instances.map(|instance| ("instance", &*instance.id)))
        .chain(engines.iter().map(|engine| ("engine", engine.name())))
        .chain(engines.iter().map(|engine| ("engine version", engine.version())));
    for (what, name) in names {
        if !is_printable(name) {
            let found = format!("found the {what} {}", name.escape_debug());
            return Err(format!(
                "{found}, with a character that cannot be printed; expected another name"
            ));
        }
    }
    Ok(())
}

/// Refuses a number out of bounds.
pub(crate) fn within(
    what: &str,
    number: Option<u64>,
    bounds: RangeInclusive<u64>,
    expected: &str,
) -> Result<(), String> {
    match number.filter(|number| !bounds.contains(number)) {
        Some(number) => Err(format!("found {what} = {number}; expected {expected}")),
        None => Ok(()),
    }
}

/// Refuses a number that a run file cannot hold: TOML integers are signed and of 64 bits.
pub(crate) fn can_be_noted(what: &str, number: Option<u64>) -> Result<(), String> {
    within(what, number, 0..=i64::MAX as u64, "9223372036854775807 at most")
}

#[cfg(test)]
mod tests;
