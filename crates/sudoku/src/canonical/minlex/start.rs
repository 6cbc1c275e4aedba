//! The first rows of the smallest grid, and the order of columns that they force.

use super::lines::{Lines, bits};
use super::{Arrangement, MOST};

/// The first rows of the smallest grid, and the order of the columns as far as these rows decide it.
///
/// Columns that no row has told apart yet form a *class*. In each of the rows, a class with several columns is
/// empty, or it has digits that are new in this row, with consecutive names: other digits are told apart by
/// their names. So the name of a digit is known up to the place of the column where it occurs first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    transposed: bool,
    /// The rows chosen, first to last.
    rows: [u8; MOST],
    /// The rows chosen, as bits.
    pub chosen: u16,
    /// The places where a class of columns begins, as bits; the place after the last column counts as one.
    classes: u16,
    /// For each place where a class begins, the columns of the class, as bits.
    members: [u16; MOST],
    /// For each column the place where its class begins.
    begin: [u8; MOST],
    /// The digits that have a name, as bits.
    named: u16,
    /// The number of digits that have a name.
    names: u8,
    /// For each digit that has a name, the column of its first occurrence.
    column: [u8; MOST + 1],
    /// For each digit that has a name, the difference between the name and the place of its first occurrence.
    shift: [u8; MOST + 1],
}

impl Start {
    /// A start with these rows, all of them empty, and no order of the columns.
    pub fn new(transposed: bool, chosen: u16) -> Self {
        let mut rows = [0; MOST];
        for (at, row) in rows.iter_mut().zip(bits(chosen)) {
            *at = row as u8;
        }
        Self {
            transposed,
            rows,
            chosen,
            classes: 0,
            members: [0; MOST],
            begin: [0; MOST],
            named: 0,
            names: 0,
            column: [0; MOST + 1],
            shift: [0; MOST + 1],
        }
    }

    /// Where the rows of this grid begin in `Lines`: those of the transposed grid are stored after those of the grid.
    pub fn offset(&self) -> usize {
        usize::from(self.transposed) * MOST
    }

    /// The row at a level, as a number of `Lines`.
    pub fn line(&self, level: usize) -> usize {
        self.offset() + self.rows[level] as usize
    }

    /// Chooses a row for a level.
    pub fn choose(&mut self, level: usize, row: usize) {
        self.rows[level] = row as u8;
        self.chosen |= 1 << row;
    }

    /// Makes these columns a class that begins at a place.
    pub fn set_class(&mut self, place: usize, columns: u16) {
        self.classes |= 1 << place;
        self.members[place] = columns;
        for column in bits(columns) {
            self.begin[column] = place as u8;
        }
    }

    /// Marks the end of the last class.
    pub fn set_end(&mut self, side: usize) {
        self.classes |= 1 << side;
    }

    /// The columns of the class that begins at a place.
    pub fn class(&self, place: usize) -> u16 {
        self.members[place]
    }

    /// The place after the class that begins at a place.
    pub fn class_end(&self, place: usize) -> usize {
        place + 1 + (self.classes >> (place + 1)).trailing_zeros() as usize
    }

    /// Puts some columns first in the class that begins at a place. Returns the place of the other columns.
    pub fn split(&mut self, place: usize, first: u16) -> usize {
        let others = self.members[place] & !first;
        let middle = place + first.count_ones() as usize;
        self.members[place] = first;
        self.set_class(middle, others);
        middle
    }

    /// Puts a column first in its class, as a class of its own.
    pub fn single_out(&mut self, column: usize) {
        let place = self.begin[column] as usize;
        if self.members[place] != 1 << column {
            self.split(place, 1 << column);
        }
    }

    /// Whether a digit occurs in the rows.
    pub fn knows(&self, digit: u8) -> bool {
        self.named >> digit & 1 == 1
    }

    /// The smallest name that a digit can get that occurs in the rows.
    pub fn name(&self, digit: u8) -> u8 {
        self.shift[digit as usize].wrapping_add(self.begin[self.column[digit as usize] as usize])
    }

    /// Gives a digit that occurs in the rows its smallest name.
    pub fn settle(&mut self, digit: u8) {
        self.single_out(self.column[digit as usize] as usize);
    }

    /// Whether the digit occurs first in the class that begins at a place.
    pub fn is_first_in(&self, digit: u8, place: usize) -> bool {
        self.begin[self.column[digit as usize] as usize] as usize == place
    }

    /// The number of digits that have a name.
    pub fn names(&self) -> u8 {
        self.names
    }

    /// Gives the next name to a digit that occurs first in a column of the class that begins at a place. Several
    /// digits of a class get the names that follow, the first of which is `name`.
    pub fn introduce(&mut self, digit: u8, name: u8, place: usize, column: usize) {
        self.names += 1;
        self.named |= 1 << digit;
        self.column[digit as usize] = column as u8;
        self.shift[digit as usize] = name.wrapping_sub(place as u8);
    }

    /// Whether the rows decide the order of all columns and the names of all digits.
    pub fn is_settled<const N: usize>(&self, lines: &Lines<N>) -> bool {
        self.names + 1 >= lines.names && self.classes == (2 << (N * N)) - 1
    }

    /// The names of all digits, if they are settled.
    pub fn digit_names(&self) -> [u8; 16] {
        let mut names = [0; 16];
        for digit in 1..=MOST as u8 {
            // If one digit does not occur in the rows, it has the last name.
            names[digit as usize] =
                if self.knows(digit) { self.name(digit) } else { self.names + 1 };
        }
        names
    }

    /// The rows and columns in their order. Columns of a class are in any order.
    pub fn arrangement(&self) -> Arrangement {
        let mut columns = [0; MOST];
        let mut place = 0;
        while self.classes >> (place + 1) > 0 {
            let end = self.class_end(place);
            for (at, column) in columns[place..end].iter_mut().zip(bits(self.members[place])) {
                *at = column as u8;
            }
            place = end;
        }
        Arrangement { transposed: self.transposed, rows: self.rows, columns }
    }
}
