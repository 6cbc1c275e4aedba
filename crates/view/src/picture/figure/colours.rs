//! The colour of each piece. If all pieces have different names and there are enough colours, each name has a colour of
//! its own, the same in every solution. Otherwise each piece in turn takes the first colour that no piece touching it
//! has yet, or, if there is none, a colour by the number of the piece.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_cover::family::Figure;

pub(super) const COLOURS: usize = 12;

/// Colours on light screens and on paper.
pub(super) const LIGHT: [&str; COLOURS] = [
    "#f4c7c3", "#cfe2f3", "#d9ead3", "#fff2b3", "#d9d2e9", "#fbd9b0", "#c9ece8", "#f3d0e6",
    "#e0dccb", "#b9cdf2", "#c6df9f", "#e3c2a8",
];

/// Colours on dark screens.
pub(super) const DARK: [&str; COLOURS] = [
    "#7a3530", "#2b4f70", "#38592c", "#6b5a10", "#4b3f70", "#7a4a14", "#1f5d56", "#6e3358",
    "#55503a", "#2a3f80", "#4a6320", "#65432a",
];

/// The colour of each piece, by the piece's index in the solution.
pub(super) fn colours(figure: &Figure) -> Vec<usize> {
    let mut names: BTreeMap<usize, &str> = BTreeMap::new();
    for spot in &figure.cells {
        if let Some(piece) = spot.piece {
            names.insert(piece, &spot.text);
        }
    }
    let pieces = names.last_key_value().map_or(0, |(piece, _)| piece + 1);
    let different: BTreeSet<&str> = names.values().copied().collect();
    if different.len() == names.len() && pieces <= COLOURS {
        let places: Vec<&str> = different.into_iter().collect();
        let place = |piece| names.get(&piece).and_then(|name| places.binary_search(name).ok());
        return (0..pieces).map(|piece| place(piece).unwrap_or(0)).collect();
    }
    let mut touching = vec![BTreeSet::new(); pieces];
    for (a, b) in neighbours(figure) {
        if let (Some(a), Some(b)) = (figure.cells[a].piece, figure.cells[b].piece)
            && a != b
        {
            touching[a].insert(b);
            touching[b].insert(a);
        }
    }
    let mut colours = Vec::with_capacity(pieces);
    for (piece, touching) in touching.iter().enumerate() {
        let taken: BTreeSet<usize> = touching.range(..piece).map(|&other| colours[other]).collect();
        let free = (0..COLOURS).find(|colour| !taken.contains(colour));
        colours.push(free.unwrap_or(piece % COLOURS));
    }
    colours
}

/// All pairs of cells that share a side, without holes. Cells above each other in neighbouring layers share one as
/// well.
pub(super) fn neighbours(figure: &Figure) -> impl Iterator<Item = (usize, usize)> {
    let [_, rows, columns] = figure.size;
    let steps = [(1, columns), (columns, rows), (rows * columns, figure.size[0])];
    let is_cell = |cell: usize| !figure.cells[cell].is_hole;
    (0..figure.cells.len()).filter(move |&cell| is_cell(cell)).flat_map(move |cell| {
        let next = steps.into_iter().filter_map(move |(step, length)| {
            (cell / step % length + 1 < length).then_some((cell, cell + step))
        });
        next.filter(move |&(_, next)| is_cell(next))
    })
}
