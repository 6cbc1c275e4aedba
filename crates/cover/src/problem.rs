//! The problem: items and options, and the [builder](ProblemBuilder) that makes sure they fit
//! together.
//!
//! Items are numbered from 0, primary ones first; options are numbered from 0 in the order
//! they were added. Options lie in one flat array, so that a problem of a million options is
//! a handful of allocations.

mod builder;
mod error;
mod lists;
mod reduce;

use std::fmt;

pub use builder::ProblemBuilder;
pub(crate) use error::MAX_NAME;
pub use error::ProblemError;
pub(crate) use lists::Lists;
pub use reduce::{GivenError, Reduced};

/// An item's number: primary items first, from 0.
///
/// ```
/// use quadrille_cover::{Colour, ItemId, OptionId, Problem};
///
/// let mut builder = Problem::builder();
/// let item: ItemId = builder.primary("a")?;
/// let colour: Colour = builder.colour("red")?;
/// let option: OptionId = builder.option(["a"])?;
/// assert_eq!((item.index(), colour.index(), option.index()), (0, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub(crate) u32);

/// An option's number, from 0, in the order of the text or the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OptionId(pub(crate) u32);

/// A colour's number, from 0, in the order of first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub(crate) u32);

macro_rules! index {
    ($($name:ident)*) => {$(
        impl $name {
            /// The number as an index, from 0.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
index!(ItemId OptionId Colour);

/// How often a primary item must be covered: at least `low` times, at most `high`.
/// An ordinary item is covered exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Fewest times.
    pub low: u32,
    /// Most times; at least 1 and at least `low`.
    pub high: u32,
}

impl Bounds {
    /// Exactly once: what a primary item means unless told otherwise.
    pub const ONCE: Self = Self { low: 1, high: 1 };
}

/// One item of an option, with the colour the option gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// Its colour; only secondary items have one.
    pub colour: Option<Colour>,
}

/// The most that all options of a problem may cost together.
///
/// ```
/// use quadrille_cover::{MAX_COSTS, Problem, ProblemError};
///
/// let mut builder = Problem::builder();
/// builder.primary("a")?;
/// builder.push_cost(MAX_COSTS)?;
/// builder.option(["a"])?;
/// assert_eq!(builder.push_cost(1), Err(ProblemError::CostsTooLarge(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_COSTS: u64 = i64::MAX as u64;

/// An exact cover problem. Made by [`Problem::builder`] or read by [`Problem::parse`].
///
/// ```
/// use quadrille_cover::{Bounds, Entry, Problem};
///
/// let problem = Problem::parse("a 2:3|#b | x\na x:red\na #b |5\n#b\n#b x\nx\n")?;
/// assert_eq!((problem.items(), problem.primary()), (3, 2));
/// assert_eq!((problem.options(), problem.entries(), problem.colours()), (5, 8, 1));
/// let items: Vec<_> = problem.item_ids().collect();
/// assert_eq!(items.iter().map(|&item| problem.item_name(item)).collect::<Vec<_>>(), ["a", "#b", "x"]);
/// assert_eq!(problem.bounds(items[0]), Some(Bounds::ONCE));
/// assert_eq!(problem.bounds(items[1]), Some(Bounds { low: 2, high: 3 }));
/// assert!(problem.is_preferred(items[1]) && !problem.is_primary(items[2]));
///
/// let [Entry { item: a, .. }, Entry { item: x, colour: Some(red) }] = *problem
///     .option(problem.option_id(0).expect("there are five")) else { panic!("a and x:red") };
/// assert_eq!((a, x.index()), (items[0], 2));
/// assert_eq!(problem.colour_name(red), "red");
///
/// let options: Vec<_> = problem.option_ids().collect();
/// assert_eq!(problem.option_text(options[0]), "a x:red");
/// assert_eq!((problem.cost(options[1]), problem.cost_of(&options)), (5, 5));
/// assert!(!problem.is_choosable(options[4]), "it covers nothing that must be covered");
/// assert!(problem.has_preferences() && problem.has_multiplicities());
/// assert!(problem.has_colours() && problem.has_costs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    names: Vec<String>,
    /// One for each primary item.
    bounds: Vec<Bounds>,
    colours: Vec<String>,
    entries: Vec<Entry>,
    /// Option `o` is `entries[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    /// By option; empty if no option costs anything.
    costs: Vec<u64>,
}

impl Problem {
    /// An empty builder.
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// Number of items, primary and secondary.
    pub fn items(&self) -> usize {
        self.names.len()
    }

    /// Number of primary items; they are the items `0..primary()`.
    pub fn primary(&self) -> usize {
        self.bounds.len()
    }

    /// Number of options.
    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of entries in all options together (Knuth's "nonzeros").
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Number of different colours.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    /// All option numbers, in order.
    pub fn option_ids(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.options() as u32).map(OptionId)
    }

    /// All item numbers, primary ones first.
    pub fn item_ids(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.items() as u32).map(ItemId)
    }

    /// The option of that number, if there is one.
    pub fn option_id(&self, index: usize) -> Option<OptionId> {
        (index < self.options()).then_some(OptionId(index as u32))
    }

    /// The items of an option, in the order they were given.
    pub fn option(&self, option: OptionId) -> &[Entry] {
        let o = option.index();
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }

    /// An item's name.
    pub fn item_name(&self, item: ItemId) -> &str {
        &self.names[item.index()]
    }

    /// A colour's name.
    pub fn colour_name(&self, colour: Colour) -> &str {
        &self.colours[colour.index()]
    }

    /// Whether the item must be covered.
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary()
    }

    /// How often a primary item must be covered; `None` for a secondary item.
    pub fn bounds(&self, item: ItemId) -> Option<Bounds> {
        self.bounds.get(item.index()).copied()
    }

    /// Whether an item is preferred where a search chooses what to branch on: its name begins with
    /// `#`, and it is primary. Preferences change the search, never the solutions.
    ///
    /// Source: *TAOCP* 4B, 7.2.2.1, exercise 10, the "sharp preference heuristic".
    pub fn is_preferred(&self, item: ItemId) -> bool {
        self.is_primary(item) && self.item_name(item).starts_with('#')
    }

    /// Whether some item is [preferred](Self::is_preferred).
    pub fn has_preferences(&self) -> bool {
        self.names.iter().take(self.primary()).any(|name| name.starts_with('#'))
    }

    /// Whether an option can ever be chosen. An option without a primary item can not: it
    /// covers nothing that must be covered, and Knuth's programs pass it over as ours do.
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.option(option).iter().any(|e| self.is_primary(e.item))
    }

    /// Whether some item may be covered more or less often than once.
    pub fn has_multiplicities(&self) -> bool {
        self.bounds.iter().any(|&b| b != Bounds::ONCE)
    }

    /// Whether some option gives some item a colour.
    pub fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// What an option costs; 0 unless it was given a cost.
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// What a set of options costs together. Even all options of a problem together cost no more
    /// than [`MAX_COSTS`]: the builder sees to that.
    pub fn cost_of(&self, options: &[OptionId]) -> u64 {
        options.iter().map(|&option| self.cost(option)).sum()
    }

    /// Whether some option costs something.
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// An option's items as the text format writes them: `d3 s1 s5` or `A0 00:w`.
    pub fn option_text(&self, option: OptionId) -> String {
        let mut text = String::new();
        for (i, &entry) in self.option(option).iter().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            text.push_str(self.item_name(entry.item));
            if let Some(colour) = entry.colour {
                text.push(':');
                text.push_str(self.colour_name(colour));
            }
        }
        text
    }
}

impl fmt::Display for Problem {
    /// The problem in Knuth's DLX text format; [`Problem::parse`] reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::text::write(self, f)
    }
}
