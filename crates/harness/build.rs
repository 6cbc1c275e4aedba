//! Passes on what the binary is built from, which every run file states: the compiler, its flags and the revision.
//! Copies the published tables to where the library embeds them.

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
    let mut watched = ["build.rs", "datasets", "reports"].map(str::to_owned).to_vec();
    // Git says where these are, because a worktree has them elsewhere.
    watched.extend(
        ["HEAD", "logs/HEAD"].map(|file| output("git", &["rev-parse", "--git-path", file])),
    );
    for path in watched {
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    copy_tables();
}

/// Copies `reports/*.toml` without the reports beside them: a new report must not change the program that made it.
fn copy_tables() {
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let tables = Path::new(&out).join("tables");
    let _ = fs::remove_dir_all(&tables);
    fs::create_dir_all(&tables).expect("OUT_DIR is writable");
    for entry in fs::read_dir("reports").expect("the crate contains `reports`") {
        let path = entry.expect("`reports` can be listed").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_name().expect("a listed file has a name");
            fs::copy(&path, tables.join(name)).expect("a table can be copied");
        }
    }
}

/// What a command prints; empty if it fails.
fn output(command: &str, arguments: &[&str]) -> String {
    // Without optional locks, `git describe` does not write to the repository.
    let run = Command::new(command).args(arguments).env("GIT_OPTIONAL_LOCKS", "0").output();
    let printed = run.ok().filter(|run| run.status.success()).map(|run| run.stdout);
    String::from_utf8_lossy(&printed.unwrap_or_default()).trim().to_owned()
}
