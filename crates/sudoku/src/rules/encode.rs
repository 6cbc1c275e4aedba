//! A puzzle under rules as an exact cover problem.
//!
//! The primary items are those of [`encode`](crate::encode): the empty cells, and the digits that each house with as many cells as
//! there are digits still lacks. For the rules of the ordinary Sudoku the two problems are the same. Secondary items, which are
//! covered at most once, say what else excludes what: a digit in a smaller house; and `x` with a number for a set of placements
//! that exclude each other in pairs because of [`Pair`]s. Each such pair is in one of these sets at least. The sets are
//! grown one after another, each as far as it goes, so that they are few: a move of a king is in a square of four cells.

use std::collections::HashSet;

use quadrille_cover::{ItemId, OptionId, Problem};

use super::{House, Pair, Rules};
use crate::encode::{Second, name};

/// Turns solutions of [`Rules::to_problem`] back into grids.
#[derive(Clone, Debug)]
pub struct Decoder {
    givens: Vec<u8>,
    placements: Vec<(u16, u8)>,
}

impl Decoder {
    /// The givens together with the digits of these options.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn digits(&self, solution: &[OptionId]) -> Vec<u8> {
        let mut digits = self.givens.clone();
        for option in solution {
            let (cell, digit) = self.placements[option.index()];
            digits[usize::from(cell)] = digit;
        }
        digits
    }

    /// The cell and the digit of each option.
    pub fn placements(&self) -> &[(u16, u8)] {
        &self.placements
    }
}

impl Rules {
    /// The problem whose solutions are those of a puzzle, and what turns them back into grids.
    ///
    /// # Errors
    /// The [fault](Rules::fault) of the givens, if they have one: the items that they share would be covered twice.
    ///
    /// # Panics
    /// If there are fewer givens than cells, or one is no digit.
    pub fn to_problem(&self, givens: &[u8]) -> Result<(Problem, Decoder), String> {
        self.fault(givens).map_or(Ok(()), Err)?;
        let placements = self.placements(givens);
        let houses = self.houses_of_cells();
        let is_large = self.houses.iter().any(|house| house.index > 24);
        let dotted = self.board > 25 || is_large;
        let mut builder = Problem::builder();
        let mut add = |name: String, is_primary: bool| {
            let added = if is_primary { builder.primary(&name) } else { builder.secondary(&name) };
            added.expect("names are different")
        };
        let is_open = |&cell: &usize| self.is_cell[cell] && givens[cell] == 0;
        let mut of_cell = vec![None; self.cells()];
        for cell in (0..self.cells()).filter(is_open) {
            let place = Second::Place(cell % self.board);
            of_cell[cell] = Some(add(name('p', cell / self.board, place, dotted), true));
        }
        // For each house and digit, the item; none for a digit that is given.
        let mut of_house: Vec<Vec<Option<ItemId>>> = vec![vec![None; self.side]; self.houses.len()];
        for is_primary in [true, false] {
            for (house, items) in self.houses.iter().zip(&mut of_house) {
                if (house.cells.len() == self.side) != is_primary {
                    continue;
                }
                for (digit, item) in items
                    .iter_mut()
                    .enumerate()
                    .filter(|(digit, _)| !has(house, givens, *digit as u8 + 1))
                {
                    let name = name(house.kind.letter(), house.index, Second::Digit(digit), dotted);
                    *item = Some(add(name, is_primary));
                }
            }
        }
        let sets = self.sets(&placements, &houses);
        let mut of_sets = vec![Vec::new(); placements.len()];
        for (number, set) in sets.iter().enumerate() {
            let item = add(format!("x{number}"), false);
            for &placement in set {
                of_sets[placement].push(item);
            }
        }
        for (&(cell, digit), sets) in placements.iter().zip(of_sets) {
            let cell = usize::from(cell);
            let in_houses =
                houses[cell].iter().filter_map(|&house| of_house[house][usize::from(digit) - 1]);
            let items = of_cell[cell].into_iter().chain(in_houses).chain(sets);
            builder.option_of(items.map(|item| (item, None))).expect("the items are different");
        }
        Ok((builder.build(), Decoder { givens: givens.to_vec(), placements }))
    }

    fn houses_of_cells(&self) -> Vec<Vec<usize>> {
        let mut of_cells = vec![Vec::new(); self.cells()];
        for (number, house) in self.houses.iter().enumerate() {
            house.cells.iter().for_each(|&cell| of_cells[usize::from(cell)].push(number));
        }
        of_cells
    }

    /// The digits that the others leave possible in each empty cell, bit d - 1 for digit d; 0 for filled cells and holes.
    ///
    /// # Panics
    /// If there are fewer digits than cells.
    pub fn candidates(&self, digits: &[u8]) -> Vec<u32> {
        let is_open = |cell: usize| self.is_cell[cell] && digits[cell] == 0;
        let all = (1u32 << self.side) - 1;
        let mut possible: Vec<u32> =
            (0..self.cells()).map(|cell| if is_open(cell) { all } else { 0 }).collect();
        for house in &self.houses {
            let filled = house.cells.iter().map(|&cell| digits[usize::from(cell)]);
            let taken =
                filled.filter(|&digit| digit > 0).fold(0, |set, digit| set | 1 << (digit - 1));
            house.cells.iter().for_each(|&cell| possible[usize::from(cell)] &= !taken);
        }
        for &Pair { cells, relation } in &self.pairs {
            let [a, b] = cells.map(usize::from);
            for digit in 1..=self.side as u8 {
                if digits[a] > 0 && !relation.allows(digits[a], digit) {
                    possible[b] &= !(1 << (digit - 1));
                }
                if digits[b] > 0 && !relation.allows(digit, digits[b]) {
                    possible[a] &= !(1 << (digit - 1));
                }
            }
        }
        while self.signs().any(|sign| narrow(sign, digits, &mut possible)) {}
        possible
    }

    /// The [candidates](Self::candidates) of all cells as placements, cell by cell.
    fn placements(&self, givens: &[u8]) -> Vec<(u16, u8)> {
        let candidates = self.candidates(givens).into_iter().enumerate();
        let of_cell = |(cell, possible): (usize, u32)| {
            let digits =
                (1..=self.side as u8).filter(move |digit| possible >> (digit - 1) & 1 == 1);
            digits.map(move |digit| (cell as u16, digit))
        };
        candidates.flat_map(of_cell).collect()
    }

    /// Sets of placements that exclude each other, such that two placements that a pair forbids and no item shares are together
    /// in one of them.
    fn sets(&self, placements: &[(u16, u8)], houses: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut of_cell = vec![Vec::new(); self.cells()];
        for (number, &(cell, _)) in placements.iter().enumerate() {
            of_cell[usize::from(cell)].push(number);
        }
        let mut forbidden = vec![Vec::new(); placements.len()];
        for pair in &self.pairs {
            let [first, second] = pair.cells.map(|cell| &of_cell[usize::from(cell)]);
            for (&a, &b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
                if !pair.relation.allows(placements[a].1, placements[b].1) {
                    forbidden[a].push(b);
                    forbidden[b].push(a);
                }
            }
        }
        for list in &mut forbidden {
            list.sort_unstable();
            list.dedup();
        }
        let share_an_item = |a: usize, b: usize| {
            let ((cell, digit), (other, second)) = (placements[a], placements[b]);
            let [own, others] = [cell, other].map(|cell| &houses[usize::from(cell)]);
            cell == other || digit == second && own.iter().any(|house| others.contains(house))
        };
        let mut done = HashSet::new();
        let mut sets = Vec::new();
        for a in 0..placements.len() {
            for &b in forbidden[a].iter().filter(|&&b| b > a) {
                if share_an_item(a, b) || done.contains(&(a, b)) {
                    continue;
                }
                let mut set = vec![a, b];
                for &c in forbidden[a].iter().chain(&forbidden[b]) {
                    let excludes = |&other: &usize| {
                        c != other
                            && (share_an_item(c, other)
                                || forbidden[c].binary_search(&other).is_ok())
                    };
                    if set.iter().all(excludes) {
                        set.push(c);
                    }
                }
                set.sort_unstable();
                for (place, &first) in set.iter().enumerate() {
                    done.extend(set[place + 1..].iter().map(|&second| (first, second)));
                }
                sets.push(set);
            }
        }
        sets
    }
}

/// Removes the candidates of two cells that the sign between them forbids, whatever the other cell holds. Whether there were any.
fn narrow(sign: Pair, digits: &[u8], possible: &mut [u32]) -> bool {
    let [small, large] = sign.cells.map(usize::from);
    let of = |cell: usize| match digits[cell] {
        0 => possible[cell],
        digit => 1 << (digit - 1),
    };
    let (low, high) = (of(small), of(large));
    if low == 0 || high == 0 {
        return false;
    }
    let (above, below) = (u32::MAX << low.trailing_zeros() << 1, (1 << high.ilog2()) - 1);
    let kept = [(small, possible[small] & below), (large, possible[large] & above)];
    kept.into_iter().fold(false, |has_changed, (cell, kept)| {
        has_changed | (std::mem::replace(&mut possible[cell], kept) != kept)
    })
}

fn has(house: &House, givens: &[u8], digit: u8) -> bool {
    house.cells.iter().any(|&cell| givens[usize::from(cell)] == digit)
}
