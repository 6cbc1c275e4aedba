//! Charts on paper: curves and points between two axes, as SVG or PDF.
//!
//! The page of a report draws its charts by a script, as wide as the window. These are the same charts in a fixed size and in the
//! colours of paper, for a document that is made without a browser. Colours and dashes are those of the script.

use std::fmt::Write;

use svg::node::element::{Circle, Element, Group, Path, Rectangle, SVG};
use svg::{Document, Node};

use super::pdf::{NoLetter, Page, document};
use super::{short, text_at, titled};

/// Colours that colour-blind readers can distinguish (after Okabe and Ito).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07800", "#56b4e9", "#333333"];
const DASHES: [&str; 4] = ["", "7 3", "2 2", "9 3 2 3"];
const INK: &str = "#1c2128";
const GRID: &str = "#d8dee4";
const FAINT: &str = "#8c959f";
/// Size of the text, in pixels, and the mean width of a letter.
const FONT: f64 = 12.0;
const LETTER: f64 = 6.4;
/// Width of a chart, and height of the area between its axes; a square chart has a square of [`SQUARE`] instead. In pixels.
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 250.0;
const SQUARE: f64 = 400.0;
/// Width of the border of a square chart, where points without a value on an axis stand.
const STRIP: f64 = 24.0;
/// A curve with more points has no dots.
const DOTS: usize = 12;

/// A chart.
#[derive(Debug)]
pub(crate) struct Plot {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    /// Whether both axes have the same length and range, with a line where both values are equal.
    pub is_square: bool,
}

/// An axis over the values from `min` to `max`, which differ.
#[derive(Debug)]
pub(crate) struct Axis {
    pub title: String,
    pub min: f64,
    pub max: f64,
    pub form: Form,
    /// The text of a value.
    pub label: fn(f64) -> String,
}

/// How an axis is divided.
#[derive(Debug)]
pub(crate) enum Form {
    Linear,
    /// Only whole numbers make sense.
    Whole,
    Log,
    /// A name for each of the values 0, 1, 2 and so on.
    Names(Vec<String>),
}

/// The points of an engine.
#[derive(Debug)]
pub(crate) struct Series {
    pub name: String,
    /// The places of the colour and of the pattern of dashes.
    pub style: [usize; 2],
    /// The points; a coordinate that is `None` lies on the border.
    pub points: Vec<[Option<f64>; 2]>,
    pub join: Join,
    /// How far a band reaches to either side of a curve of steps.
    pub reach: Option<f64>,
    /// The ends of a band at each point of a curve of lines; empty if it has none.
    pub ends: Vec<[f64; 2]>,
    /// Where the curve has a dashed line from the bottom to the top.
    pub marks: Vec<f64>,
}

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Join {
    /// By a curve that rises in steps, to the right end of the chart. With `from` it begins at the left end with this value.
    Steps {
        from: Option<f64>,
    },
    Lines,
    Not,
}

impl Axis {
    /// The values that have a line and a text.
    fn ticks(&self) -> Vec<f64> {
        let Self { min, max, .. } = *self;
        match &self.form {
            Form::Names(names) => (0..names.len()).map(|place| place as f64).collect(),
            // The powers of ten, on short axes also their multiples by 2 and 5.
            Form::Log if max / min >= 4.0 => {
                let leads: &[f64] = if max / min > 300.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
                let powers = min.log10().floor() as i32..=max.log10().floor() as i32;
                let all =
                    powers.flat_map(|power| leads.iter().map(move |lead| lead * 10f64.powi(power)));
                let is_on = |tick: &f64| *tick > min * (1.0 - 1e-9) && *tick < max * (1.0 + 1e-9);
                all.filter(is_on).collect()
            }
            form => {
                let rough = (max - min) / 6.0;
                let power = 10f64.powi(rough.log10().floor() as i32);
                let steps = [1.0, 2.0, 5.0, 10.0].map(|lead| lead * power);
                let step = steps.into_iter().find(|&step| step > rough * (1.0 - 1e-9));
                let least = if matches!(form, Form::Whole) { 1.0 } else { 0.0 };
                let step = step.unwrap_or(rough).max(least);
                let (first, last) = ((min / step - 1e-9).ceil(), (max / step + 1e-9).floor());
                (first as i64..=last as i64).map(|k| k as f64 * step).collect()
            }
        }
    }

    fn text(&self, value: f64) -> String {
        match &self.form {
            #[expect(clippy::cast_sign_loss, reason = "the values of names count from 0")]
            Form::Names(names) => names[value as usize].clone(),
            _ => (self.label)(value),
        }
    }

    /// Where a value stands between `from` and `to`.
    fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let share = match &self.form {
            Form::Log => (value / self.min).ln() / (self.max / self.min).ln(),
            Form::Names(names) => (value + 0.5) / names.len() as f64,
            Form::Linear | Form::Whole => (value - self.min) / (self.max - self.min),
        };
        from + share * (to - from)
    }
}

fn label(text: &str, x: f64, y: f64, anchor: &str) -> Element {
    let mut element = text_at(x, y, text);
    element.assign("text-anchor", anchor);
    element.assign("fill", INK);
    element
}

fn turned(text: &str, x: f64, y: f64, angle: i32) -> Element {
    let mut element = label(text, 0.0, 0.0, "middle");
    element.assign("transform", format!("translate({} {}) rotate({angle})", short(x), short(y)));
    element
}

fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn stroked([colour, dashes]: [usize; 2]) -> Path {
    let path = Path::new().set("fill", "none").set("stroke-width", 2);
    let path = path.set("stroke", COLOURS[colour % COLOURS.len()]);
    match DASHES[dashes % DASHES.len()] {
        "" => path,
        dashes => path.set("stroke-dasharray", dashes),
    }
}

/// Lines through places.
fn through(places: &[[f64; 2]]) -> String {
    let mut path = String::new();
    for (i, [x, y]) in places.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        _ = write!(path, "{letter}{} {}", short(*x), short(*y));
    }
    path
}

fn band(around: &[[f64; 2]], fill: &str) -> Path {
    let band = Path::new().set("d", through(around) + "Z").set("class", "band");
    band.set("fill", fill).set("fill-opacity", 0.15)
}

/// The corners of a curve that rises in steps at its points.
fn corners(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let steps = points.windows(2).flat_map(|two| [[two[1][0], two[0][1]], two[1]]);
    points.first().copied().into_iter().chain(steps).collect()
}

/// The chart as SVG. A series without points is left out.
pub(crate) fn drawn(plot: &Plot) -> String {
    drawing(plot).0.to_string() + "\n"
}

/// The chart as PDF, a page of its own size.
///
/// # Errors
/// If a name has a letter that a PDF cannot be written with.
pub(crate) fn in_pdf(plot: &Plot) -> Result<Vec<u8>, NoLetter> {
    /// Points of PDF in a pixel.
    const POINTS: f64 = 0.75;
    let (drawing, [width, height]) = drawing(plot);
    let size = [width, height].map(|length| length * POINTS);
    let page = Page { size, matrix: [POINTS, 0.0, 0.0, -POINTS, 0.0, size[1]], drawing: &drawing };
    document(&plot.title, &[page], "")
}

/// The chart as a drawing, and its width and height.
fn drawing(plot: &Plot) -> (SVG, [f64; 2]) {
    let Plot { y, is_square, .. } = plot;
    let series: Vec<&Series> = plot.series.iter().filter(|one| !one.points.is_empty()).collect();
    let mut entries = Vec::new();
    let mut at = [0.0, 0.0];
    for one in series.iter().filter(|_| !is_square) {
        let wide = 34.0 + width_of(&one.name) + 14.0;
        if at[0] > 0.0 && at[0] + wide > WIDTH - 8.0 {
            at = [0.0, at[1] + 18.0];
        }
        entries.push((at, one));
        at[0] += wide;
    }
    let widest = y.ticks().into_iter().map(|tick| width_of(&y.text(tick))).fold(0.0, f64::max);
    let left = 26.0 + widest;
    let (w, h, strip) =
        if *is_square { (SQUARE, SQUARE, STRIP) } else { (WIDTH - left - 14.0, HEIGHT, 0.0) };
    let top = if *is_square { 20.0 } else { at[1] + 24.0 };
    let (right, bottom) = (left + w, top + h);
    let area = Area { plot, left, right, top, bottom, strip };
    let [width, height] = [right + 14.0, bottom + 42.0].map(short);
    let mut root = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-size", FONT)
        .set("font-family", "Helvetica, Arial, sans-serif")
        .add(titled(&plot.title))
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"))
        .add(area.axes());
    if *is_square {
        let inner = [right - strip, top + strip];
        let border = [[inner[0], bottom], inner, [left, inner[1]]];
        let faint = || Path::new().set("fill", "none").set("stroke", FAINT);
        root = root.add(
            faint().set("d", through(&[[left, bottom], inner])).set("stroke-dasharray", "4 4"),
        );
        if series.iter().flat_map(|one| &one.points).flatten().any(Option::is_none) {
            root = root
                .add(faint().set("d", through(&border)))
                .add(label("not answered", f64::midpoint(left, right), top - 5.0, "middle"))
                .add(turned("not answered", right + 5.0, f64::midpoint(top, bottom), 90));
        }
    }
    for ([across, down], one) in entries {
        let (from, to) = (left / 3.0 + across, down + 9.0);
        root = root
            .add(stroked(one.style).set("d", through(&[[from, to], [from + 28.0, to]])))
            .add(label(&one.name, from + 34.0, down + 13.0, "start"));
    }
    (series.iter().fold(root, |root, one| root.add(area.drawn(one))), [width, height])
}

/// The area between the axes of a chart, in pixels.
struct Area<'p> {
    plot: &'p Plot,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Width of the border at the top and on the right.
    strip: f64,
}

impl Area<'_> {
    fn x(&self, value: f64) -> f64 {
        self.plot.x.place(value, self.left, self.right - self.strip)
    }

    fn y(&self, value: f64) -> f64 {
        self.plot.y.place(value, self.bottom, self.top + self.strip)
    }

    /// The lines and texts of the axes.
    fn axes(&self) -> Group {
        let Self { plot: Plot { x, y, .. }, left, right, top, bottom, .. } = *self;
        let mut grid = Path::new().set("fill", "none").set("stroke", GRID);
        let mut texts = Group::new();
        let mut lines = String::new();
        let mut end = f64::NEG_INFINITY;
        for tick in x.ticks() {
            let (at, text) = (self.x(tick), x.text(tick));
            lines += &through(&[[at, top], [at, bottom]]);
            // A label that would touch the one before it is left out.
            let half = width_of(&text) / 2.0;
            let middle = at.min(right + 14.0 - half);
            if middle - half >= end + 6.0 {
                end = middle + half;
                texts = texts.add(label(&text, middle, bottom + 16.0, "middle"));
            }
        }
        for tick in y.ticks() {
            let at = self.y(tick);
            lines += &through(&[[left, at], [right, at]]);
            texts = texts.add(label(&y.text(tick), left - 6.0, at + 4.0, "end"));
        }
        grid = grid.set("d", lines);
        texts = texts
            .add(label(&x.title, f64::midpoint(left, right), bottom + 36.0, "middle"))
            .add(turned(&y.title, 12.0, f64::midpoint(top, bottom), -90));
        Group::new().add(grid).add(texts)
    }

    /// A series, with its band.
    fn drawn(&self, one: &Series) -> Group {
        let Self { plot: Plot { x, y, .. }, right, top, bottom, strip, .. } = *self;
        let mut root = Group::new();
        let fill = COLOURS[one.style[0] % COLOURS.len()];
        let placed = |[a, b]: &[Option<f64>; 2]| {
            [
                a.map_or(right - strip / 2.0, |a| self.x(a)),
                b.map_or(top + strip / 2.0, |b| self.y(b)),
            ]
        };
        let places: Vec<[f64; 2]> = one.points.iter().map(placed).collect();
        match one.join {
            Join::Steps { from } => {
                // The curve moved up or down, within the chart, from end to end.
                let moved = |shift: f64| {
                    let first = from.map(|value| [x.min, value]);
                    let points = one.points.iter().filter_map(|[a, b]| Some([(*a)?, (*b)?]));
                    let last = points.clone().next_back().map(|[_, value]| [x.max, value]);
                    let all = first.into_iter().chain(points).chain(last);
                    let place =
                        |[a, b]: [f64; 2]| [self.x(a), self.y((b + shift).clamp(y.min, y.max))];
                    corners(&all.map(place).collect::<Vec<_>>())
                };
                if let Some(reach) = one.reach {
                    let mut around = moved(reach);
                    around.extend(moved(-reach).into_iter().rev());
                    root = root.add(band(&around, fill));
                }
                root = root.add(stroked(one.style).set("d", through(&moved(0.0))));
                // A curve with few steps may have no visible line, so its points are drawn.
                if places.len() > DOTS {
                    return root;
                }
            }
            Join::Lines => {
                let end = |end: usize| {
                    let ends = places.iter().zip(&one.ends);
                    ends.map(move |(&[x, _], ends)| [x, self.y(ends[end].clamp(y.min, y.max))])
                };
                let around: Vec<[f64; 2]> = end(0).chain(end(1).rev()).collect();
                if !around.is_empty() {
                    root = root.add(band(&around, fill));
                }
                for &mark in &one.marks {
                    let at = self.x(mark);
                    let line = through(&[[at, top], [at, bottom]]);
                    root = root.add(stroked([one.style[0], 2]).set("d", line).set("class", "mark"));
                }
                root = root.add(stroked(one.style).set("d", through(&places)));
            }
            Join::Not => {}
        }
        let opacity = if one.join == Join::Not { 0.5 } else { 1.0 };
        let mut dots = Group::new().set("fill", fill).set("fill-opacity", opacity);
        for ([x, y], point) in places.into_iter().zip(&one.points) {
            // Triangles on the border show by their form that the place is no value.
            dots = if point.iter().any(Option::is_none) {
                let corners = [[x, y - 4.0], [x + 4.0, y + 3.0], [x - 4.0, y + 3.0]];
                dots.add(Path::new().set("d", through(&corners) + "Z"))
            } else {
                dots.add(Circle::new().set("cx", short(x)).set("cy", short(y)).set("r", 3))
            };
        }
        root.add(dots)
    }
}
