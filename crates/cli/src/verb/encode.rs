//! `quadrille encode`: a named problem as DLX text.

use anyhow::Result;

use crate::args::Encode;
use crate::input::family;
use crate::output::Destination;
use crate::status::Status;
use crate::work::early;

pub fn run(args: &Encode) -> Result<Status> {
    let text = family::text(&args.family)?;
    early::end();
    Destination::open(args.out.as_deref(), args.force)?.finish_with(&text)?;
    Ok(Status::Positive)
}
