//! Whole puzzles on one line whose cells are run together, by their length and their symbols: with text after them, or as
//! grids of candidates. Text after the cells begins at the first blank, comma or semicolon:
//! `53..7....6..195...(81 cells) 7.1 name`. Text before them is an identifier, or the begin of an address.

use crate::grid::{Candidates, Order};

/// The cells of a line of text that begins with a whole puzzle whose cells are run together, without the text after them; or
/// those of the one puzzle of 9x9 or more within it, after an identifier or in an address. All of `text` if it has neither.
pub(super) fn without_text_around(text: &str) -> &str {
    let is_end = |c: char| matches!(c, ',' | ';') || c.is_whitespace();
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.') {
        return text;
    }
    let end = text.find(is_end);
    let cells = &text[..end.unwrap_or(0)];
    let begins = match cells.len() {
        // Text of this length is a puzzle, so a wrong symbol in it is an error in a cell.
        81 | 729 => cells.is_ascii(),
        16 | 64 => cells.bytes().all(is_small),
        256 | 625 => cells.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit()),
        4096 | 15625 => cells.bytes().all(is_letter),
        _ => false,
    };
    let mut within = puzzles_within(text);
    match (within.next(), within.next()) {
        // An identifier may have 16 digits, too.
        (Some(one), None) if !begins || cells.len() <= 64 => one,
        _ if begins => cells,
        _ => text,
    }
}

/// The puzzles of 9x9 or more in a text, which are run together and have no letter, digit or dot before or after them.
pub(super) fn puzzles_within(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '.');
    pieces.filter(|piece| match piece.len() {
        81 | 729 => piece.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'),
        256 | 625 => piece.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit()),
        _ => false,
    })
}

/// Whether a byte is a symbol of a 4x4 grid.
fn is_small(byte: u8) -> bool {
    matches!(byte, b'0'..=b'4' | b'.')
}

/// Whether a byte is a symbol of a 16x16 or 25x25 grid whose cells are run together.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'0' | b'`')
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
    let has_candidates = || text.bytes().any(|byte| !matches!(byte, b'.' | b'0' | b'`'));
    let is_candidates = match order_of_candidates(text.len()).map(Order::n) {
        Some(2) => text.bytes().all(is_small),
        Some(3) => text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'|'),
        Some(_) => text.bytes().all(is_letter),
        None => false,
    };
    is_candidates && has_candidates()
}
