//! Top-down generation of puzzles of a difficulty level.
//!
//! For levels 1 to 3 clues are removed as long as the solution follows by the singles of the level; the
//! result is rarely at a lower level. For levels 4 and 5 clues are removed further from there. A 9x9
//! grid is rarely at level 5 after it is dug once, so some clues are put back and it is dug again.

use quadrille_cover::random::{Stream, shuffle};

use super::Generator;
use super::candidates::Look;
use super::dig::{Dug, Keep};
use super::symmetry::Symmetry;
use crate::rate::{self, Level};

/// Upper bound on how many times a 9x9 grid is dug again for a puzzle of level 5.
const AGAIN: u64 = 30;
/// Number of random cells whose digits are put back before a grid is dug again.
const BACK: usize = 20;

impl Generator {
    /// Digs for a puzzle of a level, and leaves at least `clues` clues.
    pub(super) fn dig_to(&self, level: Level, dug: &mut Dug, clues: usize, stream: &mut Stream) {
        match level.number() {
            1 => self.dig(dug, clues, Keep::Singles(Look::Cells), stream),
            2 => self.dig(dug, clues, Keep::Singles(Look::Lines), stream),
            3 => self.dig(dug, clues, Keep::Singles(Look::Units), stream),
            4 => {
                self.dig(dug, clues, Keep::Singles(Look::Units), stream);
                self.dig(dug, clues, Keep::FewForks, stream);
            }
            _ if self.recipe.order.n() > 3 => self.dig_until_hard(dug, clues, stream),
            _ => {
                self.dig(dug, clues, Keep::Unique(self.nodes), stream);
                if self.recipe.clues.is_none() && self.recipe.symmetry == Symmetry::None {
                    self.dig_again(dug, stream);
                }
            }
        }
    }

    /// Removes clues beyond what singles can solve, until the puzzle takes more than 3 forks; or down
    /// to the number of clues asked for, if any was.
    fn dig_until_hard(&self, dug: &mut Dug, clues: usize, stream: &mut Stream) {
        self.dig(dug, clues, Keep::Singles(Look::Units), stream);
        let mut groups = self.orbits.clone();
        shuffle(&mut groups, stream);
        for some in groups.chunks(2 * self.recipe.order.n()) {
            dug.dig(self.kernel, some, clues, Keep::Unique(self.nodes));
            if self.recipe.clues.is_none() && rate::level(&dug.puzzle()) == Some(Level::FIVE) {
                return;
            }
        }
    }

    /// Puts digits back and digs again, until the puzzle takes more than 3 forks.
    fn dig_again(&self, dug: &mut Dug, stream: &mut Stream) {
        let hardness = |dug: &Dug| {
            let rated = rate::up_to_four_forks(&dug.puzzle());
            (rated.forks, rated.level)
        };
        let mut hardest = hardness(dug);
        for _ in 0..AGAIN {
            if hardest.1 == Level::FIVE {
                return;
            }
            let mut next = dug.clone();
            for _ in 0..BACK {
                next.add(&[stream.below(next.givens.len())]);
            }
            self.dig(&mut next, 0, Keep::Unique(self.nodes), stream);
            let hardness = hardness(&next);
            if hardness >= hardest {
                (hardest, *dug) = (hardness, next);
            } else {
                dug.learn_from(next);
            }
        }
    }
}
