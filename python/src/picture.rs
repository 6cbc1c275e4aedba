//! Pictures that Jupyter shows.

use pyo3::prelude::*;

/// A picture, as SVG. Jupyter shows it as the value of a cell.
#[pyclass(frozen, module = "quadrille")]
pub struct Picture {
    /// The text of the picture.
    #[pyo3(get)]
    pub svg: String,
}

#[pymethods]
impl Picture {
    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<Picture: {} bytes of SVG>", self.svg.len())
    }

    /// Writes the picture to a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.svg)?)
    }
}
