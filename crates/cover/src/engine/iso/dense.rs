//! Colour refinement of a small graph whose edges may occur several times: vertices in sets of bits.
//!
//! An ordered partition of the vertices is split until all vertices of a cell have the same number of neighbours in each
//! cell. The numbers of neighbours of all vertices are added at once, as sets of those whose number has a bit: a sum of rows of the
//! adjacency matrix. The order of the cells depends on the graph and the partition before alone, not on the numbers of
//! the vertices.
//!
//! Where this leaves several vertices in a cell, they are compared by the neighbours that they have in common with others.
//!
//! Source: B. D. `McKay`, *Practical graph isomorphism* (1981).

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

mod set;

use self::set::{Set, add, add_on, both, either, first, is_empty, put, size, without};

/// Runs a block for each vertex of a set, in ascending order. A macro, because iterators keep the set in memory, and closures are
/// not always inlined.
macro_rules! each {
    ($vertex:ident of $set:expr => $block:block) => {
        for (i, word) in $set.into_iter().enumerate() {
            let mut rest: u64 = word;
            while rest != 0 {
                let $vertex = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                $block
            }
        }
    };
}

/// An odd number without a pattern in its bits, by which hashes are multiplied.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// A graph and an ordered partition of its vertices. A cell is named by the place of its first vertex.
pub(super) struct Dense<const W: usize> {
    vertices: usize,
    /// By vertex, the set of it alone: a set made bit by bit in memory would have to wait before it is read as a whole.
    singles: Vec<Set<W>>,
    /// The rows of bit `b` of the adjacency matrix, whose entries are numbers of edges, are `rows[b * vertices..]`.
    rows: Vec<Set<W>>,
    /// By cell, its vertices and their number.
    cells: Vec<Set<W>>,
    lengths: Vec<u16>,
    /// By vertex, its cell.
    homes: Vec<u16>,
    /// The cells of several vertices, as a set of their names, and all their vertices.
    open: Set<W>,
    loose: Set<W>,
    /// The cells by which others may still be split, and by cell whether it is among them.
    queue: Vec<u16>,
    is_queued: Vec<bool>,
    /// The sets of vertices whose sum has a bit.
    sums: Vec<Set<W>>,
    parts: Vec<Set<W>>,
    others: Vec<Set<W>>,
    /// The vertices of a cell, each after its surroundings.
    compared: Vec<(u64, u16)>,
}

impl<const W: usize> Default for Dense<W> {
    fn default() -> Self {
        Self {
            vertices: 0,
            singles: Vec::new(),
            rows: Vec::new(),
            cells: Vec::new(),
            lengths: Vec::new(),
            homes: Vec::new(),
            open: [0; W],
            loose: [0; W],
            queue: Vec::new(),
            is_queued: Vec::new(),
            sums: Vec::new(),
            parts: Vec::new(),
            others: Vec::new(),
            compared: Vec::new(),
        }
    }
}

impl<const W: usize> Dense<W> {
    pub(super) const MOST: usize = 64 * W;

    #[inline(always)]
    pub(super) fn begin(&mut self, vertices: usize) {
        self.vertices = vertices;
        for vertex in self.singles.len()..vertices {
            let mut single = [0; W];
            put(&mut single, vertex);
            self.singles.push(single);
        }
        self.rows.clear();
        self.rows.resize(vertices, [0; W]);
    }

    #[inline(always)]
    pub(super) fn join(&mut self, list: &[u16]) {
        let mut all = [0; W];
        for &vertex in list {
            all = either(&all, &self.singles[vertex as usize]);
        }
        for &vertex in list {
            let vertex = vertex as usize;
            let carry = add(&mut self.rows[vertex], without(&all, &self.singles[vertex]));
            if !is_empty(&carry) {
                add_on(&mut self.rows, vertex + self.vertices, self.vertices, carry);
            }
        }
    }

    /// Numbers the vertices: after [`partition`](Self::partition), as long as there are cells of several vertices, a smallest of them is
    /// split by the surroundings of its vertices; if these are all alike, one vertex gets a cell of its own. `places` receives the number of
    /// each vertex.
    #[inline(always)]
    pub(super) fn order(&mut self, kinds: &[u64], places: &mut Vec<u16>) {
        self.partition(kinds);
        while let Some(cell) = self.smallest() {
            if !self.compare(cell) {
                self.individualise(cell);
            }
            self.refine();
        }
        places.clone_from(&self.homes);
    }

    /// Splits a cell by the surroundings of its vertices. Returns whether they differ.
    #[inline(always)]
    fn compare(&mut self, cell: usize) -> bool {
        let (whole, mut compared) = (self.cells[cell], std::mem::take(&mut self.compared));
        compared.clear();
        each!(vertex of whole => {
            compared.push((self.surroundings(vertex), vertex as u16));
        });
        compared.sort_unstable();
        self.parts.clear();
        for alike in compared.chunk_by(|a, b| a.0 == b.0) {
            let vertices = alike.iter().map(|&(_, vertex)| &self.singles[vertex as usize]);
            self.parts.push(vertices.fold([0; W], |part, vertex| either(&part, vertex)));
        }
        self.compared = compared;
        let differ = self.parts.len() > 1;
        if differ {
            self.divide(cell);
        }
        differ
    }

    /// A number that is the same for vertices which a symmetry takes to each other: how many neighbours a vertex has in common with the
    /// vertices of each cell. To refinement, neighbours of neighbours are no more than their cells.
    #[inline(always)]
    fn surroundings(&mut self, vertex: usize) -> u64 {
        let rows = (vertex..self.rows.len()).step_by(self.vertices);
        let near = rows.fold([0; W], |near, row| either(&near, &self.rows[row]));
        self.add_up(near);
        let mut all = 0_u64;
        let mut note = |set: &Set<W>| {
            let sizes = size(set) << 16 | size(&both(set, &near));
            all = (all.rotate_left(7) ^ sizes as u64).wrapping_mul(MIX);
        };
        each!(cell of self.open => {
            for (bit, sum) in self.sums.iter().enumerate() {
                let there = both(sum, &self.cells[cell]);
                note(&there);
                self.sums[..bit].iter().for_each(|other| note(&both(&there, other)));
            }
        });
        all
    }

    /// Numbers the vertices as [`order`](Self::order) does. Returns the binary logarithm of an upper bound on the number of symmetries that
    /// take each vertex to one of its kind: the product of the sizes of the cells from which vertices were taken. `cells` receives the cell
    /// of each vertex before the first was taken.
    #[inline(always)]
    pub(super) fn symmetries(&mut self, kinds: &[u64], cells: &mut Vec<u16>) -> f64 {
        self.partition(kinds);
        cells.clone_from(&self.homes);
        let mut bits = 0.0;
        while let Some(cell) = self.smallest() {
            bits += f64::from(self.lengths[cell]).log2();
            self.individualise(cell);
            self.refine();
        }
        bits
    }

    /// Partitions the vertices, first by kind, then until all vertices of a cell have the same number of neighbours in each cell.
    ///
    /// `kinds` has the vertices in ascending order of their kinds; the low 16 bits are the vertex, the others its kind.
    #[inline(always)]
    fn partition(&mut self, kinds: &[u64]) {
        let all = self.vertices;
        self.cells.clear();
        self.cells.resize(all, [0; W]);
        self.lengths.clear();
        self.lengths.resize(all, 0);
        self.homes.clear();
        self.homes.resize(all, 0);
        self.is_queued.clear();
        self.is_queued.resize(all, false);
        (self.open, self.loose) = ([0; W], [0; W]);
        self.queue.clear();
        let mut from = 0;
        for kind in kinds.chunk_by(|a, b| a >> 16 == b >> 16) {
            let mut cell = [0; W];
            for vertex in kind {
                cell = either(&cell, &self.singles[(vertex & 0xffff) as usize]);
            }
            self.loose = either(&self.loose, &cell);
            self.new_cell(from, cell, kind.len());
            self.enqueue(from);
            from += kind.len();
        }
        self.refine();
    }

    #[inline(always)]
    fn new_cell(&mut self, cell: usize, set: Set<W>, length: usize) {
        each!(vertex of set => {
            self.homes[vertex] = cell as u16;
        });
        put(&mut self.open, cell);
        self.shorten(cell, set, length);
    }

    /// Leaves a part of an open cell in it.
    #[inline(always)]
    fn shorten(&mut self, cell: usize, set: Set<W>, length: usize) {
        self.cells[cell] = set;
        self.lengths[cell] = length as u16;
        if length == 1 {
            self.open[cell / 64] &= !(1 << (cell % 64));
            self.loose = without(&self.loose, &set);
        }
    }

    #[inline(always)]
    fn enqueue(&mut self, cell: usize) {
        if !self.is_queued[cell] {
            self.is_queued[cell] = true;
            self.queue.push(cell as u16);
        }
    }

    /// The smallest cell of several vertices, the first among equals.
    #[inline(always)]
    fn smallest(&self) -> Option<usize> {
        let (mut smallest, mut least) = (None, u16::MAX);
        each!(cell of self.open => {
            let length = self.lengths[cell];
            if length < least {
                (smallest, least) = (Some(cell), length);
            }
        });
        smallest
    }

    /// Takes the first vertex of a cell into a cell of its own.
    #[inline(always)]
    fn individualise(&mut self, cell: usize) {
        let (whole, length) = (self.cells[cell], self.lengths[cell] as usize);
        let Some(vertex) = first(&whole) else { return };
        let single = self.singles[vertex];
        self.shorten(cell, single, 1);
        self.new_cell(cell + 1, without(&whole, &single), length - 1);
        self.enqueue(cell);
    }

    /// Splits cells until all vertices of a cell have the same number of neighbours in each cell.
    #[inline(always)]
    fn refine(&mut self) {
        let mut next = 0;
        while next < self.queue.len() && !is_empty(&self.loose) {
            let cell = self.queue[next] as usize;
            next += 1;
            self.is_queued[cell] = false;
            self.add_up(self.cells[cell]);
            let touched = self.sums.iter().fold([0; W], |all, sum| either(&all, sum));
            let touched = both(&touched, &self.loose);
            let mut cells = self.open;
            // Whichever are fewer are gone through.
            if size(&touched) < size(&cells) {
                cells = [0; W];
                each!(vertex of touched => {
                    put(&mut cells, self.homes[vertex] as usize);
                });
            }
            // Cells are split in the order of their names, which do not depend on the numbers of the vertices.
            each!(cell of cells => {
                self.split(cell);
            });
        }
        for &cell in &self.queue[next..] {
            self.is_queued[cell as usize] = false;
        }
        self.queue.clear();
    }

    /// For all vertices, adds up the numbers of their neighbours in a set.
    #[inline(always)]
    fn add_up(&mut self, set: Set<W>) {
        self.sums.clear();
        each!(vertex of set => {
            let is_first = self.sums.is_empty();
            let (mut row, mut bit) = (vertex, 0);
            while row < self.rows.len() {
                if is_first {
                    self.sums.push(self.rows[row]);
                } else {
                    let carry = add(&mut self.sums[bit], self.rows[row]);
                    if !is_empty(&carry) {
                        add_on(&mut self.sums, bit + 1, 1, carry);
                    }
                }
                row += self.vertices;
                bit += 1;
            }
        });
    }

    /// Splits a cell by the sums, in ascending order of these.
    #[inline(always)]
    fn split(&mut self, cell: usize) {
        let whole = self.cells[cell];
        if let [sum] = self.sums[..] {
            let common = both(&whole, &sum);
            if !is_empty(&common) && common != whole {
                self.halve(cell, without(&whole, &sum), common);
            }
            return;
        }
        self.parts.clear();
        for sum in self.sums.iter().rev() {
            let common = both(&whole, sum);
            if is_empty(&common) || common == whole {
                continue;
            }
            if self.parts.is_empty() {
                self.parts.extend([without(&whole, sum), common]);
                continue;
            }
            self.others.clear();
            for part in &self.parts {
                let halves = [without(part, sum), both(part, sum)];
                self.others.extend(halves.iter().filter(|half| !is_empty(half)));
            }
            std::mem::swap(&mut self.parts, &mut self.others);
        }
        if !self.parts.is_empty() {
            self.divide(cell);
        }
    }

    /// Makes the two parts of a cell cells of their own.
    #[inline(always)]
    fn halve(&mut self, cell: usize, left: Set<W>, right: Set<W>) {
        let was_queued = self.is_queued[cell];
        let (whole, length) = (self.lengths[cell] as usize, size(&left));
        self.shorten(cell, left, length);
        self.new_cell(cell + length, right, whole - length);
        // The whole cell has split the others, so the smaller part splits all that both would (Hopcroft's rule). If the
        // whole was still queued, both must be.
        if was_queued || length >= whole - length {
            self.enqueue(cell + length);
        } else {
            self.enqueue(cell);
        }
    }

    /// Makes the parts of a cell cells of their own.
    #[inline(always)]
    fn divide(&mut self, cell: usize) {
        // The whole cell has split the others, so a largest part would split nothing that the rest do not (Hopcroft's rule). If
        // the whole was still queued, all must be.
        let was_queued = self.is_queued[cell];
        let (mut place, mut largest, mut most) = (cell, cell, 0);
        for i in 0..self.parts.len() {
            let part = self.parts[i];
            let length = size(&part);
            if i == 0 {
                self.shorten(cell, part, length);
            } else {
                self.new_cell(place, part, length);
            }
            if length > most {
                (largest, most) = (place, length);
            }
            place += length;
        }
        let end = place;
        place = cell;
        while place < end {
            if was_queued || place != largest {
                self.enqueue(place);
            }
            place += self.lengths[place] as usize;
        }
    }
}

#[cfg(test)]
mod tests;
