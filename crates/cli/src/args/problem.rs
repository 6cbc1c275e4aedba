//! The arguments that verbs on exact cover problems share.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use quadrille_cover::engine;

use super::seconds;

/// A problem, and how it is read.
#[derive(Clone, Debug, Args)]
pub struct ProblemArgs {
    /// A file in Knuth's format or another program's (`quadrille help FORMATS`), a family such as `queens:8`
    /// (`quadrille list families`), or `-` for standard input. A file is meant where both are there. `cover`, `count`,
    /// `sample` and `compile` also read a diagram that `compile` wrote
    #[arg(value_name = "PROBLEM", default_value = "-")]
    pub input: String,
    /// Choose an option before the search. OPTION is its items in any order, or its number, counted from
    /// 1; repeatable
    #[arg(long, value_name = "OPTION")]
    pub given: Vec<String>,
    /// Skip options that cannot be read, and take the problem without them
    #[arg(long)]
    pub keep_going: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

/// The engines of this program.
pub fn engines() -> PossibleValuesParser {
    PossibleValuesParser::new(engine::ENGINES.iter().map(|engine| engine.name()))
}

/// The engine of a search.
#[derive(Clone, Debug, Args)]
pub struct EngineArgs {
    /// The engine; `auto` chooses one for the problem
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines())]
    pub engine: String,
    /// First remove options that are in no solution and choose options that are in every solution
    #[arg(long)]
    pub preprocess: bool,
}

/// The limits that everything with a problem has.
#[derive(Clone, Copy, Debug, Args)]
pub struct Bounds {
    /// Stop after this number of seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Stop if the program needs more than N MB (10^6 bytes) besides the problem; the engines `memo` and `iso`
    /// keep their memory below N MB [default: 1074 for these, `frontier` and diagrams, else none]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub max_memory: Option<usize>,
}

/// The limit of nodes, where tests are not counted.
#[derive(Clone, Copy, Debug, Args)]
pub struct MaxNodes {
    /// Stop after N nodes [default: none]
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
}
