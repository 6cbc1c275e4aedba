//! `quadrille engine check`: talks the protocol to an engine step by step, and says what is wrong and how to mend it.
//!
//! All talking is done by [`Session`], as in a run; this module only chooses the questions and words the findings.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::engine;
use quadrille_harness::process::{Program, Session, SessionLimits, declaration};
use quadrille_results::Shown;

use super::samples::Samples;
use super::steps::{self, Finding, set};
use crate::args::EngineCheck;
use crate::output::stdout;
use crate::status::Status;

pub fn run(args: &EngineCheck, cancel: &CancelToken) -> Result<Status> {
    let declared = declaration::read(&args.file).map_err(anyhow::Error::msg)?;
    let names: Vec<String> = declared.iter().map(|program| program.name.clone()).collect();
    if let Some(unknown) = args.engine.iter().find(|name| !names.contains(name)) {
        let (file, names) = (args.file.shown(), names.join(", "));
        bail!("{file}: found no engine named `{unknown}`; expected one of those declared: {names}");
    }
    let set = args.set.as_deref().map(set::read).transpose()?;
    let is_chosen =
        |program: &Program| args.engine.is_empty() || args.engine.contains(&program.name);
    let mut out = stdout();
    let mut is_right = true;
    for (i, program) in declared.into_iter().filter(is_chosen).enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", program.name)?;
        let limits = SessionLimits {
            time: Some(args.time_limit),
            cancel: Some(cancel.clone()),
            ..SessionLimits::default()
        };
        let mut failed = 0;
        let mut tell = |step: &str, finding: &Finding| -> Result<()> {
            let (mark, text) = match finding {
                Finding::Right(text) => ("ok", text),
                Finding::Note(text) => ("note", text),
                Finding::Wrong(text) => ("FAILED", text),
            };
            failed += usize::from(matches!(finding, Finding::Wrong(_)));
            writeln!(out, "  {mark:<6}  {step:<10}  {text}")?;
            Ok(out.flush()?)
        };
        if engine::by_name(&program.name).is_some() {
            let what = format!(
                "`{}` is the name of an engine of quadrille, so `run` refuses it; declare another `name`",
                program.name
            );
            tell("name", &Finding::Wrong(what))?;
        }
        let start = Instant::now();
        match Session::start(program, limits) {
            Err(fault) => tell("greeting", &Finding::Wrong(fault.to_string()))?,
            Ok(mut session) => {
                for finding in steps::greeting(&session, start.elapsed()) {
                    tell("greeting", &finding)?;
                }
                if let Some(set) = &set {
                    for finding in &set::check(&mut session, set) {
                        tell("set", finding)?;
                    }
                }
                let samples = Samples::of(&session);
                for (step, check) in steps::ALL {
                    if cancel.is_cancelled() {
                        return Ok(Status::Interrupted);
                    }
                    let findings = check(&mut session, &samples);
                    for finding in &findings {
                        tell(step, finding)?;
                    }
                    let is_wrong = |finding: &Finding| matches!(finding, Finding::Wrong(_));
                    if ["answers", "batch"].contains(&step) && findings.iter().any(is_wrong) {
                        let rest = "the steps after this one need right answers; mend it first";
                        tell(step, &Finding::Note(rest.to_owned()))?;
                        break;
                    }
                }
            }
        }
        is_right &= failed == 0;
    }
    Ok(Status::of(is_right))
}
