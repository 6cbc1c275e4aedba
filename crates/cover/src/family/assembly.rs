//! Assemblies: pieces of unit cubes, of which some may be coloured, are put together to a result.
//!
//! Cubes of the result are fixed, so that a piece must fill each, or variable, so that a piece may. Pieces may be rotated in space, not
//! reflected, and need not be connected; each is used a number of times within its bounds.
//!
//! Items: the pieces, with their bounds, and the fixed cubes, named as [`Area`] says; the variable cubes are secondary. An option is a piece with
//! the cubes that it fills. Solutions that symmetries of the result map to each other are all there.

use super::area::Area;
use super::shape::{Turns, orientations, settled};
use super::{FamilyError, MOST_OPTIONS, board, plain};
use crate::problem::{Bounds, ItemId, Problem};

/// Upper bound on the cubes that are looked at to place all pieces: some seconds.
const MOST_LOOKS: usize = 1 << 31;
/// Upper bound on the cubes of all placements together, each of which takes eight bytes.
const MOST_ENTRIES: usize = 1 << 24;

/// What the pieces are put together to.
#[derive(Clone, Debug)]
pub struct Target {
    /// Numbers of layers, rows and columns of the box around it.
    pub size: [usize; 3],
    /// The cubes of the box, in order of layer, row, column; `None` where nothing may be.
    pub cubes: Vec<Option<Cube>>,
}

/// A cube of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// A number for its colour.
    pub colour: usize,
    /// Whether a piece must fill it.
    pub is_fixed: bool,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of its item.
    pub name: String,
    /// Layer, row, column and colour of each of its cubes.
    pub cubes: Vec<[usize; 4]>,
    /// How often it is used.
    pub bounds: Bounds,
}

/// The problem of an assembly. `fits` says whether a cube of a piece may fill one of the result, by their colours.
///
/// ```
/// use quadrille_cover::family::assembly::{Cube, Part, Target, problem};
/// use quadrille_cover::{Bounds, count};
///
/// // Three cubes in a row, of which the last may stay empty.
/// let cube = |is_fixed| Some(Cube { colour: 0, is_fixed });
/// let target = Target { size: [1, 1, 3], cubes: vec![cube(true), cube(true), cube(false)] };
/// let domino = vec![[0, 0, 0, 0], [0, 0, 1, 0]];
/// let single = vec![[0, 0, 0, 0]];
/// let part = |name: &str, cubes, high| Part { name: name.into(), cubes, bounds: Bounds { low: 0, high } };
/// let problem = problem(&target, &[part("A", domino, 1), part("B", single, 3)], |_, _| true)?;
/// assert_eq!(problem.to_string().lines().next(), Some("0:1|A 0:3|B c000 c001 | c002"));
/// assert_eq!(count(&problem)?, 5u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A name that is no item's or is there twice, bounds that cannot be met, no cube, or too many placements.
///
/// # Panics
/// If the number of cubes is not that of the box.
pub fn problem(
    target: &Target,
    parts: &[Part],
    fits: impl Fn(usize, usize) -> bool,
) -> Result<Problem, FamilyError> {
    let too_large = |name: &str| FamilyError::TooLarge(name.to_owned());
    let area = Area::cuboid(target.size).ok_or_else(|| too_large("the result"))?;
    assert_eq!(target.cubes.len(), area.filled().len(), "a cube for each place of the box");
    let mut looks = 0_usize;
    for part in parts {
        let of_part = 24_usize.saturating_mul(part.cubes.len()).saturating_mul(target.cubes.len());
        looks = looks.saturating_add(of_part);
        if looks > MOST_LOOKS {
            return Err(too_large(&part.name));
        }
    }
    let cube = |index: usize| target.cubes[index];
    let at = |area: &Area, [layer, row, column, ..]: [usize; 4]| area.index([layer, row, column]);
    let empty = area.clone();
    let area = area.without(|cell| cube(empty.index(cell)).is_none());
    let mut builder = Problem::builder();
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        pieces.push(builder.primary_bounded(&part.name, part.bounds)?);
    }
    let mut items: Vec<Option<ItemId>> = vec![None; target.cubes.len()];
    for is_fixed in [true, false] {
        for (cell, name) in area.cells() {
            let index = area.index(cell);
            if cube(index).is_some_and(|cube| cube.is_fixed == is_fixed) {
                let added =
                    if is_fixed { builder.primary(&name) } else { builder.secondary(&name) };
                items[index] = Some(added?);
            }
        }
    }
    let (mut options, mut entries) = (0, 0);
    for (part, &piece) in parts.iter().zip(&pieces) {
        let turned = orientations(&settled(part.cubes.clone()), Turns::Space);
        for placed in board::placements(&area, turned.iter().filter(|cubes| !cubes.is_empty())) {
            let is_fit = |&place: &[usize; 4]| {
                cube(at(&area, place)).is_some_and(|cube| fits(place[3], cube.colour))
            };
            if !placed.iter().all(is_fit) {
                continue;
            }
            (options, entries) = (options + 1, entries + placed.len());
            if options > MOST_OPTIONS || entries > MOST_ENTRIES {
                return Err(too_large(&part.name));
            }
            let covered = placed.iter().filter_map(|&place| items[at(&area, place)]);
            builder.option_of(plain([piece].into_iter().chain(covered)))?;
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Auto;
    use crate::search::Solver;

    /// A chiral piece of four cubes fills what it is, and not its mirror image.
    #[test]
    fn pieces_are_rotated_and_not_reflected() {
        let piece = |x: usize| vec![[0, 0, x, 0], [0, 0, 1 - x, 0], [0, 1, x, 0], [1, 1, x, 0]];
        for (of_target, is_same) in [(0, true), (1, false)] {
            let mut cubes = vec![None; 8];
            for [layer, row, column, _] in piece(of_target) {
                let fixed = Cube { colour: 0, is_fixed: true };
                cubes[4 * layer + 2 * row + column] = Some(fixed);
            }
            let target = Target { size: [2, 2, 2], cubes };
            let screw = Part { name: "S".to_owned(), cubes: piece(0), bounds: Bounds::ONCE };
            let problem = problem(&target, &[screw], |_, _| true).unwrap();
            assert_eq!(Auto.count(&problem).unwrap(), u32::from(is_same).into());
        }
    }

    #[test]
    fn colours_stay_with_their_cubes_when_a_piece_is_turned() {
        let cube = |colour| Some(Cube { colour, is_fixed: true });
        let target = Target { size: [2, 1, 1], cubes: vec![cube(2), cube(1)] };
        let part = Part {
            name: "P".to_owned(),
            cubes: vec![[0, 0, 0, 1], [0, 0, 1, 2]],
            bounds: Bounds::ONCE,
        };
        let matching =
            problem(&target, std::slice::from_ref(&part), |one, other| one == other).unwrap();
        assert_eq!(matching.to_string(), "P c000 c100\nP c000 c100\n");
        let any = problem(&target, &[part], |_, _| true).unwrap();
        assert_eq!(any.options(), 2, "both ways round");
    }
}
