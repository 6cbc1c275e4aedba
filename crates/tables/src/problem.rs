//! Exact cover problems in the formats of other programs, rewritten in Knuth's.
//!
//! A format is taken only if it explains the whole text; where two explain it, neither is, unless the first line says which
//! (`| format: matrix`). Formats are known by what a text holds, not by its name:
//!
//! | format | what it is |
//! |---|---|
//! | `knuth` | the text of `quadrille_cover::text`; also with comments after `//` and `#`, lines that go on after `\`, and bounds as `name[0:2]` |
//! | `matrix` | rows of 0 and 1, an option each, with or without blanks or commas between; before them perhaps the number of rows and of columns, or of columns and of secondary ones, or names of the columns; or as `numpy.save` writes them |
//! | `lists` | rows of numbers of items, from 0 or from 1; before them perhaps the number of items |
//! | `partition` | OR-Library's set partitioning: `rows columns`, then for each column its cost, the number of its rows, and these |
//! | `counted` | `items options`, the names of the items, and the options |
//! | `market` | Matrix Market: coordinates, a row for each option |
//! | `opb`, `lp` | linear constraints, by the format of the pseudo-Boolean competitions or CPLEX's LP |
//! | `xmpuzzle` | puzzles of cubes of `BurrTools` |
//! | `json` | lists of names or of 0 and 1, a map from names of options to lists, or `items`, `secondary` and `options` |

mod brackets;
mod json;
mod linear;
mod lp;
mod npy;
mod numbers;
mod opb;
mod rows;
mod words;
mod write;
mod xmpuzzle;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::Path;

use quadrille_cover::text::TextErrorKind;
use quadrille_cover::{Problem, TextError, is_control};

pub use write::{Unfit, WRITTEN, write_problem};

/// What a format makes of a text: the text in Knuth's format, or why it is none of this format.
type Rewritten = Result<String, TextError>;

/// The formats, by their names in `| format: NAME`. Lists of numbers explain most of what the others do, so they come last, and are taken
/// only if nothing else explains a text.
const FORMATS: [Format; 9] = [
    Format { name: MATRIX, rewrite: numbers::matrix },
    Format { name: "partition", rewrite: numbers::partition },
    Format { name: "counted", rewrite: words::counted },
    Format { name: "market", rewrite: numbers::market },
    Format { name: OPB, rewrite: opb::rewrite },
    Format { name: LP, rewrite: lp::rewrite },
    Format { name: XMPUZZLE, rewrite: |text| xmpuzzle::rewrite(text, None) },
    Format { name: JSON, rewrite: |text| json::rewrite(text, true) },
    Format { name: LISTS, rewrite: numbers::lists },
];
/// The beginning of a file of Matrix Market.
const MARKET: &str = "%%MatrixMarket";
const KNUTH: &str = "knuth";
const MATRIX: &str = "matrix";
const LISTS: &str = "lists";
const JSON: &str = "json";
const OPB: &str = "opb";
const LP: &str = "lp";
const XMPUZZLE: &str = "xmpuzzle";

struct Format {
    name: &'static str,
    rewrite: fn(&str) -> Rewritten,
}

/// A problem's text in Knuth's format, whatever format it is in. Lines without an item are left out.
///
/// ```
/// let matrix = b"0 1 1\n1 0 0\n";
/// let text = quadrille_tables::problem_text(matrix).expect("it is a matrix");
/// assert_eq!(&*text, b"1 2 3\n2 3\n1\n");
/// let own = b"a b\na b\n";
/// assert_eq!(&*quadrille_tables::problem_text(own).expect("it is Knuth's"), own);
/// ```
///
/// # Errors
/// The text looks like one of the formats but is not, or two of them explain it.
pub fn problem_text(bytes: &[u8]) -> Result<Cow<'_, [u8]>, TextError> {
    if bytes.starts_with(npy::MAGIC) {
        return npy::rewrite(bytes).map(|text| Cow::Owned(text.into_bytes()));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        let what = "expected a text, or an array as `numpy.save` writes it and not `numpy.savez`; unpack the archive";
        return Err(looks_like("a ZIP archive", what.to_owned(), (1, 1)));
    }
    let Ok(text) = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)) else {
        // The reader of Knuth's format says where.
        return Ok(Cow::Borrowed(bytes));
    };
    let owned = |text: String| Cow::Owned(text.into_bytes());
    if let Some(name) = stated(text) {
        let format = FORMATS.iter().find(|format| format.name == name);
        let number = name.strip_prefix(XMPUZZLE).and_then(|rest| rest.strip_prefix(':'));
        if number.is_some() {
            return xmpuzzle::rewrite(text.trim_start_matches(|c| c != '\n'), number).map(owned);
        }
        return match format {
            // Without the first line, whose number stays. What the format itself leaves open is not open, as it is stated.
            Some(format) => (format.rewrite)(text.trim_start_matches(|c| c != '\n')).map(owned),
            None if name == KNUTH => Ok(Cow::Borrowed(bytes)),
            None => {
                let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                let names = names.join(", ");
                Err(looks_like(
                    "a problem",
                    format!("found the format `{name}`; expected {KNUTH}, {names}"),
                    (1, 1),
                ))
            }
        };
    }
    if words::is_cnf(text) {
        let what = "clauses are not options; expected the problem that they were made of, or a solver of SAT for them; \
            `quadrille encode PROBLEM --as cnf` writes clauses, and nothing reads them back";
        return Err(looks_like("CNF (DIMACS)", what.to_owned(), (1, 1)));
    }
    let is_market = text.trim_start().starts_with(MARKET);
    let plain = if is_market { None } else { rows::without_comments(text) };
    match plain.filter(|_| Problem::parse(text).is_err()) {
        Some(plain) => unstated(&plain).map(|text| Cow::Owned(text.into_owned())),
        None => unstated(text),
    }
}

/// The same for a text whose first line states no format.
fn unstated(text: &str) -> Result<Cow<'_, [u8]>, TextError> {
    let owned = |text: String| Cow::Owned(text.into_bytes());
    let own = words::dialect(text).map_or(Cow::Borrowed(text.as_bytes()), owned);
    let likely = likely(text);
    if likely.is_empty() {
        return Ok(own);
    }
    let knuths =
        !rows::is_drawn(text) && Problem::parse(&*own).is_ok_and(|problem| problem.options() > 0);
    let mut found: Vec<(&Format, String)> = Vec::new();
    let mut first = None;
    let is_matrix = likely[0].name == MATRIX;
    for format in likely {
        let is_last = format.name == LISTS;
        // Items of Knuth's may be called `(1,2)`.
        let is_weak = is_last || format.name == JSON && !text.trim_start().starts_with(['[', '{']);
        let is_found =
            |(format, _): &(&Format, String)| format.name != MATRIX || !rows::may_be_lists(text);
        if is_weak && knuths || is_last && found.iter().any(is_found) {
            continue;
        }
        let rewritten = match numbers::unlikely_lists(text) {
            Some(error) if is_last => Err(error),
            _ if format.name == JSON => json::rewrite(text, false),
            _ => (format.rewrite)(text),
        };
        match rewritten {
            Ok(rewritten) => found.push((format, rewritten)),
            // Of numbers that are no matrix, the others say nothing that helps.
            Err(error) if is_last && !is_matrix => first = Some(error),
            Err(error) => _ = first.get_or_insert(error),
        }
    }
    match (found.len(), knuths) {
        (0, true) => Ok(own),
        (0, false) => Err(first.expect("a format was tried")),
        (1, false) => Ok(owned(found.remove(0).1)),
        _ => {
            let mut names: Vec<&str> = found.iter().map(|(format, _)| format.name).collect();
            names.extend(knuths.then_some(KNUTH));
            Err(both(&names))
        }
    }
}

/// Reads a problem, in Knuth's format or another program's ([`problem_text`]). `complain` takes each option that
/// cannot be read, and says whether the problem without it is wanted. Returns the problem and the number of options that were left out.
///
/// # Errors
/// An error that `complain` did not pass over, or one of the list of items.
pub fn read_leniently(
    text: &[u8],
    complain: &mut dyn FnMut(&TextError) -> ControlFlow<()>,
) -> Result<(Problem, u64), TextError> {
    let (mut refused, mut first) = (0, None);
    let text = problem_text(text)?;
    let problem = Problem::parse_lenient(&*text, |error| {
        let goes_on = complain(&error);
        match goes_on {
            ControlFlow::Continue(()) => refused += 1,
            ControlFlow::Break(()) => first = Some(error),
        }
        goes_on
    });
    let problem = first.map_or(problem, Err)?;
    if problem.options() == 0 && refused == 0 {
        return Err(TextError { line: 1, column: 1, kind: TextErrorKind::NoOptions });
    }
    Ok((problem, refused))
}

/// Reads a problem as [`read_leniently`], without an option that cannot be read.
///
/// # Errors
/// As there.
pub fn read_strictly(text: &[u8]) -> Result<Problem, TextError> {
    read_leniently(text, &mut |_| ControlFlow::Break(())).map(|(problem, _)| problem)
}

/// The endings of the names of files that hold a problem.
const ENDINGS: [&str; 9] = ["dlx", "xc", "xcc", "mcc", "ec", "mtx", "opb", "lp", "xmpuzzle"];

/// Whether a file is named as problems are, perhaps before the ending of a compressed file.
///
/// ```
/// assert!(quadrille_tables::is_named_as_problem("queens.dlx".as_ref()));
/// assert!(quadrille_tables::is_named_as_problem("PENTO.EC.gz".as_ref()));
/// assert!(!quadrille_tables::is_named_as_problem("puzzles.txt".as_ref()));
/// ```
pub fn is_named_as_problem(path: &Path) -> bool {
    let is_one_of = |path: &Path, endings: &[&str]| {
        path.extension()
            .is_some_and(|end| endings.iter().any(|known| end.eq_ignore_ascii_case(known)))
    };
    is_one_of(path, &ENDINGS)
        || is_one_of(path, &["gz", "zst", "xz"])
            && path.file_stem().is_some_and(|stem| is_one_of(Path::new(stem), &ENDINGS))
}

/// The format that the first line states.
fn stated(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix('|')?.trim_start().strip_prefix("format:").map(str::trim)
}

/// The formats that a text may have, by its first bytes and whether it has letters.
fn likely(text: &str) -> Vec<&'static Format> {
    let named =
        |names: &[&str]| FORMATS.iter().filter(|format| names.contains(&format.name)).collect();
    let body = text.trim_start();
    if body.starts_with(MARKET) {
        named(&["market"])
    } else if xmpuzzle::may_be(body) {
        named(&[XMPUZZLE])
    } else if brackets::may_be(body) {
        named(&[JSON])
    } else if body.bytes().all(|byte| byte.is_ascii_digit() || b" \t\r\n,;".contains(&byte)) {
        let digits = body.bytes().filter(u8::is_ascii_digit);
        let bits = digits.clone().filter(|digit| b"01".contains(digit)).count();
        match digits.count() {
            0 => Vec::new(),
            digits if 2 * bits > digits => named(&[MATRIX, "partition", "counted", LISTS]),
            _ => named(&["partition", "counted", LISTS]),
        }
    } else if rows::may_be_matrix(body) {
        named(&[MATRIX])
    } else if words::may_be_counted(text) {
        named(&["counted"])
    } else if opb::may_be(body) {
        named(&[OPB])
    } else if lp::may_be(body) {
        named(&[LP])
    } else {
        Vec::new()
    }
}

/// What a text is called that reads as several formats.
const SEVERAL: &str = "several formats";

/// Whether a text is refused because it reads as several formats.
pub fn is_ambiguous(error: &TextError) -> bool {
    matches!(&error.kind, TextErrorKind::Format { about, .. } if about == SEVERAL)
}

/// An error about a text that reads as several formats.
fn both(names: &[&str]) -> TextError {
    let (first, all) = (names[0], names.join("` and as `"));
    let what = format!(
        "it reads as `{all}`; write the line `| format: {first}` before it, or another of these"
    );
    looks_like(SEVERAL, what, (1, 1))
}

/// The line and the column, in characters, of a part of a text.
fn place(text: &str, part: &str) -> (usize, usize) {
    let before = &text[..(part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Upper bound on the characters of a message, of which a file may have parts of any length.
const LONGEST: usize = 1000;

/// An error about a text that looks like something, at a line and a column.
fn looks_like(about: &str, what: String, (line, column): (usize, usize)) -> TextError {
    let is_plain = what.len() <= LONGEST && !what.contains(is_control);
    let what = if is_plain { what } else { shown(&what) };
    TextError { line, column, kind: TextErrorKind::Format { about: about.to_owned(), what } }
}

/// A message without what a terminal could take for a command, and not longer than a screen.
fn shown(what: &str) -> String {
    let mut shown = String::new();
    for c in what.chars().take(LONGEST) {
        if is_control(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown + if what.chars().nth(LONGEST).is_some() { "..." } else { "" }
}

/// Lines with something in them, but for comments of Knuth's, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('|'))
}

/// Names of items: numbers from 1.
fn numbered(items: usize) -> Vec<String> {
    (1..=items).map(|item| item.to_string()).collect()
}

#[cfg(test)]
mod tests;
