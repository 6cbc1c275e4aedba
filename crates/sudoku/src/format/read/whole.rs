//! Whole puzzles on one line whose cells are run together, by their length and their symbols: with text after them, or as
//! grids of candidates. Text after the cells begins at the first blank, comma or semicolon:
//! `53..7....6..195...(81 cells) 7.1 name`.

use crate::grid::{Candidates, Order};

/// The cells of a line of text, without the text after them. All of `text` if it does not begin with a whole puzzle
/// whose cells are run together.
pub(super) fn without_text_after(text: &str) -> &str {
    let Some(end) = text.find(|c: char| matches!(c, ',' | ';') || c.is_whitespace()) else {
        return text;
    };
    let cells = &text[..end];
    let is_puzzle = match cells.len() {
        // Text of this length is a puzzle, so a wrong symbol in it is an error in a cell.
        81 | 729 => cells.is_ascii(),
        16 | 64 => cells.bytes().all(is_small),
        256 | 625 | 4096 | 15625 => cells.bytes().all(is_letter),
        _ => false,
    };
    if is_puzzle { cells } else { text }
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
