//! The symmetries of a graph, and a canonical order of its points: individualisation and refinement with backtracking.
//!
//! A node of the tree is a partition of the vertices that refinement does not split further. Its children take each point of its
//! smallest cell into a cell of its own, and refine. At a leaf each point is alone, so a leaf is an order of the points.
//!
//! - Two leaves that number the graph in the same way are one symmetry: it takes the points in the order of the one to those in the order of the
//!   other. Leaves are compared with the *first* leaf and with the *best* one.
//! - Each node has an invariant, a number that symmetries do not change. A node is searched if its invariants, from the root on,
//!   are those of the path to the first leaf, or if they are not larger than those of the path to the best leaf. The best leaf,
//!   that with the smallest invariants and, of these, with the smallest graph, gives the canonical order.
//! - Symmetries that leave all points of the path to a node in place exchange children of the node. Of such children one is searched. When a leaf shows a new
//!   symmetry, the rest of the branch is the image of a branch already searched, and the search goes back to where they part.
//! - At each node on the path to the first leaf, the children that are images of the first one are counted. The order of the group is the product
//!   of these numbers, because the symmetries that leave the path in place are counted by the nodes below.
//!
//! Source: B. D. `McKay`, *Practical graph isomorphism*, Congressus Numerantium 30 (1981), 45-87.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::structure::{Labelled, Structure};
use super::{Limits, SymmetryError};
use crate::refine::Partition;

/// What a search is to find.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The symmetries alone.
    Group,
    /// The symmetries and the canonical order.
    Form,
}

/// The result of [`search`].
pub(crate) struct GraphSymmetries {
    /// The number of symmetries.
    pub(crate) order: BigUint,
    /// Symmetries that make all others: by point, its image.
    pub(crate) generators: Vec<Vec<u16>>,
    /// The order of the points, canonical with [`Goal::Form`], and the hash of the graph in that order.
    pub(crate) points: Vec<u16>,
    pub(crate) hash: u64,
}

/// The symmetries of a graph that take the options marked to options marked. `marks` is in ascending order.
///
/// # Errors
/// If the limits end the search.
pub(crate) fn search(
    structure: &Structure,
    marks: &[u16],
    goal: Goal,
    limits: &Limits<'_>,
) -> Result<GraphSymmetries, SymmetryError> {
    let mut child = Partition::default();
    begin(structure, marks, &mut child);
    let (levels, generators) = (Vec::new(), Vec::new());
    let order = BigUint::from(1u32);
    let (first, best, depth) = (None, None, 0);
    let mut tree =
        Tree { structure, marks, goal, levels, depth, child, first, best, generators, order };
    if tree.child.is_done() {
        let hash = structure.hash(&tree.child.places, marks);
        let points = tree.points().to_vec();
        return Ok(GraphSymmetries { order: tree.order, generators: Vec::new(), points, hash });
    }
    tree.push(0, Compared { is_on_first: true, is_like_first: true, best: Ordering::Equal });
    while tree.depth > 0 {
        limits.check(tree.levels.len() * structure.vertices() * Level::BYTES)?;
        match tree.next() {
            Some(vertex) => tree.visit(vertex),
            None => tree.leave(),
        }
    }
    let leaf = tree.best.or(tree.first).expect("the first descent ends at a leaf");
    let hash = *leaf.invariants.last().expect("a leaf below the root");
    Ok(GraphSymmetries {
        order: tree.order,
        generators: tree.generators,
        points: leaf.points,
        hash,
    })
}

/// The order of the points along one path, which is the same for isomorphic graphs often, but not always; with its hash.
pub(crate) fn one_path(structure: &Structure, marks: &[u16], partition: &mut Partition) -> u64 {
    begin(structure, marks, partition);
    while let Some(cell) = partition.smallest() {
        partition.individualise(cell);
        partition.refine(&structure.graph);
    }
    structure.hash(&partition.places, marks)
}

/// Makes the partition at the root: the options marked are told apart from the others.
fn begin(structure: &Structure, marks: &[u16], partition: &mut Partition) {
    partition.copy(&structure.root);
    let marked: Vec<u16> = marks.iter().map(|&option| structure.vertex(option)).collect();
    partition.single_out(&marked);
    partition.refine(&structure.graph);
}

struct Tree<'t> {
    structure: &'t Structure,
    marks: &'t [u16],
    goal: Goal,
    /// The nodes from the root on; those from `depth` on are kept for their memory.
    levels: Vec<Level>,
    depth: usize,
    /// The child just made.
    child: Partition,
    first: Option<Leaf>,
    /// The best leaf, once there is one other than the first.
    best: Option<Leaf>,
    generators: Vec<Vec<u16>>,
    order: BigUint,
}

/// A node on the path from the root.
#[derive(Default)]
struct Level {
    partition: Partition,
    /// The points of its smallest cell, and the number of those taken up.
    points: Vec<u16>,
    taken: usize,
    /// The point singled out in the child on the path.
    chosen: u16,
    invariant: u64,
    compared: Compared,
    /// The orbits of points by the first `known` symmetries, of those that leave the path to the node in place.
    orbits: Orbits,
    known: usize,
}

impl Level {
    /// Bytes of a level for each vertex.
    const BYTES: usize = 24;
}

/// How a node compares with others of its level.
#[derive(Clone, Copy)]
struct Compared {
    is_on_first: bool,
    /// Whether the invariants down to the node are those of the path to the first leaf.
    is_like_first: bool,
    /// The invariants compared with those of the path to the best leaf.
    best: Ordering,
}

impl Default for Compared {
    fn default() -> Self {
        Self { is_on_first: false, is_like_first: false, best: Ordering::Equal }
    }
}

struct Leaf {
    /// The points chosen, and the invariants of the nodes below the root, the leaf's own at the end.
    path: Vec<u16>,
    invariants: Vec<u64>,
    /// The points in their order.
    points: Vec<u16>,
}

impl Tree<'_> {
    /// The points in the order of the child, which is a leaf.
    fn points(&self) -> &[u16] {
        &self.child.order[..self.structure.points.len()]
    }

    /// Puts the child on the path.
    fn push(&mut self, invariant: u64, compared: Compared) {
        if self.levels.len() == self.depth {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[self.depth];
        std::mem::swap(&mut level.partition, &mut self.child);
        let cell = level.partition.smallest().expect("a node that is no leaf has such a cell");
        level.points.clear();
        level.points.extend_from_slice(level.partition.members(cell));
        (level.taken, level.known) = (0, 0);
        (level.invariant, level.compared) = (invariant, compared);
        level.orbits.reset(self.structure.points.len());
        self.depth += 1;
    }

    /// Learns the symmetries found since, and takes up the next point of the last node, of each orbit one.
    fn next(&mut self) -> Option<u16> {
        let (path, rest) = self.levels.split_at_mut(self.depth - 1);
        let level = &mut rest[0];
        for images in &self.generators[level.known..] {
            if path.iter().all(|above| images[above.chosen as usize] == above.chosen) {
                level.orbits.join(images);
            }
        }
        level.known = self.generators.len();
        while let Some(&point) = level.points.get(level.taken) {
            level.taken += 1;
            if level.orbits.take(point) {
                return Some(point);
            }
        }
        None
    }

    /// Goes back from the last node.
    fn leave(&mut self) {
        self.depth -= 1;
        let level = &mut self.levels[self.depth];
        if level.compared.is_on_first {
            let Level { points, orbits, .. } = level;
            let root = orbits.root(points[0]);
            self.order *= points.iter().filter(|&&point| orbits.root(point) == root).count();
        }
    }

    /// Makes a child of the last node, and searches it, drops it or compares it.
    fn visit(&mut self, point: u16) {
        let structure = self.structure;
        let level = &mut self.levels[self.depth - 1];
        level.chosen = point;
        self.child.copy(&level.partition);
        self.child.single_out(&[point]);
        self.child.refine(&structure.graph);
        let is_leaf = self.child.is_done();
        let invariant = if is_leaf {
            structure.hash(&self.child.places, self.marks)
        } else {
            structure.invariant(&self.child)
        };
        let Some(first) = &self.first else {
            if is_leaf {
                self.first = Some(self.leaf(invariant));
            } else {
                self.push(invariant, self.levels[self.depth - 1].compared);
            }
            return;
        };
        let place = self.depth - 1;
        let above = level.compared;
        let is_like = |leaf: &Leaf| leaf.invariants.get(place) == Some(&invariant);
        let best = self.best.as_ref().unwrap_or(first).invariants.get(place);
        let compared = Compared {
            is_on_first: false,
            is_like_first: above.is_like_first && is_like(first),
            best: above.best.then(best.map_or(Ordering::Greater, |best| invariant.cmp(best))),
        };
        let may_be_best = self.goal == Goal::Form && compared.best != Ordering::Greater;
        if !compared.is_like_first && !may_be_best {
            return;
        }
        if is_leaf {
            self.compare(invariant, compared, may_be_best);
        } else {
            self.push(invariant, compared);
        }
    }

    fn leaf(&self, invariant: u64) -> Leaf {
        let path = &self.levels[..self.depth];
        let above = path[1..].iter().map(|level| level.invariant);
        Leaf {
            path: path.iter().map(|level| level.chosen).collect(),
            invariants: above.chain([invariant]).collect(),
            points: self.points().to_vec(),
        }
    }

    /// Compares the child, a leaf, with the first and the best.
    fn compare(&mut self, invariant: u64, compared: Compared, may_be_best: bool) {
        let first = self.first.as_ref().expect("this leaf is not the first");
        let here = Labelled { order: self.points(), marks: self.marks };
        let other = |leaf: &Leaf| {
            let there = Labelled { order: &leaf.points, marks: self.marks };
            self.structure.between(&there, &here)
        };
        if compared.is_like_first
            && let Some(images) = other(first)
        {
            let parted = self.levels[..self.depth].iter().rposition(|l| l.compared.is_on_first);
            self.generators.push(images);
            self.depth = parted.expect("the root is on every path") + 1;
            return;
        }
        if !may_be_best {
            return;
        }
        if compared.best == Ordering::Equal {
            let best = self.best.as_ref().unwrap_or(first);
            if let Some(images) = other(best) {
                let chosen = self.levels[..self.depth].iter().map(|level| level.chosen);
                let same = chosen.zip(&best.path).take_while(|(a, b)| a == *b).count();
                self.generators.push(images);
                self.depth = same + 1;
                return;
            }
            // Different graphs with the same hash.
            let there = Labelled { order: &best.points, marks: self.marks };
            if self.structure.written(&here) >= self.structure.written(&there) {
                return;
            }
        }
        self.best = Some(self.leaf(invariant));
        for level in &mut self.levels[..self.depth] {
            level.compared.best = Ordering::Equal;
        }
    }
}

/// Orbits of points, and of each whether a point of it was taken.
#[derive(Default)]
struct Orbits {
    above: Vec<u16>,
    is_taken: Vec<bool>,
}

impl Orbits {
    /// Each point alone, none taken.
    fn reset(&mut self, points: usize) {
        self.above.clear();
        self.above.extend(0..points as u16);
        self.is_taken.clear();
        self.is_taken.resize(points, false);
    }

    fn root(&mut self, mut point: u16) -> u16 {
        while self.above[point as usize] != point {
            let above = self.above[point as usize];
            self.above[point as usize] = self.above[above as usize];
            point = above;
        }
        point
    }

    fn join(&mut self, images: &[u16]) {
        for (point, &image) in images.iter().enumerate() {
            let (a, b) = (self.root(point as u16), self.root(image));
            self.above[b as usize] = a;
            self.is_taken[a as usize] |= self.is_taken[b as usize];
        }
    }

    /// Takes a point; returns false if one of its orbit was taken.
    fn take(&mut self, point: u16) -> bool {
        let root = self.root(point);
        !std::mem::replace(&mut self.is_taken[root as usize], true)
    }
}
