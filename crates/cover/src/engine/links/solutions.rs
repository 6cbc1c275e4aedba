//! An iterator over solutions: the search of dancing links, stopped at each solution and resumed.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use super::multiplicities::Several;
use super::recorder::Recorder;
use super::table::Links;
use super::{Dance, Dlx, Path};
use crate::problem::{OptionId, Problem};
use crate::search::{Budget, Found, Outcome, Silent, Solution, Solver, Unsupported};

impl Dlx {
    /// An iterator over the solutions, in the order of the search. Each call of `next` searches for one
    /// solution.
    ///
    /// ```
    /// use quadrille_cover::{Problem, engine::Dlx};
    ///
    /// let problem = Problem::parse("a b c\na\nb\na b\nc\nb c\n")?;
    /// let mut solutions = Dlx.solutions(&problem)?;
    /// let shortest = solutions.by_ref().find(|solution| solution.len() == 2);
    /// assert_eq!(shortest.map(|s| problem.option_text(s[1])), Some("b c".into()));
    /// assert_eq!(solutions.count(), 1); // the solutions after the shortest
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// On a problem too large for 32-bit links.
    pub fn solutions(self, problem: &Problem) -> Result<Solutions, Unsupported> {
        self.accepts(problem)?;
        Ok(Solutions::new(problem))
    }
}

/// Iterator over the solutions of a problem, made by [`Dlx::solutions`].
///
/// The search runs only within `next`, on the calling thread. The iterator has its own tables, so it may
/// outlive the problem.
///
/// ```
/// use quadrille_cover::{Dlx, engine::Solutions, family, verify};
///
/// // Three arrangements of twelve queens, of 14200.
/// let queens = family::build("queens:12")?;
/// let solutions: Solutions = Dlx.solutions(&queens)?;
/// for solution in solutions.take(3) {
///     verify(&queens, &solution)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solutions {
    search: Box<dyn Resume>,
    ended: bool,
}

impl Solutions {
    pub(super) fn new(problem: &Problem) -> Self {
        Self { search: searching(problem), ended: false }
    }
}

/// The search of a problem that can be suspended: Algorithm X, C or M.
pub(super) fn searching(problem: &Problem) -> Box<dyn Resume> {
    let links = || Links::new(problem);
    if problem.has_multiplicities() {
        return if problem.has_colours() {
            Box::new((Several::<true>::new(problem), false))
        } else {
            Box::new((Several::<false>::new(problem), false))
        };
    }
    match (problem.has_colours(), problem.has_preferences()) {
        (false, false) => Box::new((Dance::<false, false>(links()), Path::default())),
        (true, false) => Box::new((Dance::<true, false>(links()), Path::default())),
        (false, true) => Box::new((Dance::<false, true>(links()), Path::default())),
        (true, true) => Box::new((Dance::<true, true>(links()), Path::default())),
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.ended {
            return None;
        }
        let mut next = None;
        let mut visit = |solution: &[OptionId]| {
            next = Some(solution.to_vec());
            ControlFlow::Break(())
        };
        let budget = Budget::default();
        let mut found = Found::new(&budget, &mut visit);
        let outcome = self.search.resume(&mut Silent::new(&budget), &mut found);
        self.ended = outcome != Outcome::Stopped;
        next
    }
}

impl FusedIterator for Solutions {}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").field("ended", &self.ended).finish_non_exhaustive()
    }
}

/// A search that can continue after the solution at which it stopped, or before the node that its probe did not allow.
pub(super) trait Resume: Send {
    fn resume(&mut self, probe: &mut Silent<'_>, found: &mut Found<'_, [OptionId]>) -> Outcome;

    /// The same with another probe.
    fn record(&mut self, probe: &mut Recorder, found: &mut Found<'_, [OptionId]>) -> Outcome;
}

impl<const COLOURS: bool, const PREFERENCES: bool> Resume for (Dance<COLOURS, PREFERENCES>, Path) {
    fn resume(&mut self, probe: &mut Silent<'_>, found: &mut Found<'_, [OptionId]>) -> Outcome {
        self.0.resume(&mut self.1, probe, found)
    }

    fn record(&mut self, probe: &mut Recorder, found: &mut Found<'_, [OptionId]>) -> Outcome {
        self.0.resume(&mut self.1, probe, found)
    }
}

impl<const COLOURS: bool> Resume for (Several<COLOURS>, bool) {
    fn resume(&mut self, probe: &mut Silent<'_>, found: &mut Found<'_, [OptionId]>) -> Outcome {
        self.0.resume(&mut self.1, probe, found)
    }

    fn record(&mut self, probe: &mut Recorder, found: &mut Found<'_, [OptionId]>) -> Outcome {
        self.0.resume(&mut self.1, probe, found)
    }
}
