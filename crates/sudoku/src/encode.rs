//! A Sudoku as an exact cover problem.
//!
//! The items are the empty cells (`p` row column) and the digits that rows (`r` row digit), columns
//! (`c` column digit) and regions (`b` region digit) still lack; items that givens cover are left out.
//! An option is a digit in a cell and covers four items; options with an item that is left out do not
//! exist, and neither do digits that are not among the candidates of their cell. Rows, columns and regions are numbered `0 1 ... 9 a b ...`, digits `1 ... 9 A B ...`; grids
//! above 25x25 use two decimal numbers with a dot between them, `p12.3`.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, "Sudoku".

use quadrille_cover::{ItemId, OptionId, Problem};

use crate::grid::{Clash, Grid, Order, Puzzle};

/// The problem whose solutions are those of the puzzle; a [`Decoder`] turns them back into grids.
///
/// # Errors
/// If givens clash, because the items that clashing givens share would be covered twice.
pub fn to_problem(puzzle: &Puzzle) -> Result<Problem, Clash> {
    if let Some(clash) = puzzle.clash() {
        return Err(clash);
    }
    let names = Names(puzzle.order());
    let encoding = Encoding::new(puzzle);
    let mut builder = Problem::builder();
    let mut items: Vec<Option<ItemId>> = Vec::with_capacity(encoding.needed.len());
    for (item, &needed) in encoding.needed.iter().enumerate() {
        let add = |name: String| builder.primary(&name).expect("names are different");
        items.push(needed.then(|| names.item(item)).map(add));
    }
    for (cell, digit) in encoding.placements() {
        let option = encoding.items(cell, digit);
        let option = option.map(|item| (items[item].expect("a placement needs its items"), None));
        builder.option_of(option).expect("the four items are different");
    }
    Ok(builder.build())
}

/// Turns solutions of [`to_problem`] back into grids.
#[derive(Clone, Debug)]
pub struct Decoder {
    givens: Grid,
    placements: Vec<(u16, u8)>,
}

impl Decoder {
    /// A decoder for the problem that [`to_problem`] returns for this puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let placements = Encoding::new(puzzle);
        let placements = placements.placements().map(|(cell, digit)| (cell as u16, digit));
        Self { givens: puzzle.givens().clone(), placements: placements.collect() }
    }

    /// The cell and the digit of an option.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn placement(&self, option: OptionId) -> (usize, u8) {
        let (cell, digit) = self.placements[option.index()];
        (cell as usize, digit)
    }

    /// The givens together with the digits of these options.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn grid(&self, solution: &[OptionId]) -> Grid {
        let mut grid = self.givens.clone();
        for (cell, digit) in solution.iter().map(|&option| self.placement(option)) {
            grid.set(cell, digit);
        }
        grid
    }
}

/// The items that the puzzle needs, among all items of a grid of its order. Items are numbered in this
/// order: cells, row x digit, column x digit, region x digit.
struct Encoding<'p> {
    puzzle: &'p Puzzle,
    needed: Vec<bool>,
}

impl<'p> Encoding<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let mut encoding = Self { puzzle, needed: vec![true; 4 * puzzle.order().cells()] };
        for (cell, &digit) in puzzle.givens().cells().iter().enumerate() {
            if digit > 0 {
                for item in encoding.items(cell, digit) {
                    encoding.needed[item] = false;
                }
            }
        }
        encoding
    }

    fn items(&self, cell: usize, digit: u8) -> [usize; 4] {
        let order = self.puzzle.order();
        let (side, cells) = (order.side(), order.cells());
        let of = |kind: usize, unit: usize| kind * cells + unit * side + digit as usize - 1;
        [cell, of(1, order.row(cell)), of(2, order.column(cell)), of(3, order.region(cell))]
    }

    /// The digits that givens and candidates leave possible in empty cells, cell by cell.
    fn placements(&self) -> impl Iterator<Item = (usize, u8)> {
        let order = self.puzzle.order();
        let all = (0..order.cells())
            .flat_map(move |cell| (1..=order.side() as u8).map(move |digit| (cell, digit)));
        let all = all.filter(|&(cell, digit)| self.puzzle.allows(cell, digit));
        all.filter(|&(cell, digit)| self.items(cell, digit).iter().all(|&item| self.needed[item]))
    }
}

struct Names(Order);

impl Names {
    fn item(&self, item: usize) -> String {
        let (side, cells) = (self.0.side(), self.0.cells());
        let (kind, rest) = (item / cells, item % cells);
        let (major, minor) = (rest / side, rest % side);
        let letter = ['p', 'r', 'c', 'b'][kind];
        name(
            letter,
            major,
            if kind == 0 { Second::Place(minor) } else { Second::Digit(minor) },
            side > 25,
        )
    }
}

/// What stands second in the name of an item, numbered from 0.
#[derive(Clone, Copy)]
pub(crate) enum Second {
    /// The column of a cell.
    Place(usize),
    /// A digit, less 1.
    Digit(usize),
}

/// The name of an item, such as `p0f`; with `dotted` as numbers with a dot between them.
pub(crate) fn name(letter: char, first: usize, second: Second, dotted: bool) -> String {
    let symbol = |value: usize| char::from(b"0123456789abcdefghijklmno"[value]);
    match second {
        Second::Place(place) if dotted => format!("{letter}{first}.{place}"),
        Second::Digit(digit) if dotted => format!("{letter}{first}.{}", digit + 1),
        Second::Place(place) => format!("{letter}{}{}", symbol(first), symbol(place)),
        Second::Digit(digit) => {
            let digit = char::from(b"123456789ABCDEFGHIJKLMNOP"[digit]);
            format!("{letter}{}{digit}", symbol(first))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_4x4_has_64_items_and_64_options() {
        let problem = to_problem(&Puzzle::new(Grid::empty(Order::new(2).unwrap()))).unwrap();
        assert_eq!((problem.items(), problem.options(), problem.entries()), (64, 64, 256));
        let text = problem.to_string();
        assert!(text.starts_with("p00 p01 p02 p03 p10"));
        assert_eq!(text.lines().nth(1), Some("p00 r01 c01 b01"));
        assert_eq!(text.lines().last(), Some("p33 r34 c34 b34"));
    }

    #[test]
    fn names_are_different_in_every_order() {
        for order in Order::all() {
            let names = Names(order);
            let all: std::collections::HashSet<_> =
                (0..4 * order.cells()).map(|item| names.item(item)).collect();
            assert_eq!(all.len(), 4 * order.cells());
        }
        let names = |n| Names(Order::new(n).unwrap());
        assert_eq!(names(4).item(15), "p0f");
        assert_eq!(names(5).item(2 * 625 - 1), "roP");
        assert_eq!(names(9).item(2 * 6561 - 1), "r80.81");
    }

    #[test]
    fn what_the_givens_cover_is_left_out() {
        let mut givens = Grid::empty(Order::NINE);
        givens.set(0, 5);
        let problem = to_problem(&Puzzle::new(givens.clone())).unwrap();
        assert_eq!(problem.items(), 324 - 4);
        // All 9 digits in the given's own cell, and the 5 in each of its 20 neighbours, are no options.
        assert_eq!(problem.options(), 729 - 9 - 20);
        givens.set(8, 5);
        assert!(to_problem(&Puzzle::new(givens)).is_err());
    }
}
