//! A row of results: its columns, their names and what each may hold. They are declared here once, by [`Record`],
//! for writing rows and for reading them.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

use quadrille_cover::{BigUint, is_control};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::Fingerprint;

/// The question an engine is asked about an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Task {
    /// Find one solution, or prove that there is none.
    First,
    /// Decide whether there is exactly one solution: a search for two.
    Unique,
    /// Find all solutions.
    #[default]
    All,
    /// Find the number of solutions, which an engine may count without visiting each.
    Count,
    /// Find a cheapest solution of an exact cover problem, and prove that none is cheaper. If no option has a cost, each costs 1.
    Cheapest,
}

impl Task {
    /// The task's name in results and manifests.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The number of solutions after which the question is answered; none if all are needed.
    pub fn limit(self) -> Option<u64> {
        match self {
            Self::First => Some(1),
            Self::Unique => Some(2),
            Self::All | Self::Count | Self::Cheapest => None,
        }
    }

    /// The number of solutions that answers the question, if there are `all`.
    pub fn limited(self, all: BigUint) -> BigUint {
        let shown = if self == Self::Cheapest { Some(1) } else { self.limit() };
        match shown {
            Some(limit) => all.min(limit.into()),
            None => all,
        }
    }
}

/// The outcome of a search, as judged.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    IntoStaticStr,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Verdict {
    /// The answer is right.
    #[default]
    Ok,
    /// The answer is wrong.
    Wrong,
    /// A deduction-only engine gave up.
    Stalled,
    /// The search reached its limit of time.
    Timeout,
    /// The search reached its limit of memory.
    Memout,
    /// The search reached its limit of tests or nodes.
    Budget,
    /// The engine died, or printed something that is not an answer.
    Crash,
    /// The engine does not accept this kind of instance.
    Unsupported,
}

impl Verdict {
    /// The verdict's name in results.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How the time of a row was taken.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Timing {
    /// An engine of `quadrille`, which keeps nothing between searches, was called again and again.
    Repeated,
    /// Another program searched for the first time: a process that had seen no instance of the same class.
    Once,
    /// Another program searched for the first time, but so shortly that most of its times may be those of the question. The
    /// times of such a row are upper bounds, and it has no number of iterations.
    Short,
    /// In files of older versions: another program repeated its searches by itself, and may have remembered its answers.
    Unverified,
}

impl Timing {
    /// The name in results.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How the number of solutions in a row was proved: by a certificate that a checker accepted which shares no code with
/// any engine (`docs/PROOFS.md`).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Proved {
    /// By the engine's own certificate.
    Engine,
    /// By a certificate that `quadrille` wrote about the instance, whatever the engine.
    Quadrille,
}

impl Proved {
    /// The name in results.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How an engine in another program was kept from the rest of the machine.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Isolation {
    /// In a sandbox: without a network, and with a file system that it cannot write to but for a scratch folder.
    Sandbox,
}

impl Isolation {
    /// The name in results.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The version of the columns of rows that are written.
pub const SCHEMA: u32 = 5;

/// The oldest version of the columns that is read. It lacks the columns of [`SINCE_1`].
const OLDEST: u32 = 1;

/// The columns that versions after the first added: version 2 `cold_ns` and `timing`, version 3 `proved`. Version 4 added
/// [`Timing::Short`], `cost` and `first_ns`, version 5 the events beside instructions, and `isolation`.
pub(crate) const SINCE_1: [&str; 9] = [
    "cold_ns",
    "timing",
    "proved",
    "cost",
    "first_ns",
    "cycles",
    "branch_misses",
    "cache_misses",
    "isolation",
];

/// The instance name in a row that times a whole corpus as one batch.
pub const WHOLE_CORPUS: &str = "*";

/// One row of results: an engine, an instance, a repetition. Unknown values are empty in the file.
///
/// `Text` is `String`, or `&str` for a row that is borrowed from its reader ([`Row`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "Text: From<&'de str>, Sha256: Deserialize<'de>"))]
pub struct Record<Text = String, Sha256 = String> {
    /// The version of the columns: [`SCHEMA`], or an older one.
    #[serde(deserialize_with = "schema")]
    pub schema: u32,
    /// The run that wrote the row.
    #[serde(deserialize_with = "name")]
    pub run_id: Text,
    /// The name of the corpus.
    #[serde(deserialize_with = "name")]
    pub corpus: Text,
    /// The id of the instance, or [`WHOLE_CORPUS`].
    #[serde(deserialize_with = "name")]
    pub instance: Text,
    /// The instance's line in the source file of its corpus, from 1.
    #[serde(deserialize_with = "optional")]
    pub line: Option<usize>,
    /// The SHA-256 of the instance's canonical text.
    pub sha256: Sha256,
    /// The name of the engine.
    #[serde(deserialize_with = "name")]
    pub engine: Text,
    /// The engine's version; may be empty.
    #[serde(deserialize_with = "printable")]
    pub engine_version: Text,
    /// The question that the engine was asked.
    pub task: Task,
    /// The block of the run: all engines on one instance in one repetition, in the order drawn from the seed.
    #[serde(deserialize_with = "number")]
    pub block: usize,
    /// The row's position in its block, from 0.
    #[serde(deserialize_with = "number")]
    pub position: usize,
    /// The repetition, from 1.
    #[serde(deserialize_with = "number_from_one")]
    pub repetition: u32,
    /// The number of searches timed together. Unknown if they are too short to have a time ([`Timing::Short`]).
    #[serde(deserialize_with = "optional")]
    pub iterations: Option<u64>,
    /// The outcome of the search, as judged.
    pub verdict: Verdict,
    /// The number of solutions found, in decimal, if the question was answered.
    #[serde(deserialize_with = "decimal")]
    pub solutions: Option<Text>,
    /// Tests of one search, as `docs/COUNTERS.md` defines them for each engine.
    #[serde(deserialize_with = "optional")]
    pub tests: Option<u64>,
    /// Forks of one search.
    #[serde(deserialize_with = "optional")]
    pub forks: Option<u64>,
    /// Nodes of one search.
    #[serde(deserialize_with = "optional")]
    pub nodes: Option<u64>,
    /// The largest number of forks open at once in one search.
    #[serde(deserialize_with = "optional")]
    pub max_depth: Option<u64>,
    /// Wall time of all iterations together, in nanoseconds.
    #[serde(deserialize_with = "optional")]
    pub wall_ns: Option<u64>,
    /// CPU time of all iterations together, in nanoseconds.
    #[serde(deserialize_with = "optional")]
    pub cpu_ns: Option<u64>,
    /// Instructions of all iterations together, in user mode, where the system can count them.
    #[serde(deserialize_with = "optional")]
    pub instructions: Option<u64>,
    /// Peak memory of an engine that is another program, in bytes.
    #[serde(deserialize_with = "optional")]
    pub max_rss_bytes: Option<u64>,
    /// Wall time of the first search, with cold caches, in nanoseconds.
    #[serde(deserialize_with = "optional")]
    pub cold_ns: Option<u64>,
    /// How the time was taken, if there is one.
    #[serde(deserialize_with = "word")]
    pub timing: Option<Timing>,
    /// How the number of solutions was proved; none if it was not.
    #[serde(deserialize_with = "word")]
    pub proved: Option<Proved>,
    /// The least cost of a solution, if the task is [`Task::Cheapest`] and there is one.
    #[serde(deserialize_with = "optional")]
    pub cost: Option<u64>,
    /// CPU time of one search until its first solution, in nanoseconds, if the task is [`Task::Cheapest`]: the other times
    /// are those until it is proved that no solution is cheaper.
    #[serde(deserialize_with = "optional")]
    pub first_ns: Option<u64>,
    /// Cycles of all iterations together, in user mode, where the system can count them.
    #[serde(deserialize_with = "optional")]
    pub cycles: Option<u64>,
    /// Branches that were predicted wrongly, likewise.
    #[serde(deserialize_with = "optional")]
    pub branch_misses: Option<u64>,
    /// Accesses that the last cache did not answer, likewise.
    #[serde(deserialize_with = "optional")]
    pub cache_misses: Option<u64>,
    /// How the engine was isolated, if it was.
    #[serde(deserialize_with = "word")]
    pub isolation: Option<Isolation>,
}

/// A row borrowed from its reader.
pub type Row<'r> = Record<&'r str, Fingerprint>;

impl Record {
    /// A row in which nothing is known yet: the first repetition, of this [`SCHEMA`].
    pub fn blank() -> Self {
        Self { schema: SCHEMA, repetition: 1, ..Self::default() }
    }
}

/// The names of the columns, in order: those of the fields of [`Record`].
pub static COLUMNS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.serialize(Record::blank()).expect("a record is plain data");
    let text = csv.into_inner().expect("memory can be written to");
    let mut rows = csv::ReaderBuilder::new().from_reader(&*text);
    let head = rows.headers().expect("the first line holds the names of the fields");
    head.iter().map(str::to_owned).collect()
});

/// Whether a name can be part of a row and can be printed: it has no control characters, which a terminal may
/// take for commands, and none of the characters that reverse the direction of the text after them.
pub fn is_printable(name: &str) -> bool {
    name.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !name.chars().any(is_control)
}

// What a column may hold. Each of these functions reads one field; its error says what was expected.

/// Reads a field with `parse`. Where that returns `None`, the error states what was `expected`.
fn field<'de, D: Deserializer<'de>, T>(
    from: D,
    expected: impl Display,
    parse: impl FnOnce(&'de str) -> Option<T>,
) -> Result<T, D::Error> {
    parse(<&str>::deserialize(from)?).ok_or_else(|| D::Error::custom(expected))
}

fn is_decimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number that a text of digits alone states: no sign, as `parse` alone would accept, and no other character.
pub fn digits<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| is_decimal(text))
}

fn schema<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let expected = format_args!("{OLDEST} to {SCHEMA}, the columns that this version reads");
    field(from, expected, |text| digits(text).filter(|schema| (OLDEST..=SCHEMA).contains(schema)))
}

/// Reads the name of a value, or nothing.
fn word<'de, D: Deserializer<'de>, T>(from: D) -> Result<Option<T>, D::Error>
where
    T: Copy + Into<&'static str> + VariantArray,
{
    let text = <&str>::deserialize(from)?;
    let found = T::VARIANTS.iter().find(|&&value| value.into() == text);
    if found.is_some() || text.is_empty() {
        return Ok(found.copied());
    }
    let names: Vec<_> = T::VARIANTS.iter().map(|&value| format!("`{}`", value.into())).collect();
    Err(D::Error::custom(format_args!("{} or nothing", names.join(", "))))
}

fn name<'de, D: Deserializer<'de>, T: From<&'de str>>(from: D) -> Result<T, D::Error> {
    let expected = "a name without characters that cannot be printed";
    field(from, expected, |text| (!text.is_empty() && is_printable(text)).then(|| text.into()))
}

fn printable<'de, D: Deserializer<'de>, T: From<&'de str>>(from: D) -> Result<T, D::Error> {
    let expected = "text without characters that cannot be printed";
    field(from, expected, |text| is_printable(text).then(|| text.into()))
}

fn number<'de, D: Deserializer<'de>, N: FromStr>(from: D) -> Result<N, D::Error> {
    field(from, "a whole number", digits)
}

fn number_from_one<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    field(from, "a whole number from 1", |text| digits(text).filter(|&number| number > 0))
}

fn optional<'de, D: Deserializer<'de>, N: FromStr>(from: D) -> Result<Option<N>, D::Error> {
    let parse = |text: &str| if text.is_empty() { Some(None) } else { digits(text).map(Some) };
    field(from, "a whole number, or nothing", parse)
}

/// A number of any length, or nothing.
fn decimal<'de, D: Deserializer<'de>, T: From<&'de str>>(from: D) -> Result<Option<T>, D::Error> {
    let parse = |text: &'de str| is_decimal(text).then(|| (!text.is_empty()).then(|| text.into()));
    field(from, "a whole number, or nothing", parse)
}
