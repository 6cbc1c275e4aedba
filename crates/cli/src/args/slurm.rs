//! The arguments of `slurm`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::Consent;

#[derive(Debug, Args)]
pub struct Slurm {
    /// A plan of `run`, a problem whose solutions are counted (`.dlx`), or a folder of shards that `--shards` wrote
    #[arg(value_name = "PLAN.toml | FILE.dlx | DIR")]
    pub what: PathBuf,
    /// The folder of shards [default: the name of the plan or problem, followed by `.shards`]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Divide the work into N shards, one task of the job array each [default: 64]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub shards: Option<usize>,
    #[command(flatten)]
    pub consent: Consent,
    /// Submit the job array, wait for it, submit again what is missing, and put the shards together. An interrupt leaves the
    /// jobs running; the same command follows them again
    #[arg(long)]
    pub submit: bool,
    /// Cores for each task
    #[arg(long, value_name = "N", default_value = "1", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub cores: usize,
    /// Use whole nodes, so that no other job disturbs times
    #[arg(long)]
    pub exclusive: bool,
    /// Use only nodes with this feature, for example one model of CPU
    #[arg(long, value_name = "FEATURE")]
    pub constraint: Option<String>,
    /// The partition [default: that of the cluster]
    #[arg(long, value_name = "NAME")]
    pub partition: Option<String>,
    /// Time limit of a task, as sbatch takes it [default: that of the partition]
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// Another option of sbatch, for example --sbatch=--account=maths; repeatable
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}
