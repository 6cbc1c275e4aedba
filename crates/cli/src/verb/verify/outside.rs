//! `VeriPB`, where it is installed; otherwise the command that runs it.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use quadrille_results::Shown;
use quadrille_verify::{FORMULA, PROOF};

#[derive(Debug)]
pub enum Opinion {
    /// The program printed its verdict that the proof is right.
    Confirms(&'static str),
    /// The program printed something else; here are its last words.
    Differs(String),
    /// The program is not installed; this command runs it.
    NotAsked(String),
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Confirms(verdict) => write!(f, "veripb confirms: {verdict}"),
            Self::Differs(found) => {
                write!(f, "REFUSED by veripb: found `{found}`; expected `{VERIPB}`")
            }
            Self::NotAsked(command) => {
                write!(f, "another program that checks the proof: {command}")
            }
        }
    }
}

/// The verdict of `VeriPB`, a line by itself. Its exit status says nothing: it is 0 also for a proof without a conclusion.
const VERIPB: &str = "s VERIFIED UNSATISFIABLE";

/// Asks `VeriPB` about a folder with a formula and its proof.
pub fn ask(folder: &Path) -> Opinion {
    let [formula, proof] = [FORMULA, PROOF].map(|name| folder.join(name));
    let mut command = Command::new("veripb");
    command.arg("--opb").arg(&formula).arg(&proof);
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    match command.output() {
        Ok(output) => verdict(&String::from_utf8_lossy(&output.stdout)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Opinion::NotAsked(format!(
            "veripb --opb {} {}, which prints `{VERIPB}` (cargo install veripb)",
            formula.shown(),
            proof.shown()
        )),
        Err(error) => Opinion::Differs(format!("cannot be run: {error}")),
    }
}

/// Reads the verdict from what `VeriPB` printed.
fn verdict(printed: &str) -> Opinion {
    if printed.lines().any(|line| line == VERIPB) {
        return Opinion::Confirms(VERIPB);
    }
    Opinion::Differs(printed.lines().last().unwrap_or_default().escape_debug().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_line_is_a_verdict() {
        let confirms = |printed| matches!(verdict(printed), Opinion::Confirms(_));
        assert!(confirms("Running VeriPB version 3.0.2\ns VERIFIED UNSATISFIABLE\n"));
        for other in [
            "",
            "Running VeriPB version 3.0.2\n",
            "s VERIFIED NO CONCLUSION\n",
            "s VERIFIED UNSATISFIABLE under assumptions\n",
            "c s VERIFIED UNSATISFIABLE\n",
        ] {
            assert!(!confirms(other), "{other:?}");
        }
        let found = verdict("a\ns NOT VERIFIED\n").to_string();
        assert!(found.starts_with("REFUSED by veripb: found `s NOT VERIFIED`"), "{found}");
    }
}
