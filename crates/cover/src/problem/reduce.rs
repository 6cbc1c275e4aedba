//! What is left of a problem when some options are chosen in advance.
//!
//! Choosing an option does here what a search does when it chooses one: its primary items are
//! covered, what clashes with it is gone, the colours it gives are settled. What is left is a
//! problem of its own, with items and options in their old order. An engine that chooses by the
//! sizes of items, the leftmost among equals, so makes the very tree that it would make below
//! these choices.

use thiserror::Error;

use super::{Bounds, Colour, Entry, ItemId, OptionId, Problem};

/// A smaller problem made of a larger one, with the way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// What is left.
    pub problem: Problem,
    /// For each option that is left its number in the larger problem; they grow.
    pub options: Vec<OptionId>,
    /// The options chosen in advance, numbered as in the larger problem.
    pub given: Vec<OptionId>,
}

impl Reduced {
    /// The solution of the larger problem that a solution of the smaller one stands for: the
    /// options given first, then those of the solution, each in its order.
    ///
    /// # Panics
    /// If an option is not of the smaller problem.
    pub fn whole(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let mut whole = Vec::with_capacity(self.given.len() + solution.len());
        whole.extend_from_slice(&self.given);
        whole.extend(solution.iter().map(|option| self.options[option.index()]));
        whole
    }
}

/// Why options cannot be chosen together.
///
/// ```
/// use quadrille_cover::{GivenError, Problem, Reduced};
///
/// let problem = Problem::parse("a b\na\na b\nb\n")?;
/// let options: Vec<_> = problem.option_ids().collect();
/// let error: GivenError = problem.given(&options[..2]).unwrap_err();
/// assert_eq!(error.to_string(), "options `a` and `a b` clash: both cover item `a`");
/// let left: Reduced = problem.given(&options[..1])?;
/// assert_eq!(left.problem.to_string(), "b\nb\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GivenError {
    /// An option number the problem does not have.
    #[error("option {0} does not exist; the problem has {1}")]
    NoSuchOption(usize, usize),
    /// An option that is named twice.
    #[error("option `{0}` is given twice")]
    Twice(String),
    /// An option without a primary item.
    #[error("option `{0}` has no primary item, so it can be in no solution")]
    NotChoosable(String),
    /// An item that two of the options cannot both have.
    #[error("options `{first}` and `{second}` clash: both cover item `{item}`")]
    Clash {
        /// One of the options: the last before the other to cover the item.
        first: String,
        /// The other.
        second: String,
        /// The item.
        item: String,
    },
}

/// What the options chosen so far have made of an item.
#[derive(Clone, Copy)]
struct Use {
    /// How often a primary item is covered.
    times: u32,
    /// The colour that a secondary item has got.
    colour: Option<Colour>,
    /// The option that covered it last.
    by: Option<OptionId>,
}

/// In tables of new numbers: there is none.
const GONE: u32 = u32::MAX;

impl Problem {
    /// The problem that is left when these options are chosen. Takes time proportional to the
    /// size of the problem.
    ///
    /// Primary items that may be covered no more are gone, the bounds of others are lowered, as are
    /// secondary items that are used up. Of a secondary item that has got a colour, options of
    /// another colour are gone, and those of the same no longer have the item. Options without
    /// a primary item are gone, too.
    ///
    /// ```
    /// use quadrille_cover::{Problem, Solver, engine::Dlx};
    ///
    /// let problem = Problem::parse("a b c d\na b\na\nb c\nc d\nd\n")?;
    /// let first = problem.option_ids().next().expect("there are options");
    /// let left = problem.given(&[first])?;
    /// assert_eq!(left.problem.to_string(), "c d\nc d\nd\n");
    /// let solution = Dlx.first(&left.problem)?.expect("there is one");
    /// let whole: Vec<usize> = left.whole(&solution).iter().map(|o| o.index()).collect();
    /// assert_eq!(whole, [0, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options that cannot be chosen, or not together.
    pub fn given(&self, options: &[OptionId]) -> Result<Reduced, GivenError> {
        self.reduce(options, |_| true)
    }

    /// As [`given`](Self::given), without the options that `keep` does not want either.
    pub(crate) fn reduce(
        &self,
        given: &[OptionId],
        mut keep: impl FnMut(OptionId) -> bool,
    ) -> Result<Reduced, GivenError> {
        let uses = self.uses(given)?;
        let (mut left, new_item) = self.items_left(&uses, String::clone);
        left.colours.clone_from(&self.colours);
        let mut chosen = given.to_vec();
        chosen.sort_unstable();
        let mut options = Vec::new();
        for option in self.option_ids() {
            if chosen.binary_search(&option).is_err()
                && keep(option)
                && self.push_rest(option, &uses, &new_item, &mut left)
            {
                options.push(option);
            }
        }
        Ok(Reduced { problem: left, options, given: given.to_vec() })
    }

    /// As [`reduce`](Self::reduce), for an engine alone: items and colours have no names, save that
    /// preferred items can be told. All options kept must be compatible with those given.
    pub(crate) fn nameless(
        &self,
        given: &[OptionId],
        kept: impl Iterator<Item = OptionId>,
    ) -> Result<Reduced, GivenError> {
        let uses = self.uses(given)?;
        let name = |name: &String| if name.starts_with('#') { "#".into() } else { String::new() };
        let (mut left, new_item) = self.items_left(&uses, name);
        left.colours.resize(self.colours(), String::new());
        let mut options = Vec::new();
        for option in kept {
            if self.push_rest(option, &uses, &new_item, &mut left) {
                options.push(option);
            }
        }
        Ok(Reduced { problem: left, options, given: given.to_vec() })
    }

    /// Chooses the options one after another.
    fn uses(&self, given: &[OptionId]) -> Result<Vec<Use>, GivenError> {
        let mut uses = vec![Use { times: 0, colour: None, by: None }; self.items()];
        let mut chosen = given.to_vec();
        chosen.sort_unstable();
        if let Some(&last) = chosen.last().filter(|last| last.index() >= self.options()) {
            return Err(GivenError::NoSuchOption(last.index(), self.options()));
        }
        if let Some(pair) = chosen.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(GivenError::Twice(self.option_text(pair[0])));
        }
        for &option in given {
            if !self.is_choosable(option) {
                return Err(GivenError::NotChoosable(self.option_text(option)));
            }
            for entry in self.option(option) {
                let item = &mut uses[entry.item.index()];
                if let Some(first) = item.by.filter(|_| !self.admits(item, *entry)) {
                    return Err(GivenError::Clash {
                        first: self.option_text(first),
                        second: self.option_text(option),
                        item: self.item_name(entry.item).to_owned(),
                    });
                }
                *item = Use { times: item.times + 1, colour: entry.colour, by: Some(option) };
            }
        }
        Ok(uses)
    }

    /// Whether an item that was used so may be covered by this entry, too.
    fn admits(&self, before: &Use, entry: Entry) -> bool {
        match self.bounds(entry.item) {
            Some(bounds) => before.times < bounds.high,
            None => before.times == 0 || entry.colour.is_some() && entry.colour == before.colour,
        }
    }

    /// A problem with the items that are left, no colours and no options, and the new number of
    /// each item.
    fn items_left(&self, uses: &[Use], name: impl Fn(&String) -> String) -> (Self, Vec<u32>) {
        let mut left = Self {
            names: Vec::with_capacity(self.items()),
            bounds: Vec::with_capacity(self.primary()),
            colours: Vec::new(),
            entries: Vec::new(),
            starts: vec![0],
            costs: Vec::new(),
        };
        let mut new_item = vec![GONE; self.items()];
        for (i, item) in uses.iter().enumerate() {
            match self.bounds(ItemId(i as u32)) {
                Some(Bounds { low, high }) if item.times < high => {
                    let low = low.saturating_sub(item.times);
                    left.bounds.push(Bounds { low, high: high - item.times });
                }
                None if item.times == 0 => {}
                _ => continue,
            }
            new_item[i] = left.names.len() as u32;
            left.names.push(name(&self.names[i]));
        }
        (left, new_item)
    }

    /// Adds to `left` what is left of an option, if it can still be chosen.
    fn push_rest(&self, option: OptionId, uses: &[Use], new_item: &[u32], left: &mut Self) -> bool {
        let start = left.entries.len();
        let mut choosable = false;
        for entry in self.option(option) {
            let i = entry.item.index();
            if new_item[i] != GONE {
                choosable |= self.is_primary(entry.item);
                left.entries.push(Entry { item: ItemId(new_item[i]), colour: entry.colour });
            } else if !self.admits(&uses[i], *entry) {
                choosable = false;
                break;
            }
        }
        if !choosable {
            left.entries.truncate(start);
            return false;
        }
        left.starts.push(left.entries.len() as u32);
        if self.has_costs() {
            left.costs.push(self.cost(option));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str, options: &[u32]) -> Result<Reduced, GivenError> {
        let options: Vec<_> = options.iter().map(|&o| OptionId(o)).collect();
        Problem::parse(text).unwrap().given(&options)
    }

    fn left(text: &str, options: &[u32]) -> String {
        given(text, options).unwrap().problem.to_string()
    }

    #[test]
    fn items_covered_and_options_that_clash_are_gone() {
        let text = "a b c | x y\na x\nb x\nb y\nc\na c\ny\n";
        assert_eq!(left(text, &[0]), "b c | y\nb y\nc\n");
        assert_eq!(left(text, &[]), "a b c | x y\na x\nb x\nb y\nc\na c\n");
        let reduced = given(text, &[3, 0]).unwrap();
        assert_eq!(reduced.options, [OptionId(2)]);
        assert_eq!(reduced.whole(&[OptionId(0)]), [3, 0, 2].map(OptionId));
    }

    #[test]
    fn colours_are_settled() {
        let text = "a b | x\na x:red\nb x:red\nb x:blue\nb x\nb\n";
        let reduced = given(text, &[0]).unwrap();
        assert_eq!(reduced.problem.to_string(), "b\nb\nb\n");
        assert_eq!(reduced.options, [OptionId(1), OptionId(4)]);
    }

    #[test]
    fn costs_stay() {
        assert_eq!(left("a b c\na |1\nb |2\na b |4\nc |8\n", &[0]), "b c\nb |2\nc |8\n");
    }

    #[test]
    fn bounds_are_lowered() {
        let text = "1:3|a 0:1|b c\na b\na\na b\na c\nb\nc\n";
        assert_eq!(left(text, &[0]), "0:2|a c\na\na c\nc\n");
        assert_eq!(left(text, &[0, 1, 3]), "\n");
        let all_used = given("2|a c\na\na\na c\nc\n", &[0, 1]).unwrap();
        assert_eq!(all_used.problem.to_string(), "c\nc\n");
    }

    #[test]
    fn says_what_clashes() {
        let text = "a b c | x\na x:red\nb x:blue\na c\nx:red\nb x:red\n";
        let clash = |first: &str, second: &str, item: &str| {
            let [first, second, item] = [first, second, item].map(str::to_owned);
            Err(GivenError::Clash { first, second, item })
        };
        assert_eq!(given(text, &[0, 1]), clash("a x:red", "b x:blue", "x"));
        assert_eq!(given(text, &[4, 2, 0]), clash("a c", "a x:red", "a"));
        assert_eq!(given(text, &[3]), Err(GivenError::NotChoosable("x:red".into())));
        assert_eq!(given(text, &[0, 4, 0]), Err(GivenError::Twice("a x:red".into())));
        assert_eq!(given(text, &[0, 9]), Err(GivenError::NoSuchOption(9, 5)));
    }
}
