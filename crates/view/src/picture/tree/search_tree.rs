//! The tree of a search, built from the steps that an engine reports.
//!
//! The nodes are those that the counter `nodes` counts: the root, and the state after each digit tried. For `masks` and `large`
//! the state without a digit that failed is a node as well, because these engines continue from that state with whatever cell is
//! best then, which need not be the cell of the digit that failed.

use quadrille_sudoku::{Engine, Step};

/// How an engine continues after a digit has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branching {
    /// The engine tries the next alternative of the same cell, so a node has one branch for each alternative.
    EachAlternative,
    /// The engine continues from a node in which the digit is struck out, so a node has two branches.
    WithAndWithout,
}

impl Branching {
    /// How the given engine continues.
    pub fn of(engine: Engine) -> Self {
        match engine {
            Engine::Masks | Engine::Lanes(_) | Engine::Large => Self::WithAndWithout,
            _ => Self::EachAlternative,
        }
    }
}

/// The tree of a search, with a bound on the number of nodes kept.
///
/// The caller passes each [`Step`] of a traced search to [`hear`](Self::hear).
#[derive(Clone, Debug)]
pub struct SearchTree {
    branching: Branching,
    most: usize,
    nodes: Vec<Node>,
    /// The path from the root to the current node of the search.
    path: Vec<Place>,
    /// Number of nodes of the path that are kept, which are the first ones of the path.
    kept: usize,
    totals: Totals,
}

/// Totals over all steps, including those whose nodes are not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of nodes, including the root.
    pub nodes: u64,
    /// Number of choices after which another alternative was still untried.
    pub forks: u64,
    /// Number of solutions found.
    pub solutions: u64,
    /// Number of nodes with a contradiction.
    pub dead_ends: u64,
}

/// A node that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// How the search came to this node.
    pub branch: Branch,
    /// The parent, which has a lower number; `None` for the root.
    pub parent: Option<usize>,
    /// Whether the search made a choice at this node that left another alternative.
    pub fork: bool,
    /// How the search ended at this node, if this node is a leaf.
    pub end: Option<End>,
    /// Number of nodes that were not kept and whose nearest kept ancestor is this node.
    pub left_out: u64,
}

/// How a search came to a node. Cells are numbered in reading order from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The node is the root.
    Root,
    /// A digit was tried in a cell.
    Tried {
        /// The number of the cell.
        cell: usize,
        /// The digit that was tried, from 1.
        digit: u8,
        /// Whether another alternative was still untried.
        fork: bool,
    },
    /// A digit failed in a cell and was struck out.
    Without {
        /// The number of the cell.
        cell: usize,
        /// The digit that failed, from 1.
        digit: u8,
    },
}

/// How a search ended at a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution.
    Solution,
    /// A contradiction, such as a cell without a candidate.
    DeadEnd,
}

/// A node on the path from the root.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The index of the node in `nodes`; without meaning if the node is not kept.
    node: usize,
    /// Whether the node was reached by trying a digit (and not by striking one out).
    tried: bool,
}

impl SearchTree {
    /// A tree with only its root, which will keep the first `most` nodes of the search, the root included.
    pub fn new(branching: Branching, most: usize) -> Self {
        let mut tree = Self {
            branching,
            most: most.max(1),
            nodes: Vec::new(),
            path: Vec::new(),
            kept: 0,
            totals: Totals::default(),
        };
        tree.go_down(Branch::Root);
        tree
    }

    /// The nodes kept, in the order of the search, so that a parent comes before its children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Totals over all steps.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Number of nodes that are not kept.
    pub fn left_out(&self) -> u64 {
        self.totals.nodes - self.nodes.len() as u64
    }

    /// Adds a step of the search.
    pub fn hear(&mut self, step: &Step) {
        match *step {
            Step::Placed { .. } | Step::Deduced(_) => {}
            Step::Tried { cell, digit, fork } => {
                if fork {
                    self.totals.forks += 1;
                    if let Some(node) = self.here() {
                        node.fork = true;
                    }
                }
                self.go_down(Branch::Tried { cell, digit, fork });
            }
            Step::TakenBack { cell, digit } => {
                self.go_up();
                if self.branching == Branching::WithAndWithout {
                    self.go_down(Branch::Without { cell, digit });
                }
            }
            Step::DeadEnd => {
                self.totals.dead_ends += 1;
                self.end_here(End::DeadEnd);
            }
            Step::Solution => {
                self.totals.solutions += 1;
                self.end_here(End::Solution);
            }
        }
    }

    fn go_down(&mut self, branch: Branch) {
        let node = self.nodes.len();
        if node < self.most {
            let parent = self.path.last().map(|place| place.node);
            self.nodes.push(Node { branch, parent, fork: false, end: None, left_out: 0 });
            self.kept += 1;
        } else {
            // Once a node is not kept, no later node is kept. So the kept nodes are the first ones of the path, and
            // the last kept node of the path is the nearest kept ancestor.
            self.nodes[self.path[self.kept - 1].node].left_out += 1;
        }
        self.path.push(Place { node, tried: matches!(branch, Branch::Tried { .. }) });
        self.totals.nodes += 1;
    }

    /// Goes back to the node where the last digit was tried, past nodes where digits were struck out.
    fn go_up(&mut self) {
        let tried = self.path.iter().rposition(|place| place.tried);
        self.path.truncate(tried.unwrap_or(1));
        self.kept = self.kept.min(self.path.len());
    }

    fn end_here(&mut self, end: End) {
        if let Some(node) = self.here() {
            node.end = Some(end);
        }
    }

    /// The current node of the search, if it is kept.
    fn here(&mut self) -> Option<&mut Node> {
        let node = self.path[self.path.len() - 1].node;
        (self.kept == self.path.len()).then(|| &mut self.nodes[node])
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;
    use quadrille_cover::search::Counter;
    use quadrille_cover::{Budget, Search};
    use quadrille_sudoku::{Grid, Puzzle, Watch};

    use super::super::super::testing::{P1, puzzle};
    use super::*;

    /// The tree of a search for up to a given number of solutions, with up to `most` nodes kept.
    pub(in crate::picture) fn grown(
        engine: Engine,
        puzzle: &Puzzle,
        budget: &Budget,
        most: usize,
    ) -> (SearchTree, Search) {
        let mut tree = SearchTree::new(Branching::of(engine), most);
        let mut told = |step: &Step, _: &Counter<'_>| tree.hear(step);
        let mut visit = |_: &Grid| ControlFlow::Continue(());
        let search = engine.search(puzzle, budget, Watch::Trace(&mut told), &mut visit);
        (tree, search)
    }

    fn count(tree: &SearchTree, is: impl Fn(&Node) -> bool) -> u64 {
        tree.nodes().iter().filter(|node| is(node)).count() as u64
    }

    #[test]
    fn what_there_is_no_room_for_is_counted_where_it_is_missing() {
        for engine in [Engine::NaiveTree, Engine::Masks, Engine::Large] {
            let (whole, _) = grown(engine, &puzzle(P1), &Budget::default(), usize::MAX);
            for most in [0, 1, 2, 50] {
                let (tree, _) = grown(engine, &puzzle(P1), &Budget::default(), most);
                assert_eq!(tree.totals(), whole.totals());
                assert_eq!(tree.nodes().len(), most.max(1));
                for (node, first) in tree.nodes().iter().zip(whole.nodes()) {
                    assert_eq!(
                        (node.branch, node.parent, node.end),
                        (first.branch, first.parent, first.end)
                    );
                }
                let missing: u64 = tree.nodes().iter().map(|node| node.left_out).sum();
                assert_eq!(missing, tree.left_out(), "{engine}");
                // Finds the kept ancestor of each missing node in another way.
                let mut expected = vec![0; tree.nodes().len()];
                for node in tree.nodes().len()..whole.nodes().len() {
                    let mut kept = node;
                    while kept >= tree.nodes().len() {
                        kept = whole.nodes()[kept].parent.expect("the root is kept");
                    }
                    expected[kept] += 1;
                }
                let left_out = tree.nodes().iter().map(|node| node.left_out);
                assert_eq!(left_out.collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn givens_that_clash_are_a_root_that_is_dead() {
        for engine in Engine::ALL {
            let clash = puzzle(&format!("11{}", ".".repeat(79)));
            let (tree, _) = grown(engine, &clash, &Budget::default(), 10);
            assert_eq!(tree.nodes().len(), 1, "{engine}");
            assert_eq!(tree.nodes()[0].end, Some(End::DeadEnd), "{engine}");
        }
    }

    /// 4x4 grids with a few arbitrary digits.
    fn small() -> impl Strategy<Value = Puzzle> {
        let cell = prop_oneof![3 => Just(0u8), 1 => 1..=4u8];
        prop::collection::vec(cell, 16)
            .prop_map(|cells| Puzzle::new(Grid::from_cells(cells).expect("a 4x4 grid")))
    }

    proptest! {
        #[test]
        fn an_exhausted_search_has_one_leaf_more_than_forks(puzzle in small()) {
            let may_stall = |engine| matches!(engine, Engine::Singles | Engine::Human);
            for engine in Engine::ALL.into_iter().filter(|&engine| !may_stall(engine)) {
                let (tree, search) = grown(engine, &puzzle, &Budget::default(), usize::MAX);
                let (stats, totals) = (search.stats, tree.totals());
                prop_assert_eq!(Some(totals.nodes), stats.nodes, "{}", engine);
                prop_assert_eq!(Some(totals.forks), stats.forks, "{}", engine);
                prop_assert_eq!(totals.solutions, stats.solutions, "{}", engine);
                let leaves = count(&tree, |node| node.end.is_some());
                prop_assert_eq!(totals.forks, leaves - 1, "{}", engine);
                prop_assert_eq!(leaves, totals.solutions + totals.dead_ends, "{}", engine);
                let parents = tree.nodes().iter().filter_map(|node| node.parent);
                let parents: std::collections::HashSet<_> = parents.collect();
                for (node, Node { end, fork, .. }) in tree.nodes().iter().enumerate() {
                    prop_assert_eq!(end.is_none(), parents.contains(&node), "{}", engine);
                    let children = count(&tree, |child| child.parent == Some(node));
                    prop_assert_eq!(*fork, children > 1, "{}: a fork has branches", engine);
                }
            }
        }
    }
}
