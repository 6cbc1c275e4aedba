//! A search that has ended, and what standard error says of it.

use std::time::Duration;

use quadrille_cover::{CancelToken, Outcome, Search};
use quadrille_sudoku::Engine;
use quadrille_sudoku::format::read::Found;

use crate::args::Solve;
use crate::output::message::tell;
use crate::output::{counts, plural};
use crate::status::Status;

pub struct SearchedPuzzle<'s> {
    pub found: &'s Found,
    /// The name of the engine that searched.
    pub engine: &'s str,
    pub search: Search,
    pub wall: Duration,
}

/// Where a puzzle is, and what its table calls it.
pub fn place(source: &str, Found { line, name, .. }: &Found) -> String {
    let name = name.as_ref().map(|name| format!(" (`{name}`)")).unwrap_or_default();
    format!("{source}:{line}{name}")
}

impl SearchedPuzzle<'_> {
    /// Reports on standard error why there is no solution, and returns the status of the puzzle. `source` is the name of
    /// the source of puzzles.
    pub fn explain(&self, args: &Solve, source: &str, cancel: &CancelToken) -> Status {
        let SearchedPuzzle { found, engine, search, wall } = self;
        let place = place(source, found);
        let solutions = search.stats.solutions;
        let why_not = match search.outcome {
            Outcome::Stalled => {
                let human = *engine == Engine::Human.name();
                let why =
                    if human { "no technique applies" } else { "no unique candidate is left" };
                Some(format!("stalled: {why}; a guess is needed"))
            }
            // After an interrupt nothing is known, so nothing is reported.
            Outcome::BudgetSpent if cancel.is_cancelled() => return Status::Interrupted,
            Outcome::BudgetSpent => {
                let so_far = plural(solutions, "solution");
                let limits = limits(args);
                Some(format!("stopped at the limit, with {so_far} so far; use a larger {limits}"))
            }
            _ if solutions > 0 => None,
            _ => Some(match found.puzzle.contradiction() {
                Some(contradiction) => format!("no solution: {contradiction}"),
                None => "no solution".to_owned(),
            }),
        };
        if let (Some(why_not), false) = (&why_not, args.quiet) {
            tell(format_args!("{place}: {why_not}"));
        }
        if args.verbose.is_some() {
            let counts = counts(search.stats);
            let counts = counts.map(|(name, count)| format!(", {count} {}", name.to_lowercase()));
            tell(format_args!(
                "{place}: {} clues, {engine}: {}, {}{}, {:.3} ms",
                found.puzzle.clues(),
                search.outcome.name(),
                plural(solutions, "solution"),
                counts.collect::<String>(),
                wall.as_secs_f64() * 1e3,
            ));
        }
        if why_not.is_some() { Status::Negative } else { Status::Positive }
    }
}

/// The limits that were set, such as `--max-tests or --time-limit`.
fn limits(args: &Solve) -> String {
    let all = [
        (args.limits.max_tests.is_some(), "--max-tests"),
        (args.limits.max_nodes.is_some(), "--max-nodes"),
        (args.time_limit.is_some(), "--time-limit"),
    ];
    let set: Vec<&str> = all.into_iter().filter(|limit| limit.0).map(|limit| limit.1).collect();
    set.join(" or ")
}
