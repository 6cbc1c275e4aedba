//! Tests that the features detected are the features compiled for.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::*;

/// The features that the compiler enables for a list of features, including those enabled by default.
fn enabled(features: &[&str]) -> BTreeSet<String> {
    let list: Vec<String> = features.iter().map(|feature| format!("+{feature}")).collect();
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "cfg", "--target", "x86_64-unknown-linux-gnu", "-C"])
        .arg(format!("target-feature={}", list.join(",")))
        .output()
        .expect("there is a compiler where tests are compiled");
    let text = String::from_utf8(output.stdout).expect("cfg values are text");
    let quoted = text.lines().filter_map(|line| line.strip_prefix("target_feature=\""));
    quoted.map(|feature| feature.trim_end_matches('"').to_owned()).collect()
}

/// Fails if a feature in a list implies one that is not in the list, which would be compiled for but
/// not detected.
#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn the_compiler_enables_the_features_that_are_detected_and_no_others() {
    let baseline = enabled(&[]);
    assert!(baseline.contains("sse2"), "{baseline:?}");
    for features in [Avx2::FEATURES, Avx512::FEATURES, Avx512Popcnt::FEATURES] {
        let mut expected = baseline.clone();
        expected.extend(features.iter().map(|&feature| feature.to_owned()));
        assert_eq!(enabled(features), expected);
    }
}

#[test]
fn a_set_with_one_feature_missing_is_not_taken() {
    for missing in 0..Avx2::FEATURES.len() {
        assert!(Avx2::if_all(std::array::from_fn(|i| i != missing)).is_none());
    }
    for missing in 0..Avx512::FEATURES.len() {
        assert!(Avx512::if_all(std::array::from_fn(|i| i != missing)).is_none());
    }
    for missing in 0..Avx512Popcnt::FEATURES.len() {
        assert!(Avx512Popcnt::if_all(std::array::from_fn(|i| i != missing)).is_none());
    }
}

/// Fails if a file of a library detects features, or is compiled for some, by a list of its own.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn features_are_listed_in_one_file() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for entry in folder.read_dir().expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                search(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                if text.contains("target_feature(") || text.contains("feature_detected!") {
                    found.push(path.strip_prefix(CRATES).expect("within").display().to_string());
                }
            }
        }
    }
    const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut found = Vec::new();
    for library in ["cover", "sudoku"] {
        search(&Path::new(CRATES).join(library).join("src"), &mut found);
    }
    found.sort();
    assert_eq!(found, ["cover/src/instructions.rs", "cover/src/instructions/tests.rs"]);
}
