//! The comparison of two files, two engines or two runs, on the instances that both have.
//!
//! For every engine on every corpus it gives the time of side B divided by that of side A, with an interval that
//! includes the noise between runs (`comparison/estimate.rs`), and a finding by the [`criterion`](super::criterion).

mod counts;
mod estimate;
mod sides;

use std::collections::BTreeMap;

use indexmap::IndexSet;
use rayon::prelude::*;
use serde::Serialize;

use super::cells::Cell;
use super::criterion::{Bounded, Estimate, Finding, Judged, judge};
use super::ratio::{Pair, Ratio, log_ratios};
use super::section::{Section, Title, original, section};
use crate::{Clock, Results, Verdict};
pub use counts::{CountDifference, VerdictDifference};
use estimate::{estimate, of_race};
pub use sides::Sides;

/// An engine on a corpus: side B compared with side A.
#[derive(Clone, Debug)]
pub struct Line {
    /// The engines of side A and of side B.
    pub engines: [String; 2],
    /// The corpus and the task.
    pub title: Title,
    /// The number of cases that both sides have.
    pub pairs: usize,
    /// The cases among these that are not in the ratio.
    pub left_out: LeftOut,
    /// The time of B divided by the time of A.
    pub ratio: Option<Ratio>,
    /// Whether the ratio is a bound, because some searches were too short to have a time.
    pub bound: Option<Bound>,
    /// The numbers of pairs in the ratio of which A, and of which B, has a bound in place of a time.
    pub bounded: [usize; 2],
    /// The first case, as `corpus/instance`, of which A has a time, and B neither a time nor a bound.
    pub lost: Option<String>,
    /// The factor by which equal measurements may differ, if it was measured.
    pub noise: Option<f64>,
    /// What the criterion says of the ratio.
    pub judged: Judged,
}

/// How a ratio is a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// B took at most this multiple of the time of A.
    AtMost,
    /// B took at least this multiple of the time of A.
    AtLeast,
}

impl Bound {
    /// The words before the ratio.
    pub fn words(self) -> &'static str {
        match self {
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
        }
    }
}

/// The numbers of pairs of cells without two times, or a time and a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Pairs that only A answered.
    pub only_a: usize,
    /// Pairs that only B answered.
    pub only_b: usize,
    /// Pairs that neither answered.
    pub neither: usize,
    /// Pairs that both answered, but at least one without a time.
    pub untimed: usize,
    /// Of these, the pairs of which A has a time, and B neither a time nor a bound.
    pub lost: usize,
}

/// An instance on which the sides differ.
#[derive(Clone, Debug)]
pub struct Extreme {
    /// The engines of side A and of side B.
    pub engines: [String; 2],
    /// The case: `corpus/instance`.
    pub case: String,
    /// The median times of A and of B in nanoseconds, or their instructions.
    pub values: [f64; 2],
    /// The time of B divided by the time of A.
    pub ratio: f64,
}

/// The result of comparing side B with side A.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The clock by which the sides are compared.
    pub clock: Clock,
    /// A line for each engine and corpus.
    pub lines: Vec<Line>,
    /// The number of cases whose counters were compared.
    pub counted: usize,
    /// Counters that should be equal and are not.
    pub counts: Vec<CountDifference>,
    /// Verdicts that differ between the sides.
    pub verdicts: Vec<VerdictDifference>,
    /// Cases of the same name that are different puzzles on the two sides: `engine: corpus/instance`.
    pub changed: Vec<String>,
    /// The engines, corpora and cases that only side A has, and those that only side B has.
    pub only: [Unpaired; 2],
    /// The cases with the largest ratios of B to A above 1, the largest first.
    pub slower: Vec<Extreme>,
    /// The cases with the smallest ratios below 1, the smallest first.
    pub faster: Vec<Extreme>,
}

/// The parts of one side without a counterpart on the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpaired {
    /// Engines of which no case has a counterpart.
    pub engines: Vec<String>,
    /// Corpora of an engine of which no case has a counterpart: `engine: corpus`.
    pub corpora: Vec<String>,
    /// Single cases: `engine: corpus/instance`.
    pub cases: Vec<String>,
}

/// Upper bound on the number of cases in [`Comparison::slower`] and in [`Comparison::faster`].
const EXTREMES: usize = 5;

impl Comparison {
    /// Compares two sides. `tolerance` is the share by which B may be slower: 0.03 for 3 %.
    pub fn of(results: &Results, sides: &Sides, tolerance: f64) -> Self {
        Self::by(results, sides, tolerance, |pairs, logs, nodes| {
            estimate(results, sides, pairs, logs, nodes)
        })
    }

    /// Compares the sides of a race, in which each file has a part of a block, and each block has files of both sides.
    /// `blocks` has the block of each of [`Results::sources`].
    pub fn of_race(results: &Results, sides: &Sides, tolerance: f64, blocks: &[usize]) -> Self {
        Self::by(results, sides, tolerance, |pairs, _, _| of_race(sides, pairs, blocks))
    }

    /// Compares two sides. `estimate` makes the estimate of a line from its pairs with times and the logarithms of the
    /// instances' ratios, each with the number of its stratum.
    fn by(
        results: &Results,
        sides: &Sides,
        tolerance: f64,
        estimate: impl Fn(&[[&Cell; 2]], &[f64], &[u32]) -> Option<Estimate> + Sync,
    ) -> Self {
        let engines =
            |side| Unpaired { engines: sides.unpaired(results, side), ..Unpaired::default() };
        let mut all = Self { clock: sides.clock, only: [0, 1].map(engines), ..Self::default() };
        let mut parts = Vec::new();
        for engines in &sides.engines {
            let mut sections: BTreeMap<Section, Vec<(usize, &Cell)>> = BTreeMap::new();
            for (side, &engine) in engines.iter().enumerate() {
                for cell in sides.cells[side].of_engine(engine) {
                    sections.entry(section(results, cell.case)).or_default().push((side, cell));
                }
            }
            for (section, cells) in sections {
                let title = Title::of(results, section);
                let pairs = all.pair(results, &title, cells);
                if !pairs.is_empty() {
                    parts.push(Part { results, sides, title, pairs });
                }
            }
        }
        all.note_extremes(results, sides, &parts);
        parts.sort_by(|x, y| x.title.cmp(&y.title));
        let (mut lines, estimates): (Vec<_>, Vec<_>) =
            parts.par_iter().map(|part| part.estimate(&estimate)).unzip();
        for (line, judged) in lines.iter_mut().zip(judge(&estimates, tolerance)) {
            line.judged = judged;
        }
        all.lines = lines;
        all
    }

    /// Pairs the cells of two engines on a section whose instances have the same name and fingerprint: instances of the
    /// same name may be different puzzles. Notes the cells on one side only, and the counters and verdicts that differ.
    fn pair<'c>(
        &mut self,
        results: &Results,
        title: &Title,
        cells: Vec<(usize, &'c Cell)>,
    ) -> Vec<[&'c Cell; 2]> {
        let (pairs, rest) = matched(cells, |cell| results.case(cell.case));
        let (changed, only) = matched(rest, |cell| results.case(cell.case).instance);
        let named = |cell: &Cell, what: String| format!("{}: {what}", results.text(cell.engine));
        let case = |cell: &Cell| named(cell, results.case_name(cell.case));
        self.changed.extend(changed.iter().map(|[a, _]| case(a)));
        for (side, cell) in only {
            if pairs.is_empty() && changed.is_empty() {
                self.only[side].corpora.push(named(cell, title.to_string()));
                self.only[side].corpora.dedup();
            } else {
                self.only[side].cases.push(case(cell));
            }
        }
        for &pair in &pairs {
            let differences = CountDifference::between(results, pair);
            let is_counted = CountDifference::is_compared(pair) || !differences.is_empty();
            self.counted += usize::from(is_counted);
            self.counts.extend(differences);
            self.verdicts.extend(VerdictDifference::between(pair));
        }
        pairs
    }

    fn note_extremes(&mut self, results: &Results, sides: &Sides, parts: &[Part<'_>]) {
        let pairs = parts.iter().flat_map(|part| &part.pairs);
        let timed = |&pair: &[_; 2]| {
            let are_timed = pair.iter().all(|cell: &&Cell| cell.is_timed());
            sides.values(pair).filter(|_| are_timed).map(|times| (pair, times.medians()))
        };
        let timed = pairs.filter_map(timed).map(|(pair, ns)| (ns[1] / ns[0], ns, pair));
        let mut all: Vec<(f64, [f64; 2], [&Cell; 2])> = timed.collect();
        all.sort_by(|x, y| y.0.total_cmp(&x.0));
        let extreme = |&(ratio, values, pair): &(f64, _, [&Cell; 2])| Extreme {
            engines: pair.map(|cell| results.text(cell.engine).to_owned()),
            case: results.case_name(pair[0].case),
            values,
            ratio,
        };
        let slower = all.iter().filter(|(ratio, ..)| *ratio > 1.0);
        self.slower = slower.take(EXTREMES).map(extreme).collect();
        let faster = all.iter().rev().filter(|(ratio, ..)| *ratio < 1.0);
        self.faster = faster.take(EXTREMES).map(extreme).collect();
    }
}

/// The pairs of cells of both sides with equal keys, and the cells of either side that are left over, in the order of the
/// keys.
fn matched<K: Ord>(
    mut cells: Vec<(usize, &Cell)>,
    key: impl Fn(&Cell) -> K,
) -> (Vec<[&Cell; 2]>, Vec<(usize, &Cell)>) {
    cells.sort_by_key(|(side, cell)| (key(cell), *side));
    let (mut pairs, mut rest) = (Vec::new(), Vec::new());
    for equal in cells.chunk_by(|x, y| key(x.1) == key(y.1)) {
        let (a, b) = equal.split_at(equal.partition_point(|(side, _)| *side == 0));
        pairs.extend(a.iter().zip(b).map(|(a, b)| [a.1, b.1]));
        let both = a.len().min(b.len());
        rest.extend(a[both..].iter().chain(&b[both..]).copied());
    }
    (pairs, rest)
}

impl Unpaired {
    /// All names: engines, then corpora, then cases.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        [&self.engines, &self.corpora, &self.cases].into_iter().flatten()
    }
}

/// Two engines on a section.
struct Part<'p> {
    results: &'p Results,
    sides: &'p Sides,
    title: Title,
    pairs: Vec<[&'p Cell; 2]>,
}

impl Part<'_> {
    /// What is known of the ratio, and the line, which is not judged yet.
    fn estimate(
        &self,
        estimate: impl Fn(&[[&Cell; 2]], &[f64], &[u32]) -> Option<Estimate>,
    ) -> (Line, Bounded) {
        let Self { results, sides, pairs, .. } = self;
        let (mut upper, mut lower) = (Timed::default(), Timed::default());
        let (mut bounded, mut left_out, mut lost) = ([0; 2], LeftOut::default(), None);
        for &pair in pairs {
            let are_timed = pair.map(Cell::is_timed);
            match sides.values(pair) {
                Some(values) if are_timed.contains(&true) => {
                    if are_timed[0] {
                        upper.add(results, pair, values);
                    }
                    if are_timed[1] {
                        lower.add(results, pair, values);
                    }
                    for (bounded, is_timed) in bounded.iter_mut().zip(are_timed) {
                        *bounded += usize::from(!is_timed);
                    }
                }
                _ => match pair.map(|cell| cell.verdict == Verdict::Ok) {
                    [true, false] => left_out.only_a += 1,
                    [false, true] => left_out.only_b += 1,
                    [false, false] => left_out.neither += 1,
                    [true, true] => {
                        left_out.untimed += 1;
                        if are_timed[0] {
                            left_out.lost += 1;
                            lost = lost.or_else(|| Some(results.case_name(pair[0].case)));
                        }
                    }
                },
            }
        }
        let is_exact = bounded == [0; 2];
        let of = |timed: &mut Timed<'_>| {
            let logs = log_ratios(&mut timed.values);
            (logs.len(), estimate(&timed.pairs, &logs, &timed.strata))
        };
        let upper = of(&mut upper);
        let lower = if is_exact { upper.clone() } else { of(&mut lower) };
        let is_at_least = upper.1.is_none() || bounded[1] == 0 && bounded[0] > 0;
        let (instances, shown) = if is_at_least { &lower } else { &upper };
        let ratio = |one: &Estimate| Ratio {
            mean: one.log.exp(),
            interval: one.interval(),
            instances: *instances,
        };
        let bound = if is_at_least { Bound::AtLeast } else { Bound::AtMost };
        let line = Line {
            engines: pairs[0].map(|cell| results.text(cell.engine).to_owned()),
            title: self.title.clone(),
            pairs: pairs.len(),
            left_out,
            ratio: shown.as_ref().map(ratio),
            bound: (!is_exact && shown.is_some()).then_some(bound),
            bounded,
            lost,
            noise: shown.as_ref().and_then(|one| one.noise).map(f64::exp),
            judged: Judged { tolerance: 1.0, p_slower: None, finding: Finding::TooFew },
        };
        (line, Bounded { lower: lower.1, upper: upper.1 })
    }
}

/// Pairs of cells from which a ratio is estimated.
#[derive(Default)]
struct Timed<'t> {
    originals: IndexSet<&'t str>,
    nodes: IndexSet<[&'t str; 2]>,
    pairs: Vec<[&'t Cell; 2]>,
    /// The values of each pair, with the number of its instance.
    values: Vec<(usize, Pair<'t>)>,
    /// For each instance the nodes that measured it.
    strata: Vec<u32>,
}

impl<'t> Timed<'t> {
    fn add(&mut self, results: &'t Results, pair: [&'t Cell; 2], values: Pair<'t>) {
        let (place, is_new) = self.originals.insert_full(original(results, pair[0].case));
        if is_new {
            let node = |cell: &Cell| results.node(&results.entries[cell.first]);
            self.strata.push(self.nodes.insert_full(pair.map(node)).0 as u32);
        }
        self.values.push((place, values));
        self.pairs.push(pair);
    }
}

impl Line {
    /// The finding, by the criterion.
    pub fn finding(&self) -> Finding {
        self.judged.finding
    }
}
