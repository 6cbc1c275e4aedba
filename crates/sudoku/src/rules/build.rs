//! The houses and pairs of each rule.

use super::signs::MOST_DIGITS;
use super::spec::{Spec, Term};
use super::{House, Kind, Pair, Relation, Rules, RulesError};

/// Rows and columns between the corners of the grids of a samurai.
const GRIDS: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
/// Rows and columns of the board of a samurai.
const SAMURAI: usize = 21;

impl Spec {
    /// The rules for grids with this number of digits; with `None`, of the size that the rules say, or else 9.
    ///
    /// # Errors
    /// The rules do not fit the size.
    pub fn rules(&self, side: Option<usize>) -> Result<Rules, RulesError> {
        let own = self.side();
        let side = side.or(own).unwrap_or(9);
        if let Some(own) = own.filter(|&own| own != side) {
            return Err(RulesError(format!(
                "found a grid of {side} rows; expected {own}, as the rules `{self}` say"
            )));
        }
        rules(self, side)
    }
}

/// The rules of a grid with `side` digits.
fn rules(spec: &Spec, side: usize) -> Result<Rules, RulesError> {
    let is_samurai = spec.has("samurai");
    let board = if is_samurai { SAMURAI } else { side };
    let drawings = || {
        spec.terms.iter().filter_map(|term| match term {
            Term::Regions(drawing) => Some(drawing),
            _ => None,
        })
    };
    let replaces_boxes = !spec.has("latin")
        && !is_samurai
        && !spec.terms.iter().any(|term| matches!(term, Term::Size(_) | Term::Boxes(..)));
    let drawn = drawings().next().filter(|_| replaces_boxes);
    let boxes = spec.terms.iter().find_map(|term| match term {
        Term::Boxes(rows, columns) => Some((*rows, *columns)),
        _ => None,
    });
    let boxes = match boxes.or_else(|| usual_boxes(side)) {
        _ if spec.has("latin") || drawn.is_some() => None,
        None => {
            return Err(RulesError(format!(
                "found {side} digits, which fill no boxes of equal size; expected `latin`, or a drawing of regions"
            )));
        }
        some => some,
    };
    let grids: &[(usize, usize)] = if is_samurai { &GRIDS } else { &[(0, 0)] };
    let mut builder = Builder { board, houses: Vec::new() };
    for &(top, left) in grids {
        let lines = |kind| (0..side).map(move |line| (kind, line));
        for (kind, line) in lines(Kind::Row).chain(lines(Kind::Column)) {
            builder.add(
                kind,
                (0..side).map(|place| match kind {
                    Kind::Row => (top + line, left + place),
                    _ => (top + place, left + line),
                }),
            );
        }
        if let Some((height, width)) = boxes {
            for number in 0..side {
                let corner = (number / height * height, number % height * width);
                builder.rectangle(Kind::Region, (top + corner.0, left + corner.1), (height, width));
            }
        }
    }
    if let Some(drawing) = drawn {
        drawing.divides_all()?;
    }
    let mut kind = if drawn.is_some() { Kind::Region } else { Kind::Extra };
    for drawing in drawings() {
        for (_, cells) in drawing.regions() {
            builder
                .add(kind, cells.iter().map(|&cell| (cell as usize / side, cell as usize % side)));
        }
        kind = Kind::Extra;
    }
    if is_samurai
        && (drawings().next().is_some()
            || ["x", "hyper", "disjoint"].iter().any(|name| spec.has(name)))
    {
        return Err(RulesError(format!(
            "found `{spec}`; expected samurai alone or with anti-knight, anti-king or non-consecutive"
        )));
    }
    if spec.has("signs") && side > MOST_DIGITS {
        return Err(RulesError(format!(
            "found signs in `{spec}` with {side} rows; expected at most {MOST_DIGITS} rows, because `v` is a digit in larger grids"
        )));
    }
    builder.add_named(spec, side, boxes)?;
    let Builder { mut houses, .. } = builder;
    houses.sort_by_key(|house| house.kind);
    let mut is_cell = vec![false; board * board];
    houses
        .iter()
        .flat_map(|house| &house.cells)
        .for_each(|&cell| is_cell[usize::from(cell)] = true);
    let name = match spec.side() {
        Some(_) => spec.to_string(),
        None => format!("{side}+{spec}"),
    };
    let pairs = pairs(spec, board, &is_cell);
    Ok(Rules { side, board, houses, pairs, is_cell, name })
}

/// The boxes that are usual for this number of digits: as square as possible, and wider than high. `None` for a prime number.
fn usual_boxes(side: usize) -> Option<(usize, usize)> {
    let heights = (2..side).take_while(|height| height * height <= side);
    heights
        .filter(|height| side.is_multiple_of(*height))
        .last()
        .map(|height| (height, side / height))
}

struct Builder {
    /// Rows and columns of the board.
    board: usize,
    houses: Vec<House>,
}

impl Builder {
    /// Adds a house, unless one has the same cells.
    fn add(&mut self, kind: Kind, cells: impl Iterator<Item = (usize, usize)>) {
        let mut cells: Vec<u16> =
            cells.map(|(row, column)| (row * self.board + column) as u16).collect();
        cells.sort_unstable();
        if self.houses.iter().any(|house| house.cells == cells) {
            return;
        }
        let index = self.houses.iter().filter(|house| house.kind == kind).count();
        self.houses.push(House { kind, index, cells });
    }

    fn add_named(
        &mut self,
        spec: &Spec,
        side: usize,
        boxes: Option<(usize, usize)>,
    ) -> Result<(), RulesError> {
        if spec.has("x") {
            self.add(Kind::Diagonal, (0..side).map(|place| (place, place)));
            self.add(Kind::Diagonal, (0..side).map(|place| (place, side - 1 - place)));
        }
        if spec.has("hyper") {
            let Some((n, _)) = boxes.filter(|(height, width)| height == width) else {
                return Err(RulesError(format!(
                    "found hyper in `{spec}` with {side} rows; expected square boxes, as in grids of 9, 16 or 25 rows"
                )));
            };
            let starts = || (0..n - 1).map(|number| 1 + number * (n + 1));
            for corner in starts().flat_map(|row| starts().map(move |column| (row, column))) {
                self.rectangle(Kind::Window, corner, (n, n));
            }
        }
        if spec.has("disjoint") {
            let Some((height, width)) = boxes else {
                return Err(RulesError(format!(
                    "found disjoint in `{spec}`; expected boxes, not regions"
                )));
            };
            for place in 0..side {
                self.add(
                    Kind::Group,
                    (0..side).map(|number| {
                        let corner = (number / height * height, number % height * width);
                        (corner.0 + place / width, corner.1 + place % width)
                    }),
                );
            }
        }
        Ok(())
    }

    fn rectangle(&mut self, kind: Kind, corner: (usize, usize), size: (usize, usize)) {
        let rows = corner.0..corner.0 + size.0;
        let columns = corner.1..corner.1 + size.1;
        self.add(kind, rows.flat_map(|row| columns.clone().map(move |column| (row, column))));
    }
}

/// The pairs of cells that exclude digits, each once, in the order of their cells.
fn pairs(spec: &Spec, board: usize, is_cell: &[bool]) -> Vec<Pair> {
    type Steps = &'static [(usize, isize)];
    // Steps down, or to the right in the same row, so that each pair is found once.
    let steps: [(&str, Relation, Steps); 3] = [
        ("anti-knight", Relation::Differ, &[(1, -2), (1, 2), (2, -1), (2, 1)]),
        ("anti-king", Relation::Differ, &[(0, 1), (1, -1), (1, 0), (1, 1)]),
        ("non-consecutive", Relation::NotConsecutive, &[(0, 1), (1, 0)]),
    ];
    let mut pairs = Vec::new();
    for (_, relation, steps) in steps.into_iter().filter(|(name, ..)| spec.has(name)) {
        for cell in (0..board * board).filter(|&cell| is_cell[cell]) {
            let others = steps.iter().filter_map(|&(down, right)| {
                let column =
                    (cell % board).checked_add_signed(right).filter(|&column| column < board)?;
                let other = (cell / board + down) * board + column;
                is_cell.get(other).copied().unwrap_or(false).then_some(other)
            });
            pairs.extend(others.map(|other| Pair { cells: [cell as u16, other as u16], relation }));
        }
    }
    pairs.sort_unstable();
    pairs
}
