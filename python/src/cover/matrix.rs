//! Incidence matrices: numpy arrays and scipy's sparse matrices.

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::errors::input;

/// The width of a matrix, and for each row the numbers of the columns that hold 1. `None` if the object is no matrix.
pub fn rows(object: &Bound<'_, PyAny>) -> PyResult<Option<(usize, Vec<Vec<u32>>)>> {
    if object.hasattr("tocsr")? {
        return sparse(object).map(Some);
    }
    if object.hasattr("__array_interface__")? && object.hasattr("ndim")? {
        return dense(object).map(Some);
    }
    Ok(None)
}

/// Checks that a matrix holds only 0 and 1, and makes its values bytes.
fn bytes<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let kind: String = values.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"buif".contains(&kind) {
        let found = values.getattr("dtype")?.str()?;
        return Err(input(format!(
            "matrix: found dtype {found}; expected numbers or booleans; convert the matrix with .astype(bool)"
        )));
    }
    if kind != "b" {
        let is_bit = values
            .call_method1("__eq__", (0,))?
            .call_method1("__or__", (values.call_method1("__eq__", (1,))?,))?;
        if !is_bit.call_method0("all")?.is_truthy()? {
            return Err(input(
                "matrix: found a value that is neither 0 nor 1; expected 0 and 1 only; convert the matrix with .astype(bool), and look for NaN first",
            ));
        }
    }
    let numpy = values.py().import("numpy")?;
    let bytes = values.call_method1("astype", ("uint8",))?;
    numpy.call_method1("ascontiguousarray", (bytes,))
}

fn dense(matrix: &Bound<'_, PyAny>) -> PyResult<(usize, Vec<Vec<u32>>)> {
    if matrix.getattr("ndim")?.extract::<usize>()? != 2 {
        let found = matrix.getattr("shape")?.repr()?;
        return Err(input(format!(
            "matrix: found the shape {found}; expected two dimensions: a row for each option, a column for each item"
        )));
    }
    let array: PyReadonlyArray2<'_, u8> = bytes(matrix)?.extract()?;
    let array = array.as_array();
    let ones = |row: numpy::ndarray::ArrayView1<'_, u8>| -> Vec<u32> {
        row.iter()
            .enumerate()
            .filter(|&(_, &bit)| bit != 0)
            .map(|(column, _)| column as u32)
            .collect()
    };
    Ok((array.ncols(), array.rows().into_iter().map(ones).collect()))
}

fn sparse(matrix: &Bound<'_, PyAny>) -> PyResult<(usize, Vec<Vec<u32>>)> {
    let csr = matrix.call_method0("tocsr")?.call_method0("copy")?;
    csr.call_method0("sum_duplicates")?;
    csr.call_method0("eliminate_zeros")?;
    bytes(&csr.getattr("data")?)?;
    let (_, width): (usize, usize) = csr.getattr("shape")?.extract()?;
    let numbers = |name: &str| -> PyResult<Vec<i64>> {
        let array: PyReadonlyArray1<'_, i64> =
            csr.getattr(name)?.call_method1("astype", ("int64",))?.extract()?;
        Ok(array.as_array().to_vec())
    };
    let (starts, columns) = (numbers("indptr")?, numbers("indices")?);
    let row = |ends: &[i64]| {
        columns[ends[0] as usize..ends[1] as usize].iter().map(|&column| column as u32).collect()
    };
    Ok((width, starts.windows(2).map(row).collect()))
}
