//! A step of a table that can be run.

use std::io::Write;
use std::thread;

use quadrille_results::Task;

use super::counted::Counted;
use super::generated::{self, Generated};
use super::table::Table;
use crate::corpus::{Corpus, Instance};
use crate::engine::Engine;
use crate::measure::clock::Clocks;
use crate::plan::Plan;
use crate::plan::request::Request;
use crate::run::writer::Writer;
use crate::run::{RunContext, RunError};

/// A step that can be run.
#[derive(Debug)]
pub struct ResolvedStep {
    /// The name.
    pub name: String,
    /// What the step does.
    pub work: ResolvedWork,
    /// The corpora, by their names in the table. A `generate` step has one after it has run.
    pub corpora: Vec<(String, Corpus)>,
}

/// What a step does.
#[derive(Debug)]
pub enum ResolvedWork {
    /// Runs a plan.
    Plan(Box<Plan>, Box<Request>),
    /// Generates puzzles and solves them.
    Generate(Generated),
    /// Counts solutions.
    Count(Counted),
}

impl ResolvedStep {
    /// Whether the step runs an instance by itself; `None` if the corpus is not one of the step's.
    pub(super) fn has_instance(&self, corpus: &str, instance: &str) -> Option<bool> {
        if let ResolvedWork::Generate(generated) = &self.work {
            let number =
                instance.parse().ok().filter(|number: &u64| number.to_string() == instance);
            let is_made = number.is_some_and(|number| number < generated.puzzles);
            return (self.name == corpus).then_some(is_made);
        }
        let (_, found) = self.corpora.iter().find(|(name, _)| name == corpus)?;
        let is_run = |one: &Instance| match &self.work {
            ResolvedWork::Plan(plan, _) => {
                !plan.batch && plan.engines_for(found, Some(one)).next().is_some()
            }
            ResolvedWork::Generate(_) | ResolvedWork::Count(_) => true,
        };
        Some(found.instances.iter().any(|one| one.id == instance && is_run(one)))
    }

    /// The number of rows that the step makes.
    pub fn rows(&self) -> usize {
        match &self.work {
            ResolvedWork::Plan(plan, _) => plan.rows(),
            ResolvedWork::Generate(generated) => generated.puzzles as usize,
            ResolvedWork::Count(counted) => counted.rows(),
        }
    }

    /// The names of the engines in rows, in order.
    pub fn engines(&self) -> Vec<String> {
        match &self.work {
            ResolvedWork::Plan(plan, _) => {
                plan.engines.iter().map(|e| e.name().to_owned()).collect()
            }
            ResolvedWork::Generate(_) => vec![generated::ENGINE.to_owned()],
            ResolvedWork::Count(counted) => counted.engines.clone(),
        }
    }

    /// The step as a plan and its request, for the run file. Only a step that is a plan can be run by it.
    pub fn as_plan(&self) -> (Plan, Request) {
        let engine = |name: &String| crate::engine::by_name(name).map(Engine::Native);
        let plain = |task, seed| {
            let engines = self.engines();
            let plan = Plan {
                corpora: self.corpora.iter().map(|(_, corpus)| corpus.clone()).collect(),
                engines: engines.iter().filter_map(engine).collect(),
                task: Some(task),
                limits: crate::plan::Limits::default(),
                filter: None,
                batch: false,
                repetitions: 1,
                twice: false,
                jobs: 1,
                seed,
            };
            (plan, Request { engines, task: Some(task), seed, jobs: Some(1), ..Request::default() })
        };
        match &self.work {
            ResolvedWork::Plan(plan, request) => (*plan.clone(), *request.clone()),
            ResolvedWork::Generate(generated) => plain(Task::First, generated.seed),
            ResolvedWork::Count(_) => plain(Task::All, 0),
        }
    }

    /// Runs the step and writes its rows to `out`. Returns the generated puzzles, if any. `table` has the published
    /// counts.
    ///
    /// # Errors
    /// If rows cannot be written, or workers cannot be started.
    pub fn run(
        &self,
        table: &Table,
        out: Box<dyn Write + Send>,
        context: &RunContext<'_>,
    ) -> Result<Option<Corpus>, RunError> {
        if let ResolvedWork::Plan(plan, _) = &self.work {
            return crate::run(plan, out, context).map(|_| None);
        }
        let writer = Writer::start(out, false, context.cancel.clone())?;
        let rows = writer.rows();
        // A thread of its own, because it is pinned to a core.
        let work = move || {
            context.cores.pin(0);
            let mut clocks = Clocks::of_this_thread();
            // If the writer has failed, `finish` returns its error.
            let mut emit = |row| {
                let sent = rows.send(vec![row]).is_ok();
                (context.progress)(usize::from(sent));
                sent
            };
            match &self.work {
                ResolvedWork::Generate(generated) => {
                    let instances = generated.run(&self.name, context, &mut clocks, &mut emit);
                    Some(Corpus::new(self.name.clone(), Task::First, instances))
                }
                ResolvedWork::Count(counted) => {
                    let expected =
                        |instance: &str| table.expected(&self.name, instance).map(str::to_owned);
                    let (_, corpus) = &self.corpora[0];
                    counted.run(corpus, &expected, context, &mut clocks, &mut emit);
                    None
                }
                ResolvedWork::Plan(..) => None,
            }
        };
        let made = thread::scope(|scope| scope.spawn(work).join());
        writer.finish()?;
        Ok(made.expect("the work does not panic"))
    }
}
