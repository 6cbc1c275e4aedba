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
    draw_lines(buffer, at, shape, scene, theme);
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
        0 => scene.ground(cell).to_owned(),
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
fn draw_lines(buffer: &mut Buffer, at: Position, shape: Shape, scene: &Scene, theme: Theme) {
    let side = shape.order.side();
    let regions = regions(scene, shape);
    let differ = |a: usize, b: usize| regions[a] != regions[b];
    let is_edge = |line: usize| line == 0 || line == side;
    // Whether the line above a cell, and that to its left, is thick. A line may lie behind the last cell.
    let above = |row: usize, column: usize| {
        is_edge(row) || differ((row - 1) * side + column, row * side + column)
    };
    let before = |row: usize, column: usize| {
        is_edge(column) || differ(row * side + column - 1, row * side + column)
    };
    let style = |thick: bool| if thick { theme.title() } else { theme.faint() };
    for (row, column) in (0..=side).flat_map(|row| (0..=side).map(move |column| (row, column))) {
        let (x, y) = (shape.line_x(column), shape.line_y(row));
        if let (Some(y), true) = (y, column < side) {
            let (thick, x) = (above(row, column), shape.cell_x(column));
            let end = shape.line_x(column + 1).unwrap_or_else(|| shape.cell_x(column + 1));
            let dash = if thick { "━" } else { "─" }.repeat((end - x) as usize);
            buffer.set_string(at.x + x, at.y + y, dash, style(thick));
        }
        if let (Some(x), true) = (x, row < side) {
            let (thick, y) = (before(row, column), at.y + shape.cell_y(row));
            let bar = if thick { "┃" } else { "│" };
            (y..y + shape.height).for_each(|y| buffer.set_string(at.x + x, y, bar, style(thick)));
        }
        if let (Some(x), Some(y)) = (x, y) {
            let arms = [
                (row > 0).then(|| before(row - 1, column)),
                (column < side).then(|| above(row, column)),
                (row < side).then(|| before(row, column)),
                (column > 0).then(|| above(row, column - 1)),
            ];
            buffer.set_string(
                at.x + x,
                at.y + y,
                crossing(arms),
                style(arms.contains(&Some(true))),
            );
        }
    }
}

/// The region of each cell.
fn regions(scene: &Scene, shape: Shape) -> Vec<Option<usize>> {
    match &scene.rules {
        Some(rules) => rules.regions(),
        None => (0..shape.order.cells()).map(|cell| Some(shape.order.region(cell))).collect(),
    }
}

/// The character where lines meet. For the lines up, right, down and left it is said whether they are thick, if they are there; the outermost
/// lines always are.
fn crossing(arms: [Option<bool>; 4]) -> &'static str {
    const INNER: [&str; 16] =
        ["┼", "┽", "╁", "╅", "┾", "┿", "╆", "╈", "╀", "╃", "╂", "╉", "╄", "╇", "╊", "╋"];
    match arms {
        [None, _, _, None] => "┏",
        [None, None, ..] => "┓",
        [_, _, None, None] => "┗",
        [_, None, None, _] => "┛",
        [None, _, Some(down), _] => ["┯", "┳"][usize::from(down)],
        [Some(up), _, None, _] => ["┷", "┻"][usize::from(up)],
        [_, Some(right), _, None] => ["┠", "┣"][usize::from(right)],
        [_, None, _, Some(left)] => ["┨", "┫"][usize::from(left)],
        _ => INNER[arms.iter().fold(0, |place, arm| 2 * place + usize::from(*arm == Some(true)))],
    }
}
