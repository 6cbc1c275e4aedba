//! The arguments of the verbs that read results: `rank`, `compare`, `gate` and `report`.

use std::path::PathBuf;

use clap::Args;
use quadrille_results::Clock;
use quadrille_results::statistics::ranking::Question;
use quadrille_view::report::ChartKind;

use super::data::Data;
use super::{Output, TableOutput, choice, name};

/// Result files, and the baseline, which is the engine that all others are compared with.
#[derive(Debug, Args)]
pub struct Results {
    /// Results of `run`, or `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<PathBuf>,
    /// Compare all engines with this one [default: the fastest on each instance]
    #[arg(long, value_name = "ENGINE")]
    pub baseline: Option<String>,
    /// Use only this corpus; repeatable [default: all in the files]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name)]
    pub corpus: Vec<String>,
    /// Use only this engine; repeatable [default: all in the files]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name)]
    pub engine: Vec<String>,
    #[command(flatten)]
    pub times: Times,
}

impl Results {
    /// What is asked of the results; of rows on this model of processor, if one is given.
    pub fn question<'q>(&'q self, cpu: Option<&'q str>) -> Question<'q> {
        Question {
            clock: self.times.clock,
            baseline: self.baseline.as_deref(),
            corpora: &self.corpus,
            engines: &self.engine,
            cpu,
            seed: self.times.seed,
        }
    }
}

#[derive(Debug, Args)]
pub struct Rank {
    #[command(flatten)]
    pub results: Results,
    /// Use only rows that were measured on this model of processor, in results that were merged from shards of several
    /// [default: all]
    #[arg(long, value_name = "MODEL")]
    pub cpu: Option<String>,
    /// Format of the ranking
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: TableOutput,
}

#[derive(Debug, Args)]
pub struct Compare {
    /// Results that B is compared with, or several files with commas between them; without B, a file
    /// with two runs or with the two engines of `--engines`
    #[arg(value_name = "A")]
    pub a: String,
    /// Results that are compared with A, or several files with commas between them
    #[arg(value_name = "B")]
    pub b: Option<String>,
    /// Compare engine X of A with engine Y of B; without B, compare engines X and Y of A
    /// [default: every engine with itself]
    #[arg(long, value_name = "X,Y", value_parser = two)]
    pub engines: Option<(String, String)>,
    #[command(flatten)]
    pub judging: Judging,
    /// Format of the comparison
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct Gate {
    /// Results accepted so far, or several files with commas between them
    #[arg(value_name = "BASE")]
    pub base: String,
    /// Results that are to replace those of BASE, or several files with commas between them
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Compare counts and verdicts, but not times
    #[arg(long)]
    pub counts_only: bool,
    /// Compare times and verdicts, but not counts, which an engine changed on purpose
    #[arg(long, conflicts_with = "counts_only")]
    pub times_only: bool,
    #[command(flatten)]
    pub judging: Judging,
    /// Format of the decision
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct Report {
    #[command(flatten)]
    pub results: Results,
    /// Tolerate differences of N percent between files; if the noise of the machine is larger than
    /// that, the noise is tolerated
    #[arg(long, value_name = "PERCENT", default_value = "3", value_parser = percent)]
    pub tolerance: f64,
    #[command(flatten)]
    pub data: Data,
    /// Write this chart in place of the page, as PDF if the name of --out ends in .pdf, else as SVG: that of all corpora together, or
    /// of the only one
    #[arg(long, value_name = "NAME", value_parser = choice(CHARTS), conflicts_with = "markdown")]
    pub chart: Option<ChartKind>,
    /// Print how the times of engines went over the revisions in a folder that `run --history` wrote, and where they changed; draw this
    /// as a chart if there is --out, as PDF if its name ends in .pdf, else as SVG
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["files", "baseline", "tolerance", "data", "chart", "markdown"])]
    pub history: Option<PathBuf>,
    /// Write the page to this file [default: standard output; with --markdown, no page is written]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write Markdown to this file, or to standard output if it is `-`
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
}

/// The times that are compared, and by how much they may differ.
#[derive(Clone, Copy, Debug, Args)]
pub struct Judging {
    /// The time that is compared, or instructions in its place
    #[arg(long = "by", value_name = "CLOCK", default_value = "cpu", value_parser = choice(MEASURES))]
    pub clock: Clock,
    /// Tolerate times that are N percent longer or shorter; if the noise of the machine is larger than
    /// that, the noise is tolerated
    #[arg(long, value_name = "PERCENT", default_value = "3", value_parser = percent)]
    pub tolerance: f64,
}

/// The times that are compared, and the seed of their intervals.
#[derive(Clone, Copy, Debug, Args)]
pub struct Times {
    /// The time that is compared
    #[arg(long = "by", value_name = "CLOCK", default_value = "cpu", value_parser = choice(CLOCKS))]
    pub clock: Clock,
    /// Seed of the random samples from which the intervals are computed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

pub const CLOCKS: &[(&str, Clock, &str)] =
    &[("cpu", Clock::Cpu, "CPU time"), ("wall", Clock::Wall, "Wall time")];

/// What two sides are compared by.
const MEASURES: &[(&str, Clock, &str)] = &[
    CLOCKS[0],
    CLOCKS[1],
    ("instructions", Clock::Instructions, "Instructions in user mode, which need no quiet machine"),
];

const CHARTS: &[(&str, ChartKind, &str)] = &[
    ("cactus", ChartKind::Cactus, "Instances answered within each time"),
    ("profile", ChartKind::Profile, "Share of instances within each multiple of the fastest time"),
    ("scatter", ChartKind::Scatter, "Times of two engines; name them with --engine X,Y"),
    ("spread", ChartKind::Spread, "Share of instances by slowest repetition / fastest"),
    ("forks", ChartKind::Forks, "Instances by number of forks"),
];

/// A share from a number of percent.
fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    let percent: f64 =
        percent.ok_or("expected a number of percent from 0 to 100, such as 3 or 0.5")?;
    Ok(percent / 100.0)
}

fn two(text: &str) -> Result<(String, String), String> {
    match text.split_once(',') {
        Some((x, y)) if !x.is_empty() && !y.is_empty() && !y.contains(',') => {
            Ok((x.to_owned(), y.to_owned()))
        }
        _ => Err("expected two names with a comma between them".to_owned()),
    }
}
