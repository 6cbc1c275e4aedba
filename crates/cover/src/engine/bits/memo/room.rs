//! What a count with a memo is given: limits, and who may end it.

use std::sync::Arc;

use super::super::table::Table;
use crate::search::Keeper;

/// The limits of a count with a memo.
#[derive(Clone, Copy)]
pub(in super::super::super) struct Room<'k> {
    /// Upper bound on the size of the memo, in bytes.
    pub(in super::super::super) bytes: usize,
    /// Whether the memo gives up if it saves next to no nodes.
    pub(in super::super::super) must_pay: bool,
    /// Whether the steps become a certificate. Then sub-problems are not split into components, and look-ups go on where they
    /// save little, because a checker takes longer for a step than this search.
    pub(in super::super::super) traced: bool,
    /// Number of solutions at which counting stops.
    pub(in super::super::super) limit: Option<u64>,
    pub(in super::super::super) keeper: Option<&'k dyn Keeper>,
    /// Asked from time to time whether the memo is to go on.
    pub(in super::super::super) rivals: Option<&'k dyn Rivals>,
}

/// Other ways to count, which may turn out to be faster.
pub(in super::super::super) trait Rivals {
    /// Called before the count, with the table of the problem, which need not be made twice.
    fn meet(&self, table: &Arc<Table>);

    /// Whether the memo is to go on, after a number of branching nodes and a share of the tree. Called when the number of
    /// nodes has doubled.
    fn go_on(&self, nodes: u64, share: f64) -> bool;

    /// Called once before the memo gives up because it saves next to no nodes. Returns whether it is to.
    fn accept(&self, nodes: u64, share: f64) -> bool;
}
