//! The rest of a problem after some options are chosen in advance.
//!
//! Choosing an option has the same effect here as in a search: its primary items are
//! covered, options that clash with it are removed, its colours are settled. The rest is a
//! problem with items and options in their old order. So an engine that branches on the item with the fewest
//! options, the leftmost among equals, makes the same tree for the rest as below these choices.

use thiserror::Error;

use super::{Bounds, Colour, Entry, ItemId, OptionId, Problem};

/// The rest of a problem after choosing options, with the numbers that options had before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The rest of the problem.
    pub problem: Problem,
    /// By option of the rest, its number in the original problem, in increasing order.
    pub options: Vec<OptionId>,
    /// The options chosen in advance, by their numbers in the original problem.
    pub given: Vec<OptionId>,
}

impl Reduced {
    /// The solution of the original problem for a solution of the rest: the
    /// options chosen in advance, then those of the solution, each in their order.
    ///
    /// # Panics
    /// If an option does not belong to the rest.
    pub fn whole(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let mut whole = Vec::with_capacity(self.given.len() + solution.len());
        whole.extend_from_slice(&self.given);
        whole.extend(solution.iter().map(|option| self.options[option.index()]));
        whole
    }
}

/// Why options cannot be chosen together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GivenError {
    /// An option number that the problem does not have.
    #[error("option {0} does not exist; the problem has {1} options, numbered from 0")]
    NoSuchOption(usize, usize),
    /// An option that is given twice.
    #[error("option `{0}` is given twice")]
    Twice(String),
    /// An option without a primary item.
    #[error("option `{0}` has no primary item, so it can be in no solution")]
    NotChoosable(String),
    /// An item that two of the options cannot both have.
    #[error("options `{first}` and `{second}` clash: both cover item `{item}`")]
    Clash {
        /// The option that covered the item last before `second`.
        first: String,
        /// The option that cannot cover the item after the options given before it.
        second: String,
        /// The item.
        item: String,
    },
}

/// The state of an item after the options chosen so far.
#[derive(Clone, Copy)]
struct Use {
    times: u32,
    colour: Option<Colour>,
    /// The last option that covered the item.
    by: Option<OptionId>,
}

/// Entry in a table of new numbers for an item that is removed.
pub(super) const GONE: u32 = u32::MAX;

impl Problem {
    /// The rest of the problem when these options are chosen. Takes time proportional to the
    /// size of the problem.
    ///
    /// Primary items that may not be covered again are removed; the bounds of other primary items that the
    /// options cover are lowered. Secondary items that the options cover are removed: if such an item has a
    /// colour, options with another colour are removed, and options with the same colour lose the item.
    /// Options without a primary item are removed, too.
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
    /// Options that cannot be chosen, or not together with each other.
    pub fn given(&self, options: &[OptionId]) -> Result<Reduced, GivenError> {
        self.reduce(options, |_| true)
    }

    /// As [`given`](Self::given), also without the options for which `keep` is false.
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

    /// As [`reduce`](Self::reduce), with only the options `kept`, for engines, which need no names: items and
    /// colours have empty names, but preferred items are named `#`. No option given may be among those kept.
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

    /// The state of each item after choosing the options one after another.
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

    fn admits(&self, before: &Use, entry: Entry) -> bool {
        match self.bounds(entry.item) {
            Some(bounds) => before.times < bounds.high,
            None => before.times == 0 || entry.colour.is_some() && entry.colour == before.colour,
        }
    }

    /// A problem with the remaining items, without colours and options, and the new number of
    /// each item.
    fn items_left(&self, uses: &[Use], name: impl Fn(&String) -> String) -> (Self, Vec<u32>) {
        let mut left = Self::builder().build();
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

    /// Adds an option to `left` with its remaining items, if it can still be chosen.
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
