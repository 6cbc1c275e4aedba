//! Puzzles as text: every input format, told apart by itself, and the output formats.
//!
//! | module | what it holds |
//! |---|---|
//! | [`read`](mod@read) | [`Reader`](read::Reader): the puzzles of a source, one after another |
//! | [`write`](mod@write) | [`plain`](write::plain) and other functions: a grid as text |
//!
//! What is written here can be read here, candidate grids excepted.

pub mod read;
#[cfg(test)]
mod round_trip;
pub mod write;

/// How puzzles are written in a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InputFormat {
    /// Whichever of the others it looks like, `Stream` excepted; found out for each puzzle.
    #[default]
    Auto,
    /// One puzzle a line, its symbols run together.
    Line,
    /// One row a line, its symbols run together or between bars.
    Grid,
    /// Numbers separated by blanks or commas: one puzzle or one row a line.
    Numbers,
    /// As `Line` or `Grid`, with letters from `a` in grids of any size up to 25x25.
    Letters,
    /// One given a line: `row column digit`, rows and columns from 0.
    Triples,
    /// The whole source is one puzzle, perhaps cut short; line breaks mean nothing and a blank
    /// is an empty cell.
    Stream,
}

impl InputFormat {
    /// All input formats.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Line,
        Self::Grid,
        Self::Numbers,
        Self::Letters,
        Self::Triples,
        Self::Stream,
    ];

    /// The name it goes by: `auto`, `line`, ...
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Line => "line",
            Self::Grid => "grid",
            Self::Numbers => "numbers",
            Self::Letters => "letters",
            Self::Triples => "triples",
            Self::Stream => "stream",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found_by_their_names() {
        for format in InputFormat::ALL {
            assert_eq!(InputFormat::from_name(format.name()), Some(format));
        }
        assert_eq!(InputFormat::from_name("Line"), None);
        assert_eq!(InputFormat::from_name(""), None);
    }
}
