//! Draws the grid: thick lines between regions, digits, dashes or candidates in empty cells, and the cursor.

use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::{Grid, Puzzle};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use crate::player::board::{Origin, clashing, digits_of};
use crate::player::pointed::Pointed;
use crate::player::shape::{Shape, digit_width};
use crate::player::state::{Mode, Player};
use crate::player::theme::{CellLook, Theme};

/// Mark of a candidate that the step on display strikes out, or of a cell with such a candidate.
pub const STRUCK: &str = "×";
/// Mark of a cell that is part of the reason for the step on display.
pub const REASON: &str = "*";
/// Mark before a digit that stands twice in a row, column or region, or is wrong.
pub const CLASH: &str = "!";
/// Mark of an empty cell whose pencil marks have no room.
pub const PENCILLED: &str = ":";

/// The grid that is shown: the board, or the grid of a search that is stepped through.
pub struct Scene {
    pub grid: Grid,
    pub cursor: usize,
    origins: Vec<Option<Origin>>,
    clashing: Vec<bool>,
    /// For each cell a mask of its candidates (bit d - 1 for digit d), if candidates are shown.
    candidates: Option<Vec<u128>>,
    /// The user's pencil marks as such masks; none while a search is shown.
    marks: Vec<u32>,
    pointed: Pointed,
}

impl Scene {
    pub fn of(player: &Player) -> Self {
        let (grid, cursor) = match player.behind() {
            Mode::Stepping(stepping) => (stepping.grid(), stepping.cell().unwrap_or(player.cursor)),
            _ => (player.board.grid(), player.cursor),
        };
        let searched = matches!(player.behind(), Mode::Stepping(_));
        let pointed = player.pointed();
        let origin = |cell| match player.board.origin(cell) {
            // Digits that an engine found before are left out, because this search finds them again.
            None | Some(Origin::Found) if searched => {
                (grid.digit(cell) > 0).then_some(Origin::Found)
            }
            origin => origin,
        };
        let cells = 0..grid.cells().len();
        let candidates = player.candidates.then(|| {
            let closing = Closing::new(&Puzzle::new(grid.clone()));
            let mut candidates: Vec<u128> =
                cells.clone().map(|cell| closing.candidates(cell)).collect();
            for &(cell, digit) in &pointed.gone {
                candidates[cell] &= !(1 << (digit - 1));
            }
            candidates
        });
        let mut clashing = clashing(grid);
        for &cell in &pointed.wrong {
            clashing[cell] = true;
        }
        let marks = |cell| if searched { 0 } else { player.board.marks(cell) };
        Self {
            marks: cells.clone().map(marks).collect(),
            origins: cells.map(origin).collect(),
            clashing,
            grid: grid.clone(),
            cursor,
            candidates,
            pointed,
        }
    }

    /// The origin of a cell's digit.
    pub fn origin(&self, cell: usize) -> Option<Origin> {
        self.origins[cell]
    }

    /// The candidates of a cell, if candidates are shown.
    pub fn candidates(&self, cell: usize) -> Option<Vec<u8>> {
        Some(digits_of(self.grid.order(), self.candidates.as_ref()?[cell]))
    }

    /// The pencil marks of an empty cell, if it has some.
    pub fn marks(&self, cell: usize) -> Option<Vec<u8>> {
        let marks = self.marks[cell];
        let shown = marks != 0 && self.origins[cell].is_none();
        shown.then(|| digits_of(self.grid.order(), marks.into()))
    }

    /// Whether the last step strikes out a candidate.
    pub fn is_struck(&self, cell: usize, digit: u8) -> bool {
        self.pointed.struck.contains(&(cell, digit))
    }

    fn look(&self, cell: usize) -> CellLook {
        CellLook {
            origin: self.origins[cell],
            cursor: cell == self.cursor,
            clash: self.clashing[cell],
            reason: self.pointed.reason.contains(&cell),
        }
    }

    /// The mark before the digit of a cell, so that colour is never the only difference.
    fn sign(&self, cell: usize) -> &'static str {
        if self.clashing[cell] {
            CLASH
        } else if self.pointed.struck.iter().any(|&(struck, _)| struck == cell) {
            STRUCK
        } else if self.pointed.reason.contains(&cell) {
            REASON
        } else {
            " "
        }
    }
}

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

fn draw_cell(
    buffer: &mut Buffer,
    at: Position,
    cell: usize,
    shape: Shape,
    scene: &Scene,
    theme: Theme,
) {
    let look = scene.look(cell);
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
