//! The symmetries of Sudoku: the transformations of a grid that keep its structure of rows, columns and
//! regions, and so the number of its solutions.
//!
//! A symmetry may transpose the grid, permutes its rows such that the rows of a band stay together,
//! permutes its columns such that the columns of a stack stay together, and renames the digits. The
//! symmetries of order n form a group of 2 · (n!)^(2n+2) · (n²)! elements; the group for 9x9 is
//! described in Russell & Jarvis, "Mathematics of Sudoku II", 2006.

use quadrille_cover::random::{Stream, shuffle};

use crate::grid::{Candidates, Grid, Order, Puzzle};

/// A part of a symmetry, which [`Transform::random_of`] can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The names of the digits.
    Digits,
    /// The order of the bands, each n rows.
    Bands,
    /// The order of the stacks, each n columns.
    Stacks,
    /// The order of the rows of each band.
    Rows,
    /// The order of the columns of each stack.
    Columns,
    /// Whether the grid is transposed.
    Transposition,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 6] =
        [Self::Digits, Self::Bands, Self::Stacks, Self::Rows, Self::Columns, Self::Transposition];
}

/// A symmetry of Sudoku; [`apply`](Self::apply) applies it to a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transform {
    order: Order,
    /// Whether the grid is transposed, before rows and columns are permuted.
    transposed: bool,
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// The new name of each digit; 0 stays 0.
    digits: Vec<u8>,
}

impl Transform {
    /// The symmetry that changes nothing.
    #[cfg(test)]
    fn identity(order: Order) -> Self {
        let side = order.side() as u8;
        let lines: Vec<u8> = (0..side).collect();
        let digits = (0..=side).collect();
        Self { order, transposed: false, rows: lines.clone(), columns: lines, digits }
    }

    /// A random symmetry of this order, all equally likely.
    pub fn random(order: Order, stream: &mut Stream) -> Self {
        Self::random_of(order, &Part::ALL, stream)
    }

    /// A random symmetry of this order that changes these parts only, all such symmetries equally likely.
    ///
    /// ```
    /// use quadrille_cover::random::Stream;
    /// use quadrille_sudoku::canonical::{Part, Transform};
    /// use quadrille_sudoku::Order;
    ///
    /// let transform = Transform::random_of(Order::NINE, &[Part::Digits], &mut Stream::new(1, 0));
    /// assert!((0..81).all(|cell| transform.cell(cell) == cell));
    /// ```
    pub fn random_of(order: Order, parts: &[Part], stream: &mut Stream) -> Self {
        let has = |part| parts.contains(&part);
        let mut digits: Vec<u8> = (0..=order.side() as u8).collect();
        if has(Part::Digits) {
            shuffle(&mut digits[1..], stream);
        }
        Self {
            order,
            transposed: has(Part::Transposition) && stream.below(2) == 1,
            rows: random_lines(order.n(), has(Part::Bands), has(Part::Rows), stream),
            columns: random_lines(order.n(), has(Part::Stacks), has(Part::Columns), stream),
            digits,
        }
    }

    /// The symmetry that transposes the grid if `transposed` is set, then moves row `row_at[i]` and
    /// column `column_at[i]` to place i, and renames digit `digit_at[i]` to i + 1.
    pub(super) fn gathering(
        order: Order,
        transposed: bool,
        row_at: &[u8],
        column_at: &[u8],
        digit_at: &[u8],
    ) -> Self {
        let mut digits = vec![0; order.side() + 1];
        for (name, &digit) in (1..).zip(digit_at) {
            digits[digit as usize] = name;
        }
        let (rows, columns) = (inverted(row_at), inverted(column_at));
        Self { order, transposed, rows, columns, digits }
    }

    /// The order of the grids to which the symmetry applies.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The image of a grid under the symmetry.
    ///
    /// # Panics
    /// If the grid is of another order.
    pub fn apply(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.order(), self.order, "a symmetry is for grids of its own order");
        let mut image = Grid::empty(self.order);
        for (cell, &digit) in grid.cells().iter().enumerate() {
            image.set(self.cell(cell), self.digits[digit as usize]);
        }
        image
    }

    /// The image of a puzzle, with its candidates, under the symmetry.
    ///
    /// # Panics
    /// If the puzzle is of another order.
    pub fn apply_to_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let givens = self.apply(puzzle.givens());
        let Some(candidates) = puzzle.candidates() else { return Puzzle::new(givens) };
        let mut masks = vec![0; self.order.cells()];
        for (cell, &mask) in candidates.masks().iter().enumerate() {
            let digits = (1..=self.order.side() as u8).filter(|digit| mask >> (digit - 1) & 1 == 1);
            masks[self.cell(cell)] =
                digits.fold(0, |image, digit| image | 1 << (self.digit(digit) - 1));
        }
        let candidates = Candidates::from_masks(masks).expect("renamed digits fit the grid");
        Puzzle::restricted(&givens, candidates).expect("both have the order of the symmetry")
    }

    /// The new place of a cell.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn cell(&self, cell: usize) -> usize {
        let place = (self.order.row(cell), self.order.column(cell));
        let (row, column) = if self.transposed { (place.1, place.0) } else { place };
        self.rows[row] as usize * self.order.side() + self.columns[column] as usize
    }

    /// The new name of a digit; 0, an empty cell, stays 0.
    ///
    /// # Panics
    /// If the digit is above n².
    pub fn digit(&self, digit: u8) -> u8 {
        self.digits[digit as usize]
    }

    /// Whether the grid is transposed before its rows and columns are permuted.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// The new place of each row, after the transposition if there is one; rows count from 0.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// The new place of each column, after the transposition if there is one; columns count from 0.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        // Undoing this symmetry would end with the transposition. A `Transform` begins with it, so rows
        // and columns change roles.
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let digits = inverted(&self.digits);
        Self { order: self.order, transposed: self.transposed, rows, columns, digits }
    }
}

/// A random permutation of n² lines that keeps together the n lines of each band or stack. It permutes the bands or
/// stacks, the lines within each, or both.
fn random_lines(n: usize, groups_move: bool, lines_move: bool, stream: &mut Stream) -> Vec<u8> {
    let mut groups: Vec<usize> = (0..n).collect();
    if groups_move {
        shuffle(&mut groups, stream);
    }
    let mut lines = Vec::with_capacity(n * n);
    for group in groups {
        let mut within: Vec<u8> = (0..n).map(|i| (group * n + i) as u8).collect();
        if lines_move {
            shuffle(&mut within, stream);
        }
        lines.extend(within);
    }
    lines
}

fn inverted(permutation: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; permutation.len()];
    for (from, &to) in permutation.iter().enumerate() {
        inverse[to as usize] = from as u8;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::generate::full_grid;

    fn some_grid(order: Order, stream: &mut Stream) -> Grid {
        let mut cells = full_grid(order, stream).cells().to_vec();
        for cell in &mut cells {
            *cell *= u8::from(stream.below(2) == 1);
        }
        Grid::from_cells(cells).expect("a grid with fewer digits")
    }

    proptest! {
        #[test]
        fn symmetries_act_on_grids_and_can_be_undone(seed in any::<u64>(), n in 2usize..6) {
            let order = Order::new(n).unwrap();
            let mut stream = Stream::new(seed, 0);
            let grid = some_grid(order, &mut stream);
            let transform = Transform::random(order, &mut stream);
            let image = transform.apply(&grid);
            prop_assert_eq!(Transform::identity(order).apply(&grid), grid.clone());
            prop_assert_eq!(transform.inverse().apply(&image), grid.clone());
            prop_assert_eq!(transform.inverse().inverse(), transform);
            prop_assert_eq!(image.filled(), grid.filled());
            prop_assert_eq!(image.clash(), None);
        }
    }

    proptest! {
        #[test]
        fn parts_left_out_do_not_change(seed in any::<u64>(), n in 2usize..6, chosen in 0u8..64) {
            let order = Order::new(n).unwrap();
            let has = |part: Part| chosen >> part as u8 & 1 == 1;
            let parts: Vec<Part> = Part::ALL.into_iter().filter(|&part| has(part)).collect();
            let drawn = Transform::random_of(order, &parts, &mut Stream::new(seed, 0));
            let identity = Transform::identity(order);
            prop_assert!(has(Part::Digits) || drawn.digits == identity.digits);
            prop_assert!(has(Part::Transposition) || !drawn.is_transposed());
            for (groups, lines, places) in [
                (Part::Bands, Part::Rows, drawn.rows()),
                (Part::Stacks, Part::Columns, drawn.columns()),
            ] {
                for (line, &place) in places.iter().enumerate() {
                    let place = place as usize;
                    prop_assert!(has(groups) || place / n == line / n);
                    prop_assert!(has(lines) || place % n == line % n);
                    prop_assert_eq!(place / n, places[line / n * n] as usize / n);
                }
            }
        }
    }

    #[test]
    fn every_symmetry_of_4x4_can_be_drawn() {
        let order = Order::new(2).unwrap();
        let mut stream = Stream::new(1, 0);
        let mut drawn = HashSet::new();
        for _ in 0..50_000 {
            drawn.insert(Transform::random(order, &mut stream));
        }
        assert_eq!(drawn.len(), 2 * 8 * 8 * 24, "2 · (2!)^6 · 4!");
    }

    #[test]
    fn a_transform_says_where_cells_and_digits_go() {
        let order = Order::NINE;
        let transform = Transform::random(order, &mut Stream::new(5, 0));
        let mut grid = Grid::empty(order);
        grid.set(13, 7);
        let image = transform.apply(&grid);
        assert_eq!(image.digit(transform.cell(13)), transform.digit(7));
        assert_eq!(image.filled(), 1);
    }
}
