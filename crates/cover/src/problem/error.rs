//! What the builder of problems refuses.

use thiserror::Error;

use super::MAX_COSTS;

/// The longest name, in bytes. Knuth's programs stop at 8.
pub(crate) const MAX_NAME: usize = 1000;

/// What the builder refuses.
///
/// ```
/// use quadrille_cover::{Problem, ProblemError};
///
/// let mut builder = Problem::builder();
/// builder.primary("a")?;
/// let error = builder.option(["a", "b"]).unwrap_err();
/// assert_eq!(error, ProblemError::UnknownItem("b".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Costs too large to be added up.
    #[error(
        "a cost of {0} takes the sum of all costs beyond {MAX_COSTS}; give costs in a larger unit"
    )]
    CostsTooLarge(u64),
    /// An option without an item.
    #[error("an option without any item; name at least one")]
    EmptyOption,
}
