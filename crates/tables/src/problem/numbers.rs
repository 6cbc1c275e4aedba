//! Formats that consist of numbers: matrices, lists, set partitioning, Matrix Market.

use std::collections::BTreeSet;

use quadrille_cover::TextError;

use super::{Knuth, Rewritten, lines, looks_like, numbered, place};

/// Upper bound on the rows and columns that a first line may state: tables for them are made before the rest is read.
const MOST: u64 = 1 << 20;

/// Words between blanks, commas and semicolons.
fn fields(line: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    line.split(is_between).filter(|field| !field.is_empty()).collect()
}

/// Rows of fields, of which each has one at least.
fn rows(text: &str) -> Vec<Vec<&str>> {
    lines(text).map(|(_, line)| fields(line)).filter(|row| !row.is_empty()).collect()
}

/// Rows in brackets, as programs print a matrix or write lists: `[[0 1 1]\n [1 0 0]]`, a row in any number of lines, perhaps within
/// `array(...)`. `None` if the text is not made of such rows.
fn bracketed(text: &str) -> Option<Vec<Vec<&str>>> {
    let (first, last) = (text.find('[')?, text.rfind(']')?);
    let before = text[..first].trim_start();
    let is_printed =
        PRINTED.contains(&before) && (before.is_empty() == text[last + 1..].trim().is_empty());
    let mut rows = Vec::new();
    for row in text.get(first..last).filter(|_| is_printed)?.split(']') {
        let held = row.rsplit('[').next().unwrap_or_default();
        let (before, held) = (row[..row.len() - held.len()].replace(['[', ','], ""), fields(held));
        if !before.trim().is_empty() {
            return None;
        }
        if !held.is_empty() {
            rows.push(held);
        }
    }
    Some(rows)
}

/// What may stand before the brackets of a printed matrix.
const PRINTED: [&str; 4] = ["", "array(", "matrix(", "Matrix("];

/// Whether a text, without blanks before it, looks like a matrix that a program printed: rows in brackets without commas between their
/// fields, which JSON would have, or with the truth values of Python, or within `array(...)`.
pub(super) fn is_printed(text: &str) -> bool {
    let has_blanks_only = || {
        let mut parts = text.split(['[', ']', ',']);
        text.starts_with('[')
            && !text.contains(['"', '{'])
            && (text.contains("True")
                || text.contains("False")
                || parts.any(|part| part.split_whitespace().count() > 1)
                || !text.contains(',') && text.contains("]["))
    };
    PRINTED[1..].iter().any(|before| text.starts_with(before)) || has_blanks_only()
}

fn number(field: &str) -> Option<u64> {
    field.parse().ok().filter(|_| field.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a field of a matrix is 1, also as programs print truth values and numbers with a point; `None` if it is neither 0 nor 1.
pub(super) fn bit(field: &str) -> Option<bool> {
    match field {
        "0" | "False" | "false" => Some(false),
        "1" | "True" | "true" => Some(true),
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

/// A text of numbers, or a matrix with names, without its comments, from `#`, `//` or `%` on in each line; `None` if it has none, or holds
/// something else.
pub(super) fn without_comments(text: &str) -> Option<String> {
    if !text.contains(['#', '%']) && !text.contains("//") {
        return None;
    }
    let (mut made, mut are_numbers) = (String::with_capacity(text.len()), true);
    for line in text.lines() {
        let end = ["#", "//", "%"].iter().filter_map(|sign| line.find(sign)).min();
        let line = &line[..end.unwrap_or(line.len())];
        are_numbers &=
            fields(line).iter().all(|field| number(field).is_some() || bit(field).is_some());
        made.push_str(line);
        made.push('\n');
    }
    let has_numbers = are_numbers && made.contains(|c: char| c.is_ascii_digit());
    (has_numbers || may_be_matrix(&made)).then_some(made)
}

/// Whether a text is rows of 0 and 1, each perhaps after a name, below names or sizes; or rows of numbers with a point.
pub(super) fn may_be_matrix(text: &str) -> bool {
    let mut rows = lines(text).map(|(_, line)| fields(line)).filter(|row| !row.is_empty());
    let Some(head) = rows.next() else { return false };
    let mut width = None;
    rows.all(|row| {
        let width = *width.get_or_insert(row.len());
        let is_headed = head.len() == width || head.len() + 1 == width || head.len() < 3;
        is_headed && row.len() == width && row.iter().skip(1).all(|field| bit(field).is_some())
    }) && width > Some(1)
}

/// The names of the columns in the first row, and the number of fields before the bits of each other row: 1 where it begins with a name of
/// its own, else 0. `None` if the first row is no such list.
fn names<'t>(rows: &[Vec<&'t str>]) -> Option<(Vec<&'t str>, usize)> {
    let [head, rest @ ..] = rows else { return None };
    let width = rest.first()?.len();
    let are_bits = |from: usize| {
        rest.iter().all(|row| row.iter().skip(from).all(|field| bit(field).is_some()))
    };
    let (from, labels) = match head.len() {
        length if length == width && are_bits(0) => (0, 0),
        length if length == width && are_bits(1) => (1, 1),
        length if length + 1 == width && are_bits(1) => (0, 1),
        _ => return None,
    };
    let names: Vec<&str> = head[from..].iter().map(|name| name.trim_matches('"')).collect();
    // Numbers are names if they count the columns, and not sizes.
    let numbers: Vec<u64> = names.iter().filter_map(|name| number(name)).collect();
    let counts = |from: u64| numbers.iter().copied().eq(from..from + names.len() as u64);
    let are_names = numbers.is_empty() || names.len() > 2 && (counts(0) || counts(1));
    (are_names && !names.iter().all(|name| bit(name).is_some())).then_some((names, labels))
}

/// Rows of 0 and 1. Columns are named by their numbers, from 1.
pub(super) fn matrix(text: &str) -> Rewritten {
    let about = "a 0/1 matrix";
    let in_brackets = bracketed(text);
    let may_have_head = in_brackets.is_none();
    let mut rows = in_brackets.unwrap_or_else(|| rows(text));
    split_dense(&mut rows);
    let named = names(&rows).filter(|_| may_have_head);
    if let Some((_, labels)) = named {
        rows.remove(0);
        for row in &mut rows {
            row.drain(..labels);
        }
    }
    // What stands before the rows: their number and that of columns, or of columns and of secondary ones.
    let head = rows.first().cloned().unwrap_or_default();
    let width = rows.get(1).map_or(head.len(), Vec::len);
    let has_head = may_have_head
        && named.is_none()
        && rows.len() > 1
        && head.len() <= 2
        && (head.len() != width || !head.iter().all(|field| bit(field).is_some()));
    let mut secondary = 0;
    if has_head {
        rows.remove(0);
    }
    let width = rows.first().map_or(0, Vec::len);
    if has_head {
        let sizes: Vec<usize> = head.iter().filter_map(|field| field.parse().ok()).collect();
        secondary = match *sizes {
            [columns] if columns == width => 0,
            [number, columns] if (number, columns) == (rows.len(), width) => 0,
            [columns, secondary] if columns == width && secondary < columns => secondary,
            _ => {
                let what = format!(
                    "found `{}` before {} rows of {width} columns; expected `rows columns` or `columns secondary`",
                    head.join(" "),
                    rows.len()
                );
                return Err(looks_like(about, what, place(text, head[0])));
            }
        };
    }
    for (number, row) in rows.iter().enumerate() {
        let number = number + 1;
        if let Some(at) = row.iter().position(|field| bit(field).is_none()) {
            let (found, column) = (row[at], at + 1);
            let what = match found {
                "..." => format!(
                    "row {number} has ... in place of columns that were left out; expected all; print the matrix as a whole, in numpy \
                     after `numpy.set_printoptions(threshold=sys.maxsize)`"
                ),
                _ => format!("row {number} has a {found} in column {column}; expected 0 or 1"),
            };
            return Err(looks_like(about, what, place(text, found)));
        }
        if row.len() != width {
            let what =
                format!("row {number} has {} columns; expected {width} as in the first", row.len());
            return Err(looks_like(about, what, place(text, row[0])));
        }
    }
    let columns = match named {
        Some((names, _)) => names.into_iter().map(str::to_owned).collect(),
        None => numbered(width),
    };
    Ok(of_bits(&rows, &columns, secondary))
}

/// Whether a row is bits without anything between them.
fn is_dense(row: &[&str]) -> bool {
    matches!(row, [whole] if whole.len() > 1 && whole.bytes().all(|byte| b"01".contains(&byte)))
}

/// Makes each bit a field, if nothing stands between the bits of the last row. The first row may say how many columns there are.
fn split_dense(rows: &mut [Vec<&str>]) {
    let Some(width) = rows.last().filter(|row| is_dense(row)).map(|row| row[0].len()) else {
        return;
    };
    let is_head = |at: usize, row: &[&str]| at == 0 && row[0].parse() == Ok(width);
    for (at, row) in rows.iter_mut().enumerate() {
        if is_dense(row) && !is_head(at, row) {
            let whole = row[0];
            *row = (0..whole.len()).map(|at| &whole[at..=at]).collect();
        }
    }
}

/// The problem of rows of bits, one for each of the columns, of which the last are secondary.
pub(super) fn of_bits(rows: &[Vec<&str>], columns: &[String], secondary: usize) -> String {
    let (primary, others) = columns.split_at(columns.len() - secondary);
    let mut knuth = Knuth::new(primary, others);
    for row in rows {
        let held = columns.iter().zip(row).filter(|(_, field)| bit(field) == Some(true));
        knuth.option(held.map(|(column, _)| column), None);
    }
    knuth.0
}

/// Lists of numbers of items, from 0 or from 1, perhaps after the number of items.
pub(super) fn lists(text: &str) -> Rewritten {
    let about = "lists of numbers of items";
    let rows = bracketed(text).unwrap_or_else(|| rows(text));
    let mut options: Vec<Vec<u64>> = Vec::new();
    for row in &rows {
        let (mut items, mut seen) = (Vec::new(), BTreeSet::new());
        for (at, field) in row.iter().enumerate() {
            let item = number(field).filter(|&item| item < 1 << 32);
            let Some(item) = item.filter(|&item| seen.insert(item)) else {
                let what = format!(
                    "found `{field}` at place {}; expected a number below 2^32 that is once in its line",
                    at + 1
                );
                return Err(looks_like(about, what, place(text, field)));
            };
            items.push(item);
        }
        options.push(items);
    }
    // A number by itself in the first line is that of items, if the others have these numbers and no more.
    if let [first, rest @ ..] = &options[..]
        && let [number] = first[..]
    {
        let held: BTreeSet<u64> = rest.iter().flatten().copied().collect();
        let numbered = |from: u64| held.iter().copied().eq(from..from + number);
        if number > 0 && held.len() as u64 == number && (numbered(0) || numbered(1)) {
            options.remove(0);
        }
    }
    let held: BTreeSet<u64> = options.iter().flatten().copied().collect();
    let held: Vec<String> = held.iter().map(u64::to_string).collect();
    let mut knuth = Knuth::new(&held, &[]);
    for items in options {
        knuth.option(items.iter().map(u64::to_string), None);
    }
    Ok(knuth.0)
}

/// Why a text of numbers is something else than lists of them, or lists that can be read in two ways. If most lines hold only items of the first, it is more likely a text of
/// Knuth's, whose first line names the items, and some line is wrong. If each line is a word of 0 and 1, it is more likely a matrix.
pub(super) fn unlikely_lists(text: &str) -> Option<TextError> {
    let rows = rows(text);
    if rows.len() > 1 && rows.iter().all(|row| is_dense(row)) {
        let what = "each line is a word of 0 and 1; expected lists of numbers; write `| format: lists` before them";
        return Some(looks_like("lists of numbers of items", what.to_owned(), (1, 1)));
    }
    let [first, rest @ ..] = &rows[..] else { return None };
    // The number of items, or an option that has the last of them alone, as others have one alone.
    let held: BTreeSet<u64> = rest.iter().flatten().filter_map(|item| number(item)).collect();
    let may_be_both = number(first[0]).is_some_and(|last| held.iter().copied().eq(1..=last));
    if first.len() == 1 && may_be_both && rest.iter().any(|row| row.len() == 1) {
        let what = format!(
            "the first line `{}` may be the number of items or an option; if it is the number, write `| format: lists` before it, otherwise \
             the option into another line",
            first[0]
        );
        return Some(looks_like("lists of numbers of items", what, place(text, first[0])));
    }
    let named: BTreeSet<&str> = first.iter().copied().collect();
    let within = rest.iter().filter(|row| row.iter().all(|item| named.contains(item))).count();
    (named.len() > 1 && 2 * within > rest.len()).then(|| {
        let what = "most lines hold only items of the first; expected lists of numbers; write `| format: lists` before them, or mend the \
            text, if its first line names the items";
        looks_like("lists of numbers of items", what.to_owned(), place(text, first[0]))
    })
}

/// Set partitioning of OR-Library. Rows are items, columns are options with costs.
pub(super) fn partition(text: &str) -> Rewritten {
    let about = "set partitioning of OR-Library";
    let rows = rows(text);
    let [head, columns @ ..] = &rows[..] else {
        return Err(looks_like(about, "found no line; expected `rows columns`".to_owned(), (1, 1)));
    };
    let sizes: Vec<u64> = head.iter().filter_map(|field| number(field)).collect();
    let [items, options] = sizes[..] else {
        let what =
            format!("found {} numbers in the first line; expected `rows columns`", head.len());
        return Err(looks_like(about, what, place(text, head[0])));
    };
    if options != columns.len() as u64 || !(1..=MOST).contains(&items) {
        let what = format!(
            "found {} lines after the first; expected {options}, as it says",
            columns.len()
        );
        return Err(looks_like(about, what, place(text, head[0])));
    }
    let mut knuth = Knuth::new(&numbered(usize::try_from(items).unwrap_or(0)), &[]);
    for column in columns {
        let fields: Option<Vec<u64>> = column.iter().map(|field| number(field)).collect();
        let fields = fields.unwrap_or_default();
        let [cost, number, held @ ..] = &fields[..] else {
            let what = format!(
                "found {} numbers; expected a cost, a number of rows, and these rows",
                column.len()
            );
            return Err(looks_like(about, what, place(text, column[0])));
        };
        let distinct: BTreeSet<&u64> = held.iter().collect();
        if *number == 0
            || *number != held.len() as u64
            || distinct.len() != held.len()
            || held.iter().any(|row| !(1..=items).contains(row))
        {
            let what = format!(
                "found {} rows after the number {number}; expected {number} different ones, from 1 to {items}",
                held.len()
            );
            return Err(looks_like(about, what, place(text, column[0])));
        }
        knuth.option(held.iter().map(u64::to_string), Some(*cost).filter(|&cost| cost > 0));
    }
    Ok(knuth.0)
}

/// Matrix Market by coordinates: rows are options, columns are items.
pub(super) fn market(text: &str) -> Rewritten {
    let about = "a Matrix Market file";
    let error = |line: usize, found: &str, expected: &str| {
        Err(looks_like(about, format!("found {found}; expected {expected}"), (line, 1)))
    };
    let head = lines(text).next().map_or("", |(_, line)| line).to_ascii_lowercase();
    let words: Vec<&str> = head.split_whitespace().skip(1).collect();
    let ["matrix", "coordinate", field @ ("pattern" | "integer" | "real"), "general"] = words[..]
    else {
        return error(
            1,
            &format!("`{}`", words.join(" ")),
            "`matrix coordinate pattern general`, or `integer` or `real` in place of `pattern`",
        );
    };
    let mut rows = lines(text)
        .filter(|(_, line)| !line.starts_with('%'))
        .map(|(number, line)| (number, fields(line)));
    let Some((line, sizes)) = rows.next() else {
        return error(1, "no sizes", "`rows columns entries` after the comments");
    };
    let numbers: Vec<u64> = sizes.iter().filter_map(|field| number(field)).collect();
    let [options, items, entries] = numbers[..] else {
        return error(line, &format!("`{}`", sizes.join(" ")), "`rows columns entries`");
    };
    if options.max(items) > MOST {
        return error(line, "more than 1048576 rows or columns", "fewer");
    }
    let mut held: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); usize::try_from(options).unwrap_or(0)];
    let mut found = 0;
    for (line, row) in rows {
        found += 1;
        let place = |at: usize, most: u64| {
            row.get(at).and_then(|field| number(field)).filter(|place| (1..=most).contains(place))
        };
        let (Some(option), Some(item)) = (place(0, options), place(1, items)) else {
            return error(
                line,
                &format!("`{}`", row.join(" ")),
                &format!("a row from 1 to {options} and a column from 1 to {items}"),
            );
        };
        let is_one = match (field, row.get(2)) {
            ("pattern", None) => true,
            ("integer" | "real", Some(value)) => match value.parse::<f64>() {
                Ok(1.0) => true,
                Ok(0.0) => false,
                _ => return error(line, &format!("the value {value}"), "0 or 1"),
            },
            _ => {
                return error(
                    line,
                    &format!("{} numbers", row.len()),
                    "those that the first line states",
                );
            }
        };
        if is_one && !held[option as usize - 1].insert(item) {
            return error(line, "an entry that is there already", "each once");
        }
    }
    if found != entries {
        return error(line, &format!("{found} entries"), &format!("{entries}, as the sizes say"));
    }
    let mut knuth = Knuth::new(&numbered(usize::try_from(items).unwrap_or(0)), &[]);
    for items in &held {
        knuth.option(items.iter().map(u64::to_string), None);
    }
    Ok(knuth.0)
}
