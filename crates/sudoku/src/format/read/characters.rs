//! What a character of a line may be: one description for all that looks at lines.
//!
//! A character may be several things: `-` is part of a frame or an empty cell, `:` a bar or part of a frame, `x` an empty cell or a
//! letter. So [`kinds`] is a set, and a line is what all of its characters may be, as [`only`] says.

/// What a character may be, one bit for each.
pub(super) type Kinds = u16;

pub(super) const BLANK: Kinds = 1;
pub(super) const COMMA: Kinds = 1 << 1;
pub(super) const BAR: Kinds = 1 << 2;
/// A line of a frame.
pub(super) const DASH: Kinds = 1 << 3;
/// What else a frame may have.
pub(super) const CORNER: Kinds = 1 << 4;
pub(super) const DOT: Kinds = 1 << 5;
pub(super) const ZERO: Kinds = 1 << 6;
/// A digit from 1 on, in [`SMALL`] too if a 4x4 grid has it.
pub(super) const DIGIT: Kinds = 1 << 7;
pub(super) const FOUR: Kinds = 1 << 8;
pub(super) const LETTER: Kinds = 1 << 9;
/// A letter beyond `g`, the last one where letters come after digits in a 16x16 grid.
pub(super) const LATE: Kinds = 1 << 10;
pub(super) const BACKQUOTE: Kinds = 1 << 11;
/// A sign of empty cells besides `.` and `0`, and besides the blank in a frame.
pub(super) const SIGN: Kinds = 1 << 12;
/// Says of the digit after it that it was placed, not given.
pub(super) const PLACED: Kinds = 1 << 13;
/// Says of the digit after it that its cell is closed.
pub(super) const CLOSED: Kinds = 1 << 14;

/// The cells of grids whose cells are run together: 4x4, 9x9, and those with letters.
pub(super) const SMALL: Kinds = DOT | ZERO | FOUR;
pub(super) const DIGITS: Kinds = DOT | ZERO | DIGIT;
pub(super) const LETTERS: Kinds = DOT | ZERO | BACKQUOTE | LETTER;
pub(super) const BETWEEN: Kinds = BLANK | COMMA | BAR;

/// What a byte may be in a line; nothing for what is not ASCII.
pub(super) const fn kinds(byte: u8) -> Kinds {
    match byte {
        b' ' | b'\t'..=b'\r' => BLANK,
        b',' | b';' => COMMA,
        b'|' => BAR,
        b'.' => DOT | CORNER,
        b'0' => ZERO,
        b'1'..=b'4' => DIGIT | FOUR,
        b'5'..=b'9' => DIGIT,
        b'`' => BACKQUOTE,
        b'+' => DASH | PLACED,
        b'=' => DASH | CLOSED,
        b'-' => DASH | SIGN,
        b'*' => CORNER | SIGN,
        b':' | b'!' | b'\'' => CORNER,
        b'_' | b'?' | b'~' | b'@' => SIGN,
        b'x' | b'X' => LETTER | LATE | SIGN,
        b'a'..=b'g' | b'A'..=b'G' => LETTER,
        b'a'..=b'z' | b'A'..=b'Z' => LETTER | LATE,
        _ => 0,
    }
}

/// Whether each character of a text may be one of these.
pub(super) fn only(text: &str, allowed: Kinds) -> bool {
    text.bytes().all(|byte| kinds(byte) & allowed != 0)
}

/// Whether some character of a text may be one of these.
pub(super) fn has(text: &str, wanted: Kinds) -> bool {
    text.bytes().any(|byte| kinds(byte) & wanted != 0)
}

/// What stands between characters of these kinds.
pub(super) fn words_between(text: &str, between: Kinds) -> impl Iterator<Item = &str> + Clone {
    let is_between = move |c| u8::try_from(c).is_ok_and(|byte| kinds(byte) & between != 0);
    text.split(is_between).filter(|word| !word.is_empty())
}
