//! The summary of a run: for each corpus and engine, verdicts and times.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use quadrille_results::statistics::spread::median;
use quadrille_results::{Record, Verdict};

/// A finished row, with what the row itself does not contain.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// The row.
    pub record: Record,
    /// The number of instances of the row: one, or all of a corpus.
    pub instances: usize,
    /// The number of instances with a right answer.
    pub answered: usize,
    /// The number of instances whose number of solutions was proved.
    pub proved: usize,
    /// Ids of instances whose right answers were not proved although that was asked for, and why not.
    pub unproved: Vec<(String, String)>,
    /// Ids of instances of which the manifest says something else than a proof, and what.
    pub contradicted: Vec<(String, String)>,
    /// Ids of instances with wrong answers, and what is wrong with each.
    pub wrong: Vec<(String, String)>,
    /// Ids of other instances with messages, such as that a process failed or that its times cannot be right.
    pub troubles: Vec<(String, String)>,
    /// The CPU time of the engine's process before it was ready for questions, if it is another program.
    pub prepared: Option<Duration>,
}

/// The sums of a run, by corpus and engine.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The sums of each engine on each corpus; the key is the name of the corpus, then that of the engine.
    pub cells: BTreeMap<(String, String), Cell>,
    /// Messages about wrong answers.
    pub wrong: Vec<String>,
    /// Messages about manifests that proofs contradict.
    pub contradicted: BTreeSet<String>,
    /// Number of right answers, one for each instance, engine and repetition; and of those that were proved.
    pub answered: usize,
    /// See [`answered`](Self::answered).
    pub proved: usize,
    /// Other messages, such as that a process failed; those that are alike are together.
    pub troubles: Vec<Trouble>,
    /// For each engine, the instances on which a limit of tests or nodes cut it off, as corpus and instance.
    pub cut_off: BTreeMap<String, BTreeSet<(String, String)>>,
    /// Number of rows with a right answer and no time, by engine.
    pub untimed: BTreeMap<String, usize>,
    /// Number of rows with each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// The longest CPU time of a process before it was ready for questions, by engine.
    pub prepared: BTreeMap<String, Duration>,
}

/// A message about a row, and the number of rows with the same message except for their instances and numbers.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The engine, and the reason without its numbers.
    kind: (String, String),
    /// The message about the first of the rows.
    pub first: String,
    /// The number of rows.
    pub rows: usize,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first)?;
        if self.rows > 1 { write!(f, " ({} rows in all)", self.rows) } else { Ok(()) }
    }
}

/// A reason in which a `#` replaces each word with a digit in it.
fn without_numbers(reason: &str) -> String {
    let is_number = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
    let word = |word| if is_number(word) { "#" } else { word };
    reason.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The sums of one engine on one corpus.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Number of instances.
    pub instances: usize,
    /// Number of instances with a right answer.
    pub ok: usize,
    /// For each row a number that its instance determines, and the CPU time of one search in nanoseconds; for a batch, the
    /// mean of its searches. A row without an answer has no time, and one with an answer and no time is left out.
    times: Vec<(u64, Option<f64>)>,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, finished: &Finished) {
        let Finished { record, instances, answered, wrong, troubles, .. } = finished;
        *self.verdicts.entry(record.verdict).or_default() += 1;
        let Record { engine, corpus, .. } = record;
        if record.verdict == Verdict::Ok && record.iterations.is_none() {
            *self.untimed.entry(engine.clone()).or_default() += 1;
        }
        if let Some(prepared) = finished.prepared {
            let longest = self.prepared.entry(engine.clone()).or_default();
            *longest = prepared.max(*longest);
        }
        let message =
            |(id, reason): &(String, String)| format!("{engine} on {corpus}/{id}: {reason}");
        self.wrong.extend(wrong.iter().map(message));
        if record.verdict == Verdict::Budget && troubles.is_empty() {
            let instance = (corpus.clone(), record.instance.clone());
            self.cut_off.entry(engine.clone()).or_default().insert(instance);
        }
        self.answered += answered;
        self.proved += finished.proved;
        let contradicted = finished.contradicted.iter();
        self.contradicted.extend(contradicted.map(|(id, what)| format!("{corpus}/{id}: {what}")));
        for trouble in troubles.iter().chain(&finished.unproved) {
            let kind = (engine.clone(), without_numbers(&trouble.1));
            match self.troubles.iter_mut().find(|known| known.kind == kind) {
                Some(known) => known.rows += 1,
                None => self.troubles.push(Trouble { kind, first: message(trouble), rows: 1 }),
            }
        }
        let cell = self.cells.entry((corpus.clone(), engine.clone())).or_default();
        cell.instances += instances;
        cell.ok += answered;
        let time = match (record.cpu_ns, record.iterations) {
            (Some(cpu), Some(iterations)) => {
                Some(cpu as f64 / (iterations as f64 * *instances as f64))
            }
            _ => None,
        };
        if time.is_some() || record.verdict != Verdict::Ok {
            let mut number = DefaultHasher::new();
            record.instance.hash(&mut number);
            cell.times.push((number.finish(), time));
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.verdicts.values().sum()
    }
}

impl Cell {
    /// The median over the instances of the median over the repetitions of the time of one search, in nanoseconds, as in a
    /// report. An instance that some repetition did not answer has none.
    pub fn median(&self) -> Option<f64> {
        let mut times = self.times.clone();
        times.sort_unstable_by_key(|&(instance, _)| instance);
        let of_instance = |rows: &[(u64, Option<f64>)]| {
            let times: Option<Vec<f64>> = rows.iter().map(|&(_, time)| time).collect();
            median(&mut times?)
        };
        median(&mut times.chunk_by(|a, b| a.0 == b.0).filter_map(of_instance).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_over_instances_and_not_over_rows() {
        let mut summary = Summary::default();
        // Medians of 3, 5 and 9; the last instance has a repetition without an answer. All rows together have 6.
        for (instance, times) in
            [("a", &[3, 2, 90][..]), ("b", &[5, 5, 6]), ("c", &[9, 8, 90]), ("d", &[1, 1, 0])]
        {
            for &time in times {
                let verdict = if time > 0 { Verdict::Ok } else { Verdict::Timeout };
                let known = Some(time).filter(|&time| time > 0);
                let record = Record {
                    engine: "e".into(),
                    corpus: "c".into(),
                    instance: instance.into(),
                    verdict,
                    iterations: known.map(|_| 1),
                    cpu_ns: known,
                    ..Record::blank()
                };
                let answered = usize::from(time > 0);
                summary.add(&Finished { record, instances: 1, answered, ..Finished::default() });
            }
        }
        let cell = &summary.cells[&("c".to_owned(), "e".to_owned())];
        assert_eq!((cell.median(), cell.ok, cell.instances), (Some(5.0), 11, 12));
    }

    #[test]
    fn messages_that_differ_in_numbers_alone_are_one_with_a_number() {
        let mut summary = Summary::default();
        for (i, engine) in ["slow", "slow", "other", "slow"].into_iter().enumerate() {
            let record = Record { engine: engine.into(), corpus: "c".into(), ..Record::blank() };
            let reason = format!("took {i}.5ms for {i} iterations");
            let troubles = vec![(i.to_string(), reason), (i.to_string(), "is slow".to_owned())];
            summary.add(&Finished { record, troubles, ..Finished::default() });
        }
        let told: Vec<String> = summary.troubles.iter().map(Trouble::to_string).collect();
        let expected = [
            "slow on c/0: took 0.5ms for 0 iterations (3 rows in all)",
            "slow on c/0: is slow (3 rows in all)",
            "other on c/2: took 2.5ms for 2 iterations",
            "other on c/2: is slow",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_a_limit_of_tests_cut_off_is_counted_and_what_was_not_confirmed_is_not() {
        let mut summary = Summary::default();
        let unconfirmed = || vec![("1".to_owned(), "no other engine could confirm it".to_owned())];
        let rows = [("1", vec![]), ("2", unconfirmed()), ("1", vec![]), ("3", vec![])];
        for (instance, troubles) in rows {
            let record = Record {
                engine: "dlx".into(),
                instance: instance.into(),
                verdict: Verdict::Budget,
                ..Record::blank()
            };
            summary.add(&Finished { record, troubles, ..Finished::default() });
        }
        let instances: Vec<&str> = summary.cut_off["dlx"].iter().map(|(_, id)| &**id).collect();
        assert_eq!(instances, ["1", "3"], "repetitions are of one instance");
    }
}
