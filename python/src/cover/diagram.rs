//! The class `Diagram`: all solutions of a problem as a decision diagram.

use std::collections::HashMap;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use quadrille_cover::{BigUint, CancelToken};

use super::ask;
use super::objects::Problem;
use crate::big::Count;
use crate::errors;
use crate::interruptible::{TimeLimit, interruptible};

/// Upper bound on the nodes of a zero-suppressed diagram: with the tables that find equal nodes, about a gigabyte, which is also the
/// bound on the memory of the search.
const MOST_NODES: usize = 1 << 24;

/// All solutions of a problem as a decision diagram, made by `Problem.diagram`.
///
/// The diagram is made once, by a search. Counting and drawing random solutions need no search after that.
///
/// >>> from quadrille import Problem
/// >>> diagram = Problem.family("queens:8").diagram()
/// >>> diagram.count(), len(diagram.sample(3, seed=7))
/// (92, 3)
#[pyclass(frozen, module = "quadrille")]
pub struct Diagram {
    problem: Py<Problem>,
    diagram: quadrille_cover::diagram::Diagram,
}

impl Diagram {
    pub fn new(problem: Py<Problem>, diagram: quadrille_cover::diagram::Diagram) -> Self {
        Self { problem, diagram }
    }
}

#[pymethods]
impl Diagram {
    /// The number of solutions.
    fn count(&self) -> Count {
        Count(self.diagram.count())
    }

    /// `k` random solutions, each drawn from all solutions with the same probability. The same `seed` gives the same solutions as
    /// `Problem.sample`.
    #[pyo3(signature = (k=1, seed=0))]
    fn sample<'py>(&self, py: Python<'py>, k: usize, seed: u64) -> PyResult<Bound<'py, PyList>> {
        let ended = interruptible(py, None, |cancel| ask::drawn(&self.diagram, k, seed, cancel))?;
        self.problem.get().list(py, &ended.value)
    }

    /// The nodes of a zero-suppressed decision diagram of the solutions: an array of uint32 with the columns option, low and high.
    ///
    /// Row `r` is node `r + 2`, after its children; nodes 0 and 1 are the terminals, and the last node is the root. A path from the root to 1 is a
    /// solution: the options of the nodes that it leaves by the high edge. An option is a place in `Problem.names`, and paths may have
    /// different orders of options. There are no nodes if there is no solution, or only the empty one.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a"], ["b"], ["a", "b"]]).diagram().nodes().tolist()
    /// [[2, 0, 1], [1, 0, 1], [0, 2, 3]]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let ended = interruptible(py, None, |cancel| nodes(&self.diagram, cancel))?;
        let rows = ended.value.ok_or_else(|| {
            errors::too_large(&format!(
                "found more than {MOST_NODES} nodes of a zero-suppressed decision diagram"
            ))
        })?;
        let count = rows.len();
        PyArray1::from_vec(py, rows.into_flattened()).reshape([count, 3])
    }

    /// For each option, by its name, the number of solutions that hold it.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a"], ["b"], ["a", "b"]]).diagram().marginals()
    /// {0: 1, 1: 1, 2: 1}
    fn marginals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (all, problem) = (PyDict::new(py), self.problem.get());
        let ended = interruptible(py, None, |_| self.diagram.marginals())?;
        for (name, number) in problem.names.iter().zip(ended.value) {
            all.set_item(name, Count(number))?;
        }
        Ok(all)
    }

    /// How many solutions have which cost: the cheapest first, each cost with its number of solutions. Without costs, each option costs 1.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a"], ["b"], ["a", "b"]], costs=[2, 4, 7]).diagram().costs()
    /// {6: 1, 7: 1}
    #[pyo3(signature = (*, time_limit=None))]
    fn costs<'py>(&self, py: Python<'py>, time_limit: Option<f64>) -> PyResult<Bound<'py, PyDict>> {
        let limit = TimeLimit::new(time_limit)?;
        let ended = interruptible(py, limit, |cancel| {
            self.diagram.clone().priced().costs(&ask::budget(cancel))
        })?;
        let all = PyDict::new(py);
        match (ended.value, limit.filter(|_| ended.timed_out)) {
            (Some(costs), _) => {
                for (cost, number) in costs {
                    all.set_item(cost, Count(number))?;
                }
                Ok(all)
            }
            (None, Some(limit)) => Err(errors::time_limit(limit.seconds, 0u32.into(), None)),
            (None, None) => Err(errors::too_large("found too many different costs")),
        }
    }

    /// The solution with this number in the order of the diagram, from 0; `None` if there are not as many.
    ///
    /// >>> from quadrille import Problem
    /// >>> diagram = Problem.family("queens:8").diagram()
    /// >>> diagram.index(diagram.nth(91)), diagram.nth(92)
    /// (91, None)
    fn nth<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number)] number: BigUint,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let found = self.diagram.nth(&number);
        found.map(|solution| self.problem.get().solution(py, &solution)).transpose()
    }

    /// The number of a solution in the order of the diagram, from 0; `None` if the options are no solution.
    fn index(&self, solution: &Bound<'_, PyAny>) -> PyResult<Option<Count>> {
        let options = self.problem.get().options_of(solution)?;
        Ok(self.diagram.index_of(&options).map(Count))
    }

    /// The diagram of the solutions that hold these options, named as in a solution, made without a search.
    ///
    /// >>> from quadrille import Problem
    /// >>> diagram = Problem.family("queens:8").diagram()
    /// >>> diagram.given(diagram.nth(0)[:1]).count()
    /// 16
    fn given(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Self> {
        let options = self.problem.get().options_of(options)?;
        Ok(Self::new(self.problem.clone_ref(py), self.diagram.given(&options)))
    }

    fn __repr__(&self) -> String {
        format!("<Diagram: {} solutions>", self.diagram.count())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.problem)
    }
}

/// Nodes of a zero-suppressed diagram while they are made.
struct Zdd<'d> {
    of: &'d quadrille_cover::diagram::Diagram,
    cancel: &'d CancelToken,
    rows: Vec<[u32; 3]>,
    /// The numbers of the rows.
    known: HashMap<[u32; 3], u32>,
    /// By a node of the diagram and the node that follows its solutions, the node that stands for both.
    chained: HashMap<(u32, u32), u32>,
}

impl Zdd<'_> {
    fn row(&mut self, row: [u32; 3]) -> Option<u32> {
        if let Some(&known) = self.known.get(&row) {
            return Some(known);
        }
        if self.rows.len() == MOST_NODES || self.cancel.is_cancelled() {
            return None;
        }
        let number = self.rows.len() as u32 + 2;
        self.rows.push(row);
        self.known.insert(row, number);
        Some(number)
    }

    /// The node for the solutions of a node of the diagram, each followed by those of `next`. Independent parts are put one after
    /// another. `None` if there are too many nodes or the token is cancelled.
    fn chain(&mut self, node: u32, next: u32) -> Option<u32> {
        if let Some(&known) = self.chained.get(&(node, next)) {
            return Some(known);
        }
        // The first options of the alternatives exclude each other, so no path meets an option twice.
        let mut low = 0;
        let of = self.of;
        for (options, children) in of.alternatives(node as usize).rev() {
            let mut high = next;
            for &child in children.iter().rev() {
                high = self.chain(child, high)?;
            }
            for (place, option) in options.iter().enumerate().rev() {
                let low = if place == 0 { low } else { 0 };
                high = self.row([option.index() as u32, low, high])?;
            }
            low = high;
        }
        self.chained.insert((node, next), low);
        Some(low)
    }
}

/// The nodes of a zero-suppressed diagram; `None` if there are too many or the token is cancelled.
fn nodes(
    diagram: &quadrille_cover::diagram::Diagram,
    cancel: &CancelToken,
) -> Option<Vec<[u32; 3]>> {
    let (known, chained) = (HashMap::new(), HashMap::new());
    let mut zdd = Zdd { of: diagram, cancel, rows: Vec::new(), known, chained };
    zdd.chain(diagram.nodes() as u32 - 1, 1)?;
    Some(zdd.rows)
}

/// The argument `number`: an integer of any size, 0 or more.
fn number(value: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    let bytes = || {
        let bits: usize = value.call_method0("bit_length")?.extract()?;
        let bytes = value.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
        Ok::<_, PyErr>(BigUint::from_bytes_le(bytes.cast::<PyBytes>()?.as_bytes()))
    };
    bytes().map_err(|_| {
        let found = errors::shown_short(value);
        errors::input(format!("number: found {found}; expected an integer, 0 or more"))
    })
}
