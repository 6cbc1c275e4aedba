//! The fuzz targets, independent of the fuzzer. Each target is a function of bytes that panics if a property does not
//! hold.
//!
//! | module | what must hold |
//! |---|---|
//! | [`dlx_text`] | any bytes are parsed, or refused with a line and column; a problem can be written and read back |
//! | [`problem_text`] | any bytes are read as a problem in some format, or refused with a line and column; it can be written and read back |
//! | [`covers`] | every engine finds the solutions that `naive` finds, also in parts, within budgets, after reductions |
//! | [`counts`] | engines that count without visiting solutions count as `naive` does, under any names |
//! | [`diagram`] | a diagram holds the solutions that `naive` finds; any text is read as a diagram, or refused |
//! | [`proofs`] | the checker accepts our certificates, and on any other never counts wrong |
//! | [`sudoku_text`] | reading any bytes ends; parsed puzzles can be written and read back |
//! | [`ruled_text`] | reading any bytes as puzzles under rules ends |
//! | [`table_text`] | reading any bytes as a table ends, with errors that are short |
//! | [`lanes`] | every instruction set, for one puzzle or many, agrees with `masks` and dancing links |
//!
//! The binaries in `fuzz_targets` run these functions with libFuzzer; `replay` runs them on files, on damaged files and on random
//! bytes, without libFuzzer. `docs/FUZZING.md` explains how to run them.

mod copies;
pub mod counts;
pub mod covers;
pub mod damage;
pub mod diagram;
pub mod dlx_text;
pub mod lanes;
mod plan;
pub mod problem_text;
pub mod proofs;
pub mod ruled_text;
pub mod sudoku_text;
pub mod table_text;

/// A target: returns whether the bytes were a useful input, and panics if a property does not hold.
pub type Target = fn(&[u8]) -> bool;

/// The targets by name.
pub const TARGETS: [(&str, Target); 10] = [
    ("dlx_text", dlx_text::run),
    ("problem_text", problem_text::run),
    ("covers", covers::run),
    ("counts", counts::run),
    ("diagram", diagram::run),
    ("proofs", proofs::run),
    ("sudoku_text", sudoku_text::run),
    ("ruled_text", ruled_text::run),
    ("table_text", table_text::run),
    ("lanes", lanes::run),
];

/// The result for libFuzzer: only useful inputs are kept in the corpus.
#[cfg(feature = "libfuzzer")]
pub fn corpus(worth: bool) -> libfuzzer_sys::Corpus {
    if worth { libfuzzer_sys::Corpus::Keep } else { libfuzzer_sys::Corpus::Reject }
}
