//! The shapes of nodes, each with a drawing and a colour, and the legend that explains them.

use svg::Node as _;
use svg::node::element::{Element, Group, Path, Use};

use super::super::{short, text_at};
use super::search_tree::{End, Node};

/// Width of a letter in the legend, in pixels.
const LETTER: f64 = 6.5;

/// The colours of the shapes and of the legend.
pub const STYLE: &str = "
.key { font-size: 12px; fill: #1c2128; }
.key text { text-anchor: start; }
.node { fill: #8b96a3; }
.forked { fill: #1c2128; }
.solved { fill: #0b7a3b; }
.tick { fill: none; stroke: #ffffff; stroke-width: 1.8; }
.cross { fill: none; stroke: #c4321f; stroke-width: 2.4; }
.rest, .open { fill: none; stroke: #55606c; stroke-width: 1.5; }
.rest { stroke-width: 2; stroke-dasharray: 2 3; }
@media screen and (prefers-color-scheme: dark) {
.key, .forked { fill: #f0f4f8; }
.node { fill: #6b7886; }
.solved { fill: #2ea765; }
.cross { stroke: #ff7b6b; }
.rest, .open { stroke: #a3afbc; }
}
";

/// The kinds of node, each of which is drawn in its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Fork,
    Only,
    Solution,
    DeadEnd,
    /// The search was cut short at this node.
    Open,
    /// A mark that stands for this number of nodes that are not drawn.
    Rest(u64),
}

impl Shape {
    /// The shape of a node at which the search was not cut short.
    pub fn of(node: &Node) -> Self {
        match node.end {
            Some(End::Solution) => Self::Solution,
            Some(End::DeadEnd) => Self::DeadEnd,
            None if node.fork => Self::Fork,
            None => Self::Only,
        }
    }

    /// The id of the drawing in the document, and its meaning in the legend.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Fork => ("fork", "fork"),
            Self::Only => ("only", "no choice"),
            Self::Solution => ("solution", "solution"),
            Self::DeadEnd => ("dead-end", "dead end"),
            Self::Open => ("open", "search ended here"),
            Self::Rest(_) => ("rest", "nodes not drawn"),
        }
    }

    /// Draws the shape at a place.
    pub fn at(self, x: f64, y: f64) -> Use {
        let (id, _) = self.name();
        Use::new().set("href", format!("#{id}")).set("x", short(x)).set("y", short(y))
    }
}

/// The drawings of the shapes, centred on the origin.
pub fn all() -> Element {
    let path = |class: &str, d: &str| Path::new().set("class", class).set("d", d);
    let named = |shape: Shape, parts: Vec<Path>| {
        let group = Group::new().set("id", shape.name().0);
        parts.into_iter().fold(group, Group::add)
    };
    let disc = "M-7 0A7 7 0 0 0 7 0A7 7 0 0 0-7 0Z";
    let dot = "M-3 0A3 3 0 0 0 3 0A3 3 0 0 0-3 0Z";
    let ring = "M-4 0A4 4 0 0 0 4 0A4 4 0 0 0-4 0Z";
    let mut all = Element::new("defs");
    all.append(named(Shape::Fork, vec![path("forked", "M-6 0L0-6L6 0L0 6Z")]));
    all.append(named(Shape::Only, vec![path("node", dot)]));
    let tick = path("tick", "M-3.2 0.2L-1 2.6L3.4-2.4");
    all.append(named(Shape::Solution, vec![path("solved", disc), tick]));
    all.append(named(Shape::DeadEnd, vec![path("cross", "M-4-4L4 4M-4 4L4-4")]));
    all.append(named(Shape::Open, vec![path("open", ring)]));
    all.append(named(Shape::Rest(0), vec![path("rest", "M-4 0H16")]));
    all
}

/// The legend: the meaning of each shape that occurs in the picture.
pub fn key(drawn: &[Shape], left: f64, y: f64) -> Group {
    let kinds =
        [Shape::Fork, Shape::Only, Shape::Solution, Shape::DeadEnd, Shape::Open, Shape::Rest(0)];
    let mut key = Group::new().set("class", "key");
    let mut x = left;
    for kind in kinds.into_iter().filter(|kind| drawn.iter().any(|s| s.name() == kind.name())) {
        let (_, meaning) = kind.name();
        let wide = if matches!(kind, Shape::Rest(_)) { 22.0 } else { 13.0 };
        key = key.add(kind.at(x, y)).add(text_at(x + wide, y + 4.0, meaning));
        x += wide + LETTER * meaning.len() as f64 + 20.0;
    }
    key
}
