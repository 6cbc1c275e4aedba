//! The tree of a search: forks, solutions and dead ends, with the cell and the digit on each branch.
//!
//! The root stands on the left and siblings stand below each other, so that the label of a branch lies along the branch and a
//! deep tree stays readable. Each kind of node has its own shape. A branch taken at a fork is a bold line with a bold label; a
//! branch that was the only one left is thin. Paths to solutions are green.

mod layout;
mod search_tree;
mod shape;

use std::fmt::Write;

use quadrille_cover::{Outcome, Search};
use quadrille_sudoku::Order;
use svg::Node as _;
use svg::node::element::{Group, Path};

pub use layout::{Layout, tidy};
pub use search_tree::{Branch, Branching, End, Node, SearchTree, Totals};

use super::{MARGIN, paper, short, text_at};
use shape::Shape;

/// Distance from one leaf to the next, in pixels.
const ROW: f64 = 22.0;
/// Distance from a node to the vertical line from which its branches start, in pixels.
const STUB: f64 = 12.0;
/// Width of a letter of a label, in pixels.
const LETTER: f64 = 5.6;
/// Largest width of a letter in the lines above the tree, in pixels.
const TITLE_LETTER: f64 = 8.0;
/// Width of the complete legend, in pixels.
const KEY: f64 = 600.0;
/// Distance between two lines above the tree, in pixels.
const LINE: f64 = 20.0;

const STYLE: &str = "
.title, .counts { text-anchor: start; fill: #1c2128; }
.title { font-size: 15px; font-weight: bold; }
.counts { font-size: 12px; }
.branch { font-size: 10px; fill: #55606c; }
.branch .fork { font-weight: bold; fill: #1c2128; }
.only, .choice, .way { fill: none; stroke: #8b96a3; stroke-width: 1; }
.choice { stroke: #1c2128; stroke-width: 2; }
.way { stroke: #0b7a3b; stroke-width: 2; }
@media screen and (prefers-color-scheme: dark) {
.title, .counts, .branch .fork { fill: #f0f4f8; }
.branch { fill: #a3afbc; }
.only { stroke: #6b7886; }
.choice { stroke: #c3ccd6; }
.way { stroke: #2ea765; }
}
";

/// A search as an SVG document: a title, the counters, the tree and a legend.
pub fn picture(title: &str, order: Order, tree: &SearchTree, search: &Search) -> String {
    let head = head(title, tree, search);
    let drawing = Drawing::new(order, tree, search, head.len());
    let longest = head.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = (longest as f64 * TITLE_LETTER + 2.0 * MARGIN).max(drawing.right()).max(KEY);
    let style = format!("{}{}", STYLE.trim_start(), shape::STYLE.trim());
    let mut picture = paper(width, drawing.bottom(), title, &style).add(shape::all());
    for (i, line) in head.iter().enumerate() {
        let mut text = text_at(MARGIN, MARGIN + 8.0 + LINE * i as f64, line);
        text.assign("class", if i == 0 { "title" } else { "counts" });
        picture = picture.add(text);
    }
    let below_head = MARGIN + 5.0 + LINE * head.len() as f64;
    let picture = picture
        .add(shape::key(&drawing.shapes, MARGIN + 7.0, below_head))
        .add(drawing.lines("only", |node| !drawing.is_choice(node)))
        .add(drawing.lines("choice", |node| drawing.is_choice(node)))
        .add(drawing.lines("way", |node| drawing.to_solutions[node]))
        .add(drawing.labels())
        .add(drawing.nodes());
    format!("{picture}\n")
}

/// The lines of text above the tree: the title, the counters, and how many nodes are left out.
fn head(title: &str, tree: &SearchTree, search: &Search) -> Vec<String> {
    let (stats, totals) = (search.stats, tree.totals());
    let counts = [
        ("tests", stats.tests),
        ("forks", stats.forks),
        ("nodes", stats.nodes),
        ("solutions", Some(totals.solutions)),
        ("dead ends", Some(totals.dead_ends)),
    ];
    let counts = counts.into_iter().filter_map(|(name, count)| Some(format!("{name} {}", count?)));
    let counts = counts.collect::<Vec<_>>().join(" \u{b7} ");
    let how = match search.outcome {
        Outcome::Exhausted => "searched to the end",
        Outcome::Stopped => "stopped at the limit of solutions",
        Outcome::BudgetSpent => "stopped at a limit",
        Outcome::Stalled => "stalled: the next step needs a guess",
    };
    let mut lines = vec![title.to_owned(), format!("{counts} \u{b7} {how}")];
    if tree.left_out() > 0 {
        let (all, left_out) = (tree.totals().nodes, tree.left_out());
        lines.push(format!("{} of {all} nodes are drawn, {left_out} are left out", all - left_out));
    }
    lines
}

/// A tree with positions for its nodes and for the marks that stand for nodes left out.
struct Drawing<'a> {
    tree: &'a SearchTree,
    order: Order,
    shapes: Vec<Shape>,
    parents: Vec<Option<usize>>,
    layout: Layout,
    /// Whether each node is a solution or an ancestor of one.
    to_solutions: Vec<bool>,
    /// Vertical position of the topmost node, below the lines above the tree, in pixels.
    top: f64,
    /// Distance from one depth to the next, in pixels.
    step: f64,
}

impl<'a> Drawing<'a> {
    fn new(order: Order, tree: &'a SearchTree, search: &Search, head_lines: usize) -> Self {
        let nodes = tree.nodes();
        let mut shapes: Vec<_> = nodes.iter().map(Shape::of).collect();
        let mut parents: Vec<_> = nodes.iter().map(|node| node.parent).collect();
        for (node, Node { left_out, .. }) in nodes.iter().enumerate() {
            if *left_out > 0 {
                shapes.push(Shape::Rest(*left_out));
                parents.push(Some(node));
            }
        }
        let mut children = vec![Vec::new(); parents.len()];
        for (node, parent) in parents.iter().enumerate() {
            if let Some(parent) = *parent {
                children[parent].push(node);
            }
        }
        if search.outcome != Outcome::Exhausted {
            for (shape, children) in shapes.iter_mut().zip(&children) {
                if *shape == Shape::Only && children.is_empty() {
                    *shape = Shape::Open;
                }
            }
        }
        let layout = tidy(&children);
        let mut to_solutions = vec![false; shapes.len()];
        for node in (0..shapes.len()).rev() {
            let under = children[node].iter().any(|&child| to_solutions[child]);
            to_solutions[node] = under || shapes[node] == Shape::Solution;
        }
        let (cell, digit) = (order.cells() - 1, order.side() as u8);
        let longest = label(order, Branch::Without { cell, digit }).chars().count() as f64;
        let step = STUB + 12.0 + longest * LETTER;
        let top = MARGIN + LINE * (head_lines as f64 + 1.0) + ROW;
        Self { tree, order, shapes, parents, layout, to_solutions, top, step }
    }

    fn place(&self, node: usize) -> (f64, f64) {
        let x = MARGIN + 8.0 + self.layout.depth[node] as f64 * self.step;
        (x, self.top + self.layout.across[node] * ROW)
    }

    /// The width of a picture that contains all nodes, in pixels.
    fn right(&self) -> f64 {
        let all = 0..self.shapes.len();
        all.map(|node| self.place(node).0).fold(0.0, f64::max) + 2.0 * MARGIN
    }

    /// The height of a picture that contains all nodes, in pixels.
    fn bottom(&self) -> f64 {
        let all = 0..self.shapes.len();
        all.map(|node| self.place(node).1).fold(0.0, f64::max) + MARGIN
    }

    /// The branch to a node; none for the root and for marks of nodes left out.
    fn branch(&self, node: usize) -> Option<Branch> {
        self.tree.nodes().get(node).map(|node| node.branch).filter(|&b| b != Branch::Root)
    }

    /// Whether the branch to a node was taken at a fork.
    fn is_choice(&self, node: usize) -> bool {
        matches!(self.branch(node), Some(Branch::Tried { fork: true, .. }))
    }

    /// The lines from parents to the nodes for which `to` is true.
    fn lines(&self, class: &str, to: impl Fn(usize) -> bool) -> Path {
        let mut path = String::new();
        for (node, parent) in self.parents.iter().enumerate().filter(|&(node, _)| to(node)) {
            let Some(parent) = *parent else { continue };
            let ((x0, y0), (x, y)) = (self.place(parent), self.place(node));
            let [x0, y0, x, y, trunk] = [x0, y0, x, y, x0 + STUB].map(short);
            _ = write!(path, "M{x0} {y0}H{trunk}V{y}H{x}");
        }
        Path::new().set("class", class).set("d", path)
    }

    fn label(&self, node: usize) -> String {
        match (self.shapes[node], self.branch(node)) {
            (Shape::Rest(count), _) => format!("+{count}"),
            (_, Some(branch)) => label(self.order, branch),
            (_, None) => String::new(),
        }
    }

    fn labels(&self) -> Group {
        let all = Group::new().set("class", "branch");
        (1..self.shapes.len()).fold(all, |group, node| {
            let (x, y) = self.place(node);
            let middle = x - (self.step - STUB) / 2.0 - 2.0;
            let mut text = text_at(middle, y - 4.0, self.label(node));
            if self.is_choice(node) {
                text.assign("class", "fork");
            }
            group.add(text)
        })
    }

    fn nodes(&self) -> Group {
        let all = Group::new().set("class", "nodes");
        self.shapes.iter().enumerate().fold(all, |group, (node, shape)| {
            let (x, y) = self.place(node);
            group.add(shape.at(x, y))
        })
    }
}

/// The label of a branch: `r1c2=5`, counted from 1, or `r1c2≠5` for a digit struck out; empty for the root.
fn label(order: Order, branch: Branch) -> String {
    let (cell, sign, digit) = match branch {
        Branch::Root => return String::new(),
        Branch::Tried { cell, digit, .. } => (cell, '=', digit),
        Branch::Without { cell, digit } => (cell, '\u{2260}', digit),
    };
    format!("r{}c{}{sign}{digit}", order.row(cell) + 1, order.column(cell) + 1)
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Budget;
    use quadrille_sudoku::Engine;
    use roxmltree::Document;

    use super::super::testing::*;
    use super::search_tree::tests::grown;
    use super::*;

    fn drawn(engine: Engine, text: &str, budget: &Budget, most: usize) -> String {
        let puzzle = puzzle(text);
        let (tree, search) = grown(engine, &puzzle, budget, most);
        picture("a title", puzzle.order(), &tree, &search)
    }

    /// Number of nodes that have a given shape.
    fn shapes(document: &Document<'_>, id: &str) -> usize {
        let all = under(document, "nodes", "use").into_iter();
        all.filter(|node| node.attribute("href") == Some(&format!("#{id}"))).count()
    }

    #[test]
    fn forks_and_leaves_are_drawn_and_counted() {
        let text = drawn(Engine::Masks, P1, &Budget::default(), 2000);
        let document = parse(&text);
        let all = ["fork", "only", "solution", "dead-end", "open", "rest"];
        assert_eq!(all.map(|id| shapes(&document, id)), [71, 0, 1, 71, 0, 0]);
        let counts = of_class(&document, "counts");
        assert_eq!(
            counts[0].text(),
            Some(
                "tests 1266 \u{b7} forks 71 \u{b7} nodes 143 \u{b7} solutions 1 \u{b7} dead ends 71 \u{b7} searched to the end"
            )
        );
        let labels = texts(&document, "branch");
        assert_eq!(labels.len(), 142, "a label for each node but the root");
        assert_eq!(labels[0], "r2c3=4");
        assert!(labels.contains(&"r2c3\u{2260}4"));
        assert_eq!(of_class(&document, "fork").len(), 71, "bold labels");
        let lines =
            |class| of_class(&document, class)[0].attribute("d").unwrap_or("").matches('M').count();
        assert_eq!((lines("choice"), lines("only"), lines("way")), (71, 71, 8));
        assert_eq!(texts(&document, "key"), ["fork", "solution", "dead end"]);
    }

    #[test]
    fn what_is_left_out_is_said_in_the_picture() {
        let text = drawn(Engine::NaiveTree, P1, &Budget::default(), 150);
        let document = parse(&text);
        let said = of_class(&document, "counts")[1].text();
        assert_eq!(said, Some("150 of 18885 nodes are drawn, 18735 are left out"));
        let labels = texts(&document, "branch");
        let missing = labels.iter().filter_map(|label| label.strip_prefix('+'));
        assert_eq!(missing.filter_map(|n| n.parse::<u64>().ok()).sum::<u64>(), 18735);
        assert!(texts(&document, "key").contains(&"nodes not drawn"));
    }

    #[test]
    fn a_search_cut_short_shows_where_it_ended() {
        let budget = Budget { tests: Some(40), ..Budget::default() };
        let text = drawn(Engine::Masks, P1, &budget, 2000);
        let document = parse(&text);
        assert_eq!(shapes(&document, "open"), 1);
        assert!(of_class(&document, "counts")[0].text().unwrap().ends_with("stopped at a limit"));
    }

    #[test]
    fn nodes_stand_within_the_paper_and_no_two_at_one_place() {
        for engine in Engine::ALL {
            let text = drawn(engine, P2, &Budget::solutions(3), 500);
            let document = parse(&text);
            let (width, height) = (
                number(document.root_element(), "width"),
                number(document.root_element(), "height"),
            );
            let mut places = Vec::new();
            for node in under(&document, "nodes", "use") {
                let (x, y) = (number(node, "x"), number(node, "y"));
                assert!(x > 0.0 && x < width && y > 0.0 && y < height, "{engine}");
                assert!(!places.contains(&(x, y)), "{engine}");
                places.push((x, y));
            }
        }
    }
}
