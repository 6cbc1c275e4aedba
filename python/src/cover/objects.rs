//! The class `Problem`, and the Python objects that stand for the parts of a problem: labels of items, names of options.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use quadrille_cover::{OptionId, Solution};

use super::build::{Built, items_of};
use crate::errors::{self, input, shown};

/// An exact cover problem: choose options so that each primary item is in exactly one of them.
///
/// `options` is an iterable of options, a mapping of names to options, a matrix of 0 and 1 (numpy or scipy.sparse; rows are
/// options, columns are items). An option is an iterable of labels, and a label is anything hashable but `None`. A solution is a tuple of the names
/// of its options; without a mapping, the name of an option is its number, from 0. A row of zeros in a matrix is in no solution.
///
/// - `items`: labels of items, in this order before those of the options. An item that no option has can only be named here.
/// - `secondary`: labels of items that are covered at most once. In an option, `(label, colour)` gives a secondary item
///   a colour; options that agree on the colour may share the item.
/// - `multiplicities`: a mapping of primary items to a number or to `(low, high)`, how often the item is to be covered.
/// - `costs`: the costs of options, for `cheapest`: a mapping of names to integers, or an integer for each option.
///
/// >>> from quadrille import Problem
/// >>> Problem({"A": [0, 3], "B": [0, 1, 2], "C": [1, 2], "D": [4]}).first()
/// ('A', 'C', 'D')
/// >>> coloured = Problem([["p", ("x", "red")], ["q", ("x", "red")], ["q", ("x", "blue")]], secondary=["x"])
/// >>> list(coloured.solutions())
/// [(0, 1)]
#[pyclass(frozen, module = "quadrille")]
pub struct Problem {
    pub problem: Arc<quadrille_cover::Problem>,
    pub(super) labels: Vec<Py<PyAny>>,
    pub(super) colours: Vec<Py<PyAny>>,
    pub(super) names: Vec<Py<PyAny>>,
    /// The numbers of options, by their names.
    pub(super) numbers: Py<PyDict>,
    pub(super) family: Option<String>,
}

impl Problem {
    pub(super) fn of_built(
        py: Python<'_>,
        built: Built<'_>,
        family: Option<String>,
    ) -> PyResult<Self> {
        let numbers = PyDict::new(py);
        for (number, name) in built.names.iter().enumerate() {
            numbers.set_item(name, number)?;
        }
        let owned = |all: Vec<Bound<'_, PyAny>>| all.into_iter().map(Bound::unbind).collect();
        Ok(Self {
            problem: Arc::new(built.problem),
            labels: owned(built.labels),
            colours: owned(built.colours),
            names: owned(built.names),
            numbers: numbers.unbind(),
            family,
        })
    }

    /// A problem whose labels are the names of its items.
    pub(super) fn of_text(
        py: Python<'_>,
        problem: quadrille_cover::Problem,
        family: Option<String>,
    ) -> PyResult<Self> {
        let text = |name: &str| PyString::new(py, name).into_any();
        let labels = problem.item_ids().map(|item| text(problem.item_name(item))).collect();
        let mut colours: Vec<_> =
            (0..problem.colours()).map(|_| py.None().into_bound(py)).collect();
        for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
            if let Some(colour) = entry.colour
                && colours[colour.index()].is_none()
            {
                colours[colour.index()] = text(problem.colour_name(colour));
            }
        }
        let names =
            (0..problem.options()).map(|number| number.into_pyobject(py).map(Bound::into_any));
        let names = names.collect::<Result<_, _>>()?;
        Self::of_built(py, Built { problem, labels, colours, names }, family)
    }

    /// A solution as a tuple of names.
    pub(super) fn tuple<'py>(
        &self,
        py: Python<'py>,
        options: &[u32],
    ) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, options.iter().map(|&option| self.names[option as usize].bind(py)))
    }

    pub(super) fn solution<'py>(
        &self,
        py: Python<'py>,
        solution: &Solution,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut options: Vec<u32> = solution.iter().map(|option| option.index() as u32).collect();
        options.sort_unstable();
        self.tuple(py, &options)
    }

    pub(super) fn list<'py>(
        &self,
        py: Python<'py>,
        solutions: &[Solution],
    ) -> PyResult<Bound<'py, PyList>> {
        let all = solutions.iter().map(|solution| self.solution(py, solution));
        PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    /// The options of a solution that was given by names.
    pub(super) fn options_of(&self, solution: &Bound<'_, PyAny>) -> PyResult<Vec<OptionId>> {
        let expected = "an iterable of names of options, as a solution is";
        items_of(|| "solution".to_owned(), expected, solution)?
            .map(|name| self.number(&name?))
            .collect()
    }

    pub(super) fn number(&self, name: &Bound<'_, PyAny>) -> PyResult<OptionId> {
        let number: Option<usize> = self
            .numbers
            .bind(name.py())
            .get_item(name)?
            .map(|number| number.extract())
            .transpose()?;
        let id = number.and_then(|number| self.problem.option_id(number));
        match id {
            Some(id) => Ok(id),
            None => Err(input(format!(
                "found {}; expected the name of an option of this problem",
                name.repr()?
            ))),
        }
    }

    /// The items onto which solutions are projected, in the words of a request: items by their labels, or the beginning of names and
    /// `*`.
    pub(super) fn onto(&self, items: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
        let Some(items) = items else { return Ok(Vec::new()) };
        let expected = "an iterable of items";
        let mut names = Vec::new();
        for item in items_of(|| "onto".to_owned(), expected, items)? {
            let item = item?;
            let mut known = self.problem.item_ids().zip(&self.labels);
            let is_it = |label: &Py<PyAny>| label.bind(item.py()).eq(&item);
            names.push(
                match known.find_map(|(id, label)| is_it(label).unwrap_or(false).then_some(id)) {
                    Some(id) => self.problem.item_name(id).to_owned(),
                    None => item.extract().map_err(|_| {
                        let found = shown(&item);
                        input(format!("onto: found {found}; expected an item of the problem"))
                    })?,
                },
            );
        }
        if names.is_empty() {
            return Err(input("onto: found no item; expected one at least"));
        }
        quadrille_service::problem::check_onto(&self.problem, &names).map_err(errors::asked)?;
        Ok(names)
    }

    /// The items of an option: labels, or `(label, colour)`.
    pub(super) fn items_of_option<'py>(
        &self,
        py: Python<'py>,
        option: OptionId,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let entries = self.problem.option(option).iter().map(|entry| {
            let label = self.labels[entry.item.index()].bind(py);
            match entry.colour {
                None => Ok(label.clone()),
                Some(colour) => (label, self.colours[colour.index()].bind(py))
                    .into_pyobject(py)
                    .map(Bound::into_any),
            }
        });
        PyTuple::new(py, entries.collect::<PyResult<Vec<_>>>()?)
    }
}
