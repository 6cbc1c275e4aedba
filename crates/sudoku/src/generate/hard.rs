//! The method *hard*: a walk from a puzzle to neighbours that are not easier.
//!
//! A neighbour is made by removing a few clues, adding digits until one solution is left (which may be
//! a different solution), and removing all clues that can be spared. The walk continues from the
//! neighbour unless it is easier.

use quadrille_cover::random::{Stream, shuffle};

use super::dig::{Dug, Keep};
use super::{Aim, Generator, confirm, full, grow};
use crate::engine::human;

/// Upper bound on the clues removed at the start of a step to a neighbour.
const STEP: usize = 4;

impl Generator {
    /// The hardest puzzle found in a walk of this number of steps.
    pub(super) fn climb(&self, start: Dug, aim: Aim, steps: u64, stream: &mut Stream) -> Dug {
        // A puzzle that cannot be confirmed to have one solution counts as the easiest.
        let hardness = |dug: &Dug| {
            confirm(dug).map(|rated| match aim {
                Aim::Forks => (rated.forks, None),
                Aim::Rating => (0, Some(human::rate(&dug.puzzle()).score())),
            })
        };
        let (mut hardest, mut best) = (hardness(&start), start);
        for _ in 0..steps {
            if self.stop.is_cancelled() {
                break;
            }
            if let Some(next) = self.neighbour(&best, stream) {
                let hardness = hardness(&next);
                if hardness >= hardest {
                    (hardest, best) = (hardness, next);
                }
            }
        }
        best
    }

    /// A puzzle that shares most clues with this one; `None` if no solution is found for the shared clues.
    fn neighbour(&self, dug: &Dug, stream: &mut Stream) -> Option<Dug> {
        let mut givens = dug.givens.clone();
        let mut clues: Vec<usize> =
            self.orbits.iter().flatten().copied().filter(|&cell| givens[cell] > 0).collect();
        shuffle(&mut clues, stream);
        for &cell in clues.iter().take(1 + stream.below(STEP)) {
            givens[cell] = 0;
        }
        let solution = full::solution(self.kernel, &givens, stream)?;
        let mut next = Dug::new(givens, solution);
        grow::grow(&mut next, self.kernel, &self.orbits, stream);
        self.dig(&mut next, 0, Keep::Unique(self.nodes), stream);
        Some(next)
    }
}
