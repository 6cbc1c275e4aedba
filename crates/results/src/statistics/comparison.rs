//! The comparison of two files, two engines or two runs, on the instances that both have.
//!
//! For every engine on every corpus it gives the time of side B divided by that of side A, with an interval, and states
//! whether the difference exceeds chance and the machine's noise. Chance is tested by `signed_rank` over instances,
//! with p-values adjusted for the number of comparisons. Noise is measured by `Noise`: with enough instances even the
//! smallest drift between two runs exceeds chance, but such a drift is not a property of the engine.

mod counts;
mod sides;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use rayon::prelude::*;
use serde::Serialize;

use super::cells::Cell;
use super::noise::Noise;
use super::ratio::{FEWEST, Ratio, Ratios};
use super::section::{Section, Title, original, section};
use super::several::holm;
use super::shift::hodges_lehmann;
use super::stream;
use super::wilcoxon::signed_rank;
use crate::{Name, Results, Verdict};
pub use counts::{CountDifference, VerdictDifference};
pub use sides::Sides;

/// The significance level: differences with a p-value of at least this are attributed to chance.
const SIGNIFICANT: f64 = 0.05;

/// The finding about an engine on a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// B is faster.
    Faster,
    /// B is slower.
    Slower,
    /// The typical instance and the mean point in opposite directions.
    Mixed,
    /// The difference exceeds chance, but not the machine's noise.
    WithinNoise,
    /// The difference exceeds chance, but it is between two runs and the noise between runs was not measured.
    NoiseUnknown,
    /// The difference does not exceed chance.
    Same,
    /// There are too few instances and no repetitions, so nothing can be said.
    TooFew,
}

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
    /// The typical ratio, by the shift of Hodges and Lehmann (`shift.rs`).
    pub shift: Option<f64>,
    /// The p-value of the signed-rank test; none with fewer than [`FEWEST`] instances.
    pub p: Option<f64>,
    /// The p-value adjusted for the number of lines.
    pub p_adjusted: Option<f64>,
    /// The noise: the factor within which times of equal measurements differ, if it was measured.
    pub noise: Option<f64>,
    /// Whether the noise was measured in these rows, by repetitions.
    repeated: bool,
    /// Whether both sides are in one file. Its rows were measured in turns, so no drift comes between the sides.
    in_turns: bool,
    /// The p-value of the hypothesis that the sides differ by no more than the noise.
    p_noise: Option<f64>,
}

/// The numbers of pairs of cells without two times.
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
}

/// An instance on which the sides differ.
#[derive(Clone, Debug)]
pub struct Extreme {
    /// The engines of side A and of side B.
    pub engines: [String; 2],
    /// The case: `corpus/instance`.
    pub case: String,
    /// The median times of A and of B in nanoseconds.
    pub ns: [f64; 2],
    /// The time of B divided by the time of A.
    pub ratio: f64,
}

/// The result of comparing side B with side A.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
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
    /// Compares two sides. `seed` draws the bootstrap samples.
    pub fn of(results: &Results, sides: &Sides, seed: u64) -> Self {
        let engines =
            |side| Unpaired { engines: sides.unpaired(results, side), ..Unpaired::default() };
        let mut all = Self { only: [0, 1].map(engines), ..Self::default() };
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
        all.lines = parts.par_iter().map(|part| part.line(seed)).collect();
        let p: Vec<f64> = all.lines.iter().filter_map(|line| line.p).collect();
        let tested = all.lines.iter_mut().filter(|line| line.p.is_some());
        tested.zip(holm(&p)).for_each(|(line, adjusted)| line.p_adjusted = Some(adjusted));
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
        self.counted += pairs.len();
        for &pair in &pairs {
            self.counts.extend(CountDifference::between(results, pair));
            self.verdicts.extend(VerdictDifference::between(pair));
        }
        pairs
    }

    fn note_extremes(&mut self, results: &Results, sides: &Sides, parts: &[Part<'_>]) {
        let pairs = parts.iter().flat_map(|part| &part.pairs);
        let timed = |&pair: &_| sides.times(pair).map(|times| (pair, times.medians()));
        let timed = pairs.filter_map(timed).map(|(pair, ns)| (ns[1] / ns[0], ns, pair));
        let mut all: Vec<(f64, [f64; 2], [&Cell; 2])> = timed.collect();
        all.sort_by(|x, y| y.0.total_cmp(&x.0));
        let extreme = |&(ratio, ns, pair): &(f64, _, [&Cell; 2])| Extreme {
            engines: pair.map(|cell| results.text(cell.engine).to_owned()),
            case: results.case_name(pair[0].case),
            ns,
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
    /// At least one pair of cells.
    pairs: Vec<[&'p Cell; 2]>,
}

impl Part<'_> {
    fn line(&self, seed: u64) -> Line {
        let Self { results, sides, title, pairs } = self;
        let mut originals = IndexSet::new();
        let (mut timed, mut left_out) = (Vec::new(), LeftOut::default());
        for &pair in pairs {
            match sides.times(pair) {
                Some(times) => {
                    let instance = original(results, pair[0].case);
                    timed.push((originals.insert_full(instance).0, times));
                }
                None => match pair.map(|cell| cell.verdict == Verdict::Ok) {
                    [true, false] => left_out.only_a += 1,
                    [false, true] => left_out.only_b += 1,
                    [false, false] => left_out.neither += 1,
                    [true, true] => left_out.untimed += 1,
                },
            }
        }
        let engines = pairs[0].map(|cell| results.text(cell.engine));
        let corpus = title.corpus.as_deref().unwrap_or_default();
        let ratios =
            Ratios::of(timed, &mut stream(seed, &["compare", corpus, engines[0], engines[1]]));
        let logs = &*ratios.logs;
        let (noise, repeated) = self.noise();
        let source = |cell: &Cell| results.entries[cell.first].source;
        Line {
            engines: engines.map(str::to_owned),
            title: title.clone(),
            pairs: pairs.len(),
            left_out,
            ratio: ratios.mean(),
            shift: hodges_lehmann(logs).map(f64::exp),
            p: (logs.len() >= FEWEST).then(|| signed_rank(logs)),
            p_adjusted: None,
            noise,
            repeated,
            in_turns: pairs.iter().all(|[a, b]| source(a) == source(b)),
            p_noise: noise.filter(|_| logs.len() >= FEWEST).map(|noise| beyond(logs, noise)),
        }
    }

    /// The noise that was measured in these rows or is noted in the run files, whichever is larger; and whether it was
    /// measured in these rows.
    fn noise(&self) -> (Option<f64>, bool) {
        let Self { results, sides, pairs, .. } = self;
        let side = |i: usize| Noise::of(&sides.cells[i], pairs.iter().map(|pair| pair[i]));
        let measured = side(0).and(side(1)).floor();
        let source = |cell: &&Cell| (results.entries[cell.first].source, cell.engine);
        let sources: BTreeSet<(u32, Name)> = pairs.iter().flatten().map(source).collect();
        let noted = sources.into_iter().filter_map(|(source, engine)| {
            results.sources[source as usize].notes.as_ref()?.noise(results.text(engine))
        });
        (noted.chain(measured).max_by(f64::total_cmp), measured.is_some())
    }
}

impl Line {
    /// The finding that follows from the ratio, the tests and the noise.
    pub fn finding(&self) -> Finding {
        let Some(ratio) = self.ratio else { return Finding::TooFew };
        let direction = |ratio| if ratio > 1.0 { Finding::Slower } else { Finding::Faster };
        let Some(p) = self.p_adjusted else {
            // Too few instances for the test, but a ratio beyond the noise of repetitions is beyond chance as well.
            return match (self.noise, ratio.interval) {
                (Some(noise), Some((low, high))) if self.repeated => {
                    let beyond = low > noise || high < noise.recip();
                    if beyond { direction(ratio.mean) } else { Finding::WithinNoise }
                }
                _ => Finding::TooFew,
            };
        };
        let typical = direction(self.shift.unwrap_or(1.0));
        if p >= SIGNIFICANT {
            Finding::Same
        } else if self.p_noise.is_some_and(|p| p >= SIGNIFICANT) {
            Finding::WithinNoise
        } else if self.noise.is_none() && !self.in_turns {
            Finding::NoiseUnknown
        } else if typical == direction(ratio.mean) {
            typical
        } else {
            Finding::Mixed
        }
    }
}

/// The p-value of the hypothesis that one side is slower by no more than the noise: the signed-rank test of the
/// differences after they were reduced by the noise.
fn beyond(logs: &[f64], noise: f64) -> f64 {
    let shift = hodges_lehmann(logs).unwrap_or_default();
    if shift.abs() <= noise.ln() {
        return 1.0;
    }
    let noise = noise.ln().copysign(shift);
    signed_rank(&logs.iter().map(|log| log - noise).collect::<Vec<_>>())
}
