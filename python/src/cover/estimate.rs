//! The class `Estimate`: how large a search is.

use pyo3::prelude::*;
use quadrille_cover::estimate::Quantity;
use quadrille_service::problem::blind;

/// How large the search of a problem is, estimated by `Problem.estimate`. The tree is that of the engine `bits`; for engines with a
/// memo (`auto`, `memo`, `iso`, `frontier`) its nodes are an upper bound.
///
/// `nodes` and `solutions` are the estimates. `nodes_interval` and `solutions_interval` are intervals of 90 %, each as
/// `(low, high)`; `high` is `None` where the estimator cannot know how much it has missed, and `warnings` says why.
///
/// >>> from quadrille import Problem
/// >>> estimate = Problem.family("queens:13").estimate(nodes=50_000)
/// >>> low, high = estimate.nodes_interval
/// >>> low < 1_100_000 and high > 1_000_000
/// True
#[pyclass(frozen, get_all, module = "quadrille")]
pub struct Estimate {
    /// The number of nodes.
    nodes: f64,
    /// The interval of the number of nodes.
    nodes_interval: (f64, Option<f64>),
    /// The number of solutions.
    solutions: f64,
    /// The interval of the number of solutions.
    solutions_interval: (f64, Option<f64>),
    /// Whether the whole tree was searched, so that the numbers are exact.
    is_exact: bool,
    /// The number of nodes that were searched for the estimate.
    searched: u64,
    /// Why an interval has no upper end.
    warnings: Vec<String>,
}

impl Estimate {
    pub fn of(made: &quadrille_cover::estimate::Estimate) -> Self {
        let interval = |quantity: &Quantity| (quantity.low, quantity.high);
        let warning = |(what, blind)| format!("no upper end for {what}: {blind}");
        Self {
            nodes: made.nodes.value,
            nodes_interval: interval(&made.nodes),
            solutions: made.solutions.value,
            solutions_interval: interval(&made.solutions),
            is_exact: made.is_exact,
            searched: made.searched,
            warnings: blind(made).map(warning).collect(),
        }
    }
}

#[pymethods]
impl Estimate {
    fn __repr__(&self) -> String {
        let about = if self.is_exact { "" } else { "about " };
        format!(
            "<Estimate: {about}{:.4e} nodes, {about}{:.4e} solutions>",
            self.nodes, self.solutions
        )
    }
}
