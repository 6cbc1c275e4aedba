//! The work of a batch: puzzles, and the answers found so far.

use super::Cells;

/// The answer for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The number of solutions, up to the limit.
    pub count: u64,
    /// The first solution, if `count` is not 0.
    pub(super) cells: Cells,
}

impl Solved {
    pub(super) const NONE: Self = Self { count: 0, cells: [0; 81] };

    /// The first solution, the one that [`Lanes::first`](super::Lanes::first) finds; `None` if the puzzle has none.
    pub fn first(&self) -> Option<&Cells> {
        (self.count > 0).then_some(&self.cells)
    }
}

/// Puzzles to be searched, and the answers so far.
pub(super) struct Work<'a> {
    pub(super) puzzles: &'a [Cells],
    pub(super) next: usize,
    /// Upper bound on the number of solutions counted for each puzzle.
    pub(super) limit: u64,
    /// For each puzzle, the number of solutions found.
    pub(super) counts: &'a mut [u64],
    /// For each puzzle, the first solution found and its place in the tree; empty if only numbers are wanted.
    pub(super) firsts: &'a mut [Solved],
    pub(super) ways: &'a mut [Tag],
}

impl Work<'_> {
    /// Whether the search must continue below a node.
    #[inline(always)]
    pub(super) fn wants(&self, tag: Tag) -> bool {
        let puzzle = tag.puzzle as usize;
        self.counts[puzzle] < self.limit
            || self.ways.get(puzzle).is_some_and(|first| tag.way < first.way)
    }
}

/// The puzzle that a node belongs to, and the place of the node in its tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) puzzle: u32,
    /// The number of guesses on the way from the root, up to [`Tag::DEEPEST`].
    pub(super) depth: u32,
    /// The guesses on the way from the root, from the highest bit on: 0 if the cell holds the digit tried, 1 if
    /// it does not. So the nodes of a puzzle are ordered as in a depth-first search.
    pub(super) way: u64,
}

impl Tag {
    const DEEPEST: u32 = u64::BITS;

    /// A tag that comes after every node.
    pub(super) const LAST: Self = Self { puzzle: 0, depth: 0, way: u64::MAX };

    /// A tag whose way is not known.
    pub(super) const UNCERTAIN: Self = Self { puzzle: 0, depth: Self::DEEPEST, way: 0 };

    /// Whether other nodes may have the same way, because the node is at or below the greatest depth stored.
    pub(super) fn is_uncertain(self) -> bool {
        self.depth == Self::DEEPEST
    }

    pub(super) const fn root(puzzle: u32) -> Self {
        Self { puzzle, depth: 0, way: 0 }
    }

    /// The tag of one of up to 64 nodes handed over by digit lanes, by its place in search order; the puzzle is 0.
    pub(super) fn branch(place: u64) -> Self {
        assert!(place < 64, "digit lanes hand over at most 64 nodes");
        Self { puzzle: 0, depth: 6, way: place << 58 }
    }

    /// The tags of the two nodes below, first of the one with the digit tried.
    #[inline(always)]
    pub(super) fn split(self) -> (Self, Self) {
        if self.depth == Self::DEEPEST {
            return (self, self);
        }
        let with = Self { depth: self.depth + 1, ..self };
        (with, Self { way: self.way | 1 << (63 - self.depth), ..with })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_come_in_the_order_of_a_search_depth_first() {
        fn below(tag: Tag, depth: u32, ways: &mut Vec<u64>) {
            if depth == 0 {
                return ways.push(tag.way);
            }
            let (with, without) = tag.split();
            below(with, depth - 1, ways);
            below(without, depth - 1, ways);
        }
        let mut ways = Vec::new();
        below(Tag::root(7), 10, &mut ways);
        assert_eq!(ways.len(), 1024);
        assert!(ways.is_sorted_by(|a, b| a < b));
        // Nodes handed over come before those below the next.
        let (_, without) = Tag::branch(3).split();
        assert!(Tag::branch(3).way < without.way && without.way < Tag::branch(4).way);
    }

    #[test]
    fn a_way_too_long_is_uncertain() {
        let mut tag = Tag::root(0);
        for _ in 0..64 {
            assert!(!tag.is_uncertain());
            tag = tag.split().1;
        }
        assert!(tag.is_uncertain());
        assert_eq!((tag.way, tag.split().0.way), (u64::MAX, u64::MAX));
    }
}
