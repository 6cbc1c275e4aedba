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
use super::pairing::{Pairing, timed};
use super::ratio::{FEWEST, Paired, Ratio};
use super::section::{Section, Title, original};
use super::several::holm;
use super::shift::hodges_lehmann;
use super::stream;
use super::wilcoxon::signed_rank;
use crate::{Name, Results};
pub use counts::{CountDifference, VerdictDifference};
pub use sides::{Sides, SidesError};

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
    /// The engine of side A.
    pub engine_a: String,
    /// The engine of side B.
    pub engine_b: String,
    /// The section.
    pub title: Title,
    /// The number of cases that both sides have.
    pub pairs: usize,
    /// The cases among these that are not in the ratio.
    pub left_out: LeftOut,
    /// The time of B divided by the time of A.
    pub ratio: Option<Ratio>,
    /// The shift of Hodges and Lehmann, as a ratio.
    pub shift: Option<f64>,
    /// The p-value of the signed-rank test; none with fewer than [`FEWEST`] instances.
    pub p: Option<f64>,
    /// The p-value adjusted for the number of lines.
    pub p_adjusted: Option<f64>,
    /// The noise: the factor within which times of equal measurements differ, if it was measured.
    pub noise: Option<f64>,
    /// The finding.
    pub finding: Finding,
    /// Whether the noise was measured in these rows, by repetitions.
    repeated: bool,
    /// Whether both sides are in one file. Its rows were measured in turns, so no drift comes between the sides.
    in_turns: bool,
    /// The p-value of a difference larger than the noise.
    p_noise: Option<f64>,
}

/// The numbers of pairs of cells without two times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Only A answered.
    pub only_a: usize,
    /// Only B answered.
    pub only_b: usize,
    /// Neither answered.
    pub neither: usize,
    /// Both answered, but at least one has no time.
    pub untimed: usize,
}

/// An instance on which the sides differ.
#[derive(Clone, Debug)]
pub struct Extreme {
    /// The engine of side A.
    pub engine_a: String,
    /// The engine of side B.
    pub engine_b: String,
    /// The case: `corpus/instance`.
    pub case: String,
    /// The median time of A in nanoseconds.
    pub a_ns: f64,
    /// The median time of B in nanoseconds.
    pub b_ns: f64,
}

impl Extreme {
    /// The time of B divided by the time of A.
    pub fn ratio(&self) -> f64 {
        self.b_ns / self.a_ns
    }
}

/// A comparison.
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
    /// The engines, corpora and cases that only side A has.
    pub only_a: Unpaired,
    /// The engines, corpora and cases that only side B has.
    pub only_b: Unpaired,
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
        let mut all = Self::default();
        sides.unpaired(results, &mut all.only_a, &mut all.only_b);
        let mut sections = Vec::new();
        let mut extremes = Vec::new();
        for &engines in &sides.engines {
            let pairing = Pairing::of(results, (&sides.a, engines.0), (&sides.b, engines.1));
            all.note(results, engines, &pairing);
            let mut by_section: BTreeMap<Section, Vec<(&Cell, &Cell)>> = BTreeMap::new();
            for pair in pairing.pairs {
                let section = Section::of(results, results.case(pair.0.case));
                by_section.entry(section).or_default().push(pair);
            }
            for (section, pairs) in by_section {
                extremes.extend(pairs.iter().filter_map(|&(a, b)| {
                    let ratio = timed((&sides.a, a), (&sides.b, b))?.log_ratio();
                    Some((ratio, a, b))
                }));
                let title = section.title(results);
                sections.push(Part { results, sides, engines, title, pairs });
            }
        }
        sections.sort_by(|x, y| x.title.cmp(&y.title));
        all.lines = sections.par_iter().map(|part| part.line(seed)).collect();
        all.judge();
        all.note_extremes(results, sides, extremes);
        all
    }

    /// Notes the cases of a pair of engines that are on one side only, and the counters and verdicts that differ.
    fn note(
        &mut self,
        results: &Results,
        (engine_a, engine_b): (Name, Name),
        pairing: &Pairing<'_>,
    ) {
        let named = |engine, cell: &Cell| {
            format!("{}: {}", results.text(engine), results.case_name(results.case(cell.case)))
        };
        self.changed.extend(pairing.changed.iter().map(|(a, _)| named(engine_a, a)));
        let both = || pairing.pairs.iter().chain(&pairing.changed);
        self.only_a.add(results, engine_a, &pairing.only_a, both().map(|(a, _)| *a));
        self.only_b.add(results, engine_b, &pairing.only_b, both().map(|(_, b)| *b));
        self.counted += pairing.pairs.len();
        for &(a, b) in &pairing.pairs {
            self.counts.extend(CountDifference::between(results, a, b));
            self.verdicts.extend(VerdictDifference::between(a, b));
        }
    }

    /// Adjusts the p-values for their number and decides on the findings.
    fn judge(&mut self) {
        let tested: Vec<usize> =
            (0..self.lines.len()).filter(|&i| self.lines[i].p.is_some()).collect();
        let p: Vec<f64> = tested.iter().filter_map(|&i| self.lines[i].p).collect();
        for (&i, adjusted) in tested.iter().zip(holm(&p)) {
            self.lines[i].p_adjusted = Some(adjusted);
        }
        self.lines.iter_mut().for_each(|line| line.finding = line.judged());
    }

    fn note_extremes(
        &mut self,
        results: &Results,
        sides: &Sides,
        mut extremes: Vec<(f64, &Cell, &Cell)>,
    ) {
        extremes.sort_by(|x, y| y.0.total_cmp(&x.0));
        let extreme = |&(_, a, b): &(f64, &Cell, &Cell)| {
            Some(Extreme {
                engine_a: results.text(a.engine).to_owned(),
                engine_b: results.text(b.engine).to_owned(),
                case: results.case_name(results.case(a.case)),
                a_ns: sides.a.median(a)?,
                b_ns: sides.b.median(b)?,
            })
        };
        let slower = extremes.iter().filter(|(ratio, ..)| *ratio > 0.0);
        self.slower = slower.take(EXTREMES).filter_map(extreme).collect();
        let faster = extremes.iter().rev().filter(|(ratio, ..)| *ratio < 0.0);
        self.faster = faster.take(EXTREMES).filter_map(extreme).collect();
    }
}

impl Unpaired {
    /// All names: engines, then corpora, then cases.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        [&self.engines, &self.corpora, &self.cases].into_iter().flatten()
    }

    /// Adds the cells of an engine that are on one side only. If no cell of their corpus is in `both`, the corpus is
    /// added instead of its cells.
    fn add<'c>(
        &mut self,
        results: &Results,
        engine: Name,
        only: &[&Cell],
        both: impl Iterator<Item = &'c Cell>,
    ) {
        if only.is_empty() {
            return;
        }
        let section = |cell: &Cell| Section::of(results, results.case(cell.case));
        let paired: BTreeSet<Section> = both.map(section).collect();
        let engine = results.text(engine);
        for cells in only.chunk_by(|a, b| section(a) == section(b)) {
            if paired.contains(&section(cells[0])) {
                let named = |cell: &&Cell| results.case_name(results.case(cell.case));
                self.cases.extend(cells.iter().map(|cell| format!("{engine}: {}", named(cell))));
            } else {
                let title = section(cells[0]).title(results);
                self.corpora.push(format!("{engine}: {title}"));
            }
        }
        self.corpora.dedup();
    }
}

/// Two engines on a section.
struct Part<'p> {
    results: &'p Results,
    sides: &'p Sides,
    engines: (Name, Name),
    title: Title,
    pairs: Vec<(&'p Cell, &'p Cell)>,
}

impl Part<'_> {
    fn line(&self, seed: u64) -> Line {
        let Self { results, sides: Sides { a, b, .. }, engines, title, pairs } = self;
        let mut originals = IndexSet::new();
        let mut left_out = LeftOut::default();
        let mut timed_pairs = Vec::new();
        for &(one, other) in pairs {
            match timed((a, one), (b, other)) {
                Some(pair) => {
                    let instance = original(results, results.case(one.case));
                    timed_pairs.push((originals.insert_full(instance).0, pair));
                }
                None => left_out.add(one, other),
            }
        }
        let paired = Paired::by_instance(timed_pairs);
        let logs = paired.log_ratios();
        let (engine_a, engine_b) = (results.text(engines.0), results.text(engines.1));
        let corpus = title.corpus.as_deref().unwrap_or_default();
        let (noise, repeated) = self.noise();
        let mut stream = stream(seed, &["compare", corpus, engine_a, engine_b]);
        let source = |cell: &Cell| results.entries()[cell.first].source;
        Line {
            engine_a: engine_a.to_owned(),
            engine_b: engine_b.to_owned(),
            title: title.clone(),
            pairs: pairs.len(),
            left_out,
            ratio: Ratio::of(&paired, &mut stream),
            shift: hodges_lehmann(&logs).map(f64::exp),
            p: (logs.len() >= FEWEST).then(|| signed_rank(&logs)),
            p_adjusted: None,
            noise,
            repeated,
            in_turns: pairs.iter().all(|(a, b)| source(a) == source(b)),
            p_noise: noise.filter(|_| logs.len() >= FEWEST).map(|noise| beyond(&logs, noise)),
            finding: Finding::TooFew,
        }
    }

    /// The noise that was measured in these rows or is noted in the run files, whichever is larger; and whether it was
    /// measured in these rows.
    fn noise(&self) -> (Option<f64>, bool) {
        let Self { results, sides: Sides { a, b, .. }, engines, pairs, .. } = self;
        let one = Noise::of(a, pairs.iter().map(|pair| pair.0));
        let measured = one.and(Noise::of(b, pairs.iter().map(|pair| pair.1))).floor();
        let entries = results.entries();
        let sources = pairs.iter().flat_map(|(a, b)| [(a.first, engines.0), (b.first, engines.1)]);
        let mut sources: Vec<(u32, Name)> =
            sources.map(|(row, engine)| (entries[row].source, engine)).collect();
        sources.sort_unstable();
        sources.dedup();
        let noted = sources.into_iter().filter_map(|(source, engine)| {
            results.sources()[source as usize].notes.as_ref()?.noise(results.text(engine))
        });
        (noted.chain(measured).max_by(f64::total_cmp), measured.is_some())
    }
}

impl LeftOut {
    fn add(&mut self, a: &Cell, b: &Cell) {
        use crate::Verdict::Ok;
        *match (a.verdict == Ok, b.verdict == Ok) {
            (true, false) => &mut self.only_a,
            (false, true) => &mut self.only_b,
            (false, false) => &mut self.neither,
            (true, true) => &mut self.untimed,
        } += 1;
    }
}

impl Line {
    fn judged(&self) -> Finding {
        let Some(ratio) = self.ratio else { return Finding::TooFew };
        let direction = |ratio| if ratio > 1.0 { Finding::Slower } else { Finding::Faster };
        let Some(p) = self.p_adjusted else {
            // For example a single batch: a difference that exceeds the noise also exceeds the chance in repetitions.
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
