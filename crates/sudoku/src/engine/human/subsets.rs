//! Naked and hidden pairs, triples and quads: k digits that fill k cells of a unit.

use super::Ask;
use super::combine::combine;
use super::state::{State, bits, digits};
use crate::engine::deduction::{Because, Deduction, Technique};

/// If `k` cells of a unit have `k` candidates in total, these digits are struck from the unit's other cells.
pub(super) fn naked(
    state: &State,
    technique: Technique,
    k: usize,
    ask: &mut Ask<'_>,
) -> Option<Deduction> {
    each_unit(state, k, ask, |unit| {
        let small = |cell: &usize| (2..=k as u32).contains(&state.count(*cell));
        let in_unit = state.layout().units[unit].iter().map(|&cell| cell as usize);
        let cells: Vec<usize> = in_unit.filter(small).collect();
        let sets: Vec<u128> = cells.iter().map(|&cell| state.candidates(cell)).collect();
        combine(&sets, k, k as u32, &mut |chosen, union| {
            let chosen: Vec<usize> = chosen.iter().map(|&index| cells[index]).collect();
            let struck = digits(union).flat_map(|digit| {
                let others = state.cells(unit, digit).filter(|cell| !chosen.contains(cell));
                others.map(move |cell| (cell, digit)).collect::<Vec<_>>()
            });
            let mut struck: Vec<_> = struck.collect();
            struck.sort_unstable();
            Deduction::strike(state.order(), technique, struck, || Because::Subset {
                unit: state.unit(unit),
                cells: chosen,
                digits: digits(union).collect(),
            })
        })
    })
}

/// If `k` digits have `k` places in total in a unit, other digits are struck from these places.
pub(super) fn hidden(
    state: &State,
    technique: Technique,
    k: usize,
    ask: &mut Ask<'_>,
) -> Option<Deduction> {
    each_unit(state, k, ask, |unit| {
        let rare = |digit: &u8| (2..=k as u32).contains(&state.places(unit, *digit).count_ones());
        let rare: Vec<u8> = state.all_digits().filter(rare).collect();
        let sets: Vec<u128> = rare.iter().map(|&digit| state.places(unit, digit)).collect();
        combine(&sets, k, k as u32, &mut |chosen, union| {
            let kept = chosen.iter().fold(0, |kept, &index| kept | 1u128 << (rare[index] - 1));
            let struck = state.cells_at(unit, union).flat_map(|cell| {
                digits(state.candidates(cell) & !kept).map(move |digit| (cell, digit))
            });
            Deduction::strike(state.order(), technique, struck.collect(), || Because::Subset {
                unit: state.unit(unit),
                cells: state.cells_at(unit, union).collect(),
                digits: bits(kept).map(|bit| bit as u8 + 1).collect(),
            })
        })
    })
}

/// Calls `find` with the units that have more than `k` open cells.
fn each_unit(
    state: &State,
    k: usize,
    ask: &mut Ask<'_>,
    find: impl FnMut(usize) -> Option<Deduction>,
) -> Option<Deduction> {
    // Regions first, as human players do.
    let side = state.side();
    let units = (2 * side..3 * side).chain(0..2 * side);
    let open = units.filter(|&unit| state.open_in(unit) > k);
    open.map_while(|unit| ask(1).then_some(unit)).find_map(find)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank};

    const COLUMNS: [usize; 4] = [1, 4, 7, 9];

    /// `k` columns of a row with two of the first `k` digits each: i and i + 1, cyclically.
    fn ring(k: usize) -> impl Iterator<Item = (usize, [u8; 2])> {
        (0..k).map(move |i| (COLUMNS[i], [i as u8 + 1, ((i + 1) % k) as u8 + 1]))
    }

    #[test]
    fn as_many_cells_as_digits_keep_these_to_themselves() {
        let techniques = [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuad];
        for (technique, k) in techniques.into_iter().zip(2..) {
            let state =
                ring(k).fold(blank(), |state, (column, pair)| state.with(at(5, column), &pair));
            let (struck, text) = state.struck_by(technique);
            let others = (1..=9).filter(|column| !COLUMNS[..k].contains(column));
            let digits: Vec<u8> = (1..=k as u8).collect();
            assert_eq!(struck, all(others.map(|column| at(5, column)), &digits), "{text}");
            assert!(text.starts_with(&format!("{technique}: row 5 column 1")), "{text}");
        }
    }

    #[test]
    fn as_many_digits_as_places_leave_no_room_for_others() {
        let techniques = [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuad];
        for (technique, k) in techniques.into_iter().zip(2..) {
            let state = (1..=k).fold(blank(), |state, digit| {
                state.with_row(5, digit as u8, &[COLUMNS[digit - 1], COLUMNS[digit % k]])
            });
            let (struck, text) = state.struck_by(technique);
            let others: Vec<u8> = (k as u8 + 1..=9).collect();
            let places = COLUMNS[..k].iter().map(|&column| at(5, column));
            let of_ring = |(cell, digit): &(usize, u8)| {
                (1..=k as u8).contains(digit) && !state.has(*cell, *digit)
            };
            assert_eq!(struck, all(places, &others), "{text}");
            assert!(!struck.iter().any(of_ring));
        }
    }

    #[test]
    fn two_cells_with_three_digits_are_no_pair() {
        let state = blank().with(at(5, 1), &[1, 2]).with(at(5, 4), &[2, 3]);
        assert_eq!(state.found(Technique::NakedPair), None);
    }
}
