//! The sequence that makes a row: count, judge, time, compare, record.
//!
//! It is the same for one instance and for a corpus as one batch, and for engines of this program and processes. A
//! batch has a time only if every answer is right. If an answer is wrong, the row's verdict is `wrong`; otherwise it is
//! the verdict of the first instance without an answer.

use quadrille_cover::{BigUint, Outcome, SearchStats};
use quadrille_results::{Proved, Record, Task, Verdict, WHOLE_CORPUS};

use crate::check::{Judge, Judged};
use crate::engine::searched::Judgement;
use crate::measure::{CountedSearch, Measured, Timed, TimingError};
use crate::run::summary::Finished;

/// Measures an engine on the instances of the judges, and fills in the row `blank`.
pub fn measure(blank: Record, judges: &[Judge<'_>], measured: &mut dyn Measured) -> Finished {
    let mut tally = Tally::default();
    let instances = judges.len();
    let mut row = Finished { instances, record: blank, ..Finished::default() };
    let mut judges_left = judges.iter();
    let counted = measured.count(&mut |search| {
        let judge = judges_left.next().expect("there is one search for each judge");
        tally.add(search, judge, &mut row);
    });
    row.record.max_rss_bytes = match counted {
        Ok(peak) => peak,
        Err(failure) => {
            let record = row.record;
            return Finished { record, instances, ..Finished::default() }.failed(failure);
        }
    };
    row.prepared = measured.prepared();
    let proved = tally.proved.filter(|_| row.proved == instances);
    let verdict = if row.wrong.is_empty() { tally.open } else { Some(Verdict::Wrong) };
    row.record = Record { proved, ..tally.record(row.record) };
    if let Some(verdict) = verdict {
        return row.without_time(verdict);
    }
    match measured.time() {
        Ok(Timed { iterations, spent, cold, until_first, peak_memory, warning }) => {
            let row_id = row.record.instance.clone();
            row.troubles.extend(warning.map(|warning| (row_id, warning)));
            let max_rss_bytes = peak_memory.max(row.record.max_rss_bytes);
            let cold_ns = cold.map(|cold| cold.as_nanos() as u64);
            row.record = match spent {
                Some((spent, timing)) => spent.record(iterations, timing, row.record),
                None => row.record,
            };
            let first_ns = until_first.map(|first| first.as_nanos() as u64);
            row.record = Record { max_rss_bytes, cold_ns, first_ns, ..row.record };
            row
        }
        Err(TimingError::Failed(failure)) => row.failed(failure),
        Err(TimingError::Mismatch(places)) => {
            let reason = || "gave another answer when timed than when counted".to_owned();
            row.wrong_at(places.into_iter().map(|place| (place, reason())), judges)
        }
        Err(TimingError::Wrong(faults)) => row.wrong_at(faults.into_iter(), judges),
    }
}

/// Sums over the searches of a row.
struct Tally {
    /// Sums of the counters that all searches have, if 64 bits hold the sum; of depths, the maximum.
    stats: SearchStats,
    /// The sum of the solutions, if every search knows them.
    solutions: Option<BigUint>,
    /// The verdict of the first search without an answer.
    open: Option<Verdict>,
    /// How the numbers of solutions were proved, if any was.
    proved: Option<Proved>,
}

impl Default for Tally {
    fn default() -> Self {
        let none = Some(0);
        let stats =
            SearchStats { solutions: 0, tests: none, forks: none, nodes: none, max_depth: none };
        Self { stats, solutions: Some(BigUint::ZERO), open: None, proved: None }
    }
}

impl Tally {
    fn add(&mut self, search: CountedSearch<'_>, judge: &Judge<'_>, row: &mut Finished) {
        let id = || judge.instance.id.clone();
        let answer = match search {
            CountedSearch::Ended(answer) => answer,
            CountedSearch::Failed(failure, stats) => {
                self.add_counters(&stats, None);
                self.open.get_or_insert(failure.verdict);
                row.tell(id(), failure);
                return;
            }
        };
        let search = &answer.searched.search;
        let is_known = search.outcome != Outcome::BudgetSpent;
        let Judged { verdict, reason, proved, contradicted } =
            judge.judge(&row.record.engine, &answer);
        self.add_counters(&search.stats, is_known.then_some(answer.solutions));
        row.contradicted.extend(contradicted.map(|what| (id(), what)));
        match verdict {
            Verdict::Ok => {
                row.answered += 1;
                if judge.task == Task::Cheapest && row.instances == 1 {
                    row.record.cost = judge.cost(answer.searched);
                }
                row.proved += usize::from(proved.is_some());
                self.proved = self.proved.max(proved);
                row.unproved.extend(reason.map(|reason| (id(), reason)));
            }
            Verdict::Wrong => row.wrong.push((id(), reason.unwrap_or_default())),
            _ => {
                self.open.get_or_insert(verdict);
                row.troubles.extend(reason.map(|reason| (id(), reason)));
            }
        }
    }

    fn add_counters(&mut self, stats: &SearchStats, solutions: Option<BigUint>) {
        let sum = |so_far: Option<u64>, more: Option<u64>| so_far?.checked_add(more?);
        let all = &mut self.stats;
        all.tests = sum(all.tests, stats.tests);
        all.forks = sum(all.forks, stats.forks);
        all.nodes = sum(all.nodes, stats.nodes);
        all.max_depth = all.max_depth.zip(stats.max_depth).map(|(most, depth)| most.max(depth));
        self.solutions = self.solutions.take().zip(solutions).map(|(so_far, more)| so_far + more);
    }

    fn record(self, blank: Record) -> Record {
        let solutions = self.solutions.map(|solutions| solutions.to_string());
        Record { solutions, ..with_counters(blank, &self.stats) }
    }
}

pub(crate) fn with_counters(blank: Record, stats: &SearchStats) -> Record {
    let SearchStats { tests, forks, nodes, max_depth, .. } = *stats;
    Record { tests, forks, nodes, max_depth, ..blank }
}

impl Finished {
    /// The row with this verdict and without a time. The row of a batch loses its counters too, because they would be
    /// sums over only some of the instances.
    fn without_time(self, verdict: Verdict) -> Self {
        let is_batch = self.is_batch();
        let solutions = self.record.solutions.filter(|_| verdict == Verdict::Wrong && !is_batch);
        let record = Record { verdict, solutions, proved: None, cost: None, ..self.record };
        let record = if is_batch { with_counters(record, &SearchStats::default()) } else { record };
        Self { record, ..self }
    }

    /// The row if answers turned out to be wrong: the indices of their instances, and what is wrong.
    fn wrong_at(
        mut self,
        faults: impl ExactSizeIterator<Item = (usize, String)>,
        judges: &[Judge<'_>],
    ) -> Self {
        self.answered -= faults.len();
        self.proved = self.proved.min(self.answered);
        self.wrong
            .extend(faults.map(|(place, reason)| (judges[place].instance.id.clone(), reason)));
        self.without_time(Verdict::Wrong)
    }

    /// The row if no instance was answered, because the engine failed.
    fn failed(mut self, failure: Judgement) -> Self {
        let verdict = failure.verdict;
        (self.answered, self.proved) = (0, 0);
        self.tell(self.record.instance.clone(), failure);
        self.without_time(verdict)
    }

    /// Adds a message about a failure, but not if time or memory ran out on one instance, which the row's verdict says.
    fn tell(&mut self, id: String, Judgement { verdict, reason }: Judgement) {
        let reason = reason.filter(|_| verdict == Verdict::Crash || self.is_batch());
        self.troubles.extend(reason.map(|reason| (id, reason)));
    }

    fn is_batch(&self) -> bool {
        self.record.instance == WHOLE_CORPUS
    }
}
