//! Puzzles generated and then solved, each timed from the recipe to the solution.
//!
//! Puzzle i draws from stream i of the seed, so the puzzles are the same everywhere, and their fingerprint can be pinned.
//! They are made one after the other on one core. Outside the clock each is held to what was asked for: its
//! level, and one solution, which is the one found.

use std::io::Write;

use quadrille_cover::random::Stream;
use quadrille_cover::search::SearchStats;
use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::generate::{Maker, Recipe};
use quadrille_sudoku::{Engine, Grid, Level, Order, Puzzle, Watch, rate};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

use crate::block::with_times;
use crate::clock::{Clocks, Spent, Timing};
use crate::corpus::{Body, Count, Expected, Instance};
use crate::plan::Task;
use crate::record::{Record, Verdict, Writer};
use crate::run::{Conduct, RunError};

/// What is to be generated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generated {
    /// Rows of a grid.
    pub size: usize,
    /// The level of difficulty.
    pub level: u8,
    /// How many.
    pub puzzles: u64,
    /// Whose streams they are drawn from.
    #[serde(default)]
    pub seed: u64,
}

/// What solves them.
const SOLVER: Engine = Engine::Masks;

/// What stands for the engine in rows: time goes into making as well as into solving.
pub const ENGINE: &str = "generate+masks";

/// A puzzle that was made and solved.
struct Made {
    puzzle: Puzzle,
    solution: Option<Grid>,
    spent: Spent,
}

impl Generated {
    /// What is wrong with it, in words.
    pub(super) fn check(&self) -> Result<(), String> {
        if !(1..=10_000).contains(&self.puzzles) {
            return Err(format!("found puzzles = {}; expected 1 to 10000", self.puzzles));
        }
        self.maker().map(|_| ())
    }

    fn maker(&self) -> Result<Maker, String> {
        let order = Order::from_side(self.size).filter(|order| order.n() <= 5);
        let order =
            order.ok_or_else(|| format!("found size = {}; expected 4, 9, 16 or 25", self.size))?;
        let highest = Level::highest(order);
        let level = Level::new(self.level).filter(|level| *level <= highest).ok_or_else(|| {
            format!("found level = {}; expected 1 to {}", self.level, highest.number())
        })?;
        let recipe = Recipe { level: Some(level), ..Recipe::new(order) };
        Maker::new(recipe).map_err(|error| error.to_string())
    }

    /// Makes the puzzles and writes a row for each; fewer if it is cancelled. They are given back, as the corpus
    /// `name`.
    ///
    /// # Errors
    /// If rows cannot be written.
    pub fn run(
        &self,
        name: &str,
        out: Box<dyn Write + Send>,
        conduct: &Conduct<'_>,
    ) -> Result<Vec<Instance>, RunError> {
        let maker = self.maker().expect("the table was checked");
        let writer = Writer::start(out, false, conduct.cancel.clone())?;
        let rows = writer.rows();
        // A thread of its own, as it stays on its core.
        let instances = std::thread::scope(|scope| {
            let work = scope.spawn(|| {
                conduct.cores.pin(0);
                let mut clocks = Clocks::of_this_thread();
                let mut instances = Vec::new();
                for i in 0..self.puzzles {
                    let Some(made) = made(&maker, self.seed, i, conduct.cancel, &mut clocks) else {
                        break;
                    };
                    let expected = Expected { solutions: Some(Count::Exactly(1)), solution: None };
                    let body = Body::Sudoku(made.puzzle.clone());
                    let instance = Instance::new(i.to_string(), None, body, expected);
                    let row = self.row(name, i, &instance, &made, conduct);
                    instances.push(instance);
                    if rows.send(vec![row]).is_err() {
                        break; // a writer that failed will say why
                    }
                    (conduct.progress)(1);
                }
                drop(rows);
                instances
            });
            work.join().expect("making puzzles does not panic")
        });
        writer.finish()?;
        Ok(instances)
    }

    fn row(
        &self,
        corpus: &str,
        i: u64,
        instance: &Instance,
        made: &Made,
        conduct: &Conduct<'_>,
    ) -> Record {
        let lawful = made.solution.as_ref().is_some_and(|grid| made.puzzle.is_solved_by(grid));
        let right = lawful && rate::level(&made.puzzle) == Level::new(self.level);
        let stats = counted(&made.puzzle);
        let record = Record {
            run_id: conduct.run_id.to_owned(),
            corpus: corpus.to_owned(),
            instance: instance.id.clone(),
            sha256: instance.sha256.to_string(),
            engine: ENGINE.to_owned(),
            engine_version: env!("CARGO_PKG_VERSION").to_owned(),
            task: Task::First,
            block: i as usize,
            verdict: if right { Verdict::Ok } else { Verdict::Wrong },
            solutions: Some(u64::from(made.solution.is_some()).to_string()),
            tests: stats.tests,
            forks: stats.forks,
            nodes: stats.nodes,
            max_depth: stats.max_depth,
            ..Record::BLANK
        };
        if right { with_times(record, Timing { iterations: 1, spent: made.spent }) } else { record }
    }
}

/// Makes a puzzle and solves it; none if that is cancelled.
fn made(
    maker: &Maker,
    seed: u64,
    i: u64,
    cancel: &CancelToken,
    clocks: &mut Clocks,
) -> Option<Made> {
    let mut stream = Stream::new(seed, i);
    let (found, spent) = clocks.time(|| {
        while !cancel.is_cancelled() {
            if let Ok(made) = maker.attempt(&mut stream) {
                let solution = SOLVER.first(&made.puzzle);
                return Some((made.puzzle, solution));
            }
        }
        None
    });
    let (puzzle, solution) = found?;
    Some(Made { puzzle, solution, spent })
}

/// What solving takes.
fn counted(puzzle: &Puzzle) -> SearchStats {
    let mut visit = |_: &Grid| ControlFlow::Continue(());
    SOLVER.search(puzzle, &Budget::solutions(1), Watch::Count, &mut visit).stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::Cores;
    use crate::corpus::Corpus;
    use crate::results::Results;
    use crate::resume::Done;

    fn run(generated: &Generated, cancel: &CancelToken) -> (Vec<Instance>, Results) {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (cores, done) = (Cores::any(), Done::nothing());
        let conduct =
            Conduct { run_id: "r", cancel, cores: &cores, done: &done, progress: &|_| () };
        let out = Box::new(file.reopen().unwrap());
        let instances = generated.run("small", out, &conduct).unwrap();
        let mut results = Results::default();
        results.read(file.path().to_str().unwrap()).unwrap();
        (instances, results)
    }

    #[test]
    fn puzzles_are_those_of_the_seed_and_have_the_level() {
        let generated = Generated { size: 9, level: 5, puzzles: 4, seed: 1 };
        let (instances, results) = run(&generated, &CancelToken::new());
        assert_eq!((instances.len(), results.entries().len()), (4, 4));
        for (entry, instance) in results.entries().iter().zip(&instances) {
            assert_eq!(entry.verdict, Verdict::Ok);
            assert!(entry.time(crate::results::Clock::Wall).is_some());
            assert!(entry.counts.forks().is_some());
            let Body::Sudoku(puzzle) = &instance.body else { panic!("a Sudoku") };
            assert_eq!(rate::level(puzzle), Level::new(5));
        }
        let again = run(&generated, &CancelToken::new()).0;
        let pin = |instances| Corpus::new("c".into(), Task::First, instances).sha256;
        assert_eq!(pin(instances), pin(again));
    }

    #[test]
    fn cancelled_it_stops() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let generated = Generated { size: 9, level: 5, puzzles: 4, seed: 1 };
        assert_eq!(run(&generated, &cancel).0.len(), 0);
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        let error =
            |size, level, puzzles| Generated { size, level, puzzles, seed: 0 }.check().unwrap_err();
        assert_eq!(error(7, 1, 1), "found size = 7; expected 4, 9, 16 or 25");
        assert_eq!(error(36, 1, 1), "found size = 36; expected 4, 9, 16 or 25");
        assert_eq!(error(9, 6, 1), "found level = 6; expected 1 to 5");
        assert_eq!(error(9, 5, 0), "found puzzles = 0; expected 1 to 10000");
    }
}
