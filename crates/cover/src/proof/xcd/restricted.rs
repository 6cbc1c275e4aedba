//! Certificates of many problems that differ only in the options left: one table serves all.

use std::cell::RefCell;
use std::io::{self, Write};

use super::super::certified;
use super::items;
use super::tracer::Tracer;
use crate::engine::{Bits, bits};
use crate::problem::{OptionId, Problem};
use crate::search::{Budget, Found, Search, SearchStats, Unsupported, Visitor};

/// A problem that is searched many times, each time without other options.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille_cover::{Budget, Problem, proof::xcd::Restricted};
///
/// let problem = Problem::parse("a b\na\na b\nb\n")?;
/// let first = problem.option_ids().next().unwrap();
/// let (mut solutions, mut certificate) = (Vec::new(), Vec::new());
/// let mut visit = |options: &[_]| {
///     solutions.push(options.len());
///     ControlFlow::Continue(())
/// };
/// Restricted::new(&problem)?.all(&[first], &Budget::default(), &mut certificate, &mut visit)?;
/// assert_eq!(solutions, [1], "only option 2 covers item a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Restricted {
    table: bits::Table,
    items: Vec<u32>,
}

impl Restricted {
    /// Prepares a problem.
    ///
    /// # Errors
    /// The problem is too large, or has multiplicities.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        certified(&Bits, problem)?;
        if problem.has_multiplicities() {
            let what = "multiplicities with options removed";
            return Err(Unsupported { engine: "a certificate", what });
        }
        Ok(Self { table: bits::Table::new(problem), items: items(problem) })
    }

    /// Visits the solutions without the options `removed`, as [`all`](super::all) does, and appends the certificate to
    /// `out`, without its first bytes.
    ///
    /// # Errors
    /// Writing fails.
    pub fn all(
        &self,
        removed: &[OptionId],
        budget: &Budget,
        out: &mut dyn Write,
        visit: &mut Visitor<'_>,
    ) -> io::Result<Search> {
        let out = RefCell::new(out);
        let mut tracer = Tracer::new(&out, budget, &self.items);
        let mut found = Found::new(budget, visit);
        let outcome = bits::traced_without(&self.table, removed, &mut tracer, &mut found);
        tracer.finish()?;
        let stats = SearchStats { solutions: found.count(), ..SearchStats::default() };
        Ok(Search { outcome, stats })
    }
}
