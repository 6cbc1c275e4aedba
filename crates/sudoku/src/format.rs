//! Puzzles as text: the input formats, which are detected automatically, and the output formats.
//!
//! | module | contents |
//! |---|---|
//! | [`read`](mod@read) | [`Reader`](read::Reader): the puzzles of a source, one after another |
//! | [`write`](mod@write) | [`plain`](write::plain) and other functions: a grid as text |
//!
//! Every output of `write` can be read by `read`, except candidate grids of more than 25 rows.

pub mod read;
#[cfg(test)]
mod round_trip;
pub mod write;

/// The format in which puzzles are written in a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InputFormat {
    /// The format is detected for each puzzle, among all formats except `Stream`.
    #[default]
    Auto,
    /// One puzzle on each line, its symbols run together.
    Line,
    /// One row on each line, its symbols run together or between bars.
    Grid,
    /// Numbers separated by blanks or commas: one puzzle or one row on each line.
    Numbers,
    /// Like `Line` or `Grid`, with letters from `a` in grids of any size up to 25x25.
    Letters,
    /// One given on each line: `row column digit`, rows and columns from 0.
    Triples,
    /// One puzzle on each line: for each cell a group with a place for each digit, which holds the digit if it is a
    /// candidate, else `.` or `0`; 729 characters for 9x9.
    Pencilmarks,
    /// The whole source is one puzzle. Line breaks have no meaning, a blank is an empty cell, and
    /// cells may be missing at the end.
    Stream,
}

impl InputFormat {
    /// All input formats.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::Line,
        Self::Grid,
        Self::Numbers,
        Self::Letters,
        Self::Triples,
        Self::Pencilmarks,
        Self::Stream,
    ];

    /// The name of the format on the command line: `auto`, `line`, ...
    pub fn name(self) -> &'static str {
        const NAMES: [&str; InputFormat::ALL.len()] =
            ["auto", "line", "grid", "numbers", "letters", "triples", "pencilmarks", "stream"];
        NAMES[self as usize]
    }

    /// The format with this name.
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
        assert_eq!(InputFormat::from_name("Line"), None, "names are in lower case");
    }
}
