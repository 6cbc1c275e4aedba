//! The comparison: two files, two engines or two runs, on the instances that both have.
//!
//! Of every engine on every corpus it says how many times as long side B took as side A, how sure that
//! is, and whether it is more than chance and more than the machine's noise. Chance is the affair of
//! [`signed_rank`] over instances, adjusted for the number of comparisons; noise that of [`Noise`]: with
//! enough instances the smallest drift between two runs is more than chance, and still no news of the engine.

mod counts;
mod sides;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::cells::Cell;
use super::noise::Noise;
use super::pairing::{Pairing, timed};
use super::ratio::{FEWEST, Paired, Ratio};
use super::section::{Section, Sources, Title};
use super::several::holm;
use super::shift::hodges_lehmann;
use super::stream;
use super::wilcoxon::signed_rank;
use crate::results::{Name, Results};
pub use counts::{CountDifference, VerdictDifference};
pub use sides::{Sides, SidesError};

/// What is more likely than this is taken for chance.
pub const SIGNIFICANT: f64 = 0.05;

/// What is found of an engine on a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// B is faster.
    Faster,
    /// B is slower.
    Slower,
    /// The typical instance says the one, the mean the other.
    Mixed,
    /// More than chance, but no more than the machine's noise.
    WithinNoise,
    /// More than chance, but between two runs, and nobody measured by how much those differ with nothing to blame.
    NoiseUnknown,
    /// Nothing that chance would not explain.
    Same,
    /// There are too few instances, and no repetitions, to say anything.
    TooFew,
}

/// An engine on a corpus, side B against side A.
#[derive(Clone, Debug)]
pub struct Line {
    /// The engine of side A.
    pub engine_a: String,
    /// The engine of side B.
    pub engine_b: String,
    /// On what.
    pub title: Title,
    /// Cases that both sides have.
    pub pairs: usize,
    /// Of these, cases that only A answered, only B, neither; and that both answered, but one of them without a time.
    pub left_out: LeftOut,
    /// How many times as long B took.
    pub ratio: Option<Ratio>,
    /// The shift of Hodges and Lehmann, as a ratio.
    pub shift: Option<f64>,
    /// How likely such differences come about by chance; none of fewer than [`FEWEST`] instances.
    pub p: Option<f64>,
    /// Adjusted for the number of lines.
    pub p_adjusted: Option<f64>,
    /// The factor by which times differ with nothing to blame, if it was measured.
    pub noise: Option<f64>,
    /// What to make of it.
    pub finding: Finding,
    /// Whether there are repetitions, to tell the noise by.
    repeated: bool,
    /// Whether both sides are of one file, whose rows were measured in turns: no drift comes between them.
    in_turns: bool,
    /// How likely such differences come about by chance if there is one as large as the noise.
    p_noise: Option<f64>,
}

/// Pairs of cells without two times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Only A answered.
    pub only_a: usize,
    /// Only B answered.
    pub only_b: usize,
    /// Neither did.
    pub neither: usize,
    /// Both did, but not both have a time.
    pub untimed: usize,
}

/// An instance on which the sides differ.
#[derive(Clone, Debug)]
pub struct Extreme {
    /// The engines.
    pub engine_a: String,
    /// See `engine_a`.
    pub engine_b: String,
    /// `corpus/instance`.
    pub case: String,
    /// Median nanoseconds of A, and of B.
    pub a_ns: f64,
    /// See `a_ns`.
    pub b_ns: f64,
}

impl Extreme {
    /// How many times as long B took.
    pub fn ratio(&self) -> f64 {
        self.b_ns / self.a_ns
    }
}

/// A comparison.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Engines on corpora.
    pub lines: Vec<Line>,
    /// Rows whose counters were compared.
    pub counted: usize,
    /// Counters that should be the same and are not.
    pub counts: Vec<CountDifference>,
    /// Other verdicts on the one side than on the other.
    pub verdicts: Vec<VerdictDifference>,
    /// `engine: corpus/instance` of what stands under the same name and is another puzzle.
    pub changed: Vec<String>,
    /// Engines with none of their cases on the other side, and single cases.
    pub only_a: Unpaired,
    /// See `only_a`.
    pub only_b: Unpaired,
    /// Where B was slowest, held against A, the slowest first.
    pub slower: Vec<Extreme>,
    /// Where it was fastest.
    pub faster: Vec<Extreme>,
}

/// What has nothing to be held against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpaired {
    /// Whole engines.
    pub engines: Vec<String>,
    /// Whole corpora of an engine: `engine: corpus`.
    pub corpora: Vec<String>,
    /// Single cases: `engine: corpus/instance`.
    pub cases: Vec<String>,
}

/// How many of the most different instances are told.
const TOLD: usize = 5;

impl Comparison {
    /// Compares.
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
        all.tell_extremes(results, sides, extremes);
        all
    }

    /// What an engine has on one side only, or otherwise on the one than on the other.
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

    /// Adjusts what was found for how much was looked at, and draws the conclusions.
    fn judge(&mut self) {
        let tested: Vec<usize> =
            (0..self.lines.len()).filter(|&i| self.lines[i].p.is_some()).collect();
        let p: Vec<f64> = tested.iter().filter_map(|&i| self.lines[i].p).collect();
        for (&i, adjusted) in tested.iter().zip(holm(&p)) {
            self.lines[i].p_adjusted = Some(adjusted);
        }
        self.lines.iter_mut().for_each(|line| line.finding = line.judged());
    }

    fn tell_extremes(
        &mut self,
        results: &Results,
        sides: &Sides,
        mut extremes: Vec<(f64, &Cell, &Cell)>,
    ) {
        extremes.sort_by(|x, y| y.0.total_cmp(&x.0));
        let told = |&(_, a, b): &(f64, &Cell, &Cell)| {
            Some(Extreme {
                engine_a: results.text(a.engine).to_owned(),
                engine_b: results.text(b.engine).to_owned(),
                case: results.case_name(results.case(a.case)),
                a_ns: sides.a.median(a)?,
                b_ns: sides.b.median(b)?,
            })
        };
        let slower = extremes.iter().filter(|(ratio, ..)| *ratio > 0.0);
        self.slower = slower.take(TOLD).filter_map(told).collect();
        let faster = extremes.iter().rev().filter(|(ratio, ..)| *ratio < 0.0);
        self.faster = faster.take(TOLD).filter_map(told).collect();
    }
}

impl Unpaired {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.engines.is_empty() && self.corpora.is_empty() && self.cases.is_empty()
    }

    /// Adds the cells of an engine; where there are none of a corpus among those that have a counterpart, the
    /// corpus.
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
        let mut sources = Sources::default();
        let mut left_out = LeftOut::default();
        let mut timed_pairs = Vec::new();
        for &(one, other) in pairs {
            match timed((a, one), (b, other)) {
                Some(pair) => {
                    let instance = sources.place(results, results.case(one.case));
                    timed_pairs.push((instance, pair));
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

    /// What was measured of it in these rows, or stands in the run files, whichever is more; and whether it was
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
        use crate::record::Verdict::Ok;
        *match (a.verdict == Ok, b.verdict == Ok) {
            (true, false) => &mut self.only_a,
            (false, true) => &mut self.only_b,
            (false, false) => &mut self.neither,
            (true, true) => &mut self.untimed,
        } += 1;
    }

    /// How many altogether.
    pub fn sum(&self) -> usize {
        self.only_a + self.only_b + self.neither + self.untimed
    }
}

impl Line {
    fn judged(&self) -> Finding {
        let Some(ratio) = self.ratio else { return Finding::TooFew };
        let direction = |ratio| if ratio > 1.0 { Finding::Slower } else { Finding::Faster };
        let Some(p) = self.p_adjusted else {
            // Of a single batch, say: what is beyond noise is more than the chance of repetitions, too.
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

/// How likely chance alone makes such differences if one side is slower by the noise: the test of whether it is by
/// more, to whichever side the shift goes.
fn beyond(logs: &[f64], noise: f64) -> f64 {
    let shift = hodges_lehmann(logs).unwrap_or_default();
    if shift.abs() <= noise.ln() {
        return 1.0;
    }
    let noise = noise.ln().copysign(shift);
    signed_rank(&logs.iter().map(|log| log - noise).collect::<Vec<_>>())
}
