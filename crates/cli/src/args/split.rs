//! The arguments of `cover` that divide one search among many processes.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

#[derive(Debug, Args)]
pub struct Split {
    /// Divide the search among processes on any number of machines: write a new folder DIR, whose shards `--shard` then does and
    /// `quadrille merge DIR` puts together (docs/CLUSTER.md). Needs --count or --all. `auto` is `bits` here, if `bits` handles
    /// the problem
    #[arg(long = "split", value_name = "DIR", conflicts_with_all = ["cheapest", "symmetries", "classes", "proof", "picture", "jobs"])]
    #[arg(conflicts_with_all = ["checkpoint", "max_nodes", "max_tests", "limit", "out", "keep_going", "is_asked"])]
    #[arg(conflicts_with_all = ["time_limit", "max_memory", "output", "progress", "force"])]
    #[arg(conflicts_with_all = ["compile", "sample", "nth", "index_of", "marginals", "costs"])]
    pub folder: Option<PathBuf>,
    /// Number of shards of `--split` in each generation
    #[arg(long, value_name = "N", requires = "folder", default_value = "64", value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub shards: usize,
    /// Number of nodes after which a shard of `--split` begins no other part, and that a part may take; what is not finished goes to
    /// the next generation of shards. The default takes `bits` about half a minute
    #[arg(long, value_name = "N", requires = "folder", default_value_t = 1_000_000_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub budget: u64,
    /// Do shard K of the folder of `--split`, in the first generation that is not complete [default: the number in `SLURM_ARRAY_TASK_ID`
    /// or `JOB_COMPLETION_INDEX`]
    #[arg(long, value_name = "K", num_args = 0..=1, requires = "folder", conflicts_with_all = ["input", "family", "count", "all", "given", "preprocess"])]
    #[arg(conflicts_with_all = ["engine", "shards", "budget", "stats"])]
    #[expect(
        clippy::option_option,
        reason = "clap's way to distinguish an option without its value"
    )]
    pub shard: Option<Option<usize>>,
}
