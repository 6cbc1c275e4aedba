//! The links between the candidates of a state.

use crate::engine::deduction::Candidate;
use crate::engine::human::Ask;
use crate::engine::human::state::{State, digits};
use crate::engine::lists::Lists;

/// The number of a candidate, in reading order and then by digit.
pub(super) type Node = usize;

/// Number of candidates after which to ask whether the search goes on. Their links take about a millisecond in the largest grids.
const LOOK: usize = 1 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    /// Links between places of one digit.
    OfOneDigit,
    /// Strong links within cells, weak links between places of one digit.
    OfPairs,
    Any,
}

/// The candidates of a state with their links.
pub(super) struct Web {
    candidates: Vec<Candidate>,
    /// The first candidate of each cell.
    first: Vec<u32>,
    strong: Lists<u32>,
    weak: Lists<u32>,
}

impl Web {
    /// The links of all candidates; `None` if `ask` ends it.
    pub(super) fn new(state: &State, links: Links, ask: &mut Ask<'_>) -> Option<Self> {
        let (mut candidates, mut first) = (Vec::new(), Vec::new());
        for cell in 0..state.grid().cells().len() {
            first.push(candidates.len() as u32);
            candidates.extend(digits(state.candidates(cell)).map(|digit| (cell, digit)));
        }
        let (strong, weak) = (Lists::new(), Lists::new());
        let mut web = Self { candidates, first, strong, weak };
        for node in 0..web.candidates.len() {
            if node.is_multiple_of(LOOK) && !ask(0) {
                return None;
            }
            web.link(state, links, node);
        }
        Some(web)
    }

    fn link(&mut self, state: &State, links: Links, node: Node) {
        let (cell, digit) = self.candidates[node];
        let layout = state.layout();
        for (kind, unit) in layout.units_of(cell).into_iter().enumerate() {
            let is_strong = links != Links::OfPairs && state.places(unit, digit).count_ones() == 2;
            for other in state.cells(unit, digit).filter(|&other| other != cell) {
                let other_node = self.node(state, (other, digit)) as u32;
                // A cell that shares the region and a line gets its weak link with the line.
                let in_line_too = kind == 2
                    && (layout.row[other] == layout.row[cell]
                        || layout.column[other] == layout.column[cell]);
                if is_strong {
                    self.strong.items.push(other_node);
                }
                if !in_line_too {
                    self.weak.items.push(other_node);
                }
            }
        }
        let of_cell = digits(state.candidates(cell)).filter(|&other| other != digit);
        for other in of_cell.collect::<Vec<_>>() {
            let other = self.node(state, (cell, other)) as u32;
            if links == Links::Any {
                self.weak.items.push(other);
            }
            if links != Links::OfOneDigit && state.count(cell) == 2 {
                self.strong.items.push(other);
            }
        }
        self.weak.end_list();
        self.strong.end_list();
    }

    pub(super) fn node(&self, state: &State, (cell, digit): Candidate) -> Node {
        let smaller = state.candidates(cell) & ((1 << (digit - 1)) - 1);
        self.first[cell] as usize + smaller.count_ones() as usize
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    pub(super) fn candidate(&self, node: Node) -> Candidate {
        self.candidates[node]
    }

    /// The candidates of which one must be right if this one is wrong.
    pub(super) fn strong(&self, node: Node) -> &[u32] {
        self.strong.get(node)
    }

    /// The candidates that are wrong if this one is right.
    pub(super) fn weak(&self, node: Node) -> &[u32] {
        self.weak.get(node)
    }

    /// The candidates that are wrong whichever of two is right: what a chain between the two strikes.
    pub(super) fn weak_to_both(&self, a: Node, b: Node) -> Vec<Candidate> {
        let mut both: Vec<u32> = self.weak(b).to_vec();
        both.retain(|node| self.weak(a).contains(node));
        both.sort_unstable();
        both.into_iter().map(|node| self.candidate(node as usize)).collect()
    }
}
