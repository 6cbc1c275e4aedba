//! A table that can be run: its corpora are present, and are those that the table was written for.

use std::path::PathBuf;

use quadrille_sudoku::engine::lanes::Instructions;
use thiserror::Error;

use super::step::{ResolvedStep, ResolvedWork};
use super::table::{Step, Table, TableError, Work};
use crate::corpus::manifest::library::Library;
use crate::corpus::{Corpus, CorpusError};
use crate::engine::Engine;
use crate::plan::request::Request;
use crate::process::Program;

/// A table, and the steps of it that can be run.
#[derive(Debug)]
pub struct ResolvedTable {
    /// The table.
    pub table: Table,
    /// The steps that can be run.
    pub steps: Vec<ResolvedStep>,
    /// The missing corpora: each by its name in the table, with the error that says how to obtain it.
    pub missing: Vec<(String, CorpusError)>,
}

/// Why a table cannot be run.
#[derive(Debug, Error)]
pub enum ResolveError {
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A fault in the table, or in one of its steps.
    #[error("{place}: {what}")]
    Wrong {
        /// The table, as in `x`, or the step, as in `x, plan p`.
        place: String,
        /// What was found and what was expected.
        what: String,
    },
}

/// What a step does, and its corpora by their names in the table.
type Opened = (ResolvedWork, Vec<(String, Corpus)>);

impl ResolvedTable {
    /// Opens the corpora of a table. `engines` run beside those of its plans.
    ///
    /// # Errors
    /// A plan that cannot be run, a corpus that differs from its pin, or a figure that no row can be compared with.
    /// A missing corpus is not an error.
    pub fn new(table: Table, library: &Library, engines: &[Program]) -> Result<Self, ResolveError> {
        let mut resolved = Self { steps: Vec::new(), missing: Vec::new(), table };
        for Step { name, work } in resolved.table.steps.clone() {
            let (work, corpora) = match work {
                Work::Plan(request) => match resolved.plan(&name, *request, library, engines)? {
                    Some(opened) => opened,
                    None => continue,
                },
                Work::Generate(generated) => (ResolvedWork::Generate(generated), Vec::new()),
                Work::Count(counted) => {
                    let corpus = counted.corpus(&name);
                    let corpus =
                        corpus.map_err(|e| resolved.wrong(&format!(", count {name}"), &e))?;
                    resolved.check_pin(&name, &corpus)?;
                    (ResolvedWork::Count(counted), vec![(name.clone(), corpus)])
                }
            };
            resolved.steps.push(ResolvedStep { name, work, corpora });
        }
        resolved.check()?;
        Ok(resolved)
    }

    fn wrong(&self, step: &str, what: &dyn ToString) -> ResolveError {
        ResolveError::Wrong { place: format!("{}{step}", self.table.name), what: what.to_string() }
    }

    /// Limits native engines to these vector instructions.
    pub fn limit_instructions(&mut self, most: Instructions) {
        for step in &mut self.steps {
            if let ResolvedWork::Plan(plan, _) = &mut step.work {
                plan.limit_instructions(most);
            }
        }
    }

    /// Checks that every step has a row, and every figure an instance that is run.
    fn check(&self) -> Result<(), ResolveError> {
        if let Some(step) = self.steps.iter().find(|step| step.rows() == 0) {
            let filter = matches!(&step.work, ResolvedWork::Plan(plan, _) if plan.filter.is_some());
            let filtered = if filter { " that its filter lets pass" } else { "" };
            let what = format!(
                "nothing would be run, because its engines accept none of the instances{filtered}; expected at least \
                 one row"
            );
            return Err(self.wrong(&format!(", plan {}", step.name), &what));
        }
        for figures in &self.table.figures {
            let Some(instance) = &figures.instance else { continue };
            let corpus = &figures.corpus;
            let of_corpus =
                self.steps.iter().filter_map(|step| step.has_instance(corpus, instance));
            // No step has a corpus that is missing.
            if of_corpus.max() == Some(false) {
                let what = format!(
                    "found figures of the instance `{instance}`; expected the id of an instance of the corpus \
                     `{corpus}` that is run by itself"
                );
                return Err(self.wrong("", &what));
            }
        }
        Ok(())
    }

    /// Opens a plan with those of its corpora that are present; `None` if all are missing.
    fn plan(
        &mut self,
        name: &str,
        written: Request,
        library: &Library,
        engines: &[Program],
    ) -> Result<Option<Opened>, ResolveError> {
        let step = format!(", plan {name}");
        let names = written.corpora.clone();
        let mut request = match &self.table.folder {
            Some(folder) => written.beside(folder),
            None => written,
        };
        let mut present = Vec::new();
        for (name, place) in names.into_iter().zip(std::mem::take(&mut request.corpora)) {
            match library.open(&place, &mut Err) {
                Ok(corpus) => {
                    request.corpora.push(place);
                    present.push((name, corpus.name));
                }
                Err(error @ CorpusError::Missing { .. }) => {
                    if !self.missing.iter().any(|(missing, _)| *missing == name) {
                        self.missing.push((name, error));
                    }
                }
                Err(error) => return Err(self.wrong(&step, &error)),
            }
        }
        if present.is_empty() {
            return Ok(None);
        }
        if !request.engines.is_empty() {
            request.engines.extend(engines.iter().map(|engine| engine.name.clone()));
        }
        request.engine.extend(engines.iter().cloned());
        let plan = request.open(library, &mut Err).map_err(|error| self.wrong(&step, &error))?;
        // Two names of one corpus lead to the same corpus of the plan.
        let opened = |(name, called): (String, String)| {
            let corpus = plan.corpora.iter().find(|corpus| corpus.name == called)?;
            Some((name, corpus.clone()))
        };
        let corpora: Vec<(String, Corpus)> = present.into_iter().filter_map(opened).collect();
        for (name, corpus) in &corpora {
            self.check_pin(name, corpus)?;
        }
        Ok(Some((ResolvedWork::Plan(Box::new(plan), Box::new(request)), corpora)))
    }

    /// Checks that a corpus has the fingerprint that the table expects.
    fn check_pin(&self, name: &str, corpus: &Corpus) -> Result<(), ResolveError> {
        match self.table.pins.get(name) {
            Some(expected) if *expected != corpus.sha256 => {
                let found = &corpus.sha256;
                let what = format!(
                    "the corpus `{name}` is not the one that these figures are of: found the sha256 {found}; \
                     expected {expected}"
                );
                Err(self.wrong("", &what))
            }
            _ => Ok(()),
        }
    }

    /// The files that the steps read: corpora and the programs of declared engines.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for step in &self.steps {
            files.extend(step.corpora.iter().flat_map(|(_, corpus)| corpus.files.clone()));
            if let ResolvedWork::Plan(plan, _) = &step.work {
                for engine in &plan.engines {
                    if let Engine::Process(external) = engine {
                        files.extend(external.program.files());
                    }
                }
            }
        }
        files
    }

    /// Adds the puzzles that a step generated.
    ///
    /// # Errors
    /// Puzzles that differ from the pin.
    pub fn made(&mut self, step: usize, corpus: Corpus) -> Result<(), ResolveError> {
        let name = self.steps[step].name.clone();
        self.check_pin(&name, &corpus)?;
        self.steps[step].corpora = vec![(name, corpus)];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: &str = "b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa";
    const HEAD: &str = "title = 't'\nabout = 'a'\nsource = 's'\n";

    fn resolve(rest: &str) -> Result<ResolvedTable, ResolveError> {
        let table = Table::parse("x.toml", &format!("{HEAD}{rest}"))?;
        ResolvedTable::new(table, &Library::default(), &[])
    }

    fn plan(corpora: &str, pins: &str) -> String {
        format!(
            "[plan.p]\ncorpora = {corpora}\nengines = ['masks']\n[pins]\n{pins}\n[[figure]]\ncorpus = 'systems'\n\
             instance = 'P1'\ntests = 135\n"
        )
    }

    #[test]
    fn every_shipped_table_is_ready_but_for_what_is_not_shipped() {
        for name in super::super::shipped::names() {
            let table = ResolvedTable::new(Table::find(&name).unwrap(), &Library::default(), &[]);
            let table = table.unwrap_or_else(|error| panic!("{error}"));
            let missing: Vec<&str> = table.missing.iter().map(|(name, _)| &**name).collect();
            let public = ["17_clue", "forum_hardest_1905_11+"];
            assert_eq!(missing, if name == "tdoku-readme" { &public[..] } else { &[] }, "{name}");
            assert_eq!(table.steps.is_empty(), name == "tdoku-readme");
        }
    }

    #[test]
    fn a_corpus_that_is_not_the_one_pinned_is_refused_with_both_hashes() {
        assert!(resolve(&plan("['systems']", &format!("systems = '{SYSTEMS}'"))).is_ok());
        let error = resolve(&plan("['systems']", "systems = '00'")).unwrap_err().to_string();
        assert!(error.starts_with("x: the corpus `systems` is not the one"), "{error}");
        assert!(error.contains(SYSTEMS) && error.ends_with("expected 00"), "{error}");
        let count = "[count.c]\ninstances = ['queens:4']\nengines = ['dlx']\n[pins]\nc = '00'\n\
                     [[figure]]\ncorpus = 'c'\ninstance = 'queens:4'\nsolutions = 2\n";
        let error = resolve(count).unwrap_err().to_string();
        assert!(error.starts_with("x: the corpus `c` is not the one"), "{error}");
    }

    #[test]
    fn a_corpus_that_is_named_twice_is_run_once() {
        let pins = format!("systems = '{SYSTEMS}'\nnone = '00'");
        let error =
            resolve(&plan("['systems', 'systems', 'none']", &pins)).unwrap_err().to_string();
        assert!(error.starts_with("x: the corpus `none` is not the one"), "{error}");
    }

    #[test]
    fn what_is_missing_is_left_out_and_told_with_how_to_come_by_it() {
        let pin = format!("systems = '{SYSTEMS}'");
        let ready = resolve(&plan("['17_clue', 'systems']", &pin)).unwrap();
        let [(name, error)] = &*ready.missing else { panic!("one") };
        assert_eq!(name, "17_clue");
        assert!(error.to_string().contains("To obtain it: "), "{error}");
        assert_eq!(ready.steps[0].corpora.len(), 1);
        assert_eq!(ready.steps[0].corpora[0].0, "systems");
    }

    #[test]
    fn figures_that_nothing_can_be_found_for_are_refused_before_anything_runs() {
        let pin = format!("systems = '{SYSTEMS}'");
        let good = plan("['systems']", &pin);
        let error = |text: &str| resolve(text).unwrap_err().to_string();
        let misspelt = error(&good.replace("'P1'", "'p1'"));
        assert!(misspelt.starts_with("x: found figures of the instance `p1`"), "{misspelt}");
        let left_out = error(&good.replace("[pins]", "filter = '/P2$'\n[pins]"));
        assert!(left_out.starts_with("x: found figures of the instance `P1`"), "{left_out}");
        let batch = error(&good.replace("[pins]", "batch = true\n[pins]"));
        assert!(batch.starts_with("x: found figures of the instance `P1`"), "{batch}");
        let filtered = error(&good.replace("[pins]", "filter = 'nothing'\n[pins]"));
        assert!(filtered.starts_with("x, plan p: nothing would be run"), "{filtered}");
        assert!(filtered.contains("that its filter lets pass"), "{filtered}");
        let other = error(&good.replace("'masks'", "'bits'"));
        assert!(other.starts_with("x, plan p: nothing would be run"), "{other}");
    }

    #[test]
    fn what_is_wrong_with_a_plan_is_told_with_its_name() {
        let nowhere = plan("['nowhere']", "nowhere = '00'").replace("'systems'", "'nowhere'");
        let error = resolve(&nowhere).unwrap_err();
        assert!(error.to_string().starts_with("x, plan p: found the corpus `nowhere`"), "{error}");
        let pin = format!("systems = '{SYSTEMS}'");
        let dlxx = plan("['systems']", &pin).replace("masks", "dlxx");
        let error = resolve(&dlxx).unwrap_err().to_string();
        assert!(error.starts_with("x, plan p: found the engine `dlxx`"), "{error}");
    }
}
