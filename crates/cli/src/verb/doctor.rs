//! `quadrille doctor`: whether this machine is suitable for benchmarking.

use std::io::Write;

use anyhow::Result;
use quadrille_harness::machine::doctor::{self, Finding, State};

use crate::args::{Doctor, Output};
use crate::output::json::write_line;
use crate::output::{plural, stdout};
use crate::status::Status;

pub fn run(args: &Doctor) -> Result<Status> {
    let findings = doctor::examine();
    let mut out = stdout();
    let mut bad = 0u64;
    for finding in &findings {
        bad += u64::from(finding.state == State::Bad);
        match args.output {
            Output::Json => write_line(&mut out, finding)?,
            Output::Plain => {
                let Finding { what, state, says, remedy } = finding;
                let mark = match state {
                    State::Good => "good",
                    State::Unknown => "?",
                    State::Bad => "BAD",
                };
                writeln!(out, "{mark:<5} {what:<13} {says}")?;
                if let Some(remedy) = remedy {
                    writeln!(out, "{:>19} -> {remedy}", "")?;
                }
            }
        }
    }
    if args.output == Output::Plain {
        let verdict = match bad {
            0 => "This machine is suitable for benchmarking.".to_owned(),
            _ => format!(
                "{} would disturb times on this machine. Counts stay exact.",
                plural(bad, "finding")
            ),
        };
        writeln!(out, "\n{verdict}")?;
    }
    out.flush()?;
    Ok(Status::of(bad == 0))
}
