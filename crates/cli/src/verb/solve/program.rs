//! `solve --engines FILE`: puzzles solved by an engine that is another program.

use anyhow::{Result, anyhow, bail};
use quadrille_cover::{CancelToken, Outcome, Search, SearchStats};
use quadrille_harness::engine::searched::FirstSolution;
use quadrille_harness::process::{Question, Session, SessionLimits, declaration};
use quadrille_harness::{Body, Expected, Instance};
use quadrille_results::{Shown, Task, Verdict};
use quadrille_sudoku::Grid;
use quadrille_sudoku::format::read::Found;

use crate::args::{AUTO, Chosen, Drawn, Solve};

/// A started engine, and what it is asked about each puzzle.
pub struct Program {
    session: Session,
    question: Question,
}

impl Program {
    /// Starts the engine that the arguments name, if they name a file of engines.
    pub fn start(args: &Solve, cancel: &CancelToken) -> Result<Option<Self>> {
        let Some(file) = &args.engines else { return Ok(None) };
        let task = task(args)?;
        let mut declared = declaration::read(file).map_err(anyhow::Error::msg)?;
        let names: Vec<&str> = declared.iter().map(|program| &*program.name).collect();
        let named = match &args.engine {
            Chosen::Auto(_) if names.len() == 1 => Some(0),
            Chosen::Auto(_) => None,
            Chosen::Ours(engine) => names.iter().position(|name| *name == engine.name()),
            Chosen::Program(wanted) => names.iter().position(|name| name == wanted),
        };
        let Some(place) = named else {
            let found = match &args.engine {
                Chosen::Auto(_) => AUTO,
                Chosen::Ours(engine) => engine.name(),
                Chosen::Program(name) => name,
            };
            bail!(
                "{}: found no engine named `{found}`; expected --engine with one of those declared: {}",
                file.shown(),
                names.join(", ")
            );
        };
        let limits = SessionLimits {
            time: args.time_limit,
            cancel: Some(cancel.clone()),
            ..SessionLimits::default()
        };
        let session = Session::start(declared.swap_remove(place), limits);
        let session = session.map_err(|fault| anyhow!("{}: {fault}", file.shown()))?;
        let counts = |counter| session.external.hello.counters.contains(&counter);
        for (limit, counter) in [(args.limits.max_tests, "tests"), (args.limits.max_nodes, "nodes")]
        {
            if limit.is_some() && !counts(counter) {
                bail!(
                    "--max-{counter}: the engine {} does not count {counter}; use --time-limit",
                    session.external.program.name
                );
            }
        }
        let (tests, nodes) = (args.limits.max_tests, args.limits.max_nodes);
        let question = Question { tests, nodes, ..Question::new(task) };
        Ok(Some(Self { session, question }))
    }

    pub fn name(&self) -> String {
        self.session.external.program.name.clone()
    }

    /// Asks about a puzzle. Returns the search, and the first solution if there is one.
    pub fn solve(&mut self, found: &Found) -> Result<(Search, Option<Grid>), String> {
        let body = Body::Sudoku(found.puzzle.clone());
        let id = found.line.to_string();
        let instance = Instance::new(id, Some(found.line), body, Expected::default());
        let mut asked = self.session.ask(&self.question, &[&instance]);
        let answered = match asked.replies.swap_remove(0) {
            Ok(answered) => answered.searched,
            // The time or the run has ended.
            Err(fault) if matches!(fault.verdict, Verdict::Timeout | Verdict::Budget) => {
                let stats = SearchStats::default();
                return Ok((Search { outcome: Outcome::BudgetSpent, stats }, None));
            }
            Err(fault) if fault.verdict == Verdict::Unsupported => {
                if found.puzzle.candidates().is_some() {
                    return Err("does not accept puzzles with restricted candidates".to_owned());
                }
                let side = found.puzzle.order().side();
                let task = self.question.task.name();
                return Err(format!(
                    "does not accept {side}x{side} puzzles with the task `{task}`"
                ));
            }
            Err(fault) => return Err(fault.to_string()),
        };
        if let Some(unlawful) = answered.unlawful {
            return Err(format!("found {unlawful}"));
        }
        let first = match answered.first {
            Some(FirstSolution::Grid(grid)) => Some(grid),
            _ => None,
        };
        Ok((answered.search, first))
    }
}

fn task(args: &Solve) -> Result<Task> {
    let no_engine = "an engine that is another program";
    if args.how_many.several() {
        bail!(
            "--engines: {no_engine} tells only its first solution; leave out --all, or use --count"
        );
    }
    let is_drawn = args.picture.file.is_some() && matches!(args.picture.what, Drawn::Tree { .. });
    if args.verbose.is_some_and(|level| level > 1) || is_drawn {
        bail!(
            "--engines: {no_engine} does not tell its steps; leave out --verbose and --draw tree"
        );
    }
    match args.how_many.solutions() {
        Some(1) => Ok(Task::First),
        Some(2) => Ok(Task::Unique),
        None => Ok(Task::Count),
        Some(limit) => {
            bail!("--limit {limit}: {no_engine} counts up to 1, up to 2 or all; use one of these")
        }
    }
}
