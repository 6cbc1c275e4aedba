//! Full 9x9 grids, all equally likely.
//!
//! The top band and the left stack are drawn first, each uniformly, such that they agree on the first
//! region. They have K completions. With probability K / `BOUND` one of them is taken, each with the
//! same chance; otherwise band and stack are drawn again. So a grid is returned with probability
//! 1 / `BOUND` whenever its band and its stack are drawn. This is exact, because no K is above `BOUND`,
//! which was found by counting the completions of all bands and stacks.
//!
//! A band is drawn row by row: the first row in any order; the second, by rejection, such that every
//! region gets digits that it does not have yet; the last from the digits that each region still lacks.
//! There are 6³ last rows, whatever the rows before, so no band is favoured.

#[cfg(test)]
mod recount;

use quadrille_cover::random::{Stream, shuffle};

use crate::grid::Order;

/// The greatest number of completions of a band and a stack, found by counting those of all (see
/// `recount`). Hardly any come near: among 80 000 drawn at random the greatest number was 5644, and the
/// mean 2693.
const BOUND: usize = 11_664;

/// A full grid, drawn uniformly among all 6670903752021072936960.
pub(super) fn full_grid(stream: &mut Stream) -> Vec<u8> {
    loop {
        let frame = band_and_stack(Order::NINE, stream);
        let completions = Completions::of(&frame);
        if let Some(nth) = accept(completions.count, BOUND, stream) {
            return completions.nth(nth, frame);
        }
    }
}

/// Draws one of the completions, each with the chance 1 / `bound`; `None` with the remaining chance.
fn accept(completions: usize, bound: usize, stream: &mut Stream) -> Option<usize> {
    assert!(completions <= bound, "found {completions} completions, expected {bound} at most");
    Some(stream.below(bound)).filter(|&nth| nth < completions)
}

/// A band and a stack that agree on the first region; the other cells are 0.
fn band_and_stack(order: Order, stream: &mut Stream) -> Vec<u8> {
    let (n, side) = (order.n(), order.side());
    let (top, left) = (band(n, stream), band(n, stream));
    // The stack is another band, transposed, its digits renamed so that the first regions agree.
    let mut renamed = vec![0; side + 1];
    for r in 0..n {
        for c in 0..n {
            renamed[left[c * side + r] as usize] = top[r * side + c];
        }
    }
    let mut cells = vec![0; order.cells()];
    cells[..n * side].copy_from_slice(&top);
    for r in n..side {
        for c in 0..n {
            cells[r * side + c] = renamed[left[c * side + r] as usize];
        }
    }
    cells
}

fn band(n: usize, stream: &mut Stream) -> Vec<u8> {
    assert!(n <= 3, "larger bands are not uniform if they are drawn row by row");
    let side = n * n;
    let mut row: Vec<u8> = (1..=side as u8).collect();
    let mut lacking = vec![(1u16 << side) - 1; n];
    let mut band = Vec::with_capacity(n * side);
    for _ in 1..n {
        shuffle(&mut row, stream);
        while (0..side).any(|c| lacking[c / n] & bit(row[c]) == 0) {
            shuffle(&mut row, stream);
        }
        for (c, &digit) in row.iter().enumerate() {
            lacking[c / n] &= !bit(digit);
        }
        band.extend_from_slice(&row);
    }
    for region in lacking {
        row.clear();
        row.extend((1..=side as u8).filter(|&digit| region & bit(digit) != 0));
        shuffle(&mut row, stream);
        band.extend_from_slice(&row);
    }
    band
}

const ALL: u16 = 0x1ff;

fn bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

/// The completions of a band and a stack: the pairs of a filling of the middle band and one of the
/// bottom band that together hold the digits that every column lacks.
struct Completions {
    middle: Vec<Filling>,
    bottom: Vec<Filling>,
    /// The digits that the columns lack, in the bits of a [`DigitRow`].
    lacking: u64,
    count: usize,
}

impl Completions {
    fn of(frame: &[u8]) -> Self {
        let lacking = lacking(frame);
        let [mut middle, mut bottom] = [3, 6].map(|top| fillings(frame, top, lacking));
        // Both are sorted by the digits that the columns have in the middle band.
        middle.sort_unstable_by_key(|filling| filling.columns);
        bottom.sort_unstable_by_key(|filling| lacking ^ filling.columns);
        let mut all = Self { middle, bottom, lacking, count: 0 };
        all.count = all.groups().map(|(middle, bottom)| middle.len() * bottom.len()).sum();
        all
    }

    /// Groups of fillings of the middle band with the same digits in each column, each with the
    /// fillings of the bottom band that complete them.
    fn groups(&self) -> impl Iterator<Item = (&[Filling], &[Filling])> {
        let mut rest = self.bottom.as_slice();
        self.middle.chunk_by(|a, b| a.columns == b.columns).map(move |middle| {
            let complement = |filling: &Filling| self.lacking ^ filling.columns;
            let start = rest.iter().position(|f| complement(f) >= middle[0].columns);
            rest = &rest[start.unwrap_or(rest.len())..];
            let end = rest.iter().position(|f| complement(f) > middle[0].columns);
            let (bottom, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            (middle, bottom)
        })
    }

    /// The completion of number `nth`, entered into the frame.
    fn nth(&self, mut nth: usize, mut frame: Vec<u8>) -> Vec<u8> {
        for (middle, bottom) in self.groups() {
            let here = middle.len() * bottom.len();
            if nth < here {
                middle[nth / bottom.len()].write(&mut frame[27..54]);
                bottom[nth % bottom.len()].write(&mut frame[54..]);
                return frame;
            }
            nth -= here;
        }
        panic!("there are only {} completions", self.count)
    }
}

/// Six digits to the right of the left stack: bit 9 c + d - 1 stands for digit d in the c-th of six
/// columns.
type DigitRow = u64;

/// Three rows to the right of the left stack.
struct Filling {
    rows: [DigitRow; 3],
    /// The bits of all three rows.
    columns: u64,
}

impl Filling {
    fn write(&self, band: &mut [u8]) {
        for (cells, row) in band.chunks_exact_mut(9).zip(self.rows) {
            for (c, cell) in cells[3..].iter_mut().enumerate() {
                *cell = (row >> (9 * c) & u64::from(ALL)).trailing_zeros() as u8 + 1;
            }
        }
    }
}

/// The digits that the columns to the right of the left stack lack below the top band.
fn lacking(frame: &[u8]) -> u64 {
    (3..9).fold(0, |all, c| {
        let above = (0..3).fold(0, |digits, r| digits | bit(frame[r * 9 + c]));
        all | u64::from(ALL ^ above) << (9 * (c - 3))
    })
}

/// The fillings of the band that begins with row `top`, with digits that the columns lack.
fn fillings(frame: &[u8], top: usize, lacking: u64) -> Vec<Filling> {
    let rows = [top, top + 1, top + 2].map(|r| {
        let left = frame[r * 9..r * 9 + 3].iter().fold(0, |digits, &digit| digits | bit(digit));
        let mut rows = Vec::new();
        fill_row(0, u64::from(ALL ^ left), 0, lacking, &mut rows);
        rows
    });
    let mut all = Vec::new();
    for &(first, first_regions) in &rows[0] {
        for &(second, second_regions) in &rows[1] {
            if first_regions & second_regions != 0 {
                continue;
            }
            let regions = first_regions | second_regions;
            for &(third, _) in rows[2].iter().filter(|third| third.1 & regions == 0) {
                all.push(Filling { rows: [first, second, third], columns: first | second | third });
            }
        }
    }
    all
}

/// Adds all rows that begin with `row` and are filled with `digits` from column `c` of six on, each
/// with the sets of digits in its two regions.
fn fill_row(c: usize, digits: u64, row: DigitRow, lacking: u64, rows: &mut Vec<(DigitRow, u32)>) {
    if c == 6 {
        let regions =
            [0, 27].map(|at| (0..3).fold(0, |all, c| all | row >> (at + 9 * c) & u64::from(ALL)));
        rows.push((row, (regions[0] | regions[1] << 9) as u32));
        return;
    }
    let mut fitting = digits & lacking >> (9 * c);
    while fitting != 0 {
        let digit = fitting & fitting.wrapping_neg();
        fitting ^= digit;
        fill_row(c + 1, digits ^ digit, row | digit << (9 * c), lacking, rows);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use quadrille_cover::Budget;

    use super::*;
    use crate::engine::{Engine, Watch};
    use crate::grid::{Grid, Puzzle};

    #[test]
    fn completions_are_those_that_dancing_links_find() {
        let mut stream = Stream::new(1, 1);
        for _ in 0..5 {
            let frame = band_and_stack(Order::NINE, &mut stream);
            let completions = Completions::of(&frame);
            let puzzle = Puzzle::new(Grid::from_cells(frame.clone()).unwrap());
            assert_eq!(completions.count as u64, Engine::Dlx.count(&puzzle, u64::MAX).0);
            let all = (0..completions.count).map(|nth| completions.nth(nth, frame.clone()));
            let mut all: Vec<_> = all.collect();
            assert!(all.iter().all(|g| puzzle.is_solved_by(&Grid::from_cells(g.clone()).unwrap())));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), completions.count, "each is another");
        }
    }

    /// The distance of a chi-square from its mean, in standard deviations. With many degrees of freedom
    /// chi-square is nearly normal.
    fn chi_square(seen: impl IntoIterator<Item = u64> + Clone) -> f64 {
        let cases = seen.clone().into_iter().count() as f64;
        let expected = seen.clone().into_iter().sum::<u64>() as f64 / cases;
        assert!(expected >= 5.0, "too few are expected: {expected}");
        let parts = seen.into_iter().map(|n| (n as f64 - expected).powi(2) / expected);
        (parts.sum::<f64>() - (cases - 1.0)) / (2.0 * (cases - 1.0)).sqrt()
    }

    /// There are 288 full 4x4 grids (OEIS A107739). They are drawn by the same steps as those of 9x9.
    #[test]
    fn the_grids_of_4x4_come_out_equally_often() {
        let order = Order::new(2).unwrap();
        let mut stream = Stream::new(2, 0);
        let mut seen: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut drawn = 0;
        while drawn < 288 * 50 {
            let frame = Puzzle::new(Grid::from_cells(band_and_stack(order, &mut stream)).unwrap());
            let mut completions = Vec::new();
            Engine::Masks.search(&frame, &Budget::default(), Watch::Off, &mut |grid| {
                completions.push(grid.cells().to_vec());
                ControlFlow::Continue(())
            });
            if let Some(nth) = accept(completions.len(), 2, &mut stream) {
                *seen.entry(completions.swap_remove(nth)).or_default() += 1;
                drawn += 1;
            }
        }
        assert_eq!(seen.len(), 288);
        let deviations = chi_square(seen.values().copied());
        assert!(deviations.abs() < 5.0, "{deviations}");
    }

    /// Given the first region, its digits can be spread over the rows of the second in 56 ways, which
    /// have equally many bands (B. Felgenhauer, F. Jarvis, "Enumerating possible Sudoku grids", 2005).
    #[test]
    fn bands_come_out_equally_often() {
        let mut stream = Stream::new(3, 0);
        let mut seen: HashMap<Vec<usize>, u64> = HashMap::new();
        for _ in 0..56 * 200 {
            let band = band(3, &mut stream);
            // The row in the second region of each digit of the first.
            let first = (0..3).flat_map(|r| &band[9 * r..9 * r + 3]);
            let row = |digit| {
                let places = (0..27).filter(|i| i % 9 / 3 == 1);
                places.into_iter().find(|&i| band[i] == digit).expect("regions are full") / 9
            };
            let second = first.map(|&digit| row(digit)).collect();
            *seen.entry(second).or_default() += 1;
        }
        assert_eq!(seen.len(), 56);
        let deviations = chi_square(seen.values().copied());
        assert!(deviations.abs() < 5.0, "{deviations}");
    }

    /// The expected mean is the number of full grids divided by the number of pairs of a band and a
    /// stack that agree on the first region: 9! regions, each with 56 x 6^6 bands and as many stacks.
    #[test]
    fn bands_and_stacks_have_as_many_completions_as_they_must_in_the_mean() {
        const DRAWN: u64 = 1500;
        let chutes = 56.0 * 6f64.powi(6);
        let expected = 6_670_903_752_021_072_936_960.0 / (362_880.0 * chutes * chutes);
        let mut stream = Stream::new(4, 0);
        let counts = (0..DRAWN)
            .map(|_| Completions::of(&band_and_stack(Order::NINE, &mut stream)).count as f64);
        let mean = counts.sum::<f64>() / DRAWN as f64;
        // The standard deviation of a single count is 289.
        let deviations = (mean - expected) / (289.0 / (DRAWN as f64).sqrt());
        assert!(deviations.abs() < 5.0, "{mean}, expected {expected}");
    }

    /// The band and the stack drawn first look like those filled in later, that is, pairs of lines with two
    /// digits that can be exchanged are equally frequent in every band and stack.
    #[test]
    fn bands_and_stacks_of_full_grids_are_all_alike() {
        let mut stream = Stream::new(5, 0);
        let mut seen = [0; 6];
        for _ in 0..500 {
            let grid = full_grid(&mut stream);
            for (chute, seen) in seen.iter_mut().enumerate() {
                let at = |line: usize, i: usize| {
                    let line = chute % 3 * 3 + line;
                    if chute < 3 { grid[line * 9 + i] } else { grid[i * 9 + line] }
                };
                for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                    let swaps = |i: usize, j: usize| at(a, i) == at(b, j) && at(a, j) == at(b, i);
                    *seen +=
                        (0..9).flat_map(|i| (0..i).filter(move |&j| swaps(i, j))).count() as u64;
                }
            }
        }
        let deviations = chi_square(seen);
        assert!(deviations.abs() < 5.0, "{deviations}: {seen:?}");
    }
}
