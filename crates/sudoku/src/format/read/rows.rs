//! The lines that hold cells, with the look-ahead that format detection needs.

use std::collections::VecDeque;
use std::io::BufRead;

use super::error::ReadError;
use super::lines::Lines;
use super::split::{Setting, Span, push_characters, split, split_library};
use super::{around, layout};
use crate::format::InputFormat;
use crate::grid::Order;

/// A line split into cells. Rows are recycled, so that reading a line does not allocate.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Line in the source, from 1.
    pub(super) line: usize,
    /// The characters before the text in its line.
    before: usize,
    /// Whether a line of a frame is before it.
    pub(super) is_ruled: bool,
    pub(super) setting: Setting,
    /// The place of the deleted candidates in a line of a library; empty in other lines.
    pub(super) deleted: Span,
    /// The sign of empty cells, if it is neither `.` nor `0`.
    pub(super) sign: Option<char>,
    text: String,
    spans: Vec<Span>,
}

impl Row {
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        self.spans.iter().map(|span| self.text_of(span))
    }

    pub(super) fn text_of(&self, span: &Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Puzzles of the line, in their order, each as a row of its own.
    fn parts(&self, puzzles: &[&str]) -> Vec<Self> {
        let (mut at, mut before) = (0, 0);
        let part = |puzzle: &&str| {
            let start = puzzle.as_ptr() as usize - self.text.as_ptr() as usize;
            before += self.text[at..start].chars().count();
            at = start;
            let (line, sign, text, mut spans) =
                (self.line, self.sign, (*puzzle).to_owned(), Vec::new());
            push_characters(&text, &text, &mut spans);
            Self { line, before, sign, text, spans, ..Self::default() }
        };
        puzzles.iter().map(part).collect()
    }

    /// Whether the cells count up from 1, or from 0, or are blanks.
    pub(super) fn is_head(&self) -> bool {
        let counts =
            |from: usize| self.cells().zip(from..).all(|(cell, at)| cell.parse() == Ok(at));
        counts(0) || counts(1) || self.cells().all(str::is_empty)
    }

    /// The number of characters, if blanks align the cells with those of other rows.
    pub(super) fn width(&self) -> Option<usize> {
        let text = self.text.trim_end();
        text.contains("  ").then(|| text.chars().count())
    }

    pub(super) fn error(&self, what: impl Into<String>) -> ReadError {
        self.error_at(0, what)
    }

    /// An error at a cell, or at the start of the line if the line has no such cell.
    pub(super) fn error_at(&self, cell: usize, what: impl Into<String>) -> ReadError {
        self.error_in(self.spans.get(cell).map_or(0, |span| span.start as usize), what)
    }

    /// An error at a place in the line, in bytes.
    pub(super) fn error_in(&self, place: usize, what: impl Into<String>) -> ReadError {
        ReadError::new(self.line, self.before + self.text[..place].chars().count() + 1, what)
    }
}

#[derive(Debug)]
pub(super) enum Item {
    Row(Row),
    Gap,
    Bad(ReadError),
}

/// Hands out the rows of a source one by one, with look-ahead.
#[derive(Debug)]
pub(super) struct Rows<R> {
    pub(super) lines: Lines<R>,
    pub(super) format: InputFormat,
    pub(super) size: Option<Order>,
    /// Whether the lines read now belong to a section without a puzzle.
    pub(super) in_other_section: bool,
    ahead: VecDeque<Item>,
    /// Further puzzles of the line read last.
    same_line: VecDeque<Row>,
    /// Whether the source is XML.
    in_markup: bool,
    /// Whether the last item read was a gap. Another one after it means no more.
    after_gap: bool,
    spare: Vec<Row>,
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R, format: InputFormat, size: Option<Order>) -> Self {
        let (ahead, same_line, spare) = Default::default();
        let (in_other_section, in_markup, after_gap) = (false, false, false);
        let lines = Lines::new(input);
        Self {
            lines,
            format,
            size,
            in_other_section,
            ahead,
            same_line,
            in_markup,
            after_gap,
            spare,
        }
    }

    /// The next item; `None` at the end of the source.
    pub(super) fn next(&mut self) -> Option<Item> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    /// The item after `index` other items, which stays in the queue.
    pub(super) fn peek(&mut self, index: usize) -> Option<&Item> {
        while self.ahead.len() <= index {
            let item = self.read()?;
            self.ahead.push_back(item);
        }
        self.ahead.get(index)
    }

    /// The item after `index` other items, if it is a row; it stays in the queue.
    pub(super) fn peek_row(&mut self, index: usize) -> Option<&Row> {
        match self.peek(index) {
            Some(Item::Row(row)) => Some(row),
            _ => None,
        }
    }

    pub(super) fn looked_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Skips one line; returns false at a blank line, at the end, and where the source has failed.
    pub(super) fn skip(&mut self) -> bool {
        match self.peek(0) {
            None | Some(Item::Gap) => return false,
            Some(Item::Bad(error)) if error.is_fatal => return false, // the error must be reported
            Some(Item::Bad(_) | Item::Row(_)) => {}
        }
        if let Some(Item::Row(row)) = self.next() {
            self.recycle(row);
        }
        true
    }

    pub(super) fn skip_block(&mut self) {
        while self.skip() {}
    }

    /// Takes back a row that is no longer needed, for reuse.
    pub(super) fn recycle(&mut self, row: Row) {
        self.spare.push(row);
    }

    /// Reads the next item.
    fn read(&mut self) -> Option<Item> {
        loop {
            let item = self.read_any()?;
            let is_gap = matches!(item, Item::Gap);
            if !(is_gap && std::mem::replace(&mut self.after_gap, is_gap)) {
                self.after_gap = is_gap;
                return Some(item);
            }
        }
    }

    /// Reads the next item, or a gap after another. Frame lines, and statistics after a solution, are skipped like comments.
    fn read_any(&mut self) -> Option<Item> {
        if let Some(row) = self.same_line.pop_front() {
            return Some(Item::Row(row));
        }
        let is_auto = self.format == InputFormat::Auto;
        let mut row = self.spare.pop().unwrap_or_default();
        (row.before, row.is_ruled, row.deleted) = (0, false, 0..0);
        row.spans.clear();
        loop {
            row.line = match self.lines.next_into(&mut row.text)? {
                Ok(line) => line,
                Err(error) => return Some(Item::Bad(error)),
            };
            if is_auto {
                layout::without_boxes(&mut row.text);
            }
            let text = row.text.trim();
            self.in_markup |= is_auto && text.starts_with('<');
            if self.in_markup {
                self.same_line.extend(rows_of_markup(&row));
                match self.same_line.pop_front() {
                    Some(first) => return Some(Item::Row(first)),
                    None => continue,
                }
            }
            let has_sections = matches!(self.format, InputFormat::Auto | InputFormat::Grid);
            let section = Some(text).filter(|_| has_sections).and_then(layout::begins_puzzle);
            if let Some(has_puzzle) = section {
                self.in_other_section = !has_puzzle;
                self.recycle(row);
                return Some(Item::Gap);
            }
            if self.in_other_section {
                continue;
            }
            if is_auto && !text.is_empty() {
                layout::without_brackets(&mut row.text);
                if row.text.trim().is_empty() {
                    continue;
                }
            }
            let text = row.text.trim();
            if text.is_empty() {
                self.recycle(row);
                return Some(Item::Gap);
            }
            let may_have_frame =
                matches!(self.format, InputFormat::Auto | InputFormat::Grid | InputFormat::Letters);
            let is_frame = may_have_frame && layout::is_frame(text);
            if !is_frame && !layout::is_statistic(text) {
                break;
            }
            row.is_ruled |= is_frame;
        }
        row.sign = if is_auto { layout::unify(&mut row.text) } else { None };
        if is_auto && let Some(puzzles) = around::several_puzzles(&row.text) {
            match puzzles {
                Ok(puzzles) => self.same_line.extend(row.parts(&puzzles)),
                Err(what) => return Some(Item::Bad(row.error(what))),
            }
            return self.same_line.pop_front().map(Item::Row);
        }
        let is_library = is_auto && row.text.trim().starts_with(':');
        if let Some(deleted) =
            is_library.then(|| split_library(&row.text, &mut row.spans)).flatten()
        {
            (row.setting, row.deleted) = (Setting::default(), deleted);
        } else {
            row.setting = split(&row.text, self.format, self.size, &mut row.spans);
        }
        Some(Item::Row(row))
    }
}

/// The puzzles of a line of XML: what stands in attributes `data`, or else the 9x9 and larger puzzles in it.
fn rows_of_markup(line: &Row) -> Vec<Row> {
    let attributes = line.text.split(" data=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split(quote).next()
    });
    let mut puzzles: Vec<&str> = attributes.collect();
    if puzzles.is_empty() {
        puzzles.extend(around::puzzles_within(&line.text));
    }
    line.parts(&puzzles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_peeked_at_and_skipped() {
        let mut rows = Rows::new(&b"12\n\n+-+\n34\n"[..], InputFormat::Auto, None);
        assert_eq!(rows.peek_row(2).unwrap().line, 4);
        assert!(rows.peek_row(1).is_none());
        assert!(rows.peek(3).is_none());
        rows.skip_block();
        assert!(matches!(rows.next(), Some(Item::Gap)), "stops at the blank line");
        assert!(rows.skip());
        assert!(!rows.skip(), "the end");
    }
}
