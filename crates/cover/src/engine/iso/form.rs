//! A semi-canonical form of a state: the state with its items numbered anew, as bytes.
//!
//! States with equal forms are isomorphic: their items correspond one to one, with their kinds and colours, such that the
//! options correspond, too. Such states have the same number of solutions. Isomorphic states usually have equal forms, but not
//! always, because only one path of choices is followed where a canonical form would need the best of all paths. A missed
//! isomorphism costs time and never a wrong count.
//!
//! The items are numbered by colour refinement of a graph: a vertex for each primary item to be covered, each secondary item that
//! can still matter, and each colour of a coloured one; the vertices of an option are joined with each other. How often an item with bounds
//! must and may still be covered is part of the kind of its vertex. Where refinement leaves
//! several vertices in a cell, one of them gets a cell of its own, and refinement goes on.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

mod writer;

use self::writer::Writer;
use super::super::model::{Model, bits};
use super::dense::Dense;
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Work};

/// The mark of an item without a vertex.
const NONE: u16 = u16::MAX;

/// Makes forms, in memory that is used again.
pub(in super::super) struct FormBuilder {
    /// The form made last.
    pub(in super::super) form: Vec<u8>,
    /// By item, its vertex.
    vertices: Vec<u16>,
    known: Vec<u16>,
    /// The colours of secondary items that have a vertex: item, colour, vertex.
    colours: Vec<(u16, u32, u16)>,
    /// Of each open item with bounds, its times in the state, and its vertex.
    times: Vec<(u64, u16)>,
    lists: Lists,
    /// The vertices by kind, as [`Dense::order`] wants them. Items of one kind are in as many lists; colours, too.
    kinds: Vec<u64>,
    /// By vertex, its number in the form.
    places: Vec<u16>,
    small: Dense<2>,
    middle: Dense<4>,
    large: Dense<16>,
    writer: Writer,
}

/// Lists of vertices: those of list `l` are `members[starts[l]..starts[l + 1]]`.
#[derive(Default)]
struct Lists {
    members: Vec<u16>,
    starts: Vec<u32>,
}

impl Lists {
    fn clear(&mut self) {
        self.members.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    fn end(&mut self) {
        self.starts.push(self.members.len() as u32);
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.starts.windows(2).map(|ends| &self.members[ends[0] as usize..ends[1] as usize])
    }
}

/// The numbering of the vertices of a graph, compiled for a set of instructions; or, if `SURVEY`, their cells in place of their numbers.
struct Numbering<'f, const W: usize, const SURVEY: bool> {
    dense: &'f mut Dense<W>,
    lists: &'f Lists,
    kinds: &'f [u64],
    places: &'f mut Vec<u16>,
}

impl<const W: usize, const SURVEY: bool> Numbering<'_, W, SURVEY> {
    /// Returns what [`Dense::symmetries`] does, if that is wanted.
    fn run(self) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            return machine.run(self);
        }
        self.run_here()
    }

    #[inline(always)]
    fn run_here(self) -> f64 {
        self.dense.begin(self.kinds.len());
        for list in self.lists.iter() {
            self.dense.join(list);
        }
        if SURVEY {
            return self.dense.symmetries(self.kinds, self.places);
        }
        self.dense.order(self.kinds, self.places);
        0.0
    }
}

#[cfg(target_arch = "x86_64")]
impl<const W: usize, const SURVEY: bool> Work<Avx2> for Numbering<'_, W, SURVEY> {
    type Output = f64;

    #[inline(always)]
    fn run(self, _: Avx2) -> f64 {
        self.run_here()
    }
}

impl FormBuilder {
    pub(in super::super) fn new(model: &Model) -> Self {
        Self {
            form: Vec::new(),
            vertices: vec![NONE; model.items],
            known: Vec::new(),
            colours: Vec::new(),
            times: Vec::new(),
            lists: Lists::default(),
            kinds: Vec::new(),
            places: Vec::new(),
            small: Dense::default(),
            middle: Dense::default(),
            large: Dense::default(),
            writer: Writer::default(),
        }
    }

    /// Makes the form of a state. Returns false if the state is too large to have one.
    pub(in super::super) fn make(
        &mut self,
        model: &Model,
        options: &[u64],
        open: &[u64],
        times: &[u64],
    ) -> bool {
        let Some((bounds, _)) = self.numbered::<false>(model, options, open, times) else {
            return false;
        };
        let Self { lists, places, .. } = self;
        self.form.clear();
        for bound in bounds {
            self.form.extend_from_slice(&(bound as u16).to_le_bytes());
        }
        if model.has_multiplicities() {
            // Vertices with bounds are numbered in this order, after all others.
            self.form.extend_from_slice(&(self.times.len() as u16).to_le_bytes());
            self.form.extend(self.times.iter().flat_map(|(times, _)| times.to_le_bytes()));
        }
        self.writer.write(lists, places, &mut self.form);
        true
    }

    /// The binary logarithm of an upper bound on the number of symmetries of a state, and by item of `open` a number that is the same for
    /// items which colour refinement does not tell apart; `None` if the state is too large. There are no items with bounds.
    pub(super) fn survey(
        &mut self,
        model: &Model,
        options: &[u64],
        open: &[u64],
    ) -> Option<(f64, Vec<(u16, usize)>)> {
        let (_, symmetries) = self.numbered::<true>(model, options, open, &[])?;
        let cell = |item: usize| (self.places[self.vertices[item] as usize], item);
        Some((symmetries, bits(open).map(cell).collect()))
    }

    /// Numbers the vertices of a state, or finds their cells. Returns how many vertices there are of each kind and the kinds before, and
    /// what [`Dense::symmetries`] returns; `None` if there are too many.
    fn numbered<const SURVEY: bool>(
        &mut self,
        model: &Model,
        options: &[u64],
        open: &[u64],
        times: &[u64],
    ) -> Option<([usize; 3], f64)> {
        for item in self.known.drain(..) {
            self.vertices[item as usize] = NONE;
        }
        let bounds = self.number(model, options, open);
        let vertices = bounds[2];
        if vertices > Dense::<16>::MOST {
            return None;
        }
        self.list(model, options);
        self.note_times(model, times);
        self.sort(bounds);
        let Self { small, middle, large, lists, kinds, places, .. } = self;
        let symmetries = if vertices <= Dense::<2>::MOST {
            Numbering::<_, SURVEY> { dense: small, lists, kinds, places }.run()
        } else if vertices <= Dense::<4>::MOST {
            Numbering::<_, SURVEY> { dense: middle, lists, kinds, places }.run()
        } else {
            Numbering::<_, SURVEY> { dense: large, lists, kinds, places }.run()
        };
        Some((bounds, symmetries))
    }

    /// The options of the state whose form was made last, in the order of the form: by the places of what they hold, in ascending order.
    pub(in super::super) fn options(&self, options: &[u64]) -> Vec<u16> {
        let numbers = bits(options).map(|option| option as u16);
        // The lists of colours come first.
        if let Some(keys) = self.writer.keys.get(self.colours.len()..) {
            return ordered(keys.iter().copied().zip(numbers));
        }
        let places = |list: &[u16]| {
            let mut places: Vec<u16> = list.iter().map(|&v| self.places[v as usize]).collect();
            places.sort_unstable();
            places
        };
        ordered(self.lists.iter().skip(self.colours.len()).map(places).zip(numbers))
    }

    /// Notes the times of the open items with bounds, in ascending order.
    fn note_times(&mut self, model: &Model, times: &[u64]) {
        let open = times.iter().zip(model.several()).filter(|(times, _)| **times != 0);
        self.times.clear();
        self.times.extend(open.map(|(&times, item)| (times, self.vertices[item])));
        self.times.sort_unstable();
    }

    fn sort(&mut self, bounds: [usize; 3]) {
        let Self { lists, kinds, .. } = self;
        kinds.clear();
        let mut from = 0;
        for (kind, to) in bounds.into_iter().enumerate() {
            kinds.extend((from..to).map(|vertex| (kind as u64) << 48 | vertex as u64));
            from = to;
        }
        // Items with equal times are of one kind.
        let mut kind = bounds.len() as u64 - 1;
        for (i, &(times, vertex)) in self.times.iter().enumerate() {
            kind += u64::from(i == 0 || self.times[i - 1].0 != times);
            kinds[vertex as usize] = kind << 48 | u64::from(vertex);
        }
        for &vertex in &lists.members {
            kinds[vertex as usize] += 1 << 16;
        }
        kinds.sort_unstable();
    }

    /// Gives vertices to items and colours. Returns the numbers of vertices for primary items, with those for secondary
    /// items, and with those for colours.
    fn number(&mut self, model: &Model, options: &[u64], open: &[u64]) -> [usize; 3] {
        self.known.extend(bits(open).map(|item| item as u16));
        let primary = self.known.len();
        self.colours.clear();
        for item in model.primary..model.items {
            let first = self.colours.len();
            // An item matters if two options left hold it and are not of one colour.
            if model.is_coloured[item] {
                self.note_colours(model, options, item);
                let is_single = matches!(&self.colours[first..], [] | [(_, 1.., _)]);
                if is_single {
                    self.colours.truncate(first);
                    continue;
                }
                // Options without a colour exclude all others, as the item's own vertex says.
                if self.colours[first].1 == 0 {
                    self.colours.remove(first);
                }
            } else if model.size(item, options) < 2 {
                continue;
            }
            self.known.push(item as u16);
        }
        for (vertex, &item) in self.known.iter().enumerate() {
            self.vertices[item as usize] = vertex as u16;
        }
        let items = self.known.len();
        for (i, (.., vertex)) in self.colours.iter_mut().enumerate() {
            *vertex = (items + i) as u16;
        }
        [primary, items, items + self.colours.len()]
    }

    /// Notes the colours that the options left give an item, 0 for options without a colour.
    fn note_colours(&mut self, model: &Model, options: &[u64], item: usize) {
        let first = self.colours.len();
        for (i, word) in model.holders(item, options) {
            for option in bits(&[word]) {
                let entries = model.entries(64 * i + option).iter();
                let own = entries.filter(|entry| entry.item as usize == item);
                self.colours.extend(own.map(|entry| (item as u16, entry.colour, 0)));
            }
        }
        self.colours[first..].sort_unstable();
        let mut kept = first;
        for i in first..self.colours.len() {
            if i == first || self.colours[i] != self.colours[kept - 1] {
                self.colours[kept] = self.colours[i];
                kept += 1;
            }
        }
        self.colours.truncate(kept);
    }

    /// Lists the vertices of each option left, after those of each colour: the colour with its item.
    fn list(&mut self, model: &Model, options: &[u64]) {
        self.lists.clear();
        for &(item, _, vertex) in &self.colours {
            self.lists.members.extend([self.vertices[item as usize], vertex]);
            self.lists.end();
        }
        for option in bits(options) {
            for entry in model.entries(option) {
                let mut vertex = self.vertices[entry.item as usize];
                if vertex == NONE {
                    continue;
                }
                if entry.colour > 0 {
                    let key = (entry.item, entry.colour);
                    let found = self.colours.binary_search_by_key(&key, |&(i, c, _)| (i, c));
                    vertex = found.map_or(vertex, |i| self.colours[i].2);
                }
                self.lists.members.push(vertex);
            }
            self.lists.end();
        }
    }
}

/// Options in the order of what they hold.
fn ordered<T: Ord>(listed: impl Iterator<Item = (T, u16)>) -> Vec<u16> {
    let mut listed: Vec<(T, u16)> = listed.collect();
    listed.sort_unstable();
    listed.into_iter().map(|(_, option)| option).collect()
}
