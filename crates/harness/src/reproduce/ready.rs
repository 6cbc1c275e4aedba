//! A table that can be run: its corpora are there, and are those that it was written for.

use thiserror::Error;

use super::step::{ReadyStep, ReadyWork};
use super::table::{Step, Table, TableError, Work};
use crate::corpus::{Corpus, CorpusError};
use crate::manifest::library::Library;
use crate::process::Declaration;
use crate::request::{Request, RequestError};

/// A table, and what is there to run of it.
#[derive(Debug)]
pub struct Ready {
    /// The table.
    pub table: Table,
    /// What can be run.
    pub steps: Vec<ReadyStep>,
    /// Corpora that are not there, as they are called in the table, and how to come by each.
    pub missing: Vec<(String, CorpusError)>,
}

/// Why a table cannot be run.
#[derive(Debug, Error)]
pub enum ReadyError {
    /// It is none.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A plan of it that is none.
    #[error("{table}, plan {step}: {error}")]
    Request {
        /// The table.
        table: String,
        /// The plan.
        step: String,
        /// What is wrong with it.
        error: Box<RequestError>,
    },
    /// What is to be counted is not there.
    #[error("{table}, count {step}: {error}")]
    Count {
        /// The table.
        table: String,
        /// What is to be counted.
        step: String,
        /// What is wrong with it.
        error: String,
    },
    /// A corpus that is another than the table was written for.
    #[error(
        "{table}: the corpus `{corpus}` is not the one that these figures are of: found the sha256 {found}; expected \
         {expected}"
    )]
    Changed {
        /// The table.
        table: String,
        /// The corpus.
        corpus: String,
        /// Its fingerprint.
        found: String,
        /// The one pinned.
        expected: String,
    },
    /// A plan without a row.
    #[error(
        "{table}, plan {step}: nothing would be run, as its engines take none of the instances{filtered}; \
         expected at least one row"
    )]
    Nothing {
        /// The table.
        table: String,
        /// The plan.
        step: String,
        /// That a filter lets none pass, if there is one.
        filtered: &'static str,
    },
    /// A figure of an instance that is not there, or not run by itself.
    #[error(
        "{table}: found figures of the instance `{instance}`; expected one of the corpus `{corpus}` that is run by \
         itself, by its id"
    )]
    NoInstance {
        /// The table.
        table: String,
        /// The corpus.
        corpus: String,
        /// The instance.
        instance: String,
    },
}

/// What is done, and the corpora by what they are called in the table.
type Opened = (ReadyWork, Vec<(String, Corpus)>);

impl Ready {
    /// Looks for the corpora of a table. `engines` are run beside those of its plans.
    ///
    /// # Errors
    /// If a plan cannot be run, or a corpus is another; what is missing is none.
    pub fn new(
        table: Table,
        library: &Library,
        engines: &[Declaration],
    ) -> Result<Self, ReadyError> {
        let mut ready = Self { steps: Vec::new(), missing: Vec::new(), table };
        for step in ready.table.steps.clone() {
            let Step { name, work } = step;
            let (work, corpora) = match work {
                Work::Plan(request) => match ready.plan(&name, *request, library, engines)? {
                    Some(opened) => opened,
                    None => continue,
                },
                Work::Generate(generated) => (ReadyWork::Generate(generated), Vec::new()),
                Work::Count(counted) => {
                    let wrong = |error| {
                        let (table, step) = (ready.table.name.clone(), name.clone());
                        ReadyError::Count { table, step, error }
                    };
                    let corpus = counted.corpus(&name).map_err(wrong)?;
                    ready.hold(&name, &corpus)?;
                    (ReadyWork::Count(counted), vec![(name.clone(), corpus)])
                }
            };
            ready.steps.push(ReadyStep { name, work, corpora });
        }
        ready.check()?;
        Ok(ready)
    }

    /// Sees to it that there is something to run, and to find.
    fn check(&self) -> Result<(), ReadyError> {
        let table = || self.table.name.clone();
        if let Some(step) = self.steps.iter().find(|step| step.rows() == 0) {
            let filter = matches!(&step.work, ReadyWork::Plan(plan, _) if plan.filter.is_some());
            let filtered = if filter { " that its filter lets pass" } else { "" };
            return Err(ReadyError::Nothing { table: table(), step: step.name.clone(), filtered });
        }
        for figures in &self.table.figures {
            let Some(instance) = &figures.instance else { continue };
            let corpus = &figures.corpus;
            let of_corpus =
                self.steps.iter().filter_map(|step| step.has_instance(corpus, instance));
            // No step has a corpus that is missing.
            if of_corpus.max() == Some(false) {
                let (corpus, instance) = (corpus.clone(), instance.clone());
                return Err(ReadyError::NoInstance { table: table(), corpus, instance });
            }
        }
        Ok(())
    }

    /// A plan with those of its corpora that are there; none if there are none.
    fn plan(
        &mut self,
        name: &str,
        written: Request,
        library: &Library,
        engines: &[Declaration],
    ) -> Result<Option<Opened>, ReadyError> {
        let wrong = |table: &Table, error| {
            let (table, step) = (table.name.clone(), name.to_owned());
            ReadyError::Request { table, step, error: Box::new(error) }
        };
        let names = written.corpora.clone();
        let mut request = match &self.table.folder {
            Some(folder) => written.beside(folder),
            None => written,
        };
        let mut there = Vec::new();
        for (name, place) in names.into_iter().zip(std::mem::take(&mut request.corpora)) {
            match library.open(&place, &mut Err) {
                Ok(corpus) => there.push((name, place, corpus.name)),
                Err(error @ CorpusError::Missing { .. }) => {
                    if !self.missing.iter().any(|(missing, _)| *missing == name) {
                        self.missing.push((name, error));
                    }
                }
                Err(error) => return Err(wrong(&self.table, error.into())),
            }
        }
        if there.is_empty() {
            return Ok(None);
        }
        request.corpora = there.iter().map(|(_, place, _)| place.clone()).collect();
        if !request.engines.is_empty() {
            request.engines.extend(engines.iter().map(|engine| engine.name.clone()));
        }
        request.engine.extend(engines.iter().cloned());
        let plan = request.open(library, &mut Err).map_err(|error| wrong(&self.table, error))?;
        // One that is named twice is run once.
        let opened = |(name, _, called): (String, String, String)| {
            let mut corpora = plan.corpora.iter();
            corpora.find(|corpus| corpus.name == called).map(|corpus| (name, corpus.clone()))
        };
        let corpora: Vec<(String, Corpus)> = there.into_iter().filter_map(opened).collect();
        for (name, corpus) in &corpora {
            self.hold(name, corpus)?;
        }
        Ok(Some((ReadyWork::Plan(Box::new(plan), Box::new(request)), corpora)))
    }

    /// Holds a corpus against its pin.
    fn hold(&self, name: &str, corpus: &Corpus) -> Result<(), ReadyError> {
        match self.table.pins.get(name) {
            Some(expected) if *expected != corpus.sha256 => Err(ReadyError::Changed {
                table: self.table.name.clone(),
                corpus: name.to_owned(),
                found: corpus.sha256.clone(),
                expected: expected.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// Takes in what was generated, if it is what was pinned.
    ///
    /// # Errors
    /// If other puzzles came out.
    pub fn made(&mut self, step: usize, corpus: Corpus) -> Result<(), ReadyError> {
        let name = self.steps[step].name.clone();
        self.hold(&name, &corpus)?;
        self.steps[step].corpora = vec![(name, corpus)];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: &str = "b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa";
    const HEAD: &str = "title = 't'\nabout = 'a'\nsource = 's'\n";

    fn ready(rest: &str) -> Result<Ready, ReadyError> {
        let table = Table::parse("x.toml", &format!("{HEAD}{rest}"))?;
        Ready::new(table, &Library::default(), &[])
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
            let ready = Ready::new(Table::find(&name).unwrap(), &Library::default(), &[]);
            let ready = ready.unwrap_or_else(|error| panic!("{error}"));
            let missing: Vec<&str> = ready.missing.iter().map(|(name, _)| &**name).collect();
            let public = ["17_clue", "forum_hardest_1905_11+"];
            assert_eq!(missing, if name == "tdoku-readme" { &public[..] } else { &[] }, "{name}");
            assert_eq!(ready.steps.is_empty(), name == "tdoku-readme");
        }
    }

    #[test]
    fn a_corpus_that_is_not_the_one_pinned_is_refused_with_both_hashes() {
        assert!(ready(&plan("['systems']", &format!("systems = '{SYSTEMS}'"))).is_ok());
        let error = ready(&plan("['systems']", "systems = '00'")).unwrap_err().to_string();
        assert!(error.starts_with("x: the corpus `systems` is not the one"), "{error}");
        assert!(error.contains(SYSTEMS) && error.ends_with("expected 00"), "{error}");
        let count = "[count.c]\ninstances = ['queens:4']\nengines = ['dlx']\n[pins]\nc = '00'\n\
                     [[figure]]\ncorpus = 'c'\ninstance = 'queens:4'\nsolutions = 2\n";
        assert!(matches!(ready(count), Err(ReadyError::Changed { .. })));
    }

    #[test]
    fn a_corpus_that_is_named_twice_is_run_once() {
        let pins = format!("systems = '{SYSTEMS}'\nnone = '00'");
        let error = ready(&plan("['systems', 'systems', 'none']", &pins)).unwrap_err().to_string();
        assert!(error.starts_with("x: the corpus `none` is not the one"), "{error}");
    }

    #[test]
    fn what_is_missing_is_left_out_and_told_with_how_to_come_by_it() {
        let pin = format!("systems = '{SYSTEMS}'");
        let ready = ready(&plan("['17_clue', 'systems']", &pin)).unwrap();
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
        let error = |text: &str| ready(text).unwrap_err().to_string();
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
        let error = ready(&nowhere).unwrap_err();
        assert!(error.to_string().starts_with("x, plan p: found the corpus `nowhere`"), "{error}");
        let pin = format!("systems = '{SYSTEMS}'");
        let dlxx = plan("['systems']", &pin).replace("masks", "dlxx");
        let error = ready(&dlxx).unwrap_err().to_string();
        assert!(error.starts_with("x, plan p: found the engine `dlxx`"), "{error}");
    }
}
