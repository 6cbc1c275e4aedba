//! What was published: figures of an engine on an instance or a corpus.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Figures of an engine on an instance, or on a whole corpus, as they are written in a table. Each column is a
/// figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Figures {
    /// A corpus of the table's plans, or the name of what it generates or counts.
    pub corpus: String,
    /// The instance; the whole corpus if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Whose figures they are; if none is named, of every engine of ours that was run there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The engine here that they are set beside, if it has another name: one of the same kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// The plan whose rows are meant; the first that has what is looked for, if none is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Where they were published, if not where the table was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether those that are counted must come out as published; yes if it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// Columns of which nothing was published: they are shown as found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ours: Vec<Column>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forks: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_depth: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_cells: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles_per_second: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usec_per_puzzle: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_guess_percent: Option<Published>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guesses_per_puzzle: Option<Published>,
}

/// What a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Tests of a search.
    Tests,
    /// Forks of a search.
    Forks,
    /// Nodes of a search.
    Nodes,
    /// Solutions found.
    Solutions,
    /// Forks open at once at the deepest.
    MaxDepth,
    /// How the search was judged.
    Verdict,
    /// The first solution, as a line.
    Solution,
    /// Cells that `singles` leaves open.
    OpenCells,
    /// Wall time: of an instance, or the median of a corpus.
    Milliseconds,
    /// How many puzzles of the corpus, as one batch, are done in a second of CPU time.
    PuzzlesPerSecond,
    /// Microseconds of CPU time that a puzzle takes within the corpus as one batch.
    UsecPerPuzzle,
    /// The share of puzzles searched without a fork.
    NoGuessPercent,
    /// Forks of a puzzle, in the mean.
    GuessesPerPuzzle,
}

impl Column {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 13] = [
        Self::Tests,
        Self::Forks,
        Self::Nodes,
        Self::Solutions,
        Self::MaxDepth,
        Self::Verdict,
        Self::Solution,
        Self::OpenCells,
        Self::Milliseconds,
        Self::PuzzlesPerSecond,
        Self::UsecPerPuzzle,
        Self::NoGuessPercent,
        Self::GuessesPerPuzzle,
    ];

    /// Its name in a table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tests => "tests",
            Self::Forks => "forks",
            Self::Nodes => "nodes",
            Self::Solutions => "solutions",
            Self::MaxDepth => "max_depth",
            Self::Verdict => "verdict",
            Self::Solution => "solution",
            Self::OpenCells => "open_cells",
            Self::Milliseconds => "milliseconds",
            Self::PuzzlesPerSecond => "puzzles_per_second",
            Self::UsecPerPuzzle => "usec_per_puzzle",
            Self::NoGuessPercent => "no_guess_percent",
            Self::GuessesPerPuzzle => "guesses_per_puzzle",
        }
    }

    /// Whether it is counted, and so the same whoever counts; the others are times, or depend on what an
    /// engine takes for a guess.
    pub fn is_counted(self) -> bool {
        self < Self::Milliseconds
    }

    /// Whether it is of a whole corpus only.
    pub fn is_of_corpus(self) -> bool {
        self > Self::Milliseconds
    }
}

impl Figures {
    /// What was published in a column.
    pub fn published(&self, column: Column) -> Option<&Published> {
        match column {
            Column::Tests => &self.tests,
            Column::Forks => &self.forks,
            Column::Nodes => &self.nodes,
            Column::Solutions => &self.solutions,
            Column::MaxDepth => &self.max_depth,
            Column::Verdict => &self.verdict,
            Column::Solution => &self.solution,
            Column::OpenCells => &self.open_cells,
            Column::Milliseconds => &self.milliseconds,
            Column::PuzzlesPerSecond => &self.puzzles_per_second,
            Column::UsecPerPuzzle => &self.usec_per_puzzle,
            Column::NoGuessPercent => &self.no_guess_percent,
            Column::GuessesPerPuzzle => &self.guesses_per_puzzle,
        }
        .as_ref()
    }

    /// The columns of which anything is said or asked.
    pub fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        let wanted =
            |column: &Column| self.published(*column).is_some() || self.ours.contains(column);
        Column::ALL.into_iter().filter(wanted)
    }

    /// All that is text and is shown.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let Self { instance, engine, beside, plan, source, .. } = self;
        let named = [instance, engine, beside, plan, source].into_iter().flatten();
        let published = Column::ALL.into_iter().filter_map(|column| self.published(column));
        let named = named.chain(std::iter::once(&self.corpus)).map(String::as_str);
        named.chain(published.map(Published::text))
    }

    /// Whether a column must come out as published.
    pub fn is_exact(&self, column: Column) -> bool {
        column.is_counted() && self.exact.unwrap_or(true) && self.published(column).is_some()
    }

    /// The engine here whose rows are meant, if one is named.
    pub fn ours_by(&self) -> Option<&str> {
        self.beside.as_deref().or(self.engine.as_deref())
    }
}

/// A published value: a number, or text such as a verdict, a grid, or a number beyond 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published(String);

impl Published {
    /// As it is shown.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// As a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        self.0.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

impl Serialize for Published {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Published {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Published;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or text")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Published, E> {
                Ok(Published(number.to_string()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Published, E> {
                Ok(Published(number.to_string()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Published, E> {
                Ok(Published(text.to_owned()))
            }
        }
        value.deserialize_any(Any)
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
        for column in Column::ALL {
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
        let text = |column| figures.published(column).unwrap().text();
        assert_eq!(text(Column::Tests), "211");
        assert_eq!(text(Column::Solutions), "2444888770250892795802079170816");
        assert_eq!(text(Column::Milliseconds), "0.5");
        assert_eq!(figures.published(Column::Verdict).unwrap().number(), None);
        assert!(!figures.is_exact(Column::Tests));
    }
}
