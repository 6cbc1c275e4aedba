//! The engine's side of quadrille's protocol (`docs/PROTOCOL.md`): [`serve`] reads requests from standard input, passes
//! each instance to a function, and writes the answers.
//!
//! ```no_run
//! use quadrille_engine::{About, Answer, Batch, Found, Instance, serve};
//!
//! let about = About { name: "mine", version: "1.0", takes: &["sudoku:9"], counters: &[] };
//! serve(&about, |_: &Batch, instance| {
//!     let Instance::Sudoku { puzzle, .. } = instance else { return Answer::Unsupported };
//!     let solution = puzzle.replace('.', "1"); // a real engine searches here
//!     let first = Some(solution);
//!     Answer::Found(Found { solutions: 1, first, ..Found::default() })
//! })
//! # .unwrap();
//! ```

use std::fmt::{self, Display};
use std::io::{self, BufRead, BufWriter, Write};
use std::time::{Duration, Instant};

/// The description of an engine, for the greeting.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The engine's name, one word.
    pub name: &'a str,
    /// The engine's version, one word.
    pub version: &'a str,
    /// The kinds of instances that the engine accepts: `sudoku`, `sudoku:9`, `cover`.
    pub takes: &'a [&'a str],
    /// The counters of the engine: any of `tests`, `forks`, `nodes`, `max_depth`.
    pub counters: &'a [&'a str],
}

/// The task of a batch, that is, the question about each of its instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// Find one solution.
    #[default]
    First,
    /// Decide whether there is exactly one solution.
    Unique,
    /// Find all solutions, by visiting each.
    All,
    /// Count the solutions, by whatever means.
    Count,
}

/// The task and the limits for every instance of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The question about each instance.
    pub task: Task,
    /// Number of solutions after which a search ends.
    pub limit: Option<u64>,
    /// Whether the harness reads the counters of the answers.
    pub counters: bool,
    /// Number of tests after which a search gives up.
    pub tests: Option<u64>,
    /// Number of nodes after which a search gives up.
    pub nodes: Option<u64>,
}

impl Batch {
    /// The limit of solutions as a number; `u64::MAX` if there is no limit.
    pub fn most(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX)
    }
}

/// An instance of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instance<'a> {
    /// A Sudoku as the protocol writes it.
    Sudoku {
        /// Number of rows.
        rows: usize,
        /// The cells, row by row.
        puzzle: &'a str,
    },
    /// An exact cover problem in DLX text.
    Cover {
        /// The lines of the text.
        text: &'a str,
    },
}

/// The answer for an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The search ended with this result.
    Found(Found),
    /// The search gave up at a limit of the batch.
    Budget,
    /// The engine only deduces, and can deduce nothing more.
    Stalled,
    /// The engine does not accept the instance.
    Unsupported,
}

/// The digest of a set of solutions, which shows that each was visited: the sum of their hashes modulo 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Digest {
    /// Adds a solution: the digits of its cells, row by row, or the numbers of its options from 0, ascending.
    pub fn add(&mut self, numbers: impl IntoIterator<Item = u64>) {
        let hash =
            numbers.into_iter().fold(0, |hash: u64, number| mixed(hash.wrapping_add(number)));
        self.0 = self.0.wrapping_add(hash);
    }
}

/// A step of `SplitMix64`.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of solutions, up to the limit.
    pub solutions: u64,
    /// The first solution as the protocol writes it, if the engine has one.
    pub first: Option<String>,
    /// The second solution, if the task is `unique` and there is one; without it the answer has no time.
    pub second: Option<String>,
    /// The digest of the solutions, if the task is `all`; without it the answer has no time.
    pub digest: Option<Digest>,
    /// Number of tests of one search.
    pub tests: Option<u64>,
    /// Number of forks of one search.
    pub forks: Option<u64>,
    /// Number of nodes of one search.
    pub nodes: Option<u64>,
    /// The greatest depth of one search, as docs/COUNTERS.md defines it.
    pub max_depth: Option<u64>,
}

impl Found {
    /// The result of a search that found this number of solutions, of which these are the first. An answer has the first
    /// solution, and to the task `unique` the second as well.
    pub fn of(batch: &Batch, solutions: u64, shown: impl IntoIterator<Item = String>) -> Self {
        let mut shown = shown.into_iter();
        let first = shown.next();
        let second = shown.next().filter(|_| batch.task == Task::Unique && solutions == 2);
        Self { solutions, first, second, ..Self::default() }
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = match self {
            Self::Found(found) => found,
            Self::Budget => return f.write_str("budget"),
            Self::Stalled => return f.write_str("stalled"),
            Self::Unsupported => return f.write_str("unsupported"),
        };
        write!(f, "{} {}", found.solutions, found.first.as_deref().unwrap_or("-"))?;
        if let Some(second) = &found.second {
            write!(f, " | {second}")?;
        }
        let fields = [
            ("digest", found.digest.map(|Digest(sum)| sum)),
            ("tests", found.tests),
            ("forks", found.forks),
            ("nodes", found.nodes),
            ("max_depth", found.max_depth),
        ];
        let mut known = fields.into_iter().filter_map(|(key, value)| Some((key, value?)));
        known.try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

/// Answers the requests on standard input, until standard input ends.
///
/// # Errors
/// If a line cannot be read, written or understood.
pub fn serve(
    about: &About<'_>,
    answer: impl FnMut(&Batch, Instance<'_>) -> Answer,
) -> io::Result<()> {
    converse(io::stdin().lock(), io::stdout().lock(), about, answer)
}

/// If answers have waited longer than this, they are flushed, so that slow ones are not lost if a later instance fails.
const LONG: Duration = Duration::from_millis(1);

fn converse(
    mut input: impl BufRead,
    output: impl Write,
    about: &About<'_>,
    mut answer: impl FnMut(&Batch, Instance<'_>) -> Answer,
) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let About { name, version, takes, counters } = about;
    writeln!(output, "quadrille 3\nname {name}\nversion {version}\ntakes {}", takes.join(" "))?;
    writeln!(output, "counters {}\nready", counters.join(" "))?;
    output.flush()?;
    let mut flushed = Instant::now();
    let mut batch = Batch::default();
    let (mut line, mut text) = (String::new(), String::new());
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let words = line.trim_end_matches(['\r', '\n']);
        let (kind, rest) = words.split_once(' ').unwrap_or((words, ""));
        let unknown =
            || io::Error::new(io::ErrorKind::InvalidData, format!("not a request: `{words}`"));
        let (number, instance) = match kind {
            "batch" => {
                batch = read_batch(rest).ok_or_else(unknown)?;
                continue;
            }
            "end" => {
                writeln!(output, "done")?;
                output.flush()?;
                flushed = Instant::now();
                continue;
            }
            "sudoku" => {
                let (number, rest) = rest.split_once(' ').ok_or_else(unknown)?;
                let (rows, puzzle) = rest.split_once(' ').ok_or_else(unknown)?;
                let rows = rows.parse().map_err(|_| unknown())?;
                (number, Instance::Sudoku { rows, puzzle })
            }
            "cover" => {
                let (number, lines) = rest.split_once(' ').ok_or_else(unknown)?;
                text.clear();
                for _ in 0..lines.parse().map_err(|_| unknown())? {
                    input.read_line(&mut text)?;
                }
                (number, Instance::Cover { text: &text })
            }
            _ => return Err(unknown()),
        };
        writeln!(output, "{number} {}", answer(&batch, instance))?;
        if flushed.elapsed() > LONG {
            output.flush()?;
            flushed = Instant::now();
        }
    }
}

/// Reads the fields of a batch; `None` if a value is not a number, or if the task is missing.
fn read_batch(fields: &str) -> Option<Batch> {
    let mut task = None;
    let mut batch = Batch { counters: true, ..Batch::default() };
    for (key, value) in fields.split(' ').filter_map(|field| field.split_once('=')) {
        match key {
            "task" => {
                task = match value {
                    "first" => Some(Task::First),
                    "unique" => Some(Task::Unique),
                    "all" => Some(Task::All),
                    "count" => Some(Task::Count),
                    _ => None,
                }
            }
            "limit" => batch.limit = Some(value.parse().ok()?),
            "counters" => batch.counters = value == "on",
            "tests" => batch.tests = Some(value.parse().ok()?),
            "nodes" => batch.nodes = Some(value.parse().ok()?),
            _ => {}
        }
    }
    Some(Batch { task: task?, ..batch })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: About<'_> =
        About { name: "x", version: "1", takes: &["sudoku:4", "cover"], counters: &["nodes"] };

    #[test]
    fn questions_come_in_and_answers_go_out() {
        let input = "batch 3 task=unique limit=2 iterations=5 counters=off nodes=7 unknown=9\n\
                     sudoku 8 4 1...............\ncover 9 2\na b\na b\nsudoku 10 36 . . 5\nend\n";
        let mut output = Vec::new();
        let mut seen = Vec::new();
        converse(input.as_bytes(), &mut output, &ABOUT, |batch, instance| {
            let expected = Batch {
                task: Task::Unique,
                limit: Some(2),
                counters: false,
                tests: None,
                nodes: Some(7),
            };
            assert_eq!(*batch, expected);
            seen.push(format!("{instance:?}"));
            match instance {
                Instance::Sudoku { rows: 4, .. } => Answer::Stalled,
                Instance::Sudoku { .. } => Answer::Unsupported,
                Instance::Cover { text } => Answer::Found(Found {
                    solutions: text.lines().count() as u64,
                    first: Some("0".to_owned()),
                    nodes: Some(4),
                    ..Found::default()
                }),
            }
        })
        .unwrap();
        let said = String::from_utf8(output).unwrap();
        let hello = "quadrille 3\nname x\nversion 1\ntakes sudoku:4 cover\ncounters nodes\nready\n";
        let answers = "8 stalled\n9 2 0 nodes=4\n10 unsupported\ndone\n";
        assert_eq!(said, format!("{hello}{answers}"));
        assert_eq!(seen[2], "Sudoku { rows: 36, puzzle: \". . 5\" }");
    }

    #[test]
    fn what_is_no_line_of_the_protocol_ends_it() {
        for line in
            ["hello", "batch 1 limit=2", "batch 1 task=all limit=x", "sudoku 1 9", "cover 1 x"]
        {
            let ended = converse(line.as_bytes(), io::sink(), &ABOUT, |_, _| Answer::Budget);
            assert!(ended.unwrap_err().to_string().contains(line), "{line}");
        }
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let found = |solutions, first: Option<&str>| {
            Answer::Found(Found { solutions, first: first.map(str::to_owned), ..Found::default() })
        };
        assert_eq!(found(0, None).to_string(), "0 -");
        assert_eq!(found(7, Some("1 2")).to_string(), "7 1 2");
        let of = |task, solutions| {
            let batch = Batch { task, ..Batch::default() };
            let shown = ["1 2", "3"].map(str::to_owned);
            Answer::Found(Found::of(&batch, solutions, shown)).to_string()
        };
        assert_eq!(of(Task::Unique, 2), "2 1 2 | 3");
        assert_eq!(of(Task::All, 2), "2 1 2");
        assert_eq!(of(Task::All, 7), "7 1 2");
        assert_eq!(Answer::Budget.to_string(), "budget");
        let mut digest = Digest::default();
        digest.add([0, 3, 4]);
        let found = Found { solutions: 1, digest: Some(digest), ..Found::default() };
        assert_eq!(Answer::Found(found).to_string(), "1 - digest=15984948024299193693");
    }
}
