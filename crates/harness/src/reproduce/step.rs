//! A part of a table that can be run.

use super::counted::Counted;
use super::generated::{self, Generated};
use super::table::Table;
use crate::corpus::{Corpus, Instance};
use crate::engines::Engine;
use crate::plan::{Plan, Task};
use crate::request::Request;

/// A part of what can be run.
#[derive(Debug)]
pub struct ReadyStep {
    /// Its name.
    pub name: String,
    /// What is done.
    pub work: ReadyWork,
    /// The corpora, by what they are called in the table.
    pub corpora: Vec<(String, Corpus)>,
}

/// What is done.
#[derive(Debug)]
pub enum ReadyWork {
    /// A run.
    Plan(Box<Plan>, Box<Request>),
    /// Puzzles generated and solved.
    Generate(Generated),
    /// Solutions counted.
    Count(Counted),
}

impl ReadyStep {
    /// Whether a corpus has an instance that is run by itself; nothing if this is not about that corpus.
    pub(super) fn has_instance(&self, corpus: &str, instance: &str) -> Option<bool> {
        if let ReadyWork::Generate(generated) = &self.work {
            let number =
                instance.parse().ok().filter(|number: &u64| number.to_string() == instance);
            let is_made = number.is_some_and(|number| number < generated.puzzles);
            return (self.name == corpus).then_some(is_made);
        }
        let (_, found) = self.corpora.iter().find(|(name, _)| name == corpus)?;
        let is_run = |one: &Instance| match &self.work {
            ReadyWork::Plan(plan, _) => !plan.batch && !plan.engines_for(found, one).is_empty(),
            ReadyWork::Generate(_) | ReadyWork::Count(_) => true,
        };
        Some(found.instances.iter().any(|one| one.id == instance && is_run(one)))
    }

    /// How many rows it makes.
    pub fn rows(&self) -> usize {
        match &self.work {
            ReadyWork::Plan(plan, _) => plan.rows(),
            ReadyWork::Generate(generated) => generated.puzzles as usize,
            ReadyWork::Count(counted) => counted.rows(),
        }
    }

    /// Its engines, as rows call them, in order.
    pub fn engines(&self) -> Vec<String> {
        match &self.work {
            ReadyWork::Plan(plan, _) => plan.engines.iter().map(|e| e.name().to_owned()).collect(),
            ReadyWork::Generate(_) => vec![generated::ENGINE.to_owned()],
            ReadyWork::Count(counted) => counted.engines.clone(),
        }
    }

    /// What is run, in the terms of a run, as its run file tells it. Only a plan can be run by that.
    pub fn as_plan(&self) -> (Plan, Request) {
        let engine = |name: &String| crate::engines::by_name(name).map(Engine::Native);
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
            ReadyWork::Plan(plan, request) => (*plan.clone(), *request.clone()),
            ReadyWork::Generate(generated) => plain(Task::First, generated.seed),
            ReadyWork::Count(_) => plain(Task::All, 0),
        }
    }

    /// Writes its rows to `out`. `table` knows the published numbers of what is counted. What was generated is given back.
    ///
    /// # Errors
    /// If rows cannot be written, or workers not started.
    pub fn run(
        &self,
        table: &Table,
        out: Box<dyn std::io::Write + Send>,
        conduct: &crate::run::Conduct<'_>,
    ) -> Result<Option<Corpus>, crate::RunError> {
        match &self.work {
            ReadyWork::Plan(plan, _) => crate::run(plan, out, conduct).map(|_| None),
            ReadyWork::Generate(generated) => {
                let instances = generated.run(&self.name, out, conduct)?;
                Ok(Some(Corpus::new(self.name.clone(), Task::First, instances)))
            }
            ReadyWork::Count(counted) => {
                let expected =
                    |instance: &str| table.expected(&self.name, instance).map(str::to_owned);
                let (_, corpus) = &self.corpora[0];
                counted.run(corpus, &expected, out, conduct).map(|()| None)
            }
        }
    }
}
