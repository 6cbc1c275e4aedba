//! Easy instances, which a process just started is asked about before its first search is timed. They make it fetch its
//! code and memory, which is no part of a search.

use quadrille_cover::Problem;
use quadrille_sudoku::{Grid, Order, Puzzle};

use crate::corpus::{Body, Expected, Instance};

/// An easy instance of the same kind and size as `body`, with one solution: a grid of which one row is empty, or a
/// problem with two options. It says nothing about the answer to any other instance.
pub(super) fn easy(body: &Body) -> Instance {
    let body = match body {
        Body::Sudoku(puzzle) => Body::Sudoku(Puzzle::new(nearly_full(puzzle.order()))),
        Body::Cover(_) => Body::from(Problem::parse("a b\na\nb\n").expect("it is well formed")),
    };
    Instance::new("easy".to_owned(), None, body, Expected::default())
}

/// A full grid in which each row is the row above, shifted, without its first row.
fn nearly_full(order: Order) -> Grid {
    let (n, side) = (order.n(), order.side());
    let mut grid = Grid::empty(order);
    for cell in side..order.cells() {
        let (row, column) = (cell / side, cell % side);
        let digit = (row % n * n + row / n + column) % side + 1;
        grid.set(cell, u8::try_from(digit).expect("grids have 81 rows at most"));
    }
    grid
}

#[cfg(test)]
mod tests {
    use quadrille_cover::{Budget, Outcome};

    use super::*;
    use crate::engine::by_name;
    use crate::measure::native::Trial;

    #[test]
    fn easy_instances_have_one_solution() {
        let sudokus = (2..=9).filter_map(Order::new);
        let sudokus = sudokus.map(|order| Body::Sudoku(Puzzle::new(Grid::empty(order))));
        let cover = Body::from(Problem::parse("a\na\n").unwrap());
        for body in sudokus.chain([cover]) {
            let instance = easy(&body);
            let trial =
                Trial::new(by_name("dlx").unwrap(), &instance, quadrille_results::Task::All)
                    .expect("dlx takes all");
            let search = trial.counted(&Budget::default()).expect("and searches them").search;
            assert_eq!((search.outcome, search.stats.solutions), (Outcome::Exhausted, 1));
        }
    }
}
