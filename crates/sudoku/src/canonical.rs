//! The canonical form of a puzzle or of a full grid under the symmetries of Sudoku: one grid that
//! stands for all isomorphic grids.
//!
//! Two grids are isomorphic if a [`Transform`] turns one into the other: a transposition, a permutation of
//! bands, stacks, rows within bands and columns within stacks, and a renaming of the digits. Two grids are
//! isomorphic if and only if their canonical forms are equal, because the form is one of the grids
//! isomorphic to a grid, and the choice does not depend on the grid from which the search begins. The result
//! is exact. Where hashes of 64 bits are used, a collision costs time but never changes the form.
//!
//! | grids | canonical form | search |
//! |---|---|---|
//! | 4x4 and 9x9 without a clash | the smallest line of cells in reading order, 0 for empty | `minlex` |
//! | larger, or with a clash | the smallest leaf of a search tree that all isomorphic grids share | `tree` |
//!
//! The form is the same on every platform and in every version. For 9x9 it is the "minlex" form of the
//! literature on Sudoku, so that it can be compared with that of other programs.
//!
//! A 9x9 puzzle takes two to three microseconds, a random full grid four, and the full grid with 648
//! automorphisms, the greatest number there is, five. Symmetric puzzles take longer: the slowest of
//! thousands of such puzzles took a tenth of a millisecond. In larger generated puzzles the root of the
//! tree tells all rows, columns and digits apart; the time grows with the number of clues, and 16x16
//! takes about as long as 9x9. In a full grid, the search tries each cell as the first of the form,
//! which takes milliseconds for 16x16 and tens of milliseconds for 36x36. Symmetric grids usually take
//! no longer, because the search uses their automorphisms, but no bound holds for all of them.
//! [`canonical_within`] takes a limit.

mod colouring;
mod minlex;
mod seen;
mod transform;
mod tree;

pub use seen::{Same, Seen};
pub use transform::{Part, Transform};

use crate::grid::Grid;
use minlex::Smallest;

/// The canonical form of a grid, as the module's documentation defines it.
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
    canonical_within(grid, u64::MAX).expect("the search has no bound")
}

/// The canonical form, and a symmetry that turns the grid into it.
///
/// There are as many of these symmetries as the grid has automorphisms. Which one is returned may
/// change from version to version.
pub fn canonical_with(grid: &Grid) -> (Grid, Transform) {
    let transform = transform_within(grid, u64::MAX).expect("the search has no bound");
    (transform.apply(grid), transform)
}

/// The canonical form, if it is found within `nodes` nodes of the search tree; `None` if the grid has
/// too many symmetries for that.
///
/// The search for 4x4 and 9x9 grids without a clash has a bound of its own and ignores the limit.
pub fn canonical_within(grid: &Grid, nodes: u64) -> Option<Grid> {
    match smallest(grid) {
        Some(smallest) => Some(smallest.grid()),
        None => tree::transform_within(grid, nodes).map(|transform| transform.apply(grid)),
    }
}

/// A symmetry that turns the grid into its canonical form, if it is found as in [`canonical_within`].
pub fn transform_within(grid: &Grid, nodes: u64) -> Option<Transform> {
    match smallest(grid) {
        Some(smallest) => Some(smallest.transform(grid)),
        None => tree::transform_within(grid, nodes),
    }
}

/// The smallest line of cells of all isomorphic grids; `None` if the form of the grid is another.
fn smallest(grid: &Grid) -> Option<Smallest> {
    let has_smallest = grid.order().n() <= minlex::LARGEST && grid.clash().is_none();
    has_smallest.then(|| Smallest::of(grid))
}

/// Whether a symmetry turns one grid into the other.
pub fn isomorphic(a: &Grid, b: &Grid) -> bool {
    a.order() == b.order() && a.filled() == b.filled() && canonical(a) == canonical(b)
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
