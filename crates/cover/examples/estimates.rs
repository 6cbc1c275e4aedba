//! How often the interval of an estimate holds the true number, on problems whose trees take `bits` a second or more.
//!
//! `cargo run --release -p quadrille-cover --example estimates -- [TRIALS [SHARE [NAME...]]]` makes TRIALS estimates of each
//! problem [default: 200], each with another seed and a budget of SHARE of the nodes of the tree [default: 0.03], and
//! prints a table. Times are CPU times on Linux. With NAMEs, only problems whose specs contain one of these. The exit status is 1 if the interval of the
//! nodes of some problem holds the true number in less than 85 % of the trials, or if estimates take more than 5 % of the time of the count.

#![allow(clippy::cast_sign_loss, reason = "a budget is never negative")]

use std::collections::BTreeSet;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use quadrille_cover::engine::Bits;
use quadrille_cover::estimate::{Effort, Quantity, estimate};
use quadrille_cover::random::Stream;
use quadrille_cover::{Solver, family};

const PROBLEMS: [&str; 10] = [
    "queens:16",
    "langford:14",
    "pentominoes:3x4x5",
    "latin:7:reduced",
    "x3c:66:300:seed=1",
    "wordsquare:4:double:WORDS",
    "macmahon:4x6",
    "sudoku:2x3",
    "costas:11",
    "frb:18:9:70:25",
];
/// Least share of trials in which the interval must hold the true number.
const COVERAGE: f64 = 0.85;
/// Largest share of the time of the count that an estimate may take.
const TIME: f64 = 0.05;
/// Number of made-up words.
const WORDS: usize = 1300;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let trials: u32 = args.first().map_or(Ok(200), |text| text.parse())?;
    let share: f64 = args.get(1).map_or(Ok(0.03), |text| text.parse())?;
    let names = args.get(2..).unwrap_or_default();
    let is_named =
        |spec: &str| names.is_empty() || names.iter().any(|name| spec.contains(name.as_str()));
    println!(
        "| problem | nodes | count, s | estimate, ms | share of time, % | draws | nodes: inside, % | too low, % | too high, % | no \
         upper end, % | inside of those with one, % | half width, % | solutions | inside, % | no upper end, % | inside of those with one, % \
         | half width, % |"
    );
    println!("|---|{}", "---:|".repeat(16));
    let mut good = true;
    for spec in PROBLEMS.into_iter().filter(|spec| is_named(spec)) {
        good &= trial(spec, trials, share)?;
    }
    Ok(ExitCode::from(u8::from(!good)))
}

/// The time that this thread has run, in seconds; on systems other than Linux the time since the start.
fn now(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Tries one problem and prints its row. Returns whether it meets the aims.
fn trial(spec: &str, trials: u32, share: f64) -> Result<bool, Box<dyn Error>> {
    let problem = family::build(&spec.replace("WORDS", &words().join(",")))?;
    let truth = estimate(&problem, &Effort { nodes: u64::MAX, ..Effort::default() })?;
    let (nodes, solutions) = (truth.nodes.value, truth.solutions.value);
    let clock = Instant::now();
    let begin = now(clock);
    let counted = Bits.count(&problem)?;
    let mut count = now(clock) - begin;
    assert_eq!(counted, truth.solutions.seen.into(), "{spec}");
    let (mut of_nodes, mut of_solutions) = (Tried::new(nodes), Tried::new(solutions));
    let mut draws = 0;
    let begin = now(clock);
    for seed in 0..trials.into() {
        let effort = Effort { seed, nodes: (share * nodes) as u64, cancel: None };
        let made = estimate(&problem, &effort)?;
        of_nodes.add(&made.nodes);
        of_solutions.add(&made.solutions);
        draws += made.draws;
    }
    let taken = (now(clock) - begin) / f64::from(trials);
    // Once more, because the load of the machine may have changed.
    let begin = now(clock);
    Bits.count(&problem)?;
    count = f64::midpoint(count, now(clock) - begin);
    let time = taken / count;
    let [inside, low, high, open, closed, width] = of_nodes.row();
    let [also_inside, _, _, also_open, also_closed, also_width] = of_solutions.row();
    println!(
        "| `{spec}` | {nodes} | {count:.2} | {:.0} | {:.1} | {} | {inside:.1} | {low:.1} | {high:.1} | {open:.1} | {closed:.1} | {width:.1} | {solutions} \
         | {also_inside:.1} | {also_open:.1} | {also_closed:.1} | {also_width:.1} |",
        1e3 * taken,
        1e2 * time,
        draws / u64::from(trials),
    );
    Ok(inside >= 100.0 * COVERAGE && time <= TIME)
}

/// What the trials of one number gave.
struct Tried {
    truth: f64,
    /// Trials whose upper end was too low, whose lower end was too high, and that had no upper end.
    low: u32,
    high: u32,
    open: u32,
    all: u32,
    /// Half of the width of each interval, as a share of the true number.
    widths: Vec<f64>,
}

impl Tried {
    fn new(truth: f64) -> Self {
        Self { truth, low: 0, high: 0, open: 0, all: 0, widths: Vec::new() }
    }

    fn add(&mut self, quantity: &Quantity) {
        self.all += 1;
        self.high += u32::from(quantity.low > self.truth);
        match quantity.high {
            Some(high) => {
                self.low += u32::from(high < self.truth);
                self.widths.push((high - quantity.low) / 2.0 / self.truth);
            }
            None => self.open += 1,
        }
    }

    /// Percentages: inside, too low, too high, without an upper end, inside among those with one; and the median half width.
    fn row(mut self) -> [f64; 6] {
        let percent = |number: u32| 100.0 * f64::from(number) / f64::from(self.all);
        self.widths.sort_by(f64::total_cmp);
        let median = self.widths.get(self.widths.len() / 2).map_or(f64::NAN, |width| 100.0 * width);
        let inside = percent(self.all - self.low - self.high);
        let (open, missed) = (percent(self.open), percent(self.low + self.high));
        let closed = 100.0 * (1.0 - missed / (100.0 - open));
        [inside, percent(self.low), percent(self.high), open, closed, median]
    }
}

/// Made-up words of four letters, the same on every machine.
fn words() -> Vec<String> {
    const PATTERNS: [&str; 5] = ["cvcv", "cvcc", "vcvc", "ccvc", "cvvc"];
    let mut stream = Stream::new(1, 0);
    let mut words = BTreeSet::new();
    let mut one = |letters: &str| {
        let at = stream.below(letters.len());
        letters[at..=at].to_owned()
    };
    while words.len() < WORDS {
        let pattern = PATTERNS[one("01234").parse::<usize>().unwrap_or_default()];
        let letters = pattern.chars().map(|c| one(if c == 'c' { "bcdfglmnprst" } else { "aeio" }));
        words.insert(letters.collect());
    }
    words.into_iter().collect()
}
