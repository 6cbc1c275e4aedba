//! Faulty puzzles: those with several solutions, and those without a solution.

use quadrille_cover::random::{Stream, shuffle};

use super::dig::Dug;
use super::kernel::{Answer, Kernel, Question};
use crate::grid::Grid;

/// Removes a clue that is needed, so that there are several solutions; `None` if no clue is shown to be
/// needed within `nodes` search nodes.
pub(super) fn without_one(
    dug: &Dug,
    free: &[Vec<usize>],
    kernel: Kernel,
    nodes: u64,
    stream: &mut Stream,
) -> Option<Dug> {
    let mut clues: Vec<usize> =
        free.iter().flatten().copied().filter(|&cell| dug.givens[cell] > 0).collect();
    shuffle(&mut clues, stream);
    clues.into_iter().find_map(|cell| {
        let mut fewer = dug.clone();
        fewer.givens[cell] = 0;
        let not = Some((cell, dug.givens[cell]));
        let question = Question { givens: &fewer.givens, not, besides: None, nodes };
        let answer = kernel.search(question, |_, bits| bits & bits.wrapping_neg());
        matches!(answer, Answer::Solution(_)).then_some(fewer)
    })
}

/// Adds a digit that clashes with no clue but is not in the only solution, so that there is no
/// solution; `None` if there is no such digit.
pub(super) fn with_one_wrong(dug: &Dug, stream: &mut Stream) -> Option<Dug> {
    let mut empty: Vec<usize> =
        (0..dug.givens.len()).filter(|&cell| dug.givens[cell] == 0).collect();
    shuffle(&mut empty, stream);
    empty.into_iter().find_map(|cell| {
        let mut wrong: Vec<u8> = (1..=dug.givens.len().isqrt() as u8).collect();
        wrong.retain(|&digit| digit != dug.solution[cell]);
        shuffle(&mut wrong, stream);
        wrong.into_iter().find_map(|digit| {
            let mut more = dug.clone();
            more.givens[cell] = digit;
            let grid = Grid::from_cells(more.givens.clone()).expect("digits of a grid");
            grid.clash().is_none().then_some(more)
        })
    })
}
