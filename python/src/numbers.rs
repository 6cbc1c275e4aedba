//! Arguments that are integers: one that is negative, too large or no integer is an `InputError` that names the argument.

use pyo3::prelude::*;

use crate::errors::{input, shown_short};

fn number<'py, T: FromPyObjectOwned<'py>>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|_| {
        let found = shown_short(value);
        input(format!("{name}: found {found}; expected an integer, 0 or more"))
    })
}

macro_rules! arguments {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            number(stringify!($name), value)
        })*
    };
}

arguments!(
    count: usize,
    seed: u64,
    size: usize,
    clues: Option<usize>,
    attempts: Option<u64>,
    limit: u64,
    jobs: Option<usize>,
    k: usize,
    nodes: u64,
);
