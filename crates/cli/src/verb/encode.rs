//! `quadrille encode`: a named problem as DLX text.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use crate::Status;
use crate::args::Encode;
use crate::family;
use crate::output::stdout;
use crate::whole_file::WholeFile;

pub fn run(args: &Encode) -> Result<Status> {
    let text = family::text(&args.family)?;
    match args.out.as_deref() {
        Some(path) if path != Path::new("-") => {
            let mut file = WholeFile::create(path, args.force)?;
            file.write_all(&text).with_context(|| path.display().to_string())?;
            file.finish()?;
        }
        _ => {
            let mut out = stdout();
            out.write_all(&text)?;
            out.flush()?;
        }
    }
    Ok(Status::Positive)
}
