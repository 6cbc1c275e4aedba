//! What is kept of a count up to names or along layers, from which a later one goes on: its plan, and the steps so far.
//!
//! The steps are those of the spool. A later walk follows them: they say where a sub-problem is one that was stored, so that
//! forms are made only of those that are stored.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};

use num_bigint::BigUint;

use super::spool::{decode, next};
use crate::engine::traced::Plan;
use crate::problem::Problem;
use crate::search::Keeper;

const BUFFER: usize = 1 << 16;

/// Writes the steps kept to a spool. Returns the plan and the number of bytes; `None` if nothing was kept.
pub(super) fn restore(
    keeper: &dyn Keeper,
    problem: &Problem,
    spool: &mut (impl Write + Seek),
) -> io::Result<Option<(Plan, u64)>> {
    let mut plan = None;
    let mut result = spool.rewind();
    let mut take = |bytes: &[u8], solutions: &BigUint| match plan {
        None => plan = Some(Plan::of_bytes(problem, bytes, solutions.clone())),
        Some(_) if result.is_ok() => result = spool.write_all(bytes),
        Some(_) => {}
    };
    keeper.restore(&mut take);
    result?;
    let Some(plan) = plan else { return Ok(None) };
    Ok(Some((plan.ok_or_else(of_another)?, spool.stream_position()?)))
}

/// Keeps the plan, which comes before the steps.
pub(super) fn keep(keeper: &dyn Keeper, plan: &Plan) {
    keeper.keep(&plan.to_bytes(), &plan.solutions);
}

/// Keeps steps, up to the end of one.
pub(super) fn keep_steps(keeper: &dyn Keeper, steps: &[u8]) {
    keeper.keep(steps, &BigUint::ZERO);
}

/// The error for steps that this program would not take.
pub(super) fn of_another() -> io::Error {
    let what = "what was kept is of another problem or version; delete it and begin again";
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The steps that a walk follows.
pub(super) struct Guide<'a>(BufReader<Shared<'a>>);

struct Shared<'a>(&'a RefCell<dyn Read + 'a>);

impl Read for Shared<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(bytes)
    }
}

impl<'a> Guide<'a> {
    /// Follows a spool from where it stands to its end, after which it can be written to.
    pub(super) fn new(spool: &'a RefCell<dyn Read + 'a>) -> Self {
        Self(BufReader::with_capacity(BUFFER, Shared(spool)))
    }

    /// The first byte of the next number; `None` at the end.
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.0.fill_buf()?.first().copied())
    }

    /// The next number; `None` at the end.
    pub(super) fn number(&mut self) -> io::Result<Option<u64>> {
        decode(&mut self.0)
    }

    /// The next number, within a step.
    pub(super) fn next(&mut self) -> io::Result<u64> {
        next(&mut self.0)
    }
}
