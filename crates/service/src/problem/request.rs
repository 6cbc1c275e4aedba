//! What is asked of a problem, as plain data.

use quadrille_cover::{Budget, CancelToken};
use serde::{Deserialize, Serialize};

use super::source::Source;
use crate::{Limits, Number};

/// A question about a problem, and within what limits it is answered.
///
/// ```
/// use quadrille_service::problem::{Question, Request, Source};
///
/// let request: Request = serde_json::from_str(r#"{"source": {"family": "queens:8"}, "question": {"solutions": {"limit": 2}}}"#)?;
/// assert_eq!(request, Request::new(Source::family("queens:8"), Question::Solutions { limit: Some(2) }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The problem.
    pub source: Source,
    /// What is asked.
    pub question: Question,
    /// Options chosen in advance, by their items or their numbers from 1.
    #[serde(default)]
    pub given: Vec<String>,
    /// Items, by their names or the beginning of names and `*`: of solutions and their number, those count once that cover these items
    /// in the same way.
    #[serde(default)]
    pub onto: Vec<String>,
    /// Whether symmetries and classes are those of the rotations of the board alone, which the family of the problem must name.
    #[serde(default)]
    pub rotations: bool,
    /// Whether options that cannot be read are left out.
    #[serde(default)]
    pub keep_going: bool,
    /// Whether the problem is reduced before the search.
    #[serde(default)]
    pub preprocess: bool,
    /// The name of an engine.
    #[serde(default = "auto")]
    pub engine: String,
    /// The limits of the search.
    #[serde(default)]
    pub limits: Limits,
    /// Number of threads, if the problem is searched in parts.
    #[serde(default)]
    pub jobs: Option<usize>,
}

fn auto() -> String {
    "auto".to_owned()
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Solutions, up to a limit.
    Solutions {
        /// After this number of solutions the search stops.
        limit: Option<u64>,
    },
    /// This number of the cheapest solutions. If no option has a cost, each costs 1.
    Cheapest(usize),
    /// The number of solutions, counted up to a limit.
    Count {
        /// After this number of solutions the count stops.
        limit: Option<u64>,
    },
    /// The symmetries of the problem: how many there are, and generators.
    Symmetries,
    /// Classes of solutions up to symmetry.
    Classes {
        /// How they are found.
        method: Classes,
        /// Whether their number is wanted alone.
        is_counted: bool,
        /// Upper bound on the classes of which a solution is given.
        limit: Option<u64>,
    },
    /// The decision diagram of all solutions.
    Compile,
    /// Random solutions, each drawn from all with the same probability.
    Sample {
        /// The number of solutions drawn.
        number: u64,
        /// The seed of the random numbers.
        seed: u64,
    },
    /// The solution of this number, from 1.
    Nth(Number),
    /// The number of the solution with these options, each by its items or its number from 1.
    IndexOf(Vec<String>),
    /// For each option, the number of solutions that hold it.
    Marginals,
    /// For each cost, the number of solutions that have it. If no option has a cost, each costs 1.
    Costs,
    /// How large the search for all solutions would be.
    Estimate {
        /// What the estimate may cost, in nodes.
        nodes: u64,
        /// The seed of the random numbers.
        seed: u64,
    },
    /// A short reason why there is no solution, once a search for one has found none.
    Why,
}

/// How classes of solutions are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Classes {
    /// By the number of solutions: up to 1048576 are visited.
    #[default]
    Auto,
    /// Visit all solutions.
    Enumerate,
    /// Extend partial solutions, one of each class.
    Levels,
}

impl Question {
    /// Whether the answer is the number of solutions.
    pub fn is_count(&self) -> bool {
        matches!(self, Self::Count { .. })
    }

    /// The number of solutions after which a search stops.
    pub fn limit(&self) -> Option<u64> {
        match *self {
            Self::Solutions { limit } | Self::Count { limit } => limit,
            Self::Why => Some(1),
            _ => None,
        }
    }

    /// The number of solutions, if the cheapest are asked for.
    pub fn cheapest(&self) -> Option<usize> {
        if let Self::Cheapest(k) = self { Some(*k) } else { None }
    }

    /// Whether the answer depends on costs.
    pub fn needs_costs(&self) -> bool {
        matches!(self, Self::Cheapest(_) | Self::Costs)
    }

    /// The number of random solutions, and the seed.
    pub fn sample(&self) -> Option<(u64, u64)> {
        if let Self::Sample { number, seed } = *self { Some((number, seed)) } else { None }
    }

    /// Whether more than one solution may be shown.
    pub fn several(&self) -> bool {
        match *self {
            Self::Solutions { limit } => limit != Some(1),
            Self::Cheapest(k) => k > 1,
            Self::Sample { number, .. } => number > 1,
            _ => false,
        }
    }

    /// Whether a diagram answers, or draws from the counts of `iso`.
    pub fn needs_diagram(&self) -> bool {
        matches!(
            self,
            Self::Compile
                | Self::Sample { .. }
                | Self::Nth(_)
                | Self::IndexOf(_)
                | Self::Marginals
                | Self::Costs
        )
    }
}

impl Request {
    /// A question with nothing else asked: the engine `auto`, no limits.
    pub fn new(source: Source, question: Question) -> Self {
        Self {
            source,
            question,
            given: Vec::new(),
            onto: Vec::new(),
            rotations: false,
            keep_going: false,
            preprocess: false,
            engine: auto(),
            limits: Limits::default(),
            jobs: None,
        }
    }

    /// The budget of the search.
    pub fn budget(&self, cancel: &CancelToken) -> Budget {
        self.limits.budget(self.question.limit(), cancel)
    }
}
