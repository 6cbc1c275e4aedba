//! The cells that deductions name, and the strikes they rely on, in positions made by hand.

use super::testing::{at, blank, cells};
use super::*;

/// Checks a technique's deduction: the cells from which it follows, and the struck candidates on which it does not rely.
#[track_caller]
fn check(state: &State, technique: Technique, reason: &[usize], spared: &[(usize, u8)]) {
    let deduction = state.found(technique).expect("the technique finds something");
    assert_eq!(deduction.reason_cells(), reason);
    let struck = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
    let struck = struck.filter(|&(cell, digit)| !state.has(cell, digit));
    let not_relied_on = struck.filter(|&candidate| !deduction.relies_on(candidate));
    assert_eq!(not_relied_on.collect::<Vec<_>>(), spared);
}

#[test]
fn a_single_follows_from_its_unit_or_from_nothing_else() {
    let mut single = blank().with(at(2, 2), &[5]);
    single.strike(at(9, 9), 5);
    check(&single, Technique::NakedSingle, &[], &[(at(9, 9), 5)]);
    let mut single = blank().with_row(4, 7, &[1]);
    single.strike(at(4, 1), 6);
    single.strike(at(5, 3), 7);
    let (row, spared): (Vec<_>, _) = ((27..36).collect(), [(at(4, 1), 6), (at(5, 3), 7)]);
    check(&single, Technique::HiddenSingleInLine, &row, &spared);
}

#[test]
fn a_fish_follows_from_where_its_lines_cross_and_a_pair_from_its_cells() {
    let mut fish = blank().with_row(2, 5, &[3, 8]).with_row(7, 5, &[3, 8]);
    fish.strike(at(4, 4), 5);
    fish.strike(at(2, 3), 9);
    let corners = cells([(2, 3), (2, 8), (7, 3), (7, 8)]);
    check(&fish, Technique::XWing, &corners, &[(at(2, 3), 9), (at(4, 4), 5)]);
    let mut pair = blank().with(at(1, 1), &[1, 2]).with(at(1, 7), &[1, 2]);
    pair.strike(at(1, 9), 1);
    check(&pair, Technique::NakedPair, &cells([(1, 1), (1, 7)]), &[(at(1, 9), 1)]);
}

#[test]
fn a_chain_follows_from_its_cells_and_the_units_that_leave_no_choice() {
    let pairs = [((1, 1), [1, 2]), ((1, 9), [2, 3]), ((9, 9), [3, 4]), ((9, 2), [1, 4])];
    let pair = |state: State, &((row, column), digits): &((usize, usize), [u8; 2])| {
        state.with(at(row, column), &digits)
    };
    let mut chain = pairs.iter().fold(blank(), pair);
    chain.strike(at(5, 5), 7);
    let reason = cells([(1, 1), (1, 9), (9, 2), (9, 9)]);
    check(&chain, Technique::XyChain, &reason, &[(at(5, 5), 7)]);
}
