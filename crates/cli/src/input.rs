//! Where puzzles and problems come from: an argument, a file, standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;

use crate::args::Source;

/// Puzzles, and what to call the place they come from in messages.
pub struct Puzzles {
    pub name: String,
    pub reader: Reader<Box<dyn BufRead>>,
}

/// Where puzzles come from, opened: what to call the place in messages, and what is there.
pub struct Opened {
    pub name: String,
    pub input: Box<dyn Read + Send>,
}

/// Opens the source of puzzles, which are read one after another.
pub fn puzzles(source: &Source) -> Result<Puzzles> {
    let Opened { name, input } = open(source)?;
    let input = Box::new(BufReader::new(input));
    Ok(Puzzles { name, reader: Reader::new(input, source.format, source.size) })
}

/// Opens the source of puzzles, and says in which format they are: standard input without a byte is
/// the empty grid, as system E has it.
pub fn open_maybe_empty(source: &Source) -> Result<(Opened, InputFormat)> {
    let Opened { name, input } = open(source)?;
    let mut input = BufReader::new(input);
    let from_stdin = matches!(source.input.as_deref(), None | Some("-"));
    let empty = from_stdin && input.fill_buf().context("standard input")?.is_empty();
    let format = if empty { InputFormat::Stream } else { source.format };
    Ok((Opened { name, input: Box::new(input) }, format))
}

/// Opens the source of puzzles.
pub fn open(source: &Source) -> Result<Opened> {
    let opened = |name: &str, input| Ok(Opened { name: name.to_owned(), input });
    match source.input.as_deref() {
        None | Some("-") => opened("standard input", Box::new(io::stdin())),
        Some(text) if Path::new(text).exists() => opened(text, Box::new(file(text)?)),
        Some(text) if looks_like_a_puzzle(text) => {
            opened("PUZZLE", Box::new(Cursor::new(text.to_owned())))
        }
        Some(text) => bail!(
            "{text}: found neither a file of that name nor a puzzle; expected a file, a puzzle \
             such as 53..7.... (81 characters), or `-` for standard input"
        ),
    }
}

/// All bytes of a file or of standard input, and what to call it.
pub fn bytes(input: Option<&str>) -> Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    match input {
        None | Some("-") => {
            io::stdin().read_to_end(&mut bytes).context("standard input")?;
            Ok(("standard input".into(), bytes))
        }
        Some(path) => {
            file(path)?.read_to_end(&mut bytes).with_context(|| path.to_owned())?;
            Ok((path.to_owned(), bytes))
        }
    }
}

fn file(path: &str) -> Result<File> {
    if Path::new(path).is_dir() {
        bail!("{path}: found a folder; expected a file");
    }
    File::open(path).with_context(|| path.to_owned())
}

/// Whether an argument that names no file is meant as a puzzle. File names have letters that
/// no puzzle has, a dot before letters, or a slash.
pub fn looks_like_a_puzzle(text: &str) -> bool {
    let cells = text.chars().filter(|c| !c.is_whitespace()).count();
    let cell_like = |c: char| c.is_ascii_alphanumeric() || ".`| \n\t-+=,".contains(c);
    let mostly_digits = text.chars().filter(|c| c.is_ascii_digit() || ".`".contains(*c)).count();
    // 16x16 and 25x25 run together are letters, but of a length that no file name has.
    let letters = cells == 256 || cells == 625;
    cells >= 12 && text.chars().all(cell_like) && (letters || 2 * mostly_digits >= cells)
}
