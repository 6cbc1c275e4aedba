//! Sudokus: a file of puzzles, their answers, and one certificate for all.
//!
//! A puzzle is the exact cover problem of the empty grid, without the options that its givens exclude. Of a grid of n = b * b
//! rows, the option of row r, column c and digit d (each from 0) is number (r * n + c) * n + d; it has the items r * n + c (the cell),
//! n * n + r * n + d (the digit in the row), 2 * n * n + c * n + d (in the column) and 3 * n * n + (r / b * b + c / b) * n + d (in the box).

use crate::Limits;
use crate::bits;
use crate::count::{Ended, Visit, Walk};
use crate::lines::Lines;
use crate::problem::Problem;
use crate::refusal::{Refusal, shortened};
use crate::steps::Steps;

pub(crate) const PUZZLES: &str = "puzzles.txt";
pub(crate) const ANSWERS: &str = "answers.txt";
/// Digits, in order; a grid of n rows has the first n.
const DIGITS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

/// The sizes of a grid.
#[derive(Clone, Copy)]
struct Size {
    /// Number of rows of a box, and of the grid.
    side: usize,
    rows: usize,
}

impl Size {
    /// The size of a grid with this number of cells.
    fn of(cells: usize) -> Option<Self> {
        let sizes = (2..=5).map(|side: usize| Self { side, rows: side * side });
        sizes.into_iter().find(|size| size.rows * size.rows == cells)
    }

    fn problem(self) -> Problem {
        let n = self.rows;
        let option = |o: usize| {
            let (row, column, digit) = (o / n / n, o / n % n, o % n);
            let in_box = row / self.side * self.side + column / self.side;
            let items = [
                row * n + column,
                n * n + row * n + digit,
                2 * n * n + column * n + digit,
                3 * n * n + in_box * n + digit,
            ];
            items.map(|item| (item, None)).to_vec()
        };
        let options: Vec<_> = (0..n * n * n).map(option).collect();
        Problem::new(4 * n * n, &vec![(1, 1); 4 * n * n], &options)
    }

    /// The digits of a grid, from 0, and `None` for an empty cell.
    fn read(self, text: &str) -> Option<Vec<Option<usize>>> {
        let cell = |&byte: &u8| match byte {
            b'.' => Some(None),
            byte => DIGITS[..self.rows].iter().position(|&digit| digit == byte).map(Some),
        };
        let cells: Vec<_> = text.as_bytes().iter().map(cell).collect::<Option<_>>()?;
        (cells.len() == self.rows * self.rows).then_some(cells)
    }
}

/// The solutions that are listed for a puzzle, as grids.
struct Expected {
    size: Size,
    grids: Vec<String>,
    found: usize,
    /// The line of the answer, for a refusal.
    line: u64,
}

impl Visit for Expected {
    const ALL: bool = true;
    fn solution(&mut self, options: &[usize]) -> Result<(), Refusal> {
        let n = self.size.rows;
        let mut grid = vec![b'.'; n * n];
        for &option in options {
            grid[option / n] = DIGITS[option % n];
        }
        let expected = self.grids.get(self.found);
        self.found += 1;
        if expected.is_some_and(|expected| expected.as_bytes() == grid) {
            return Ok(());
        }
        let grid = String::from_utf8_lossy(&grid);
        Err(Refusal::line(ANSWERS, self.line, format_args!("does not list the solution {grid}")))
    }
}

/// Checks puzzles, their answers and their certificate; returns the number of steps.
pub(crate) fn check(
    (mut puzzles, mut answers): (Lines<'_>, Lines<'_>),
    mut steps: Steps<'_>,
    limits: Limits,
    number: u64,
) -> Result<u64, Refusal> {
    let mut counted = 0;
    let first = puzzles.next()?;
    let Some(size) = Size::of(first.as_ref().map_or(0, String::len)) else {
        return Err(puzzles.refusal("found no grid of 16, 81, 256 or 625 cells"));
    };
    let problem = size.problem();
    let mut walk = Walk::<u128, Expected>::new(&problem, limits);
    let all = problem.all();
    let mut line = first;
    while let Some(puzzle) = line {
        counted += 1;
        let Some(givens) = size.read(&puzzle) else {
            let (found, rows) = (shortened(&puzzle), size.rows);
            return Err(
                puzzles.refusal(format_args!("found `{found}`; expected a grid of {rows} rows"))
            );
        };
        let answer = answers.next()?.unwrap_or_default();
        let words: Vec<&str> = answer.split(' ').collect();
        match words.as_slice() {
            ["none"] | ["unique", _] => {
                let mut expected = Expected {
                    size,
                    grids: words[1..].iter().map(|&grid| grid.to_owned()).collect(),
                    found: 0,
                    line: counted,
                };
                let found = walk.count(&left(&all, size, &givens), &mut steps, &mut expected);
                let found = found.map_err(|ended| match ended {
                    Ended::Refused(refusal) => refusal,
                    Ended::Overflow => unreachable!("each solution is compared with a line"),
                })?;
                if found != expected.grids.len() as u128 {
                    return Err(answers.refusal("the puzzle has no solution"));
                }
            }
            ["several", one, other] if one != other => {
                for grid in [one, other] {
                    completes(&problem, size, &givens, grid).map_err(|why| answers.refusal(why))?;
                }
            }
            _ => {
                let answer = shortened(&answer);
                return Err(answers.refusal(format_args!(
                    "found `{answer}`; expected `none`, `unique GRID` or `several GRID GRID`"
                )));
            }
        }
        line = puzzles.next()?;
    }
    if answers.next()?.is_some() {
        return Err(answers.refusal("found more answers than puzzles"));
    }
    if counted != number {
        return Err(Refusal::whole(
            "MANIFEST",
            format_args!("claims {number} puzzles; found {counted}"),
        ));
    }
    steps.end()?;
    Ok(walk.steps)
}

fn left(all: &[u64], size: Size, givens: &[Option<usize>]) -> Vec<u64> {
    let n = size.rows;
    let mut left = all.to_vec();
    for (cell, given) in givens.iter().enumerate() {
        for digit in (0..n).filter(|digit| given.is_some_and(|given| given != *digit)) {
            let option = cell * n + digit;
            left[option / 64] &= !(1 << (option % 64));
        }
    }
    left
}

/// Why a grid is no solution of a puzzle.
fn completes(
    problem: &Problem,
    size: Size,
    givens: &[Option<usize>],
    grid: &str,
) -> Result<(), String> {
    let full: Option<Vec<usize>> = size.read(grid).and_then(|cells| cells.into_iter().collect());
    let Some(full) = full else {
        return Err(format!("found `{}`; expected a full grid", shortened(grid)));
    };
    let options: Vec<usize> =
        full.iter().enumerate().map(|(cell, digit)| cell * size.rows + digit).collect();
    let differs = givens
        .iter()
        .zip(&full)
        .position(|(given, digit)| given.is_some_and(|given| given != *digit));
    if let Some(cell) = differs {
        return Err(format!("the grid differs from the puzzle in cell {}", cell + 1));
    }
    for (i, &option) in options.iter().enumerate() {
        if options[i + 1..].iter().any(|&other| bits::has(problem.excluded(option), other)) {
            return Err(format!(
                "the digit of cell {} stands twice in a row, column or box",
                i + 1
            ));
        }
    }
    Ok(())
}
