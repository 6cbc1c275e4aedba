//! What there is: engines and families.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_cover::family;

/// The exact cover engines: a dictionary of names and descriptions.
///
/// >>> import quadrille
/// >>> "dlx" in quadrille.engines()
/// True
#[pyfunction]
pub fn engines(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for engine in quadrille_cover::engine::ENGINES {
        all.set_item(engine.name(), engine.about())?;
    }
    Ok(all)
}

/// The families of exact cover problems: a dictionary of examples for `Problem.family` and descriptions.
///
/// >>> import quadrille
/// >>> any(spec.startswith("queens:") for spec in quadrille.families())
/// True
#[pyfunction]
pub fn families(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for family in family::FAMILIES {
        all.set_item(family.example, family.about)?;
    }
    Ok(all)
}
