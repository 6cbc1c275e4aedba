//! Checks a folder: its manifest, and then its claim.

use std::fmt;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::thread::ScopedJoinHandle;

use flate2::read::MultiGzDecoder;
use num_bigint::BigUint;

use crate::beside::{Helper, Shared};
use crate::claim::Claim;
use crate::clauses::{self, FORMULA, PROOF};
use crate::count::{Count, Ended, Visit, Walk};
use crate::files::Folder;
use crate::lines::Lines;
use crate::listed::{SOLUTIONS, each_solution, line_of};
use crate::manifest::{COMPRESSED, Manifest};
use crate::problem::Problem;
use crate::refusal::{Refusal, shortened};
use crate::steps::Steps;
use crate::{Limits, classes, files, puzzles, text};

const PROBLEM: &str = "problem.dlx";

/// A claim that was checked.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The claim.
    pub claim: Claim,
    /// Number of steps in the certificate.
    pub steps: u64,
    /// Whether the certificate is a formula with its proof, which `VeriPB` reads.
    pub has_formula: bool,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VERIFIED {}: {} ({} steps)", self.claim, self.claim.in_words(), self.steps)
    }
}

/// Checks a folder that `quadrille prove` wrote.
///
/// # Errors
/// The first thing that is missing, malformed or wrong.
pub fn verify(folder: &Path, limits: &Limits) -> Result<Verified, Refusal> {
    verify_files(&|name| files::open(folder, name), limits)
}

/// As [`verify`], with a function that opens the files of the folder by their names.
///
/// # Errors
/// As [`verify`].
pub fn verify_files<'f>(
    open: &'f dyn Fn(&str) -> io::Result<Box<dyn Read + 'f>>,
    limits: &Limits,
) -> Result<Verified, Refusal> {
    let folder = Folder { open, until: limits.until };
    let Manifest { claim, certificate } = Manifest::read(&folder)?;
    let steps = || {
        let name = certificate.expect("the manifest has a certificate where the claim needs one");
        let file = folder.open(name)?;
        let bytes: Box<dyn Read> = if name == COMPRESSED {
            Box::new(MultiGzDecoder::new(BufReader::new(file)))
        } else {
            file
        };
        Steps::new(name, bytes, limits.certificate)
    };
    let lines = |name: &'static str, most| Ok(Lines::new(name, folder.open(name)?, most));
    let problem = || text::read(lines(PROBLEM, text::MOST_BYTES)?);
    if let Claim::All(number) = claim
        && certificate == Some(PROOF)
    {
        let files = clauses::Files {
            problem: lines(PROBLEM, text::MOST_BYTES)?,
            solutions: lines(SOLUTIONS, u64::MAX - 1)?,
            formula: folder.open(FORMULA)?,
            proof: lines(PROOF, limits.certificate)?,
        };
        let steps = clauses::check(files, number, limits)?;
        return Ok(Verified { claim, steps, has_formula: true });
    }
    let steps = match &claim {
        Claim::Count(number) => {
            let (counted, taken) = count_of_all(&problem()?, *limits, steps)?;
            compare(number, &counted)?;
            taken
        }
        Claim::Classes(number) => {
            let problem = problem()?;
            let (counted, taken) = count_of_all(&problem, *limits, steps)?;
            let symmetries = lines(classes::SYMMETRIES, limits.stored as u64)?;
            let solutions = lines(SOLUTIONS, limits.stored as u64)?;
            classes::check(&problem, (symmetries, solutions), *limits, (*number, &counted))?;
            taken
        }
        Claim::All(number) => {
            let problem = problem()?;
            let mut listed = Listed { lines: lines(SOLUTIONS, u64::MAX - 1)?, options: Vec::new() };
            let (counted, taken) =
                count::<u128, _>(&problem, *limits, &mut steps()?, &mut listed).map_err(refusal)?;
            if listed.lines.next()?.is_some() {
                return Err(listed.lines.refusal("found one solution more than the certificate"));
            }
            compare(&(*number).into(), &counted.into())?;
            taken
        }
        Claim::Some(number) => {
            some(&problem()?, lines(SOLUTIONS, limits.stored as u64)?, *number)?;
            0
        }
        Claim::Puzzles(number) => puzzles::check(
            (lines(puzzles::PUZZLES, u64::MAX - 1)?, lines(puzzles::ANSWERS, u64::MAX - 1)?),
            steps()?,
            *limits,
            *number,
        )?,
    };
    Ok(Verified { claim, steps, has_formula: false })
}

/// Counts the solutions of a whole problem; returns their number and that of the steps.
pub(crate) fn count<N: crate::number::Number, V: Visit>(
    problem: &Problem,
    limits: Limits,
    steps: &mut Steps<'_>,
    visit: &mut V,
) -> Result<(N, u64), Ended> {
    let shared = Shared::default();
    let counted = std::thread::scope(|scope| {
        let mut walk = Walk::<N, V>::new(problem, limits);
        let wanted = limits.jobs > 1 && steps.renames();
        let helper = wanted.then(|| Helper::begin(scope, &shared, problem, limits.until)).flatten();
        let (helper, handle) = helper.unzip();
        walk.helper = helper;
        let number = walk.count(&problem.all(), steps, visit);
        let taken = walk.steps;
        drop(walk);
        if let Some(Err(panic)) = handle.map(ScopedJoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
        number.map(|number| (number, taken))
    });
    if let Some(refusal) = shared.into_refusal() {
        return Err(refusal.into());
    }
    let counted = counted?;
    steps.end()?;
    Ok(counted)
}

/// As [`count`], of a number of any size.
fn count_of_all<'f>(
    problem: &Problem,
    limits: Limits,
    steps: impl Fn() -> Result<Steps<'f>, Refusal>,
) -> Result<(BigUint, u64), Refusal> {
    match count::<u128, _>(problem, limits, &mut steps()?, &mut Count) {
        Err(Ended::Overflow) => count::<BigUint, _>(problem, limits, &mut steps()?, &mut Count),
        counted => counted.map(|(number, taken)| (number.into(), taken)),
    }
    .map_err(refusal)
}

fn refusal(ended: Ended) -> Refusal {
    match ended {
        Ended::Refused(refusal) => refusal,
        Ended::Overflow => Refusal::whole(PROBLEM, "has more than 2^128 solutions to list"),
    }
}

fn compare(claimed: &BigUint, counted: &BigUint) -> Result<(), Refusal> {
    if claimed == counted {
        return Ok(());
    }
    Err(Refusal::whole("MANIFEST", format_args!("claims {claimed} solutions; counted {counted}")))
}

/// The list of all solutions, compared with those that the walk finds.
struct Listed<'f> {
    lines: Lines<'f>,
    options: Vec<usize>,
}

impl Visit for Listed<'_> {
    const ALL: bool = true;
    fn solution(&mut self, options: &[usize]) -> Result<(), Refusal> {
        self.options.clear();
        self.options.extend(options);
        self.options.sort_unstable();
        let expected = line_of(&self.options);
        match self.lines.next()? {
            Some(line) if line == expected => Ok(()),
            line => Err(self.lines.refusal(format_args!(
                "found `{}`; expected the solution `{expected}`",
                shortened(&line.unwrap_or_default())
            ))),
        }
    }
}

/// Checks that different solutions are listed, this number of them.
fn some(problem: &Problem, lines: Lines<'_>, number: u64) -> Result<(), Refusal> {
    let mut seen = std::collections::HashSet::new();
    let listed = each_solution(problem, lines, |lines, options| {
        let is_new = seen.insert(line_of(options));
        is_new.then_some(()).ok_or_else(|| lines.refusal("found a solution that is listed before"))
    })?;
    compare(&number.into(), &listed.into())
}
