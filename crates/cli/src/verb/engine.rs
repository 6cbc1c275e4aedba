//! `quadrille engine`: what authors of engines in other languages need.

mod check;
mod samples;
mod steps;

use anyhow::Result;
use quadrille_cover::CancelToken;

use crate::args::{Engine, EngineVerb};
use crate::status::Status;

pub fn run(args: &Engine, cancel: &CancelToken) -> Result<Status> {
    match &args.verb {
        EngineVerb::Check(args) => check::run(args, cancel),
    }
}
