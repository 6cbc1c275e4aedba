//! Where puzzles come from, and how they are read.

use clap::Args;
use quadrille_sudoku::Order;
use quadrille_sudoku::format::InputFormat;
use quadrille_tables::Kind;

use super::{input_format, size};

/// Where puzzles come from, and how they are read.
#[derive(Clone, Debug, Args)]
pub struct Source {
    /// A puzzle, a file of puzzles, or `-` for standard input
    #[arg(value_name = "PUZZLE | FILE", default_value = "-")]
    pub input: String,
    /// Format of the puzzles: auto, line, grid, numbers, letters, triples, pencilmarks or stream for text; csv, tsv, json
    /// or parquet for a table
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = format)]
    pub format: Format,
    /// The column of puzzles in a table, by its name, or by its number from 1; or columns by what they hold, such as
    /// puzzles=Grid,answers=Full,names=Id: `check` judges the answers, and puzzles are called by the names [default:
    /// found by their names or by what they hold; see docs/TABLES.md]
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// Number of rows of the grid: 4, 9, 16, 25, 36, 49, 64 or 81 [default: recognised from the puzzle]
    #[arg(long, value_name = "ROWS", value_parser = size)]
    pub size: Option<Order>,
}

impl Source {
    /// A puzzle or a file in which everything is found by itself.
    pub fn auto(input: &str) -> Self {
        let format = Format::Text(InputFormat::Auto);
        Self { input: input.to_owned(), format, column: None, size: None }
    }

    /// The same in a format, if one is asked for.
    #[must_use]
    pub fn in_format(self, format: Option<Format>) -> Self {
        Self { format: format.unwrap_or(self.format), ..self }
    }
}

/// The format of puzzles: of text, or of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text(InputFormat),
    Table(Kind),
}

impl Format {
    /// Whether the format is to be found.
    pub fn is_auto(self) -> bool {
        self == Self::Text(InputFormat::Auto)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Table(kind) => {
                TABLES.iter().find(|(_, known)| *known == kind).map_or("csv", |(name, _)| name)
            }
        }
    }
}

/// Names of formats of tables.
const TABLES: [(&str, Kind); 4] = [
    ("csv", Kind::Delimited(b',')),
    ("tsv", Kind::Delimited(b'\t')),
    ("json", Kind::Json),
    ("parquet", Kind::Parquet),
];

/// The format of a name.
pub fn format(name: &str) -> Result<Format, String> {
    let table = TABLES.iter().find(|(known, _)| *known == name);
    match table {
        Some(&(_, kind)) => Ok(Format::Table(kind)),
        None => input_format(name)
            .map(Format::Text)
            .map_err(|expected| format!("{expected}, {}", TABLES.map(|(name, _)| name).join(", "))),
    }
}
