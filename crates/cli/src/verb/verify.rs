//! `quadrille verify`: checks folders that `--proof` wrote.

mod outside;

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use quadrille_results::Shown;
use quadrille_verify::{Limits, verify};

use self::outside::Opinion;
use crate::args::Verify;
use crate::output::page;
use crate::status::Status;

pub fn run(args: &Verify) -> Result<Status> {
    let stored = args.max_memory * 1_000_000;
    let mut out = page();
    let mut status = Status::Positive;
    for folder in &args.folders {
        let shown = folder.shown();
        let until = args.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let limits = Limits { stored, until, jobs: args.jobs, ..Limits::default() };
        match verify(folder, &limits) {
            Ok(verified) => {
                writeln!(out, "{shown}: {verified}")?;
                out.flush()?;
                if verified.has_formula {
                    let opinion = outside::ask(folder);
                    writeln!(out, "{shown}: {opinion}")?;
                    if let Opinion::Differs(_) = opinion {
                        status = Status::Negative;
                    }
                }
            }
            Err(refusal) => {
                writeln!(out, "{shown}: REFUSED {refusal}")?;
                status = Status::Negative;
            }
        }
        out.flush()?;
    }
    Ok(status)
}
