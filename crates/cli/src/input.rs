//! Where puzzles, problems and results come from: an argument, a file, standard input.

pub mod batches;
pub mod family;
pub mod recognise;
pub mod results;
pub mod rules;

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_cover::family::FAMILIES;
use quadrille_harness::files;
use quadrille_results::Shown;
use quadrille_service::puzzle::link;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Order, Puzzle};
use quadrille_tables::{Columns, Content, Input, Puzzles, Wanted};

use crate::args::{Format, Source};
use crate::output::message::tell;
use crate::output::whole_file::refuse_stdout;
use crate::work::panics;

/// Interval at which a caller that waits for the first line looks for a cancellation.
const GLANCE: Duration = Duration::from_millis(50);

/// The name of standard input in messages.
const STDIN: &str = "standard input";

/// The number of bytes by which it is seen what a source holds.
const HEAD: u64 = 1 << 16;
/// What was read of standard input to see what it holds.
static LOOKED_AT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// A reader of the bytes of a source.
pub type Bytes = Box<dyn Read + Send>;

pub struct Opened {
    /// The name of the source in messages.
    pub name: String,
    pub content: Content,
    /// The format of text.
    pub format: InputFormat,
    /// The size of the grids, if it was given.
    pub size: Option<Order>,
}

impl Opened {
    /// A reader that yields one puzzle after another.
    pub fn reader(self) -> Puzzles {
        Puzzles::new(self.content, self.format, self.size)
    }
}

pub fn open(source: &Source, cancel: &CancelToken) -> Result<Opened> {
    open_as(source, unopened(source)?, cancel)
}

/// Opens the source of puzzles, whose bytes go through `around` before anything else reads them.
pub fn open_through(
    source: &Source,
    cancel: &CancelToken,
    around: impl FnOnce(&mut Bytes),
) -> Result<Opened> {
    let Unopened { name, input, may_wait } = unopened(source)?;
    let mut bytes: Bytes = match input {
        Input::File(file) => Box::new(file),
        Input::Stream(stream) => stream,
    };
    around(&mut bytes);
    open_as(source, Unopened { name, input: Input::Stream(bytes), may_wait }, cancel)
}

/// Opens the source of puzzles as text, whatever it holds. A link of f-puzzles becomes a text that says its rules.
pub fn open_text(source: &Source) -> Result<(String, Bytes)> {
    if link::is_link(&source.input) {
        let text = link::text(&source.input).context("LINK")?;
        return Ok(("LINK".to_owned(), Box::new(Cursor::new(text))));
    }
    let Unopened { name, input, .. } = unopened(source)?;
    Ok(match input {
        Input::File(file) => (name, Box::new(file)),
        Input::Stream(stream) => (name, stream),
    })
}

/// A source that is not yet looked into.
struct Unopened {
    name: String,
    input: Input,
    /// Whether its first line may be long in coming.
    may_wait: bool,
}

fn unopened(source: &Source) -> Result<Unopened> {
    let text = &*source.input;
    if text == "-" {
        let input = Input::Stream(stdin());
        return Ok(Unopened { name: STDIN.to_owned(), input, may_wait: true });
    }
    // Line feeds, too, are shown by their escapes, so that a name cannot be taken for a message.
    let shown = Path::new(text).shown().to_string();
    if Path::new(text).is_dir() {
        bail!("{shown}: found a folder; expected a file");
    }
    if Path::new(text).exists() {
        let file = File::open(text).with_context(|| shown.clone())?;
        refuse_stdout(&file, text)?;
        // A pipe cannot be read twice.
        let may_wait = !file.metadata().is_ok_and(|about| about.is_file());
        let input = if may_wait { Input::Stream(Box::new(file)) } else { Input::File(file) };
        return Ok(Unopened { name: shown, input, may_wait });
    }
    if looks_like_a_puzzle(text) {
        let input = Input::Stream(Box::new(Cursor::new(text.to_owned())));
        return Ok(Unopened { name: "PUZZLE".to_owned(), input, may_wait: false });
    }
    bail!(
        "{shown}: found neither a file of that name nor a puzzle; expected a file, a puzzle \
         such as 53..7.... (81 characters), or `-` for standard input"
    )
}

fn open_as(source: &Source, unopened: Unopened, cancel: &CancelToken) -> Result<Opened> {
    let Unopened { name, input, may_wait } = unopened;
    let size = source.size;
    let columns = source.column.as_deref().map(Columns::from).unwrap_or_default();
    let (kind, format) = match source.format {
        Format::Text(InputFormat::Auto) => (None, InputFormat::Auto),
        Format::Table(kind) => (Some(kind), InputFormat::Auto),
        // A format of text says that it is no table.
        Format::Text(format) => {
            let bytes = quadrille_tables::unpacked(input).with_context(|| name.clone())?;
            return Ok(Opened { name, content: Content::Text(bytes), format, size });
        }
    };
    let wanted = Wanted { columns, kind };
    let content = if may_wait {
        look_into(input, wanted, cancel)
    } else {
        quadrille_tables::open(input, &wanted).map_err(anyhow::Error::new)
    };
    let content = content.map_err(|error| anyhow!("{name}: {error}"))?;
    Ok(Opened { name, content, format, size })
}

/// Finds out what a pipe or a terminal holds, whose first line may be long in coming: on another thread, so that the command
/// can be interrupted. When cancelled, the source counts as empty.
fn look_into(input: Input, wanted: Wanted, cancel: &CancelToken) -> Result<Content> {
    let (found, content) = mpsc::channel();
    let look = move || _ = found.send(quadrille_tables::open(input, &wanted));
    let mut look = Some(thread::Builder::new().name("look".into()).spawn(look)?);
    loop {
        match content.recv_timeout(GLANCE) {
            Ok(content) => return Ok(content?),
            Err(_) if cancel.is_cancelled() => return Ok(Content::Text(Box::new(io::empty()))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => panics::join(look.take().expect("joined once"))?,
        }
    }
}

/// Opens the source of puzzles. Standard input without a byte stands for the empty grid, as in system E.
pub fn open_maybe_empty(source: &Source, cancel: &CancelToken) -> Result<Opened> {
    let mut opened = open(source, cancel)?;
    if let (true, Content::Text(input)) = (source.input == "-", &mut opened.content) {
        let mut first = [0; 1];
        let read = input.read(&mut first).context(STDIN)?;
        if read == 0 && !cancel.is_cancelled() {
            opened.format = InputFormat::Stream;
        }
        let rest = std::mem::replace(input, Box::new(io::empty()));
        *input = Box::new(Cursor::new(first[..read].to_vec()).chain(rest));
    }
    Ok(opened)
}

/// The puzzle of an argument or file, which must contain exactly one.
pub fn one_puzzle(input: &str, size: Option<Order>) -> Result<Puzzle> {
    let opened = open(&Source { size, ..Source::auto(input) }, &CancelToken::new())?;
    let name = opened.name.clone();
    let mut reader = opened.reader();
    let mut next = || reader.next().transpose().map_err(|error| anyhow!("{name}:{error}"));
    let Some(found) = next()? else { bail!("{name}: found no puzzle; expected one") };
    match next()? {
        Some(second) => bail!("{name}:{}: found a second puzzle; expected only one", second.line),
        None => Ok(found.puzzle),
    }
}

/// The text of the problem that an argument means, and its name in messages: that of a file, of standard input for `-`, or of a family.
pub fn problem(input: &str) -> Result<(String, Vec<u8>)> {
    if input == "-" || Path::new(input).exists() {
        return bytes(input);
    }
    let family = input.split_once(':').map_or(input, |(family, _)| family);
    if !["sudoku", "rules"].contains(&family) && !FAMILIES.iter().any(|known| known.name == family)
    {
        bail!(
            "{}: found neither a file nor a family of that name; expected a file, a family such as queens:8 \
             (`quadrille list families` lists them), or `-` for standard input",
            Path::new(input).shown()
        );
    }
    Ok((input.to_owned(), family::text(input)?))
}

/// What a file or standard input begins with, decompressed, for a look at what it holds. Standard input is read again from there.
fn head(input: &str) -> Result<Vec<u8>> {
    let (name, bytes) = file(input)?;
    let mut head = Vec::new();
    bytes.take(HEAD).read_to_end(&mut head).with_context(|| name.to_owned())?;
    if input == "-" {
        LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&head);
    }
    // Compressed bytes are cut off somewhere; what comes before is enough.
    let mut unpacked = Vec::new();
    if let Ok(bytes) = quadrille_tables::unpacked(Input::Stream(Box::new(Cursor::new(head)))) {
        _ = bytes.take(HEAD).read_to_end(&mut unpacked);
    }
    Ok(unpacked)
}

/// Says once that a terminal is read, because otherwise nothing shows that the command waits.
pub fn announce() {
    static ANNOUNCED: Once = Once::new();
    if io::stdin().is_terminal() {
        ANNOUNCED.call_once(|| {
            tell("reading what is typed; Ctrl-D ends it; to read a file, name it in the command");
        });
    }
}

/// Standard input, from where it began.
fn stdin() -> Bytes {
    announce();
    let head = std::mem::take(&mut *LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner));
    Box::new(Cursor::new(head).chain(io::stdin()))
}

/// All bytes of a file or of standard input, decompressed, up to [`files::CORPUS`], and its name in messages.
pub fn bytes(input: &str) -> Result<(String, Vec<u8>)> {
    let (name, input) = file(input)?;
    let unpacked = quadrille_tables::unpacked(Input::Stream(input));
    let bytes = unpacked.and_then(|input| files::bounded(input, files::CORPUS));
    let bytes = bytes.with_context(|| name.to_owned())?;
    Ok((name.to_owned(), bytes))
}

/// Opens a file, or standard input for `-`, and returns its name in messages.
fn file(path: &str) -> Result<(&str, Bytes)> {
    if path == "-" {
        return Ok((STDIN, stdin()));
    }
    if Path::new(path).is_dir() {
        bail!("{path}: found a folder; expected a file");
    }
    Ok((path, Box::new(File::open(path).with_context(|| path.to_owned())?)))
}

/// Whether an argument that names no file is meant as a puzzle. File names have letters that
/// no puzzle has, a dot before letters, or a slash.
fn looks_like_a_puzzle(text: &str) -> bool {
    let cells = text.chars().filter(|c| !c.is_whitespace() && !"<>^".contains(*c)).count();
    let cell_like = |c: char| c.is_ascii_alphanumeric() || ".`| \n\t-+=,:;<>^".contains(c);
    let mostly_digits = text.chars().filter(|c| c.is_ascii_digit() || ".`".contains(*c)).count();
    // A puzzle of 16x16 or 25x25 on one line consists of letters, but no file name is that long.
    let letters = cells == 256 || cells == 625;
    cells >= 12 && text.chars().all(cell_like) && (letters || 2 * mostly_digits >= cells)
}
