//! `quadrille verify`: checks folders that `--proof` wrote.

mod outside;

use std::io::Write;

use anyhow::Result;
use quadrille_results::Shown;
use quadrille_verify::{Limits, verify};

use self::outside::Opinion;
use crate::args::Verify;
use crate::output::page;
use crate::status::Status;

pub fn run(args: &Verify) -> Result<Status> {
    let limits = Limits { stored: args.max_memory * 1_000_000, ..Limits::default() };
    let mut out = page();
    let mut status = Status::Positive;
    for folder in &args.folders {
        let shown = folder.shown();
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
