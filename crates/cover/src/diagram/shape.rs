//! The nodes of a diagram, in flat arrays.

use std::ops::Range;

use crate::problem::{OptionId, Reduced};
use crate::room;

/// The nodes. Children come before their parents, and the root is the last node.
///
/// Each node has alternatives; an alternative has options and children, which are nodes. The array of the alternatives of node
/// `n` ends at `nodes[n]`, and begins where that of node `n - 1` ends; so do options and children of alternatives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    nodes: Vec<u32>,
    /// By alternative, the ends of its options and of its children.
    ends: Vec<[u32; 2]>,
    options: Vec<OptionId>,
    children: Vec<u32>,
}

impl Shape {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(super) fn alternatives(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    pub(super) fn alternatives_of(&self, node: usize) -> Range<usize> {
        let begin = if node == 0 { 0 } else { self.nodes[node - 1] };
        begin as usize..self.nodes[node] as usize
    }

    #[inline]
    fn begin(&self, alternative: usize) -> [u32; 2] {
        if alternative == 0 { [0, 0] } else { self.ends[alternative - 1] }
    }

    #[inline]
    pub(super) fn options(&self, alternative: usize) -> &[OptionId] {
        &self.options[self.begin(alternative)[0] as usize..self.ends[alternative][0] as usize]
    }

    /// The children of an alternative: independent parts of what is left after its options.
    #[inline]
    pub(super) fn children(&self, alternative: usize) -> &[u32] {
        &self.children[self.begin(alternative)[1] as usize..self.ends[alternative][1] as usize]
    }

    /// Adds an alternative to the node that [`close`](Self::close) will end.
    pub(super) fn push(&mut self, options: &[OptionId], children: &[u32]) {
        room::reserve(&mut self.options, options.len());
        self.options.extend_from_slice(options);
        room::reserve(&mut self.children, children.len());
        self.children.extend_from_slice(children);
        room::reserve(&mut self.ends, 1);
        self.ends.push([self.options.len() as u32, self.children.len() as u32]);
    }

    pub(super) fn close(&mut self) -> u32 {
        room::reserve(&mut self.nodes, 1);
        self.nodes.push(self.ends.len() as u32);
        self.nodes.len() as u32 - 1
    }

    /// Whether another node with this number of options would still be numbered by 32 bits.
    pub(super) fn has_room(&self, options: usize) -> bool {
        let most = self.options.len().max(self.children.len());
        most.max(self.ends.len()) + options < u32::MAX as usize
    }

    /// The last node that has each node as a child, and the node, in the order of the former. What is known of a node can be
    /// forgotten after that.
    pub(super) fn last_uses(&self) -> Vec<(u32, u32)> {
        let mut last = vec![self.len() as u32; self.len()];
        for node in 0..self.len() {
            for alternative in self.alternatives_of(node) {
                let children = self.children(alternative).iter();
                children.for_each(|&child| last[child as usize] = node as u32);
            }
        }
        let mut uses: Vec<(u32, u32)> = last.into_iter().zip(0..).collect();
        uses.sort_unstable();
        uses
    }

    /// Size in bytes with one alternative more.
    pub(super) fn bytes(&self) -> usize {
        let numbers = room::of_vec(&self.options, 1) + room::of_vec(&self.children, 1);
        numbers + room::of_vec(&self.ends, 1) + room::of_vec(&self.nodes, 1)
    }

    /// The shape with only the solutions that hold some options.
    ///
    /// The solutions of an alternative use none but its options and those of its children, which share none. So an alternative goes if it
    /// lacks a given option that another alternative of its node can use: no solution of the other children of its parents has that one.
    pub(super) fn given(&self, options: &[OptionId]) -> Self {
        let mut given = options.to_vec();
        given.sort_unstable();
        given.dedup();
        let words = given.len().div_ceil(64);
        let mut stays = vec![true; self.alternatives()];
        // By node, the given options that lie in some solution, as a set.
        let mut scopes = vec![0u64; self.len() * words];
        for node in 0..self.len() {
            let mut own = vec![0u64; self.alternatives_of(node).len() * words];
            for (i, alternative) in self.alternatives_of(node).enumerate() {
                let own = &mut own[i * words..][..words];
                for place in
                    self.options(alternative).iter().filter_map(|o| given.binary_search(o).ok())
                {
                    own[place / 64] |= 1 << (place % 64);
                }
                for &child in self.children(alternative) {
                    let child = &scopes[child as usize * words..][..words];
                    own.iter_mut().zip(child).for_each(|(own, child)| *own |= child);
                }
                let scope = &mut scopes[node * words..][..words];
                scope.iter_mut().zip(own).for_each(|(scope, own)| *scope |= *own);
            }
            for (i, alternative) in self.alternatives_of(node).enumerate() {
                stays[alternative] = own[i * words..][..words] == scopes[node * words..][..words];
            }
        }
        let of_root = &scopes[self.root() * words..][..words];
        let held: usize = of_root.iter().map(|word| word.count_ones() as usize).sum();
        self.filtered(|alternative| held == given.len() && stays[alternative])
    }

    /// The shape with only the alternatives that pass a test and whose children have solutions left. Nodes that
    /// are not needed then are left out, and so is a root that does nothing but lead to one child.
    pub(super) fn filtered(&self, keeps: impl Fn(usize) -> bool) -> Self {
        let mut has_solutions = vec![false; self.len()];
        let mut stays = vec![false; self.alternatives()];
        for node in 0..self.len() {
            for alternative in self.alternatives_of(node) {
                let children = self.children(alternative);
                stays[alternative] = keeps(alternative)
                    && children.iter().all(|&child| has_solutions[child as usize]);
                has_solutions[node] |= stays[alternative];
            }
        }
        let staying = |node: usize| self.alternatives_of(node).filter(|&it| stays[it]);
        let mut root = self.root();
        while let Some((only, None)) =
            Some(staying(root)).and_then(|mut it| Some((it.next()?, it.next())))
            && let ([], &[child]) = (self.options(only), self.children(only))
        {
            root = child as usize;
        }
        let mut is_needed = vec![false; root + 1];
        is_needed[root] = true;
        for node in (0..=root).rev() {
            if is_needed[node] {
                let children = staying(node).flat_map(|it| self.children(it));
                children.for_each(|&child| is_needed[child as usize] = true);
            }
        }
        let mut shape = Self::default();
        let mut numbers = vec![0; root + 1];
        for node in (0..=root).filter(|&node| is_needed[node]) {
            for alternative in staying(node) {
                let children = self.children(alternative).iter();
                let children: Vec<u32> = children.map(|&child| numbers[child as usize]).collect();
                shape.push(self.options(alternative), &children);
            }
            numbers[node] = shape.close();
        }
        shape
    }

    /// Turns the shape of the rest of a problem into that of the whole problem: options get their numbers in the whole problem, and
    /// each solution also holds the options chosen in advance.
    pub(super) fn of_whole(mut self, rest: &Reduced) -> Self {
        for option in &mut self.options {
            *option = rest.options[option.index()];
        }
        let (root, given) = (self.root(), &rest.given);
        match self.alternatives_of(root).len() {
            0 => {}
            _ if given.is_empty() => {}
            // The root and its only alternative are the last ones.
            1 => {
                let only = self.alternatives() - 1;
                let begin = self.begin(only)[0] as usize;
                self.options.splice(begin..begin, given.iter().copied());
                self.ends[only][0] = self.options.len() as u32;
            }
            _ => {
                self.push(given, &[root as u32]);
                self.close();
            }
        }
        self
    }
}
