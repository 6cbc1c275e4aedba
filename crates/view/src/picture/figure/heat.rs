//! Heat maps: in how many solutions each place of a board is taken by what. There is a small board for each piece, symbol or colour, all
//! with one scale of shades.
//!
//! The shades are those of one colour, from the paper to the full colour, so they can be told apart without seeing hues. The percentage stands
//! in each place as well, and the number of solutions in the place's title, which a browser shows on hovering.

pub mod text;

use num_bigint::BigUint;
use quadrille_cover::family::Figure;
use quadrille_cover::family::heat::{Heat, Places};
use quadrille_cover::family::layout::Kind;
use svg::Node;
use svg::node::element::{Circle, Element, Group, Polygon, Rectangle};

use super::{lines, spots};
use crate::picture::{CAPTION, CELL, HALF_A_LETTER, MARGIN, paper, short, text_at, titled};

/// Largest width of boards side by side, in pixels.
const WIDEST: f64 = 1100.0;
/// Height of the label above a board, in pixels.
const LABEL: f64 = 24.0;
/// Width and height of the scale, in pixels, and its number of shades.
const SCALE: [f64; 2] = [240.0, 14.0];
const SHADES: usize = 24;
/// Font size of percentages, in pixels.
const SMALL: f64 = 10.5;
/// Width of a letter of the caption, in pixels.
const LETTER: f64 = 7.2;

/// Radius of the dot of a cell whose joins are drawn, as a fraction of the side of the cell.
const DOT: f64 = 0.13;

/// Shades of numbers from which on they are written in the colour of the paper.
const STRONG: f64 = 0.66;

/// Colours of full shades and of numbers on pale and strong shades: for light screens and paper, then for dark screens.
const FULL: [&str; 2] = ["#08306b", "#68abf0"];
const PALE: [&str; 2] = ["#000000", "#ffffff"];

fn style() -> String {
    let [light, dark] = [0, 1].map(|i| {
        format!(
            ".heat {{ fill: {}; }}\n.pale {{ fill: {}; }}\n.strong {{ fill: {}; }}\n",
            FULL[i],
            PALE[i],
            PALE[1 - i]
        )
    });
    format!(
        "svg {{ max-width: 100%; height: auto; }}\n.caption {{ font-size: 14px; }}\n\
         .pale, .strong, .thin, .thick {{ pointer-events: none; }}\n{light}\
         @media screen and (prefers-color-scheme: dark) {{\n{dark}}}"
    )
}

/// The boards of a heat map with their scale, as an SVG document.
pub fn picture(title: &str, heat: &Heat) -> String {
    let [layers, rows, columns] = heat.size;
    let cell = match heat.places {
        Places::Sides => 1.7 * CELL,
        Places::Joins => 1.2 * CELL,
        Places::Cells if heat.maps.len() * layers > 1 => 0.75 * CELL,
        Places::Cells => CELL,
    };
    let gap = MARGIN / 2.0;
    let wide = layers as f64 * (columns as f64 * cell + gap) - gap;
    let high = rows as f64 * cell + LABEL;
    let boards = heat.maps.len().max(1);
    let fits = |abreast: &usize| (*abreast as f64) * (wide + MARGIN) + MARGIN <= WIDEST;
    let abreast = (1..=boards).take_while(fits).last().unwrap_or(1);
    let lines = boards.div_ceil(abreast);
    let abreast = boards.div_ceil(lines);
    let caption = caption(heat);
    let needed = (caption.chars().count() as f64 * LETTER).max(SCALE[0]);
    let all = abreast as f64 * (wide + MARGIN) - MARGIN;
    let width = needed.max(all) + 2.0 * MARGIN;
    let below = MARGIN + lines as f64 * (high + MARGIN);
    let foot = below + SCALE[1] + CAPTION + MARGIN;
    let mut picture = paper(width, foot + MARGIN, title, &style());
    let top = top_of_scale(heat);
    for (i, (label, numbers)) in heat.maps.iter().enumerate() {
        let [down, right] = [i / abreast, i % abreast];
        let left = (width - all) / 2.0 + right as f64 * (wide + MARGIN);
        let above = MARGIN + down as f64 * (high + MARGIN);
        let mut board = Group::new().set("class", "board");
        if let Some(label) = shown(heat, label) {
            let mut text = text_at(wide / 2.0, LABEL - 8.0, label);
            text.assign("class", "given");
            text.assign("font-size", 15);
            board = board.add(text);
        }
        let map = Map { heat, label, numbers, cell, top };
        for layer in 0..layers {
            let right = layer as f64 * (columns as f64 * cell + gap);
            let moved = format!("translate({} {LABEL})", short(right));
            board = board.add(map.draw(layer).set("transform", moved));
        }
        let moved = format!("translate({} {})", short(left), short(above));
        picture = picture.add(board.set("transform", moved));
    }
    let moved = format!("translate({} {})", short((width - SCALE[0]) / 2.0), short(below));
    picture = picture.add(scale(top).set("transform", moved));
    let mut text = text_at(width / 2.0, foot, caption);
    text.assign("class", "caption");
    format!("{}\n", picture.add(text))
}

/// The label of a board, if it needs one.
fn shown<'h>(heat: &Heat, label: &'h str) -> Option<&'h str> {
    match label {
        "" if heat.maps.len() == 1 => None,
        "" => Some("pieces without a name"),
        label => Some(label),
    }
}

/// What the numbers of a heat map are.
fn caption(heat: &Heat) -> String {
    let what = match (heat.places, heat.kind, &heat.maps[..]) {
        (Places::Joins, ..) if heat.size[0] == 1 => "in which one piece covers both cells",
        (Places::Joins, ..) => {
            "in which one piece covers both cells; round places lead to the next layer"
        }
        (Places::Sides, ..) => "in which the side has the colour above the board",
        (_, Kind::Tiling, _) => "in which the piece above the board covers the cell",
        (_, _, [(only, _)]) => &format!("with {only} in the cell"),
        _ => "with the symbol above the board in the cell",
    };
    format!("Share of {} solutions {what}", heat.solutions)
}

/// The shades from nothing to `top`, the share with the full colour.
fn scale(top: f64) -> Group {
    let [wide, high] = SCALE;
    let width = wide / SHADES as f64;
    let mut group = Group::new().set("class", "scale");
    let mut shades = Group::new().set("class", "heat");
    for i in 0..SHADES {
        let shade = (i as f64 + 0.5) / SHADES as f64;
        let place = Rectangle::new().set("x", short(i as f64 * width)).set("width", short(width));
        shades = shades.add(place.set("height", high).set("fill-opacity", short(shade)));
    }
    group = group.add(shades);
    let frame = Rectangle::new().set("class", "thin").set("width", wide).set("height", high);
    group = group.add(frame);
    for part in [0.0, 0.5, 1.0] {
        let mut text =
            text_at(part * wide, high + 16.0, format!("{} %", short(part * top * 100.0)));
        text.assign("class", "caption");
        group = group.add(text);
    }
    group
}

/// One board of a heat map.
struct Map<'h> {
    heat: &'h Heat,
    label: &'h str,
    numbers: &'h [BigUint],
    /// The side of a cell, in pixels.
    cell: f64,
    /// The share with the full colour.
    top: f64,
}

impl Map<'_> {
    /// One layer, with its upper left corner at the origin.
    fn draw(&self, layer: usize) -> Group {
        let board =
            Figure { size: self.heat.size, kind: kind(self.heat), cells: self.heat.cells.clone() };
        let mut shades = Group::new().set("class", "heat");
        let mut numbers = Group::new().set("font-size", SMALL);
        let [_, rows, columns] = self.heat.size;
        for (_, [row, column]) in spots(&board, layer) {
            let cell = (layer * rows + row) * columns + column;
            let of_cell = self.heat.places.of_a_cell();
            for way in 0..of_cell {
                let (Some(shape), middle) = self.shape([row, column], layer, way) else { continue };
                let share =
                    Share { number: &self.numbers[cell * of_cell + way], of: &self.heat.solutions };
                let shade = share.part() / self.top;
                let mut shape = shape;
                shape.assign("fill-opacity", (shade * 1000.0).round() / 1000.0);
                shape.append(titled(&self.title([layer, row, column], way, share)));
                shades = shades.add(shape);
                if let Some([x, y]) = middle.filter(|_| share.is_positive()) {
                    let mut text = text_at(x, y + SMALL * HALF_A_LETTER, share.percent());
                    text.assign("class", if shade < STRONG { "pale" } else { "strong" });
                    numbers = numbers.add(text);
                }
            }
        }
        let sized = |thick| {
            let scale = format!("scale({})", short(self.cell / CELL));
            lines(&board, layer, thick).set("transform", scale)
        };
        let group = Group::new().add(shades);
        let group = match self.heat.places {
            Places::Joins => group.add(self.dots(&board, layer)),
            _ => group.add(sized(false)),
        };
        group.add(sized(true)).add(numbers)
    }

    /// A dot in the middle of each cell, from which bars lead to its neighbours.
    fn dots(&self, board: &Figure, layer: usize) -> Group {
        let middle = |i: usize| short((i as f64 + 0.5) * self.cell);
        let cells = spots(board, layer).map(|(_, at)| at);
        cells.fold(Group::new().set("class", "thin"), |group, [row, column]| {
            let dot = Circle::new().set("cx", middle(column)).set("cy", middle(row));
            group.add(dot.set("r", short(DOT * self.cell)))
        })
    }

    /// The outline of a place, if the board has it, and where its percentage stands, if there is room.
    fn shape(
        &self,
        [row, column]: [usize; 2],
        layer: usize,
        way: usize,
    ) -> (Option<Element>, Option<[f64; 2]>) {
        let at = |x: f64, y: f64| {
            [short((column as f64 + x) * self.cell), short((row as f64 + y) * self.cell)]
        };
        let polygon = |corners: &[[f64; 2]]| {
            let points = corners.iter().map(|&[x, y]| at(x, y).map(|i| i.to_string()).join(","));
            Element::from(Polygon::new().set("points", points.collect::<Vec<_>>().join(" ")))
        };
        let bar = |[[left, above], [right, below]]: [[f64; 2]; 2]| {
            let bar = Rectangle::new().set("x", left).set("y", above);
            bar.set("width", short(right - left)).set("height", short(below - above)).into()
        };
        match self.heat.places {
            Places::Cells => (Some(bar([at(0.0, 0.0), at(1.0, 1.0)])), Some(at(0.5, 0.5))),
            Places::Sides => {
                let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
                let [a, b] = [corners[way], corners[(way + 1) % 4]];
                let inwards = |axis: usize| 0.33 * (a[axis] + b[axis]) + 0.34 * 0.5;
                (Some(polygon(&[a, b, [0.5, 0.5]])), Some(at(inwards(0), inwards(1))))
            }
            Places::Joins if !self.has_next([layer, row, column], way) => (None, None),
            Places::Joins => match way {
                0 => (Some(bar([at(0.74, 0.32), at(1.26, 0.68)])), Some(at(1.0, 0.5))),
                1 => (Some(bar([at(0.32, 0.74), at(0.68, 1.26)])), Some(at(0.5, 1.0))),
                _ => {
                    let [x, y] = at(0.5, 0.5);
                    let circle =
                        Circle::new().set("cx", x).set("cy", y).set("r", short(DOT * self.cell));
                    (Some(circle.into()), None)
                }
            },
        }
    }

    /// Whether the cell has a next one in its row, in its column, or in the next layer.
    fn has_next(&self, mut at: [usize; 3], way: usize) -> bool {
        let [_, rows, columns] = self.heat.size;
        let axis = 2 - way;
        at[axis] += 1;
        let [layer, row, column] = at;
        at[axis] < self.heat.size[axis]
            && !self.heat.cells[(layer * rows + row) * columns + column].is_hole
    }

    fn title(&self, [layer, row, column]: [usize; 3], way: usize, share: Share<'_>) -> String {
        let layer =
            if self.heat.size[0] > 1 { format!("layer {}, ", layer + 1) } else { String::new() };
        let place = format!("{layer}row {}, column {}", row + 1, column + 1);
        let place = match self.heat.places {
            Places::Cells => place,
            Places::Sides => format!("{place}, side {}", ["above", "right", "below", "left"][way]),
            Places::Joins => format!(
                "{place} and the cell {}",
                ["right of it", "below it", "in the next layer"][way]
            ),
        };
        let label =
            shown(self.heat, self.label).map(|label| format!("{label}: ")).unwrap_or_default();
        format!("{label}{place}: {} of {} solutions, {}", share.number, share.of, share.in_words())
    }
}

/// The kind of the empty board: only blocks have lines of their own.
fn kind(heat: &Heat) -> Kind {
    match heat.kind {
        kind @ Kind::Symbols { .. } => kind,
        _ => Kind::Symbols { block: 0 },
    }
}

/// A number of solutions, of this number.
#[derive(Clone, Copy, Debug)]
struct Share<'n> {
    number: &'n BigUint,
    of: &'n BigUint,
}

impl Share<'_> {
    fn is_positive(self) -> bool {
        *self.number > BigUint::ZERO
    }

    /// The number of these parts, rounded, if the whole is `parts`.
    fn rounded(self, parts: u32) -> u64 {
        let doubled = self.of * 2u32;
        u64::try_from((self.number * 2u32 * parts + self.of) / doubled).unwrap_or(u64::MAX)
    }

    /// The share, from 0 to 1, to nine digits.
    fn part(self) -> f64 {
        self.rounded(1_000_000_000) as f64 / 1e9
    }

    /// The percentage without its sign. Only all solutions are 100 %, and only none is 0 %.
    fn percent(self) -> String {
        match self.rounded(100) {
            0 if self.is_positive() => "<1".to_owned(),
            100 if self.number != self.of => ">99".to_owned(),
            percent => percent.to_string(),
        }
    }

    /// The percentage to two decimals.
    fn in_words(self) -> String {
        match self.rounded(10_000) {
            0 if self.is_positive() => "less than 0.01 %".to_owned(),
            parts => format!("{}.{:02} %", parts / 100, parts % 100),
        }
    }
}

/// The share with the full colour: the largest share of a place, rounded up to a number that is easy to read.
fn top_of_scale(heat: &Heat) -> f64 {
    let numbers = heat.maps.iter().flat_map(|(_, numbers)| numbers);
    let Some(number) = numbers.max() else { return 1.0 };
    let largest = Share { number, of: &heat.solutions }.part();
    let tops = [0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8];
    tops.into_iter().find(|top| largest <= *top).unwrap_or(1.0)
}

#[cfg(test)]
mod tests;
