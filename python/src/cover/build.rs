//! Makes problems from Python objects: iterables, mappings, matrices.

use std::collections::HashSet;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyIterator, PyMapping, PyString, PyTuple};
use quadrille_cover::{Bounds, Colour, ItemId, Problem, ProblemBuilder, ProblemError};

use super::matrix;
use crate::errors::{self, input};

/// The number of an entry without a colour.
const NO_COLOUR: u32 = u32::MAX;

/// What a problem is made from, beside its options.
#[derive(FromPyObject)]
pub struct Extras<'py> {
    pub items: Option<Bound<'py, PyAny>>,
    pub secondary: Option<Bound<'py, PyAny>>,
    pub multiplicities: Option<Bound<'py, PyAny>>,
    pub costs: Option<Bound<'py, PyAny>>,
}

impl Extras<'_> {
    /// Whether there is nothing beside the options.
    pub fn is_empty(&self) -> bool {
        [&self.items, &self.secondary, &self.multiplicities, &self.costs]
            .iter()
            .all(|extra| extra.is_none())
    }
}

/// A problem with the Python objects that stand for its parts.
pub struct Built<'py> {
    pub problem: Problem,
    /// Of items and colours, in the order of their numbers.
    pub labels: Vec<Bound<'py, PyAny>>,
    pub colours: Vec<Bound<'py, PyAny>>,
    /// Of options, in the order of their numbers.
    pub names: Vec<Bound<'py, PyAny>>,
}

/// Numbers for Python objects, in the order of their first appearance.
struct Numbered<'py> {
    of: Bound<'py, PyDict>,
    all: Vec<Bound<'py, PyAny>>,
}

impl<'py> Numbered<'py> {
    fn new(py: Python<'py>) -> Self {
        Self { of: PyDict::new(py), all: Vec::new() }
    }

    fn get(&self, label: &Bound<'py, PyAny>) -> PyResult<Option<u32>> {
        self.of.get_item(label)?.map(|number| number.extract()).transpose()
    }

    /// The number of a label. `place` says where the label was found.
    fn number(&mut self, label: &Bound<'py, PyAny>, place: impl Fn() -> String) -> PyResult<u32> {
        let known = self.get(label).map_err(|error| unhashable(label, error, &place))?;
        if let Some(number) = known {
            return Ok(number);
        }
        let is_nan = || label.cast::<PyFloat>().is_ok_and(|float| float.value().is_nan());
        if label.is_none() || is_nan() {
            let what = if label.is_none() { "hashable and not None" } else { "equal to itself" };
            return Err(input(format!(
                "{}: found the label {}; expected a label that is {what}",
                place(),
                label.repr()?
            )));
        }
        let number = self.all.len() as u32;
        self.of.set_item(label, number)?;
        self.all.push(label.clone());
        Ok(number)
    }
}

fn unhashable(label: &Bound<'_, PyAny>, error: PyErr, place: &impl Fn() -> String) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(label.py()) {
        return error;
    }
    let found = errors::shown(label);
    input(format!(
        "{}: found {found}, which is not hashable; expected a hashable label such as a str, int or tuple",
        place()
    ))
}

/// Iterates over an argument; an error says that it must be iterable.
pub fn items_of<'py>(
    what: impl Fn() -> String,
    expected: &str,
    from: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    from.try_iter().map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(from.py()) {
            return error;
        }
        let found = errors::type_of(from);
        input(format!("{}: found {found}; expected {expected}", what()))
    })
}

/// All options of a problem, as numbers of labels and colours.
struct Collected<'py> {
    labels: Numbered<'py>,
    colours: Numbered<'py>,
    /// The numbers of the labels that are secondary.
    secondary: HashSet<u32>,
    entries: Vec<(u32, u32)>,
    /// The end of each option in `entries`.
    ends: Vec<usize>,
    names: Vec<Bound<'py, PyAny>>,
}

/// Makes a problem. `options` is a matrix, a mapping of names to options, or an iterable of options.
pub fn build<'py>(options: &Bound<'py, PyAny>, extras: &Extras<'py>) -> PyResult<Built<'py>> {
    let py = options.py();
    let mut found = Collected {
        labels: Numbered::new(py),
        colours: Numbered::new(py),
        secondary: HashSet::new(),
        entries: Vec::new(),
        ends: Vec::new(),
        names: Vec::new(),
    };
    if let Some(items) = &extras.items {
        for item in items_of(|| "items".to_owned(), "an iterable of labels", items)? {
            found.labels.number(&item?, || "items".to_owned())?;
        }
    }
    // The labels of `items` have the first numbers.
    let declared = 0..found.labels.all.len() as u32;
    if let Some(secondary) = &extras.secondary {
        for item in items_of(|| "secondary".to_owned(), "an iterable of labels", secondary)? {
            let number = found.labels.number(&item?, || "secondary".to_owned())?;
            found.secondary.insert(number);
        }
    }
    let matrix = matrix::rows(options)?;
    let is_matrix = matrix.is_some();
    if let Some((width, rows)) = matrix {
        let columns = found.columns(py, width)?;
        found.expect_known(|number| columns.contains(&number) || declared.contains(&number))?;
        for (number, row) in rows.into_iter().enumerate() {
            // A row of zeros covers nothing, so no solution needs it, and no engine takes it.
            if !row.is_empty() {
                found
                    .entries
                    .extend(row.iter().map(|&column| (columns[column as usize], NO_COLOUR)));
                found.finish(number.into_pyobject(py)?.into_any());
            }
        }
    } else if let Ok(mapping) = options.cast::<PyMapping>() {
        for pair in mapping.items()?.iter() {
            let (name, option): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair.extract()?;
            found.option(&option, &|| format!("option {}", shown(&name)))?;
            found.finish(name);
        }
    } else {
        let expected =
            "an iterable of options, a mapping of names to options, or a matrix of 0 and 1";
        for (number, option) in items_of(|| "options".to_owned(), expected, options)?.enumerate() {
            found.option(&option?, &|| format!("option {number}"))?;
            found.finish(number.into_pyobject(py)?.into_any());
        }
    }
    if !is_matrix {
        let used: HashSet<u32> = found.entries.iter().map(|&(item, _)| item).collect();
        found.expect_known(|number| used.contains(&number) || declared.contains(&number))?;
    }
    found.problem(extras)
}

fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

impl<'py> Collected<'py> {
    /// Refuses a secondary item that is neither in an option nor in `items`: its name may be mistaken.
    fn expect_known(&self, is_known: impl Fn(u32) -> bool) -> PyResult<()> {
        let mut unknown: Vec<_> =
            self.secondary.iter().filter(|number| !is_known(**number)).collect();
        unknown.sort_unstable();
        match unknown.first() {
            None => Ok(()),
            Some(&&number) => Err(input(format!(
                "secondary: found {}, which is in no option; expected items of the options; if no option is meant to have it, name it in items= as well",
                shown(&self.labels.all[number as usize])
            ))),
        }
    }

    /// The labels of the columns of a matrix: those of `items` and `secondary`, or numbers.
    fn columns(&mut self, py: Python<'py>, width: usize) -> PyResult<Vec<u32>> {
        if self.labels.all.len() == width && width > 0 {
            return Ok((0..width as u32).collect());
        }
        if self.labels.all.iter().any(|label| !label.is_instance_of::<PyInt>()) {
            let found = self.labels.all.len();
            return Err(input(format!(
                "items and secondary: found {found} labels; expected {width}, one for each column of the matrix"
            )));
        }
        (0..width)
            .map(|column| self.labels.number(&column.into_pyobject(py)?.into_any(), String::new))
            .collect()
    }

    fn option(&mut self, option: &Bound<'py, PyAny>, place: &impl Fn() -> String) -> PyResult<()> {
        let begin = self.entries.len();
        for entry in items_of(place, "an iterable of labels", option)? {
            let entry = self.entry(&entry?, place)?;
            self.entries.push(entry);
        }
        if self.entries.len() == begin {
            return Err(input(format!("{}: found no items; expected one or more", place())));
        }
        Ok(())
    }

    /// An entry of an option: a label, or `(label, colour)` if the label is secondary.
    fn entry(
        &mut self,
        entry: &Bound<'py, PyAny>,
        place: &impl Fn() -> String,
    ) -> PyResult<(u32, u32)> {
        if !self.secondary.is_empty()
            && let Ok(pair) = entry.cast::<PyTuple>()
            && pair.len() == 2
            && self.labels.get(entry).is_ok_and(|known| known.is_none())
        {
            let label = pair.get_item(0)?;
            if let Ok(Some(number)) = self.labels.get(&label)
                && self.secondary.contains(&number)
            {
                let colour = self.colours.number(&pair.get_item(1)?, || {
                    format!("{}: the colour of {}", place(), shown(&label))
                })?;
                return Ok((number, colour));
            }
        }
        Ok((self.labels.number(entry, place)?, NO_COLOUR))
    }

    fn finish(&mut self, name: Bound<'py, PyAny>) {
        self.ends.push(self.entries.len());
        self.names.push(name);
    }

    fn problem(self, extras: &Extras<'py>) -> PyResult<Built<'py>> {
        let mut builder = ProblemBuilder::default();
        let mut ids: Vec<Option<ItemId>> = vec![None; self.labels.all.len()];
        let mut labels = Vec::with_capacity(ids.len());
        let bounds = self.bounds(extras)?;
        for is_secondary in [false, true] {
            for (number, label) in self.labels.all.iter().enumerate() {
                if self.secondary.contains(&(number as u32)) != is_secondary {
                    continue;
                }
                let bounds = bounds
                    .iter()
                    .find(|(of, _)| *of == number)
                    .map_or(Bounds::ONCE, |(_, bounds)| *bounds);
                let id = named(label, number, |name| match is_secondary {
                    true => builder.secondary(name),
                    false => builder.primary_bounded(name, bounds),
                })?;
                ids[number] = Some(id);
                labels.push(label.clone());
            }
        }
        let mut colours: Vec<Option<Colour>> = vec![None; self.colours.all.len()];
        let mut begin = 0;
        let mut options = Vec::with_capacity(self.ends.len());
        for (&end, name) in self.ends.iter().zip(&self.names) {
            let refused = |error: ProblemError| input(format!("option {}: {error}", shown(name)));
            for &(item, colour) in &self.entries[begin..end] {
                let item = ids[item as usize].expect("every label is an item");
                let colour = match colour {
                    NO_COLOUR => None,
                    number => {
                        let place = number as usize;
                        if colours[place].is_none() {
                            colours[place] =
                                Some(named(&self.colours.all[place], place, |name| {
                                    builder.colour(name)
                                })?);
                        }
                        colours[place]
                    }
                };
                builder.push(quadrille_cover::Entry { item, colour }).map_err(refused)?;
            }
            options.push(builder.finish_option().map_err(refused)?);
            begin = end;
        }
        if let Some(costs) = &extras.costs {
            self.costs(costs, &mut builder, &options)?;
        }
        Ok(Built { problem: builder.build(), labels, colours: self.colours.all, names: self.names })
    }

    /// How often items are covered: a number or `(low, high)` for each item of a mapping.
    fn bounds(&self, extras: &Extras<'py>) -> PyResult<Vec<(usize, Bounds)>> {
        let Some(given) = &extras.multiplicities else { return Ok(Vec::new()) };
        let expected = "a mapping of items to numbers, or to (low, high)";
        let mapping = given.cast::<PyMapping>().map_err(|_| {
            input(format!("multiplicities: found {}; expected {expected}", shown(given)))
        })?;
        let mut all = Vec::new();
        for pair in mapping.items()?.iter() {
            let (item, bounds): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair.extract()?;
            let exactly = bounds.extract().map(|number: u32| (number, number));
            let (low, high) = exactly.or_else(|_| bounds.extract()).map_err(|_| {
                input(format!(
                    "multiplicities: found {} for {}; expected a number, or (low, high)",
                    shown(&bounds),
                    shown(&item)
                ))
            })?;
            let number = self.labels.get(&item)?.filter(|number| !self.secondary.contains(number));
            let number = number.ok_or_else(|| {
                input(format!(
                    "multiplicities: found {}; expected primary items of the problem",
                    shown(&item)
                ))
            })?;
            all.push((number as usize, Bounds { low, high }));
        }
        Ok(all)
    }

    /// Sets the costs of options: a mapping of names to costs, or a cost for each option.
    fn costs(
        &self,
        costs: &Bound<'py, PyAny>,
        builder: &mut ProblemBuilder,
        options: &[quadrille_cover::OptionId],
    ) -> PyResult<()> {
        let of_mapping = costs.cast::<PyMapping>().ok().filter(|_| {
            !costs.is_instance_of::<PyTuple>() && costs.hasattr("keys").unwrap_or(false)
        });
        let mut all: Vec<Bound<'py, PyAny>> = Vec::new();
        if let Some(mapping) = of_mapping {
            let known = PyDict::new(costs.py());
            for name in &self.names {
                known.set_item(name, ())?;
                if !mapping.contains(name)? {
                    return Err(input(format!(
                        "costs: found no cost for option {}; expected one for each option",
                        shown(name)
                    )));
                }
                all.push(mapping.as_any().get_item(name)?);
            }
            for name in mapping.keys()?.iter() {
                if !known.contains(&name)? {
                    return Err(input(format!(
                        "costs: found a cost for {}, which is no option; expected names of options",
                        shown(&name)
                    )));
                }
            }
        } else {
            all = items_of(
                || "costs".to_owned(),
                "an iterable of costs, or a mapping of names to costs",
                costs,
            )?
            .collect::<PyResult<_>>()?;
        }
        if all.len() != options.len() {
            return Err(input(format!(
                "costs: found {} costs; expected {}, one for each option",
                all.len(),
                options.len()
            )));
        }
        for ((cost, &option), name) in all.iter().zip(options).zip(&self.names) {
            let number = cost.extract().map_err(|_| {
                input(format!(
                    "costs: found {} for option {}; expected an integer, 0 or more",
                    shown(cost),
                    shown(name)
                ))
            })?;
            builder
                .set_cost(option, number)
                .map_err(|error| input(format!("costs: option {}: {error}", shown(name))))?;
        }
        Ok(())
    }
}

/// Declares a label by a name that DLX text can have: its text if it is a str or an int, otherwise its number.
fn named<T>(
    label: &Bound<'_, PyAny>,
    number: usize,
    mut declare: impl FnMut(&str) -> Result<T, ProblemError>,
) -> PyResult<T> {
    if let Ok(text) = label.cast::<PyString>() {
        if let Ok(id) = declare(&text.to_cow()?) {
            return Ok(id);
        }
    } else if label.is_exact_instance_of::<PyInt>()
        && let Ok(id) = declare(&label.str()?.to_cow()?)
    {
        return Ok(id);
    }
    let mut name = format!("#{number}");
    loop {
        match declare(&name) {
            Err(ProblemError::DuplicateItem(_)) => name.insert(0, '#'),
            other => {
                return other.map_err(|error| input(format!("item {}: {error}", shown(label))));
            }
        }
    }
}
