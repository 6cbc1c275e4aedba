//! The builder of problems, and what it refuses.

use std::collections::HashMap;

use thiserror::Error;

use super::{Bounds, Colour, Entry, ItemId, OptionId, Problem};

/// The longest name, in bytes. Knuth's programs stop at 8.
pub(crate) const MAX_NAME: usize = 1000;

/// What the builder refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// Two items of one name.
    #[error("item `{0}` is named twice; give each item a name of its own")]
    DuplicateItem(String),
    /// A name that the text format could not hold.
    #[error(
        "`{0}` cannot be an item's name; a name has 1 to {MAX_NAME} bytes that can be printed, and no blank, `:` or `|`"
    )]
    BadName(String),
    /// A primary item after a secondary one.
    #[error("primary item `{0}` comes after a secondary item; put all primary items first")]
    PrimaryAfterSecondary(String),
    /// Bounds that no cover can meet.
    #[error(
        "item `{name}` is to be covered {low} to {high} times; expected low <= high and high >= 1"
    )]
    BadBounds {
        /// The item.
        name: String,
        /// Its lower bound.
        low: u32,
        /// Its upper bound.
        high: u32,
    },
    /// An option names an item that there is not.
    #[error("item `{0}` is unknown; every item of an option must stand in the list of items")]
    UnknownItem(String),
    /// An option names an item twice.
    #[error("item `{0}` stands twice in one option; name it once")]
    ItemTwice(String),
    /// A colour on a primary item.
    #[error("primary item `{0}` has a colour; only secondary items may have one")]
    ColourOnPrimary(String),
    /// A colour without a name.
    #[error("`{0}` has an empty or malformed colour; expected `item:colour`")]
    BadColour(String),
    /// An option without an item.
    #[error("an option without any item; name at least one")]
    EmptyOption,
}

/// Builds a [`Problem`]: first the primary items, then the secondary ones, then the options.
///
/// ```
/// use quadrille_cover::Problem;
///
/// let mut builder = Problem::builder();
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
    /// The last option that named each item, plus one: finds an item named twice.
    seen: Vec<u32>,
    /// Colours that stay if the option being built is refused.
    colours_before: usize,
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
            },
            item_of: HashMap::new(),
            colour_of: HashMap::new(),
            seen: Vec::new(),
            colours_before: 0,
        }
    }
}

impl ProblemBuilder {
    /// Adds a primary item, to be covered exactly once.
    ///
    /// # Errors
    /// A name that is taken or malformed, or a primary item after a secondary one.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.primary_bounded(name, Bounds::ONCE)
    }

    /// Adds a primary item with a multiplicity.
    ///
    /// # Errors
    /// As [`primary`](Self::primary); and bounds that cannot be met.
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
    /// A name that is taken or malformed.
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

    /// The entry that a text like `x` or `x:red` means.
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

    /// The number of the colour of that name, new or not. It is kept whatever becomes of the
    /// option being built.
    ///
    /// # Errors
    /// A name that the text format could not hold.
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
    /// Whatever [`push`](Self::push) and [`finish`](Self::finish_option) refuse; nothing of the
    /// option is kept then.
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
    /// If an item is not of this builder.
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

    /// Adds one entry to the option being built, which [`finish_option`](Self::finish_option)
    /// ends.
    ///
    /// # Errors
    /// An item that stands twice, or a primary item with a colour.
    ///
    /// # Panics
    /// If the item is not of this builder.
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

    /// Ends the option being built.
    ///
    /// # Errors
    /// An option without any item.
    pub fn finish_option(&mut self) -> Result<OptionId, ProblemError> {
        let id = OptionId(self.problem.options() as u32);
        let end = self.problem.entries.len() as u32;
        if self.problem.starts.last() == Some(&end) {
            return Err(ProblemError::EmptyOption);
        }
        self.problem.starts.push(end);
        self.colours_before = self.problem.colours.len();
        Ok(id)
    }

    /// Forgets what was pushed of the option being built.
    pub fn drop_option(&mut self) {
        let start = self.problem.starts[self.problem.options()] as usize;
        for entry in self.problem.entries.drain(start..) {
            self.seen[entry.item.index()] = 0;
        }
        for colour in self.problem.colours.drain(self.colours_before..) {
            self.colour_of.remove(&colour);
        }
    }

    /// The problem. One without any primary item has one solution, the empty one.
    pub fn build(mut self) -> Problem {
        self.drop_option();
        self.problem
    }
}

/// Whether the text format could hold a name. A byte-order mark would not survive it.
fn is_name(name: &str) -> bool {
    let forbidden =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, ':' | '|' | '\u{feff}');
    !name.is_empty() && name.len() <= MAX_NAME && !name.contains(forbidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder() -> ProblemBuilder {
        let mut b = Problem::builder();
        b.primary("a").unwrap();
        b.primary("b").unwrap();
        b.secondary("x").unwrap();
        b
    }

    #[test]
    fn refuses_what_does_not_fit() {
        let mut b = builder();
        assert_eq!(b.primary("c"), Err(ProblemError::PrimaryAfterSecondary("c".into())));
        assert_eq!(b.secondary("a"), Err(ProblemError::DuplicateItem("a".into())));
        assert_eq!(b.secondary("a:b"), Err(ProblemError::BadName("a:b".into())));
        assert_eq!(b.option(["a", "q"]), Err(ProblemError::UnknownItem("q".into())));
        assert_eq!(b.option(["a", "a"]), Err(ProblemError::ItemTwice("a".into())));
        assert_eq!(b.option(["a:red"]), Err(ProblemError::ColourOnPrimary("a".into())));
        assert_eq!(b.option(["x:"]), Err(ProblemError::BadColour("x:".into())));
        assert_eq!(b.option([]), Err(ProblemError::EmptyOption));
    }

    #[test]
    fn a_refused_option_leaves_nothing_behind() {
        let mut b = builder();
        assert!(b.option(["a", "x:blue", "q"]).is_err());
        b.option(["a", "x:red"]).unwrap();
        let p = b.build();
        assert_eq!((p.options(), p.colours()), (1, 1));
        assert_eq!(p.option_text(OptionId(0)), "a x:red");
    }

    #[test]
    fn bounds_must_be_possible() {
        let mut b = Problem::builder();
        assert!(b.primary_bounded("a", Bounds { low: 3, high: 2 }).is_err());
        assert!(b.primary_bounded("a", Bounds { low: 0, high: 0 }).is_err());
        b.primary_bounded("a", Bounds { low: 0, high: 2 }).unwrap();
        assert!(b.build().has_multiplicities());
    }
}
