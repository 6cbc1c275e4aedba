//! Quadrille in a browser. Each module is a thin front on the crates of the workspace, for one part of the page in `page/`.
//!
//! All of this runs in workers (`page/worker.js`), so it may take its time. Structured answers are JSON, which the
//! worker parses; errors are texts that the page shows.

use serde::Serialize;
use wasm_bindgen::prelude::*;

pub mod check;
mod count;
pub mod cover;
pub mod design;
mod problem;
pub mod report;
pub mod sudoku;

/// A text that the page shows instead of an answer.
pub(crate) type Refused = JsError;

#[wasm_bindgen]
extern "C" {
    /// Tells the page how far the work is. `page/worker.js` defines it.
    #[wasm_bindgen(js_namespace = self, js_name = tellProgress)]
    pub(crate) fn tell_progress(json: &str);
}

/// The version of the page.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers are plain structs, which become JSON")
}
