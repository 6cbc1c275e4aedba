//! Published figures of an engine on an instance or a corpus.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::Value;

/// Makes [`Figures`] and [`Column`] of one list of columns: the description, variant and key of each.
macro_rules! columns {
    ($($(#[$about:meta])* $column:ident $key:ident,)*) => {
        /// One `[[figure]]` of a table: figures of an engine on an instance, or on a whole corpus. Each column is a figure.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Figures {
            /// A corpus of the table's plans, or the name of a `generate` or `count` step.
            pub corpus: String,
            /// The instance; the whole corpus if absent.
            pub instance: Option<String>,
            /// The engine the figures were published for; if absent, they apply to every engine of ours that ran there.
            pub engine: Option<String>,
            /// The engine here whose results are shown beside the figures, if its name differs from `engine`.
            pub beside: Option<String>,
            /// The plan whose rows are compared; if absent, the first plan with a matching row.
            pub plan: Option<String>,
            /// Where the figures were published, if not where the table was.
            pub source: Option<String>,
            /// Whether counts must be equal to the published ones [default: true].
            pub exact: Option<bool>,
            /// Columns without a published value: our value is shown.
            pub ours: Vec<Column>,
            $($(#[$about])* pub $key: Option<Published>,)*
        }

        /// The quantity that a figure states.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Column {
            $($(#[$about])* $column,)*
        }

        impl Column {
            /// All columns, in the order in which they are shown.
            pub const ALL: &[Self] = &[$(Self::$column),*];

            /// The column's key in a table.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$column => stringify!($key),)*
                }
            }
        }

        impl Figures {
            /// The published value of a column.
            pub fn published(&self, column: Column) -> Option<&Published> {
                match column {
                    $(Column::$column => self.$key.as_ref(),)*
                }
            }
        }
    };
}

columns! {
    /// Tests of a search.
    Tests tests,
    /// Forks of a search.
    Forks forks,
    /// Nodes of a search.
    Nodes nodes,
    /// Solutions found.
    Solutions solutions,
    /// The most forks open at once.
    MaxDepth max_depth,
    /// The verdict on the search.
    Verdict verdict,
    /// The first solution, as a line.
    Solution solution,
    /// Cells that `singles` leaves empty.
    OpenCells open_cells,
    /// Wall time of an instance, or the median over a corpus.
    Milliseconds milliseconds,
    /// Puzzles solved per second of CPU time, with the corpus as one batch.
    PuzzlesPerSecond puzzles_per_second,
    /// Microseconds of CPU time per puzzle, with the corpus as one batch.
    UsecPerPuzzle usec_per_puzzle,
    /// The percentage of puzzles solved without a fork.
    NoGuessPercent no_guess_percent,
    /// Mean number of forks per puzzle.
    GuessesPerPuzzle guesses_per_puzzle,
}

impl Column {
    /// Whether the column is a count or text that does not depend on the machine. The others are times, or depend on
    /// an engine's definition of a guess.
    pub fn is_counted(self) -> bool {
        self < Self::Milliseconds
    }

    /// Whether the column applies to whole corpora only.
    pub fn is_of_corpus(self) -> bool {
        self > Self::Milliseconds
    }
}

impl Figures {
    /// The columns that have a published value or are listed in `ours`.
    pub fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        let wanted =
            |column: &Column| self.published(*column).is_some() || self.ours.contains(column);
        Column::ALL.iter().copied().filter(wanted)
    }

    /// Every text that is shown.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let Self { instance, engine, beside, plan, source, .. } = self;
        let named = [instance, engine, beside, plan, source].into_iter().flatten();
        let published = Column::ALL.iter().filter_map(|&column| self.published(column));
        let named = named.chain(std::iter::once(&self.corpus)).map(String::as_str);
        named.chain(published.map(|published| &*published.0))
    }

    /// Whether our value of a column must equal the published one.
    pub fn is_exact(&self, column: Column) -> bool {
        column.is_counted() && self.exact.unwrap_or(true) && self.published(column).is_some()
    }
}

/// A published value: a number, or text such as a verdict, a grid, or a number beyond 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published(pub String);

impl<'de> Deserialize<'de> for Published {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match Value::deserialize(value)? {
            Value::Integer(number) => Ok(Self(number.to_string())),
            Value::Float(number) => Ok(Self(number.to_string())),
            Value::String(text) => Ok(Self(text)),
            _ => Err(D::Error::custom("expected a number or text")),
        }
    }
}

impl Published {
    /// The value as a finite number, if it is one.
    pub fn number(&self) -> Option<f64> {
        self.0.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(text: &str) -> Figures {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn every_column_is_a_key() {
        for &column in Column::ALL {
            let figures = figures(&format!("corpus = 'c'\n{} = 7", column.name()));
            assert_eq!(figures.columns().collect::<Vec<_>>(), [column]);
            assert_eq!(figures.published(column).unwrap().number(), Some(7.0));
            assert_eq!(figures.is_exact(column), column.is_counted());
            let ours: Figures = toml::from_str(&format!("ours = ['{}']", column.name())).unwrap();
            assert_eq!(ours.columns().collect::<Vec<_>>(), [column]);
            assert!(!ours.is_exact(column), "nothing was published");
        }
    }

    #[test]
    fn a_value_is_what_was_published() {
        let figures = figures(
            "tests = 211\nsolutions = '2444888770250892795802079170816'\nverdict = 'stalled'\n\
             milliseconds = 0.5\nexact = false",
        );
        let text = |column| &figures.published(column).unwrap().0;
        assert_eq!(text(Column::Tests), "211");
        assert_eq!(text(Column::Solutions), "2444888770250892795802079170816");
        assert_eq!(text(Column::Milliseconds), "0.5");
        assert_eq!(figures.published(Column::Verdict).unwrap().number(), None);
        assert!(!figures.is_exact(Column::Tests));
    }
}
