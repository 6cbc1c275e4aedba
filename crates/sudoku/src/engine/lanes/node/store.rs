//! The stack of nodes left to search, in blocks with a node for each lane of a register.

use super::super::words::Words;
use super::super::work::Tag;

/// The candidates of a node in each lane: `words[digit][3r + c]` has the boxes in which the digit may stand at
/// (r, c).
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(in crate::engine::lanes) struct Block<const N: usize> {
    pub(super) words: [[Words<N>; 9]; 9],
}

impl<const N: usize> Block<N> {
    pub(super) const EMPTY: Self = Self { words: [[Words::ZERO; 9]; 9] };

    /// For each digit, the boxes in which it may stand at this place.
    #[inline(always)]
    pub(super) fn cell(&self, place: usize) -> [&Words<N>; 9] {
        let [w0, w1, w2, w3, w4, w5, w6, w7, w8] = &self.words;
        [
            &w0[place], &w1[place], &w2[place], &w3[place], &w4[place], &w5[place], &w6[place],
            &w7[place], &w8[place],
        ]
    }
}

/// A block on the stack; its first `used` lanes hold nodes.
#[derive(Debug)]
pub(in crate::engine::lanes) struct Waiting<const N: usize> {
    pub(super) block: Block<N>,
    pub(super) tags: [Tag; N],
    pub(super) used: usize,
}

impl<const N: usize> Waiting<N> {
    /// Adds a node with the candidates `words[digit][3r + c]`. There must be room.
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

#[derive(Debug)]
pub(in crate::engine::lanes) struct Stack<const N: usize> {
    /// Blocks from `len` on are unused; they are kept to avoid allocations.
    blocks: Vec<Waiting<N>>,
    len: usize,
}

impl<const N: usize> Stack<N> {
    pub(super) const fn new() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// The largest number of blocks so far.
    #[cfg(test)]
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.blocks[..self.len].iter().flat_map(|waiting| &waiting.tags[..waiting.used])
    }

    #[inline(always)]
    pub(super) fn top(&mut self) -> Option<&mut Waiting<N>> {
        while self.len > 0 && self.blocks[self.len - 1].used == 0 {
            self.len -= 1;
        }
        self.blocks[..self.len].last_mut()
    }

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

    /// The last block if it has room for this number of nodes, otherwise a new block.
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
