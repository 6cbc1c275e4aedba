//! One grid for all that are the same puzzle in another dress: the canonical form of a puzzle
//! or of a full grid under the symmetries of Sudoku.
//!
//! Two grids are isomorphic if a [`Transform`] makes one into the other: a transposition, a
//! permutation of bands, stacks, rows within bands and columns within stacks, and new names for
//! the digits. They are if and only if their canonical forms are equal: the form is itself one
//! of the grids the symmetries make of a grid, and which of them does not depend on where one
//! begins. Nothing in it is a guess: where colours of 64 bits are used, two that are equal by
//! accident cost time, never the answer.
//!
//! | grids | canonical form | search |
//! |---|---|---|
//! | 4x4 and 9x9 without a clash | the smallest line of cells in reading order, 0 for empty | `minlex` |
//! | larger, or with a clash | the smallest leaf of a search tree that all isomorphic grids share | `tree` |
//!
//! The form is the same on every platform and in every version. For 9x9 it is the "minlex" form
//! of the literature on Sudoku, so that it can be held against that of other programs.
//!
//! A 9x9 puzzle takes some 10 microseconds, a random full grid less than 100, and the full grid
//! with 648 automorphisms, the most there are, some milliseconds. Larger puzzles as they are
//! generated are told apart at the root of the tree, in time that grows with their clues: 16x16
//! in about as long as 9x9. A full grid has to try each of its cells: milliseconds for 16x16,
//! tens of them for 36x36. Symmetric grids are no worse as a rule, as their automorphisms are
//! made use of; but no bound holds for all of them. Who needs one asks [`canonical_within`].

mod colouring;
mod minlex;
mod seen;
mod transform;
mod tree;

pub use seen::{Same, Seen};
pub use transform::Transform;

use crate::grid::Grid;

/// The canonical form.
///
/// ```
/// use quadrille_cover::random::Stream;
/// use quadrille_sudoku::canonical::{Transform, canonical};
/// use quadrille_sudoku::{Grid, Order};
///
/// let mut grid = Grid::empty(Order::NINE);
/// grid.set(0, 5);
/// assert_eq!(canonical(&grid).digit(80), 1);
/// let other = Transform::random(Order::NINE, &mut Stream::new(1, 0)).apply(&grid);
/// assert_eq!(canonical(&other), canonical(&grid));
/// ```
pub fn canonical(grid: &Grid) -> Grid {
    canonical_with(grid).0
}

/// The canonical form, and a symmetry that makes it of the grid.
///
/// There are as many such symmetries as the grid has automorphisms; which of them this is may
/// change from version to version.
pub fn canonical_with(grid: &Grid) -> (Grid, Transform) {
    let transform = transform_within(grid, u64::MAX).expect("the search has no bound");
    (transform.apply(grid), transform)
}

/// The canonical form, if it is found within that many nodes of the search tree of `tree`:
/// `None` if the grid is too symmetric.
///
/// The search of 4x4 and 9x9 grids without a clash is bounded by itself, and takes no notice.
pub fn canonical_within(grid: &Grid, nodes: u64) -> Option<Grid> {
    transform_within(grid, nodes).map(|transform| transform.apply(grid))
}

/// Whether a symmetry makes one grid into the other.
pub fn isomorphic(a: &Grid, b: &Grid) -> bool {
    a.order() == b.order() && a.filled() == b.filled() && canonical(a) == canonical(b)
}

fn transform_within(grid: &Grid, nodes: u64) -> Option<Transform> {
    if grid.order().n() <= minlex::LARGEST && grid.clash().is_none() {
        Some(minlex::transform(grid))
    } else {
        tree::transform_within(grid, nodes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn both_searches_find_the_same_classes() {
        let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let mut forms: HashMap<Grid, Grid> = HashMap::new();
        for kept in 0..1u32 << full.len() {
            let part = |cell| full[cell] * (kept >> cell & 1) as u8;
            let grid = Grid::from_cells((0..full.len()).map(part).collect()).expect("4x4");
            let other = tree::transform_within(&grid, u64::MAX).expect("no bound").apply(&grid);
            let known = forms.entry(canonical(&grid)).or_insert_with(|| other.clone());
            assert_eq!(*known, other, "{grid:?}");
        }
        assert_eq!(forms.values().collect::<HashSet<_>>().len(), forms.len());
    }
}
