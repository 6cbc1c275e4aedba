//! Proves the number of solutions of an instance.
//!
//! A certificate is written by `cover::proof`, or sent by an engine that is another program, and checked by crate
//! `quadrille-verify`, which shares no code with any engine: what is believed is the recount. `docs/PROOFS.md` specifies
//! certificates and the folder around them; here the folder is in memory. A Sudoku is the exact cover problem of the empty
//! grid, without the options that its givens exclude.
//!
//! That more solutions exist than a task asks for is proved by as many different solutions, not by a certificate.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille_cover::proof::xcd::{self, Repeats};
use quadrille_cover::proof::{self, ProofError};
use quadrille_cover::{BigUint, Budget, OptionId, Outcome, Problem};
use quadrille_results::Fingerprint;
use quadrille_sudoku::Puzzle;
use quadrille_verify::{Claim, Limits, Refusal, verify_files};

use crate::corpus::Body;
use crate::measure::limits::SearchLimits;
use crate::process::Certificate;

/// Limits of nodes and time for a certificate, in multiples of the engine's own limits of tests and time. A node takes at
/// least one test.
const FACTOR: u32 = 10;
/// Upper bound on the size of a certificate in bytes, because it is held in memory.
pub const MOST_BYTES: u64 = 256_000_000;
/// Upper bound on the memory for sub-problems in bytes, for the search that writes a certificate.
const SEARCHED: usize = 500_000_000;
/// Upper bound on the memory for sub-problems in bytes, for the checker.
const CHECKED: usize = 2_000_000_000;
/// The longest that a check may last if the plan sets no limit of time.
const LONGEST_CHECK: Duration = Duration::from_secs(600);
/// Number of bytes after which the checker looks at the clock. A step takes well below a millisecond.
const PIECE: usize = 256;

const PROBLEM: &str = "problem.dlx";
const CERTIFICATE: &str = "certificate.xcd";
const SOLUTIONS: &str = "solutions.txt";

/// Why a certificate does not prove a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The certificate is not one of this number.
    Refused(String),
    /// The certificate exceeds the limits of a check, or the problem does, so nothing is known.
    Unchecked(String),
}

/// Writes a certificate of the number of solutions, up to `limit`, and checks it. Returns the number.
///
/// # Errors
/// Why there is no certificate within ten times the limits, worded to follow "not proved: ".
pub fn number(
    body: &Body,
    limit: Option<u64>,
    limits: &SearchLimits<'_>,
) -> Result<BigUint, String> {
    let text = statement(body);
    let problem =
        Problem::parse(&text).map_err(|error| format!("its exact cover problem: {error}"))?;
    let mut longer = limits.longer(FACTOR);
    let budget = &mut longer.budget;
    (budget.nodes, budget.memory) = (budget.tests.take(), Some(SEARCHED));
    budget.solutions = limit;
    let (written, _) = longer.hold(1, |budget| match limit {
        None => counted(&problem, budget),
        Some(limit) => visited(&problem, limit, budget),
    });
    let (claim, (name, bytes)) = written?;
    let checked = check(&claim, &text, (name, &bytes), limits);
    match (checked, claim) {
        (Ok(()), Claim::Count(number)) => Ok(number),
        (
            Ok(()),
            Claim::All(number)
            | Claim::Some(number)
            | Claim::Puzzles(number)
            | Claim::Classes(number),
        ) => Ok(number.into()),
        (Err(Denial::Refused(why) | Denial::Unchecked(why)), _) => {
            Err(format!("the checker does not accept the certificate: {why}"))
        }
    }
}

/// Checks a certificate that an engine sent, of exactly this number of solutions.
///
/// # Errors
/// Why the certificate does not prove the number.
pub fn accept(
    body: &Body,
    number: &BigUint,
    certificate: &Certificate,
    limits: &SearchLimits<'_>,
) -> Result<(), Denial> {
    let bytes = certificate.take(MOST_BYTES).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => Denial::Unchecked(error.to_string()),
        _ => Denial::Refused(format!("{CERTIFICATE}: {error}")),
    })?;
    check(&Claim::Count(number.clone()), &statement(body), (CERTIFICATE, &bytes), limits)
}

/// A claim, and the file that proves it: its name and contents.
type Written = (Claim, (&'static str, Vec<u8>));

fn counted(problem: &Problem, budget: &Budget) -> Result<Written, String> {
    let mut bytes = Bounded::default();
    let tally = xcd::count(problem, budget, Repeats::Auto, Bounded::default(), &mut bytes)
        .map_err(explained)?;
    let certificate = (CERTIFICATE, bytes.0.into_inner());
    ended(tally.search.outcome).map(|()| (Claim::Count(tally.solutions), certificate))
}

/// Visits solutions, up to a limit.
fn visited(problem: &Problem, limit: u64, budget: &Budget) -> Result<Written, String> {
    let mut solutions: Vec<Vec<OptionId>> = Vec::new();
    let mut visit = |options: &[OptionId]| {
        solutions.push(options.to_vec());
        ControlFlow::Continue(())
    };
    let mut bytes = Bounded::default();
    let search = xcd::all(problem, budget, &mut bytes, &mut visit).map_err(explained)?;
    let found = solutions.len() as u64;
    if found < limit {
        let certificate = (CERTIFICATE, bytes.0.into_inner());
        return ended(search.outcome).map(|()| (Claim::Count(found.into()), certificate));
    }
    let line = |options: Vec<OptionId>| {
        let mut numbers: Vec<usize> = options.into_iter().map(|o| o.index() + 1).collect();
        numbers.sort_unstable();
        numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n"
    };
    let lines: String = solutions.into_iter().map(line).collect();
    Ok((Claim::Some(found), (SOLUTIONS, lines.into_bytes())))
}

fn ended(outcome: Outcome) -> Result<(), String> {
    match outcome {
        Outcome::Exhausted => Ok(()),
        _ => Err(format!(
            "its certificate takes more than {FACTOR} times the limits; raise the limits"
        )),
    }
}

fn explained(error: ProofError) -> String {
    match error {
        ProofError::Io(error) if error.kind() == ErrorKind::QuotaExceeded => {
            format!("its certificate takes more than {} MB", MOST_BYTES / 1_000_000)
        }
        error => error.to_string(),
    }
}

fn check(
    claim: &Claim,
    problem: &str,
    (name, bytes): (&str, &[u8]),
    limits: &SearchLimits<'_>,
) -> Result<(), Denial> {
    let [sum_of_problem, sum] = [problem.as_bytes(), bytes].map(Fingerprint::of);
    let manifest = format!(
        "quadrille proof 1\nclaim {claim}\nwords {}\nsha256 {sum_of_problem} {PROBLEM}\nsha256 {sum} {name}\n",
        claim.in_words()
    );
    let longest = limits.wall.map_or(LONGEST_CHECK, |(wall, _)| wall.saturating_mul(FACTOR));
    let until = Instant::now().checked_add(longest);
    let is_over = Cell::new(false);
    let look = || {
        let is_late = until.is_some_and(|until| Instant::now() > until);
        is_over.set(is_late || limits.is_cancelled());
        is_over.get()
    };
    let open = |file: &str| -> io::Result<Box<dyn Read + '_>> {
        match file {
            "MANIFEST" => Ok(Box::new(manifest.as_bytes())),
            PROBLEM => Ok(Box::new(problem.as_bytes())),
            file if file == name => Ok(Box::new(Watched { bytes, look: &look })),
            _ => Err(ErrorKind::NotFound.into()),
        }
    };
    let room = Limits { stored: CHECKED, certificate: MOST_BYTES, ..Limits::default() };
    let checked = verify_files(&open, &room);
    checked.map(|_| ()).map_err(|refusal: Refusal| {
        if is_over.get() {
            return Denial::Unchecked(format!("the check takes longer than {longest:?}"));
        }
        let why = refusal.to_string();
        if refusal.is_limit() { Denial::Unchecked(why) } else { Denial::Refused(why) }
    })
}

/// Bytes that fail once `look` finds that the time is over.
struct Watched<'b> {
    bytes: &'b [u8],
    look: &'b dyn Fn() -> bool,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.look)() {
            return Err(ErrorKind::TimedOut.into());
        }
        let most = buffer.len().min(PIECE);
        self.bytes.read(&mut buffer[..most])
    }
}

/// Bytes in memory, at most [`MOST_BYTES`].
#[derive(Default)]
struct Bounded(Cursor<Vec<u8>>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.position() + bytes.len() as u64 > MOST_BYTES {
            return Err(ErrorKind::QuotaExceeded.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Seek for Bounded {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// The text of an instance's exact cover problem, to which certificates refer.
fn statement(body: &Body) -> String {
    match body {
        Body::Cover(problem) => proof::statement(problem),
        Body::Sudoku(puzzle) => restricted_grid(puzzle),
    }
}

/// The exact cover problem of the empty grid of n rows without the options that the givens exclude, as `docs/PROOFS.md`
/// numbers its items; and without the digits that are not among the candidates of their cells.
fn restricted_grid(puzzle: &Puzzle) -> String {
    let (order, n) = (puzzle.order(), puzzle.order().side());
    let items: Vec<String> = (0..4 * n * n).map(|item| item.to_string()).collect();
    let mut text = items.join(" ") + "\n";
    for cell in 0..order.cells() {
        let (row, column) = (order.row(cell), order.column(cell));
        let in_box = row / order.n() * order.n() + column / order.n();
        for digit in (0..n).filter(|&digit| puzzle.allows(cell, digit as u8 + 1)) {
            let [row, column, in_box] = [(1, row), (2, column), (3, in_box)]
                .map(|(kind, unit)| (kind * n + unit) * n + digit);
            writeln!(text, "{cell} {row} {column} {in_box}").expect("a string takes everything");
        }
    }
    text
}

#[cfg(test)]
mod tests;
