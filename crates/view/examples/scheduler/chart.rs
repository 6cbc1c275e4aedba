//! Charts of the efficiency over the number of workers, as one SVG document with styles for light and dark screens.

use svg::node::Text;
use svg::node::element::{Circle, Element, Group, Polygon, Polyline, Rectangle, Style};
use svg::{Document, Node};

/// Size of the area of a panel, in pixels.
const AREA: (f64, f64) = (380.0, 230.0);
/// Room to the left of an area, above it, to the right and below, in pixels.
const LEFT: f64 = 52.0;
const ABOVE: f64 = 36.0;
const RIGHT: f64 = 28.0;
const BELOW: f64 = 52.0;
/// Distance between two lines of a legend, in pixels.
const LEGEND: f64 = 17.0;

/// The ends of the axis of workers.
const FEWEST: f64 = 8.0;
const MOST: f64 = 100_000.0;
/// Marks of the axis of workers.
const MARKS: [(f64, &str); 5] =
    [(10.0, "10"), (100.0, "100"), (1000.0, "1000"), (10_000.0, "10 000"), (100_000.0, "100 000")];

/// Lines differ in colour, in dashes and in the shape of their points.
const STYLE: &str = "
svg { font-family: Helvetica, Arial, sans-serif; font-size: 12px; max-width: 100%; height: auto; }
.paper { fill: #ffffff; }
.grid { fill: none; stroke: #d5dbe2; stroke-width: 1; }
.label { fill: #55606c; }
.title { fill: #1c2128; font-weight: bold; }
.line { fill: none; stroke-width: 2; }
.a { stroke: #0a5cb8; } .b { stroke: #a13d00; } .c { stroke: #2c7a3f; } .d { stroke: #7b3fa0; }
.b.line { stroke-dasharray: 8 4; } .c.line { stroke-dasharray: 2 3; } .d.line { stroke-dasharray: 10 3 2 3; }
.point { fill: #ffffff; stroke-width: 1.5; }
@media screen and (prefers-color-scheme: dark) {
.paper, .point { fill: #0f141a; }
.grid { stroke: #2f3945; }
.label { fill: #a3afbc; }
.title { fill: #f0f4f8; }
.a { stroke: #79b8ff; } .b { stroke: #ffa56b; } .c { stroke: #7fd694; } .d { stroke: #d2a8ff; }
}
";

/// The classes of lines in a panel.
const CLASSES: [&str; 4] = ["a", "b", "c", "d"];

/// One chart.
pub struct Panel {
    pub title: String,
    pub lines: Vec<Line>,
}

/// The efficiency with each number of workers.
pub struct Line {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

/// The panels in rows of two.
pub fn draw(panels: &[Panel]) -> String {
    let (wide, high) = (LEFT + AREA.0 + RIGHT, ABOVE + AREA.1 + BELOW);
    let (width, height) = (2.0 * wide, panels.len().div_ceil(2) as f64 * high);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(said("title", "Efficiency by the number of workers"))
        .add(Style::new(STYLE.trim()))
        .add(Rectangle::new().set("class", "paper").set("width", width).set("height", height));
    for (number, panel) in panels.iter().enumerate() {
        let (x, y) = ((number % 2) as f64 * wide + LEFT, (number / 2) as f64 * high + ABOVE);
        document = document.add(drawn(panel).set("transform", format!("translate({x} {y})")));
    }
    format!("{document}\n")
}

fn drawn(panel: &Panel) -> Group {
    let (width, height) = AREA;
    let mut group = Group::new().add(text(0.0, -12.0, "title", "start", &panel.title));
    for tenth in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let y = height * (1.0 - tenth);
        group = group.add(rule((0.0, y), (width, y)));
        group = group.add(text(-8.0, y + 4.0, "label", "end", &format!("{tenth}")));
    }
    for (workers, mark) in MARKS {
        let x = along(workers);
        group = group.add(rule((x, 0.0), (x, height)));
        group = group.add(text(x, height + 18.0, "label", "middle", mark));
    }
    group = group.add(text(width / 2.0, height + 36.0, "label", "middle", "workers"));
    let mut axis = text(0.0, 0.0, "label", "middle", "efficiency");
    axis.assign("transform", format!("translate(-38 {}) rotate(-90)", height / 2.0));
    group = group.add(axis);
    let top = height - LEGEND * panel.lines.len() as f64;
    for (number, line) in panel.lines.iter().enumerate() {
        let class = CLASSES[number % CLASSES.len()];
        let points: Vec<(f64, f64)> = line
            .points
            .iter()
            .map(|&(workers, efficiency)| (along(workers), height * (1.0 - efficiency)))
            .collect();
        group = group.add(polyline(class, &points));
        for &(x, y) in &points {
            group = group.add(point(number, class, x, y));
        }
        let y = top + LEGEND * number as f64;
        group = group.add(polyline(class, &[(8.0, y), (42.0, y)]));
        group = group.add(point(number, class, 25.0, y));
        group = group.add(text(50.0, y + 4.0, "label", "start", &line.label));
    }
    group
}

/// The place of a number of workers on its axis.
fn along(workers: f64) -> f64 {
    AREA.0 * (workers / FEWEST).ln() / (MOST / FEWEST).ln()
}

fn rule(from: (f64, f64), to: (f64, f64)) -> Polyline {
    Polyline::new().set("class", "grid").set("points", places(&[from, to]))
}

fn polyline(class: &str, points: &[(f64, f64)]) -> Polyline {
    Polyline::new().set("class", format!("{class} line")).set("points", places(points))
}

/// A point of line `number`: a circle, a square, a triangle or a diamond.
fn point(number: usize, class: &str, x: f64, y: f64) -> Element {
    let class = format!("{class} point");
    let around = |corners: &[(f64, f64)]| {
        let corners: Vec<(f64, f64)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        Polygon::new().set("class", class.clone()).set("points", places(&corners)).into()
    };
    match number % 4 {
        0 => Circle::new()
            .set("class", class.clone())
            .set("cx", short(x))
            .set("cy", short(y))
            .set("r", 3)
            .into(),
        1 => around(&[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)]),
        2 => around(&[(0.0, -4.0), (3.5, 3.0), (-3.5, 3.0)]),
        _ => around(&[(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)]),
    }
}

fn places(points: &[(f64, f64)]) -> String {
    let written: Vec<String> =
        points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect();
    written.join(" ")
}

/// A length in pixels, rounded to one decimal.
fn short(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

fn said(name: &str, text: &str) -> Element {
    let mut element = Element::new(name);
    element.append(Text::new(text));
    element
}

fn text(x: f64, y: f64, class: &str, anchor: &str, words: &str) -> Element {
    let mut element = said("text", words);
    element.assign("class", class);
    element.assign("text-anchor", anchor);
    element.assign("x", short(x));
    element.assign("y", short(y));
    element
}
