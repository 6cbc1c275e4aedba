//! `quadrille estimate`: how large a search is, before it is begun.

mod print;
mod rate;

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use quadrille_cover::estimate::{self, Effort};
use quadrille_cover::{CancelToken, Problem};
use quadrille_harness::measure::watchdog::Watchdog;

use self::print::Answer;
use crate::args::{Estimate, Output};
use crate::input;
use crate::status::Status;

/// The nodes of a first estimate, which shows how many nodes fit into the time.
const FIRST: u64 = 200_000;
/// Share of the time that is planned for the estimate; the rest is for the measurement of a node's time.
const PLANNED: f64 = 0.8;
/// An estimate that takes longer than planned by this factor is cancelled.
const PATIENCE: f64 = 1.5;

pub fn run(args: &Estimate, cancel: &CancelToken) -> Result<Status> {
    let start = Instant::now();
    let (name, text) = input::problem(&args.input)?;
    let problem = Problem::parse(&text).map_err(|error| anyhow!("{name}:{error}"))?;
    let estimate = |nodes: u64, cancel: &CancelToken| {
        let effort = Effort { seed: args.seed, nodes, cancel: Some(cancel.clone()) };
        let made = estimate::estimate(&problem, &effort);
        made.map(|made| (nodes, made)).map_err(|error| anyhow!("{name}: {error}"))
    };
    let (budget, made) = match args.nodes {
        Some(nodes) => estimate(nodes, cancel)?,
        None => {
            let first = estimate(FIRST, cancel)?;
            let taken = start.elapsed();
            let left = args.seconds.saturating_sub(taken);
            let nodes = nodes_within(left, first.1.cost, taken);
            if first.1.is_exact || nodes <= FIRST || cancel.is_cancelled() {
                first
            } else {
                let watchdog = Watchdog::start(cancel)?;
                let guard = watchdog.guard(left.mul_f64(PATIENCE));
                estimate(nodes, &guard.token)?
            }
        }
    };
    if cancel.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    let node_seconds = rate::seconds_of_a_node(&problem);
    let answer = Answer { args, budget, made: &made, node_seconds, wall: start.elapsed() };
    match args.output {
        Output::Plain => answer.print()?,
        Output::Json => answer.print_json()?,
    }
    Ok(Status::Positive)
}

/// The number of nodes whose search takes the time `left`, if `cost` nodes took the time `taken`.
#[expect(clippy::cast_sign_loss, reason = "times are not negative")]
fn nodes_within(left: Duration, cost: u64, taken: Duration) -> u64 {
    let nodes = PLANNED * left.as_secs_f64() * cost as f64 / taken.as_secs_f64().max(1e-6);
    nodes as u64
}
