//! Compresses the pages of `docs/`, which `quadrille help PAGE` prints, and leaves the names of functions out of a release.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    // They are a ninth of the size. CARGO_PROFILE_RELEASE_DEBUG=1 keeps them, for a profiler; a profile with `strip` has no such way.
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("DEBUG", "false") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,-s");
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    println!("cargo::rerun-if-changed={}", docs.display());
    let mut pages = Vec::new();
    // A package without the repository around it has no pages.
    for entry in docs.read_dir().into_iter().flatten() {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        let (Some(name), true) = (stem, path.extension().is_some_and(|end| end == "md")) else {
            continue;
        };
        println!("cargo::rerun-if-changed={}", path.display());
        let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
        compressed.write_all(&fs::read(&path)?)?;
        fs::write(Path::new(&out).join(format!("{name}.gz")), compressed.finish()?)?;
        pages.push(name);
    }
    pages.sort();
    let page = |name: &String| {
        format!("({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.gz\"))),\n")
    };
    let pages: String = pages.iter().map(page).collect();
    fs::write(Path::new(&out).join("pages.rs"), format!("&[\n{pages}]"))
}
