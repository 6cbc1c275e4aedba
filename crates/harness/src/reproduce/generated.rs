//! Generates puzzles and solves them; each is timed from the recipe to the solution.
//!
//! Puzzle i draws from stream i of the seed, so the puzzles are the same everywhere, and their fingerprint can be pinned.
//! They are made one after the other on one core. Outside the timed section each is checked: its level must be the one
//! requested, and it must have one solution, the one found.

use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, CancelToken};
use quadrille_results::{Record, Task, Timing, Verdict};
use quadrille_sudoku::generate::{Generator, Recipe};
use quadrille_sudoku::{Engine, Level, Order, Watch, rate};
use serde::Deserialize;
use std::ops::ControlFlow;

use crate::corpus::{Body, Count, Expected, Instance};
use crate::measure::clock::Clocks;
use crate::plan::request::{can_be_noted, within};
use crate::run::sequence::with_counters;

/// A `[generate]` step as a table states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generated {
    /// The number of rows of a grid.
    pub size: usize,
    /// The level of difficulty.
    pub level: u8,
    /// The number of puzzles, 1 to 10,000.
    pub puzzles: u64,
    /// The seed from whose streams the puzzles are drawn.
    #[serde(default)]
    pub seed: u64,
}

const SOLVER: Engine = Engine::Masks;

/// The engine's name in rows, whose times include making the puzzle.
pub const ENGINE: &str = "generate+masks";

impl Generated {
    /// Refuses numbers out of bounds, with a description of the first such number.
    pub(super) fn check(&self) -> Result<(), String> {
        within("puzzles", Some(self.puzzles), 1..=10_000, "1 to 10000")?;
        can_be_noted("seed", Some(self.seed))?;
        self.generator().map(|_| ())
    }

    fn generator(&self) -> Result<Generator, String> {
        let order = Order::from_side(self.size).filter(|order| order.n() <= 5);
        let order =
            order.ok_or_else(|| format!("found size = {}; expected 4, 9, 16 or 25", self.size))?;
        let highest = Level::highest(order);
        let level = Level::new(self.level).filter(|level| *level <= highest).ok_or_else(|| {
            format!("found level = {}; expected 1 to {}", self.level, highest.number())
        })?;
        let recipe = Recipe { level: Some(level), ..Recipe::new(order) };
        Generator::new(recipe).map_err(|error| error.to_string())
    }

    /// Makes the puzzles, until the run is cancelled. Each comes with its row, which has no names of run and corpus.
    pub fn rows(
        &self,
        cancel: &CancelToken,
        clocks: &mut Clocks,
    ) -> impl Iterator<Item = (Instance, Record)> {
        let generator = self.generator().expect("the table was checked");
        (0..self.puzzles).map_while(move |i| {
            let mut stream = Stream::new(self.seed, i);
            let (found, spent) = clocks.time(|| {
                while !cancel.is_cancelled() {
                    if let Ok(made) = generator.attempt(&mut stream) {
                        let solution = SOLVER.first(&made.puzzle);
                        return Some((made.puzzle, solution));
                    }
                }
                None
            });
            let (puzzle, solution) = found?;
            let lawful = solution.as_ref().is_some_and(|grid| puzzle.is_solved_by(grid));
            let right = lawful && rate::level(&puzzle) == Level::new(self.level);
            let (once, mut visit) = (Budget::solutions(1), |_: &_| ControlFlow::Continue(()));
            let search = SOLVER.search(&puzzle, &once, Watch::Count, &mut visit);
            let expected = Expected { solutions: Some(Count::exactly(1u8)), ..Expected::default() };
            let instance = Instance::new(i.to_string(), None, Body::Sudoku(puzzle), expected);
            let record = Record {
                instance: instance.id.clone(),
                sha256: instance.sha256.to_string(),
                engine: ENGINE.to_owned(),
                task: Task::First,
                block: i as usize,
                verdict: if right { Verdict::Ok } else { Verdict::Wrong },
                solutions: Some(u64::from(solution.is_some()).to_string()),
                ..with_counters(Record::blank(), &search.stats)
            };
            Some((instance, if right { spent.record(1, Timing::Repeated, record) } else { record }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;

    fn run(generated: &Generated, cancel: &CancelToken) -> (Vec<Instance>, Vec<Record>) {
        generated.rows(cancel, &mut Clocks::of_this_thread()).unzip()
    }

    #[test]
    fn puzzles_are_those_of_the_seed_and_have_the_level() {
        let generated = Generated { size: 9, level: 5, puzzles: 4, seed: 1 };
        let (instances, rows) = run(&generated, &CancelToken::new());
        assert_eq!((instances.len(), rows.len()), (4, 4));
        for (row, instance) in rows.iter().zip(&instances) {
            assert_eq!(row.verdict, Verdict::Ok);
            assert!(row.wall_ns.is_some() && row.forks.is_some());
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
        let seed = Generated { size: 9, level: 5, puzzles: 1, seed: 1 << 63 }.check().unwrap_err();
        let expected = "found seed = 9223372036854775808; expected 9223372036854775807 at most";
        assert_eq!(seed, expected);
    }
}
