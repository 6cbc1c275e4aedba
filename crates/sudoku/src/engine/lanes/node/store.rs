//! Where nodes wait: blocks of as many nodes as a register has lanes, the last to be searched next.

use super::super::words::Words;

/// The candidates of a register full of nodes, as `words[digit][3r + c]`: in which boxes the digit
/// may stand at (r, c).
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(in crate::engine::lanes) struct Block<const N: usize> {
    pub(super) words: [[Words<N>; 9]; 9],
}

impl<const N: usize> Block<N> {
    pub(super) const EMPTY: Self = Self { words: [[Words::ZERO; 9]; 9] };

    /// In which boxes each digit may stand at this place.
    #[inline(always)]
    pub(super) fn cell(&self, place: usize) -> [&Words<N>; 9] {
        let [w0, w1, w2, w3, w4, w5, w6, w7, w8] = &self.words;
        [
            &w0[place], &w1[place], &w2[place], &w3[place], &w4[place], &w5[place], &w6[place],
            &w7[place], &w8[place],
        ]
    }
}

/// Which puzzle a node is of, and where in its tree.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::lanes) struct Tag {
    /// The number of the puzzle in its batch.
    pub(super) puzzle: u32,
    /// How many guesses deep; [`Tag::DEEPEST`] if as many or more.
    pub(super) depth: u32,
    /// The way from the root, from the highest bit on: 0 where the digit tried was kept, 1 where it was
    /// struck. So nodes of a puzzle compare as they come in a search depth first.
    pub(super) way: u64,
}

impl Tag {
    const DEEPEST: u32 = u64::BITS;

    /// What comes after every node.
    pub(in crate::engine::lanes) const LAST: Self = Self { puzzle: 0, depth: 0, way: u64::MAX };

    /// A way that says nothing.
    pub(in crate::engine::lanes) const UNCERTAIN: Self =
        Self { puzzle: 0, depth: Self::DEEPEST, way: 0 };

    /// Whether another node might have the same way, because they are not known to their ends.
    pub(in crate::engine::lanes) fn is_uncertain(self) -> bool {
        self.depth == Self::DEEPEST
    }

    pub(in crate::engine::lanes) const fn root(puzzle: u32) -> Self {
        Self { puzzle, depth: 0, way: 0 }
    }

    /// One of up to 64 nodes, which come in this order, of the only puzzle.
    pub(super) fn branch(place: u64) -> Self {
        assert!(place < 64, "the guesses before are fewer");
        Self { puzzle: 0, depth: 6, way: place << 58 }
    }

    /// The tags of the two nodes below.
    #[inline(always)]
    pub(in crate::engine::lanes) fn split(self) -> (Self, Self) {
        if self.depth == Self::DEEPEST {
            return (self, self);
        }
        let with = Self { depth: self.depth + 1, ..self };
        (with, Self { way: self.way | 1 << (63 - self.depth), ..with })
    }
}

/// A block of which the first `used` lanes hold nodes.
#[derive(Debug)]
pub(in crate::engine::lanes) struct Waiting<const N: usize> {
    pub(super) block: Block<N>,
    pub(super) tags: [Tag; N],
    pub(super) used: usize,
}

impl<const N: usize> Waiting<N> {
    /// Adds a node with these candidates, as `words[digit][3r + c]`; there must be room.
    pub(super) fn push(&mut self, words: &[[u16; 9]; 9], tag: Tag) {
        for (block, words) in self.block.words.iter_mut().zip(words) {
            for (block, &word) in block.iter_mut().zip(words) {
                block.0[self.used] = word;
            }
        }
        self.tags[self.used] = tag;
        self.used += 1;
    }
}

/// Blocks of nodes that wait.
#[derive(Debug)]
pub(in crate::engine::lanes) struct Stack<const N: usize> {
    /// Those from `len` on are kept for later.
    blocks: Vec<Waiting<N>>,
    len: usize,
}

impl<const N: usize> Stack<N> {
    pub(super) const fn new() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// How many blocks there ever were.
    #[cfg(test)]
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// What the nodes are.
    pub(super) fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.blocks[..self.len].iter().flat_map(|waiting| &waiting.tags[..waiting.used])
    }

    /// The last block with nodes, if there is any.
    #[inline(always)]
    pub(super) fn top(&mut self) -> Option<&mut Waiting<N>> {
        while self.len > 0 && self.blocks[self.len - 1].used == 0 {
            self.len -= 1;
        }
        self.blocks[..self.len].last_mut()
    }

    /// How many nodes there are, or `enough` if there are more.
    #[inline(always)]
    pub(super) fn nodes_up_to(&self, enough: usize) -> usize {
        let mut nodes = 0;
        for waiting in self.blocks[..self.len].iter().rev() {
            nodes += waiting.used;
            if nodes >= enough {
                return enough;
            }
        }
        nodes
    }

    /// The last block, where it has room for so many nodes more; otherwise a new one.
    #[inline(always)]
    pub(super) fn with_room(&mut self, nodes: usize) -> &mut Waiting<N> {
        let full = self.len == 0 || self.blocks[self.len - 1].used + nodes > N;
        if full {
            if self.len == self.blocks.len() {
                self.grow();
            }
            self.blocks[self.len].used = 0;
            self.len += 1;
        }
        &mut self.blocks[self.len - 1]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.blocks.push(Waiting { block: Block::EMPTY, tags: [Tag::root(0); N], used: 0 });
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

    #[test]
    fn blocks_fill_and_empty() {
        let mut stack: Stack<8> = Stack::new();
        assert!(stack.top().is_none());
        for i in 0..20 {
            stack.with_room(1).push(&[[i; 9]; 9], Tag::root(u32::from(i)));
        }
        assert_eq!((stack.nodes_up_to(100), stack.nodes_up_to(5)), (20, 5));
        // Five more do not go into a block that has room for four.
        assert_eq!(stack.with_room(5).used, 0);
        assert_eq!(stack.top().map(|top| (top.used, top.tags[3].puzzle)), Some((4, 19)));
        assert_eq!(stack.top().map(|top| top.block.words[8][8].0[3]), Some(19));
    }
}
