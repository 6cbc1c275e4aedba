//! Queens: place n queens on a board of n x n squares so that none attacks another.
//!
//! Rows and columns are primary items, from `r0` and `c0` on: each has one queen. Diagonals are
//! secondary items, `a` with the sum of row and column and `b` with their difference. Diagonals of a single
//! square are omitted. An option is a queen on a square.
//! Rows and columns are listed from the middle of the board outwards ("organ-pipe order"),
//! because a search that breaks ties by the order of items is fastest in this order.
//!
//! Queens may be given: `queens:8:r0c3,r4c1` has only the options of these queens and those compatible with
//! them; solutions include the given queens. `given=K` places K random queens from a seed, each on a random square
//! that is not attacked. If no square is left before K queens stand, the drawing starts again. Whether the
//! other queens can be placed is not known in advance.
//!
//! Source: M. Bezzel, *Berliner Schachzeitung* 3 (1848), 363; D. E. Knuth, *TAOCP* 4B,
//! 7.2.2.1. Counts: OEIS A000170. Completion: I. P. Gent, C. Jefferson and P. Nightingale,
//! *Journal of Artificial Intelligence Research* 59 (2017), 815-848.

use super::layout::{Kind, Layout, Role};
use super::{Family, FamilyError, plain};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};
use crate::random::Stream;

pub(super) const FAMILY: Family = Family {
    name: "queens",
    parameters: "N[:SQUARES | :given=K[:seed=S]]",
    about: "N queens on a board of N x N, none attacking another; some may be given",
    example: "queens:8",
    read,
    layout: Some(|words| {
        let n = FAMILY.number(&words[..1])?;
        FAMILY.admit(n, |n| n * n)?;
        Ok(layout(n))
    }),
};

fn read(words: &[&str]) -> Result<Problem, FamilyError> {
    let (words, seed) = FAMILY.seed(words)?;
    match words {
        [n, given] => {
            let n = FAMILY.number(&[n])?;
            FAMILY.admit(n, |n| n * n)?;
            match given.strip_prefix("given=") {
                Some(count) => completion(n, &drawn(n, FAMILY.number(&[count])?, seed)?),
                None => completion(n, &squares(given)?),
            }
        }
        _ => completion(FAMILY.number(words)?, &[]),
    }
}

/// Squares from their text, `r0c3,r4c1`.
fn squares(text: &str) -> Result<Vec<(usize, usize)>, FamilyError> {
    let square = |word: &str| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    let wrong = |word| FAMILY.refuse(word, "squares such as r0c3,r4c1, counted from 0");
    text.split(',').map(|word| square(word).ok_or_else(|| wrong(word))).collect()
}

/// `count` random queens that do not attack each other.
fn drawn(n: usize, count: usize, seed: u64) -> Result<Vec<(usize, usize)>, FamilyError> {
    if count > n {
        return Err(FAMILY.refuse(format_args!("given={count}"), "no more queens than rows"));
    }
    let mut stream = Stream::new(seed, 0);
    let squares = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    for _ in 0..1000 {
        let mut left: Vec<_> = squares().collect();
        let mut queens = Vec::new();
        while queens.len() < count && !left.is_empty() {
            let queen = left[stream.below(left.len())];
            left.retain(|&square| !attack(queen, square));
            queens.push(queen);
        }
        if queens.len() == count {
            return Ok(queens);
        }
    }
    Err(FAMILY.refuse(format_args!("{n}:given={count}"), "fewer queens: 1000 attempts failed"))
}

/// Whether two queens attack each other or are on the same square.
fn attack((r, c): (usize, usize), (row, column): (usize, usize)) -> bool {
    r == row || c == column || r + c == row + column || r + column == row + c
}

/// The problem with queens on these squares, rows and columns counted from 0.
fn completion(n: usize, given: &[(usize, usize)]) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| n * n)?;
    for (i, &queen) in given.iter().enumerate() {
        let named = format!("r{}c{}", queen.0, queen.1);
        if queen.0 >= n || queen.1 >= n {
            return Err(FAMILY.refuse(named, "squares of the board"));
        }
        if given[..i].iter().any(|&other| attack(queen, other)) {
            return Err(FAMILY.refuse(named, "given queens of which no two attack each other"));
        }
    }
    let stands = |square| given.iter().all(|&queen| queen == square || !attack(queen, square));
    let mut builder = Problem::builder();
    let mut lines = Vec::with_capacity(n);
    for i in organ_pipes(n) {
        lines.push((i, builder.primary(&format!("r{i}"))?, builder.primary(&format!("c{i}"))?));
    }
    lines.sort_unstable();
    let rising = diagonals(&mut builder, 'a', n)?;
    let falling = diagonals(&mut builder, 'b', n)?;
    for &(r, row, _) in &lines {
        for &(c, _, column) in lines.iter().filter(|&&(c, ..)| stands((r, c))) {
            let diagonals = [rising[r + c], falling[n - 1 + r - c]];
            builder.option_of(plain(
                [row, column].into_iter().chain(diagonals.into_iter().flatten()),
            ))?;
        }
    }
    Ok(builder.build())
}

fn layout(n: usize) -> Layout {
    let mut layout = Layout::new([1, n, n], Kind::Chessboard).with_text("\u{265b}");
    for i in 0..n {
        layout.role(format!("r{i}"), Role::Row(i));
        layout.role(format!("c{i}"), Role::Column(i));
    }
    for diagonal in 0..2 * n {
        layout.role(format!("a{diagonal}"), Role::Nothing);
        layout.role(format!("b{diagonal}"), Role::Nothing);
    }
    layout
}

/// The numbers 0 to n - 1, ordered by their distance from the middle, the lower first.
fn organ_pipes(n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| (2 * i).abs_diff(n - 1));
    order
}

/// The items of all diagonals of one direction; `None` for the first and last, which are single squares.
fn diagonals(
    builder: &mut ProblemBuilder,
    letter: char,
    n: usize,
) -> Result<Vec<Option<ItemId>>, ProblemError> {
    let last = 2 * n - 2;
    let item = |d| match d {
        0 => Ok(None),
        _ if d == last => Ok(None),
        _ => builder.secondary(&format!("{letter}{d}")).map(Some),
    };
    (0..=last).map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{build, error, pin};

    #[test]
    fn given_queens_leave_what_they_do_not_attack() {
        let items = "r1 c1 r2 c2 r0 c0 r3 c3 | a1 a2 a3 a4 a5 b1 b2 b3 b4 b5";
        let one = ["r0 c1 a1 b2", "r1 c3 a4 b1", "r2 c0 a2 b5", "r2 c2 a4 b3"];
        let one = [&[items], &one[..], &["r3 c0 a3", "r3 c2 a5 b4", "r3 c3 b3"]].concat();
        assert_eq!(pin::lines("queens:4:r0c1"), one);
        let two = [items, "r0 c1 a1 b2", "r1 c3 a4 b1", "r2 c0 a2 b5", "r3 c0 a3", "r3 c2 a5 b4"];
        assert_eq!(pin::lines("queens:4:r0c1,r1c3"), two);
    }

    #[test]
    fn queens_are_drawn_from_the_seed() {
        for seed in 1..20 {
            let queens = drawn(8, 5, seed).unwrap();
            assert_eq!(queens.len(), 5);
            assert!(completion(8, &queens).is_ok(), "{queens:?}");
        }
        assert_eq!(drawn(8, 5, 7).unwrap(), [(7, 3), (0, 2), (6, 0), (2, 1), (3, 6)]);
        assert_eq!(build("queens:8:given=5"), build("queens:8:given=5:seed=1"));
        assert_ne!(build("queens:8:given=5"), build("queens:8:given=5:seed=2"));
    }

    #[test]
    fn refuses_queens_that_cannot_stand_there() {
        assert!(error("queens:8:r0c0,r3c3").contains("`r3c3`"));
        assert!(error("queens:8:r0c8").contains("expected squares of the board"));
        assert!(error("queens:8:a1").contains("expected squares such as r0c3,r4c1"));
        assert!(error("queens:8:given=9").contains("expected no more queens than rows"));
        assert!(error("queens:3:given=3").contains("expected fewer queens"));
        assert!(error("queens:8:given=2:seed=x").contains("seed= and a number below 2^64"));
        assert!(error("queens:0:given=2").contains("expected a number of 1 or more"));
    }
}
