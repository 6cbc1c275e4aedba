//! Verdicts: how many solutions a puzzle has, and what the answer is that a table gives for it.

use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Grid, Puzzle, Uniqueness};
use serde::Serialize;
use strum::IntoStaticStr;

use crate::{Refused, Row, read_answer};

/// What is known of the number of a puzzle's solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, Serialize)]
#[serde(into = "&'static str")]
#[strum(serialize_all = "lowercase")]
pub enum Answer {
    /// One solution.
    Unique,
    /// Several solutions.
    Multiple,
    /// No solution.
    None,
    /// There is no puzzle, or one that cannot be read.
    Invalid,
    /// The search ended too early to decide.
    #[default]
    Unknown,
}

impl Answer {
    /// The name in results.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The number of solutions, where two stands for two or more; `None` if it is not known.
    pub fn solutions(self) -> Option<i64> {
        match self {
            Self::None => Some(0),
            Self::Unique => Some(1),
            Self::Multiple => Some(2),
            Self::Invalid | Self::Unknown => None,
        }
    }
}

impl From<Uniqueness> for Answer {
    fn from(uniqueness: Uniqueness) -> Self {
        match uniqueness {
            Uniqueness::Unique => Self::Unique,
            Uniqueness::Multiple => Self::Multiple,
            Uniqueness::None => Self::None,
        }
    }
}

impl From<Option<Uniqueness>> for Answer {
    fn from(uniqueness: Option<Uniqueness>) -> Self {
        uniqueness.map_or(Self::Unknown, Self::from)
    }
}

/// What a given answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, Serialize)]
#[serde(into = "&'static str")]
#[strum(serialize_all = "lowercase")]
pub enum Given {
    /// The one solution.
    Right,
    /// No solution, or no grid.
    Wrong,
    /// A solution of a puzzle that has several.
    #[strum(serialize = "one of several")]
    OneOfSeveral,
    /// A solution of a puzzle of which is not known whether it has others.
    #[strum(serialize = "a solution")]
    Solution,
    /// There is none, or the puzzle cannot be read.
    Missing,
}

impl Given {
    /// All that a given answer can be.
    pub const ALL: [Self; 5] =
        [Self::Right, Self::Wrong, Self::OneOfSeveral, Self::Solution, Self::Missing];

    /// The name in results.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Judges the answer of a row whose puzzle has this number of solutions. If the answer is no grid, says why.
    pub fn of(row: &Row<'_>, puzzle: &Puzzle, answer: Answer) -> (Self, Option<Refused>) {
        let Some(field) = row.answer() else { return (Self::Missing, None) };
        match read_answer(field) {
            Ok(grid) => (Self::judge(puzzle, &grid, answer), None),
            Err(what) => (Self::Wrong, Some(row.refuse_answer(&what))),
        }
    }

    /// Judges a grid given for a puzzle that has this number of solutions.
    pub fn judge(puzzle: &Puzzle, grid: &Grid, answer: Answer) -> Self {
        Self::if_solved(puzzle.is_solved_by(grid), answer)
    }

    /// [`judge`](Self::judge) for the cells of 9x9 grids.
    ///
    /// ```
    /// use quadrille_tables::{Answer, Given};
    ///
    /// assert_eq!(Given::judge_cells(&[0; 81], &[1; 81], Answer::Multiple), Given::Wrong);
    /// ```
    pub fn judge_cells(puzzle: &Cells, cells: &Cells, answer: Answer) -> Self {
        Self::if_solved(keeps_rules::<0>(puzzle, cells), answer)
    }

    /// What a grid is for a puzzle that has this number of solutions.
    pub fn if_solved(is_solved: bool, answer: Answer) -> Self {
        match answer {
            _ if !is_solved => Self::Wrong,
            Answer::Unique => Self::Right,
            Answer::Multiple => Self::OneOfSeveral,
            Answer::None | Answer::Invalid | Answer::Unknown => Self::Solution,
        }
    }
}

/// Whether an answer of 81 digits solves a puzzle.
///
/// This is called for every row of a table, so it must take a small part of the time of a search: with the digits of a band
/// in registers and without a jump, it takes 26 ns, where the obvious loop took 230.
pub fn solves(puzzle: &Cells, answer: &[u8]) -> bool {
    answer.try_into().is_ok_and(|answer| keeps_rules::<b'0'>(puzzle, answer))
}

/// Whether 81 cells, in which a digit d stands as the byte `ZERO` + d, keep the givens of a puzzle and the rules.
fn keeps_rules<const ZERO: u8>(puzzle: &Cells, answer: &[u8; 81]) -> bool {
    let changed = |(given, digit): (&u8, &u8)| u8::from(*given != 0 && given + ZERO != *digit);
    if puzzle.iter().zip(answer).fold(0, |any, pair| any | changed(pair)) != 0 {
        return false;
    }
    // Nine cells hold all digits only if each holds one of its own.
    let (mut common, mut columns) = (ALL, [0; 9]);
    for band in answer.as_chunks::<27>().0 {
        let mut regions = [0; 3];
        for row in band.as_chunks::<9>().0 {
            let bits = row.map(|symbol| Bits::<ZERO>::OF[usize::from(symbol)]);
            let mut whole = 0;
            for (region, cells) in regions.iter_mut().zip(bits.as_chunks::<3>().0) {
                let three = cells[0] | cells[1] | cells[2];
                *region |= three;
                whole |= three;
            }
            for (column, bits) in columns.iter_mut().zip(bits) {
                *column |= bits;
            }
            common &= whole;
        }
        common = regions.iter().fold(common, |common, region| common & region);
    }
    columns.iter().fold(common, |common, column| common & column) == ALL
}

/// The bits of all digits.
const ALL: u16 = 0x3fe;

/// The bit of each byte that is a digit, where 0 is `ZERO`.
struct Bits<const ZERO: u8>;

impl<const ZERO: u8> Bits<ZERO> {
    const OF: [u16; 256] = {
        let mut bits = [0; 256];
        let mut digit = 1;
        while digit <= 9 {
            bits[ZERO as usize + digit] = 1 << digit;
            digit += 1;
        }
        bits
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &[u8; 81] =
        b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    fn cells(text: &[u8; 81]) -> Cells {
        text.map(|symbol| symbol - b'0')
    }

    #[test]
    fn a_solution_keeps_the_givens_and_the_rules() {
        let mut puzzle = cells(FULL);
        puzzle[3..].fill(0);
        assert!(solves(&puzzle, FULL));
        assert!(solves(&[0; 81], FULL));
        assert!(!solves(&puzzle, &FULL[..80]));
        for (cell, symbol) in [(0, b'2'), (80, b'6'), (40, b'0'), (40, b'.'), (40, b'x'), (5, 0)] {
            let mut other = *FULL;
            other[cell] = symbol;
            assert!(!solves(&puzzle, &other), "cell {cell}");
        }
        let mut swapped = *FULL;
        swapped.swap(79, 80);
        assert!(!solves(&[0; 81], &swapped), "the row has all digits, the columns have not");
        puzzle[0] = 2;
        assert!(!solves(&puzzle, FULL), "a given is not kept");
    }

    #[test]
    fn cells_are_judged_as_texts_are() {
        let (full, empty) = (cells(FULL), [0; 81]);
        assert_eq!(Given::judge_cells(&full, &full, Answer::Unique), Given::Right);
        assert_eq!(Given::judge_cells(&empty, &full, Answer::Multiple), Given::OneOfSeveral);
        assert_eq!(Given::judge_cells(&empty, &full, Answer::Unknown), Given::Solution);
        for digit in [0, 3, 10, 255] {
            let mut other = full;
            other[1] = digit;
            assert_eq!(Given::judge_cells(&empty, &other, Answer::Unique), Given::Wrong, "{digit}");
        }
    }
}
