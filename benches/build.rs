//! Does nothing. It makes Cargo take the build dependencies into account, which are there for their features alone.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
