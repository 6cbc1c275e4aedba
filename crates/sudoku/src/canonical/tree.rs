//! The canonical form of grids of any size, by individualisation and refinement.
//!
//! The nodes of the search tree are [`Colouring`]s. At the root all rows have one colour, all columns
//! one, and all digits one; refinement splits these classes. If a class with items that occur in the
//! grid is still not split up, each of its items is singled out in a branch of its own, and refinement
//! continues there. At a leaf the colours define an order of rows, columns and digits, and so a grid.
//! The grid and its transpose have one tree each.
//!
//! Isomorphic grids have the same trees, except for the names of the items. The canonical form is the grid
//! at the leaf with the smallest *trace* (the sequence of hashes that refinement produced on the way);
//! among leaves with equal traces, the smallest grid in reading order. So the search leaves a branch as
//! soon as its trace is too large. Two leaves with the same grid reveal an automorphism. Images of explored
//! branches under automorphisms need not be explored. This ends the branch of the second leaf below the
//! node where the two paths part, and later skips every branch that is such an image.
//!
//! Source: `McKay`, "Practical graph isomorphism", 1981; `McKay` and Piperno, "Practical graph
//! isomorphism, II", 2014.

use super::colouring::{Colouring, FilledCells};
use super::transform::Transform;
use crate::grid::{Grid, Order};

/// A symmetry that turns the grid into its canonical form; `None` if the search takes more than `nodes`
/// nodes.
pub(super) fn transform_within(grid: &Grid, nodes: u64) -> Option<Transform> {
    let order = grid.order();
    let mut search = TreeSearch {
        grids: [false, true].map(|transposed| FilledCells::new(grid, transposed)),
        nodes_left: nodes,
        trace: Vec::new(),
        best: None,
        automorphisms: Vec::new(),
    };
    for transposed in [false, true] {
        let root =
            TreeNode { transposed, path: Vec::new(), colouring: Colouring::new(order), trace: 0 };
        if search.explore(root) == Flow::Spent {
            return None;
        }
    }
    search.best.map(|leaf| leaf.transform(order))
}

/// A node of the search tree, not yet refined.
struct TreeNode {
    transposed: bool,
    /// The items singled out, one for each level.
    path: Vec<u8>,
    colouring: Colouring,
    /// The number of hashes in the node's trace, which is a prefix of the smallest trace.
    trace: usize,
}

struct GridLeaf {
    transposed: bool,
    path: Vec<u8>,
    /// The items in the order that they have in the grid of the leaf.
    items: Vec<u8>,
    cells: Vec<u8>,
}

/// How the search continues after a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// The search continues with the next sibling.
    On,
    /// It continues with the next child of the node at this level of the path. The root has level 1; 0 ends the search.
    Back(usize),
    /// The search ends, because the limit on nodes is reached.
    Spent,
}

struct TreeSearch {
    grids: [FilledCells; 2],
    nodes_left: u64,
    /// The smallest trace found so far.
    trace: Vec<u64>,
    /// A leaf with the smallest trace; `None` while the search has not reached such a leaf.
    best: Option<GridLeaf>,
    /// The automorphisms found, as permutations of the items of the first grid, which is not transposed.
    automorphisms: Vec<Vec<u8>>,
}

impl TreeSearch {
    /// Searches the branch of a node. Each level singles out an item, so the depth of the recursion is
    /// at most the number of items, which is at most 243.
    fn explore(&mut self, mut node: TreeNode) -> Flow {
        if self.nodes_left == 0 {
            return Flow::Spent;
        }
        self.nodes_left -= 1;
        if !self.refine(&mut node) {
            return Flow::On;
        }
        let Some(class) =
            node.colouring.target(&self.grids[usize::from(node.transposed)], &node.path)
        else {
            return self.leaf(node);
        };
        let mut explored: Vec<u8> = Vec::new();
        for &item in &node.colouring.items[class] {
            if self.is_image_of(item, &explored, &node) {
                continue;
            }
            explored.push(item);
            let mut child =
                TreeNode { path: node.path.clone(), colouring: node.colouring.clone(), ..node };
            child.path.push(item);
            child.colouring.single_out(item);
            match self.explore(child) {
                Flow::On => {}
                Flow::Back(level) if level == node.path.len() + 1 => {}
                flow => return flow,
            }
        }
        Flow::On
    }

    /// Refines the node; returns `false` if its trace is too large.
    fn refine(&mut self, node: &mut TreeNode) -> bool {
        let TreeNode { transposed, colouring, trace, .. } = node;
        let (smallest, best) = (&mut self.trace, &mut self.best);
        colouring.refine(&self.grids[usize::from(*transposed)], |token| {
            follow(smallest, best, trace, token)
        })
    }

    fn leaf(&mut self, mut node: TreeNode) -> Flow {
        // This trace is the beginning of the smallest one so far, and shorter, so it is the smallest now.
        if node.trace < self.trace.len() {
            self.trace.truncate(node.trace);
            self.best = None;
        }
        let grid = &self.grids[usize::from(node.transposed)];
        let items = in_order(&node.colouring, grid.order);
        let cells = cells(grid, &items);
        let path = std::mem::take(&mut node.path);
        let leaf = GridLeaf { transposed: node.transposed, path, items, cells };
        match &self.best {
            Some(best) if best.cells < leaf.cells => Flow::On,
            Some(best) if best.cells == leaf.cells => self.automorphism(&leaf),
            _ => {
                self.best = Some(leaf);
                Flow::On
            }
        }
    }

    /// Records the automorphism that maps the best leaf to another leaf with the same grid.
    fn automorphism(&mut self, leaf: &GridLeaf) -> Flow {
        let best = self.best.as_ref().expect("there is a leaf it is equal to");
        let mut image = vec![0; leaf.items.len()];
        for (&from, &to) in best.items.iter().zip(&leaf.items) {
            image[from as usize] = to;
        }
        // The branches are images of each other if `image` maps one path to the other. It does, unless the
        // hashes of different traces collided.
        if best.path.len() != leaf.path.len()
            || best.path.iter().zip(&leaf.path).any(|(&from, &to)| image[from as usize] != to)
        {
            return Flow::On;
        }
        if best.transposed != leaf.transposed {
            return Flow::Back(0);
        }
        let common = best.path.iter().zip(&leaf.path).take_while(|(a, b)| a == b).count();
        self.automorphisms.push(if leaf.transposed { transposed(&image) } else { image });
        Flow::Back(common + 1)
    }

    /// Whether the branch of an item is the image of an explored branch under automorphisms that leave
    /// the node unchanged.
    fn is_image_of(&self, item: u8, explored: &[u8], node: &TreeNode) -> bool {
        if self.automorphisms.is_empty() || explored.is_empty() {
            return false;
        }
        let turn = |item: u8| {
            if node.transposed { across(item, node.colouring.items.len()) } else { item }
        };
        let fixes = |image: &&Vec<u8>| {
            node.path.iter().all(|&item| image[turn(item) as usize] == turn(item))
        };
        let mut orbits = Orbits::new(node.colouring.items.len());
        for image in self.automorphisms.iter().filter(fixes) {
            for (from, &to) in image.iter().enumerate() {
                orbits.join(from as u8, to);
            }
        }
        let orbit = orbits.find(turn(item));
        explored.iter().any(|&other| orbits.find(turn(other)) == orbit)
    }
}

/// Compares the next token of a trace with the smallest trace at position `at`, and replaces the rest of
/// the smallest trace if the token is smaller. Returns `false` if the token is too large.
fn follow(
    smallest: &mut Vec<u64>,
    best: &mut Option<GridLeaf>,
    at: &mut usize,
    token: u64,
) -> bool {
    match smallest.get(*at) {
        Some(&other) if token > other => return false,
        Some(&other) if token == other => {}
        // The smallest trace ends here, so it is smaller than this one.
        None if best.is_some() => return false,
        _ => {
            smallest.truncate(*at);
            smallest.push(token);
            *best = None;
        }
    }
    *at += 1;
    true
}

/// The items in the order of their colours. Rows are sorted within their band, and bands by the colours of
/// their rows; likewise columns and stacks.
fn in_order(colouring: &Colouring, order: Order) -> Vec<u8> {
    let (n, side) = (order.n(), order.side());
    let colour = |&item: &u8| colouring.colour[item as usize];
    let mut items: Vec<u8> = (0..3 * side as u8).collect();
    for lines in items[..2 * side].chunks_mut(side) {
        let mut bands: Vec<Vec<u8>> = lines.chunks(n).map(<[u8]>::to_vec).collect();
        for band in &mut bands {
            band.sort_by_key(colour);
        }
        bands.sort_by_key(|band| band.iter().map(colour).collect::<Vec<_>>());
        lines.copy_from_slice(&bands.concat());
    }
    items[2 * side..].sort_by_key(colour);
    items
}

/// The cells of the grid whose rows, columns and digits are in the order of `items`.
fn cells(grid: &FilledCells, items: &[u8]) -> Vec<u8> {
    let side = grid.order.side();
    let mut place = vec![0; items.len()];
    for (at, &item) in items.iter().enumerate() {
        place[item as usize] = at % side;
    }
    let mut cells = vec![0; grid.order.cells()];
    for cell in &grid.cells {
        let [row, column, digit] = [cell.row, cell.column, cell.digit].map(|i| place[i as usize]);
        cells[row * side + column] = digit as u8 + 1;
    }
    cells
}

/// The item of the transposed grid that corresponds to an item, because rows become columns.
fn across(item: u8, items: usize) -> u8 {
    let side = (items / 3) as u8;
    match item / side {
        0 => item + side,
        1 => item - side,
        _ => item,
    }
}

/// Converts a permutation of the items of the transposed grid into one of the items of the grid.
fn transposed(image: &[u8]) -> Vec<u8> {
    let there = |item: u8| across(item, image.len());
    (0..image.len() as u8).map(|item| there(image[there(item) as usize])).collect()
}

impl GridLeaf {
    fn transform(&self, order: Order) -> Transform {
        let side = order.side();
        let within = |kind: usize, first: usize| -> Vec<u8> {
            let items = &self.items[kind * side..][..side];
            items.iter().map(|&item| item - (kind * side) as u8 + first as u8).collect()
        };
        Transform::gathering(order, self.transposed, &within(0, 0), &within(1, 0), &within(2, 1))
    }
}

/// The orbits of the items under automorphisms, as a union-find forest in which each item points towards
/// the root of its orbit.
struct Orbits(Vec<u8>);

impl Orbits {
    fn new(items: usize) -> Self {
        Self((0..items as u8).collect())
    }

    fn find(&self, mut item: u8) -> u8 {
        while self.0[item as usize] != item {
            item = self.0[item as usize];
        }
        item
    }

    fn join(&mut self, a: u8, b: u8) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
