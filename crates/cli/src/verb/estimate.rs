//! `quadrille estimate`: how large a search is, before it is begun.

mod print;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use quadrille_cover::CancelToken;
use quadrille_cover::estimate::{self, Effort};
use quadrille_harness::measure::watchdog::{TimeGuard, Watchdog};
use quadrille_service::problem::{self, Clock, Estimated, read_strictly};

use self::print::Answer;
pub use self::print::duration;
use crate::args::{Estimate, Output};
use crate::input;
use crate::status::Status;

pub fn run(args: &Estimate, cancel: &CancelToken) -> Result<Status> {
    let start = Instant::now();
    let (name, text) = input::problem(&args.input)?;
    let problem = read_strictly(&text).map_err(|error| anyhow!("{name}:{error}"))?;
    let clock = Alarm { start, watchdog: Watchdog::start(cancel)?, guard: RefCell::default() };
    let estimated = match args.nodes {
        Some(nodes) => {
            let effort = Effort { seed: args.seed, nodes, cancel: Some(cancel.clone()) };
            estimate::estimate(&problem, &effort).map(|made| Estimated { made, allowed: nodes })
        }
        None => {
            let left = args.seconds.saturating_sub(start.elapsed()).as_secs_f64();
            problem::estimate(&problem, args.seed, left, &clock, cancel)
        }
    };
    let estimated = estimated.map_err(|error| anyhow!("{name}: {error}"))?;
    if cancel.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    let pace = problem::pace(&problem, &clock);
    let answer = Answer { args, estimated: &estimated, pace, wall: start.elapsed() };
    match args.output {
        Output::Plain => answer.print()?,
        Output::Json => answer.print_json()?,
    }
    Ok(Status::Positive)
}

/// The clock of this program, and what ends an estimate that takes too long.
struct Alarm {
    start: Instant,
    watchdog: Watchdog,
    guard: RefCell<Option<Arc<TimeGuard>>>,
}

impl Clock for Alarm {
    fn now(&self) -> f64 {
        self.start.now()
    }

    fn after(&self, seconds: f64) -> Option<CancelToken> {
        let guard = self.watchdog.guard(Duration::try_from_secs_f64(seconds).ok()?);
        let token = guard.token.clone();
        self.guard.replace(Some(guard));
        Some(token)
    }
}
