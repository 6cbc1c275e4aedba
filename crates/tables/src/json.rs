//! JSON: where values end, and rows with fields added.

mod fields;

use memchr::{memchr, memchr3};
use quadrille_sudoku::Order;
use quadrille_sudoku::format::read::read_field;
use serde::de::IgnoredAny;

pub(crate) use self::fields::{fields, sample};
use crate::Kind;
use crate::buffer::Buffer;
use crate::delimited::LONGEST;
use crate::layout::SHORTEST;
use crate::parts::{Parts, is_blank};
use crate::value::Value as Cell;

/// The next lines of a buffer, each a row: as [`crate::delimited::next`].
pub(crate) fn next_lines(buffer: &Buffer, most: usize) -> Option<(usize, usize, Parts)> {
    let text = buffer.rest();
    let (mut length, mut rows) = (0, 0);
    while rows < most && length < text.len() {
        let taken = match memchr(b'\n', &text[length..]) {
            Some(end) => end + 1,
            None if buffer.ended() => text.len() - length,
            None => break,
        };
        rows += usize::from(!is_blank(&text[length..][..taken]));
        length += taken;
    }
    match length {
        0 if text.len() > LONGEST => {
            let what = format!("found a line of more than {LONGEST} bytes; expected a JSON object");
            Some((text.len(), 1, Parts::Refused(what)))
        }
        0 => None,
        _ => Some((length, rows, Parts::Lines)),
    }
}

/// What follows in a text of JSON values.
pub(crate) enum Next {
    /// A row of a length, and why it is refused if it is.
    Row(usize, Option<String>),
    End,
    /// More must be read to know.
    More,
}

/// What was read last of a text of JSON values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum After {
    #[default]
    Nothing,
    /// The bracket of the array, a comma, or a row whose end was not found: a value may follow.
    Gap,
    /// A value: a comma must follow in an array.
    Value,
    /// The closing bracket of the array.
    Array,
}

/// Where the reading is in a text of JSON values: an array, or several values one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    is_array: bool,
    after: After,
    /// After a row whose end was not found: the first byte of that row. The next row begins at a line that begins with this byte.
    lost: Option<u8>,
    /// Whether the rest of the present line belongs to such a row.
    is_within_line: bool,
}

impl Place {
    /// Before the first value of a table. An array that is a list of cells or of rows is one puzzle; another array has a row in each value.
    pub(crate) fn before(kind: Kind, buffer: &Buffer) -> Self {
        let text = buffer.rest().trim_ascii_start();
        let is_array = kind == Kind::Json && text.starts_with(b"[");
        let end = if is_array { value_end(text, buffer.ended()) } else { None };
        let is_puzzle =
            matches!(end, Some(Ok(length)) if is_puzzle(&String::from_utf8_lossy(&text[..length])));
        Self { after: if is_puzzle { After::Value } else { After::Nothing }, ..Self::default() }
    }

    /// What follows in a text, which is all that is left if `ended`, and the number of bytes before it.
    ///
    /// # Errors
    /// The array is not whole, or has something behind it: what was found, and what was expected; with the number of bytes before it.
    pub(crate) fn next(
        &mut self,
        text: &[u8],
        ended: bool,
    ) -> Result<(usize, Next), (usize, String)> {
        let mut at = 0;
        loop {
            if !self.find_again(text, &mut at) && !ended {
                return Ok((at, Next::More));
            }
            at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let Some(&first) = text.get(at) else {
                return match self.after {
                    _ if !ended => Ok((at, Next::More)),
                    After::Gap | After::Value if self.is_array => {
                        self.after = After::Array;
                        let what = "found the end of an array without its bracket; expected `]`; perhaps rows are missing";
                        Err((at, what.to_owned()))
                    }
                    _ => Ok((at, Next::End)),
                };
            };
            match (first, self.after) {
                (_, After::Array) => {
                    let what = "found text behind the array of rows; expected nothing; the text is not read";
                    return Err((at, what.to_owned()));
                }
                (b'[', After::Nothing) => (self.is_array, self.after) = (true, After::Gap),
                (b']', _) if self.is_array => self.after = After::Array,
                (b',', _) => self.after = After::Gap,
                _ => return Ok((at, self.value(&text[at..], ended))),
            }
            at += 1;
        }
    }

    fn value(&mut self, text: &[u8], ended: bool) -> Next {
        let broken = match value_end(text, ended) {
            Some(Ok(length)) => {
                let is_joined = self.is_array && self.after == After::Value;
                self.after = After::Value;
                let what =
                    "found no comma before this row; expected one between the rows of an array";
                return Next::Row(length, is_joined.then(|| what.to_owned()));
            }
            Some(Err(what)) => what,
            None if ended => "found the end of the table within a row; expected a whole row",
            None if text.len() > LONGEST => {
                "found a row of more than 1 MiB; expected a shorter row"
            }
            None => return Next::More,
        };
        let line = memchr(b'\n', text);
        if line.is_none() && !ended && text.len() <= LONGEST {
            return Next::More;
        }
        (self.after, self.lost, self.is_within_line) = (After::Gap, Some(text[0]), line.is_none());
        let is_last = line.is_none_or(|end| text[end..].trim_ascii().is_empty());
        if ended && is_last {
            // That the bracket of the array is missing too is no news.
            (self.after, self.lost) = (After::Array, None);
        }
        Next::Row(line.map_or(text.len(), |end| end + 1), Some(broken.to_owned()))
    }

    /// After a row whose end was not found, moves to the next line that may begin a row. False if there is none in the text.
    fn find_again(&mut self, text: &[u8], at: &mut usize) -> bool {
        let Some(first) = self.lost else { return true };
        loop {
            let line = &text[*at..];
            if !self.is_within_line {
                let blanks = line.iter().take_while(|byte| b" \t\r".contains(byte)).count();
                match line.get(blanks) {
                    None => return false,
                    Some(&byte) if byte == first || byte == b']' => {
                        self.lost = None;
                        return true;
                    }
                    Some(_) => {}
                }
            }
            let end = memchr(b'\n', line);
            *at += end.map_or(line.len(), |end| end + 1);
            self.is_within_line = end.is_none();
            if end.is_none() {
                return false;
            }
        }
    }
}

/// Whether an array is one puzzle. A list of strings that are long enough for puzzles is a table of them, and so is a list of 16 lists of 16
/// numbers that a grid of 4x4 may have.
fn is_puzzle(text: &str) -> bool {
    let are_short = text.split('"').skip(1).step_by(2).all(|string| string.len() < SHORTEST);
    let puzzle = read_field(text, None).ok().filter(|_| are_short);
    puzzle.is_some_and(|puzzle| {
        let most = puzzle.givens().cells().iter().max().copied().unwrap_or(0);
        let small = Order::from_cells(puzzle.order().side());
        !text[1..].contains('[') || small.is_none_or(|small| usize::from(most) > small.side())
    })
}

/// The length of the value at the start of a text, which is found by its brackets and quotes alone; or why it has no end.
/// `None` if the text ends before.
pub(crate) fn value_end(text: &[u8], ended: bool) -> Option<Result<usize, &'static str>> {
    let mut open = Vec::new();
    let (mut at, mut before) = (0, 0);
    loop {
        let &byte = text.get(at)?;
        match byte {
            b'"' => {
                let mut end = at + 1;
                loop {
                    end += memchr3(b'"', b'\\', b'\n', text.get(end..)?)?;
                    match text[end] {
                        b'\\' => end += 2,
                        b'"' => break,
                        _ => {
                            return Some(Err(
                                "found the end of a line within a string; expected a closing quote",
                            ));
                        }
                    }
                }
                at = end;
            }
            // In an object, a value comes after a colon, so this is the next row.
            b'{' | b'[' if open.last() == Some(&b'}') && before != b':' => {
                return Some(Err(
                    "found the begin of another row within a row; expected a closing bracket before it",
                ));
            }
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' if open.last() == Some(&byte) => _ = open.pop(),
            b'}' | b']' if !open.is_empty() => {
                return Some(Err(
                    "found a closing bracket that does not fit the opening one; expected a row of JSON",
                ));
            }
            _ if open.is_empty() => {
                // A number or a word, or what is no JSON.
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",[]{}\"".contains(byte);
                let rest = &text[at + 1..];
                return match rest.iter().position(is_end) {
                    Some(more) => Some(Ok(at + 1 + more)),
                    None if ended => Some(Ok(text.len())),
                    None => None,
                };
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        at += 1;
        if open.is_empty() {
            return Some(Ok(at));
        }
    }
}

/// A row with fields added. A row that is no object becomes the field of the puzzle of one; text that is not JSON becomes
/// the field `text`.
pub(crate) fn with(raw: &[u8], puzzle: &str, names: &[String], values: &[Cell]) -> Vec<u8> {
    let raw = raw.trim_ascii();
    let is_json = serde_json::from_slice::<IgnoredAny>(raw).is_ok();
    let mut object = match raw {
        [inner @ .., b'}'] if is_json && raw.starts_with(b"{") => inner.to_vec(),
        _ => {
            let name = if is_json { puzzle } else { "text" };
            let value = if is_json { raw.into() } else { as_json(&String::from_utf8_lossy(raw)) };
            [b"{", &*as_json(name), b":", &*value].concat()
        }
    };
    let mut is_first = object.trim_ascii() == b"{";
    for (name, value) in names.iter().zip(values) {
        let value = match value {
            Cell::Missing => b"null".to_vec(),
            Cell::Text(text) => as_json(text),
            Cell::Whole(number) => number.to_string().into_bytes(),
            Cell::Number(number) => format!("{number:?}").into_bytes(),
        };
        object.extend_from_slice(if is_first { b"" } else { b"," });
        object.extend_from_slice(&[&*as_json(name), b":", &*value].concat());
        is_first = false;
    }
    object.push(b'}');
    object
}

fn as_json(text: &str) -> Vec<u8> {
    serde_json::to_vec(text).expect("text is JSON")
}
