//! Text around the puzzles of a line: identifiers, ratings, addresses; and several puzzles beside each other.

use super::characters::{
    BETWEEN, DIGITS, DOT, Kinds, LETTER, LETTERS, SMALL, ZERO, has, kinds, only, words_between,
};

/// What the cells of a puzzle may be that is written with this number of characters, or whose candidates are.
pub(super) fn cells_of(length: usize) -> Kinds {
    match length {
        16 | 64 => SMALL,
        81 | 729 => DIGITS,
        256 | 625 => DIGITS | LETTERS,
        4096 | 15625 => LETTERS,
        _ => 0,
    }
}

/// The cells of a line of text that begins with a whole puzzle whose cells are run together, without the text after them; or
/// those of the one puzzle of 9x9 or more within it, after an identifier or in an address. All of `text` if it has neither.
pub(super) fn without_text_around(text: &str) -> &str {
    if only(text, DIGITS | LETTER) {
        return text;
    }
    let cells =
        &text[..text.find(|c: char| matches!(c, ',' | ';') || c.is_whitespace()).unwrap_or(0)];
    let begins = match cells.len() {
        // Text of this length is a puzzle, so a wrong symbol in it is an error in a cell.
        81 | 729 => cells.is_ascii(),
        length => only(cells, cells_of(length)) && length > 0,
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
    let is_puzzle = |piece: &&str| {
        matches!(piece.len(), 81 | 256 | 625 | 729) && only(piece, cells_of(piece.len()))
    };
    pieces.filter(is_puzzle)
}

/// The puzzles of a line that has several: a list of puzzles, or a reason why the line cannot be read. `None` if it has one, with its solution at
/// most.
pub(super) fn several_puzzles(text: &str) -> Option<Result<Vec<&str>, String>> {
    if text.len() < 33 || only(text, DIGITS | LETTER) {
        return None;
    }
    let within: Vec<&str> = puzzles_within(text).collect();
    let are_small =
        || words_between(text, BETWEEN).all(|word| word.len() == 16 && only(word, SMALL));
    let puzzles = if within.is_empty() && are_small() {
        words_between(text, BETWEEN).collect()
    } else {
        within
    };
    let [first, others @ ..] = &puzzles[..] else { return None };
    let completes = |other: &&str| {
        let has_cell = |(a, b): (u8, u8)| {
            a == b || kinds(a) & (DOT | ZERO) != 0 && kinds(b) & (DOT | ZERO) == 0
        };
        other.len() == first.len()
            && first.bytes().zip(other.bytes()).all(has_cell)
            && !has(other, DOT | ZERO)
    };
    if others.iter().all(completes) {
        return None;
    }
    let are_all = words_between(text, BETWEEN).count() == puzzles.len()
        && others.iter().all(|other| other.len() == first.len());
    let what = format!(
        "found {} puzzles in a line, with other text; expected one, or a list of nothing else; write each into a line of its own",
        puzzles.len()
    );
    Some(if are_all { Ok(puzzles) } else { Err(what) })
}
