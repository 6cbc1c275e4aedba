//! The answer of `estimate`, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use quadrille_cover::estimate::{Blind, Estimate, Quantity};
use quadrille_service::problem::{Estimated, Interval, blind};
use serde_json::json;

use crate::args;
use crate::output::{json, stdout};

/// The engines whose memo may save most of the nodes.
const WITH_A_MEMO: [&str; 4] = ["auto", "memo", "iso", "frontier"];

/// An estimate and what it took.
pub struct Answer<'a> {
    pub args: &'a args::Estimate,
    pub estimated: &'a Estimated,
    /// Seconds of a node.
    pub pace: Option<f64>,
    pub wall: Duration,
}

impl Answer<'_> {
    fn seconds(&self) -> Option<Interval> {
        self.pace.map(|seconds| Interval::from(&self.estimated.made.nodes).times(seconds))
    }

    fn of_workers(&self) -> Option<(usize, Interval)> {
        let workers = self.args.workers?;
        Some((workers, self.seconds()?.times(1.0 / workers as f64)))
    }

    pub fn print(&self) -> Result<()> {
        let Estimate { nodes, solutions, is_exact, draws, searched, .. } = &self.estimated.made;
        let mut out = stdout();
        let line = |quantity: &Quantity| Interval::from(quantity).text(*is_exact, number);
        writeln!(out, "Nodes      {}", line(nodes))?;
        writeln!(out, "Solutions  {}", line(solutions))?;
        if let (Some(seconds), Some(node)) = (self.seconds(), self.pace) {
            let here = seconds.text(false, duration);
            let here = if *is_exact { duration(seconds.estimate) } else { here };
            writeln!(out, "Time       {here}, on one worker at {:.0} ns a node", 1e9 * node)?;
        }
        if let Some((workers, seconds)) = self.of_workers() {
            let shared = seconds.text(false, duration);
            let shared = if *is_exact { duration(seconds.estimate) } else { shared };
            writeln!(out, "Time       {shared}, on {workers} workers that share the work evenly")?;
        }
        if *is_exact {
            writeln!(out, "The whole tree of `bits` was searched, so the numbers are exact.")?;
        } else {
            let effective = nodes.effective_draws;
            writeln!(
                out,
                "Estimated from {draws} draws (as good as {effective:.0} equal ones) and {} nodes searched.",
                number(*searched as f64)
            )?;
            for (what, blind) in blind(&self.estimated.made) {
                writeln!(out, "No upper end for {what}: {blind}.")?;
            }
        }
        writeln!(
            out,
            "The tree is that of `bits`. For engines with a memo ({}) its nodes are an upper bound.",
            WITH_A_MEMO.join(", ")
        )?;
        Ok(out.flush()?)
    }

    pub fn print_json(&self) -> Result<()> {
        let made = &self.estimated.made;
        let (workers, seconds_of_workers) = self.of_workers().unzip();
        let mut object = json!({
            "engine": "bits",
            "exact": made.is_exact,
            "nodes": Interval::from(&made.nodes),
            "nodes_blind": made.nodes.blind.as_ref().map(Blind::to_string),
            "solutions": Interval::from(&made.solutions),
            "solutions_blind": made.solutions.blind.as_ref().map(Blind::to_string),
            "seconds": self.seconds(),
            "workers": workers,
            "seconds_of_workers": seconds_of_workers,
            "node_ns": self.pace.map(|seconds| 1e9 * seconds),
            "upper_bound_for": WITH_A_MEMO,
            "draws": made.draws,
            "effective_draws": made.nodes.effective_draws,
            "given_up": made.given_up,
            "nodes_searched": made.searched,
            "budget": self.estimated.allowed,
            "seed": self.args.seed,
            "wall_ns": self.wall.as_nanos() as u64,
        });
        if let (None, Some(fields)) = (workers, object.as_object_mut()) {
            fields.retain(|name, _| !name.contains("workers"));
        }
        let mut out = stdout();
        json::write_line(&mut out, &object)?;
        Ok(out.flush()?)
    }
}

/// A number of nodes or solutions, with three digits if it is large.
fn number(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

/// A time in the largest unit of which it is two or more.
pub fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 7] = [
        (31_557_600.0, "years"),
        (86_400.0, "days"),
        (3_600.0, "hours"),
        (60.0, "min"),
        (1.0, "s"),
        (1e-3, "ms"),
        (1e-6, "µs"),
    ];
    let fits = |&&(unit, _): &&(f64, &str)| seconds >= 2.0 * unit || unit < 2e-6;
    let (unit, name) = UNITS.iter().find(fits).expect("the last unit always fits");
    let value = seconds / unit;
    match value {
        ..10.0 => format!("{value:.1} {name}"),
        ..1e6 => format!("{value:.0} {name}"),
        _ => format!("{value:.1e} {name}"),
    }
}
