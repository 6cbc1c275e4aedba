//! From a puzzle to its neighbours, in search of a hard one.
//!
//! A neighbour has a few clues less, then digits added until one solution is left, which may be
//! another than before, then all clues taken away that can be spared. The search goes on from a
//! neighbour that is no easier.

use quadrille_cover::random::{Stream, shuffle};

use super::dig::{Dug, Keep};
use super::{Aim, Maker, confirm, full, grow};
use crate::engine::human;

/// Clues taken away on the way to a neighbour, at most.
const STEP: usize = 4;

/// The hardest puzzle met in so many steps.
pub(super) fn climb(start: Dug, aim: Aim, steps: u64, maker: &Maker, stream: &mut Stream) -> Dug {
    match aim {
        Aim::Forks => {
            climb_by(start, steps, maker, stream, |dug| confirm(dug).map(|rated| rated.forks))
        }
        Aim::Rating => climb_by(start, steps, maker, stream, |dug| {
            // One that nobody can confirm is not handed out, however hard it is.
            confirm(dug).map(|_| human::rate(&dug.puzzle()).score())
        }),
    }
}

fn climb_by<H: Ord>(
    start: Dug,
    steps: u64,
    maker: &Maker,
    stream: &mut Stream,
    hardness: impl Fn(&Dug) -> H,
) -> Dug {
    let (mut hardest, mut best) = (hardness(&start), start);
    for _ in 0..steps {
        if let Some(next) = neighbour(&best, maker, stream) {
            let hardness = hardness(&next);
            if hardness >= hardest {
                (hardest, best) = (hardness, next);
            }
        }
    }
    best
}

/// A puzzle that shares most clues with this one; `None` if its solution is not found.
fn neighbour(dug: &Dug, maker: &Maker, stream: &mut Stream) -> Option<Dug> {
    let mut givens = dug.givens.clone();
    let mut clues: Vec<usize> =
        maker.orbits.iter().flatten().copied().filter(|&cell| givens[cell] > 0).collect();
    shuffle(&mut clues, stream);
    for &cell in clues.iter().take(1 + stream.below(STEP)) {
        givens[cell] = 0;
    }
    let solution = full::solution(maker.kernel, &givens, stream)?;
    let mut next = Dug::new(givens, solution);
    grow::grow(&mut next, maker.kernel, &maker.orbits, stream);
    maker.dig(&mut next, 0, Keep::Unique(maker.nodes), stream);
    Some(next)
}
