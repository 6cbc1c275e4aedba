//! The arguments of `features`, `export` and `select`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille_results::Clock;
use quadrille_service::problem::FEATURE_NODES;

use super::data::Data;
use super::results::CLOCKS;
use super::{Output, TableOutput, choice};

#[derive(Debug, Args)]
pub struct Features {
    /// Files in Knuth's format or another program's (`quadrille help FORMATS`), families such as `queens:8`
    /// (`quadrille list families`), or `-` for standard input
    #[arg(value_name = "PROBLEM", default_value = "-")]
    pub inputs: Vec<String>,
    #[command(flatten)]
    pub effort: FeatureEffort,
    /// Format of the features
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: TableOutput,
}

/// What the features may cost.
#[derive(Debug, Args)]
pub struct FeatureEffort {
    /// Take N nodes for random descents into the search tree
    #[arg(long, value_name = "N", default_value_t = FEATURE_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The seed of the random descents
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct Export {
    /// The format
    #[arg(value_name = "FORMAT")]
    pub format: ExportFormat,
    /// The folder to write, which must not exist
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Results of `run`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub effort: FeatureEffort,
    /// The time that is exported
    #[arg(long = "by", value_name = "CLOCK", default_value = "cpu", value_parser = choice(CLOCKS))]
    pub clock: Clock,
    #[command(flatten)]
    pub data: Data,
}

/// A format of other programs for results.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ExportFormat {
    /// A scenario of the Algorithm Selection Library
    Aslib,
}

#[derive(Debug, Args)]
pub struct Select {
    /// Results of `run`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Features as `quadrille features --output csv` prints them, or any table of numbers with a column `sha256` as in the results;
    /// repeatable [default: computed from the corpora, which are looked for as by `report`]
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    pub features: Vec<PathBuf>,
    /// Let at most N conditions follow each other in a rule
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub depth: u8,
    #[command(flatten)]
    pub effort: FeatureEffort,
    /// The time that is compared
    #[arg(long = "by", value_name = "CLOCK", default_value = "cpu", value_parser = choice(CLOCKS))]
    pub clock: Clock,
    #[command(flatten)]
    pub data: Data,
    /// Format of the rules and of their judgement
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}
