//! Preprocessing: options that can be in no solution are removed, and options that are in every
//! solution are chosen, before any search.
//!
//! An option is *removed* if choosing it would leave some primary item with too few options. An
//! option is *forced* if one of its primary items has only as many options as it needs. A removal may make
//! other removals possible, so rounds over all options repeat until a round changes nothing or
//! the effort allowed is spent. The set of solutions does not change.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, "preprocessing" (Algorithm P); here with multiplicities, and
//! without the removal of items.

use crate::problem::{Entry, ItemId, Lists, OptionId, Problem, Reduced};
use crate::search::CancelToken;

/// Default effort: number of entries examined for each entry of the problem.
const EFFORT: u64 = 20_000;
/// Upper bound on the effort, in entries examined. A trial (check of one option) examines at least one
/// entry, so 32 bits are enough for the number of a trial.
const MOST_EFFORT: u64 = 4_000_000_000;

/// The result of preprocessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessed {
    /// The rest of the problem, with the forced options given.
    pub reduced: Reduced,
    /// Options that are in no solution.
    pub removed: Vec<OptionId>,
    /// Options that are in every solution, in the order in which they were found.
    pub forced: Vec<OptionId>,
    /// Number of rounds over all options. If `complete`, the last one changed nothing.
    pub rounds: u32,
    /// Whether preprocessing ended because a round changed nothing, not because the effort was spent.
    pub complete: bool,
}

/// Removes options that are in no solution and chooses options that are in every solution.
///
/// The effort is bounded by 20,000 examined entries for each entry of the problem, but at
/// least ten million. [`preprocess_within`] takes another bound.
///
/// ```
/// use quadrille_cover::{Problem, preprocess::preprocess};
///
/// // `b c` leaves nothing for `d`; then `b` can be covered by `a b` alone.
/// let problem = Problem::parse("a b c d\na b\na\nb c\nc\nc d\nd c\n")?;
/// let found = preprocess(&problem);
/// assert_eq!(found.removed.iter().map(|o| o.index()).collect::<Vec<_>>(), [1, 2, 3]);
/// assert_eq!(found.forced.iter().map(|o| o.index()).collect::<Vec<_>>(), [0]);
/// assert_eq!(found.reduced.problem.to_string(), "c d\nc d\nd c\n");
/// # Ok::<(), quadrille_cover::TextError>(())
/// ```
pub fn preprocess(problem: &Problem) -> Preprocessed {
    preprocess_until(problem, &CancelToken::new())
}

/// As [`preprocess`]; soon after `cancel` is cancelled, returns the result so far.
pub fn preprocess_until(problem: &Problem, cancel: &CancelToken) -> Preprocessed {
    let effort = EFFORT.saturating_mul(problem.entries() as u64);
    within(problem, effort.clamp(10_000_000, MOST_EFFORT), cancel)
}

/// As [`preprocess`]; soon after `effort` entries were examined, returns the result so far.
pub fn preprocess_within(problem: &Problem, effort: u64) -> Preprocessed {
    within(problem, effort, &CancelToken::new())
}

/// The problem without its forced options, found without checks of single options: in time proportional to the size
/// of the problem, unless removed options share many items. `None` if no option is forced.
pub(crate) fn without_forced(problem: &Problem, cancel: &CancelToken) -> Option<Reduced> {
    let mut sizes = vec![0u32; problem.items()];
    for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
        sizes[entry.item.index()] += 1;
    }
    let mut bounds = problem.item_ids().map_while(|item| problem.bounds(item)).zip(sizes);
    // Options that cannot be chosen are counted, too; they are rare, and a search works without this reduction.
    bounds.any(|(bounds, size)| size <= bounds.low && size > 0).then_some(())?;
    let mut sieve = Sieve::new(problem, u64::MAX, cancel);
    sieve.force();
    while let Some(item) = sieve.starved.pop()
        && !cancel.is_cancelled()
    {
        sieve.force_all_of(item);
    }
    let (state, forced) = (&sieve.state, &sieve.forced);
    let open = problem.option_ids().filter(|option| state[option.index()] == State::Open);
    let reduced = problem.nameless(forced, open);
    Some(reduced.expect("options are forced only while they are open"))
}

/// Approximate number of bytes that [`without_forced`] takes, with the problem that it returns.
pub(crate) fn bytes(problem: &Problem) -> usize {
    16 * problem.entries() + 16 * problem.options() + 80 * problem.items()
}

fn within(problem: &Problem, effort: u64, cancel: &CancelToken) -> Preprocessed {
    let mut sieve = Sieve::new(problem, effort.min(MOST_EFFORT), cancel);
    let mut rounds = 0;
    let mut complete = false;
    while sieve.effort > 0 && !complete {
        rounds += 1;
        complete = !sieve.round() && sieve.effort > 0;
    }
    let state = &sieve.state;
    let reduced = problem.reduce(&sieve.forced, |o| state[o.index()] == State::Open);
    let reduced = reduced.expect("options are forced only while they are open");
    let is_in = |list: &[OptionId], option: &OptionId| list.binary_search(option).is_ok();
    let mut given = sieve.forced.clone();
    given.sort_unstable();
    let gone = |o: &OptionId| !is_in(&reduced.options, o) && !is_in(&given, o);
    let removed = problem.option_ids().filter(gone).collect();
    Preprocessed { reduced, removed, forced: sieve.forced, rounds, complete }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Removed,
    Forced,
}

struct Sieve<'p> {
    problem: &'p Problem,
    lists: Lists,
    state: Vec<State>,
    /// By primary item, its number of options that are open or forced.
    size: Vec<u32>,
    /// By primary item, its number of forced options.
    covered: Vec<u32>,
    forced: Vec<OptionId>,
    /// Items that a removal left with no more options than they need.
    starved: Vec<ItemId>,
    /// Number of entries that may still be examined.
    effort: u64,
    /// Token that ends the preprocessing early.
    cancel: &'p CancelToken,
    /// Number of the last trial (check of one option) that counted an option (`counted`) or an item (`touched`), and
    /// the number of options that the item loses in it (`lost`). In `touched`, `u32::MAX` exempts an item.
    counted: Vec<u32>,
    touched: Vec<u32>,
    lost: Vec<u32>,
    trial: u32,
}

impl<'p> Sieve<'p> {
    fn new(problem: &'p Problem, effort: u64, cancel: &'p CancelToken) -> Self {
        let choosable = || problem.option_ids().filter(|&option| problem.is_choosable(option));
        let lists = Lists::new(problem);
        let mut state = vec![State::Removed; problem.options()];
        choosable().for_each(|option| state[option.index()] = State::Open);
        let primary = (0..problem.primary() as u32).map(ItemId);
        let size = primary.map(|item| lists.of(item).len() as u32).collect();
        Self {
            problem,
            lists,
            state,
            size,
            covered: vec![0; problem.primary()],
            forced: Vec::new(),
            starved: Vec::new(),
            effort,
            cancel,
            counted: vec![0; problem.options()],
            touched: vec![0; problem.items()],
            lost: vec![0; problem.items()],
            trial: 0,
        }
    }

    /// Examines each item and each open option once; returns whether anything changed.
    fn round(&mut self) -> bool {
        let mut changed = self.force();
        for option in self.problem.option_ids() {
            if self.cancel.is_cancelled() {
                self.effort = 0;
            }
            if self.effort == 0 {
                break;
            }
            if self.state[option.index()] == State::Open && self.starves(option) {
                self.remove(option);
                changed = true;
            }
        }
        changed
    }

    /// Chooses the options of items that have only as many as they need; returns whether anything changed.
    fn force(&mut self) -> bool {
        let before = self.forced.len();
        for i in 0..self.problem.primary() {
            self.force_all_of(ItemId(i as u32));
        }
        self.forced.len() > before
    }

    /// Chooses the options of an item if it has only as many as it needs.
    fn force_all_of(&mut self, item: ItemId) {
        let low = self.problem.bounds(item).map_or(0, |bounds| bounds.low);
        for at in self.lists.places(item) {
            // If the item has no more options left than it needs, each is chosen. If choosing one has removed
            // another, there is no solution; a search sees that at its root, where the item has too few options.
            let option = self.lists.at(at);
            if self.size[item.index()] <= low && self.state[option.index()] == State::Open {
                self.choose(option);
            }
        }
    }

    fn choose(&mut self, option: OptionId) {
        self.state[option.index()] = State::Forced;
        self.forced.push(option);
        let problem = self.problem;
        for &entry in problem.option(option) {
            let i = entry.item.index();
            let full = match problem.bounds(entry.item) {
                Some(bounds) => {
                    self.covered[i] += 1;
                    self.covered[i] == bounds.high
                }
                None => true,
            };
            for at in self.lists.places(entry.item) {
                let other = self.lists.at(at);
                self.effort = self.effort.saturating_sub(1);
                if full && self.state[other.index()] == State::Open && !self.agree(entry, other) {
                    self.remove(other);
                }
            }
        }
    }

    fn remove(&mut self, option: OptionId) {
        self.state[option.index()] = State::Removed;
        for entry in self.problem.option(option) {
            if let Some(bounds) = self.problem.bounds(entry.item) {
                let size = &mut self.size[entry.item.index()];
                *size -= 1;
                if *size <= bounds.low {
                    self.starved.push(entry.item);
                }
            }
        }
    }

    /// Whether another option gives the item of this entry the same colour.
    fn agree(&self, entry: Entry, other: OptionId) -> bool {
        entry.colour.is_some()
            && self
                .problem
                .option(other)
                .iter()
                .any(|e| e.item == entry.item && e.colour == entry.colour)
    }

    /// Whether choosing an open option would leave some primary item with too few options.
    fn starves(&mut self, option: OptionId) -> bool {
        self.trial += 1;
        let problem = self.problem;
        self.counted[option.index()] = self.trial;
        // An item that the option covers for the last time may lose all its other options without a contradiction.
        for entry in problem.option(option) {
            let i = entry.item.index();
            if problem.bounds(entry.item).is_some_and(|b| self.covered[i] + 1 == b.high) {
                self.touched[i] = u32::MAX;
            }
        }
        let starves = problem.option(option).iter().any(|&entry| self.starves_by(entry));
        for entry in problem.option(option) {
            let i = entry.item.index();
            if self.touched[i] == u32::MAX {
                self.touched[i] = 0;
            }
        }
        starves
    }

    /// Whether the options excluded by one entry of the option tried leave some item with too few options.
    fn starves_by(&mut self, entry: Entry) -> bool {
        let problem = self.problem;
        let i = entry.item.index();
        if problem.is_primary(entry.item) && self.touched[i] != u32::MAX {
            return false;
        }
        for at in self.lists.places(entry.item) {
            let other = self.lists.at(at);
            self.effort = self.effort.saturating_sub(1);
            if self.state[other.index()] != State::Open
                || self.counted[other.index()] == self.trial
                || self.agree(entry, other)
            {
                continue;
            }
            self.counted[other.index()] = self.trial;
            for lost in problem.option(other) {
                self.effort = self.effort.saturating_sub(1);
                let j = lost.item.index();
                let Some(bounds) = problem.bounds(lost.item) else { continue };
                if self.touched[j] == u32::MAX {
                    continue;
                }
                if self.touched[j] != self.trial {
                    self.touched[j] = self.trial;
                    self.lost[j] = 0;
                }
                self.lost[j] += 1;
                if self.size[j] - self.lost[j] < bounds.low {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Naive;
    use crate::search::Solver;

    #[test]
    fn forced_options_are_found_one_after_the_other() {
        let rest = |text: &str| {
            let problem = Problem::parse(text).unwrap();
            let reduced = without_forced(&problem, &CancelToken::new())?;
            assert_eq!(Naive.count(&reduced.problem), Naive.count(&problem), "{text}");
            let given: Vec<usize> = reduced.given.iter().map(|option| option.index()).collect();
            Some((given, reduced.problem.options()))
        };
        assert_eq!(rest("a b\na\nb\na b\n"), None);
        assert_eq!(rest("a b c\na\na b\nb c\nc\nb\na\n"), None);
        // The only option of `d` leaves `c` one option, and so on.
        assert_eq!(rest("a b c d\na\na b\nb c\nc d\n"), Some((vec![3, 1], 0)));
        // No solution: nothing is left for `c`.
        assert_eq!(rest("a b c\na b\nb c\n").map(|(given, _)| given), Some(vec![0]));
        assert_eq!(rest("2|a b\na\na\nb\nb\n"), Some((vec![0, 1], 2)));
        assert_eq!(rest("0:2|a b\na\na\nb\n"), Some((vec![2], 2)));
        assert_eq!(rest("a b | x\na x:r\nb x:r\nb x:g\nb\n"), Some((vec![0], 2)));
    }
}
