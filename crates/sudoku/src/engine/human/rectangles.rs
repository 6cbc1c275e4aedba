//! Techniques that assume that the puzzle has one solution: unique rectangles and BUG+1.
//!
//! Four open cells in two rows, two columns and two regions must not hold two digits crosswise,
//! because exchanging the digits would make another solution. And a grid in which every open cell
//! has two candidates and every digit two places in each unit has two solutions or none.

use super::state::{State, bit, digits};
use crate::engine::deduction::{Because, Candidate, Deduction, Technique};

/// Type 1: if three corners of a rectangle have only the same two digits, the fourth corner holds neither.
pub(super) fn type_1(state: &State) -> Option<Deduction> {
    each_rectangle(state, |rectangle| {
        let [corner] = rectangle.roof[..] else { return None };
        let struck = rectangle.digits.iter().map(|&digit| (corner, digit)).collect();
        rectangle.deduce(state, Technique::UniqueRectangle1, struck, None)
    })
}

/// Type 2: if all corners of the roof have the same third candidate, that digit stands in one of them.
pub(super) fn type_2(state: &State) -> Option<Deduction> {
    each_rectangle(state, |rectangle| {
        let [first, _, ..] = rectangle.roof[..] else { return None };
        let more = state.candidates(first) & !rectangle.pair();
        let alike = |&corner: &usize| state.candidates(corner) & !rectangle.pair() == more;
        if more.count_ones() != 1 || !rectangle.roof.iter().all(alike) {
            return None;
        }
        let digit = digits(more).next()?;
        let struck = state.seen_by_all(digit, &rectangle.roof);
        rectangle.deduce(state, Technique::UniqueRectangle2, struck, None)
    })
}

/// Type 4: if one of the two digits has, in a unit of both roof corners, no place outside the roof,
/// then the other digit stands in neither roof corner.
pub(super) fn type_4(state: &State) -> Option<Deduction> {
    each_rectangle(state, |rectangle| {
        let [a, b] = rectangle.roof[..] else { return None };
        let shared = state.layout().units_of(a);
        let shared = shared.into_iter().filter(|unit| state.layout().units_of(b).contains(unit));
        let [x, y] = rectangle.digits;
        shared.flat_map(|unit| [(unit, x, y), (unit, y, x)]).find_map(|(unit, locked, struck)| {
            if state.places(unit, locked).count_ones() != 2 {
                return None;
            }
            let rectangle = Rectangle { digits: [locked, struck], ..rectangle.clone() };
            let struck = vec![(a, struck), (b, struck)];
            rectangle.deduce(state, Technique::UniqueRectangle4, struck, Some(unit))
        })
    })
}

/// Four open corners in two rows, two columns and two regions that have two digits in common. The
/// corners with more candidates are the roof; at least one corner has only the two digits.
#[derive(Clone)]
struct Rectangle {
    corners: [usize; 4],
    digits: [u8; 2],
    roof: Vec<usize>,
}

impl Rectangle {
    fn pair(&self) -> u128 {
        bit(self.digits[0]) | bit(self.digits[1])
    }

    fn deduce(
        &self,
        state: &State,
        technique: Technique,
        struck: Vec<Candidate>,
        locked: Option<usize>,
    ) -> Option<Deduction> {
        Deduction::strike(state.order(), technique, struck, || Because::Rectangle {
            corners: self.corners,
            digits: self.digits,
            roof: self.roof.clone(),
            locked: locked.map(|unit| state.unit(unit)),
        })
    }
}

/// Calls `find` with the rectangles that have a corner with exactly two candidates.
fn each_rectangle(
    state: &State,
    mut find: impl FnMut(&Rectangle) -> Option<Deduction>,
) -> Option<Deduction> {
    let (layout, side) = (state.layout(), state.side());
    for corner in state.open_cells().filter(|&cell| state.count(cell) == 2) {
        let pair = state.candidates(corner);
        let (row, column) = (layout.row[corner] as usize, layout.column[corner] as usize);
        let has_pair = |cell: &usize| state.candidates(*cell) & pair == pair && *cell != corner;
        let along = |unit: usize| layout.units[unit].iter().map(|&cell| cell as usize);
        for beside in along(row).filter(has_pair) {
            for below in along(side + column).filter(has_pair) {
                let opposite = layout.row[below] as usize * side + layout.column[beside] as usize;
                let corners = [corner, beside, below, opposite];
                if !has_pair(&opposite) || !lies_in_two_regions(state, corners) {
                    continue;
                }
                let roof = corners.into_iter().filter(|&cell| state.candidates(cell) != pair);
                let mut both = digits(pair);
                let (Some(x), Some(y)) = (both.next(), both.next()) else { continue };
                let rectangle = Rectangle { corners, digits: [x, y], roof: roof.collect() };
                let found = find(&rectangle);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

fn lies_in_two_regions(state: &State, [a, beside, below, _]: [usize; 4]) -> bool {
    let region = &state.layout().region;
    (region[a] == region[beside]) != (region[a] == region[below])
}

/// If one open cell has three candidates and all others two, and if every digit has two places in every
/// unit, except one digit that has three places in each unit of that cell, then that digit stands in that cell.
pub(super) fn bug_plus_one(state: &State) -> Option<Deduction> {
    let mut large = state.open_cells().filter(|&cell| state.count(cell) != 2);
    let cell = large.next().filter(|&cell| state.count(cell) == 3 && large.next().is_none())?;
    let units = state.layout().units_of(cell);
    let is_extra = |&digit: &u8| units.iter().all(|&u| state.places(u, digit).count_ones() == 3);
    let extra = digits(state.candidates(cell)).find(is_extra)?;
    let expected = |unit: usize, digit: u8| {
        if digit == extra && units.contains(&unit) { 3 } else { 2 }
    };
    let is_grave = (0..3 * state.side()).all(|unit| {
        state.all_digits().all(|digit| {
            let places = state.places(unit, digit).count_ones();
            places == 0 || places == expected(unit, digit)
        })
    });
    let placed = (cell, extra);
    is_grave.then(|| {
        Deduction::place(state.order(), Technique::BugPlusOne, placed, Because::BugPlusOne)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank, cells};
    use crate::format::{InputFormat, read::read_one};

    fn floor(more: &[(usize, usize)]) -> State {
        let corners = [(1, 1), (1, 4)].iter().chain(more);
        corners.fold(blank(), |state, &(row, column)| state.with(at(row, column), &[1, 2]))
    }

    #[test]
    fn three_bare_corners_bare_the_fourth_of_both_digits() {
        let (struck, text) = floor(&[(2, 1)]).struck_by(Technique::UniqueRectangle1);
        assert_eq!(struck, all([at(2, 4)], &[1, 2]));
        assert!(text.contains("1 and 2 alone in row 1 column 1, row 1 column 4"), "{text}");
        assert!(text.ends_with("so 1 is struck from row 2 column 4; 2 from row 2 column 4"));
    }

    #[test]
    fn a_rectangle_in_four_regions_may_be_deadly_to_no_one() {
        let four = floor(&[]).with(at(4, 1), &[1, 2]);
        assert_eq!(four.found(Technique::UniqueRectangle1), None);
    }

    #[test]
    fn one_more_candidate_stands_in_one_of_the_corners_that_have_it() {
        let state = floor(&[]).with(at(2, 1), &[1, 2, 3]).with(at(2, 4), &[1, 2, 3]);
        let (struck, _) = state.struck_by(Technique::UniqueRectangle2);
        assert_eq!(struck, all([2, 3, 5, 6, 7, 8, 9].map(|column| at(2, column)), &[3]));
        assert_eq!(state.found(Technique::UniqueRectangle1), None);
        let different = floor(&[]).with(at(2, 1), &[1, 2, 3]).with(at(2, 4), &[1, 2, 4]);
        assert_eq!(different.found(Technique::UniqueRectangle2), None);
    }

    #[test]
    fn a_digit_bound_to_two_corners_leaves_the_other_neither() {
        let state = floor(&[]).with_row(2, 1, &[1, 4]);
        let (struck, text) = state.struck_by(Technique::UniqueRectangle4);
        assert_eq!(struck, all(cells([(2, 1), (2, 4)]), &[2]));
        assert!(text.contains("and 1 in row 2 stands in row 2 column 1 and row 2 column 4 only"));
        assert_eq!(floor(&[]).found(Technique::UniqueRectangle4), None);
    }

    #[test]
    fn a_grave_but_for_one_candidate_is_escaped_by_it() {
        // 4 has three places in row 6, column 9 and region 6; every other digit has two places in every unit.
        let text =
            "4532617898964571231273985..542176938.819.265.6.98.5.1.918624375..451389...5789..1";
        let puzzle = read_one(text, InputFormat::Auto, None).unwrap();
        let state = State::new(&puzzle);
        let found = state.found(Technique::BugPlusOne).unwrap();
        assert_eq!((found.placed, found.struck), (Some((at(6, 9), 4)), Vec::new()));
        // With one candidate less, no cell has three.
        let mut less = state;
        less.strike(at(6, 9), 2);
        assert_eq!(less.found(Technique::BugPlusOne), None);
    }
}
