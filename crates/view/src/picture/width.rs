//! Widths of text in Helvetica, by which lines are centred and made to fit.
//!
//! Source: Adobe's font metrics for the 14 standard fonts of PDF, which give widths in thousandths of the size of the letters.

/// Widths of the characters from the blank to the tilde.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// The same in bold.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];
/// Width of any other character: that of most small letters with an accent.
const OTHER: u16 = 556;

/// The width of a text in letters of size 1.
pub(super) fn width(text: &str, bold: bool) -> f64 {
    let widths = if bold { BOLD } else { REGULAR };
    let of = |c: char| match c {
        ' '..='~' => widths[c as usize - ' ' as usize],
        '\u{b7}' => 278,
        _ => OTHER,
    };
    text.chars().map(|c| f64::from(of(c))).sum::<f64>() / 1000.0
}
