//! Colours for the rows, columns and digits of a grid, refined until a round changes nothing.
//!
//! This is the colour refinement of Weisfeiler and Leman. In each round, the new colour of a row, a column
//! or a digit is made of its old colour and of the colours that meet in its filled cells; the colours of
//! regions, bands and stacks contribute as well. Refinement stops after a round that splits no class.
//!
//! A colour is a place in one list of all rows, columns and digits, in this order of kinds. Rows,
//! columns or digits that are not told apart share the place where their *class* begins. A class is
//! sorted and split by hashes of 64 bits. Isomorphic grids have the same hashes, so they are coloured
//! alike; if two hashes collide, the only effect is that a class is not split.

use std::cmp::Reverse;
use std::ops::Range;

use crate::grid::{Grid, Order};

#[derive(Debug)]
pub(super) struct FilledCells {
    pub order: Order,
    pub cells: Vec<Cell>,
    /// The number of filled cells of each item (see [`Colouring`]).
    degree: Vec<u16>,
}

/// A filled cell: the three items that meet in it, and its region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub row: u8,
    pub column: u8,
    pub digit: u8,
    region: u8,
}

impl FilledCells {
    pub fn new(grid: &Grid, transposed: bool) -> Self {
        let order = grid.order();
        let (n, side) = (order.n(), order.side());
        let mut degree = vec![0; 3 * side];
        let mut cells = Vec::with_capacity(grid.filled());
        for (cell, &digit) in grid.cells().iter().enumerate().filter(|&(_, &digit)| digit > 0) {
            let (row, column) = (order.row(cell), order.column(cell));
            let (row, column) = if transposed { (column, row) } else { (row, column) };
            let region = row / n * n + column / n;
            let items = [row, side + column, 2 * side + digit as usize - 1];
            for item in items {
                degree[item] += 1;
            }
            let [row, column, digit] = items.map(|item| item as u8);
            cells.push(Cell { row, column, digit, region: region as u8 });
        }
        Self { order, cells, degree }
    }
}

/// The *items*, which are the rows, the columns and the digits, numbered in this order, sorted into
/// classes.
#[derive(Clone, Debug)]
pub(super) struct Colouring {
    /// The items, class by class.
    pub items: Vec<u8>,
    /// For each item the place in `items` where its class begins.
    pub colour: Vec<u8>,
    regions: Vec<u64>,
}

impl Colouring {
    /// The colouring with one class for all rows, one for all columns and one for all digits.
    pub fn new(order: Order) -> Self {
        let side = order.side();
        let items: Vec<u8> = (0..3 * side as u8).collect();
        let colour = items.iter().map(|&item| item / side as u8 * side as u8).collect();
        Self { items, colour, regions: vec![0; side] }
    }

    /// The classes with more than one item, as ranges of places.
    pub fn classes(&self) -> impl Iterator<Item = Range<usize>> {
        let mut begin = 0;
        std::iter::from_fn(move || {
            while begin < self.items.len() {
                let end = self.class_end(begin);
                let class = begin..end;
                begin = end;
                if class.len() > 1 {
                    return Some(class);
                }
            }
            None
        })
    }

    fn class_end(&self, begin: usize) -> usize {
        let of_it = |item: &&u8| self.colour[**item as usize] as usize == begin;
        begin + self.items[begin..].iter().take_while(of_it).count()
    }

    /// The class whose items are singled out next. It is of a kind (row, column or digit) with the fewest items
    /// in `path`, because taking turns tells far more items apart than singling out rows alone. Of the largest
    /// classes of such kinds it is the first. Classes of items without filled cells are ignored, because such
    /// items, for instance the empty rows of a band, are interchangeable.
    pub fn target(&self, grid: &FilledCells, path: &[u8]) -> Option<Range<usize>> {
        let side = grid.order.side();
        let kind = |item: u8| item as usize / side;
        let mut singled_out = [0; 3];
        for &item in path {
            singled_out[kind(item)] += 1;
        }
        let appears = |&item: &u8| grid.degree[item as usize] > 0;
        self.classes()
            .filter(|class| self.items[class.clone()].iter().any(appears))
            .min_by_key(|class| (singled_out[kind(self.items[class.start])], Reverse(class.len())))
    }

    /// Gives an item a colour of its own, before the rest of its class.
    pub fn single_out(&mut self, item: u8) {
        let begin = self.colour[item as usize] as usize;
        let end = self.class_end(begin);
        let place = begin + self.items[begin..end].iter().position(|&i| i == item).expect("in it");
        self.items.swap(begin, place);
        for &other in &self.items[begin + 1..end] {
            self.colour[other as usize] = begin as u8 + 1;
        }
    }

    /// Refines until a round splits no class. After each round, `token` gets a number that is the same for
    /// isomorphic grids, and returns whether to continue. Returns `false` if `token` ended the refinement.
    pub fn refine(&mut self, grid: &FilledCells, mut token: impl FnMut(u64) -> bool) -> bool {
        let mut hashes = vec![0; self.items.len()];
        loop {
            self.hash(grid, &mut hashes);
            let was_split = self.split(&mut hashes);
            let print = |print, &item: &u8| mix(print ^ hashes[item as usize]);
            if !token(self.items.iter().fold(0, print)) {
                return false;
            }
            if !was_split {
                return true;
            }
        }
    }

    fn hash(&mut self, grid: &FilledCells, hashes: &mut [u64]) {
        let (n, side) = (grid.order.n(), grid.order.side());
        let salt: Vec<u64> = self.colour.iter().map(|&colour| mix(u64::from(colour))).collect();
        hashes.fill(0);
        let mut regions = vec![0u64; side];
        for cell in &grid.cells {
            let items = [cell.row, cell.column, cell.digit].map(usize::from);
            let region = cell.region as usize;
            let seen = mix(sum(items.map(|item| salt[item])).wrapping_add(self.regions[region]));
            for item in items {
                hashes[item] = hashes[item].wrapping_add(seen);
            }
            regions[region] = regions[region].wrapping_add(seen);
        }
        self.regions = regions.into_iter().map(mix).collect();
        // The hash of a band is made of the hashes of its rows, and then changes the hash of each of these
        // rows; likewise for stacks and columns.
        for (lines, salts) in hashes[..2 * side].chunks_mut(n).zip(salt.chunks(n)) {
            for (line, salt) in lines.iter_mut().zip(salts) {
                *line = mix(line.wrapping_add(*salt));
            }
            let band = mix(sum(lines.iter().copied()));
            for line in lines {
                *line = line.wrapping_add(band);
            }
        }
    }

    /// Splits each class by the hashes of its items; returns whether any class was split.
    fn split(&mut self, hashes: &mut [u64]) -> bool {
        let mut was_split = false;
        let mut begin = 0;
        while begin < self.items.len() {
            let end = self.class_end(begin);
            let class = &mut self.items[begin..end];
            class.sort_unstable_by_key(|&item| hashes[item as usize]);
            let mut colour = begin;
            for place in 1..class.len() {
                let item = class[place] as usize;
                if hashes[item] != hashes[class[place - 1] as usize] {
                    colour = begin + place;
                    was_split = true;
                }
                self.colour[item] = colour as u8;
            }
            begin = end;
        }
        was_split
    }
}

fn sum(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, u64::wrapping_add)
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014), which makes every bit depend on every other bit. It must never change,
/// because canonical forms depend on it; that is why it is written here, not taken from a library.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
