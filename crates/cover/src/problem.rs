//! The problem: items and options, and the [builder](ProblemBuilder) that checks them.
//!
//! Items are numbered from 0, primary ones first; options are numbered from 0 in the order
//! they were added. Options lie in one flat array, so that a problem of a million options
//! needs only a few allocations.

mod builder;
mod decide;
mod error;
mod lists;
mod reduce;

pub use builder::ProblemBuilder;
pub use decide::State;
pub(crate) use error::MAX_NAME;
pub use error::ProblemError;
pub use error::is_control;
pub(crate) use lists::Lists;
pub use reduce::{GivenError, Reduced};

/// The number of an item, from 0, primary items first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub(crate) u32);

/// The number of an option, from 0, in the order of the text or the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OptionId(pub(crate) u32);

/// The number of a colour, from 0, in the order of first use.
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

/// The number of times a primary item must be covered: at least `low`, at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Minimum number of times.
    pub low: u32,
    /// Maximum number of times; at least 1 and at least `low`.
    pub high: u32,
}

impl Bounds {
    /// Exactly once, the default for primary items.
    pub const ONCE: Self = Self { low: 1, high: 1 };
}

/// An item of an option, with the colour that the option gives the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// The colour; always `None` for a primary item.
    pub colour: Option<Colour>,
}

/// Upper bound on the sum of the costs of all options of a problem.
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
    /// Bounds by primary item.
    bounds: Vec<Bounds>,
    colours: Vec<String>,
    entries: Vec<Entry>,
    /// Option `o` is `entries[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    /// Costs by option; empty if all are 0.
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

    /// The option with this number, if the problem has one.
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

    /// Whether an item is primary.
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary()
    }

    /// The bounds of a primary item; `None` for a secondary item.
    pub fn bounds(&self, item: ItemId) -> Option<Bounds> {
        self.bounds.get(item.index()).copied()
    }

    /// Whether a search prefers to branch on this item: it is primary and its name begins with
    /// `#`. Preferences change the order of the search, never the set of solutions.
    ///
    /// Source: *TAOCP* 4B, 7.2.2.1, exercise 10, the "sharp preference heuristic".
    pub fn is_preferred(&self, item: ItemId) -> bool {
        self.is_primary(item) && self.item_name(item).starts_with('#')
    }

    /// Whether some item is [preferred](Self::is_preferred).
    pub fn has_preferences(&self) -> bool {
        self.names.iter().take(self.primary()).any(|name| name.starts_with('#'))
    }

    /// Whether an option can be chosen. An option without a primary item cannot, as in Knuth's programs.
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.option(option).iter().any(|e| self.is_primary(e.item))
    }

    /// Whether some item has bounds other than [`Bounds::ONCE`].
    pub fn has_multiplicities(&self) -> bool {
        self.bounds.iter().any(|&b| b != Bounds::ONCE)
    }

    /// Whether some option has a colour.
    pub fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// The cost of an option; 0 by default.
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// The sum of the costs of these options; at most [`MAX_COSTS`], which the builder checks.
    pub fn cost_of(&self, options: &[OptionId]) -> u64 {
        options.iter().map(|&option| self.cost(option)).sum()
    }

    /// The problem in which each option costs 1, if no option of this one has a cost: then the cheapest solutions are those with the
    /// fewest options.
    ///
    /// ```
    /// use quadrille_cover::Problem;
    ///
    /// let priced = |text| Problem::parse(text).map(|problem| problem.priced().to_string());
    /// assert_eq!(priced("a b\na\nb\na b\n")?, "a b\na |1\nb |1\na b |1\n");
    /// assert_eq!(priced("a b\na |7\nb\n")?, "a b\na |7\nb\n");
    /// # Ok::<(), quadrille_cover::TextError>(())
    /// ```
    #[must_use]
    pub fn priced(mut self) -> Self {
        if !self.has_costs() {
            self.costs = vec![1; self.options()];
        }
        self
    }

    /// The problem in which each option costs from 1 to `most`, by random numbers of a seed, in the order of the options.
    ///
    /// ```
    /// use quadrille_cover::Problem;
    ///
    /// let problem = Problem::parse("a b\na\nb\na b\n")?.with_random_costs(7, 100);
    /// let mut costs = problem.option_ids().map(|option| problem.cost(option));
    /// assert!(costs.all(|cost| (1..=100).contains(&cost)));
    /// # Ok::<(), quadrille_cover::TextError>(())
    /// ```
    #[must_use]
    pub fn with_random_costs(mut self, seed: u64, most: u32) -> Self {
        let mut stream = crate::random::Stream::new(seed, 0);
        let cost = |_| stream.below(most.max(1) as usize) as u64 + 1;
        self.costs = (0..self.options()).map(cost).collect();
        self
    }

    /// Whether some option has a cost other than 0.
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The items of an option in the text format, such as `d3 s1 s5` or `A0 00:w`.
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
