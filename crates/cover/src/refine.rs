//! Colour refinement: an ordered partition of the vertices of a graph, split until all vertices of a cell have the same
//! number of neighbours in each cell.
//!
//! The order of the cells depends on the graph and the partition before alone, not on the numbers of the vertices.
//!
//! Source: B. D. `McKay`, *Practical graph isomorphism* (1981); the splitting in place is that of P. T. Darga, M. H. Liffiton,
//! K. A. Sakallah and I. L. Markov, *Exploiting structure in symmetry detection for CNF* (2004).

/// A graph whose vertices are numbered from 0. An edge may occur several times.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// The neighbours of vertex `v` are `neighbours[starts[v]..starts[v + 1]]`.
    pub(crate) starts: Vec<u32>,
    pub(crate) neighbours: Vec<u16>,
}

impl Graph {
    pub(crate) fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn degree(&self, vertex: usize) -> u32 {
        self.starts[vertex + 1] - self.starts[vertex]
    }

    pub(crate) fn neighbours(&self, vertex: u16) -> &[u16] {
        let vertex = vertex as usize;
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

/// An ordered partition of the vertices. A cell is named by the place of its first vertex.
#[derive(Debug, Default)]
pub(crate) struct Partition {
    /// The vertices, cell by cell.
    pub(crate) order: Vec<u16>,
    /// By vertex, its place in `order`.
    pub(crate) places: Vec<u16>,
    /// By vertex, its cell.
    cells: Vec<u16>,
    /// By cell, its number of vertices.
    lengths: Vec<u16>,
    /// Number of vertices that are to be in cells of their own in the end; they come first.
    items: usize,
    /// Number of cells of these vertices.
    count: usize,
    /// The cells by which others may still be split, and by cell whether it is among them.
    queue: Vec<u16>,
    is_queued: Vec<bool>,
    /// By vertex, its number of neighbours in the splitting cell; 0 between two splits.
    hits: Vec<u16>,
    /// By cell, its number of vertices with such neighbours; 0 between two splits.
    touched: Vec<u16>,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    splitter: Vec<u16>,
    touched_cells: Vec<u16>,
    by_hits: Vec<(u16, u16)>,
    fresh: Vec<(u16, u16)>,
}

impl Partition {
    /// Begins with the vertices up to each of the `bounds` in cells of their own, these split by degree. Refinement ends
    /// when each of the first `items` vertices is alone in its cell.
    pub(crate) fn begin(&mut self, graph: &Graph, bounds: &[usize], items: usize) {
        let all = graph.vertices();
        let Self { places, cells, lengths, hits, touched, .. } = self;
        for list in [places, cells, lengths, hits, touched] {
            list.clear();
            list.resize(all, 0);
        }
        self.is_queued.clear();
        self.is_queued.resize(all, false);
        self.queue.clear();
        self.order.clear();
        self.order.extend(0..all as u16);
        (self.items, self.count) = (items, 0);
        let mut from = 0;
        for &to in bounds {
            self.order[from..to].sort_unstable_by_key(|&vertex| graph.degree(vertex as usize));
            while from < to {
                let degree = graph.degree(self.order[from] as usize);
                let same = self.order[from..to].iter();
                let length = same.take_while(|&&v| graph.degree(v as usize) == degree).count();
                self.name(from, length);
                for place in from..from + length {
                    self.places[self.order[place] as usize] = place as u16;
                }
                self.push(from);
                self.count += usize::from(from < items);
                from += length;
            }
        }
    }

    /// Makes this a copy of another partition. Both are refined.
    pub(crate) fn copy(&mut self, other: &Self) {
        let all = other.order.len();
        for (own, list) in [
            (&mut self.order, &other.order),
            (&mut self.places, &other.places),
            (&mut self.cells, &other.cells),
            (&mut self.lengths, &other.lengths),
        ] {
            own.clear();
            own.extend_from_slice(list);
        }
        self.is_queued.resize(all, false);
        self.hits.resize(all, 0);
        self.touched.resize(all, 0);
        (self.items, self.count) = (other.items, other.count);
    }

    /// Whether each of the first vertices is alone in its cell.
    pub(crate) fn is_done(&self) -> bool {
        self.count == self.items
    }

    pub(crate) fn members(&self, cell: usize) -> &[u16] {
        &self.order[cell..cell + self.lengths[cell] as usize]
    }

    pub(crate) fn cell(&self, vertex: u16) -> usize {
        self.cells[vertex as usize] as usize
    }

    /// Makes the vertices from a place on a cell of its own.
    fn name(&mut self, from: usize, length: usize) {
        self.lengths[from] = length as u16;
        for &vertex in &self.order[from..from + length] {
            self.cells[vertex as usize] = from as u16;
        }
    }

    fn push(&mut self, cell: usize) {
        if !self.is_queued[cell] {
            self.is_queued[cell] = true;
            self.queue.push(cell as u16);
        }
    }

    /// The smallest cell of several items, the first among equals.
    pub(crate) fn smallest(&self) -> Option<usize> {
        let mut best: Option<(u16, usize)> = None;
        let mut cell = 0;
        while cell < self.items {
            let length = self.lengths[cell];
            if length > 1 && best.is_none_or(|(least, _)| length < least) {
                best = Some((length, cell));
                if length == 2 {
                    break;
                }
            }
            cell += length as usize;
        }
        best.map(|(_, cell)| cell)
    }

    /// Takes the first vertex of a cell into a cell of its own.
    pub(crate) fn individualise(&mut self, cell: usize) {
        let length = self.lengths[cell] as usize;
        self.lengths[cell] = 1;
        self.name(cell + 1, length - 1);
        self.count += 1;
        self.push(cell);
    }

    /// Takes vertices out of their cells: those of one cell make a cell of their own behind the others.
    pub(crate) fn single_out(&mut self, vertices: &[u16]) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.touched_cells.clear();
        for &vertex in vertices {
            self.hit(vertex, &mut scratch.touched_cells);
        }
        self.split_touched(&mut scratch);
        self.scratch = scratch;
    }

    /// Splits cells until all vertices of a cell have the same number of neighbours in each cell.
    pub(crate) fn refine(&mut self, graph: &Graph) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut next = 0;
        while next < self.queue.len() && self.count < self.items {
            let cell = self.queue[next] as usize;
            next += 1;
            self.is_queued[cell] = false;
            self.touch(graph, cell, &mut scratch);
            self.split_touched(&mut scratch);
        }
        for &cell in &self.queue[next..] {
            self.is_queued[cell as usize] = false;
        }
        self.queue.clear();
        self.scratch = scratch;
    }

    /// Counts the neighbours that vertices have in a cell.
    fn touch(&mut self, graph: &Graph, cell: usize, scratch: &mut Scratch) {
        let Scratch { splitter, touched_cells, .. } = scratch;
        // A copy, because vertices of the cell itself may move.
        splitter.clear();
        splitter.extend_from_slice(&self.order[cell..cell + self.lengths[cell] as usize]);
        touched_cells.clear();
        for &vertex in &*splitter {
            for &neighbour in graph.neighbours(vertex) {
                self.hit(neighbour, touched_cells);
            }
        }
    }

    /// Counts a neighbour that a vertex has in the splitting cell, and moves the vertex to the end of its own cell.
    #[allow(
        clippy::inline_always,
        reason = "the loop over neighbours takes most of the time of a refinement"
    )]
    #[inline(always)]
    fn hit(&mut self, vertex: u16, touched_cells: &mut Vec<u16>) {
        let near = vertex as usize;
        let cell = self.cells[near] as usize;
        let length = self.lengths[cell];
        if length == 1 {
            return;
        }
        if self.hits[near] == 0 {
            let touched = self.touched[cell] + 1;
            self.touched[cell] = touched;
            if touched == 1 {
                touched_cells.push(cell as u16);
            }
            let to = cell + (length - touched) as usize;
            let (other, from) = (self.order[to], self.places[near]);
            self.order[to] = vertex;
            self.places[near] = to as u16;
            self.order[from as usize] = other;
            self.places[other as usize] = from;
        }
        self.hits[near] += 1;
    }

    /// Splits the cells in which neighbours were counted.
    fn split_touched(&mut self, scratch: &mut Scratch) {
        // The order in which cells were touched depends on the numbers of the vertices.
        scratch.touched_cells.sort_unstable();
        for &cell in &scratch.touched_cells {
            self.split(cell as usize, &mut scratch.by_hits, &mut scratch.fresh);
        }
    }

    /// Splits a cell by the numbers of neighbours just counted.
    fn split(&mut self, cell: usize, by_hits: &mut Vec<(u16, u16)>, fresh: &mut Vec<(u16, u16)>) {
        let (length, touched) = (self.lengths[cell] as usize, self.touched[cell] as usize);
        self.touched[cell] = 0;
        let from = cell + length - touched;
        by_hits.clear();
        for &vertex in &self.order[from..cell + length] {
            by_hits.push((std::mem::take(&mut self.hits[vertex as usize]), vertex));
        }
        let first = by_hits[0].0;
        if by_hits.iter().all(|&(hits, _)| hits == first) {
            if touched == length {
                return;
            }
            self.lengths[cell] = (length - touched) as u16;
            self.name(from, touched);
            self.count += usize::from(cell < self.items);
            let larger_is_new = touched > length - touched;
            self.push(if larger_is_new && !self.is_queued[cell] { cell } else { from });
            return;
        }
        by_hits.sort_unstable_by_key(|&(hits, _)| hits);
        fresh.clear();
        if touched < length {
            self.lengths[cell] = (length - touched) as u16;
            fresh.push((cell as u16, (length - touched) as u16));
        }
        let mut place = from;
        for same in by_hits.chunk_by(|a, b| a.0 == b.0) {
            fresh.push((place as u16, same.len() as u16));
            self.lengths[place] = same.len() as u16;
            for &(_, vertex) in same {
                self.order[place] = vertex;
                self.places[vertex as usize] = place as u16;
                self.cells[vertex as usize] = fresh[fresh.len() - 1].0;
                place += 1;
            }
        }
        self.count += if cell < self.items { fresh.len() - 1 } else { 0 };
        // All parts but a largest one suffice, unless the whole cell was still to split others.
        let largest = (0..fresh.len()).rev().max_by_key(|&i| fresh[i].1);
        let spared = largest.filter(|_| !self.is_queued[cell]);
        for (i, &(part, _)) in fresh.iter().enumerate() {
            if spared != Some(i) {
                self.push(part as usize);
            }
        }
    }
}
