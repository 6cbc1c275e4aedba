//! Pictures that Jupyter shows.

use pyo3::prelude::*;
use quadrille_results::Shown;

use crate::errors::input;

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

    /// Writes the picture to a file, whose name must end in `.svg`.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
            return Err(input(format!(
                "path: found {}; expected a name that ends in .svg, the only format that is written",
                path.shown()
            )));
        }
        Ok(std::fs::write(path, &self.svg)?)
    }
}
