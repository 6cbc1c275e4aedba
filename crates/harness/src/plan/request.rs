//! A plan as its author writes it, in a file (`quadrille run PLAN.toml`) or as flags.

mod limits;

use std::path::Path;
use std::sync::Arc;

use quadrille_results::{Task, is_printable, read_toml};
use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::corpus::isomorphs::isomorphs;
use crate::corpus::manifest;
use crate::corpus::manifest::library::Library;
use crate::corpus::{Corpus, CorpusError, OnRefused};
use crate::engine::searched::Judgement;
use crate::engine::{self, Engine};
use crate::plan::Plan;
use crate::process::{Program, Session, SessionLimits};

pub use self::limits::LimitsRequest;
pub(crate) use self::limits::can_be_noted;

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
    /// Engines [default: all whose searches differ from those of the others].
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
    /// The seed of orders and isomorphs.
    pub seed: u64,
    /// The number of instances that run in parallel [default: one for each core].
    pub jobs: Option<usize>,
    /// The limits of every search.
    pub limits: LimitsRequest,
    /// Engines that are other programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engine: Vec<Program>,
}

/// Why a request cannot become a plan.
#[derive(Debug, Error)]
pub enum RequestError {
    /// A corpus that cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A name that is not an engine's, and the names of the engines.
    #[error("found the engine `{0}`; expected one of {1}")]
    Engine(String, String),
    /// A declared engine with the name of another engine.
    #[error(
        "found a declared engine named `{0}`; expected another name, because an engine of that name already exists"
    )]
    Taken(String),
    /// Two different corpora with the same name, and the name or file by which the second was requested.
    #[error(
        "found two different corpora named `{0}`, the second being {1}; expected different names, because rows of \
         results contain only the name; rename one of the files"
    )]
    SameName(String, String),
    /// A name with characters that change how a terminal shows the text around them, and what it is the name of.
    #[error("found the {} {}, with a character that cannot be printed; expected another name", .0, .1.escape_debug())]
    Unprintable(&'static str, String),
    /// An engine that cannot be started.
    #[error(transparent)]
    Start(#[from] Judgement),
    /// A filter that is not a regular expression.
    #[error("found the filter `{0}`; expected a regular expression: {1}")]
    Filter(String, regex_lite::Error),
    /// A number out of bounds: which number, its value, and the bounds.
    #[error("found {0} = {1}; expected {2}")]
    Number(&'static str, String, &'static str),
}

impl Request {
    /// Reads a plan.
    ///
    /// # Errors
    /// The first fault, after its line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        read_toml(text).map_err(|error| error.to_string())
    }

    /// The same plan, with the files of corpora and engines in `folder` named by their paths.
    #[must_use]
    pub fn beside(mut self, folder: &Path) -> Self {
        for name in &mut self.corpora {
            let path = folder.join(&*name);
            if path.exists() {
                *name = path.display().to_string();
            }
        }
        self.engine = self.engine.into_iter().map(|program| program.beside(folder)).collect();
        self
    }

    /// Opens the corpora and engines. Each puzzle or corpus that cannot be read is passed to `refused`, which may
    /// continue without it.
    ///
    /// # Errors
    /// An unknown corpus or engine, an invalid filter, a number out of bounds, or an error that `refused` returns.
    pub fn open(
        &self,
        library: &Library,
        refused: &mut OnRefused<'_>,
    ) -> Result<Plan, RequestError> {
        self.plan(|| {
            let shipped: Vec<String> = manifest::names().collect();
            let names = if self.corpora.is_empty() { shipped } else { self.corpora.clone() };
            let mut corpora = Vec::new();
            for name in names {
                match library.open(&name, refused) {
                    Ok(corpus) => corpora.push((name, corpus)),
                    Err(error) => refused(error)?,
                }
            }
            Ok(corpora)
        })
    }

    /// The plan on corpora that `open` returns, each with the name by which it was requested.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn plan(
        &self,
        open: impl FnOnce() -> Result<Vec<(String, Corpus)>, CorpusError>,
    ) -> Result<Plan, RequestError> {
        let repetitions = up_to_a_thousand("repetitions", self.repetitions)?.unwrap_or(1);
        let copies = up_to_a_thousand("isomorphs", self.isomorphs)?;
        let jobs = self.jobs.map(|jobs| u32::try_from(jobs).unwrap_or(u32::MAX));
        let jobs = up_to_a_thousand("jobs", jobs)?;
        can_be_noted("seed", Some(self.seed))?;
        let limits = self.limits.limits()?;
        let engines = self.engines()?;
        let filter = self.filter.as_ref().map(|filter| {
            Regex::new(filter).map_err(|error| RequestError::Filter(filter.clone(), error))
        });
        let mut corpora = distinct(open()?)?;
        printable(&corpora, &engines)?;
        for corpus in &mut corpora {
            if let Some(copies) = copies {
                *corpus = isomorphs(corpus, copies, self.seed);
            }
        }
        Ok(Plan {
            corpora,
            engines,
            task: self.task,
            limits,
            filter: filter.transpose()?,
            batch: self.batch,
            repetitions,
            twice: self.twice,
            jobs: jobs.map_or_else(
                || std::thread::available_parallelism().map_or(1, Into::into),
                |jobs| jobs as usize,
            ),
            seed: self.seed,
        })
    }

    /// The requested engines. An engine that is another program is started, to learn which instances it accepts.
    fn engines(&self) -> Result<Vec<Engine>, RequestError> {
        let ours = engine::all();
        let mut names: Vec<&str> = ours.iter().map(|engine| engine.name).collect();
        for declared in &self.engine {
            if names.contains(&&*declared.name) {
                return Err(RequestError::Taken(declared.name.clone()));
            }
            names.push(&declared.name);
        }
        if let Some(name) = self.engines.iter().find(|name| !names.contains(&&***name)) {
            return Err(RequestError::Engine(name.clone(), names.join(", ")));
        }
        let is_named = |name: &str| self.engines.iter().any(|named| named == name);
        let ours = ours.into_iter().filter(|engine| match &*self.engines {
            [] => !engine.is_another(),
            _ => is_named(engine.name),
        });
        let mut chosen: Vec<Engine> = ours.map(Engine::Native).collect();
        for declared in &self.engine {
            if self.engines.is_empty() || is_named(&declared.name) {
                let program = declared.clone().beside(Path::new(""));
                let session = Session::start(program, SessionLimits::default())?;
                chosen.push(Engine::Process(Arc::clone(session.external())));
            }
        }
        Ok(chosen)
    }
}

/// The corpora without those that were requested before: a corpus named twice is run once.
fn distinct(opened: Vec<(String, Corpus)>) -> Result<Vec<Corpus>, RequestError> {
    let mut corpora: Vec<Corpus> = Vec::new();
    for (name, corpus) in opened {
        match corpora.iter().find(|other| other.name == corpus.name) {
            None => corpora.push(corpus),
            Some(same) if same.sha256 == corpus.sha256 => {}
            Some(_) => return Err(RequestError::SameName(corpus.name, name)),
        }
    }
    Ok(corpora)
}

/// Refuses names that cannot be printed in a row.
fn printable(corpora: &[Corpus], engines: &[Engine]) -> Result<(), RequestError> {
    let instances = corpora.iter().flat_map(|corpus| &corpus.instances);
    let names = (corpora.iter().map(|corpus| ("corpus", &*corpus.name)))
        .chain(instances.map(|instance| ("instance", &*instance.id)))
        .chain(engines.iter().map(|engine| ("engine", engine.name())))
        .chain(engines.iter().map(|engine| ("engine version", engine.version())));
    for (what, name) in names {
        if !is_printable(name) {
            return Err(RequestError::Unprintable(what, name.to_owned()));
        }
    }
    Ok(())
}

/// Refuses a number that is not from 1 to 1000. A run with more repetitions or isomorphs would not end in useful time.
fn up_to_a_thousand(what: &'static str, number: Option<u32>) -> Result<Option<u32>, RequestError> {
    match number {
        Some(number) if !(1..=1000).contains(&number) => {
            Err(RequestError::Number(what, number.to_string(), "1 to 1000"))
        }
        number => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::plan::Limits;

    fn open(text: &str) -> Result<Plan, RequestError> {
        Request::parse(text).unwrap().open(&Library::default(), &mut Err)
    }

    #[test]
    fn what_is_left_out_is_as_without_a_plan() {
        let plan = open("corpora = ['none']").unwrap();
        assert_eq!((plan.repetitions, plan.twice, plan.batch, plan.seed), (1, false, false, 0));
        assert_eq!((plan.limits, plan.task), (Limits::default(), None));
        assert!(plan.engines.len() > 10 && plan.jobs > 0);
        let all = open("engines = ['dlx']").unwrap();
        assert_eq!(all.corpora.len(), manifest::names().count());
    }

    #[test]
    fn everything_in_a_plan_counts() {
        let text = "corpora = ['none', 'none']\nengines = ['dlx', 'lanes']\ntask = 'all'\nbatch = true\n\
                    repetitions = 3\nisomorphs = 2\ntwice = true\nseed = 5\njobs = 1\nfilter = 'dlx'\n\
                    [limits]\ntests = 1\nnodes = 2\nseconds = 0.5\nmegabytes = 3\n";
        let plan = open(text).unwrap();
        assert_eq!(plan.engines.iter().map(Engine::name).collect::<Vec<_>>(), ["dlx", "lanes"]);
        let [none] = &*plan.corpora else { panic!("once") };
        let original = Corpus::open("none", &mut Err).unwrap();
        assert_eq!(none.instances.len(), 2 * original.instances.len());
        assert_eq!((plan.task, plan.batch, plan.twice), (Some(Task::All), true, true));
        assert_eq!((plan.repetitions, plan.seed, plan.jobs), (3, 5, 1));
        assert_eq!(plan.rows(), 6, "one engine passes the filter, three times twice");
        let wall = Some(Duration::from_millis(500));
        let limits = Limits { tests: Some(1), nodes: Some(2), wall, memory: Some(3_000_000) };
        assert_eq!(plan.limits, limits);
        let request = Request::parse(text).unwrap();
        let written = toml::to_string(&request).unwrap();
        assert_eq!(Request::parse(&written), Ok(request));
    }

    #[test]
    fn what_is_wrong_is_told_with_what_was_expected() {
        for (text, message) in [
            ("engines = ['dlxx']", "found the engine `dlxx`; expected one of naive-tree, "),
            (
                "corpora = ['nowhere']",
                "found the corpus `nowhere`, which is neither a file nor one of",
            ),
            ("filter = '('", "found the filter `(`; expected a regular expression: "),
            ("repetitions = 0", "found repetitions = 0; expected 1 to 1000"),
            ("isomorphs = 0", "found isomorphs = 0; expected 1 to 1000"),
            ("jobs = 0", "found jobs = 0; expected 1 to 1000"),
            (
                "limits.megabytes = 9223372036855",
                "found bytes of memory = 9223372036855000000; expected 9223372036854775807 at most",
            ),
            ("limits.megabytes = 0", "found megabytes = 0; expected a number above 0"),
            ("limits.seconds = -1.0", "found seconds = -1; expected a number of seconds above 0"),
            ("limits.seconds = 0.0", "found seconds = 0; expected a number of seconds above 0"),
            ("limits.seconds = nan", "found seconds = NaN; expected a number of seconds above 0"),
        ] {
            let error = open(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
        let of = |tests, nodes, seed| {
            let limits = LimitsRequest { tests, nodes, ..LimitsRequest::default() };
            Request { limits, seed, ..Request::default() }
        };
        let huge = 1 << 63;
        for (what, request) in [
            ("seed", of(None, None, huge)),
            ("tests", of(Some(huge), None, 0)),
            ("nodes", of(None, Some(huge), 0)),
        ] {
            let error = request.open(&Library::default(), &mut Err).unwrap_err().to_string();
            assert!(error.starts_with(&format!("found {what} = 9223372036854775808; ")), "{error}");
        }
        for (text, place) in
            [("task = 'some'", "1:8: "), ("\n repetitions = -1", "2:16: "), ("a", "1:2: ")]
        {
            let error = Request::parse(text).unwrap_err();
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }
}
