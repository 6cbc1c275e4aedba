//! The builder of problems.

use std::collections::HashMap;

use super::{
    Bounds, Colour, Entry, ItemId, MAX_COSTS, MAX_NAME, OptionId, Problem, ProblemError, is_control,
};

/// Builds a [`Problem`]: first the primary items, then the secondary ones, then the options.
///
/// ```
/// use quadrille_cover::{Problem, ProblemBuilder};
///
/// let mut builder: ProblemBuilder = Problem::builder();
/// let a = builder.primary("a")?;
/// builder.primary("b")?;
/// builder.secondary("x")?;
/// builder.option(["a", "x:red"])?;
/// builder.option(["b", "x:red"])?;
/// builder.option_of([(a, None)])?;
/// let problem = builder.build();
/// assert_eq!((problem.primary(), problem.options()), (2, 3));
/// # Ok::<(), quadrille_cover::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    problem: Problem,
    item_of: HashMap<String, ItemId>,
    colour_of: HashMap<String, Colour>,
    /// By item, the last option with the item, plus one. Detects an item that stands twice in an option.
    seen: Vec<u32>,
    /// Number of colours to keep if the option being built is refused.
    colours_before: usize,
    cost: u64,
    /// Sum of the costs of all options, including the one being built.
    all_costs: u64,
}

impl Default for ProblemBuilder {
    fn default() -> Self {
        Self {
            problem: Problem {
                names: Vec::new(),
                bounds: Vec::new(),
                colours: Vec::new(),
                entries: Vec::new(),
                starts: vec![0],
                costs: Vec::new(),
            },
            item_of: HashMap::new(),
            colour_of: HashMap::new(),
            seen: Vec::new(),
            colours_before: 0,
            cost: 0,
            all_costs: 0,
        }
    }
}

impl ProblemBuilder {
    /// Adds a primary item that must be covered exactly once. A name has 1 to 1000 bytes that can be printed, and no blank, `:` or
    /// `|`.
    ///
    /// # Errors
    /// A malformed name, a name that another item has, or a primary item after a secondary one.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.primary_bounded(name, Bounds::ONCE)
    }

    /// Adds a primary item with a multiplicity.
    ///
    /// ```
    /// use quadrille_cover::{Bounds, Problem, Solver, engine::Dlx};
    ///
    /// let mut builder = Problem::builder();
    /// builder.primary_bounded("cup", Bounds { low: 2, high: 3 })?;
    /// for _ in 0..4 {
    ///     builder.option(["cup"])?;
    /// }
    /// // Two of four, or three of four.
    /// assert_eq!(Dlx.count(&builder.build())?, 10u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`primary`](Self::primary), and bounds that cannot be met.
    pub fn primary_bounded(&mut self, name: &str, bounds: Bounds) -> Result<ItemId, ProblemError> {
        if self.problem.items() > self.problem.primary() {
            return Err(ProblemError::PrimaryAfterSecondary(name.to_owned()));
        }
        if bounds.low > bounds.high || bounds.high == 0 {
            return Err(ProblemError::BadBounds {
                name: name.to_owned(),
                low: bounds.low,
                high: bounds.high,
            });
        }
        let id = self.item(name)?;
        self.problem.bounds.push(bounds);
        Ok(id)
    }

    /// Adds a secondary item.
    ///
    /// # Errors
    /// A malformed name, or a name that another item has.
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.item(name)
    }

    fn item(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        if !is_name(name) {
            return Err(ProblemError::BadName(name.to_owned()));
        }
        if self.item_of.contains_key(name) {
            return Err(ProblemError::DuplicateItem(name.to_owned()));
        }
        let id = ItemId(self.problem.names.len() as u32);
        self.problem.names.push(name.to_owned());
        self.item_of.insert(name.to_owned(), id);
        self.seen.push(0);
        Ok(id)
    }

    /// The entry for a text such as `x` or `x:red`.
    ///
    /// # Errors
    /// An unknown item or a malformed colour.
    pub fn entry(&mut self, text: &str) -> Result<Entry, ProblemError> {
        let (name, colour) = match text.split_once(':') {
            None => (text, None),
            Some((_, colour)) if !is_name(colour) => {
                return Err(ProblemError::BadColour(text.to_owned()));
            }
            Some((name, colour)) => (name, Some(colour)),
        };
        let Some(&item) = self.item_of.get(name) else {
            return Err(ProblemError::UnknownItem(name.to_owned()));
        };
        Ok(Entry { item, colour: colour.map(|c| self.number_of(c)) })
    }

    /// The number of the colour with this name, which is added if it is new. The colour stays even if the
    /// option being built is refused.
    ///
    /// # Errors
    /// A name that the text format cannot express.
    pub fn colour(&mut self, name: &str) -> Result<Colour, ProblemError> {
        if !is_name(name) {
            return Err(ProblemError::BadColour(name.to_owned()));
        }
        let colour = self.number_of(name);
        self.colours_before = self.colours_before.max(colour.index() + 1);
        Ok(colour)
    }

    fn number_of(&mut self, name: &str) -> Colour {
        if let Some(&colour) = self.colour_of.get(name) {
            return colour;
        }
        let colour = Colour(self.problem.colours.len() as u32);
        self.problem.colours.push(name.to_owned());
        self.colour_of.insert(name.to_owned(), colour);
        colour
    }

    /// Adds an option by the names of its items, `name` or `name:colour`.
    ///
    /// # Errors
    /// The errors of [`entry`](Self::entry), [`push`](Self::push) and
    /// [`finish_option`](Self::finish_option). The option is not added then.
    pub fn option<'a>(
        &mut self,
        items: impl IntoIterator<Item = &'a str>,
    ) -> Result<OptionId, ProblemError> {
        for text in items {
            let pushed = self.entry(text).and_then(|entry| self.push(entry));
            if let Err(error) = pushed {
                self.drop_option();
                return Err(error);
            }
        }
        self.finish_option()
    }

    /// Adds an option by the numbers of its items.
    ///
    /// # Errors
    /// As [`option`](Self::option).
    ///
    /// # Panics
    /// If an item does not belong to this builder.
    pub fn option_of(
        &mut self,
        items: impl IntoIterator<Item = (ItemId, Option<Colour>)>,
    ) -> Result<OptionId, ProblemError> {
        for (item, colour) in items {
            if let Err(error) = self.push(Entry { item, colour }) {
                self.drop_option();
                return Err(error);
            }
        }
        self.finish_option()
    }

    /// Adds an entry to the option being built. Call [`finish_option`](Self::finish_option)
    /// after the last entry.
    ///
    /// ```
    /// use quadrille_cover::{Entry, Problem, ProblemError};
    ///
    /// let mut builder = Problem::builder();
    /// let a = builder.primary("a")?;
    /// let x = builder.secondary("x")?;
    /// let red = builder.colour("red")?;
    /// builder.push(Entry { item: a, colour: None })?;
    /// builder.push(Entry { item: x, colour: Some(red) })?;
    /// let option = builder.finish_option()?;
    /// builder.set_cost(option, 3)?;
    ///
    /// let entry = builder.entry("x:red")?;
    /// assert_eq!(entry, Entry { item: x, colour: Some(red) });
    /// builder.push(entry)?;
    /// assert_eq!(builder.push(entry), Err(ProblemError::ItemTwice("x".into())));
    /// builder.drop_option();
    /// assert_eq!(builder.build().to_string(), "a | x\na x:red |3\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An item that the option has already, or a primary item with a colour.
    ///
    /// # Panics
    /// If the item does not belong to this builder.
    pub fn push(&mut self, entry: Entry) -> Result<(), ProblemError> {
        let name = || self.problem.item_name(entry.item).to_owned();
        let this_option = self.problem.starts.len() as u32;
        if entry.colour.is_some() && self.problem.is_primary(entry.item) {
            return Err(ProblemError::ColourOnPrimary(name()));
        }
        if self.seen[entry.item.index()] == this_option {
            return Err(ProblemError::ItemTwice(name()));
        }
        self.seen[entry.item.index()] = this_option;
        self.problem.entries.push(entry);
        Ok(())
    }

    /// Adds to the cost of the option being built.
    ///
    /// ```
    /// use quadrille_cover::Problem;
    ///
    /// let mut builder = Problem::builder();
    /// builder.primary("a")?;
    /// builder.push_cost(7)?;
    /// let option = builder.option(["a"])?;
    /// assert_eq!(builder.build().cost(option), 7);
    /// # Ok::<(), quadrille_cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If the sum of all costs would exceed [`MAX_COSTS`](super::MAX_COSTS).
    pub fn push_cost(&mut self, cost: u64) -> Result<(), ProblemError> {
        self.all_costs = add_cost(self.all_costs, cost)?;
        self.cost += cost;
        Ok(())
    }

    /// Sets the cost of an option.
    ///
    /// # Errors
    /// As [`push_cost`](Self::push_cost); the cost does not change then.
    ///
    /// # Panics
    /// If the option does not belong to this builder.
    pub fn set_cost(&mut self, option: OptionId, cost: u64) -> Result<(), ProblemError> {
        assert!(option.index() < self.problem.options(), "expected an option of this builder");
        let others = self.all_costs - self.problem.cost(option);
        self.all_costs = add_cost(others, cost)?;
        self.keep_cost(option, cost);
        Ok(())
    }

    /// Stores a cost. The vector stays empty up to the first cost that is not 0.
    fn keep_cost(&mut self, option: OptionId, cost: u64) {
        let costs = &mut self.problem.costs;
        if cost > 0 || costs.len() > option.index() {
            costs.resize(costs.len().max(option.index() + 1), 0);
            costs[option.index()] = cost;
        }
    }

    /// Adds the option being built to the problem.
    ///
    /// # Errors
    /// An option without items.
    pub fn finish_option(&mut self) -> Result<OptionId, ProblemError> {
        let id = OptionId(self.problem.options() as u32);
        let end = self.problem.entries.len() as u32;
        if self.problem.starts.last() == Some(&end) {
            self.drop_option();
            return Err(ProblemError::EmptyOption);
        }
        self.problem.starts.push(end);
        let cost = std::mem::take(&mut self.cost);
        self.keep_cost(id, cost);
        self.colours_before = self.problem.colours.len();
        Ok(id)
    }

    /// Discards the entries and costs pushed for the option being built.
    pub fn drop_option(&mut self) {
        self.all_costs -= std::mem::take(&mut self.cost);
        let start = self.problem.starts[self.problem.options()] as usize;
        for entry in self.problem.entries.drain(start..) {
            self.seen[entry.item.index()] = 0;
        }
        for colour in self.problem.colours.drain(self.colours_before..) {
            self.colour_of.remove(&colour);
        }
    }

    /// The finished problem. A problem without primary items has one solution, the empty one.
    pub fn build(mut self) -> Problem {
        self.drop_option();
        if self.problem.costs.iter().all(|&cost| cost == 0) {
            self.problem.costs.clear();
        } else {
            self.problem.costs.resize(self.problem.options(), 0);
        }
        self.problem
    }
}

fn add_cost(costs: u64, cost: u64) -> Result<u64, ProblemError> {
    let sum = costs.checked_add(cost).filter(|&sum| sum <= MAX_COSTS);
    sum.ok_or(ProblemError::CostsTooLarge(cost))
}

/// Whether the text format can express a name. A byte-order mark is refused, as reading a text may remove it.
fn is_name(name: &str) -> bool {
    let forbidden =
        |c: char| c.is_whitespace() || is_control(c) || matches!(c, ':' | '|' | '\u{feff}');
    !name.is_empty() && name.len() <= MAX_NAME && !name.contains(forbidden)
}

#[cfg(test)]
mod tests;
