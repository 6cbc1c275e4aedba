//! One engine on a whole corpus as one batch: the time it takes from the first instance to the last.
//!
//! An engine that takes many puzzles at once gets them at once; the others go from one instance to
//! the next. Either way an instance has the same answer: how many solutions, up to the task's limit,
//! and the first. Every instance is searched alone before, with counters, and judged; what is found
//! in the batch is held against that. Encoding, judging and comparing are outside the clock.

use quadrille_cover::{BigUint, Budget, Outcome, Search, SearchStats, Unsupported};
use quadrille_sudoku::Engine as SudokuEngine;
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::engine::lanes::{Cells, Lanes};

use crate::block::with_times;
use crate::check::{Judge, Judgement};
use crate::clock::{Clocks, Spent, Timing};
use crate::corpus::Body;
use crate::engines::Native;
use crate::leash::Leash;
use crate::measure::{Answer, Searched, Trial};
use crate::record::{Record, Verdict};
use crate::summary::Finished;

/// Instances that are encoded before the clock starts and searched before it stops: all of a large
/// corpus would not fit into memory at once, encoded for dancing links.
const CHUNK: usize = 256;

/// Measures an engine on the instances of these judges, and puts the row together.
///
/// It has a time only if every instance was answered, and rightly. If an answer is wrong, so is the
/// row; else the verdict is that of the first instance that was not answered.
pub fn row(
    blank: Record,
    engine: Native,
    judges: &[Judge<'_>],
    leash: &Leash<'_>,
    clocks: &mut Clocks,
) -> Finished {
    let finished = |record, judged: Judged| Finished {
        record,
        instances: judges.len(),
        answered: judged.answered,
        wrong: judged.wrong,
        troubles: Vec::new(),
    };
    let Ok((alone, totals, mut judged)) = counted(engine, judges, leash) else {
        let record = Record { verdict: Verdict::Unsupported, ..blank };
        return finished(record, Judged::default());
    };
    if let Some(verdict) = judged.verdict() {
        return finished(Record { verdict, ..blank }, judged);
    }
    let batch = Batch::new(engine, judges, &alone);
    match batch.timed(&leash.uncounted().budget, clocks) {
        Ok(timing) => {
            let record = with_times(totals.row(blank), timing);
            finished(batch.without_what_company_changes(record), judged)
        }
        Err(places) => {
            for place in places {
                judged.answered -= 1;
                let reason = "gave another answer in the batch than alone".to_owned();
                judged.wrong.push((judges[place].instance().id.clone(), reason));
            }
            finished(Record { verdict: Verdict::Wrong, ..blank }, judged)
        }
    }
}

/// What the judges say.
#[derive(Default)]
pub(crate) struct Judged {
    /// How many answers are right.
    pub(crate) answered: usize,
    /// Of the first instance that was not answered.
    pub(crate) open: Option<Verdict>,
    /// Instances with wrong answers, and why.
    pub(crate) wrong: Vec<(String, String)>,
}

impl Judged {
    pub(crate) fn add(&mut self, id: &str, Judgement { verdict, reason }: Judgement) {
        match verdict {
            Verdict::Ok => self.answered += 1,
            Verdict::Wrong => self.wrong.push((id.to_owned(), reason.unwrap_or_default())),
            _ => _ = self.open.get_or_insert(verdict),
        }
    }

    /// The verdict on all of them, unless all are right.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.wrong.is_empty() { self.open } else { Some(Verdict::Wrong) }
    }
}

/// What was found of one instance alone: what is found in the batch is held against it. There may be a million.
struct Alone {
    outcome: Outcome,
    solutions: u64,
    first: Option<Answer>,
}

impl Alone {
    fn is_as(&self, searched: &Searched) -> bool {
        let Self { outcome, solutions, first } = self;
        let Search { outcome: other, stats } = &searched.search;
        outcome == other && *solutions == stats.solutions && *first == searched.first
    }

    fn is_as_solved(&self, solved: &Solved) -> bool {
        let same_first = match (solved.first(), &self.first) {
            (Some(cells), Some(Answer::Grid(grid))) => grid.cells() == cells,
            (None, None) => true,
            _ => false,
        };
        solved.count == self.solutions && same_first
    }
}

/// The counters of many searches together, as far as all of them know, and as 64 bits hold them.
pub(crate) struct Totals {
    stats: SearchStats,
    solutions: BigUint,
}

impl Totals {
    /// Of no search.
    pub(crate) fn new() -> Self {
        let none = Some(0);
        let stats =
            SearchStats { solutions: 0, tests: none, forks: none, nodes: none, max_depth: none };
        Self { stats, solutions: BigUint::ZERO }
    }

    pub(crate) fn add(&mut self, stats: &SearchStats, solutions: impl Into<BigUint>) {
        let sum = |so_far: Option<u64>, more: Option<u64>| so_far?.checked_add(more?);
        let all = &mut self.stats;
        all.tests = sum(all.tests, stats.tests);
        all.forks = sum(all.forks, stats.forks);
        all.nodes = sum(all.nodes, stats.nodes);
        all.max_depth = all.max_depth.zip(stats.max_depth).map(|(most, depth)| most.max(depth));
        self.solutions += solutions.into();
    }

    /// A row with them.
    pub(crate) fn row(&self, blank: Record) -> Record {
        let SearchStats { tests, forks, nodes, max_depth, .. } = self.stats;
        let solutions = Some(self.solutions.to_string());
        Record { solutions, tests, forks, nodes, max_depth, ..blank }
    }
}

/// Searches every instance alone, with counters; no more of them once cancelled. The limit of time is
/// that of one search.
fn counted(
    engine: Native,
    judges: &[Judge<'_>],
    leash: &Leash<'_>,
) -> Result<(Vec<Alone>, Totals, Judged), Unsupported> {
    let mut found = Vec::with_capacity(judges.len());
    let mut totals = Totals::new();
    let mut judged = Judged::default();
    for judge in judges {
        if leash.is_cancelled() {
            judged.open.get_or_insert(Verdict::Budget);
            break;
        }
        let trial = Trial::new(engine, judge.instance())?;
        let (searched, expired) = leash.hold(|budget| trial.counted(budget));
        let searched = searched?;
        if expired && !searched.is_answered() {
            judged.open.get_or_insert(Verdict::Timeout);
        } else {
            judged.add(&judge.instance().id, judge.judge(engine.name, &searched));
        }
        let Search { outcome, stats } = searched.search;
        totals.add(&stats, stats.solutions);
        found.push(Alone { outcome, solutions: stats.solutions, first: searched.first });
    }
    Ok((found, totals, judged))
}

/// A corpus ready for an engine, with the answers that it gave to each instance alone.
struct Batch<'b> {
    engine: Native,
    judges: &'b [Judge<'b>],
    alone: &'b [Alone],
    /// The puzzles, for an engine that takes them at once.
    at_once: Option<Vec<Cells>>,
}

/// The places of instances that were answered otherwise than before.
type Places = Vec<usize>;

impl<'b> Batch<'b> {
    fn new(engine: Native, judges: &'b [Judge<'b>], alone: &'b [Alone]) -> Self {
        let cells = |judge: &Judge<'_>| match &judge.instance().body {
            Body::Sudoku(puzzle) => Cells::try_from(puzzle.givens().cells()).ok(),
            Body::Cover(_) => None,
        };
        let takes_many = engine.sudoku == Some(SudokuEngine::Lanes);
        let at_once = takes_many.then(|| judges.iter().map(cells).collect()).flatten();
        Self { engine, judges, alone, at_once }
    }

    /// Times the batch, over as many iterations as keep the clocks' own cost below one percent.
    fn timed(&self, budget: &Budget, clocks: &mut Clocks) -> Result<Timing, Places> {
        match &self.at_once {
            Some(puzzles) => {
                let mut lanes = Lanes::new();
                let mut solved = Vec::new();
                // Searching puzzles alone did not warm up what searches many.
                lanes.solve_batch(puzzles, limit(budget), &mut solved);
                enough(clocks, 1, |iterations, clocks| {
                    let ((), spent) = clocks.time(|| {
                        for _ in 0..iterations {
                            lanes.solve_batch(puzzles, limit(budget), &mut solved);
                        }
                    });
                    self.compare(0, &solved, Alone::is_as_solved).map(|()| spent)
                })
            }
            None => enough(clocks, self.judges.len().div_ceil(CHUNK), |iterations, clocks| {
                self.one_by_one(iterations, budget, clocks)
            }),
        }
    }

    /// Goes from one instance to the next, chunk by chunk.
    fn one_by_one(
        &self,
        iterations: u64,
        budget: &Budget,
        clocks: &mut Clocks,
    ) -> Result<Spent, Places> {
        let nothing = Spent { instructions: Some(0), ..Spent::default() };
        let chunks = self.judges.chunks(CHUNK).enumerate();
        chunks
            .map(|(i, chunk)| {
                let trial = |judge: &Judge<'b>| {
                    Trial::new(self.engine, judge.instance()).expect("it took the instance before")
                };
                let trials: Vec<_> = chunk.iter().map(trial).collect();
                let mut found = Vec::with_capacity(chunk.len());
                let ((), spent) = clocks.time(|| {
                    for _ in 0..iterations {
                        found.clear();
                        found.extend(trials.iter().map(|trial| trial.uncounted(budget)));
                    }
                });
                self.compare(i * CHUNK, &found, Alone::is_as).map(|()| spent)
            })
            .try_fold(nothing, |sum, spent| Ok(sum + spent?))
    }

    /// Holds what was found from that place on against what was found before.
    fn compare<T>(
        &self,
        first: usize,
        found: &[T],
        same: impl Fn(&Alone, &T) -> bool,
    ) -> Result<(), Places> {
        let pairs = found.iter().zip(&self.alone[first..]).enumerate();
        let other = pairs.filter(|(_, (found, alone))| !same(alone, found));
        let places: Places = other.map(|(i, _)| first + i).collect();
        if places.is_empty() { Ok(()) } else { Err(places) }
    }

    /// A row with the counters of all instances as far as they are those of the batch, too: puzzles searched at
    /// once are swept in other turns than alone, and what is searched of one that is stopped at its limit
    /// depends on its company.
    fn without_what_company_changes(&self, row: Record) -> Record {
        if self.at_once.is_none() {
            return row;
        }
        if self.alone.iter().all(|alone| alone.outcome == Outcome::Exhausted) {
            return Record { tests: None, ..row };
        }
        Record { tests: None, forks: None, nodes: None, max_depth: None, ..row }
    }
}

fn limit(budget: &Budget) -> u64 {
    budget.solutions.unwrap_or(u64::MAX)
}

/// Measures once, and again over more iterations if that was too short for clocks that are started
/// so many times.
fn enough(
    clocks: &mut Clocks,
    starts: usize,
    mut measure: impl FnMut(u64, &mut Clocks) -> Result<Spent, Places>,
) -> Result<Timing, Places> {
    let starts = u32::try_from(starts).unwrap_or(u32::MAX);
    let once = measure(1, clocks)?;
    if once.wall >= clocks.shortest() * starts {
        return Ok(Timing { iterations: 1, spent: once });
    }
    let iterations = clocks.iterations(once.wall / starts);
    Ok(Timing { iterations, spent: measure(iterations, clocks)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Opinions;
    use crate::corpus::Corpus;
    use crate::engines;
    use crate::plan::Task;

    /// What comes of a batch if what was found of its 261st puzzle alone is changed like that.
    fn timed(engine: &str, change: impl Fn(&mut Alone)) -> Result<Timing, Places> {
        let corpus = Corpus::open("generated-9x9", &mut Err).unwrap();
        let engine = engines::by_name(engine).unwrap();
        let budget = Budget { solutions: Task::Unique.limit(), ..Budget::default() };
        let instances = &corpus.instances[..300];
        let (leash, opinions) = (Leash::of(budget), Opinions::default());
        let judge = |instance| Judge::new(instance, Task::Unique, &leash, &opinions);
        let judges: Vec<_> = instances.iter().map(judge).collect();
        let (mut alone, _, judged) = counted(engine, &judges, &leash).unwrap();
        assert_eq!((judged.answered, judged.verdict()), (300, None));
        change(&mut alone[260]);
        let batch = Batch::new(engine, &judges, &alone);
        batch.timed(&leash.budget, &mut Clocks::of_this_thread())
    }

    #[test]
    fn every_answer_of_a_batch_is_held_against_the_one_found_alone() {
        for engine in ["lanes", "masks"] {
            assert!(timed(engine, |_| ()).is_ok_and(|timing| timing.iterations > 0));
            let other_count = timed(engine, |alone| alone.solutions = 2);
            assert_eq!(other_count, Err(vec![260]), "{engine}");
            let other_solution = timed(engine, |alone| {
                let Some(Answer::Grid(grid)) = &mut alone.first else { panic!("a solution") };
                grid.set(80, grid.cells()[80] % 9 + 1);
            });
            assert_eq!(other_solution, Err(vec![260]), "{engine}");
        }
    }

    #[test]
    fn clocks_started_often_are_given_more_to_measure() {
        let mut clocks = Clocks::of_this_thread();
        let shortest = clocks.shortest();
        let mut times = |starts, wall| {
            let took = |_, _: &mut Clocks| Ok(Spent { wall, ..Spent::default() });
            enough(&mut clocks, starts, took).unwrap().iterations
        };
        assert_eq!(times(1, shortest), 1);
        assert_eq!(times(10, shortest), 22, "each of ten gets a tenth of it");
        assert_eq!(times(10, 10 * shortest), 1);
        assert_eq!(enough(&mut clocks, 1, |_, _| Err(vec![3])), Err(vec![3]));
    }
}
