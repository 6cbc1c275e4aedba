//! Splits a line into its cells.

use std::ops::Range;

use super::around::without_text_around;
use super::layout::{is_apart, is_grid_of_candidates, is_groups, order_of_candidates, words};
use crate::format::InputFormat;
use crate::grid::Order;

/// The place of a cell in its line, in bytes. The range is empty if the cell is a blank between bars.
pub(crate) type Span = Range<u32>;

/// How the cells of a line are separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Setting {
    /// Whether each cell is a word; otherwise each cell is a character.
    pub(super) apart: bool,
    pub(super) barred: bool,
    /// Whether the line is a grid of candidates.
    pub(super) pencilled: bool,
}

/// Finds the cells of a line, and appends their places to `cells`. Does not look at their values.
pub(super) fn split(
    line: &str,
    format: InputFormat,
    size: Option<Order>,
    cells: &mut Vec<Span>,
) -> Setting {
    use InputFormat::{Auto, Line, Numbers, Pencilmarks, Triples};
    let text = match format {
        Auto | Pencilmarks => without_text_around(line.trim()),
        _ => line.trim(),
    };
    let barred = !matches!(format, Line | Numbers | Pencilmarks | Triples) && text.contains('|');
    if format == Auto && !barred && is_groups(text) {
        words(text).for_each(|word| push_placed(line, word, cells));
        return Setting::default();
    }
    let apart = match format {
        _ if barred => {
            // `|  2 |  1 |    |    |` is a row of a 16x16 grid, unless the size says 4x4.
            let one_each = |count| size.is_some_and(|order| order.side() == count);
            let parts = |count| Parts {
                cells: Order::new(count).map(Order::n).filter(|_| !one_each(count)),
                are_cells: Order::from_side(count).is_some(),
            };
            let apart = split_barred(line, text, parts, cells);
            return Setting { apart, barred, pencilled: false };
        }
        Numbers | Triples => true,
        Auto => is_apart(text),
        _ => false,
    };
    if apart {
        push_words(line, text, cells);
    } else {
        push_characters(line, text, cells);
    }
    let pencilled = match format {
        Pencilmarks => order_of_candidates(cells.len()).is_some(),
        Auto => !apart && is_grid_of_candidates(text),
        _ => false,
    };
    Setting { apart, barred, pencilled }
}

/// Finds the cells of a line of a library (see [`library`](super::library)), and appends their places to `cells`. Returns the place of the deleted
/// candidates, which is empty if there are none; `None` if the line is not of that form.
pub(super) fn split_library(line: &str, cells: &mut Vec<Span>) -> Option<Span> {
    let mut fields = line.trim().strip_prefix(':')?.split(':').skip(2);
    let grid = fields.next()?.trim();
    let deleted = fields.next().unwrap_or(&grid[..0]);
    push_placed(line, grid, cells);
    Some(span(line, deleted))
}

/// Appends the places of all characters but the `+` before digits that were placed.
fn push_placed(line: &str, text: &str, cells: &mut Vec<Span>) {
    push_characters(line, text, cells);
    cells.retain(|cell| line.as_bytes()[cell.start as usize] != b'+');
}

/// What the parts of a line between bars may be, by their number.
pub(crate) struct Parts {
    /// The number of cells in each, if several may be in one.
    pub(crate) cells: Option<usize>,
    /// Whether each may be a cell.
    pub(crate) are_cells: bool,
}

/// Finds the cells of a line with bars; returns whether each cell is a word. Between two bars are n cells or one: n words,
/// `| 1  2  3 | 4  5  6 |`; n places of the same width, which are blank if the cell is empty, `|  3|.4.|` or `|   4 8 |     2 |`;
/// or a word or nothing, `| | |2| |`.
pub(crate) fn split_barred(
    line: &str,
    text: &str,
    parts: impl Fn(usize) -> Parts,
    cells: &mut Vec<Span>,
) -> bool {
    // Where no bar stands at an end of the line, blanks there are cells if the parts are equally wide with them.
    let widths = |text: &str| text.split('|').map(|part| part.chars().count()).collect::<Vec<_>>();
    let is_even =
        |widths: &[usize]| widths[0] > 0 && widths.iter().all(|width| *width == widths[0]);
    let closed = text.strip_prefix('|').unwrap_or(text);
    let closed = closed.strip_suffix('|').unwrap_or(closed);
    let inner = if is_even(&widths(line)) { line } else { closed };
    let segments = || inner.split('|');
    let count = segments().count();
    let parts = parts(count);
    let widths = widths(inner);
    let width = widths[0];
    if let Some(each) = parts.cells.filter(|_| is_even(&widths)) {
        let has_words = segments().all(|part| words(part).count() == each);
        let blanks = width % each; // one more blank before the first cell
        // Where no bar is at the ends, that blank is before the bar in the first part, and behind it in the last.
        let is_closed = text.starts_with('|') && text.ends_with('|');
        let is_fit = (each..5 * each).contains(&width) && blanks <= usize::from(is_closed);
        if width == each || is_fit && !has_words {
            let from = cells.len();
            if segments().all(|part| push_places(line, part, blanks, width / each, cells)) {
                return width / each > 2;
            }
            cells.truncate(from);
        }
    }
    if parts.are_cells && segments().all(|part| words(part).count() <= 1) {
        let cell = |segment| words(segment).next().unwrap_or(&text[..0]);
        cells.extend(segments().map(|segment| span(line, cell(segment))));
    } else {
        segments().for_each(|segment| push_words(line, segment, cells));
    }
    true
}

/// Appends the cells of a text that has a place of `width` characters for each, after some blanks. False if a place has several words.
fn push_places(line: &str, text: &str, blanks: usize, width: usize, cells: &mut Vec<Span>) -> bool {
    let at = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
    let mut ends = (blanks..=text.chars().count()).step_by(width).map(at);
    let mut start = ends.next().unwrap_or(0);
    text[..start].trim().is_empty()
        && ends.all(|end| {
            let cell = text[start..end].trim();
            start = end;
            cells.push(span(line, cell));
            !cell.contains(char::is_whitespace)
        })
}

/// Appends the places of all characters of `text`, each of which is a cell.
pub(super) fn push_characters(line: &str, text: &str, cells: &mut Vec<Span>) {
    let Span { start, end } = span(line, text);
    if text.is_ascii() {
        cells.extend((start..end).map(|at| at..at + 1)); // the usual case, and the fast one
        return;
    }
    cells.extend(text.char_indices().map(|(at, c)| {
        let at = start + at as u32;
        at..at + c.len_utf8() as u32
    }));
}

/// Appends the places of all words of `text`, each of which is a cell, or the fields of a row or a grid of a spreadsheet.
fn push_words(line: &str, text: &str, cells: &mut Vec<Span>) {
    let is_fit = |count| Order::from_side(count).or(Order::from_cells(count)).is_some();
    if !split_fields(line, text, is_fit, cells) {
        cells.extend(words(text).map(|word| span(line, word)));
    }
}

/// Appends the places of all fields of `text`, each of which is a cell, if commas, semicolons or tabs have nothing between them as in a
/// spreadsheet, and the number of fields fits. Returns whether it is so.
pub(crate) fn split_fields(
    line: &str,
    text: &str,
    is_fit: impl Fn(usize) -> bool,
    cells: &mut Vec<Span>,
) -> bool {
    let is_one_each = |field: &str| !field.contains(char::is_whitespace);
    for separator in [',', ';', '\t'] {
        // Blanks at the ends of a line are no fields, but tabs are.
        let text = if separator == '\t' { line } else { text };
        let fields = || text.split(separator).map(str::trim);
        let count = fields().count();
        if count > 1 && is_fit(count) && fields().any(str::is_empty) && fields().all(is_one_each) {
            cells.extend(fields().map(|field| span(line, field)));
            return true;
        }
    }
    false
}

fn span(line: &str, part: &str) -> Span {
    let start = part.as_ptr() as usize - line.as_ptr() as usize;
    start as u32..(start + part.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str, format: InputFormat, size: Option<Order>) -> String {
        let mut cells = Vec::new();
        split(line, format, size, &mut cells);
        cells.iter().map(|at| line[at.start as usize..at.end as usize].to_owned() + "/").collect()
    }

    fn auto(line: &str) -> String {
        cells(line, InputFormat::Auto, None)
    }

    #[test]
    fn fields_of_a_spreadsheet_may_be_empty() {
        assert_eq!(auto("3,,,,2,,,,7"), "3////2////7/");
        assert_eq!(auto(",2,,,,7,8,,"), "/2////7/8///");
        assert_eq!(auto("1,2,3,4,5,6,7,8,9,"), "1/2/3/4/5/6/7/8/9/");
        assert_eq!(auto("1, 2, , 4"), "1/2//4/");
    }

    #[test]
    fn four_wide_cells_are_sixteen_unless_the_size_says_four() {
        let line = "|  2 |  1 |    |    |";
        assert_eq!(auto(line), "//2////1//////////");
        assert_eq!(cells(line, InputFormat::Auto, Order::new(2)), "2/1///");
    }

    #[test]
    fn bars_without_cells() {
        assert_eq!(auto("|"), "");
        assert_eq!(auto("||"), "");
        assert_eq!(auto("| |"), "");
    }
}
