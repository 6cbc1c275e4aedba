//! `prove`, a search that writes its certificate, and the proof of `classes`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};
use quadrille_cover::proof::clauses;
use quadrille_cover::proof::xcd::{self, Repeats};
use quadrille_cover::proof::{self, ProofError};
use quadrille_cover::search::Keeper;
use quadrille_cover::{Budget, OptionId, Outcome, Problem, Search, Tally, Visitor};
use quadrille_service::Error;
use quadrille_service::problem::StatedClasses;
use quadrille_verify::{Claim, FORMULA, PROOF};

use super::checkpoint::Checkpoint;
use super::lines::line_of_numbers;
use crate::args::request::Request;
use crate::args::{ProofForm, ProofOptions};
use crate::output::message::tell;
use crate::output::proof_folder::ProofFolder;

const PROBLEM: &str = "problem.dlx";
const SOLUTIONS: &str = "solutions.txt";
const SYMMETRIES: &str = "symmetries.txt";

/// A certificate that is being written.
pub struct Proof {
    folder: ProofFolder,
    form: ProofForm,
    /// The problem of the certificate, and the number that each of its options has in the problem read.
    stated: Problem,
    options: Vec<OptionId>,
    is_counted: bool,
    /// Number of solutions after which the search stops.
    wanted: Option<u64>,
    repeats: Repeats,
    is_quiet: bool,
}

impl Proof {
    pub fn create(
        (target, options): (&Path, &ProofOptions),
        request: &Request,
        problem: &Problem,
    ) -> Result<Self> {
        let is_xcd = options.form == ProofForm::Xcd;
        let engine = request.asked.engine.as_str();
        if ["iso", "frontier"].contains(&engine) && !is_xcd {
            bail!("--engine: found {engine} with a form that has no renamings; omit --engine");
        }
        if options.gzip && !is_xcd {
            bail!("--gzip: found with a form whose checkers read no compressed files; omit --gzip");
        }
        let (text, stated) = stated(problem)?;
        let folder = ProofFolder::create(target, options)?;
        let form = options.form;
        let options = problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        folder.write(PROBLEM, text.as_bytes())?;
        let (is_counted, is_quiet) = (request.asked.question.is_count(), request.quiet);
        let repeats = repeats(engine);
        let wanted = request.asked.question.limit();
        Ok(Self { folder, form, stated, options, is_counted, wanted, repeats, is_quiet })
    }

    /// Searches, and writes the certificate. The folder gets its name if the search has an answer.
    pub fn search(
        self,
        budget: &Budget,
        checkpoint: Option<Checkpoint>,
        visit: &mut Visitor<'_>,
    ) -> Result<Tally> {
        let is_quiet = self.is_quiet;
        let tally = match self.form {
            ProofForm::Xcd if self.is_counted => self.count(budget, checkpoint),
            _ if self.is_counted => self.visit(budget, &mut |_| ControlFlow::Continue(())),
            _ => self.visit(budget, visit),
        }?;
        if tally.search.outcome == Outcome::BudgetSpent && !is_quiet {
            tell("no folder was written, because the search did not come to its end");
        }
        Ok(tally)
    }

    fn count(self, budget: &Budget, checkpoint: Option<Checkpoint>) -> Result<Tally> {
        let stop = &budget.cancel.clone().unwrap_or_default();
        let kept = checkpoint.as_ref().map(|checkpoint| checkpoint.kept(stop)).transpose()?;
        let kept = kept.flatten();
        let counted = self.certify(budget, kept.as_ref().map(|kept| kept as &dyn Keeper));
        let saved = kept.map(|kept| kept.finish()).transpose()?;
        let tally = counted?;
        if tally.search.outcome == Outcome::Exhausted {
            let claim = Claim::Count(tally.solutions.clone());
            let certificate = self.folder.certificate_name();
            self.folder.finish(&claim, &[PROBLEM, certificate])?;
            checkpoint.map_or(Ok(()), Checkpoint::remove)?;
        } else if let (Some(checkpoint), Some((restored, new))) = (checkpoint, saved) {
            checkpoint.leave(restored + new, "block", self.is_quiet);
        }
        Ok(tally)
    }

    /// Writes what is said of classes beside the certificate. The folder gets its name.
    pub fn finish_classes(self, number: usize, stated: &StatedClasses) -> Result<()> {
        self.folder.write(SOLUTIONS, stated.solutions.as_bytes())?;
        self.folder.write(SYMMETRIES, stated.symmetries.as_bytes())?;
        let files = [PROBLEM, SOLUTIONS, SYMMETRIES, self.folder.certificate_name()];
        self.folder.finish(&Claim::Classes(number as u64), &files)
    }

    /// Counts the solutions, and writes the certificate of their number, which is whole if the search was exhausted.
    pub fn certify(&self, budget: &Budget, keeper: Option<&dyn Keeper>) -> Result<Tally> {
        let explained = |error: io::Error| self.folder.explained(&error);
        let mut certificate = self.folder.certificate().map_err(explained)?;
        let spool = self.folder.spool().map_err(explained)?;
        let tally =
            xcd::count_kept(&self.stated, budget, self.repeats, keeper, spool, &mut certificate);
        let tally = tally.map_err(|error| self.ended(error))?;
        certificate.finish().map_err(explained)?;
        Ok(tally)
    }

    fn visit(self, budget: &Budget, visit: &mut Visitor<'_>) -> Result<Tally> {
        let explained = |error: io::Error| self.folder.explained(&error);
        let mut solutions = self.folder.file(SOLUTIONS).map_err(explained)?;
        let mut failed = None;
        let mut listed = |solution: &[OptionId]| {
            let mut sorted = solution.to_vec();
            sorted.sort_unstable();
            if let Err(error) = solutions.write_all(line_of_numbers(&sorted).as_bytes()) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            let read: Vec<OptionId> = solution.iter().map(|o| self.options[o.index()]).collect();
            visit(&read)
        };
        let (search, files) = match self.form {
            ProofForm::Xcd => {
                let mut certificate = self.folder.certificate().map_err(explained)?;
                let search = xcd::all(&self.stated, budget, &mut certificate, &mut listed);
                certificate.finish().map_err(explained)?;
                (search, vec![self.folder.certificate_name()])
            }
            ProofForm::Veripb => self.formula(budget, &mut listed)?,
        };
        let search = search.map_err(|error| self.ended(error))?;
        if let Some(error) = failed {
            return Err(explained(error));
        }
        solutions.flush().map_err(explained)?;
        let number = search.stats.solutions;
        match search.outcome {
            Outcome::Exhausted => {
                let files = [vec![PROBLEM, SOLUTIONS], files].concat();
                self.folder.finish(&Claim::All(number), &files)?;
            }
            // If there are fewer, the search ended because the reader closed the pipe.
            Outcome::Stopped if Some(number) == self.wanted => {
                files.iter().try_for_each(|name| self.folder.remove(name)).map_err(explained)?;
                self.folder.finish(&Claim::Some(number), &[PROBLEM, SOLUTIONS])?;
            }
            Outcome::Stopped | Outcome::BudgetSpent | Outcome::Stalled => {}
        }
        Ok(Tally::new(number.into(), search))
    }

    /// Searches, and writes a formula and its proof; returns the search and the names of the two files.
    fn formula(
        &self,
        budget: &Budget,
        visit: &mut Visitor<'_>,
    ) -> Result<(Result<Search, ProofError>, Vec<&'static str>)> {
        let explained = |error: io::Error| self.folder.explained(&error);
        let mut formula = self.folder.file(FORMULA).map_err(explained)?;
        let mut proof = self.folder.file(PROOF).map_err(explained)?;
        let search = clauses::all(&self.stated, budget, (&mut formula, &mut proof), visit);
        formula.flush().and_then(|()| proof.flush()).map_err(explained)?;
        Ok((search, vec![FORMULA, PROOF]))
    }

    fn ended(&self, error: ProofError) -> anyhow::Error {
        match error {
            ProofError::Unsupported(unsupported) => Error::from(unsupported).into(),
            ProofError::Io(error) => self.folder.explained(&error),
        }
    }
}

/// The problem that a certificate is about, and its text.
fn stated(problem: &Problem) -> Result<(String, Problem)> {
    if problem.primary() == 0 {
        bail!("found a problem without primary items; expected at least one");
    }
    let text = proof::statement(problem);
    let stated = Problem::parse(&text).expect("a statement is a problem");
    Ok((text, stated))
}

fn repeats(engine: &str) -> Repeats {
    match engine {
        "auto" => Repeats::Auto,
        "iso" => Repeats::Renamed,
        "frontier" => Repeats::Layered,
        _ => Repeats::Equal,
    }
}

/// Counts, and estimates the size of the certificate in bytes.
pub fn estimate(engine: &str, problem: &Problem, budget: &Budget) -> Result<(Tally, u64)> {
    let estimated = xcd::estimate(&stated(problem)?.1, budget, repeats(engine));
    estimated.map_err(|error| match error {
        ProofError::Unsupported(unsupported) => unsupported.into(),
        ProofError::Io(error) => error.into(),
    })
}
