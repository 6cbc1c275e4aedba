//! The canonical form of grids of any size, by individualisation and refinement.
//!
//! The nodes of the search tree are [`Colouring`]s. At the root all rows are alike, all columns
//! and all digits; refinement tells apart what it can. If some that appear in the grid are still
//! alike, one of their class is singled out, each in a branch of its own, and refinement goes
//! on. At a leaf the colours put rows, columns and digits into an order, and so make a grid. The
//! grid and its transpose have a tree each.
//!
//! Isomorphic grids have the same trees but for the names of what is in them. The canonical form
//! is the grid at the leaf with the smallest *trace*, the hashes that refinement met on the way,
//! and among those the smallest grid in reading order. So a branch is left as soon as its trace
//! is too large. Two leaves with one grid show an automorphism, and what it makes of a branch
//! explored need not be explored: all of the branch that the second leaf is in, where it parts
//! from the first, and later every branch that is an image of one explored.
//!
//! Source: `McKay`, "Practical graph isomorphism", 1981; `McKay` and Piperno, "Practical graph
//! isomorphism, II", 2014.

use super::colouring::{Board, Colouring};
use super::transform::Transform;
use crate::grid::{Grid, Order};

/// A symmetry that makes the canonical form; `None` if that takes more than so many nodes.
pub(super) fn transform_within(grid: &Grid, nodes: u64) -> Option<Transform> {
    let order = grid.order();
    let mut search = Search {
        boards: [false, true].map(|transposed| Board::new(grid, transposed)),
        nodes_left: nodes,
        trace: Vec::new(),
        best: None,
        automorphisms: Vec::new(),
    };
    for transposed in [false, true] {
        let root =
            Node { transposed, path: Vec::new(), colouring: Colouring::new(order), trace: 0 };
        if search.explore(root) == Flow::Spent {
            return None;
        }
    }
    search.best.map(|leaf| leaf.transform(order))
}

/// A node to be refined.
struct Node {
    transposed: bool,
    /// The items singled out, one a level.
    path: Vec<u8>,
    colouring: Colouring,
    /// How much of the smallest trace it has in common with its parent.
    trace: usize,
}

/// The best leaf so far.
struct Leaf {
    transposed: bool,
    path: Vec<u8>,
    /// The items in the order they have in the grid made.
    items: Vec<u8>,
    /// The grid made.
    cells: Vec<u8>,
}

/// How to go on after a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// With its next sibling.
    On,
    /// With the next child of the node at this level, counted from 1; 0 is what the two trees
    /// have in common.
    Back(usize),
    /// Not at all: no more nodes may be visited.
    Spent,
}

struct Search {
    boards: [Board; 2],
    nodes_left: u64,
    /// The smallest trace, up to where the search has come.
    trace: Vec<u64>,
    /// A leaf with that trace, unless the search is on its way to the first.
    best: Option<Leaf>,
    /// Permutations of the items of the first board, not transposed.
    automorphisms: Vec<Vec<u8>>,
}

impl Search {
    /// Searches the branch of a node. Each level singles out an item, so that it is never called
    /// within itself more often than there are items: 243 times at most.
    fn explore(&mut self, mut node: Node) -> Flow {
        if self.nodes_left == 0 {
            return Flow::Spent;
        }
        self.nodes_left -= 1;
        if !self.refine(&mut node) {
            return Flow::On;
        }
        let Some(class) =
            node.colouring.target(&self.boards[usize::from(node.transposed)], &node.path)
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
                Node { path: node.path.clone(), colouring: node.colouring.clone(), ..node };
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

    /// Refines the node; `false` if its trace is too large.
    fn refine(&mut self, node: &mut Node) -> bool {
        let Node { transposed, colouring, trace, .. } = node;
        let (smallest, best) = (&mut self.trace, &mut self.best);
        colouring.refine(&self.boards[usize::from(*transposed)], |token| {
            follow(smallest, best, trace, token)
        })
    }

    /// Holds a leaf against the best.
    fn leaf(&mut self, mut node: Node) -> Flow {
        // A leaf comes before what goes on from its trace.
        if node.trace < self.trace.len() {
            self.trace.truncate(node.trace);
            self.best = None;
        }
        let board = &self.boards[usize::from(node.transposed)];
        let items = in_order(&node.colouring, board.order);
        let cells = cells(board, &items);
        let path = std::mem::take(&mut node.path);
        let leaf = Leaf { transposed: node.transposed, path, items, cells };
        match &self.best {
            Some(best) if best.cells < leaf.cells => Flow::On,
            Some(best) if best.cells == leaf.cells => self.automorphism(&leaf),
            _ => {
                self.best = Some(leaf);
                Flow::On
            }
        }
    }

    /// Makes use of the automorphism that brings the best leaf to another.
    fn automorphism(&mut self, leaf: &Leaf) -> Flow {
        let best = self.best.as_ref().expect("there is a leaf it is equal to");
        let mut image = vec![0; leaf.items.len()];
        for (&from, &to) in best.items.iter().zip(&leaf.items) {
            image[from as usize] = to;
        }
        // The branches are images of each other if the paths are. They are, unless two traces
        // are equal by accident.
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

    /// Whether the branch of an item is the image of one explored, under automorphisms that
    /// leave the node as it is.
    fn is_image_of(&self, item: u8, explored: &[u8], node: &Node) -> bool {
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

/// Follows the smallest trace by one token, or makes it smaller; `false` if the token is too
/// large. `at` is how far it has been followed.
fn follow(smallest: &mut Vec<u64>, best: &mut Option<Leaf>, at: &mut usize, token: u64) -> bool {
    match smallest.get(*at) {
        Some(&other) if token > other => return false,
        Some(&other) if token == other => {}
        // The best trace is the beginning of this one.
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

/// The items in the order their colours put them: bands by their rows, rows within their band,
/// stacks and columns likewise.
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

/// The cells of the grid with its items in an order.
fn cells(board: &Board, items: &[u8]) -> Vec<u8> {
    let side = board.order.side();
    let mut place = vec![0; items.len()];
    for (at, &item) in items.iter().enumerate() {
        place[item as usize] = at % side;
    }
    let mut cells = vec![0; board.order.cells()];
    for cell in &board.cells {
        let [row, column, digit] = [cell.row, cell.column, cell.digit].map(|i| place[i as usize]);
        cells[row * side + column] = digit as u8 + 1;
    }
    cells
}

/// The item of the transposed board that an item is: rows are columns there.
fn across(item: u8, items: usize) -> u8 {
    let side = (items / 3) as u8;
    match item / side {
        0 => item + side,
        1 => item - side,
        _ => item,
    }
}

/// A permutation of the items of the transposed board as one of those of the board.
fn transposed(image: &[u8]) -> Vec<u8> {
    let there = |item: u8| across(item, image.len());
    (0..image.len() as u8).map(|item| there(image[there(item) as usize])).collect()
}

impl Leaf {
    fn transform(&self, order: Order) -> Transform {
        let side = order.side();
        let within = |kind: usize, first: usize| -> Vec<u8> {
            let items = &self.items[kind * side..][..side];
            items.iter().map(|&item| item - (kind * side) as u8 + first as u8).collect()
        };
        Transform::gathering(order, self.transposed, &within(0, 0), &within(1, 0), &within(2, 1))
    }
}

/// Which items are images of each other: a forest of items, each pointing towards its root.
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
