//! A semi-canonical form of a state: the state with its items numbered anew, as bytes.
//!
//! States with equal forms are isomorphic: their items correspond one to one, with their kinds and colours, such that the
//! options correspond, too. Such states have the same number of solutions. Isomorphic states usually have equal forms, but not
//! always, because only one path of choices is followed where a canonical form would need the best of all paths. A missed
//! isomorphism costs time and never a wrong count.
//!
//! The items are numbered by colour refinement of a graph: a vertex for each primary item to be covered, each secondary item that
//! can still matter, and each colour of a coloured one; options of up to [`CLIQUE`] vertices join these with each other, and larger
//! options are vertices of their own. Where refinement leaves several vertices in a cell, one of them gets a cell of its own,
//! and refinement goes on.

use super::super::model::{Model, bits};
use crate::refine::{Graph, Partition};

/// Upper bound on the vertices of an option that are joined with each other. Up to here, the edges saved by a vertex for the option
/// are fewer than the work to keep the cells of such vertices.
const CLIQUE: usize = 6;
/// The mark of an item without a vertex.
const NONE: u16 = u16::MAX;

/// Makes forms, in memory that is used again.
pub(super) struct FormBuilder {
    /// The form made last.
    pub(super) form: Vec<u8>,
    /// By item, its vertex.
    vertices: Vec<u16>,
    /// The items that have a vertex.
    known: Vec<u16>,
    /// The colours of secondary items that have a vertex: item, colour, vertex.
    colours: Vec<(u16, u32, u16)>,
    /// The vertices of option `o` are `members[starts[o]..starts[o + 1]]`.
    members: Vec<u16>,
    starts: Vec<u32>,
    graph: Graph,
    degrees: Vec<u32>,
    partition: Partition,
    writer: Writer,
}

impl FormBuilder {
    pub(super) fn new(model: &Model) -> Self {
        Self {
            form: Vec::new(),
            vertices: vec![NONE; model.items],
            known: Vec::new(),
            colours: Vec::new(),
            members: Vec::new(),
            starts: Vec::new(),
            graph: Graph::default(),
            degrees: Vec::new(),
            partition: Partition::default(),
            writer: Writer::default(),
        }
    }

    /// Makes the form of a state. Returns false if the state is too large to have one.
    pub(super) fn make(&mut self, model: &Model, options: &[u64], open: &[u64]) -> bool {
        let bounds = self.number(model, options, open);
        self.list(model, options);
        for item in self.known.drain(..) {
            self.vertices[item as usize] = NONE;
        }
        let items = bounds[2];
        if !self.join(items) {
            return false;
        }
        let all = self.graph.vertices();
        self.partition.begin(&self.graph, &[bounds[0], bounds[1], items, all], items);
        self.partition.refine(&self.graph);
        while let Some(cell) = self.partition.smallest() {
            self.partition.individualise(cell);
            self.partition.refine(&self.graph);
        }
        self.form.clear();
        for bound in bounds {
            self.form.extend_from_slice(&(bound as u16).to_le_bytes());
        }
        let members = Members { members: &self.members, starts: &self.starts };
        self.writer.write(&members, &self.partition, items, &mut self.form);
        true
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
        self.members.clear();
        self.starts.clear();
        self.starts.push(0);
        for &(item, _, vertex) in &self.colours {
            self.members.extend([self.vertices[item as usize], vertex]);
            self.starts.push(self.members.len() as u32);
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
                self.members.push(vertex);
            }
            self.starts.push(self.members.len() as u32);
        }
    }

    /// Makes the graph. Returns false if it has more vertices than can be numbered.
    fn join(&mut self, items: usize) -> bool {
        let Self { members, starts, graph, degrees, .. } = self;
        let lists = || starts.windows(2).map(|ends| &members[ends[0] as usize..ends[1] as usize]);
        degrees.clear();
        degrees.resize(items, 0);
        for list in lists() {
            let is_clique = list.len() <= CLIQUE;
            let more = if is_clique { list.len() as u32 - 1 } else { 1 };
            for &vertex in list {
                degrees[vertex as usize] += more;
            }
            if !is_clique {
                degrees.push(list.len() as u32);
            }
        }
        if degrees.len() >= NONE as usize {
            return false;
        }
        graph.starts.clear();
        graph.starts.push(0);
        let mut end = 0;
        for degree in degrees.iter_mut() {
            // From here on, the place of the vertex's next neighbour.
            end += std::mem::replace(degree, end);
            graph.starts.push(end);
        }
        graph.neighbours.resize(end as usize, 0);
        let mut put = |vertex: u16, neighbour: u16| {
            let place = &mut degrees[vertex as usize];
            graph.neighbours[*place as usize] = neighbour;
            *place += 1;
        };
        let mut large = items as u16;
        for list in lists() {
            if list.len() <= CLIQUE {
                for (i, &a) in list.iter().enumerate() {
                    for &b in &list[..i] {
                        put(a, b);
                        put(b, a);
                    }
                }
            } else {
                for &vertex in list {
                    put(vertex, large);
                    put(large, vertex);
                }
                large += 1;
            }
        }
        true
    }
}

/// Lists of vertices.
struct Members<'m> {
    members: &'m [u16],
    starts: &'m [u32],
}

impl Members<'_> {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn get(&self, list: usize) -> &[u16] {
        &self.members[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// Writes lists of vertices in the order of their new numbers.
#[derive(Default)]
struct Writer {
    /// By list, its new numbers in ascending order, one after the other in as many bits as a number needs.
    lists: Vec<(u64, u32)>,
    numbers: Vec<u16>,
}

impl Writer {
    /// Appends each list as its length and its new numbers, in ascending order of the lists.
    fn write(
        &mut self,
        members: &Members<'_>,
        partition: &Partition,
        vertices: usize,
        form: &mut Vec<u8>,
    ) {
        let width = if vertices <= 1 << 8 { 8 } else { 16 };
        let most = 64 / width;
        self.lists.clear();
        for list in 0..members.len() {
            let numbers = &mut self.numbers;
            numbers.clear();
            numbers.extend(members.get(list).iter().map(|&v| partition.places[v as usize]));
            numbers.sort_unstable();
            let mut key = 0;
            for place in 0..most {
                key = key << width | u64::from(numbers.get(place).copied().unwrap_or(0));
            }
            self.lists.push((key, list as u32));
        }
        // Lists that are longer than a key, or that a key does not tell from shorter ones, are compared as a whole.
        let sorted = |list: u32| {
            let own = members.get(list as usize).iter();
            let mut numbers: Vec<u16> = own.map(|&v| partition.places[v as usize]).collect();
            numbers.sort_unstable();
            numbers
        };
        self.lists.sort_unstable_by(|a, b| {
            let length = |list: u32| members.get(list as usize).len();
            let (left, right) = (length(a.1), length(b.1));
            a.0.cmp(&b.0).then(left.cmp(&right)).then_with(|| {
                if left <= most { std::cmp::Ordering::Equal } else { sorted(a.1).cmp(&sorted(b.1)) }
            })
        });
        for &(key, list) in &self.lists {
            let length = members.get(list as usize).len();
            if length < 255 {
                form.push(length as u8);
            } else {
                form.push(255);
                form.extend_from_slice(&(length as u16).to_le_bytes());
            }
            if length <= most {
                let bytes = key.to_be_bytes();
                form.extend_from_slice(&bytes[..length * width / 8]);
            } else {
                for number in &sorted(list) {
                    form.extend_from_slice(&number.to_le_bytes());
                }
            }
        }
    }
}
