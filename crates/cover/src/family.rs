//! Named families of exact cover problems, for tests, benchmarks and play.
//!
//! A *spec*, `name:parameters`, names a problem; the page of each module says what the items and options of its problems
//! are, and where they come from. The order of items and options is part of the definition of a family: the counts of nodes and
//! updates depend on it, and must equal the published ones.
//!
//! | module | families |
//! |---|---|
//! | [`queens`] | n queens that do not attack each other, some of them given |
//! | [`langford`] | Langford pairs |
//! | [`pentominoes`] | the twelve pentominoes in a box or any shape, flat or solid |
//! | [`polyominoes`] | any set of polyominoes or polycubes in any area |
//! | [`assembly`] | coloured pieces of cubes and what they are put together to; no family, but the way of programs that have both |
//! | [`dominoes`] | dominoes on a board, whole or mutilated |
//! | [`soma`] | the Soma cube |
//! | [`bedlam`] | Bedlam's cube |
//! | [`latin`] | Latin squares, whole or to be completed, and orthogonal mates |
//! | [`sudoku`] | Sudokus with boxes of any size |
//! | [`matching`] | perfect matchings of graphs |
//! | [`factorisations`] | one-factorisations of complete graphs |
//! | [`spreads`] | spreads and parallelisms of projective spaces |
//! | [`costas`] | Costas arrays |
//! | [`sets`] | set partitions, Steiner triple systems, pigeonholes |
//! | [`random`] | exact cover by 3-sets and constraint networks, from a seed |
//! | [`debruijn`] | de Bruijn tori |
//! | [`macmahon`] | `MacMahon` squares |
//! | [`words`] | word squares |
//!
//! A parameter that begins with `@` names a file, whose text takes its place. Nothing here opens files: the
//! caller gives [`build_with`] a function that reads them. [`layout`](fn@layout) returns the positions of the
//! items of a problem, for drawing solutions; [`heat`] counts over all solutions what is drawn in each position.
//!
//! ```
//! use quadrille_cover::family;
//!
//! let problem = family::build("queens:8")?;
//! assert_eq!((problem.primary(), problem.options()), (16, 64));
//! # Ok::<(), family::FamilyError>(())
//! ```

mod area;
pub mod assembly;
pub mod bedlam;
mod board;
pub mod costas;
pub mod debruijn;
pub mod dominoes;
pub mod factorisations;
pub mod heat;
pub mod langford;
pub mod latin;
pub mod layout;
pub mod macmahon;
pub mod matching;
pub mod pentominoes;
mod pieces;
#[cfg(test)]
mod pin;
pub mod polyominoes;
pub mod queens;
pub mod random;
pub mod sets;
mod shape;
pub mod soma;
pub mod spreads;
pub mod sudoku;
mod symmetry;
mod weighed;
pub mod words;

pub use area::Area;
pub use layout::{Figure, FigureError, Layout};

use std::borrow::Cow;
use std::fmt::Display;

use thiserror::Error;

use crate::problem::{Colour, ItemId, Problem, ProblemBuilder, ProblemError};

/// Every family, in the order in which the command line lists them.
pub const FAMILIES: &[Family] = &[
    queens::FAMILY,
    langford::FAMILY,
    pentominoes::FAMILY,
    polyominoes::POLYOMINOES,
    polyominoes::POLYCUBES,
    dominoes::FAMILY,
    soma::FAMILY,
    bedlam::FAMILY,
    latin::FAMILY,
    latin::MATES,
    sudoku::FAMILY,
    matching::FAMILY,
    sets::PARTITIONS,
    sets::STEINER,
    sets::PIGEONHOLE,
    factorisations::FAMILY,
    spreads::SPREADS,
    spreads::PARALLELISMS,
    costas::FAMILY,
    random::X3C,
    random::FRB,
    debruijn::FAMILY,
    macmahon::FAMILY,
    words::FAMILY,
];

/// Upper bound on the options of a problem of a family, so that a mistyped number does not fill the memory.
pub const MOST_OPTIONS: usize = 5_000_000;

/// Beginning of the comment in which DLX text records the spec of its problem. The spec says where each item lies on the board.
pub const MARK: &str = "| family ";

/// A family of problems.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name, the first word of a spec.
    pub name: &'static str,
    /// The form of the parameters, such as `N` or `RxC`, with optional ones in `[...]`. Empty for a
    /// family of one problem.
    pub parameters: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// A valid spec.
    pub example: &'static str,
    /// Makes the problem from the parameters, split at each `:`.
    read: fn(&[&str]) -> Result<Problem, FamilyError>,
    /// Makes the layout from the same parameters, if the items of the family have positions.
    layout: Option<LayoutOf>,
}

/// Makes a layout from the parameters of a spec, split at each `:`.
type LayoutOf = fn(&[&str]) -> Result<Layout, FamilyError>;

/// The reason why a spec names no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// No family has this name.
    #[error("found the family `{0}`; expected one of {known}", known = known())]
    Unknown(String),
    /// Parameters of the wrong form, or without meaning.
    #[error("found {found} as the parameters of {family}; expected {expected}, as in `{example}`")]
    Parameters {
        /// The family.
        family: &'static str,
        /// The parameters, in backquotes, or `nothing`.
        found: String,
        /// The parameters expected.
        expected: &'static str,
        /// A valid spec.
        example: &'static str,
    },
    /// A file that cannot be read.
    #[error("`@{file}`: {reason}")]
    File {
        /// The name of the file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// More than [`MOST_OPTIONS`] options.
    #[error("`{0}` would have more than {MOST_OPTIONS} options; choose smaller parameters")]
    TooLarge(String),
    /// Items or options that the builder refuses: a mistake in the code of a family, not in a spec.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// Builds the problem named by a spec, such as `queens:8` or `langford:11:reduced`.
///
/// # Errors
/// An unknown family, or parameters that the family does not accept. A parameter `@FILE` is an error here:
/// use [`build_with`].
pub fn build(spec: &str) -> Result<Problem, FamilyError> {
    build_with(spec, no_files)
}

/// Builds the problem named by a spec. `file` returns the text of a file by its name, or the reason why it
/// cannot be read.
///
/// # Errors
/// As [`build`], and a file that cannot be read.
pub fn build_with(
    spec: &str,
    file: impl Fn(&str) -> Result<String, String>,
) -> Result<Problem, FamilyError> {
    let (family, words) = split(spec)?;
    let texts = words.iter().map(|word| with_text(word, &file)).collect::<Result<Vec<_>, _>>()?;
    let read = (family.read)(&texts.iter().map(|text| &**text).collect::<Vec<_>>());
    read.map_err(|error| match error {
        // The family knows its numbers only, and not the words before them, as in `matching:cube:64`.
        FamilyError::TooLarge(_) => FamilyError::TooLarge(spec.to_owned()),
        other => other,
    })
}

/// The layout of the problem named by a spec; `None` for families whose items have no positions.
///
/// # Errors
/// As [`build`].
pub fn layout(spec: &str) -> Result<Option<Layout>, FamilyError> {
    let (family, words) = split(spec)?;
    family.layout.map(|layout| layout(&words)).transpose()
}

/// The first spec recorded in a comment of DLX text.
///
/// ```
/// use quadrille_cover::family::in_comment;
///
/// assert_eq!(in_comment(b"| family queens:2\nr0 r1\n"), Some("queens:2"));
/// assert_eq!(in_comment(b"a b\na\n"), None);
/// ```
pub fn in_comment(text: &[u8]) -> Option<&str> {
    let mut lines = text.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    lines.find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix(MARK).map(str::trim))
}

/// The spec with the names of files of shapes replaced by the drawings in these files. Lists of words
/// stay in their files, because they may be long and do not change the layout.
///
/// # Errors
/// As [`build_with`].
pub fn inlined(
    spec: &str,
    file: impl Fn(&str) -> Result<String, String>,
) -> Result<String, FamilyError> {
    let inline = |word: &str| {
        let text = with_text(word, &file)?;
        Ok(if pieces::are_drawings(&text) { text.into_owned() } else { word.to_owned() })
    };
    let words = spec.split(':').map(inline).collect::<Result<Vec<_>, FamilyError>>()?;
    Ok(words.join(":"))
}

fn split(spec: &str) -> Result<(&'static Family, Vec<&str>), FamilyError> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let family = FAMILIES.iter().find(|family| family.name == name);
    let family = family.ok_or_else(|| FamilyError::Unknown(name.to_owned()))?;
    Ok((family, parameters.split(':').collect()))
}

/// A parameter, or the text of the file that it names. In drawings, lines become rows, an empty line separates
/// layers, and a comma at the end of a line separates drawings.
fn with_text(
    word: &str,
    file: impl Fn(&str) -> Result<String, String>,
) -> Result<Cow<'_, str>, FamilyError> {
    let Some(name) = word.strip_prefix('@') else { return Ok(Cow::Borrowed(word)) };
    let text = file(name).map_err(|reason| FamilyError::File { file: name.to_owned(), reason })?;
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    let drawings = lines.join("/").replace(",//", ",").replace(",/", ",").replace("//", "+");
    Ok(Cow::Owned(if pieces::are_drawings(&drawings) { drawings } else { text }))
}

fn no_files(_: &str) -> Result<String, String> {
    Err("files are not read here; write the text of the file in place of its name".to_owned())
}

fn known() -> String {
    FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>().join(", ")
}

impl Family {
    /// The problem with these parameters: the spec without `name:`.
    ///
    /// # Errors
    /// Parameters that the family does not accept, or too many options.
    pub fn build(&self, parameters: &str) -> Result<Problem, FamilyError> {
        build(&format!("{}:{parameters}", self.name))
    }

    /// The number `N`, which must be the only one of the parameters `words`.
    fn number(&self, words: &[&str]) -> Result<usize, FamilyError> {
        let number = match words {
            [word] => word.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.misread(words))
    }

    /// The rows and columns of `RxC`, which must be the only one of the parameters `words`.
    fn rectangle(&self, words: &[&str]) -> Result<(usize, usize), FamilyError> {
        let sides = match words {
            [word] => word.split_once('x'),
            _ => None,
        };
        sides
            .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)))
            .ok_or_else(|| self.misread(words))
    }

    fn area(&self, word: &str) -> Result<Area, FamilyError> {
        Area::read(word).ok_or_else(|| {
            self.refuse(
                word,
                "RxC, LxRxC or a drawing such as ##./.## as the area (L layers, R rows, C columns)",
            )
        })
    }

    /// The parameters without the optional last one, `seed=S`, and the seed [default: 1].
    fn seed<'w, 'a>(&self, words: &'w [&'a str]) -> Result<(&'w [&'a str], u64), FamilyError> {
        let Some((last, rest)) = words.split_last() else { return Ok((words, 1)) };
        match last.strip_prefix("seed=").map(str::parse) {
            None => Ok((words, 1)),
            Some(Ok(seed)) => Ok((rest, seed)),
            Some(Err(_)) => Err(self.refuse(last, "seed= and a number below 2^64")),
        }
    }

    /// The error for `words` that do not have the form of the family's parameters.
    fn misread(&self, words: &[&str]) -> FamilyError {
        let expected = if self.parameters.is_empty() { "none" } else { self.parameters };
        self.refuse(words.join(":"), expected)
    }

    /// The error for parameters of the right form but without meaning.
    fn refuse(&self, found: impl Display, expected: &'static str) -> FamilyError {
        let found = match found.to_string() {
            text if text.is_empty() => "nothing".to_owned(),
            text => format!("`{text}`"),
        };
        FamilyError::Parameters { family: self.name, found, expected, example: self.example }
    }

    /// Refuses parameters with more than [`MOST_OPTIONS`] options. `options` is a float because an integer
    /// might overflow.
    fn limit(&self, parameters: impl Display, options: f64) -> Result<(), FamilyError> {
        if options > MOST_OPTIONS as f64 {
            return Err(FamilyError::TooLarge(format!("{}:{parameters}", self.name)));
        }
        Ok(())
    }

    /// Refuses `N` = 0, and an `N` for which the number of `options` is too large.
    fn admit(&self, n: usize, options: impl Fn(f64) -> f64) -> Result<(), FamilyError> {
        if n == 0 {
            return Err(self.refuse(n, "a number of 1 or more"));
        }
        self.limit(n, options(n as f64))
    }
}

/// Adds a primary item for each number, named by the letter and the number: `x0`, `x1`, `x2`.
fn primaries(
    builder: &mut ProblemBuilder,
    letter: char,
    numbers: impl IntoIterator<Item = usize>,
) -> Result<Vec<ItemId>, ProblemError> {
    numbers.into_iter().map(|i| builder.primary(&format!("{letter}{i}"))).collect()
}

/// The entries of an option without colours.
fn plain(
    items: impl IntoIterator<Item = ItemId>,
) -> impl Iterator<Item = (ItemId, Option<Colour>)> {
    items.into_iter().map(|item| (item, None))
}

#[cfg(test)]
fn error(spec: &str) -> String {
    build(spec).unwrap_err().to_string()
}

#[cfg(test)]
mod tests;
