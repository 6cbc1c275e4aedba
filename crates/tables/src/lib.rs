//! Files as the world has them: tables of Sudoku puzzles as CSV and TSV, JSON arrays and JSON Lines, Parquet, each also compressed by gzip or
//! zstd; and exact cover problems in the formats of other programs.
//!
//! [`open`] looks at the first bytes of a source. Either it is a [`Table`], whose rows come in [`Block`]s, or it is
//! text for the reader of `quadrille_sudoku`. A block is cut off on the thread that reads and taken apart on another:
//! to find the end of a row costs little, to read its fields costs more.
//!
//! | module | contents |
//! |---|---|
//! | `contained` | panics of other crates on damaged files, turned into errors |
//! | `unpack` | gzip and zstd, found by their first bytes |
//! | `buffer` | the part of a source that is in memory |
//! | `layout` | which columns hold puzzles and answers |
//! | `detect` | the kind of a source: a table of which kind, or text |
//! | `delimited`, `json`, `parquet` | the three kinds of tables: where rows end, and what their fields are |
//! | `problem` | exact cover problems in the formats of other programs, read and written |
//! | `parts`, `value` | fields that are read, and values that are written |
//! | `block` | consecutive rows, and the puzzle and the answer of each |
//! | `items` | the puzzles of a source, whether it is text or a table, also in pieces that are not parsed yet |
//! | `judge` | verdicts on puzzles and on given answers |
//! | `table` | a table, read block by block |
//! | `sheet` | a new table |
//! | `write` | rows with columns added, in the format in which they were read |

mod block;
mod buffer;
mod columns;
mod contained;
mod delimited;
mod detect;
mod items;
mod json;
mod judge;
mod layout;
#[cfg(feature = "parquet")]
mod parquet;
mod parts;
mod problem;
mod refused;
mod sheet;
mod table;
mod unpack;
mod value;
mod write;

use std::fs::File;
use std::io::{self, Read};

use thiserror::Error;

pub use block::{Block, Row, read_answer};
pub use columns::Columns;
pub use contained::panics_are_contained;
pub use detect::{Content, open};
pub use items::{Item, Items, Puzzles};
pub use judge::{Answer, Given, solves};
pub use layout::{ANSWERS, Kind, Layout, PUZZLES, Wanted};
pub use problem::{
    Unfit, WRITTEN, is_ambiguous, is_named_as_problem, problem_text, read_leniently, read_strictly,
    write_problem,
};
pub use refused::Refused;
pub use sheet::{Form, Sheet};
pub use table::Table;
pub use unpack::{Packing, unpacked};
pub use value::{Type, Value};
pub use write::{Added, Writer, free_name};

/// Bytes that come one after another, such as those of a pipe.
pub type Bytes = Box<dyn Read + Send>;

/// A source before it is opened.
pub enum Input {
    /// A file on a disk. Of a Parquet file only the columns that are needed are read.
    File(File),
    /// Any other source. A Parquet file is read into memory as a whole.
    Stream(Bytes),
}

/// Why a table cannot be read, or cannot be read further.
#[derive(Debug, Error)]
pub enum TableError {
    /// The source fails, or what it holds is not what compression makes.
    #[error("found a source that cannot be read further ({0}); expected a whole file")]
    Io(#[from] io::Error),
    /// What was found, what was expected, and what to do.
    #[error("{0}")]
    Wrong(String),
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
