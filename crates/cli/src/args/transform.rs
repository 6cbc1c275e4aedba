//! The arguments of `transform`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::Source;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("of_puzzles").args(["format", "size", "isomorphs", "canonical", "output"]).multiple(true))]
pub struct Transform {
    #[command(flatten)]
    pub source: Source,
    /// Read an exact cover problem in DLX text, as from a file whose name ends in .dlx
    #[arg(long, conflicts_with = "of_puzzles")]
    pub dlx: bool,
    /// Write N isomorphs of each puzzle, one after the other
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub isomorphs: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Change only these parts, separated by commas [default: all parts of a puzzle; items, options and entries of
    /// an exact cover problem]
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    pub change: Vec<Part>,
    /// Write the canonical form of each puzzle instead, which all isomorphic puzzles share
    #[arg(long, conflicts_with_all = ["isomorphs", "seed", "change"])]
    pub canonical: bool,
    /// Format of the puzzles; json also has the transformation of each
    #[arg(long, value_name = "NAME", default_value = "line")]
    pub output: TransformOutput,
    /// Write to this file, and for puzzles a manifest beside it that says where they come from [default: standard
    /// output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// After a puzzle that cannot be read, go on with the next one
    #[arg(long)]
    pub keep_going: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

/// A part of a puzzle or of an exact cover problem that an isomorph may have otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Puzzle: the names of the digits
    Digits,
    /// Puzzle: the order of the bands, which are the rows of regions
    Bands,
    /// Puzzle: the order of the stacks, which are the columns of regions
    Stacks,
    /// Puzzle: the order of the rows of each band
    Rows,
    /// Puzzle: the order of the columns of each stack
    Columns,
    /// Puzzle: whether rows become columns
    Transposition,
    /// Problem: the order of the items
    Items,
    /// Problem: the order of the options
    Options,
    /// Problem: the order of the items of each option
    Entries,
    /// Problem: the names of items and colours, which are exchanged among each other
    Names,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TransformOutput {
    /// One puzzle per line
    Line,
    /// One row of the grid per line
    Plain,
    /// A grid with lines between the blocks
    Decorated,
    /// A JSON object for each puzzle
    Json,
}
