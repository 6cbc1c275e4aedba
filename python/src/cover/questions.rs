//! Further questions to a `Problem`: what is left of it, its symmetries, why it has no solution.

use std::collections::HashMap;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use quadrille_cover::estimate::Effort;
use quadrille_cover::family::{self, Layout};
use quadrille_cover::symmetry::Symmetries;
use quadrille_service::problem::{
    Classes, Classified, FEATURE_NODES, NoReason, Question, board, features, reason,
};
use quadrille_view::reason::words;

use super::ask;
use super::build::Built;
use super::objects::Problem;
use crate::big::Count;
use crate::errors::{self, input};
use crate::interruptible::{Ended, TimeLimit, interruptible};
use crate::numbers;

/// A symmetry as the cycles of the labels that it moves.
type Cycles = Vec<Vec<Py<PyAny>>>;

/// What was found, unless a limit of time ended the work before.
fn in_time<T>(
    ended: Ended<Result<T, quadrille_service::Error>>,
    limit: Option<TimeLimit>,
) -> PyResult<T> {
    match (ended.value, limit) {
        (Ok(found), _) => Ok(found),
        (Err(_), Some(limit)) if ended.timed_out => {
            Err(errors::time_limit(limit.seconds, 0u32.into(), None))
        }
        (Err(error), _) => Err(errors::asked(error)),
    }
}

impl Problem {
    /// The board of the family, if the problem is of one that has a board.
    fn layout(&self) -> Option<Layout> {
        self.family.as_ref().and_then(|spec| family::layout(spec).ok()).flatten()
    }

    /// The labels of names; a name that is of no item, such as that of a colour, is its text.
    fn labels_of(&self, py: Python<'_>, cycles: Vec<Vec<String>>) -> PyResult<Cycles> {
        let names = self.problem.item_ids().map(|item| self.problem.item_name(item));
        let labels: HashMap<&str, &Py<PyAny>> = names.zip(&self.labels).collect();
        let label = |name: String| match labels.get(&*name) {
            Some(label) => Ok(label.clone_ref(py)),
            None => Ok(name.into_pyobject(py)?.into_any().unbind()),
        };
        cycles.into_iter().map(|cycle| cycle.into_iter().map(label).collect()).collect()
    }
}

#[pymethods]
impl Problem {
    /// The costs of the options by their names, or `None` if the problem has no costs.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem({"bus": "a", "taxi": "ab"}, costs={"bus": 2, "taxi": 7}).costs
    /// {'bus': 2, 'taxi': 7}
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if !self.problem.has_costs() {
            return Ok(None);
        }
        let costs = PyDict::new(py);
        for (option, name) in self.problem.option_ids().zip(&self.names) {
            costs.set_item(name, self.problem.cost(option))?;
        }
        Ok(Some(costs))
    }

    /// The problem that is left when these options, named as in a solution, are chosen. Its options keep their names; with `options`, each of its
    /// solutions is a solution of this problem.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem({"A": [0, 3], "B": [0, 1, 2], "C": [1, 2], "D": [4]}).given(["A"]).first()
    /// ('C', 'D')
    fn given(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = self.options_of(options)?;
        let left = self.problem.given(&given);
        let left = left.map_err(|error| input(format!("given: {error}")))?;
        let items = left.problem.item_ids().map(|item| left.problem.item_name(item).to_owned());
        let mut labels = self.labels_of(py, vec![items.collect()])?;
        let bound = |object: &Py<PyAny>| object.bind(py).clone();
        let built = Built {
            labels: labels.swap_remove(0).iter().map(bound).collect(),
            colours: self.colours.iter().map(bound).collect(),
            names: left.options.iter().map(|option| bound(&self.names[option.index()])).collect(),
            problem: left.problem,
        };
        Self::of_built(py, built, None)
    }

    /// A short reason why the problem has no solution, as text that can be checked by hand: weights of items, or such weights for each
    /// option of an item. `None` if there is a solution. `UnsupportedError` says that no short reason was found.
    ///
    /// >>> from quadrille import Problem
    /// >>> print(Problem.family("dominoes:3x3").why().split(".")[0])
    /// Colour the squares like a chessboard, so that 5 are dark and 4 are light
    #[pyo3(signature = (*, time_limit=None))]
    fn why(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Option<String>> {
        let limit = TimeLimit::new(time_limit)?;
        let engine = ask::engine("auto", &self.problem)?;
        let first = Question::Solutions { limit: Some(1) };
        let ended = interruptible(py, limit, |cancel| {
            let found = ask::some(&self.problem, first, (engine, 1), cancel)?;
            Ok(match (found.is_empty(), cancel.is_cancelled()) {
                (false, _) => Err(NoReason::Solution),
                (true, true) => Err(NoReason::Stopped),
                (true, false) => reason(&self.problem, cancel),
            })
        })?;
        match (in_time(ended, limit)?, limit) {
            (Ok(why), _) => Ok(Some(words(&self.problem, &why, self.layout().as_ref()))),
            (Err(NoReason::Solution), _) => Ok(None),
            (Err(NoReason::Stopped), Some(limit)) => {
                Err(errors::time_limit(limit.seconds, 0u32.into(), None))
            }
            (Err(none), _) => Err(errors::no_reason(&none)),
        }
    }

    /// The symmetries of the problem as `(order, generators)`: their number, and symmetries from which all others can be made, each as a list of the
    /// cycles of items that it moves. With `rotations`, only those that rotate the board of a family.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a", "c"], ["b", "c"]]).symmetries()
    /// (2, [[['a', 'b']]])
    #[pyo3(signature = (*, rotations=false, time_limit=None))]
    fn symmetries(
        &self,
        py: Python<'_>,
        rotations: bool,
        time_limit: Option<f64>,
    ) -> PyResult<(Count, Vec<Cycles>)> {
        let (limit, layout) = (TimeLimit::new(time_limit)?, self.layout());
        let ended = interruptible(py, limit, |cancel| {
            let group = if rotations {
                Symmetries::rotations(&self.problem, board(layout.as_ref())?)?
            } else {
                Symmetries::new(&self.problem, &ask::budget(cancel))?
            };
            Ok((group.order().clone(), group.generators()))
        })?;
        let (order, generators) = in_time(ended, limit)?;
        let generators = generators.into_iter().map(|cycles| self.labels_of(py, cycles));
        Ok((Count(order), generators.collect::<PyResult<_>>()?))
    }

    /// The solutions up to the symmetries of the problem, a list of `(solution, number)`: one solution of each class, and the number of solutions in
    /// the class. With `rotations`, up to those symmetries that rotate the board of a family.
    ///
    /// >>> from quadrille import Problem
    /// >>> classes = Problem.family("queens:6").classes()
    /// >>> len(classes), classes[0][1]
    /// (1, 4)
    #[pyo3(signature = (*, engine="auto", rotations=false, time_limit=None))]
    fn classes<'py>(
        &self,
        py: Python<'py>,
        engine: &str,
        rotations: bool,
        time_limit: Option<f64>,
    ) -> PyResult<Vec<(Bound<'py, PyTuple>, Count)>> {
        let (limit, layout) = (TimeLimit::new(time_limit)?, self.layout());
        let engine = ask::engine(engine, &self.problem)?;
        let ended = interruptible(py, limit, |cancel| {
            let (budget, method) = (ask::budget(cancel), Classes::Auto);
            if rotations {
                let board = board(layout.as_ref())?;
                return Classified::find_rotated(&self.problem, board, method, engine, &budget);
            }
            Classified::find(&self.problem, method, engine, &budget)
        })?;
        let classes = in_time(ended, limit)?.classes.into_iter();
        classes
            .map(|class| Ok((self.solution(py, &class.solution)?, Count(class.solutions))))
            .collect()
    }

    /// Numbers by which an engine may be chosen, by name: sizes of the problem, what preprocessing removes, an estimate of the search, whether the memo
    /// of `memo` pays, and the group of symmetries. One that could not be determined is `None`. The same `nodes` and `seed` give the same numbers on
    /// every machine.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem.family("queens:8").features()["options"]
    /// 64.0
    #[pyo3(signature = (*, nodes=FEATURE_NODES, seed=0), text_signature = "($self, *, nodes=50000, seed=0)")]
    fn features<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let ended = interruptible(py, None, |cancel| {
            let effort = Effort { seed, nodes, cancel: Some(cancel.clone()) };
            features(&self.problem, &effort, &Instant::now())
        })?;
        let all = PyDict::new(py);
        for (name, value) in ended.value.into_iter().flat_map(|step| step.features) {
            all.set_item(name, value)?;
        }
        Ok(all)
    }
}
