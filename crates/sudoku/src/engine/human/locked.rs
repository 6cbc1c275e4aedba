//! Locked candidates: a digit whose places in one unit all lie in a second unit as well.

use super::state::State;
use crate::engine::deduction::{Because, Deduction, Technique};

/// If all places of a digit in a region lie in one line, the digit is struck from the rest of the line.
pub(super) fn pointing(state: &State) -> Option<Deduction> {
    let side = state.side();
    (2 * side..3 * side).find_map(|region| locked(state, Technique::Pointing, region))
}

/// If all places of a digit in a line lie in one region, the digit is struck from the rest of the region.
pub(super) fn claiming(state: &State) -> Option<Deduction> {
    (0..2 * state.side()).find_map(|line| locked(state, Technique::Claiming, line))
}

fn locked(state: &State, technique: Technique, within: usize) -> Option<Deduction> {
    let side = state.side();
    let is_region = |unit: usize| unit >= 2 * side;
    state.all_digits().find_map(|digit| {
        let first = state.cells(within, digit).next()?;
        // A line and a region share only n cells, so more places than n cannot all lie in both.
        if state.places(within, digit).count_ones() as usize > state.n() {
            return None;
        }
        let across = state.layout().units_of(first).into_iter();
        across.filter(|&to| is_region(to) != is_region(within)).find_map(|to| {
            let lies_in = |cell, unit| state.layout().units_of(cell).contains(&unit);
            if !state.cells(within, digit).all(|cell| lies_in(cell, to)) {
                return None;
            }
            let rest = state.cells(to, digit).filter(|&cell| !lies_in(cell, within));
            let struck = rest.map(|cell| (cell, digit)).collect();
            Deduction::strike(state.order(), technique, struck, || Because::Locked {
                digit,
                within: state.unit(within),
                to: state.unit(to),
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank, cells};

    #[test]
    fn a_digit_in_one_line_of_a_region_is_struck_from_the_rest_of_the_line() {
        let state = blank().with_region(1, 5, &cells([(1, 1), (1, 2)]));
        let (struck, text) = state.struck_by(Technique::Pointing);
        assert_eq!(struck, all((4..=9).map(|column| at(1, column)), &[5]));
        assert!(text.starts_with("pointing: 5 in region 1 stands in row 1 only, so it is struck "));
        let state = blank().with_region(9, 5, &cells([(7, 8), (9, 8)]));
        let (struck, _) = state.struck_by(Technique::Pointing);
        assert_eq!(struck, all((1..=6).map(|row| at(row, 8)), &[5]));
    }

    #[test]
    fn a_digit_in_one_region_of_a_line_is_struck_from_the_rest_of_the_region() {
        let state = blank().with_row(5, 5, &[4, 5, 6]);
        let (struck, text) = state.struck_by(Technique::Claiming);
        let rest = [4, 6].into_iter().flat_map(|row| (4..=6).map(move |column| at(row, column)));
        assert_eq!(struck, all(rest, &[5]));
        assert!(text.starts_with("claiming: 5 in row 5 stands in region 5 only, so it is struck "));
    }

    #[test]
    fn a_digit_in_two_lines_of_a_region_is_not_locked() {
        let state = blank().with_region(1, 5, &cells([(1, 1), (2, 2)]));
        assert_eq!(state.found(Technique::Pointing), None);
        assert_eq!(state.found(Technique::Claiming), None);
    }
}
