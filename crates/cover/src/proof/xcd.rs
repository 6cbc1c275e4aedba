//! The forms `xcd 1` and `xcd 2`: advice for a checker that counts.
//!
//! A certificate names the item to branch on in each sub-problem, in the order of a search; a checker computes everything
//! else, the count included. A sub-problem that occurs again refers to the one that was stored; in `xcd 2` one that occurs under other
//! names does, too, with the renaming. The search is that of [`Memo`](crate::engine::Memo) without components, one up to isomorphism, one along the layers
//! of [`Frontier`], or that of [`Bits`] where solutions are visited.
//!
//! A count is written in two passes. The first writes every step of the search to a temporary place, the spool, and counts how
//! often each sub-problem is used. The second copies the steps: a sub-problem that is never used again is not stored, and the
//! last use of each other one says so, so that a checker holds only what will be used.

mod kept;
mod restricted;
mod spool;
mod tracer;

use std::cell::RefCell;
use std::io::{self, Read, Seek, SeekFrom, Write};

use num_bigint::BigUint;

use self::kept::Guide;
pub use self::restricted::Restricted;
use self::tracer::Tracer;
use super::{ProofError, certified};
use crate::engine::memo::ROOM;
use crate::engine::{Bits, Frontier, Iso, auto, bits, traced};
use crate::problem::Problem;
use crate::search::{
    Budget, Changed, Found, Keeper, Outcome, Search, SearchStats, Solver, Tally, Unsupported,
    Visitor,
};

/// First bytes of a certificate.
pub const HEAD: &[u8] = b"xcd 1\n";
/// First bytes of a certificate with renamings.
pub const HEAD_OF_RENAMED: &[u8] = b"xcd 2\n";

/// Code of a branch whose sub-problem is to be stored; the branch follows.
const STORES: u64 = 0;
/// Code of a stored sub-problem; its number follows.
const SAME: u64 = 1;
/// As [`SAME`], where the stored sub-problem is used for the last time.
const SAME_LAST: u64 = 2;
/// Code of a stored sub-problem that is the same but for names; its number and the renaming follow.
const RENAMED: u64 = 3;
/// Code of a branch on item 0; those of the other items follow.
const BRANCH: u64 = 4;

/// Which sub-problems a certificate counts only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// Those that are equal: `xcd 1`.
    Equal,
    /// Also those that are the same but for names: `xcd 2`.
    Renamed,
    /// Those that are equal and, in layers in which many are, those that are the same but for names, along the fixed order of items of
    /// [`Frontier`]: `xcd 1`, or `xcd 2` if there are such layers.
    Layered,
    /// As [`Equal`](Self::Equal), unless [`Renamed`](Self::Renamed) or [`Layered`](Self::Layered) promises to end long before: a small part of the
    /// work finds out.
    Auto,
}

/// Counts solutions, and writes the certificate to `out` if the search was exhausted. `spool` is a temporary place of about
/// the same size.
///
/// The limits of the budget on solutions and on tests are ignored; that on memory bounds the sub-problems stored.
///
/// ```
/// use std::io::Cursor;
/// use quadrille_cover::{Budget, Outcome, family, proof::xcd::{self, Repeats}};
///
/// let counted = |family: &str, repeats| {
///     let problem = family::build(family)?;
///     let (spool, mut certificate) = (Cursor::new(Vec::new()), Vec::new());
///     let tally = xcd::count(&problem, &Budget::default(), repeats, spool, &mut certificate)?;
///     assert_eq!(tally.search.outcome, Outcome::Exhausted);
///     Ok::<_, Box<dyn std::error::Error>>((tally.solutions, certificate))
/// };
/// let (dominoes, certificate) = counted("dominoes:6x6", Repeats::Equal)?;
/// assert_eq!(dominoes, 6728u32.into());
/// assert!(certificate.starts_with(xcd::HEAD));
/// let (latin, certificate) = counted("latin:5", Repeats::Renamed)?;
/// assert_eq!(latin, 161_280u32.into());
/// assert!(certificate.starts_with(xcd::HEAD_OF_RENAMED));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The problem is too large, or reading or writing fails.
pub fn count(
    problem: &Problem,
    budget: &Budget,
    repeats: Repeats,
    spool: impl Read + Write + Seek,
    out: &mut dyn Write,
) -> Result<Tally, ProofError> {
    count_kept(problem, budget, repeats, None, spool, out)
}

/// Counts as [`count`] does, and keeps the steps of a search up to names or along layers. A later count of the same problem follows what
/// was kept, which takes far less time than to look for names again, and goes on from there. What the first part of the work, a count
/// without steps, has done is kept when it is complete. The steps of a search of equal sub-problems are not kept.
///
/// # Errors
/// As [`count`]; also if what was kept is of another problem, or of a program that searches otherwise.
pub fn count_kept(
    problem: &Problem,
    budget: &Budget,
    repeats: Repeats,
    keeper: Option<&dyn Keeper>,
    mut spool: impl Read + Write + Seek,
    out: &mut dyn Write,
) -> Result<Tally, ProofError> {
    certified(repeats.engine(), problem)?;
    let room = budget.memory.unwrap_or(ROOM);
    let items = items(problem);
    let kept = keeper.map(|keeper| kept::restore(keeper, problem, &mut spool)).transpose()?;
    let spool = RefCell::new(spool);
    let begin = || {
        let rewound = spool.borrow_mut().rewind();
        let mut tracer = Tracer::new(&spool, budget, &items);
        tracer.fail(rewound);
        tracer
    };
    let way = match kept.flatten() {
        Some((plan, bytes)) => Way::Planned(plan, Some(bytes)),
        None => Way::of(problem, budget, repeats, begin)?,
    };
    let changed = way.changed(repeats);
    let (outcome, solutions, tracer, head) = match way {
        Way::Traced(outcome, solutions, tracer) => (outcome, solutions, tracer, HEAD),
        Way::Planned(plan, followed) => {
            let mut tracer = begin();
            if let Some(bytes) = followed {
                tracer.follow(Guide::new(&spool), bytes);
            }
            tracer.keep(keeper, &plan);
            let (outcome, solutions) = plan.walk(problem, room, &mut tracer);
            let head = if plan.renames() { HEAD_OF_RENAMED } else { HEAD };
            (outcome, solutions, tracer, head)
        }
    };
    let (length, uses) = tracer.finish()?;
    if outcome == Outcome::Exhausted {
        let mut spool = spool.into_inner();
        spool.seek(SeekFrom::Start(0))?;
        spool::copy(spool.take(length), uses, head, out)?;
    }
    Ok(tally(outcome, solutions, changed))
}

/// Counts, and estimates the size of the certificate in bytes, without writing it. Along layers that takes as long as the count alone;
/// otherwise the steps are taken, but not written.
///
/// # Errors
/// As [`count`].
pub fn estimate(
    problem: &Problem,
    budget: &Budget,
    repeats: Repeats,
) -> Result<(Tally, u64), ProofError> {
    certified(repeats.engine(), problem)?;
    let (items, nowhere) = (items(problem), RefCell::new(io::sink()));
    let begin = || Tracer::new(&nowhere, budget, &items);
    let way = Way::of(problem, budget, repeats, begin)?;
    let changed = way.changed(repeats);
    let (outcome, solutions, tracer) = match way {
        Way::Traced(outcome, solutions, tracer) => (outcome, solutions, tracer),
        Way::Planned(plan, _) => {
            if let Some(bytes) = plan.bytes {
                return Ok((tally(Outcome::Exhausted, plan.solutions, changed), bytes));
            }
            let (room, mut tracer) = (budget.memory.unwrap_or(ROOM), begin());
            let (outcome, solutions) = plan.walk(problem, room, &mut tracer);
            (outcome, solutions, tracer)
        }
    };
    let (length, uses) = tracer.finish()?;
    Ok((tally(outcome, solutions, changed), HEAD.len() as u64 + length - uses.not_copied()))
}

impl Repeats {
    /// The engine that must handle the problem.
    fn engine(self) -> &'static dyn Solver {
        match self {
            Self::Renamed => &Iso,
            Self::Layered => &Frontier,
            Self::Equal | Self::Auto => &Bits,
        }
    }
}

/// How a certificate is made.
enum Way<'t> {
    /// A search of equal sub-problems has ended, and a tracer was shown its steps.
    Traced(Outcome, BigUint, Tracer<'t>),
    /// A walk is to be taken. If an earlier one was kept, its steps in the spool, and their number of bytes.
    Planned(traced::Plan, Option<u64>),
}

impl<'t> Way<'t> {
    fn of(
        problem: &Problem,
        budget: &Budget,
        repeats: Repeats,
        mut begin: impl FnMut() -> Tracer<'t>,
    ) -> Result<Self, Unsupported> {
        let room = budget.memory.unwrap_or(ROOM);
        let by_memo = match repeats {
            Repeats::Equal => Ok(bits::traced(problem, room, &mut begin)),
            Repeats::Auto => auto::traced(problem, budget, room, &mut begin),
            Repeats::Renamed | Repeats::Layered => Err(repeats.engine()),
        };
        let plan = match by_memo {
            Ok((outcome, solutions, tracer)) => {
                return Ok(Self::Traced(outcome, solutions, tracer));
            }
            Err(engine) if engine.name() == Frontier.name() => {
                traced::Plan::layered(problem, budget, room)?
            }
            Err(_) => traced::Plan::renamed(problem, budget, room),
        };
        let spent = || Self::Traced(Outcome::BudgetSpent, BigUint::ZERO, begin());
        Ok(plan.map_or_else(spent, |plan| Self::Planned(plan, None)))
    }

    /// The engine that won beside the memo.
    fn changed(&self, repeats: Repeats) -> Option<Changed> {
        match self {
            Self::Planned(plan, _) if repeats == Repeats::Auto => Some(auto::won_by(plan.engine())),
            _ => None,
        }
    }
}

fn tally(outcome: Outcome, solutions: BigUint, changed: Option<Changed>) -> Tally {
    let stats = SearchStats {
        solutions: u64::try_from(&solutions).unwrap_or(u64::MAX),
        ..SearchStats::default()
    };
    Tally { changed, ..Tally::new(solutions, Search { outcome, stats }) }
}

/// Visits solutions up to the limit of the budget, and writes the certificate that there are no others. A checker finds them
/// in the order of the visits. The certificate is complete if the search was exhausted. The limits on tests and memory are
/// ignored.
///
/// # Errors
/// The problem is too large, or writing fails.
pub fn all(
    problem: &Problem,
    budget: &Budget,
    out: &mut dyn Write,
    visit: &mut Visitor<'_>,
) -> Result<Search, ProofError> {
    certified(&Bits, problem)?;
    out.write_all(HEAD)?;
    let (items, out) = (items(problem), RefCell::new(out));
    let mut tracer = Tracer::new(&out, budget, &items);
    let mut found = Found::new(budget, visit);
    let outcome = bits::traced_all(problem, &mut tracer, &mut found);
    tracer.finish()?;
    let stats = SearchStats { solutions: found.count(), ..SearchStats::default() };
    Ok(Search { outcome, stats })
}

/// The numbers that items have in a certificate, by their numbers in the engine.
fn items(problem: &Problem) -> Vec<u32> {
    bits::order(problem).into_iter().map(|item| item.0).collect()
}

#[cfg(test)]
mod tests;
