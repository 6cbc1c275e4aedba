//! Reads the puzzles of a source, one after another, in every input format.
//!
//! | module | contents |
//! |---|---|
//! | `lines` | lines of bounded length, without their comments |
//! | `split` | splits a line into cells |
//! | `rows` | the lines that hold cells, with look-ahead |
//! | `detect` | finds the format and the size of a puzzle from its first line |
//! | `recovery` | skips the rest of a puzzle after an error in it |
//! | `alphabet` | the digit that the text of a cell stands for |
//! | `triples`, `stream` | the two formats that do not have one row on each line |
//! | `whole` | whole puzzles on one line, with text after them, or as grids of candidates |
//! | `library` | lines of a library of `HoDoKu` |
//! | `pencilmarks` | reads grids of candidates on one line |
//! | `sections` | files with sections, of which one holds the puzzle |
//! | `run` | runs of 9x9 puzzles, one on each line, that are handed out without being parsed |
//!
//! A source may hold any number of puzzles and is read in constant memory. A line may have up to
//! 1 MiB and ends with `\n`, `\r\n` or `\r`. A `#` begins a comment. A blank line ends a puzzle of
//! several lines; the next puzzle may also follow without one. Lines that only draw a frame around a
//! grid are skipped, and so are lines of statistics like `Tests 211` after a grid.

mod alphabet;
mod detect;
mod error;
mod library;
mod lines;
mod pencilmarks;
mod recovery;
mod rows;
mod run;
mod sections;
mod split;
mod stream;
#[cfg(test)]
pub(super) mod testing;
mod triples;
mod whole;

use std::io::BufRead;
use std::str::FromStr;

pub use alphabet::Alphabet;
pub use error::{ReadError, ReadErrorKind};
pub use run::Run;

use self::detect::Shape;
use self::rows::{Item, Row, Rows};
use super::InputFormat;
use crate::grid::{Grid, Order, Puzzle};

/// A puzzle, and its line in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The first line of the puzzle in the source, from 1.
    pub line: usize,
}

/// Iterates over the puzzles of a source, and yields each one as soon as it is read.
///
/// After an error the reader continues with the next puzzle. It skips the rest of the grid or of the
/// list of triples in which the error is, so that one bad puzzle is one error. Only a source that
/// fails and an error in the format [`Stream`](InputFormat::Stream) end the iteration.
///
/// ```
/// use quadrille_sudoku::format::{InputFormat, read::Reader};
///
/// let text = "1..43..2.1..4..1 # on one line\n\n12..\n..12\n21..\n..21\n";
/// let puzzles = Reader::new(text.as_bytes(), InputFormat::Auto, None);
/// let lines: Vec<_> = puzzles.map(|found| Ok(found?.line)).collect::<Result<_, _>>()?;
/// assert_eq!(lines, [1, 3]);
/// # Ok::<(), quadrille_sudoku::format::read::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    rows: Rows<R>,
    /// The size of the last puzzle. A line of a length that fits no size is reported as a line of
    /// this size.
    last: Option<Order>,
    /// The last line that a look-ahead has found to be a puzzle of its own, as are those before it.
    singles_until: usize,
    /// The lines to skip after the last error.
    rest: Option<Rest>,
    /// Whether the format is `Stream` and its one puzzle was read.
    finished: bool,
}

/// The rest of a puzzle that has an error. It is skipped when the next puzzle is asked for, so that
/// the error is returned at once even if the source blocks.
#[derive(Debug)]
enum Rest {
    /// The lines below an unusable line that belong to the same puzzle, if any do.
    Below,
    /// At most this number of rows of a grid.
    Rows(Order, usize),
    /// The lines up to the end of a list of triples.
    List,
}

impl<R: BufRead> Reader<R> {
    /// Reads puzzles of one format, and of one size unless `size` is `None`. Triples and streams are
    /// 9x9 unless `size` says otherwise.
    pub fn new(input: R, format: InputFormat, size: Option<Order>) -> Self {
        let rows = Rows::new(input, format, size);
        Self { rows, last: None, singles_until: 0, rest: None, finished: false }
    }

    /// The next puzzle of any format but `Stream`.
    fn puzzle(&mut self) -> Option<Result<Found, ReadError>> {
        let first = loop {
            match self.rows.next()? {
                Item::Gap => {}
                Item::Row(row) => break row,
                Item::Bad(error) => {
                    self.rest = Some(Rest::Below);
                    return Some(Err(error));
                }
            }
        };
        let format = self.rows.format;
        Some(match format {
            InputFormat::Triples => self.triples(first),
            InputFormat::Auto if triples::is_triple(&first) => self.triples(first),
            _ => self.shape(&first).and_then(|shape| {
                if first.setting.pencilled {
                    self.pencilmarks(first, shape.order)
                } else {
                    self.grid(first, shape)
                }
            }),
        })
    }

    /// The grid whose first line is `first`.
    fn grid(&mut self, first: Row, shape: Shape) -> Result<Found, ReadError> {
        let Shape { order, lines } = shape;
        let line = first.line;
        let candidates = library::candidates(&first, order);
        let mut givens = Grid::empty(order);
        let mut result = self.fill(first, shape, 0, &mut givens);
        for read in 1..lines {
            if result.is_err() {
                self.rest = Some(Rest::Rows(order, lines - read));
                break;
            }
            let next = if self.ends_grid(order) { None } else { self.rows.next() };
            result = match next {
                Some(Item::Row(row)) => self.fill(row, shape, read, &mut givens),
                Some(Item::Bad(error)) => Err(error),
                Some(Item::Gap) | None => {
                    let kind = ReadErrorKind::WrongRowCount { found: read, side: order.side() };
                    return Err(ReadError { line, column: 1, kind });
                }
            };
        }
        result?;
        let puzzle = match candidates? {
            None => Puzzle::new(givens),
            Some(all) => Puzzle::restricted(&givens, all).expect("both have the order of the grid"),
        };
        Ok(Found { puzzle, line })
    }

    /// Skips the rest of the puzzle in which the last error was.
    fn skip_rest(&mut self) {
        match self.rest.take() {
            Some(Rest::Below) => {
                self.skip_below(None);
            }
            Some(Rest::Rows(order, rows)) => self.skip_grid(order, rows),
            Some(Rest::List) => self.rows.skip_block(),
            None => {}
        }
    }

    /// Enters the cells of line number `index` of a grid into `givens`.
    fn fill(
        &mut self,
        row: Row,
        shape: Shape,
        index: usize,
        givens: &mut Grid,
    ) -> Result<(), ReadError> {
        let length = shape.order.cells() / shape.lines;
        if row.len() != length {
            let (found, rows) = (row.len(), vec![length]);
            return Err(row.error(ReadErrorKind::WrongLength { found, puzzles: vec![], rows }));
        }
        let alphabet = row.alphabet(shape.order, self.rows.format);
        for (i, cell) in row.cells().enumerate() {
            match alphabet.digit(cell) {
                Some(digit) => givens.set(index * length + i, digit),
                None => return Err(row.error_at(i, ReadErrorKind::of_cell(cell, alphabet))),
            }
        }
        self.rows.recycle(row);
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Found, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_rest();
        let result = match self.rows.format {
            InputFormat::Stream => self.stream()?,
            _ => self.puzzle()?,
        };
        if let Ok(found) = &result {
            self.last = Some(found.puzzle.order());
        }
        Some(result)
    }
}

/// Reads a text that holds exactly one puzzle.
///
/// # Errors
/// The first error in the text; [`ReadErrorKind::NoPuzzle`] if it has no puzzle, and
/// [`ReadErrorKind::SecondPuzzle`] if it has more than one.
pub fn read_one(text: &str, format: InputFormat, size: Option<Order>) -> Result<Puzzle, ReadError> {
    let error = |line, kind| ReadError { line, column: 1, kind };
    let mut reader = Reader::new(text.as_bytes(), format, size);
    let found = reader.next().unwrap_or_else(|| Err(error(1, ReadErrorKind::NoPuzzle)))?;
    match reader.next() {
        None => Ok(found.puzzle),
        Some(second) => Err(error(second?.line, ReadErrorKind::SecondPuzzle)),
    }
}

/// Reads a field of a table, or another short text that should be one puzzle, in any format.
///
/// Three numbers alone, such as `1 2 3`, are refused: in a file they are a list of triples with one given, but a field that holds
/// them is more likely a puzzle that was cut short.
///
/// # Errors
/// As [`read_one`]; [`ReadErrorKind::LoneTriple`] for three numbers.
pub fn read_field(text: &str, size: Option<Order>) -> Result<Puzzle, ReadError> {
    if is_lone_triple(text) {
        return Err(ReadError { line: 1, column: 1, kind: ReadErrorKind::LoneTriple });
    }
    read_one(text, InputFormat::Auto, size)
}

/// Whether a text is three integers and no more, but for comments.
fn is_lone_triple(text: &str) -> bool {
    let without_comment = |line| str::split(line, '#').next().unwrap_or_default();
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words = text.lines().map(without_comment).flat_map(|line| line.split(is_between));
    let mut words = words.filter(|word| !word.is_empty());
    let is_integer = |word: &&str| word.parse::<i64>().is_ok();
    words.by_ref().take(3).filter(is_integer).count() == 3 && words.next().is_none()
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a text that holds exactly one puzzle, in any input format but
    /// [`Stream`](InputFormat::Stream), which must be named: see [`read_one`].
    ///
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1..43..2.1..4..1".parse()?;
    /// assert_eq!(puzzle, "| 1 . | . 4 |\n| 3 . | . 2 |\n| . 1 | . . |\n| 4 . | . 1 |".parse::<Puzzle>()?);
    /// let error = "1..x".parse::<Puzzle>().unwrap_err();
    /// assert!(error.to_string().starts_with("1:4: found `x`; expected a digit from 1 to 4"));
    /// # Ok::<(), quadrille_sudoku::ReadError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_one(text, InputFormat::Auto, None)
    }
}

#[cfg(test)]
mod tests {
    use super::InputFormat::{Auto, Grid, Letters, Line, Numbers, Stream, Triples};
    use super::testing::{EASY, found, read, rows};
    use super::*;

    #[test]
    fn a_field_that_holds_three_numbers_is_no_puzzle() {
        for text in ["1 2 3", " 0,1, 2\n", "0\t0\t1", "1 2 3 # cut", "7 8 99"] {
            let error = read_field(text, None).unwrap_err();
            assert!(matches!(error.kind, ReadErrorKind::LoneTriple), "{text}: {error}");
        }
        assert_eq!(read_field("1 2 3\n0 0 1", None).unwrap().givens().filled(), 2);
        assert_eq!(read_field(EASY, None).unwrap(), read_one(EASY, Auto, None).unwrap());
        assert_eq!(read_one("1 2 3", Auto, None).unwrap().givens().filled(), 1);
    }

    /// A line that does not end. Reading more than 2 MiB of it fails the test.
    struct Endless(usize);

    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += buffer.len();
            assert!(self.0 < 2 << 20, "the reader reads on instead of reporting the line");
            buffer.fill(b'y');
            Ok(buffer.len())
        }
    }

    #[test]
    fn a_line_that_does_not_end_is_told_of_at_once() {
        for (before, format) in [
            ("", Auto),
            ("", Line),
            ("", Stream),
            ("123456789\n.........\n", Auto),
            ("123456789\n.........\n", Grid),
            ("0 0 1\n", Auto),
            ("0 0 1\n", Triples),
        ] {
            let source = std::io::Read::chain(before.as_bytes(), Endless(0));
            let mut reader = Reader::new(std::io::BufReader::new(source), format, None);
            let run = reader.next_run(100);
            assert!(run.is_none(), "{format:?}");
            let error = reader.next().expect("something is wrong").unwrap_err();
            let line = before.lines().count() + 1;
            let start =
                format!("{line}:1: found a line of more than 1048576 bytes; expected one puzzle");
            assert!(error.to_string().starts_with(&start), "{format:?}: {error}");
        }
    }

    #[test]
    fn one_puzzle_a_line() {
        let zeros = EASY.replace('.', "0");
        let text = format!("\u{feff}# easy\r\n{EASY}\r\n\r\n  {zeros} # again\r\n");
        for format in [Auto, Line] {
            assert_eq!(read(&text, format, None), [format!("2:{EASY}"), format!("4:{EASY}")]);
            assert_eq!(read("", format, None), [""; 0]);
            assert_eq!(read("\n# nothing\n", format, None), [""; 0]);
        }
        assert_eq!(read("1..4.3..........", Auto, None), ["1:1..4.3"]);
    }

    #[test]
    fn lines_of_letters() {
        let sixteen = format!("aP`0.{}", ".".repeat(251));
        let twenty_five = format!("b{}", "`".repeat(624));
        let text = format!("{sixteen}\n{twenty_five}\n");
        for format in [Auto, Line, Letters] {
            assert_eq!(read(&text, format, None), ["1:ap", "2:b"]);
        }
        assert_eq!(read("ab..c..d`a0.B...", Letters, 2), ["1:12..3..4.1..2"]);
        let nine = read("ab......i".repeat(9), Letters, None);
        assert_eq!(nine, [format!("1:{}", "12......9".repeat(9))]);
    }

    #[test]
    fn one_row_a_line() {
        let text = format!("{0}{0}\n# next\n{0}", rows(EASY));
        for format in [Auto, Grid] {
            let expected = [1, 10, 21].map(|line| format!("{line}:{EASY}"));
            assert_eq!(read(&text, format, None), expected);
        }
        let sixteen = format!("abcdefghijklmnop{}", ".".repeat(240));
        assert_eq!(read(rows(&sixteen), Grid, None), ["1:abcdefghijklmnop"]);
        assert_eq!(read("ab..\n....\n....\n..cd", Letters, None), ["1:12............34"]);
    }

    #[test]
    fn print_outs() {
        let compact = "-------------\n|53.| 7 |   |\n|6..|195|...|\n|.98|...|.6.|\n\
                       -------------\n|8..|.6.|..3|\n|4..|8.3|..1|\n|7..|.2.|..6|\n\
                       -------------\n|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n\
                       -------------\n";
        let one_each = "| | |2| |\n|4|1| | |\n| | |3|2|\n| | |4| |\n";
        let spaced = "+------+------+\n| 1  . | 0  4 |\n| .  3 | .  . |\n+------+------+\n\
                      | .  . | .  . |\n| .  . | .  . |\n+------+------+\n\
                      Tests 211\nForks 47\nNodes 12\n";
        let text = [compact, one_each, spaced].concat();
        for format in [Auto, Grid] {
            let found = read(&text, format, None);
            assert_eq!(found, [&format!("2:{EASY}"), "14:..2.41....32..4", "19:1..4.3"]);
        }
    }

    #[test]
    fn large_print_outs_hold_numbers_or_letters() {
        let empty = "| .  .  .  . | .  .  .  . | .  .  .  . | .  .  .  . |\n";
        for cells in ["1 16", "a  P", "01 16"] {
            let text = empty.replacen(".  .", cells, 1) + &empty.repeat(15);
            assert_eq!(read(text, Auto, None), ["1:ap"]);
        }
    }

    #[test]
    fn numbers_separated_by_blanks_or_commas() {
        let one_line = "1 0 . 4, .,3,.,. 0 0 0 0 0 0 0 0\n";
        let rows = "1 0 . 4\n. 3 . .\n0 0 0 0\n0,0,0,0\n";
        for format in [Auto, Numbers] {
            let found = read([one_line, rows].concat(), format, None);
            assert_eq!(found, ["1:1..4.3", "2:1..4.3"]);
        }
        let row = format!(" .  36{}\n", "  0".repeat(34));
        let text = row + &format!("0{}\n", ",0".repeat(35)).repeat(35);
        assert_eq!(read(text, Auto, None), ["1:. 36"]);
    }

    #[test]
    fn a_wrong_cell_is_pointed_at() {
        let place = |text: &str, format| found(&read(text, format, None)[0]).to_owned();
        let bad = |cells: &str| EASY.replacen("98", cells, 1);
        assert_eq!(place(&bad("x8"), Auto), "1:20: found `x`");
        assert_eq!(place(&format!("  {}", bad("é8")), Line), "1:22: found `é`");
        assert_eq!(place(&rows(&bad("9x")), Grid), "3:3: found `x`");
        assert_eq!(place("12..\n.7..\n....\n....", Auto), "2:2: found 7 in a 4x4 grid");
        assert_eq!(place("1 2 3 4\n1 2 x 4", Numbers), "2:5: found `x`");
        assert_eq!(place("1 2 3 4\n1 2 13 4", Auto), "2:5: found 13 in a 4x4 grid");
        assert_eq!(place("| 1 2 | 3 9 |", Auto), "1:11: found 9 in a 4x4 grid");
        assert_eq!(place("12..............", Letters), "1:1: found `1`");
        assert_eq!(place(&format!("ab7{}", ".".repeat(253)), Auto), "1:3: found `7`");
    }

    #[test]
    fn exactly_one() {
        let one = |text: &str| {
            let puzzle = read_one(text, Auto, None);
            puzzle.map(|puzzle| puzzle.clues()).map_err(|error| error.to_string())
        };
        assert_eq!(one(EASY), Ok(30));
        assert_eq!(one(" \n"), Err("1:1: found no puzzle; expected one".into()));
        let second = Err("3:1: found a second puzzle; expected one only".into());
        assert_eq!(one(&format!("{EASY}\n\n{EASY}")), second);
        assert!(one(&format!("{EASY}\nx")).unwrap_err().starts_with("2:1: found"));
        assert_eq!(read_one("", Stream, None).unwrap().clues(), 0);
    }
}
