//! A table whose corpora were opened and are those that it was written for. Missing corpora are left out.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use quadrille_results::Task;
use quadrille_tables::Wanted;

use super::figure::Figures;
use super::generated;
use super::step::ResolvedStep;
use super::table::{Step, Table, TableError, Work};
use crate::corpus::manifest::library::Library;
use crate::corpus::{Corpus, CorpusError};
use crate::engine::{self, Engine};
use crate::plan::Plan;
use crate::plan::beside::in_folder;
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

impl ResolvedTable {
    /// Opens the corpora of a table. `engines` run beside those of its plans.
    ///
    /// # Errors
    /// A plan that cannot be run, a corpus that differs from its pin, or a figure that no row can be compared with.
    /// A missing corpus is not an error.
    pub fn new(table: Table, library: &Library, engines: &[Program]) -> Result<Self, TableError> {
        let mut resolved = Self { steps: Vec::new(), missing: Vec::new(), table };
        for Step { name, work, .. } in resolved.table.steps() {
            let opened = match &work {
                Work::Plan(request) => resolved.open(&name, request, library, engines)?,
                Work::Generate(generated) => {
                    let engines = [generated::ENGINE.to_owned()];
                    Some(plain(&name, Task::First, generated.seed, &engines, None))
                }
                Work::Count(counted) => {
                    let expected = |instance: &str| resolved.table.expected(&name, instance);
                    let corpus = counted.corpus(&name, expected);
                    let corpus =
                        corpus.map_err(|e| resolved.unfit(&format!(", count {name}"), &e))?;
                    Some(plain(&name, Task::Count, 0, &counted.engines, Some(corpus)))
                }
            };
            let Some((plan, request, names)) = opened else { continue };
            let step = ResolvedStep { name, work, plan, request, names };
            for (name, corpus) in step.names.keys().filter_map(|n| Some((n, step.corpus(n)?))) {
                resolved.check_pin(name, corpus)?;
            }
            resolved.steps.push(step);
        }
        resolved.check()?;
        Ok(resolved)
    }

    /// Opens a plan with those of its corpora that are present; `None` if all are missing.
    fn open(
        &mut self,
        step: &str,
        written: &Request,
        library: &Library,
        engines: &[Program],
    ) -> Result<Option<Opened>, TableError> {
        let step = format!(", plan {step}");
        let (mut request, folder) = (written.clone(), self.table.folder.clone());
        let called = std::mem::take(&mut request.corpora);
        if let Some(folder) = &folder {
            request = request.beside(folder).map_err(|what| self.unfit(&step, &what))?;
        }
        let is_of_bundle = library.bundle.is_some();
        let absent =
            request.programs().find(|one| is_of_bundle && is_absent(one, folder.as_deref()));
        if let Some(Program { name, .. }) = absent {
            // As the table has it, without the temporary folder of the bundle.
            let declared = written.engine.iter().find(|one| one.name == *name);
            let command = declared.map(|one| one.command.join(" ")).unwrap_or_default();
            let what = format!(
                "found no files of the engine `{name}` (`{command}`) in the bundle, which has none of any engine; {OBTAIN}"
            );
            return Err(self.unfit(&step, &what));
        }
        // The engines beside those of the table are named by the caller.
        request.may_start |= request.engine.is_empty();
        let (mut names, mut opened) = (BTreeMap::new(), Vec::new());
        for name in &called {
            let place = match &folder {
                Some(folder) if !library.is_of_bundle(name) => in_folder(folder, name),
                _ => Ok(name.clone()),
            };
            let place = place.map_err(|what| self.unfit(&step, &what))?;
            match library.open(&place, &Wanted::default(), &mut Err) {
                Ok(corpus) => {
                    names.insert(name.clone(), corpus.name.clone());
                    request.corpora.push(place.clone());
                    opened.push((place, corpus));
                }
                Err(error @ CorpusError::Missing(..)) => {
                    if !self.missing.iter().any(|(missing, _)| missing == name) {
                        self.missing.push((name.clone(), error));
                    }
                }
                Err(error) => return Err(self.unfit(&step, &error)),
            }
        }
        if opened.is_empty() {
            return Ok(None);
        }
        if !request.engines.is_empty() {
            request.engines.extend(engines.iter().map(|engine| engine.name.clone()));
        }
        request.engine.extend(engines.iter().cloned());
        let plan = request.plan(|| Ok(opened)).map_err(|error| {
            // The words with which a session says that an engine does not start.
            let is_of_engine = is_of_bundle && error.starts_with("engine `");
            let hint = format!("; the bundle has no files of engines: {OBTAIN}");
            self.unfit(&step, &(error + if is_of_engine { hint.as_str() } else { "" }))
        })?;
        Ok(Some((plan, request, names)))
    }

    fn unfit(&self, step: &str, what: &dyn Display) -> TableError {
        TableError(format!("{}{step}: {what}", self.table.name))
    }

    /// Checks that every step has a row, and every figure an instance that is run.
    fn check(&self) -> Result<(), TableError> {
        if let Some(step) = self.steps.iter().find(|step| step.rows() == 0) {
            let filtered = step.plan.filter.as_ref().map_or("", |_| " that its filter lets pass");
            let what = format!(
                "nothing would be run, because its engines accept none of the instances{filtered}; expected at least \
                 one row"
            );
            return Err(self.unfit(&format!(", plan {}", step.name), &what));
        }
        for figures in &self.table.figures {
            let Figures { corpus, instance: Some(instance), .. } = figures.get_ref() else {
                continue;
            };
            let of_corpus =
                self.steps.iter().filter_map(|step| step.has_instance(corpus, instance));
            // No step has a corpus that is missing.
            if of_corpus.max() == Some(false) {
                let what = format!(
                    "found figures of the instance `{instance}`; expected the id of an instance of the corpus \
                     `{corpus}` that is run by itself"
                );
                return Err(self.unfit("", &what));
            }
        }
        Ok(())
    }

    /// Checks that a corpus has the fingerprint that the table expects.
    fn check_pin(&self, name: &str, corpus: &Corpus) -> Result<(), TableError> {
        match self.table.pins.get(name) {
            Some(expected) if *expected != corpus.sha256 => {
                let found = &corpus.sha256;
                let what = format!(
                    "the corpus `{name}` is not the one that these figures are of: found the sha256 {found}; \
                     expected {expected}"
                );
                Err(self.unfit("", &what))
            }
            _ => Ok(()),
        }
    }

    /// The files that the steps read: corpora and the programs of declared engines.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for plan in self.steps.iter().map(|step| &step.plan) {
            files.extend(plan.corpora.iter().flat_map(|corpus| corpus.files.clone()));
            for engine in &plan.engines {
                if let Engine::Process(external) = engine {
                    files.extend(external.program.files());
                }
            }
        }
        files
    }

    /// Adds the puzzles that a step generated.
    ///
    /// # Errors
    /// Puzzles that differ from the pin.
    pub fn made(&mut self, step: usize, corpus: Corpus) -> Result<(), TableError> {
        self.check_pin(&self.steps[step].name, &corpus)?;
        self.steps[step].plan.corpora = vec![corpus];
        Ok(())
    }
}

/// What a user does about an engine of a bundle.
const OBTAIN: &str = "obtain the engine from the author of the table, declare it under its name in a file of your own, and name \
                      that file with --engines";

/// Whether the folder or the file of a program should be beside a table and is not there.
fn is_absent(program: &Program, folder: Option<&Path>) -> bool {
    let is_beside = |path: &Path| folder.is_some_and(|folder| path.starts_with(folder));
    let file = Path::new(&program.command[0]);
    is_beside(&program.folder) && !program.folder.is_dir() || is_beside(file) && !file.exists()
}

/// A plan, its request, and for each name of a corpus in the table the corpus's name in the plan.
type Opened = (Plan, Request, BTreeMap<String, String>);

/// The plan and the request of a `generate` or `count` step. They do not run the step; its run file states them.
fn plain(name: &str, task: Task, seed: u64, engines: &[String], corpus: Option<Corpus>) -> Opened {
    let native = |name: &String| engine::by_name(name).map(Engine::Native);
    let names = BTreeMap::from([(name.to_owned(), name.to_owned())]);
    let plan = Plan {
        corpora: corpus.into_iter().collect(),
        engines: engines.iter().filter_map(native).collect(),
        task: Some(task),
        repetitions: 1,
        jobs: 1,
        seed,
        ..Plan::default()
    };
    let (engines, task) = (engines.to_vec(), Some(task));
    (plan, Request { engines, task, seed, jobs: Some(1), ..Request::default() }, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: &str = "b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa";
    const HEAD: &str = "title = 't'\nabout = 'a'\nsource = 's'\n";

    fn resolve(rest: &str) -> Result<ResolvedTable, TableError> {
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

    /// The error of a plan on these corpora with these pins, changed by `change`.
    #[track_caller]
    fn error(corpora: &str, pins: &str, change: impl Fn(String) -> String) -> String {
        resolve(&change(plan(corpora, pins))).unwrap_err().to_string()
    }

    #[test]
    fn a_corpus_that_is_not_the_one_pinned_is_refused_with_both_hashes() {
        let pin = format!("systems = '{SYSTEMS}'");
        assert!(resolve(&plan("['systems']", &pin)).is_ok());
        let refused = error("['systems']", "systems = '00'", |table| table);
        assert!(refused.starts_with("x: the corpus `systems` is not the one"), "{refused}");
        assert!(refused.contains(SYSTEMS) && refused.ends_with("expected 00"), "{refused}");
        let count = "[count.c]\ninstances = ['queens:4']\nengines = ['dlx']\n[pins]\nc = '00'\n\
                     [[figure]]\ncorpus = 'c'\ninstance = 'queens:4'\nsolutions = 2\n";
        let refused = resolve(count).unwrap_err().to_string();
        assert!(refused.starts_with("x: the corpus `c` is not the one"), "{refused}");
        // A corpus that is named twice is run once.
        let (corpora, pins) = ("['systems', 'systems', 'none']", pin + "\nnone = '00'");
        let refused = error(corpora, &pins, |table| table);
        assert!(refused.starts_with("x: the corpus `none` is not the one"), "{refused}");
    }

    #[test]
    fn what_cannot_be_run_is_refused_before_anything_runs() {
        let nothing =
            "x, plan p: nothing would be run, because its engines accept none of the instances";
        let filtered = format!("{nothing} that its filter lets pass");
        for (old, new, expected) in [
            ("'P1'", "'p1'", "x: found figures of the instance `p1`"),
            ("[pins]", "filter = '/P2$'\n[pins]", "x: found figures of the instance `P1`"),
            ("[pins]", "batch = true\n[pins]", "x: found figures of the instance `P1`"),
            ("[pins]", "filter = 'nothing'\n[pins]", &filtered),
            ("'masks'", "'bits'", nothing),
            ("'masks'", "'dlxx'", "x, plan p: found the engine `dlxx`"),
            ("systems", "nowhere", "x, plan p: found the corpus `nowhere`"),
        ] {
            let pin = format!("systems = '{SYSTEMS}'");
            let found = error("['systems']", &pin, |table| table.replace(old, new));
            assert!(found.starts_with(expected), "{new}: {found}");
        }
    }
}
