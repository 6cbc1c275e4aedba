//! The size at which a grid is drawn, and the parts that fit into a window.
//!
//! Thin lines between cells are drawn only if there is room; the thick lines between regions always are. Candidates are drawn if the
//! cells can be made large enough.

use quadrille_sudoku::Order;

/// Width of the panel beside the grid with its frame, in columns.
pub const PANEL_WIDTH: u16 = 36;
/// Height of the panel with its frame, in rows.
pub const PANEL_HEIGHT: u16 = 17;
/// Height of the strip under the grid that replaces the panel, in rows.
pub const STRIP_HEIGHT: u16 = 2;
/// Smallest width of a window in which anything is drawn, in columns.
const LEAST_WIDTH: u16 = 40;
/// Smallest width at which a message takes one row, in columns.
const MESSAGE_WIDTH: u16 = 76;
/// Distance between the grid and the panel, and margin before the grid, in columns.
pub const GAP: u16 = 2;

/// The measures of a grid that is drawn as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub order: Order,
    /// Width of a cell, in columns.
    pub width: u16,
    /// Height of a cell, in rows.
    pub height: u16,
    /// Whether there are thin lines between cells.
    pub thin: bool,
    /// Whether candidates are drawn in empty cells.
    pub marks: bool,
}

impl Shape {
    fn compact(order: Order) -> Self {
        let width = digit_width(order) + 1;
        Self { order, width, height: 1, thin: false, marks: false }
    }

    fn roomy(order: Order) -> Self {
        Self { width: digit_width(order) + 2, thin: true, ..Self::compact(order) }
    }

    fn with_marks(order: Order) -> Self {
        let n = order.n() as u16;
        let width = n * digit_width(order) + n - 1;
        Self { order, width, height: n, thin: true, marks: true }
    }

    /// The shape with candidates, with a blank before and after the candidates of each cell.
    fn with_airy_marks(order: Order) -> Self {
        let close = Self::with_marks(order);
        Self { width: close.width + 2, ..close }
    }

    /// The position of the line before column `column` (or after the last column), if there is such a line.
    pub fn line_x(self, column: usize) -> Option<u16> {
        let n = self.order.n();
        if self.thin {
            Some(column as u16 * (self.width + 1))
        } else {
            column.is_multiple_of(n).then(|| (column / n) as u16 * (n as u16 * self.width + 2))
        }
    }

    /// The position of the line above row `row` (or below the last row), if there is such a line.
    pub fn line_y(self, row: usize) -> Option<u16> {
        let n = self.order.n();
        if self.thin {
            Some(row as u16 * (self.height + 1))
        } else {
            row.is_multiple_of(n).then(|| (row / n) as u16 * (n as u16 * self.height + 1))
        }
    }

    /// The first text column of a cell in grid column `column`.
    pub fn cell_x(self, column: usize) -> u16 {
        self.line_x(column).map_or_else(|| self.cell_x(column - 1) + self.width, |x| x + 1)
    }

    /// The first text row of a cell in grid row `row`.
    pub fn cell_y(self, row: usize) -> u16 {
        self.line_y(row).map_or_else(|| self.cell_y(row - 1) + self.height, |y| y + 1)
    }

    /// Within a cell with candidates, the text column in which a candidate ends.
    pub fn mark_x(self, digit: u8) -> u16 {
        let place = (u16::from(digit) - 1) % self.order.n() as u16;
        let airy = self.width - Self::with_marks(self.order).width;
        airy / 2 + place * (digit_width(self.order) + 1) + digit_width(self.order) - 1
    }

    /// Within a cell with candidates, the text row of a candidate.
    pub fn mark_y(self, digit: u8) -> u16 {
        (u16::from(digit) - 1) / self.order.n() as u16
    }

    /// Width of the whole grid, in columns.
    pub fn columns(self) -> u16 {
        self.line_x(self.order.side()).unwrap_or(0) + 1
    }

    /// Height of the whole grid, in rows.
    pub fn rows(self) -> u16 {
        self.line_y(self.order.side()).unwrap_or(0) + 1
    }
}

/// Width of the largest digit, in columns.
pub fn digit_width(order: Order) -> u16 {
    if order.side() < 10 { 1 } else { 2 }
}

/// How the parts of the player fit into a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub shape: Shape,
    /// Whether the panel stands beside the grid; otherwise a strip stands below it.
    pub panel: bool,
}

impl Layout {
    /// Columns and rows of all parts, including the title, a message and a row of keys.
    fn needs(&self, window_width: u16) -> (u16, u16) {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        let (width, body) = if self.panel {
            (columns + PANEL_WIDTH + 2 * GAP, rows.max(PANEL_HEIGHT))
        } else {
            (columns.max(LEAST_WIDTH), rows + STRIP_HEIGHT)
        };
        (width, 1 + body + message_height(window_width.max(width)) + 1)
    }
}

/// Smallest number of rows of the message in a window of that width.
pub fn message_height(window_width: u16) -> u16 {
    if window_width < MESSAGE_WIDTH { 2 } else { 1 }
}

/// The best layout for a window, with candidates if `marks` and they fit, and with thin lines if these are needed; if none fits, the columns and
/// rows that are needed.
pub fn fit(
    width: u16,
    height: u16,
    order: Order,
    (marks, needs_thin): (bool, bool),
) -> Result<Layout, (u16, u16)> {
    let mut shapes = vec![Shape::roomy(order)];
    if !needs_thin {
        shapes.push(Shape::compact(order));
    }
    let smallest = Layout { shape: shapes[shapes.len() - 1], panel: false };
    if marks {
        shapes.splice(0..0, [Shape::with_airy_marks(order), Shape::with_marks(order)]);
    }
    // Candidates are more important than the panel, and the panel is more important than thin lines.
    let panelled = shapes.iter().map(|&shape| Layout { shape, panel: true });
    let bare = shapes.iter().map(|&shape| Layout { shape, panel: false });
    let mut layouts: Vec<Layout> = panelled.chain(bare).collect();
    layouts.sort_by_key(|layout| !layout.shape.marks);
    let fits = |layout: &&Layout| {
        let needs = layout.needs(width);
        needs.0 <= width && needs.1 <= height
    };
    layouts.iter().find(fits).copied().ok_or_else(|| smallest.needs(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(n: usize) -> Order {
        Order::new(n).unwrap()
    }

    #[test]
    fn grids_have_the_measures_of_their_lines_and_cells() {
        let sizes = |shape: fn(Order) -> Shape| {
            [2, 3, 4, 5].map(|n| (shape(order(n)).columns(), shape(order(n)).rows()))
        };
        assert_eq!(sizes(Shape::compact), [(13, 7), (25, 13), (57, 21), (86, 31)]);
        assert_eq!(sizes(Shape::roomy), [(17, 9), (37, 19), (81, 33), (126, 51)]);
        assert_eq!(sizes(Shape::with_marks)[..2], [(17, 13), (55, 37)]);
    }

    #[test]
    fn cells_fill_the_space_between_lines() {
        for n in 2..=5 {
            for shape in
                [Shape::compact(order(n)), Shape::roomy(order(n)), Shape::with_marks(order(n))]
            {
                let side = n * n;
                for i in 0..side {
                    let end = shape.cell_x(i) + shape.width;
                    let next = shape
                        .line_x(i + 1)
                        .map_or_else(|| shape.cell_x(i + 1), |x| x - u16::from(!shape.thin));
                    assert_eq!(end, next);
                    let next = shape.line_y(i + 1).unwrap_or_else(|| shape.cell_y(i + 1));
                    assert_eq!(shape.cell_y(i) + shape.height, next);
                }
            }
        }
    }

    #[test]
    fn a_window_shows_as_much_as_fits() {
        let shown = |width, height, n, marks| {
            fit(width, height, order(n), (marks, false))
                .map(|l| (l.shape.thin, l.shape.marks, l.panel))
        };
        assert_eq!(shown(80, 24, 3, false), Ok((true, false, true)));
        assert_eq!(shown(80, 24, 3, true), Ok((true, false, true)), "marks do not fit");
        assert_eq!(shown(100, 40, 3, true), Ok((true, true, true)));
        assert_eq!(shown(100, 40, 4, false), Ok((false, false, true)));
        assert_eq!(shown(100, 40, 5, false), Ok((false, false, false)));
        assert_eq!(shown(40, 25, 3, false), Ok((true, false, false)));
        assert_eq!(shown(40, 19, 3, false), Ok((false, false, false)));
    }

    #[test]
    fn what_is_said_to_be_needed_is_enough_and_no_less_is() {
        for n in 2..=5 {
            let (width, height) = fit(0, 0, order(n), (true, false)).unwrap_err();
            assert!(fit(width, height, order(n), (false, false)).is_ok());
            assert!(fit(width - 1, height, order(n), (false, false)).is_err());
            assert!(fit(width, height - 1, order(n), (false, false)).is_err());
        }
        assert_eq!(fit(80, 24, order(5), (false, false)), Err((86, 36)));
    }
}
