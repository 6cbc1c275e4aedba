//! The cells that deductions name, and the strikes they rely on, in positions made by hand.

use super::testing::{at, blank, cells};
use super::*;

fn reason(state: &State, technique: Technique) -> Vec<usize> {
    state.found(technique).expect("the technique finds something").reason_cells()
}

#[test]
fn a_single_follows_from_its_unit_or_from_nothing_else() {
    let single = blank().with_row(4, 7, &[1]);
    assert_eq!(reason(&single, Technique::HiddenSingleInLine), (27..36).collect::<Vec<_>>());
    let single = blank().with(at(2, 2), &[5]);
    assert_eq!(reason(&single, Technique::NakedSingle), []);
}

#[test]
fn a_fish_follows_from_where_its_lines_cross_and_a_pair_from_its_cells() {
    let fish = blank().with_row(2, 5, &[3, 8]).with_row(7, 5, &[3, 8]);
    assert_eq!(reason(&fish, Technique::XWing), cells([(2, 3), (2, 8), (7, 3), (7, 8)]));
    let pair = blank().with(at(1, 1), &[1, 2]).with(at(1, 7), &[1, 2]);
    assert_eq!(reason(&pair, Technique::NakedPair), cells([(1, 1), (1, 7)]));
}

#[test]
fn a_chain_follows_from_its_cells() {
    let pairs = [((1, 1), [1, 2]), ((1, 9), [2, 3]), ((9, 9), [3, 4]), ((9, 2), [1, 4])];
    let state = pairs
        .iter()
        .fold(blank(), |state, &((row, column), digits)| state.with(at(row, column), &digits));
    let expected = cells([(1, 1), (1, 9), (9, 2), (9, 9)]);
    assert_eq!(reason(&state, Technique::XyChain), expected);
}

/// The struck candidates of a state on which a technique's deduction does not rely.
fn not_relied_on(state: &State, technique: Technique) -> Vec<(usize, u8)> {
    let deduction = state.found(technique).expect("the technique finds something");
    let struck = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
    struck
        .filter(|&(cell, digit)| !state.has(cell, digit))
        .filter(|&candidate| !deduction.relies_on(candidate))
        .collect()
}

#[test]
fn a_single_relies_on_its_own_cell_or_unit() {
    let mut state = blank().with(at(2, 2), &[5]);
    state.strike(at(9, 9), 5);
    assert_eq!(not_relied_on(&state, Technique::NakedSingle), [(at(9, 9), 5)]);
    let mut state = blank().with_row(4, 7, &[1]);
    state.strike(at(4, 1), 6);
    state.strike(at(5, 3), 7);
    let spared = not_relied_on(&state, Technique::HiddenSingleInLine);
    assert_eq!(spared, [(at(4, 1), 6), (at(5, 3), 7)]);
}

#[test]
fn a_fish_relies_on_its_base_and_a_pair_on_its_cells() {
    let mut state = blank().with_row(2, 5, &[3, 8]).with_row(7, 5, &[3, 8]);
    state.strike(at(4, 4), 5);
    state.strike(at(2, 3), 9);
    assert_eq!(not_relied_on(&state, Technique::XWing), [(at(2, 3), 9), (at(4, 4), 5)]);
    let mut state = blank().with(at(1, 1), &[1, 2]).with(at(1, 7), &[1, 2]);
    state.strike(at(1, 9), 1);
    assert_eq!(not_relied_on(&state, Technique::NakedPair), [(at(1, 9), 1)]);
}

#[test]
fn a_chain_relies_on_the_cells_and_units_that_leave_no_choice() {
    let pairs = [((1, 1), [1, 2]), ((1, 9), [2, 3]), ((9, 9), [3, 4]), ((9, 2), [1, 4])];
    let mut state = pairs
        .iter()
        .fold(blank(), |state, &((row, column), digits)| state.with(at(row, column), &digits));
    state.strike(at(5, 5), 7);
    assert_eq!(not_relied_on(&state, Technique::XyChain), [(at(5, 5), 7)]);
}
