//! The columns of a table, as they are asked for.

use serde::{Deserialize, Serialize};

/// The columns that are read, each by its name or its number from 1, where they should not be found by themselves.
///
/// A text names the column of puzzles, or several columns by what they hold:
///
/// ```
/// use quadrille_tables::Columns;
///
/// let columns = Columns::from("puzzles=Grid,names=2");
/// assert_eq!((columns.puzzles.as_deref(), columns.names.as_deref()), (Some("Grid"), Some("2")));
/// assert_eq!(Columns::from("a,b").puzzles.as_deref(), Some("a,b"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The column of puzzles.
    pub puzzles: Option<String>,
    /// The column of answers.
    pub answers: Option<String>,
    /// The column of the names of puzzles.
    pub names: Option<String>,
}

impl From<&str> for Columns {
    fn from(text: &str) -> Self {
        let mut columns = Self::default();
        for part in text.split(',') {
            let asked = match part.split_once('=') {
                Some(("puzzles", name)) => (&mut columns.puzzles, name),
                Some(("answers", name)) => (&mut columns.answers, name),
                Some(("names", name)) => (&mut columns.names, name),
                // A name may have any characters.
                _ => return Self { puzzles: Some(text.to_owned()), ..Self::default() },
            };
            *asked.0 = Some(asked.1.to_owned());
        }
        columns
    }
}
