//! The search that makes a diagram.
//!
//! A state is propagated and taken apart into independent parts. A part that was met before is a node already; any other
//! branches on one item. The key of a part is its set of options, compared as a whole: after propagation the options left
//! decide which solutions there are, because an item is still to be covered if and only if an option left holds it. The key also says
//! how often items with bounds must and may still be covered.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::shape::Shape;
use crate::engine::iso::order::Rule;
use crate::engine::iso::state::{LEFT, Part, States};
use crate::engine::model::{Model, size};
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Work};
use crate::problem::OptionId;
use crate::room;
use crate::search::{Position, Probe};

/// The node of a part without solutions.
const DEAD: u32 = u32::MAX;

pub(super) struct Search<'m> {
    model: &'m Model,
    /// The numbers that options have in the problem.
    ids: Vec<OptionId>,
    rule: &'m Rule,
    /// Upper bound on the size of memo and nodes, in bytes.
    room: usize,
    states: States,
    memo: Memo,
    shape: Shape,
    /// By level, the node being made. Only the first `depth` are in use; the others keep their memory.
    frames: Vec<Frame>,
    depth: usize,
    nodes: u64,
}

/// A node being made: the state at its level, and the alternatives found so far.
#[derive(Default)]
struct Frame {
    place: u32,
    /// The alternatives of the state, and how many of them were tried.
    choices: Vec<u32>,
    tried: usize,
    /// The options and children of the alternatives, and the ends of each in them.
    options: Vec<OptionId>,
    children: Vec<u32>,
    ends: Vec<[usize; 2]>,
    /// Whether the options and children behind the last end are those of an alternative being made.
    is_open: bool,
    /// The parts of that alternative that are not nodes yet; the smallest is the last.
    parts: Vec<Part>,
}

impl Frame {
    fn begin(&mut self, place: u32) {
        self.place = place;
        self.choices.clear();
        self.tried = 0;
        self.options.clear();
        self.children.clear();
        self.ends.clear();
        self.is_open = false;
        self.parts.clear();
    }

    fn abandon(&mut self) {
        let [options, children] = self.ends.last().copied().unwrap_or_default();
        self.options.truncate(options);
        self.children.truncate(children);
        self.parts.clear();
        self.is_open = false;
    }

    fn found(&mut self, node: u32) {
        if node == DEAD { self.abandon() } else { self.children.push(node) }
    }
}

/// The parts met so far and their nodes, and the nodes made so far.
struct Memo {
    hasher: FixedState,
    words: usize,
    /// By place: the set of options with the times of items with bounds, and the node.
    keys: Vec<u64>,
    nodes: Vec<u32>,
    places: HashTable<u32>,
    wanted: Vec<u64>,
}

impl Memo {
    /// The place of a set of options with times, and whether it is new.
    fn place(&mut self, options: &[u64], times: &[u64]) -> (u32, bool) {
        let Self { hasher, words, keys, nodes, places, wanted } = self;
        let words = *words;
        wanted.clear();
        wanted.extend(options.iter().chain(times));
        let key = |place: u32| &keys[place as usize * words..][..words];
        let hash = hasher.hash_one(&wanted[..]);
        let rehash = |&place: &u32| hasher.hash_one(key(place));
        match places.entry(hash, |&place| key(place) == &wanted[..], rehash) {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let place = nodes.len() as u32;
                entry.insert(place);
                room::reserve(keys, words);
                keys.extend_from_slice(wanted);
                room::reserve(nodes, 1);
                nodes.push(DEAD);
                (place, true)
            }
        }
    }

    /// Size in bytes with one part more.
    fn bytes(&self) -> usize {
        let keys = room::of_vec(&self.keys, self.words);
        keys + room::of_vec(&self.nodes, 1) + room::of_table(&self.places, 1)
    }
}

#[cfg(target_arch = "x86_64")]
struct Compiled<'r, 'm, P> {
    search: &'r mut Search<'m>,
    probe: &'r mut P,
}

#[cfg(target_arch = "x86_64")]
impl<P: Probe> Work<Avx2> for Compiled<'_, '_, P> {
    type Output = Option<()>;

    #[inline(always)]
    fn run(self, _: Avx2) -> Option<()> {
        self.search.run_here(self.probe)
    }
}

impl<'m> Search<'m> {
    pub(super) fn new(model: &'m Model, rule: &'m Rule, room: usize) -> Self {
        let memo = Memo {
            hasher: FixedState::default(),
            words: model.words() + model.several().len(),
            keys: Vec::new(),
            nodes: Vec::new(),
            places: HashTable::new(),
            wanted: Vec::new(),
        };
        Self {
            model,
            ids: model.option_ids().collect(),
            rule,
            room,
            states: States::new(model),
            memo,
            shape: Shape::default(),
            frames: Vec::new(),
            depth: 0,
            nodes: 0,
        }
    }

    /// The nodes of all solutions; `None` if the budget is spent.
    pub(super) fn run<P: Probe>(mut self, probe: &mut P) -> Option<Shape> {
        #[cfg(target_arch = "x86_64")]
        let ended = match Avx2::detect() {
            Some(machine) => machine.run(Compiled { search: &mut self, probe }),
            None => self.run_here(probe),
        };
        #[cfg(not(target_arch = "x86_64"))]
        let ended = self.run_here(probe);
        ended?;
        drop(self.memo);
        Some(self.shape.filtered(|_| true))
    }

    #[inline(always)]
    fn run_here<P: Probe>(&mut self, probe: &mut P) -> Option<()> {
        // The root has one alternative, which chooses what is forced.
        // Its place is that of no options, which are never a part.
        let (place, _) = self.memo.place(&vec![0; self.memo.words], &[]);
        self.push(place);
        let state = self.states.part(0);
        self.states.put(self.model, 1, &state);
        self.frames[0].choices.clear();
        self.enter(probe)?;
        loop {
            let level = self.depth - 1;
            let frame = &mut self.frames[level];
            if let Some(part) = frame.parts.pop() {
                let (place, is_new) = self.memo.place(&part.options, &part.times);
                if !is_new {
                    frame.found(self.memo.nodes[place as usize]);
                    continue;
                }
                if self.memo.bytes() + self.shape.bytes() > self.room || place == DEAD {
                    return None;
                }
                self.states.put(self.model, level + 1, &part);
                self.push(place);
                let choices = &mut self.frames[level + 1].choices;
                self.states.alternatives(self.model, level + 1, self.rule, choices);
                continue;
            }
            if std::mem::replace(&mut frame.is_open, false) {
                frame.ends.push([frame.options.len(), frame.children.len()]);
            }
            if let Some(&choice) = frame.choices.get(frame.tried) {
                frame.tried += 1;
                if choice & LEFT == 0 {
                    frame.options.push(self.ids[choice as usize]);
                }
                self.states.follow(self.model, level, choice);
                self.enter(probe)?;
                continue;
            }
            let node = self.close()?;
            let Some(parent) = self.depth.checked_sub(1) else { return Some(()) };
            self.frames[parent].found(node);
        }
    }

    /// Begins a node of a part, which is at the level of the new frame.
    fn push(&mut self, place: u32) {
        if self.frames.len() == self.depth {
            self.frames.push(Frame::default());
        }
        self.frames[self.depth].begin(place);
        self.depth += 1;
    }

    /// Enters the state below the innermost frame, which is that of its next alternative.
    #[inline(always)]
    fn enter<P: Probe>(&mut self, probe: &mut P) -> Option<()> {
        if !probe.enter_at(|| self.position()) {
            return None;
        }
        self.nodes += 1;
        let level = self.depth;
        let frame = &mut self.frames[level - 1];
        frame.is_open = true;
        let (options, ids) = (&mut frame.options, &self.ids);
        if !self.states.propagate(self.model, level, |option| options.push(ids[option])) {
            frame.abandon();
            return Some(());
        }
        frame.parts = self.states.parts(self.model, level);
        frame.parts.reverse();
        if frame.parts.is_empty() && size(self.states.options(level)) > 0 {
            frame.parts.push(self.states.part(level));
        }
        Some(())
    }

    /// Ends the innermost node, and returns its number; `None` if numbers of 32 bits do not suffice.
    fn close(&mut self) -> Option<u32> {
        self.depth -= 1;
        let frame = &self.frames[self.depth];
        if frame.ends.is_empty() && self.depth > 0 {
            return Some(DEAD);
        }
        if !self.shape.has_room(frame.options.len()) {
            return None;
        }
        let mut begin = [0, 0];
        for &end in &frame.ends {
            self.shape.push(&frame.options[begin[0]..end[0]], &frame.children[begin[1]..end[1]]);
            begin = end;
        }
        let node = self.shape.close();
        self.memo.nodes[frame.place as usize] = node;
        Some(node)
    }

    fn position(&self) -> Position {
        let frames = self.frames[..self.depth].iter();
        let levels = frames.map(|frame| (frame.tried.saturating_sub(1), frame.choices.len()));
        let mut position = Position::new(levels, 0u32);
        position.memo = Some((self.nodes, self.memo.nodes.len()));
        position
    }
}
