//! Lines of a library of `HoDoKu`, such as `:0300:4:53..7+4..6..195...(81 cells):412 813:415:comment:`.
//!
//! The fields of a line are: nothing, the number of a technique, its digits, the cells, deleted candidates, the
//! eliminations of the technique, and a comment. A `+` before a cell says that its digit was placed, not given; both are
//! read as givens. A deleted candidate is three digits: the digit, the row and the column. Eliminations are what the
//! technique would delete, so they are not applied.

use super::error::{ReadError, excerpt};
use super::rows::Row;
use super::split::Span;
use crate::grid::{Candidates, Order};

/// The candidates of a puzzle of this order without those that a line of a library lists as deleted; `None` if it lists
/// none.
pub(super) fn candidates(row: &Row, order: Order) -> Result<Option<Candidates>, ReadError> {
    let mut words = row.deleted().peekable();
    if words.peek().is_none() {
        return Ok(None);
    }
    let mut candidates = Candidates::all(order).filter(|_| order.n() <= 3);
    for (place, word) in words {
        let wrong = || {
            let what = format!(
                "found `{}`; expected a deleted candidate as three digits: digit, row and column, each from 1 to the size of the grid",
                excerpt(word)
            );
            row.error_in(place, what)
        };
        let numbers = three_digits(word, order.side()).ok_or_else(wrong)?;
        let [digit, row, column] = numbers;
        let candidates = candidates.as_mut().ok_or_else(wrong)?;
        candidates.strike((row - 1) * order.side() + column - 1, digit as u8);
    }
    Ok(candidates)
}

fn three_digits(word: &str, side: usize) -> Option<[usize; 3]> {
    let digits: [u8; 3] = word.as_bytes().try_into().ok()?;
    let numbers = digits.map(|digit| usize::from(digit.wrapping_sub(b'0')));
    numbers.iter().all(|number| (1..=side).contains(number)).then_some(numbers)
}

impl Row {
    /// The words of the deleted candidates, with their places.
    fn deleted(&self) -> impl Iterator<Item = (usize, &str)> {
        let Span { start, .. } = self.deleted;
        let text = self.text_of(&self.deleted);
        let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        text.split_whitespace().map(move |word| (start as usize + at(word), word))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EASY, found, lines, read, sizes};
    use super::super::{read_one, testing};
    use crate::format::InputFormat::{Auto, Line};
    use crate::grid::Puzzle;

    #[test]
    fn text_after_the_cells_is_no_part_of_the_puzzle() {
        let pair = format!("{EASY},{}", EASY.replace('.', "1"));
        assert_eq!(read(&pair, Auto, None), [format!("1:{EASY}")]);
        let large = lines(1, &format!("{} expert", "a".repeat(256)));
        assert_eq!(sizes(large, None), ["1:16"]);
        assert_eq!(sizes("1..43..2.1..4..1 easy\n1..43..2.1..4..1,1,2", None), ["1:4", "2:4"]);
        assert!(read_one(&pair, Auto, None).is_ok());
    }

    #[test]
    fn text_that_does_not_begin_with_a_puzzle_is_refused() {
        let text = format!("{} 7.1", EASY.replacen('.', "x", 1));
        assert_eq!(found(&read(&text, Auto, None)[0]), "1:3: found `x`");
        for text in ["7 easy riddles", "12..34oops of puzzles", &EASY[1..]] {
            assert_eq!(read(format!("{text} 3 4"), Auto, None).len(), 1, "{text}");
            assert!(read_one(&format!("{text} 3 4"), Auto, None).is_err(), "{text}");
        }
        let error = read(format!("{EASY} 7"), Line, None);
        assert_eq!(found(&error[0]), "1:82: found ` `", "a format that was named is strict");
    }

    fn library(cells: &str, deleted: &str) -> String {
        format!(":0300:4:{cells}:{deleted}:415 425:comment:")
    }

    #[test]
    fn a_line_of_a_library_has_placed_digits_and_deleted_candidates() {
        let placed = EASY.replacen('7', "+7", 1);
        let text = library(&placed, "") + "\n" + EASY + "\n:0000:x:" + EASY + "\n";
        assert_eq!(read(&text, Auto, None), [1, 2, 3].map(|line| format!("{line}:{EASY}")));
        let restricted = read_one(&library(&placed, "413 813"), Auto, None).unwrap();
        let candidates = restricted.candidates().expect("two are deleted");
        let open: Vec<_> = candidates.excluded().filter(|&(cell, _)| cell == 2).collect();
        assert_eq!(open, [(2, 4), (2, 8)]);
        assert_eq!(restricted.givens(), EASY.parse::<Puzzle>().unwrap().givens());
        assert!(!restricted.allows(2, 4) && restricted.allows(2, 1));
    }

    #[test]
    fn a_wrong_line_of_a_library_is_pointed_at() {
        let error = |text: &str| testing::read(text, Auto, None).swap_remove(0);
        let expected = "expected a deleted candidate as three digits: digit, row and column, each \
                        from 1 to the size of the grid";
        for word in ["41", "4133", "403", "x12"] {
            let text = library(EASY, &format!("413 {word}"));
            assert_eq!(error(&text), format!("1:95: found `{word}`; {expected}"));
        }
        assert_eq!(found(&error(":0300:4:")), "1:1: found a line of length 0");
        assert_eq!(found(&error(":0300:4")), "1:1: found `:`");
        let short = error(&library(&EASY[1..], ""));
        assert_eq!(found(&short), "1:9: found a line of length 80");
        assert_eq!(found(&error(&library(&EASY.replacen('.', "?", 1), ""))), "1:11: found `?`");
    }
}
