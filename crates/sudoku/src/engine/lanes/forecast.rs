//! How large the tree of a puzzle will be, from the part of it already searched.
//!
//! Each guess splits what there is to search into two halves. When some of it has been searched, the
//! rest is taken to need as many guesses for its size: Knuth, *Estimating the efficiency of
//! backtrack programs* (1975), with the way that the search took in place of a random one.
//!
//! A search that cannot be handed over is held up only where it finds nothing at all: that needs no
//! forecast, only a count.

/// Fewer guesses than this tell nothing.
const LEAST: u64 = 6;

/// The whole tree. What is below a node is a power of two, and none is as large as another of
/// those that wait: so they are the bits of one number.
const WHOLE: u64 = 1 << 40;

/// When a search is hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hard {
    /// Nobody asks.
    Never,
    /// When so many guesses are likely still to come.
    ToCome(u64),
    /// When so many were made since the last solution.
    InVain(u64),
}

/// A forecast, kept up to date while a tree is searched depth first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forecast {
    hard: Hard,
    /// How many were made; where they are hard in vain, since the last solution.
    guesses: u64,
    /// How much is below the node being searched.
    now: u64,
    /// How much is below the nodes left.
    left: u64,
}

impl Forecast {
    /// For a search that stays what it is.
    pub(super) fn none() -> Self {
        Self { hard: Hard::Never, guesses: 0, now: WHOLE, left: 0 }
    }

    /// For a search that stops when it has made so many guesses without a solution.
    pub(super) fn until_in_vain(guesses: u64) -> Self {
        Self { hard: Hard::InVain(guesses), ..Self::none() }
    }

    /// For a search that may be handed over to node lanes. They are worth while when some 25 guesses
    /// are still to come; where the first solution ends the search, half of the tree is never seen.
    pub(super) fn up_to(solutions: u64) -> Self {
        Self { hard: Hard::ToCome(if solutions > 1 { 25 } else { 50 }), ..Self::none() }
    }

    /// Whether so many guesses are likely still to come that the search is hard.
    #[inline(always)]
    pub(super) fn is_hard(&self) -> bool {
        let Hard::ToCome(hard) = self.hard else { return false };
        let rest = self.left + self.now;
        // That many guesses were made in what has been searched, so how many in the rest?
        let many = self.guesses >= LEAST && self.guesses * rest >= hard * (WHOLE - rest);
        many || self.now == 1
    }

    /// Whether so many guesses were made without a solution that the search is to stop.
    #[inline(always)]
    pub(super) fn is_in_vain(&self) -> bool {
        matches!(self.hard, Hard::InVain(guesses) if self.guesses >= guesses)
    }

    /// A solution is found.
    #[inline(always)]
    pub(super) fn solution(&mut self) {
        if matches!(self.hard, Hard::InVain(_)) {
            self.guesses = 0;
        }
    }

    /// A guess is made.
    #[inline(always)]
    pub(super) fn guess(&mut self) {
        self.guesses += 1;
        self.now /= 2;
        self.left |= self.now;
    }

    /// A node is dead or solved, and the search goes on with the next.
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
        assert!(forecast.is_hard(), "nothing is done yet");
        for _ in 0..10 {
            forecast.leaf();
        }
        assert_eq!((forecast.left, forecast.now), (0, WHOLE / 2));
        assert!(!forecast.is_hard(), "ten guesses are still to come");
        forecast.leaf();
        assert_eq!((forecast.left, forecast.now), (0, 0));

        let mut forecast = Forecast::up_to(2);
        for _ in 0..25 {
            forecast.guess();
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
