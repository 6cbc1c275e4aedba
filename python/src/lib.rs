//! The Python package `quadrille`: a thin front on the crates of the workspace.
//!
//! Everything that searches, reads, judges or draws is in those crates. This one converts Python objects, releases the
//! interpreter lock, and lets Ctrl-C and limits of time end a search.

mod bench;
mod big;
mod cover;
mod errors;
mod interruptible;
mod numbers;
mod picture;
mod sudoku;

use pyo3::prelude::*;

#[pymodule]
mod _quadrille {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use crate::bench::{_compare, _rank, _run};
    #[pymodule_export]
    use crate::cover::diagram::Diagram;
    #[pymodule_export]
    use crate::cover::estimate::Estimate;
    #[pymodule_export]
    use crate::cover::lists::{engines, families};
    #[pymodule_export]
    use crate::cover::objects::Problem;
    #[pymodule_export]
    use crate::cover::solutions::Solutions;
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::sudoku::answers::{_canonical_texts, canonical, count, rate, solve};
    #[pymodule_export]
    use crate::sudoku::duplicates::duplicates;
    #[pymodule_export]
    use crate::sudoku::explain::{Explanation, Step, explain};
    #[pymodule_export]
    use crate::sudoku::generate::generate;
    #[pymodule_export]
    use crate::sudoku::grid::Grid;
    #[pymodule_export]
    use crate::sudoku::verdicts::{_check_columns, check};
}
