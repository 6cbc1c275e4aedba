//! `quadrille verify`: checks folders that `--proof` wrote.

use std::io::Write;

use anyhow::Result;
use quadrille_verify::{Limits, verify};

use crate::Status;
use crate::args::Verify;
use crate::output::page;

pub fn run(args: &Verify) -> Result<Status> {
    let limits = Limits { stored: args.max_memory * 1_000_000, ..Limits::default() };
    let mut out = page();
    let mut status = Status::Positive;
    for folder in &args.folders {
        let shown = folder.display();
        match verify(folder, &limits) {
            Ok(verified) => writeln!(out, "{shown}: {verified}")?,
            Err(refusal) => {
                writeln!(out, "{shown}: REFUSED {refusal}")?;
                status = Status::Negative;
            }
        }
        out.flush()?;
    }
    Ok(status)
}
