//! Errors of the builder of problems.

use thiserror::Error;

use super::MAX_COSTS;

/// Upper bound on the length of a name, in bytes. Knuth's programs allow 8.
pub(crate) const MAX_NAME: usize = 1000;

/// Whether a terminal that prints this character in a name could do something else than print: a control
/// character, or one that sets the direction of the text after it.
pub fn is_control(c: char) -> bool {
    let is_directional = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || is_directional
}

/// An error of [`ProblemBuilder`](super::ProblemBuilder).
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
    /// Two items with the same name.
    #[error("item `{0}` is named twice; give each item a name of its own")]
    DuplicateItem(String),
    /// A name that the text format cannot express.
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
        /// The item's lower bound.
        low: u32,
        /// The item's upper bound.
        high: u32,
    },
    /// An option with an item that was not added to the problem.
    #[error("item `{0}` is unknown; add it to the list of items or correct the option")]
    UnknownItem(String),
    /// An option with the same item twice.
    #[error("item `{0}` stands twice in one option; name it once")]
    ItemTwice(String),
    /// A colour on a primary item.
    #[error("primary item `{0}` has a colour; only secondary items may have one")]
    ColourOnPrimary(String),
    /// A colour without a name.
    #[error("`{0}` has an empty or malformed colour; expected `item:colour`")]
    BadColour(String),
    /// A sum of costs above [`MAX_COSTS`].
    #[error(
        "a cost of {0} makes the sum of all costs larger than {MAX_COSTS}; give costs in a larger unit"
    )]
    CostsTooLarge(u64),
    /// An option without an item.
    #[error("an option without any item; name at least one")]
    EmptyOption,
}
