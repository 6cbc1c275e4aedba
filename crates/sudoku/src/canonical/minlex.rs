//! The smallest of all grids isomorphic to a 4x4 or 9x9 grid, compared as lines of digits.
//!
//! The smallest grid is built row by row, breadth first: of all possible beginnings, only those with the
//! smallest first row are kept; of their continuations, only those with the smallest second row; and so on.
//! A beginning is a [`Start`], which consists of whether the grid is transposed, the order of the stacks,
//! the rows chosen so far, and the order of the columns as far as these rows have decided it. Columns that
//! no row has told apart yet form a *class*. A row splits a class: empty cells come first, then digits that
//! occur in rows above, then new digits, which get the next names. The search branches only at a digit that
//! occurs above but whose name is not settled, because the column of its first occurrence is still in a
//! class with others. Such a digit can get the smallest name of that class, and every digit for which this
//! is possible is tried.
//!
//! Empty rows of a band are interchangeable, and so are empty bands.

use super::transform::Transform;
use crate::grid::{Grid, Order};

/// The largest order for which this search is used.
pub(super) const LARGEST: usize = 3;
/// The number of rows of a grid of the largest order.
const MOST: usize = LARGEST * LARGEST;

/// A symmetry that turns a grid without a clash into the smallest isomorphic grid.
pub(super) fn transform(grid: &Grid) -> Transform {
    let search = MinlexSearch::run(grid);
    search.starts[0].transform(&search)
}

/// The grid or its transpose.
struct OrientedGrid {
    /// Digits by row and column.
    digits: [[u8; MOST]; MOST],
    /// The empty rows, as bits.
    empty: u16,
}

impl OrientedGrid {
    fn new(grid: &Grid, transposed: bool) -> Self {
        let order = grid.order();
        let mut digits = [[0; MOST]; MOST];
        for (cell, &digit) in grid.cells().iter().enumerate() {
            let (row, column) = (order.row(cell), order.column(cell));
            let (row, column) = if transposed { (column, row) } else { (row, column) };
            digits[row][column] = digit;
        }
        let is_empty = |&row: &usize| digits[row].iter().all(|&digit| digit == 0);
        let empty = (0..order.side()).filter(is_empty).map(|row| 1 << row).sum();
        Self { digits, empty }
    }
}

/// Marks a digit that does not occur in the rows chosen so far.
const UNKNOWN: u8 = u8::MAX;

/// A beginning of the smallest grid, as the module's documentation explains.
#[derive(Clone, Copy, Debug)]
struct Start {
    transposed: bool,
    /// The rows chosen, first to last.
    row_at: [u8; MOST],
    /// The rows chosen, as bits.
    chosen: u16,
    /// The columns in their order. Within a class the order is not decided yet.
    column_at: [u8; MOST],
    /// The place of each column in `column_at`.
    place_of: [u8; MOST],
    /// The places where a class of columns begins, as bits; the place after the last column counts as one.
    classes: u16,
    /// The first occurrence of each digit: the place of its row, or `UNKNOWN`, and its column.
    first: [(u8, u8); MOST + 1],
}

impl Start {
    /// A start without rows, with the stacks in this order.
    fn new(transposed: bool, stacks: &[usize]) -> Self {
        let n = stacks.len();
        let mut start = Self {
            transposed,
            row_at: [0; MOST],
            chosen: 0,
            column_at: [0; MOST],
            place_of: [0; MOST],
            classes: 1 << (n * n),
            first: [(UNKNOWN, 0); MOST + 1],
        };
        for place in 0..n * n {
            let column = stacks[place / n] * n + place % n;
            start.column_at[place] = column as u8;
            start.place_of[column] = place as u8;
            start.classes |= u16::from(place % n == 0) << place;
        }
        start
    }

    /// The place where the class of a place begins.
    fn class(&self, place: usize) -> usize {
        (self.classes & ((2 << place) - 1)).ilog2() as usize
    }

    /// The place after the class that begins at a place.
    fn class_end(&self, begin: usize) -> usize {
        begin + 1 + (self.classes >> (begin + 1)).trailing_zeros() as usize
    }

    /// Splits the class from `begin` to `end` into the columns for which `goes_first` is true and,
    /// after them, the other columns. Returns the number of the first.
    fn split(&mut self, begin: usize, end: usize, goes_first: impl Fn(u8) -> bool) -> usize {
        let mut middle = begin;
        for place in begin..end {
            if goes_first(self.column_at[place]) {
                self.swap(middle, place);
                middle += 1;
            }
        }
        self.classes |= 1 << middle;
        middle - begin
    }

    /// Puts a column first in its class, as a class of its own.
    fn single_out(&mut self, column: u8) {
        let place = self.place_of[column as usize] as usize;
        let begin = self.class(place);
        self.swap(begin, place);
        self.classes |= 2 << begin;
    }

    /// This start with the digit of `column` in the next place. `first` is the column where this digit
    /// occurs first. This settles the places of both columns, and so the digit's name.
    fn settled(mut self, column: u8, first: u8) -> Self {
        self.single_out(column);
        self.single_out(first);
        self
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        self.column_at.swap(a, b);
        self.place_of[self.column_at[a] as usize] = a as u8;
        self.place_of[self.column_at[b] as usize] = b as u8;
    }

    /// The symmetry that this start describes when all rows are chosen.
    fn transform(&self, search: &MinlexSearch) -> Transform {
        let side = search.order.side();
        let name = |&digit: &u8| match self.first[digit as usize] {
            (UNKNOWN, _) => UNKNOWN,
            (row, column) => search.rows[row as usize][self.place_of[column as usize] as usize],
        };
        let mut digit_at: Vec<u8> = (1..=side as u8).collect();
        digit_at.sort_by_key(name);
        let (rows, columns) = (&self.row_at[..side], &self.column_at[..side]);
        Transform::gathering(search.order, self.transposed, rows, columns, &digit_at)
    }
}

/// The search: the rows of the smallest grid found so far, and all starts that lead to them.
struct MinlexSearch {
    order: Order,
    /// The grid and its transpose.
    grids: [OrientedGrid; 2],
    /// The smallest grid. In the row being built, the smallest digits found so far.
    rows: [[u8; MOST]; MOST],
    /// The number of digits known in the row being built.
    known: usize,
    /// The starts that lead to the smallest rows above the one being built.
    starts: Vec<Start>,
    /// The starts that lead to the smallest row found so far.
    next: Vec<Start>,
}

impl MinlexSearch {
    fn run(grid: &Grid) -> Self {
        let order = grid.order();
        let mut search = Self {
            order,
            grids: [false, true].map(|transposed| OrientedGrid::new(grid, transposed)),
            rows: [[0; MOST]; MOST],
            known: 0,
            starts: Vec::new(),
            next: Vec::new(),
        };
        for stacks in stack_orders(order.n()) {
            search.starts.extend([false, true].map(|transposed| Start::new(transposed, stacks)));
        }
        for level in 0..order.side() {
            search.add_row(level);
        }
        search
    }

    /// Finds the smallest row number `level`, and all starts that lead to it.
    fn add_row(&mut self, level: usize) {
        self.known = 0;
        let names = self.rows[..level].iter().flatten().max().copied().unwrap_or(0);
        for start in std::mem::take(&mut self.starts) {
            for row in self.candidates(&start, level) {
                let mut start = start;
                start.row_at[level] = row;
                start.chosen |= 1 << row;
                Extension { search: self, level, row: row as usize }.go_on(start, 0, names);
            }
        }
        self.starts = std::mem::take(&mut self.next);
    }

    /// The rows that can come next, which are the remaining rows of the band that has begun, or all rows of
    /// the remaining bands.
    fn candidates(&self, start: &Start, level: usize) -> impl Iterator<Item = u8> + use<> {
        let n = self.order.n();
        let empty = self.grids[usize::from(start.transposed)].empty;
        let band = |row: usize| ((1u16 << n) - 1) << (row / n * n);
        let mut left = ((1u16 << (n * n)) - 1) & !start.chosen;
        if !level.is_multiple_of(n) {
            left &= band(start.row_at[level - 1] as usize);
        }
        let mut empty_band_seen = false;
        let mut rows = 0;
        for first in (0..n * n).step_by(n) {
            let here = left & band(first);
            if here == band(first) && here & !empty == 0 {
                if empty_band_seen {
                    continue;
                }
                empty_band_seen = true;
            }
            let spare = here & empty;
            // Of the empty rows of a band, only the lowest is a candidate.
            rows |= here & !spare | spare & spare.wrapping_neg();
        }
        bits(rows)
    }

    /// Offers a digit for a place in the row being built. Returns false if a smaller digit is known
    /// for this place; a digit smaller than the known one discards the starts found for this row.
    fn offer(&mut self, level: usize, place: usize, digit: u8) -> bool {
        let best = &mut self.rows[level][place];
        if place < self.known && digit >= *best {
            return digit == *best;
        }
        if place < self.known {
            self.next.clear();
        }
        *best = digit;
        self.known = place + 1;
        true
    }
}

/// A row of the grid being made the next row of the smallest grid.
struct Extension<'a> {
    search: &'a mut MinlexSearch,
    level: usize,
    row: usize,
}

impl Extension<'_> {
    /// Decides the order of the columns from `place` on, where a class begins, in every way that gives
    /// the smallest row. `names` is the number of digits that have a name.
    fn go_on(&mut self, mut start: Start, mut place: usize, mut names: u8) {
        let side = self.search.order.side();
        let digits = self.search.grids[usize::from(start.transposed)].digits[self.row];
        let digit_in = |column: u8| digits[column as usize] as usize;
        while place < side {
            let end = start.class_end(place);
            let empty = start.split(place, end, |column| digit_in(column) == 0);
            if empty > 0 {
                if !(place..place + empty).all(|place| self.search.offer(self.level, place, 0)) {
                    return;
                }
                place += empty;
                continue;
            }
            let first = start.first;
            let known = start.split(place, end, |column| first[digit_in(column)].0 != UNKNOWN);
            if known > 0 {
                let mut choices = bits(self.smallest_known(&start, place, place + known, &digits));
                let settled = |column| start.settled(column, first[digit_in(column)].1);
                let Some(one) = choices.next() else { return };
                for another in choices {
                    self.go_on(settled(another), place + 1, names);
                }
                start = settled(one);
                place += 1;
                continue;
            }
            for place in place..end {
                names += 1;
                if !self.search.offer(self.level, place, names) {
                    return;
                }
                let column = start.column_at[place];
                start.first[digit_in(column)] = (self.level as u8, column);
            }
            place = end;
        }
        self.search.next.push(start);
    }

    /// The columns from `place`, where a class begins, to `end`, all with known digits, whose digit can
    /// get the smallest name, as bits. No columns if this name is too large for the smallest row.
    fn smallest_known(
        &mut self,
        start: &Start,
        place: usize,
        end: usize,
        digits: &[u8; MOST],
    ) -> u16 {
        let mut smallest = UNKNOWN;
        let mut columns = 0;
        for &column in &start.column_at[place..end] {
            let (row, first) = start.first[digits[column as usize] as usize];
            let class = start.class(start.place_of[first as usize] as usize);
            // The column cannot be that of the first occurrence of its digit, or the two would
            // clash. If both are in the same class, this column is at best the second.
            let class = class + usize::from(class == place);
            let name = self.search.rows[row as usize][class];
            if name < smallest {
                (smallest, columns) = (name, 0);
            }
            columns |= u16::from(name == smallest) << column;
        }
        if self.search.offer(self.level, place, smallest) { columns } else { 0 }
    }
}

/// The numbers of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set > 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// All orders of `n` stacks.
fn stack_orders(n: usize) -> &'static [&'static [usize]] {
    match n {
        2 => &[&[1, 0], &[0, 1]],
        _ => &[&[2, 1, 0], &[1, 2, 0], &[1, 0, 2], &[2, 0, 1], &[0, 2, 1], &[0, 1, 2]],
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;

    use super::*;
    use crate::generate::full_grid;

    fn automorphisms(text: &str) -> usize {
        let cells = text.bytes().map(|digit| digit - b'0').collect();
        MinlexSearch::run(&Grid::from_cells(cells).expect("a grid")).starts.len()
    }

    /// A full grid has as many starts that lead to the smallest form as automorphisms. Sources of the
    /// numbers: Russell and Jarvis, "Mathematics of Sudoku II", 2006, and the Wikipedia article on the
    /// mathematics of Sudoku.
    #[test]
    fn full_grids_have_as_many_ways_as_automorphisms() {
        let most =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
        assert_eq!(automorphisms(most), 648);
        assert_eq!(automorphisms("1234341221434321"), 32, "3072 symmetries make 96 grids of it");
        assert_eq!(automorphisms("1234341223414123"), 16, "3072 symmetries make 192 grids of it");
        let random = full_grid(Order::NINE, &mut Stream::new(1, 0));
        assert_eq!(MinlexSearch::run(&random).starts.len(), 1);
    }
}
