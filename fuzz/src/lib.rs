//! What the fuzz targets do, apart from the fuzzer: each is a function of bytes that panics where
//! something does not hold.
//!
//! | module | what must hold |
//! |---|---|
//! | [`dlx_text`] | any bytes are read or refused with a place; what is read is written and read back |
//! | [`covers`] | every engine finds what the plain one finds, within any budget, in parts, reduced |
//! | [`sudoku_text`] | any bytes come to an end; what is read is written and read back |
//! | [`lanes`] | all instruction sets, one puzzle or many, agree with `masks` and dancing links |
//!
//! The binaries in `fuzz_targets` hand these to libFuzzer; `replay` runs them on files, and on random
//! bytes, without it. `docs/FUZZING.md` says how they are run.

pub mod covers;
pub mod dlx_text;
pub mod lanes;
pub mod sudoku_text;

/// A target: whether the bytes were worth a try, or a panic.
pub type Target = fn(&[u8]) -> bool;

/// The targets by name.
pub const TARGETS: [(&str, Target); 4] = [
    ("dlx_text", dlx_text::run),
    ("covers", covers::run),
    ("sudoku_text", sudoku_text::run),
    ("lanes", lanes::run),
];

/// What libFuzzer is told: inputs that were not worth a try are not kept.
#[cfg(feature = "libfuzzer")]
pub fn corpus(worth: bool) -> libfuzzer_sys::Corpus {
    if worth { libfuzzer_sys::Corpus::Keep } else { libfuzzer_sys::Corpus::Reject }
}
