//! Sets of pieces, as a spec of `polyominoes` or `polycubes` writes them.
//!
//! A set is a list of words with commas between: `5` are all pieces of 5 cells, `1-4` those of 1 to 4 cells, a letter is a pentomino by S. W.
//! Golomb's name, and `##/#.` is a drawing. Before each may stand a number of copies, `3x`, or bounds on it, `0-2x`. Words that mean the
//! same piece add up. Cells of a drawing may have colours.

use std::collections::BTreeMap;
use std::ops::{AddAssign, RangeInclusive};

use super::pentominoes;
use super::shape::{self, Coloured, Dimensions, Turns};
use super::{Family, FamilyError};

/// Upper bounds on the number of cells of enumerated pieces: squares and cubes.
const MOST_SQUARES: usize = 10;
const MOST_CUBES: usize = 8;

/// Bounds on the number of copies of a piece that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Copies {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl AddAssign for Copies {
    fn add_assign(&mut self, other: Self) {
        self.low = self.low.saturating_add(other.low);
        self.high = self.high.saturating_add(other.high);
    }
}

/// The pieces by size, then shape.
pub(super) type Pieces = BTreeMap<(usize, Coloured), Copies>;

/// The pieces of a set, and whether some word states bounds.
pub(super) fn read(
    family: &Family,
    set: &str,
    dimensions: Dimensions,
    turns: Turns,
) -> Result<(Pieces, bool), FamilyError> {
    let (mut pieces, mut is_bounded) = (Pieces::new(), false);
    for word in set.split(',') {
        let wrong = || {
            let expected = "a number of cells, a letter of a pentomino, or a drawing, perhaps after copies, such as 2x##/#. or 0-3xF";
            family.refuse(word, expected)
        };
        let (copies, has_bounds, what) = copies(word).ok_or_else(wrong)?;
        is_bounded |= has_bounds;
        if let Some(orders) = orders(what) {
            let most = if dimensions == Dimensions::Two { MOST_SQUARES } else { MOST_CUBES };
            if orders.is_empty() || *orders.start() == 0 || *orders.end() > most {
                let (squares, cubes) = ("pieces of 1 to 10 squares", "pieces of 1 to 8 cubes");
                let expected = if dimensions == Dimensions::Two { squares } else { cubes };
                return Err(family.refuse(word, expected));
            }
            for order in orders {
                for shape in shape::enumerate(order, dimensions, turns) {
                    let shape =
                        shape.iter().map(|&[layer, row, column]| [layer, row, column, 0]).collect();
                    *pieces.entry((order, shape)).or_default() += copies;
                }
            }
            continue;
        }
        let drawing = pentominoes::drawing(what).unwrap_or(what);
        let drawn = shape::coloured(drawing).filter(|shape| !shape.is_empty());
        let settled = shape::settled(drawn.ok_or_else(wrong)?);
        if dimensions == Dimensions::Two && shape::sides(&settled)[0] > 1 {
            return Err(family.refuse(word, "pieces of one layer; polycubes may have several"));
        }
        let piece = (settled.len(), shape::canonical(&settled, turns));
        *pieces.entry(piece).or_default() += copies;
    }
    Ok((pieces, is_bounded))
}

/// The copies of a word, whether it states bounds on them, and the rest of the word; `None` if the copies make no sense.
fn copies(word: &str) -> Option<(Copies, bool, &str)> {
    let Some((copies, what)) = word.split_once('x') else {
        return Some((Copies { low: 1, high: 1 }, false, word));
    };
    let has_bounds = copies.contains('-');
    let (low, high) = copies.split_once('-').unwrap_or((copies, copies));
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (low <= high && high > 0).then_some((Copies { low, high }, has_bounds, what))
}

/// The numbers of cells of a word like `5` or `1-4`.
fn orders(word: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// Whether a text is a set with a drawing in it, or a drawing of an area.
pub(super) fn are_drawings(text: &str) -> bool {
    let is_drawn = |what: &str| shape::coloured(what).is_some();
    let whats = text.split(',').map(|word| copies(word).map(|(.., what)| what));
    let Some(whats) = whats.collect::<Option<Vec<&str>>>() else { return false };
    let is_named = |what: &&str| orders(what).is_some() || pentominoes::drawing(what).is_some();
    whats.iter().any(|what| is_drawn(what))
        && whats.iter().all(|what| is_drawn(what) || is_named(what))
}
