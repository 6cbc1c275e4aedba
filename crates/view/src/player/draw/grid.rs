//! Draws the grid: thick lines between regions, digits, dashes or candidates in empty cells, and the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use crate::player::scene::{STRUCK, Scene};
use crate::player::shape::{Shape, digit_width};
use crate::player::theme::{CellLook, Theme};

/// Mark of an empty cell whose pencil marks have no room.
pub const PENCILLED: &str = ":";

/// Draws the grid with its upper left corner at a place.
pub fn draw(buffer: &mut Buffer, at: Position, shape: Shape, scene: &Scene, theme: Theme) {
    draw_lines(buffer, at, shape, theme);
    for cell in 0..scene.grid.cells().len() {
        let order = shape.order;
        let x = at.x + shape.cell_x(order.column(cell));
        let y = at.y + shape.cell_y(order.row(cell));
        draw_cell(buffer, Position::new(x, y), cell, shape, scene, theme);
    }
}

fn look(scene: &Scene, cell: usize) -> CellLook {
    CellLook {
        origin: scene.origin(cell),
        cursor: cell == scene.cursor,
        clash: scene.clashes(cell),
        reason: scene.is_reason(cell),
    }
}

fn draw_cell(
    buffer: &mut Buffer,
    at: Position,
    cell: usize,
    shape: Shape,
    scene: &Scene,
    theme: Theme,
) {
    let look = look(scene, cell);
    // Pencil marks stand in the place of candidates, unless these are shown.
    let small = scene.candidates(cell).or_else(|| scene.marks(cell));
    let candidates = small.filter(|_| shape.marks && look.origin.is_none());
    let style = match candidates {
        Some(_) => theme.marks(look),
        None => theme.cell(look),
    };
    for (y, row) in (at.y..).zip(rows_of(cell, candidates.as_deref(), shape, scene)) {
        buffer.set_string(at.x, y, row, style);
    }
    for digit in candidates.into_iter().flatten().filter(|&d| scene.is_struck(cell, d)) {
        let at = Position::new(at.x + shape.mark_x(digit), at.y + shape.mark_y(digit));
        buffer.set_string(at.x, at.y, STRUCK, theme.struck());
    }
}

/// The lines of text of a cell, each as wide as the cell.
fn rows_of(cell: usize, candidates: Option<&[u8]>, shape: Shape, scene: &Scene) -> Vec<String> {
    let (width, height) = (shape.width as usize, shape.height as usize);
    let digits = digit_width(shape.order) as usize;
    if let Some(candidates) = candidates {
        let n = shape.order.n() as u8;
        let mark = |digit: u8| {
            if candidates.contains(&digit) {
                format!("{digit:>digits$}")
            } else {
                " ".repeat(digits)
            }
        };
        let row = |row: u8| (1..=n).map(|column| mark(row * n + column)).collect::<Vec<_>>();
        return (0..n).map(|r| format!("{:^width$}", row(r).join(" "))).collect();
    }
    let digit = match scene.grid.digit(cell) {
        0 if scene.marks(cell).is_some() => PENCILLED.to_owned(),
        0 => "-".to_owned(),
        digit => digit.to_string(),
    };
    // The mark says the same as the colour of the cell, for terminals without colours.
    let text = format!("{}{digit:>digits$}", scene.sign(cell));
    let text = if shape.marks { format!("{text:^width$}") } else { format!("{text:<width$}") };
    let mut rows = vec![" ".repeat(width); height];
    rows[(height - 1) / 2] = text.chars().take(width).collect();
    rows
}

/// Thick lines around regions, and thin lines between cells if there is room.
fn draw_lines(buffer: &mut Buffer, at: Position, shape: Shape, theme: Theme) {
    let side = shape.order.side();
    let thick = |line: usize| line.is_multiple_of(shape.order.n());
    let style = |thick: bool| if thick { theme.title() } else { theme.faint() };
    for row in 0..=side {
        let Some(y) = shape.line_y(row) else { continue };
        let dash = if thick(row) { "━" } else { "─" };
        buffer.set_string(at.x, at.y + y, dash.repeat(shape.columns() as usize), style(thick(row)));
    }
    for column in 0..=side {
        let Some(x) = shape.line_x(column) else { continue };
        for y in 0..shape.rows() {
            let bar = if thick(column) { "┃" } else { "│" };
            buffer.set_string(at.x + x, at.y + y, bar, style(thick(column)));
        }
        for row in 0..=side {
            let Some(y) = shape.line_y(row) else { continue };
            let ends = (edge(row, side), edge(column, side));
            let (across, down) = (thick(row), thick(column));
            let crossing = crossing(ends, across, down);
            buffer.set_string(at.x + x, at.y + y, crossing, style(across || down));
        }
    }
}

/// Whether a line is the first or the last of the lines in its direction, or lies between these.
#[derive(Clone, Copy)]
enum Edge {
    First,
    Inner,
    Last,
}

fn edge(line: usize, last: usize) -> Edge {
    match line {
        0 => Edge::First,
        _ if line == last => Edge::Last,
        _ => Edge::Inner,
    }
}

/// The character where a horizontal and a vertical line meet. `across` and `down` say whether these lines are thick,
/// which the outermost lines always are.
fn crossing((row, column): (Edge, Edge), across: bool, down: bool) -> &'static str {
    match (row, column, across, down) {
        (Edge::First, Edge::First, ..) => "┏",
        (Edge::First, Edge::Inner, _, true) => "┳",
        (Edge::First, Edge::Inner, _, false) => "┯",
        (Edge::First, Edge::Last, ..) => "┓",
        (Edge::Inner, Edge::First, true, _) => "┣",
        (Edge::Inner, Edge::First, false, _) => "┠",
        (Edge::Inner, Edge::Inner, true, true) => "╋",
        (Edge::Inner, Edge::Inner, true, false) => "┿",
        (Edge::Inner, Edge::Inner, false, true) => "╂",
        (Edge::Inner, Edge::Inner, false, false) => "┼",
        (Edge::Inner, Edge::Last, true, _) => "┫",
        (Edge::Inner, Edge::Last, false, _) => "┨",
        (Edge::Last, Edge::First, ..) => "┗",
        (Edge::Last, Edge::Inner, _, true) => "┻",
        (Edge::Last, Edge::Inner, _, false) => "┷",
        (Edge::Last, Edge::Last, ..) => "┛",
    }
}
