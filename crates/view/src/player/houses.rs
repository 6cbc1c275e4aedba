//! What a board under rules shows: which digits the rules forbid together, and which cells lie in other houses than lines and regions. The rules are
//! of grids whose number of rows is a square; signs between cells are not shown.

use quadrille_sudoku::rules::{Kind, Rules};
use quadrille_sudoku::{Grid, Order};

/// The size of grids under the rules, if the player can show them.
///
/// # Errors
/// What was found and what is expected.
pub fn order_of(rules: &Rules) -> Result<Order, String> {
    let order = Order::from_side(rules.side()).filter(|order| order.side() == rules.rows());
    let order = order.filter(|_| !rules.may_have_signs());
    order.ok_or_else(|| {
        format!(
            "found the rules {}; expected grids of 4, 9, 16 or 25 rows without signs, which the player can show; use `quadrille solve` or \
             `quadrille sheet` for others",
            rules.title()
        )
    })
}

/// For each cell, whether its digit is one of two that the rules forbid together.
pub fn clashing(rules: &Rules, grid: &Grid) -> Vec<bool> {
    let mut clashing = vec![false; rules.cells()];
    for house in rules.houses() {
        let cells: Vec<usize> = house.cells.iter().copied().map(usize::from).collect();
        let count = |digit| cells.iter().filter(|&&cell| grid.digit(cell) == digit).count();
        for &cell in &cells {
            clashing[cell] |= grid.digit(cell) > 0 && count(grid.digit(cell)) > 1;
        }
    }
    for pair in rules.pairs() {
        let cells = pair.cells.map(usize::from);
        let [a, b] = cells.map(|cell| grid.digit(cell));
        if a > 0 && b > 0 && !pair.relation.allows(a, b) {
            for cell in cells {
                clashing[cell] = true;
            }
        }
    }
    clashing
}

/// The mark of each empty cell, which shows the houses that are neither lines nor regions.
pub fn grounds(rules: &Rules) -> Vec<&'static str> {
    let mut grounds = vec!["-"; rules.cells()];
    for house in rules.houses() {
        for cell in house.cells.iter().copied().map(usize::from) {
            let falls = |cells: &[u16]| cells[0] == 0;
            grounds[cell] = match (house.kind, grounds[cell]) {
                (Kind::Diagonal, "╲" | "╱") => "╳",
                (Kind::Diagonal, _) if falls(&house.cells) => "╲",
                (Kind::Diagonal, _) => "╱",
                (Kind::Window | Kind::Extra, "-") => "░",
                (_, ground) => ground,
            };
        }
    }
    grounds
}
