//! Where puzzles, problems and results come from: an argument, a file, standard input.

pub mod batches;
pub mod family;
pub mod results;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_harness::files;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;
use quadrille_sudoku::{Order, Puzzle};

use crate::args::Source;

/// The name of standard input in messages.
const STDIN: &str = "standard input";

/// A reader of the bytes of a source.
pub type Bytes = Box<dyn Read + Send>;

/// An opened source of puzzles.
pub struct Opened {
    /// The name of the source in messages.
    pub name: String,
    pub input: Bytes,
    pub format: InputFormat,
    /// The size of the grids, if it was given.
    pub size: Option<Order>,
}

impl Opened {
    /// A reader that yields one puzzle after another.
    pub fn reader(self) -> Reader<BufReader<Bytes>> {
        Reader::new(BufReader::new(self.input), self.format, self.size)
    }
}

/// Opens the source of puzzles.
pub fn open(source: &Source) -> Result<Opened> {
    let (name, input) = match &*source.input {
        text if text == "-" || Path::new(text).exists() => file(text)?,
        text if looks_like_a_puzzle(text) => {
            ("PUZZLE", Box::new(Cursor::new(text.to_owned())) as Bytes)
        }
        text => bail!(
            "{text}: found neither a file of that name nor a puzzle; expected a file, a puzzle \
             such as 53..7.... (81 characters), or `-` for standard input"
        ),
    };
    Ok(Opened { name: name.to_owned(), input, format: source.format, size: source.size })
}

/// Opens the source of puzzles. Standard input without a byte stands for the empty grid, as in system E.
pub fn open_maybe_empty(source: &Source) -> Result<Opened> {
    let mut opened = open(source)?;
    if source.input == "-" {
        let mut input = BufReader::new(opened.input);
        if input.fill_buf().context(STDIN)?.is_empty() {
            opened.format = InputFormat::Stream;
        }
        opened.input = Box::new(input);
    }
    Ok(opened)
}

/// The puzzle of an argument or file, which must contain exactly one.
pub fn one_puzzle(input: &str, size: Option<Order>) -> Result<Puzzle> {
    let source = Source { input: input.to_owned(), format: InputFormat::Auto, size };
    let opened = open(&source)?;
    let name = opened.name.clone();
    let mut reader = opened.reader();
    let mut next = || reader.next().transpose().map_err(|error| anyhow!("{name}:{error}"));
    let Some(found) = next()? else { bail!("{name}: found no puzzle; expected one") };
    match next()? {
        Some(second) => bail!("{name}:{}: found a second puzzle; expected only one", second.line),
        None => Ok(found.puzzle),
    }
}

/// All bytes of a file or of standard input, up to [`files::CORPUS`], and its name in messages.
pub fn bytes(input: &str) -> Result<(String, Vec<u8>)> {
    let (name, input) = file(input)?;
    let bytes = files::bounded(input, files::CORPUS).with_context(|| name.to_owned())?;
    Ok((name.to_owned(), bytes))
}

/// Opens a file, or standard input for `-`, and returns its name in messages.
fn file(path: &str) -> Result<(&str, Bytes)> {
    if path == "-" {
        return Ok((STDIN, Box::new(io::stdin())));
    }
    if Path::new(path).is_dir() {
        bail!("{path}: found a folder; expected a file");
    }
    Ok((path, Box::new(File::open(path).with_context(|| path.to_owned())?)))
}

/// Whether an argument that names no file is meant as a puzzle. File names have letters that
/// no puzzle has, a dot before letters, or a slash.
fn looks_like_a_puzzle(text: &str) -> bool {
    let cells = text.chars().filter(|c| !c.is_whitespace()).count();
    let cell_like = |c: char| c.is_ascii_alphanumeric() || ".`| \n\t-+=,:;".contains(c);
    let mostly_digits = text.chars().filter(|c| c.is_ascii_digit() || ".`".contains(*c)).count();
    // A puzzle of 16x16 or 25x25 on one line consists of letters, but no file name is that long.
    let letters = cells == 256 || cells == 625;
    cells >= 12 && text.chars().all(cell_like) && (letters || 2 * mostly_digits >= cells)
}
