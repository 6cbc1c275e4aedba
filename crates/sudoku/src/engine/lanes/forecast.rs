//! Forecasts the size of a search tree from the part already searched. A search forecast to be large is handed over
//! to node lanes (`node`).
//!
//! Each guess splits the remaining work into two equal halves. The forecast assumes that the rest of the tree needs
//! the same number of guesses for its share as the part already searched. This is the method of Knuth, *Estimating the
//! efficiency of backtrack programs* (1975), with the path of the search in place of random paths.
//!
//! For a search that cannot be handed over to node lanes a counter is enough: the search counts as hard after many
//! guesses without a solution.

/// Minimum number of guesses for a forecast.
const LEAST: u64 = 10;
/// Minimum number of dead ends for a forecast. A search that hardly meets one is on its way to solutions, and if these
/// end the search, the size of the whole tree does not matter.
const DEAD_ENDS: u64 = 2;

/// The size given to the whole tree. Each guess halves the size, so the size below each node is a power of two. The
/// nodes left have different sizes, so they are stored as the bits of one number.
const WHOLE: u64 = 1 << 40;

/// The rule by which a search counts as hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hard {
    Never,
    /// Hard if the forecast expects this many more guesses.
    ToCome(u64),
    /// Hard after this many guesses since the last solution.
    InVain(u64),
}

/// A forecast, kept up to date while a tree is searched depth first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forecast {
    hard: Hard,
    /// Number of guesses; with [`Hard::InVain`], since the last solution.
    guesses: u64,
    /// The size (see [`WHOLE`]) below the node being searched.
    now: u64,
    dead_ends: u64,
    /// The sum of the sizes below the nodes left.
    left: u64,
}

impl Forecast {
    /// The forecast for a search that never counts as hard.
    pub(super) fn none() -> Self {
        Self { hard: Hard::Never, guesses: 0, dead_ends: 0, now: WHOLE, left: 0 }
    }

    /// The forecast for a search that counts as hard after this many guesses without a solution.
    pub(super) fn until_in_vain(guesses: u64) -> Self {
        Self { hard: Hard::InVain(guesses), ..Self::none() }
    }

    /// The forecast for a search up to this number of solutions that may be handed over to node lanes. Node lanes
    /// pay off if about 18 guesses remain. If the first solution ends the search, on average half of the tree
    /// remains unsearched, so the bound is 36.
    pub(super) fn up_to(solutions: u64) -> Self {
        Self { hard: Hard::ToCome(if solutions > 1 { 18 } else { 36 }), ..Self::none() }
    }

    /// Whether the search is hard by the expected number of guesses left.
    #[inline(always)]
    pub(super) fn is_hard(&self) -> bool {
        let Hard::ToCome(hard) = self.hard else { return false };
        let rest = self.left + self.now;
        // guesses / searched * rest >= hard, without the division.
        let enough = self.guesses >= LEAST && self.dead_ends >= DEAD_ENDS;
        let many = enough && self.guesses * rest >= hard * (WHOLE - rest);
        many || self.now == 1
    }

    /// Whether the search is hard by its number of guesses without a solution.
    #[inline(always)]
    pub(super) fn is_in_vain(&self) -> bool {
        matches!(self.hard, Hard::InVain(guesses) if self.guesses >= guesses)
    }

    #[inline(always)]
    pub(super) fn solution(&mut self) {
        if matches!(self.hard, Hard::InVain(_)) {
            self.guesses = 0;
        }
    }

    #[inline(always)]
    pub(super) fn guess(&mut self) {
        self.guesses += 1;
        self.now /= 2;
        self.left |= self.now;
    }

    /// Records a dead end, before [`leaf`](Self::leaf).
    #[inline(always)]
    pub(super) fn dead_end(&mut self) {
        self.dead_ends += 1;
    }

    /// Records that a node ended, dead or solved, and the search continues with the next.
    #[inline(always)]
    pub(super) fn leaf(&mut self) {
        self.now = self.left & self.left.wrapping_neg();
        self.left ^= self.now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_half_searched_has_as_many_guesses_to_come() {
        let mut forecast = Forecast::up_to(2);
        // Down the left side of a tree, and through half of it.
        for _ in 0..10 {
            forecast.guess();
        }
        assert!(!forecast.is_hard(), "no dead end yet");
        for leaf in 0..10 {
            forecast.dead_end();
            forecast.leaf();
            if leaf == DEAD_ENDS {
                assert!(forecast.is_hard(), "little is done yet");
            }
        }
        assert_eq!((forecast.left, forecast.now), (0, WHOLE / 2));
        assert!(!forecast.is_hard(), "ten guesses are still to come");
        forecast.leaf();
        assert_eq!((forecast.left, forecast.now), (0, 0));

        let mut forecast = Forecast::up_to(2);
        for _ in 0..25 {
            forecast.guess();
            forecast.dead_end();
            forecast.leaf();
        }
        assert!(!forecast.is_hard(), "a path has few guesses to come");
        assert!(!Forecast::none().is_hard());
    }

    #[test]
    fn guesses_are_in_vain_until_a_solution() {
        let mut forecast = Forecast::until_in_vain(50);
        for guess in 1..=99 {
            forecast.guess();
            forecast.leaf();
            assert_eq!(forecast.is_in_vain(), guess == 99);
            if guess == 49 {
                forecast.solution();
            }
        }
    }

    #[test]
    fn a_tree_too_deep_is_hard() {
        let mut forecast = Forecast::up_to(2);
        for _ in 0..40 {
            forecast.guess();
            forecast.leaf();
        }
        assert!(forecast.is_hard());
    }
}
