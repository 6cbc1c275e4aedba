//! Integers of any size on their way to Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use quadrille_cover::BigUint;

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
