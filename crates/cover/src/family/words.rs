//! Word squares: write words of n letters in the n rows of a square so that the columns are words too.
//!
//! In a word square column i is the same word as row i. In a double word square all 2n words are different.
//! The words come from a list, of which only words of n letters are used, each once, in lexicographic order.
//! Case matters.
//!
//! Primary items: the rows from `A0` on and, in a double square, the columns from `D0` on. Secondary items: the
//! cells, from `00` on by row and column (from n = 11 on with a dot between), with their letter as the colour; in
//! a square that is not double, only the cells not below the diagonal. In a double square each
//! word with the prefix `w.` is a secondary item, too, so that no word occurs twice. An option is a row or a
//! column with a word.
//!
//! The user gives the list, because good lists of words have owners: as a file, `@words.txt`, or
//! in the spec, separated by commas.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, exercises on word rectangles, and *The Stanford
//! `GraphBase`* (1993) for a list. Counts: with all words over q letters there are q^(n(n + 1)/2) squares.

use std::collections::BTreeSet;

use super::layout::{Kind, Layout, Role};
use super::{Family, FamilyError, primaries};
use crate::problem::{Entry, ItemId, Problem, ProblemBuilder, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "wordsquare",
    parameters: "N[:double]:(@FILE | WORDS)",
    about: "word squares of N x N from a list of words; double: the columns are other words",
    example: "wordsquare:3:bit,ice,ten",
    read: |words| {
        let (n, is_double) = read(words)?;
        let [_, .., list] = words else { return Err(FAMILY.misread(words)) };
        if words.len() != 2 + usize::from(is_double) {
            return Err(FAMILY.misread(words));
        }
        let list = list.split(|c: char| c.is_whitespace() || c == ',');
        let words: BTreeSet<_> = list.filter(|word| word.chars().count() == n).collect();
        FAMILY.admit(n, |n| (2.0 * n * words.len() as f64).max(n * n))?;
        if is_double { double(n, &words) } else { single(n, &words) }
    },
    layout: Some(|words| {
        let (n, is_double) = read(words)?;
        FAMILY.admit(n, |n| n * n)?;
        Ok(layout(n, is_double))
    }),
};

/// The side, and whether the square is double.
fn read(words: &[&str]) -> Result<(usize, bool), FamilyError> {
    let [n, rest @ ..] = words else { return Err(FAMILY.misread(words)) };
    Ok((FAMILY.number(&[n])?, rest.first() == Some(&"double")))
}

fn single(n: usize, words: &BTreeSet<&str>) -> Result<Problem, FamilyError> {
    let mut builder = Problem::builder();
    let rows = primaries(&mut builder, 'A', 0..n)?;
    let mut cells = vec![None; n * n];
    for row in 0..n {
        for column in row..n {
            let cell = builder.secondary(&cell(n, row, column))?;
            cells[row * n + column] = Some(cell);
            cells[column * n + row] = Some(cell);
        }
    }
    for (row, &item) in rows.iter().enumerate() {
        for word in words {
            let across = (0..n).filter_map(|column| cells[row * n + column]);
            write(&mut builder, item, across, word, None)?;
        }
    }
    Ok(builder.build())
}

fn double(n: usize, words: &BTreeSet<&str>) -> Result<Problem, FamilyError> {
    let mut builder = Problem::builder();
    let rows = primaries(&mut builder, 'A', 0..n)?;
    let columns = primaries(&mut builder, 'D', 0..n)?;
    let mut cells = Vec::new();
    for i in 0..n * n {
        cells.push(builder.secondary(&cell(n, i / n, i % n))?);
    }
    let mut once = Vec::new();
    for word in words {
        once.push(builder.secondary(&format!("w.{word}"))?);
    }
    for (i, (&row, &column)) in rows.iter().zip(&columns).enumerate() {
        for (word, &once) in words.iter().zip(&once) {
            let across = (0..n).map(|j| cells[i * n + j]);
            write(&mut builder, row, across, word, Some(once))?;
            let down = (0..n).map(|j| cells[j * n + i]);
            write(&mut builder, column, down, word, Some(once))?;
        }
    }
    Ok(builder.build())
}

fn write(
    builder: &mut ProblemBuilder,
    place: ItemId,
    cells: impl Iterator<Item = ItemId>,
    word: &str,
    once: Option<ItemId>,
) -> Result<(), ProblemError> {
    builder.push(Entry { item: place, colour: None })?;
    let mut buffer = [0; 4];
    for (item, letter) in cells.zip(word.chars()) {
        let colour = Some(builder.colour(letter.encode_utf8(&mut buffer))?);
        builder.push(Entry { item, colour })?;
    }
    if let Some(item) = once {
        builder.push(Entry { item, colour: None })?;
    }
    builder.finish_option().map(drop)
}

fn cell(n: usize, row: usize, column: usize) -> String {
    let dot = if n > 10 { "." } else { "" };
    format!("{row}{dot}{column}")
}

fn layout(n: usize, is_double: bool) -> Layout {
    let mut layout = Layout::new([1, n, n], Kind::Symbols { block: 0 });
    for i in 0..n {
        layout.role(format!("A{i}"), Role::Nothing);
        layout.role(format!("D{i}"), Role::Nothing);
        for j in 0..n {
            let here = i * n + j;
            let cells = if is_double || i == j { vec![here] } else { vec![here, j * n + i] };
            if is_double || i <= j {
                layout.role(cell(n, i, j), Role::Letters(cells));
            }
        }
    }
    layout.role_of_others("w.", Role::Nothing);
    layout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Dlx;
    use crate::family::{build_with, error, pin};
    use crate::search::Solver;

    /// Common words of four letters, put together for this test.
    const WORDS: &str = "area ants anti also back bald bask bear earl east each ease ears \
        idea into iron item lace lady lake lama last lark late near neat oath oval rest rats reap \
        rose sane seat star stem tall tent that tree area near abed bore dear lade made mode \
        olea omen open oven seen send nest nets sent ten tens ends nods dose node";

    fn count(spec: &str) -> u64 {
        let problem = build_with(spec, |_| Ok(WORDS.to_owned())).unwrap();
        Dlx.count(&problem).unwrap().try_into().unwrap()
    }

    fn words() -> BTreeSet<&'static str> {
        WORDS.split(' ').filter(|word| word.len() == 4).collect()
    }

    /// The rows and columns of all squares whose rows and columns are words, found by trying all rows.
    fn squares(words: &BTreeSet<&'static str>) -> Vec<([&'static str; 4], [String; 4])> {
        let begins = |text: &str| words.iter().any(|word| word.starts_with(text));
        let columns = |rows: &[&'static str]| -> [String; 4] {
            std::array::from_fn(|i| rows.iter().map(|row| &row[i..=i]).collect())
        };
        let mut partial: Vec<Vec<&'static str>> = vec![vec![]];
        for _ in 0..4 {
            partial = partial
                .iter()
                .flat_map(|rows| words.iter().map(move |&word| [&rows[..], &[word]].concat()))
                .filter(|rows| columns(rows).iter().all(|column| begins(column)))
                .collect();
        }
        let whole = partial.into_iter();
        whole.map(|rows| (std::array::from_fn(|i| rows[i]), columns(&rows))).collect()
    }

    #[test]
    fn squares_are_those_found_by_trying_all_rows() {
        let all = squares(&words());
        let symmetric = all.iter().filter(|(rows, columns)| rows == columns).count();
        assert!(symmetric > 5, "{symmetric}");
        assert_eq!(count("wordsquare:4:@words"), symmetric as u64);
        let different = |(rows, columns): &&([&str; 4], [String; 4])| {
            let words: BTreeSet<&str> =
                rows.iter().copied().chain(columns.iter().map(|column| &**column)).collect();
            words.len() == 8
        };
        assert_eq!(
            count("wordsquare:4:double:@words"),
            all.iter().filter(different).count() as u64
        );
    }

    #[test]
    fn small_squares_as_text() {
        let square =
            ["A0 A1 | 00 01 11", "A0 00:i 01:t", "A0 00:t 01:o", "A1 01:i 11:t", "A1 01:t 11:o"];
        assert_eq!(pin::lines("wordsquare:2:to,it,the,to"), square);
        let double = ["A0 D0 | 00 w.a", "A0 00:a w.a", "D0 00:a w.a"];
        assert_eq!(pin::lines("wordsquare:1:double:a"), double);
        let accents = pin::lines("wordsquare:2:\u{e9}t");
        assert_eq!(accents[1], "A0 00:\u{e9} 01:t");
    }

    #[test]
    fn refuses_what_is_no_list() {
        assert!(error("wordsquare:3").contains("expected N[:double]:(@FILE | WORDS)"));
        assert!(error("wordsquare:3:double").contains("expected N[:double]:(@FILE | WORDS)"));
        assert!(error("wordsquare:0:a").contains("expected a number of 1 or more"));
        assert!(error("wordsquare:3:@words").contains("`@words`: files are not read here"));
        assert!(error("wordsquare:3:a|b").contains("empty or malformed colour"));
        let missing = build_with("wordsquare:3:@words", |_| Err("not found".into()));
        assert_eq!(missing.unwrap_err().to_string(), "`@words`: not found");
    }
}
