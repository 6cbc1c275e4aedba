//! What consistent domains remove before a search.

use super::*;
use crate::engine::Bits;
use crate::family;

/// What one option of each item excludes is removed at the root, so nothing is tried.
#[test]
fn an_option_that_leaves_an_item_nothing_is_not_tried() {
    let torus = family::build("debruijn:8x2").unwrap();
    let tally = Domains.tally(&torus, &Budget::default(), Counters::On).unwrap();
    assert_eq!((tally.solutions, tally.search.stats.nodes), (0u32.into(), Some(1)));
    assert!(
        Bits.tally(&torus, &Budget::default(), Counters::On).unwrap().search.stats.nodes > Some(1)
    );
}
