//! Digging for a difficulty.
//!
//! Levels 1 to 3 are dug for as far as singles still follow: what is left is rarely easier than
//! that. From there on the clues that level 4 or 5 can spare are taken as well. Small grids are
//! rarely at level 5 when they are dug down, so they are dug again and again.

use quadrille_cover::random::{Stream, shuffle};

use super::Maker;
use super::board::Look;
use super::dig::{Dug, Keep};
use super::symmetry::Symmetry;
use crate::rate::{self, Level};

/// Times a 9x9 grid is dug again for a puzzle of level 5 before another grid is taken.
const AGAIN: u64 = 30;
/// Digits put back for that.
const BACK: usize = 20;

impl Maker {
    /// Digs for a puzzle of a level, down to so many clues at most.
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

    /// Digs past the end of singles, until it takes more than 3 forks, or if a number of clues was
    /// asked for, down to that.
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

    /// Puts digits back and digs again, until it takes more than 3 forks.
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
