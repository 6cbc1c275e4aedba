//! `quadrille doctor`: is this machine fit to time on?

use std::io::{self, Write};

use anyhow::Result;
use quadrille_harness::doctor::{self, Finding, State};

use crate::Status;
use crate::args::{Doctor, Output};

/// Positive if nothing stands in the way.
pub fn run(args: &Doctor) -> Result<Status> {
    let findings = doctor::examine();
    let mut out = io::stdout().lock();
    let mut bad = 0;
    for finding in &findings {
        bad += usize::from(finding.state == State::Bad);
        match args.output {
            Output::Json => writeln!(out, "{}", serde_json::to_string(finding)?)?,
            Output::Plain => write_plain(&mut out, finding)?,
        }
    }
    if args.output == Output::Plain {
        let verdict = match bad {
            0 => "Nothing that was found stands in the way of timing here.".to_owned(),
            1 => "One thing stands in the way of timing here. Counts are exact all the same."
                .to_owned(),
            _ => format!(
                "{bad} things stand in the way of timing here. Counts are exact all the same."
            ),
        };
        writeln!(out, "\n{verdict}")?;
    }
    Ok(if bad == 0 { Status::Positive } else { Status::Negative })
}

fn write_plain(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let Finding { what, state, says, remedy } = finding;
    let mark = match state {
        State::Good => "good",
        State::Unknown => "?",
        State::Bad => "BAD",
    };
    writeln!(out, "{mark:<5} {what:<13} {says}")?;
    match remedy {
        Some(remedy) => writeln!(out, "{:>19} -> {remedy}", ""),
        None => Ok(()),
    }
}
