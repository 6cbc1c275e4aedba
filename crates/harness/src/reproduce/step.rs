//! A step of a table that can be run.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::thread;

use quadrille_results::{Record, Task};

use super::generated;
use super::table::Work;
use crate::corpus::{Corpus, Instance};
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
    pub work: Work,
    /// The plan; `generate` and `count` steps have one for their run files, without a corpus before `generate` has run.
    pub plan: Plan,
    /// The request that the plan was made from.
    pub request: Request,
    /// For each name of a corpus in the table, the corpus's name in the plan.
    pub names: BTreeMap<String, String>,
}

impl ResolvedStep {
    /// The corpus with a name in the table.
    pub fn corpus(&self, name: &str) -> Option<&Corpus> {
        let called = self.names.get(name)?;
        self.plan.corpora.iter().find(|corpus| corpus.name == *called)
    }

    /// Whether the step runs an instance by itself; `None` if the corpus is not one of the step's.
    pub(super) fn has_instance(&self, corpus: &str, instance: &str) -> Option<bool> {
        if let Work::Generate(generated) = &self.work {
            let is_made = || (0..generated.puzzles).any(|number| number.to_string() == instance);
            return (self.name == corpus).then(is_made);
        }
        let (plan, found) = (&self.plan, self.corpus(corpus)?);
        let is_run = |one: &Instance| plan.engines_for(found, Some(one)).next().is_some();
        let mut named = found.instances.iter().filter(|one| one.id == instance);
        Some(!plan.batch && named.any(is_run))
    }

    pub(super) fn demands_proofs(&self) -> bool {
        match &self.work {
            Work::Plan(request) => request.prove,
            Work::Generate(_) => false,
            Work::Count(counted) => counted.prove,
        }
    }

    /// The number of rows that the step makes.
    pub fn rows(&self) -> usize {
        match &self.work {
            Work::Generate(generated) => generated.puzzles as usize,
            Work::Plan(_) | Work::Count(_) => self.plan.rows(),
        }
    }

    /// The names of the engines in rows, in order.
    pub fn engines(&self) -> Vec<String> {
        match &self.work {
            Work::Generate(_) => vec![generated::ENGINE.to_owned()],
            _ => self.plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        }
    }

    /// Runs the step and writes its rows to `out`. Returns the generated puzzles, if any.
    ///
    /// # Errors
    /// If rows cannot be written, or workers cannot be started.
    pub fn run(
        &self,
        out: Box<dyn Write + Send>,
        context: &RunContext<'_>,
    ) -> Result<Option<Corpus>, RunError> {
        if let Work::Plan(_) = &self.work {
            return crate::run(&self.plan, out, context).map(|_| None);
        }
        let writer = Writer::start(out, false, false, context.cancel.clone())?;
        let rows = writer.rows();
        // The work gets a thread of its own, because that thread is pinned to a core.
        let work = move || {
            context.cores.pin(0);
            let (cancel, mut clocks) = (context.cancel, Clocks::of_this_thread());
            // If the writer has failed, `finish` returns its error.
            let mut emit = |row| {
                let row = Record {
                    run_id: context.run_id.to_owned(),
                    corpus: self.name.clone(),
                    engine_version: env!("CARGO_PKG_VERSION").to_owned(),
                    ..row
                };
                let sent = !cancel.is_cancelled() && rows.send((0, vec![row])).is_ok();
                (context.progress)(usize::from(sent));
                sent
            };
            match &self.work {
                Work::Generate(generated) => {
                    let mut instances = Vec::new();
                    generated.rows(cancel, &mut clocks).all(|(instance, row)| {
                        instances.push(instance);
                        emit(row)
                    });
                    Some(Corpus::new(self.name.clone(), Task::First, instances))
                }
                Work::Count(counted) => {
                    counted.run(&self.plan.corpora[0], cancel, &mut clocks, &mut emit);
                    None
                }
                Work::Plan(_) => None,
            }
        };
        let worker = thread::Builder::new();
        let made = thread::scope(|scope| {
            let worker = worker.spawn_scoped(scope, work)?;
            io::Result::Ok(worker.join().expect("the work does not panic"))
        });
        writer.finish()?;
        Ok(made?)
    }
}
