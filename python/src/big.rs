//! Integers of any size on their way to Python, and from there.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use quadrille_cover::BigUint;

use crate::errors::{input, shown_short};

/// A number of solutions, an integer in Python.
pub struct Count(pub BigUint);

impl<'py> IntoPyObject<'py> for Count {
    type Target = PyInt;
    type Output = Bound<'py, PyInt>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let bytes = PyBytes::new(py, &self.0.to_bytes_le());
        let number = py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?;
        Ok(number.cast_into()?)
    }
}

/// The argument `number`: an integer of any size, 0 or more.
pub fn number(value: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    let bytes = || {
        let bits: usize = value.call_method0("bit_length")?.extract()?;
        let bytes = value.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
        Ok::<_, PyErr>(BigUint::from_bytes_le(bytes.cast::<PyBytes>()?.as_bytes()))
    };
    bytes().map_err(|_| {
        let found = shown_short(value);
        input(format!("number: found {found}; expected an integer, 0 or more"))
    })
}
