//! Unavoidable sets of a full 9x9 grid, found without a search.
//!
//! An unavoidable set is a set of cells in which another solution may differ, so that every puzzle with one solution has a
//! clue in it. Two kinds are quickly listed: cells of two digits that can change places, and cells of two rows of a band, or of two
//! columns of a stack, that can.

/// Upper bound on the cells of a small set. Larger sets hardly ever lack a clue.
const SMALL: u32 = 12;

/// The small sets of a full grid, as bits of cells. Nothing for grids of other sizes.
pub(super) fn unavoidable(solution: &[u8]) -> Vec<u128> {
    let Ok(grid) = <&[u8; 81]>::try_from(solution) else { return Vec::new() };
    let mut sets = all(grid);
    sets.retain(|set| set.count_ones() <= SMALL);
    sets
}

/// All sets of the two kinds, as bits of cells. A set may be of both kinds, and is then listed twice.
pub(super) fn all(grid: &[u8; 81]) -> Vec<u128> {
    let mut sets = Vec::with_capacity(128);
    of_two_digits(grid, &mut sets);
    let transposed: [u8; 81] = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
    of_two_rows(grid, |row, column| row * 9 + column, &mut sets);
    of_two_rows(&transposed, |row, column| column * 9 + row, &mut sets);
    sets
}

/// The cells of two digits fall into parts in which the digits can be exchanged: with a row, all rows that share a column or
/// a box with its two cells.
fn of_two_digits(grid: &[u8; 81], sets: &mut Vec<u128>) {
    // For each digit, its column in each row, its row in each column, and its row in each box.
    let (mut column, mut in_column, mut in_box) = ([[0; 9]; 10], [[0; 9]; 10], [[0; 9]; 10]);
    for (cell, &digit) in grid.iter().enumerate() {
        let (r, c, d) = (cell / 9, cell % 9, usize::from(digit));
        column[d][r] = c;
        in_column[d][c] = r;
        in_box[d][r / 3 * 3 + c / 3] = r;
    }
    for a in 1..=8 {
        for b in a + 1..=9 {
            let mut left: u32 = 0x1FF;
            while left != 0 {
                let (mut set, mut rows) = (0, left & left.wrapping_neg());
                left ^= rows;
                while rows != 0 {
                    let r = rows.trailing_zeros() as usize;
                    rows &= rows - 1;
                    for (one, other) in [(a, b), (b, a)] {
                        let c = column[one][r];
                        set |= 1 << (r * 9 + c);
                        let near = 1 << in_column[other][c] | 1 << in_box[other][r / 3 * 3 + c / 3];
                        rows |= near & left;
                        left &= !near;
                    }
                }
                sets.push(set);
            }
        }
    }
}

/// Two rows of a band can be exchanged in columns that hold the same digits in both.
fn of_two_rows(grid: &[u8; 81], cell: impl Fn(usize, usize) -> usize, sets: &mut Vec<u128>) {
    for (one, other) in (0..9).flat_map(|r| (r + 1..r / 3 * 3 + 3).map(move |other| (r, other))) {
        let mut column = [0; 10];
        (0..9).for_each(|c| column[usize::from(grid[one * 9 + c])] = c);
        let mut left: u32 = 0x1FF;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let (mut set, mut c) = (0, first);
            loop {
                left &= !(1 << c);
                set |= 1 << cell(one, c) | 1 << cell(other, c);
                c = column[usize::from(grid[other * 9 + c])];
                if c == first {
                    break;
                }
            }
            sets.push(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;

    use super::*;
    use crate::generate::full_grid;
    use crate::{Engine, Grid, Order, Puzzle};

    #[test]
    fn without_a_clue_in_a_set_there_are_several_solutions() {
        let mut found = 0;
        for seed in 0..20 {
            let full = full_grid(Order::NINE, &mut Stream::new(seed, 0));
            for set in unavoidable(full.cells()) {
                let clue =
                    |(cell, &digit): (usize, &u8)| if set >> cell & 1 == 1 { 0 } else { digit };
                let cells = full.cells().iter().enumerate().map(clue).collect();
                let puzzle = Puzzle::new(Grid::from_cells(cells).expect("digits of a grid"));
                assert_eq!(Engine::Dlx.count(&puzzle, 2).0, 2, "{puzzle:?}");
                found += 1;
            }
        }
        assert!(found > 400, "{found}");
        assert!(unavoidable(&[1; 256]).is_empty());
    }
}
