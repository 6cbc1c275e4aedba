//! The progress of a search in parts: a bar on a terminal, elsewhere lines if `--progress` asks for them.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use num_bigint::BigUint;
use quadrille_cover::Tally;
use quadrille_cover::parallel::Division;

use crate::output::message::tell;
use crate::output::progress::{bar, rate};

/// Time between two lines of progress.
const INTERVAL: Duration = Duration::from_secs(5);
/// Steps of the bar.
const STEPS: u64 = 10_000;

pub struct Progress<'d> {
    division: &'d Division<'d>,
    start: Instant,
    /// Estimated share of the tree in finished parts, and in those finished by an earlier search.
    done: f64,
    known: f64,
    /// For each number of options chosen above a part: finished parts, and all parts.
    depths: BTreeMap<usize, (usize, usize)>,
    solutions: BigUint,
    /// Nodes of this search, if they are counted.
    nodes: Option<u64>,
    /// Hidden unless standard error is a terminal.
    bar: ProgressBar,
    /// When the last line was written; `None` if progress is not written as lines.
    lines: Option<Instant>,
}

impl<'d> Progress<'d> {
    /// Progress that is shown on a terminal, and elsewhere if `always`, unless `quiet`.
    pub fn new(division: &'d Division<'d>, always: bool, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let mut depths = BTreeMap::new();
        for part in 0..division.parts() {
            depths.entry(division.depth(part)).or_insert((0, 0)).1 += 1;
        }
        Self {
            division,
            start: Instant::now(),
            done: 0.0,
            known: 0.0,
            depths,
            solutions: BigUint::ZERO,
            nodes: Some(0),
            bar: bar("{bar:30} {msg}", Some(STEPS), terminal && !quiet),
            lines: (always && !terminal && !quiet).then(Instant::now),
        }
    }

    /// Adds a part that was finished by this search or, if `known`, by an earlier one.
    pub fn add(&mut self, part: usize, tally: &Tally, known: bool) {
        let share = self.division.share(part);
        self.done += share;
        self.solutions += &tally.solutions;
        if let Some(depth) = self.depths.get_mut(&self.division.depth(part)) {
            depth.0 += 1;
        }
        if known {
            self.known += share;
        } else {
            let nodes = tally.search.stats.nodes;
            self.nodes = self.nodes.zip(nodes).map(|(sum, more)| sum.saturating_add(more));
        }
    }

    /// Shows the progress, if it is time to.
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    pub fn show(&mut self) {
        if !self.bar.is_hidden() {
            self.bar.set_position((self.done.min(1.0) * STEPS as f64) as u64);
            self.bar.set_message(self.line());
        }
        if self.lines.is_some_and(|last| last.elapsed() >= INTERVAL) {
            self.lines = Some(Instant::now());
            tell(self.line());
        }
    }

    /// Removes the bar, or writes a last line.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
        if self.lines.take().is_some() {
            tell(self.line());
        }
    }

    /// `37.0 % of the tree by estimate, 120 of 343 parts (depth 3: 8/20, 4: 112/323), 1200 solutions, ...`
    fn line(&self) -> String {
        let elapsed = self.start.elapsed().as_secs_f64();
        let depths =
            self.depths.iter().map(|(depth, (done, all))| format!("{depth}: {done}/{all}"));
        let depths = depths.collect::<Vec<_>>().join(", ");
        let percent = 100.0 * self.done.min(1.0);
        let (all, parts) =
            (self.division.parts(), self.depths.values().map(|(done, _)| done).sum::<usize>());
        let mut line = format!(
            "{percent:.1} % of the tree by estimate, {parts} of {all} parts (depth {depths}), {} solutions",
            self.solutions
        );
        if let Some(nodes) = self.nodes.filter(|&nodes| nodes > 0) {
            line += &format!(", {} nodes/s", rate(nodes as f64 / elapsed));
        }
        let now = self.done - self.known;
        if now > 0.0 && parts < all {
            let left = elapsed * (1.0 - self.done).max(0.0) / now;
            if let Ok(left) = Duration::try_from_secs_f64(left) {
                line += &format!(", about {} left", HumanDuration(left));
            }
        }
        line
    }
}
