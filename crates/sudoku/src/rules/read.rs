//! Reads puzzles of any size: on one line, or with a row on each line.
//!
//! Cells are characters, or numbers with blanks between them. An empty cell is `.`, `0` or another sign, or blank between bars or commas.
//! Digits above 9 are letters: with `a` for 1 if the grid has no digits, and else with `a` for 10. Brackets, quotes, headings and lines that
//! only draw a frame do not count, as in ordinary puzzles, whose layout this is; a `#` begins a comment, and a line `# rules: SPEC` says the rules of the puzzles after it, if none are asked for. If the rules have
//! signs, these stand between cells and between rows.

use std::io::BufRead;
use std::sync::Arc;

use super::signs::Sign;
use super::{LARGEST, Rules, RulesError, SMALLEST, Spec};
use crate::format::read::{
    Lines, Parts, ReadError, begins_puzzle, excerpt, is_frame, split_barred, split_fields, unify,
    without_boxes, without_brackets,
};

/// What begins a line that says the rules of the puzzles below it.
pub const MARK: &str = "# rules:";

/// A puzzle under rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The givens, 0 for an empty cell.
    pub givens: Vec<u8>,
    /// The first line of the puzzle in the source, from 1.
    pub line: usize,
}

/// The rules of the puzzles of a source.
#[derive(Clone, Debug)]
pub enum Asked {
    /// These rules.
    Spec(Spec),
    /// The rules that the source says.
    OfSource,
}

/// What stands for the rules that a source says itself.
const OF_SOURCE: &str = "file";

impl Asked {
    /// Reads rules as [`Spec::parse`] does; `file` stands for those that the source says.
    ///
    /// # Errors
    /// As [`Spec::parse`].
    pub fn parse(
        text: &str,
        of_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Self, RulesError> {
        Ok(if text == OF_SOURCE { Self::OfSource } else { Self::Spec(Spec::parse(text, of_file)?) })
    }
}

/// Iterates over the puzzles of a source. After a puzzle that cannot be read comes the next one.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    asked: Asked,
    rules: Option<Arc<Rules>>,
    /// Whether lines up to a blank one are skipped, because they belong to a puzzle that cannot be read.
    skips: bool,
    text: String,
}

struct Row {
    line: usize,
    /// The cells, each with its column in the line, from 1.
    cells: Vec<(usize, String)>,
    /// Whether cells are numbers with blanks between them.
    apart: bool,
    signs: Vec<PlacedSign>,
}

#[derive(Clone, Copy)]
struct PlacedSign {
    sign: Sign,
    line: usize,
    /// The column in the line, from 1.
    column: usize,
    /// The number of cells of the row before the sign.
    after: usize,
}

enum Item {
    Row(Row),
    /// A line that has signs and no cells.
    Signs(Vec<PlacedSign>),
    /// A blank line, or the end.
    Gap,
}

impl<R: BufRead> Reader<R> {
    /// Reads puzzles under the rules.
    pub fn new(input: R, asked: Asked) -> Self {
        // Rules that make no grid are an error of the first puzzle.
        let rules = match &asked {
            Asked::Spec(spec) if spec.side().is_some() => spec.rules(None).ok().map(Arc::new),
            _ => None,
        };
        Self { lines: Lines::new(input), asked, rules, skips: false, text: String::new() }
    }

    /// The next line that says something; `None` at the end of the source.
    fn item(&mut self) -> Result<Option<Item>, ReadError> {
        loop {
            if !self.lines.read_into(&mut self.text)? {
                return Ok(None);
            }
            let line = self.lines.number();
            if let (Some(spec), Asked::OfSource) = (self.text.strip_prefix(MARK), &self.asked) {
                let spec: Result<Spec, _> = spec.trim().parse();
                let rules = spec.and_then(|spec| spec.rules(None));
                // The text of the source is quoted in the error, which is shown in a terminal.
                let shown = |error: RulesError| error.0.replace(char::is_control, " ");
                self.rules = Some(Arc::new(rules.map_err(|error| wrong(line, 1, shown(error)))?));
                continue;
            }
            let is_comment = self.text.trim_start().starts_with('#');
            if begins_puzzle(self.text.trim()).is_some() && !is_comment {
                return Ok(Some(Item::Gap));
            }
            self.text.truncate(self.text.find('#').unwrap_or(self.text.len()));
            without_boxes(&mut self.text);
            let is_grid = self.side().is_some_and(|(_, cells)| self.text.trim().len() == cells);
            if is_comment || is_frame(self.text.trim()) && !is_grid {
                continue;
            }
            if !self.may_have_signs() {
                without_brackets(&mut self.text);
                unify(&mut self.text);
            }
            let row = self.row(line, &self.text);
            match (row.cells.is_empty(), row.signs.is_empty()) {
                (false, _) => return Ok(Some(Item::Row(row))),
                (true, false) => return Ok(Some(Item::Signs(row.signs))),
                (true, true) if self.text.trim().is_empty() => return Ok(Some(Item::Gap)),
                (true, true) => {}
            }
        }
    }

    fn row(&self, line: usize, text: &str) -> Row {
        if let Some(row) = self.row_with_blanks(line, text) {
            return row;
        }
        let sign = |c: char| Sign::parse(c).filter(|_| self.may_have_signs());
        let is_between =
            |c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';') || sign(c).is_some();
        // Between signs without blanks, each character is a cell.
        let is_dense =
            text.contains(|c| sign(c).is_some()) && !text.trim().contains(char::is_whitespace);
        let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
        let (fits, count) = (words.iter().all(|word| word.len() <= 2), words.len());
        let characters = words.iter().map(|word| word.chars().count()).sum::<usize>();
        let apart = fits
            && !is_dense
            && match self.side() {
                Some((columns, cells)) => {
                    [columns, cells].contains(&count) && (characters > count || columns > 9)
                }
                None => count >= SMALLEST,
            };
        let column = |word: &str| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            text[..start].chars().count() + 1
        };
        let cells: Vec<(usize, String)> = if apart {
            words.iter().map(|word| (column(word), (*word).to_owned())).collect()
        } else {
            let of_word = |word: &&str| {
                let first = column(word);
                let cells = word.chars().enumerate();
                cells.map(|(place, c)| (first + place, c.to_string())).collect::<Vec<_>>()
            };
            words.iter().flat_map(of_word).collect()
        };
        let placed = |(place, c)| {
            let after = cells.iter().filter(|(column, _)| *column <= place).count();
            sign(c).map(|sign| PlacedSign { sign, line, column: place + 1, after })
        };
        let signs = text.chars().enumerate().filter_map(placed).collect();
        Row { line, cells, apart, signs }
    }

    /// The row, if it is made of parts between bars or of the fields of a spreadsheet, where blank cells may be empty.
    fn row_with_blanks(&self, line: usize, text: &str) -> Option<Row> {
        let (columns, all) = self.side().filter(|_| !self.may_have_signs())?;
        let mut spans = Vec::new();
        let trimmed = text.trim();
        let apart = if text.contains('|') {
            let parts = |count: usize| Parts {
                cells: Some(columns / count).filter(|cells| *cells > 1 && cells * count == columns),
                are_cells: count == columns,
            };
            split_barred(text, trimmed, parts, &mut spans)
        } else {
            split_fields(text, trimmed, |count| count == columns || count == all, &mut spans)
        };
        let cell = |span: &std::ops::Range<u32>| {
            let [start, end] = [span.start, span.end].map(|at| at as usize);
            let cell = if start == end { "." } else { &text[start..end] };
            (text[..start].chars().count() + 1, cell.to_owned())
        };
        let is_fit = [columns, all].contains(&spans.len());
        is_fit.then(|| Row {
            line,
            cells: spans.iter().map(cell).collect(),
            apart: apart || columns > 9 && spans.iter().any(|span| span.len() > 1),
            signs: Vec::new(),
        })
    }

    fn may_have_signs(&self) -> bool {
        match (&self.asked, &self.rules) {
            (Asked::Spec(spec), _) => spec.has("signs"),
            (Asked::OfSource, rules) => rules.as_ref().is_some_and(|rules| rules.may_have_signs()),
        }
    }

    /// Columns and cells of a puzzle, if the rules say them.
    fn side(&self) -> Option<(usize, usize)> {
        match &self.asked {
            Asked::Spec(spec) if spec.side().is_none() => None,
            // The rules are known from the first puzzle on.
            _ => self.rules.as_ref().map(|rules| (rules.columns(), rules.cells())),
        }
    }

    /// The rules of the puzzle whose first line has this number of cells.
    fn rules(&mut self, first: &Row) -> Result<Arc<Rules>, ReadError> {
        let found = first.cells.len();
        let error = |text| wrong(first.line, first.cells[0].0, text);
        let spec = match (&self.asked, &self.rules) {
            (Asked::OfSource, Some(rules)) => return Ok(Arc::clone(rules)),
            (Asked::OfSource, None) => {
                return Err(error(format!(
                    "found a puzzle; expected a line `{MARK} SPEC` before it; or name its rules"
                )));
            }
            (Asked::Spec(spec), _) => spec,
        };
        let side = match spec.side() {
            Some(_) => None,
            None => {
                let sides = SMALLEST..=LARGEST;
                let whole = sides.clone().find(|side| side * side == found);
                Some(whole.or(Some(found).filter(|found| sides.contains(found))).ok_or_else(|| {
                    error(format!(
                        "found {found} cells; expected a puzzle of 4x4 to 25x25 cells on one line, or a row of one"
                    ))
                })?)
            }
        };
        let known =
            self.rules.as_ref().filter(|rules| side.is_none_or(|side| side == rules.side()));
        if let Some(known) = known {
            return Ok(Arc::clone(known));
        }
        let rules = Arc::new(spec.rules(side).map_err(|fault| error(fault.0))?);
        self.rules = Some(Arc::clone(&rules));
        Ok(rules)
    }

    fn puzzle(&mut self, mut first: Row) -> Result<Found, ReadError> {
        let knew = self.side().is_some();
        let rules = self.rules(&first)?;
        if !knew && self.side().is_some() {
            // Now that the size is known, the line may be split in another way.
            first = self.row(first.line, &self.text);
        }
        let line = first.line;
        let mut rows = vec![first];
        if rows[0].cells.len() != rules.cells() {
            self.skips = true;
            let mut has_gap = false;
            loop {
                let row = rows.last().expect("there is one");
                if row.cells.len() != rules.columns() {
                    let (found, whole) = (row.cells.len(), rules.cells());
                    let columns = rules.columns();
                    return Err(wrong(
                        row.line,
                        row.cells[0].0,
                        format!(
                            "found {found} cells; expected {columns} for a row or {whole} for a puzzle of the rules {}",
                            rules.name()
                        ),
                    ));
                }
                if rows.len() == rules.rows() {
                    break;
                }
                match self.item()? {
                    Some(Item::Row(row)) => {
                        rows.push(row);
                        has_gap = false;
                    }
                    Some(Item::Signs(signs)) => {
                        let row = rows.last_mut().expect("there is one");
                        for sign in signs {
                            let at = row.cells.iter().position(|(at, _)| *at == sign.column);
                            let cell =
                                at.filter(|_| sign.sign.is_below()).ok_or_else(|| astray(sign))?;
                            row.signs.push(PlacedSign { after: cell + 1, ..sign });
                        }
                    }
                    // The line for signs between two rows may be blank.
                    Some(Item::Gap) if rules.may_have_signs() && !has_gap => has_gap = true,
                    // A blank line may stand between bands of boxes.
                    Some(Item::Gap) if rows.len() > 1 && Self::is_band_end(&rules, rows.len()) => {}
                    _ => {
                        self.skips = false;
                        return Err(wrong(
                            line,
                            1,
                            format!(
                                "found a grid that ends after {} of its rows; expected {} rows",
                                rows.len(),
                                rules.rows()
                            ),
                        ));
                    }
                }
            }
            self.skips = false;
        }
        let givens = digits(&rules, &rows)?;
        let (mut signs, mut cells) = (Vec::new(), 0);
        for row in &rows {
            for sign in &row.signs {
                let cell = (cells + sign.after).checked_sub(1).filter(|_| sign.after > 0);
                let pair = cell.and_then(|cell| sign.sign.pair(&rules, cell));
                signs.push(pair.ok_or_else(|| astray(*sign))?);
            }
            cells += row.cells.len();
        }
        let rules = if signs.is_empty() { rules } else { Arc::new(rules.with_signs(signs)) };
        Ok(Found { rules, givens, line })
    }

    /// Whether the boxes of a band end after this number of rows.
    fn is_band_end(rules: &Rules, rows: usize) -> bool {
        let regions = rules.regions();
        let row = |row: usize| &regions[row * rules.columns()..][..rules.columns()];
        rows < rules.rows()
            && row(rows).iter().zip(row(rows - 1)).all(|(below, above)| below != above)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Found, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.item() {
                Err(error) => return Some(Err(error)),
                Ok(None) => return None,
                Ok(Some(Item::Gap)) => self.skips = false,
                Ok(Some(Item::Row(_) | Item::Signs(_))) if self.skips => {}
                Ok(Some(Item::Signs(signs))) => {
                    self.skips = true;
                    return Some(Err(astray(signs[0])));
                }
                Ok(Some(Item::Row(first))) => return Some(self.puzzle(first)),
            }
        }
    }
}

/// The error for a sign that is not between two cells.
fn astray(PlacedSign { line, column, .. }: PlacedSign) -> ReadError {
    let expected = "`<` or `>` between two cells of a row, and `^` or `v` in the column of a cell on the line below it";
    wrong(line, column, format!("found a sign that is not between two cells; expected {expected}"))
}

fn wrong(line: usize, column: usize, text: String) -> ReadError {
    ReadError::new(line, column, text)
}

fn digits(rules: &Rules, rows: &[Row]) -> Result<Vec<u8>, ReadError> {
    let side = rules.side();
    let cells = || {
        rows.iter().flat_map(|row| row.cells.iter().map(move |(column, text)| (row, *column, text)))
    };
    let is_digit = |text: &str| matches!(text.as_bytes(), [b'1'..=b'9']);
    let is_mixed = side > 9 && cells().any(|(row, _, text)| !row.apart && is_digit(text));
    let mut digits = Vec::with_capacity(rules.cells());
    for (row, column, text) in cells() {
        let digit = match text.as_bytes() {
            b"." | b"0" | b"_" | b"*" | b"-" => Some(0),
            &[letter] if letter.is_ascii_alphabetic() && side > 9 => {
                Some(letter.to_ascii_lowercase() - b'a' + 1 + if is_mixed { 9 } else { 0 })
            }
            _ => text.parse().ok(),
        };
        let fits = |digit: &u8| {
            usize::from(*digit) <= side && (*digit == 0 || rules.is_cell(digits.len()))
        };
        let Some(digit) = digit.filter(fits) else {
            let expected = match side {
                ..10 => format!("a digit from 1 to {side}"),
                _ => format!(
                    "a digit from 1 to {side}, as a letter from a or as a number between blanks"
                ),
            };
            return Err(wrong(
                row.line,
                column,
                format!(
                    "found `{}` in a puzzle of the rules {}; expected {expected}, or `.` if empty; the size may stand before the rules, \
                 such as 16+x",
                    excerpt(text),
                    rules.name()
                ),
            ));
        };
        digits.push(digit);
    }
    Ok(digits)
}
