//! Symmetries of the pattern of cells that hold clues.

use std::fmt;

use crate::grid::Order;

/// The symmetry of the pattern of cells that hold clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// The pattern is unchanged by half a turn.
    Rotational,
    /// The pattern is unchanged by reflection in the main diagonal.
    Diagonal,
    /// The pattern is unchanged if left and right are exchanged.
    Mirror,
    /// The pattern is unchanged by every rotation and reflection of the square.
    Full,
}

impl Symmetry {
    /// The orbits of the cells: groups of which either all cells hold clues or none does. Each cell is
    /// in one group, and groups are sorted by their first cells.
    pub fn orbits(self, order: Order) -> Vec<Vec<usize>> {
        self.orbits_of(order.side())
    }

    /// The orbits of the cells of a square with this number of rows.
    pub(crate) fn orbits_of(self, side: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; side * side];
        let mut orbits = Vec::new();
        for cell in 0..side * side {
            if seen[cell] {
                continue;
            }
            let mut orbit = self.images(side, cell);
            orbit.sort_unstable();
            orbit.dedup();
            for &image in &orbit {
                seen[image] = true;
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// The cells to which the symmetry takes a cell, including the cell itself.
    fn images(self, side: usize, cell: usize) -> Vec<usize> {
        let (row, column, last) = (cell / side, cell % side, side - 1);
        let at = |row: usize, column: usize| row * side + column;
        let turned = at(last - row, last - column);
        match self {
            Self::None => vec![cell],
            Self::Rotational => vec![cell, turned],
            Self::Diagonal => vec![cell, at(column, row)],
            Self::Mirror => vec![cell, at(row, last - column)],
            Self::Full => vec![
                cell,
                turned,
                at(column, row),
                at(last - column, last - row),
                at(row, last - column),
                at(last - row, column),
                at(column, last - row),
                at(last - column, row),
            ],
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Rotational => "rotational",
            Self::Diagonal => "diagonal",
            Self::Mirror => "mirror",
            Self::Full => "full",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_as_large_as_their_groups() {
        let sizes = |symmetry: Symmetry| {
            let orbits = symmetry.orbits(Order::NINE);
            assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), 81);
            (orbits.len(), orbits.iter().map(Vec::len).max().unwrap())
        };
        assert_eq!(sizes(Symmetry::None), (81, 1));
        assert_eq!(sizes(Symmetry::Rotational), (41, 2));
        assert_eq!(sizes(Symmetry::Diagonal), (45, 2));
        assert_eq!(sizes(Symmetry::Mirror), (45, 2));
        // By Burnside's lemma: the eight symmetries fix 81, 1, 1, 1, 9, 9, 9 and 9 cells, which is 15 on
        // average.
        assert_eq!(sizes(Symmetry::Full), (15, 8));
    }

    #[test]
    fn cells_of_an_orbit_lead_to_the_same_orbit() {
        for symmetry in [Symmetry::Rotational, Symmetry::Diagonal, Symmetry::Mirror, Symmetry::Full]
        {
            for orbit in symmetry.orbits(Order::NINE) {
                for &cell in &orbit {
                    let mut images = symmetry.images(9, cell);
                    images.sort_unstable();
                    images.dedup();
                    assert_eq!(images, orbit, "{symmetry}");
                }
            }
        }
    }
}
