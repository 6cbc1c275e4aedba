//! What leaves the program: results, files, tables, messages and progress.

pub mod described;
mod escape;
pub mod json;
pub mod lock;
pub mod message;
pub mod progress;
pub mod proof_folder;
pub mod puzzle_proofs;
pub mod retried;
pub mod table;
pub mod whole_file;
pub mod whole_folder;
pub mod whole_lines;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use quadrille_cover::{Outcome, Search, SearchStats};
pub use quadrille_view::figures::plural;

use self::escape::Page;
pub use self::escape::escaped;
use self::whole_file::WholeFile;
pub use self::whole_lines::WholeLines;

/// Buffered standard output. The caller flushes it after each whole answer. Writing fails if the system has no more handles.
pub fn stdout() -> WholeLines {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    WholeLines::new(handle.map(Into::into))
}

/// Buffered standard output for text with names from files, which is escaped for a terminal.
pub fn page() -> Page {
    Page(stdout())
}

/// Where the results of a command go.
#[derive(Debug)]
pub enum Destination {
    Stdout(WholeLines),
    /// A file that gets its name when it is finished.
    File(WholeFile),
    /// Everything is discarded, because a picture is printed instead.
    Nowhere,
}

impl Destination {
    /// The file of an option, or standard output for `-` and without the option.
    pub fn open(path: Option<&Path>, force: bool) -> Result<Self> {
        match path.filter(|path| !is_stdout(path)) {
            Some(path) => Ok(Self::File(WholeFile::create(path, force)?)),
            None => Ok(Self::Stdout(stdout())),
        }
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout(_))
    }

    /// Writes `text`, the last part of the output, and finishes.
    pub fn finish_with(mut self, text: &[u8]) -> Result<()> {
        self.write_all(text)?;
        self.finish()
    }

    fn secure(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.secure(),
            Self::Stdout(_) | Self::Nowhere => self.flush(),
        }
    }

    /// Finishes this output and the file that lies beside it and describes it. Both are on the disk before either gets its name, and
    /// an earlier description is removed first: wherever the process is killed, no description lies beside what it does not describe.
    pub fn finish_beside(mut self, mut description: WholeFile) -> Result<()> {
        self.secure()?;
        description.secure()?;
        description.remove_old()?;
        self.finish()?;
        description.finish().map(drop)
    }

    /// Flushes standard output, or gives the file its name, after everything was written.
    pub fn finish(self) -> Result<()> {
        match self {
            Self::Stdout(mut out) => Ok(out.flush()?),
            Self::File(file) => file.finish().map(drop),
            Self::Nowhere => Ok(()),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::Nowhere => Ok(()),
        }
    }
}

pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Prints a text, escaped for a terminal. A closed pipe is no error here, because the caller has more to do than to print.
pub fn print_if_read(text: &str) -> Result<()> {
    let mut out = page();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written
        .map_err(Into::into)
        .or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

/// Whether an error means that the reader of the output has closed the pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The counts that are not zero, each with its words, such as `3 slower, 1 faster`.
pub fn counts_in_words(counts: &[(usize, &str)]) -> String {
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = told.map(|(count, what)| format!("{count} {what}")).collect();
    words.join(", ")
}

/// Upper bound on the entries of a list in a message.
pub const LISTED: usize = 20;

/// A line for each of the first [`LISTED`] entries, each after `prefix`, and the number of further ones.
pub fn listed(prefix: &str, entries: impl ExactSizeIterator<Item = impl Display>) -> String {
    let more = match entries.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!("{prefix}and {more} more\n"),
    };
    let lines = entries.take(LISTED).map(|entry| format!("{prefix}{entry}\n"));
    lines.collect::<String>() + &more
}

/// The names and values of the counts of a search that are known.
pub fn counts(stats: SearchStats) -> impl Iterator<Item = (&'static str, u64)> {
    let all = [("Tests", stats.tests), ("Forks", stats.forks), ("Nodes", stats.nodes)];
    all.into_iter().filter_map(|(name, count)| Some((name, count?)))
}

/// A caption for the first solution of a search.
pub fn first_solution(search: &Search) -> String {
    match (search.stats.solutions, search.outcome) {
        (1, Outcome::Exhausted) => "the only solution".to_owned(),
        (1, _) => "a solution".to_owned(),
        (count, Outcome::Exhausted) => format!("the first of {count} solutions"),
        (count, _) => format!("the first of {count} solutions or more"),
    }
}
