//! Wings: if a digit must stand in one of two or three cells, it is struck from the cells that see all of
//! these.

use super::state::{State, bit, digits};
use crate::engine::deduction::{Because, Deduction, Technique};

/// If a pivot has candidates x and y, and its pincers x, z and y, z, then one of the pincers holds z.
pub(super) fn xy(state: &State) -> Option<Deduction> {
    winged(state, Technique::XyWing, 2)
}

/// If a pivot has candidates x, y and z, and its pincers x, z and y, z, then one of the three cells holds z.
pub(super) fn xyz(state: &State) -> Option<Deduction> {
    winged(state, Technique::XyzWing, 3)
}

fn winged(state: &State, technique: Technique, candidates: u32) -> Option<Deduction> {
    state.open_cells().filter(|&pivot| state.count(pivot) == candidates).find_map(|pivot| {
        let of_pivot = state.candidates(pivot);
        let shares_enough = |cell: &usize| {
            state.count(*cell) == 2
                && (state.candidates(*cell) & of_pivot).count_ones() == candidates - 1
        };
        let near: Vec<usize> = state.open_neighbours(pivot).filter(shares_enough).collect();
        near.iter().enumerate().find_map(|(index, &a)| {
            near[index + 1..].iter().find_map(|&b| {
                let (of_a, of_b) = (state.candidates(a), state.candidates(b));
                let common = of_a & of_b;
                // The three cells have three candidates in total; the pincers share the digit z.
                let is_wing = (of_pivot | of_a | of_b).count_ones() == 3
                    && common.is_power_of_two()
                    && (common & of_pivot != 0) == (candidates == 3);
                let digit = digits(common).next().filter(|_| is_wing)?;
                let seen = match candidates {
                    2 => state.seen_by_all(digit, &[a, b]),
                    _ => state.seen_by_all(digit, &[pivot, a, b]),
                };
                let because = || Because::Wing { pivot, pincers: [a, b], digit };
                Deduction::strike(state.order(), technique, seen, because)
            })
        })
    })
}

/// If two cells have candidates x and y, and a unit has two places for x, each seen by one of the
/// cells, then the cells cannot both hold x, so one holds y.
pub(super) fn w(state: &State) -> Option<Deduction> {
    let ends: Vec<usize> = state.open_cells().filter(|&cell| state.count(cell) == 2).collect();
    ends.iter().enumerate().find_map(|(index, &a)| {
        let alike =
            |b: &&usize| state.candidates(**b) == state.candidates(a) && !state.sees(a, **b);
        ends[index + 1..].iter().filter(alike).find_map(|&b| w_between(state, a, b))
    })
}

fn w_between(state: &State, a: usize, b: usize) -> Option<Deduction> {
    let pair = state.candidates(a);
    digits(pair).find_map(|linked| {
        let digit = digits(pair & !bit(linked)).next()?;
        let struck = state.seen_by_all(digit, &[a, b]);
        if struck.is_empty() {
            return None;
        }
        let unit = (0..3 * state.side()).find(|&unit| joins(state, unit, linked, a, b))?;
        Deduction::strike(state.order(), Technique::WWing, struck, || Because::Bridge {
            ends: [a, b],
            unit: state.unit(unit),
            linked,
            digit,
        })
    })
}

/// Whether a digit has exactly two places in a unit, one of them seen by `a` and the other by `b`.
fn joins(state: &State, unit: usize, digit: u8, a: usize, b: usize) -> bool {
    if state.places(unit, digit).count_ones() != 2 {
        return false;
    }
    let mut places = state.cells(unit, digit);
    let (Some(p), Some(q)) = (places.next(), places.next()) else { return false };
    state.sees(a, p) && state.sees(b, q) || state.sees(a, q) && state.sees(b, p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank, cells};

    #[test]
    fn a_wing_strikes_what_both_pincers_see() {
        let state = blank().with(at(1, 1), &[1, 2]).with(at(1, 5), &[1, 3]).with(at(5, 1), &[2, 3]);
        let (struck, text) = state.struck_by(Technique::XyWing);
        assert_eq!(struck, [(at(5, 5), 3)]);
        assert_eq!(
            text,
            "XY-wing: whatever row 1 column 1 holds, 3 stands in row 1 column 5 or row 5 column 1, \
             so it is struck from row 5 column 5"
        );
        assert_eq!(state.found(Technique::XyzWing), None);
    }

    #[test]
    fn with_three_candidates_the_pivot_must_see_it_too() {
        let state =
            blank().with(at(1, 1), &[1, 2, 3]).with(at(2, 2), &[1, 3]).with(at(1, 5), &[2, 3]);
        let (struck, text) = state.struck_by(Technique::XyzWing);
        assert_eq!(struck, all(cells([(1, 2), (1, 3)]), &[3]));
        assert!(text.contains("row 1 column 5, row 2 column 2 or row 1 column 1"), "{text}");
        assert_eq!(state.found(Technique::XyWing), None);
    }

    #[test]
    fn two_cells_alike_that_cannot_both_be_one_digit_are_the_other_once() {
        let ends = blank().with(at(1, 1), &[1, 2]).with(at(5, 9), &[1, 2]);
        assert_eq!(ends.found(Technique::WWing), None, "nothing joins them");
        let (struck, text) = ends.with_row(9, 1, &[1, 9]).struck_by(Technique::WWing);
        assert_eq!(struck, all(cells([(1, 9), (5, 1)]), &[2]));
        let reason = "row 1 column 1 and row 5 column 9 cannot both be 1, which row 9 needs";
        assert!(text.contains(reason), "{text}");
    }
}
