//! The Python objects that stand for the parts of a problem: labels of items, names of options.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use quadrille_cover::{OptionId, Solution};

use super::build::{Built, items_of};
use super::problem::Problem;
use crate::errors::input;

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
