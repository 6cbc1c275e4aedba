//! Certificates of counts: files from which others check a number of solutions without this program.
//!
//! A certificate in the form `xcd 1` names the item to branch on in each sub-problem, in the order of a search; a checker
//! computes everything else, the count included. A sub-problem that occurs again refers to the one that was stored.
//! `docs/PROOFS.md` specifies the form. The search is that of [`Memo`](crate::engine::Memo) without components, or that of
//! [`Bits`](crate::engine::Bits) where solutions are visited.

pub mod clauses;

use std::io::{self, Write};

use num_bigint::BigUint;

use crate::engine::memo::ROOM;
use crate::engine::{Bits, bits};
use crate::problem::Problem;
use crate::search::{
    Budget, Found, Leaf, Outcome, Position, Probe, Silent, Solver, Unsupported, Visitor,
};

/// First bytes of a certificate.
const HEAD: &[u8] = b"xcd 1\n";
/// The code before a branch whose sub-problem is to be stored, that of a stored sub-problem, and that of a branch on item 0.
const STORES: u64 = 0;
const SAME: u64 = 1;
const BRANCH: u64 = 4;

/// The text of a problem as a certificate needs it: without comments, costs, and options that can be in no solution.
///
/// ```
/// use quadrille_cover::{Problem, proof};
///
/// let problem = Problem::parse("| numbered from 1:\na b | x\na |7\nx\nb x:red |2\n")?;
/// assert_eq!(proof::statement(&problem), "a b | x\na\nb x:red\n");
/// # Ok::<(), quadrille_cover::TextError>(())
/// ```
pub fn statement(problem: &Problem) -> String {
    let mut text = problem.to_string();
    text.truncate(text.find('\n').map_or(0, |end| end + 1));
    for option in problem.option_ids().filter(|&option| problem.is_choosable(option)) {
        text += &problem.option_text(option);
        text.push('\n');
    }
    text
}

/// A certificate that was written.
#[derive(Debug)]
pub struct Certified<W> {
    /// The number of solutions, of which the last may be missing if the search ended early.
    pub solutions: BigUint,
    /// How the search ended. The certificate is complete if it is [`Outcome::Exhausted`].
    pub outcome: Outcome,
    /// Where the certificate was written.
    pub out: W,
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// A problem that the engine cannot search.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// An error of writing.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Counts solutions, and writes the certificate. `begin` gives the place to write to; if the number exceeds 128 bits, it is
/// called a second time, and the certificate begins anew.
///
/// The limits of the budget on solutions and on tests are ignored; that on memory bounds the sub-problems stored.
///
/// ```
/// use quadrille_cover::{Budget, Outcome, family, proof};
///
/// let problem = family::build("dominoes:6x6")?;
/// let certified = proof::count(&problem, &Budget::default(), || Ok(Vec::new()))?;
/// assert_eq!((certified.solutions, certified.outcome), (6728u32.into(), Outcome::Exhausted));
/// assert!(certified.out.starts_with(b"xcd 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The problem is too large, or writing fails.
pub fn count<W: Write>(
    problem: &Problem,
    budget: &Budget,
    mut begin: impl FnMut() -> io::Result<W>,
) -> Result<Certified<W>, ProofError> {
    Bits.accepts(problem)?;
    let room = budget.memory.map_or(ROOM, |most| most.min(ROOM));
    let items = items(problem);
    let tracer = || Tracer::new(begin(), budget, &items);
    let (outcome, solutions, tracer) = bits::traced(problem, room, tracer);
    Ok(Certified { solutions, outcome, out: tracer.finish()? })
}

/// Visits solutions up to the limit of the budget, and writes the certificate that there are no others. A checker finds them
/// in the order of the visits. The limits on tests and memory are ignored.
///
/// # Errors
/// The problem is too large, or writing fails.
pub fn all<W: Write>(
    problem: &Problem,
    budget: &Budget,
    out: W,
    visit: &mut Visitor<'_>,
) -> Result<Certified<W>, ProofError> {
    Bits.accepts(problem)?;
    let items = items(problem);
    let mut tracer = Tracer::new(Ok(out), budget, &items);
    let mut found = Found::new(budget, visit);
    let outcome = bits::traced_all(problem, &mut tracer, &mut found);
    Ok(Certified { solutions: found.count().into(), outcome, out: tracer.finish()? })
}

/// The numbers that items have in a certificate, by their numbers in the engine.
fn items(problem: &Problem) -> Vec<u32> {
    bits::order(problem).into_iter().map(|item| item.0).collect()
}

/// Writes the steps of a search.
struct Tracer<'a, W> {
    out: io::Result<W>,
    silent: Silent<'a>,
    items: &'a [u32],
    nodes: u64,
    most_nodes: u64,
    buffer: Vec<u8>,
}

/// Number of bytes that are written at once.
const BUFFER: usize = 1 << 16;

impl<'a, W: Write> Tracer<'a, W> {
    fn new(out: io::Result<W>, budget: &'a Budget, items: &'a [u32]) -> Self {
        let mut buffer = Vec::with_capacity(BUFFER + 16);
        buffer.extend_from_slice(HEAD);
        let most_nodes = budget.nodes.unwrap_or(u64::MAX);
        let silent = Silent::new(budget);
        Self { out, silent, items, nodes: 0, most_nodes, buffer }
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.buffer.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.buffer.push(number as u8);
        if self.buffer.len() >= BUFFER {
            self.write();
        }
    }

    #[cold]
    #[inline(never)]
    fn write(&mut self) {
        if let Ok(out) = &mut self.out
            && let Err(error) = out.write_all(&self.buffer)
        {
            self.out = Err(error);
        }
        self.buffer.clear();
    }

    fn finish(mut self) -> io::Result<W> {
        self.write();
        self.out
    }
}

impl<W: Write> Probe for Tracer<'_, W> {
    const COUNTING: bool = false;
    const TRACING: bool = true;
    fn tests(&mut self, _: u64) {}
    fn fork(&mut self) {}
    fn depth(&mut self, _: usize) {}
    fn leaf(&mut self, _: Leaf) {}
    fn branches(&mut self, item: usize, is_kept: bool) {
        if is_kept {
            self.number(STORES);
        }
        self.number(BRANCH + u64::from(self.items[item]));
    }
    fn occurs_again(&mut self, ago: u64) {
        self.number(SAME);
        self.number(ago);
    }
    fn may_go_on(&self) -> bool {
        self.out.is_ok() && self.silent.may_go_on()
    }
    fn enter(&mut self) -> bool {
        if self.nodes >= self.most_nodes || !self.may_go_on() {
            return false;
        }
        self.nodes += 1;
        true
    }
    fn enter_at(&mut self, position: impl FnOnce() -> Position) -> bool {
        self.silent.enter_at(position) && self.enter()
    }
}
