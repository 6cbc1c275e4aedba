//! The limits of a search.

use quadrille_cover::{Budget, CancelToken};
use serde::{Deserialize, Serialize};

/// The limits of a search. Those that are `None` do not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Number of tests, as the engine defines them.
    pub tests: Option<u64>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory.
    pub memory: Option<usize>,
}

impl Limits {
    /// The budget of a search for up to `solutions` solutions.
    pub fn budget(self, solutions: Option<u64>, cancel: &CancelToken) -> Budget {
        let Self { tests, nodes, memory } = self;
        Budget { nodes, tests, solutions, memory, cancel: Some(cancel.clone()) }
    }
}
