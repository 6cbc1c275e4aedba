//! One row as it stands in a file: its fields by their columns, held against what they may be.

use std::io::{self, BufRead};

use thiserror::Error;

use super::records::{Next, Records};
use crate::fingerprint::Fingerprint;
use crate::plan::Task;
use crate::record::{COLUMNS, SCHEMA, Verdict, is_printable};

/// A row of results, borrowed from the reader; see [`Record`](crate::Record) for the fields. `at` is the line
/// of the file in which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are those of a record")]
pub struct Row<'r> {
    pub at: u64,
    pub run_id: &'r str,
    pub corpus: &'r str,
    pub instance: &'r str,
    pub line: Option<u64>,
    pub sha256: Fingerprint,
    pub engine: &'r str,
    pub engine_version: &'r str,
    pub task: Task,
    pub block: u64,
    pub position: u64,
    pub repetition: u32,
    pub iterations: Option<u64>,
    pub verdict: Verdict,
    pub solutions: Option<&'r str>,
    pub tests: Option<u64>,
    pub forks: Option<u64>,
    pub nodes: Option<u64>,
    pub max_depth: Option<u64>,
    pub wall_ns: Option<u64>,
    pub cpu_ns: Option<u64>,
    pub instructions: Option<u64>,
    pub max_rss_bytes: Option<u64>,
}

/// Why results cannot be read.
#[derive(Debug, Error)]
pub enum RowError {
    /// The system does not let us.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file without a head line.
    #[error(
        "{file}:1:1: found no line; expected the columns of results: {begin}...; has `quadrille run` \
         written this file?",
        begin = begin_of_head()
    )]
    Empty {
        /// The file.
        file: String,
    },
    /// Other columns.
    #[error("{file}:1:1: found {found}; expected the columns of results: {begin}...; {remedy}", begin = begin_of_head())]
    Head {
        /// The file.
        file: String,
        /// What the first line is.
        found: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A row that is none.
    #[error("{file}:{line}:{column}: found {found}; expected {expected}; {remedy}")]
    Row {
        /// The file.
        file: String,
        /// The line.
        line: u64,
        /// The column, in characters from 1.
        column: u64,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
        /// What to do.
        remedy: &'static str,
    },
}

fn begin_of_head() -> String {
    COLUMNS[..4].join(",")
}

const CHANGED: &str = "no run writes such a line: take it out, or make the file again";

/// The last line of a file that breaks off, as that of a run that was killed may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// Its number, from 1.
    pub line: u64,
    /// Where it begins: so many bytes of the file are whole rows.
    pub offset: u64,
    /// How many bytes there are of it.
    pub bytes: u64,
}

/// Reads the rows of a file one by one.
pub struct Rows<R> {
    file: String,
    records: Records<R>,
    /// For each of [`COLUMNS`] its place in the file; none if there is no whole head line.
    places: Option<[usize; COLUMNS.len()]>,
    width: usize,
    tail: Option<Truncated>,
    whole_bytes: u64,
}

impl<R: BufRead> Rows<R> {
    /// Reads the head line. `file` is what messages call the file. Columns may stand in any order and
    /// have others among them.
    ///
    /// # Errors
    /// If it does not have all columns of results.
    pub fn new(file: &str, input: R) -> Result<Self, RowError> {
        let (records, file) = (Records::new(input), file.to_owned());
        let mut rows = Self { file, records, places: None, width: 0, tail: None, whole_bytes: 0 };
        if rows.advance()? {
            let places = rows.head()?;
            rows.width = rows.records.fields();
            rows.places = Some(places);
            rows.whole_bytes = rows.records.whole_bytes();
        }
        Ok(rows)
    }

    fn head(&self) -> Result<[usize; COLUMNS.len()], RowError> {
        let text = |place| String::from_utf8_lossy(self.records.field(place)).trim().to_owned();
        let found: Vec<String> = (0..self.records.fields()).map(text).collect();
        let place = |column: &&str| found.iter().position(|found| found == column);
        let missing: Vec<&str> = COLUMNS.into_iter().filter(|name| place(name).is_none()).collect();
        if missing.is_empty() {
            return Ok(COLUMNS.map(|name| place(&name).expect("none is missing")));
        }
        let (found, remedy) = if missing.len() == COLUMNS.len() {
            let line = shortened(&found.join(","));
            (format!("`{line}`"), "has `quadrille run` written this file?")
        } else {
            let names = missing.join("`, `");
            let remedy = "keep all columns, or make the file again with `quadrille run`";
            (format!("a head line without `{names}`"), remedy)
        };
        Err(RowError::Head { file: self.file.clone(), found, remedy })
    }

    /// The next row; none at the end, or where the file breaks off.
    ///
    /// # Errors
    /// If the file cannot be read or has a line that is no row. Nothing can be read after that.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, RowError> {
        let Some(places) = self.places else { return Ok(None) };
        if !self.advance()? {
            return Ok(None);
        }
        let Self { file, records, width, whole_bytes, .. } = self;
        let records = &*records;
        let fields = records.fields();
        if fields != *width {
            let found = if fields == 1 { "1 field".to_owned() } else { format!("{fields} fields") };
            let expected = format!("{width}, as in the first line");
            return Err(no_row(file, records.place_of(0), found, expected));
        }
        match row(records, &places) {
            Ok(row) => {
                *whole_bytes = records.whole_bytes();
                Ok(Some(row))
            }
            Err(Wrong { column, found, expected, remedy }) => {
                let found = format!("`{}` as {}", shortened(&found), COLUMNS[column]);
                let (line, column) = records.place_of(places[column]);
                let (file, expected) = (file.clone(), expected.to_owned());
                Err(RowError::Row { file, line, column, found, expected, remedy })
            }
        }
    }

    /// Goes to the next record. Says whether there is one.
    fn advance(&mut self) -> Result<bool, RowError> {
        let next = self.records.advance();
        match next.map_err(|error| RowError::Io { file: self.file.clone(), error })? {
            Next::Record => Ok(true),
            Next::End => Ok(false),
            Next::Fragment => {
                let (line, bytes) = (self.records.line(), self.records.fragment_bytes());
                let offset = self.records.whole_bytes();
                self.tail = Some(Truncated { line, offset, bytes });
                Ok(false)
            }
            Next::TooLong => {
                let found = "a line that does not end within a million bytes".to_owned();
                let expected = "a row of results".to_owned();
                Err(no_row(&self.file, (self.records.line(), 1), found, expected))
            }
        }
    }

    /// Whether there is a whole head line.
    pub fn has_head(&self) -> bool {
        self.places.is_some()
    }

    /// The line at which the file breaks off, once everything before it was read.
    pub fn tail(&self) -> Option<Truncated> {
        self.tail
    }

    /// Up to which byte there are only whole, valid rows, of what was read: where to cut the file, and to
    /// go on with it.
    pub fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }
}

fn no_row(file: &str, place: (u64, u64), found: String, expected: String) -> RowError {
    let (file, (line, column)) = (file.to_owned(), place);
    RowError::Row { file, line, column, found, expected, remedy: CHANGED }
}

/// A field that is not what it may be: which of [`COLUMNS`], what it says, what it may say.
struct Wrong {
    column: usize,
    found: String,
    expected: &'static str,
    remedy: &'static str,
}

fn row<'r, R: BufRead>(
    records: &'r Records<R>,
    places: &[usize; COLUMNS.len()],
) -> Result<Row<'r>, Wrong> {
    let mut fields = [Field { column: 0, text: "" }; COLUMNS.len()];
    for (column, (field, &place)) in fields.iter_mut().zip(places).enumerate() {
        let bytes = records.field(place);
        let text = std::str::from_utf8(bytes).map_err(|_| Wrong {
            column,
            found: String::from_utf8_lossy(bytes).into_owned(),
            expected: "text in UTF-8",
            remedy: CHANGED,
        })?;
        *field = Field { column, text };
    }
    let [
        schema,
        run_id,
        corpus,
        instance,
        line,
        sha256,
        engine,
        engine_version,
        task,
        block,
        position,
        repetition,
        iterations,
        verdict,
        solutions,
        tests,
        forks,
        nodes,
        max_depth,
        wall_ns,
        cpu_ns,
        instructions,
        max_rss_bytes,
    ] = fields;
    schema.known()?;
    Ok(Row {
        at: records.line(),
        run_id: run_id.named()?,
        corpus: corpus.named()?,
        instance: instance.named()?,
        line: line.number()?,
        sha256: sha256.fingerprint()?,
        engine: engine.named()?,
        engine_version: engine_version.printable()?,
        task: task.task()?,
        block: block.a_number()?,
        position: position.a_number()?,
        repetition: repetition.number_from_one()?,
        iterations: iterations.number()?,
        verdict: verdict.verdict()?,
        solutions: solutions.decimal()?,
        tests: tests.number()?,
        forks: forks.number()?,
        nodes: nodes.number()?,
        max_depth: max_depth.number()?,
        wall_ns: wall_ns.number()?,
        cpu_ns: cpu_ns.number()?,
        instructions: instructions.number()?,
        max_rss_bytes: max_rss_bytes.number()?,
    })
}

/// A field, and which of [`COLUMNS`] it is of.
#[derive(Clone, Copy)]
struct Field<'r> {
    column: usize,
    text: &'r str,
}

impl<'r> Field<'r> {
    fn wrong(self, expected: &'static str) -> Wrong {
        Wrong { column: self.column, found: self.text.to_owned(), expected, remedy: CHANGED }
    }

    fn known(self) -> Result<(), Wrong> {
        const _: () = assert!(SCHEMA == 1, "the message below names the schema that is read");
        if self.text == "1" {
            return Ok(());
        }
        let wrong = self.wrong("1, the columns that this version reads");
        Err(Wrong { remedy: "use the version that wrote the file", ..wrong })
    }

    fn named(self) -> Result<&'r str, Wrong> {
        if self.text.is_empty() { Err(self.wrong("a name")) } else { self.printable() }
    }

    fn printable(self) -> Result<&'r str, Wrong> {
        let wrong = || self.wrong("a name without characters that cannot be printed");
        if is_printable(self.text) { Ok(self.text) } else { Err(wrong()) }
    }

    fn number(self) -> Result<Option<u64>, Wrong> {
        if self.text.is_empty() {
            return Ok(None);
        }
        self.digits().map(Some).ok_or_else(|| self.wrong("a whole number, or nothing"))
    }

    fn a_number(self) -> Result<u64, Wrong> {
        self.digits().ok_or_else(|| self.wrong("a whole number"))
    }

    fn number_from_one(self) -> Result<u32, Wrong> {
        let number = self.digits().and_then(|number| number.try_into().ok());
        number.filter(|&number| number > 0).ok_or_else(|| self.wrong("a whole number from 1"))
    }

    /// `parse` would take a sign, too.
    fn digits(self) -> Option<u64> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        self.text.parse().ok().filter(|_| plain)
    }

    fn decimal(self) -> Result<Option<&'r str>, Wrong> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !plain {
            return Err(self.wrong("a whole number, or nothing"));
        }
        Ok(Some(self.text).filter(|text| !text.is_empty()))
    }

    fn fingerprint(self) -> Result<Fingerprint, Wrong> {
        Fingerprint::from_hex(self.text).ok_or_else(|| self.wrong("64 hexadecimal digits"))
    }

    fn task(self) -> Result<Task, Wrong> {
        let task = [Task::First, Task::Unique, Task::All].into_iter();
        let mut named = task.filter(|task| task.name() == self.text);
        named.next().ok_or_else(|| self.wrong("first, unique or all"))
    }

    fn verdict(self) -> Result<Verdict, Wrong> {
        match self.text {
            "ok" => Ok(Verdict::Ok),
            "wrong" => Ok(Verdict::Wrong),
            "stalled" => Ok(Verdict::Stalled),
            "timeout" => Ok(Verdict::Timeout),
            "memout" => Ok(Verdict::Memout),
            "budget" => Ok(Verdict::Budget),
            "crash" => Ok(Verdict::Crash),
            "unsupported" => Ok(Verdict::Unsupported),
            _ => {
                Err(self.wrong("ok, wrong, stalled, timeout, memout, budget, crash or unsupported"))
            }
        }
    }
}

/// Enough of a text to know it by, as it can be printed.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    let (begin, rest) = match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => (&text[..end], "..."),
        None => (text, ""),
    };
    let escaped = |c: char| {
        let printable = is_printable(c.encode_utf8(&mut [0; 4]));
        if printable { c.to_string() } else { c.escape_unicode().to_string() }
    };
    begin.chars().map(escaped).chain([rest.to_owned()]).collect()
}
