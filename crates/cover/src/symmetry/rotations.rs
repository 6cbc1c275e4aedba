//! The rotations of a board that are symmetries of a problem on it.
//!
//! A rotation moves cells, and an option is what it writes on which cells ([`Layout`]). So a rotation is a symmetry of the problem if
//! it takes the cells of each option to those of an option that writes the same; items follow, because an item is known by
//! its options.

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;

use super::structure::Structure;
use super::{Symmetries, SymmetryError};
use crate::family::Layout;
use crate::problem::Problem;
use crate::search::Unsupported;

/// The name of this search in messages.
const NAME: &str = "a search for rotations";

impl<'p> Symmetries<'p> {
    /// The symmetries of a problem that rotate its board: in the plane, if the board has one layer, otherwise in space.
    ///
    /// ```
    /// use quadrille_cover::symmetry::Symmetries;
    /// use quadrille_cover::family;
    ///
    /// let (queens, board) = (family::build("queens:8")?, family::layout("queens:8")?.expect("a board"));
    /// assert_eq!(Symmetries::rotations(&queens, &board)?.order(), &4u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the problem is too large, has colours, or is not on this board.
    pub fn rotations(problem: &'p Problem, board: &Layout) -> Result<Self, SymmetryError> {
        let structure = Structure::new(problem)?;
        if structure.points.iter().any(|(_, colour)| colour.is_some()) {
            let what = "items with colours";
            return Err(Unsupported { engine: NAME, what }.into());
        }
        let mut written: Vec<(Vec<usize>, String)> = Vec::new();
        for &option in &structure.options {
            let read = board.read(problem, option)?;
            let mut cells = read.cells;
            cells.sort_unstable();
            written.push((cells, read.text));
        }
        let numbers: HashMap<&(Vec<usize>, String), u16> = written.iter().zip(0..).collect();
        if numbers.len() < written.len() {
            let what = "different options that write the same on the same cells";
            return Err(Unsupported { engine: NAME, what }.into());
        }
        let mut found = Vec::new();
        for cells in rotations(board.size()) {
            let image = |(from, text): &(Vec<usize>, String)| {
                let mut to: Vec<usize> = from.iter().map(|&cell| cells[cell]).collect();
                to.sort_unstable();
                numbers.get(&(to, text.clone())).copied()
            };
            let options: Option<Vec<u16>> = written.iter().map(image).collect();
            let images = options.and_then(|options| structure.images(&options));
            found.extend(images.filter(|images| structure.action(images).is_some()));
        }
        found.sort_unstable();
        found.dedup();
        let order = BigUint::from(found.len());
        Ok(Self { problem, order, generators: generators(&found), structure })
    }
}

/// Elements of a group from which all others can be made.
fn generators(group: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let identity: Vec<u16> = (0..group.first().map_or(0, Vec::len) as u16).collect();
    let (mut made, mut generators) = (BTreeSet::from([identity]), Vec::new());
    // Those that make the most come first: a quarter turn makes the half turn.
    let mut others: Vec<&Vec<u16>> = group.iter().collect();
    others.sort_by_key(|images| std::cmp::Reverse(period(images)));
    for images in others {
        if made.contains(images) {
            continue;
        }
        generators.push(images.clone());
        let mut open: Vec<Vec<u16>> = made.iter().cloned().collect();
        while let Some(element) = open.pop() {
            for generator in &generators {
                let next: Vec<u16> =
                    element.iter().map(|&point| generator[point as usize]).collect();
                if made.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    generators
}

/// The number of times after which a permutation has taken all to where they were.
fn period(images: &[u16]) -> usize {
    let next = |power: &Vec<u16>| Some(power.iter().map(|&point| images[point as usize]).collect());
    let powers = std::iter::successors(Some(images.to_vec()), next);
    1 + powers
        .take_while(|power| power.iter().zip(0..).any(|(&image, point)| image != point))
        .count()
}

/// The rotations of a box of these numbers of layers, rows and columns: by cell, where it goes. One layer is turned in its plane.
fn rotations(size: [usize; 3]) -> Vec<Vec<usize>> {
    const ORDERS: [([usize; 3], bool); 6] = [
        ([0, 1, 2], true),
        ([1, 2, 0], true),
        ([2, 0, 1], true),
        ([0, 2, 1], false),
        ([1, 0, 2], false),
        ([2, 1, 0], false),
    ];
    let mut found = Vec::new();
    for (order, is_even) in ORDERS {
        for flips in 0..8u32 {
            let keeps_plane = size[0] > 1 || order[0] == 0 && flips & 1 == 0;
            let is_proper = flips.count_ones().is_multiple_of(2) == is_even;
            if !keeps_plane || !is_proper || order.map(|axis| size[axis]) != size {
                continue;
            }
            let number = |cell: [usize; 3]| (cell[0] * size[1] + cell[1]) * size[2] + cell[2];
            let moved = |cell: [usize; 3]| -> [usize; 3] {
                std::array::from_fn(|axis| {
                    let place = cell[order[axis]];
                    if flips >> axis & 1 == 1 { size[axis] - 1 - place } else { place }
                })
            };
            let cells = (0..size[0]).flat_map(|layer| {
                (0..size[1])
                    .flat_map(move |row| (0..size[2]).map(move |column| [layer, row, column]))
            });
            found.push(cells.map(|cell| number(moved(cell))).collect());
        }
    }
    found
}
