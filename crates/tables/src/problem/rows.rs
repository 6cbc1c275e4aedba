//! Texts of numbers as rows of fields: in brackets, in sheets, in tables that are drawn, or between blanks.

use std::collections::BTreeSet;

use super::brackets::{self, Value};

/// Words between blanks, commas and semicolons.
pub(super) fn fields(line: &str) -> Vec<&str> {
    // Commas in brackets, as R prints the numbers of rows and columns, separate nothing.
    let has_brackets = line.contains('[');
    let is_between = |c: char| c.is_whitespace() || !has_brackets && (c == ',' || c == ';');
    line.split(is_between).filter(|field| !field.is_empty()).collect()
}

/// The fields of a line of a sheet, which may be empty or in quotes.
fn cut(line: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let fields = line.split(|c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    });
    fields.map(|field| field.trim().trim_matches('"').trim()).collect()
}

/// The lines of a text that are not blank. Tabs at their ends may be empty fields.
fn whole(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.trim_matches([' ', '\r'])).filter(|line| !line.trim().is_empty())
}

/// Whether a text is a table that is drawn, with a bar before each row.
pub(super) fn is_drawn(text: &str) -> bool {
    let is_end = |line: &str| line.ends_with(['|', '+']);
    whole(text).count() > 1
        && whole(text).all(|line| line.starts_with(['|', '+']))
        && whole(text).filter(|line| is_end(line)).count() > 1
}

/// Rows of fields, of which each has one at least: lists in brackets; lines of a sheet or of a drawn table, if all have as many separators,
/// the first perhaps one less; or else words.
pub(super) fn rows(text: &str) -> Vec<Vec<&str>> {
    if let Some(rows) = bracketed(text) {
        return rows;
    }
    let is_drawn = is_drawn(text);
    let is_row = |line: &&str| {
        if is_drawn {
            line.contains(|c: char| !"+-=:| ".contains(c))
        } else {
            !line.starts_with('|')
        }
    };
    let mut lines: Vec<&str> = whole(text)
        .filter(is_row)
        .map(|line| if is_drawn { line[1..].trim_end_matches('|') } else { line })
        .collect();
    // The name that MATLAB and Julia print before a matrix.
    if lines.len() > 1 && lines[0].ends_with(['=', ':']) {
        lines.remove(0);
    }
    for separator in ['|', '\t', ';', ','] {
        let mut widths = lines.iter().map(|line| cut(line, separator).len());
        let (first, second) = (widths.next(), widths.next());
        let is_even = second.is_none_or(|width| {
            widths.all(|other| other == width) && (first == second || first == Some(width - 1))
        });
        if first > Some(1) && is_even {
            let mut rows: Vec<Vec<&str>> = lines.iter().map(|line| cut(line, separator)).collect();
            while rows.iter().all(|row| row.len() > 1 && row.ends_with(&[""])) {
                for row in &mut rows {
                    row.pop();
                }
            }
            rows.retain(|row| row.iter().any(|field| !field.is_empty()));
            return rows;
        }
    }
    lines.into_iter().map(fields).filter(|row| !row.is_empty()).collect()
}

/// Rows in brackets; `None` if the text is no list of lists of words.
fn bracketed(text: &str) -> Option<Vec<Vec<&str>>> {
    let Value::List(_, rows) = brackets::may_be(text).then(|| brackets::read(text).ok())??.0 else {
        return None;
    };
    let words = |row| match row {
        Value::List(_, words) => words
            .iter()
            .map(|word| {
                matches!(word, Value::Word(_)).then(|| word.raw().trim_matches(['"', '\'']))
            })
            .collect(),
        _ => None,
    };
    let rows: Option<Vec<Vec<&str>>> = rows.into_iter().map(words).collect();
    rows.map(|rows| rows.into_iter().filter(|row| !row.is_empty()).collect())
}

pub(super) fn number(field: &str) -> Option<u64> {
    field.parse().ok().filter(|_| field.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a field of a matrix is 1, also as programs print truth values and numbers with a point; `None` if it is neither 0 nor 1.
pub(super) fn bit(field: &str) -> Option<bool> {
    match field {
        "0" | "0,0" => Some(false),
        "1" | "1,0" => Some(true),
        _ if field.eq_ignore_ascii_case("false") => Some(false),
        _ if field.eq_ignore_ascii_case("true") => Some(true),
        // As `numpy.savetxt` writes a number: `1.000000000000000000e+00`.
        _ if field.len() > 1 && field.starts_with(['0', '1']) && field[1..].starts_with('.') => {
            match field.parse::<f64>().ok()? {
                0.0 => Some(false),
                1.0 => Some(true),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a field is 1, in a matrix of two signs, of which one stands for 0, such as an empty field, and one for 1; or else as [`bit`] says.
pub(super) fn bits<'t>(rows: &[Vec<&'t str>]) -> impl Fn(&str) -> Option<bool> + use<'t> {
    const ZERO: [&str; 7] = ["", "0", ".", "-", "no", "No", "n"];
    const ONE: [&str; 8] = ["1", "x", "X", "*", "yes", "Yes", "y", "+"];
    let signs: BTreeSet<&str> =
        rows.iter().skip(1).flat_map(|row| row.iter().skip(1)).copied().collect();
    let number = |of: &[&str]| signs.iter().filter(|sign| of.contains(sign)).count();
    let is_pair =
        number(&ZERO) < 2 && number(&ONE) < 2 && number(&ZERO) + number(&ONE) == signs.len();
    let signs = if is_pair { signs } else { BTreeSet::new() };
    move |field| if signs.contains(field) { Some(ONE.contains(&field)) } else { bit(field) }
}

/// Whether nearly all of a text is rows of 0 and 1, each perhaps after a name, below names or sizes.
pub(super) fn may_be_matrix(text: &str) -> bool {
    let rows = rows(text);
    let bit = bits(&rows);
    let cells = || rows.iter().skip(1).flat_map(|row| row.iter().skip(1));
    let bits = cells().filter(|field| bit(field).is_some()).count();
    bits > 0 && 4 * bits >= 3 * cells().count()
}

/// A text of numbers, or a matrix with names, without its comments, from `#`, `//` or `%` on in each line; `None` if it has none, or holds
/// something else.
pub(super) fn without_comments(text: &str) -> Option<String> {
    if !text.contains(['#', '%']) && !text.contains("//") {
        return None;
    }
    let (mut made, mut are_numbers) = (String::with_capacity(text.len()), true);
    for line in text.lines() {
        let begins = |at: &usize| line[..*at].ends_with(char::is_whitespace) || *at == 0;
        let ends = ["#", "//", "%"].iter().flat_map(|sign| line.match_indices(sign));
        let end = ends.map(|(at, _)| at).filter(begins).min();
        let line = &line[..end.unwrap_or(line.len())];
        are_numbers &=
            fields(line).iter().all(|field| number(field).is_some() || bit(field).is_some());
        made.push_str(line);
        made.push('\n');
    }
    let has_numbers = are_numbers && made.contains(|c: char| c.is_ascii_digit());
    (has_numbers || may_be_matrix(&made)).then_some(made)
}

/// Whether rows of bits may be lists of the items 0 and 1, too, as none repeats a bit.
pub(super) fn may_be_lists(text: &str) -> bool {
    rows(text).iter().skip(1).all(|row| row.len() == 2 && bit(row[0]) != bit(row[1]))
}
