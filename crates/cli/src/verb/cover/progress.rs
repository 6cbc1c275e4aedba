//! The progress of a search: a bar on a terminal, elsewhere lines if `--progress` asks for them.
//!
//! A thread of its own writes the progress. Every fifth of a second it asks the search for its position, through the token that
//! also cancels the search. Between two questions the search is the same as one without progress.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use num_bigint::BigUint;
use quadrille_cover::engine::memo::TRIAL;
use quadrille_cover::parallel::Division;
use quadrille_cover::{CancelToken, Outcome, Position, Tally};

use crate::output::message::tell;
use crate::output::plural;
use crate::output::progress::{bar, rate};

/// Time before the bar is shown. Most searches end before.
const FIRST: Duration = Duration::from_secs(1);
/// Time between two questions for the position.
const TICK: Duration = Duration::from_millis(200);
/// Time between two lines of progress.
const INTERVAL: Duration = Duration::from_secs(5);
const STEPS: u64 = 10_000;

/// What the thread that searches and the thread that reports share.
pub struct Progress<'t> {
    state: Mutex<State>,
    /// Notified when the search has ended.
    end: Condvar,
    token: &'t CancelToken,
    start: Instant,
    /// Hidden unless standard error is a terminal.
    bar: ProgressBar,
    lines: bool,
}

struct State {
    parts: Option<Parts>,
    /// The position in the whole problem or, if one worker searches parts, in the part under way.
    position: Option<Position>,
    /// Said when a count with a memo turns out not to be divided.
    undivided: Option<String>,
    ended: bool,
    /// The result of a search that has ended without an error.
    result: Option<Tally>,
}

struct Parts {
    /// Whether several workers search them. The position is then that in all parts under way together.
    several: bool,
    /// For each part, its estimated share of the tree, the number of options chosen above it, and how often its solutions are counted.
    all: Vec<(f64, usize, u64)>,
    done: Vec<bool>,
    /// Estimated share of the tree in finished parts.
    finished_share: f64,
    /// The part of it that an earlier search finished, which takes no time now.
    known_share: f64,
    solutions: BigUint,
    /// Nodes of this search, if they are counted.
    nodes: Option<u64>,
}

impl<'t> Progress<'t> {
    /// Progress on a terminal if `bar`, and in lines elsewhere if `lines`. `undivided` is said once if a count with a
    /// memo goes on longer than a moment. `token` must be that of the search.
    pub fn new(
        bar_shown: bool,
        lines: bool,
        undivided: Option<String>,
        token: &'t CancelToken,
    ) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let state = State { parts: None, position: None, undivided, ended: false, result: None };
        Self {
            state: Mutex::new(state),
            end: Condvar::new(),
            token,
            start: Instant::now(),
            bar: bar("{bar:30} {msg}", Some(STEPS), bar_shown && terminal),
            lines: lines && !terminal,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn reports(&self) -> bool {
        self.lines || !self.bar.is_hidden() || self.lock().undivided.is_some()
    }

    /// Reports until the search has ended. Called on a thread of its own.
    pub fn report(&self) {
        let mut written = self.start;
        let mut wait = FIRST;
        // The answer to a question is read at the next one.
        self.token.ask_position();
        loop {
            let is_going_on = |state: &mut State| !state.ended;
            let waited = self.end.wait_timeout_while(self.lock(), wait, is_going_on);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.ended {
                return;
            }
            wait = TICK;
            state.position = self.token.take_position().or(state.position.take());
            self.token.ask_position();
            let memo = state.position.as_ref().and_then(|position| position.memo);
            if memo.is_some_and(|(nodes, _)| nodes > TRIAL)
                && let Some(undivided) = state.undivided.take()
            {
                self.bar.suspend(|| tell(undivided));
            }
            if !self.bar.is_hidden() {
                let share = state.share().min(1.0) * STEPS as f64;
                #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
                self.bar.set_position(share as u64);
                self.bar.set_message(self.line(&state));
            }
            if self.lines && written.elapsed() >= INTERVAL {
                written = Instant::now();
                tell(self.line(&state));
            }
        }
    }

    /// The problem was divided, and will be searched in parts, by several workers or by one.
    pub fn divide(&self, division: &Division<'_>, several: bool) {
        let parts = 0..division.parts();
        let of_part = |part| (division.share(part), division.depth(part), division.times(part));
        let all: Vec<_> = parts.map(of_part).collect();
        let (solutions, done) = (BigUint::ZERO, vec![false; all.len()]);
        let nodes = Some(0);
        let (finished_share, known_share) = (0.0, 0.0);
        let parts = Parts { several, all, done, finished_share, known_share, solutions, nodes };
        let mut state = self.lock();
        state.parts = Some(parts);
        state.forget_position(self.token);
    }

    /// A part was finished by this search or, if `known`, by an earlier one.
    pub fn add(&self, part: usize, tally: &Tally, known: bool) {
        let mut state = self.lock();
        // The position may lie in this part, which would be counted twice.
        state.forget_position(self.token);
        let Some(parts) = &mut state.parts else { return };
        let (share, _, times) = parts.all[part];
        parts.done[part] = true;
        parts.finished_share += share;
        parts.solutions += &tally.solutions * times;
        if known {
            parts.known_share += share;
        } else {
            let nodes = tally.search.stats.nodes;
            parts.nodes = parts.nodes.zip(nodes).map(|(sum, more)| sum.saturating_add(more));
        }
    }

    /// Ends the reports when it is dropped, even if the search panics.
    pub fn end_of_reports(&self) -> impl Drop + use<'_, 't> {
        struct End<'p, 't>(&'p Progress<'t>);
        impl Drop for End<'_, '_> {
            fn drop(&mut self) {
                self.0.finish(None);
            }
        }
        End(self)
    }

    /// Ends the reports: removes the bar, or writes a last line. Without a result, an error ended the search.
    pub fn finish(&self, tally: Option<&Tally>) {
        let mut state = self.lock();
        if std::mem::replace(&mut state.ended, true) {
            return;
        }
        state.result = tally.cloned();
        self.end.notify_all();
        self.bar.finish_and_clear();
        if self.lines {
            tell(self.line(&state));
        }
    }

    /// `37 % of the tree by estimate, 120 of 343 parts (depth 3: 8/20, 4: 112/323), 1200 solutions, ...`
    fn line(&self, state: &State) -> String {
        let elapsed = self.start.elapsed().as_secs_f64();
        let result = state.result.as_ref();
        let exhausted = result.is_some_and(|tally| tally.search.outcome == Outcome::Exhausted);
        let share = if exhausted { 1.0 } else { state.share().min(1.0) };
        let layer = state.position.as_ref().and_then(|position| position.layer);
        let mut line = match layer.filter(|_| result.is_none()) {
            Some((layer, all, states)) => {
                format!("layer {} of {all}, {}", layer + 1, plural(states, "state"))
            }
            None => format!("{:.1} % of the tree by estimate", 100.0 * share),
        };
        if let Some(parts) = &state.parts {
            line += &parts.described();
        }
        let solutions = result.map_or_else(|| state.solutions(), |tally| tally.solutions.clone());
        line += &format!(", {}", plural(&solutions, "solution"));
        let memo = state.position.as_ref().and_then(|position| position.memo);
        if let Some((_, stored)) = memo {
            line += &format!(", {} in the memo", plural(stored, "sub-problem"));
        }
        let counted = state.parts.as_ref().and_then(|parts| parts.nodes).filter(|&nodes| nodes > 0);
        if let Some(nodes) = counted.or(result.and_then(|tally| tally.search.stats.nodes)) {
            line += &format!(", {} nodes/s", rate(nodes as f64 / elapsed));
        }
        let searched_now = share - state.parts.as_ref().map_or(0.0, |parts| parts.known_share);
        // With a memo, the time for a part of the tree says nothing about the time for the rest.
        if memo.is_none() && result.is_none() && searched_now > 0.0 {
            let left = elapsed * (1.0 - share) / searched_now;
            if let Ok(left) = Duration::try_from_secs_f64(left) {
                line += &format!(", about {} left", HumanDuration(left));
            }
        }
        line
    }
}

impl State {
    /// Estimated share of the tree that the search has left behind.
    fn share(&self) -> f64 {
        let within = self.position.as_ref().map_or(0.0, |position| position.share);
        let Some(parts) = &self.parts else { return within };
        if parts.several {
            return parts.finished_share + within;
        }
        // One worker searches the parts in order; the position is a share of the first part that is not done.
        let current = parts.done.iter().position(|done| !done);
        parts.finished_share + current.map_or(0.0, |part| within * parts.all[part].0)
    }

    fn solutions(&self) -> BigUint {
        let done = self.parts.as_ref().map(|parts| parts.solutions.clone()).unwrap_or_default();
        self.position.as_ref().map(|position| position.solutions.clone()).unwrap_or_default() + done
    }

    fn forget_position(&mut self, token: &CancelToken) {
        self.position = None;
        token.take_position();
    }
}

impl Parts {
    /// `, 120 of 343 parts (depth 3: 8/20, 4: 112/323)`
    fn described(&self) -> String {
        let mut depths = BTreeMap::new();
        for (&(_, depth, _), &done) in self.all.iter().zip(&self.done) {
            let (finished, all) = depths.entry(depth).or_insert((0, 0));
            *finished += usize::from(done);
            *all += 1;
        }
        let finished = self.done.iter().filter(|&&done| done).count();
        let depths = depths.iter().map(|(depth, (done, all))| format!("{depth}: {done}/{all}"));
        let depths = depths.collect::<Vec<_>>().join(", ");
        format!(", {finished} of {} parts (depth {depths})", self.all.len())
    }
}
