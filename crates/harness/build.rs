//! Tells the binary what it was built from: compiler, flags, revision. They stand in every run
//! file.

use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=QUADRILLE_RUSTC={}", output(&rustc, &["--version"]));
    println!("cargo::rustc-env=QUADRILLE_RUSTFLAGS={flags}");
    println!("cargo::rustc-env=QUADRILLE_PROFILE={profile}");
    let revision = output("git", &["describe", "--always", "--dirty", "--abbrev=12"]);
    println!("cargo::rustc-env=QUADRILLE_REVISION={revision}");
    println!("cargo::rerun-if-changed=build.rs");
    for path in ["../../.git/HEAD", "../../.git/logs/HEAD"] {
        if std::path::Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=../../datasets");
    println!("cargo::rerun-if-changed=../../reports");
    tables();
}

/// Puts the published tables, and nothing of what was made of them, where the library takes them from: a report that is
/// made should not change the program that made it.
fn tables() {
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    let tables = Path::new(&out).join("tables");
    let _ = fs::remove_dir_all(&tables);
    fs::create_dir_all(&tables).expect("the build's own folder can be written to");
    let reports = fs::read_dir("../../reports").expect("there are tables");
    for path in reports.map(|entry| entry.expect("they can be listed").path()) {
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_name().expect("it is a file");
            fs::copy(&path, tables.join(name)).expect("it can be read");
        }
    }
}

/// What a command prints, or nothing if it cannot be run.
fn output(command: &str, arguments: &[&str]) -> String {
    // Asking git must not write to the repository.
    let asked = Command::new(command).args(arguments).env("GIT_OPTIONAL_LOCKS", "0").output();
    match asked {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => String::new(),
    }
}
