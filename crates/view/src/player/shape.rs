//! How large a grid is drawn, and what fits into a window.
//!
//! With room to spare there are thin lines between cells; if there is less, only the thick ones
//! between regions. Candidates stand in the cells if these can be made large enough.

use quadrille_sudoku::Order;

/// Columns of the panel beside the grid, its frame included.
pub const PANEL_WIDTH: u16 = 36;
/// Rows of the panel, its frame included.
pub const PANEL_HEIGHT: u16 = 17;
/// Rows of what stands under the grid if there is no panel.
pub const STRIP_HEIGHT: u16 = 2;
/// Columns without which nothing can be said.
const LEAST_WIDTH: u16 = 40;
/// Columns in which a message takes one row.
const MESSAGE_WIDTH: u16 = 76;
/// Columns between the grid and the panel, and before the grid.
pub const GAP: u16 = 2;

/// The measures of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The size.
    pub order: Order,
    /// Columns of a cell.
    pub width: u16,
    /// Rows of a cell.
    pub height: u16,
    /// There are thin lines between cells.
    pub thin: bool,
    /// There are candidates in empty cells.
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

    /// With a blank before and after the candidates of each cell.
    fn with_airy_marks(order: Order) -> Self {
        let close = Self::with_marks(order);
        Self { width: close.width + 2, ..close }
    }

    /// Where the line before column `column` (or after the last) stands, if there is one.
    pub fn line_x(self, column: usize) -> Option<u16> {
        let n = self.order.n();
        if self.thin {
            Some(column as u16 * (self.width + 1))
        } else {
            column.is_multiple_of(n).then(|| (column / n) as u16 * (n as u16 * self.width + 2))
        }
    }

    /// Where the line above row `row` (or below the last) stands, if there is one.
    pub fn line_y(self, row: usize) -> Option<u16> {
        let n = self.order.n();
        if self.thin {
            Some(row as u16 * (self.height + 1))
        } else {
            row.is_multiple_of(n).then(|| (row / n) as u16 * (n as u16 * self.height + 1))
        }
    }

    /// The first column of a cell in column `column`.
    pub fn cell_x(self, column: usize) -> u16 {
        self.line_x(column).map_or_else(|| self.cell_x(column - 1) + self.width, |x| x + 1)
    }

    /// The first row of a cell in row `row`.
    pub fn cell_y(self, row: usize) -> u16 {
        self.line_y(row).map_or_else(|| self.cell_y(row - 1) + self.height, |y| y + 1)
    }

    /// Within a cell with candidates, the column in which one ends.
    pub fn mark_x(self, digit: u8) -> u16 {
        let place = (u16::from(digit) - 1) % self.order.n() as u16;
        let airy = self.width - Self::with_marks(self.order).width;
        airy / 2 + place * (digit_width(self.order) + 1) + digit_width(self.order) - 1
    }

    /// Within a cell with candidates, the row of one.
    pub fn mark_y(self, digit: u8) -> u16 {
        (u16::from(digit) - 1) / self.order.n() as u16
    }

    /// Columns of the whole grid.
    pub fn columns(self) -> u16 {
        self.line_x(self.order.side()).unwrap_or(0) + 1
    }

    /// Rows of the whole grid.
    pub fn rows(self) -> u16 {
        self.line_y(self.order.side()).unwrap_or(0) + 1
    }
}

/// Columns of the largest digit.
pub fn digit_width(order: Order) -> u16 {
    if order.side() < 10 { 1 } else { 2 }
}

/// What a window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The grid.
    pub shape: Shape,
    /// The panel stands beside it, or else a strip below.
    pub panel: bool,
}

impl Layout {
    /// Columns and rows that it takes, a title, a message and a row of keys included.
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

/// Rows of the message.
pub fn message_height(window_width: u16) -> u16 {
    if window_width < MESSAGE_WIDTH { 2 } else { 1 }
}

/// The best layout for a window; or, if there is none, the columns and rows that it takes.
pub fn fit(width: u16, height: u16, order: Order, marks: bool) -> Result<Layout, (u16, u16)> {
    let mut shapes = vec![Shape::roomy(order), Shape::compact(order)];
    if marks {
        shapes.splice(0..0, [Shape::with_airy_marks(order), Shape::with_marks(order)]);
    }
    // Candidates before the panel; the panel before thin lines.
    let panelled = shapes.iter().map(|&shape| Layout { shape, panel: true });
    let bare = shapes.iter().map(|&shape| Layout { shape, panel: false });
    let mut layouts: Vec<Layout> = panelled.chain(bare).collect();
    layouts.sort_by_key(|layout| !layout.shape.marks);
    let fits = |layout: &&Layout| {
        let needs = layout.needs(width);
        needs.0 <= width && needs.1 <= height
    };
    let smallest = Layout { shape: Shape::compact(order), panel: false };
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
            fit(width, height, order(n), marks).map(|l| (l.shape.thin, l.shape.marks, l.panel))
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
            let (width, height) = fit(0, 0, order(n), true).unwrap_err();
            assert!(fit(width, height, order(n), false).is_ok());
            assert!(fit(width - 1, height, order(n), false).is_err());
            assert!(fit(width, height - 1, order(n), false).is_err());
        }
        assert_eq!(fit(80, 24, order(5), false), Err((86, 36)));
    }
}
