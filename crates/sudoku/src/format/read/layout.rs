//! What a line of a puzzle may look like: one description of cells, signs of empty cells, bars, frames and headings. The readers of lines ask it, and know no characters themselves.
//!
//! Where what the characters may be leaves a choice, the functions below add what decides it: the lengths of words and the widths between
//! bars.

use super::around::{cells_of, puzzles_within};
use super::characters::{
    BACKQUOTE, BAR, BETWEEN, BLANK, CLOSED, COMMA, CORNER, DASH, DIGIT, DIGITS, DOT, LETTER,
    LETTERS, PLACED, SIGN, ZERO, has, kinds, only, words_between,
};
use crate::grid::{Candidates, Order};

/// The signs of empty cells, in the order in which they are tried.
const SIGNS: [char; 8] = ['_', '*', '-', 'x', 'X', '?', '~', '@'];

/// The most cells of a row that are run together.
const LONGEST_ROW: usize = 25;

/// The characters that stand for bars in some programs.
const OTHER_BARS: [char; 2] = [':', '!'];

/// The words of a line without bars.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    words_between(text, BLANK | COMMA)
}

/// Whether a line is made of numbers, that is, has several words, and the first one is at most two
/// characters long or an integer.
pub(super) fn is_apart(text: &str) -> bool {
    let is_number = |word: &str| word.len() <= 2 || word.parse::<i64>().is_ok();
    has(text, BLANK | COMMA) && words(text).next().is_none_or(is_number)
}

/// Whether a text could be a cell of a grid of some size.
pub(super) fn is_cell(text: &str) -> bool {
    only(text, DIGIT | ZERO) || text.len() == 1 && only(text, LETTERS)
}

/// Whether the cells of a line are run together in groups of at least three, as `048 002 000`, or have a `+` before some digits, which
/// says that they were placed later. Numbers of a grid have two digits at most; letters are cells in grids of 16x16 and 25x25 alone.
pub(super) fn is_groups(text: &str) -> bool {
    if !only(text, DIGITS | LETTERS | BLANK | COMMA | PLACED) || !has(text, BLANK | COMMA | PLACED)
    {
        return false;
    }
    let is_before_a_digit = |(place, _): (usize, &str)| {
        text.as_bytes().get(place + 1).is_some_and(|&byte| kinds(byte) & DIGIT != 0)
    };
    let mut lengths = words(text).map(|word| word.len() - word.matches('+').count());
    let length = lengths.clone().sum();
    let first = lengths.next().unwrap_or(0);
    let has_letters = has(text, LETTER | BACKQUOTE);
    let is_fit = |order: Order| {
        let is_band = first == order.n() || first == order.side();
        if has_letters { matches!(order.n(), 4 | 5) && is_band } else { order.n() > 2 }
    };
    first > 2
        && lengths.all(|length| length == first)
        && Order::from_side(length).or(Order::from_cells(length)).is_some_and(is_fit)
        && text.match_indices('+').all(is_before_a_digit)
}

/// Writes a line without what stands around lists in programs: the brackets and quotes of `grid = [["5", "3"],`, if the rest of the line
/// is cells.
pub(crate) fn without_brackets(text: &mut String) {
    const BRACKETS: [char; 6] = ['[', ']', '{', '}', '(', ')'];
    if !text.contains(BRACKETS) && !text.contains(['"', '\'']) || text.starts_with(':') {
        return;
    }
    let first = text.find(BRACKETS).unwrap_or(0);
    let is_name = |c: char| c.is_ascii_alphanumeric() || " _.=:".contains(c);
    let before = text[..first].trim_end();
    let has_name =
        before.contains(['=', ':']) || before.ends_with("array") || before.ends_with("matrix");
    let from = if has_name && before.chars().all(is_name) { first } else { 0 };
    // A comma after the last bracket separates rows, and begins no cell.
    let rest = text[from..].trim_end();
    let rest = rest.strip_suffix(',').filter(|rest| rest.ends_with(BRACKETS)).unwrap_or(rest);
    let rest = rest.replace(BRACKETS, " ").replace(['"', '\''], " ");
    let cells = words_between(&rest, BETWEEN).map(str::len).sum();
    let has_cells = has(&rest, DIGITS) || rest.trim().is_empty() || may_be_letters(cells);
    if has_cells && only(&rest, DIGITS | LETTERS | SIGN | BETWEEN) {
        *text = " ".repeat(from) + &rest;
    }
}

/// Writes a line with `|` for bars and `.` for empty cells that have another sign. Returns that sign.
pub(crate) fn unify(text: &mut String) -> Option<char> {
    if let Some(bar) = OTHER_BARS.into_iter().find(|&bar| is_bar(text, bar)) {
        *text = text.replace(bar, "|");
    }
    let sign = SIGNS.into_iter().find(|&sign| is_empty_cell(text, sign))?;
    *text = text.replace(sign, ".");
    Some(sign)
}

/// Whether a row or a grid with letters for digits may have this number of cells.
fn may_be_letters(cells: usize) -> bool {
    let order = Order::from_side(cells).or(Order::from_cells(cells));
    order.is_some_and(|order| matches!(order.n(), 4 | 5))
}

/// Whether the empty cells of a line are this sign. Each word is a cell, or all are equally long groups of cells, so that `-3` is not an
/// empty cell and a 3. A `0` beside it is a digit, in hexadecimal or a number.
fn is_empty_cell(text: &str, sign: char) -> bool {
    if !text.contains(sign) {
        return false;
    }
    let mut words = words_between(text, BETWEEN);
    let first = words.clone().next().map_or(0, str::len);
    let are_cells = words.clone().all(|word| word.len() == 1 || !word.contains(sign));
    let are_groups = words.clone().all(|word| word.len() == first)
        && (first > 2 || text.contains('|') || words.clone().nth(1).is_none());
    // In a grid of letters an `x` is one of them.
    let is_large = words.clone().count() >= 16 || words.clone().map(str::len).sum::<usize>() >= 16;
    let has_letters = !sign.is_alphabetic() && is_large && has(text, LETTER);
    let letters = if has_letters { LETTER } else { 0 };
    // A row of a grid of letters after digits may lack letters.
    let is_letter_row = is_large && may_be_letters(text.trim().len());
    let zero = if are_cells || has_letters || is_letter_row { ZERO } else { 0 };
    (are_cells || are_groups)
        && (is_large || words.all(|word| word != "0"))
        && text.split(sign).all(|part| only(part, DIGIT | zero | letters | BETWEEN | PLACED))
}

/// Whether a sign stands for a bar in a line: the parts between are cells, and as wide as each other or as many.
fn is_bar(text: &str, bar: char) -> bool {
    let inner = text.trim();
    let inner = inner.strip_prefix(bar).and_then(|inner| inner.strip_suffix(bar)).unwrap_or(inner);
    let are_even = |of: fn(&str) -> usize, text: &str, least: usize| {
        let first = text.split(bar).next().map_or(0, of);
        first >= least && text.split(bar).all(|part| of(part) == first)
    };
    let cells = DIGITS | LETTER | SIGN | CLOSED | BLANK | COMMA;
    inner.contains(bar)
        && inner.split(bar).all(|part| only(part, cells))
        && (are_even(str::len, inner, 0)
            || are_even(str::len, text, 1)
            || are_even(|part| words(part).count(), inner, 2))
}

/// Writes a line that has characters for drawing boxes, or dots in the middle of a line, with the plain ones that they stand for.
pub(crate) fn without_boxes(text: &mut String) {
    let is_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_dot = |c: char| ['·', '•', '∙', '⋅', '□', '○'].contains(&c);
    if !text.is_ascii() && text.contains(|c| is_box(c) || is_dot(c)) {
        let plain = |c| match c {
            c if is_dot(c) => '.',
            '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' => '|',
            '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' => '-',
            c if is_box(c) => '+',
            c => c,
        };
        *text = text.chars().map(plain).collect();
    }
}

/// Whether a line is part of a frame and holds no cells, such as `+---+---+` or `-------`. Four or more dashes of which each stands alone
/// are empty cells. A line of `*` or `_` is part of a frame if it is longer than a row of cells that are run together, and no whole grid.
pub(crate) fn is_frame(text: &str) -> bool {
    let may_be_frame = text.len() > LONGEST_ROW && Order::from_cells(text.len()).is_none();
    let is_drawn = |sign: char| may_be_frame && text.chars().all(|c| c == sign);
    if is_drawn('*') || is_drawn('_') {
        return true;
    }
    let corner = |byte| byte != b'.' || text.contains("---");
    let mut words = words_between(text, BLANK | BAR);
    only(text, DASH | CORNER | BAR | BLANK)
        && has(text, DASH)
        && text.bytes().all(corner)
        && (words.clone().count() < 4 || words.any(|word| word != "-"))
}

/// Whether a line is one of the statistics that may follow a solution, such as `Tests 211`.
pub(super) fn is_statistic(text: &str) -> bool {
    let count = ["Tests ", "Forks ", "Nodes "].iter().find_map(|name| text.strip_prefix(name));
    count.is_some_and(|count| only(count.trim(), DIGIT | ZERO))
}

/// Whether the line of a section's name, or a heading such as `Grid 01` or `Puzzle 7:`, begins a puzzle; `None` if the line is neither. In
/// files of `SudoCue` and other programs (`.sdk`) only `[Puzzle]` holds one: `[State]` holds the same with digits entered, and
/// `[PencilMarks]` the notes of a player.
pub(crate) fn begins_puzzle(text: &str) -> Option<bool> {
    let is_one_of =
        |word: &str, names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    if let Some(name) = text.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        let is_puzzle = is_one_of(name.trim(), &["puzzle"]);
        return (is_puzzle || is_one_of(name.trim(), &["state", "pencilmarks"]))
            .then_some(is_puzzle);
    }
    is_heading(text).then_some(true)
}

/// Whether a line is words about a puzzle, or a comment of another program: `Grid 01`, `Very easy`, `(26 clues)`, `== Puzzle 7 ==`, `// easy`,
/// `7)`, `9x9`. It begins with a word, and no word of it may be cells.
fn is_heading(text: &str) -> bool {
    // A row of letters may begin with a word, too: alone, or a group of as many letters as the others.
    let mut lengths = words(text).map(str::len);
    let (first, length) = (lengths.clone().next(), lengths.clone().sum());
    let may_be_cells =
        Order::from_side(length).or(Order::from_cells(length)).is_some_and(|order| order.n() > 3)
            && only(text, DIGITS | LETTERS | SIGN | BLANK | COMMA)
            && lengths.all(|length| Some(length) == first);
    if text.contains(['[', '{', '|']) && !text.ends_with(']') || may_be_cells {
        return false;
    }
    let marked = text.trim_start_matches(['=', '-', '*', '/', ';', '%']);
    let inner = marked.trim_matches(|c: char| "=-*#(\"'> ".contains(c));
    let first = inner
        .split(|c: char| c.is_whitespace() || ":#,()!?\"".contains(c))
        .next()
        .unwrap_or_default();
    let marks = &text[..text.len() - marked.len()];
    let is_number = |text: &str| !text.is_empty() && only(text, DIGIT | ZERO);
    // The longest row of letters that is no word has 25.
    let is_word = |word: &str| {
        (3..21).contains(&word.chars().count()) && word.chars().all(char::is_alphabetic)
    };
    let is_plain = |word: &str| {
        let digits = word.bytes().filter(|byte| kinds(*byte) & (DIGIT | ZERO) != 0).count();
        let signs = word.trim_end_matches('.').matches(['.', '*', '_', '~', '@']).count();
        digits < 9 && signs < 2 && !word.contains(['[', '{', '|', '='])
    };
    let is_word_first =
        is_word(first) || text.starts_with('(') && inner.split([' ', ')']).any(is_word);
    let are_words = is_word_first && inner.split_whitespace().all(is_plain);
    let is_comment = ["//", ";", "%", "--", "=="].iter().any(|mark| marks.starts_with(mark))
        && marked.starts_with(char::is_whitespace)
        && (marked.split_whitespace().any(is_word) || marks.starts_with('=') && is_number(inner));
    let numbered = text.trim_start_matches('(').strip_suffix([')', ':']).is_some_and(is_number);
    let sizes = text.split_once('x').filter(|(rows, columns)| rows == columns && is_number(rows));
    // `No. 7` is a heading, and `no puzzle` is not.
    let is_called = |name: &&str| first.trim_end_matches('.').eq_ignore_ascii_case(name);
    let is_counted = ["no", "nr"].iter().any(is_called) && has(inner, DIGITS);
    (are_words || is_counted || is_comment || numbered || sizes.is_some())
        && puzzles_within(text).next().is_none()
}

/// The order of the grid whose candidates take this number of characters on one line.
pub(super) fn order_of_candidates(length: usize) -> Option<Order> {
    Order::all()
        .find(|&order| candidates_length(order) == length && order.n() <= Candidates::LARGEST)
}

/// The number of characters that the candidates of a grid take.
pub(super) fn candidates_length(order: Order) -> usize {
    order.cells() * order.side()
}

/// Whether a text without text after it is a grid of candidates. The symbols of small and of large grids are checked,
/// because a text of such a length could be something else; and some cell must have a candidate, because as many dots are more likely an
/// empty grid of another kind.
pub(super) fn is_grid_of_candidates(text: &str) -> bool {
    order_of_candidates(text.len()).is_some_and(|order| match order.n() {
        3 => text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'|'),
        _ => only(text, cells_of(text.len())),
    }) && !only(text, DOT | ZERO | BACKQUOTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_hold_no_cell() {
        for frame in ["-------------", "+---+---+", "|===|===|", "--- --- ---", "| - |", "*---*"] {
            assert!(is_frame(frame), "{frame}");
        }
        assert!(is_frame(&"*".repeat(37)) && !is_frame(&"_".repeat(81)));
        for row in ["| | |2| |", "| | | | |", "|...|", "..3", "+--a--+", "-1 0 3"] {
            assert!(!is_frame(row), "{row}");
        }
    }
}
