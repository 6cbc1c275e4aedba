//! The arguments of `run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use quadrille_results::Task;
use quadrille_tables::Columns;
use regex_lite::Regex;

use super::{Consent, Data, Programs, Shards, choice, jobs, name, seconds};

const PLANNED: [&str; 14] = [
    "corpus",
    "column",
    "engine",
    "filter",
    "task",
    "batch",
    "repetitions",
    "isomorphs",
    "aa",
    "prove",
    "max_tests",
    "time_limit",
    "max_memory",
    "seed",
];

#[derive(Debug, Default, Args)]
#[command(group = ArgGroup::new("planned").args(PLANNED).multiple(true))]
pub struct Run {
    /// A plan in TOML, in place of the options from --corpus to --seed; --engines may declare engines that it names
    #[arg(value_name = "PLAN.toml", conflicts_with = "planned")]
    pub plan: Option<PathBuf>,
    /// A corpus of `list corpora`, a manifest, a .dlx file, or a file of puzzles (`-` is standard
    /// input); repeatable [default: all shipped corpora]
    #[arg(long, value_name = "NAME | FILE,...")]
    pub corpus: Vec<String>,
    /// The column of puzzles in corpora that are tables: its name, or its number from 1 in a table without names; or
    /// columns by what they hold, such as puzzles=Grid,names=Id: instances are called by the names [default: found by
    /// their names or content]
    #[arg(long, value_name = "NAME", requires = "corpus", value_parser = without_answers)]
    pub column: Option<String>,
    #[command(flatten)]
    pub data: Data,
    /// An engine; repeatable [default: all; but unless the task is `count`, auto, memo, iso and frontier, which then use other
    /// engines]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name)]
    pub engine: Vec<String>,
    #[command(flatten)]
    pub programs: Programs,
    #[command(flatten)]
    pub consent: Consent,
    /// Measure an engine on an instance only if `engine/corpus/instance` matches this regular expression
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub filter: Option<String>,
    /// What an engine does with each instance [default: the task of its corpus]
    #[arg(long, value_parser = choice(TASKS))]
    pub task: Option<Task>,
    /// Time each engine on each corpus as a whole; in the row of such a batch the instance is `*`
    #[arg(long)]
    pub batch: bool,
    /// Measure every instance N times, in a new random order each time [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repetitions: Option<u32>,
    /// Measure N isomorphic copies of each instance in its place: relabelled, permuted, transposed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub isomorphs: Option<u32>,
    /// Measure every engine twice, as if it were two engines, to estimate the noise of this machine
    #[arg(long)]
    pub aa: bool,
    /// Prove the number of solutions of every instance by a certificate that an independent checker accepts, and
    /// judge all answers by it [default: by the manifest, or by a second engine]
    #[arg(long)]
    pub prove: bool,
    /// Stop a search after N tests; a plan can limit nodes, too [default: 100000 if no manifest sets a limit]
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Stop a search after this number of seconds; the default limit of tests then no longer applies. Needed to
    /// rank engines, because a limit of tests compares runs of one engine only
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Stop a search that needs more than N MB (10^6 bytes) [default: none]
    #[arg(long, value_name = "N")]
    pub max_memory: Option<u64>,
    /// Seed of the random order of measurements and of the isomorphic copies
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Measure N instances or batches in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Write the CSV to this file, or to standard output if it is `-` [default: results/RUN.csv]. With --shards, the folder of the
    /// shards
    #[arg(long, value_name = "FILE | DIR")]
    pub out: Option<PathBuf>,
    /// Write the CSV into this folder, in a file named by the time and the revision of this build, beside those of earlier runs, which
    /// `report --history` shows together
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "shards", "force"])]
    pub history: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub division: Shards,
    /// The CSV file of an interrupted run that is continued: the verb `resume`.
    #[arg(skip)]
    pub resume: Option<PathBuf>,
    /// Skip puzzles that cannot be read, and measure the rest
    #[arg(long)]
    pub keep_going: bool,
    /// Print no table, and no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Debug, Args)]
pub struct Resume {
    /// The CSV file that the run wrote
    #[arg(value_name = "FILE.csv")]
    pub csv: PathBuf,
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub programs: Programs,
    #[command(flatten)]
    pub consent: Consent,
    /// Skip puzzles that cannot be read, and measure the rest
    #[arg(long)]
    pub keep_going: bool,
    /// Print no table, and no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

impl Resume {
    /// The run that goes on; what it measures is in its run file.
    pub fn run(&self) -> Run {
        let Self { csv, data, programs, consent, keep_going, quiet } = self.clone();
        Run { data, programs, consent, keep_going, quiet, resume: Some(csv), ..Run::default() }
    }
}

pub const TASKS: &[(&str, Task, &str)] = &[
    ("first", Task::First, "Find one solution"),
    ("unique", Task::Unique, "Decide whether there is exactly one solution"),
    ("all", Task::All, "Find all solutions"),
    ("count", Task::Count, "Count the solutions; an engine need not visit them"),
    ("cheapest", Task::Cheapest, "Find a cheapest solution, and prove that none is cheaper"),
];

fn without_answers(text: &str) -> Result<String, &'static str> {
    match Columns::from(text).answers {
        Some(_) => Err("found a column of answers, which `run` does not judge; `check` does"),
        None => Ok(text.to_owned()),
    }
}

fn regex(text: &str) -> Result<String, regex_lite::Error> {
    Regex::new(text).map(|_| text.to_owned())
}
