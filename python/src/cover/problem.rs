//! The methods of the class `Problem`.

use std::io::{Cursor, Read};
use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use quadrille_cover::estimate::{Effort, estimate};
use quadrille_cover::{OptionId, family, verify};
use quadrille_service::problem::{Question, Sampler};
use quadrille_tables::Input;
use quadrille_view::picture::figure;

use super::ask;
use super::build::{Extras, build};
use super::diagram::Diagram;
use super::estimate::Estimate;
use super::objects::Problem;
use super::solutions::Solutions;
use crate::big::Count;
use crate::errors::{self, input};
use crate::interruptible::{Ended, TimeLimit, interruptible, jobs};
use crate::numbers;
use crate::picture::Picture;

/// What was found if a diagram is too large.
const TOO_LARGE: &str = "found a decision diagram larger than 1 GiB";

/// Raises the exception of a limit of time, if the search was ended by one.
fn known(
    limit: Option<TimeLimit>,
    timed_out: bool,
    count: usize,
    solutions: Bound<'_, PyList>,
) -> PyResult<()> {
    match limit {
        Some(limit) if timed_out => Err(errors::time_limit(
            limit.seconds,
            count.into(),
            Some(solutions.into_any().unbind()),
        )),
        _ => Ok(()),
    }
}

/// The family that a comment of a text names, if there is such a family.
fn named(text: &[u8]) -> Option<String> {
    family::in_comment(text).filter(|spec| family::layout(spec).is_ok()).map(str::to_owned)
}

impl Problem {
    /// The problem of a text in any format, perhaps compressed.
    fn of_file(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Self> {
        let mut text = Vec::new();
        quadrille_tables::unpacked(Input::Stream(Box::new(Cursor::new(bytes))))
            .and_then(|mut unpacked| unpacked.read_to_end(&mut text))
            .map_err(|error| input(format!("options: {error}")))?;
        let problem = quadrille_tables::read_strictly(&text);
        let problem = problem.map_err(|error| input(format!("options: {error}")))?;
        Self::of_text(py, problem, named(&text))
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (options, *, items=None, secondary=None, multiplicities=None, costs=None))]
    fn new(
        py: Python<'_>,
        options: &Bound<'_, PyAny>,
        items: Option<Bound<'_, PyAny>>,
        secondary: Option<Bound<'_, PyAny>>,
        multiplicities: Option<Bound<'_, PyAny>>,
        costs: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let text = match options.cast::<PyString>() {
            Ok(text) => Some(text.to_cow()?.into_owned().into_bytes()),
            Err(_) => options.cast::<PyBytes>().ok().map(|bytes| bytes.as_bytes().to_vec()),
        };
        let extras = Extras { items, secondary, multiplicities, costs };
        match text {
            None => Self::of_built(py, build(options, &extras)?, None),
            Some(text) if extras.is_empty() => Self::of_file(py, text),
            Some(_) => Err(input(
                "options: found a text and other arguments; expected a text alone, which has its own items",
            )),
        }
    }

    /// A problem in the text format of Knuth's programs.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem.from_dlx("a b c\na b\nc\n").first()
    /// (0, 1)
    #[staticmethod]
    fn from_dlx(py: Python<'_>, text: &str) -> PyResult<Self> {
        let problem = quadrille_cover::Problem::parse(text)
            .map_err(|error| input(format!("DLX text: {error}")))?;
        Self::of_text(py, problem, named(text.as_bytes()))
    }

    /// A problem of a family, such as `"queens:8"`. `families` lists all families.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem.family("queens:8").count()
    /// 92
    #[staticmethod]
    fn family(py: Python<'_>, spec: &str) -> PyResult<Self> {
        let problem = family::build(spec).map_err(|error| input(format!("family: {error}")))?;
        Self::of_text(py, problem, Some(spec.to_owned()))
    }

    /// The problem in the text format of Knuth's programs. Labels that are no str or int, or no names in this format, become `#0`, `#1` and so on.
    ///
    /// >>> from quadrille import Problem
    /// >>> print(Problem([["a", "b"], ["c"]]).to_dlx(), end="")
    /// a b c
    /// a b
    /// c
    fn to_dlx(&self) -> String {
        let family =
            self.family.as_ref().map(|spec| format!("| family {spec}\n")).unwrap_or_default();
        format!("{family}{}", self.problem)
    }

    /// The problem in a format of other programs: `"matrix"`, `"lists"`, `"partition"`, `"counted"`, `"market"`, `"json"`, `"opb"`, `"lp"` or
    /// `"cnf"`, or in `"knuth"`. `InputError` says what of the problem a format cannot hold.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a", "b"], ["c"]]).to_text("opb").splitlines()[1]
    /// '+1 x1 = 1 ;'
    fn to_text(&self, format: &str) -> PyResult<String> {
        quadrille_tables::write_problem(&self.problem, format).map_err(input)
    }

    /// The labels of the items, primary items first.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.labels)
    }

    /// The names of the options, in their order.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.names)
    }

    /// The items of an option, by its name.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem({"A": "xy", "B": "z"})["A"]
    /// ('x', 'y')
    fn __getitem__<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        self.items_of_option(name.py(), self.number(name)?)
    }

    /// The number of options.
    fn __len__(&self) -> usize {
        self.problem.options()
    }

    fn __repr__(&self) -> String {
        let (options, primary) = (self.problem.options(), self.problem.primary());
        let secondary = self.problem.items() - primary;
        let family = self.family.as_ref().map(|spec| format!(" {spec}")).unwrap_or_default();
        format!(
            "<Problem{family}: {options} options, {primary} primary and {secondary} secondary items>"
        )
    }

    /// An iterator over all solutions. Each is a tuple of names of options.
    ///
    /// - `engine`: the engine that searches; `engines` lists all engines.
    /// - `jobs`: the number of threads that search. With `None`, one for each core.
    /// - `time_limit`: after this number of seconds the iterator raises `TimeLimit`.
    /// - `onto`: items, by their labels or the beginning of their names and `*`. Of solutions that cover these in the same way, one is given.
    ///
    /// >>> from quadrille import Problem
    /// >>> sorted(Problem([["a"], ["b"], ["a", "b"]]).solutions())
    /// [(0, 1), (2,)]
    #[pyo3(
        signature = (*, engine="auto", jobs=Some(1), time_limit=None, onto=None),
        text_signature = "($self, *, engine='auto', jobs=1, time_limit=None, onto=None)"
    )]
    fn solutions(
        slf: &Bound<'_, Self>,
        engine: &str,
        #[pyo3(from_py_with = option)] jobs: Option<usize>,
        time_limit: Option<f64>,
        onto: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solutions> {
        let (limit, threads) = (TimeLimit::new(time_limit)?, crate::interruptible::jobs(jobs)?);
        let (onto, engine) = (slf.get().onto(onto)?, ask::engine(engine, &slf.get().problem)?);
        Ok(Solutions::start(slf, onto, engine, threads, limit))
    }

    /// The number of solutions. Counting may be much faster than iterating over the solutions. With `onto`, solutions count once that
    /// cover these items in the same way, as in `solutions`.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem.family("dominoes:12x12").count()
    /// 53060477521960000
    /// >>> Problem.family("polyominoes:1-4:3x5").count(onto=["X*"])
    /// 30
    #[pyo3(
        signature = (*, engine="auto", jobs=Some(1), time_limit=None, onto=None),
        text_signature = "($self, *, engine='auto', jobs=1, time_limit=None, onto=None)"
    )]
    fn count(
        &self,
        py: Python<'_>,
        engine: &str,
        #[pyo3(from_py_with = option)] jobs: Option<usize>,
        time_limit: Option<f64>,
        onto: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Count> {
        let (limit, threads) = (TimeLimit::new(time_limit)?, crate::interruptible::jobs(jobs)?);
        let engine = ask::engine(engine, &self.problem)?;
        let onto = self.onto(onto)?;
        if threads == 1
            && onto.is_empty()
            && let Some(found) = ask::quick(&self.problem, engine, None)
        {
            return Ok(Count(found.len().into()));
        }
        let count = Question::Count { limit: None };
        let ended = interruptible(py, limit, |cancel| {
            let visit = &mut |_: &[OptionId]| ControlFlow::Continue(());
            ask::ask(&self.problem, count, &onto, (engine, threads), cancel, visit)
        })?;
        let tally = ended.value.map_err(errors::asked)?;
        match limit.filter(|_| ended.timed_out) {
            Some(limit) => Err(errors::time_limit(limit.seconds, tally.solutions, None)),
            None => Ok(Count(tally.solutions)),
        }
    }

    /// A solution, or `None` if there is none.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a"]], items=["a", "b"]).first() is None
    /// True
    #[pyo3(
        signature = (*, engine="auto", jobs=Some(1), time_limit=None),
        text_signature = "($self, *, engine='auto', jobs=1, time_limit=None)"
    )]
    fn first<'py>(
        &self,
        py: Python<'py>,
        engine: &str,
        #[pyo3(from_py_with = option)] jobs: Option<usize>,
        time_limit: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (limit, threads) = (TimeLimit::new(time_limit)?, crate::interruptible::jobs(jobs)?);
        let engine = ask::engine(engine, &self.problem)?;
        if let Some(found) = ask::quick(&self.problem, engine, Some(1)) {
            return found.first().map(|solution| self.solution(py, solution)).transpose();
        }
        let first = Question::Solutions { limit: Some(1) };
        let Ended { value, timed_out } = interruptible(py, limit, |cancel| {
            ask::some(&self.problem, first, (engine, threads), cancel)
        })?;
        let found = value.map_err(errors::asked)?;
        if found.is_empty() {
            known(limit, timed_out, 0, PyList::empty(py))?;
        }
        found.first().map(|solution| self.solution(py, solution)).transpose()
    }

    /// The `k` cheapest solutions, the cheapest first, each as `(cost, solution)`. Fewer if there are fewer solutions. If no option has
    /// a cost, each costs 1.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem([["a"], ["b"], ["a", "b"]], costs=[2, 4, 7]).cheapest(2)
    /// [(6, (0, 1)), (7, (2,))]
    #[pyo3(signature = (k=1, *, engine="auto", time_limit=None))]
    fn cheapest<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::k)] k: usize,
        engine: &str,
        time_limit: Option<f64>,
    ) -> PyResult<Vec<(u64, Bound<'py, PyTuple>)>> {
        let limit = TimeLimit::new(time_limit)?;
        let engine = ask::engine(engine, &self.problem)?;
        let cheapest = Question::Cheapest(k);
        let problem = self.problem.as_ref().clone().priced();
        let Ended { value, timed_out } =
            interruptible(py, limit, |cancel| ask::some(&problem, cheapest, (engine, 1), cancel))?;
        let list = value
            .map_err(errors::asked)?
            .iter()
            .map(|solution| Ok((problem.cost_of(solution), self.solution(py, solution)?)))
            .collect::<PyResult<Vec<_>>>()?;
        known(limit, timed_out, list.len(), PyList::new(py, &list)?)?;
        Ok(list)
    }

    /// `k` random solutions, each drawn from all solutions with the same probability. Empty if there is no solution. The same `seed` gives the same
    /// solutions on every machine.
    ///
    /// `engine` is `"diagram"`, which makes a decision diagram of all solutions, or `"iso"`, for problems whose diagram is too large. Both take problems
    /// with at most 8192 items and 16384 options; others raise `UnsupportedError`. `"descent"` takes every problem: the first solution of a search in
    /// random order, where some solutions are likelier than others.
    ///
    /// >>> from quadrille import Problem
    /// >>> len(Problem.family("queens:8").sample(3, seed=7))
    /// 3
    #[pyo3(signature = (k=1, seed=0, *, engine="diagram", time_limit=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::k)] k: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        engine: &str,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyList>> {
        let sampler = Sampler::by_name(engine).map_err(errors::asked)?;
        let limit = TimeLimit::new(time_limit)?;
        let Ended { value, timed_out } = interruptible(py, limit, |cancel| {
            ask::sample(sampler, &self.problem, k, seed, cancel)
        })?;
        let (found, is_whole) = value.map_err(errors::cannot_sample)?;
        let list = self.list(py, &found)?;
        if !is_whole {
            known(limit, timed_out, list.len(), list.clone())?;
        }
        if is_whole || sampler != Sampler::Diagram {
            return Ok(list);
        }
        Err(errors::too_large(TOO_LARGE))
    }

    /// All solutions as a decision diagram, which counts, draws random solutions and gives its nodes without another search.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem.family("dominoes:8x8").diagram().count()
    /// 12988816
    #[pyo3(signature = (*, time_limit=None))]
    fn diagram(slf: &Bound<'_, Self>, time_limit: Option<f64>) -> PyResult<Diagram> {
        let (py, limit) = (slf.py(), TimeLimit::new(time_limit)?);
        let problem = &slf.get().problem;
        let Ended { value, timed_out } = interruptible(py, limit, |cancel| {
            quadrille_cover::diagram::Diagram::compile(problem, &ask::budget(cancel))
        })?;
        let found = value.map_err(errors::cannot_compile)?;
        if found.is_none() {
            known(limit, timed_out, 0, PyList::empty(py))?;
        }
        let diagram = found.ok_or_else(|| errors::too_large(TOO_LARGE))?;
        Ok(Diagram::new(slf.clone().unbind(), diagram))
    }

    /// How large the search for all solutions is, before it is begun: an `Estimate` of its nodes and solutions.
    ///
    /// - `nodes`: what the estimate may cost, in nodes of a search; ten million take about a second.
    /// - `seed`: of the random numbers. The same `nodes` and `seed` give the same estimate on every machine.
    ///
    /// >>> from quadrille import Problem
    /// >>> Problem.family("queens:8").estimate()
    /// <Estimate: 1.0490e3 nodes, 9.2000e1 solutions>
    #[pyo3(signature = (*, nodes=10_000_000, seed=0))]
    fn estimate(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Estimate> {
        let ended = interruptible(py, None, |cancel| {
            estimate(&self.problem, &Effort { seed, nodes, cancel: Some(cancel.clone()) })
        })?;
        Ok(Estimate::of(&ended.value.map_err(errors::cannot_estimate)?))
    }

    /// Why the options do not form a solution, or `None` if they do. The check shares no code with the engines.
    ///
    /// >>> from quadrille import Problem
    /// >>> problem = Problem([["a"], ["b"], ["a", "b"]])
    /// >>> problem.verify([2]) is None, problem.verify([0, 2])
    /// (True, 'item `a` is covered 2 times; expected 1 to 1')
    fn verify(&self, solution: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(verify(&self.problem, &self.options_of(solution)?)
            .err()
            .map(|violation| violation.to_string()))
    }

    /// A picture of a solution on its board, which Jupyter shows. Only problems of a family with a board have one.
    ///
    /// >>> from quadrille import Problem
    /// >>> problem = Problem.family("queens:8")
    /// >>> problem.draw(problem.first()).svg.startswith("<svg")
    /// True
    #[pyo3(signature = (solution, caption=""))]
    fn draw(&self, solution: &Bound<'_, PyAny>, caption: &str) -> PyResult<Picture> {
        let expected = "expected a problem of a family with a board, made by Problem.family, such as \"queens:8\"";
        let Some(spec) = &self.family else {
            return Err(input(format!("draw: found a problem that is of no family; {expected}")));
        };
        let layout = family::layout(spec).map_err(input)?;
        let layout = layout.ok_or_else(|| {
            input(format!("draw: found the family {spec}, which has no board; {expected}"))
        })?;
        let figure = layout.figure(&self.problem, &self.options_of(solution)?);
        let figure = figure.map_err(|error| input(format!("draw: {error}")))?;
        Ok(Picture { svg: figure::picture(spec, &figure, caption) })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.labels
            .iter()
            .chain(&self.colours)
            .chain(&self.names)
            .try_for_each(|object| visit.call(object))?;
        visit.call(&self.numbers)
    }
}

/// An argument that may be `None`.
fn option(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let number: Option<usize> = value.extract().map_err(|_| {
        input(format!("jobs: found {value}; expected a number of threads, 1 or more, or None for one on each core"))
    })?;
    jobs(number)?;
    Ok(number)
}
