//! `cover --proof`: a search that writes its certificate.

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};
use quadrille_cover::proof::{self, Certified, ProofError};
use quadrille_cover::{Budget, OptionId, Outcome, Problem, Search, SearchStats, Tally, Visitor};
use quadrille_verify::Claim;

use crate::args::Cover;
use crate::output::proof_folder::{Certificate, ProofFolder};

const PROBLEM: &str = "problem.dlx";
const SOLUTIONS: &str = "solutions.txt";
/// The engines whose search a certificate follows.
const ENGINES: [&str; 3] = ["auto", "bits", "memo"];

/// A certificate that is being written.
pub struct Proof {
    folder: ProofFolder,
    /// The problem of the certificate, and the number that each of its options has in the problem read.
    stated: Problem,
    options: Vec<OptionId>,
    is_counted: bool,
}

impl Proof {
    /// Begins the folder.
    ///
    /// # Errors
    /// The engine writes no certificates; those of [`ProofFolder::create`].
    pub fn create(target: &Path, args: &Cover, problem: &Problem) -> Result<Self> {
        if !ENGINES.contains(&args.engine.as_str()) {
            let (engine, engines) = (&args.engine, ENGINES.join(", "));
            bail!("--engine: found {engine} with --proof; expected one of {engines}");
        }
        if args.how_many.count && args.how_many.limit.is_some() {
            bail!(
                "--limit: found --count and --proof, which prove the number of all solutions; omit --limit"
            );
        }
        let folder = ProofFolder::create(target, args.proof.max_bytes, args.proof.gzip)?;
        let text = proof::statement(problem);
        let stated = Problem::parse(&text).expect("a statement is a problem");
        let options = problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        let proof = Self { folder, stated, options, is_counted: args.how_many.count };
        let write = |mut file: crate::output::whole_folder::Member| {
            file.write_all(text.as_bytes()).and_then(|()| file.flush())
        };
        proof
            .folder
            .file(PROBLEM)
            .and_then(write)
            .map_err(|error| proof.folder.explained(error))?;
        Ok(proof)
    }

    /// Searches, and writes the certificate. The folder gets its name if the search has an answer.
    pub fn search(self, budget: &Budget, visit: &mut Visitor<'_>) -> Result<Tally> {
        if self.is_counted { self.count(budget) } else { self.visit(budget, visit) }
    }

    fn count(self, budget: &Budget) -> Result<Tally> {
        let begun = RefCell::new(0);
        let begin = || {
            *begun.borrow_mut() += 1;
            self.folder.certificate()
        };
        let certified = self.ended(proof::count(&self.stated, budget, begin))?;
        let tally = tally(&certified);
        self.finish_certificate(certified.out)?;
        if tally.search.outcome == Outcome::Exhausted {
            let claim = Claim::Count(tally.solutions.clone());
            let certificate = self.folder.certificate_name();
            self.folder.finish(&claim, &[PROBLEM, certificate])?;
        }
        Ok(tally)
    }

    fn visit(self, budget: &Budget, visit: &mut Visitor<'_>) -> Result<Tally> {
        let explained = |error| self.folder.explained(error);
        let out = self.folder.certificate().map_err(explained)?;
        let mut solutions = self.folder.file(SOLUTIONS).map_err(explained)?;
        let mut failed = None;
        let mut listed = |solution: &[OptionId]| {
            let mut options: Vec<OptionId> = solution.to_vec();
            options.sort_unstable();
            let numbers: Vec<String> =
                options.iter().map(|o| (o.index() + 1).to_string()).collect();
            if let Err(error) = writeln!(solutions, "{}", numbers.join(" ")) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            let read: Vec<OptionId> = solution.iter().map(|o| self.options[o.index()]).collect();
            visit(&read)
        };
        let certified = self.ended(proof::all(&self.stated, budget, out, &mut listed))?;
        if let Some(error) = failed {
            return Err(explained(error));
        }
        let tally = tally(&certified);
        self.finish_certificate(certified.out)?;
        solutions.flush().map_err(explained)?;
        let number = tally.search.stats.solutions;
        let certificate = self.folder.certificate_name();
        match tally.search.outcome {
            Outcome::Exhausted => {
                self.folder.finish(&Claim::All(number), &[PROBLEM, SOLUTIONS, certificate])?;
            }
            Outcome::Stopped => {
                self.folder.remove(certificate).map_err(explained)?;
                self.folder.finish(&Claim::Some(number), &[PROBLEM, SOLUTIONS])?;
            }
            Outcome::BudgetSpent | Outcome::Stalled => {}
        }
        Ok(tally)
    }

    fn finish_certificate(&self, out: Certificate) -> Result<()> {
        out.finish().map(drop).map_err(|error| self.folder.explained(error))
    }

    fn ended(
        &self,
        certified: Result<Certified<Certificate>, ProofError>,
    ) -> Result<Certified<Certificate>> {
        certified.map_err(|error| match error {
            ProofError::Unsupported(unsupported) => unsupported.into(),
            ProofError::Io(error) => self.folder.explained(error),
        })
    }
}

fn tally(certified: &Certified<Certificate>) -> Tally {
    let solutions = certified.solutions.clone();
    let stats = SearchStats {
        solutions: u64::try_from(&solutions).unwrap_or(u64::MAX),
        ..SearchStats::default()
    };
    Tally::new(solutions, Search { outcome: certified.outcome, stats })
}
